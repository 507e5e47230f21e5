"""The plan: everything about a sum that does not depend on the charges.

A plan is a pytree of arrays whose shapes depend only on the numbers of points and on what was
decided, so that `plan.update(points)` runs inside `jit` without compiling anew. Trees and lists
carry no derivative."""

import dataclasses
import functools
import weakref
from typing import Any

import jax
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.carriers import carriers
from jaxfmm.elements import Elements, as_points, refuse_points
from jaxfmm.errors import HARMLESS, Default, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.given_segments import by_segments, planned_segments, replaced
from jaxfmm.plan_coordinates import coordinates_of, range_status, settle_closeness
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.switches import library_code
from jaxfmm.tree.build import Tree
from jaxfmm.tree.pair_work import pair_work
from jaxfmm.tree.traverse import Lists
from jaxfmm.user_points import check_points, marks_of

NO_BORDERS = (None, None)  # `Plan.borders` on one device

_ARRAYS = "kernel unit center shift sources_tree targets_tree lists prepared status measured "
_ARRAYS += "measured_for carried closest images homes cell lattice borders"


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
        wrong = bits([(~holds, Status.PARAMETER)])
        if charges is not None:
            n = len(sources) // kernel.images.copies
            check = inputs.vectors if kernel.traits.vector else inputs.weights
            weights, _ = check(charges, None, n, sources.shape[1], sources.dtype)
            wrong = wrong | self.dominated(pytrees.constant(kernel.images.strengths(weights)[0]))
        plan = dataclasses.replace(
            plan,
            measured=self.measured,
            measured_for=self.measured_for,
            carried=self.carried,
            why=self.why,
            status=plan.status | wrong,
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
        return float(pair_work(*self.trees, self.near))

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
        return (self.status & ~int(HARMLESS)) | range_status(kernel, self.unit) | of_method

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


def assemble(
    choice: Choice,
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    borders: tuple[Any, Any],
) -> Plan:
    """The plan by what was decided, whether or not its capacities suffice; traceable. borders: of
    the plan that it updates."""
    choice = dataclasses.replace(choice, turned=False)  # lists are new
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
    )
    return choice.method.prepare(plan, own.box, own.sources, own.targets)


assemble_at_once = run_once(assemble, static_argnums=0)


@run_once
def both_inside(
    plan: Plan, sources: jax.Array, targets: jax.Array | None
) -> tuple[jax.Array, jax.Array]:
    """`Plan.both_inside`, compiled."""
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
    plan = assemble_at_once(choice, kernel, sources, targets, borders)
    points = (sources,) if targets is None else (sources, targets)
    status = settle_closeness(plan.status, plan.kernel, plan.center, plan.unit, points)
    if cell is None:
        cell = choice.method.images.cell(choice, plan.kernel, plan.unit.dtype)
    return dataclasses.replace(plan, status=status, cell=cell)
