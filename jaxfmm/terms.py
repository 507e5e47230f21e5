"""Sums with a kernel that is a combination of kernels, `2 * A + B`: a sum for each term, with a
plan of its own. `planned_by_terms` and `summed_by_terms` wrap the public functions."""

import dataclasses
import functools
import operator
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, inputs
from jaxfmm.elements import Elements
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kernels.base import Kernel
from jaxfmm.plan import Plan
from jaxfmm.pytrees import register
from jaxfmm.request import Request
from jaxfmm.switches import library_code

P = ParamSpec("P")
T = TypeVar("T")
# Results of terms cancel, with a warning, if their mean norm is more than this many times the norm
# of their sum: rounding alone may reach 1.
MOST_CANCELLATION = 1.01


@register
@dataclasses.dataclass(frozen=True, kw_only=True)
class PlanOfTerms:
    """The plan of a kernel that is a sum of kernels; made by `jaxfmm.plan`. A pytree, which sums
    take like a `Plan`.

    Attributes:
      kernel: the kernel of the plan.
      plans: a `Plan` for each term.
    """

    kernel: Kernel
    plans: tuple[Plan, ...]

    @property
    def status(self) -> Array:
        """The bits that are set in the status of any plan."""
        return functools.reduce(jnp.bitwise_or, [plan.status for plan in self.plans])

    @property
    def request(self) -> Request:
        """The `Request` of the plan of the first term."""
        return self.plans[0].request

    @property
    def method(self) -> str:
        """The names of the methods."""
        return " + ".join(plan.method for plan in self.plans)

    @property
    def is_direct(self) -> bool:
        """Whether sums are over all pairs, with errors of rounding alone."""
        return all(plan.is_direct for plan in self.plans)

    def check_kernel(self, kernel: Any) -> Kernel:
        """The kernel. Raises ValueError unless it differs from the plan's kernel in its parameters
        alone."""
        alike = isinstance(kernel, Kernel) and self.kernel.alike(kernel)
        if not alike:
            raise ValueError(
                f"kernel is {kernel!r} and the plan was made for {self.kernel!r}; make a plan for "
                "this kernel"
            )
        return kernel

    def terms(self, kernel: Kernel | None) -> list[tuple[Any, Kernel]]:
        """The (factor, kernel) of each plan, with the parameters of `kernel`, None for no
        change."""
        kernel = self.kernel if kernel is None else self.check_kernel(kernel)
        return cast(Any, kernel.addends(self.request.dim))

    def check_shapes(self, sources: Array, targets: Array | None) -> None:
        """As `Plan.check_shapes`."""
        self.plans[0].check_shapes(sources, targets)

    def transposed(self) -> "PlanOfTerms":
        """The plan of the transposed sum."""
        plans = tuple(plan.transposed() for plan in self.plans)
        return PlanOfTerms(kernel=self.kernel.transposed(), plans=plans)

    def for_sides(self, sources: int, targets: int) -> "PlanOfTerms":
        """The plan with these numbers of sources and targets, see `Plan.for_sides`."""
        plans = tuple(plan.for_sides(sources, targets) for plan in self.plans)
        return dataclasses.replace(self, plans=plans)

    @library_code
    def update(
        self,
        sources: ArrayLike,
        targets: ArrayLike | None = None,
        *,
        kernel: Kernel | None = None,
        **options: Any,
    ) -> "PlanOfTerms":
        """The plan for new points; options and errors are those of `Plan.update`."""
        terms = self.terms(kernel)
        plans = [
            plan.update(sources, targets, kernel=None if kernel is None else part, **options)
            for plan, (_, part) in zip(self.plans, terms, strict=True)
        ]
        return PlanOfTerms(kernel=self.kernel if kernel is None else kernel, plans=tuple(plans))

    @library_code
    def check(self) -> "PlanOfTerms":
        """Returns the plan if its status is 0, as `Plan.check`."""
        for plan in self.plans:
            plan.check()
        return self

    @library_code
    def needs(self) -> list[dict[str, int]]:
        """`Plan.needs` of each plan."""
        return [plan.needs() for plan in self.plans]

    @library_code
    def __str__(self) -> str:
        share = "" if len(self.plans) == 1 else f", each to tol / {len(self.plans)}"
        head = f"jaxfmm plan of {self.kernel.name}, by {len(self.plans)} plans{share}"
        return "\n".join([head, *map(str, self.plans)])


def _is_combination(kernel: Any) -> bool:
    return isinstance(kernel, Kernel) and kernel.is_combination


def _terms(sources: Any, kernel: Any) -> list[tuple[Any, Kernel]] | None:
    """The (factor, kernel) of each term of a combination, for the dimension of these points; None
    for a kernel that is not a combination."""
    if not _is_combination(kernel):
        return None
    return kernel.addends(3 if isinstance(sources, Elements) else np.shape(sources)[1])


def _converted(args: Any, options: Any, kernel: Any) -> tuple[Any, Any]:
    """The arguments of a public function. If the kernel is a combination, the sources come back as
    an array, so that a conversion that loses digits warns once and not for each term.

    Raises ValueError for `Elements` with a kernel that has several terms."""
    if not _is_combination(kernel):
        return args, options
    # the first argument of a public function is called sources or points
    name = "sources" if "sources" in options else "points"
    if isinstance(args[0] if args else options.get(name), Elements):
        if len(kernel.addends(3)) > 1 or kernel.addends(3)[0][0] is None:
            raise ValueError(
                "kernel must be jaxfmm.Laplace(), or a multiple of it, where sources are "
                f"jaxfmm.Elements, got {kernel!r}; add the results"
            )
        return args, options
    if args:
        return (inputs.points("sources", args[0], None), *args[1:]), options
    return args, options | {name: inputs.points(name, options.get(name), None)}


def planned_by_terms(plan: Callable[P, Plan]) -> Callable[P, Plan]:
    """Makes `plan(sources, ..., kernel=, tol=)` take combinations of kernels too. A combination of
    one term without a factor has the plan of this term, others have a `PlanOfTerms`."""

    @functools.wraps(plan)
    def run(*args: P.args, **options: P.kwargs) -> Plan:
        kernel: Any = options.get("kernel")
        every, named = _converted(args, options, kernel)
        terms = _terms(every[0] if every else named.get("sources"), kernel)
        if terms is None:
            return plan(*args, **options)
        make: Any = functools.partial(plan, *every, **named)
        tol: Any = options.get("tol", DEFAULT_TOL)
        plans = [make(kernel=term, tol=_share(tol, terms)) for _, term in terms]
        if len(plans) == 1 and terms[0][0] is None:
            return plans[0]
        return cast(Plan, PlanOfTerms(kernel=kernel, plans=tuple(plans)))

    return run


def summed_by_terms(function: Callable[P, T]) -> Callable[P, T]:
    """Makes `function(sources, ..., kernel=, tol=, plan=)`, which must be linear in the kernel,
    take combinations of kernels and their plans too."""

    @functools.wraps(function)
    def run(*args: P.args, **options: P.kwargs) -> T:
        plan: Any = options.get("plan")
        kernel: Any = options.get("kernel")
        plans: Any
        every, named = _converted(args, options, kernel)
        if isinstance(plan, PlanOfTerms):
            terms, plans = plan.terms(kernel), plan.plans
        else:
            first = every[0] if every else named.get("sources", named.get("points"))
            terms_of_kernel = _terms(first, kernel)
            if terms_of_kernel is None:
                return function(*args, **options)
            if isinstance(plan, Plan) and len(terms_of_kernel) > 1:
                plan.check_kernel(kernel)  # raises: the plan was made for one kernel
            terms, plans = terms_of_kernel, [plan] * len(terms_of_kernel)
        one: Any = functools.partial(function, *every)
        if plan is None or named.get("tol") is not None:
            named = named | {"tol": _share(named.get("tol", DEFAULT_TOL), terms)}
        results = [
            one(**named | {"kernel": term, "plan": plan_of_term})
            for (_, term), plan_of_term in zip(terms, plans, strict=True)
        ]
        return _combined([factor for factor, _ in terms], results, kernel or plan.kernel)

    return run


def _share(tol: Any, terms: list[Any]) -> Any:
    """The tolerance of each term. A bad `tol` stays as it is: the function of the term refuses
    it."""
    known = isinstance(tol, float | int | np.number) and not isinstance(tol, bool)
    return tol / len(terms) if known and len(terms) > 1 else tol


def _combined(factors: list[Any], results: list[Any], kernel: Kernel) -> Any:
    """The sum of the results of the terms times their factors. Warns if they cancel, where they are
    known."""
    every = [jax.tree.leaves(result) for result in results]
    sums = []
    for parts in zip(*every, strict=True):
        if len({part.shape for part in parts}) > 1:
            raise ValueError(
                f"the parts of {kernel.name} give results of different shapes: "
                f"{', '.join(str(part.shape) for part in parts)}; sum them one by one"
            )
        parts = [
            part if factor is None else part * jnp.asarray(factor).astype(part.real.dtype)
            for part, factor in zip(parts, factors, strict=True)
        ]
        dtype = jnp.result_type(*parts)
        sums.append(functools.reduce(operator.add, [part.astype(dtype) for part in parts]))
        _warn_of_cancellation(parts, sums[-1], kernel)
    return jax.tree.unflatten(jax.tree.structure(results[0]), sums)


def _warn_of_cancellation(parts: list[Array], total: Array, kernel: Kernel) -> None:
    if len(parts) < 2 or errors.is_traced(*parts) or not total.size:
        return
    mean = sum(float(jnp.linalg.norm(part.ravel())) for part in parts) / len(parts)
    size = float(jnp.linalg.norm(total.ravel()))
    if mean > MOST_CANCELLATION * size > 0:
        errors.warn(
            f"the parts of {kernel.name} cancel: they are {mean / size:.2g} times as large as "
            "their sum, whose relative error may exceed tol by this factor; give a tol that is "
            "smaller by it"
        )
