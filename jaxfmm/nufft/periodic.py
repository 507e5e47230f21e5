"""Fourier series of points in a periodic cell, at any points: two linear maps, each the transpose
of the other.

In fractional coordinates s, of period one, with whole numbers m of waves and m* those of half of
all waves, of which the others are conjugates,

    spectrum   S(m*) = sqrt(c) sum_j sum_a w_a(j) . d^a exp(-2 pi i m . s_j) ,
    field      u_b(s_i) = d^b sum_m* sqrt(c) Re[ S(m*) exp(2 pi i m . s_i) ] ,

with c = 1 for waves whose conjugates are among m*, and 2 for others; field(spectrum(w)) is then a
sum over all waves. S has its real and its imaginary part, (2, k, *waves), and a phase that the
field takes away again: it is counted from half a window before the corner of the cell. The last
wave of each dimension has no sign and is left out.

Both go by a grid with a window (Dutt & Rokhlin 1993; see `nufft.gridding`), whose last nodes are
the first ones again. Both are primitives: their derivatives in points have one order more, and each
is the transpose of the other. So what lies between them, a factor for each wave, is plain JAX, and
so are all its derivatives in a cell."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.interpreters import ad, batching

from jaxfmm.backends import registry as backends
from jaxfmm.kernels.pairs import components, pack_weights, unpack_results
from jaxfmm.native.platforms import one_by_one, primitive
from jaxfmm.nufft import gridding
from jaxfmm.nufft.gridding.grid import Grid, reach, transform
from jaxfmm.nufft.modes import TOGETHER, backward, forward


@dataclasses.dataclass(frozen=True)
class Torus:
    """The grid of a periodic cell. shape: nodes per dimension, even.  width, beta, degree: of the
    window, see `gridding.Grid`.  backend: the one that was asked for, or None."""

    shape: tuple[int, ...]
    width: int
    beta: float
    degree: int
    backend: str | None = None

    @functools.cached_property
    def grid(self) -> Grid:
        """The grid of nodes at whole numbers, with those behind the last that windows touch."""
        shape = tuple(n + r for n, r in zip(self.shape, reach(self.width, len(self.shape))))
        return Grid(shape=shape, spacing=1.0, width=self.width, beta=self.beta, degree=self.degree)

    @functools.cached_property
    def numbers(self) -> list[np.ndarray]:
        """The whole numbers m of the waves, per dimension."""
        *most, last = self.shape
        return [np.fft.fftfreq(n, 1 / n) for n in most] + [np.fft.rfftfreq(last, 1 / last)]

    @functools.cached_property
    def copies(self) -> np.ndarray:
        """c of each wave along the last dimension."""
        return np.where(self.numbers[-1] == 0, 1.0, 2.0)

    @functools.cached_property
    def shares(self) -> tuple[list[np.ndarray], float]:
        """Per dimension what the window has of each wave, over what it has of the mean; and the
        same of the last."""
        every = [
            np.abs(transform(np.pi * self.width * m / n, self.beta))
            for n, m in zip(self.shape, self.numbers)
        ]
        mean, last = transform(np.array([0.0, 0.5 * np.pi * self.width]), self.beta)
        return [one / mean for one in every], float(abs(last) / mean)

    def waves(self, power: float) -> list[tuple[np.ndarray, np.ndarray]]:
        """Per dimension 2 pi m, and what takes the window away again, times c^power: zero for the
        last wave."""
        half, out = self.width / 2, []
        for axis, (size, m) in enumerate(zip(self.shape, self.numbers)):
            factor = 1 / (half * transform(half * 2 * np.pi * m / size, self.beta))
            factor = np.where(2 * np.abs(m) == size, 0, factor)
            if axis == len(self.shape) - 1:
                factor = factor * self.copies**power
            out.append((2 * np.pi * m, factor))
        return out

    def together(self, derivatives: Any, rhs: int) -> bool:
        nodes = int(np.prod(self.grid.shape)) * rhs
        return nodes * len(derivatives) <= TOGETHER

    def placed(self, ops: Any, points: jax.Array) -> tuple[jax.Array, jax.Array]:
        inside = (points - jnp.floor(points)) * jnp.array(self.shape, points.dtype)[None]
        return ops.sort(self.grid, self.origin(points), inside)

    def origin(self, points: jax.Array) -> jax.Array:
        return jnp.zeros(len(self.shape), points.dtype)

    def operations(self, platform: str) -> Any:
        return gridding.operations(backends.available(self.backend, platform))


def spectrum(torus: Torus, points: Array, weights: dict[int, Array]) -> Array:
    """S, (2, k, *waves), of weights {a: (n, k) + (d,) * a} at points (n, d)."""
    orders = tuple(sorted(weights))
    return spectrum_p.bind(points, *(weights[a] for a in orders), orders=orders, torus=torus)[0]


def field(torus: Torus, points: Array, waves: Array, orders) -> dict[int, Array]:
    """{b: (m, k) + (d,) * b} of S, (2, k, *waves), at points (m, d)."""
    orders = tuple(sorted(orders))
    return dict(zip(orders, field_p.bind(points, waves, orders=orders, torus=torus), strict=True))


def _spectrum(
    points: jax.Array, *weights, orders: tuple[int, ...], torus: Torus, platform: str
) -> list[jax.Array]:
    dim, ops = points.shape[1], torus.operations(platform)
    derivatives, axes = components(orders, dim), tuple(range(1, dim + 1))
    packed = pack_weights(dict(zip(orders, weights)), dim)
    placed, grid = torus.placed(ops, points), torus.grid

    def spectra(weights):
        grids = ops.spread(
            grid, torus.origin(points), placed, weights.reshape(weights.shape[0], -1)
        )
        for axis, size in enumerate(torus.shape, 1):
            grids = _folded(grids, axis, size)
        return jnp.fft.rfftn(grids, axes=axes).reshape(*weights.shape[1:], *map(len, torus.numbers))

    out = forward(
        spectra, torus.waves(0.5), packed, derivatives, torus.together(derivatives, packed.shape[2])
    )
    return [jnp.stack([out.real, out.imag])]


def _field(points, waves, *, orders, torus, platform):
    dim, ops = points.shape[1], torus.operations(platform)
    derivatives, axes = components(orders, dim), tuple(range(1, dim + 1))
    placed, grid, nodes = torus.placed(ops, points), torus.grid, int(np.prod(torus.shape))

    def values(waves):
        grids = nodes * jnp.fft.irfftn(waves, s=torus.shape, axes=axes)
        for axis, more in enumerate(reach(torus.width, dim), 1):
            grids = jnp.concatenate([grids, lax.slice_in_dim(grids, 0, more, axis=axis)], axis=axis)
        return ops.interpolate(grid, torus.origin(points), placed, grids)

    together = torus.together(derivatives, waves.shape[1])
    out = backward(values, torus.waves(-0.5), lax.complex(*waves), derivatives, together)
    results = unpack_results(out, orders, dim)
    return [results[b] for b in orders]


def _folded(grids: jax.Array, axis: int, size: int) -> jax.Array:
    """Grids whose nodes from number `size` on are added to the first ones."""
    more = grids.shape[axis] - size
    parts = [
        lax.slice_in_dim(grids, *ends, axis=axis)
        for ends in ((0, more), (more, size), (size, size + more))
    ]
    return jnp.concatenate([parts[0] + parts[2], parts[1]], axis=axis)


spectrum_p = primitive("jaxfmm_torus_spectrum", _spectrum)
field_p = primitive("jaxfmm_torus_field", _field)


@spectrum_p.def_abstract_eval
def _(points: Any, *weights, orders: tuple[int, ...], torus: Torus) -> list[Any]:
    return [jax.core.ShapedArray((2, weights[0].shape[1], *map(len, torus.numbers)), points.dtype)]


@field_p.def_abstract_eval
def _(points: Any, waves, *, orders: tuple[int, ...], torus: Torus) -> list[Any]:
    (m, dim), k = points.shape, waves.shape[1]
    return [jax.core.ShapedArray((m, k) + (dim,) * b, points.dtype) for b in orders]


def _moved(tangent):
    return type(tangent) is not ad.Zero


_einsum = functools.partial(jnp.einsum, precision=lax.Precision.HIGHEST)


def _spectrum_jvp(primals, tangents, *, orders, torus):
    (points, *weights), (d_points, *d_weights) = primals, tangents
    linear = {a: t for a, t in zip(orders, d_weights) if _moved(t)}
    if _moved(d_points):
        for a, w in zip(orders, weights):
            raised = _einsum("nk...,ni->nk...i", w, d_points)
            linear[a + 1] = linear[a + 1] + raised if a + 1 in linear else raised
    out = spectrum(torus, points, dict(zip(orders, weights)))
    return [out], [spectrum(torus, points, linear) if linear else ad.Zero.from_primal_value(out)]


def _field_jvp(primals, tangents, *, orders, torus):
    (points, waves), (d_points, d_waves) = primals, tangents
    above = {b + 1 for b in orders} if _moved(d_points) else set()
    out, d_out = field(torus, points, waves, set(orders) | above), {b: [] for b in orders}
    for b in orders:
        if _moved(d_points):
            d_out[b].append(_einsum("mk...i,mi->mk...", out[b + 1], d_points))
    if _moved(d_waves):
        for b, value in field(torus, points, d_waves, orders).items():
            d_out[b].append(value)
    tangent = [
        sum(d[1:], d[0]) if d else ad.Zero.from_primal_value(out[b]) for b, d in d_out.items()
    ]
    return [out[b] for b in orders], tangent


def _spectrum_transpose(cotangents, points, *weights, orders, torus):
    (waves,) = cotangents
    wanted = tuple(a for a, w in zip(orders, weights) if ad.is_undefined_primal(w))
    if not _moved(waves):
        return (None, *(ad.Zero(w.aval) if ad.is_undefined_primal(w) else None for w in weights))
    found = field(torus, points, waves, wanted)
    return (None, *(found.get(a) for a in orders))


def _field_transpose(cotangents, points, waves, *, orders, torus):
    weights = {b: ct for b, ct in zip(orders, cotangents) if _moved(ct)}
    return None, spectrum(torus, points, weights) if weights else ad.Zero(waves.aval)


ad.primitive_jvps[spectrum_p], ad.primitive_jvps[field_p] = _spectrum_jvp, _field_jvp
ad.primitive_transposes[spectrum_p], ad.primitive_transposes[field_p] = (
    _spectrum_transpose,
    _field_transpose,
)


def _batched(made, axis_of_rhs):
    """Batches of weights, or of waves, alone are more right-hand sides; others go one by one."""

    def rule(args, dims, **params):
        points, *given = args
        if dims[0] is not None:
            return one_by_one(made)(args, dims, **params)
        size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
        folded = []
        for array, axis in zip(given, dims[1:]):
            if axis is None:
                array = jnp.broadcast_to(array[None], (size, *array.shape))
            else:
                array = jnp.moveaxis(array, axis, 0)
            array = jnp.moveaxis(array, 0, axis_of_rhs)
            shape = array.shape
            rhs = shape[axis_of_rhs] * shape[axis_of_rhs + 1]
            folded.append(array.reshape(*shape[:axis_of_rhs], rhs, *shape[axis_of_rhs + 2 :]))
        out = made.bind(points, *folded, **params)
        return [o.reshape(o.shape[0], size, -1, *o.shape[2:]) for o in out], [1] * len(out)

    return rule


batching.primitive_batchers[spectrum_p] = _batched(spectrum_p, 1)
batching.primitive_batchers[field_p] = _batched(field_p, 1)
