"""Interaction lists by a dual traversal of two trees.

Starting from the two roots, a pair of nodes (target a, source b) at the distance d = |c_a - c_b|, R the larger of their
radii and r the smaller, is

    far      when R + rate r <= rate d and d - R - r >= near_length,
    near     when it is not far and both are leaves,
    split    otherwise: the larger of the two, so that every pair of points ends in exactly one pair of one list.

That is the rule of Goude & Engblom (2013, equation 2.1): the larger radius is at most the rate times the distance to
the other sphere, so expansions converge equally fast for equal and unequal cells and for a cell and a point. The roles
of the radii may be exchanged (the end of their section 2): a pair of leaves that is not far is

    outward  when r + rate R <= rate d, d - R - r >= near_length and the source is the smaller: the multipole of the
             source is good at all points of the target, though its local expansion is not (M2P),
    inward   when the same holds and the target is the smaller: a local expansion of each point of the source (P2L).

The traversal keeps a stack of pairs and works on its top `chunk` pairs at a time, which bounds the stack by
chunk * (depth of the two trees) whatever the points are.
"""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import cuda, native as cpu
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
    def triple(self):
        """(target, source, count), as the loops over lists in XLA take it."""
        return self.target, self.source, self.count

    @property
    def begin(self):
        return self.start[:-1]

    @property
    def end(self):
        return self.start[1:]

    def transposed(self, rows, *, native=False):
        """The same pairs with the roles of target and source exchanged; the sources are numbers below `rows`.
        `native`: whether to use the native kernel where there is one."""
        target, source, start = _transposed(*self.triple, rows=rows, native=native)
        return PairList(target=target, source=source, count=self.count, start=start)


@by_platform
def _transposed(target, source, count, *, rows, native, platform):
    if native and platform == "cpu" and cpu.usable(jnp.float32, 1):
        return tuple(cpu.transpose(target, source, count, rows))
    used = lax.iota(jnp.int32, target.shape[0]) < count
    return _by_target(jnp.where(used, source, _UNUSED), target, rows)


class Lists(NamedTuple):
    """The lists of a traversal. Pairs (target, source) are of

    far: nodes, but the targets leaf positions (`Tree.leaves`) in lists of a treecode; near: leaf positions;
    outward: the leaf position of a target and a source node; inward: a target node and the leaf position of a source.
    """

    far: PairList | None
    near: PairList | None
    outward: PairList | None = None
    inward: PairList | None = None


_UNUSED = 2**31 - 1


def _by_target(target, source, rows):
    """(target, source, start) of pairs in the order of their targets."""
    target, source = lax.sort((target, source), num_keys=1, is_stable=True)
    row = lax.iota(jnp.int32, rows + 1)
    start = jnp.searchsorted(target, row, method="scan_unrolled").astype(jnp.int32)
    return target, source, start


def stack_size(chunk):
    return chunk * (2 * MAX_LEVELS + 3)


def traverse(
    targets, sources, *, rate, near_length, far_capacity, near_capacity, exchange_capacity=0,
    leaf_targets=False, start=True, native=False,
):  # fmt: skip
    """The pairs of two trees.

    Args:
      targets, sources: the two `Tree`s (the same object for a sum of points onto themselves).
      rate: scalar in (0, 1), how fast expansions converge; `accuracy.convergence` makes it of an opening parameter.
      near_length: scalar; pairs of points closer than this are never in a far pair.
      far_capacity, near_capacity: room in the two lists.
      exchange_capacity: room in the lists of exchanged roles, each; zero for none of them.
      leaf_targets: only leaves are targets of far pairs (a treecode); otherwise any node (an FMM).
      start: whether to traverse at all (traced); lists stay empty if not.
      native: whether to use the native kernels where there are any: the same pairs, sorted by source too.

    Returns: `Lists`; without exchange its last two are None.
    """
    if leaf_targets and exchange_capacity:
        raise ValueError(
            f"exchange_capacity must be 0 with leaf_targets, whose far pairs have leaves as targets already, "
            f"got {exchange_capacity}"
        )
    scalars = (*(jnp.asarray(s, targets.center.dtype) for s in (rate, near_length)), jnp.asarray(start, bool))
    return _traverse(
        targets, sources, *scalars, far_capacity=far_capacity, near_capacity=near_capacity,
        exchange_capacity=exchange_capacity, leaf_targets=leaf_targets, native=native,
    )  # fmt: skip


@by_platform
def _traverse(*arguments, native, platform, **static):
    center = arguments[0].center
    kernels = {"cpu": cpu, "cuda": cuda}.get(platform) if native else None
    if kernels is None or not kernels.usable(center.dtype, center.shape[1]):
        return _traverse_by_xla(*arguments, **static)
    fields = ("target", "source", "count", "start")
    lists = [PairList(**dict(zip(fields, arrays))) for arrays in kernels.lists(*arguments, **static)]
    return Lists(*lists)


def _traverse_by_xla(
    targets, sources, rate, near_length, start, *, far_capacity, near_capacity, exchange_capacity,
    leaf_targets,
):  # fmt: skip
    chunk = min(1 << 14, max(256, 1 << (targets.capacity // 4).bit_length()))
    leaf_position = [_leaf_positions(t) for t in (targets, sources)]
    leaves = targets.leaves.shape[0]
    step = lax.iota(jnp.int32, chunk)
    pairs = jnp.zeros((2, stack_size(chunk)), jnp.int32)
    room = [far_capacity, near_capacity, *([exchange_capacity] * 2 if exchange_capacity else [])]
    rows = [leaves if leaf_targets else targets.capacity, leaves, leaves, targets.capacity]

    def visit(state):
        pairs, top, lists = state
        base = jnp.maximum(top - chunk, 0)
        a, b = lax.dynamic_slice_in_dim(pairs, base, chunk, axis=1)
        live = step < top - base
        radius_a, radius_b = targets.radius[a], sources.radius[b]
        distance = jnp.sqrt(jnp.sum((targets.center[a] - sources.center[b]) ** 2, axis=1))
        smaller, larger = jnp.minimum(radius_a, radius_b), jnp.maximum(radius_a, radius_b)
        apart = distance - (radius_a + radius_b) >= near_length
        accepted = (larger + rate * smaller <= rate * distance) & apart
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        far = accepted & leaf_a if leaf_targets else accepted
        near = live & ~far & leaf_a & leaf_b
        # an accepted pair whose target must be a leaf keeps its source
        split_a = ~leaf_a & (leaf_b | accepted | (radius_a >= radius_b))
        split = live & ~far & ~near
        far = live & far

        position_a, position_b = leaf_position[0][a], leaf_position[1][b]
        found = [(far, position_a if leaf_targets else a, b), (near, position_a, position_b)]
        if exchange_capacity:
            exchanged = near & (smaller + rate * larger <= rate * distance) & apart
            outward = exchanged & (radius_b < radius_a)
            inward = exchanged & (radius_a < radius_b)
            found[1] = (near & ~outward & ~inward, position_a, position_b)
            found += [(outward, position_a, b), (inward, a, position_b)]

        # children are put together first and stored in one update: scattering into the stack would copy it
        place = 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        children = jnp.zeros((2, 2 * chunk), jnp.int32)
        for right in range(2):
            pair = jnp.stack(
                [jnp.where(split_a, targets.child[a] + right, a), jnp.where(split_a, b, sources.child[b] + right)]
            )
            children = children.at[:, jnp.where(split, place + right, 2 * chunk)].set(pair, mode="drop")
        pairs = lax.dynamic_update_slice_in_dim(pairs, children, base, axis=1)
        return pairs, base + 2 * split.sum(dtype=jnp.int32), [_append(*x) for x in zip(lists, found, strict=True)]

    empty = [(jnp.full(c, _UNUSED, jnp.int32), jnp.full(c, _UNUSED, jnp.int32), jnp.int32(0)) for c in room]
    state = pairs, jnp.where(start, jnp.int32(1), jnp.int32(0)), empty
    _, _, lists = lax.while_loop(lambda s: s[1] > 0, visit, state)
    in_order = [(*_by_target(target, source, r), count) for (target, source, count), r in zip(lists, rows)]
    return Lists(*(PairList(target=t, source=s, start=start, count=n) for t, s, start, n in in_order))


def _append(pairs, found):
    """(target, source, count) of a list in the making, with the targets and sources of a mask behind its pairs."""
    (first, second, n), (mask, a, b) = pairs, found
    place = jnp.where(mask, n + jnp.cumsum(mask, dtype=jnp.int32) - 1, first.shape[0])
    return (
        first.at[place].set(a, mode="drop"), second.at[place].set(b, mode="drop"), n + mask.sum(dtype=jnp.int32),
    )  # fmt: skip


def _leaf_positions(tree):
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    node = jnp.where(used, tree.leaves, tree.capacity)
    position = lax.iota(jnp.int32, tree.leaves.shape[0])
    return jnp.zeros(tree.capacity, jnp.int32).at[node].set(position, mode="drop")
