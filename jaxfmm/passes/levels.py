"""The degrees of expansions whose degree follows the size of cells: Helmholtz kernels need more
degrees in cells of many wavelengths than in others.

Consecutive levels of a tree whose cells are about equal make a class. Classes and their degrees are
static, and follow from the trees of a plan when it is made. All devices of a mesh have the same
classes, each for the levels of its own trees."""

import dataclasses
import functools
from collections.abc import Callable
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree

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


class Facts(NamedTuple):
    """What `Levels` need to know of trees and of their far pairs. For several devices each number
    is the largest of them all.

    radii, counts, ends (MAX_LEVELS,): of each level of any of the trees, the largest radius, the
      largest number of nodes, and 1 where there are leaves.
    height: MAX_LEVELS less the highest level of a cell of a far pair, 0 without far pairs."""

    radii: Array
    counts: Array
    ends: Array
    height: Array


def level_of_nodes(tree: Tree) -> Array:
    """The level of each node, (nodes,)."""
    node = lax.iota(jnp.int32, tree.capacity)
    above = jnp.searchsorted(tree.level_start, node, side="right", method="scan_unrolled")
    return jnp.minimum(above.astype(jnp.int32) - 1, MAX_LEVELS - 1)


def facts_of(trees: tuple[Tree, ...], far_levels: Array) -> Facts:
    """far_levels: the levels of the cells of far pairs, MAX_LEVELS in slots without a pair."""

    def of_tree(tree: Tree) -> Facts:
        used = jnp.minimum(tree.n_nodes, tree.capacity)
        node = lax.iota(jnp.int32, tree.capacity)
        level = jnp.where(node < used, level_of_nodes(tree), MAX_LEVELS)
        zeros = jnp.zeros(MAX_LEVELS, jnp.int32)
        radii = zeros.astype(tree.radius.dtype).at[level].max(tree.radius, mode="drop")
        ends = zeros.at[level].max((tree.child < 0).astype(jnp.int32), mode="drop")
        counts = zeros.at[level].add(1, mode="drop")
        return Facts(radii, counts, ends, MAX_LEVELS - jnp.min(far_levels, initial=MAX_LEVELS))

    return Facts(*(functools.reduce(jnp.maximum, same) for same in zip(*map(of_tree, trees))))


@dataclasses.dataclass(frozen=True)
class Levels:
    """The classes of levels. The levels before the first class have no expansions.

    first: the first level of each class.
    degrees: the degree of each class.
    capacities: how many nodes each class can have.
    sizes: the largest wavenumber times radius in each class.
    leaves: whether a class may have leaves.
    nodes: how many nodes a tree can have."""

    first: tuple[int, ...]
    degrees: tuple[int, ...]
    capacities: tuple[int, ...]
    sizes: tuple[float, ...]
    leaves: tuple[bool, ...]
    nodes: int

    @classmethod
    def of(
        cls,
        terms: Terms,
        facts: Facts,
        nodes: int,
        wavenumber: float,
        order: int,
        rate: float,
        headroom: float,
    ) -> "Levels":
        """The classes of trees with these concrete facts and at most so many nodes. terms, order,
        rate: see `degree_of`.

        Raises `TooLarge`."""
        radii, counts, ends, height = map(np.asarray, facts)
        # a cell counts as at least as large as the cells inside it
        sizes = GROWTH * wavenumber * np.maximum.accumulate(radii[::-1])[::-1]
        # one level above the cells that have far cells, for later points
        top = max(0, min(MAX_LEVELS - int(height) - 1, MAX_LEVELS - 1))
        used_sizes = sizes[top : int((counts > 0).sum()) or 1]
        every = [degree_of(terms, order, rate, float(size)) for size in used_sizes] or [order]
        first: list[int] = []
        degrees: list[int] = []
        for level, degree in enumerate(every, top):
            if not degrees or degree < ALIKE * degrees[-1]:
                first.append(level)
                degrees.append(degree)
        spans = list(zip(first, [*first[1:], MAX_LEVELS]))
        capacities = [
            min(nodes, 2 ** min(stop, 30), int(headroom * counts[start:stop].sum()) + 16)
            for start, stop in spans
        ]
        # the leaves of later points may lie a level higher or lower
        may_end = ends | np.append(ends[1:], 0) | np.append(0, ends[:-1])
        return cls(
            tuple(first),
            tuple(degrees),
            tuple(capacities),
            tuple(float(sizes[start]) for start in first),
            tuple(bool(may_end[start:stop].any()) for start, stop in spans),
            nodes,
        )

    def raised(self, degrees: int) -> "Levels":
        return dataclasses.replace(self, degrees=tuple(p + degrees for p in self.degrees))

    def of_nodes(self, count: int) -> tuple[int, ...]:
        """How many of `count` nodes each class has at most."""
        return tuple(min(count, capacity) for capacity in self.capacities)

    def starts(self, tree: Tree) -> Array:
        """The first node of each class, and behind the last one: (classes + 1,)."""
        used = jnp.minimum(tree.n_nodes, tree.capacity)
        return jnp.append(jnp.minimum(tree.level_start[np.array(self.first)], used), used)

    def suit(self, facts: Facts, wavenumber: Array) -> Array:
        """Whether no cell of the trees is larger, no class has more nodes, leaves lie in the
        classes that may have them, and all cells of far pairs have expansions."""
        good = [MAX_LEVELS - facts.height >= self.first[0]]
        spans = zip(self.first, [*self.first[1:], MAX_LEVELS])
        for (start, stop), capacity, size, leaves in zip(
            spans, self.capacities, self.sizes, self.leaves
        ):
            # levels can be largest on different devices, so that no tree has so many nodes
            most = jnp.minimum(facts.counts[start:stop].sum(), self.nodes)
            good.append(most <= capacity)
            good.append(wavenumber * facts.radii[start:stop].max() <= size * (1 + 1e-5))
            if not leaves:
                good.append(facts.ends[start:stop].max() == 0)
        return jnp.stack(good).all()
