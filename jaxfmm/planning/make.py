"""`jaxfmm.plan`: the arguments, the choice, and the trials that make a plan fit its points."""

import dataclasses
import time
import weakref
from collections.abc import Callable, Iterable
from typing import Any, cast

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs, progress, pytrees
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.errors import smallest_tol
from jaxfmm.elements import Elements, as_points, refuse
from jaxfmm.errors import Status
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.given_segments import by_segments, in_unknown_cell
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_expansions import crowded_by_softening
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.table import methods_of
from jaxfmm.plan import Plan, build, with_derivatives
from jaxfmm.planning import warm_up
from jaxfmm.planning.arrangement import arrangement_of
from jaxfmm.planning.capacity import as_direct, grow_capacity
from jaxfmm.planning.choose import choose, most_order, propose, why_all_pairs
from jaxfmm.planning.faint import warn_of_weak_fields
from jaxfmm.planning.keep import check_keep_near, keep_near_fields
from jaxfmm.planning.near_pairs import count_near_pairs
from jaxfmm.planning.probe_charges import cancel, columns_of
from jaxfmm.planning.search_by_prediction import PredictionSearch
from jaxfmm.planning.search_by_tables import pays, search_by_tables, spare_of
from jaxfmm.planning.segments import sizes_of
from jaxfmm.request import USES, Request
from jaxfmm.sharding.explicit import check_outside
from jaxfmm.sharding.layout import Layout, layout_of
from jaxfmm.switches import library_code
from jaxfmm.terms import planned_by_terms
from jaxfmm.user_points import check_points, marks_of

TREES = ("adaptive", "balanced")
ACCUMULATE = (None, "float64")
EXCHANGE = (None, "rounds")
MOST_DERIVATIVES = 4  # that a plan can be asked for


@library_code
@planned_by_terms
def plan(
    sources: ArrayLike | Elements,
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
    derivatives: int | None = None,
    uses: int = USES,
    accumulate: str | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    keep_near: bool = False,
    exchange: str | None = None,
) -> Plan:
    """Decides how to sum over the given points: method, tree, interaction lists, expansion order.

    Outside of `jit` the plan sees the points and makes its arrays large enough for them. Inside
    `jit` the sizes follow from the shapes and `headroom` alone; where they are too small,
    `plan.status` says so and results are NaN.

    Args:
      sources: (n, d) points, or `jaxfmm.Elements`.
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
        Other plans take order and theta from tables of the largest errors. For `Custom` kernels
        errors are always measured. In a periodic cell there is a warning where fields cancel, as on
        a lattice.
      gradient: whether the gradient has to be that accurate as well.
      method: "auto" (the fastest); "direct"; "fmm" or "treecode" for kernels with multipole
        expansions; "fourier", "fgt" (the fast Gauss transform), "exponentials" (1D) or "truncated"
        for the Gaussian; "ewald" for `Laplace` and vectors in cells with three periodic
        axes.
      order: the degree of the expansions: 0 to 30, in two dimensions 0 to 60.
      theta: the opening parameter, between 0 and 1. Two cells with the radii r_a, r_b at the
        distance d interact by expansions when max(r_a, r_b) + k min(r_a, r_b) <= k d, where k =
        theta / (2 - theta) (in balanced trees k = theta). For cells of equal size that is r_a + r_b
        <= theta d. A plan that measures its errors and whose expansions are Taylor series, as with
        softening, applies r_a + r_b <= theta d to all cells.
      leaf_size: the largest number of points in a leaf. None takes the fastest, or the least one
        whose lists have at most 2^30 pairs if those of the fastest have more. An FMM between few
        points and many then has up to eight times smaller leaves for the few.
      tree: "adaptive", a binary tree that splits cells at their middle, or "balanced", one that
        splits at medians (Goude & Engblom 2013). All leaves of a balanced tree hold the same number
        of points, and its size depends on the number of points alone. Adaptive trees are faster for
        clustered points.
      backend: None for the fastest available, or a name from `jaxfmm.backends()`.
      headroom: the capacity of tree and lists, as a multiple of what is expected. Later updates may
        need more.
      charges: (n,) or (n, k). With charges, errors are measured for these, whatever the number of
        points, instead of for charges of every kind. Order and theta then follow from these charges
        alone. That is faster for masses, and right where a few charges sit in the outermost points.
        The promise then holds for charges like these. The plan is the fastest for as many columns.
        Inside of `jit`, and where charges are traced, nothing is measured: they only tell how many
        columns there are.
      derivatives: the highest order of derivatives that are asked of the plan, each with an error
        of at most `tol`: 0 the potential, 1 the gradient, 2 Hessians, Hessian-vector products and
        gradients of a loss of forces, and so on up to 4. None for 1, or for 0 without `gradient`.
        Every plan can be differentiated to every order. A plan for the gradient has second
        derivatives with about `tol`, of softened and of radial kernels at most twice `tol`.
      uses: about how many sums the plan is for. Methods that take long to compile, and further
        tries of a plan that measures its errors, must save their time in as many sums. So must the
        first try where it takes more than a second (on GPUs two), or `uses` is below 100.
      accumulate: "float64" for sums of float32 points and charges with a third of the error of
        rounding: pairs are computed in float32 and added as in float64. On CPUs the local
        expansions of an FMM are added in float64 too; elsewhere they are if x64 is on. Sums of
        terms that cancel, as for charges of both signs, gain most. They take up to 1.3 times as
        long. None adds in the precision of the points. Points of float64 need nothing. Methods
        "fourier", "fgt", "exponentials" and "ewald" lack it, and so do several devices.
      segments, num_segments, target_segments: as of `jaxfmm.potential`. Points then act on points
        of their own segment alone; `tol` holds for each segment. Errors are not measured.
        method="auto" takes an FMM or the direct sum over the pairs of each segment, and for
        `Periodic(Laplace(), cells)` the Ewald sum.
      keep_near: whether the plan of `jaxfmm.Elements` keeps the fields of near elements, for many
        sums of `charges` with new densities: potentials and gradients then take a fraction of the
        time. Other sums, and derivatives in targets and vertices, are as without. The plan holds
        for its own elements and targets alone; `update` computes the fields of others. It takes 20
        bytes in float32 for each near pair of a target and an element, or a vertex where `Elements`
        have densities="vertex". Densities of the other kind raise a ValueError.
      exchange: "rounds" for points over many devices that hardly move: devices then exchange border
        points, multipoles and nodes with the few others that need them, in rounds, instead of all
        at once (see the guide "Many devices"). Rounds have capacities for small moves alone: where
        an update needs more, its status has the bit `EXCHANGE`. For methods by trees; not for
        `Helmholtz`.

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
    options = _Options(
        tol,
        gradient,
        method,
        order,
        theta,
        leaf_size,
        tree,
        backend,
        headroom,
        derivatives,
        uses,
        accumulate,
        exchange,
    )
    elements: Any = sources
    densities = charges
    inputs.choice("keep_near", keep_near, (False, True))
    if keep_near:
        check_keep_near(sources, targets)
    if isinstance(sources, Elements):
        refuse(segments=segments)
        tol = inputs.number("tol", tol, 0, 1, "it is a relative error such as 1e-4")
        sources, charges, _, kernel = as_points(sources, charges, None, kernel, tol, None)
    kernel = by_segments(kernel, sources, targets, segments, num_segments, target_segments)
    with progress.waiting("plan: choosing a method, a tree and lists"):
        made = _plan(_check(sources, targets, kernel, options), charges)
        if not keep_near:
            return made

        def plan_of_points(points: Array, charges: Array | None) -> Plan:
            return _plan(_check(points, targets, Laplace(), options), charges)

        fixed, at = pytrees.constant(elements), jnp.asarray(targets)
        return keep_near_fields(made, plan_of_points, fixed, at, densities)


def plan_for_targets(plan: Plan, sources: Array, targets: Array) -> Plan:
    """A plan with the method, order and theta of `plan`, which is for these sources onto
    themselves, for other targets. Outside of `jit` its capacities suffice."""
    known = pytrees.constant((plan.kernel, sources, targets))
    choice = plan.choice.for_targets(len(targets)).with_request(symmetric=False, method=plan.method)
    made = build(choice, *known)
    if not errors.is_traced(made):
        made = grow_capacity(made, Problem(*known)).check()
    return with_derivatives(made, plan.kernel)


def _plan(asked: "_Asked", charges: ArrayLike | None) -> Plan:
    """The plan of many sums."""
    request, problem = asked.request, asked.problem
    if charges is not None and problem.kernel.traits.vector:
        raise ValueError(
            f"charges must be None for a plan of {problem.kernel.name}, which is measured for "
            "random vectors"
        )
    given = None if charges is None else columns_of(charges, problem)
    if given is not None:
        request = dataclasses.replace(request, columns=given.shape[1])
    if errors.is_traced(given) or errors.is_tracing():
        given = None  # their errors cannot be measured
    if given is not None and not jnp.isfinite(given).all():
        raise ValueError(
            "charges hold NaN or infinite numbers, for which no error can be measured; remove or "
            "repair them, or leave charges out"
        )
    spare = spare_of(request, problem, given)
    # other charges have no larger errors than those of tables
    any_sign = given is None or cancel(given)
    if spare is not None and (given is None or not any_sign) and min(problem.sources.shape) > 0:
        usual = dataclasses.replace(request, spare=spare)
        by_tables, measured = (propose(one, problem)[0] for one in (request, usual))
        spare = spare if pays(by_tables, measured, problem) else None
    made = make_plan(dataclasses.replace(request, spare=spare), problem)
    if _may_be_measured(made, problem, given) and (
        spare is not None or any_sign and arrangement_of(made, problem).even
    ):
        made = _measure(made, problem, given, lambda: make_plan(request, problem))
    made = count_near_pairs(warn_of_weak_fields(made, problem, given), problem)
    return asked.finish(made)


def plan_once(
    sources: ArrayLike,
    charges: Any,
    targets: ArrayLike | None,
    *,
    kernel: Kernel,
    tol: float,
    gradient: bool,
) -> Plan:
    """The plan of a single sum, for which nothing is measured unless charges may cancel as in a
    crystal."""
    with progress.waiting("plan: choosing a method, a tree and lists"):
        return _plan_once(
            _check(sources, targets, kernel, _Options(tol, gradient, uses=1)), charges
        )


def _plan_once(asked: "_Asked", charges: Any) -> Plan:
    request, problem = asked.request, asked.problem
    if charges is None or problem.kernel.traits.vector:
        return asked.finish(make_plan(request, problem))
    given = columns_of(charges, problem)
    made = make_plan(dataclasses.replace(request, columns=given.shape[1]), problem)
    if (
        _may_be_measured(made, problem, given)
        and cancel(given)
        and arrangement_of(made, problem).even
    ):
        by_tables = made
        made = _measure(made, problem, given, lambda: by_tables)
    return asked.finish(warn_of_weak_fields(made, problem, given))


def _measure(
    plan: Plan, problem: Problem, charges: Array | None, by_tables: Callable[[], Plan]
) -> Plan:
    def instead(last: Plan, why: str) -> Plan:
        """The plan by another method than the last one's: without images the direct sum."""
        if not problem.kernel.has_images:
            return as_direct(last, problem, why)
        other = choose(last.request, problem, [last.choice.method])
        made = grow_capacity(build(other, *problem.arrays), problem).check()
        return dataclasses.replace(made, why=why)

    progress.tell("plan: measuring errors")
    return search_by_tables(plan, problem, charges, by_tables, instead)


def _may_be_measured(plan: Plan, problem: Problem, charges: Array | None) -> bool:
    fits = plan.choice.method.to_fit(plan.request, problem.kernel) is not None
    return fits and plan.request.segments is None and not errors.is_traced(plan, charges)


@dataclasses.dataclass(frozen=True)
class _Options:
    """The options of `plan`."""

    tol: float
    gradient: bool
    method: str = "auto"
    order: int | None = None
    theta: float | None = None
    leaf_size: int | None = None
    tree: str = "adaptive"
    backend: str | None = None
    headroom: float = 1.25
    derivatives: int | None = None
    uses: int = USES
    accumulate: str | None = None
    exchange: str | None = None

    def fit(self, preferred: Kernel, other: Kernel) -> Kernel:
        """The preferred one of two forms of a kernel, unless these options are only for the other
        one."""
        of_expansions = self.order is not None or self.theta is not None or self.tree != TREES[0]
        of_others = of_expansions or self.accumulate is not None
        suits = self.method in ("auto", *methods_of(preferred)) and not of_others
        return preferred if suits else other

    def request(
        self, kernel: Kernel, sources: Array, targets: Array | None, layout: Layout | None
    ) -> Request:
        """The `Request` of these options, checked, for a kernel and points."""
        methods = methods_of(kernel)
        _check_method(self.method, methods, kernel)
        inputs.choice("tree", self.tree, TREES)
        inputs.choice("accumulate", self.accumulate, ACCUMULATE)
        inputs.choice("exchange", self.exchange, EXCHANGE)
        if self.exchange is not None and layout is None:
            raise ValueError(
                f"exchange={self.exchange!r} is for points that are split over devices, and these "
                "points are on one; leave exchange out"
            )
        backends.check(self.backend)
        tol = inputs.number("tol", self.tol, 0, 1, "it is a relative error such as 1e-4")
        if not (self.method in methods and methods[self.method][0].exact):
            _check_floor(tol, sources.dtype)
        order, theta, leaf_size = self.order, self.theta, self.leaf_size
        if order is not None:
            most = most_order(kernel, sources.shape[1])
            order = inputs.integer("order", order, 0, most, "higher orders gain nothing in float64")
        if theta is not None:
            theta = inputs.number("theta", theta, 0, 1, "0.5 to 0.8 are usual")
        if leaf_size is not None:
            leaf_size = inputs.integer("leaf_size", leaf_size, 1, 4096, "16 to 128 are usual")
        derivatives = int(self.gradient)
        if self.derivatives is not None:
            derivatives = inputs.integer(
                "derivatives", self.derivatives, 0, MOST_DERIVATIVES, "2 for Hessians"
            )
        n, dim = sources.shape
        return Request(
            n=n,
            m=n if targets is None else targets.shape[0],
            dim=dim,
            symmetric=targets is None,
            method=self.method,
            tol=tol,
            derivatives=derivatives + kernel.extra_derivatives,
            tree=self.tree,
            order=order,
            theta=theta,
            leaf_size=leaf_size,
            backend=self.backend,
            headroom=inputs.number(
                "headroom", self.headroom, 0.99, 1e6, "it multiplies capacities, such as 1.25"
            ),
            accumulate=self.accumulate,
            exchange=self.exchange,
            layout=layout,
            segments=sizes_of(kernel.segments, n),
            uses=inputs.integer("uses", self.uses, 1, 10**9, "100 are usual"),
        )


def _check_method(method: str, methods: Iterable[str], kernel: Kernel) -> None:
    """Raises ValueError unless a method is "auto" or one of those of the kernel."""
    alone = kernel if kernel.segments is None else kernel.segments.kernel
    if method in [name for name in methods_of(alone) if name not in methods]:
        raise ValueError(
            f"method={method!r} has no sum by segments for {alone.name}; take "
            f"{' or '.join(map(repr, ('auto', *methods)))}, or sum each segment by itself, in a "
            "loop or with jax.vmap"
        )
    inputs.choice("method", method, ("auto", *methods))


def _check_floor(tol: float, dtype: jnp.dtype) -> None:
    """Raises ValueError for a tolerance that rounding alone may break."""
    if tol < (floor := smallest_tol(dtype)):
        wider = "" if dtype == jnp.float64 else f"float64 points ({errors.X64}), "
        raise ValueError(
            f"tol={tol} is below what {dtype} can reach, about {floor:.0e}; use a larger tol, "
            f"{wider}or method='direct', whose only errors are by rounding"
        )


@dataclasses.dataclass(frozen=True)
class _Asked:
    """What was asked for. kernel: with its derivatives, since sums with the plan are differentiated
    in its parameters.  marks: weak references to the points.  began: when, by
    `time.perf_counter`.

    `problem` has no derivatives: under `jax.grad` and `jax.jvp` outside of `jit` its arrays are
    known numbers, which a plan may look at."""

    request: Request
    problem: Problem
    kernel: Kernel
    marks: tuple[weakref.ref, ...]
    began: float

    def finish(self, plan: Plan) -> Plan:
        """The plan with the derivatives of its kernel, marks of its points, and what it took."""
        choice = plan.choice.with_request(spare=None, uses=USES)
        tries = f", {plan.making}" if plan.making else ""
        making = f"{time.perf_counter() - self.began:.2g} s{tries}"
        plan = dataclasses.replace(plan, marks=self.marks, choice=choice, making=making)
        return with_derivatives(plan, self.kernel)


def _check(sources: Any, targets: Any, kernel: Any, options: _Options) -> _Asked:
    """The arguments of `plan`, checked."""
    began = time.perf_counter()
    marks, kernel = marks_of(sources, targets), foreign.leaves(kernel)
    sources, targets = check_points(kernel, sources, targets)
    layout = layout_of("sources", sources)
    check_outside(sources)
    if layout is not None:
        sources, targets = cast(Any, layout.put_points(sources, targets))
        kernel = layout.put_segments(kernel)
    kernel = kernel.simplified(sources.shape[1])
    if layout is None:
        kernel = options.fit(in_unknown_cell(kernel, sources, targets), kernel)
    known, sources, targets = pytrees.constant((kernel, sources, targets))
    known.check_at(sources, int(options.gradient and targets is None))
    problem = Problem(known, *known.images.unfold(sources, targets))
    request = options.request(*problem.arrays, layout)
    return _Asked(request, problem, kernel, marks, began)


def make_plan(request: Request, problem: Problem) -> Plan:
    """The plan for a request, checked and enlarged outside of `jit`. Errors are measured only of
    kernels for which none are known."""
    choice = choose(request, problem)
    warm_up.begin(choice, problem)
    why = why_all_pairs(choice, problem.kernel)
    plan = dataclasses.replace(build(choice, *problem.arrays), why=why)
    if errors.is_traced(plan):
        return plan
    plan, tried = _by_another_method(plan, request, problem)
    # a search by predicted errors leaves the parameters of its start: their time says nothing
    compare = plan.choice.method.to_measure(request, problem.kernel) is None
    plan = grow_capacity(plan, problem, compare=compare)
    if request.automatic and int(plan.status) & Status.SHARP:
        why = "the kernel decays too fast for the distance between sources and targets"
        plan = as_direct(plan, problem, why)
    errors.raise_status(plan, int(plan.status), problem.sources, problem.targets)
    measured = plan.choice.method.to_measure(request, problem.kernel)
    if measured is None:
        return plan
    progress.tell(f"plan: predicting errors of {problem.kernel.name}")
    best = PredictionSearch(plan, problem, measured).run()
    if request.automatic and best.is_direct:  # other expansions may have the accuracy
        choice = choose(request, problem, [*tried, plan.choice.method])
        other = grow_capacity(build(choice, *problem.arrays), problem).check()
        measured = other.choice.method.to_measure(request, problem.kernel)
        if not other.is_direct and measured is not None:
            best = PredictionSearch(other, problem, measured).run()
    return best


def _by_another_method(plan: Plan, request: Request, problem: Problem) -> tuple[Plan, list[Method]]:
    """(the plan by the next best method, where its own needs too much for these points; the
    methods that needed too much)"""
    tried: list[Method] = []
    # clustered points may need more capacity than expected
    while request.automatic and int(plan.status) & Status.EXTENT:
        tried.append(plan.choice.method)
        plan = build(choose(request, problem, tried), *problem.arrays)
    if crowded_by_softening(plan):
        choice = choose(request, problem, [plan.choice.method])
        plan = build(choice, *problem.arrays)
    return plan, tried
