"""The direct sum: every target against every source, in blocks.

Memory is O(n + m). Sources are summed in blocks and the blocks with a compensated sum (Kahan 1965),
so that the rounding error does not grow with n (the aim of Hamada & Iitaka 2007, table 2).

A few targets would leave most of a GPU, or of many cores, without work. So the sources are split
into parts, whose sums at all targets are added in a second step, in a fixed order (as the threads
of a body in Nyland, Harris & Prins, GPU Gems 3 (2007), section 31.4.1)."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends import compiled, registry as backends
from jaxfmm.backends.registry import Sizes
from jaxfmm.backends.xla_p2p import accumulate, add_compensated
from jaxfmm.codegen.bodies import Body, parameters
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import with_numbers
from jaxfmm.kernels.pairs import components
from jaxfmm.passes.wide import is_wide, wide_sum

SOURCE_BLOCK = 256
TILE = 128  # A worker (a multiprocessor, a core) takes this many targets at a time.
# The sources have at most this many parts; a part has at least this many sources.
MOST_PARTS, LEAST_PART = 32, 256
MOST_ROWS = 2**22  # There are at most this many rows of results before the second step.
BUSY = 4  # A worker needs this many tiles at a time to be busy.
START = 64  # Starting a tile costs as much as this many sources.


def direct(
    kernel: Kernel,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
    platform: str,
    parts: int | None = None,
    accurate: bool = False,
) -> Array:
    """targets (m, d), sources (n, d), weights (n, A, k) -> (m, components, k). parts: the number of
    parts of the sources, None for the fastest. accurate: sums of float32 are accumulated as in
    float64."""
    (m, dim), n, rhs = targets.shape, sources.shape[0], weights.shape[2]
    targets, sources = with_numbers(kernel, targets, sources)
    if not backends.operations(backend).has("all_pairs") or 0 in (m, n, rhs):
        orders, sizes = (source_orders, target_orders), backends.sizes(platform)
        return by_blocks(kernel, targets, sources, weights, *orders, sizes, accurate=accurate)
    sides, columns = (components(source_orders, dim), components(target_orders, dim)), []
    values = parameters(kernel, targets.dtype)
    numbers = backends.operations(backend).PAIR_NUMBERS
    for first, stop, body in compiled.pair_bodies(
        kernel, *sides, rhs, targets.dtype, numbers=numbers
    ):
        of_run = weights[:, :, first:stop]
        sides_of_run = targets, sources, of_run
        out = all_pairs(backend, body, values, *sides_of_run, parts, accurate=accurate)
        columns.append(out.reshape(m, len(sides[1]), stop - first))
    return columns[0] if len(columns) == 1 else jnp.concatenate(columns, axis=2)


def all_pairs(
    backend: str,
    body: Body,
    parameters: Array,
    targets: Array,
    sources: Array,
    weights: Array,
    parts: int | None = None,
    *,
    accurate: bool = False,
) -> Array:
    """The sums of a pair body over all pairs by a compiled backend: (m, results)."""
    ops: Any = backends.operations(backend, accurate=accurate)
    m, n = len(targets), len(sources)
    size = -(-n // (parts or _parts(m, n, ops.workers())))
    partial = ops.all_pairs(body, parameters, targets, sources, weights, size)
    total, lost = partial[0], jnp.zeros_like(partial[0])
    for i in range(1, len(partial)):
        total, lost = add_compensated(total, lost, partial[i])
    return total


def _parts(m: int, n: int, workers: int) -> int:
    """Into how many parts to split the sources: the fewest that take at most 2% more than the least
    time of the busiest worker."""
    tiles = -(-m // TILE)

    def time(parts: int) -> int:
        return max(BUSY, -(-tiles * parts // workers)) * (-(-n // parts) + START)

    possible = range(1, max(1, min(MOST_PARTS, n // LEAST_PART, MOST_ROWS // m)) + 1)
    least = min(map(time, possible))
    return next(parts for parts in possible if time(parts) <= 1.02 * least)


def by_blocks(
    kernel: Kernel,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    sizes: Sizes,
    *,
    accurate: bool = False,
) -> Array:
    """The sum in plain XLA, of points with their own numbers."""
    (m, width), n, rhs = targets.shape, sources.shape[0], weights.shape[2]
    size = len(components(target_orders, width - kernel.own_numbers))
    if 0 in (m, n, rhs):
        return jnp.zeros((m, size, rhs), targets.dtype)
    if is_wide(kernel, width, source_orders, target_orders):
        return wide_sum(kernel, targets, sources, weights, source_orders, target_orders, sizes.rows)
    y = jnp.pad(sources, ((0, -n % SOURCE_BLOCK), (0, 0)), mode="edge").T[None]
    w = jnp.moveaxis(jnp.pad(weights, ((0, -n % SOURCE_BLOCK), (0, 0), (0, 0))), 0, -1)[None]
    block = min(sizes.block, max(8, m))
    rows = max(1, min(sizes.rows, -(-m // block)))
    x = jnp.pad(targets, ((0, -m % (rows * block)), (0, 0)), mode="edge")
    x = jnp.swapaxes(x.reshape(-1, rows, block, width), 2, 3)

    def rows_of_targets(x: Array) -> Array:
        @jax.checkpoint  # or reverse mode would keep every pair
        def visit(i: Array, sums: Any) -> Any:
            ys = lax.dynamic_slice_in_dim(y, i * SOURCE_BLOCK, SOURCE_BLOCK, axis=2)
            ws = lax.dynamic_slice_in_dim(w, i * SOURCE_BLOCK, SOURCE_BLOCK, axis=3)
            orders = source_orders, target_orders
            parts = accumulate(kernel, x, ys, ws, SOURCE_BLOCK, *orders, sizes, accurate=accurate)
            return tuple(add_compensated(t, lost, p) for (t, lost), p in zip(sums, parts))

        zero = jnp.zeros((rows, rhs, block), x.dtype)
        sums = lax.fori_loop(0, y.shape[2] // SOURCE_BLOCK, visit, ((zero, zero),) * size)
        return jnp.stack([total for total, _ in sums])

    result = lax.map(rows_of_targets, x)  # (chunks, components, rows, k, block)
    return jnp.transpose(result, (0, 2, 4, 1, 3)).reshape(-1, size, rhs)[:m]
