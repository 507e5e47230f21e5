"""The degrees of expansions whose degree follows the size of cells: Helmholtz kernels need more
degrees in cells of many wavelengths than in others.

Consecutive levels of a tree whose cells are about equal make a class. Classes and their degrees are
static, and follow from the trees of a plan when it is made."""

import dataclasses
import functools
from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import PairList

Terms = Callable[[float, float, int], np.ndarray]  # see `degree_of`

GROWTH = 1.1  # The cells of later points may be larger by this factor.
# A class takes a level whose cells need at least this share of the degree of the class.
ALIKE = 0.78
MOST_DEGREE = 100
SMALL = 1e-3  # The wavenumber times the radius of a cell without waves.
SLACK = 1.01  # Lets cells that are nearly without waves have the degree of cells without waves.


class TooLarge(ValueError):
    """A cell is so many wavelengths large that its expansions would take too many degrees."""


@functools.cache
def degree_of(terms: Terms, order: int, rate: float, size: float) -> int:
    """The degree at which the expansions of cells, size = wavenumber times radius, are as accurate
    as expansions of degree `order` in cells that are much smaller than a wavelength. Compares the
    rests of the series of a source on the sphere, at a point 1 / rate times as far.

    Args:
      terms: of z, x and a count, the terms of the series for a source at z and a target at x, both
        times the wavenumber.

    Raises `TooLarge` if there is none."""
    size = max(size, SMALL)
    if size < MOST_DEGREE:
        rest, least = (
            np.cumsum(terms(z, z / rate, 2 * MOST_DEGREE)[::-1])[::-1] for z in (size, SMALL)
        )
        for degree in range(order, MOST_DEGREE + 1):
            if rest[degree + 1] <= SLACK * least[order + 1]:
                return degree
    raise TooLarge(
        f"cells with a radius of {size / (2 * np.pi):.1f} wavelengths need more than {MOST_DEGREE} "
        "degrees"
    )


@dataclasses.dataclass(frozen=True)
class Levels:
    """The classes of levels. The levels before the first class have no expansions.

    first: the first level of each class.
    degrees: the degree of each class.
    capacities: how many nodes each class can have.
    sizes: the largest wavenumber times radius in each class.
    leaves: whether a class may have leaves."""

    first: tuple[int, ...]
    degrees: tuple[int, ...]
    capacities: tuple[int, ...]
    sizes: tuple[float, ...]
    leaves: tuple[bool, ...]

    @classmethod
    def of(
        cls,
        terms: Terms,
        trees: tuple[Tree, Tree],
        far: PairList,
        wavenumber: float,
        order: int,
        rate: float,
        headroom: float,
    ) -> "Levels":
        """The classes of concrete trees and their list of far pairs. terms, order, rate: see
        `degree_of`.

        Raises `TooLarge`."""
        radii, counts, ends = _levels_of(trees)
        # a cell counts as at least as large as the cells inside it
        sizes = GROWTH * wavenumber * np.maximum.accumulate(radii[::-1])[::-1]
        top = _top_level(trees, far)
        used_sizes = sizes[top : int((counts > 0).sum()) or 1]
        every = [degree_of(terms, order, rate, float(size)) for size in used_sizes] or [order]
        first: list[int] = []
        degrees: list[int] = []
        for level, degree in enumerate(every, top):
            if not degrees or degree < ALIKE * degrees[-1]:
                first.append(level)
                degrees.append(degree)
        nodes = max(tree.capacity for tree in trees)
        spans = list(zip(first, [*first[1:], MAX_LEVELS]))
        capacities = [
            min(nodes, 2 ** min(stop, 30), int(headroom * counts[start:stop].sum()) + 16)
            for start, stop in spans
        ]
        # the leaves of later points may lie a level higher or lower
        may_end = ends | np.append(ends[1:], False) | np.append(False, ends[:-1])
        return cls(
            tuple(first),
            tuple(degrees),
            tuple(capacities),
            tuple(float(sizes[start]) for start in first),
            tuple(bool(may_end[start:stop].any()) for start, stop in spans),
        )

    def raised(self, degrees: int) -> "Levels":
        return dataclasses.replace(self, degrees=tuple(p + degrees for p in self.degrees))

    def starts(self, tree: Tree) -> Array:
        """The first node of each class, and behind the last one: (classes + 1,)."""
        used = jnp.minimum(tree.n_nodes, tree.capacity)
        return jnp.append(jnp.minimum(tree.level_start[np.array(self.first)], used), used)

    def suit(self, tree: Tree, wavenumber: Array) -> Array:
        """Whether no cell of a tree is larger, no class has more nodes, and leaves lie in the
        classes that may have them."""
        starts, node = self.starts(tree), lax.iota(jnp.int32, tree.capacity)
        good, ended = [], tree.child < 0
        for c, (capacity, size) in enumerate(zip(self.capacities, self.sizes)):
            inside = (node >= starts[c]) & (node < starts[c + 1])
            largest = jnp.max(jnp.where(inside, tree.radius, 0))
            good.append(starts[c + 1] - starts[c] <= capacity)
            good.append(wavenumber * largest <= size * (1 + 1e-5))
            if not self.leaves[c]:
                good.append(~(inside & ended).any())
        return jnp.stack(good).all()

    def hold(self, tree: Tree, nodes: Array, count: Array) -> Array:
        """Whether the first `count` of the nodes (any,) have expansions."""
        used = lax.iota(jnp.int32, nodes.shape[0]) < count
        return ~(used & (nodes < self.starts(tree)[0])).any()


def _levels_of(trees: tuple[Tree, Tree]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The largest radius, the largest number of nodes, and whether there are leaves, in each
    level of either tree."""
    radii, counts, ends = np.zeros(MAX_LEVELS), np.zeros(MAX_LEVELS), np.zeros(MAX_LEVELS, bool)
    for tree in trees:
        starts, used = np.asarray(tree.level_start), int(tree.n_nodes)
        radius, inner = np.asarray(tree.radius), np.asarray(tree.child) >= 0
        for level in range(int(np.searchsorted(starts, used))):
            nodes = slice(int(starts[level]), min(int(starts[level + 1]), used))
            radii[level] = max(radii[level], radius[nodes].max())
            counts[level] = max(counts[level], nodes.stop - nodes.start)
            ends[level] |= not inner[nodes].all()
    return radii, counts, ends


def _top_level(trees: tuple[Tree, Tree], far: PairList) -> int:
    """One level above the cells that have far cells, for later points."""
    count = int(far.count)
    tops = [
        np.searchsorted(
            np.asarray(tree.level_start), np.asarray(nodes)[:count].min(initial=2**30), side="right"
        )
        for tree, nodes in zip(trees, (far.target, far.number))
    ]
    return max(0, min(int(min(tops)) - 2, MAX_LEVELS - 1))
