r"""Expansions of any kernel by interpolation at Chebyshev nodes (the black-box FMM of Fong &
Darve).

On each axis a cell has nodes t_0, ..., t_p, p = order, near Chebyshev's, and the polynomials

    S_k(x) = prod_{j != k} (x - t_j) / (t_k - t_j) .

A function on the cell is f(x) = sum_k f(t_k) S_k(x), with products over the axes. So weights in a
cell, charges or components of dipoles alike, act from afar like the weights M_k = sum_j w_j
S_k(y_j) at its nodes, and a far field inside, the potential or a component of its gradient alike,
is L_k, its value at node k. No polynomial is differentiated: derivatives would lose digits, about
order^2 for each derivative of a field that varies over many cells.

P2P takes the nodes as particles, so they are rounded like coordinates. The polynomials pass through
the rounded nodes, so that cells may be much smaller than their distance from the origin.
Coefficients are (C, k, n), n = (p + 1)^d, the last axis of space fastest; M2L is a sum of nodes
over nodes.

Reference: Fong & Darve, J. Comput. Phys. 228 (2009) 8712. Their S, eq. 4, has unrounded
nodes."""

import functools

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.full_precision import einsum


@functools.cache
def nodes(order: int) -> np.ndarray:
    """The Chebyshev nodes (order + 1,) on [-1, 1]."""
    return np.cos((2 * np.arange(order + 1) + 1) * np.pi / (2 * order + 2))


def gap(order: int) -> float:
    """The smallest distance of two nodes on [-1, 1]."""
    return float(-np.diff(nodes(order)).max(initial=-2.0))


def grid(places: Array) -> Array:
    """The nodes (C, n, d) of cells whose nodes on each axis are (C, d, order + 1)."""
    _, dim, count = places.shape
    number = np.indices((count,) * dim).reshape(dim, -1)
    return jnp.stack([places[:, axis, number[axis]] for axis in range(dim)], axis=-1)


def interpolants(x: Array, places: Array) -> Array:
    """S_k(x), (C, S, order + 1), for points (C, S) and nodes (C, order + 1) on an axis, relative to
    the same origin."""
    count = places.shape[1]
    if count == 1:
        return jnp.ones((*x.shape, 1), x.dtype)
    # with which products of distances neither grow nor vanish
    scale = 4 / (places[:, :1] - places[:, -1:])

    def products(x):
        """Products of the distances to all nodes but one."""
        away = [(x - places[:, j, None]) * scale for j in range(count)]
        before, behind = [jnp.ones_like(x)], [jnp.ones_like(x)]
        for j in range(count - 1):
            before.append(before[-1] * away[j])
            behind.append(behind[-1] * away[count - 1 - j])
        return jnp.stack([a * b for a, b in zip(before, behind[::-1])], axis=-1)

    at_nodes = jnp.diagonal(products(places), axis1=1, axis2=2)
    return products(x) / at_nodes[:, None]


def _basis(u: Array, places: Array) -> tuple[list[Array], str, str]:
    """The interpolants of each axis at points u (C, S, d), and for einsum the axes of their arrays
    and of coefficients."""
    letters = "abc"[: u.shape[2]]
    factors = [interpolants(u[..., axis], places[:, axis]) for axis in range(u.shape[2])]
    return factors, ",".join(f"zs{letter}" for letter in letters), f"zk{letters}"


def p2m(u: Array, places: Array, weights: Array) -> Array:
    """Coefficients (C, k, n) of weights (C, k, S) at u (C, S, d), all relative to the centres."""
    factors, axes, of_nodes = _basis(u, places)
    total = einsum(f"{axes},zks->{of_nodes}", *factors, weights)
    return total.reshape(*total.shape[:2], -1)


def l2p(local: Array, u: Array, places: Array) -> Array:
    """Fields (C, k, T) at u (C, T, d) relative to the centres."""
    factors, axes, of_nodes = _basis(u, places)
    coefficients = local.reshape(*local.shape[:2], *[places.shape[2]] * len(factors))
    return einsum(f"{axes},{of_nodes}->zks", *factors, coefficients)


def _apply(
    coefficients: Array, shift: Array, inner: Array, outer: Array, transposed: bool
) -> Array:
    """From values at the nodes of the outer cells to values at the nodes of the inner ones, or the
    transpose."""
    values = coefficients.reshape(*coefficients.shape[:2], *[outer.shape[2]] * outer.shape[1])
    for axis in range(outer.shape[1]):
        matrix = interpolants(shift[:, axis, None] + inner[:, axis], outer[:, axis])
        values = jnp.moveaxis(values, axis + 2, -1)
        values = einsum("zk...i,z" + ("ij" if transposed else "ji") + "->zk...j", values, matrix)
        values = jnp.moveaxis(values, -1, axis + 2)
    return values.reshape(coefficients.shape)


def m2m(multipole: Array, shift: Array, child: Array, parent: Array, order: int) -> Array:
    """The part of a parent's coefficients that comes from its child; shift: the child's centre
    relative to the parent's (C, d); child, parent: their nodes (C, d, order + 1), each relative to
    its own centre."""
    return _apply(multipole, shift, child, parent, True)


def l2l(local: Array, shift: Array, parent: Array, child: Array, order: int) -> Array:
    """The part of a child's coefficients that comes from its parent: the transpose of `m2m`."""
    return _apply(local, shift, child, parent, False)
