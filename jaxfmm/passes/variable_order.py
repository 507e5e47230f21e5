"""Passes whose degree follows the size of cells (`passes.levels`): each class of levels has an
array of coefficients of its own."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends import xla
from jaxfmm.backends.blocks import from_blocks, position_blocks, weight_blocks
from jaxfmm.backends.chunks import over
from jaxfmm.entries import number_of
from jaxfmm.kernels.pairs import result_components, weight_tensors
from jaxfmm.passes.levels import Levels
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import PairList

# XLA's loops take this many times the cells of `Sizes`, divided by the number of coefficients: in
# translations, and in leaves.
SPHERES, LEAVES = 16, 2


def _by_class(keys: Array, classes: int) -> tuple[Array, Array]:
    """An order in which entries with equal keys (n,) are together, and where each of 0, ...,
    classes begins in it."""
    order = jnp.argsort(keys, stable=True).astype(jnp.int32)
    every = jnp.arange(classes + 1, dtype=keys.dtype)
    return order, jnp.searchsorted(keys[order], every).astype(jnp.int32)


class Numbers(NamedTuple):
    """The class of each node (nodes,), -1 for none, and its row in the array of that class."""

    classes: Array
    rows: Array

    @classmethod
    def of(cls, levels: Levels, tree: Tree) -> "Numbers":
        starts, node = levels.starts(tree), lax.iota(jnp.int32, tree.capacity)
        classes = jnp.where(node < starts[-1], _class_of(starts, node), -1)
        return cls(classes, node - starts[jnp.maximum(classes, 0)])

    def at(self, nodes: Array) -> "Numbers":
        return Numbers(self.classes[nodes], self.rows[nodes])


def _class_of(starts: Array, nodes: Array) -> Array:
    """The class of each node, -1 for none. starts: `Levels.starts`."""
    at = jnp.searchsorted(starts[:-1], nodes, side="right", method="compare_all")
    return at.astype(jnp.int32) - 1


def _rows(array: Array, row: Array, width: int) -> Array:
    """Rows of coefficients (nodes, k, n), filled up with zeros or cut to a width."""
    rows = array.at[row].get(mode="clip")[..., :width]
    return jnp.pad(rows, ((0, 0), (0, 0), (0, width - rows.shape[-1])))


class _Class(NamedTuple):
    """A class of `Levels` in a tree: its nodes are `start` to before `stop`, their coefficients an
    array of `capacity` rows; it may have leaves, those of `run`, if `leaves` is true."""

    degree: int
    capacity: int
    leaves: bool
    start: Array
    stop: Array
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
    """A `passes.protocol.Expansion` whose order is `Levels`; its coefficients are a tuple of
    arrays, one for each class. operators: as `backends.protocol.Operators`, but that `l2p` gets the
    order too, with `rows` rows of coefficients for each right-hand side, and NAME, the backend's
    operation that translates for them."""

    operators: Any
    family: str

    at_particles = False
    by_nodes = False

    def size(self, order: int) -> int:
        raise NotImplementedError("each level has a degree of its own")

    def cells(self, order: Levels, tree: Tree, points: Array) -> Numbers:
        return Numbers.of(order, tree)

    def moved(self, cells: Numbers, tree: Tree, move: Callable[[Array], Array]) -> Numbers:
        raise NotImplementedError("the nodes of a class have rows of their own")

    def upward(self, total: Sum) -> tuple[Array, ...]:
        side, passes = total.sources, self._passes(total)
        tree, orders = side.tree, tuple(dict.fromkeys(map(sum, side.components)))
        points, weights = position_blocks(tree, side.points), weight_blocks(tree, total.weights)
        multipoles: list[Array] = []
        for here in reversed(_classes(total.order, tree)):
            value = passes.p2m(here, tree, points, weights, orders)
            below = multipoles[0] if multipoles else None
            multipoles.insert(0, passes.m2m(here, tree, value, below))
        return tuple(multipoles)

    def m2l(self, total: Sum, multipoles: tuple[Array, ...], pairs: PairList) -> tuple[Array, ...]:
        levels, passes = total.order, self._passes(total)
        used = lax.iota(jnp.int32, pairs.capacity) < pairs.count
        targets = _Ends(total.targets.tree, total.targets.cells.at(pairs.target))
        sources = _Ends(total.sources.tree, total.sources.cells.at(pairs.number))
        classes = len(levels.first)
        shallower = jnp.minimum(targets.numbers.classes, sources.numbers.classes)
        order, begins = _by_class(jnp.where(used, shallower, classes), classes)
        k, dtype = multipoles[0].shape[1], multipoles[0].dtype
        local = tuple(
            jnp.zeros((capacity, k, passes.operators.size(p)), dtype)
            for capacity, p in zip(levels.capacities, levels.degrees)
        )
        for c in range(classes):
            run = xla.Leaves(begins[c + 1] - begins[c], begins[c], order)
            local = passes.m2l(levels, c, run, targets, sources, pairs, multipoles, local)
        return local

    def downward(self, total: Sum, local: tuple[Array, ...]) -> Array:
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
    """The targets or the sources of far pairs: their tree, and the numbers of the node of each
    pair."""

    tree: Tree
    numbers: Numbers


class _Passes(NamedTuple):
    """The passes over one class. cells: of `backends.sizes.Sizes`."""

    operators: Any
    cells: int

    def _chunk(self, degree: int, per: int) -> int:
        return max(8, per * self.cells // self.operators.size(degree))

    def p2m(
        self, here: _Class, tree: Tree, points: Array, weights: Array, orders: tuple[int, ...]
    ) -> Array:
        operators = self.operators
        rows = operators.rows * weights.shape[2]
        empty = jnp.zeros((here.capacity, rows, operators.size(here.degree)), points.dtype)
        if not here.leaves:
            return empty

        def multipole(node: Array, offset: Array, weights: Array) -> Array:
            radius = tree.radius[node]
            tensors = weight_tensors(weights, orders, offset.shape[-1])
            return operators.p2m(offset / radius[:, None, None], radius, tensors, here.degree)

        chunk = self._chunk(here.degree, LEAVES)
        return xla.p2m(tree, points, weights, multipole, empty, chunk, here.run, here.start)

    def m2m(self, here: _Class, tree: Tree, multipoles: Array, below: Array | None) -> Array:
        """below: the multipoles of the next class, None for the last class."""
        operators, degree = self.operators, here.degree
        width, chunk = operators.size(degree), min(self._chunk(degree, SPHERES), here.capacity)
        step = lax.iota(jnp.int32, chunk)

        def level(first: Array, last: Array, multipoles: Array) -> Array:
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
        multipoles: tuple[Array, ...],
        local: tuple[Array, ...],
    ) -> tuple[Array, ...]:
        """The pairs of a run, whose cells are of class c and deeper ones."""
        operators, degree = self.operators, levels.degrees[c]
        width, classes = operators.size(degree), range(c, len(levels.first))

        def chunk(index: Array, valid: Array, local: tuple[Array, ...]) -> tuple[Array, ...]:
            at = run.at(index)
            entry = pairs.source[at]
            t = jnp.where(valid, pairs.target[at], 0)
            s = jnp.where(valid, number_of(entry, pairs.bits), 0)
            rows, (of_source, row) = 0, sources.numbers.at(at)
            for other in classes:
                those = _rows(multipoles[other], row, width)
                rows = rows + jnp.where((of_source == other)[:, None, None], those, 0)
            offset = targets.tree.center[t] - sources.tree.center[s] - pairs.shift(entry)
            # a slot that is not in use translates between cells one unit apart
            offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
            radii = sources.tree.radius[s], targets.tree.radius[t]
            value = operators.m2l(rows, offset, *radii, degree)
            out, (of_target, row) = list(local), targets.numbers.at(at)
            for other in classes:
                mine = valid & (of_target == other)
                place = jnp.where(mine, row, levels.capacities[other])
                part = value[..., : operators.size(levels.degrees[other])]
                out[other] = out[other].at[place].add(part, mode="drop")
            return tuple(out)

        return over(run.count, pairs.capacity, self._chunk(degree, SPHERES), chunk, local)

    def l2l(
        self,
        above: _Class,
        parents: Array | None,
        here: _Class,
        tree: Tree,
        local: Array,
        nodes: tuple[Array, Array],
    ) -> Array:
        """To nodes (first, last) of this class from the class above, whose local expansions are
        `parents`; None if it is the same class."""
        operators, degree = self.operators, above.degree
        chunk = min(self._chunk(degree, SPHERES), here.capacity)
        step = lax.iota(jnp.int32, chunk)

        def level(first: Array, last: Array, local: Array) -> Array:
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
        points: Array,
        local: Array,
        orders: tuple[int, ...],
        result: Array,
    ) -> Array:
        if not here.leaves:
            return result

        def values(node: Array, offset: Array) -> Array:
            radius, rows = tree.radius[node], local.at[node - here.start].get(mode="clip")
            u = offset / radius[:, None, None]
            tensors = self.operators.l2p(rows, u, radius, orders, here.degree)
            return result_components(tensors, u.shape[-1])

        chunk = self._chunk(here.degree, LEAVES)
        return xla.l2p(tree, points, values, result, chunk, here.run)
