"""Locally essential trees: what a device needs of the trees of the others (Warren & Salmon 1993).

Every device sends the top of its target tree to all. For each of the others a device then marks those of its own source
nodes that some target there may want to split; all nodes above, their children, and the points of marked leaves are
what the other needs. It gets them as trees whose lower parts are missing: a node that was not marked is a leaf without
points, whose multipole serves wherever it is met. These trees and the device's own hang from one root, so that one walk
of target and source trees finds all pairs.

A walk (`tree.traverse`) of a target a and a source b, of radii r_a and r_b at the distance d, splits b only if they are
not far from each other and r_a < r_b or a is a leaf. So with k the rate of convergence and l the length below which
points are near, b is never split by the targets below a node f of the top, whose leaves have radii up to r_l and lie,
with their spheres, in a box at the distance D from the centre of b, if

    D > max(r_b / k + r_b, r_l / k + r_b, l + max(r_b, r_l) + r_b).

All functions run on each device, within `shard_map` over `axes`.
"""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.tree.build import Tree
from jaxfmm.tree.limits import MAX_LEVELS

TOP = 256  # nodes of a tree's top
CHUNK = 1 << 12  # nodes that are held against the tops at a time
NEVER = 1e30  # the radius of a node that is split whenever it is met
ROUNDING = 16  # units in the last place of lengths, by which more is sent than the rule asks for


class Top(NamedTuple):
    """The first nodes (TOP,) of a target tree. low, high (TOP, d): the boxes around the spheres of the leaves below a
    node; largest: the largest of their radii; last: nodes that stand for all below them, inner: the nodes above those."""

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
    at = jnp.searchsorted(first[by_place], tree.start[leaf], side="right", method="scan_unrolled") - 1
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


def marked(tree, tops, rate, near_length, images):
    """Which nodes targets of other devices may want to split: (nodes, devices). tops: a `Top` with devices in front;
    images (k, d): what is added to the sources."""
    eps = ROUNDING * jnp.finfo(tree.radius.dtype).eps
    chunk = min(CHUNK, tree.capacity)
    padded = -(-tree.capacity // chunk) * chunk
    center = jnp.pad(tree.center, ((0, padded - tree.capacity), (0, 0))).reshape(-1, chunk, tree.center.shape[1])
    radius = jnp.pad(tree.radius, (0, padded - tree.capacity)).reshape(-1, chunk)

    def of_chunk(nodes):
        center, radius = nodes[0], nodes[1][:, None]

        def of_image(shift):
            def of_top(top):
                place = center[:, None] + shift[None, None]
                beyond = jnp.maximum(jnp.maximum(top.low[None] - place, place - top.high[None]), 0)
                distance, leaf = jnp.sqrt(jnp.sum(beyond**2, axis=-1)), top.largest[None]
                larger = jnp.maximum(radius, leaf)
                reach = jnp.maximum(larger / rate + radius, near_length + larger + radius)
                size = jnp.abs(top.low[None]).max(-1) + jnp.abs(top.high[None]).max(-1) + jnp.abs(place).max(-1)
                by_last = top.last[None] & (distance <= reach + eps * (reach + size))
                apart = jnp.sqrt(jnp.sum((top.center[None] - place) ** 2, axis=-1))
                wide = top.radius[None]
                reach = jnp.maximum(radius / rate + wide, near_length + wide + radius)
                by_inner = top.inner[None] & (wide <= radius) & (apart <= reach + eps * (reach + size))
                return (by_last | by_inner).any(axis=1)

            return lax.map(of_top, tops)

        return lax.map(of_image, images).any(axis=0)

    found = lax.map(of_chunk, (center, radius))  # (chunks, devices, chunk)
    found = jnp.moveaxis(found, 1, 2).reshape(padded, -1)[: tree.capacity]
    return found & (lax.iota(jnp.int32, tree.capacity) < tree.n_nodes)[:, None]


class Sent(NamedTuple):
    """What is sent to each device. nodes (devices, room): which nodes; child: where the left child is among those that
    are sent, -1 without one; start, count: the points of a node among those that are sent; whole: whether all below a
    node is sent. leaves (devices, half the room): which of them are leaves there, from left to right, 0 for none.
    points (devices, room): the places of the points. n_nodes, n_points (devices,): how many there are."""

    nodes: jax.Array
    leaves: jax.Array
    child: jax.Array
    start: jax.Array
    count: jax.Array
    whole: jax.Array
    points: jax.Array
    n_nodes: jax.Array
    n_points: jax.Array


def chosen(tree, split, node_room, point_room):
    """`Sent` by which nodes are split, (nodes, devices); rooms are for one device."""
    capacity, chunk = tree.capacity, min(tree.capacity, 1 << 14)
    step = lax.iota(jnp.int32, chunk)

    def level(first, stop, kept):
        me = jnp.minimum(first + step, capacity - 1)
        inner = (first + step < stop) & (tree.child[me] >= 0)
        below = kept[me] & split[me]
        left = jnp.where(inner, tree.child[me], capacity)
        right = jnp.where(inner, tree.child[me] + 1, capacity)
        return kept.at[left].set(below, mode="drop").at[right].set(below, mode="drop")

    root = jnp.zeros(split.shape, bool).at[0].set(True)
    kept = tree.walk(chunk, level, root, upward=False)

    def one(kept, split):
        place = jnp.cumsum(kept, dtype=jnp.int32) - 1
        nodes = jnp.zeros(node_room, jnp.int32).at[jnp.where(kept, place, node_room)].set(
            lax.iota(jnp.int32, capacity), mode="drop"
        )
        n_nodes = kept.sum(dtype=jnp.int32)
        exists = lax.iota(jnp.int32, node_room) < n_nodes
        child, opened = tree.child[nodes], exists & split[nodes]
        place = jnp.where(opened & (child >= 0), place[jnp.maximum(child, 0)], -1)
        # in the order of the points, so that what is beside each other there is so here
        is_leaf = exists & (place < 0)
        by_start = jnp.argsort(jnp.where(is_leaf, tree.start[nodes], jnp.iinfo(jnp.int32).max), stable=True)
        leaves = by_start[: (node_room + 1) // 2].astype(jnp.int32)
        leaves = jnp.where(is_leaf[leaves], leaves, 0)
        given = jnp.where(is_leaf & opened, tree.count[nodes], 0)[by_start]
        ends = jnp.cumsum(given, dtype=jnp.int32)
        # of each point that is sent: which leaf it is of, and which of its points
        slot = lax.iota(jnp.int32, point_room)
        of = jnp.searchsorted(ends, slot, side="right", method="scan_unrolled").astype(jnp.int32)
        of = jnp.minimum(of, node_room - 1)
        points = jnp.where(slot < ends[-1], tree.start[nodes[by_start[of]]] + slot - (ends - given)[of], 0)
        start = jnp.zeros(node_room, jnp.int32).at[by_start].set(ends - given)
        count = jnp.zeros(node_room, jnp.int32).at[by_start].set(given)
        # all points, whatever the room: those of nodes that are cut off too
        n_points = jnp.sum(jnp.where(kept & split & (tree.child < 0), tree.count, 0), dtype=jnp.int32)
        return Sent(nodes, leaves, place, start, count, opened, points, n_nodes, n_points)

    return jax.vmap(one, in_axes=1)(kept, split)


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=["tree", "own", "cut", "nodes", "points"],
    meta_fields=["axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Essential:
    """The sources of a device's targets. tree: of all of them, whose points are those of `own`, the device's own tree,
    in its order, and then what others send. cut (nodes,): leaves of the tree that are none where they come from, so that
    their points are missing. nodes, points (devices, room): what this device sends, of its own tree."""

    tree: Tree
    own: Tree
    cut: jax.Array
    nodes: jax.Array
    points: jax.Array
    axes: tuple[str, ...]
    devices: int

    @property
    def gathered(self):
        """How many points there are."""
        return self.own.order.shape[0] + (self.devices - 1) * self.points.shape[1]

    def rows_of_points(self, rows):
        """Rows (n, ...) of the device's own points, in the order of its tree, followed by those of the others."""
        came = _from_others(rows[self.points], self.axes, self.devices)
        return jnp.concatenate([rows, came.reshape(-1, *rows.shape[1:])])

    def rows_of_nodes(self, rows):
        """Rows (nodes, ...) of the device's own tree as those of the whole tree."""
        return _hung(rows, _from_others(rows[self.nodes], self.axes, self.devices), self.tree.capacity)

    def missing(self, lists):
        """Whether a walk with these lists met a node whose points it would have needed."""
        leaf = self.tree.leaves.at[lists.near.number].get(mode="clip")
        used = lax.iota(jnp.int32, lists.near.capacity) < lists.near.count
        return (used & self.cut.at[leaf].get(mode="clip")).any()


def _from_others(sent, axes, devices):
    """(devices, room, ...) of what each sends to each -> (devices - 1, room, ...): what came, of the next device first."""
    came = lax.all_to_all(sent, axes, split_axis=0, concat_axis=0, tiled=True)
    return came[(lax.axis_index(axes) + 1 + jnp.arange(devices - 1)) % devices]


def _hung(own, others, capacity, top=0):
    """Rows of the nodes of the whole tree: of the nodes above the roots, `top`; the roots; the nodes of each part."""
    above = jnp.full((others.shape[0], *own.shape[1:]), top, own.dtype)
    flat = others.reshape(-1, *own.shape[1:])
    rows = jnp.concatenate([above, own[:1], others[:, 0], own, flat])
    return jnp.concatenate([rows, jnp.zeros((capacity - len(rows), *own.shape[1:]), own.dtype)])


def essential(own, seen, sent, *, axes, devices):
    """(`Essential`, its tree as it is seen by walks) of the device's own tree, as it is and as it is seen, and `Sent`."""
    n, (_, node_room), (_, point_room) = own.order.shape[0], sent.nodes.shape, sent.points.shape
    above = 2 * devices - 1  # the roots, and the nodes above them, as a heap
    used = above + own.capacity + (devices - 1) * node_room
    leaf_room = sent.leaves.shape[1]
    leaves = max((used + 2) // 2, len(own.leaves) + (devices - 1) * leaf_room)
    capacity = 2 * leaves - 1

    def come(rows):
        return _from_others(rows, axes, devices)

    others = devices - 1
    first = above + own.capacity + node_room * lax.iota(jnp.int32, others)  # node of each of the other trees
    counts = come(sent.n_nodes)
    child, start, count, whole = (come(x) for x in (sent.child, sent.start, sent.count, sent.whole))
    sent_leaves = come(sent.leaves)
    exists = lax.iota(jnp.int32, node_room)[None] < counts[:, None]
    child = jnp.where(exists & (child >= 0), child + first[:, None], -1)
    begin = n + point_room * lax.iota(jnp.int32, others)
    start = start + begin[:, None]
    count = jnp.where(exists, count, 0)
    own_exists = lax.iota(jnp.int32, own.capacity) < own.n_nodes
    own_child = jnp.where(own_exists & (own.child >= 0), own.child + above, -1)
    heap = lax.iota(jnp.int32, above)

    def hung(mine, theirs):
        return _hung(mine, theirs, capacity)

    child = hung(own_child, child).at[:others].set(2 * heap[:others] + 1)
    is_node = hung(own_exists, exists).at[:others].set(True)
    # the slots of the roots in their own parts are empty: the roots are where the heap ends
    is_node = is_node.at[jnp.concatenate([jnp.full(1, above, jnp.int32), first])].set(False)
    child = jnp.where(is_node, child, -1)
    # the nodes of the leaves, where they are roots those at the end of the heap; the root of all for none
    used_leaves = lax.iota(jnp.int32, len(own.leaves)) < own.n_leaves
    own_leaves = jnp.where(own.leaves == 0, others, own.leaves + above)
    their = jnp.where(sent_leaves == 0, others + 1 + lax.iota(jnp.int32, others)[:, None], sent_leaves + first[:, None])
    # a root is a leaf only if there are no other leaves
    exists_leaf = lax.iota(jnp.int32, leaf_room)[None] < (counts[:, None] + 1) // 2
    leaf_nodes = jnp.concatenate(
        [jnp.where(used_leaves, own_leaves, 0), jnp.where(exists_leaf, their, 0).reshape(-1)]
    )

    def geometry(tree):
        center = hung(tree.center, come(tree.center[sent.nodes]))
        radius = hung(tree.radius, come(tree.radius[sent.nodes]))
        return center, jnp.where(is_node, radius, 1).at[:others].set(NEVER)

    center, radius = geometry(own)
    tree = Tree(
        order=lax.iota(jnp.int32, n + others * point_room),
        start=hung(own.start, start),
        count=hung(jnp.where(own.child < 0, own.count, 0), count),
        child=child,
        parent=jnp.full(capacity, -1, jnp.int32),
        center=center,
        radius=radius,
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(capacity),
        leaves=jnp.pad(leaf_nodes, (0, leaves - len(leaf_nodes))),
        n_leaves=jnp.int32(leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    cut = hung(jnp.zeros(own.capacity, bool), exists & ~whole) & (child < 0)
    made = Essential(tree=tree, own=own, cut=cut, nodes=sent.nodes, points=sent.points, axes=axes, devices=devices)
    if seen is own:
        return made, tree
    center, radius = geometry(seen)
    return made, dataclasses.replace(tree, radius=radius)
