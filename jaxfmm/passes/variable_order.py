"""Passes whose degree follows the size of cells: waves need more degrees in cells of many
wavelengths than in others.

Consecutive levels of a tree whose cells are about equal make a class, with an array of coefficients
for each. Classes and their degrees are static, and follow from the trees of a plan when it is made
(`Levels.of`)."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.backends import xla
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
    every = jnp.arange(classes + 1, dtype=keys.dtype)
    return order, jnp.searchsorted(keys[order], every).astype(jnp.int32)


def _class_of(starts: jax.Array, nodes: jax.Array) -> jax.Array:
    """The class of each node, -1 for none. starts: `Levels.starts`."""
    at = jnp.searchsorted(starts[:-1], nodes, side="right", method="compare_all")
    return at.astype(jnp.int32) - 1


def _rows(array: jax.Array, row: jax.Array, width: int) -> jax.Array:
    """Rows of coefficients (nodes, k, n), filled up with zeros or cut to a width."""
    rows = array.at[row].get(mode="clip")[..., :width]
    return jnp.pad(rows, ((0, 0), (0, 0), (0, width - rows.shape[-1])))


class _Class(NamedTuple):
    """A class of `Levels` in a tree: its nodes are `start` to before `stop`, their coefficients an
    array of `capacity` rows; it may have leaves, those of `run`, if `leaves` is true."""

    degree: int
    capacity: int
    leaves: bool
    start: jax.Array
    stop: jax.Array
    run: xla.Leaves


def _classes(levels: Levels, tree: Tree) -> list[_Class]:
    starts, count = levels.starts(tree), len(levels.first)
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    number = _class_of(starts, tree.leaves)
    # leaves of no class come last
    positions, begins = _by_class(jnp.where(used & (number >= 0), number, count), count)
    runs = [xla.Leaves(begins[c + 1] - begins[c], begins[c], positions) for c in range(count)]
    static = zip(levels.degrees, levels.capacities, levels.leaves)
    return [_Class(*one, starts[c], starts[c + 1], runs[c]) for c, one in enumerate(static)]


@dataclasses.dataclass(frozen=True)
class ByLevels:
    """A `passes.Expansion` whose order is `Levels`; its coefficients are a tuple of arrays, one for
    each class. operators: as `backends.protocol.Operators`, but that `l2p` gets the order too, with
    `rows` rows of coefficients for each right-hand side, and NAME, the backend's operation that
    translates for them."""

    operators: Any
    family: str

    at_particles = False
    by_nodes = False

    def size(self, order: int) -> int:
        raise NotImplementedError("each level has a degree of its own")

    def cells(self, order: Levels, tree: Tree, points: jax.Array) -> Tree:
        return tree

    def moved(self, cells: Tree, tree: Tree, move: Callable[[jax.Array], jax.Array]) -> Tree:
        return tree

    def upward(self, total: Sum) -> tuple[jax.Array, ...]:
        side, passes = total.sources, self._passes(total)
        tree, orders = side.tree, tuple(dict.fromkeys(map(sum, side.components)))
        points, weights = position_blocks(tree, side.points), weight_blocks(tree, total.weights)
        multipoles: list[jax.Array] = []
        for here in reversed(_classes(total.order, tree)):
            value = passes.p2m(here, tree, points, weights, orders)
            below = multipoles[0] if multipoles else None
            multipoles.insert(0, passes.m2m(here, tree, value, below))
        return tuple(multipoles)

    def m2l(
        self, total: Sum, multipoles: tuple[jax.Array, ...], pairs: PairList
    ) -> tuple[jax.Array, ...]:
        levels, passes = total.order, self._passes(total)
        used = lax.iota(jnp.int32, pairs.capacity) < pairs.count
        sides = []
        for side, node in ((total.targets, pairs.target), (total.sources, pairs.number)):
            starts = levels.starts(side.tree)
            sides.append(_Ends(side.tree, starts, _class_of(starts, node)))
        classes = len(levels.first)
        shallower = jnp.minimum(sides[0].classes, sides[1].classes)
        order, begins = _by_class(jnp.where(used, shallower, classes), classes)
        k, dtype = multipoles[0].shape[1], multipoles[0].dtype
        local = tuple(
            jnp.zeros((capacity, k, passes.operators.size(p)), dtype)
            for capacity, p in zip(levels.capacities, levels.degrees)
        )
        for c in range(classes):
            run = xla.Leaves(begins[c + 1] - begins[c], begins[c], order)
            local = passes.m2l(levels, c, run, sides[0], sides[1], pairs, multipoles, local)
        return local

    def downward(self, total: Sum, local: tuple[jax.Array, ...]) -> jax.Array:
        side, levels, passes = total.targets, total.order, self._passes(total)
        tree, orders = side.tree, tuple(dict.fromkeys(map(sum, side.components)))
        points = position_blocks(tree, side.points)
        rhs = local[0].shape[1] // passes.operators.rows
        shape = (points.shape[0], len(side.components), rhs, points.shape[2])
        result, above = jnp.zeros(shape, points.dtype), None
        for c, (here, rows) in enumerate(zip(_classes(levels, tree), local)):
            start = here.start
            if above is not None:  # parents of the first level are in the class before
                second = tree.level_start[min(levels.first[c] + 1, MAX_LEVELS)]
                start = jnp.clip(second, here.start, here.stop)
                rows = passes.l2l(*above, here, tree, rows, (here.start, start))
            rows = passes.l2l(here, None, here, tree, rows, (start, here.stop))
            result = passes.l2p(here, tree, points, rows, orders, result)
            above = here, rows
        return from_blocks(tree, result)

    def _passes(self, total: Sum) -> "_Passes":
        """The operators, whose sums along an axis are the backend's if it has them."""
        operators, name, ops = self.operators, self.operators.NAME, total.ops
        if name is not None and ops.has(name):
            compiled = getattr(ops, name)(total.weights.dtype)
            operators = operators if compiled is None else operators.by(compiled)
        return _Passes(operators, ops.plain.sizes.cells)


class _Ends(NamedTuple):
    """The targets or the sources of far pairs: their tree, `Levels.starts`, and the class of each
    one."""

    tree: Tree
    starts: jax.Array
    classes: jax.Array


class _Passes(NamedTuple):
    """The passes over one class. cells: of `backends.Sizes`."""

    operators: Any
    cells: int

    def _chunk(self, degree: int, per: int) -> int:
        return max(8, per * self.cells // self.operators.size(degree))

    def p2m(
        self,
        here: _Class,
        tree: Tree,
        points: jax.Array,
        weights: jax.Array,
        orders: tuple[int, ...],
    ) -> jax.Array:
        operators = self.operators
        rows = operators.rows * weights.shape[2]
        empty = jnp.zeros((here.capacity, rows, operators.size(here.degree)), points.dtype)
        if not here.leaves:
            return empty

        def multipole(node: jax.Array, offset: jax.Array, weights: jax.Array) -> jax.Array:
            radius = tree.radius[node]
            tensors = weight_tensors(weights, orders, offset.shape[-1])
            return operators.p2m(offset / radius[:, None, None], radius, tensors, here.degree)

        chunk = self._chunk(here.degree, LEAVES)
        return xla.p2m(tree, points, weights, multipole, empty, chunk, here.run, here.start)

    def m2m(
        self, here: _Class, tree: Tree, multipoles: jax.Array, below: jax.Array | None
    ) -> jax.Array:
        """below: the multipoles of the next class, None for the last class."""
        operators, degree = self.operators, here.degree
        width, chunk = operators.size(degree), min(self._chunk(degree, SPHERES), here.capacity)
        step = lax.iota(jnp.int32, chunk)

        def level(first: jax.Array, last: jax.Array, multipoles: jax.Array) -> jax.Array:
            me = jnp.minimum(first + step, tree.capacity - 1)
            inner = (first + step < last) & (tree.child[me] >= 0)
            total = 0
            for right in range(2):
                child = jnp.where(inner, tree.child[me] + right, 0)
                rows = _rows(multipoles, child - here.start, width)
                if below is not None:
                    deeper = _rows(below, child - here.stop, width)
                    rows = jnp.where((child >= here.stop)[:, None, None], deeper, rows)
                shift = jnp.where(inner[:, None], tree.center[child] - tree.center[me], 0)
                radii = tree.radius[child], tree.radius[me]
                total = total + operators.m2m(rows, shift, *radii, degree)
            row = jnp.where(inner, me - here.start, here.capacity)
            return multipoles.at[row].set(total, mode="drop")

        return tree.walk(chunk, level, multipoles, upward=True, first=here.start, last=here.stop)

    def m2l(
        self,
        levels: Levels,
        c: int,
        run: xla.Leaves,
        targets: _Ends,
        sources: _Ends,
        pairs: PairList,
        multipoles: tuple[jax.Array, ...],
        local: tuple[jax.Array, ...],
    ) -> tuple[jax.Array, ...]:
        """The pairs of a run, whose cells are of class c and deeper ones."""
        operators, degree = self.operators, levels.degrees[c]
        width, classes = operators.size(degree), range(c, len(levels.first))

        def chunk(
            index: jax.Array, valid: jax.Array, local: tuple[jax.Array, ...]
        ) -> tuple[jax.Array, ...]:
            at = run.at(index)
            entry = pairs.source[at]
            t = jnp.where(valid, pairs.target[at], 0)
            s = jnp.where(valid, number_of(entry, pairs.bits), 0)
            rows = 0
            for other in classes:
                those = _rows(multipoles[other], s - sources.starts[other], width)
                rows = rows + jnp.where((sources.classes[at] == other)[:, None, None], those, 0)
            offset = targets.tree.center[t] - sources.tree.center[s] - pairs.shift(entry)
            # a slot that is not in use translates between cells one unit apart
            offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
            radii = sources.tree.radius[s], targets.tree.radius[t]
            value = operators.m2l(rows, offset, *radii, degree)
            out = list(local)
            for other in classes:
                mine = valid & (targets.classes[at] == other)
                row = jnp.where(mine, t - targets.starts[other], levels.capacities[other])
                part = value[..., : operators.size(levels.degrees[other])]
                out[other] = out[other].at[row].add(part, mode="drop")
            return tuple(out)

        return over(run.count, pairs.capacity, self._chunk(degree, SPHERES), chunk, local)

    def l2l(
        self,
        above: _Class,
        parents: jax.Array | None,
        here: _Class,
        tree: Tree,
        local: jax.Array,
        nodes: tuple[jax.Array, jax.Array],
    ) -> jax.Array:
        """To nodes (first, last) of this class from the class above, whose local expansions are
        `parents`; None if it is the same class."""
        operators, degree = self.operators, above.degree
        chunk = min(self._chunk(degree, SPHERES), here.capacity)
        step = lax.iota(jnp.int32, chunk)

        def level(first: jax.Array, last: jax.Array, local: jax.Array) -> jax.Array:
            me = jnp.minimum(first + step, tree.capacity - 1)
            parent = jnp.maximum(tree.parent[me], 0)
            inside = (first + step < last) & (parent >= above.start) & (tree.parent[me] >= 0)
            source = local if parents is None else parents
            rows = source.at[parent - above.start].get(mode="clip")
            shift = jnp.where(inside[:, None], tree.center[me] - tree.center[parent], 0)
            value = operators.l2l(rows, shift, tree.radius[parent], tree.radius[me], degree)
            row = jnp.where(inside, me - here.start, here.capacity)
            return local.at[row].add(value[..., : local.shape[-1]], mode="drop")

        first, last = nodes
        return tree.walk(chunk, level, local, upward=False, first=first, last=last)

    def l2p(
        self,
        here: _Class,
        tree: Tree,
        points: jax.Array,
        local: jax.Array,
        orders: tuple[int, ...],
        result: jax.Array,
    ) -> jax.Array:
        if not here.leaves:
            return result

        def values(node: jax.Array, offset: jax.Array) -> jax.Array:
            radius, rows = tree.radius[node], local.at[node - here.start].get(mode="clip")
            u = offset / radius[:, None, None]
            tensors = self.operators.l2p(rows, u, radius, orders, here.degree)
            return result_components(tensors, u.shape[-1])

        chunk = self._chunk(here.degree, LEAVES)
        return xla.l2p(tree, points, values, result, chunk, here.run)
