"""The fast multipole method and the treecode: the expansions of a kernel, and the sum over the
lists of two trees."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.backends import registry as backends
from jaxfmm.expansions.helmholtz.operators2d import CircularWaves
from jaxfmm.expansions.helmholtz.operators3d import SphericalWaves
from jaxfmm.expansions.helmholtz.wavenumber_derivative import WavenumberDerivative
from jaxfmm.expansions.laplace2d import compiled as laplace2d
from jaxfmm.expansions.laplace3d import compiled as laplace3d
from jaxfmm.expansions.polyharmonic import compiled as polyharmonic
from jaxfmm.expansions.taylor import compiled as taylor
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.biharmonic import FarLaplace, FarLogarithm
from jaxfmm.kernels.blunt import Blunt
from jaxfmm.kernels.by_point import with_numbers
from jaxfmm.kernels.circular import CircularHelmholtz, CircularWave
from jaxfmm.kernels.derived import ParameterDerivative
from jaxfmm.kernels.element import ElementPoint
from jaxfmm.kernels.helmholtz import Helmholtz, Wave
from jaxfmm.kernels.laplace import Laplace, Logarithm
from jaxfmm.kernels.pairs import components
from jaxfmm.kernels.softening_by_body import Splines
from jaxfmm.kernels.softening_spline import Spline
from jaxfmm.kernels.vortex import VortexBlob
from jaxfmm.passes.by_operators import BetweenCells, ByOperators
from jaxfmm.passes.interpolated import Interpolated
from jaxfmm.passes.levels import Levels
from jaxfmm.passes.protocol import Expansion, FarLists, Gathered, Side, Sum, Summands
from jaxfmm.passes.variable_order import ByLevels
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import Lists


def _logarithmic(kernel: Any) -> laplace2d.Compiled:
    return laplace2d.Compiled(kernel.offset)


def _radial(kernel: Kernel, dim: int) -> ByOperators:
    return ByOperators(taylor.Compiled(kernel, dim), "radial")


def _polyharmonic(kernel: Kernel) -> BetweenCells:
    return BetweenCells(polyharmonic.Compiled(kernel), "polyharmonic")


# The harmonics of kernels, by dimension: functions from the kernel to its `Operators`.
HARMONICS: dict[tuple[type[Kernel], int], Callable[[Any], Any]] = {
    (Laplace, 3): lambda kernel: laplace3d.Compiled(),
    (Spline, 3): lambda kernel: laplace3d.Compiled(),
    (Splines, 3): lambda kernel: laplace3d.Compiled(),
    (ElementPoint, 3): lambda kernel: laplace3d.Compiled(),
    (Blunt, 3): lambda kernel: laplace3d.Compiled(),
    (FarLaplace, 3): lambda kernel: laplace3d.Compiled(),
    (Logarithm, 2): _logarithmic,
    (FarLogarithm, 2): _logarithmic,
    (VortexBlob, 2): _logarithmic,
}


def _slope_of_waves(dim: int) -> Callable[[Any], WavenumberDerivative | None]:
    """The operators of the derivative of a kernel with `WAVES` in its parameter; None for other
    kernels."""

    def operators(kernel: Any) -> WavenumberDerivative | None:
        waves = _waves(kernel.kernel, dim)
        return None if waves is None else WavenumberDerivative(waves, kernel.direction)

    return operators


# The expansions of Helmholtz kernels, whose degree depends on the size of a cell in wavelengths.
WAVES: dict[tuple[type[Kernel], int], Callable[[Any], Any]] = {
    (Helmholtz, 3): SphericalWaves,
    (Wave, 3): SphericalWaves,
    (CircularHelmholtz, 2): CircularWaves,
    (CircularWave, 2): CircularWaves,
    (ParameterDerivative, 2): _slope_of_waves(2),
    (ParameterDerivative, 3): _slope_of_waves(3),
}


def _waves(kernel: Any, dim: int) -> Any:
    """The operators of a Helmholtz kernel or of its derivative in the wavenumber, None for other
    kernels."""
    operators = WAVES.get((type(kernel), dim))
    return None if operators is None else operators(kernel)


def expansions_of(kernel: Kernel, dim: int) -> dict[str, Expansion]:
    """{family: expansion} of all expansions that `kernel` has in `dim` dimensions, named as in
    `families.FAMILIES`."""
    expansions: dict[str, Expansion] = {}
    if (type(kernel), dim) in HARMONICS:
        expansions["harmonic"] = ByOperators(HARMONICS[type(kernel), dim](kernel), "harmonic")
    if (waves := _waves(kernel, dim)) is not None:
        expansions["waves"] = ByLevels(waves, "waves")
    if kernel.traits.smooth_apart and dim <= 3:
        expansions["radial"] = _radial(kernel, dim)
    if kernel.traits.nearly_harmonic and dim == 3:
        expansions["polyharmonic"] = _polyharmonic(kernel)
    if kernel.traits.interpolated and dim <= 3:
        expansions["interpolated"] = Interpolated(kernel, dim)
    return expansions


def families(kernel: Kernel, dim: int) -> tuple[str, ...]:
    """The names of the expansions that `kernel` has in `dim` dimensions."""
    return tuple(expansions_of(kernel, dim))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Scheme:
    """How a sum by trees is computed. All fields are static.

    by: how far pairs are computed: "m2l" (FMM), "m2p" (treecode: its targets are leaves), "p2l"
      (the transpose of a treecode: its sources are leaves) or None (near pairs alone).
    family: the family of the expansions; None for the first that the kernel has.
    order: the order of the expansions, `Levels` where it varies.
    backend, platform: see `backends.registry`.
    accurate: sums of float32 are accumulated as in float64."""

    by: str | None
    backend: str
    platform: str
    accurate: bool = False
    family: str | None = None
    order: int | Levels = 0


class TreePair(NamedTuple):
    """The trees of the targets and of the sources, and the lists of their walk."""

    targets: Tree
    sources: Tree
    lists: Lists


@dataclasses.dataclass(frozen=True, kw_only=True)
class Between:
    """What acts between the passes.

    combine: a function from the multipoles of these sources, (nodes, rows, row) in the layout of
      the backend, to the multipoles that act on the targets.
    gathered: sources from elsewhere, such as other devices, in place of the trees' own.
    at_root: a function from the multipole (rows, coefficients) of the source root to an addition to
      the local expansion of the target root.
    factors: whole numbers (images,) that multiply the contribution of each image; None for 1."""

    combine: Callable[[Array], Array] | None = None
    gathered: Gathered | None = None
    at_root: Callable[[Array], Array] | None = None
    factors: np.ndarray | None = None


def tree_sum(
    kernel: Kernel,
    scheme: Scheme,
    trees: TreePair,
    summands: Summands,
    between: Between = Between(),
) -> Array:
    """The sum over the lists of two trees: (m, components, k).

    The lists of an FMM may have pairs of leaves with exchanged roles, outward ones for M2P and
    inward ones for P2L (Goude & Engblom 2013, section 2)."""
    task = _prepare(kernel, scheme, trees, summands, between)
    multipoles = None
    if scheme.by in ("m2l", "m2p") or between.at_root is not None:
        multipoles = task.upward()
    if between.factors is not None:
        return _sum_by_factors(task, trees.lists, multipoles, between.factors)
    far = task.far_sum(trees.lists)
    local = far.interact(multipoles, between.at_root)
    return task.add_near(trees.lists, far.downward(multipoles, local))


@dataclasses.dataclass(frozen=True)
class _Task:
    """A tree sum with its points and weights in the order of the trees.

    points: (targets, sources), with the columns of their own numbers (`by_point.with_numbers`).
    sum: the sum, still without far lists."""

    kernel: Kernel
    by: str | None
    between: Between
    points: tuple[Array, Array]
    sum: Sum

    def upward(self) -> Array:
        """The multipoles that act on the targets."""
        gathered, combine = self.between.gathered, self.between.combine
        multipoles = self.sum.upward() if gathered is None else gathered.upward(self.sum)
        return multipoles if combine is None else combine(multipoles)

    def far_sum(self, lists: Lists) -> Sum:
        far, _, outward, inward = lists
        by_operator = {
            "m2l": FarLists(far, outward, inward),
            "m2p": FarLists(m2p=far),
            "p2l": FarLists(p2l=far),
            None: FarLists(),
        }
        return dataclasses.replace(self.sum, far=by_operator[self.by])

    def add_near(self, lists: Lists, far_field: Array) -> Array:
        """The sum of the far field and the near field. far_field: (m, components, k), in the order
        of the tree; the result is in the order of the points."""
        kernel, order = self.kernel, self.sum.targets.tree.order
        if kernel.traits.distant or lists.near is None:
            return jnp.zeros_like(far_field).at[order].set(far_field)
        # all images of a point have the point's own numbers
        images = jnp.pad(lists.near.images, ((0, 0), (0, kernel.own_numbers)))
        near = dataclasses.replace(lists.near, images=images)
        targets, sources = (
            dataclasses.replace(side, points=points)
            for side, points in zip((self.sum.targets, self.sum.sources), self.points)
        )
        return self.sum.ops.p2p(kernel, targets, sources, self.sum.weights, near, far_field)


def _prepare(
    kernel: Kernel, scheme: Scheme, trees: TreePair, summands: Summands, between: Between
) -> _Task:
    dim, symmetric = summands.targets.shape[1], trees.targets is trees.sources
    expansion = None
    if scheme.by is not None:
        expansions = expansions_of(kernel, dim)
        expansion = expansions[scheme.family or next(iter(expansions))]

    def side(
        tree: Tree, points: Array, orders: tuple[int, ...], gathered: Gathered | None = None
    ) -> Side:
        cells = None
        if expansion is not None and gathered is not None:
            cells = gathered.cells(expansion, scheme.order, points)
        elif expansion is not None:
            cells = expansion.cells(scheme.order, tree, points)
        return Side(tree, points, components(orders, dim), cells)

    # The barriers make XLA gather once; it would gather anew for each reader of the rows.
    targets, sources = with_numbers(kernel, summands.targets, summands.sources)
    near_x, weights = lax.optimization_barrier(
        (trees.targets.in_order(targets), trees.sources.in_order(summands.weights))
    )
    near_y = near_x if symmetric else lax.optimization_barrier(trees.sources.in_order(sources))
    # A tree that is cut off has children out of bounds, so it is emptied. The plan's status says
    # so.
    whole = (trees.targets.n_nodes <= trees.targets.capacity) & (
        trees.sources.n_nodes <= trees.sources.capacity
    )
    x = side(_emptied_unless(whole, trees.targets), near_x[:, :dim], summands.target_orders)
    if symmetric:
        y = dataclasses.replace(x, components=components(summands.source_orders, dim))
    else:
        tree = _emptied_unless(whole, trees.sources)
        y = side(tree, near_y[:, :dim], summands.source_orders, between.gathered)
    ops = backends.operations(scheme.backend, scheme.platform, accurate=scheme.accurate)
    whole_sum = Sum(expansion, scheme.order, ops, x, y, weights, FarLists())
    return _Task(kernel, scheme.by, between, (near_x, near_y), whole_sum)


def _sum_by_factors(
    task: _Task, lists: Lists, multipoles: Array | None, factors: np.ndarray
) -> Array:
    """The sum over images times their factors, with one upward and one downward pass."""
    values = np.array(sorted(set(factors.tolist()) - {0}), task.sum.weights.dtype)
    of_value = factors[None] == values[:, None]

    # a scan: programs for the lists of every factor would take several times as long to compile
    def add(totals: Any, one: tuple[Any, Any]) -> tuple[Any, None]:
        value, chosen = one
        sums = _image_sums(task, lists, multipoles, chosen)
        return jax.tree.map(lambda total, part: total + value * part, totals, sums), None

    shapes = jax.eval_shape(lambda: _image_sums(task, lists, multipoles, of_value[0]))
    zeros = jax.tree.map(lambda part: jnp.zeros(part.shape, part.dtype), shapes)
    (near, local, at_points), _ = lax.scan(add, zeros, (values, of_value))
    total = task.sum.downward(multipoles, local)
    total = total if at_points is None else total + at_points
    return near + task.add_near(lists._replace(near=None), total)


def _image_sums(
    task: _Task, lists: Lists, multipoles: Array | None, chosen: Array
) -> tuple[Array, Array | None, Array | None]:
    """The sums over the chosen images: (of near pairs (m, components, k), local expansions, sums of
    M2P at the points in the order of the tree)."""
    lists_of_chosen = lists.only(chosen)
    far = task.far_sum(lists_of_chosen)
    at_points = None if far.far.m2p is None else far.downward(multipoles, None)
    targets, weights = task.sum.targets, task.sum.weights
    shape = len(targets.points), len(targets.components), weights.shape[2]
    near = task.add_near(lists_of_chosen, jnp.zeros(shape, weights.dtype))
    return near, far.interact(multipoles), at_points


def _emptied_unless(whole: Array, tree: Tree) -> Tree:
    """The tree if `whole`, else the tree without nodes."""
    return dataclasses.replace(
        tree,
        n_nodes=jnp.where(whole, tree.n_nodes, 0),
        n_leaves=jnp.where(whole, tree.n_leaves, 0),
        level_start=jnp.where(whole, tree.level_start, 0),
    )
