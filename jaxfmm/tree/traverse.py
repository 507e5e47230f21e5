"""Interaction lists by a dual traversal of two trees.

It starts from the two roots. A pair of a target node and a source node goes into the list

    far      (M2L list) when the nodes are far apart, by the rule of `tree.far_rule`,
    near     (P2P list) when they are not and both are leaves.

Otherwise the larger node is split. So every pair of points ends in exactly one pair of one list.
Pairs of leaves with exchanged roles go into the lists `outward` (W list, M2P) and `inward` (X list,
P2L) of that rule.

Sources may act from several places at once, as in a periodic box: each image of the source tree is
moved by a shift. A pair then has a target and a node of an image, and its entry in the list has the
number of the image. Trees with segments are walked from the roots of each segment.

The traversal keeps a stack of pairs and works on its top `chunk` pairs at a time, which bounds the
stack by chunk * (depth of the two trees) + images, whatever the points are."""

import dataclasses
import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.entries import ONE_IMAGE, UNUSED, can_number, image_bits, number_of
from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import clouds as batch, cpu, cuda
from jaxfmm.tree.far_rule import Shape, related
from jaxfmm.tree.forest import pairs_of_roots
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traversal_arguments import ListArrays, Traversal


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class PairList:
    """Pairs sorted by target.

    target, source (capacity,): int32. The target of an unused slot is 2^31 - 1.
    count: how many pairs there are. If that exceeds the capacity, the list is cut off and must not
      be used.
    start (rows + 1,): target t has the pairs start[t], ..., start[t + 1] - 1.
    images (k, d): the shift of the sources in each of their images, zeros first.
    bits: the lowest bits of an entry of `source` are the number of a source, the bits above them
      the number of its image."""

    target: Array
    source: Array
    count: Array
    start: Array
    images: Array
    bits: int = dataclasses.field(default=ONE_IMAGE, metadata={"static": True})

    @property
    def capacity(self) -> int:
        return self.target.shape[0]

    @property
    def begin(self) -> Array:
        return self.start[:-1]

    @property
    def end(self) -> Array:
        return self.start[1:]

    @property
    def number(self) -> Array:
        """The number of the source of each pair."""
        return number_of(self.source, self.bits)

    @property
    def used(self) -> Array:
        """Which slots hold a pair: (capacity,) bools."""
        return lax.iota(jnp.int32, self.capacity) < self.count

    def shift(self, source: Array) -> Array:
        """The shifts (..., d) of the images of entries."""
        return self.images.at[source >> self.bits].get(mode="clip")

    def only(self, chosen: ArrayLike) -> "PairList":
        """The pairs of the chosen images, a mask (k,)."""
        keep = self.used & jnp.asarray(chosen).at[self.source >> self.bits].get(mode="clip")
        kept = jnp.cumsum(keep, dtype=jnp.int32)  # up to each pair
        place = jnp.where(keep, kept - 1, self.capacity)
        unused = jnp.full(self.capacity, UNUSED, jnp.int32)
        target, source = (
            unused.at[place].set(array, mode="drop") for array in (self.target, self.source)
        )
        before = jnp.concatenate([jnp.zeros(1, jnp.int32), kept])
        start = before.at[self.start].get(mode="clip")
        return dataclasses.replace(
            self, target=target, source=source, start=start, count=before[-1]
        )

    def transposed(self, rows: int, *, native: bool = False) -> "PairList":
        """The pairs with the roles of target and source exchanged. The sources are numbers below
        `rows`. `native`: whether to use the native kernel where there is one."""
        arrays = self.target, self.source, self.count
        target, source, start = _transposed(*arrays, rows=rows, bits=self.bits, native=native)
        return dataclasses.replace(
            self, target=target, source=source, start=start, images=-self.images
        )


@by_platform
def _transposed(
    target: Array,
    source: Array,
    count: Array,
    *,
    rows: int,
    bits: int,
    native: bool,
    platform: str,
) -> tuple[Array, Array, Array]:
    if native and platform == "cpu" and cpu.usable(jnp.float32, 1):
        return cpu.transpose(target, source, count, rows, bits)
    used, number = lax.iota(jnp.int32, target.shape[0]) < count, number_of(source, bits)
    return _by_target(
        jnp.where(used, number, UNUSED), jnp.where(used, source - number + target, UNUSED), rows
    )


@pytrees.serializable
class Lists(NamedTuple):
    """The lists of a traversal. What targets and sources are:

    far (M2L): target nodes and source nodes; in a treecode the targets are leaf positions
      (`Tree.leaves`).
    near (P2P): leaf positions.
    outward (W list, M2P): leaf positions of targets and source nodes.
    inward (X list, P2L): target nodes and leaf positions of sources."""

    far: PairList | None
    near: PairList | None
    outward: PairList | None = None
    inward: PairList | None = None

    def only(self, chosen: ArrayLike) -> "Lists":
        """The pairs of the chosen images, a mask (k,)."""
        return Lists(*(pairs and pairs.only(chosen) for pairs in self))

    def moved(self, images: Array) -> "Lists":
        """The same pairs with other shifts (k, d)."""
        return Lists(*(pairs and dataclasses.replace(pairs, images=images) for pairs in self))


def _by_target(target: Array, source: Array, rows: int) -> tuple[Array, Array, Array]:
    """(target, source, start) of pairs in the order of their targets."""
    target, source = lax.sort((target, source), num_keys=1, is_stable=True)
    return target, source, _starts(target, rows + 1)


def _starts(target: Array, rows: int) -> Array:
    """Where the pairs of the targets 0, ..., rows - 1 begin among sorted ones."""
    row = lax.iota(jnp.int32, rows)
    return jnp.searchsorted(target, row, method="scan_unrolled").astype(jnp.int32)


def traverse(traversal: Traversal, *, native: bool = False) -> Lists:
    """The lists of two trees; without exchange the last two are None. `native`: whether to use the
    native kernels where there are any. They find the same pairs, sorted by source too."""
    images, bits = traversal.shifts, traversal.bits
    arrays = _traverse(traversal, native=native)
    fields = ("target", "source", "start", "count")
    return Lists(*(PairList(**dict(zip(fields, one)), images=images, bits=bits) for one in arrays))


def _traverse_together(traversals: Traversal, *, native: bool) -> list[ListArrays] | None:
    """The lists of a batch of clouds, by a walk of their forest. Opening parameters are the same
    for all, since they are static."""
    targets, sources = traversals.targets, traversals.sources
    if targets.roots is not None or traversals.exchange_capacity:
        return None
    clouds = len(targets.start)
    images, shifts = 1, traversals.images
    if shifts is not None:
        images, shifts = shifts.shape[1], shifts.reshape(-1, shifts.shape[2])
    nodes = clouds * (max(targets.start.shape[1], sources.start.shape[1]) + 1)
    if not can_number(nodes, clouds * images if images > 1 else 1):
        return None
    longest = max(traversals.far_capacity, traversals.near_capacity)
    sizes = targets.order.shape[1], sources.order.shape[1], longest
    if not batch.pays(clouds * max(sizes)):
        return None
    lengths = jax.vmap(lambda traversal: traversal.lengths)(traversals)
    (target_forest, target), (source_forest, source) = map(batch.forest_of, (targets, sources))

    def of_forest(length: Array, numbers: Array, forest: Tree) -> Array:
        return jnp.zeros_like(forest.radius).at[numbers].set(length, mode="drop")

    start, roots = jnp.asarray(traversals.start), jnp.asarray(target_forest.roots)
    walk = dataclasses.replace(
        traversals,
        targets=dataclasses.replace(target_forest, roots=jnp.where(start, roots, -1)),
        sources=source_forest,
        rate=jnp.asarray(traversals.rate)[0],
        near_length=(
            of_forest(lengths[0], target.nodes, target_forest),
            of_forest(lengths[1], source.nodes, source_forest),
        ),
        images=None if images == 1 else shifts,
        start=start.any(),
        far_capacity=clouds * traversals.far_capacity,
        near_capacity=clouds * traversals.near_capacity,
    )
    far, near = _traverse(walk, native=native)
    capacity = max(targets.start.shape[1], sources.start.shape[1])
    entries = images, walk.bits, image_bits(capacity, images)
    rows = target.leaves if traversals.leaf_targets else target.nodes
    row_count = len(target_forest.leaves if traversals.leaf_targets else target_forest.start)
    return [
        batch.lists_of_trees(
            far,
            batch.places_of(rows, row_count),
            batch.places_of(source.nodes, source_forest.capacity),
            (clouds, rows.shape[1], source.nodes.shape[1], traversals.far_capacity),
            entries,
        ),
        batch.lists_of_trees(
            near,
            batch.places_of(target.leaves, len(target_forest.leaves)),
            batch.places_of(source.leaves, len(source_forest.leaves)),
            (clouds, target.leaves.shape[1], source.leaves.shape[1], traversals.near_capacity),
            entries,
        ),
    ]


@functools.partial(by_platform, together=_traverse_together)
def _traverse(traversal: Traversal, *, native: bool, platform: str) -> list[ListArrays]:
    kernels = {"cpu": cpu, "cuda": cuda}.get(platform) if native else None
    if kernels is None or not kernels.usable(traversal.dtype, traversal.dim):
        return _traverse_by_xla(traversal)
    return kernels.lists(traversal)


def _traverse_by_xla(traversal: Traversal) -> list[ListArrays]:
    targets, sources, bits = traversal.targets, traversal.sources, traversal.bits
    rate, lengths = jnp.asarray(traversal.rate, traversal.dtype), traversal.lengths
    images, leaf_targets = traversal.shifts, traversal.leaf_targets
    chunk = min(1 << 14, max(256, 1 << (targets.capacity // 4).bit_length()))
    leaf_position = [_leaf_positions(tree) for tree in (targets, sources)]
    step = lax.iota(jnp.int32, chunk)
    begin, count = _first_pairs(traversal)
    stack = jnp.zeros((2, chunk * (2 * MAX_LEVELS + 3) + begin.shape[1]), jnp.int32)

    def visit(state: Any) -> Any:
        pairs, top, lists = state
        base = jnp.maximum(top - chunk, 0)
        a, entry = lax.dynamic_slice_in_dim(pairs, base, chunk, axis=1)
        b = number_of(entry, bits)
        image, shift = entry - b, images[entry >> bits]
        live = step < top - base
        offset = targets.center[a] - (sources.center[b] + shift)
        shapes = [
            Shape(tree.radius[node], tree.half[node], length[node])
            for tree, node, length in zip((targets, sources), (a, b), lengths)
        ]
        accepted, outward, inward = related(offset, rate, *shapes)
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        far = accepted & leaf_a if leaf_targets else accepted
        near = live & ~far & leaf_a & leaf_b
        # An accepted pair whose target must be a leaf keeps its source.
        split_a = ~leaf_a & (leaf_b | accepted | (shapes[0].radius >= shapes[1].radius))
        split = live & ~far & ~near
        far = live & far

        position_a, position_b = leaf_position[0][a], image + leaf_position[1][b]
        new = [(far, position_a if leaf_targets else a, entry), (near, position_a, position_b)]
        if traversal.exchange_capacity:
            new[1] = (near & ~outward & ~inward, position_a, position_b)
            new += [(near & outward, position_a, entry), (near & inward, a, position_b)]

        # The children are collected first and stored in one update: XLA would copy the stack for a
        # scatter into it.
        place = 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        children = jnp.zeros((2, 2 * chunk), jnp.int32)
        for right in range(2):
            first = jnp.where(split_a, targets.child[a] + right, a)
            second = jnp.where(split_a, entry, image + sources.child[b] + right)
            children = children.at[:, jnp.where(split, place + right, 2 * chunk)].set(
                jnp.stack([first, second]), mode="drop"
            )
        pairs = lax.dynamic_update_slice_in_dim(pairs, children, base, axis=1)
        top = base + 2 * split.sum(dtype=jnp.int32)
        return pairs, top, [_append(*x) for x in zip(lists, new, strict=True)]

    roots = lax.dynamic_update_slice(stack, begin, (0, 0))
    unused = [jnp.full(traversal.capacities[name], UNUSED, jnp.int32) for name in traversal.lists]
    empty = [(slots, slots, jnp.int32(0)) for slots in unused]
    state = roots, jnp.where(traversal.start, count, jnp.int32(0)), empty
    _, _, lists = lax.while_loop(lambda state: state[1] > 0, visit, state)
    rows = [traversal.rows[name] for name in traversal.lists]
    return [
        (*_by_target(target, source, row), count)
        for (target, source, count), row in zip(lists, rows)
    ]


def _first_pairs(traversal: Traversal) -> tuple[Array, Array]:
    """((2, count) pairs of a target and an entry with which a walk begins, how many count): the
    roots of both trees for every image, or the roots of equal segments for every image of their
    segment."""
    targets, sources = traversal.targets.roots, traversal.sources.roots
    if targets is not None and sources is not None:
        return pairs_of_roots(targets, sources, len(traversal.shifts), traversal.bits)
    images = lax.iota(jnp.int32, len(traversal.shifts)) << traversal.bits
    return jnp.stack([jnp.zeros_like(images), images]), jnp.int32(len(images))


def _append(
    pairs: tuple[Array, Array, Array], new: tuple[Array, Array, Array]
) -> tuple[Array, Array, Array]:
    """A list (target, source, count) in the making, with new pairs (mask, target, source) behind
    its own."""
    (target, source, count), (mask, new_target, new_source) = pairs, new
    place = jnp.where(mask, count + jnp.cumsum(mask, dtype=jnp.int32) - 1, target.shape[0])
    return (
        target.at[place].set(new_target, mode="drop"),
        source.at[place].set(new_source, mode="drop"),
        count + mask.sum(dtype=jnp.int32),
    )


def _leaf_positions(tree: Tree) -> Array:
    """The position in `Tree.leaves` of each node that is a leaf."""
    position = lax.iota(jnp.int32, tree.leaves.shape[0])
    node = jnp.where(position < tree.n_leaves, tree.leaves, tree.capacity)
    return jnp.zeros(tree.capacity, jnp.int32).at[node].set(position, mode="drop")
