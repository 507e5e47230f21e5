r"""Expansions of any kernel by interpolation at Chebyshev nodes (the black-box FMM of Fong & Darve).

A cell has a centre c and half widths h, one for each axis. With p = order, t_k = cos((2k + 1) pi / (2p + 2)) and

    S(x, t_k) = 1 / (p + 1) + 2 / (p + 1) sum_{j=1}^p T_j(x) T_j(t_k)        (their eq. 4)

a function on the cell is f(c + h u) = sum_k f(c + h t_k) S(u, t_k), with products over the axes. So charges in a cell
act from afar like the charges M_k = sum_j q_j S(u_j, t_k) at its nodes, and a far field inside is L_k, its value at
node k. The coefficients are (C, k, n) with n = (p + 1)^d, the last axis of space fastest; M2L is a sum of nodes over
nodes.

Reference: Fong & Darve, J. Comput. Phys. 228 (2009) 8712.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.kernels.base import multi_indices, pack, unpack_positions


@functools.cache
def nodes(order):
    """The Chebyshev nodes (order + 1,)."""
    return np.cos((2 * np.arange(order + 1) + 1) * np.pi / (2 * order + 2))


def grid(order, dim):
    """The nodes of a cell (n, dim), for centre 0 and half widths 1."""
    return np.stack(np.meshgrid(*[nodes(order)] * dim, indexing="ij"), axis=-1).reshape(-1, dim)


@functools.cache
def _weights(order):
    """Matrix [j, k] with S(x, t_k) = sum_j T_j(x) [j, k]."""
    j = np.arange(order + 1)[:, None]
    matrix = 2 / (order + 1) * np.cos(j * np.arccos(nodes(order))[None])
    matrix[0] /= 2
    return matrix


def _interpolants(x, order, derivatives):
    """S(x, t_k) and its first derivatives, a list of (..., order + 1)."""
    # T_{j+1} = 2 x T_j - T_{j-1}, derived
    lower = [jnp.zeros_like(x)] * (derivatives + 1)
    here = [jnp.ones_like(x), *[jnp.zeros_like(x)] * derivatives]
    columns = [here]
    for j in range(order):
        factor = 1 if j == 0 else 2
        above = [
            factor * (x * here[d] + (d * here[d - 1] if d else 0)) - (lower[d] if j else 0)
            for d in range(derivatives + 1)
        ]
        lower, here = here, above
        columns.append(here)
    weights = np.asarray(_weights(order), x.dtype)
    return [
        jnp.matmul(jnp.stack([c[d] for c in columns], axis=-1), weights, precision=jax.lax.Precision.HIGHEST)
        for d in range(derivatives + 1)
    ]


_AXES = "abc"
_einsum = functools.partial(jnp.einsum, precision=jax.lax.Precision.HIGHEST)


def _basis(u, half, order, derivatives):
    """Interpolants [axis][d] (C, S, order + 1) at points u (C, S, dim) relative to the centre, derived d times."""
    out = []
    for axis in range(u.shape[-1]):
        scale = 1 / half[:, axis, None]
        values = _interpolants(u[..., axis] * scale, order, derivatives)
        out.append([value * scale[..., None] ** d for d, value in enumerate(values)])
    return out


def p2m(u, half, weights, order):
    """Coefficients (C, k, n) of sources at u (C, S, dim) relative to the centres; weights as in `base`."""
    dim = u.shape[-1]
    basis = _basis(u, half, order, max(weights))
    letters = _AXES[:dim]
    total = 0
    for a, weight in weights.items():
        for alpha, packed in zip(multi_indices(a, dim)[0], pack(weight, a, dim)):
            factors = [basis[axis][d] for axis, d in enumerate(alpha)]
            term = _einsum(",".join(f"zs{c}" for c in letters) + f",zsk->zk{letters}", *factors, packed)
            total = total + term
    return total.reshape(*total.shape[:2], -1)


def l2p(local, u, half, outputs, order):
    """Fields and derivatives {b: (C, T, k) + (dim,) * b} at u (C, T, dim) relative to the centres."""
    dim = u.shape[-1]
    basis = _basis(u, half, order, max(outputs))
    letters = _AXES[:dim]
    coefficients = local.reshape(*local.shape[:2], *(order + 1,) * dim)
    fields = {}
    for b in outputs:
        values = []
        for beta in multi_indices(b, dim)[0]:
            factors = [basis[axis][d] for axis, d in enumerate(beta)]
            values.append(_einsum(",".join(f"zs{c}" for c in letters) + f",zk{letters}->zsk", *factors, coefficients))
        full = jnp.stack(values, axis=-1)[..., unpack_positions(b, dim)]
        fields[b] = full.reshape(full.shape[:3] + (dim,) * b)
    return fields


def _between(shift, inner, outer, order):
    """Matrices (C, order + 1, order + 1) for each axis: the outer cell's interpolants at the inner one's nodes."""
    t = np.asarray(nodes(order), shift.dtype)[None]
    places = [(shift[:, a, None] + inner[:, a, None] * t) / outer[:, a, None] for a in range(shift.shape[1])]
    return [_interpolants(x, order, 0)[0] for x in places]


def _apply(coefficients, matrices, order, transposed):
    dim = len(matrices)
    values = coefficients.reshape(*coefficients.shape[:2], *(order + 1,) * dim)
    for axis, matrix in enumerate(matrices):
        values = jnp.moveaxis(values, axis + 2, -1)
        values = _einsum("zk...i,z" + ("ij" if transposed else "ji") + "->zk...j", values, matrix)
        values = jnp.moveaxis(values, -1, axis + 2)
    return values.reshape(coefficients.shape)


def m2m(multipole, shift, child, parent, order):
    """What the coefficients of a child add to those of its parent; shift: its centre relative to the parent's (C, dim),
    child, parent: half widths (C, dim)."""
    return _apply(multipole, _between(shift, child, parent, order), order, True)


def l2l(local, shift, parent, child, order):
    """What the coefficients of a parent add to those of its child: the transpose of `m2m`."""
    return _apply(local, _between(shift, child, parent, order), order, False)
