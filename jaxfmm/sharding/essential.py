"""Locally essential trees: what a device needs of the trees of the others (Warren & Salmon 1993).

Every device sends the top of its target tree to all. For each of the others a device then goes down its own source
tree, as far as some target there may want to split a node; these nodes, their children, and the points of such leaves
are what the other needs. It gets a tree whose lower parts are missing: a node that was not split is a leaf without
points, whose multipole serves wherever it is met. These trees and the device's own hang from one root, so that one walk
of target and source trees finds all pairs.

A walk (`tree.traverse`) of a target a and a source b, of radii r_a and r_b at the distance d, splits b only if they are
not far from each other and r_a < r_b or a is a leaf. So with k the rate of convergence and l the length below which
points are near, b is never split by the targets below a node f of the top, whose leaves have radii up to r_l and lie,
with their spheres, in a box at the distance D from the centre of b, if

    D > max(r_b / k + r, r_l / k + r_b, l + max(r, r_l) + r_b),

r the smaller of r_b and the largest radius that a part of the box can have.

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
STEPS = 32  # in about how many steps a tree is gone down, beside one for each level
NEVER = 1e30  # the radius, to walks, of a node that is split whenever it is met
WIDER = 1.25  # how much larger than half the diagonal of its box the radius of a node may be seen
ROUNDING = 16  # units in the last place of lengths, by which more is sent than the rule asks for


class Top(NamedTuple):
    """The first nodes (TOP,) of a target tree. low, high (TOP, d): the boxes around the spheres of the leaves below a
    node; largest: the largest of their radii; last: nodes that stand for all below them, inner: those above."""

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


class Rule(NamedTuple):
    """What is far: the rate and length of `tree.traverse`; images (k, d): what is added to the sources."""

    rate: jax.Array
    near_length: jax.Array
    images: jax.Array


def splits(center, radius, top, rule):
    """Whether targets of a device, with this `Top`, may split source nodes with centres (c, d) and radii (c,)."""
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
            """widest: the largest radius of targets that may split the source, larger than they are."""
            return jnp.maximum(radius / rule.rate + widest, rule.near_length + widest + radius)

        low, high = top.low.T[:, :, None], top.high.T[:, :, None]
        beyond = length([jnp.maximum(jnp.maximum(a - x, x - b), 0) for x, a, b in zip(place, low, high)])
        diagonal, leaf = jnp.linalg.norm(top.high - top.low, axis=1)[:, None], top.largest[:, None]
        below = reach(jnp.minimum(radius, WIDER * 0.5 * diagonal))
        of_leaf = jnp.maximum(leaf / rule.rate + radius, rule.near_length + leaf + radius)
        by_last = within(beyond, jnp.maximum(below, of_leaf))
        apart, wide = length([a - x for x, a in zip(place, top.center.T[:, :, None])]), top.radius[:, None]
        by_inner = (wide <= radius) & within(apart, reach(wide))
        some = top.last[:, None] & by_last | top.inner[:, None] & by_inner
        return some.astype(radius.dtype).max(axis=0) > 0  # XLA takes five times as long for `any` on a GPU

    if len(rule.images) == 1:
        return of_image(rule.images[0])
    return lax.map(of_image, rule.images).any(axis=0)


class Sent(NamedTuple):
    """What is sent to each device. nodes (devices, room): which nodes; child: where the left child is among those that
    are sent, -1 without one; start, counts: the points of a node among those that are sent; whole: whether all below a
    node is sent. leaves (devices, half the room): which of them are leaves there, from left to right, 0 for none.
    points (devices, room): the places of the points. n_nodes, n_points (devices,): how many there are."""

    nodes: jax.Array
    leaves: jax.Array
    child: jax.Array
    start: jax.Array
    counts: jax.Array
    whole: jax.Array
    points: jax.Array
    n_nodes: jax.Array
    n_points: jax.Array


def chosen(tree, seen, tops, rule, mine, node_room, point_room):
    """`Sent` of a tree, as it is and as it is seen by walks. tops: a `Top` with devices in front; mine (devices,):
    which of them is this device, that sends itself nothing but the root; rooms are for one device."""
    chunk = min(node_room, 1 << max(7, (node_room // STEPS).bit_length()))
    step = lax.iota(jnp.int32, chunk)

    def visit(top, here, state):
        head, tail, nodes, place, opened = state
        node = lax.dynamic_slice_in_dim(nodes, head, chunk)
        split = splits(seen.center[node], seen.radius[node], top, rule) & (head + step < tail) & ~here
        inner = split & (tree.child[node] >= 0)
        left = tail + 2 * (jnp.cumsum(inner, dtype=jnp.int32) - 1)
        for right in range(2):
            nodes = nodes.at[jnp.where(inner, left + right, len(nodes))].set(tree.child[node] + right, mode="drop")
        place = lax.dynamic_update_slice_in_dim(place, jnp.where(inner, left, -1), head, 0)
        opened = lax.dynamic_update_slice_in_dim(opened, split, head, 0)
        return jnp.minimum(head + chunk, tail), tail + 2 * inner.sum(dtype=jnp.int32), nodes, place, opened

    def one(top, here):
        zeros = jnp.zeros(node_room + chunk, jnp.int32)
        state = jnp.int32(0), jnp.int32(1), zeros, zeros - 1, zeros > 0

        def unfinished(state):
            return (state[0] < state[1]) & (state[1] <= node_room)

        _, n_nodes, *found = lax.while_loop(unfinished, lambda state: visit(top, here, state), state)
        nodes, place, opened = (array[:node_room] for array in found)
        exists = lax.iota(jnp.int32, node_room) < n_nodes
        place = jnp.where(place < node_room - 1, place, -1)
        # in the order of the points, so that what is beside each other there is so here
        is_leaf = exists & (place < 0)
        by_start = jnp.argsort(jnp.where(is_leaf, tree.start[nodes], jnp.iinfo(jnp.int32).max), stable=True)
        leaves = by_start[: (node_room + 1) // 2].astype(jnp.int32)
        leaves = jnp.where(is_leaf[leaves], leaves, 0)
        given = jnp.where(is_leaf & opened, tree.count[nodes], 0)[by_start]
        ends = jnp.cumsum(given, dtype=jnp.int32)
        # of each point that is sent: which leaf it is of, and which of its points
        slot = lax.optimization_barrier(
            lax.iota(jnp.int32, point_room)
        )  # no constant of XLA, which folds it for seconds
        of = jnp.searchsorted(ends, slot, side="right", method="scan_unrolled").astype(jnp.int32)
        of = jnp.minimum(of, node_room - 1)
        points = jnp.where(slot < ends[-1], tree.start[nodes[by_start[of]]] + slot - (ends - given)[of], 0)
        start = jnp.zeros(node_room, jnp.int32).at[by_start].set(ends - given)
        count = jnp.zeros(node_room, jnp.int32).at[by_start].set(given)
        return Sent(nodes, leaves, place, start, count, opened, points, n_nodes, ends[-1])

    return jax.vmap(one)(tops, mine)


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=["tree", "own", "cut", "nodes", "points"],
    meta_fields=["axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Essential:
    """The sources of a device's targets. tree: of all of them, whose points are those of `own`, the device's own tree,
    in its order, and then what others send. cut (nodes,): leaves of the tree that are none where they come from, so
    that their points are missing. nodes, points (devices, room): what this device sends, of its own tree."""

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
    """(devices, room, ...), what this device sends to each -> (devices - 1, room, ...), what came from each other one,
    the next device first."""
    came = lax.all_to_all(sent, axes, split_axis=0, concat_axis=0, tiled=True)
    return came[(lax.axis_index(axes) + 1 + jnp.arange(devices - 1)) % devices]


def _hung(own, others, capacity, top=0):
    """Rows of the nodes of the whole tree: of the nodes above the roots, `top`; the roots; the nodes of each part."""
    above = jnp.full((others.shape[0], *own.shape[1:]), top, own.dtype)
    flat = others.reshape(-1, *own.shape[1:])
    rows = jnp.concatenate([above, own[:1], others[:, 0], own, flat])
    return jnp.concatenate([rows, jnp.zeros((capacity - len(rows), *own.shape[1:]), own.dtype)])


def essential(own, seen, sent, *, axes, devices):
    """(`Essential`, its tree as walks see it) of the device's own tree, as it is and as walks see it, and `Sent`."""
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
    child, start, count, whole = (come(x) for x in (sent.child, sent.start, sent.counts, sent.whole))
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
    leaf_nodes = jnp.concatenate([jnp.where(used_leaves, own_leaves, 0), jnp.where(exists_leaf, their, 0).reshape(-1)])

    def geometry(tree):
        center = hung(tree.center, come(tree.center[sent.nodes]))
        radius = hung(tree.radius, come(tree.radius[sent.nodes]))
        return center, jnp.where(is_node, radius, 1).at[:others].set(NEVER)

    center, radius = geometry(own)
    around, size = _around(center[others:above], radius[others:above])
    tree = Tree(
        order=lax.iota(jnp.int32, n + others * point_room),
        start=hung(own.start, start),
        count=hung(jnp.where(own.child < 0, own.count, 0), count),
        child=child,
        parent=jnp.full(capacity, -1, jnp.int32),
        center=center.at[0].set(around),
        radius=radius.at[0].set(size),
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(capacity),
        leaves=jnp.pad(leaf_nodes, (0, leaves - len(leaf_nodes))),
        n_leaves=jnp.int32(leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    cut = hung(jnp.zeros(own.capacity, bool), exists & ~whole) & (child < 0)
    made = Essential(tree=tree, own=own, cut=cut, nodes=sent.nodes, points=sent.points, axes=axes, devices=devices)
    _, radius = geometry(seen)
    return made, dataclasses.replace(tree, radius=radius)


def _around(center, radius):
    """The centre and the radius of a sphere around spheres."""
    middle = 0.5 * jnp.min(center - radius[:, None], axis=0) + 0.5 * jnp.max(center + radius[:, None], axis=0)
    return middle, jnp.max(jnp.linalg.norm(center - middle[None], axis=1) + radius)
