"""Sums of kernels term by term, each with a plan of its own."""

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
# Rounding may make parts larger than their sum by this factor without a warning.
MORE = 1.01


@register
@dataclasses.dataclass(frozen=True, kw_only=True)
class PlanOfTerms:
    """The plan of a kernel that is a sum, whose terms have plans of their own; made by
    `jaxfmm.plan`. A pytree.

    Attributes:
      kernel: the kernel of the plan.
      plans: a `Plan` for each term.
    """

    kernel: Kernel
    plans: tuple[Plan, ...]

    @property
    def status(self) -> Array:
        """The bits of the status of all plans."""
        return functools.reduce(jnp.bitwise_or, [plan.status for plan in self.plans])

    @property
    def request(self) -> Request:
        """What was asked for when the plan of the first term was made."""
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
        """The kernel. Raises ValueError unless it is the plan's but for its parameters."""
        alike = isinstance(kernel, Kernel) and self.kernel.alike(kernel)
        if not alike:
            raise ValueError(
                f"kernel is {kernel!r} and the plan was made for {self.kernel!r}; make a plan for "
                "this kernel"
            )
        return kernel

    def terms(self, kernel: Kernel | None) -> list[tuple[Any, Kernel]]:
        """The factors and kernels of the plans, with the parameters of `kernel`."""
        kernel = self.kernel if kernel is None else self.check_kernel(kernel)
        return cast(Any, kernel.addends(self.request.dim))

    def check_shapes(self, sources: Array, targets: Array | None) -> None:
        """Raises ValueError unless these points can be those of the plan."""
        self.plans[0].check_shapes(sources, targets)

    def transposed(self) -> "PlanOfTerms":
        """The plan of the transposed sum."""
        plans = tuple(plan.transposed() for plan in self.plans)
        return PlanOfTerms(kernel=self.kernel.transposed(), plans=plans)

    def for_sides(self, rows: int, columns: int) -> "PlanOfTerms":
        """The plan for as many sources and targets, see `Plan.for_sides`."""
        plans = tuple(plan.for_sides(rows, columns) for plan in self.plans)
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
        """The plan for new points, as `Plan.update` with its options and errors."""
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
        """The capacities that the points need, of each plan."""
        return [plan.needs() for plan in self.plans]

    @library_code
    def __str__(self) -> str:
        share = "" if len(self.plans) == 1 else f", each to tol / {len(self.plans)}"
        head = f"jaxfmm plan of {self.kernel.name}, by {len(self.plans)} plans{share}"
        return "\n".join([head, *map(str, self.plans)])


def _is_combination(kernel: Any) -> bool:
    return isinstance(kernel, Kernel) and kernel.is_combination


def _terms(sources: Any, kernel: Any) -> list[tuple[Any, Kernel]] | None:
    """The terms of a kernel for these points, None if it is one kernel."""
    if not _is_combination(kernel):
        return None
    return kernel.addends(3 if isinstance(sources, Elements) else np.shape(sources)[1])


def _converted(args: Any, options: Any, kernel: Any) -> tuple[Any, Any]:
    """The arguments, of a combination of kernels with the sources as an array: a conversion that
    loses digits warns once. The first argument is called sources or points."""
    if not _is_combination(kernel):
        return args, options
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
    """`plan(sources, ..., kernel=, tol=)` for kernels that are sums, too. A sum of one term without
    a factor has the plan of this term, others a `PlanOfTerms`, which is used like a `Plan`."""

    @functools.wraps(plan)
    def run(*args: P.args, **options: P.kwargs) -> Plan:
        kernel: Any = options.get("kernel")
        every, named = _converted(args, options, kernel)
        terms = _terms(every[0] if every else named.get("sources"), kernel)
        if terms is None:
            return plan(*args, **options)
        make: Any = functools.partial(plan, *every, **named)
        tol: Any = options.get("tol", DEFAULT_TOL)
        plans = [make(kernel=part, tol=_share(tol, terms)) for _, part in terms]
        if len(plans) == 1 and terms[0][0] is None:
            return plans[0]
        return cast(Plan, PlanOfTerms(kernel=kernel, plans=tuple(plans)))

    return run


def summed_by_terms(function: Callable[P, T]) -> Callable[P, T]:
    """`function(sources, ..., kernel=, tol=, plan=)`, linear in the kernel, for kernels that are
    sums, too."""

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
            found = _terms(first, kernel)
            if found is None:
                return function(*args, **options)
            if isinstance(plan, Plan) and len(found) > 1:
                plan.check_kernel(kernel)  # which raises an error
            terms, plans = found, [plan] * len(found)
        one: Any = functools.partial(function, *every)
        if plan is None or named.get("tol") is not None:
            named = named | {"tol": _share(named.get("tol", DEFAULT_TOL), terms)}
        results = [
            one(**named | {"kernel": part, "plan": by})
            for (_, part), by in zip(terms, plans, strict=True)
        ]
        return _combined([factor for factor, _ in terms], results, kernel or plan.kernel)

    return run


def _share(tol: Any, terms: list[Any]) -> Any:
    """The tolerance of each term."""
    known = isinstance(tol, float | int | np.number) and not isinstance(tol, bool)
    return tol / len(terms) if known and len(terms) > 1 else tol


def _combined(factors: list[Any], results: list[Any], kernel: Kernel) -> Any:
    """The sum of results times their factors. Warns where it is known that parts cancel."""
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
    if mean > MORE * size > 0:
        errors.warn(
            f"the parts of {kernel.name} cancel: they are {mean / size:.2g} times as large as "
            "their sum, whose relative error may exceed tol by this factor; give a tol that is "
            "smaller by it"
        )
