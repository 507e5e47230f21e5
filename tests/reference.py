"""Sums over all pairs in float64, written from the definitions of the kernels: what other tests
compare jaxfmm with.

`sums` is numpy, with the gradient by hand and the size of the terms that were added up, in which
rounding is to be measured. `dense` is the same in JAX, for derivatives of any kind. Nothing here
uses jaxfmm."""

import dataclasses
import functools
import itertools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special

STEP = 1e-6  # of r^2, relative, in differences that say how fast a term varies
BLOCK = 2_000_000  # pairs at a time


@dataclasses.dataclass(frozen=True)
class Radial:
    """K = value(xp, r2, p) and its gradient slope(xp, r2, p) (x - y), in numpy or jax.numpy, with p
    a dict of parameters; for r2 = 0 `limit(xp, r2, p)`, right to the order r^2, or None where such
    pairs are left out."""

    value: Any
    slope: Any
    limit: Any = None
    edge: str | None = None  # the parameter that is the distance at which K jumps
    logarithmic: bool = False  # the unit of length adds a constant


@dataclasses.dataclass(frozen=True)
class Pair:
    """K = function(x, y, *p.values()) for one pair in JAX, a scalar or a vector; `singular`: pairs
    at distance zero are left out."""

    function: Any
    singular: bool = False


class Cauchy:
    """K = 1 / (z_j - z) for points of the plane as complex numbers."""


def _softened(r2, p):
    return r2 + p.get("softening", 0.0) ** 2


def _spline(xp, r2, p):
    h = 2.8 * p["softening"]
    u = xp.sqrt(r2) / h
    inner = 14 / 5 - 16 / 3 * u**2 + 48 / 5 * u**4 - 32 / 5 * u**5
    outer = 16 / 5 - 1 / (15 * u) - 32 / 3 * u**2 + 16 * u**3 - 48 / 5 * u**4 + 32 / 15 * u**5
    return xp.where(u < 0.5, inner, xp.where(u < 1, outer, 1 / u)) / h


def _spline_slope(xp, r2, p):
    h = 2.8 * p["softening"]
    u = xp.sqrt(r2) / h
    inner = -32 / 3 + 192 / 5 * u**2 - 32 * u**3
    outer = 1 / (15 * u**3) - 64 / 3 + 48 * u - 192 / 5 * u**2 + 32 / 3 * u**3
    return xp.where(u < 0.5, inner, xp.where(u < 1, outer, -1 / u**3)) / h**3


# The derivatives of these two in a, without differences of larger numbers.
@jax.custom_jvp
def _screened(r, a):
    return jnp.exp(-a * r) / r


@jax.custom_jvp
def _screened_force(r, a):
    return (1 + a * r) * jnp.exp(-a * r) / r**2


@_screened.defjvp
def _(primals, tangents):
    r, a = primals
    return _screened(r, a), -_screened_force(r, a) * tangents[0] - jnp.exp(-a * r) * tangents[1]


@_screened_force.defjvp
def _(primals, tangents):
    r, a = primals
    force = _screened_force(r, a)
    return force, -(a * a * _screened(r, a) + 2 * force / r) * tangents[0] - a * jnp.exp(
        -a * r
    ) * tangents[1]


def _yukawa(xp, r2, p):
    r = xp.sqrt(r2)
    return (
        _screened(r, jnp.asarray(p["screening"])) if xp is jnp else np.exp(-p["screening"] * r) / r
    )


def _yukawa_slope(xp, r2, p):
    ar = p["screening"] * xp.sqrt(r2)
    return -(1 + ar) * xp.exp(-ar) / (r2 * xp.sqrt(r2))


def _matern(twice, xp, r2, p):
    ar = xp.sqrt(twice * r2) / p["length"]
    return {1: 1, 3: 1 + ar, 5: 1 + ar + ar**2 / 3}[twice] * xp.exp(-ar)


def _matern_slope(twice, xp, r2, p):
    a = np.sqrt(float(twice)) / p["length"]
    ar = a * xp.sqrt(r2)
    return -a * a * {1: 1 / ar, 3: 1, 5: (1 + ar) / 3}[twice] * xp.exp(-ar)


def _matern_limit(twice, xp, r2, p):
    return 1 - {1: 0, 3: 1 / 2, 5: 1 / 6}[twice] * twice * r2 / p["length"] ** 2


def _lennard_jones(xp, r2, p):
    six = (p["sigma"] ** 2 / r2) ** 3
    return xp.where(r2 < p["cutoff"] ** 2, 4 * p["epsilon"] * (six**2 - six), 0)


def _lennard_jones_slope(xp, r2, p):
    six = (p["sigma"] ** 2 / r2) ** 3
    return xp.where(r2 < p["cutoff"] ** 2, 24 * p["epsilon"] * (six - 2 * six**2) / r2, 0)


def _wendland(xp, r2, p):
    q = xp.minimum(xp.sqrt(r2) / p["radius"], 1)
    return (1 - q) ** 4 * (1 + 4 * q)


NODES, WEIGHTS = np.polynomial.legendre.leggauss(64)


def _entire(t):
    """Ein(t) = E_1(t) + log t + Euler's gamma, the integral of (1 - exp(-t u)) / u over u from 0 to
    1."""
    small = np.minimum(t, 1)
    series = -sum((-small) ** k / (k * math.factorial(k)) for k in range(1, 20))
    return np.where(
        t < 1,
        series,
        scipy.special.exp1(np.maximum(t, 1)) + np.log(np.maximum(t, 1)) + np.euler_gamma,
    )


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _integral(n, r2, rate):
    """The integral of v^(n - 1) exp(-r2 v) over v from 0 to rate, which has simple derivatives. For
    n = 0 the integral of (exp(-r2 v) - 1) / v, plus log(rate)."""
    t = (r2 * rate)[..., None]
    u, near = 0.5 + 0.5 * NODES, jnp.minimum(t, 40)
    inside = jnp.expm1(-near * u) / u if n == 0 else u ** (n - 1) * jnp.exp(-near * u)
    inside = (inside * (0.5 * WEIGHTS)).sum(-1) * rate**n + (jnp.log(rate) if n == 0 else 0)
    r2 = jnp.where(r2 * rate < 40, 1.0, r2)
    beyond = -jnp.log(r2) - np.euler_gamma if n == 0 else math.factorial(n - 1) / r2**n
    return jnp.where(t[..., 0] < 40, inside, beyond)


@_integral.defjvp
def _(n, primals, tangents):
    r2, rate = primals
    return _integral(n, r2, rate), (
        rate ** (n - 1) * jnp.exp(-r2 * rate) * tangents[1]
        - _integral(n + 1, r2, rate) * tangents[0]
    )


def _blob(xp, r2, p):
    """-log r - E_1(t) / 2."""
    if xp is jnp:
        return 0.5 * (_integral(0, r2, 0.5 / jnp.asarray(p["core"]) ** 2) + np.euler_gamma)
    return -0.5 * (_entire(r2 / (2 * p["core"] ** 2)) - np.euler_gamma + np.log(2 * p["core"] ** 2))


def _wave(xp, r2, p):
    return xp.exp(1j * p["wavenumber"] * xp.sqrt(r2)) / xp.sqrt(r2)


def _contour(last, step):
    """Places and weights of the trapezoidal rule for H_n(x) = 2 / (pi i^(n + 1)) times the integral
    of exp(i x cosh t) cosh(n t) from 0 to i + infinity (Abramowitz & Stegun, eq. 9.1.25)."""
    t = np.arange(0, last, step)
    weights = np.where(t > 0, step, step / 2) * (1 + 1j / np.cosh(t) ** 2)
    return np.cosh(t + 1j * np.tanh(t)), weights


@jax.custom_jvp
def _hankels(x):
    """H_0 and H_1 of the first kind; from x = 20 on by the asymptotic series."""
    large = x > 20
    small, far = jnp.where(large, 1, x), jnp.where(large, x, 20)
    out = [0, 0]
    for n in range(2):
        term = total = jnp.exp(1j * (far - (2 * n + 1) * np.pi / 4)) * jnp.sqrt(2 / (np.pi * far))
        for k in range(1, 20):
            term = term * (4 * n**2 - (2 * k - 1) ** 2) * 1j / (8 * k * far)
            total = total + term
        out[n] = total

    def add(sums, node):
        wave = node[1] * jnp.exp(1j * small * node[0])
        return (sums[0] + wave, sums[1] + wave * node[0]), None

    near, _ = jax.lax.scan(add, (0 * out[0], 0 * out[0]), _contour(34, 1 / 8))
    near = [2 / (np.pi * 1j ** (n + 1)) * value for n, value in enumerate(near)]
    return tuple(jnp.where(large, *both) for both in zip(out, near))


@_hankels.defjvp
def _(primals, tangents):
    (x,), (dx,) = primals, tangents
    zero, one = _hankels(x)
    return (zero, one), (-one * dx, (zero - one / x) * dx)


def _hankel(xp, degree, r2, p):
    x = p["wavenumber"] * xp.sqrt(r2)
    return 0.5j * np.pi * (_hankels(x)[degree] if xp is jnp else scipy.special.hankel1(degree, x))


def _gauss(xp, r2, p):  # in coordinates in which the bandwidth is 1, see `_frame`
    return xp.exp(-0.5 * r2)


FORMULAS = {
    "Laplace "
    "3D": Radial(lambda xp, r2, p: _softened(r2, p) ** -0.5, lambda xp, r2, p: -(_softened(r2, p) ** -1.5)),
    "Laplace 2D": Radial(
        lambda xp, r2, p: -0.5 * xp.log(_softened(r2, p)), lambda xp, r2, p: -1 / _softened(r2, p), logarithmic=True
    ),
    "Laplace spline": Radial(_spline, _spline_slope),
    "Cauchy": Cauchy(),
    "VortexBlob": Radial(
        _blob, lambda xp, r2, p: xp.expm1(-r2 / (2 * p["core"] ** 2)) / r2,
        lambda xp, r2, p: 0.5 * (np.euler_gamma - xp.log(2 * p["core"] ** 2) - r2 / (2 * p["core"] ** 2)),
        logarithmic=True,
    ),
    "Yukawa": Radial(_yukawa, _yukawa_slope),
    "Helmholtz": Radial(_wave, lambda xp, r2, p: (1j * p["wavenumber"] * xp.sqrt(r2) - 1) * _wave(xp, r2, p) / r2),
    "Helmholtz 2D": Radial(
        lambda xp, r2, p: _hankel(xp, 0, r2, p),
        lambda xp, r2, p: -p["wavenumber"] * _hankel(xp, 1, r2, p) / xp.sqrt(r2),
    ),
    "InverseMultiquadric": Radial(
        lambda xp, r2, p: (1 + r2 / p["length"] ** 2) ** -0.5,
        lambda xp, r2, p: -((1 + r2 / p["length"] ** 2) ** -1.5) / p["length"] ** 2,
        lambda xp, r2, p: 1 - 0.5 * r2 / p["length"] ** 2,
    ),
    "Multiquadric": Radial(
        lambda xp, r2, p: (1 + r2 / p["length"] ** 2) ** 0.5,
        lambda xp, r2, p: (1 + r2 / p["length"] ** 2) ** -0.5 / p["length"] ** 2,
        lambda xp, r2, p: 1 + 0.5 * r2 / p["length"] ** 2,
    ),
    "ThinPlate": Radial(lambda xp, r2, p: r2**1.5, lambda xp, r2, p: 3 * r2**0.5, lambda xp, r2, p: 0 * r2),
    "LennardJones": Radial(_lennard_jones, _lennard_jones_slope, edge="cutoff"),
    "Wendland": Radial(
        _wendland, lambda xp, r2, p: -20 / p["radius"] ** 2 * (1 - xp.minimum(xp.sqrt(r2) / p["radius"], 1)) ** 3,
        lambda xp, r2, p: 1 - 10 * r2 / p["radius"] ** 2,
    ),
    "Gaussian": Radial(_gauss, lambda xp, r2, p: -_gauss(xp, r2, p), lambda xp, r2, p: 1 - 0.5 * r2),
} | {
    "Matern "
    f"{twice}/2": Radial(*(functools.partial(f, twice) for f in (_matern, _matern_slope, _matern_limit)))
    for twice in (1, 3, 5)
}  # fmt: skip


def _frame(xp, p, dim):
    """W (d, d) in whose coordinates (x - y) W a kernel is radial; None for the coordinates as they
    are."""
    if "bandwidth" not in p:
        return None
    h = xp.asarray(p["bandwidth"])
    return (
        xp.linalg.inv(xp.linalg.cholesky(h)).T
        if h.ndim == 2
        else xp.eye(dim) / xp.broadcast_to(h, (dim,))[:, None]
    )


def steepness(p, dim):
    """The largest slope that a unit charge can have, about, for a Gaussian: 1 / h."""
    frame = _frame(np, p, dim)
    return 1.0 if frame is None else np.linalg.norm(frame.astype(float), 2)


def itself(formula, p, points):
    """K(x, x) at points (n, d) -> (n,), zero where such pairs are left out."""
    p, points = {k: np.asarray(v, np.float64) for k, v in p.items()}, np.asarray(points, np.float64)
    if isinstance(formula, Pair):
        values = jax.vmap(lambda x: formula.function(x, x, *p.values()))(points)
        return np.zeros(len(points)) if formula.singular else np.asarray(values)
    at_zero = 0.0 if getattr(formula, "limit", None) is None else formula.limit(np, 0.0, p)
    return np.full(len(points), at_zero)


class Sums(NamedTuple):
    """potential (m, ..., k), gradient (m, ..., d, k); the sizes of what was added up for each,
    (m, k): the sum of |q| (|K| + |dK / d log r|), and the same of the gradient; and the effect of a
    jump that rounding may move."""

    potential: np.ndarray
    gradient: np.ndarray
    potential_size: np.ndarray
    gradient_size: np.ndarray


def sums(formula, p, targets, sources, charges, dtype=float):
    """The `Sums` at targets (m, d) of sources (n, d) with charges (n, k).

    dtype: of the sums to compare with. Where K itself is beyond its range, sizes are infinite, or
    NaN for charges of zero; pairs that its rounding may put on either side of a jump of K count
    with their sizes over its epsilon."""
    limits = np.finfo(dtype)
    p = {name: np.asarray(value, np.float64) for name, value in p.items()}
    targets, sources = np.asarray(targets, np.float64), np.asarray(sources, np.float64)
    charges = np.asarray(charges).astype(complex if np.iscomplexobj(charges) else float)
    size = max(1, BLOCK // max(1, sources.size))
    starts = range(0, max(1, len(targets)), size)
    with np.errstate(all="ignore"):
        blocks = [
            _block(formula, p, targets[start : start + size], sources, float(limits.eps))
            for start in starts
        ]
        blocks = [
            (*block[:2], *(np.where(a > limits.max, np.inf, a) for a in block[2:]))
            for block in blocks
        ]
        parts = [np.concatenate([np.tensordot(K, q, (1, 0)) for K in column], axis=0) for q, column in zip(
            (charges, charges, abs(charges), abs(charges)), zip(*blocks))]  # fmt: skip
    return Sums(*parts)


def _block(formula, p, x, y, eps):
    """K (m, n, ...), its gradient (m, n, ..., d) and their sizes (m, n)."""
    if isinstance(formula, Pair):
        values, slopes = _pairs(formula, p, x, y)
        apart = (
            np.square(x[:, None] - y).sum(2) > 0
            if formula.singular
            else np.ones(values.shape[:2], bool)
        )
        values, slopes = (
            np.where(apart.reshape(apart.shape + (1,) * (a.ndim - 2)), a, 0)
            for a in (values, slopes)
        )
        sizes = [4 * np.abs(a).max(tuple(range(2, a.ndim)), initial=0) for a in (values, slopes)]
        return values, slopes, *sizes
    u = x[:, None] - y
    if isinstance(formula, Cauchy):
        difference = -(u[..., 0] + 1j * u[..., 1])
        inverse = np.divide(1, difference, where=difference != 0, out=np.zeros_like(difference))
        slopes = np.stack([inverse**2, 1j * inverse**2], axis=-1)
        return inverse, slopes, 2 * abs(inverse), 3 * abs(inverse) ** 2
    if (frame := _frame(np, p, x.shape[1])) is not None:
        u = u @ frame
    r2 = np.square(u).sum(2)
    apart = r2 > 0
    safe = np.where(apart, r2, 1)
    farther = safe * (1 + STEP)
    value, slope = formula.value(np, safe, p), formula.slope(np, safe, p)
    value_rate = 2 * (formula.value(np, farther, p) - value) / STEP
    slope_rate = 2 * (formula.slope(np, farther, p) - slope) / STEP
    if formula.edge is not None:
        near_edge = abs(safe / p[formula.edge] ** 2 - 1) < 2 * STEP
        flips = abs(safe / p[formula.edge] ** 2 - 1) < 16 * eps
        inside = dict(p, **{formula.edge: 2 * p[formula.edge]})
        jump = np.where(flips, 1 / max(eps, 1e-300), 1.0)
        value_rate = np.where(near_edge, jump * formula.value(np, safe, inside), value_rate)
        slope_rate = np.where(near_edge, jump * formula.slope(np, safe, inside), slope_rate)
    at_zero = 0 if formula.limit is None else formula.limit(np, np.zeros_like(r2), p)
    values = np.where(apart, value, at_zero)
    value_size = np.where(apart, abs(value) + abs(value_rate), abs(at_zero))
    if formula.logarithmic and len(y):
        value_size = value_size + abs(np.log(max(abs(u).max(initial=0), 1e-300)))
    along = u if frame is None else u @ frame.T
    slopes = np.where(apart, slope, 0)[..., None] * along
    slope_size = np.where(apart, 2 * abs(slope) + abs(slope_rate), 0) * np.linalg.norm(
        along, axis=2
    )
    return values, slopes, value_size, slope_size


@functools.partial(jax.jit, static_argnums=0)
def _pair_arrays(formula, p, x, y):
    value = functools.partial(dense_pairs, formula, p)
    return value(x, y), dense_slopes(value, x, y)


def _pairs(formula, p, x, y):
    return tuple(map(np.asarray, _pair_arrays(formula, p, x, y)))


# The same in JAX, float64 by the dtype of the arguments.


def dense_pairs(formula, p, x, y):
    """K (m, n, ...) of targets x (m, d) and sources y (n, d), with derivatives also where r = 0."""
    if isinstance(formula, Pair):

        def one(x, y):
            apart = jnp.square(x - y).sum() > 0
            value = formula.function(
                jnp.where(apart, x, y + 1) if formula.singular else x, y, *p.values()
            )
            return jnp.where(apart, value, 0) if formula.singular else value

        return jax.vmap(lambda x: jax.vmap(lambda y: one(x, y))(y))(x)
    u = x[:, None] - y[None]
    if isinstance(formula, Cauchy):
        r2 = jnp.square(u).sum(2)
        inverse = jnp.where(r2 > 0, 1 / jnp.where(r2 > 0, r2, 1), 0)
        return jax.lax.complex(-u[..., 0] * inverse, u[..., 1] * inverse)
    if (frame := _frame(jnp, p, x.shape[1])) is not None:
        u = u @ frame
    r2 = jnp.square(u).sum(2)
    apart = r2 > 0
    value = formula.value(jnp, jnp.where(apart, r2, 1), p)
    return jnp.where(
        apart, value, 0 if formula.limit is None else formula.limit(jnp, jnp.where(apart, 0, r2), p)
    )


def dense_slopes(pairs, x, y):
    """(m, n, ..., d): the derivatives of pairs(x, y) (m, n, ...), whose row i depends on x_i, in
    x_i."""
    axes = jnp.eye(x.shape[1], dtype=x.dtype)
    along = [jax.jvp(lambda x: pairs(x, y), (x,), (jnp.broadcast_to(e, x.shape),))[1] for e in axes]
    return jnp.stack(along, axis=-1)


def dense(formula, p, x, y, q, *, gradient=False, factors=None):
    """The potential (m, ..., k), or its gradient (m, ..., d, k), with charges q (n, k); factors:
    (m, n) that the terms are multiplied by."""
    pairs = functools.partial(dense_pairs, formula, p)
    K = dense_slopes(pairs, x, y) if gradient else pairs(x, y)
    if factors is not None:
        K = K * factors.reshape(factors.shape + (1,) * (K.ndim - 2)).astype(K.dtype)
    dtype = jnp.result_type(K.dtype, q.dtype)
    return jnp.tensordot(K.astype(dtype), q.astype(dtype), (1, 0), precision="highest")


def dense_parts(formula, p, x, y, q, moments, order):
    """What each source gives to each target by its charges q (n, k) and dipoles (n, d, k), and all
    derivatives of that up to an order: [(m, n, ..., k), (m, n, ..., k, d), ...]."""
    pairs = functools.partial(dense_pairs, formula, p)

    def given(x, y):
        K = pairs(x, y)
        out = K[..., None] * q.reshape(1, len(q), *(1,) * (K.ndim - 2), q.shape[1])
        if moments is None:
            return out
        along = jnp.stack(
            [
                jax.jvp(lambda y: pairs(x, y), (y,), (jnp.broadcast_to(e, y.shape),))[1]
                for e in jnp.eye(y.shape[1])
            ]
        )
        return out + jnp.einsum("imn...,nik->mn...k", along, moments, precision="highest")

    found = [given]
    for _ in range(order):
        found.append(functools.partial(dense_slopes, found[-1]))
    return [f(x, y) for f in found]


def dense_energy(formula, p, x, y, q, *, factors):
    """1/2 sum_ij f_ij q_i q_j K(x_i, y_j), (k,). In an energy y is x, and the factors f (n, n) are
    zero for i = j."""
    return 0.5 * jnp.sum(q * dense(formula, p, x, y, q, factors=factors), axis=0)


# Kernels of vectors: what a source with a vector gives, of the offset d (target minus source), the
# vector, a core or radius, and a normal.


def stokeslet(d, f, core, normal):
    s = jnp.vdot(d, d) + core**2
    return ((s + core**2) * f + d * jnp.vdot(d, f)) / s**1.5


def plane_stokeslet(d, f, _, normal):
    s = jnp.vdot(d, d)
    return -0.5 * jnp.log(s) * f + d * jnp.vdot(d, f) / s


def rotne_prager(d, f, a, normal):
    apart = jnp.vdot(d, d) > 0
    r = jnp.where(apart, jnp.sqrt(jnp.where(apart, jnp.vdot(d, d), 1)), 0)
    s = jnp.where(apart, r, 1)
    far = (1 + 2 * a**2 / (3 * s**2)) * f / s + (1 - 2 * a**2 / s**2) * d * jnp.vdot(d, f) / s**3
    near = 4 / (3 * a) * ((1 - 9 * r / (32 * a)) * f + 3 * d * jnp.vdot(d, f) / (32 * a * s))
    return jnp.where(r > 2 * a, far, near)


def stresslet(d, f, _, normal):
    return -6 * d * jnp.vdot(d, f) * jnp.vdot(d, normal) / jnp.vdot(d, d) ** 2.5


def vortex(d, alpha, core, normal):
    return jnp.cross(alpha, d) / (jnp.vdot(d, d) + core**2) ** 1.5


def norm(x):
    """The L2 norm, without overflow."""
    x = np.abs(np.asarray(x)).ravel()
    largest = x.max(initial=0)
    return largest * np.linalg.norm(x / largest) if 0 < largest < np.inf else largest


class LogDensity(NamedTuple):
    """log f (m,) and its gradient (m, d); sizes of the terms: of the exponents that matter, and of
    the gradient's."""

    value: np.ndarray
    gradient: np.ndarray
    value_size: np.ndarray
    gradient_size: np.ndarray


def _mirrored(ends, reach):
    """Signs and shifts of a coordinate and of its mirror images at ends, None for an open one,
    within a reach."""
    walls = [end for end in ends if end is not None]
    if len(walls) < 2:
        return [(1.0, 0.0), *((-1.0, 2 * end) for end in walls)]
    low, width = walls[0], walls[1] - walls[0]
    most = math.ceil(reach / (2 * width)) + 1
    copies = [2 * width * k for k in range(-most, most + 1)]
    return [
        (sign, shift + copy) for copy in copies for sign, shift in ((1.0, 0.0), (-1.0, 2 * low))
    ]


def log_density(points, weights, bandwidth, queries, *, scales=None, bounds=None, own=None):
    """The `LogDensity` at queries (m, d) of Gaussians at points (n, d), all in float64; bounds: as
    `KernelDensity`, by reflection; own: (m,) for each query a point to leave out."""
    n, dim = points.shape
    scales = np.ones(n) if scales is None else np.asarray(scales, np.float64)
    weights = np.ones(n) if weights is None else np.asarray(weights, np.float64)
    h = np.asarray(bandwidth, np.float64)
    root = np.linalg.cholesky(h) if h.ndim == 2 else np.diag(np.broadcast_to(h, (dim,)))
    whitening = np.linalg.inv(root).T
    volume = np.log(np.diag(root)).sum() + 0.5 * dim * np.log(2 * np.pi)
    center = points.mean(0)
    reach = (
        10 * scales.max(initial=0) * np.linalg.norm(root, axis=1)
    )  # in which a Gaussian counts, along each axis
    images = [_mirrored(pair, length) for pair, length in zip(bounds or [()] * dim, reach)]
    out = []
    for i, query in enumerate(np.asarray(queries, np.float64)):
        exponents, slopes, rounded = [], [], []
        keep = np.ones(n, bool)
        if own is not None:
            keep[own[i]] = False
        for image in itertools.product(*images):
            sign, shift = np.array(image).T
            u = (sign * query + shift - points[keep]) @ whitening / scales[keep, None]
            with np.errstate(divide="ignore"):
                exponents.append(
                    np.log(weights[keep]) - dim * np.log(scales[keep]) - 0.5 * np.square(u).sum(1)
                )
            slopes.append(-(u / scales[keep, None]) @ whitening.T * sign)
            # coordinates are rounded in bandwidths, before scales divide their differences
            rounded.append(
                np.linalg.norm(u, axis=1)
                * np.linalg.norm((query - center) @ whitening)
                / scales[keep]
            )
        exponents, slopes, rounded = map(np.concatenate, (exponents, slopes, rounded))
        most = exponents.max(initial=-np.inf)
        if not np.isfinite(most):
            out.append((most, np.full(dim, np.nan), np.inf, np.inf))
            continue
        share = np.exp(exponents - most)
        value = most + np.log(share.sum()) - np.log(weights[keep].sum()) - volume
        share = share / share.sum()
        lengths = np.linalg.norm(slopes, axis=1)
        value_size = share @ (abs(exponents) + rounded) + abs(volume)
        out.append((value, share @ slopes, value_size, share @ (lengths * (1 + abs(exponents)))))
    value, gradient, value_size, gradient_size = (np.array(column) for column in zip(*out))
    for c, pair in enumerate(bounds or ()):
        low, high = (e if end is None else end for e, end in zip((-np.inf, np.inf), pair))
        value = np.where((queries[:, c] >= low) & (queries[:, c] <= high), value, -np.inf)
    return LogDensity(value, gradient, value_size, gradient_size)
