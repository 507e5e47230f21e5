"""The plan: everything about a sum that does not depend on the charges.

A plan is a pytree. The shapes of its arrays follow from the numbers of points and from its `Choice`
alone, so that `plan.update(points)` inside `jit` does not compile anew. Trees and lists carry no
derivative."""

import dataclasses
import functools
import weakref
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import ahead, errors, foreign, inputs, pytrees
from jaxfmm.carriers import carriers
from jaxfmm.elements import Elements, as_points, refuse_points
from jaxfmm.errors import HARMLESS, Default, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.given_segments import by_segments, planned_segments, replaced
from jaxfmm.plan_coordinates import away_message, coordinates_of, range_status, settle_closeness
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.switches import library_code
from jaxfmm.tree.build import Tree
from jaxfmm.tree.pair_work import known_pair_work
from jaxfmm.tree.traverse import Lists
from jaxfmm.user_points import check_one_device, check_points, check_same_shapes, marks_of

NO_BORDERS = (None, None)  # `Plan.borders` of plans on one device
NO_REQUEST = Request(n=0, m=0, dim=0, symmetric=True, method="", tol=1.0, derivatives=0)
NO_CHOICE = Choice(request=NO_REQUEST, method=None)  # of plans that only say where points are

_ARRAYS = "kernel unit center shift sources_tree targets_tree lists prepared status measured "
_ARRAYS += "measured_for carried closest images homes cell lattice borders near_fields theta"


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
      measured: the error that was measured when the plan was made; None where order and theta come
        from tables of errors.
      why: the reason why the sum is direct, if no FMM kept `tol` or none exists for a mesh;
        otherwise None. It does not go into `jit`.

    Internal attributes:
      unit: the unit of length of trees and sums, a power of two; about the size of the box of all
        points.
      center: the middle of the box of all points, (d,).
      shift: (d,), subtracted from coordinates before they are divided by the unit. Methods by trees
        subtract the centre along axes where it is farther from the origin than the points are from
        each other, which is exact in floating point; otherwise 0.
      choice: everything static: the request, the method, order, theta and capacities.
      sources_tree: the tree of the sources, in the unit; None for a direct sum.
      targets_tree: the tree of the targets; None for a direct sum and where the targets are the
        sources.
      lists: the interaction lists: far pairs, near pairs, and pairs with exchanged roles.
      prepared: data of methods without trees, or over a mesh: (for the targets, for the sources).
      images: the shifts of the images, in the unit, for kernels that have images; otherwise None.
      homes: (for the targets, for the sources): for kernels with a periodic cell, which image of
        each point is in the cell (`Images.home`). None for other kernels, and for targets that are
        the sources.
      cell: the `passes.lattice_sums.Cell` of the kernel, where far images act by expansions;
        otherwise None.
      lattice: set only while a sum is computed: its `passes.far_images.CellImages` in the unit,
        through which sums are differentiated in the cell; otherwise None.
      measured_for: the kernel for which the error `measured` holds; updates keep it.
      carried: the error `measured` holds for charges whose participation number (`carriers`) is at
        least this; None for all charges.
      theta: the opening parameter while trees and lists are made, so that plans that differ in it
        share a program; otherwise None.
      borders: (for the targets, for the sources): over a mesh, the borders of the devices' domains
        (`sharding.partition`), if the points are on the device of their domain; otherwise None.
      closest: the smallest centre distance of an M2L pair, in the unit; 0 if a P2P pair is closer.
        For interpolated kernels with separate targets; otherwise None.
      near_fields: the `near_fields.kept.NearFields` of plans with keep_near=True; otherwise None.

    Internal attributes that do not go into `jit` and that updates forget, but for `near_pairs`:
      faint: the size of the gradients relative to the smallest size for which `tol` is promised,
        where charges in a cell nearly cancel (`planning.faint`); otherwise None.
      near_pairs: about how many pairs are near, for kernels with the trait few_near
        (`planning.near_pairs`); otherwise None.
      at_target: the largest relative errors of the potential and of the gradient at a single one of
        the targets where errors were measured, for charges of one sign or for the given charges; ()
        where they are not known.
      making: the steps and the time that making the plan took, in words.
      marks: weak references to the points of the plan (`user_points.marks_of`).
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
    near_fields: Any = None
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
        """The `Request` that the plan was made for."""
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
        """(tree of the targets, tree of the sources)."""
        targets = self.sources_tree if self.targets_tree is None else self.targets_tree
        return targets, self.sources_tree

    @property
    def far(self) -> Any:
        """The list of far pairs: M2L, or M2P of a treecode; None for methods without expansions."""
        return self.lists.far

    @property
    def near(self) -> Any:
        """The list of near pairs, P2P."""
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
          charges: None, or the charges of the next sums, as `jaxfmm.potential` takes them. If very
            few charges outweigh all others, a plan that measured its errors may not keep `tol`. The
            status then has the bit `DOMINATED`, and outside of `jit` there is a warning. That bit
            alone does not make sums NaN.
          segments, target_segments: the segment of each source and target, of a plan with segments;
            None for no change.

        Raises:
          ValueError: shapes or dtypes differ from those of the plan. Outside of `jit` also when the
            new points need larger capacities than the plan has; inside, the status of the result
            says so.
        """
        elements = None
        if isinstance(sources, Elements):
            elements, planned = sources, self.kernel if kernel is None else kernel
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
            near_pairs=self.near_pairs,
            status=status,
            marks=marks,
        )
        if self.near_fields is not None:
            near_fields = self.near_fields.update(elements, targets)
            status = plan.status | near_fields.of_status()
            plan = dataclasses.replace(plan, near_fields=near_fields, status=status)
        if not errors.is_traced(plan):
            errors.heed(plan, int(plan.status), sources, targets)
        return with_derivatives(plan, asked)

    def _by_segments(
        self, kernel: Any, sources: Any, targets: Any, segments: Any, target_segments: Any
    ) -> Any:
        """`kernel`, or the plan's kernel for None, within the given segments, or within the plan's
        segments for None."""
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
        """The kernel, simplified. Raises ValueError unless it differs from the plan's kernel in its
        parameters alone."""
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
        """The capacities that the points need, and those that the plan has, as a dict. Needs of
        lists are exact if the tree has enough nodes."""
        return self.choice.method.needs(self)

    def away(self, sources: jax.Array | None, targets: jax.Array | None) -> str:
        """The message about points that are too far apart across periodic axes (`Status.OPEN`)."""
        return away_message(self.kernel, self.center, sources, targets)

    def pair_work(self) -> float:
        """The number of pairs of points in the near list of a concrete plan, in float32."""
        target, source = self.trees
        return known_pair_work(target, source, self.near)

    def in_unit(self, points: jax.Array) -> jax.Array:
        """Points, in the coordinates of the kernel, shifted and divided by the unit."""
        return (points - self.shift[None]) / self.unit

    def placed(self, kernel: Any, points: jax.Array, home: Any) -> jax.Array:
        """The user's points in the coordinates of a kernel, moved into its cell if it is periodic.
        home: an entry of `homes`."""
        points = kernel.frame.coordinates(points, self.center)
        return points if home is None else kernel.images.at_home(points, home)

    def inside(self, points: jax.Array, home: Any = None) -> jax.Array:
        """The user's points in the coordinates in which sums are computed: `placed`, then
        `in_unit`."""
        return self.in_unit(self.placed(self.kernel, points, home))

    def both_inside(
        self, sources: jax.Array, targets: jax.Array | None
    ) -> tuple[jax.Array, jax.Array]:
        """`inside` of the user's (sources, targets); without targets, the sources twice."""
        y = self.inside(sources, self.homes[1])
        return y, y if targets is None else self.inside(targets, self.homes[0])

    def transposed(self) -> "Plan":
        """The plan of the transposed sum: sources and targets exchanged."""
        return self if self.request.symmetric else self.choice.method.transposed(self)

    def for_sides(self, sources: int, targets: int) -> "Plan":
        """The plan with these numbers of sources and targets in its request."""
        return dataclasses.replace(self, choice=self.choice.with_request(n=sources, m=targets))

    def is_of(self, sources: Any, targets: Any) -> bool:
        """Whether these arrays are known to be the arrays that the plan was made for."""
        marks = marks_of(sources, targets)
        return len(marks) == len(self.marks) > 0 and all(
            a() is b() for a, b in zip(self.marks, marks)
        )

    def evaluation_status(
        self, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool = False
    ) -> jax.Array:
        """The status of a sum over these points with this kernel: the status of the plan, and
        whether plan, points and kernel belong together; a traceable scalar without the bits of
        `errors.HARMLESS`. own: whether the points are the plan's, which then are not checked."""
        of_method = self.choice.method.status(self, kernel, sources, targets, own=own)
        return (self.status & ~int(HARMLESS)) | range_status(kernel, self.unit) | of_method

    def dominated(self, charges: jax.Array) -> jax.Array:
        """`Status.DOMINATED` if the participation number of charges (n, k) or (n, k, d) is below
        `carried`, else 0."""
        return bits(
            [] if self.carried is None else [(carriers(charges) < self.carried, Status.DOMINATED)]
        )

    def check_tol(self, tol: Default | float) -> None:
        """Raises ValueError if the `tol` of a sum is smaller than the plan's; warns if it is
        larger."""
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
        """Raises ValueError for arrays that are split over devices if the plan is on one. Inside
        `jit`, where automatic axes do not say whether arrays are split, warns instead."""
        if self.request.layout is not None:
            return
        check_one_device(first, *others)

    def check_shapes(self, sources: jax.Array, targets: jax.Array | None) -> None:
        """Raises ValueError unless the points have the numbers and the dtype of the plan's."""
        copies, dtype = self.kernel.images.copies, self.unit.dtype
        check_same_shapes(self.request, copies, dtype, sources, targets)

    @library_code
    def __str__(self) -> str:
        return self.choice.method.screen(self)


def with_derivatives(plan: Plan, kernel: Kernel) -> Plan:
    """The plan with this kernel where it is traced, since `build` stopped its derivatives: sums
    that take the kernel from the plan can then be differentiated in its parameters."""
    return dataclasses.replace(plan, kernel=kernel) if errors.is_traced(kernel) else plan


def assemble(
    choice: Choice,
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    borders: tuple[Any, Any],
    theta: jax.Array | None = None,
) -> Plan:
    """The plan of a choice for these points, whether or not its capacities suffice; traceable.
    borders: `Plan.borders` of the plan that this one updates. theta: the opening parameter; None
    for that of the choice."""
    kernel, sources, targets = jax.tree.map(lax.stop_gradient, (kernel, sources, targets))
    own = coordinates_of(
        kernel, sources, targets, arranged=choice.arranged, shifts=choice.method.shifts
    )
    plan = Plan(
        kernel=kernel,
        unit=own.unit,
        center=own.center,
        shift=own.shift,
        status=own.status,
        choice=choice,
        images=own.images,
        homes=own.homes,
        borders=borders,
        theta=theta,
    )
    plan = choice.method.prepare(plan, own.box, own.sources, own.targets)
    return dataclasses.replace(plan, theta=None)


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
    choice = dataclasses.replace(choice, turned=False)  # lists are new
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
    """The plan of a choice for these points, whose status says whether its capacities suffice.
    cell: `Plan.cell` if it is known. borders: `Plan.borders` of the plan that this one updates."""
    plan = lists_of(choice, kernel, sources, targets, borders)
    native = choice.request.native and choice.request.layout is None  # a kernel is for one device
    where = plan.kernel, plan.center, plan.unit
    status = settle_closeness(plan.status, *where, sources, targets, native=native)
    if cell is None:
        cell = choice.method.images.cell(choice, plan.kernel, plan.unit.dtype)
    return dataclasses.replace(plan, status=status, cell=cell)
