"""The distance below which pairs are summed directly, of kernels whose expansions are those of
another kernel: beyond a softening or a core the kernel is 1/r or -log r."""

import math

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import errors
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.tree_sum import expansions_of
from jaxfmm.request import Choice, Request
from jaxfmm.tree.build import OCCUPANCY

# Inside `jit` it is not known how far apart points are. The distance is taken to be at most so many
# times that of neighbours: the core of vortex blobs is usually one to two of these, and their
# expansions hold from 4 to 5 cores on.
ASSUMED = 10.0


def relative_to_box(request: Request, problem: Problem) -> float:
    """The distance over the size of the box of all points. Infinite if it is traced and the kernel
    has other expansions, which are taken then."""
    kernel = problem.kernel.summed()
    lengths = jax.tree.leaves(kernel.far_length(request.tol))
    if _vanish(lengths):
        return 0.0
    if errors.is_traced(lengths, problem.points):
        return math.inf if len(expansions_of(kernel, request.dim)) > 1 else 0.0
    size = max(problem.extent)
    return max(float(jnp.mean(length)) for length in lengths) / size if size > 0 else 0.0


def longer_lists(choice: Choice, kernel: Kernel, reach: float) -> float:
    """`TreeMethod.longer_lists` of a kernel without other expansions: of others 1. reach: of
    `TreeMethod.apart_of`."""
    dim = choice.request.dim
    lengths = jax.tree.leaves(kernel.far_length(choice.request.tol))
    if _vanish(lengths) or len(expansions_of(kernel, dim)) > 1:
        return 1.0
    diameter = math.sqrt(dim) * (OCCUPANCY * choice.leaf_size) ** (1 / dim)
    return (1 + ASSUMED / (reach * diameter)) ** dim


def _vanish(lengths: list[jax.Array]) -> bool:
    """Whether lengths are known to be zero."""
    return not errors.is_traced(lengths) and not any(np.any(length) for length in lengths)
