"""The error of an FMM, measured: at some of its targets, against the direct sum.

For kernels of which no error is known beforehand. A measurement costs a sum over all targets, for two sets of charges,
and compiles it.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.methods.direct import direct
from jaxfmm.methods.fmm import tree_sum
from jaxfmm.ops import backends

SAMPLES = 128  # targets


def measured_error(kernel, order, trees, lists, targets, sources, derivatives, backend):
    """The relative L2 error over sampled targets, for charges of one and for charges of both signs, of the potential
    and, with `derivatives` 1, of the gradient: the largest of these, infinity for one that is not finite.

    Args:
      trees: (target tree, source tree).  lists: `tree.traverse.Lists`.  targets (m, d), sources (n, d): concrete.
      backend: whose operations, if they can run where the points are, None for the fastest.
    """
    rng = np.random.default_rng(0)
    n, m, dtype = len(sources), len(targets), sources.dtype
    charges = jnp.asarray(np.stack([np.ones(n), rng.normal(size=n)], axis=1)[:, None], dtype)
    some = jnp.asarray(np.sort(rng.choice(m, min(m, SAMPLES), replace=False)), jnp.int32)
    here = {"cpu": "cpu", "gpu": "cuda"}.get(next(iter(sources.devices())).platform, "other")
    backend = backend if backend in (here, "xla") else None
    error = _error(kernel, trees, lists, targets, sources, charges, some, order, derivatives, backend, here)
    return jnp.where(jnp.isfinite(error), error, jnp.inf)


@functools.partial(jax.jit, static_argnames=("order", "derivatives", "backend", "platform"))
def _error(kernel, trees, lists, targets, sources, charges, some, order, derivatives, backend, platform):
    dim, orders = targets.shape[1], tuple(range(min(derivatives, 1) + 1))
    wanted, exact = [], []
    for entry in kernel.entries() or [kernel]:
        name, _ = backends.choose(backend, platform, entry, (0,), orders, charges.shape[2], dim, targets.dtype)
        where = {"backend": name, "platform": platform}
        out = tree_sum(entry, order, *trees, lists, targets, sources, charges, (0,), orders, by="m2l", **where)
        wanted.append(out[some])
        exact.append(direct(entry, targets[some], sources, charges, (0,), orders, **where))
    value, exact = jnp.stack(wanted), jnp.stack(exact)  # (entries, targets, 1 + dim, charges)

    def relative(part):
        wrong, size = (jnp.sqrt(jnp.sum(jnp.square(a[:, :, part]), axis=(0, 1, 2))) for a in (value - exact, exact))
        return jnp.max(jnp.where(wrong > 0, wrong / size, 0))

    errors = [relative(slice(0, 1))] + ([relative(slice(1, None))] if derivatives else [])
    return functools.reduce(jnp.maximum, errors)
