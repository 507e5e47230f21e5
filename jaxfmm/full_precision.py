"""Products of arrays in full precision: GPUs round float32 factors to TF32, three digits, unless
told not to."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

einsum = functools.partial(jnp.einsum, precision=jax.lax.Precision.HIGHEST)


def matmul(a: jax.Array, b: jax.Array | np.ndarray) -> jax.Array:
    """`a @ b`; a constant `b`, an array of NumPy, takes the dtype of `a`."""
    b = np.asarray(b, a.dtype) if isinstance(b, np.ndarray) else b
    return jnp.matmul(a, b, precision=jax.lax.Precision.HIGHEST)
