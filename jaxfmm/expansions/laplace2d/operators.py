r"""Expansions of the 2D Laplace kernel `K(x - y) = -log |x - y| - offset` in real circular
harmonics.

With z = x_1 + i x_2, coefficient 0 has degree 0, and 2k - 1 and 2k are the cosine and the sine of
degree k:

    regular    R_0 = 1,                          R_{2k-1} + i R_2k = z^k / sqrt(k)
    irregular  I_0 = -log |z| - offset,          I_{2k-1} - i I_2k = z^-k / sqrt(k)

for k <= p, hence n = 2p + 1, and `K(x - y) = sum_i R_i(y) I_i(x)` for `|y| < |x|`; `base.Series`
says how coefficients follow. Translations are sums with binomial coefficients of complex numbers,
after Goude & Engblom.

Reference: Goude & Engblom, J. Supercomput. 63 (2013) 897, eq. 2.2, 2.3 and algorithms 3.4 to 3.6,
whose a_k are our (M_{2k-1} + i M_2k) r^k / -sqrt(k): the square roots make sources and targets,
regular and irregular, alike."""

import dataclasses
import functools
import math
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.base import Series
from jaxfmm.expansions.derivatives import Harmonics
from jaxfmm.full_precision import matmul


def size(order: int) -> int:
    """The number of coefficients."""
    return 2 * order + 1


@functools.cache
def derivative_matrices(order: int) -> np.ndarray:
    """As in `laplace3d`: d/dx R_k = sqrt(k (k - 1)) R_{k-1} for the complex R_k of degree k > 1,
    d/dx R_1 = 1, and d/dy = i d/dx. Returns (2, n, n)."""
    matrices = np.zeros((2, size(order), size(order)))
    if order:
        matrices[0, 1, 0] = matrices[1, 2, 0] = 1
    for k in range(2, order + 1):
        cosine, sine, value = 2 * k - 1, 2 * k, np.sqrt(k * (k - 1))
        matrices[0, cosine, cosine - 2] = matrices[0, sine, sine - 2] = value
        matrices[1, cosine, sine - 2], matrices[1, sine, cosine - 2] = -value, value
    return matrices


HARMONICS = Harmonics(2, size, derivative_matrices)


def regular(x: Array, y: Array, order: int) -> Array:
    """Regular harmonics (n,) + x.shape up to degree `order`."""
    roots = np.sqrt(np.arange(1, order + 1)).reshape((-1,) + (1,) * x.ndim)
    z = powers(lax.complex(x, y), order)[1:]
    parts = jnp.stack([z.real, z.imag], axis=1) / np.asarray(roots[:, None], x.dtype)
    return jnp.concatenate([jnp.ones_like(x)[None], parts.reshape((-1, *x.shape))])


def _inverted(x: Array, y: Array) -> tuple[Array, Array, Array]:
    """`(x, y) / r^2`, zero at the origin, and log r, zero at the origin too; free of overflow."""
    largest = jnp.maximum(jnp.abs(x), jnp.abs(y))
    apart = largest > 0
    scale = jnp.where(apart, largest, 1)
    x, y = x / scale, y / scale
    r2 = jnp.where(apart, x * x + y * y, 1)
    inverse = 1 / (r2 * scale)
    return x * inverse, y * inverse, jnp.log(scale) + 0.5 * jnp.log(r2)


def irregular(x: Array, y: Array, order: int) -> Array:
    """Irregular harmonics (n,) + x.shape, without the offset."""
    x, y, logarithm = _inverted(x, y)
    return regular(x, y, order).at[0].set(-logarithm)


def _roots(order: int) -> np.ndarray:
    """1, then sqrt(k), for coefficients (C, k, order + 1)."""
    return np.sqrt(np.maximum(np.arange(order + 1), 1))[None, None]


def to_complex(coefficients: Array) -> Array:
    """All degrees as complex numbers, (C, k, p + 1): M_0, then (M_{2k-1} + i M_2k) / sqrt(k)."""
    order = HARMONICS.order(coefficients)
    roots = np.asarray(_roots(order), coefficients.dtype)
    cosine = jnp.concatenate([coefficients[..., :1], coefficients[..., 1::2]], axis=-1)
    sine = jnp.pad(coefficients[..., 2::2], ((0, 0), (0, 0), (1, 0)))
    return lax.complex(cosine / roots, sine / roots)


def to_real(numbers: Array) -> Array:
    """The inverse of `to_complex`; of degree 0 the real part."""
    roots = np.asarray(_roots(numbers.shape[-1] - 1), numbers.real.dtype)
    parts = jnp.stack([numbers.real * roots, numbers.imag * roots], axis=-1)
    parts = parts.reshape(*numbers.shape[:2], -1)
    return jnp.concatenate([parts[..., :1], parts[..., 2:]], axis=-1)


def _rows(x: Array, order: int) -> Array:
    """x^0, ..., x^order of (C,) as (C, 1, order + 1), for products with complex coefficients."""
    return powers(x, order).T[:, None]


@dataclasses.dataclass(frozen=True)
class CircularHarmonics(Series):
    """The operators for the kernel -log r - offset; offset: a scalar, traced or not, or None for
    P2M, M2M, L2L and L2P alone, which do not depend on it."""

    offset: Any

    harmonics = HARMONICS

    def regular(self, u: Array, order: int) -> Array:
        return regular(u[..., 0], u[..., 1], order)

    def irregular(self, x: Array, radius: Array, order: int) -> Array:
        x = x / radius[:, None, None]
        basis = irregular(x[..., 0], x[..., 1], order)
        return basis.at[0].add(-(jnp.log(radius) + self.offset)[:, None])

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole coefficients of a source cell,
        `(C, k, n)`; zero for the shift zero of padding.

        With w = r_s / d, v = r_t / d and a_k = (M_{2k-1} + i M_2k) / sqrt(k), k > 0,

            b_0 = Re sum_k a_k w^k - M_0 (log |d| + offset)
            b_l = (-v)^l (sum_k binom(k + l - 1, l) a_k w^k + M_0 / l)

        where b_l = (L_{2l-1} - i L_2l) / sqrt(l)."""
        x, y, logarithm = _inverted(d[:, 0], d[:, 1])
        scaled = to_complex(multipole) * _rows(lax.complex(r_s * x, -r_s * y), order)
        matrix = conversion(order)
        sums = lax.complex(matmul(scaled.real, matrix), matmul(scaled.imag, matrix))
        constant = multipole[..., 0] * (logarithm + self.offset)[:, None]
        local = sums.at[..., 0].add(-_as_complex(constant))
        local = local * _rows(lax.complex(-r_t * x, r_t * y), order)
        return jnp.where((d != 0).any(1)[:, None, None], to_real(jnp.conj(local)), 0)

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole coefficients that comes from its child, `(C, k, n)`; the
        shift may be zero.

        a'_l = a_0 t^l / l + sum_k binom(l - 1, k - 1) t^(l - k) (r_child / r_parent)^k a_k with t =
        shift / r_parent: exp(t D) for the matrix D of the derivative, by Horner's rule."""
        coefficients = to_complex(multipole) * _rows(_as_complex(r_child / r_parent), order)
        raise_ = np.maximum(np.arange(order), 1)  # D[l, l - 1] for l = 1, ...
        return to_real(_exponential(coefficients, _over(shift, r_parent), raise_, (1, 0)))

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent, `(C, k, n)`.

        With b_k = (L_{2k-1} - i L_2k) / sqrt(k), b'_l = (r_child / r_parent)^l sum_k binom(k, l)
        t^(k - l) b_k."""
        lower = np.arange(1, order + 1)
        coefficients = _exponential(
            jnp.conj(to_complex(local)), _over(shift, r_parent), lower, (0, 1)
        )
        return to_real(jnp.conj(coefficients * _rows(_as_complex(r_child / r_parent), order)))


def _over(shift: Array, radius: Array) -> Array:
    """Shifts (C, 2) over radii (C,) as complex numbers (C, 1, 1)."""
    return lax.complex(shift[:, 0] / radius, shift[:, 1] / radius)[:, None, None]


def _as_complex(x: Array) -> Array:
    return lax.complex(x, jnp.zeros_like(x))


def _exponential(a: Array, t: Array, weights: np.ndarray, padding: tuple[int, int]) -> Array:
    """exp(t D) a, by Horner's rule, for a matrix D that has `weights` on the diagonal below the
    main one for the padding (1, 0), above it for (0, 1)."""
    order, weights = len(weights), np.asarray(weights, a.dtype)[None, None]
    inside = slice(None, -1) if padding == (1, 0) else slice(1, None)

    def step(i, b):
        moved = jnp.pad(b[..., inside] * weights, ((0, 0), (0, 0), padding))
        return a + t * moved / _as_complex((order - i).astype(a.real.dtype))

    return lax.fori_loop(0, order, step, a)


@functools.cache
def conversion(order: int) -> np.ndarray:
    """The matrix [k, l] of `m2l`, for rows from the left: binom(k + l - 1, l), and 1 / l for k = 0
    < l."""
    matrix = np.zeros((order + 1, order + 1))
    matrix[0, 1:] = 1 / np.arange(1, order + 1)
    for k in range(1, order + 1):
        matrix[k] = [math.comb(k + l - 1, l) for l in range(order + 1)]
    return matrix
