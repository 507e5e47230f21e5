"""The waves of Ewald sums over many small cells at once: structure factors by segment, without a
grid.

The waves of a cell with rows A have the vectors k = 2 pi m A^-T, with whole numbers m up to a
greatest one along each edge. With f = x A^-1, the coordinates of a point in its cell, a wave is

    exp(i k . x) = exp(2 pi i m_1 f_1) exp(2 pi i m_2 f_2) exp(2 pi i m_3 f_3) ,

so that few trigonometric functions and one product of small matrices for each block of points make
all of them. A block holds points of one segment, so segments may differ in size. Of m and -m one is
computed, those with m_3 >= 0.

The memory and the time of N points in a cell grow like N times the number of waves. So the work is
N^2 where pairs are cut off at a few distances of neighbours, which takes about N waves, and N^1.5
where the distance is chosen by the size of the cell (Perram, Petersen & de Leeuw, Mol. Phys. 65
(1988) 875)."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.cost_model.rates import platform_of
from jaxfmm.ewald.whole_cells import Cells, with_open_axes
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.pairs import components, pack_weights, unpack_results
from jaxfmm.kernels.periodic import inverse
from jaxfmm.kernels.screened import window_square, window_wave
from jaxfmm.kernels.segmented_cells import by_rows
from jaxfmm.request import Request

LEAST_BLOCK, MOST_BLOCK = 8, 64  # points in a block
# Nanoseconds of a wave at a point, to the structure factor and back: measured for float32 on two
# cores and on an H100. They are plain XLA with every backend.
WAVE = {"cpu": 6.0, "gpu": 0.016}
AT_ONCE = 2**24  # Blocks are computed together up to this many numbers.


@dataclasses.dataclass(frozen=True)
class SegmentWaves:
    """most: the greatest number m of the waves along each edge.  shape, terms: of the window, as in
    `parameters.EwaldParameters`.  layout: as in `nufft.periodic.PeriodicGrid`."""

    most: tuple[int, ...]
    shape: float
    terms: int
    layout: Any = None

    @property
    def count(self) -> int:
        """How many waves are computed."""
        return int(np.prod(self._sizes))

    @property
    def _sizes(self) -> tuple[int, ...]:
        *full, last = self.most
        return (*(2 * m + 1 for m in full), last + 1)

    @property
    def numbers(self) -> np.ndarray:
        """m of all waves, (*sizes, 3)."""
        *full, last = (np.arange(-m, m + 1.0) for m in self.most)
        axes = np.meshgrid(*full, last[self.most[-1] :], indexing="ij")
        return np.stack(axes, axis=-1)

    @property
    def multiplicity(self) -> np.ndarray:
        """2 for waves m that stand for -m too, which is not computed; 1 where the last number is
        0."""
        return np.where(self.numbers[..., 2] > 0, 2.0, 1.0)

    def __str__(self) -> str:
        return f"waves up to the numbers {' x '.join(map(str, self.most))}"

    def nanoseconds(self, request: Request, backend: str) -> float:
        """The predicted time of a sum."""
        return WAVE[platform_of(backend)] * self.count * request.n

    def rest(
        self,
        cells: Cells,
        sources: tuple[Array, Array],
        weights: dict[int, Array],
        targets: tuple[Array, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        """{b: (m, k) + (3,) * b}: the sum over waves of weights {a: (n, k) + (3,) * a}. sources,
        targets: points and their segments."""
        modes = self._spectrum(cells, *sources, weights)
        modes = modes * factors(self, cells)[:, None, None]
        if self.layout is None:
            return evaluate(self, cells, *targets, modes, orders)
        orders = tuple(sorted(orders))

        def at_points(of_all: tuple[Cells, Array], points: Array, segment: Array) -> Array:
            cells, modes = of_all
            return pack_weights(evaluate(self, cells, points, segment, modes, orders), 3)

        packed = self.layout.each(at_points, (cells, modes), *targets)
        return unpack_results(packed, orders, 3)

    def energies(
        self, cells: Cells, points: Array, segment: Array, weights: dict[int, Array]
    ) -> Array:
        """1/2 sum_m factors(m) |S(m)|^2, (count, k)."""
        modes = self._spectrum(cells, points, segment, weights)
        factor = factors(self, cells) * jnp.asarray(self.multiplicity, modes.dtype)[None]
        return 0.5 * einsum("sckpqr,spqr->sk", jnp.square(modes), factor)

    def _spectrum(
        self, cells: Cells, points: Array, segment: Array, weights: dict[int, Array]
    ) -> Array:
        """`spectrum`; over a mesh the sum of those of all devices."""
        if self.layout is None:
            return spectrum(self, cells, points, segment, weights)

        def of_points(cells: Cells, points: Array, segment: Array, *rows: Array) -> Array:
            return spectrum(self, cells, points, segment, dict(zip(weights, rows)))

        return self.layout.total(of_points, cells, points, segment, *weights.values())


class _Blocks(NamedTuple):
    """Points by blocks of one segment each. place (blocks, size): the number of the point in each
    slot; an empty slot has the number of all points. segment (blocks,): `count` in blocks without
    points."""

    place: Array
    segment: Array


def spectrum(
    waves: SegmentWaves, cells: Cells, points: Array, segment: Array, weights: dict[int, Array]
) -> Array:
    """The structure factors (count, 2, k, *sizes), real and imaginary parts, of weights {a: (n, k)
    + (3,) * a} of points (n, 3):

        S(m) = sum_j sum_a w_a(j) . d_y^a exp(-2 pi i m . f(y_j))
    """
    orders, count = tuple(sorted(weights)), len(cells.rows)
    inside, back = fractions(cells, points, segment)
    weights = {a: in_cell(weights[a], back, a) for a in orders}
    packed = pack_weights(weights, 3)  # (n, components, k)
    blocks = _blocks(segment, count)
    columns, (first, second, third) = packed.shape[1:], waves._sizes

    def of_blocks(arrays: tuple[Array, Array]) -> Array:
        f, w = arrays  # (b, size, 3), (b, size, components, k)
        plane, last = _phases(f, waves)
        both = jnp.stack(plane, axis=2)  # (b, size, 2, plane)
        left = w.reshape(*w.shape[:2], 1, -1, 1) * both[:, :, :, None]
        sums = einsum("bscwp,bsdq->bcdwpq", left, jnp.stack(last, axis=2))
        # exp(-i (a + b)) by the parts of exp(i a) and exp(i b)
        real, imaginary = sums[:, 0, 0] - sums[:, 1, 1], -sums[:, 0, 1] - sums[:, 1, 0]
        return jnp.stack([real, imaginary], axis=1)

    arrays = _take(inside, blocks.place), _take(packed, blocks.place)
    size = blocks.place.shape[1] * 2 * int(np.prod(columns)) * first * second
    every = _in_chunks(of_blocks, arrays, size)
    sums = jax.ops.segment_sum(every, blocks.segment, count + 1)[:count]
    sums = sums.reshape(count, 2, *columns, first, second, third)
    parts = [_times(sums[:, :, c], waves, a, -1) for c, a in enumerate(components(orders, 3))]
    return functools.reduce(jnp.add, parts)


def evaluate(
    waves: SegmentWaves,
    cells: Cells,
    points: Array,
    segment: Array,
    modes: Array,
    orders: Iterable[int],
) -> dict[int, Array]:
    """{b: (m, k) + (3,) * b}: derivatives of the field sum_m Re modes(m) exp(2 pi i m . f) over all
    m, at points (m, 3)."""
    orders, count = tuple(sorted(orders)), len(cells.rows)
    inside, back = fractions(cells, points, segment)
    wanted, k = components(orders, 3), modes.shape[2]
    modes = modes * jnp.asarray(waves.multiplicity, modes.dtype)[None, None, None]
    every = jnp.stack([_times(modes, waves, b, 1) for b in wanted], axis=2)
    every = every.reshape(count, 2, len(wanted) * k, -1, waves._sizes[2])
    blocks = _blocks(segment, count)

    def of_blocks(arrays: tuple[Array, Array]) -> Array:
        f, numbers = arrays
        plane, (cosine, sine) = _phases(f, waves)
        real, imaginary = jnp.moveaxis(every.at[numbers].get(mode="clip"), 1, 0)
        # over the last edge first; then the real part of the product with the plane's phases
        rows = jnp.concatenate([real, imaginary], axis=-1)  # (b, w, plane, 2 last)
        up = einsum("bwpq,bsq->bswp", rows, jnp.concatenate([cosine, -sine], axis=2))
        right = einsum("bwpq,bsq->bswp", rows, jnp.concatenate([sine, cosine], axis=2))
        return jnp.sum(up * plane[0][:, :, None] - right * plane[1][:, :, None], axis=3)

    arrays = _take(inside, blocks.place), blocks.segment
    size = blocks.place.shape[1] * 2 * every.shape[2] * every.shape[3]
    out = _in_chunks(of_blocks, arrays, size)
    flat = jnp.zeros((len(points), every.shape[2]), points.dtype)
    flat = flat.at[blocks.place.ravel()].set(out.reshape(-1, every.shape[2]), mode="drop")
    fields = unpack_results(flat.reshape(len(points), len(wanted), k), orders, 3)
    return {b: in_space(value, back, b) for b, value in fields.items()}


def factors(waves: SegmentWaves, cells: Cells) -> Array:
    """4 pi / (V k^2) c(k R) of the waves of each cell, and at zero the number that makes the mean
    over the cell zero; of cells with open axes and in the plane as in `whole_cells`. (count,
    *sizes). In units of R: V itself may be too large or too small for float32."""
    unit = lax.stop_gradient(cells.distances)[:, None, None]
    rows = cells.rows / unit
    numbers = jnp.asarray(2 * np.pi * waves.numbers, rows.dtype)
    vectors = einsum("abcp,sdp->sabcd", numbers, jax.vmap(inverse)(rows))
    square = jnp.sum(jnp.square(vectors), axis=-1)
    zero = (waves.numbers == 0).all(axis=-1)[None]
    safe = jnp.where(zero, 1, square)
    factor = jnp.where(
        zero, -0.5 * window_square(waves.shape), window_wave(safe, waves.shape) / safe
    )
    volume = (jnp.abs(jnp.linalg.det(rows)) * unit[:, 0, 0])[:, None, None, None]
    every = (waves.numbers[:, 0, 0, 0], waves.numbers[0, :, 0, 1], waves.numbers[0, 0, :, 2])
    return with_open_axes(4 * np.pi * factor / volume, cells, every)


def fractions(cells: Cells, points: Array, segment: Array) -> tuple[Array, Array]:
    """The coordinates f of points in their cells, (n, 3), and A^-1 of each, (n, 3, 3)."""
    back = jax.vmap(inverse)(cells.rows).at[segment].get(mode="clip")
    return by_rows(points, back), back


def in_cell(weights: Array, back: Array, order: int) -> Array:
    """Weights (n, k) + (3,) * order of derivatives in space, as of derivatives in f."""
    for axis in range(2, 2 + order):
        weights = jnp.moveaxis(by_rows(jnp.moveaxis(weights, axis, -1), back), -1, axis)
    return weights


def in_space(field: Array, back: Array, order: int) -> Array:
    """Derivatives in f, (m, k) + (3,) * order, as derivatives in space."""
    return in_cell(field, jnp.swapaxes(back, 1, 2), order)


def _blocks(segment: Array, count: int) -> _Blocks:
    n = len(segment)
    size = min(MOST_BLOCK, max(LEAST_BLOCK, 1 << max(0, -(-n // count) - 1).bit_length()))
    order = jnp.argsort(segment, stable=True)
    each = jnp.zeros(count + 1, jnp.int32).at[segment].add(1, mode="clip")[:count]
    stop, blocks = jnp.cumsum(each), -(-each // size)
    last = jnp.cumsum(blocks)
    number = lax.iota(jnp.int32, n // size + min(n, count))
    own = jnp.searchsorted(last, number, side="right").astype(jnp.int32)
    there = jnp.minimum(own, count - 1)
    first = (stop - each)[there] + (number - (last - blocks)[there]) * size
    place = first[:, None] + lax.iota(jnp.int32, size)[None]
    used = (own[:, None] < count) & (place < stop[there][:, None])
    index = jnp.where(used, order.at[place].get(mode="clip").astype(jnp.int32), n)
    return _Blocks(index, own)


def _take(array: Array, index: Array) -> Array:
    """The rows of an array, zeros for numbers beyond."""
    return array.at[index].get(mode="fill", fill_value=0)


def _phases(f: Array, waves: SegmentWaves) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """(cosines, sines) of the first two edges, (b, size, plane), and of the last, (b, size,
    last)."""
    whole = lax.stop_gradient(jnp.round(f))
    angle = 2 * np.pi * (f - whole)
    one = jnp.cos(angle), jnp.sin(angle)
    along = []
    for axis, most in enumerate(waves.most):
        cosine, sine = one[0][..., axis], one[1][..., axis]
        powers = [(jnp.ones_like(cosine), jnp.zeros_like(sine))]
        for _ in range(most):
            c, s = powers[-1]
            powers.append((c * cosine - s * sine, s * cosine + c * sine))
        if axis < 2:
            powers = [(c, -s) for c, s in powers[:0:-1]] + powers
        cosines, sines = (jnp.stack(part, axis=2) for part in zip(*powers))
        along.append((cosines, sines))
    (c1, s1), (c2, s2), last = along
    c1, s1, c2, s2 = c1[..., None], s1[..., None], c2[:, :, None], s2[:, :, None]
    plane = c1 * c2 - s1 * s2, s1 * c2 + c1 * s2
    shape = (*f.shape[:2], -1)
    return (plane[0].reshape(shape), plane[1].reshape(shape)), last


def _times(modes: Array, waves: SegmentWaves, derivative: tuple[int, ...], sign: int) -> Array:
    """Modes (count, 2, k, *sizes) times (sign 2 pi i m)^derivative."""
    order = sum(derivative)
    if not order:
        return modes
    power = np.prod((sign * 2 * np.pi * waves.numbers) ** np.array(derivative), axis=-1)
    real, imaginary = modes[:, 0], modes[:, 1]
    for _ in range(order % 4):
        real, imaginary = -imaginary, real
    return jnp.stack([real, imaginary], axis=1) * jnp.asarray(power, modes.dtype)[None, None, None]


def _in_chunks(function: Callable[[Any], Array], arrays: Any, size: int) -> Array:
    """The function of blocks, of as many at a time as may be. size: the numbers of a block."""
    blocks = len(jax.tree.leaves(arrays)[0])
    most = max(1, AT_ONCE // size)
    if blocks <= most:
        return function(arrays)
    count = -(-blocks // most)
    each = -(-blocks // count)
    padded = jax.tree.map(
        lambda x: jnp.pad(x, [(0, count * each - blocks)] + [(0, 0)] * (x.ndim - 1)).reshape(
            count, each, *x.shape[1:]
        ),
        arrays,
    )
    out = lax.map(jax.checkpoint(function), padded)
    return out.reshape(count * each, *out.shape[2:])[:blocks]
