"""Coefficients in three dimensions for rotations: slots, and the turn of a shift to the z axis.

Coefficients (C, k, n) are held in slots (l, m >= 0) sorted by m, in two halves, even and odd under
x -> -x: the cosines of even m and the sines of odd m, and the others; (2, C, k, N). In this form a
rotation about z is a complex multiplication, and all other steps keep the halves apart. A shift d
is turned to the z axis by Q = X Rz(psi) X Rz(-phi), where X exchanges y and z."""

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.expansions.derivatives import matmul


def degrees(order: int) -> tuple[np.ndarray, np.ndarray]:
    """`l` and `m` of every coefficient."""
    l = np.repeat(np.arange(order + 1), 2 * np.arange(order + 1) + 1)
    return l, np.arange(len(l)) - l * l - l


def order_of(coefficients: jax.Array) -> Any:
    """The order that the last axis stands for."""
    n = coefficients.shape[-1]
    order = math.isqrt(n) - 1
    if (order + 1) ** 2 != n:
        raise ValueError(
            f"the last axis of the coefficients must be (order + 1)**2 long, got shape {coefficients.shape}"
        )
    return order


@functools.cache
def slots(order: int) -> tuple[np.ndarray, np.ndarray]:
    """`l` and `m` of every slot."""
    l, m = np.array([(l, m) for m in range(order + 1) for l in range(m, order + 1)]).T
    return l, m


@functools.cache
def indices(order: int) -> np.ndarray:
    """Coefficient of every even and odd slot, `(2, N)`: an odd slot of `m = 0` repeats the even
    one, unread."""
    l, m = slots(order)
    sign = np.where(m % 2, -1, 1)
    return l * l + l + np.stack([sign * m, -sign * m])


def split(coefficients: jax.Array) -> jax.Array:
    """From coefficients to slots, `(C, k, n)` to `(2, C, k, N)`."""
    even, odd = indices(order_of(coefficients))
    return jax.lax.optimization_barrier(
        jnp.stack([coefficients[..., even], coefficients[..., odd]])
    )


def merge(slots: jax.Array, order: int) -> jax.Array:
    """From slots to coefficients."""
    first = np.unique(indices(order), return_index=True)[1]
    return jnp.concatenate([slots[0], slots[1]], axis=-1)[..., first]


@functools.cache
def groups(order: int, by: int) -> list[np.ndarray]:
    """The slots in groups of consecutive degrees (`by` 0) or consecutive `m` (`by` 1), at most
    about 64 in each."""
    key = slots(order)[by]
    found = [[]]
    for value in range(order + 1):
        same = np.flatnonzero(key == value).tolist()
        if found[-1] and len(found[-1]) + len(same) > 64:
            found.append([])
        found[-1] += same
    return [np.array(group, np.int32) for group in found]


def direction(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Cosine and sine of the angle of `(x, y)`, and its length; `(1, 0, 0)` at the origin; free of
    overflow."""
    scale = jnp.maximum(jnp.abs(x), jnp.abs(y))
    safe = jnp.where(scale > 0, scale, 1)
    x, y = jnp.where(scale > 0, x / safe, 1), y / safe
    length = jnp.sqrt(x * x + y * y)
    return x / length, y / length, scale * length


def powers(x: jax.Array, order: int) -> jax.Array:
    """`x**0` to `x**order` along a new first axis, by doubling."""
    found = jnp.stack([jnp.ones_like(x), x])
    while len(found) <= order:
        found = jnp.concatenate([found, found[1:] * found[-1:]])
    return found[: order + 1]


def spread(powers: jax.Array, index: np.ndarray, sign: np.ndarray = 1) -> jax.Array:
    """Rows of `(p + 1, C)` to slots, `(C, 1, N)`; as a product with a 0/1 matrix, which beats a
    gather by far."""
    select = sign * np.eye(len(powers))[:, index]
    return matmul(jax.lax.optimization_barrier(powers.T), select)[:, None]


def frame(shift: jax.Array, order: int) -> Any:
    """Length `(C,)` of a shift and the phases, each a cosine and a sine `(C, 1, N)`, that turn it
    to the z axis."""
    m = slots(order)[1]
    cos_phi, sin_phi, rho = direction(shift[:, 0], shift[:, 1])
    cos_psi, sin_psi, length = direction(shift[:, 2], rho)
    phases = []
    for cos, sin in ((cos_phi, -sin_phi), (cos_psi, sin_psi)):
        turns = powers(jax.lax.complex(cos, sin), order)
        phases.append((spread(turns.real, m), spread(turns.imag, m, (-1.0) ** m)))
    return length, *phases


def turn(
    phase: tuple[jax.Array, jax.Array], halves: tuple[jax.Array, jax.Array] | jax.Array
) -> jax.Array:
    """Rotation about z of the complex number `even + i odd` by a phase: two arrays `(C, k, N)` to
    `(2, C, k, N)`."""
    (cos, sin), (even, odd) = phase, halves
    return jax.lax.optimization_barrier(jnp.stack([cos * even - sin * odd, cos * odd + sin * even]))


def conjugate(phase: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
    cos, sin = phase
    return cos, -sin
