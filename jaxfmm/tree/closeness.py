"""Whether points are too close where they are suspected of it, which is rare: by XLA under a
condition, and on NVIDIA GPUs by a kernel that looks at the condition itself. The host would wait
there for the condition of `lax.cond`."""

import functools

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.native.platforms import by_platform
from jaxfmm.rarely import rarely
from jaxfmm.tree import cuda
from jaxfmm.tree.points import too_close


def _by_xla(suspected: Array, points: Array, others: Array, unit: Array) -> Array:
    def any_too_close(points: Array, others: Array, unit: Array) -> Array:
        # the union is made inside of this branch, which is rare
        return too_close(jnp.concatenate([points, others]) / unit)

    def none(*_: Array) -> Array:
        return jnp.zeros((), bool)

    return rarely(suspected, any_too_close, none, points, others, unit)


def _of_batch(*arrays: Array, native: bool) -> Array:
    return jax.vmap(_by_xla)(*arrays)


@functools.partial(by_platform, together=_of_batch)
def close_if_suspected(
    suspected: Array, points: Array, others: Array, unit: Array, *, native: bool, platform: str
) -> Array:
    """Whether the union of points (n, d) and others (m, d) is too close after division by `unit`,
    if it is `suspected` of it; otherwise False. native: whether to use the native kernel where
    there is one."""
    if native and platform == "cuda" and cuda.usable(points.dtype, points.shape[1]):
        return cuda.close(suspected, points, others, unit)
    return _by_xla(suspected, points, others, unit)
