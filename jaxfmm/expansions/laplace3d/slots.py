"""Coefficients in three dimensions for rotations: slots, and the turn of a shift to the z axis.

Coefficients (C, k, n) are held in slots (l, m >= 0) sorted by m, in two halves, even and odd under
x -> -x: the cosines of even m and the sines of odd m, and the others; (2, C, k, N). In this form a
rotation about z is a complex multiplication, and all other steps keep the halves apart. A shift d
is turned to the z axis by Q = X Rz(psi) X Rz(-phi), where X swaps y and z."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.laplace3d.axis_swap import swap_matrix
from jaxfmm.full_precision import matmul

Halves = Array | tuple[Array, Array] | list[Array]
Phase = tuple[Array, Array]  # a cosine and a sine (C, 1, N)


def degrees(order: int) -> tuple[np.ndarray, np.ndarray]:
    """`l` and `m` of every coefficient."""
    l = np.repeat(np.arange(order + 1), 2 * np.arange(order + 1) + 1)
    return l, np.arange(len(l)) - l * l - l


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


def split(coefficients: Array, order: int) -> Array:
    """From coefficients to slots, `(C, k, n)` to `(2, C, k, N)`."""
    even, odd = indices(order)
    return jax.lax.optimization_barrier(
        jnp.stack([coefficients[..., even], coefficients[..., odd]])
    )


def merge(slots: Halves, order: int) -> Array:
    """From slots to coefficients."""
    first = np.unique(indices(order), return_index=True)[1]
    return jnp.concatenate([slots[0], slots[1]], axis=-1)[..., first]


@functools.cache
def groups(order: int, by: int) -> list[np.ndarray]:
    """The slots in groups of consecutive degrees (`by` 0) or consecutive `m` (`by` 1), at most
    about 64 in each."""
    key = slots(order)[by]
    parts: list[list[int]] = [[]]
    for value in range(order + 1):
        same = np.flatnonzero(key == value).tolist()
        if parts[-1] and len(parts[-1]) + len(same) > 64:
            parts.append([])
        parts[-1] += same
    return [np.array(part, np.int32) for part in parts]


@functools.cache
def _swap_blocks(order: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The swap of y and z on both halves, in blocks of degrees: (slots, (2, slots, slots)) of each;
    zero on the odd slots of `m = 0`."""
    l, m = slots(order)
    blocks = []
    for group in groups(order, 0):
        matrices = np.zeros((2, len(group), len(group)))
        for degree in np.unique(l[group]):
            inside = np.flatnonzero(l[group] == degree)
            for half in range(2):
                at = indices(order)[half, group[inside]] - degree * degree
                part = swap_matrix(int(degree))[np.ix_(at, at)]
                if half:
                    empty = m[group[inside]] == 0
                    part[empty] = part[:, empty] = 0
                matrices[half][np.ix_(inside, inside)] = part
        blocks.append((group, matrices))
    return blocks


@functools.cache
def dense_swap(order: int) -> np.ndarray:
    """The blocks of `swap` in one matrix for each half, `(2, N, N)`."""
    matrices = np.zeros((2,) + (len(slots(order)[0]),) * 2)
    for group, block in _swap_blocks(order):
        matrices[:, group[:, None], group] = block
    return matrices


def apply_blocks(blocks: list[tuple[np.ndarray, np.ndarray]], slots: Halves) -> tuple[Array, Array]:
    """A matrix for each half that is block diagonal in groups of slots: (slots, (2, slots, slots))
    of each block."""
    back = np.argsort(np.concatenate([group for group, _ in blocks])).astype(np.int32)

    def half(i):
        parts = [matmul(slots[i][..., group], matrices[i]) for group, matrices in blocks]
        return jnp.concatenate(parts, axis=-1)[..., back]

    return half(0), half(1)


def swap(order: int, slots: Halves) -> tuple[Array, Array]:
    """The swap of y and z on both halves."""
    return apply_blocks(_swap_blocks(order), slots)


def direction(x: Array, y: Array) -> tuple[Array, Array, Array]:
    """Cosine and sine of the angle of `(x, y)`, and its length; `(1, 0, 0)` at the origin; free of
    overflow."""
    scale = jnp.maximum(jnp.abs(x), jnp.abs(y))
    safe = jnp.where(scale > 0, scale, 1)
    x, y = jnp.where(scale > 0, x / safe, 1), y / safe
    length = jnp.sqrt(x * x + y * y)
    return x / length, y / length, scale * length


def spread(powers: Array, index: np.ndarray, sign: np.ndarray | float = 1) -> Array:
    """Rows of `(p + 1, C)` to slots, `(C, 1, N)`; as a product with a 0/1 matrix, which beats a
    gather by far."""
    select = sign * np.eye(len(powers))[:, index]
    return matmul(jax.lax.optimization_barrier(powers.T), select)[:, None]


class Frame(NamedTuple):
    """The length `(C,)` of a shift, and the phases that turn it to the z axis."""

    length: Array
    azimuth: Phase
    polar: Phase


def frame(shift: Array, order: int) -> Frame:
    """The frame of shifts `(C, 3)`."""
    m = slots(order)[1]
    cos_phi, sin_phi, rho = direction(shift[:, 0], shift[:, 1])
    cos_psi, sin_psi, length = direction(shift[:, 2], rho)
    phases = []
    for cos, sin in ((cos_phi, -sin_phi), (cos_psi, sin_psi)):
        turns = powers(jax.lax.complex(cos, sin), order)
        phases.append((spread(turns.real, m), spread(turns.imag, m, (-1.0) ** m)))
    return Frame(length, *phases)


def turn(phase: Phase, halves: Halves) -> Array:
    """Rotation about z: the product of the complex number `even + i odd` and a phase, `(2, C, k,
    N)`."""
    (cos, sin), (even, odd) = phase, halves
    return jax.lax.optimization_barrier(jnp.stack([cos * even - sin * odd, cos * odd + sin * even]))


def conjugate(phase: Phase) -> Phase:
    cos, sin = phase
    return cos, -sin


def to_axis(
    coefficients: Array, frame: Frame, order: int, swap: Callable = swap
) -> tuple[Array, Array]:
    """The slots of coefficients, turned until the shift lies along z."""
    slots = turn(frame.azimuth, split(coefficients, order))
    return swap(order, turn(frame.polar, swap(order, slots)))


def from_axis(slots: Halves, frame: Frame, order: int, swap: Callable = swap) -> Array:
    """The inverse of `to_axis`."""
    slots = turn(conjugate(frame.polar), swap(order, slots))
    return merge(turn(conjugate(frame.azimuth), swap(order, slots)), order)
