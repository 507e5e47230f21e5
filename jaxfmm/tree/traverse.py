"""Interaction lists by a dual traversal of two trees.

Starting from the two roots, a pair of nodes (target a, source b) is

    far    when r_a + r_b <= theta |c_a - c_b| and |c_a - c_b| - r_a - r_b >= near_length,
    near   when it is not far and both are leaves,
    split  otherwise: the larger of the two, so that every pair of points ends in exactly one far or near pair.

The traversal keeps a stack of pairs and works on its top `chunk` pairs at a time, which bounds the stack by
chunk * (depth of the two trees) whatever the points are.
"""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.tree import native as kernels
from jaxfmm.tree.build import MAX_LEVELS


@functools.partial(jax.tree_util.register_dataclass, data_fields=["target", "source", "count", "start"], meta_fields=[])
@dataclasses.dataclass(frozen=True, kw_only=True)
class PairList:
    """Pairs sorted by target. target, source (capacity,): int32, the target of an unused slot is 2^31 - 1.
    count: how many pairs there are; more than the capacity means that the list is cut off and not to be used.
    start (rows + 1,): the pairs of target t are those from start[t] to start[t + 1]."""

    target: jax.Array
    source: jax.Array
    count: jax.Array
    start: jax.Array

    @property
    def capacity(self):
        return self.target.shape[0]

    @property
    def begin(self):
        return self.start[:-1]

    @property
    def end(self):
        return self.start[1:]

    def transposed(self, rows, *, native=False):
        """The same pairs with the roles of target and source exchanged; the sources are numbers below `rows`.
        `native`: whether to use the native kernel where there is one."""

        def by_xla(target, source, count):
            used = lax.iota(jnp.int32, self.capacity) < count
            return _by_target(jnp.where(used, source, _UNUSED), target, count, rows)

        def by_kernel(target, source, count):
            target, source, start = kernels.transpose(target, source, count, rows)
            return PairList(target=target, source=source, count=count, start=start)

        arrays = (self.target, self.source, self.count)
        if native and kernels.usable(jnp.float32, 1):
            return lax.platform_dependent(*arrays, cpu=by_kernel, default=by_xla)
        return by_xla(*arrays)


_UNUSED = 2**31 - 1


def _by_target(target, source, count, rows):
    target, source = lax.sort((target, source), num_keys=1, is_stable=True)
    row = lax.iota(jnp.int32, rows + 1)
    start = jnp.searchsorted(target, row, method="scan_unrolled").astype(jnp.int32)
    return PairList(target=target, source=source, count=count, start=start)


def stack_size(chunk):
    return chunk * (2 * MAX_LEVELS + 3)


def traverse(
    targets, sources, *, theta, near_length, far_capacity, near_capacity, leaf_targets=False, start=True, native=False
):
    """Far and near pairs of two trees.

    Args:
      targets, sources: the two `Tree`s (the same object for a sum of points onto themselves).
      theta: scalar in (0, 1), the acceptance parameter.
      near_length: scalar; pairs of points closer than this are never in a far pair.
      far_capacity, near_capacity: room in the two lists.
      leaf_targets: only leaves are targets of far pairs (a treecode); otherwise any node (an FMM).
      start: whether to traverse at all (traced); lists stay empty if not.
      native: whether to use the native kernels where there are any: the same pairs, sorted by source too.

    Returns:
      (far, near): far pairs are of node numbers, near pairs of leaf positions (`Tree.leaves`), and so are the targets
      of far pairs with `leaf_targets`.
    """
    static = {"far_capacity": far_capacity, "near_capacity": near_capacity, "leaf_targets": leaf_targets}

    def by_xla(*arguments):
        return _traverse(*arguments, **static)

    def by_kernel(*arguments):
        fields = ("target", "source", "count", "start")
        return tuple(PairList(**dict(zip(fields, arrays))) for arrays in kernels.lists(*arguments, **static))

    dtype = targets.center.dtype
    scalars = jnp.asarray(theta, dtype), jnp.asarray(near_length, dtype), jnp.asarray(start, bool)
    if native and kernels.usable(dtype, targets.center.shape[1]):
        return lax.platform_dependent(targets, sources, *scalars, cpu=by_kernel, default=by_xla)
    return by_xla(targets, sources, *scalars)


def _traverse(targets, sources, theta, near_length, start, *, far_capacity, near_capacity, leaf_targets):
    chunk = min(1 << 14, max(256, 1 << (targets.capacity // 4).bit_length()))
    leaf_position = [_leaf_positions(t) for t in (targets, sources)]
    step = lax.iota(jnp.int32, chunk)
    pairs = jnp.zeros((2, stack_size(chunk)), jnp.int32)
    empty = [jnp.full(c, _UNUSED, jnp.int32) for c in (far_capacity, far_capacity, near_capacity, near_capacity)]

    def visit(state):
        pairs, top, far_t, far_s, n_far, near_t, near_s, n_near = state
        base = jnp.maximum(top - chunk, 0)
        a, b = lax.dynamic_slice_in_dim(pairs, base, chunk, axis=1)
        live = step < top - base
        center_a, center_b, radius_a, radius_b = (
            targets.center[a],
            sources.center[b],
            targets.radius[a],
            sources.radius[b],
        )
        distance = jnp.sqrt(jnp.sum((center_a - center_b) ** 2, axis=1))
        reach = radius_a + radius_b
        accepted = (reach <= theta * distance) & (distance - reach >= near_length)
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        far = accepted & leaf_a if leaf_targets else accepted
        near = live & ~far & leaf_a & leaf_b
        # an accepted pair whose target must be a leaf keeps its source
        split_a = ~leaf_a & (leaf_b | accepted | (radius_a >= radius_b))
        split = live & ~far & ~near
        far = live & far

        def append(mask, first, second, n, a, b):
            place = jnp.where(mask, n + jnp.cumsum(mask, dtype=jnp.int32) - 1, first.shape[0])
            return (
                first.at[place].set(a, mode="drop"),
                second.at[place].set(b, mode="drop"),
                n + mask.sum(dtype=jnp.int32),
            )

        far_t, far_s, n_far = append(far, far_t, far_s, n_far, leaf_position[0][a] if leaf_targets else a, b)
        near_t, near_s, n_near = append(near, near_t, near_s, n_near, leaf_position[0][a], leaf_position[1][b])

        # children are put together first and stored in one update: scattering into the stack would copy it
        place = 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        children = jnp.zeros((2, 2 * chunk), jnp.int32)
        for right in range(2):
            pair = jnp.stack(
                [jnp.where(split_a, targets.child[a] + right, a), jnp.where(split_a, b, sources.child[b] + right)]
            )
            children = children.at[:, jnp.where(split, place + right, 2 * chunk)].set(pair, mode="drop")
        pairs = lax.dynamic_update_slice_in_dim(pairs, children, base, axis=1)
        return pairs, base + 2 * split.sum(dtype=jnp.int32), far_t, far_s, n_far, near_t, near_s, n_near

    zero = jnp.int32(0)
    state = (pairs, jnp.where(start, jnp.int32(1), jnp.int32(0)), empty[0], empty[1], zero, empty[2], empty[3], zero)
    _, _, far_t, far_s, n_far, near_t, near_s, n_near = lax.while_loop(lambda s: s[1] > 0, visit, state)
    leaves = targets.leaves.shape[0]
    far = _by_target(far_t, far_s, n_far, leaves if leaf_targets else targets.capacity)
    return far, _by_target(near_t, near_s, n_near, leaves)


def _leaf_positions(tree):
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    node = jnp.where(used, tree.leaves, tree.capacity)
    position = lax.iota(jnp.int32, tree.leaves.shape[0])
    return jnp.zeros(tree.capacity, jnp.int32).at[node].set(position, mode="drop")
