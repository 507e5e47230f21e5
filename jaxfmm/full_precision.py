"""Products of arrays in full precision: GPUs round float32 factors to TF32, three digits, unless
told not to."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

einsum = functools.partial(jnp.einsum, precision=jax.lax.Precision.HIGHEST)


def small_matmul(a: jax.Array, b: jax.Array) -> jax.Array:
    """`a @ b` of small matrices as sums of products, which XLA compiles with the operations around
    them: on a GPU `matmul` calls a library, which takes long to load and to choose from."""
    return jnp.sum(a[:, :, None] * b[None], axis=1)


def matmul(a: jax.Array, b: jax.Array | np.ndarray) -> jax.Array:
    """`a @ b`; a constant `b`, an array of NumPy, takes the dtype of `a`."""
    b = np.asarray(b, a.dtype) if isinstance(b, np.ndarray) else b
    return jnp.matmul(a, b, precision=jax.lax.Precision.HIGHEST)
