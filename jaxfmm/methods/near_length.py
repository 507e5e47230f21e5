"""The distance below which pairs are summed directly, of kernels whose expansions are those of
another kernel: beyond a softening or a core the kernel is 1/r or -log r."""

import math

import jax
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
# Pairs within the distance are counted between so many targets and sources. Plans of more points
# than MOST_COUNTED do without: to copy them from a GPU takes too long.
SOME_TARGETS, SOME_SOURCES, MOST_COUNTED = 128, 2048, 1_000_000


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
    return max(float(np.mean(length)) for length in lengths) / size if size > 0 else 0.0


def crowd(request: Request, problem: Problem, apart: float) -> tuple[float, float] | None:
    """`Surroundings.crowd` for the distance `apart` of `relative_to_box`, by counting among some of
    the points; None where that does not pay. Images are left out."""
    split = request.layout is not None or request.segments is not None
    if not 0 < apart < math.inf or split or max(request.n, request.m) > MOST_COUNTED:
        return None
    return problem.once(("crowd", apart), lambda: _crowd(problem, apart))


def _crowd(problem: Problem, apart: float) -> tuple[float, float] | None:
    rng, points = np.random.default_rng(0), [np.asarray(x, float) for x in problem.points]

    def some(points: np.ndarray, count: int) -> np.ndarray:
        return points[rng.choice(len(points), min(len(points), count), replace=False)]

    if len(points) > 1:
        sources, targets = some(points[0], SOME_SOURCES), some(points[1], SOME_TARGETS)
    else:
        targets, sources = np.split(some(points[0], SOME_TARGETS + SOME_SOURCES), [SOME_TARGETS])
    if not len(targets) or not len(sources):
        return None
    length, dim = apart * max(problem.extent), targets.shape[1]
    squares = sum(np.square(x[:, None] - y[None]) for x, y in zip(targets.T, sources.T))
    share, half = (float(np.mean(squares <= x * x)) for x in (length, length / 2))
    return share, min(max(1.0, math.log2(share / half)), dim) if half > 0 else float(dim)


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
