"""What a device receives of the trees of the others, and where it hangs it in its own tree.

The parts of the others (`essential`) and the device's own tree hang from one root, so that one walk
of target and source trees finds all pairs. The device then asks for what the walk found: the others
send only the points of near leaves and the multipoles of far nodes.

All functions run on each device, within `shard_map` over `axes`.
"""

import dataclasses
import functools
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.sharding.essential import Sent
from jaxfmm.sharding.exchange import Exchange
from jaxfmm.sharding.slots import Slots
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import Lists, PairList

# Walks split a node of this radius, and with these half widths, wherever they meet it.
ALWAYS_SPLIT = 1e30


@functools.partial(
    pytrees.register,
    data_fields=["tree", "own", "nodes", "place", "points"],
    meta_fields=["exchange"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Essential:
    """The sources of a device's targets.

    own: the device's own tree.
    tree: the tree of all sources, which come in its order: the points of `own`, then what others
      send.
    nodes, points (slots that go,): the nodes and the points of `own` that this device sends.
    place (node slots that come,): the slot of the multipole of each node that comes; beyond all
      slots if the multipole does not come."""

    tree: Tree
    own: Tree
    nodes: Array
    place: Array
    points: Array
    exchange: Exchange

    @property
    def devices(self) -> int:
        return self.exchange.devices

    def rows_of_points(self, *arrays: Array) -> list[Array]:
        """Rows (n, ...) of the device's own points, in the order of its tree, followed by the rows
        of the others' points."""
        sent = [rows[self.points] for rows in arrays]
        came = self.exchange.bring(sent, ["points"] * len(sent))
        return [jnp.concatenate([rows, others]) for rows, others in zip(arrays, came)]

    def rows_of_nodes(self, rows: Array) -> Array:
        """Rows of the nodes of the whole tree from rows (nodes, ...) of the device's own tree; zero
        where nothing is sent."""
        (came,) = self.exchange.bring([rows[self.nodes]], ["multipoles"])
        return self.placed(rows, came)

    def placed(self, rows: Array, came: Array) -> Array:
        """Rows of the nodes of the whole tree: rows (nodes, ...) of the device's own tree, and rows
        (multipole slots that come, ...) of the `nodes` of the others; zero elsewhere."""
        came = came.at[self.place].get(mode="fill", fill_value=0)
        (roots,) = self.exchange.roots([rows], [came])
        return _hung(rows, roots, came, self.tree.capacity)


def _hung(own: Array, roots: Array, others: Array, capacity: int) -> Array:
    """Rows of the nodes of the whole tree: zeros for the nodes above the roots; the roots; the
    nodes of the device's own tree and those that come."""
    above = jnp.zeros(roots.shape, own.dtype)
    rows = jnp.concatenate([above, own[:1], roots, own, others])
    return jnp.concatenate([rows, jnp.zeros((capacity - len(rows), *own.shape[1:]), own.dtype)])


class Hung(NamedTuple):
    """A device's own tree and the parts of the others, from one root.

    tree, seen: the tree itself, and as walks see it.
    cut (nodes,): leaves only because the sender cut the tree there, so that their points are
      missing.
    lengths (nodes,): the near_length of each node, None if it is one for all.
    alone (devices - 1,): whether only the root of a device comes.
    counts (leaf slots that come,): the number of points in each leaf."""

    tree: Tree
    seen: Tree
    cut: Array
    lengths: Array | None
    alone: Array
    counts: Array


def hang(own: Tree, seen: Tree, sent: Sent, lengths: Array | None, exchange: Exchange) -> Hung:
    """Hangs the parts of the others and the device's own tree from one root. seen: the own tree as
    walks see it; sent: what this device sends; lengths: the near_length of each own node, if they
    differ.

    The 2 devices - 1 first nodes are a heap: devices - 1 nodes above the roots, then the roots, the
    device's own first. Behind the heap lie the device's own nodes and the nodes of each part."""
    came = exchange.bring(
        [sent.n_nodes, sent.child, sent.cut.astype(jnp.int32), sent.leaves, sent.counts],
        ["parts", "nodes", "nodes", "leaves", "leaves"],
    )
    n_nodes, their_child, their_cut, their_leaves, counts = came
    shapes = [own.center, own.half, own.radius] + ([] if seen is own else [seen.radius])
    shapes += [] if lengths is None else [lengths]
    theirs = exchange.bring([rows[sent.nodes] for rows in shapes], ["nodes"] * len(shapes))
    shapes = list(zip(shapes, exchange.roots(shapes, theirs), theirs))

    place = _Places.of(own, exchange)
    alone = exchange.of_others(jnp.zeros(n_nodes.shape, bool), True)
    exists = place.nodes.place < place.nodes.spread(n_nodes)
    is_node = place.hung(lax.iota(jnp.int32, own.capacity) < own.n_nodes, alone, exists)
    is_node = is_node.at[: place.above].set(True)
    # the roots stand where the heap ends, so their slots in their own parts are empty
    empty = jnp.concatenate([jnp.full(1, place.above, jnp.int32), place.first])
    is_node = is_node.at[empty].set(False)
    child = jnp.where(is_node, _children(own, their_child, exists, place, exchange), -1)

    def split_above(mine: Array, roots: Array, theirs: Array) -> Array:
        rows = place.hung(mine, roots, theirs)
        present = is_node.reshape(-1, *[1] * (rows.ndim - 1))
        return jnp.where(present, rows, 1).at[: place.others].set(ALWAYS_SPLIT)

    center, radius = place.hung(*shapes[0]), split_above(*shapes[2])
    roots = slice(place.others, place.above)
    around, size = _around(center[roots], radius[roots])
    leaves = _leaf_nodes(own, their_leaves, n_nodes, alone, place)
    no_root, nothing = jnp.zeros(place.others, jnp.int32), jnp.zeros(exists.shape, jnp.int32)
    tree = Tree(
        order=jnp.zeros(0, jnp.int32),
        start=place.hung(own.start, no_root, nothing),
        count=place.hung(jnp.where(own.child < 0, own.count, 0), no_root, nothing),
        child=child,
        parent=jnp.full(place.capacity, -1, jnp.int32),
        center=center.at[0].set(around),
        half=split_above(*shapes[1]),
        radius=radius.at[0].set(size),
        level_start=jnp.zeros(MAX_LEVELS + 1, jnp.int32),
        n_nodes=jnp.int32(place.capacity),
        leaves=jnp.pad(leaves, (0, place.leaves - len(leaves))),
        n_leaves=jnp.int32(place.leaves),
        leaf_of_point=jnp.zeros(0, jnp.int32),
        leaf_size=own.leaf_size,
    )
    is_cut = exists & (their_cut > 0)
    roots_cut = exchange.of_others(is_cut[place.nodes.first], True)
    cut = place.hung(jnp.zeros(own.capacity, bool), roots_cut, is_cut) & (child < 0)
    lengths = None if lengths is None else place.hung(*shapes.pop())
    radius = radius if seen is own else split_above(*shapes.pop())
    return Hung(tree, dataclasses.replace(tree, radius=radius), cut, lengths, alone, counts)


class _Places(NamedTuple):
    """Where nodes stand in the whole tree. above: the size of the heap; first (parts,): the first
    node of each part; roots (parts,): the root of each part, in the heap; nodes, leaf_slots: the
    slots of the nodes and of the leaves that come."""

    others: int
    above: int
    first: Array
    roots: Array
    nodes: Slots
    leaf_slots: Slots
    leaves: int
    capacity: int

    @classmethod
    def of(cls, own: Tree, exchange: Exchange) -> "_Places":
        nodes, leaf_slots = exchange.coming["nodes"], exchange.coming["leaves"]
        others, above = exchange.devices - 1, 2 * exchange.devices - 1
        used = above + own.capacity + nodes.total
        leaves = max((used + 2) // 2, len(own.leaves) + leaf_slots.total + others)
        first = above + own.capacity + nodes.first
        roots = others + 1 + exchange.senders
        return cls(others, above, first, roots, nodes, leaf_slots, leaves, 2 * leaves - 1)

    def hung(self, mine: Array, roots: Array, theirs: Array) -> Array:
        return _hung(mine, roots, theirs, self.capacity)


def _children(
    own: Tree, their_child: Array, exists: Array, place: _Places, exchange: Exchange
) -> Array:
    """The left child of each node of the whole tree, -1 without one."""
    theirs = their_child + place.nodes.spread(place.first)
    theirs = jnp.where(exists & (their_child >= 0), theirs, -1)
    own_exists = lax.iota(jnp.int32, own.capacity) < own.n_nodes
    mine = jnp.where(own_exists & (own.child >= 0), own.child + place.above, -1)
    heap = lax.iota(jnp.int32, place.above)[: place.others]
    roots = exchange.of_others(theirs[place.nodes.first], -1)
    return place.hung(mine, roots, theirs).at[: place.others].set(2 * heap + 1)


def _leaf_nodes(
    own: Tree, their_leaves: Array, n_nodes: Array, alone: Array, place: _Places
) -> Array:
    """The nodes of the leaves of the device's own tree, of each part, and the roots that come
    alone. A leaf that is a root stands at the end of the heap; a slot without a leaf names the root
    of all."""
    others, slots = place.others, place.leaf_slots
    mine = jnp.where(own.leaves == 0, others, own.leaves + place.above)
    used = lax.iota(jnp.int32, len(own.leaves)) < own.n_leaves
    roots = others + 1 + lax.iota(jnp.int32, others)
    theirs = jnp.where(
        their_leaves == 0, slots.spread(place.roots), their_leaves + slots.spread(place.first)
    )
    # a root is a leaf only if there are no other leaves
    exists = slots.place < slots.spread((n_nodes + 1) // 2)
    nodes = [jnp.where(used, mine, 0), jnp.where(exists, theirs, 0), jnp.where(alone, roots, 0)]
    return jnp.concatenate(nodes)


class Asked(NamedTuple):
    """What other devices ask this one for.

    points, nodes: how many of them, as `Exchange.need`.
    apart: whether this device needs more than the root of a device whose root comes alone.
    missing: whether it needs points that it cannot have, because a leaf is cut."""

    points: Array
    nodes: Array
    apart: Array
    missing: Array


def received(
    hung: Hung, lists: Lists, own: Tree, sent: Sent, exchange: Exchange
) -> tuple[Essential, Asked]:
    """The sources of a device from what it hung in its tree, and from the lists of its walk."""
    tree, going, coming = hung.tree, exchange.going, exchange.coming
    near = _is_source(lists.near, len(tree.leaves))
    cut = near & hung.cut[tree.leaves]
    parts_end = len(own.leaves) + coming["leaves"].total
    near = near[len(own.leaves) : parts_end]
    first = 2 * exchange.devices - 1 + own.capacity
    far = _is_source(lists.far, tree.capacity)[first:][: coming["nodes"].total]
    if exchange.asks_for_roots:  # which have other places in the tree
        far = far.at[coming["nodes"].first].set(True)
    asked = exchange.bring_back([near, far], ["leaves", "nodes"])
    points, n_points = _points_of(own, sent, asked[0], going)
    nodes, n_nodes = _nodes_of(sent, asked[1], going)
    multipoles = coming["multipoles"]
    begin = own.order.shape[0] + coming["points"].first
    essential = Essential(
        tree=_with_points(tree, own, jnp.where(near, hung.counts, 0), begin, coming["leaves"]),
        own=own,
        nodes=nodes,
        place=_slots_of(far, coming["nodes"], multipoles),
        points=points,
        exchange=exchange,
    )
    needs = exchange.need(n_points), exchange.need(n_nodes)
    return essential, Asked(*needs, cut[parts_end:].any(), cut[:parts_end].any())


def _with_points(tree: Tree, own: Tree, counts: Array, begin: Array, leaves: Slots) -> Tree:
    """The whole tree with the points of leaves. counts (leaf slots that come,): of near leaves;
    begin (parts,): the first row of the points of each part."""
    start = leaves.spread(begin) + leaves.before(counts)
    leaf = tree.leaves[len(own.leaves) :][: leaves.total]
    at = jnp.where(counts > 0, leaf, tree.capacity)
    return dataclasses.replace(
        tree,
        start=tree.start.at[at].set(start, mode="drop"),
        count=tree.count.at[at].set(counts, mode="drop"),
    )


def _is_source(pairs: PairList | None, size: int) -> Array:
    """(size,): which numbers are sources of a list."""
    if pairs is None:
        return jnp.zeros(size, bool)
    at = jnp.where(pairs.used, pairs.number, size)
    return jnp.zeros(size, jnp.int32).at[at].set(1, mode="drop") > 0


def _slots_of(asked: Array, nodes: Slots, multipoles: Slots) -> Array:
    """The slot of the multipole of each node (node slots,); beyond all slots if it is not asked for
    or has none."""
    rank = nodes.before(asked)
    has = asked & (rank < nodes.spread(jnp.asarray(multipoles.sizes, jnp.int32)))
    return jnp.where(has, rank + nodes.spread(multipoles.first), multipoles.total)


def _points_of(own: Tree, sent: Sent, asked: Array, going: dict[str, Slots]) -> tuple[Array, Array]:
    """The places (point slots,) of the points of the leaves that are asked for, and the numbers
    (parts,) of such points."""
    leaves, slots = going["leaves"], going["points"]
    node = sent.nodes[leaves.spread(going["nodes"].first) + sent.leaves]
    counts = jnp.where(asked, sent.counts, 0)
    upto = jnp.cumsum(counts, dtype=jnp.int32)
    totals, before = leaves.totals(counts), jnp.pad(upto, (1, 0))[leaves.first]
    rank = slots.spread(before) + slots.place
    leaf = jnp.searchsorted(upto, rank, side="right", method="scan_unrolled").astype(jnp.int32)
    leaf = jnp.minimum(leaf, leaves.total - 1)
    place = (own.start[node] - (upto - counts))[leaf] + rank
    return jnp.where(slots.place < slots.spread(totals), place, 0), totals


def _nodes_of(sent: Sent, asked: Array, going: dict[str, Slots]) -> tuple[Array, Array]:
    """The nodes (multipole slots,) of the device's own tree that are asked for, and the numbers
    (parts,) of them."""
    nodes, slots = going["nodes"], going["multipoles"]
    at = _slots_of(asked, nodes, slots)
    chosen = jnp.zeros(slots.total, jnp.int32).at[at].set(sent.nodes, mode="drop")
    return chosen, nodes.totals(asked)


def _around(center: Array, radius: Array) -> tuple[Array, Array]:
    """The centre and the radius of a sphere around spheres."""
    low = jnp.min(center - radius[:, None], axis=0)
    high = jnp.max(center + radius[:, None], axis=0)
    middle = 0.5 * low + 0.5 * high
    return middle, jnp.max(jnp.linalg.norm(center - middle[None], axis=1) + radius)
