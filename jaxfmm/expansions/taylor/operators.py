r"""Taylor expansions of any radial kernel that is smooth at a distance, `K(x - y) = f(|x - y|^2 /
2)`, in one to three dimensions.

For multi-indices c, in the order of `indices`, and the derivatives K_c = d^c K of the kernel,

    regular    R_c(u) = u^c / c!            irregular   I_c(u) = (-1)^|c| K_c(u)

for |c| <= p, hence n = binomial(p + d, d), and `K(x - y) = sum_c R_c(y) I_c(x)` for |y| << |x|,
Taylor's series; `base.Series` says how coefficients follow. With the shift d = c_t - c_s, M2L is

    L_b = r_t^|b| sum_{|a| <= p, |a| + |b| <= p + 1} (-r_s)^|a| M_a K_{a+b}(d) .

It has the error of degree p + 1 for a, b and a + b alike, with as many products and a third fewer
coefficients.

Derivatives K_c come from f_n = d^n f / ds^n, s = |d|^2 / 2 (`Kernel.radial`), by the recursion of
McMurchie & Davidson (`kernels.base`). They are taken in units of |d|, in which their sizes are
those of small integers: K(d; q) = |d|^degree K(d / |d|; q'), where q' are the kernel's parameters
in this unit. So float32 neither overflows nor underflows, whatever the order and the distance.

Reference: Dehnen, Comput. Astrophys. Cosmol. 1 (2014) 1, section 3; McMurchie & Davidson, J.
Comput. Phys. 26 (1978) 218."""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.expansions.base import Series
from jaxfmm.expansions.derivatives import Harmonics, Powers, full_tensors
from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.kernels.pairs import exponents

MOST_ORDER = 10


def size(order: int, dim: int) -> int:
    """The number of coefficients."""
    return math.comb(order + dim, dim)


@functools.cache
def indices(order: int, dim: int) -> tuple[Powers, ...]:
    """All multi-indices up to degree `order`, one degree after the other."""
    return tuple(c for degree in range(order + 1) for c in exponents(degree, dim))


@functools.cache
def places(order: int, dim: int) -> dict[Powers, int]:
    """{multi-index: its number}."""
    return {c: number for number, c in enumerate(indices(order, dim))}


def degrees(order: int, dim: int) -> np.ndarray:
    """|c| of every coefficient."""
    return np.array([sum(c) for c in indices(order, dim)])


def moved(c: Powers, axis: int, by: int = -1) -> Powers:
    """c + by e_axis."""
    return (*c[:axis], c[axis] + by, *c[axis + 1 :])


@functools.cache
def steps(order: int, dim: int) -> np.ndarray:
    """How the derivative of every coefficient c but the first follows from derivatives with one and
    two powers less: (axis, c - e_axis, c - 2 e_axis, c_axis - 1), as numbers of coefficients.
    Without a second one, its number and its factor are 0."""
    place = places(order, dim)

    def step(c):
        axis = min((a for a in range(dim) if c[a]), key=lambda a: c[a])
        lower = moved(c, axis)
        return axis, place[lower], place.get(moved(lower, axis), 0), c[axis] - 1

    return np.array([step(c) for c in indices(order, dim)[1:]], np.int32).reshape(-1, 4)


@functools.cache
def shifted(order: int, dim: int, axis: int, by: int) -> np.ndarray:
    """The number of c + by e_axis for every coefficient c, n where there is none."""
    place = places(order, dim)
    return np.array(
        [place.get(moved(c, axis, by), len(place)) for c in indices(order, dim)], np.int32
    )


@functools.cache
def products(order: int, dim: int, degree: int) -> np.ndarray:
    """The numbers of a + b (a, b) for all |a| = degree and |b| <= min(order, order + 1 -
    degree)."""
    place = places(order + 1, dim)
    right = indices(min(order, order + 1 - degree), dim)
    rows = [
        [place[tuple(i + j for i, j in zip(a, b))] for b in right] for a in exponents(degree, dim)
    ]
    return np.array(rows, np.int32)


@functools.cache
def derivative_matrices(order: int, dim: int) -> np.ndarray:
    """d_k R_c = R_{c - e_k}: (dim, n, n) with ones, as
    `expansions.laplace3d.operators.derivative_matrices`."""
    place = places(order, dim)
    matrices = np.zeros((dim, len(place), len(place)))
    for c, row in place.items():
        for axis in range(dim):
            if c[axis]:
                matrices[axis, row, place[moved(c, axis)]] = 1
    return matrices


@functools.cache
def harmonics(dim: int) -> Harmonics:
    """The derivatives of the functions R and I."""
    return Harmonics(
        dim,
        functools.partial(size, dim=dim),
        functools.partial(derivative_matrices, dim=dim),
        full_tensors,
    )


def regular(u: Array, order: int) -> Array:
    """R_c(u) (n, C, S) of places (C, S, d)."""
    dim, u = u.shape[-1], jnp.moveaxis(u, -1, 0)
    degrees = [jnp.ones_like(u[:1])]
    for degree in range(1, order + 1):
        parts = exponents(degree, dim)
        axis = np.array([next(a for a in range(dim) if c[a]) for c in parts])
        above = [moved(c, a) for c, a in zip(parts, axis)]
        lower = np.array([exponents(degree - 1, dim).index(c) for c in above])
        power = np.array([c[a] for c, a in zip(parts, axis)])
        factor = (1 / power).astype(u.dtype).reshape(-1, *[1] * (u.ndim - 1))
        degrees.append(degrees[-1][lower] * (u[axis] * factor))
    return jnp.concatenate(degrees)


def _by_degree(x: Array, order: int, dim: int) -> Array:
    """x^|c| (n, ...) of every coefficient."""
    powers = [jnp.ones_like(x)]
    for _ in range(order):
        powers.append(powers[-1] * x)
    return jnp.stack(powers)[degrees(order, dim)]


def _scaled(coefficients: Array, factor: Array, order: int, dim: int) -> Array:
    """Coefficients (C, k, n) times factor^|c|, factor (C,)."""
    return coefficients * _by_degree(factor, order, dim).T[:, None]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Taylor(Series):
    """The operators for a radial kernel."""

    kernel: Kernel
    dim: int = dataclasses.field(metadata={"static": True})

    regular = staticmethod(regular)

    @property
    def harmonics(self) -> Harmonics:
        return harmonics(self.dim)

    def derivatives(self, d: Array, order: int) -> tuple[Array, Array]:
        """At places d (..., dim): their distances (...), zero counting as one, and the derivatives
        K_c (n, ...) in units of the distance, times distance^degree."""
        dim = self.dim
        r2 = jnp.sum(d * d, axis=-1)
        distance = jnp.sqrt(jnp.where(r2 > 0, r2, jnp.ones_like(r2)))
        u = jnp.moveaxis(d / distance[..., None], -1, 0)
        f = self.kernel.in_unit(distance).radial(jnp.sum(u * u, axis=0), order)
        f = [times_unit(jnp.broadcast_to(value, r2.shape), self.kernel, distance) for value in f]
        table, first = steps(order, dim), [size(k - 1, dim) if k else 0 for k in range(order + 2)]
        level: list[Array] = []  # of f_(n + 1), by degree
        for n in range(order, -1, -1):
            degrees = [f[n][None]]
            for k in range(1, order - n + 1):
                axis, one, two, power = table[first[k] - 1 : first[k + 1] - 1].T
                value = u[axis] * level[k - 1][one - first[k - 1]]
                if k > 1:
                    factor = power.astype(d.dtype).reshape(-1, *[1] * r2.ndim)
                    value = value + factor * level[k - 2][np.maximum(two - first[k - 2], 0)]
                degrees.append(value)
            # or XLA would compute it anew for everyone that reads it
            level = jax.lax.optimization_barrier(degrees)
        return distance, jax.lax.optimization_barrier(jnp.concatenate(level))

    def irregular(self, x: Array, radius: Array, order: int) -> Array:
        distance, tensor = self.derivatives(x, order)
        return tensor * _by_degree(-radius[:, None] / distance, order, self.dim)

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole coefficients that comes from its child, `(C, k, n)`."""
        value = _scaled(multipole, r_child / r_parent, order, self.dim)
        return self._shifted(value, shift / r_parent[:, None], order, -1)

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent, `(C, k, n)`."""
        value = self._shifted(local, shift / r_parent[:, None], order, 1)
        return _scaled(value, r_child / r_parent, order, self.dim)

    def _shifted(self, coefficients: Array, t: Array, order: int, sign: int) -> Array:
        """sum_j t^j / j! times the coefficients of c + sign j, j any multi-index: one axis after
        the other."""
        for axis in range(self.dim):
            power, total = jnp.ones_like(t[:, axis]), coefficients
            padded = jnp.pad(coefficients, [(0, 0), (0, 0), (0, 1)])
            for j in range(1, order + 1):
                power = power * t[:, axis] / j
                moved = padded[..., shifted(order, self.dim, axis, sign * j)]
                total = total + power[:, None, None] * moved
            # or XLA would compute the sums of one axis anew for each that reads them
            coefficients = jax.lax.optimization_barrier(total)
        return coefficients

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole coefficients of a source cell,
        `(C, k, n)`."""
        distance, tensor = self.derivatives(d, order + 1)
        value = _scaled(multipole, -r_s / distance, order, self.dim)
        value = jax.lax.optimization_barrier(jnp.moveaxis(value, -1, 0))
        total = jnp.zeros_like(value).swapaxes(1, 2)  # (n, k, C): pairs last, along which loops are
        for degree in range(order + 1):
            first, last = size(degree - 1, self.dim) if degree else 0, size(degree, self.dim)
            numbers = products(order, self.dim, degree)
            part = jax.lax.optimization_barrier(tensor[numbers])
            part = (value[first:last].swapaxes(1, 2)[:, None] * part[:, :, None]).sum(0)
            total = total.at[: numbers.shape[1]].add(part)
        return _scaled(jnp.transpose(total, (2, 1, 0)), r_t / distance, order, self.dim)
