"""The passes of the FMM and the treecode in plain XLA: what runs everywhere, and the reference of
compiled operations.

The same functions as in `cpu`, with the same arguments. Each is a loop over chunks of static size,
of particles in blocks of a leaf each. `expansion` has the operators (`protocol.Operators`), which
work on a batch of cells or of pairs."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.backends.blocks import from_blocks, leaf_counts, position_blocks, weight_blocks
from jaxfmm.backends.chunks import over, over_list
from jaxfmm.backends.xla_p2p import accumulate
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import result_components, weight_tensors

WIDTH = 64  # points in the leaves that `Sizes.pairs` counts


def _clip(array: Array, index: Array) -> Array:
    return array.at[index].get(mode="clip")


def _orders(components: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The tensor orders of multi-indices."""
    return tuple(dict.fromkeys(map(sum, components)))


def _nothing(blocks: Array, components: tuple[tuple[int, ...], ...], rhs: int) -> Any:
    return jnp.zeros((blocks.shape[0], len(components), rhs, blocks.shape[2]), blocks.dtype)


class Leaves(NamedTuple):
    """The leaves of a loop: `count` of them, by their positions in `Tree.leaves`. Those are 0, 1,
    ..., or the entries of `positions` from `begin` on."""

    count: Array
    begin: Array | int = 0
    positions: Array | None = None

    def at(self, index: Array) -> Array:
        return index if self.positions is None else _clip(self.positions, self.begin + index)


def p2m(
    cells: Any,
    points: Array,
    weights: Array,
    multipole: Callable[[Array, Array, Array], Array],
    multipoles: Array,
    chunk: int,
    leaves: Leaves | None = None,
    first: Array | int = 0,
) -> Array:
    """Sets the rows of leaves in `multipoles`, whose first row belongs to the node `first`.

    points, weights: in blocks (`blocks.position_blocks`, `weight_blocks`).
    multipole: the rows (C, k, row) of nodes (C,), from the positions (C, S, d) of their points
      relative to the centre and the weights (C, components, k, S).
    chunk: leaves at a time.  leaves: None for all."""
    leaves = leaves or Leaves(cells.n_leaves)

    def leaf(index: Array, valid: Array, multipoles: Array) -> Array:
        at = leaves.at(index)
        node = _clip(cells.leaves, at)
        value = multipole(node, _from_center(cells, node, _clip(points, at)), _clip(weights, at))
        row = jnp.where(valid, node - first, len(multipoles))
        return multipoles.at[row].set(value, mode="drop")

    return over(leaves.count, len(cells.leaves), chunk, leaf, multipoles)


def l2p(
    cells: Any,
    points: Array,
    values: Callable[[Array, Array], Array],
    result: Array,
    chunk: int,
    leaves: Leaves | None = None,
) -> Array:
    """Sets the blocks of leaves in `result` (leaf capacity, components, k, S), as `p2m` sets rows.
    values: the blocks of nodes (C,), from the positions of their points."""
    leaves = leaves or Leaves(cells.n_leaves)

    def leaf(index: Array, valid: Array, result: Array) -> Array:
        at = leaves.at(index)
        node = _clip(cells.leaves, at)
        value = values(node, _from_center(cells, node, _clip(points, at)))
        return result.at[jnp.where(valid, at, len(result))].set(value, mode="drop")

    return over(leaves.count, len(cells.leaves), chunk, leaf, result)


def _from_center(cells: Any, node: Array, blocks: Array) -> Array:
    """Positions (C, S, d) relative to the centres of nodes (C,), of blocks (C, d, S)."""
    return jnp.swapaxes(blocks, 1, 2) - cells.center[node][:, None]


def m2m(expansion: Any, order: int, multipoles: Any, cells: Any, scale: Array, chunk: int) -> Any:
    """Shifts multipoles from the leaves to the root. scale (nodes, ...): the radii, or what the
    expansion has instead; chunk: cells at a time."""
    nodes, child, center = scale.shape[0], cells.child, cells.center
    chunk = min(chunk, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first, stop, multipoles):
        me = jnp.minimum(first + step, nodes - 1)
        inner = (first + step < stop) & (child[me] >= 0)
        total = 0
        for right in range(2):
            c = jnp.where(inner, child[me] + right, 0)
            total = total + expansion.m2m(
                multipoles[c], center[c] - center[me], scale[c], scale[me], order
            )
        return multipoles.at[jnp.where(inner, me, nodes)].set(total, mode="drop")

    return cells.walk(chunk, level, multipoles, upward=True)


def l2l(expansion: Any, order: int, local: Array, cells: Any, scale: Array, chunk: int) -> Any:
    """Shifts local expansions from the root to the leaves; as `m2m`."""
    nodes, parent, center = scale.shape[0], cells.parent, cells.center
    chunk = min(chunk, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first, stop, local):
        me = jnp.minimum(first + step, nodes - 1)
        p = jnp.maximum(parent[me], 0)
        value = expansion.l2l(local[p], center[me] - center[p], scale[p], scale[me], order)
        return local.at[jnp.where((first + step < stop) & (parent[me] >= 0), me, nodes)].add(
            value, mode="drop"
        )

    return cells.walk(chunk, level, local, upward=False)


@dataclasses.dataclass(frozen=True)
class Xla:
    """The operations for a platform, whose `backends.Sizes` these are."""

    sizes: object

    @property
    def plain(self):
        return self

    def order_reason(self, expansion: Any, order: int, dtype: DTypeLike) -> None:
        """None: XLA's operations are those of every expansion."""
        return None

    def between_reason(self, expansion: Any, order: int, dtype: DTypeLike) -> None:
        """None: the same."""
        return None

    def _sources(self, cells: Any, points: Array, weights: Array) -> tuple[Array, Array]:
        step = self.sizes.sources
        return position_blocks(cells, points, step), weight_blocks(cells, weights, step)

    def upward(
        self,
        expansion: Any,
        order: int,
        cells: Any,
        points: Array,
        weights: Array,
        components: tuple[tuple[int, ...], ...],
    ) -> Array:
        y, w = self._sources(cells, points, weights)

        def multipole(node: Array, offset: Array, weights: Array) -> Array:
            radius = cells.radius[node]
            tensors = weight_tensors(weights, _orders(components), offset.shape[-1])
            return expansion.p2m(offset / radius[:, None, None], radius, tensors, order)

        empty = jnp.zeros((len(cells.radius), w.shape[2], expansion.size(order)), y.dtype)
        multipoles = p2m(cells, y, w, multipole, empty, max(1, self.sizes.cells // 8))
        return m2m(expansion, order, multipoles, cells, cells.radius, self.sizes.cells)

    def m2l(
        self,
        expansion: Any,
        order: int,
        multipoles: Array,
        targets: Any,
        sources: Any,
        far: Any,
    ) -> Array:
        nodes = targets.radius.shape[0]

        def chunk(t, s, shift, valid, local):
            t = jnp.where(valid, t, nodes)
            offset = _clip(targets.center, t) - _clip(sources.center, s) - shift
            # a slot that is not in use translates between cells one unit apart
            offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
            value = expansion.m2l(
                _clip(multipoles, s),
                offset,
                _clip(sources.radius, s),
                _clip(targets.radius, t),
                order,
            )
            return local.at[t].add(value, mode="drop", indices_are_sorted=True)

        empty = jnp.zeros((nodes,) + multipoles.shape[1:], multipoles.dtype)
        return over_list(far, self.sizes.cells, chunk, empty)

    def downward(
        self,
        expansion: Any,
        order: Any,
        cells: Any,
        local: Any,
        points: Array,
        components: Any,
    ) -> Array:
        local = l2l(expansion, order, local, cells, cells.radius, self.sizes.cells)
        x = position_blocks(cells, points)

        def values(node: Array, offset: Array) -> Array:
            radius = cells.radius[node]
            u = offset / radius[:, None, None]
            tensors = expansion.l2p(local[node], u, radius, _orders(components))
            return result_components(tensors, u.shape[-1])

        nothing, chunk = _nothing(x, components, local.shape[1]), max(1, self.sizes.cells // 8)
        return from_blocks(cells, l2p(cells, x, values, nothing, chunk))

    def m2p(self, expansion, order, multipoles, targets, sources, points, far, components):
        x = position_blocks(targets, points)

        def chunk(t, s, shift, valid, result):
            rows = jnp.where(valid, t, result.shape[0])
            offset = jnp.swapaxes(_clip(x, t), 1, 2) - (_clip(sources.center, s) + shift)[:, None]
            offset = jnp.where(valid[:, None, None], offset, jnp.ones_like(offset))
            tensors = expansion.m2p(
                _clip(multipoles, s), offset, _clip(sources.radius, s), _orders(components)
            )
            value = result_components(tensors, offset.shape[-1])
            return result.at[rows].add(value, mode="drop", indices_are_sorted=True)

        nothing = _nothing(x, components, multipoles.shape[1])
        return from_blocks(targets, over_list(far, max(1, self.sizes.cells // 16), chunk, nothing))

    def p2l(self, expansion, order, targets, sources, points, weights, far, components):
        y, w = self._sources(sources, points, weights)
        nodes = targets.radius.shape[0]

        def chunk(t, s, shift, valid, local):
            t = jnp.where(valid, t, nodes)
            offset = jnp.swapaxes(_clip(y, s), 1, 2) - (_clip(targets.center, t) - shift)[:, None]
            tensors = weight_tensors(_clip(w, s), _orders(components), offset.shape[-1])
            value = expansion.p2l(offset, _clip(targets.radius, t), tensors, order)
            return local.at[t].add(value, mode="drop", indices_are_sorted=True)

        empty = jnp.zeros((nodes, w.shape[2], expansion.size(order)), y.dtype)
        return over_list(far, max(1, self.sizes.cells // 16), chunk, empty)

    def p2p(
        self,
        kernel: Kernel,
        targets: Any,
        sources: Any,
        points: Array,
        source_points: Array,
        weights: Array,
        near: Any,
        far: Array,
        source_components: tuple[tuple[int, ...], ...],
        target_components: tuple[tuple[int, ...], ...],
    ) -> Array:
        x, (y, w) = position_blocks(targets, points), self._sources(sources, source_points, weights)
        counts, orders = (
            leaf_counts(sources),
            (_orders(source_components), _orders(target_components)),
        )

        def chunk(t, s, shift, valid, result):
            longest = jnp.max(jnp.where(valid, _clip(counts, s), 0))
            parts = accumulate(
                kernel,
                _clip(x, t),
                _clip(y, s) + shift[:, :, None],
                _clip(w, s),
                longest,
                *orders,
                self.sizes,
            )
            rows = jnp.where(valid, t, result.shape[0])
            return result.at[rows].add(
                jnp.stack(parts, axis=1), mode="drop", indices_are_sorted=True
            )

        nothing = _nothing(x, target_components, weights.shape[2])
        pairs = max(1, self.sizes.pairs * WIDTH // max(WIDTH, x.shape[2]))
        result = from_blocks(targets, over_list(near, pairs, chunk, nothing)) + far
        return jnp.zeros_like(result).at[targets.order].set(result, unique_indices=True)
