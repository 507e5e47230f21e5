"""Locally essential trees: what a device may need of the trees of the others (Warren & Salmon
1993).

Every device sends the top of its target tree to all. For each of the others a device then goes down
its own source tree, as far as some target there may want to split a node; these nodes and their
children are what the other may need. It gets a tree whose lower parts are cut off: a node that was
not split is a leaf without points, whose multipole serves wherever it is met. Which points it
needs, of leaves that are not cut, its walk says (`received`).

A walk (`tree.traverse`) of a target a and a source b, of radii r_a and r_b at the distance d,
splits b only if they are not far from each other and r_a < r_b or a is a leaf. So with k the rate
of convergence and l the length below which points are near, b is never split by the targets below a
node f of the top, whose leaves have radii up to r_l and lie, with their spheres, in a box at the
distance D from the centre of b, if

    D > max(r_b / k + r, r_l / k + r_b, l + max(r, r_l) + r_b),

r the smaller of r_b and the largest radius that a part of the box can have.

All functions run on each device, within `shard_map` over `axes`.
"""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

TOP = 256  # nodes of a tree's top
STEPS = 32  # in about how many steps a tree is gone down, beside one for each level
WIDER = 1.25  # how much larger than half the diagonal of its box the radius of a node may be seen
ROUNDING = 16  # units in the last place of lengths, by which more is sent than the rule asks for


class Top(NamedTuple):
    """The first nodes (TOP,) of a target tree. low, high (TOP, d): the boxes around the spheres of
    the leaves below a node; largest: the largest of their radii; last: nodes that stand for all
    below them, inner: those above."""

    center: jax.Array
    radius: jax.Array
    low: jax.Array
    high: jax.Array
    largest: jax.Array
    last: jax.Array
    inner: jax.Array


def top_of(tree):
    """The `Top` of a target tree."""
    count = min(TOP, tree.capacity)
    pad = TOP - count
    node = lax.iota(jnp.int32, count)
    exists, child = node < tree.n_nodes, tree.child[:count]
    last = exists & ((child < 0) | (child + 1 >= count))
    # the last nodes from left to right, and which of them each leaf is below
    first = jnp.where(last, tree.start[:count], jnp.iinfo(jnp.int32).max)
    by_place = jnp.argsort(first, stable=True).astype(jnp.int32)
    used = lax.iota(jnp.int32, len(tree.leaves)) < tree.n_leaves
    leaf = jnp.where(used, tree.leaves, 0)
    at = (
        jnp.searchsorted(first[by_place], tree.start[leaf], side="right", method="scan_unrolled")
        - 1
    )
    above = jnp.where(used, by_place[jnp.maximum(at, 0)], count)
    radius = tree.radius[leaf][:, None]
    none = jnp.full((count, tree.center.shape[1]), jnp.inf, tree.center.dtype)
    low = none.at[above].min(tree.center[leaf] - radius, mode="drop")
    high = (-none).at[above].max(tree.center[leaf] + radius, mode="drop")
    largest = jnp.zeros(count, tree.radius.dtype).at[above].max(radius[:, 0], mode="drop")
    # a last node may lie below another last one, which has no leaves of its own then
    last = last & (low[:, 0] <= high[:, 0])
    low, high = (jnp.where(last[:, None], x, 0) for x in (low, high))
    parts = tree.center[:count], tree.radius[:count], low, high, largest, last, exists & ~last
    return Top(*(jnp.pad(part, [(0, pad)] + [(0, 0)] * (part.ndim - 1)) for part in parts))


def gathered_tops(top, axes):
    """The `Top` of each device, with devices in front, by one exchange."""
    columns = [part.astype(top.center.dtype).reshape(TOP, -1) for part in top]
    ends = np.cumsum([column.shape[1] for column in columns])[:-1]
    every = jnp.split(lax.all_gather(jnp.concatenate(columns, axis=1), axes), ends, axis=2)
    return Top(*(a.reshape(len(a), *part.shape).astype(part.dtype) for a, part in zip(every, top)))


class Rule(NamedTuple):
    """What is far: the rate and length of `tree.traverse`; images (k, d): what is added to the
    sources."""

    rate: jax.Array
    near_length: jax.Array
    images: jax.Array


def splits(center, radius, top, rule):
    """Whether targets of a device, with this `Top`, may split source nodes with centres (c, d) and
    radii (c,)."""
    eps, radius = ROUNDING * jnp.finfo(radius.dtype).eps, radius[None]

    def of_image(shift):
        place = [center[None, :, axis] + shift[axis] for axis in range(center.shape[1])]
        size = functools.reduce(jnp.maximum, [jnp.abs(x) for x in place])
        size = size + jnp.abs(jnp.stack([top.low, top.high])).max((0, 2))[:, None]

        def length(offsets):
            return jnp.sqrt(functools.reduce(jnp.add, [offset * offset for offset in offsets]))

        def within(distance, reach):
            return distance <= reach + eps * (reach + size)

        def reach(widest):
            """widest: the largest radius of targets that may split the source, larger than they
            are."""
            return jnp.maximum(radius / rule.rate + widest, rule.near_length + widest + radius)

        low, high = top.low.T[:, :, None], top.high.T[:, :, None]
        beyond = length(
            [jnp.maximum(jnp.maximum(a - x, x - b), 0) for x, a, b in zip(place, low, high)]
        )
        diagonal, leaf = jnp.linalg.norm(top.high - top.low, axis=1)[:, None], top.largest[:, None]
        below = reach(jnp.minimum(radius, WIDER * 0.5 * diagonal))
        of_leaf = jnp.maximum(leaf / rule.rate + radius, rule.near_length + leaf + radius)
        by_last = within(beyond, jnp.maximum(below, of_leaf))
        apart, wide = (
            length([a - x for x, a in zip(place, top.center.T[:, :, None])]),
            top.radius[:, None],
        )
        by_inner = (wide <= radius) & within(apart, reach(wide))
        some = top.last[:, None] & by_last | top.inner[:, None] & by_inner
        return (
            some.astype(radius.dtype).max(axis=0) > 0
        )  # XLA takes five times as long for `any` on a GPU

    if len(rule.images) == 1:
        return of_image(rule.images[0])
    return lax.map(of_image, rule.images).any(axis=0)


class Sent(NamedTuple):
    """What is sent to each device. nodes (devices, room): which nodes; child: where the left child
    is among those that are sent, -1 without one; cut: whether a node has children, but none that
    are sent. leaves (devices, half the room): which of them are leaves there, from left to right, 0
    for none; counts: how many points these have, 0 for a node that is cut. n_nodes (devices,): how
    many there are."""

    nodes: jax.Array
    child: jax.Array
    cut: jax.Array
    leaves: jax.Array
    counts: jax.Array
    n_nodes: jax.Array


def chosen(tree, seen, tops, rule, mine, capacity):
    """`Sent` of a tree, as it is and as it is seen by walks. tops: a `Top` with devices in front;
    mine (devices,): which of them is this device, that sends itself nothing but the root; room: of
    nodes, for one device."""
    chunk = min(capacity, 1 << max(7, (capacity // STEPS).bit_length()))
    step = lax.iota(jnp.int32, chunk)

    def visit(top, here, state):
        head, tail, nodes, place = state
        node = lax.dynamic_slice_in_dim(nodes, head, chunk)
        split = (
            splits(seen.center[node], seen.radius[node], top, rule) & (head + step < tail) & ~here
        )
        inner = split & (tree.child[node] >= 0)
        left = tail + 2 * (jnp.cumsum(inner, dtype=jnp.int32) - 1)
        for right in range(2):
            nodes = nodes.at[jnp.where(inner, left + right, len(nodes))].set(
                tree.child[node] + right, mode="drop"
            )
        place = lax.dynamic_update_slice_in_dim(place, jnp.where(inner, left, -1), head, 0)
        return jnp.minimum(head + chunk, tail), tail + 2 * inner.sum(dtype=jnp.int32), nodes, place

    def one(top, here):
        zeros = jnp.zeros(capacity + chunk, jnp.int32)

        def unfinished(state):
            return (state[0] < state[1]) & (state[1] <= capacity)

        start = jnp.int32(0), jnp.int32(1), zeros, zeros - 1
        _, n_nodes, *found = lax.while_loop(
            unfinished, lambda state: visit(top, here, state), start
        )
        nodes, place = (array[:capacity] for array in found)
        exists = lax.iota(jnp.int32, capacity) < n_nodes
        place = jnp.where(place < capacity - 1, place, -1)
        is_leaf = exists & (place < 0)
        cut = is_leaf & (tree.child[nodes] >= 0)
        # in the order of the points, so that what is beside each other there is so here
        by_start = jnp.argsort(
            jnp.where(is_leaf, tree.start[nodes], jnp.iinfo(jnp.int32).max), stable=True
        )
        leaves = by_start[: (capacity + 1) // 2].astype(jnp.int32)
        counts = jnp.where((is_leaf & ~cut)[leaves], tree.count[nodes[leaves]], 0)
        return Sent(nodes, place, cut, jnp.where(is_leaf[leaves], leaves, 0), counts, n_nodes)

    return jax.vmap(one)(tops, mine)
