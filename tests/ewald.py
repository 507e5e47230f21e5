"""Plain Ewald sums in float64, the reference of periodic sums in three dimensions."""

import jax
import jax.numpy as jnp
import numpy as np


def _numbers(most):
    return np.stack(np.meshgrid(*[np.arange(-most, most + 1)] * 3, indexing="ij"), -1).reshape(-1, 3)


def potential(x, y, q, cell, *, beta=None, images=4, waves=8):
    """u_i = sum_j q_j K_cell(x_i, y_j), with a neutralising background and no surface term; plain JAX. Positions must
    be within two edges of each other."""
    with jax.numpy_rank_promotion("allow"), jax.numpy_dtype_promotion("standard"):
        return _potential(x, y, q, cell, beta, images, waves)


def _potential(x, y, q, cell, beta, images, waves):
    volume = jnp.abs(jnp.linalg.det(cell))
    beta = 3.0 / volume ** (1 / 3) if beta is None else beta
    beta = jax.lax.stop_gradient(beta)
    offset = x[:, None, None] - y[None, :, None] - (_numbers(images) @ cell)[None, None]
    r2 = (offset**2).sum(-1)
    apart = r2 > 1e-20
    r = jnp.sqrt(jnp.where(apart, r2, 1))
    near = jnp.where(apart, jax.scipy.special.erfc(beta * r) / r, -2 * beta / np.sqrt(np.pi)).sum(-1)
    numbers = _numbers(waves)
    k = 2 * np.pi * numbers[(numbers != 0).any(1)] @ jnp.linalg.inv(cell).T
    k2 = (k**2).sum(-1)
    size = 4 * np.pi / volume * jnp.exp(-k2 / (4 * beta**2)) / k2
    far = (jnp.exp(1j * (x @ k.T)) @ (size * (jnp.exp(-1j * (k @ y.T)) @ q))).real
    return near @ q + far - np.pi / (beta**2 * volume) * q.sum()
