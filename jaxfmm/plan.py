"""The plan: everything about a sum that does not depend on the charges.

A plan is a pytree of arrays whose shapes depend only on the numbers of points and on the options, so that
`plan.update(points)` runs inside `jit` without compiling anew. Trees and lists carry no derivative.
"""

import dataclasses
import functools
import math
import warnings
import weakref
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import accuracy, errors, options as choices
from jaxfmm.describe import describe
from jaxfmm.errors import CAPACITY, Status
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.methods import gaussian, interpolated, measured
from jaxfmm.methods.fmm import family
from jaxfmm.ops import backends
from jaxfmm.options import Options, model_of
from jaxfmm.tree.balanced import build_balanced
from jaxfmm.tree.build import Tree, build
from jaxfmm.tree.traverse import Lists, traverse

# how the far pairs of a method by trees are computed
FAR_BY = {"fmm": "m2l", "treecode": "m2p", "transposed treecode": "p2l", "truncated": None}
TRANSPOSED = {name: name for name in FAR_BY} | {"treecode": "transposed treecode", "transposed treecode": "treecode"}
MOST_DIMENSIONS = 63  # of kernels that are defined in all
LOOSE = 1e30  # an opening parameter that accepts every pair of cells
MOST_TRIES = 3  # FMMs that are measured, for kernels of which no error is known
TOO_DEAR = "an FMM would take longer, as counted for these points"
STALE_MARGIN = 1.1  # how far points may stray from their cells, in cell radii, before the plan is stale


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=[
        "kernel",
        "unit",
        "center",
        "shift",
        "sources_tree",
        "targets_tree",
        "lists",
        "prepared",
        "status",
        "measured",
        "closest",
    ],
    meta_fields=["options"],
    drop_fields=["marks", "why"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """How a sum over given points is to be computed; made by `jaxfmm.plan`.

    status: int32 scalar, 0 when the plan can be used, else a combination of `jaxfmm.errors.Status` bits. Sums with a
      plan whose status is not 0 are NaN everywhere.
    kernel: the kernel of the plan.  options: all static choices, among them order, theta, leaf_size, method, tol.
    unit: the power of two in which lengths are measured inside.  center: of the box of all points.
    shift: what is subtracted from coordinates before they are measured in the unit: of trees, the centre along axes
      where it is farther from the origin than the points are from each other, which is exact; otherwise 0.
    sources_tree, targets_tree: the trees, in that unit (None for a direct sum; targets_tree is None when targets are
      the sources).  lists: the interaction lists, `Lists` of far and near pairs and of those with exchanged roles.
    prepared: what other methods prepare for the targets and for the sources.
    measured: the error that was measured when the plan was made, of kernels of which none is known, otherwise None.
    why: the reason why an FMM was given up for the direct sum, otherwise None; it does not go into `jit`.
    closest: the least distance of far cells if no near ones are closer, in the unit, of interpolated kernels whose
      targets are not the sources, otherwise None.
    marks: weak references to the points of the plan; () where that is not known, as of a plan that was passed to `jit`.
    """

    kernel: Kernel
    unit: jax.Array
    center: jax.Array
    shift: jax.Array
    sources_tree: Tree | None
    targets_tree: Tree | None
    lists: Lists
    prepared: tuple[Any, Any]
    status: jax.Array
    options: Options
    measured: jax.Array | None = None
    closest: jax.Array | None = None
    why: str | None = None
    marks: tuple[weakref.ref, ...] = ()

    def __getstate__(self):
        return vars(self) | {"marks": ()}  # copies are of other arrays

    @property
    def trees(self):
        """(target tree, source tree)."""
        return (self.sources_tree if self.targets_tree is None else self.targets_tree), self.sources_tree

    @property
    def far(self):
        return self.lists.far

    @property
    def near(self):
        return self.lists.near

    def update(self, sources, targets=None):
        """The plan for new points, of the same numbers and with the same options and capacities; works inside `jit`.

        Raises:
          ValueError: shapes or dtypes differ from the plan's; outside `jit` also when the new points need more room
            than the plan has (inside `jit` the status of the result says so).
        """
        marks = _marks(sources, targets)
        sources, targets = _points(self.kernel, sources, targets)
        self._check_shapes(sources, targets)
        plan = _settled(_build_jit(self.kernel, sources, targets, self.options), sources, targets)
        plan = dataclasses.replace(plan, measured=self.measured, why=self.why, marks=marks)
        return plan if errors.is_traced(plan) else plan.check()

    def check(self):
        """Returns the plan if its status is 0, else raises a ValueError with the reason and the fix. Not for `jit`."""
        raise_status(self, int(self.status))
        return self

    def needs(self):
        """The capacities that the points need, as a dict; exact where the tree is complete."""
        if self.near is None:
            return {}
        fullest = max(self.trees, key=lambda tree: int(tree.n_nodes) / tree.capacity)
        needs = {"nodes": int(fullest.n_nodes), "nodes_capacity": fullest.capacity}
        needs |= {"near": int(self.near.count), "near_capacity": self.near.capacity}
        if self.far is not None:
            needs |= {"far": int(self.far.count), "far_capacity": self.far.capacity}
        if self.options.exchanged:
            longest = max(int(self.lists.outward.count), int(self.lists.inward.count))
            needs |= {"exchanged": longest, "exchanged_capacity": self.options.exchanged}
        return needs

    def pair_work(self):
        """How many pairs of particles the near list of a concrete plan holds."""
        target, source = self.trees
        used = slice(0, int(self.near.count))
        count = [np.asarray(t.count)[np.asarray(t.leaves)].astype(np.int64) for t in (target, source)]
        return int((count[0][np.asarray(self.near.target[used])] * count[1][np.asarray(self.near.source[used])]).sum())

    def inside(self, points):
        """Points as trees take them: as the kernel does, shifted, in units."""
        return (self.kernel.coordinates(points, self.center) - self.shift[None]) / self.unit

    def transposed(self):
        """The plan of the transposed sum: sources and targets exchanged."""
        if self.options.symmetric or self.options.method == "direct":
            return self
        if self.options.setup is not None:
            return dataclasses.replace(self, prepared=self.prepared[::-1])
        options = dataclasses.replace(self.options, method=TRANSPOSED[self.options.method])
        nodes, leaves = self.sources_tree.capacity, self.sources_tree.leaves.shape[0]

        def exchanged(pairs, rows):
            return None if pairs is None else pairs.transposed(rows, native=options.native)

        lists = Lists(
            far=exchanged(self.far, leaves if options.method == "treecode" else nodes),
            near=exchanged(self.near, leaves),
            outward=exchanged(self.lists.inward, leaves),
            inward=exchanged(self.lists.outward, nodes),
        )
        return dataclasses.replace(
            self, sources_tree=self.targets_tree, targets_tree=self.sources_tree, lists=lists, options=options,
            marks=self.marks[::-1],
        )  # fmt: skip

    def is_of(self, sources, targets):
        """Whether these are known to be the very arrays that the plan was made for."""
        marks = _marks(sources, targets)
        return len(marks) == len(self.marks) > 0 and all(a() is b() for a, b in zip(self.marks, marks))

    def evaluation_status(self, kernel, sources, targets, *, own=False):
        """The status of a sum over these points with this kernel: the plan's, and whether plan and points belong
        together, which needs no check if they are the plan's `own`. Scalar, traceable."""
        o, status = self.options, self.status | _range_status(kernel, self.unit)
        if self.near is None and not own:
            finite = jnp.isfinite(sources).all() & jnp.isfinite(targets).all()
            status = status | jnp.where(finite, 0, int(Status.NOT_FINITE)).astype(jnp.int32)
        if o.method == "direct":
            return status
        if self.measured is not None or not self.kernel.general:  # else of an order by hand, which promises nothing
            served = self.kernel.serves(kernel, o.tol, self.unit.dtype)
            status = status | jnp.where(served, 0, int(Status.PARAMETER)).astype(jnp.int32) | self._sharp(kernel)
        if o.setup is not None:
            where = [kernel.coordinates(x, self.center) / self.unit for x in (targets, sources)]
            inside = gaussian.fits(o.method, o.setup, kernel.framed().in_unit(self.unit), *where, self.prepared)
            wrong = Status.STALE if o.method in gaussian.UNSCALED else Status.EXTENT
            status = status | jnp.where(inside, 0, int(wrong)).astype(jnp.int32)
        if self.near is None or own:
            return status
        for tree, points in zip(self.trees, (targets, sources)):
            spheres = jnp.concatenate([tree.center, STALE_MARGIN * tree.radius[:, None]], axis=1)[tree.leaves]
            # a row for each point, where XLA would gather each number by itself
            sphere = lax.optimization_barrier(spheres).at[tree.leaf_of_point].get(mode="clip")
            offset = self.inside(points) - sphere[:, :-1]
            finite = jnp.isfinite(offset).all(axis=1)
            strayed = finite & (jnp.linalg.norm(offset, axis=1) > sphere[:, -1])
            for wrong, bit in ((~finite, Status.NOT_FINITE), (strayed, Status.STALE)):
                status = status | jnp.where(wrong.any(), int(bit), 0).astype(jnp.int32)
        return status

    def check_tol(self, tol):
        """What a sum with this plan says of a `tol` that is given beside it."""
        o = self.options
        if isinstance(tol, errors.Default) or o.method == "direct":
            return
        tol = errors.number("tol", tol, 0, 1, "it is a relative error such as 1e-4")
        both = f"tol={tol:g} was asked for and the plan was made for tol={o.tol:g}"
        if tol < o.tol:
            raise ValueError(f"{both}; leave tol out, or make a plan with the smaller one")
        if tol > o.tol:
            warnings.warn(f"{both}, which holds; leave tol out, or make a faster plan with the larger", stacklevel=4)

    def _sharp(self, kernel):
        """Status.SHARP if the kernel decays too fast to be interpolated between these points."""
        if self.closest is None or not self.options.promised:
            return jnp.int32(0)
        rate = jnp.asarray(lax.stop_gradient(kernel).in_unit(self.unit).decay(), self.unit.dtype)
        return jnp.where(rate * self.closest > interpolated.MOST_DECAY, int(Status.SHARP), 0).astype(jnp.int32)

    def _check_shapes(self, sources, targets):
        o = self.options
        if sources.shape[0] != o.n:
            raise ValueError(
                f"sources have {sources.shape[0]} points and the plan was made for {o.n}; make a new plan with "
                "jaxfmm.plan(sources, ...)"
            )
        if (targets is None) != o.symmetric:
            made, came = ("targets = sources", "targets") if o.symmetric else ("separate targets", "none")
            raise ValueError(f"the plan was made for {made} and {came} came; pass the same kind or make a new plan")
        if targets is not None and targets.shape[0] != o.m:
            raise ValueError(f"targets have {targets.shape[0]} points and the plan was made for {o.m}; make a new plan")
        if sources.dtype != self.unit.dtype:
            raise ValueError(f"sources are {sources.dtype} and the plan was made for {self.unit.dtype}")

    def __str__(self):
        return describe(self)


def raise_status(plan, status):
    """Raises the ValueError that belongs to a concrete status; does nothing for 0."""
    status = Status(status)
    if status:
        needs = plan.needs()
        reasons = [
            text.format(**needs) if bit in CAPACITY else text for bit, text in errors.MESSAGES.items() if bit & status
        ]
        fix = (
            "; make a new plan with jaxfmm.plan(...), which measures its room, or a larger headroom"
            if status & CAPACITY
            else ""
        )
        raise ValueError("; ".join(reasons) + fix)


def plan(
    sources, targets=None, *, kernel=Laplace(), tol=1e-4, gradient=True, method="auto", order=None, theta=None,
    leaf_size=None, tree="adaptive", backend=None, headroom=1.25,
):  # fmt: skip
    """Decides how to sum over the given points: method, tree, interaction lists, expansion order.

    Outside `jit` the room for tree and lists is checked against the points and enlarged until they fit. Inside `jit`
    it follows from the shapes and `headroom` alone; too little is reported by `plan.status` and makes results NaN.

    Args:
      sources: (n, d) points.
      targets: (m, d) points, or None when the targets are the sources.
      kernel: what is summed.
      tol: the relative L2 error over the targets of what is asked for: of the potential, and with `gradient` of the
        gradient too. A promise as long as `order` and `theta` are left to the plan; for `Custom` kernels it is what was
        measured at some of the targets.
      gradient: whether the gradient is to be that accurate as well.
      method: "auto" (the fastest); "direct"; "fmm" or "treecode" for kernels with multipole expansions; "fourier",
        "fgt" (the fast Gauss transform), "exponentials" (1D) or "truncated" for the Gaussian.
      order: the degree up to which expansions are kept, 0 to 30, in two dimensions 0 to 60.
      theta: opening parameter in (0, 1): cells interact by expansions when they are small beside theta times their
        distance d, see `tree`.
      leaf_size: the largest number of points in a leaf.
      tree: "adaptive", a binary tree by spatial midpoints, or "balanced", one by medians (Goude & Engblom 2013). Cells
        interact when max(r_a, r_b) + k min(r_a, r_b) <= k d: with k = theta in balanced trees, in adaptive ones with
        k = theta / (2 - theta), which is r_a + r_b <= theta d for cells of equal size. All leaves of a balanced tree
        hold the same number of points, and its size depends on that of the input alone, never on where the points are;
        adaptive trees are faster for clustered points.
      backend: None for the fastest available, or a name from `jaxfmm.backends()`.
      headroom: room for tree and lists as a multiple of what is expected, for later updates.

    Returns:
      A `Plan`.

    Raises:
      ValueError: for arguments that make no sense, with the fix; with method="fmm" for a `Custom` kernel that it cannot
        sum to `tol`.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (20000, 3))
      >>> p = jaxfmm.plan(x, tol=1e-3, method="fmm")
      >>> phi = jaxfmm.potential(x, jnp.ones(20000), plan=p)
      >>> int(p.status)
      0
    """
    marks = _marks(sources, targets)
    sources, targets = _points(kernel, sources, targets)
    kernel = kernel.simplified(sources.shape[1])
    kernel.check_at(sources)
    tol = errors.number("tol", tol, 0, 1, "it is a relative error such as 1e-4")
    headroom = errors.number("headroom", headroom, 0.99, 1e6, "it multiplies the expected room, such as 1.25")
    errors.choice("method", method, choices.methods(kernel))
    errors.choice("tree", tree, choices.TREES)
    backends.check(backend)
    floor = accuracy.smallest_tol(sources.dtype)
    if tol < floor and method != "direct":
        raise ValueError(
            f"tol={tol} is below what {sources.dtype} can reach, about {floor:.0e}; use float64, a larger tol, or "
            "method='direct', which leaves the errors of rounding alone"
        )
    if order is not None:
        most = choices.most_order(kernel, sources.shape[1])
        order = errors.integer("order", order, 0, most, "higher orders gain nothing in float64")
    if theta is not None:
        theta = errors.number("theta", theta, 0, 1, "0.5 to 0.8 are usual")
    if leaf_size is not None:
        leaf_size = errors.integer("leaf_size", leaf_size, 1, 4096, "16 to 128 are usual")
    n, dim = sources.shape
    options = Options(
        n=n, m=n if targets is None else targets.shape[0], dim=dim, symmetric=targets is None, method=method, tol=tol,
        derivatives=int(gradient) + kernel.raised, tree=tree, order=order, theta=theta, leaf_size=leaf_size,
        promised=order is None and theta is None, backend=backend, headroom=headroom, source_leaves=0, target_leaves=0,
        far=0, near=0,
    )  # fmt: skip
    return dataclasses.replace(_made(options, kernel, sources, targets), marks=marks)


def _made(asked, kernel, sources, targets):
    """The plan for options of which some are left to be chosen, checked and enlarged outside of `jit`."""
    auto = asked.method == "auto"
    made = _build_jit(kernel, sources, targets, choices.choose(asked, kernel, sources, targets))
    if errors.is_traced(made):
        return _settled(made, sources, targets)
    tried = ()
    while auto and int(made.status) & Status.EXTENT:  # clustered points may need more room than expected
        tried += (made.options.method,)
        made = _build_jit(kernel, sources, targets, choices.choose(asked, kernel, sources, targets, tried))
    made = _settled(_enlarge(made, kernel, sources, targets, auto=auto), sources, targets)
    if auto and int(made.status) & Status.SHARP:
        made = _as_direct(made, "the kernel decays too fast beside the distance between sources and targets")
    made.check()
    if kernel.general and made.options.promised and made.options.method == "fmm":
        return _certified(made, kernel, sources, targets, asked)
    return made


def _certified(made, kernel, sources, targets, asked):
    """A plan for a kernel of unknown errors: the cheapest FMM whose foreseen error is at most a quarter and whose
    measured error is at most half of what was asked for, or a direct sum."""
    o, x = made.options, sources if targets is None else targets
    model, factor = model_of(o, kernel, sources.dtype), 1.0
    tried = choices.candidates(o, asked, kernel, sources.dtype)
    wanted = {one.theta: (accuracy.convergence(one.theta, o.tree, "interpolated"), []) for one in tried}
    for one in sorted(tried, key=lambda one: one.order):
        wanted[one.theta][1].append(one.order)

    def foresee():
        """The errors of the candidates: of the tables where this tree is too coarse for a theta to have far pairs."""
        errors = measured.foreseen_errors(kernel, made.trees, x, sources, o.derivatives, wanted)
        keys = [(one.theta, one.order) for one in tried]
        return {key: errors.get(key, model.expected_error(key[1], key[0], o.derivatives)) for key in keys}

    foreseen = foresee()
    for _ in range(MOST_TRIES):
        expected = [factor * foreseen[one.theta, one.order] for one in tried]
        chosen = next((one for one, error in zip(tried, expected) if 4 * error <= o.tol), None)
        if chosen is None:
            why = _no_order_reason(kernel, asked, tried, expected)
            break
        made = _with_choice(made, kernel, sources, targets, chosen, auto=asked.method == "auto")
        if made.options.method == "direct":
            return made
        order, theta = made.options.order, made.options.theta
        error = measured.measured_error(
            kernel, order, made.trees, made.lists, x, sources, o.derivatives, made.options.backend
        )
        if 2 * error <= o.tol:
            error = max(error, float(jnp.finfo(sources.dtype).eps))  # never less than rounding
            return dataclasses.replace(made, measured=jnp.asarray(error, sources.dtype))
        why = f"the FMM of order {order} and theta {theta:g} has an error of {error:.0e}, more than was foreseen"
        foreseen = foresee()  # of the tree that was measured
        factor = error / max(foreseen[theta, order], float(jnp.finfo(sources.dtype).eps))
    if asked.method == "auto":
        return _as_direct(made, why)
    raise ValueError(
        f"method='fmm' cannot sum {kernel.name} over these points to tol={o.tol:g}, half of which is to be measured: "
        f"{why}; use method='auto' or 'direct', or a larger tol"
    )


def _no_order_reason(kernel, asked, tried, expected):
    """Why none of the candidates, with these errors, is accurate enough."""
    if not tried:
        return TOO_DEAR
    error, best = min(zip(expected, tried), key=lambda pair: pair[0])
    if not math.isfinite(error):
        return f"sums of {kernel.name} are zero or not finite at the targets, so that no error can be measured"
    which = "of those that cost less than the direct sum" if asked.method == "auto" else "of all"
    return f"the best interpolation {which} has an error of {error:.0e}, at order {best.order} and theta {best.theta:g}"


def _with_choice(made, kernel, sources, targets, chosen, *, auto):
    """The plan with the order, theta and leaf size of `chosen`."""
    o = made.options
    if (o.theta, o.leaf_size) == (chosen.theta, chosen.leaf_size):  # the same tree and lists
        return dataclasses.replace(made, options=dataclasses.replace(o, order=chosen.order))
    made = _build_jit(kernel, sources, targets, choices.with_room(chosen, kernel, sources.dtype))
    return _enlarge(made, kernel, sources, targets, auto=auto).check()


def _marks(sources, targets):
    given = [x for x in (sources, targets) if x is not None]
    return tuple(map(weakref.ref, given)) if all(isinstance(x, jax.Array) for x in given) else ()


def _points(kernel, sources, targets):
    if not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel such as jaxfmm.Laplace(), got {kernel!r}")
    dimensions = kernel.dimensions or range(1, MOST_DIMENSIONS + 1)
    sources = errors.points("sources", sources, dimensions)
    kernel.check(sources.shape[1])
    if targets is not None:
        targets = errors.points("targets", targets, dimensions, sources.dtype)
        if targets.shape[1] != sources.shape[1]:
            raise ValueError(f"targets {targets.shape} and sources {sources.shape} differ in dimension")
        errors.same_dtype("targets", targets, "sources", sources.dtype)
    return sources, targets


def _enlarge(made, kernel, sources, targets, *, auto):
    """Gives the plan the room that its points need."""
    while int(made.status) & CAPACITY:
        o, needs = made.options, made.needs()
        status = Status(int(made.status))
        grown = {}
        if status & Status.NODES:
            grown = {
                "source_leaves": min(o.n, choices.round_up(2 * o.source_leaves)),
                "target_leaves": min(o.m, choices.round_up(2 * o.target_leaves)),
            }
        else:
            for name, bit in (("far", Status.FAR), ("near", Status.NEAR), ("exchanged", Status.EXCHANGED)):
                if status & bit:
                    grown[name] = choices.round_up(o.headroom * needs[name])
        if max(grown.values()) >= 2**30:
            if not auto:
                raise_status(made, int(status))
            return _as_direct(made, "the lists of an FMM would be too long")
        made = _build_jit(kernel, sources, targets, dataclasses.replace(o, **grown))
    if auto and made.options.method == "fmm" and not int(made.status):
        model = model_of(made.options, kernel, sources.dtype)
        if model.direct_pays(made.options, made.pair_work(), int(made.far.count)):
            return _as_direct(made, TOO_DEAR)
    return made


def _as_direct(made, why):
    """The plan of the direct sum instead."""
    options = dataclasses.replace(
        made.options, method="direct", source_leaves=0, target_leaves=0, far=0, near=0, exchanged=0
    )
    return dataclasses.replace(
        made, shift=jnp.zeros_like(made.shift), sources_tree=None, targets_tree=None, lists=Lists(far=None, near=None),
        status=made.status & int(Status.NOT_FINITE | Status.CLOSE | Status.RANGE), closest=None, options=options,
        why=why,
    )  # fmt: skip


def _settled(made, sources, targets):
    """The plan with the bit CLOSE of its status, which `_build` sets where points may be too close, settled."""
    of_radial = made.kernel.singular and not made.kernel.general
    if not of_radial or not errors.is_traced(made) and not int(made.status) & Status.CLOSE:
        return made
    points = sources if targets is None else jnp.concatenate([sources, targets])
    points = lax.stop_gradient(made.kernel.coordinates(points, made.center) / made.unit)
    suspected = (made.status & int(Status.CLOSE)) > 0
    close = lax.cond(suspected, too_close, lambda points: jnp.zeros((), bool), points)
    return dataclasses.replace(made, status=jnp.where(close, made.status, made.status & ~int(Status.CLOSE)))


def _underflowing(points):
    """The coordinates that are so small that two of them may differ by less than the root of the smallest number."""
    numbers = jnp.finfo(points.dtype)
    return jnp.abs(points) < 2 * math.sqrt(float(numbers.tiny)) / float(numbers.eps)


def too_close(points):
    """Whether two different points (n, d) are so close that the square of their distance may underflow: whether they
    share a cell of a grid of eight times that distance, in the coordinates that are small enough for it, or one of the
    same grid moved by half a cell."""
    side = 8 * math.sqrt(float(jnp.finfo(points.dtype).tiny))

    def share(cell):
        columns = jnp.where(_underflowing(points), cell(points / side) * side, points)
        order = lax.sort((*columns.T, lax.iota(jnp.int32, len(points))), num_keys=points.shape[1])[-1]
        same = (columns[order][1:] == columns[order][:-1]).all(1)
        return (same & (points[order][1:] != points[order][:-1]).any(1)).any()

    return share(jnp.round) | share(jnp.floor)


def _build(kernel, sources, targets, options):
    """The plan with given options; traceable."""
    o = options
    kernel, sources, targets = jax.tree.map(lax.stop_gradient, (kernel, sources, targets))
    center = choices.middle(sources, targets)
    y = kernel.coordinates(sources, center)
    x = y if targets is None else kernel.coordinates(targets, center)
    low, high = choices.box(y, x)
    finite = jnp.isfinite(x).all() & jnp.isfinite(y).all()  # XLA's minimum on CPUs may lose NaN
    status = jnp.where(finite, 0, int(Status.NOT_FINITE)).astype(jnp.int32)
    extent = jnp.max(high - low, initial=0)
    extent = jnp.where(extent > 0, extent, jnp.maximum(jnp.abs(low).max(initial=0), jnp.abs(high).max(initial=0)))
    extent = jnp.where(finite & jnp.isfinite(extent) & (extent > 0), extent, 1)
    extent = kernel.framed().unit(extent)
    unit = jnp.ones((), y.dtype) if kernel.general else jnp.ldexp(jnp.ones((), y.dtype), jnp.frexp(extent)[1])
    if kernel.singular and not kernel.general:
        suspected = [((p != 0) & _underflowing(p / unit)).any() for p in (x, y)]
        status = status | jnp.where(suspected[0] | suspected[1], int(Status.CLOSE), 0).astype(jnp.int32)
    by_tree = o.method != "direct" and o.setup is None and not kernel.general
    middle = 0.5 * low + 0.5 * high
    # exact: the points are at least half and at most twice as large
    shift = jnp.where(by_tree & finite & (jnp.abs(middle) > high - low), middle, 0)
    made = Plan(
        kernel=kernel, unit=unit, center=center, shift=shift, sources_tree=None, targets_tree=None,
        lists=Lists(far=None, near=None), prepared=(None, None), status=status | _range_status(kernel, unit), options=o,
    )  # fmt: skip
    if o.method == "direct":
        return made
    status = made.status
    inner = kernel.framed().in_unit(unit)
    if o.setup is not None:
        module = gaussian.METHODS[o.method]
        source = module.prepare(o.setup, y / unit)
        target = source if targets is None else module.prepare(o.setup, x / unit)
        inside = gaussian.fits(o.method, o.setup, inner, x / unit, y / unit) | ~finite
        status = status | jnp.where(inside, 0, int(Status.EXTENT)).astype(jnp.int32)
        return dataclasses.replace(made, prepared=(target, source), status=status)

    def grow(points, leaf_capacity):
        points = jnp.where(finite, (points - shift[None]) / unit, 0)
        same = {"leaf_size": o.leaf_size, "extent": extent / unit, "native": o.native}
        if o.tree == "balanced":
            return build_balanced(points, **same)
        return build(points, leaf_capacity=leaf_capacity, **same)

    source = grow(y, o.source_leaves)
    target = source if targets is None else grow(x, o.target_leaves)
    nodes = (source.n_nodes > source.capacity) | (target.n_nodes > target.capacity)
    kind = family(inner, o.dim)
    # An incomplete tree has no lists; a plan of points that are not finite needs none.
    usable = ~nodes & finite
    if truncated := o.method == "truncated":  # pairs of cells farther than that are left out
        theta, near_length = LOOSE, inner.reach(o.tol, o.derivatives, o.dim)
    else:
        theta, near_length = accuracy.convergence(o.theta, o.tree, kind), inner.far_length(o.tol)
        if kind == "interpolated":
            near_length = jnp.maximum(near_length, interpolated.resolved((low - shift) / unit, (high - shift) / unit))
    lists = traverse(
        target, source, theta=theta, near_length=jnp.asarray(near_length, unit.dtype), far_capacity=o.far,
        near_capacity=o.near, exchange_capacity=o.exchanged, leaf_targets=o.method == "treecode", start=usable,
        native=o.native,
    )  # fmt: skip
    far, near, outward, inward = lists
    wrong = {Status.NODES: nodes, Status.NEAR: near.count > o.near}
    if truncated:
        lists = lists._replace(far=None)
    else:
        wrong[Status.FAR] = far.count > o.far
    if o.exchanged:
        wrong[Status.EXCHANGED] = (outward.count > o.exchanged) | (inward.count > o.exchanged)
    for bit, what in wrong.items():
        status = status | jnp.where(what, int(bit), 0).astype(jnp.int32)
    made = dataclasses.replace(
        made, sources_tree=source, targets_tree=None if targets is None else target, lists=lists, status=status
    )
    if kind == "interpolated" and targets is not None and not kernel.general and not truncated:
        made = dataclasses.replace(made, closest=interpolated.closest(target, source, lists))
        made = dataclasses.replace(made, status=status | made._sharp(kernel))
    return made


_build_jit = jax.jit(_build, static_argnums=3)


def _range_status(kernel, unit):
    return jnp.where(kernel.framed().measurable(unit), 0, int(Status.RANGE)).astype(jnp.int32)
