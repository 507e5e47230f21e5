"""What a device receives of the trees of the others, and where it hangs it beside its own.

The parts of the others (`essential`) and the device's own tree hang from one root, so that one walk
of target and source trees finds all pairs. What the walk found is then asked for: only the points
of near leaves and the multipoles of far nodes are sent.

All functions run on each device, within `shard_map` over `axes`.
"""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.sharding.essential import Sent
from jaxfmm.tree.build import Tree
from jaxfmm.tree.limits import MAX_LEVELS

NEVER = 1e30  # the radius and half the widths, to walks, of a node that is split whenever it is met


@functools.partial(
    pytrees.register,
    data_fields=["tree", "own", "nodes", "place", "points"],
    meta_fields=["axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Essential:
    """The sources of a device's targets. tree: of all of them, whose points are those of `own`, the
    device's own tree, in its order, and then what others send. nodes, points (devices, room): what
    this device sends, of its own tree. place (devices - 1, nodes): where each node of another's
    part is among those that it sends, the room if not."""

    tree: Tree
    own: Tree
    nodes: jax.Array
    place: jax.Array
    points: jax.Array
    axes: tuple[str, ...]
    devices: int

    def rows_of_points(self, rows):
        """Rows (n, ...) of the device's own points, in the order of its tree, followed by those of
        the others."""
        (came,) = _from_others([rows[self.points]], self.axes, self.devices)
        return jnp.concatenate([rows, came.reshape(-1, *rows.shape[1:])])

    def rows_of_nodes(self, rows):
        """Rows (nodes, ...) of the device's own tree as those of the whole tree, zero where nothing
        is sent."""
        (came,) = _from_others([rows[self.nodes]], self.axes, self.devices)
        theirs = jax.vmap(lambda rows, at: rows.at[at].get(mode="fill", fill_value=0))(
            came, self.place
        )
        return _hung(rows, theirs, self.tree.capacity)


def _from_others(arrays, axes, devices):
    """Arrays (devices, room, ...) of one dtype, what this device sends to each -> (devices - 1,
    room, ...), what came from each other one, the next device first, by one exchange."""
    flat = [array.reshape(devices, -1) for array in arrays]
    ends = np.cumsum([array.shape[1] for array in flat])[:-1]
    came = lax.all_to_all(
        jnp.concatenate(flat, axis=1), axes, split_axis=0, concat_axis=0, tiled=True
    )
    came = came[(lax.axis_index(axes) + 1 + jnp.arange(devices - 1)) % devices]
    return [
        one.reshape(devices - 1, *a.shape[1:])
        for one, a in zip(jnp.split(came, ends, axis=1), arrays)
    ]


def _to_others(rows, axes, devices):
    """(devices - 1, room, ...), what is meant for each other device, the next one first ->
    (devices, room, ...), what came from each, nothing from this one: the inverse of
    `_from_others`."""
    to = (lax.axis_index(axes) + 1 + jnp.arange(devices - 1)) % devices
    sent = jnp.zeros((devices, *rows.shape[1:]), rows.dtype).at[to].set(rows)
    return lax.all_to_all(sent, axes, split_axis=0, concat_axis=0, tiled=True)


def _hung(own, others, capacity, top: int = 0):
    """Rows of the nodes of the whole tree: of the nodes above the roots, `top`; the roots; the
    nodes of each part."""
    above = jnp.full((others.shape[0], *own.shape[1:]), top, own.dtype)
    flat = others.reshape(-1, *own.shape[1:])
    rows = jnp.concatenate([above, own[:1], others[:, 0], own, flat])
    return jnp.concatenate([rows, jnp.zeros((capacity - len(rows), *own.shape[1:]), own.dtype)])


class Hung(NamedTuple):
    """A device's own tree and the parts of the others, from one root. tree, seen: as it is, and as
    walks see it; cut (nodes,): leaves that are none where they come from, so that their points are
    missing; counts (devices - 1, leaves): the points of the leaves of each part."""

    tree: Tree
    seen: Tree
    cut: jax.Array
    counts: jax.Array


def hang(own: Tree, seen: Tree, sent: Sent, *, axes: tuple[str, ...], devices: int) -> Hung:
    """`Hung` of the device's own tree, as it is and as walks see it, and of what it has `Sent`.

    The 2 devices - 1 first nodes are a heap: devices - 1 nodes above the roots, then the roots, the
    device's own first. Behind the heap lie the device's own nodes and the nodes of each part."""
    over = {"axes": axes, "devices": devices}
    numbers = [sent.n_nodes[:, None], sent.child, sent.cut.astype(jnp.int32), sent.leaves]
    n_nodes, their_child, their_cut, their_leaves, counts = _from_others(
        [*numbers, sent.counts], **over
    )
    shapes = [own.center, own.half, own.radius] + ([] if seen is own else [seen.radius])
    their_center, their_half, *radii = _from_others([rows[sent.nodes] for rows in shapes], **over)

    place = _Places.of(own, sent, devices)
    exists = lax.iota(jnp.int32, place.node_slots)[None] < n_nodes
    is_node = place.hung(lax.iota(jnp.int32, own.capacity) < own.n_nodes, exists)
    is_node = is_node.at[: place.others].set(True)
    # the roots stand where the heap ends, so their slots in their own parts are empty
    empty = jnp.concatenate([jnp.full(1, place.above, jnp.int32), place.first])
    is_node = is_node.at[empty].set(False)
    child = jnp.where(is_node, _children(own, their_child, exists, place), -1)

    def size_of(mine: Array, theirs: Array) -> Array:
        rows = place.hung(mine, theirs)
        present = is_node.reshape(-1, *[1] * (rows.ndim - 1))
        return jnp.where(present, rows, 1).at[: place.others].set(NEVER)

    center, radius = place.hung(own.center, their_center), size_of(own.radius, radii[0])
    roots = slice(place.others, place.above)
    around, size = _around(center[roots], radius[roots])
    leaves = _leaf_nodes(own, their_leaves, n_nodes, place)
    nothing = jnp.zeros(exists.shape, jnp.int32)
    tree = Tree(
        order=jnp.zeros(0, jnp.int32),
        start=place.hung(own.start, nothing),
        count=place.hung(jnp.where(own.child < 0, own.count, 0), nothing),
        child=child,
        parent=jnp.full(place.capacity, -1, jnp.int32),
        center=center.at[0].set(around),
        half=size_of(own.half, their_half),
        radius=radius.at[0].set(size),
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(place.capacity),
        leaves=jnp.pad(leaves, (0, place.leaves - len(leaves))),
        n_leaves=jnp.int32(place.leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    cut = place.hung(jnp.zeros(own.capacity, bool), exists & (their_cut > 0)) & (child < 0)
    radius = radius if seen is own else size_of(seen.radius, radii[1])
    return Hung(tree, dataclasses.replace(tree, radius=radius), cut, counts)


class _Places(NamedTuple):
    """Where nodes stand in the whole tree. above: the size of the heap; first (others,): the first
    node of each part; node_slots, leaf_slots: the nodes and the leaves that a part may have."""

    others: int
    above: int
    first: Array
    node_slots: int
    leaf_slots: int
    leaves: int
    capacity: int

    @classmethod
    def of(cls, own: Tree, sent: Sent, devices: int) -> "_Places":
        node_slots, leaf_slots = sent.nodes.shape[1], sent.leaves.shape[1]
        others, above = devices - 1, 2 * devices - 1
        used = above + own.capacity + others * node_slots
        leaves = max((used + 2) // 2, len(own.leaves) + others * leaf_slots)
        first = above + own.capacity + node_slots * lax.iota(jnp.int32, others)
        return cls(others, above, first, node_slots, leaf_slots, leaves, 2 * leaves - 1)

    def hung(self, mine: Array, theirs: Array) -> Array:
        return _hung(mine, theirs, self.capacity)


def _children(own: Tree, their_child: Array, exists: Array, place: _Places) -> Array:
    """The left child of each node of the whole tree, -1 without one."""
    theirs = jnp.where(exists & (their_child >= 0), their_child + place.first[:, None], -1)
    own_exists = lax.iota(jnp.int32, own.capacity) < own.n_nodes
    mine = jnp.where(own_exists & (own.child >= 0), own.child + place.above, -1)
    heap = lax.iota(jnp.int32, place.above)[: place.others]
    return place.hung(mine, theirs).at[: place.others].set(2 * heap + 1)


def _leaf_nodes(own: Tree, their_leaves: Array, n_nodes: Array, place: _Places) -> Array:
    """The nodes of the leaves of the device's own tree and of each part. A leaf that is a root
    stands at the end of the heap; a slot without a leaf names the root of all."""
    others = place.others
    mine = jnp.where(own.leaves == 0, others, own.leaves + place.above)
    used = lax.iota(jnp.int32, len(own.leaves)) < own.n_leaves
    roots = others + 1 + lax.iota(jnp.int32, others)[:, None]
    theirs = jnp.where(their_leaves == 0, roots, their_leaves + place.first[:, None])
    # a root is a leaf only if there are no other leaves
    exists = lax.iota(jnp.int32, place.leaf_slots)[None] < (n_nodes + 1) // 2
    return jnp.concatenate([jnp.where(used, mine, 0), jnp.where(exists, theirs, 0).reshape(-1)])


class Asked(NamedTuple):
    """The most points and the most nodes that this device is asked for by one other; whether it
    would have needed points that it cannot have, of a leaf that is cut."""

    points: jax.Array
    nodes: jax.Array
    missing: jax.Array


def received(hung, lists, own, sent, *, points_capacity, nodes_capacity, axes, devices):
    """(`Essential`, `Asked`) of `Hung` and the lists of its walk. The rooms are for what a device
    sends to another."""
    (others, leaf_slots), part, n = hung.counts.shape, sent.nodes.shape[1], own.order.shape[0]
    tree = hung.tree
    near = _marked(lists.near, len(tree.leaves))
    missing = (near & hung.cut[tree.leaves]).any()
    near = near[len(own.leaves) :][: others * leaf_slots].reshape(others, leaf_slots)
    first = 2 * devices - 1 + own.capacity
    far = _marked(lists.far, tree.capacity)[first:][: others * part].reshape(others, part)
    far = far.at[:, 0].set(True)  # the roots, which have other places in the tree
    asked = _to_others(jnp.concatenate([near, far], axis=1), axes, devices)
    points, most_points = _points_of(own, sent, asked[:, :leaf_slots], points_capacity)
    nodes, most_nodes = _nodes_of(sent, asked[:, leaf_slots:], nodes_capacity)

    counts = jnp.where(near, hung.counts, 0)
    begin = n + points_capacity * lax.iota(jnp.int32, others)[:, None]
    start = begin + jnp.cumsum(counts, axis=1, dtype=jnp.int32) - counts
    leaf = tree.leaves[len(own.leaves) :][: others * leaf_slots]
    at = jnp.where(near.reshape(-1), leaf, tree.capacity)
    tree = dataclasses.replace(
        tree,
        order=lax.iota(jnp.int32, n + others * points_capacity),
        start=tree.start.at[at].set(start.reshape(-1), mode="drop"),
        count=tree.count.at[at].set(counts.reshape(-1), mode="drop"),
    )
    place = jnp.where(far, jnp.cumsum(far, axis=1, dtype=jnp.int32) - 1, nodes_capacity)
    made = Essential(
        tree=tree, own=own, nodes=nodes, place=place, points=points, axes=axes, devices=devices
    )
    return made, Asked(most_points, most_nodes, missing)


def _marked(pairs, size):
    """(size,): which numbers are sources of a list, None for an empty one."""
    if pairs is None:
        return jnp.zeros(size, bool)
    used = lax.iota(jnp.int32, pairs.capacity) < pairs.count
    return (
        jnp.zeros(size, jnp.int32).at[jnp.where(used, pairs.number, size)].set(1, mode="drop") > 0
    )


def _points_of(own, sent, asked, capacity):
    """(places (devices, room) of the points of the leaves that are asked for, the most that there
    are)."""
    given = jnp.where(asked, sent.counts, 0)
    ends = jnp.cumsum(given, axis=1, dtype=jnp.int32)
    slot = lax.optimization_barrier(
        lax.iota(jnp.int32, capacity)
    )  # no constant of XLA, which folds it for seconds

    def one(nodes, leaves, given, ends):
        # of each point that is sent: which leaf it is of, and which of its points
        of = jnp.searchsorted(ends, slot, side="right", method="scan_unrolled").astype(jnp.int32)
        of = jnp.minimum(of, len(leaves) - 1)
        return jnp.where(
            slot < ends[-1], own.start[nodes[leaves[of]]] + slot - (ends - given)[of], 0
        )

    return jax.vmap(one)(sent.nodes, sent.leaves, given, ends), ends[:, -1].max()


def _nodes_of(sent, asked, capacity):
    """(the nodes (devices, room) of the own tree that are asked for, the most that there are)."""
    ends = jnp.cumsum(asked, axis=1, dtype=jnp.int32)
    at = jnp.where(asked, ends - 1, capacity)
    nodes = jax.vmap(
        lambda at, nodes: jnp.zeros(capacity, jnp.int32).at[at].set(nodes, mode="drop")
    )(at, sent.nodes)
    return nodes, ends[:, -1].max()


def _around(center, radius):
    """The centre and the radius of a sphere around spheres."""
    middle = 0.5 * jnp.min(center - radius[:, None], axis=0) + 0.5 * jnp.max(
        center + radius[:, None], axis=0
    )
    return middle, jnp.max(jnp.linalg.norm(center - middle[None], axis=1) + radius)
