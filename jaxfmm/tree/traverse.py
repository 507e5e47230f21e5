"""Interaction lists by a dual traversal of two trees.

Starting from the two roots, a pair of nodes (target a, source b) at the distance d = |c_a - c_b|, R
the larger of their radii and r the smaller, is (`related`; custom_ops/include/lists.h for compiled
code)

    far      when R + rate r <= rate d and their spheres or their boxes are `near_length` apart, the larger of the two
             where nodes have their own,
    near     when it is not far and both are leaves,
    split    otherwise: the larger of the two, so that every pair of points ends in exactly one pair of one list.

That is the rule of Goude & Engblom (2013, equation 2.1): the larger radius is at most the rate
times the distance to the other sphere, so expansions converge equally fast for equal and unequal
cells and for a cell and a point. The roles of the radii may be exchanged (the end of their section
2): a pair of leaves that is not far is

    outward  when r + rate R <= rate d, they are as far apart and the source is the smaller: the
    multipole of the source
             is good at all points of the target, though its local expansion is not (M2P),
    inward   when the same holds and the target is the smaller: a local expansion of each point of
    the source (P2L).

Sources may act from several places at once, as in a periodic box: each image of the source tree is
moved by a shift. A pair is then a target and a node of an image, and the number of the image is in
the list.

The traversal keeps a stack of pairs and works on its top `chunk` pairs at a time, which bounds the
stack by chunk * (depth of the two trees) + images, whatever the points are."""

import dataclasses
import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import pytrees
from jaxfmm.entries import ONE_IMAGE, UNUSED, image_bits, number_of
from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import cpu as cpu, cuda
from jaxfmm.tree.build import MAX_LEVELS, Tree


@functools.partial(
    pytrees.register,
    data_fields=["target", "source", "count", "start", "images"],
    meta_fields=["bits"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class PairList:
    """Pairs sorted by target. target, source (capacity,): int32, the target of an unused slot is
    2^31 - 1. count: how many pairs there are; more than the capacity means that the list is cut off
    and not to be used. start (rows + 1,): the pairs of target t are those from start[t] to start[t
    + 1]. images (k, d): what is added to sources in each of their images, zeros first. bits: the
    lowest bits of an entry of `source` are the number of a source, those above the number of its
    image."""

    target: jax.Array
    source: jax.Array
    count: jax.Array
    start: jax.Array
    images: jax.Array
    bits: int = ONE_IMAGE

    @property
    def capacity(self) -> int:
        return self.target.shape[0]

    @property
    def begin(self) -> jax.Array:
        return self.start[:-1]

    @property
    def end(self) -> jax.Array:
        return self.start[1:]

    @property
    def number(self) -> jax.Array:
        """Of the source of each pair."""
        return number_of(self.source, self.bits)

    def shift(self, source: jax.Array) -> jax.Array:
        """What is added to the sources of entries, (..., d)."""
        return self.images.at[source >> self.bits].get(mode="clip")

    def only(self, chosen):
        """The pairs of the images that are chosen, a mask (k,)."""
        used = lax.iota(jnp.int32, self.capacity) < self.count
        keep = used & jnp.asarray(chosen).at[self.source >> self.bits].get(mode="clip")
        place = jnp.where(keep, jnp.cumsum(keep, dtype=jnp.int32) - 1, self.capacity)
        unused = jnp.full(self.capacity, UNUSED, jnp.int32)
        target, source = (
            unused.at[place].set(array, mode="drop") for array in (self.target, self.source)
        )
        row = lax.iota(jnp.int32, len(self.start))
        start = jnp.searchsorted(target, row, method="scan_unrolled").astype(jnp.int32)
        count = keep.sum(dtype=jnp.int32)
        return dataclasses.replace(self, target=target, source=source, start=start, count=count)

    def transposed(self, rows: int, *, native: bool = False) -> "PairList":
        """The same pairs with the roles of target and source exchanged; the sources are numbers
        below `rows`. `native`: whether to use the native kernel where there is one."""
        arrays = self.target, self.source, self.count
        target, source, start = _transposed(*arrays, rows=rows, bits=self.bits, native=native)
        return dataclasses.replace(
            self, target=target, source=source, start=start, images=-self.images
        )


@by_platform
def _transposed(
    target: jax.Array,
    source: jax.Array,
    count: jax.Array,
    *,
    rows: int,
    bits: int,
    native: bool,
    platform: str,
) -> Any:
    if native and platform == "cpu" and cpu.usable(jnp.float32, 1):
        return tuple(cpu.transpose(target, source, count, rows, bits))
    used, number = lax.iota(jnp.int32, target.shape[0]) < count, number_of(source, bits)
    return _by_target(
        jnp.where(used, number, UNUSED), jnp.where(used, source - number + target, UNUSED), rows
    )


@pytrees.serializable
class Lists(NamedTuple):
    """The lists of a traversal. Pairs (target, source) are of

    far: nodes, but the targets leaf positions (`Tree.leaves`) in lists of a treecode; near: leaf
      positions;
    outward: the leaf position of a target and a source node; inward: a target node and the leaf
    position of a source."""

    far: PairList | None
    near: PairList | None
    outward: PairList | None = None
    inward: PairList | None = None

    def only(self, chosen):
        """The pairs of the images that are chosen, a mask (k,)."""
        return Lists(*(pairs and pairs.only(chosen) for pairs in self))

    def moved(self, images: Any) -> "Lists":
        """The same pairs with other shifts (k, d)."""
        return Lists(*(pairs and dataclasses.replace(pairs, images=images) for pairs in self))


def _by_target(
    target: jax.Array, source: jax.Array, rows: int
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """(target, source, start) of pairs in the order of their targets."""
    target, source = lax.sort((target, source), num_keys=1, is_stable=True)
    row = lax.iota(jnp.int32, rows + 1)
    start = jnp.searchsorted(target, row, method="scan_unrolled").astype(jnp.int32)
    return target, source, start


def stack_size(chunk: int, images: int = 1) -> int:
    return chunk * (2 * MAX_LEVELS + 3) + images


class Related(NamedTuple):
    """What a pair of nodes is, as far as its spheres and boxes say; each is an array of bools."""

    far: jax.Array  # whether expansions converge
    # whether the source's multipole is good at the points of the target, and the source is smaller
    outward: jax.Array
    inward: jax.Array  # the other way round


class _Shape(NamedTuple):
    """What the rule of acceptance knows of nodes. radius (...), half (..., d): of their spheres and
    boxes; length: their `near_length`."""

    radius: jax.Array
    half: jax.Array
    length: jax.Array


def related(offset: jax.Array, rate: jax.Array, target: _Shape, source: _Shape) -> Related:
    """The rule of acceptance. offset (..., d): from centre to centre; target, source: `_Shape`s."""
    distance = jnp.sqrt(jnp.sum(offset**2, axis=-1))
    target_radius, source_radius, length = (
        target.radius,
        source.radius,
        jnp.maximum(target.length, source.length),
    )
    smaller, larger = (
        jnp.minimum(target_radius, source_radius),
        jnp.maximum(target_radius, source_radius),
    )
    gap = jnp.maximum(jnp.abs(offset) - (target.half + source.half), 0)
    by_boxes = (length > 0) & (jnp.sum(gap**2, axis=-1) >= length**2)
    apart = (distance - (target_radius + source_radius) >= length) | by_boxes
    exchanged = (smaller + rate * larger <= rate * distance) & apart
    return Related(
        far=(larger + rate * smaller <= rate * distance) & apart,
        outward=exchanged & (source_radius < target_radius),
        inward=exchanged & (target_radius < source_radius),
    )


def traverse(
    targets: Tree,
    sources: Tree,
    *,
    rate: Any,
    near_length: tuple[jax.Array, jax.Array] | jax.Array | float,
    far_capacity: int,
    near_capacity: int,
    exchange_capacity: int = 0,
    leaf_targets: bool = False,
    images: jax.Array | None = None,
    start: jax.Array | bool = True,
    native: bool = False,
) -> Lists:
    """The pairs of two trees.

    Args:
      targets, sources: the two `Tree`s (the same object for a sum of points onto themselves).
      rate: scalar in (0, 1], how fast expansions converge; `accuracy.convergence` makes it of an
        opening parameter.
      near_length: scalar, or a pair of arrays for the nodes of both trees (`Tree.largest`); pairs
        of points closer than this are never in a far pair.
      far_capacity, near_capacity: room in the two lists.
      exchange_capacity: room in the lists of exchanged roles, each; zero for none of them.
      leaf_targets: only leaves are targets of far pairs (a treecode); otherwise any node (an FMM).
      images: (k, d) what is added to the sources in each of their images, zeros first; None for one
        image.
      start: whether to traverse at all (traced); lists stay empty if not.
      native: whether to use the native kernels where there are any: the same pairs, sorted by
        source too.

    Returns: `Lists`; without exchange its last two are None.
    """
    if leaf_targets and exchange_capacity:
        raise ValueError(
            f"exchange_capacity must be 0 with leaf_targets, whose far pairs have leaves as targets already, "
            f"got {exchange_capacity}"
        )
    center, trees = targets.center, (targets, sources)
    lengths = near_length if isinstance(near_length, tuple) else (near_length, near_length)
    lengths = tuple(
        jnp.broadcast_to(x, tree.radius.shape).astype(center.dtype)
        for x, tree in zip(lengths, trees)
    )
    images = jnp.zeros((1, center.shape[1]), center.dtype) if images is None else images
    bits = image_bits(max(targets.capacity, sources.capacity), len(images))
    arrays = _traverse(
        targets,
        sources,
        images,
        jnp.asarray(rate, center.dtype),
        lengths,
        jnp.asarray(start, bool),
        far_capacity=far_capacity,
        near_capacity=near_capacity,
        exchange_capacity=exchange_capacity,
        leaf_targets=leaf_targets,
        bits=bits,
        native=native,
    )
    fields = ("target", "source", "count", "start")
    return Lists(*(PairList(**dict(zip(fields, one)), images=images, bits=bits) for one in arrays))


@by_platform
def _traverse(
    *arguments, native: bool, platform: str, **static
) -> list[tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    center = arguments[0].center
    kernels = {"cpu": cpu, "cuda": cuda}.get(platform) if native else None
    if kernels is None or not kernels.usable(center.dtype, center.shape[1]):
        return _traverse_by_xla(*arguments, **static)
    return kernels.lists(*arguments, **static)


def _traverse_by_xla(
    targets: Tree,
    sources: Tree,
    images: jax.Array,
    rate: jax.Array,
    lengths: tuple[jax.Array, jax.Array],
    start: jax.Array,
    *,
    far_capacity: int,
    near_capacity: int,
    exchange_capacity: int,
    leaf_targets: bool,
    bits: int,
) -> list[tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    chunk = min(1 << 14, max(256, 1 << (targets.capacity // 4).bit_length()))
    leaf_position = [_leaf_positions(t) for t in (targets, sources)]
    leaves, k = targets.leaves.shape[0], len(images)
    step = lax.iota(jnp.int32, chunk)
    roots = (
        jnp.zeros((2, stack_size(chunk, k)), jnp.int32)
        .at[1, :k]
        .set(lax.iota(jnp.int32, k) << bits)
    )
    capacity = [
        far_capacity,
        near_capacity,
        *([exchange_capacity] * 2 if exchange_capacity else []),
    ]
    rows = [leaves if leaf_targets else targets.capacity, leaves, leaves, targets.capacity]

    def visit(state):
        pairs, top, lists = state
        base = jnp.maximum(top - chunk, 0)
        a, entry = lax.dynamic_slice_in_dim(pairs, base, chunk, axis=1)
        b = number_of(entry, bits)
        image, shift = entry - b, images[entry >> bits]
        live = step < top - base
        offset = targets.center[a] - (sources.center[b] + shift)
        shapes = [
            _Shape(t.radius[i], t.half[i], of[i])
            for t, i, of in zip((targets, sources), (a, b), lengths)
        ]
        accepted, outward, inward = related(offset, rate, *shapes)
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        far = accepted & leaf_a if leaf_targets else accepted
        near = live & ~far & leaf_a & leaf_b
        # an accepted pair whose target must be a leaf keeps its source
        split_a = ~leaf_a & (leaf_b | accepted | (shapes[0].radius >= shapes[1].radius))
        split = live & ~far & ~near
        far = live & far

        position_a, position_b = leaf_position[0][a], image + leaf_position[1][b]
        found = [(far, position_a if leaf_targets else a, entry), (near, position_a, position_b)]
        if exchange_capacity:
            found[1] = (near & ~outward & ~inward, position_a, position_b)
            found += [(near & outward, position_a, entry), (near & inward, a, position_b)]

        # children are put together first and stored in one update: scattering into the stack would
        # copy it
        place = 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        children = jnp.zeros((2, 2 * chunk), jnp.int32)
        for right in range(2):
            pair = jnp.stack(
                [
                    jnp.where(split_a, targets.child[a] + right, a),
                    jnp.where(split_a, entry, image + sources.child[b] + right),
                ]
            )
            children = children.at[:, jnp.where(split, place + right, 2 * chunk)].set(
                pair, mode="drop"
            )
        pairs = lax.dynamic_update_slice_in_dim(pairs, children, base, axis=1)
        return (
            pairs,
            base + 2 * split.sum(dtype=jnp.int32),
            [_append(*x) for x in zip(lists, found, strict=True)],
        )

    empty = [
        (jnp.full(c, UNUSED, jnp.int32), jnp.full(c, UNUSED, jnp.int32), jnp.int32(0))
        for c in capacity
    ]
    state = roots, jnp.where(start, jnp.int32(k), jnp.int32(0)), empty
    _, _, lists = lax.while_loop(lambda s: s[1] > 0, visit, state)
    in_order = [
        (*_by_target(target, source, r), count) for (target, source, count), r in zip(lists, rows)
    ]
    return [(target, source, count, start) for target, source, start, count in in_order]


def _append(
    pairs: tuple[jax.Array, jax.Array, jax.Array], found: tuple[jax.Array, jax.Array, jax.Array]
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """(target, source, count) of a list in the making, with the targets and sources of a mask
    behind its pairs."""
    (first, second, n), (mask, a, b) = pairs, found
    place = jnp.where(mask, n + jnp.cumsum(mask, dtype=jnp.int32) - 1, first.shape[0])
    return (
        first.at[place].set(a, mode="drop"),
        second.at[place].set(b, mode="drop"),
        n + mask.sum(dtype=jnp.int32),
    )


def _leaf_positions(tree: Tree) -> jax.Array:
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    node = jnp.where(used, tree.leaves, tree.capacity)
    position = lax.iota(jnp.int32, tree.leaves.shape[0])
    return jnp.zeros(tree.capacity, jnp.int32).at[node].set(position, mode="drop")
