"""What a device receives of the trees of the others, and where it hangs it in its own tree.

The parts of the others (`essential`) and the device's own tree hang from one root, so that one walk
of target and source trees finds all pairs. The device then asks for what the walk found: the others
send only the points of near leaves and the multipoles of far nodes.

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
from jaxfmm.request import Capacity
from jaxfmm.sharding.essential import Sent
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import Lists, PairList

# Walks split a node of this radius, and with these half widths, wherever they meet it.
ALWAYS_SPLIT = 1e30


@functools.partial(
    pytrees.register,
    data_fields=["tree", "own", "nodes", "place", "points"],
    meta_fields=["axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Essential:
    """The sources of a device's targets.

    own: the device's own tree.
    tree: the tree of all sources, which come in its order: the points of `own`, then what others
      send.
    nodes, points (devices, capacity): the nodes and the points of `own` that this device sends.
    place (devices - 1, nodes): where each node of another's part is among those that come from
      there; the capacity if it does not come."""

    tree: Tree
    own: Tree
    nodes: Array
    place: Array
    points: Array
    axes: tuple[str, ...]
    devices: int

    def rows_of_points(self, *arrays: Array) -> list[Array]:
        """Rows (n, ...) of the device's own points, in the order of its tree, followed by the rows
        of the others' points."""
        sent = [rows[self.points] for rows in arrays]
        every = _from_others(sent, self.axes, self.devices)
        return [
            jnp.concatenate([rows, came.reshape(-1, *rows.shape[1:])])
            for rows, came in zip(arrays, every)
        ]

    def rows_of_nodes(self, rows: Array) -> Array:
        """Rows of the nodes of the whole tree from rows (nodes, ...) of the device's own tree; zero
        where nothing is sent."""
        (came,) = self.from_others([rows[self.nodes]])
        return self.placed(rows, came)

    def from_others(self, arrays: list[Array]) -> list[Array]:
        """`_from_others` of this mesh."""
        return _from_others(arrays, self.axes, self.devices)

    def placed(self, rows: Array, came: Array) -> Array:
        """Rows of the nodes of the whole tree: rows (nodes, ...) of the device's own tree, and rows
        (devices - 1, capacity, ...) that came for the `nodes` of the others; zero elsewhere."""

        def place_rows(rows: Array, at: Array) -> Array:
            return rows.at[at].get(mode="fill", fill_value=0)

        return _hung(rows, jax.vmap(place_rows)(came, self.place), self.tree.capacity)


def _from_others(arrays: list[Array], axes: tuple[str, ...], devices: int) -> list[Array]:
    """What came from each other device, (devices - 1, capacity, ...), the next device first. arrays
    (devices, capacity, ...) of one dtype: what this device sends to each. It takes one exchange."""
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


def _to_others(rows: Array, axes: tuple[str, ...], devices: int) -> Array:
    """What came from each device, (devices, capacity, ...), and zeros from this one. rows
    (devices - 1, capacity, ...): what this device sends to each other one, the next one first. The
    inverse of `_from_others`."""
    to = (lax.axis_index(axes) + 1 + jnp.arange(devices - 1)) % devices
    sent = jnp.zeros((devices, *rows.shape[1:]), rows.dtype).at[to].set(rows)
    return lax.all_to_all(sent, axes, split_axis=0, concat_axis=0, tiled=True)


def _hung(own: Array, others: Array, capacity: int) -> Array:
    """Rows of the nodes of the whole tree: zeros for the nodes above the roots; the roots; the
    nodes of each part."""
    above = jnp.zeros((others.shape[0], *own.shape[1:]), own.dtype)
    flat = others.reshape(-1, *own.shape[1:])
    rows = jnp.concatenate([above, own[:1], others[:, 0], own, flat])
    return jnp.concatenate([rows, jnp.zeros((capacity - len(rows), *own.shape[1:]), own.dtype)])


class Hung(NamedTuple):
    """A device's own tree and the parts of the others, from one root.

    tree, seen: the tree itself, and as walks see it.
    cut (nodes,): leaves only because the sender cut the tree there, so that their points are
      missing.
    lengths (nodes,): the near_length of each node, None if it is one for all.
    counts (devices - 1, leaves): the number of points in the leaves of each part."""

    tree: Tree
    seen: Tree
    cut: Array
    lengths: Array | None
    counts: Array


def hang(
    own: Tree,
    seen: Tree,
    sent: Sent,
    lengths: Array | None,
    *,
    axes: tuple[str, ...],
    devices: int,
) -> Hung:
    """Hangs the parts of the others and the device's own tree from one root. seen: the own tree as
    walks see it; sent: what this device sends; lengths: the near_length of each own node, if they
    differ.

    The 2 devices - 1 first nodes are a heap: devices - 1 nodes above the roots, then the roots, the
    device's own first. Behind the heap lie the device's own nodes and the nodes of each part."""
    cut = sent.cut.astype(jnp.int32)
    numbers = [sent.n_nodes[:, None], sent.child, cut, sent.leaves, sent.counts]
    came = _from_others(numbers, axes, devices)
    n_nodes, their_child, their_cut, their_leaves, counts = came
    shapes = [own.center, own.half, own.radius] + ([] if seen is own else [seen.radius])
    shapes += [] if lengths is None else [lengths]
    shapes = _from_others([rows[sent.nodes] for rows in shapes], axes, devices)
    their_center, their_half, *radii = shapes
    if lengths is not None:
        lengths = _Places.of(own, sent, devices).hung(lengths, radii.pop())

    place = _Places.of(own, sent, devices)
    exists = lax.iota(jnp.int32, place.node_slots)[None] < n_nodes
    is_node = place.hung(lax.iota(jnp.int32, own.capacity) < own.n_nodes, exists)
    is_node = is_node.at[: place.others].set(True)
    # the roots stand where the heap ends, so their slots in their own parts are empty
    empty = jnp.concatenate([jnp.full(1, place.above, jnp.int32), place.first])
    is_node = is_node.at[empty].set(False)
    child = jnp.where(is_node, _children(own, their_child, exists, place), -1)

    def split_above(mine: Array, theirs: Array) -> Array:
        rows = place.hung(mine, theirs)
        present = is_node.reshape(-1, *[1] * (rows.ndim - 1))
        return jnp.where(present, rows, 1).at[: place.others].set(ALWAYS_SPLIT)

    center, radius = place.hung(own.center, their_center), split_above(own.radius, radii[0])
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
        half=split_above(own.half, their_half),
        radius=radius.at[0].set(size),
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(place.capacity),
        leaves=jnp.pad(leaves, (0, place.leaves - len(leaves))),
        n_leaves=jnp.int32(place.leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    cut = place.hung(jnp.zeros(own.capacity, bool), exists & (their_cut > 0)) & (child < 0)
    radius = radius if seen is own else split_above(seen.radius, radii[1])
    return Hung(tree, dataclasses.replace(tree, radius=radius), cut, lengths, counts)


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
    """What another device asks this one for at most, and whether this device needs points that it
    cannot have, because a leaf is cut."""

    points: Array
    nodes: Array
    missing: Array


def received(
    hung: Hung,
    lists: Lists,
    own: Tree,
    sent: Sent,
    *,
    capacity: Capacity,
    axes: tuple[str, ...],
    devices: int,
) -> tuple[Essential, Asked]:
    """The sources of a device from what it hung in its tree, and from the lists of its walk."""
    (others, leaf_slots), node_slots = hung.counts.shape, sent.nodes.shape[1]
    tree = hung.tree
    near = _is_source(lists.near, len(tree.leaves))
    missing = (near & hung.cut[tree.leaves]).any()
    near = near[len(own.leaves) :][: others * leaf_slots].reshape(others, leaf_slots)
    first = 2 * devices - 1 + own.capacity
    far = _is_source(lists.far, tree.capacity)[first:][: others * node_slots]
    far = far.reshape(others, node_slots)
    far = far.at[:, 0].set(True)  # the roots, which have other places in the tree
    asked = _to_others(jnp.concatenate([near, far], axis=1), axes, devices)
    points, most_points = _points_of(own, sent, asked[:, :leaf_slots], capacity.sent_points)
    nodes, most_nodes = _nodes_of(sent, asked[:, leaf_slots:], capacity.sent_multipoles)
    essential = Essential(
        tree=_with_points(tree, own, hung.counts, near, capacity.sent_points),
        own=own,
        nodes=nodes,
        place=jnp.where(
            far, jnp.cumsum(far, axis=1, dtype=jnp.int32) - 1, capacity.sent_multipoles
        ),
        points=points,
        axes=axes,
        devices=devices,
    )
    return essential, Asked(most_points, most_nodes, missing)


def _with_points(tree: Tree, own: Tree, counts: Array, near: Array, capacity: int) -> Tree:
    """The whole tree with the points of near leaves (others, leaves), which come in slots of this
    capacity behind the device's own points."""
    n, (others, leaf_slots) = own.order.shape[0], near.shape
    counts = jnp.where(near, counts, 0)
    begin = n + capacity * lax.iota(jnp.int32, others)[:, None]
    start = begin + jnp.cumsum(counts, axis=1, dtype=jnp.int32) - counts
    leaf = tree.leaves[len(own.leaves) :][: others * leaf_slots]
    at = jnp.where(near.reshape(-1), leaf, tree.capacity)
    return dataclasses.replace(
        tree,
        start=tree.start.at[at].set(start.reshape(-1), mode="drop"),
        count=tree.count.at[at].set(counts.reshape(-1), mode="drop"),
    )


def _is_source(pairs: PairList | None, size: int) -> Array:
    """(size,): which numbers are sources of a list."""
    if pairs is None:
        return jnp.zeros(size, bool)
    at = jnp.where(pairs.used, pairs.number, size)
    return jnp.zeros(size, jnp.int32).at[at].set(1, mode="drop") > 0


def _points_of(own: Tree, sent: Sent, asked: Array, capacity: int) -> tuple[Array, Array]:
    """The places (devices, capacity) of the points of the leaves that are asked for, and the
    largest number of such points."""
    counts = jnp.where(asked, sent.counts, 0)
    ends = jnp.cumsum(counts, axis=1, dtype=jnp.int32)
    # not a constant of XLA, which would fold it for seconds
    slot = lax.optimization_barrier(lax.iota(jnp.int32, capacity))

    def to_device(nodes: Array, leaves: Array, counts: Array, ends: Array) -> Array:
        leaf = jnp.searchsorted(ends, slot, side="right", method="scan_unrolled").astype(jnp.int32)
        leaf = jnp.minimum(leaf, len(leaves) - 1)
        place = own.start[nodes[leaves[leaf]]] + slot - (ends - counts)[leaf]
        return jnp.where(slot < ends[-1], place, 0)

    return jax.vmap(to_device)(sent.nodes, sent.leaves, counts, ends), ends[:, -1].max()


def _nodes_of(sent: Sent, asked: Array, capacity: int) -> tuple[Array, Array]:
    """The nodes (devices, capacity) of the device's own tree that are asked for, and the largest
    number of them."""
    ends = jnp.cumsum(asked, axis=1, dtype=jnp.int32)

    def to_device(at: Array, nodes: Array) -> Array:
        return jnp.zeros(capacity, jnp.int32).at[at].set(nodes, mode="drop")

    nodes = jax.vmap(to_device)(jnp.where(asked, ends - 1, capacity), sent.nodes)
    return nodes, ends[:, -1].max()


def _around(center: Array, radius: Array) -> tuple[Array, Array]:
    """The centre and the radius of a sphere around spheres."""
    low = jnp.min(center - radius[:, None], axis=0)
    high = jnp.max(center + radius[:, None], axis=0)
    middle = 0.5 * low + 0.5 * high
    return middle, jnp.max(jnp.linalg.norm(center - middle[None], axis=1) + radius)
