r"""Polyharmonic expansions of a radial kernel that is nearly harmonic, as 1/r with a softening, in
three dimensions.

They are Taylor's series, `K(x - y) = f(|x - y|^2 / 2)` in powers of x and of y, sorted by how far a
power is from being harmonic. With the solid harmonics R_lm of `laplace3d`, every polynomial is a
sum of

    R_klm(u) = |u|^(2k) R_lm(u)

(Almansi's theorem), and a harmonic kernel has the terms with k = 0 alone. A softening of length e
multiplies the terms with k by (e / d)^(2k) at the distance d, or less where d < e, since the kernel
is smooth there. So few degrees are kept for k > 0: l <= p for k = 0, l <= p - 3 for k = 1, l <= p -
5 for k = 2 and l <= p - 7 for k = 3 (`SHORTER`). Whatever the softening, errors are then close to
the errors of 1/r by its harmonics of order p: between two cells 0.5 to 100 e apart at most 1.5
times as large up to order 8, and 2 times at orders 9 and 10 (opening parameters 0.6 and 0.8).
Taylor's series (`taylor`) end at a degree of both cells together, and need order 10 for the error
of order 7 here.

Coefficients with k = 0 come first, at l*l + l + m, then coefficients with k = 1, and so on. Sources
of a cell (centre `c_s`, radius `r_s`), and far sources in a cell (centre `c_t`, radius `r_t`), give

    M_klm = sum_j q_j R_klm((y_j - c_s) / r_s)     phi(x) = sum_klm L_klm R_klm((x - c_t) / r_t)

Translations turn the shift d to the z axis, each k by itself as in `laplace3d`, where only equal m
mix, and back. Along z, in units of |d|, M2L is

    L_klm = r_t^(l + 2k) sum_k'l' U^m_(kl)(k'l') (-r_s)^(l' + 2k') M_k'l'm
    U^m_(kl)(k'l') = c_kl c_k'l' sum_i a_i g_j,n   with   j = k + k' + i ,   n = l + l' - 2i
    c_kl = (2l + 1) / ((2k)!! (2l + 2k + 1)!!) ,   R_lm R_l'm = sum_i a_i |u|^(2i) R_(n,0) + others

where g_j,n = d^n / ds^n Laplacian^j f at s = 1/2. All products are kept that a harmonic kernel has,
j = 0, and of the others those with l + 2k + l' + 2k' + 2i <= 2p - 3: two in three at order 7.
Errors are then at most 1.25 times as large where the softening is no longer than the distance; at
twice the distance, where errors are smallest, 1.5 times from order 6 on. The formula follows from
exp(a . b), whose part of degree l + 2k is c_kl sum_m R_klm(a) R_klm(b), with a derivative for b
(Hobson
1931, section 79): R_lm(grad) f = R_lm d^l f / ds^l."""

import dataclasses
import functools
import math
from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.base import Series
from jaxfmm.expansions.derivatives import Harmonics, full_tensors
from jaxfmm.expansions.laplace3d import operators as laplace3d
from jaxfmm.expansions.laplace3d.slots import frame, from_axis, slots, to_axis
from jaxfmm.full_precision import einsum, matmul
from jaxfmm.kernels.base import Kernel, times_unit

SHORTER = (0, 3, 5, 7)  # the order minus the highest l, for k = 0, 1, 2, 3
MOST_ORDER = 10


def orders(order: int) -> tuple[int, ...]:
    """The highest l of every k."""
    return tuple(order - shorter for shorter in SHORTER if order >= shorter)


def size(order: int) -> int:
    """The number of coefficients."""
    return sum((top + 1) ** 2 for top in orders(order))


def starts(order: int) -> list[int]:
    """The first coefficient of every k, and behind the last."""
    return np.cumsum([0, *((top + 1) ** 2 for top in orders(order))]).tolist()


@functools.cache
def places(order: int) -> dict[tuple[int, int, int], int]:
    """{(k, l, m): its number}."""
    every = [
        (k, l, m)
        for k, top in enumerate(orders(order))
        for l in range(top + 1)
        for m in range(-l, l + 1)
    ]
    return {one: number for number, one in enumerate(every)}


def degrees(order: int) -> np.ndarray:
    """l + 2k of every coefficient."""
    return np.array([l + 2 * k for k, l, _ in places(order)])


@functools.cache
def derivative_matrices(order: int) -> np.ndarray:
    """d_axis R_i = sum_j D[axis, i, j] R_j, (3, n, n), to be read only.

    |u|^(2k) R_lm has the derivative 2k u_axis |u|^(2k-2) R_lm + |u|^(2k) d_axis R_lm, and by
    Euler's identity

        u_axis R_lm = (R' + |u|^2 d_axis R_lm) / (2l + 1) ,   R' = sum_j d_axis(R_j) -> R_lm of
        degree l + 1 ."""
    place = places(order)
    matrices = np.zeros((3, len(place), len(place)))
    plain = laplace3d.derivative_matrices(order + 1)
    for (k, l, m), row in place.items():
        here, share = l * l + l + m, 2 * k / (2 * l + 1)
        for axis in range(3):
            lower, higher = plain[axis, here], plain[axis, :, here]  # of degrees l - 1 and l + 1
            for column in np.flatnonzero(lower).tolist():
                matrices[axis, row, place[_at(column, k)]] += lower[column] * (1 + share)
            for column in np.flatnonzero(higher).tolist() if k else ():
                value = higher[column] * 2 * k / (2 * l + 1)
                matrices[axis, row, place[_at(column, k - 1)]] += value
    return matrices


def _at(number: int, k: int) -> tuple[int, int, int]:
    """(k, l, m) of the harmonic with this number."""
    l = math.isqrt(number)
    return k, l, number - l * l - l


HARMONICS = Harmonics(3, size, derivative_matrices, full_tensors, terms=4)


def regular(u: Array, order: int) -> Array:
    """R_klm(u) (n, C, S) of places (C, S, 3)."""
    x, y, z = jnp.moveaxis(u, -1, 0)
    plain, square = laplace3d.regular(x, y, z, order), (x * x + y * y + z * z)[None]
    of_k = [plain]
    for top in orders(order)[1:]:
        of_k.append(of_k[-1][: (top + 1) ** 2] * square)
    return jnp.concatenate(of_k)


# Constants of M2L along z.


def along(order: int, m: int) -> list[tuple[int, int]]:
    """(k, l) of the coefficients that mix for one m >= 0, by k."""
    return [(k, l) for k, top in enumerate(orders(order)) for l in range(m, top + 1)]


def factor(k: int, l: int) -> float:
    """c_kl."""
    return (2 * l + 1) / (
        math.prod(range(2 * k, 0, -2)) * math.prod(range(2 * l + 2 * k + 1, 0, -2))
    )


@functools.cache
def _legendre(order: int) -> tuple[dict[tuple[int, int], np.ndarray], np.ndarray]:
    """sqrt((l - m)! / (l + m)!) P_l^m without a sign, by (l, m), at the nodes of a rule that is
    exact up to degree 2 order + 1, and its weights."""
    z, weights = np.polynomial.legendre.leggauss(order + 1)
    functions, top = {}, np.ones_like(z)
    for m in range(order + 1):
        lower, here = np.zeros_like(z), top
        for l in range(m, order + 1):
            functions[l, m] = here
            above = (2 * l + 1) * z * here - math.sqrt(l * l - m * m) * lower
            lower, here = here, above / math.sqrt((l + 1) ** 2 - m * m)
        top = top * np.sqrt((1 - z * z) * (2 * m + 1) / (2 * m + 2))
    return functions, weights


def keeps(order: int, degree: int, kind: int, i: int) -> bool:
    """Whether M2L takes the part i of products of this degree, for this k + k'."""
    return kind + i == 0 or degree + 2 * i <= 2 * order - 3


@functools.cache
def products(order: int, m: int) -> dict[tuple[int, int, int], dict[tuple[int, int], float]]:
    """{(l, l', k + k'): {(j, n): a_i}} for m <= l <= l': U without its factors c, which depends on
    k + k' alone."""
    kinds: dict[tuple[int, int], set[int]] = {}
    for k, l in along(order, m):
        for k2, l2 in along(order, m):
            kinds.setdefault((min(l, l2), max(l, l2)), set()).add(k + k2)
    result = {}
    for l, l2 in sorted(kinds):
        values = _linearised(order, m, l, l2)
        for kind in sorted(kinds[l, l2]):
            terms = {
                (kind + i, n): value
                for (i, n), value in values.items()
                if keeps(order, l + l2 + 2 * kind, kind, i)
            }
            if terms:
                result[l, l2, kind] = terms
    return result


def _linearised(order: int, m: int, l: int, l2: int) -> dict[tuple[int, int], float]:
    """{(i, n): a_i} of R_lm R_l'm, by quadrature."""
    functions, weights = _legendre(2 * order)
    both, values = weights * functions[l, m] * functions[l2, m], {}
    for i in range(l + 1):
        n = l + l2 - 2 * i
        value = (2 * n + 1) / 2 * np.sum(both * functions[n, 0])
        if abs(value) > 1e-14:
            values[i, n] = float(value)
    return values


@functools.cache
def slopes(order: int) -> list[tuple[int, int]]:
    """The (j, n) of all g_j,n that M2L needs, in an order in which each follows from earlier
    ones."""
    read = {at for m in range(order + 1) for terms in products(order, m).values() for at in terms}
    for j in range(max(j for j, _ in read), 0, -1):
        read |= {(j - 1, n + step) for i, n in read if i == j for step in (1, 2)}
    return sorted(read)


@functools.cache
def shifts(order: int, up: bool) -> dict[tuple[int, int], tuple[int, float]]:
    """{(row, column): (power, value)} of M2M (up) or L2L along z, the transposes of each other:
    exp(w D_z), with w to a power."""
    degree, step = degrees(order), derivative_matrices(order)[2]
    power, entries = np.eye(size(order)), {}
    for j in range(order + 1):
        for row, column in np.argwhere(np.abs(power) > 1e-13):
            value = float(power[row, column]) / math.factorial(j)
            at = (int(row), int(column)) if up else (int(column), int(row))
            entries[at] = int(abs(degree[row] - degree[column])), value
        power = power @ step
    return entries


@functools.cache
def _matrices(order: int, m: int) -> np.ndarray:
    """U^m as a constant matrix: from g_j,n in the order of `slopes` to (rows, rows), flat."""
    rows, terms = along(order, m), products(order, m)
    place = {at: i for i, at in enumerate(slopes(order))}
    matrix = np.zeros((len(place), len(rows), len(rows)))
    for row, (k, l) in enumerate(rows):
        for column, (k2, l2) in enumerate(rows):
            for at, value in terms.get((min(l, l2), max(l, l2), k + k2), {}).items():
                matrix[place[at], row, column] = value * factor(k, l) * factor(k2, l2)
    return matrix.reshape(len(place), -1)


def _to_axis(coefficients: Array, shift: Array, order: int) -> list[Array]:
    """The slots (2, C, k, N) of every k, turned so that the shift lies along z."""
    blocks = jnp.split(coefficients, starts(order)[1:-1], axis=-1)
    return [
        jnp.stack(to_axis(block, frame(shift, top), top, laplace3d.swapped))
        for top, block in zip(orders(order), blocks, strict=True)
    ]


def _from_axis(halves: list[Array], shift: Array, order: int) -> Array:
    """The coefficients of slots, turned back."""
    blocks = [
        from_axis(block, frame(shift, top), top, laplace3d.swapped)
        for top, block in zip(orders(order), halves, strict=True)
    ]
    return jnp.concatenate(blocks, axis=-1)


def _mixed(halves: list[Array], order: int, mix: Callable) -> list[Array]:
    """Slots of every k after `mix(m, part)` of the parts (2, C, k, rows) of every m, rows in the
    order of `along`."""
    masks = [slots(top)[1] for top in orders(order)]
    parts: list[list[Array]] = [[] for _ in masks]
    for m in range(order + 1):
        inside = [
            (k, np.flatnonzero(mask == m)) for k, mask in enumerate(masks) if (mask == m).any()
        ]
        value = mix(m, jnp.concatenate([halves[k][..., at] for k, at in inside], axis=-1))
        ends = np.cumsum([len(at) for _, at in inside])[:-1]
        for (k, _), part in zip(inside, jnp.split(value, ends, axis=-1)):
            parts[k].append(part)
    return [jnp.concatenate(part, axis=-1) for part in parts]


def _by_degree(coefficients: Array, factor: Array, order: int) -> Array:
    """Coefficients (C, k, n) times factor^(l + 2k), factor (C,)."""
    return coefficients * powers(factor, order)[degrees(order)].T[:, None]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Polyharmonic(Series):
    """The operators for a radial kernel, without M2P and P2L."""

    kernel: Kernel

    harmonics = HARMONICS
    regular = staticmethod(regular)

    def slopes(self, distance: Array, order: int) -> Array:
        """g_j,n in units of the distance (C,), times distance^degree, in the order of `slopes`:
        (number, C)."""
        one = jnp.ones_like(distance)
        f = self.kernel.in_unit(distance).radial(one, 2 * order)
        g: dict[tuple[int, int], Array] = {}
        for j, n in slopes(order):
            if j:
                g[j, n] = (3 + 2 * n) * g[j - 1, n + 1] + g[j - 1, n + 2]
            else:
                g[j, n] = times_unit(f[n] * one, self.kernel, distance)
        return jnp.stack(list(g.values()))

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole coefficients that comes from its child, `(C, k, n)`."""
        value = _by_degree(multipole, r_child / r_parent, order)
        matrices = derivative_matrices(order).transpose(0, 2, 1)
        return _shifted(value, shift / r_parent[:, None], order, matrices)

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent, `(C, k, n)`."""
        value = _shifted(local, shift / r_parent[:, None], order, derivative_matrices(order))
        return _by_degree(value, r_child / r_parent, order)

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole coefficients of a source cell,
        `(C, k, n)`."""
        length = frame(d, 0).length
        distance = jnp.where(length > 0, length, 1)
        g = self.slopes(distance, order).T
        halves = _to_axis(_by_degree(multipole, -r_s / distance, order), d, order)

        def mix(m, part):
            matrix = matmul(g, _matrices(order, m)).reshape(-1, part.shape[-1], part.shape[-1])
            return einsum("cij,hckj->hcki", matrix, part)

        local = _from_axis(_mixed(halves, order, mix), d, order)
        return _by_degree(local, r_t / distance, order)


def _shifted(coefficients: Array, t: Array, order: int, matrices: np.ndarray) -> Array:
    """exp(sum_axis t_axis D_axis) on coefficients (C, k, n), by Horner's rule; t (C, 3). matrices:
    the transposes of D, as rows are multiplied from the right."""
    total = coefficients
    for k in range(order, 0, -1):
        lower = sum(t[:, axis, None, None] * matmul(total, matrices[axis]) for axis in range(3))
        total = coefficients + lower / k
    return total
