"""Which method sums Gaussians, and by what setup: the cheapest of those that keep the tolerance.

Everything here is in coordinates in which the bandwidth is 1 (`Gaussian.coordinates`, over the bandwidth).
"""

import math

import jax.numpy as jnp
import numpy as np

from jaxfmm.methods import exponentials, fgt, fourier
from jaxfmm.tree.build import OCCUPANCY

LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128)  # of truncated sums
LEAF_PAIR = 100
METHODS = {"fourier": fourier, "fgt": fgt, "exponentials": exponentials}  # those with a `Setup`
ROUNDINGS = 2  # of a sum over a grid or of a series, in units of the last place
UNSCALED = {"exponentials"}  # those that take points as they come and need no room, only points in the prepared order


def setups(names, extent, tol, derivatives, dtype):
    """{name: Setup} of the methods among `names` that can do it.

    Errors of grids and series are in proportion to the sum of the weights, and gradients to the extent too where that
    is below a bandwidth: such gradients need a smaller error, down to what rounding allows.
    """
    # Points over the bandwidth are rounded in proportion to their extent, which differences of raw points are not.
    if max(extent) * float(jnp.finfo(dtype).eps) > tol / 2:
        names = [name for name in names if name in UNSCALED]
    eps = float(jnp.finfo(dtype).eps)
    if derivatives and 0 < tol * max(extent) / fgt.LEAST_EXTENT < ROUNDINGS * eps:
        names = [name for name in names if name in UNSCALED]
    made = {name: METHODS[name].setup(extent, tol, derivatives, dtype) for name in names}
    return {name: setup for name, setup in made.items() if setup is not None}


def extent(points, h):
    """The size in bandwidths `h` of the box of all `points`, a list of arrays (n, d); Python floats."""
    low, high = ([f(x, 0) for x in points] for f in (jnp.min, jnp.max))
    size = jnp.max(jnp.stack(high), 0) - jnp.min(jnp.stack(low), 0)
    size = [float(s) / float(h) for s in size]
    return tuple(s if math.isfinite(s) else 0.0 for s in size)


def assumed_extent(points, dim):
    """What to have room for where the points are not known: about one bandwidth between neighbours on a full grid."""
    return (min(64.0, max(8.0, 2 * points ** (1 / dim))),) * dim


def truncated_work(targets, sources, reach, leaf_size=None):
    """(leaf size, about how many pairs of points its lists hold) of a sum over pairs within `reach`, by a sample.

    A pair of leaves costs as much as LEAF_PAIR pairs of points; the leaf size, unless given, is the cheapest.
    """
    some = [x[:: max(1, len(x) // size)] for x, size in ((targets, 64), (sources, 30_000))]
    offset = some[0][:, None] - some[1][None]
    inside = np.asarray((jnp.sum(offset * offset, axis=2) <= reach * reach).sum(1), np.float64)
    dim, found = sources.shape[1], inside * (len(sources) / len(some[1]))

    def pairs(leaf):
        padded = (found ** (1 / dim) + 2 * (OCCUPANCY * leaf) ** (1 / dim)) ** dim
        return float(np.minimum(padded, len(sources)).mean()) * len(targets)

    def cost(leaf):
        return pairs(leaf) * (1 + LEAF_PAIR / (OCCUPANCY * leaf) ** 2)

    best = min(LEAF_SIZES, key=cost) if leaf_size is None else leaf_size
    return best, pairs(best)


def total(
    method, setup, kernel, targets, sources, weights, source_orders, target_orders, *, prepared, backend, platform
):
    """The sum by a method with a setup, as `fmm.tree_sum`; `kernel` has a scalar bandwidth."""
    module = METHODS[method]
    options = {"prepared": prepared, "backend": backend, "platform": platform}
    h = jnp.asarray(kernel.bandwidth, targets.dtype)
    if method in UNSCALED:
        run, options["scale"] = exponentials.exponentials_sum, 1 / h
    else:
        run = fourier.fourier_sum if module is fourier else fgt.fgt_sum
        targets, sources = scaled(h, targets, sources)
    return run(setup, targets, sources, weights, source_orders, target_orders, **options)


def scaled(h, targets, sources):
    """Both sets over the bandwidth, about the middle of the sources' box, so that no digits are lost."""
    middle = 0.5 * (sources.min(0, keepdims=True) + sources.max(0, keepdims=True))
    over = (sources - middle) / h
    return (over if targets is sources else (targets - middle) / h), over


def fits(method, setup, kernel, targets, sources, prepared=(None, None)):
    """Whether the points lie within the setup's room and what was prepared is theirs."""
    if method in UNSCALED:
        return METHODS[method].fits(setup, targets, sources, prepared)
    h = jnp.asarray(kernel.bandwidth, targets.dtype)
    return METHODS[method].fits(setup, *scaled(h, targets, sources))
