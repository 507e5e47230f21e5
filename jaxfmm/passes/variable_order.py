"""Passes whose degree follows the size of cells: waves need more degrees in cells of many
wavelengths than in others.

Consecutive levels of a tree whose cells are about equal make a class, with an array of coefficients
for each. Classes and their degrees are static, and follow from the trees of a plan when it is made
(`Levels.of`)."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.backends.blocks import from_blocks, position_blocks, weight_blocks
from jaxfmm.backends.chunks import over
from jaxfmm.entries import number_of
from jaxfmm.kernels.pairs import result_components, weight_tensors
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.build import Tree
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.traverse import PairList

GROWTH = 1.1  # of cells, by which those of later points may be larger
ALIKE = 0.78  # of the degree of a class, that its smallest cells need at least
SPHERES, LEAVES = (
    16,
    2,
)  # times the cells that XLA's loops take, over the coefficients: of translations, and of leaves
MOST_DEGREE = 100
SMALL = 1e-3  # of cells without waves: the wavenumber times the radius
SLACK = 1.01  # for waves that are nearly none


class TooLarge(ValueError):
    """A cell is so many wavelengths large that its expansions would take too many degrees."""


@functools.cache
def degree_of(
    terms: Callable[[float, float, int], np.ndarray], order: int, rate: float, size: float
) -> int:
    """The degree with which waves of cells, `size` = wavenumber times radius, are cut off as those
    of cells that are much smaller than a wavelength are at `order`: by the rest of the series of a
    source on the sphere at a point 1 / rate times as far.

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
        f"cells with a radius of {size / (2 * np.pi):.1f} wavelengths need more than {MOST_DEGREE} degrees"
    )


@dataclasses.dataclass(frozen=True)
class Levels:
    """Of each class its first level, its degree, how many nodes it has room for, the largest
    wavenumber times radius, and whether it may have leaves. The levels before have no
    expansions."""

    first: tuple[int, ...]
    degrees: tuple[int, ...]
    capacities: tuple[int, ...]
    sizes: tuple[float, ...]
    leaves: tuple[bool, ...]

    @classmethod
    def of(
        cls,
        terms: Any,
        trees: tuple[Tree, Tree],
        far: PairList,
        wavenumber: float,
        order: int,
        rate: float,
        headroom: float,
    ) -> "Levels":
        """For concrete trees and their list of far pairs. terms: as in `degree_of`. Raises
        `TooLarge`."""
        largest, counts, ended = (
            np.zeros(MAX_LEVELS),
            np.zeros(MAX_LEVELS),
            np.zeros(MAX_LEVELS, bool),
        )
        for tree in trees:
            starts, used = np.asarray(tree.level_start), int(tree.n_nodes)
            radius, inner = np.asarray(tree.radius), np.asarray(tree.child) >= 0
            for level in range(int(np.searchsorted(starts, used))):
                last = min(int(starts[level + 1]), used)
                largest[level] = max(largest[level], radius[starts[level] : last].max())
                counts[level] = max(counts[level], last - starts[level])
                ended[level] |= not inner[starts[level] : last].all()
        used = int(far.count)
        ends = [(tree.level_start, at) for tree, at in zip(trees, (far.target, far.number))]
        tops = [
            np.searchsorted(np.asarray(s), np.asarray(at)[:used].min(initial=2**30), side="right")
            for s, at in ends
        ]
        top = max(0, min(int(min(tops)) - 2, MAX_LEVELS - 1))  # one above those that have far cells
        # cells that are one inside the other: the deeper are not the larger
        sizes = GROWTH * wavenumber * np.maximum.accumulate(largest[::-1])[::-1]
        used_sizes = sizes[top : int((counts > 0).sum()) or 1]
        degrees = [degree_of(terms, order, rate, float(size)) for size in used_sizes] or [order]
        first: list[int] = []
        made: list[int] = []
        for i, degree in enumerate(degrees):
            if not made or degree < ALIKE * made[-1]:
                first.append(top + i)
                made.append(degree)
        stops = [*first[1:], MAX_LEVELS]
        nodes = max(tree.capacity for tree in trees)
        capacities = [
            min(nodes, 2 ** min(stop, 30), int(headroom * counts[start:stop].sum()) + 16)
            for start, stop in zip(first, stops)
        ]
        near_leaves = (
            ended | np.append(ended[1:], False) | np.append(False, ended[:-1])
        )  # where later ones may be
        leaves = tuple(bool(near_leaves[start:stop].any()) for start, stop in zip(first, stops))
        return cls(
            tuple(first),
            tuple(made),
            tuple(capacities),
            tuple(float(sizes[start]) for start in first),
            leaves,
        )

    def raised(self, more: int) -> "Levels":
        return dataclasses.replace(self, degrees=tuple(degree + more for degree in self.degrees))

    def starts(self, tree: Tree) -> jax.Array:
        """The first node of each class, and behind the last one: (classes + 1,)."""
        used = jnp.minimum(tree.n_nodes, tree.capacity)
        return jnp.append(jnp.minimum(tree.level_start[np.array(self.first)], used), used)

    def serve(self, tree: Tree, wavenumber: jax.Array) -> jax.Array:
        """Whether no cell of a tree is larger, and none of the classes has more nodes."""
        starts, node = self.starts(tree), lax.iota(jnp.int32, tree.capacity)
        good, ended = [], tree.child < 0
        for c, (capacity, size) in enumerate(zip(self.capacities, self.sizes)):
            inside = (node >= starts[c]) & (node < starts[c + 1])
            largest = jnp.max(jnp.where(inside, tree.radius, 0))
            good += [
                starts[c + 1] - starts[c] <= capacity,
                wavenumber * largest <= size * (1 + 1e-5),
            ]
            if not self.leaves[c]:
                good.append(~(inside & ended).any())
        return jnp.stack(good).all()

    def hold(self, tree: Tree, nodes: jax.Array, count: jax.Array) -> jax.Array:
        """Whether the first `count` of the nodes (any,) have expansions."""
        used = lax.iota(jnp.int32, nodes.shape[0]) < count
        return ~(used & (nodes < self.starts(tree)[0])).any()


def _by_class(keys: jax.Array, classes: int) -> tuple[jax.Array, jax.Array]:
    """An order in which entries with equal keys (n,) are together, and where each of 0, ...,
    classes begins in it."""
    order = jnp.argsort(keys, stable=True).astype(jnp.int32)
    begins = jnp.searchsorted(keys[order], jnp.arange(classes + 1, dtype=keys.dtype)).astype(
        jnp.int32
    )
    return order, begins


def _rows(array: jax.Array, row: jax.Array, width: int) -> jax.Array:
    """Rows of coefficients (nodes, k, n), filled up with zeros or cut to a width."""
    found = array.at[row].get(mode="clip")[..., :width]
    return jnp.pad(found, ((0, 0), (0, 0), (0, width - found.shape[-1])))


@dataclasses.dataclass(frozen=True)
class ByLevels:
    """A `passes.Expansion` whose order is `Levels`; its coefficients are a tuple of arrays, one for
    each class. operators: as `backends.protocol.Operators`, but that `l2p` gets the order too, with
    `rows` rows of coefficients for each right-hand side, and NAME, the backend's operation that
    translates for them."""

    operators: object
    family: str

    at_particles = False
    by_nodes = False

    def size(self, order):
        raise NotImplementedError("each level has a degree of its own")

    def cells(self, order: Levels, tree: Tree, points: jax.Array) -> Tree:
        return tree

    def moved(self, cells, tree, move):
        return tree

    def _leaves(self, levels: Any, tree: Tree) -> tuple[jax.Array, jax.Array]:
        """The leaves by class, as `_by_class`; those of none come last."""
        starts, classes = levels.starts(tree), len(levels.first)
        used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
        found = (
            jnp.searchsorted(starts[:-1], tree.leaves, side="right", method="compare_all").astype(
                jnp.int32
            )
            - 1
        )
        return _by_class(jnp.where(used & (found >= 0), found, classes), classes)

    def _compiled(self, given: Sum) -> Any:
        """The operators, whose sums along an axis are the backend's if it has them."""
        name = self.operators.NAME
        found = (
            getattr(given.ops, name)(given.weights.dtype)
            if name is not None and given.ops.has(name)
            else None
        )
        return self.operators if found is None else self.operators.by(found)

    def _chunk(self, given: Any, degree: int, per: int) -> Any:
        return max(8, per * given.ops.plain.sizes.cells // self.operators.size(degree))

    def upward(self, given: Sum) -> tuple[jax.Array, ...]:
        levels, side, expansion = given.order, given.sources, self._compiled(given)
        tree, orders = side.tree, tuple(dict.fromkeys(map(sum, side.components)))
        points, weights = position_blocks(tree, side.points), weight_blocks(tree, given.weights)
        leaves, begins = self._leaves(levels, tree)
        starts, step = levels.starts(tree), None
        found: list = []
        for c in reversed(range(len(levels.first))):
            degree, capacity = levels.degrees[c], levels.capacities[c]
            begin, start, stop = begins[c], starts[c], starts[c + 1]

            def leaf(
                index, valid, multipoles, begin=begin, start=start, capacity=capacity, degree=degree
            ):
                at = leaves.at[begin + index].get(mode="clip")
                node = tree.leaves[at]
                u = (jnp.swapaxes(points[at], 1, 2) - tree.center[node][:, None]) / tree.radius[
                    node
                ][:, None, None]
                tensors = weight_tensors(weights[at], orders, u.shape[-1])
                value = expansion.p2m(u, tree.radius[node], tensors, degree)
                return multipoles.at[jnp.where(valid, node - start, capacity)].set(
                    value, mode="drop"
                )

            empty = jnp.zeros(
                (capacity, expansion.rows * weights.shape[2], expansion.size(degree)), points.dtype
            )
            chunk = self._chunk(given, degree, LEAVES)
            count = begins[c + 1] - begin
            multipoles = over(count, len(leaves), chunk, leaf, empty) if levels.leaves[c] else empty
            below = found[0] if found else None
            chunk = min(self._chunk(given, degree, SPHERES), capacity)
            step = lax.iota(jnp.int32, chunk)

            def level(
                first,
                last,
                multipoles,
                c=c,
                below=below,
                step=step,
                start=start,
                stop=stop,
                capacity=capacity,
            ):
                degree = levels.degrees[c]
                me = jnp.minimum(first + step, tree.capacity - 1)
                inner = (first + step < last) & (tree.child[me] >= 0)
                total = 0
                for right in range(2):
                    child = jnp.where(inner, tree.child[me] + right, 0)
                    rows = _rows(multipoles, child - start, expansion.size(degree))
                    if below is not None:
                        deeper = _rows(below, child - stop, expansion.size(degree))
                        rows = jnp.where((child >= stop)[:, None, None], deeper, rows)
                    shift = jnp.where(inner[:, None], tree.center[child] - tree.center[me], 0)
                    total = total + expansion.m2m(
                        rows, shift, tree.radius[child], tree.radius[me], degree
                    )
                return multipoles.at[jnp.where(inner, me - start, capacity)].set(total, mode="drop")

            found.insert(
                0, tree.walk(chunk, level, multipoles, upward=True, first=start, last=stop)
            )
        return tuple(found)

    def m2l(self, given: Sum, multipoles: tuple[jax.Array, ...], pairs: Any) -> Any:
        levels, expansion = given.order, self._compiled(given)
        targets, sources = given.targets.tree, given.sources.tree
        classes, capacity = len(levels.first), pairs.capacity
        sides = []
        for tree, node in ((targets, pairs.target), (sources, pairs.number)):
            starts = levels.starts(tree)
            found = (
                jnp.searchsorted(starts[:-1], node, side="right", method="compare_all").astype(
                    jnp.int32
                )
                - 1
            )
            sides.append((starts, found))
        (t_starts, of_target), (s_starts, of_source) = sides
        used = lax.iota(jnp.int32, capacity) < pairs.count
        order, begins = _by_class(
            jnp.where(used, jnp.minimum(of_target, of_source), classes), classes
        )
        k, dtype = multipoles[0].shape[1], multipoles[0].dtype
        local = tuple(
            jnp.zeros((capacity, k, expansion.size(p)), dtype)
            for capacity, p in zip(levels.capacities, levels.degrees)
        )
        for c, degree in enumerate(levels.degrees):
            deeper, width, begin = range(c, classes), expansion.size(degree), begins[c]

            def chunk(index, valid, local, deeper=deeper, width=width, begin=begin, degree=degree):
                at = order.at[begin + index].get(mode="clip")
                t, s, entry = (
                    pairs.target[at],
                    number_of(pairs.source[at], pairs.bits),
                    pairs.source[at],
                )
                t, s = jnp.where(valid, t, 0), jnp.where(valid, s, 0)
                rows = 0
                for other in deeper:
                    found = _rows(multipoles[other], s - s_starts[other], width)
                    rows = rows + jnp.where((of_source[at] == other)[:, None, None], found, 0)
                offset = targets.center[t] - sources.center[s] - pairs.shift(entry)
                # a slot that is not in use translates between cells one unit apart
                offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
                value = expansion.m2l(rows, offset, sources.radius[s], targets.radius[t], degree)
                out = list(local)
                for other in deeper:
                    row = jnp.where(
                        valid & (of_target[at] == other),
                        t - t_starts[other],
                        levels.capacities[other],
                    )
                    part = value[..., : expansion.size(levels.degrees[other])]
                    out[other] = out[other].at[row].add(part, mode="drop")
                return tuple(out)

            count = begins[c + 1] - begin
            local = over(count, capacity, self._chunk(given, degree, SPHERES), chunk, local)
        return local

    def downward(self, given: Any, local: Any) -> jax.Array:
        levels, side, expansion = given.order, given.targets, self._compiled(given)
        tree, orders = side.tree, tuple(dict.fromkeys(map(sum, side.components)))
        points = position_blocks(tree, side.points)
        leaves, begins = self._leaves(levels, tree)
        starts = levels.starts(tree)
        local = list(local)
        rhs = local[0].shape[1] // expansion.rows
        result = jnp.zeros(
            (points.shape[0], len(side.components), rhs, points.shape[2]), points.dtype
        )
        for c, degree in enumerate(levels.degrees):
            second = tree.level_start[min(levels.first[c] + 1, MAX_LEVELS)]
            second = jnp.clip(second, starts[c], starts[c + 1])
            ranges = [(c, second if c else starts[c], starts[c + 1])]
            if c:  # the first level of a class, whose parents are of the one before
                ranges.insert(0, (c - 1, starts[c], second))
            for above, first, last in ranges:
                chunk = min(
                    self._chunk(given, levels.degrees[above], SPHERES), levels.capacities[c]
                )
                step = lax.iota(jnp.int32, chunk)

                def level(first, last, here, above=above, c=c, step=step):
                    me = jnp.minimum(first + step, tree.capacity - 1)
                    parent = jnp.maximum(tree.parent[me], 0)
                    inside = (
                        (first + step < last) & (parent >= starts[above]) & (tree.parent[me] >= 0)
                    )
                    source = here if above == c else local[above]
                    rows = source.at[parent - starts[above]].get(mode="clip")
                    shift = jnp.where(inside[:, None], tree.center[me] - tree.center[parent], 0)
                    degree = levels.degrees[above]
                    value = expansion.l2l(rows, shift, tree.radius[parent], tree.radius[me], degree)
                    row = jnp.where(inside, me - starts[c], levels.capacities[c])
                    return here.at[row].add(value[..., : here.shape[-1]], mode="drop")

                local[c] = tree.walk(chunk, level, local[c], upward=False, first=first, last=last)

            def leaf(index, valid, result, c=c, degree=degree):
                at = leaves.at[begins[c] + index].get(mode="clip")
                node = tree.leaves[at]
                u = (jnp.swapaxes(points[at], 1, 2) - tree.center[node][:, None]) / tree.radius[
                    node
                ][:, None, None]
                rows = local[c].at[node - starts[c]].get(mode="clip")
                value = result_components(
                    expansion.l2p(rows, u, tree.radius[node], orders, degree), u.shape[-1]
                )
                return result.at[jnp.where(valid, at, result.shape[0])].set(value, mode="drop")

            if not levels.leaves[c]:
                continue
            count = begins[c + 1] - begins[c]
            result = over(count, len(leaves), self._chunk(given, degree, LEAVES), leaf, result)
        return from_blocks(tree, result)
