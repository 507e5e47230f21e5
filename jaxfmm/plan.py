"""The plan: everything about a sum that does not depend on the charges.

A plan is a pytree of arrays whose shapes depend only on the numbers of points and on what was
decided, so that `plan.update(points)` runs inside `jit` without compiling anew. Trees and lists
carry no derivative."""

import dataclasses
import functools
import weakref
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import ahead, errors, foreign, inputs, pytrees
from jaxfmm.carriers import carriers
from jaxfmm.elements import Elements, as_points, refuse_points
from jaxfmm.entries import number_of
from jaxfmm.errors import HARMLESS, Default, Status, bits
from jaxfmm.kernels.base import ROUNDED, Kernel
from jaxfmm.kernels.given_segments import by_segments, planned_segments, replaced
from jaxfmm.on_host import numpy_of
from jaxfmm.rarely import rarely
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.switches import library_code
from jaxfmm.tree.build import Tree
from jaxfmm.tree.points import box_of, middle, suspected, too_close
from jaxfmm.tree.traverse import Lists, PairList

NO_BORDERS = (None, None)  # `Plan.borders` on one device
NO_REQUEST = Request(n=0, m=0, dim=0, symmetric=True, method="", tol=1.0, derivatives=0)
NO_CHOICE = Choice(request=NO_REQUEST, method=None)  # of plans that only say where points are
BLOCK = 1024  # This many numbers are added in one step.

_ARRAYS = "kernel unit center shift sources_tree targets_tree lists prepared status measured "
_ARRAYS += "measured_for carried closest images homes cell lattice borders theta"


@functools.partial(
    pytrees.register,
    data_fields=_ARRAYS.split(),
    meta_fields=["choice"],
    drop_fields=["marks", "why", "faint", "near_pairs", "making", "at_target"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """How a sum over given points is computed; made by `jaxfmm.plan`. A pytree.

    Sums take it as `plan=`, for any charges. `update` makes the plan for new points, and `status`
    says whether a plan can be used. `print(plan)` shows one screen: the method, sizes, the expected
    time and error.

    Attributes:
      kernel: the kernel of the plan.
      status: int32 scalar, 0 when the plan can be used, else a combination of
        `jaxfmm.errors.Status` bits. Sums with a plan whose status is not 0 are NaN everywhere.
      measured: the error that was measured when the plan was made; None where the tables are relied
        on.
      why: the reason why the sum is direct, if an FMM was given up or is not known for a mesh;
        otherwise None. It does not go into `jit`.

    Internal attributes:
      unit: the power of two in which lengths are measured inside.
      center: the middle of the box of all points, (d,).
      shift: what is subtracted from coordinates before they are measured in the unit. For trees it
        is the centre, along axes where it is farther from the origin than the points are from each
        other (which is exact); otherwise 0.
      choice: all that is static: what was asked for, the method, order, theta and
        capacities.
      sources_tree: the tree of the sources, in that unit; None for a direct sum.
      targets_tree: the tree of the targets; None for a direct sum and where the targets are the
        sources.
      lists: the interaction lists: far pairs, near pairs, and pairs with exchanged roles.
      prepared: what other methods prepare for the targets and for the sources.
      images: the shifts of the images, in the unit, for kernels that have images; otherwise None.
      homes: which image of each target, None where the targets are the sources, and of each source
        is in the cell, of kernels that have one (`Images.home`).
      cell: the `passes.lattice_sums.Cell` of the kernel, where far images act by expansions;
        otherwise None.
      lattice: within a sum, its `passes.far_images.CellImages` in the unit, which is
        differentiated; otherwise None.
      measured_for: the kernel for which that error was measured; updates keep it.
      carried: the least participation number (`carriers`) of charges for which that error holds;
        None for any.
      theta: the opening parameter while trees and lists are made, so that plans that differ in it
        share a program; otherwise None.
      borders: where the domains of the devices of a mesh end, of targets and of sources, for points
        that are in place (`sharding.partition`); None for others.
      closest: the least distance of far cells if no near ones are closer, in the unit, for
        interpolated kernels with separate targets; otherwise None.
      faint: the size of gradients over the least one for which `tol` is promised, where charges in
        a cell nearly cancel (`planning.faint`), otherwise None. It does not go into `jit`, and
        updates forget it.
      near_pairs: about how many pairs are near, of kernels with the trait few_near
        (`planning.near_pairs`); otherwise None. It does not go into `jit`, and updates forget it.
      at_target: the largest relative errors of the potential and of the gradient at one of the
        targets where errors were measured, for charges of one sign or those that were given; ()
        where they are not known. It does not go into `jit`, and updates forget it.
      making: what it took to make the plan, in words. It does not go into `jit`, and updates forget
        it.
      marks: weak references to the points of the plan; () where they are not known, as in a plan
        that went into `jit`.
    """

    kernel: Kernel
    unit: jax.Array
    center: jax.Array
    shift: jax.Array
    status: jax.Array
    choice: Choice
    sources_tree: Tree | None = None
    targets_tree: Tree | None = None
    lists: Lists = Lists(far=None, near=None)
    prepared: tuple[Any, Any] = (None, None)
    images: jax.Array | None = None
    homes: tuple[Any, Any] = (None, None)
    cell: Any = None
    lattice: Any = None
    borders: tuple[Any, Any] = NO_BORDERS
    theta: jax.Array | None = None
    measured: jax.Array | None = None
    measured_for: Kernel | None = None
    carried: jax.Array | None = None
    closest: jax.Array | None = None
    why: str | None = None
    faint: float | None = None
    near_pairs: float | None = None
    making: str | None = None
    at_target: tuple[float, ...] = ()
    marks: tuple[weakref.ref, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"marks": ()}  # copies are of other arrays

    @property
    def request(self) -> Request:
        """What was asked for when the plan was made."""
        return self.choice.request

    @property
    def method(self) -> str:
        """The name of the method."""
        return self.choice.method.name

    @property
    def opening(self) -> Any:
        """The opening parameter by which lists are made."""
        return self.choice.theta if self.theta is None else self.theta

    @property
    def is_direct(self) -> bool:
        """Whether sums are over all pairs, with errors of rounding alone."""
        return self.choice.method.exact

    @property
    def trees(self) -> Any:
        """(target tree, source tree)."""
        targets = self.sources_tree if self.targets_tree is None else self.targets_tree
        return targets, self.sources_tree

    @property
    def far(self) -> Any:
        return self.lists.far

    @property
    def near(self) -> Any:
        return self.lists.near

    @library_code
    def update(
        self,
        sources: ArrayLike | Elements,
        targets: ArrayLike | None = None,
        *,
        kernel: Kernel | None = None,
        charges: ArrayLike | None = None,
        segments: ArrayLike | None = None,
        target_segments: ArrayLike | None = None,
    ) -> "Plan":
        """The plan for new points: a new tree and new lists, with the same options and capacities.
        Works inside `jit`.

        Args:
          sources: (n, d), as many as the plan was made for, or `jaxfmm.Elements` where it was made
            for elements.
          targets: (m, d), or None for a plan whose targets are its sources.
          kernel: the kernel of the plan with other parameters; None for no change.
          charges: None, or the charges of the next sums, as `jaxfmm.potential` takes them. Where so
            few of them outweigh the others that a plan which measured its errors may not keep
            `tol`, the status has the bit `DOMINATED`, and outside of `jit` there is a warning. Sums
            are not NaN for that bit alone.
          segments, target_segments: the segment of each source and target, of a plan with segments;
            None for no change.

        Raises:
          ValueError: shapes or dtypes differ from those of the plan. Outside of `jit` also when the
            new points need larger capacities than the plan has; inside, the status of the result
            says so.
        """
        if isinstance(sources, Elements):
            planned = self.kernel if kernel is None else kernel
            of = as_points(sources, charges, None, planned, self.request.tol, self.kernel)
            sources, charges, kernel = of.sources, of.charges, of.kernel
        elif kernel is None:
            refuse_points(self.kernel)
        marks = marks_of(sources, targets)
        same = kernel is None
        if self.kernel.segments is not None or segments is not None:
            kernel = self._by_segments(kernel, sources, targets, segments, target_segments)
        asked = self.kernel if kernel is None else self.check_kernel(kernel)
        sources, targets = check_points(asked, sources, targets)
        kernel, sources, targets = pytrees.constant((asked, sources, targets))
        self.check_shapes(sources, targets)
        if self.request.layout is not None:
            sources, targets = self.request.layout.put_points(sources, targets)
            kernel = self.request.layout.put_segments(kernel)
        self.check_devices(sources, targets)
        sources, targets = kernel.images.unfold(sources, targets)
        cell = self.cell if same else None
        plan = build(self.choice, kernel, sources, targets, cell=cell, borders=self.borders)
        holds = self.choice.method.measurement_holds(pytrees.constant(self), plan.kernel)
        status = plan.status
        if errors.is_traced(holds) or not holds:
            status = status | bits([(~holds, Status.PARAMETER)])
        if charges is not None:
            n = len(sources) // kernel.images.copies
            check = inputs.vectors if kernel.traits.vector else inputs.weights
            weights, _ = check(charges, None, n, sources.shape[1], sources.dtype)
            status = status | self.dominated(pytrees.constant(kernel.images.strengths(weights)[0]))
        plan = dataclasses.replace(
            plan,
            measured=self.measured,
            measured_for=self.measured_for,
            carried=self.carried,
            why=self.why,
            status=status,
            marks=marks,
        )
        if not errors.is_traced(plan):
            errors.heed(plan, int(plan.status), sources, targets)
        return with_derivatives(plan, asked)

    def _by_segments(
        self, kernel: Any, sources: Any, targets: Any, segments: Any, target_segments: Any
    ) -> Any:
        """The kernel of the plan, or this one, within the plan's segments or within these."""
        planned = self.kernel.segments
        if segments is not None or target_segments is not None:
            planned = planned_segments(self.kernel)
        if isinstance(kernel, Kernel) and kernel.segments is None:
            planned = replaced(planned, kernel)
        if segments is None and target_segments is None:
            return planned
        ids = planned.of_sources if segments is None else segments
        targets_ids = planned.of_targets if target_segments is None else target_segments
        return by_segments(planned, sources, targets, ids, planned.count, targets_ids)

    def check_kernel(self, kernel: Any) -> Kernel:
        """The kernel simplified. Raises ValueError unless it is the plan's but for its
        parameters."""
        given, planned = kernel, self.kernel.segments
        if isinstance(kernel, Kernel):
            kernel = foreign.leaves(kernel)
            if planned is not None and planned.alone and kernel.segments is None:
                kernel = replaced(planned, kernel)
            kernel = kernel.simplified(self.request.dim)
        if not isinstance(kernel, Kernel) or not kernel.alike(self.kernel):
            same_name = isinstance(given, Kernel) and given.name == self.kernel.name
            own = repr(self.kernel) if same_name else self.kernel.name
            raise ValueError(
                f"kernel is {given!r} and the plan was made for {own}; make a plan for this kernel"
            )
        return kernel

    @library_code
    def check(self) -> "Plan":
        """Returns the plan if its status is 0, else raises a ValueError with the reason and the
        fix, also for bits of `errors.HARMLESS`. Not for `jit`."""
        if errors.is_traced(self.status):
            raise ValueError(
                "plan.check() needs a known status, and inside jit there is none; return the plan, "
                "or plan.status, and check it outside"
            )
        errors.raise_status(self, int(self.status))
        return self

    @library_code
    def needs(self) -> dict[str, int]:
        """The capacities that the points need, as a dict; exact where the tree is complete."""
        return self.choice.method.needs(self)

    def away(self, sources: jax.Array | None, targets: jax.Array | None) -> str:
        """Why points are too far apart across periodic axes, and what to do."""
        images = self.kernel.images
        if self.kernel.segments is not None:
            return (
                "points of a segment are farther apart across the periodic axes of its cell than "
                "the plan allows for; make a new plan of these points outside of jit"
            )
        points, away = [x for x in (sources, targets) if x is not None], ""
        if points:
            away = f"{float(images.away(self.center, *points)):.3g}"
        return (
            f"points are {away or f'more than {images.most_away:g}'} of the longest periodic "
            "edges away from their middle across the periodic axes, and sums over images hold up "
            f"to {images.most_away:g}; call plan.update(sources, targets) if all points have "
            "moved, or take a cell of several copies: periodic edges k times as long, with k "
            "copies of points and charges along each"
        )

    def pair_work(self) -> float:
        """About how many pairs of points the near list of a concrete plan holds."""
        (target, source), near = self.trees, self.near
        here = numpy_of(*arrays_of_pairs(target, source, near))
        if here is None:
            return float(pair_work(target, source, near))
        *of_trees, targets, entries, used = here
        sides = targets[:used], number_of(entries[:used], near.bits)
        points = (
            count[np.minimum(nodes, len(count) - 1)][leaves].astype(np.float64)
            for count, nodes, leaves in zip(of_trees[::2], of_trees[1::2], sides)
        )
        return float(np.dot(*points))

    def in_unit(self, points: jax.Array) -> jax.Array:
        """Points in the coordinates of the kernel as sums take them: shifted, in units."""
        return (points - self.shift[None]) / self.unit

    def placed(self, kernel: Any, points: jax.Array, home: Any) -> jax.Array:
        """The user's points in the coordinates of a kernel, inside its cell if it has one. home:
        of `homes`."""
        points = kernel.frame.coordinates(points, self.center)
        return points if home is None else kernel.images.at_home(points, home)

    def inside(self, points: jax.Array, home: Any = None) -> jax.Array:
        """The user's points as sums take them."""
        return self.in_unit(self.placed(self.kernel, points, home))

    def both_inside(
        self, sources: jax.Array, targets: jax.Array | None
    ) -> tuple[jax.Array, jax.Array]:
        """The user's (sources, targets) as sums take them; without targets these are the
        sources."""
        y = self.inside(sources, self.homes[1])
        return y, y if targets is None else self.inside(targets, self.homes[0])

    def transposed(self) -> "Plan":
        """The plan of the transposed sum: sources and targets exchanged."""
        return self if self.request.symmetric else self.choice.method.transposed(self)

    def for_sides(self, rows: int, columns: int) -> "Plan":
        """The plan for so many sources and targets."""
        return dataclasses.replace(self, choice=self.choice.with_request(n=rows, m=columns))

    def is_of(self, sources: Any, targets: Any) -> bool:
        """Whether these are known to be the very arrays that the plan was made for."""
        marks = marks_of(sources, targets)
        return len(marks) == len(self.marks) > 0 and all(
            a() is b() for a, b in zip(self.marks, marks)
        )

    def evaluation_status(
        self, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool = False
    ) -> jax.Array:
        """The status of a sum over these points with this kernel: the plan's, and whether plan and
        points belong together, which needs no check if they are the plan's `own`. Without bits of
        `errors.HARMLESS`. Scalar, traceable."""
        of_method = self.choice.method.status(self, kernel, sources, targets, own=own)
        return (self.status & ~int(HARMLESS)) | _range_status(kernel, self.unit) | of_method

    def dominated(self, charges: jax.Array) -> jax.Array:
        """The bit `Status.DOMINATED` if fewer charges (n, k) or (n, k, d) carry a sum than errors
        were measured for."""
        return bits(
            [] if self.carried is None else [(carriers(charges) < self.carried, Status.DOMINATED)]
        )

    def check_tol(self, tol: Default | float) -> None:
        """Raises ValueError for a `tol` of a sum that is smaller than the plan's, and warns of a
        larger one."""
        if isinstance(tol, errors.Default) or self.is_direct:
            return
        tol = inputs.number("tol", tol, 0, 1, "it is a relative error such as 1e-4")
        own = self.request.tol
        both = f"tol={tol:g} was asked for and the plan was made for tol={own:g}"
        if tol < own:
            raise ValueError(f"{both}; leave tol out, or make a plan with the smaller one")
        if tol > own:
            errors.warn(
                f"{both}, which holds; leave tol out, or make a faster plan with the larger"
            )

    def check_devices(self, first: jax.Array, *others: jax.Array | None) -> None:
        """Raises ValueError for arrays that are split over devices while the plan is not, as far as
        that is known."""
        if self.request.layout is not None:
            return
        for array in (first, *others):
            if array is None:
                continue
            whole = errors.is_traced(array) or array.is_fully_replicated
            if inputs.split_axes(array) or not whole:
                raise ValueError(
                    "points or charges are split over several devices and the plan was made for "
                    "points on one, so that each device would compute the whole sum; make a plan "
                    "with jaxfmm.plan(points) of points that are split so, or put them on one "
                    "device: jax.device_put(points, jax.devices()[0])"
                )
        fix = "make the plan outside of jit, with jaxfmm.plan(points), and pass it"
        inputs.warn_of_unknown_sharding(first, "sum", fix)

    def check_shapes(self, sources: jax.Array, targets: jax.Array | None) -> None:
        """Raises ValueError unless these points can be those of the plan."""
        request, copies, dtype = self.request, self.kernel.images.copies, self.unit.dtype
        if len(sources) * copies != request.n:
            raise ValueError(
                f"sources have {len(sources)} points and the plan was made for "
                f"{request.n // copies}; make a new plan with jaxfmm.plan(sources, ...)"
            )
        if targets is None and copies > 1:  # such plans always have targets
            targets = sources
        if (targets is None) != request.symmetric:
            separate = "separate targets", "none"
            planned, came = ("targets = sources", "targets") if request.symmetric else separate
            raise ValueError(
                f"the plan was made for {planned} and {came} came; pass the same kind or make a "
                "new plan"
            )
        if targets is not None and len(targets) != request.m:
            raise ValueError(
                f"targets have {len(targets)} points and the plan was made for {request.m}; make a "
                "new plan"
            )
        if sources.dtype != dtype:
            raise ValueError(
                f"sources are {sources.dtype} and the plan was made for {dtype}; make a new plan "
                f"with jaxfmm.plan(sources, ...), or convert: sources.astype('{dtype}')"
            )

    @library_code
    def __str__(self) -> str:
        return self.choice.method.screen(self)


def with_derivatives(plan: Plan, kernel: Kernel) -> Plan:
    """The plan with the derivatives of its kernel, which `build` dropped: sums that take the kernel
    from the plan are differentiated in its parameters."""
    return dataclasses.replace(plan, kernel=kernel) if errors.is_traced(kernel) else plan


def open_status(kernel: Kernel, center: jax.Array, *points: jax.Array) -> jax.Array:
    """The status of points that are too far apart across periodic axes."""
    most = ROUNDED * kernel.images.most_away
    return bits([(kernel.images.away(center, *points) > most, Status.OPEN)])


def _known(points: jax.Array) -> jax.Array:
    """The array of points that are differentiated outside of `jit`; other points themselves."""
    without_derivatives = pytrees.constant(points)
    return points if errors.is_traced(without_derivatives) else without_derivatives


def marks_of(sources: Any, targets: Any) -> tuple[weakref.ref, ...]:
    """Weak references to points, () if they are not arrays of JAX."""
    points = [x for x in (sources, targets) if x is not None]
    if not all(isinstance(x, jax.Array) for x in points):
        return ()
    return tuple(weakref.ref(_known(x)) for x in points)


def _kernel_fix(kernel: Any) -> str:
    if isinstance(kernel, type):
        return f"; make one of it: {kernel.__name__}(...)"
    return "; for a function of your own write jaxfmm.Custom(function)" if callable(kernel) else ""


def check_points(kernel: Any, sources: Any, targets: Any) -> tuple[jax.Array, jax.Array | None]:
    """(sources, targets) as arrays. Raises ValueError unless the kernel can be summed over them."""
    if not isinstance(kernel, Kernel):
        raise ValueError(
            f"kernel must be a kernel such as jaxfmm.Laplace(), got {kernel!r}{_kernel_fix(kernel)}"
        )
    sources = inputs.points("sources", sources, kernel.dimensions)
    kernel.check(sources.shape[1])
    if targets is not None:
        targets = inputs.points("targets", targets, kernel.dimensions, sources.dtype)
        if targets.shape[1] != sources.shape[1]:
            raise ValueError(
                f"targets {targets.shape} and sources {sources.shape} differ in dimension"
            )
        inputs.same_dtype("targets", targets, "sources", sources.dtype)
    counts, dim = (len(sources), None if targets is None else len(targets)), sources.shape[1]
    for _, part in kernel.addends(dim) or [(None, kernel)]:
        part.simplified(dim).check_numbers(*counts)
    return sources, targets


def assemble(
    choice: Choice,
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    borders: tuple[Any, Any],
    theta: jax.Array | None = None,
) -> Plan:
    """The plan by what was decided, whether or not its capacities suffice; traceable. borders: of
    the plan that it updates.  theta: the opening parameter; None for that of the choice."""
    choice = dataclasses.replace(choice, turned=False)  # lists are new
    kernel, sources, targets = jax.tree.map(lax.stop_gradient, (kernel, sources, targets))
    center = middle(sources, targets)
    y, home_y = _at_home(kernel, sources, center, "sources")
    x, home_x = (y, None) if targets is None else _at_home(kernel, targets, center, "targets")
    around = box_of(y, x)
    around = around._replace(extent=kernel.summed().frame.unit(around.extent))
    unit = jnp.ones((), y.dtype)
    if kernel.isotropic:
        unit = jnp.ldexp(unit, jnp.frexp(around.extent)[1])
    wrong = [
        (~around.finite, Status.NOT_FINITE),
        (jnp.logical_not(kernel.images.keeps(choice.arranged, y.dtype)), Status.CELL),
    ]
    if kernel.singular and kernel.isotropic:
        # apart: XLA for GPUs makes one slow pass of this and of what the tree does with the points
        alone = lax.optimization_barrier((y,) if targets is None else (y, x))
        wrong += [(suspected(points / unit), Status.CLOSE) for points in alone]
    shift = jnp.zeros_like(center)
    if choice.method.shifts and kernel.isotropic:
        # exact, since points are at least half and at most twice as large as the offset
        low, high = around.low, around.high
        offset = 0.5 * low + 0.5 * high
        shift = jnp.where(around.finite & (jnp.abs(offset) > high - low), offset, 0)
    images = None
    if kernel.has_images:
        images = kernel.images.shifts(y.shape[1], y.dtype, choice.arranged) / unit
    plan = Plan(
        kernel=kernel,
        unit=unit,
        center=center,
        shift=shift,
        status=bits(wrong) | _range_status(kernel, unit) | open_status(kernel, center, x, y),
        choice=choice,
        images=images,
        homes=(home_x, home_y),
        borders=borders,
        theta=theta,
    )
    plan = choice.method.prepare(plan, around, y, None if targets is None else x)
    return dataclasses.replace(plan, theta=None)


def _at_home(
    kernel: Kernel, points: jax.Array, center: jax.Array, side: str
) -> tuple[jax.Array, Any]:
    """Points in the coordinates of the kernel, those of a periodic cell in it, and their
    `Images.home`."""
    points = kernel.frame.coordinates(points, center)
    home = kernel.images.home(points, center, side)
    return (points, None) if home is None else (kernel.images.at_home(points, home), home)


assemble_at_once = run_once(assemble, static_argnums=0)


def lists_of(
    choice: Choice,
    kernel: Kernel,
    sources: Any,
    targets: Any,
    borders: tuple[Any, Any] = NO_BORDERS,
    call: Callable[..., Plan] = assemble_at_once,
) -> Plan:
    """`assemble`, compiled once for all choices that have trees and lists of the same sizes. call:
    what stands in for `assemble_at_once`."""
    shared, theta = choice.method.of_lists(choice), None
    if shared.theta != choice.theta:
        theta = np.asarray(choice.theta, sources.dtype)
    plan = call(shared, kernel, sources, targets, borders, theta)
    return dataclasses.replace(plan, choice=choice)


def both_inside(
    plan: Plan, sources: Any, targets: Any, call: Callable[..., Any] = ahead.call
) -> tuple[jax.Array, jax.Array]:
    """`Plan.both_inside`, compiled; `call`: of `ahead`."""
    names = "kernel unit center shift status homes"
    where = Plan(**{name: getattr(plan, name) for name in names.split()}, choice=NO_CHOICE)
    return call(_both_inside, where, sources, targets)


@run_once
def _both_inside(
    plan: Plan, sources: jax.Array, targets: jax.Array | None
) -> tuple[jax.Array, jax.Array]:
    return plan.both_inside(sources, targets)


def build(
    choice: Choice,
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    cell: Any = None,
    borders: tuple[Any, Any] = NO_BORDERS,
) -> Plan:
    """The plan by what was decided: its status says whether its capacities suffice. cell: of the
    kernel, None if it is not known. borders: of the plan that it updates."""
    plan = lists_of(choice, kernel, sources, targets, borders)
    plan = _settle_closeness(plan, sources, targets)
    if cell is None:
        cell = choice.method.images.cell(choice, plan.kernel, plan.unit.dtype)
    return dataclasses.replace(plan, cell=cell)


def _settle_closeness(plan: Plan, sources: jax.Array, targets: jax.Array | None) -> Plan:
    """The plan without the bit CLOSE of its status, which `assemble` sets where points may be too
    close, unless some are."""
    distances = plan.kernel.singular and plan.kernel.isotropic
    if not distances or not errors.is_traced(plan) and not int(plan.status) & Status.CLOSE:
        return plan

    def any_too_close(kernel, center, unit, *points):
        # of the user's points: nothing is computed outside of this branch, which is rare
        coordinates = kernel.frame.coordinates(jnp.concatenate(points), center)
        return too_close(lax.stop_gradient(coordinates / unit))

    points = (sources,) if targets is None else (sources, targets)
    may_be = (plan.status & int(Status.CLOSE)) > 0
    where = lax.stop_gradient((plan.kernel, plan.center, plan.unit, *points))
    close = rarely(may_be, any_too_close, lambda *_: jnp.zeros((), bool), *where)
    status = jnp.where(close, plan.status, plan.status & ~int(Status.CLOSE))
    return dataclasses.replace(plan, status=status)


def arrays_of_pairs(target: Tree, source: Tree, near: PairList) -> tuple[jax.Array, ...]:
    """What `pair_work` reads."""
    of_trees = target.count, target.leaves, source.count, source.leaves
    return *of_trees, near.target, near.source, near.count


@run_once
def pair_work(target: Tree, source: Tree, near: PairList) -> jax.Array:
    """The number of pairs of points in a near list, added in two steps against rounding."""

    def points(tree, leaves):
        counts = tree.count.at[tree.leaves].get(mode="fill", fill_value=0)
        return counts.at[leaves].get(mode="fill", fill_value=0).astype(jnp.float32)

    used = lax.iota(jnp.int32, near.capacity) < near.count
    pairs = jnp.where(used, points(target, near.target) * points(source, near.number), 0)
    return jnp.pad(pairs, (0, -near.capacity % BLOCK)).reshape(-1, BLOCK).sum(1).sum()


def _range_status(kernel: Kernel, unit: jax.Array) -> jax.Array:
    return bits([(jnp.logical_not(kernel.summed().measurable(unit)), Status.RANGE)])
