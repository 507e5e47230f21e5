r"""Taylor expansions of any radial kernel that is smooth at a distance, `K(x - y) = f(|x - y|^2 /
2)`, in one to three dimensions.

For multi-indices c, in the order of `indices`, and the derivatives K_c = d^c K of the kernel,

    regular    R_c(u) = u^c / c!            irregular   I_c(u) = (-1)^|c| K_c(u)

for |c| <= p, hence n = binomial(p + d, d), and `K(x - y) = sum_c R_c(y) I_c(x)` for |y| << |x|, Taylor's series.
Sources of a cell (centre `c_s`, radius `r_s`) give at a far `x`, and far sources give in a cell (centre `c_t`, radius
`r_t`) at `x`,

    phi(x) = sum_c M_c r_s^|c| I_c(x - c_s)   with   M_c = sum_j q_j R_c((y_j - c_s) / r_s)
    phi(x) = sum_c L_c R_c((x - c_t) / r_t)

See `base` for shapes, weights and outputs. With the shift d = c_t - c_s, M2L is

    L_b = r_t^|b| sum_{|a| <= p, |a| + |b| <= p + 1} (-r_s)^|a| M_a K_{a+b}(d) .

Derivatives of degree p + 1 take as many products as degree p + 1 in all three would, whose error
the result has, with a third fewer coefficients.

Derivatives K_c come from f_n = d^n f / ds^n, s = |d|^2 / 2, which is all that is asked of a kernel (`Kernel.radial`),
by the recursion of McMurchie & Davidson (`kernels.base`). They are taken in units of |d|, in which their sizes are
those of small integers: with K(d; q) = |d|^degree K(d / |d|; q'), where q' are the kernel's parameters in this unit. So
float32 neither overflows nor underflows, whatever the order and the distance.

Reference: Dehnen, Comput. Astrophys. Cosmol. 1 (2014) 1, section 3; McMurchie & Davidson, J.
Comput. Phys. 26 (1978) 218."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import pytrees
from jaxfmm.expansions.derivatives import Harmonics, evaluate, full_tensors, moments
from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.kernels.pairs import multi_indices

MOST_ORDER = 10


def size(order: int, dim: int) -> Any:
    """How many coefficients there are."""
    return math.comb(order + dim, dim)


@functools.cache
def indices(order: int, dim: int) -> tuple[tuple[int, ...], ...]:
    """All multi-indices up to degree `order`, one degree after the other."""
    return tuple(c for degree in range(order + 1) for c in multi_indices(degree, dim)[0])


@functools.cache
def places(order: int, dim: int) -> dict[tuple[int, ...], int]:
    """{multi-index: its number}."""
    return {c: number for number, c in enumerate(indices(order, dim))}


def degrees(order: int, dim: int) -> np.ndarray:
    """|c| of every coefficient."""
    return np.array([sum(c) for c in indices(order, dim)])


def moved(c: Any, axis: int, by: int = -1) -> Any:
    """The multi-index with another power of an axis."""
    return (*c[:axis], c[axis] + by, *c[axis + 1 :])


@functools.cache
def steps(order: int, dim: int) -> np.ndarray:
    """For every coefficient but the first (axis, c - e_axis, c - 2 e_axis, c_axis - 1): how its
    derivative follows from derivatives with one and two powers less, as numbers of coefficients.
    Where there is no second one it is 0 and its factor too."""
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
    """The numbers of a + b (a, b) for all |a| = degree and |b| <= min(order, order + 1 - degree)."""
    place = places(order + 1, dim)
    rows = [
        [
            place[tuple(i + j for i, j in zip(a, b))]
            for b in indices(min(order, order + 1 - degree), dim)
        ]
        for a in multi_indices(degree, dim)[0]
    ]
    return np.array(rows, np.int32)


@functools.cache
def derivative_matrices(order: int, dim: int) -> np.ndarray:
    """d_k R_c = R_{c - e_k}: (dim, n, n) with ones, as `laplace3d.derivative_matrices`."""
    place = places(order, dim)
    matrices = np.zeros((dim, len(place), len(place)))
    for c, row in place.items():
        for axis in range(dim):
            if c[axis]:
                matrices[axis, row, place[moved(c, axis)]] = 1
    return matrices


def order_of(count: int, dim: int) -> Any:
    """The order with so many coefficients."""
    order = next(p for p in range(count) if size(p, dim) >= count)
    if size(order, dim) != count:
        raise ValueError(
            f"the last axis of the coefficients must be binomial(order + {dim}, {dim}) long, got {count}"
        )
    return order


@functools.cache
def harmonics(dim: int) -> Harmonics:
    """What `derivatives` asks of the functions R and I."""
    return Harmonics(
        dim,
        lambda coefficients: order_of(coefficients.shape[-1], dim),
        functools.partial(derivative_matrices, dim=dim),
        full_tensors,
    )


def regular(u: jax.Array, order: int) -> jax.Array:
    """R_c(u) (n, C, S) of places (C, S, d)."""
    dim, u = u.shape[-1], jnp.moveaxis(u, -1, 0)
    found = [jnp.ones_like(u[:1])]
    for degree in range(1, order + 1):
        parts = multi_indices(degree, dim)[0]
        axis = np.array([next(a for a in range(dim) if c[a]) for c in parts])
        above = [moved(c, a) for c, a in zip(parts, axis)]
        lower = np.array([multi_indices(degree - 1, dim)[0].index(c) for c in above])
        power = np.array([c[a] for c, a in zip(parts, axis)])
        factor = (1 / power).astype(u.dtype).reshape(-1, *[1] * (u.ndim - 1))
        found.append(found[-1][lower] * (u[axis] * factor))
    return jnp.concatenate(found)


def _powers(x: jax.Array, order: int) -> jax.Array:
    """x^0, ..., x^order along a new first axis."""
    found = [jnp.ones_like(x)]
    for _ in range(order):
        found.append(found[-1] * x)
    return jnp.stack(found)


def _by_degree(x: jax.Array, order: int, dim: int) -> jax.Array:
    """x^|c| (n, ...) of every coefficient."""
    return _powers(x, order)[degrees(order, dim)]


def _scaled(coefficients, factor, order, dim):
    """Coefficients (C, k, n) times factor^|c|, factor (C,)."""
    return coefficients * _by_degree(factor, order, dim).T[:, None]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Radial:
    """The operators for a radial kernel, of the shapes and units of `base`."""

    kernel: Kernel
    dim: int = dataclasses.field(metadata={"static": True})

    def size(self, order: int) -> Any:
        return size(order, self.dim)

    def derivatives(self, d: jax.Array, order: int) -> tuple[jax.Array, jax.Array]:
        """At places d (..., dim): their distances (...), zero counting as one, and the derivatives
        K_c (n, ...) in units of the distance, times distance^degree."""
        dim = self.dim
        r2 = jnp.sum(d * d, axis=-1)
        distance = jnp.sqrt(jnp.where(r2 > 0, r2, jnp.ones_like(r2)))
        u = jnp.moveaxis(d / distance[..., None], -1, 0)
        f = self.kernel.in_unit(distance).radial(jnp.sum(u * u, axis=0), order)
        f = [times_unit(jnp.broadcast_to(value, r2.shape), self.kernel, distance) for value in f]
        table, first = steps(order, dim), [size(k - 1, dim) if k else 0 for k in range(order + 2)]
        level: list = []
        for n in range(order, -1, -1):
            made = [f[n][None]]
            for k in range(1, order - n + 1):
                axis, one, two, factor = table[first[k] - 1 : first[k + 1] - 1].T
                value = u[axis] * level[k - 1][one - first[k - 1]]
                if k > 1:
                    factor = factor.astype(d.dtype).reshape(-1, *[1] * r2.ndim)
                    value = value + factor * level[k - 2][np.maximum(two - first[k - 2], 0)]
                made.append(value)
            level = jax.lax.optimization_barrier(
                made
            )  # or XLA would compute it anew for everyone that reads it
        return distance, jax.lax.optimization_barrier(jnp.concatenate(level))

    def irregular(self, x: jax.Array, radius: jax.Array, order: int) -> jax.Array:
        """radius^|c| I_c(x), (n, C, S), of places (C, S, d)."""
        distance, tensor = self.derivatives(x, order)
        return tensor * _by_degree(-radius[:, None] / distance, order, self.dim)

    def p2m(
        self, u: jax.Array, radius: jax.Array, weights: dict[int, jax.Array], order: int
    ) -> jax.Array:
        """Multipole coefficients of sources, `(C, k, n)`; as `laplace3d.p2m`."""
        return moments(harmonics(self.dim), regular(u, order), weights, radius, raising=True)

    def p2l(
        self, y: jax.Array, radius: jax.Array, weights: dict[int, jax.Array], order: int
    ) -> jax.Array:
        """Local coefficients of sources far from a cell, `(C, k, n)`; as `laplace3d.p2l`."""
        basis = self.irregular(y, radius, order + max(weights))
        return moments(harmonics(self.dim), basis, weights, -radius, raising=False)[
            ..., : self.size(order)
        ]

    def l2p(
        self, local: jax.Array, u: jax.Array, radius: jax.Array, outputs: tuple[int, int, int]
    ) -> dict[int, jax.Array]:
        """Fields of local coefficients and their derivatives, `{b: (C, T, k) + (d,) * b}`; as
        `laplace3d.l2p`."""
        basis = regular(u, order_of(local.shape[-1], self.dim))
        return evaluate(harmonics(self.dim), basis, local, radius, outputs, raising=False)

    def m2p(self, multipole, x, radius, outputs):
        """Fields of multipole coefficients and their derivatives; as `laplace3d.m2p`."""
        order = order_of(multipole.shape[-1], self.dim) + max(outputs)
        raised = jnp.pad(multipole, [(0, 0), (0, 0), (0, self.size(order) - multipole.shape[-1])])
        basis = self.irregular(x, radius, order)
        return evaluate(harmonics(self.dim), basis, raised, -radius, outputs, raising=True)

    def m2m(self, multipole, shift, child_radius, parent_radius, order):
        """Multipole of a parent from that of a child, `(C, k, n)`; shift: the child's centre from
        the parent's."""
        value = _scaled(multipole, child_radius / parent_radius, order, self.dim)
        return self._shifted(value, shift / parent_radius[:, None], order, -1)

    def l2l(self, local, shift, parent_radius, child_radius, order):
        """Local coefficients of a child from its parent's, `(C, k, n)`; shift as in `m2m`."""
        value = self._shifted(local, shift / parent_radius[:, None], order, 1)
        return _scaled(value, child_radius / parent_radius, order, self.dim)

    def _shifted(self, coefficients, t, order, sign):
        """sum_j t^j / j! times the coefficients of c + sign j, j any multi-index: one axis after
        the other."""
        for axis in range(self.dim):
            power, total = jnp.ones_like(t[:, axis]), coefficients
            padded = jnp.pad(coefficients, [(0, 0), (0, 0), (0, 1)])
            for j in range(1, order + 1):
                power = power * t[:, axis] / j
                total = (
                    total
                    + power[:, None, None] * padded[..., shifted(order, self.dim, axis, sign * j)]
                )
            coefficients = total
        return coefficients

    def m2l(self, multipole, d, source_radius, target_radius, order):
        """Local coefficients of a target cell from the multipole of a far source cell, `(C, k,
        n)`."""
        distance, tensor = self.derivatives(d, order + 1)
        value = _scaled(multipole, -source_radius / distance, order, self.dim)
        value = jax.lax.optimization_barrier(jnp.moveaxis(value, -1, 0))
        total = jnp.zeros_like(value).swapaxes(1, 2)  # (n, k, C): pairs last, along which loops are
        for degree in range(order + 1):
            first, last = size(degree - 1, self.dim) if degree else 0, size(degree, self.dim)
            numbers = products(order, self.dim, degree)
            part = jax.lax.optimization_barrier(tensor[numbers])
            part = (value[first:last].swapaxes(1, 2)[:, None] * part[:, :, None]).sum(0)
            total = total.at[: numbers.shape[1]].add(part)
        return _scaled(jnp.transpose(total, (2, 1, 0)), target_radius / distance, order, self.dim)
