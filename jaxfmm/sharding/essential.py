"""Locally essential trees: what a device may need of the trees of the others (Warren & Salmon
1993).

Every device sends the top of its target tree to all. For each of the others a device then finds the
nodes of its own source tree that some target there may want to split, and whose ancestors are all
split. The other may need these nodes and their children. It gets a tree whose lower parts are cut
off: a node that was not split is a leaf without points, whose multipole is accurate wherever a walk
meets it. The walk of the other device tells which points it needs, of leaves that are not cut
(`received`).

A walk (`tree.traverse`) of a target a and a source b, of radii r_a and r_b at the distance d,
splits b only if they are not far from each other and r_a < r_b or a is a leaf. So with k the rate
of convergence and l the length below which points are near, b is never split by the targets below a
node f of the top, whose leaves have radii up to r_l and lie, with their spheres, in a box at the
distance D from the centre of b, if

    D > max(r_b / k + r, r_l / k + r_b, l + max(r, r_l) + r_b),

r the smaller of r_b and the largest radius that a part of the box can have. Most nodes are far from
everything that the other device has: one box around its top tells that (`_around`), and the rule is
applied to the others alone.

All functions run on each device, within `shard_map` over `axes`.
"""

import functools
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.sharding.slots import Slots
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.reductions import boxes, uncontended
from jaxfmm.tree.structure import Tree

TOP = 256  # nodes of a tree's top
DOUBLINGS = MAX_LEVELS.bit_length()  # so that 2^DOUBLINGS steps go from any node to the root
# Walks see a node with a radius of at most this many times half the diagonal of its box.
WIDER = 1.25
ROUNDING = 16  # The rule is widened by this many units in the last place of lengths.


class Top(NamedTuple):
    """The first nodes (TOP,) of a target tree.

    low, high (TOP, d): the box around the spheres of the leaves below a node.
    largest: the largest of their radii.
    widest: the largest radius that walks can see of a node below.
    last: whether the node stands for all nodes below it.
    inner: whether the node has nodes of the top below it."""

    center: Array
    radius: Array
    low: Array
    high: Array
    largest: Array
    widest: Array
    last: Array
    inner: Array


def top_of(tree: Tree) -> Top:
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
    after = jnp.searchsorted(
        first[by_place], tree.start[leaf], side="right", method="scan_unrolled"
    )
    above = jnp.where(used, by_place[jnp.maximum(after - 1, 0)], count)
    radius = tree.radius[leaf][:, None]
    ends = boxes(tree.center[leaf] - radius, tree.center[leaf] + radius, above, count + 1)
    low, high = (end[:count] for end in ends)
    place, copies = uncontended(above, count + 1)
    largest = jnp.zeros(copies * (count + 1), tree.radius.dtype).at[place].max(radius[:, 0])
    largest = largest.reshape(copies, -1).max(0)[:count]
    # a last node may lie below another last node, which then has no leaves of its own
    last = last & (low[:, 0] <= high[:, 0])
    low, high = (jnp.where(last[:, None], x, 0) for x in (low, high))
    widest = WIDER * 0.5 * jnp.linalg.norm(high - low, axis=1)
    shape = low, high, largest, widest
    parts = tree.center[:count], tree.radius[:count], *shape, last, exists & ~last
    return Top(*(jnp.pad(part, [(0, pad)] + [(0, 0)] * (part.ndim - 1)) for part in parts))


def gather_tops(top: Top, axes: tuple[str, ...]) -> Top:
    """The `Top` of each device, with an axis of devices in front, by one exchange."""
    columns = [part.astype(top.center.dtype).reshape(TOP, -1) for part in top]
    ends = np.cumsum([column.shape[1] for column in columns])[:-1]
    gathered = lax.all_gather(jnp.concatenate(columns, axis=1), axes)
    every = jnp.split(gathered, ends, axis=2)
    return Top(*(a.reshape(len(a), *part.shape).astype(part.dtype) for a, part in zip(every, top)))


def _around(top: Top) -> Top:
    """A `Top` of one node, whose targets may split every node that those of `top` may split."""
    some = top.last[:, None]
    inside = jnp.concatenate([jnp.where(some, top.low, jnp.inf), _of_inner(top, jnp.inf)])
    outside = jnp.concatenate([jnp.where(some, top.high, -jnp.inf), _of_inner(top, -jnp.inf)])
    low, high = inside.min(axis=0, keepdims=True), outside.max(axis=0, keepdims=True)
    return Top(
        center=low,
        radius=jnp.zeros_like(low[:, 0]),
        low=low,
        high=high,
        largest=jnp.max(top.largest, keepdims=True),
        widest=jnp.full_like(low[:, 0], jnp.inf),
        last=jnp.ones(1, bool),
        inner=jnp.zeros(1, bool),
    )


def _of_inner(top: Top, other: float) -> Array:
    """The centres of inner nodes, and another number for other nodes."""
    return jnp.where(top.inner[:, None], top.center, other)


class Rule(NamedTuple):
    """Which nodes are far: rate and near_length of a `Traversal`, which is one for all, or (nodes,)
    of the source nodes; images (k, d): the shifts of the sources.

    longest (parts,): the largest near_length of the targets of the device that gets each part,
    where nodes have their own; None elsewhere."""

    rate: Array | float
    near_length: Array
    images: Array
    longest: Array | None = None

    def for_device(self, longest: Array | None) -> "Rule":
        """The rule for the targets of a device with this longest near_length."""
        if longest is None:
            return self
        return self._replace(near_length=jnp.maximum(self.near_length, longest), longest=None)

    def of_nodes(self, nodes: Array | slice) -> "Rule":
        """The rule for some of the source nodes."""
        return self._replace(near_length=self.near_length[nodes]) if self.near_length.ndim else self


def splits(center: Array, radius: Array, top: Top, rule: Rule) -> Array:
    """Whether targets of a device, with this `Top`, may split source nodes with centres (c, d) and
    radii (c,)."""
    eps, radius = ROUNDING * jnp.finfo(radius.dtype).eps, radius[None]
    near_length = jnp.atleast_1d(rule.near_length)[None]

    def reach(widest: Array) -> Array:
        """How far targets of at most the radius `widest` split a source of at least this
        radius."""
        return jnp.maximum(radius / rule.rate + widest, near_length + widest + radius)

    def of_image(shift: Array) -> Array:
        place = [center[None, :, axis] + shift[axis] for axis in range(center.shape[1])]
        size = functools.reduce(jnp.maximum, [jnp.abs(x) for x in place])
        size = size + jnp.abs(jnp.stack([top.low, top.high])).max((0, 2))[:, None]

        def within(distance: Array, reach: Array) -> Array:
            return distance <= reach + eps * (reach + size)

        low, high = top.low.T[:, :, None], top.high.T[:, :, None]
        beyond = _length(
            [jnp.maximum(jnp.maximum(a - x, x - b), 0) for x, a, b in zip(place, low, high)]
        )
        leaf = top.largest[:, None]
        below = reach(jnp.minimum(radius, top.widest[:, None]))
        of_leaf = jnp.maximum(leaf / rule.rate + radius, near_length + leaf + radius)
        by_last = within(beyond, jnp.maximum(below, of_leaf))
        apart = _length([a - x for x, a in zip(place, top.center.T[:, :, None])])
        wide = top.radius[:, None]
        by_inner = (wide <= radius) & within(apart, reach(wide))
        some = top.last[:, None] & by_last | top.inner[:, None] & by_inner
        # apart: for a GPU, XLA would compile the rule and its reduction as one kernel in minutes;
        # `any` would take it five times as long as the largest number
        return lax.optimization_barrier(some).astype(radius.dtype).max(axis=0) > 0

    if len(rule.images) == 1:
        return of_image(rule.images[0])
    return lax.map(of_image, rule.images).any(axis=0)


def _length(offsets: list[Array]) -> Array:
    return jnp.sqrt(functools.reduce(jnp.add, [offset * offset for offset in offsets]))


class Sent(NamedTuple):
    """What is sent, in the slots of the parts that go (`exchange`).

    nodes (node slots,): the nodes of this device's tree.
    child: the position of the left child among the nodes of the part, -1 without one.
    cut: whether a node has children, but none of them is sent.
    leaves (leaf slots,): the positions of leaves among the nodes of the part, from left to right, 0
      in unused slots.
    counts: the number of points of each leaf, 0 for a node that is cut.
    n_nodes (parts,): how many nodes are sent."""

    nodes: Array
    child: Array
    cut: Array
    leaves: Array
    counts: Array
    n_nodes: Array


def choose_sent(
    tree: Tree, seen: Tree, tops: Top, rule: Rule, only_root: Array, going: dict[str, Slots]
) -> Sent:
    """What each device may need of a tree. seen: the tree as walks see it; tops: a `Top` with an
    axis of the parts in front; only_root (parts,): whether a part is the root alone; going: of the
    `Exchange`."""
    capacity = max(going["nodes"].sizes)
    node = lax.iota(jnp.int32, tree.capacity)
    inner = (node < tree.n_nodes) & (tree.child >= 0)
    parent = above = jnp.maximum(tree.parent, 0)
    ancestors = []  # 1, 2, 4, ... levels above, or the root
    for _ in range(DOUBLINGS):
        ancestors.append(above)
        above = lax.optimization_barrier(above[above])

    def split_by(top: Top, here: Rule) -> Array:
        near = inner & splits(seen.center, seen.radius, _around(top), here)

        def of_near() -> Array:
            place = jnp.where(near, jnp.cumsum(near, dtype=jnp.int32) - 1, capacity)
            few = jnp.zeros(capacity, jnp.int32).at[place].set(node, mode="drop")
            split = splits(seen.center[few], seen.radius[few], top, here.of_nodes(few))
            return near & split.at[place].get(mode="fill", fill_value=False)

        def of_all() -> Array:
            return near & splits(seen.center, seen.radius, top, here)

        return lax.cond(near.sum(dtype=jnp.int32) <= capacity, of_near, of_all)

    def root_alone() -> Sent:
        is_root, nothing = lax.iota(jnp.int32, capacity) == 0, jnp.zeros(capacity, jnp.int32)
        leaves = slice((capacity + 1) // 2)
        counts = jnp.where(is_root & ~inner[0], tree.count[0], 0)[leaves]
        return Sent(nothing, nothing - 1, is_root & inner[0], nothing[leaves], counts, jnp.int32(1))

    def part_for(top: Top, here: Rule) -> Sent:
        split = split_by(top, here)
        sent = (node == 0) | split[parent] & (node < tree.n_nodes)
        for above in ancestors:  # all ancestors are sent too
            # apart: XLA would compute both operands of each step anew, 2^8 times in all
            sent = lax.optimization_barrier(sent & sent[above])
        upto = jnp.cumsum(sent, dtype=jnp.int32)
        place, n_nodes = upto - 1, upto[-1]
        nodes = jnp.zeros(capacity, jnp.int32)
        nodes = nodes.at[jnp.where(sent, place, capacity)].set(node, mode="drop")
        exists = lax.iota(jnp.int32, capacity) < n_nodes
        left = tree.child[nodes]
        child = jnp.where(exists & split[nodes], place[left], -1)
        child = jnp.where(child < capacity - 1, child, -1)
        is_leaf = exists & (child < 0)
        cut = is_leaf & (left >= 0)
        # in the order of the points, so that neighbours stay neighbours
        first = jnp.where(is_leaf, tree.start[nodes], jnp.iinfo(jnp.int32).max)
        leaves = jnp.argsort(first, stable=True)[: (capacity + 1) // 2].astype(jnp.int32)
        counts = jnp.where((is_leaf & ~cut)[leaves], tree.count[nodes[leaves]], 0)
        return Sent(nodes, child, cut, jnp.where(is_leaf[leaves], leaves, 0), counts, n_nodes)

    def to_device(target: tuple[Top, Array, Array | None]) -> Sent:
        top, only_root, longest = target
        here = rule.for_device(longest)
        # a device that is far from all points of this one, as most of many are, gets the root, and
        # the rest of the tree is not looked at
        of_root = here.of_nodes(slice(1))
        root = splits(seen.center[:1], seen.radius[:1], _around(top), of_root)
        wants_more = (inner[:1] & root)[0] & ~only_root
        return lax.cond(wants_more, lambda: part_for(top, here), root_alone)

    # one after another: in a batch a condition would compute both of its branches
    sent = lax.map(to_device, (tops, only_root, rule.longest))
    nodes, leaves = going["nodes"].packed, going["leaves"].packed
    return Sent(
        nodes=nodes(sent.nodes),
        child=nodes(sent.child),
        cut=nodes(sent.cut),
        leaves=leaves(sent.leaves),
        counts=leaves(sent.counts),
        n_nodes=sent.n_nodes,
    )
