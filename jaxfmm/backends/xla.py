"""The passes of the FMM and the treecode in plain XLA. They run everywhere, and they are the
reference of compiled operations. `protocol.Backend` says what each does.

Each is a loop over chunks of static size, of particles in blocks of a leaf each. `expansion` has
the operators (`protocol.Operators`), which work on a batch of cells or of pairs."""

import dataclasses
from collections.abc import Callable
from typing import Protocol

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.backends.blocks import from_blocks, leaf_counts, position_blocks, weight_blocks
from jaxfmm.backends.chunks import over, over_list
from jaxfmm.backends.protocol import Cells, Operators, Pairs, Particles
from jaxfmm.backends.sizes import Sizes
from jaxfmm.backends.xla_p2p import accumulate
from jaxfmm.codegen.bodies import Body, Components
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import result_components, weight_tensors

WIDTH = 64  # The leaves that `Sizes.pairs` counts hold this many points.


def _clip(array: Array, index: Array) -> Array:
    return array.at[index].get(mode="clip")


def _orders(components: Components) -> tuple[int, ...]:
    """The tensor orders of multi-indices."""
    return tuple(dict.fromkeys(map(sum, components)))


def _zeros(blocks: Array, components: Components, rhs: int) -> Array:
    """Results of blocks of targets (C, d, S)."""
    return jnp.zeros((blocks.shape[0], len(components), rhs, blocks.shape[2]), blocks.dtype)


@dataclasses.dataclass(frozen=True)
class Leaves:
    """The leaves of a loop: `count` of them, by their positions in `Tree.leaves`. These are 0, 1,
    ..., or the entries of `positions` from `begin` on."""

    count: Array
    begin: Array | int = 0
    positions: Array | None = None

    def at(self, index: Array) -> Array:
        return index if self.positions is None else _clip(self.positions, self.begin + index)


def p2m(
    cells: Cells,
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
    cells: Cells,
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


def _from_center(cells: Cells, node: Array, blocks: Array) -> Array:
    """Positions (C, S, d) relative to the centres of nodes (C,), of blocks (C, d, S)."""
    return jnp.swapaxes(blocks, 1, 2) - cells.center[node][:, None]


class Shifts(Protocol):
    """The operators of M2M and L2L of an expansion, as `protocol.Operators` has them."""

    def m2m(self, M: Array, shift: Array, r_child: Array, r_parent: Array, order: int) -> Array: ...
    def l2l(self, L: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array: ...


def m2m(
    expansion: Shifts, order: int, multipoles: Array, cells: Cells, scale: Array, chunk: int
) -> Array:
    """Shifts multipoles from the leaves to the root. scale (nodes, ...): the radii, or what the
    expansion has instead; chunk: cells at a time."""
    nodes, child, center = scale.shape[0], cells.child, cells.center
    chunk = min(chunk, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first: Array, stop: Array, multipoles: Array) -> Array:
        me = jnp.minimum(first + step, nodes - 1)
        inner = (first + step < stop) & (child[me] >= 0)
        total = 0
        for right in range(2):
            c = jnp.where(inner, child[me] + right, 0)
            shift = center[c] - center[me]
            total = total + expansion.m2m(multipoles[c], shift, scale[c], scale[me], order)
        return multipoles.at[jnp.where(inner, me, nodes)].set(total, mode="drop")

    return cells.walk(chunk, level, multipoles, upward=True)


def l2l(
    expansion: Shifts, order: int, local: Array, cells: Cells, scale: Array, chunk: int
) -> Array:
    """Shifts local expansions from the root to the leaves; as `m2m`."""
    nodes, parent, center = scale.shape[0], cells.parent, cells.center
    chunk = min(chunk, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first: Array, stop: Array, local: Array) -> Array:
        me = jnp.minimum(first + step, nodes - 1)
        p = jnp.maximum(parent[me], 0)
        value = expansion.l2l(local[p], center[me] - center[p], scale[p], scale[me], order)
        row = jnp.where((first + step < stop) & (parent[me] >= 0), me, nodes)
        return local.at[row].add(value, mode="drop")

    return cells.walk(chunk, level, local, upward=False)


@dataclasses.dataclass(frozen=True)
class Xla:
    """The operations for a platform, by the sizes of its loops."""

    sizes: Sizes

    @property
    def plain(self) -> "Xla":
        return self

    MISSING = ""
    ACCURATE = ("p2p",)
    PAIR_NUMBERS = range(0)

    def reason(self) -> None:
        """None: XLA is always there."""
        return None

    lowering_reason = reason

    def p2p_reason(self, body: Body, dtype: DTypeLike) -> None:
        """None: a backend that says nothing has P2P for all pair bodies."""
        return None

    def order_reason(self, expansion: Operators, order: int, dtype: DTypeLike) -> None:
        """None: XLA has the operations of every expansion."""
        return None

    def between_reason(self, expansion: Operators, order: int, dtype: DTypeLike) -> None:
        """None: XLA has the operations of every expansion."""
        return None

    def _sources(self, sources: Particles, weights: Array) -> tuple[Array, Array]:
        """Blocks of points and weights."""
        cells, step = sources.tree, self.sizes.sources
        return position_blocks(cells, sources.points, step), weight_blocks(cells, weights, step)

    def upward(self, expansion: Operators, order: int, sources: Particles, weights: Array) -> Array:
        cells, (y, w) = sources.tree, self._sources(sources, weights)
        orders = _orders(sources.components)

        def multipole(node: Array, offset: Array, weights: Array) -> Array:
            radius = cells.radius[node]
            tensors = weight_tensors(weights, orders, offset.shape[-1])
            return expansion.p2m(offset / radius[:, None, None], radius, tensors, order)

        empty = jnp.zeros((len(cells.radius), w.shape[2], expansion.size(order)), y.dtype)
        multipoles = p2m(cells, y, w, multipole, empty, max(1, self.sizes.cells // 8))
        return m2m(expansion, order, multipoles, cells, cells.radius, self.sizes.cells)

    def m2l(
        self,
        expansion: Operators,
        order: int,
        multipoles: Array,
        targets: Cells,
        sources: Cells,
        far: Pairs,
    ) -> Array:
        nodes = targets.radius.shape[0]

        def chunk(t: Array, s: Array, shift: Array, valid: Array, local: Array) -> Array:
            t = jnp.where(valid, t, nodes)
            offset = _clip(targets.center, t) - _clip(sources.center, s) - shift
            # Unused slots translate between cells one unit apart.
            offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
            radii = _clip(sources.radius, s), _clip(targets.radius, t)
            value = expansion.m2l(_clip(multipoles, s), offset, *radii, order)
            return local.at[t].add(value, mode="drop", indices_are_sorted=True)

        empty = jnp.zeros((nodes,) + multipoles.shape[1:], multipoles.dtype)
        return over_list(far, self.sizes.cells, chunk, empty)

    def downward(self, expansion: Operators, order: int, local: Array, targets: Particles) -> Array:
        cells, x = targets.tree, position_blocks(targets.tree, targets.points)
        orders = _orders(targets.components)
        local = l2l(expansion, order, local, cells, cells.radius, self.sizes.cells)

        def values(node: Array, offset: Array) -> Array:
            radius = cells.radius[node]
            u = offset / radius[:, None, None]
            return result_components(expansion.l2p(local[node], u, radius, orders), u.shape[-1])

        zeros, chunk = _zeros(x, targets.components, local.shape[1]), max(1, self.sizes.cells // 8)
        return from_blocks(cells, l2p(cells, x, values, zeros, chunk))

    def m2p(
        self,
        expansion: Operators,
        order: int,
        multipoles: Array,
        targets: Particles,
        sources: Cells,
        far: Pairs,
    ) -> Array:
        x, orders = position_blocks(targets.tree, targets.points), _orders(targets.components)

        def chunk(t: Array, s: Array, shift: Array, valid: Array, result: Array) -> Array:
            rows = jnp.where(valid, t, result.shape[0])
            offset = jnp.swapaxes(_clip(x, t), 1, 2) - (_clip(sources.center, s) + shift)[:, None]
            offset = jnp.where(valid[:, None, None], offset, jnp.ones_like(offset))
            tensors = expansion.m2p(_clip(multipoles, s), offset, _clip(sources.radius, s), orders)
            value = result_components(tensors, offset.shape[-1])
            return result.at[rows].add(value, mode="drop", indices_are_sorted=True)

        zeros = _zeros(x, targets.components, multipoles.shape[1])
        pairs = max(1, self.sizes.cells // 16)
        return from_blocks(targets.tree, over_list(far, pairs, chunk, zeros))

    def p2l(
        self,
        expansion: Operators,
        order: int,
        targets: Cells,
        sources: Particles,
        weights: Array,
        far: Pairs,
    ) -> Array:
        (y, w), orders = self._sources(sources, weights), _orders(sources.components)
        nodes = targets.radius.shape[0]

        def chunk(t: Array, s: Array, shift: Array, valid: Array, local: Array) -> Array:
            t = jnp.where(valid, t, nodes)
            offset = jnp.swapaxes(_clip(y, s), 1, 2) - (_clip(targets.center, t) - shift)[:, None]
            tensors = weight_tensors(_clip(w, s), orders, offset.shape[-1])
            value = expansion.p2l(offset, _clip(targets.radius, t), tensors, order)
            return local.at[t].add(value, mode="drop", indices_are_sorted=True)

        empty = jnp.zeros((nodes, w.shape[2], expansion.size(order)), y.dtype)
        return over_list(far, max(1, self.sizes.cells // 16), chunk, empty)

    def p2p(
        self,
        kernel: Kernel,
        targets: Particles,
        sources: Particles,
        weights: Array,
        near: Pairs,
        far: Array,
        *,
        accurate: bool = False,
    ) -> Array:
        # Between pairs of leaves: in float64 where JAX has it.
        dtype = jnp.result_type(float) if accurate else far.dtype
        x, (y, w) = position_blocks(targets.tree, targets.points), self._sources(sources, weights)
        counts = leaf_counts(sources.tree)
        orders = _orders(sources.components), _orders(targets.components)

        def chunk(t: Array, s: Array, shift: Array, valid: Array, result: Array) -> Array:
            longest = jnp.max(jnp.where(valid, _clip(counts, s), 0))
            block = _clip(y, s) + shift[:, :, None]
            some = _clip(x, t), block, _clip(w, s), longest
            parts = accumulate(kernel, *some, *orders, self.sizes, accurate=accurate)
            rows, value = jnp.where(valid, t, result.shape[0]), jnp.stack(parts, axis=1)
            value = value.astype(result.dtype)
            return result.at[rows].add(value, mode="drop", indices_are_sorted=True)

        zeros = _zeros(x, targets.components, weights.shape[2]).astype(dtype)
        pairs = max(1, self.sizes.pairs * WIDTH // max(WIDTH, x.shape[2]))
        result = from_blocks(targets.tree, over_list(near, pairs, chunk, zeros))
        result = (result + far.astype(dtype)).astype(far.dtype)
        return jnp.zeros_like(result).at[targets.tree.order].set(result, unique_indices=True)
