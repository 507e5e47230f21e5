"""Sums of vector kernels as sums of scalar ones.

With harmonic potentials phi_j of the components of forces and psi of y . f, the velocity by forces
is

    u_i = phi_i - x_j d_i phi_j + d_i psi

(Tornberg & Greengard, J. Comput. Phys. 227 (2008) 1613, section 3; Fu & Rodin 2000): d + 1
right-hand sides of one harmonic sum. Its terms cancel for points that are much closer to each other
than to the centre. So pairs of the P2P list are summed by derivatives of a biharmonic function,
whose terms do not cancel.

Coordinates are about the plan's centre. Charges are (n, c, k), c components of k right-hand sides.
"""

import dataclasses
from collections.abc import Callable
from typing import Protocol

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.biharmonic import levi_civita


class Part(Protocol):
    """A sum of a scalar kernel, as a part of the sum of a vector kernel."""

    @property
    def kernel(self) -> Kernel: ...

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        """{a: (n, r, k) + (d,) * a}: r right-hand sides of the scalar kernel for each of the k."""
        ...

    def orders(self, order: int) -> tuple[int, ...]:
        """The target orders from which `results` computes derivatives of an order."""
        ...

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        """From {b: (m, r, k) + (d,) * b} the derivatives (m, c, k) + (d,) * order."""
        ...


def total(
    parts: list[Part],
    charges: jax.Array,
    x: jax.Array,
    y: jax.Array,
    orders: tuple[int, ...],
    summed: Callable[[Kernel, dict, tuple[int, ...]], dict],
) -> dict[int, jax.Array]:
    """{b: (m, c, k) + (d,) * b}: the sum of the parts. summed: a function of a kernel, weights {a:
    (n, k) + (d,) * a} and target orders, with the result {b: (m, k) + (d,) * b}."""
    count = charges.shape[2]
    results: dict[int, jax.Array] = {}
    for part in parts:
        weights = part.weights(charges, y)
        rows = next(iter(weights.values())).shape[1]
        flat = {a: w.reshape(w.shape[0], rows * count, *w.shape[3:]) for a, w in weights.items()}
        target_orders = tuple(sorted({b for order in orders for b in part.orders(order)}))
        out = summed(part.kernel, flat, target_orders)
        out = {b: v.reshape(v.shape[0], rows, count, *v.shape[2:]) for b, v in out.items()}
        for order in orders:
            value = part.results(out, x, order)
            results[order] = results[order] + value if order in results else value
    return results


@dataclasses.dataclass(frozen=True)
class Curl:
    """The curl of the potentials of vectors in three dimensions."""

    kernel: Kernel

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        return {0: charges}

    def orders(self, order: int) -> tuple[int, ...]:
        return (order + 1,)

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        return einsum("ilj,mjk...l->mik...", levi_civita(x.dtype), values[order + 1])


@dataclasses.dataclass(frozen=True)
class NearGradient:
    """`factor` times grad of sum_j f_j . grad_y g, or with `normals` (n, d) of sum_j S : grad_y
    grad_y g with the symmetric part S of f n."""

    kernel: Kernel
    factor: float = 1.0
    normals: jax.Array | None = None

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        if self.normals is None:
            return {1: jnp.moveaxis(charges, 1, 2)[:, None]}
        return {2: jnp.moveaxis(_symmetric(charges, self.normals), (1, 2), (-2, -1))[:, None]}

    def orders(self, order: int) -> tuple[int, ...]:
        return (order + 1,)

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        return self.factor * _gradient(values[order + 1])


@dataclasses.dataclass(frozen=True)
class NearPotentials:
    """`factor` times the potentials of the components of vectors, or with `normals` of the dipoles
    S_i."""

    kernel: Kernel
    factor: float = 1.0
    normals: jax.Array | None = None

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        if self.normals is None:
            return {0: charges}
        return {1: jnp.moveaxis(_symmetric(charges, self.normals), 2, -1)}

    def orders(self, order: int) -> tuple[int, ...]:
        return (order,)

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        return self.factor * values[order]


@dataclasses.dataclass(frozen=True)
class NearTrace:
    """`factor` times grad of the potential of the charges f . n."""

    kernel: Kernel
    normals: jax.Array
    factor: float = 1.0

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        return {0: einsum("nck,nc->nk", charges, self.normals)[:, None]}

    def orders(self, order: int) -> tuple[int, ...]:
        return (order + 1,)

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        return self.factor * _gradient(values[order + 1])


@dataclasses.dataclass(frozen=True)
class FarVelocity:
    """`factor` times the velocity by forces that are far, from d + 1 harmonic potentials. sphere: a
    number, times which -grad grad (1 / r) f is added. With `normals` (n, d) the velocity by the
    stresses S."""

    kernel: Kernel
    factor: float = 1.0
    sphere: float | jax.Array | None = None
    normals: jax.Array | None = None

    def weights(self, charges: jax.Array, y: jax.Array) -> dict[int, jax.Array]:
        if self.normals is not None:
            rows = jnp.moveaxis(_symmetric(charges, self.normals), 2, -1)
            return {1: jnp.concatenate([rows, einsum("ni,niks->nks", y, rows)[:, None]], axis=1)}
        weights = {0: jnp.concatenate([charges, einsum("nc,nck->nk", y, charges)[:, None]], axis=1)}
        if self.sphere is not None:
            dipoles = jnp.asarray(self.sphere, y.dtype) * jnp.moveaxis(charges, 1, 2)[:, None]
            zeros = jnp.zeros((len(y), charges.shape[1], *dipoles.shape[2:]), y.dtype)
            weights[1] = jnp.concatenate([zeros, dipoles], axis=1)
        return weights

    def orders(self, order: int) -> tuple[int, ...]:
        return order, order + 1

    def results(self, values: dict[int, jax.Array], x: jax.Array, order: int) -> jax.Array:
        phi, above = values[order][:, :-1], values[order + 1]
        out = phi - jnp.moveaxis(einsum("mj,mj...->m...", x, above[:, :-1]) - above[:, -1], -1, 1)
        for axis in range(3, 3 + order):  # the derivatives of x_j
            out = out - jnp.swapaxes(phi, 1, axis)
        return self.factor * out


def _gradient(above: jax.Array) -> jax.Array:
    """One row (m, 1, k) + (d,) * (b + 1) as vectors (m, d, k) + (d,) * b."""
    return jnp.moveaxis(above[:, 0], -1, 1)


def _symmetric(charges: jax.Array, normals: jax.Array) -> jax.Array:
    """(f n + n f) / 2: (n, c, d, k)."""
    dyad = charges[:, :, None] * normals[:, None, :, None]
    return (dyad + jnp.swapaxes(dyad, 1, 2)) * np.asarray(0.5, charges.dtype)
