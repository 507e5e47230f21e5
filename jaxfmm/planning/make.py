"""`jaxfmm.plan`: the arguments, the choice, and the trials that make a plan fit its points."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, progress, pytrees
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model import accuracy
from jaxfmm.errors import Status
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.methods.base import to_measure
from jaxfmm.methods.by_expansions import crowded_by_softening
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.table import methods_of
from jaxfmm.plan import Plan, build, checked_points, differentiated, marks_of
from jaxfmm.planning import warm_up as kernels
from jaxfmm.planning.capacity import as_direct, grown
from jaxfmm.planning.certify import certified
from jaxfmm.planning.choose import choose, most_order, why_all_pairs
from jaxfmm.planning.faint import warned
from jaxfmm.planning.fit import cancel, even, fitted, spare_of
from jaxfmm.request import Request
from jaxfmm.sharding.explicit import check_outside
from jaxfmm.sharding.layout import layout_of
from jaxfmm.switches import library_code

TREES = ("adaptive", "balanced")


@library_code
def plan(
    sources: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = Laplace(),
    tol: float = 1e-4,
    gradient: bool = True,
    method: str = "auto",
    order: int | None = None,
    theta: float | None = None,
    leaf_size: int | None = None,
    tree: str = "adaptive",
    backend: str | None = None,
    headroom: float = 1.25,
    charges: ArrayLike | None = None,
) -> Plan:
    """Decides how to sum over the given points: method, tree, interaction lists, expansion order.

    Outside of `jit` the plan sees the points and makes its arrays large enough for them. Inside
    `jit` the sizes follow from the shapes and `headroom` alone; where they are too small,
    `plan.status` says so and results are NaN.

    Args:
      sources: (n, d) points.
      targets: (m, d) points, or None when the targets are the sources.
      kernel: the kernel K(x, y).
      tol: the relative L2 error over the targets: of the potential and, with `gradient`, of the
        gradient too. It is a promise as long as the plan chooses `order` and `theta` itself.
        Outside of `jit`, an FMM or treecode of 20,000 points and more, or of points as even as a
        crystal's, measures its errors when it is planned: at most `tol` / 2 for charges of one sign
        and of both, and where points lie in close pairs for charges that cancel in each pair; at
        most `tol` where about five charges outweigh all others. The promise then holds for such
        charges, for updates with points of the same kind, and for kernels whose length is at most
        64 times longer or shorter. Sums outside of `jit` warn if fewer charges outweigh the others.
        Other plans take order and theta from tables of the worst errors. For `Custom` kernels
        errors are always measured. In a periodic cell there is a warning where fields cancel, as on
        a lattice.
      gradient: whether the gradient has to be that accurate as well.
      method: "auto" (the fastest); "direct"; "fmm" or "treecode" for kernels with multipole
        expansions; "fourier", "fgt" (the fast Gauss transform), "exponentials" (1D) or "truncated"
        for the Gaussian; "ewald" for `Laplace` in cells with three periodic axes.
      order: the degree of the expansions: 0 to 30, in two dimensions 0 to 60.
      theta: the opening parameter, between 0 and 1. Two cells with the radii r_a, r_b at the
        distance d interact by expansions when max(r_a, r_b) + k min(r_a, r_b) <= k d, where k =
        theta / (2 - theta) (in balanced trees k = theta). For cells of equal size that is r_a + r_b
        <= theta d. A plan that measures its errors takes that for all cells where its expansions
        are Taylor series, as with softening.
      leaf_size: the largest number of points in a leaf; None for the fastest, or, where its lists
        would have more than 2^30 pairs, for the least whose lists have not.
      tree: "adaptive", a binary tree that splits cells at their middle, or "balanced", one that
        splits at medians (Goude & Engblom 2013). All leaves of a balanced tree hold the same number
        of points, and its size depends on the number of points alone. Adaptive trees are faster for
        clustered points.
      backend: None for the fastest available, or a name from `jaxfmm.backends()`.
      headroom: the room for tree and lists, as a multiple of what is expected. Later updates may
        need more.
      charges: (n,) or (n, k). With charges, errors are measured for these, whatever the number of
        points, instead of for charges of every kind. Order and theta then follow from these charges
        alone. That is faster for masses, and right where a few charges sit in the outermost points.
        The promise then holds for charges like these.

    Returns:
      A `Plan`.

    Raises:
      ValueError: for bad arguments, with the fix; and with method="fmm" where it cannot keep `tol`
        for a `Custom` kernel.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (20000, 3))
      >>> p = jaxfmm.plan(x, tol=1e-3, method="fmm")
      >>> phi = jaxfmm.potential(x, jnp.ones(20000), plan=p)
      >>> int(p.status)
      0
    """
    request, given, asked, marks = _asked(
        sources,
        targets,
        kernel,
        tol,
        gradient,
        method,
        order,
        theta,
        leaf_size,
        tree,
        backend,
        headroom,
    )
    if charges is not None and kernel.traits.vector:
        raise ValueError(
            f"charges must be None for a plan of {kernel.name}, which is measured for random vectors"
        )
    if charges is not None:
        charges = _columns(
            errors.charges("charges", pytrees.constant(charges), request.n, given.sources.dtype)
        )
    spare = spare_of(request, given, charges)
    found = made(dataclasses.replace(request, spare=spare), given)
    if _may_fit(found, given, charges) and (spare is not None or even(found, given)):
        found = _measured(found, given, charges, lambda: made(request, given))
    choice = found.choice.with_request(spare=None)
    found = warned(found, given, charges)
    return differentiated(dataclasses.replace(found, choice=choice, marks=marks), asked)


def plan_once(
    sources: Any, charges: Any, targets: Any, *, kernel: Kernel, tol: float, gradient: bool
) -> Plan:
    """The plan of a single sum, for which nothing is measured unless charges may cancel as in a
    crystal."""
    request, given, asked, marks = _asked(sources, targets, kernel, tol, gradient)
    found = made(request, given)
    if (
        charges is not None and not given.kernel.traits.vector
    ):  # plans of vectors measure errors for charges of all kinds
        charges = _columns(
            errors.charges("charges", pytrees.constant(charges), request.n, given.sources.dtype)
        )
        if _may_fit(found, given, charges) and cancel(charges) and even(found, given):
            found = _measured(found, given, charges, lambda: found)
        found = warned(found, given, charges)
    return differentiated(dataclasses.replace(found, marks=marks), asked)


def _measured(found: Plan, given: Problem, charges: jax.Array | None, by_tables: Callable) -> Plan:
    with progress.waiting("plan: measuring errors"):
        return fitted(found, given, charges, by_tables, functools.partial(_instead, given))


def _instead(given, last, why):
    """The plan by another method than the last one's: by the direct sum where there are no
    images."""
    if not given.kernel.has_images:
        return as_direct(last, why)
    kernel, sources, targets = given.kernel, given.sources, given.targets
    other = build(choose(last.request, given, [last.choice.method]), kernel, sources, targets)
    return dataclasses.replace(grown(other, kernel, sources, targets).check(), why=why)


def _columns(charges: jax.Array) -> jax.Array:
    """Charges (n,) or (n, k) as columns of real numbers."""
    charges = charges if charges.ndim == 2 else errors.column(charges)
    if jnp.issubdtype(charges.dtype, jnp.complexfloating):
        return jnp.concatenate([charges.real, charges.imag], axis=1)
    return charges


def _may_fit(found: Plan, given: Problem, charges: jax.Array | None = None) -> bool:
    return found.choice.method.to_fit(found.request, given.kernel) and not errors.is_traced(
        found, charges
    )


def _asked(
    sources: Any,
    targets: Any,
    kernel: Any,
    tol: Any,
    gradient: bool,
    method: str = "auto",
    order: float | None = None,
    theta: float | None = None,
    leaf_size: int | None = None,
    tree: str = "adaptive",
    backend: str | None = None,
    headroom: float | None = 1.25,
) -> tuple[Request, Problem, Any, tuple[Callable, ...]]:
    """The arguments of `plan`, checked: (`Request`, `Given`, the kernel as it was asked for, marks
    of the points).

    `Given` has no derivatives: under `jax.grad` and `jax.jvp` outside of `jit` its arrays are known
    numbers, which a plan may look at. The kernel keeps its derivatives, since sums with the plan
    are differentiated in its parameters."""
    marks, kernel = marks_of(sources, targets), foreign.leaves(kernel)
    sources, targets = checked_points(kernel, sources, targets)
    layout = layout_of("sources", sources)
    check_outside(sources)
    if layout is not None:
        sources, targets = layout.put_points(sources, targets)
    asked = kernel.simplified(sources.shape[1])
    kernel, sources, targets = pytrees.constant((asked, sources, targets))
    kernel.check_at(sources, int(gradient and targets is None))
    tol = errors.number("tol", tol, 0, 1, "it is a relative error such as 1e-4")
    headroom = errors.number(
        "headroom", headroom, 0.99, 1e6, "it multiplies the expected room, such as 1.25"
    )
    methods = methods_of(kernel)
    errors.choice("method", method, ("auto", *methods))
    errors.choice("tree", tree, TREES)
    backends.check(backend)
    floor = accuracy.smallest_tol(sources.dtype)
    if tol < floor and not (method in methods and methods[method][0].exact):
        raise ValueError(
            f"tol={tol} is below what {sources.dtype} can reach, about {floor:.0e}; use a larger tol, "
            + ("" if sources.dtype == jnp.float64 else f"float64 points ({errors.X64}), ")
            + "or method='direct', whose only errors are those of rounding"
        )
    if order is not None:
        most = most_order(kernel, sources.shape[1])
        order = errors.integer("order", order, 0, most, "higher orders gain nothing in float64")
    if theta is not None:
        theta = errors.number("theta", theta, 0, 1, "0.5 to 0.8 are usual")
    if leaf_size is not None:
        leaf_size = errors.integer("leaf_size", leaf_size, 1, 4096, "16 to 128 are usual")
    n, dim = sources.shape
    request = Request(
        n=n,
        m=n if targets is None else targets.shape[0],
        dim=dim,
        symmetric=targets is None,
        method=method,
        tol=tol,
        derivatives=int(gradient) + kernel.extra_derivatives,
        tree=tree,
        order=order,
        theta=theta,
        leaf_size=leaf_size,
        backend=backend,
        headroom=headroom,
        layout=layout,
    )
    return request, Problem(kernel, sources, targets), asked, marks


def made(request: Request, given: Problem) -> Plan:
    """The plan for a request, checked and enlarged outside of `jit`, before errors are measured of
    kernels for which they are known."""
    kernel, sources, targets = given.kernel, given.sources, given.targets
    first = choose(request, given)
    kernels.begin(first, kernel, sources, targets)
    found = dataclasses.replace(
        build(first, kernel, sources, targets), why=why_all_pairs(first, kernel)
    )
    if errors.is_traced(found):
        return found
    automatic, tried = request.automatic, []
    while (
        automatic and int(found.status) & Status.EXTENT
    ):  # clustered points may need more room than expected
        tried.append(found.choice.method)
        found = build(choose(request, given, tried), kernel, sources, targets)
    if crowded_by_softening(found):
        found = build(choose(request, given, [found.choice.method]), kernel, sources, targets)
    found = grown(found, kernel, sources, targets)
    if automatic and int(found.status) & Status.SHARP:
        found = as_direct(
            found, "the kernel decays too fast beside the distance between sources and targets"
        )
    errors.raise_status(found, int(found.status), sources, targets)
    if to_measure(found.choice.method, request, kernel) is None:
        return found
    with progress.waiting(f"plan: measuring the error of {kernel.name}"):
        best = certified(found, kernel, sources, targets)
    if automatic and best.is_direct:  # other expansions may have the accuracy
        other = build(
            choose(request, given, [*tried, found.choice.method]), kernel, sources, targets
        )
        other = grown(other, kernel, sources, targets).check()
        if not other.is_direct and to_measure(other.choice.method, request, kernel):
            best = certified(other, kernel, sources, targets)
    return best
