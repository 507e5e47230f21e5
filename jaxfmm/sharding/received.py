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
from jax import lax

from jaxfmm import pytrees
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


def hang(own, seen, sent, *, axes, devices):
    """`Hung` of the device's own tree, as it is and as walks see it, and what it has `Sent`."""
    node_slots, leaf_slots = sent.nodes.shape[1], sent.leaves.shape[1]
    above = 2 * devices - 1  # the roots, and the nodes above them, as a heap
    used = above + own.capacity + (devices - 1) * node_slots
    leaves = max((used + 2) // 2, len(own.leaves) + (devices - 1) * leaf_slots)
    capacity = 2 * leaves - 1

    over = {"axes": axes, "devices": devices}
    others = devices - 1
    first = (
        above + own.capacity + node_slots * lax.iota(jnp.int32, others)
    )  # node of each of the other trees
    numbers = [
        sent.n_nodes[:, None],
        sent.child,
        sent.cut.astype(jnp.int32),
        sent.leaves,
        sent.counts,
    ]
    counts, child, their_cut, sent_leaves, points = _from_others(numbers, **over)
    shapes = [own.center, own.half, own.radius] + ([] if seen is own else [seen.radius])
    their_center, their_half, *radii = _from_others([rows[sent.nodes] for rows in shapes], **over)
    exists = lax.iota(jnp.int32, node_slots)[None] < counts
    child = jnp.where(exists & (child >= 0), child + first[:, None], -1)
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
    # the nodes of the leaves, where they are roots those at the end of the heap; the root of all
    # for none
    used_leaves = lax.iota(jnp.int32, len(own.leaves)) < own.n_leaves
    own_leaves = jnp.where(own.leaves == 0, others, own.leaves + above)
    their = jnp.where(
        sent_leaves == 0,
        others + 1 + lax.iota(jnp.int32, others)[:, None],
        sent_leaves + first[:, None],
    )
    # a root is a leaf only if there are no other leaves
    exists_leaf = lax.iota(jnp.int32, leaf_slots)[None] < (counts + 1) // 2
    leaf_nodes = jnp.concatenate(
        [jnp.where(used_leaves, own_leaves, 0), jnp.where(exists_leaf, their, 0).reshape(-1)]
    )
    nothing = jnp.zeros(exists.shape, jnp.int32)

    def size_of(mine, theirs):
        rows = hung(mine, theirs)
        return (
            jnp.where(is_node.reshape(-1, *[1] * (rows.ndim - 1)), rows, 1).at[:others].set(NEVER)
        )

    center, radius = hung(own.center, their_center), size_of(own.radius, radii[0])
    around, size = _around(center[others:above], radius[others:above])
    tree = Tree(
        order=jnp.zeros(0, jnp.int32),
        start=hung(own.start, nothing),
        count=hung(jnp.where(own.child < 0, own.count, 0), nothing),
        child=child,
        parent=jnp.full(capacity, -1, jnp.int32),
        center=center.at[0].set(around),
        half=size_of(own.half, their_half),
        radius=radius.at[0].set(size),
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(capacity),
        leaves=jnp.pad(leaf_nodes, (0, leaves - len(leaf_nodes))),
        n_leaves=jnp.int32(leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    cut = hung(jnp.zeros(own.capacity, bool), exists & (their_cut > 0)) & (child < 0)
    radius = radius if seen is own else size_of(seen.radius, radii[1])
    return Hung(tree, dataclasses.replace(tree, radius=radius), cut, points)


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
