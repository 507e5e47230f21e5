"""The fast multipole method and the treecode: the expansions of a kernel, and the sum over the
lists of two trees."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Operators
from jaxfmm.expansions.helmholtz import operators2d as helmholtz2d, operators3d as helmholtz3d
from jaxfmm.expansions.helmholtz.wavenumber_derivative import Slope
from jaxfmm.expansions.laplace2d import compiled as compiled2d
from jaxfmm.expansions.laplace2d.compiled import Compiled
from jaxfmm.expansions.laplace3d import compiled as compiled3d
from jaxfmm.expansions.polyharmonic import compiled as compiled_polyharmonic
from jaxfmm.expansions.taylor import compiled as compiled_radial
from jaxfmm.kernels.base import Kernel, components
from jaxfmm.kernels.biharmonic import FarLaplace, FarLogarithm
from jaxfmm.kernels.circular import CircularHelmholtz, CircularWave
from jaxfmm.kernels.helmholtz import Helmholtz, Wave
from jaxfmm.kernels.laplace import Laplace, Logarithm
from jaxfmm.kernels.softenings import Splines
from jaxfmm.kernels.spline import Spline
from jaxfmm.kernels.vortex import VortexBlob
from jaxfmm.passes.by_operators import BetweenCells, ByOperators
from jaxfmm.passes.interpolated import Interpolated
from jaxfmm.passes.protocol import Expansion, Far, Gathered, Side, Sum
from jaxfmm.passes.variable_order import ByLevels
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import Lists


def _logarithmic(kernel: Any) -> Compiled:
    return compiled2d.Compiled(kernel.offset)


def _radial(kernel: Kernel, dim: int) -> ByOperators:
    return ByOperators(compiled_radial.Compiled(kernel, dim), "radial")


def _polyharmonic(kernel: Kernel) -> BetweenCells:
    return BetweenCells(compiled_polyharmonic.Compiled(kernel), "polyharmonic")


# The harmonics made for kernels in dimensions, as functions of the kernel.
HARMONICS: dict[tuple[type[Kernel], int], Callable[[Kernel], Operators]] = {
    (Laplace, 3): lambda kernel: compiled3d,
    (Spline, 3): lambda kernel: compiled3d,
    (Splines, 3): lambda kernel: compiled3d,
    (FarLaplace, 3): lambda kernel: compiled3d,
    (Logarithm, 2): _logarithmic,
    (FarLogarithm, 2): _logarithmic,
    (VortexBlob, 2): _logarithmic,
}


# Those of waves, by the size of cells in wavelengths.
WAVES: dict[tuple[type[Kernel], int], Callable[[Kernel], Any]] = {
    (Helmholtz, 3): helmholtz3d.Waves,
    (Wave, 3): helmholtz3d.Waves,
    (CircularHelmholtz, 2): helmholtz2d.CircularWaves,
    (CircularWave, 2): helmholtz2d.CircularWaves,
}


def _waves(kernel: Any, dim: int) -> Any:
    """The operators of waves for a kernel or for a derivative in its parameter, None if it has
    none."""
    if (type(kernel), dim) in WAVES:
        return WAVES[type(kernel), dim](kernel)
    operators = None if kernel.derived is None else _waves(kernel.derived, dim)
    return None if operators is None else Slope(operators, kernel.direction)


def expansions_of(kernel: Kernel, dim: int) -> dict[str, Expansion]:
    """{family: expansion} of all that `kernel` has in `dim` dimensions, of the families of
    `accuracy.FAMILIES`."""
    found: dict[str, Expansion] = {}
    if (type(kernel), dim) in HARMONICS:
        found["harmonic"] = ByOperators(HARMONICS[type(kernel), dim](kernel), "harmonic")
    if (waves := _waves(kernel, dim)) is not None:
        found["waves"] = ByLevels(waves, "waves")
    if kernel.smooth_apart and dim <= 3:
        found["radial"] = _radial(kernel, dim)
    if kernel.nearly_harmonic and dim == 3:
        found["polyharmonic"] = _polyharmonic(kernel)
    if kernel.interpolated and dim <= 3:
        found["interpolated"] = Interpolated(kernel, dim)
    return found


def families(kernel: Kernel, dim: int) -> tuple[str, ...]:
    """The names of the expansions that `kernel` has in `dim` dimensions."""
    return tuple(expansions_of(kernel, dim))


def tree_sum(
    kernel: Any,
    order: Any,
    target_tree: Tree,
    source_tree: Tree,
    lists: Any,
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    by: str | None,
    family: str | None = None,
    backend: str,
    platform: str,
    combine: Callable[[Array], Array] | None = None,
    gathered: Gathered | None = None,
    at_root: Callable[[Array], Array] | None = None,
    factors: np.ndarray | None = None,
) -> jax.Array:
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k). lists:
    `tree.traverse.Lists`. family: of the expansion, None for the first that the kernel has.

    `by` says how far pairs are computed: "m2l" (FMM), "m2p" (treecode: its targets are leaves),
    "p2l" (the transpose of a treecode: its sources are leaves) or None (there are none: a truncated
    kernel). The FMM also has pairs of leaves with exchanged roles, outward by M2P and inward by
    P2L, where its lists have them (Goude & Engblom 2013, section 2). `backend`: whose operations,
    see `backends.registry`.

    What comes between the passes: `combine`, from the multipoles (nodes, rows, row) of these
    sources, as the backend has them, to those that act on the targets; `gathered`, of sources that
    come from elsewhere, as from other devices; `at_root`, from the multipole of the root of the
    sources, (rows, coefficients), to what is added to the local expansion of the root of the
    targets.

    factors: whole numbers (images,) by which what sources give in their images is multiplied, None
    for ones."""
    dim, symmetric = targets.shape[1], target_tree is source_tree
    expansion = None
    if by is not None:
        every = expansions_of(kernel, dim)
        expansion = every[family or next(iter(every))]
    # A tree that is cut off has children out of bounds: nothing is done with it, the caller knows
    # by the plan's status.
    whole = (target_tree.n_nodes <= target_tree.capacity) & (
        source_tree.n_nodes <= source_tree.capacity
    )

    def side(tree, points, orders, gathered=None):
        cells = None
        if expansion is not None:
            cells = (
                expansion.cells(order, tree, points)
                if gathered is None
                else gathered.cells(expansion, order, points)
            )
        return Side(tree, points, components(orders, dim), cells)

    # gathered once: XLA would gather anew for everyone that reads them
    targets, sources = kernel.with_numbers(targets, sources)
    near_x, w = lax.optimization_barrier((targets[target_tree.order], weights[source_tree.order]))
    near_y = near_x if symmetric else lax.optimization_barrier(sources[source_tree.order])
    x = side(_emptied_unless(whole, target_tree), near_x[:, :dim], target_orders)
    if symmetric:
        y = dataclasses.replace(x, components=components(source_orders, dim))
    else:
        y = side(_emptied_unless(whole, source_tree), near_y[:, :dim], source_orders, gathered)
    given = Sum(expansion, order, backends.operations(backend, platform), x, y, w, Far())

    def upward():
        multipoles = given.upward() if gathered is None else gathered.upward(given)
        return multipoles if combine is None else combine(multipoles)

    def near_of(lists, values):
        if kernel.distant:
            return jnp.zeros_like(values).at[target_tree.order].set(values)
        images = jnp.pad(
            lists.near.images, ((0, 0), (0, kernel.own_numbers))
        )  # which share what points have
        near = dataclasses.replace(lists.near, images=images)
        return given.ops.p2p(
            kernel, x.tree, y.tree, near_x, near_y, w, near, values, y.components, x.components
        )

    if factors is not None:
        parts = [
            (value, lists.only(factors == value)) for value in sorted(set(factors.tolist()) - {0})
        ]
        return _by_factors(given, parts, by, upward, near_of)
    one = dataclasses.replace(given, far=_far_lists(lists, by))
    multipoles = upward() if by in ("m2l", "m2p") or at_root is not None else None
    return near_of(lists, one.downward(multipoles, one.interact(multipoles, at_root)))


def _by_factors(given, parts, by, upward, near_of):
    """The sum of parts (factor, lists), with one pass up and one down."""
    multipoles = upward() if by in ("m2l", "m2p") else None
    sums = [
        (value, dataclasses.replace(given, far=_far_lists(lists, by))) for value, lists in parts
    ]
    local = [
        value * found for value, one in sums if (found := one.interact(multipoles)) is not None
    ]
    total = given.downward(multipoles, functools.reduce(jnp.add, local) if local else None)
    for value, one in sums:
        if one.far.m2p is not None:
            total = total + value * one.downward(multipoles, None)
    out = near_of(parts[0][1], total / parts[0][0]) * parts[0][0]
    for value, lists in parts[1:]:
        out = out + value * near_of(lists, jnp.zeros_like(total))
    return out


def _far_lists(lists: Lists, by: str | None) -> Far:
    """The far pairs of `Lists` by what is done with them."""
    far, _, outward, inward = lists
    return {
        "m2l": Far(far, outward, inward),
        "m2p": Far(m2p=far),
        "p2l": Far(p2l=far),
        None: Far(),
    }[by]


def _emptied_unless(whole: jax.Array, tree: Tree) -> Tree:
    counts = {
        name: jnp.where(whole, getattr(tree, name), 0)
        for name in ("n_nodes", "n_leaves", "level_start")
    }
    return dataclasses.replace(tree, **counts)
