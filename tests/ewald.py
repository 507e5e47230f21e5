"""Plain Ewald sums in float64, the reference of periodic sums in three dimensions."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special


def _numbers(most):
    return np.stack(np.meshgrid(*[np.arange(-most, most + 1)] * 3, indexing="ij"), -1).reshape(
        -1, 3
    )


def potential(x, y, q, cell, *, beta=None, images=4, waves=8):
    """u_i = sum_j q_j K_cell(x_i, y_j), with a neutralising background and no surface term; plain
    JAX. Positions must be within two edges of each other."""
    with jax.numpy_rank_promotion("allow"), jax.numpy_dtype_promotion("standard"):
        return _potential(x, y, q, cell, beta, images, waves)


@functools.partial(jax.jit, static_argnames=("beta", "images", "waves"))
def _potential(x, y, q, cell, beta, images, waves):
    volume = jnp.abs(jnp.linalg.det(cell))
    beta = 3.0 / volume ** (1 / 3) if beta is None else beta
    beta = jax.lax.stop_gradient(beta)
    offset = x[:, None, None] - y[None, :, None] - (_numbers(images) @ cell)[None, None]
    r2 = (offset**2).sum(-1)
    apart = r2 > 1e-20
    r = jnp.sqrt(jnp.where(apart, r2, 1))
    near = jnp.where(apart, jax.scipy.special.erfc(beta * r) / r, -2 * beta / np.sqrt(np.pi)).sum(
        -1
    )
    numbers = _numbers(waves)
    k = 2 * np.pi * numbers[(numbers != 0).any(1)] @ jnp.linalg.inv(cell).T
    k2 = (k**2).sum(-1)
    size = 4 * np.pi / volume * jnp.exp(-k2 / (4 * beta**2)) / k2
    far = (jnp.exp(1j * (x @ k.T)) @ (size * (jnp.exp(-1j * (k @ y.T)) @ q))).real
    return near @ q + far - np.pi / (beta**2 * volume) * q.sum()


def vectors(kind, x, y, f, cell, *, beta=None, images=2, waves=10):
    """Sums of vectors f over the images of sources, with the mean zero over the cell: "curl", the
    sum of f x d / r^3, or "forces", of f / r + d (d . f) / r^3 (Lindbo & Tornberg, J. Comput. Phys.
    229 (2010) 8994, eq. 7-10); plain JAX."""
    with jax.numpy_rank_promotion("allow"), jax.numpy_dtype_promotion("standard"):
        return _vectors(kind, x, y, f, cell, beta, images, waves)


@functools.partial(jax.jit, static_argnames=("kind", "images", "waves"))
def _vectors(kind, x, y, f, cell, beta, images, waves):
    volume = jnp.abs(jnp.linalg.det(cell))
    beta = jax.lax.stop_gradient(5.0 / volume ** (1 / 3) if beta is None else beta)
    k = _numbers(waves)
    k = 2 * np.pi * k[(k != 0).any(1)] @ jnp.linalg.inv(cell).T
    k2 = (k**2).sum(1)[:, None]
    decay, charges = jnp.exp(-k2 / (4 * beta**2)), jnp.exp(-1j * (k @ y.T)) @ f
    if kind == "curl":
        modes = 4j * np.pi * jnp.cross(k, charges) * decay / k2
    else:
        along = k * (k * charges).sum(1, keepdims=True)
        modes = 8 * np.pi * (1 + k2 / (4 * beta**2)) * decay * (charges - along / k2) / k2

    def at(x):
        def add(total, shift):
            d = x[None] - y - shift
            r2 = (d * d).sum(1, keepdims=True)
            apart = r2 > 1e-20
            s = jnp.where(apart, r2, 1)
            r, ball = jnp.sqrt(s), 2 * beta / np.sqrt(np.pi) * jnp.exp(-(beta**2) * s)
            both = jax.scipy.special.erfc(beta * r) / r**3 + ball / s
            if kind == "curl":
                pairs = jnp.where(apart, jnp.cross(f, d) * both, 0)
            else:
                along = d * (d * f).sum(1, keepdims=True)
                pairs = both * (s * f + along) - 2 * ball * f
                pairs = jnp.where(apart, pairs, -4 * beta / np.sqrt(np.pi) * f)
            return total + pairs.sum(0), None

        near = jax.lax.scan(add, jnp.zeros(3), _numbers(images) @ cell)[0]
        return near + (jnp.exp(1j * (k @ x)) @ modes).real / volume

    return jax.vmap(at)(x)


def forces_in_a_box(x, q, edge, chunk=200):
    """q_i times minus the gradient of `potential` in a cube, for many charges: pairs with nearest
    images alone."""
    beta = 11.6 / edge  # erfc(beta edge / 2) is 1e-15
    numbers = _numbers(21)
    numbers = numbers[(np.abs(numbers**2).sum(1) < 21**2) & (numbers @ [10**4, 10**2, 1] > 0)]
    k = 2 * np.pi / edge * numbers
    k2 = (k**2).sum(1)
    size = 8 * np.pi / edge**3 * np.exp(-k2 / (4 * beta**2)) / k2
    waves = np.zeros(len(k), complex)
    for i in range(0, len(x), chunk):
        waves += q[i : i + chunk] @ np.exp(-1j * (x[i : i + chunk] @ k.T))
    out = np.zeros_like(x)
    for i in range(0, len(x), chunk):
        part = slice(i, i + chunk)
        field = np.exp(1j * (x[part] @ k.T)) * (size * waves)
        out[part] = field.imag @ k
        offset = x[part, None] - x[None]
        offset -= edge * np.round(offset / edge)
        r = np.linalg.norm(offset, axis=-1)
        r[r == 0] = np.inf
        slope = (
            scipy.special.erfc(beta * r) / r**3
            + 2 * beta / np.sqrt(np.pi) * np.exp(-((beta * r) ** 2)) / r**2
        )
        out[part] += np.einsum("ij,ijd,j->id", slope, offset, q)
    return q[:, None] * out
