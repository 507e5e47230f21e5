"""Sums of 1/r over the images of a cell at a few targets, nearly exact: what sums at many targets
are measured by.

They are by Ewald's split as in `ewald.sums`, in float64 whatever the precision of the points, with
pairs from a k-d tree. The waves of charges are computed once, for whichever targets are asked for.
"""

import functools
from collections.abc import Callable, Iterable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import ahead
from jaxfmm.ewald import parameters as split, sums as ewald
from jaxfmm.kernels.near_images import numbers_within, radius_of
from jaxfmm.kernels.screened import Screened
from jaxfmm.methods.by_trees import round_up
from jaxfmm.passes.far_images import CellImages, lattice_of

FINER = 32.0  # times that these sums are less wrong than `tol`
SOME = 64  # targets at which pairs are counted
FEW_PAIRS = 2**10  # at most for a target on average, of an R that is longer than the least
PAIRS = 2**21  # at a time


class InCell:
    """The sums over the images of a cell. Made by `in_cell`."""

    def __init__(
        self,
        lattice: CellImages,
        setup: split.Setup,
        near: Screened,
        tree: Any,
        targets: np.ndarray,
        orders,
    ) -> None:
        self.lattice, self.setup, self.near, self.tree, self.targets = (
            lattice,
            setup,
            near,
            tree,
            targets,
        )
        self.orders = orders
        self.rows = np.asarray(lattice.rows)

    def of(
        self, charges: jax.Array, few_at: np.ndarray | None = None
    ) -> Callable[[np.ndarray], np.ndarray]:
        """A function of the numbers (t,) of some targets: the sums of charges (n, k) there, (k, t,
        1, 1 or 4). few_at: None, or the numbers of the few charges that are not zero."""
        wide, tree = np.asarray(charges, np.float64), self.tree
        if few_at is not None:
            wide, tree = wide[few_at], _tree(self.tree.data[few_at])
        with jax.enable_x64(True):
            waves = _waves(self.lattice, tree.data, wide, setup=self.setup)

        def at(some):
            with jax.enable_x64(True):
                smooth = _smooth(
                    self.lattice, self.targets[some], waves, setup=self.setup, orders=self.orders
                )
            return np.moveaxis(
                np.asarray(smooth) + self._pairs(tree, self.targets[some], wide), 2, 0
            )[:, :, None]

        return at

    def begin(self, kinds: Iterable[tuple[int, int, int]]) -> None:
        """Compiles sums of so many charges with so many columns at so many targets, of all `kinds`
        at the same time."""
        programs, wide = (
            ahead.Programs(),
            functools.partial(jax.ShapeDtypeStruct, dtype=np.dtype(np.float64)),
        )
        with jax.enable_x64(True):
            for sources, columns, targets in kinds:
                given = wide((sources, 3)), wide((sources, columns))
                waves = programs(_waves, self.lattice, *given, setup=self.setup)
                programs(
                    _smooth,
                    self.lattice,
                    wide((targets, 3)),
                    waves,
                    setup=self.setup,
                    orders=self.orders,
                )
            programs.compile()

    def _pairs(self, tree, targets, charges):
        """The sums over pairs of targets and of charges at the points of a tree, (t, 1 or 4, k)."""
        shifts, counts = pairs_of(tree, targets, self.rows, self.near.length)
        parts = np.array_split(np.arange(len(targets)), max(1, round(counts.sum() / PAIRS)))
        return np.concatenate(
            [self._some_pairs(tree, targets[part], shifts, charges) for part in parts if len(part)]
        )

    def _some_pairs(self, tree, targets, shifts, charges):
        from scipy import sparse

        given = {"max_distance": self.near.length, "output_type": "ndarray"}
        found = [_tree(targets - shift).sparse_distance_matrix(tree, **given) for shift in shifts]
        none, count = np.zeros(0, int), [len(one) for one in found]
        number, source = (
            np.concatenate([none, *(one[name] for one in found)]) for name in ("i", "j")
        )
        offset = targets[number] - shifts.repeat(count, axis=0) - tree.data[source]
        square = np.full(round_up(len(offset)), np.inf)
        square[: len(offset)] = np.square(offset).sum(1)
        with jax.enable_x64(True):
            values = np.asarray(_radial(self.near, square, order=max(self.orders)))[
                :, : len(offset)
            ]
        factors = [values[0], *(values[1] * offset.T if len(values) > 1 else [])]
        shape = len(targets), len(charges)
        return np.stack(
            [sparse.csr_array((f, (number, source)), shape=shape) @ charges for f in factors],
            axis=1,
        )


def least_sizes(rows: Any, charges: Any) -> np.ndarray:
    """The least potentials and gradients relative to which errors are promised, of charges (n, k)
    in a cell with the edges `rows`: (k, 2)."""
    squares, tiny = np.square(np.asarray(charges, float)).T, np.finfo(float).tiny
    total = np.maximum(squares.sum(1), tiny)
    count = np.maximum(
        total**2 / np.maximum(np.square(squares).sum(1), tiny), 1
    )  # of those that are not small
    spacing, charge = (
        (abs(np.linalg.det(np.asarray(rows, float))) / count) ** (1 / 3),
        np.sqrt(total / count),
    )
    return np.stack([split.POTENTIAL * charge / spacing, split.FORCE * charge / spacing**2], axis=1)


def in_cell(plan, sources: jax.Array, targets: jax.Array) -> InCell | None:
    """The sums over the images of a concrete plan's kernel, of points in its unit; None where they
    cannot be had."""
    lattice = cell_of(plan)
    wide, rows = (
        [np.asarray(x, np.float64) for x in (sources, targets)],
        np.asarray(lattice.rows, np.float64),
    )
    kernel, request, radius = plan.kernel.summed().in_unit(plan.unit), plan.request, radius_of(rows)
    softened = max([float(np.max(x)) for x in jax.tree.leaves(kernel.far_length(request.tol))])
    every = split.setups(rows, request.n, request.tol / FINER, request.derivatives)
    found = sorted(
        (s for s in every if s.reach * radius >= softened),
        key=lambda s: (s.reach, np.prod(s.torus.shape)),
    )
    if not found:
        return None
    tree, best = _tree(wide[0]), found[0]
    some = wide[1][:: max(1, len(wide[1]) // SOME)]
    for setup in found[1:]:
        if setup.reach > best.reach and pairs_of(tree, some, rows, setup.reach * radius)[
            1
        ].sum() <= FEW_PAIRS * len(some):
            best = setup
    with jax.enable_x64(True):
        kernel, lattice = (
            jax.tree.map(lambda a: jnp.asarray(a, jnp.float64), x) for x in (kernel, lattice)
        )
        near = jax.tree.map(np.asarray, ewald.screened(best, kernel, lattice.radius))
    return InCell(lattice, best, near, tree, wide[1], tuple(range(min(request.derivatives, 1) + 1)))


def _tree(points):
    from scipy import spatial  # which JAX requires itself

    return spatial.cKDTree(points, balanced_tree=False, compact_nodes=False)


def cell_of(plan) -> CellImages:
    """The images of a plan's kernel, in the plan's unit."""
    return images_of(plan).in_unit(plan.unit, plan.shift)


def images_of(plan, call=ahead.call) -> CellImages:
    """The same in the user's unit; call: of `ahead`."""
    given = plan.kernel, plan.choice, plan.center, plan.unit.dtype, plan.cell
    return cast(CellImages, lattice_of(*given, same=True, call=call))


def pairs_of(tree, targets, rows, length):
    """(shifts (s, 3) of the images that some targets have within a length, how many sources of
    each, (s, t))."""
    size = np.linalg.norm(np.ptp([tree.mins, tree.maxes, targets.min(0), targets.max(0)], axis=0))
    shifts = numbers_within(rows, length + size) @ rows
    counts = np.stack(
        [tree.query_ball_point(targets - s[None], length, return_length=True) for s in shifts]
    )
    return shifts[counts.any(1)], counts[counts.any(1)]


def stacked(fields: dict[int, jax.Array]) -> jax.Array:
    """Potential, and gradient if there is one, {b: (t, k) + (d,) * b}, as (t, 1 or 1 + d, k)."""
    return jnp.concatenate(
        [fields[0][:, None], *(jnp.moveaxis(fields[b], 2, 1) for b in fields if b)], axis=1
    )


@functools.partial(jax.jit, static_argnames="setup")
def _waves(lattice, sources, charges, *, setup):
    return ewald.waves(setup, lattice, sources, {0: charges})


@functools.partial(jax.jit, static_argnames=("setup", "orders"))
def _smooth(lattice, targets, waves, *, setup, orders):
    return stacked(ewald.at(setup, lattice, targets, waves, orders))


@functools.partial(jax.jit, static_argnames="order")
def _radial(near, square, *, order):
    return jnp.stack(near.radial(square, order))
