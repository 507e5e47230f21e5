"""Trees of many segments at once: one tree whose upper nodes hold several segments, which no list
has, and below them a tree for each segment.

The segment of a point stands above the Morton key of the point in the box of its segment. A node of
several segments splits whatever it holds, so that every leaf belongs to one segment, and the walk
begins at the pairs of roots of equal segments. So the passes see a usual tree."""

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.tree.keys import cells_of, interleaved, stretch
from jaxfmm.tree.reductions import boxes, uncontended
from jaxfmm.tree.sorts import order_of
from jaxfmm.tree.structure import Nodes, Tree


def sort_by_segment(
    points: Array, numbers: Array, count: int, leaf_size: int
) -> tuple[Array, Array]:
    """(order, keys) as `keys.sort_by_key`: (n,), and (n, 4) whose first word is the segment.

    numbers: (n,) from 0 to count; `count` is the padding."""
    low, high = boxes(points, points, numbers, count + 1)
    sizes = _sizes(numbers, count + 1)
    widths = high - low
    side = widths.max(1) * stretch(sizes.astype(points.dtype), widths, leaf_size)
    words = interleaved(cells_of(points, low[numbers], side[numbers, None]), points.shape[1])
    first = numbers.astype(jnp.uint32)
    order = order_of(first, *words)
    keys = jnp.stack([first, *words, jnp.zeros_like(first)], axis=1)
    return order, keys[order]


def _sizes(numbers: Array, count: int) -> Array:
    """How many points each segment has, (count,)."""
    place, copies = uncontended(numbers, count)
    sizes = jnp.zeros(copies * count, jnp.int32).at[place].add(1)
    return sizes.reshape(copies, count).sum(0)


def roots_of(nodes: Nodes | Tree, numbers: Array, count: int) -> Array:
    """The root of the tree of each segment, (count,), -1 for a segment without points. numbers: of
    the points in the order of the tree."""
    capacity = len(nodes.start)
    used = lax.iota(jnp.int32, capacity) < nodes.n_nodes
    first, last = nodes.start, nodes.start + jnp.maximum(nodes.count, 1) - 1
    own = numbers.at[first].get(mode="clip")
    single = used & (own == numbers.at[last].get(mode="clip"))
    above = nodes.parent < 0
    above = above | ~single[jnp.maximum(nodes.parent, 0)]
    place = jnp.where(single & above, own, count)
    none = jnp.full(count, -1, jnp.int32)
    return none.at[place].set(lax.iota(jnp.int32, capacity), mode="drop")


def pairs_of_roots(targets: Array, sources: Array, images: int, bits: int) -> tuple[Array, Array]:
    """((2, pairs) roots of equal segments, those first that there are; how many there are).

    images: of all segments, those of a segment one after the other, or 1 for none. The second of a
    pair is an entry, see `entries`."""
    count = len(targets)
    each = images // count if images > 1 else 1
    numbers = jnp.arange(count * each, dtype=jnp.int32).reshape(count, each)
    shifted = numbers << bits if images > 1 else jnp.zeros_like(numbers)
    there = (targets >= 0) & (sources >= 0)
    row = jnp.where(there, jnp.cumsum(there, dtype=jnp.int32) - 1, count)
    place = row[:, None] * each + lax.iota(jnp.int32, each)[None]
    both = jnp.stack(
        [jnp.broadcast_to(targets[:, None], shifted.shape), sources[:, None] + shifted]
    )
    pairs = jnp.zeros((2, count * each), jnp.int32).at[:, place].set(both, mode="drop")
    return pairs, each * there.sum(dtype=jnp.int32)
