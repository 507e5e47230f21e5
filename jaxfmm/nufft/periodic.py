"""Fourier series of points in a periodic cell, at any points: two linear maps, each the transpose
of the other.

In fractional coordinates s, of period one, with whole numbers m of modes and m* of the half of all
modes whose conjugates are the other half,

    spectrum   S(m*) = sqrt(c) sum_j sum_a w_a(j) . d^a exp(-2 pi i m . s_j) ,
    field      u_b(s_i) = d^b sum_m* sqrt(c) Re[ S(m*) exp(2 pi i m . s_i) ] ,

with c = 1 for modes whose conjugates are among m*, and 2 for others; field(spectrum(w)) is then a
sum over all modes. S has its real and its imaginary part, (2, k, *modes), and a phase that the
field takes away again: it is counted from half a window before the corner of the cell. The last
mode of each dimension has no sign and is left out.

Both go by a grid with a window (Dutt & Rokhlin 1993; see `nufft.gridding`), whose last nodes are
the first ones again. Both are primitives: their derivatives in points have one order more, and each
is the transpose of the other. Between them, a factor for each mode is plain JAX, and so are all its
derivatives in a cell."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.interpreters import ad, batching

from jaxfmm.backends import registry
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.pairs import components, pack_weights, unpack_results
from jaxfmm.native.platforms import one_by_one, primitive
from jaxfmm.nufft import gridding
from jaxfmm.nufft.gridding.grid import Grid, reach, transform
from jaxfmm.nufft.modes import TOGETHER, Modes, backward, forward


@dataclasses.dataclass(frozen=True)
class PeriodicGrid:
    """The grid of a periodic cell. shape: nodes per dimension, even.  width, beta, degree: of the
    window, see `gridding.Grid`.  backend: the one that was asked for, or None.  layout: the
    `sharding.layout.Layout` of points that are split over devices, of which each device then
    spreads and interpolates its own; None for others.  cells: how many cells have such a grid, more
    than one in a `stacked.StackedGrid`."""

    shape: tuple[int, ...]
    width: int
    beta: float
    degree: int
    backend: str | None = None
    layout: Any = None
    cells: int = 1

    @property
    def block(self) -> tuple[int, ...]:
        """The nodes of a cell, and the nodes behind the last that windows touch."""
        return tuple(n + r for n, r in zip(self.shape, reach(self.width, len(self.shape))))

    @property
    def whole(self) -> tuple[int, ...]:
        """The nodes of the array in which points are spread."""
        return self.block

    @functools.cached_property
    def extended(self) -> Grid:
        """The nodes of the array, at whole numbers."""
        width, beta, degree = self.width, self.beta, self.degree
        return Grid(shape=self.whole, spacing=1.0, width=width, beta=beta, degree=degree)

    @functools.cached_property
    def numbers(self) -> list[np.ndarray]:
        """The whole numbers m of the modes, per dimension."""
        *most, last = self.shape
        return [np.fft.fftfreq(n, 1 / n) for n in most] + [np.fft.rfftfreq(last, 1 / last)]

    @functools.cached_property
    def shares(self) -> tuple[list[np.ndarray], float]:
        """The transform of the window at each mode, relative to the mean, per dimension; and the
        same at the last mode."""
        every = [
            np.abs(transform(np.pi * self.width * m / n, self.beta))
            for n, m in zip(self.shape, self.numbers)
        ]
        mean, last = transform(np.array([0.0, 0.5 * np.pi * self.width]), self.beta)
        return [one / mean for one in every], float(abs(last) / mean)

    def modes(self, power: float) -> Modes:
        """Per dimension 2 pi m, and the inverse transform of the window times c^power, zero for the
        last mode."""
        half, out = self.width / 2, []
        for axis, (size, m) in enumerate(zip(self.shape, self.numbers)):
            factor = 1 / (half * transform(half * 2 * np.pi * m / size, self.beta))
            factor = np.where(2 * np.abs(m) == size, 0, factor)
            if axis == len(self.shape) - 1:
                factor = factor * np.where(m == 0, 1.0, 2.0) ** power
            out.append((2 * np.pi * m, factor))
        return out

    def together(self, derivatives: tuple[tuple[int, ...], ...], rhs: int) -> bool:
        """Whether the grids of all derivatives are made at a time."""
        nodes = int(np.prod(self.extended.shape)) * rhs
        return nodes * len(derivatives) <= TOGETHER

    def sort(self, operations: ModuleType, points: Array) -> Any:
        """Points (n, d), moved into the cell, in the order of a backend's operations."""
        inside = (points - jnp.floor(points)) * jnp.array(self.shape, points.dtype)[None]
        return operations.sort(self.extended, self.origin(points), inside)

    def origin(self, points: Array) -> Array:
        return jnp.zeros(len(self.shape), points.dtype)

    def folded(self, nodes: Array) -> Array:
        """Nodes (columns * cells, *shape) from those (columns, *extended.shape) that windows
        touch."""
        for axis, size in enumerate(self.shape, 1):
            nodes = _folded(nodes, axis, size)
        return nodes

    def unfolded(self, nodes: Array) -> Array:
        """The nodes (columns, *extended.shape) that windows touch, from (columns * cells, *shape).
        The transpose of `folded`."""
        for axis, beyond in enumerate(reach(self.width, len(self.shape)), 1):
            first = lax.slice_in_dim(nodes, 0, beyond, axis=axis)
            nodes = jnp.concatenate([nodes, first], axis=axis)
        return nodes

    def operations(self, platform: str) -> ModuleType:
        """The gridding of the backend."""
        return gridding.operations(registry.available(self.backend, platform))


def spectrum(grid: PeriodicGrid, points: Array, weights: dict[int, Array]) -> Array:
    """S, (2, k * cells, *modes), of weights {a: (n, k) + (d,) * a} at points (n, d)."""
    orders = tuple(sorted(weights))
    return spectrum_p.bind(points, *(weights[a] for a in orders), orders=orders, grid=grid)[0]


def field(
    grid: PeriodicGrid, points: Array, modes: Array, orders: Iterable[int]
) -> dict[int, Array]:
    """{b: (m, k) + (d,) * b} of S, (2, k * cells, *modes), at points (m, d)."""
    orders = tuple(sorted(orders))
    return dict(zip(orders, field_p.bind(points, modes, orders=orders, grid=grid), strict=True))


def _spectrum(
    points: Array, *weights: Array, orders: tuple[int, ...], grid: PeriodicGrid, platform: str
) -> list[Array]:
    dim, ops = points.shape[1], grid.operations(platform)
    derivatives, axes = components(orders, dim), tuple(range(1, dim + 1))
    packed = pack_weights(dict(zip(orders, weights)), dim)

    def of_points(_: Any, points: Array, packed: Array) -> Array:
        placed = grid.sort(ops, points)

        def spectra(weights: Array) -> Array:
            flat = weights.reshape(weights.shape[0], -1)
            nodes = ops.spread(grid.extended, grid.origin(points), placed, flat)
            modes = jnp.fft.rfftn(grid.folded(nodes), axes=axes)
            return modes.reshape(weights.shape[1], -1, *map(len, grid.numbers))

        together = grid.together(derivatives, packed.shape[2])
        out = forward(spectra, grid.modes(0.5), packed, derivatives, together)
        return jnp.stack([out.real, out.imag])

    if grid.layout is None:
        return [of_points(None, points, packed)]
    return [grid.layout.total(of_points, None, points, packed)]


def _field(
    points: Array, modes: Array, *, orders: tuple[int, ...], grid: PeriodicGrid, platform: str
) -> list[Array]:
    dim, ops = points.shape[1], grid.operations(platform)
    derivatives, axes = components(orders, dim), tuple(range(1, dim + 1))
    count = int(np.prod(grid.shape))

    def at_points(modes: Array, points: Array) -> Array:
        placed = grid.sort(ops, points)

        def values(modes: Array) -> Array:
            nodes = count * jnp.fft.irfftn(modes, s=grid.shape, axes=axes)
            nodes = grid.unfolded(nodes)
            return ops.interpolate(grid.extended, grid.origin(points), placed, nodes)

        together = grid.together(derivatives, modes.shape[1] // grid.cells)
        return backward(values, grid.modes(-0.5), lax.complex(*modes), derivatives, together)

    if grid.layout is None:
        out = at_points(modes, points)
    else:
        out = grid.layout.each(at_points, modes, points)
    results = unpack_results(out, orders, dim)
    return [results[b] for b in orders]


def _folded(nodes: Array, axis: int, size: int) -> Array:
    """Grids whose nodes from number `size` on are added to the first ones."""
    beyond = nodes.shape[axis] - size
    first, middle, last = (
        lax.slice_in_dim(nodes, *ends, axis=axis)
        for ends in ((0, beyond), (beyond, size), (size, size + beyond))
    )
    return jnp.concatenate([first + last, middle], axis=axis)


spectrum_p = primitive("jaxfmm_periodic_spectrum", _spectrum)
field_p = primitive("jaxfmm_periodic_field", _field)


@spectrum_p.def_abstract_eval
def _(points: Any, *weights: Any, orders: tuple[int, ...], grid: PeriodicGrid) -> list[Any]:
    k = weights[0].shape[1] * grid.cells
    return [jax.core.ShapedArray((2, k, *map(len, grid.numbers)), points.dtype)]


@field_p.def_abstract_eval
def _(points: Any, modes: Any, *, orders: tuple[int, ...], grid: PeriodicGrid) -> list[Any]:
    (m, dim), k = points.shape, modes.shape[1] // grid.cells
    return [jax.core.ShapedArray((m, k) + (dim,) * b, points.dtype) for b in orders]


def _nonzero(tangent: Any) -> bool:
    return type(tangent) is not ad.Zero


def _spectrum_jvp(
    primals: tuple, tangents: tuple, *, orders: tuple[int, ...], grid: PeriodicGrid
) -> tuple[list[Array], list[Any]]:
    """dS of weights w_a at points y: S of dw_a, and of w_a dy as weights of order a + 1."""
    (points, *weights), (d_points, *d_weights) = primals, tangents
    linear = {a: t for a, t in zip(orders, d_weights) if _nonzero(t)}
    if _nonzero(d_points):
        for a, w in zip(orders, weights):
            raised = einsum("nk...,ni->nk...i", w, d_points)
            linear[a + 1] = linear[a + 1] + raised if a + 1 in linear else raised
    out = spectrum(grid, points, dict(zip(orders, weights)))
    return [out], [spectrum(grid, points, linear)]


def _field_jvp(
    primals: tuple, tangents: tuple, *, orders: tuple[int, ...], grid: PeriodicGrid
) -> tuple[list[Array], list[Any]]:
    """du_b = u_(b+1) dx, and u_b of dS."""
    (points, modes), (d_points, d_modes) = primals, tangents
    above = {b + 1 for b in orders} if _nonzero(d_points) else set()
    out = field(grid, points, modes, set(orders) | above)
    parts = []
    if _nonzero(d_points):
        parts.append({b: einsum("mk...i,mi->mk...", out[b + 1], d_points) for b in orders})
    if _nonzero(d_modes):
        parts.append(field(grid, points, d_modes, orders))
    d_out = [functools.reduce(jnp.add, [part[b] for part in parts]) for b in orders]
    return [out[b] for b in orders], d_out


def _spectrum_transpose(
    cotangents: list, points: Any, *weights: Any, orders: tuple[int, ...], grid: PeriodicGrid
) -> tuple:
    """The transpose of S in weights w_a: the field u_a."""
    (modes,) = cotangents
    wanted = tuple(a for a, w in zip(orders, weights) if ad.is_undefined_primal(w))
    if not _nonzero(modes):
        return (None, *(ad.Zero(w.aval) if ad.is_undefined_primal(w) else None for w in weights))
    fields = field(grid, points, modes, wanted)
    return (None, *(fields.get(a) for a in orders))


def _field_transpose(
    cotangents: list, points: Any, modes: Any, *, orders: tuple[int, ...], grid: PeriodicGrid
) -> tuple:
    """The transpose of u_b in S: the spectrum of weights w_b."""
    weights = {b: ct for b, ct in zip(orders, cotangents) if _nonzero(ct)}
    return None, spectrum(grid, points, weights) if weights else ad.Zero(modes.aval)


def _batched(operation: Any) -> Callable:
    """Batches of weights, or of modes, alone are more right-hand sides, whose axis is 1; others go
    one by one."""

    def rule(args, dims, **params):
        points, *linear = args
        if dims[0] is not None:
            return one_by_one(operation)(args, dims, **params)
        size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
        folded = []
        for array, axis in zip(linear, dims[1:]):
            if axis is None:
                array = jnp.broadcast_to(array[:, None], (len(array), size, *array.shape[1:]))
            else:
                array = jnp.moveaxis(array, axis, 1)
            folded.append(array.reshape(len(array), -1, *array.shape[3:]))
        out = operation.bind(points, *folded, **params)
        return [o.reshape(o.shape[0], size, -1, *o.shape[2:]) for o in out], [1] * len(out)

    return rule


ad.primitive_jvps[spectrum_p], ad.primitive_jvps[field_p] = _spectrum_jvp, _field_jvp
ad.primitive_transposes[spectrum_p] = _spectrum_transpose
ad.primitive_transposes[field_p] = _field_transpose
for one in (spectrum_p, field_p):
    batching.primitive_batchers[one] = _batched(one)
