"""Nearly exact sums of 1/r over the images of a cell, at the few targets where sums are compared.

They are Ewald sums as in `ewald.sums`, in float64 whatever the precision of the points, with pairs
from a k-d tree. The Fourier modes of charges are computed once, for any targets."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import ahead
from jaxfmm.ewald import sums as ewald
from jaxfmm.ewald.parameters import (
    FORCE,
    POTENTIAL,
    EwaldParameters,
    asked_of_charges,
    candidates,
)
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import numbers_within, radius_of
from jaxfmm.kernels.screened import Screened
from jaxfmm.methods.by_trees import round_up
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.ewald import shares_within
from jaxfmm.on_host import numbers_of
from jaxfmm.passes.far_images import CellImages, lattice_of
from jaxfmm.plan import Plan
from jaxfmm.request import Request
from jaxfmm.run_once import run_once

FINER = 32.0  # The errors of these sums are at most tol / FINER.
# An R longer than the least is taken if a target then has at most this many pairs on average.
FEW_PAIRS = 2**10
# This many pairs are summed at a time, at most and at least: other numbers need other programs.
PAIRS, LEAST_PAIRS = 2**21, 2**19
# Up to so many charges, few are summed as all of them, the others zero, at as many targets: that
# takes less time than to compile a program of their own.
TOGETHER = 2**19


class InCell:
    """The sums over the images of a cell. Made by `in_cell`."""

    def __init__(
        self,
        lattice: CellImages,
        setup: EwaldParameters,
        near: Screened,
        tree: Any,
        targets: np.ndarray,
        orders: tuple[int, ...],
    ) -> None:
        self.lattice, self.setup, self.near = lattice, setup, near
        self.tree, self.targets, self.orders = tree, targets, orders
        self.rows = np.asarray(lattice.rows)
        self.together = len(tree.data) <= TOGETHER
        self.most = 0  # targets of a program, once they have begun

    def of(
        self, charges: Array | np.ndarray, few_at: np.ndarray | None = None
    ) -> Callable[[np.ndarray], np.ndarray]:
        """A function of the numbers (t,) of some targets: the sums of charges (n, k) there, (k, t,
        1, 1 or 4). few_at: None, or the numbers of the few charges that are not zero."""
        wide, tree = np.asarray(charges, np.float64), self.tree
        summed = tree.data, wide
        if few_at is not None:
            wide, tree = wide[few_at], _tree(self.tree.data[few_at])
            summed = summed if self.together else (tree.data, wide)
        with jax.enable_x64(True):
            modes = _waves(self.lattice, *summed, setup=self.setup)

        def at(some: np.ndarray) -> np.ndarray:
            targets = self.targets[some]
            filled = np.resize(targets, (max(len(targets), self.most), 3))
            with jax.enable_x64(True):
                smooth = _smooth(self.lattice, filled, modes, setup=self.setup, orders=self.orders)
            sums = np.asarray(smooth)[: len(targets)] + self._pairs(tree, targets, wide)
            return np.moveaxis(sums, 2, 0)[:, :, None]

        return at

    def begin(self, kinds: Iterable[tuple[int, int, int]]) -> None:
        """Compiles sums of so many charges with so many columns at so many targets, of all `kinds`
        at the same time."""
        kinds = _merged(kinds, len(self.tree.data))
        if self.together:
            self.most = max(targets for *_, targets in kinds)
        programs = ahead.Programs()
        _trace_programs(self.setup, self.lattice, self.near, self.orders, kinds, programs)
        programs.compile()

    def _pairs(self, tree: Any, targets: np.ndarray, charges: np.ndarray) -> np.ndarray:
        """The sums over pairs of targets and of charges at the points of a tree, (t, 1 or 4, k)."""
        shifts, counts = pairs_of(tree, targets, self.rows, float(self.near.length))
        parts = np.array_split(np.arange(len(targets)), max(1, round(counts.sum() / PAIRS)))
        return np.concatenate(
            [self._some_pairs(tree, targets[part], shifts, charges) for part in parts if len(part)]
        )

    def _some_pairs(
        self, tree: Any, targets: np.ndarray, shifts: np.ndarray, charges: np.ndarray
    ) -> np.ndarray:
        how = {"max_distance": self.near.length, "output_type": "ndarray"}
        numbers, sources = [np.zeros(0, int)], [np.zeros(0, int)]
        for shift in shifts:
            near = _near_box(tree, targets - shift, float(self.near.length))
            pairs = _tree(targets[near] - shift).sparse_distance_matrix(tree, **how)
            numbers.append(near[pairs["i"]])
            sources.append(pairs["j"])
        number, source = np.concatenate(numbers), np.concatenate(sources)
        count = [len(one) for one in numbers[1:]]
        offset = targets[number] - shifts.repeat(count, axis=0) - tree.data[source]
        square = np.full(max(LEAST_PAIRS, round_up(len(offset))), np.inf)
        square[: len(offset)] = np.square(offset).sum(1)
        with jax.enable_x64(True):
            values = np.asarray(_radial(self.near, square, order=max(self.orders)))
        values = values[:, : len(offset)]
        factors = [values[0], *(values[1] * offset.T if len(values) > 1 else [])]
        columns, t = charges[source].T, len(targets)
        sums = [[np.bincount(number, f * q, minlength=t) for q in columns] for f in factors]
        return np.moveaxis(np.array(sums), 2, 0)


def least_sizes(rows: Any, charges: Any) -> np.ndarray:
    """The least potentials and gradients relative to which errors are promised, of charges (n, k)
    in a cell with the edges `rows`: (k, 2)."""
    squares, tiny = np.square(np.asarray(charges, float)).T, np.finfo(float).tiny
    total = np.maximum(squares.sum(1), tiny)
    fourth = np.maximum(np.square(squares).sum(1), tiny)
    count = np.maximum(total**2 / fourth, 1)  # of the charges that are not small
    volume = abs(np.linalg.det(np.asarray(rows, float)))
    spacing, charge = (volume / count) ** (1 / 3), np.sqrt(total / count)
    return np.stack([POTENTIAL * charge / spacing, FORCE * charge / spacing**2], axis=1)


def background_slopes(cell: InCell, charges: Any) -> np.ndarray:
    """The root mean square gradients at the targets of the uniform charge that neutralises charges
    (n, k), (k,): it grows as 4 pi / 3 times its density from the middle of the cell."""
    total = np.abs(np.asarray(charges, float).sum(0)) / abs(np.linalg.det(cell.rows))
    offset = cell.targets - cell.targets.mean(0)
    return 4 * np.pi / 3 * total * np.sqrt(np.square(offset).sum(1).mean())


def in_cell(plan: Plan, setup: EwaldParameters, sources: Any, targets: Any) -> InCell:
    """The sums over the images of a concrete plan's kernel, of points in its unit."""
    y, x = (np.asarray(points, np.float64) for points in (sources, targets))
    lattice = _of_reference(cell_of(plan), np.asarray)
    kernel = numbers_of(plan.kernel).summed().in_unit(numbers_of(plan.unit))
    near = jax.tree.map(np.asarray, _near_of(setup, kernel, lattice, np.asarray))
    return InCell(lattice, setup, near, _tree(y), x, _orders_of(plan.request))


def trace_programs(
    setup: EwaldParameters,
    plan: Plan,
    count: int,
    kinds: Iterable[tuple[int, int, int]],
    call: Callable[..., Any],
) -> None:
    """Calls what `InCell.begin` compiles, for `ahead.Programs`: of so many sources, and a traced
    plan with its images."""

    def sides(plan: Plan) -> tuple[CellImages, Screened]:
        lattice = _of_reference(cast(CellImages, plan.lattice), jnp.asarray)
        kernel = plan.kernel.summed().in_unit(plan.unit)
        return lattice, _near_of(setup, kernel, lattice, jnp.asarray)

    with jax.enable_x64(True):
        lattice, near = jax.eval_shape(sides, plan)
    _trace_programs(setup, lattice, near, _orders_of(plan.request), _merged(kinds, count), call)


def _trace_programs(
    setup: EwaldParameters,
    lattice: CellImages,
    near: Screened,
    orders: tuple[int, ...],
    kinds: Iterable[tuple[int, int, int]],
    call: Callable[..., Any],
) -> None:
    wide = functools.partial(jax.ShapeDtypeStruct, dtype=np.dtype(np.float64))
    with jax.enable_x64(True):
        for sources, columns, targets in kinds:
            sides = wide((sources, 3)), wide((sources, columns))
            modes = call(_waves, lattice, *sides, setup=setup)
            call(_smooth, lattice, wide((targets, 3)), modes, setup=setup, orders=orders)
        call(_radial, near, wide((LEAST_PAIRS,)), order=max(orders))


def _merged(kinds: Iterable[tuple[int, int, int]], count: int) -> set[tuple[int, int, int]]:
    """The kinds of sums of so many sources that have programs of their own."""
    kinds = set(kinds)
    if count > TOGETHER:
        return kinds
    most = max(targets for *_, targets in kinds)
    return {(count, columns, most) for _, columns, _ in kinds}


def _of_reference(lattice: CellImages, asarray: Callable[..., Any]) -> CellImages:
    """The images of a cell in float64, without what the reference sums do not read."""
    unread: Any = {"sums": None, "order": 0, "arranged": None}
    lattice = dataclasses.replace(lattice, **unread)
    return jax.tree.map(lambda a: asarray(a, np.float64), lattice)


def _near_of(
    setup: EwaldParameters, kernel: Kernel, lattice: CellImages, asarray: Callable[..., Any]
) -> Any:
    """The kernel of near pairs of a kernel, in float64."""
    with jax.enable_x64(True):
        kernel = jax.tree.map(lambda a: asarray(a, np.float64), kernel)
        return ewald.screened(setup, kernel, lattice.radius)


def _orders_of(request: Request) -> tuple[int, ...]:
    return tuple(range(min(request.derivatives, 1) + 1))


def setup_of(request: Request, problem: Problem) -> EwaldParameters | None:
    """The split of the sums for a request; None where nothing is accurate enough."""
    key = "reference", request.tol, request.derivatives
    return problem.once(key, lambda: _setup_of(request, problem))


def _setup_of(request: Request, problem: Problem) -> EwaldParameters | None:
    kernel, dtype = problem.kernel, problem.sources.dtype
    rows = np.asarray(kernel.images.rows(request.dim, dtype), np.float64)
    radius, shares = radius_of(rows), shares_within(rows, problem)
    lengths = jax.tree.leaves(numbers_of(kernel).summed().far_length(request.tol))
    softened = max(float(np.max(a)) for a in lengths)
    asked = asked_of_charges(request.derivatives)
    possible = sorted(
        (
            setup
            for setup in candidates(rows, request.n, request.tol / FINER, asked)
            if setup.reach * radius >= softened
        ),
        key=lambda setup: (setup.reach, np.prod(setup.grid.shape)),
    )
    if not possible:
        return None
    best = possible[0]
    for setup in possible[1:]:
        if setup.reach > best.reach:
            if shares(setup.reach * radius).mean() * request.n > FEW_PAIRS:
                break
            best = setup
    return best


def _tree(points: np.ndarray) -> Any:
    from scipy import spatial  # which JAX requires itself

    return spatial.cKDTree(points, balanced_tree=False, compact_nodes=False)


def cell_of(plan: Plan) -> CellImages:
    """The images of a plan's kernel, in the plan's unit; few numbers by NumPy, which compiles
    nothing."""
    return numbers_of(images_of(plan)).in_unit(*numbers_of((plan.unit, plan.shift)))


def images_of(plan: Plan, call: Callable[..., Any] = ahead.call) -> CellImages:
    """The images of a plan's kernel in the user's unit; `call`: of `ahead`."""
    of_plan = plan.kernel, plan.choice, plan.center, plan.unit.dtype, plan.cell
    return cast(CellImages, lattice_of(*of_plan, same=True, call=call))


def pairs_of(
    tree: Any, targets: np.ndarray, rows: np.ndarray, length: float
) -> tuple[np.ndarray, np.ndarray]:
    """(shifts (s, 3) of the images that some targets have within a length, how many sources of
    each, (s, t))."""
    size = np.linalg.norm(np.ptp([tree.mins, tree.maxes, targets.min(0), targets.max(0)], axis=0))
    shifts = numbers_within(rows, float(length + size)) @ rows
    counts = np.zeros((len(shifts), len(targets)), int)
    for count, shift in zip(counts, shifts):
        near = _near_box(tree, targets - shift, length)
        if len(near):  # in one thread: to start others takes longer
            count[near] = tree.query_ball_point(targets[near] - shift, length, return_length=True)
    return shifts[counts.any(1)], counts[counts.any(1)]


def _near_box(tree: Any, points: np.ndarray, length: float) -> np.ndarray:
    """The numbers of the points within a length of the box of a tree's points: others have no
    pairs."""
    inside = (points >= tree.mins - length) & (points <= tree.maxes + length)
    return np.flatnonzero(inside.all(1))


def stacked(fields: dict[int, Array]) -> Array:
    """Potential, and gradient if there is one, {b: (t, k) + (d,) * b}, as (t, 1 or 1 + d, k)."""
    return jnp.concatenate(
        [fields[0][:, None], *(jnp.moveaxis(fields[b], 2, 1) for b in fields if b)], axis=1
    )


@run_once(static_argnames="setup")
def _waves(lattice: CellImages, sources: Array, charges: Array, *, setup: EwaldParameters) -> Array:
    return ewald.modes(setup, lattice, sources, {0: charges})


@run_once(static_argnames=("setup", "orders"))
def _smooth(
    lattice: CellImages,
    targets: Array,
    waves: Array,
    *,
    setup: EwaldParameters,
    orders: tuple[int, ...],
) -> Array:
    return stacked(ewald.evaluate(setup, lattice, targets, waves, orders))


@run_once(static_argnames="order")
def _radial(near: Screened, square: Array, *, order: int) -> Array:
    return jnp.stack(near.radial(square, order))
