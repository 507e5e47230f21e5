"""How points lie relative to their nearest neighbours: as in a crystal, in close pairs, or
neither."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import ahead, errors
from jaxfmm.methods.costs import Problem
from jaxfmm.on_host import numpy_of
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning.sampled_sums import read
from jaxfmm.run_once import run_once

STEP = 16  # One of so many points bounds the distance of neighbours,
WIDER = 1.001  # and this is for rounding.
PLACES = 64  # Neighbours are looked for at this many points.
BLOCK = 8192  # Neighbours are looked for among this many points at a time.
# In a crystal at least as many points as there are dimensions lie within this many distances of the
# nearest one.
ABOUT = 1.15
# Points are as even as a crystal's if the deviation of distances to the nearest point over their
# mean is below this; it is 0.36 for random points.
CRYSTAL = 0.2
# Points lie in pairs if the median of the nearest distance over the next one is below this; it is
# 0.79 for random points, and 0.5 on a curve. On a line the median at PLACES random points is often
# 0.1 less.
CLOSE, CLOSE_ON_A_LINE = 0.45, 0.25


class Arrangement(NamedTuple):
    """even: whether points are as evenly spread as in a crystal.  paired: whether most points have
    one neighbour that is much nearer than all others."""

    even: bool = False
    paired: bool = False


def arrangement(points: Array) -> Arrangement:
    """The `Arrangement` of points (n, d), about one in size, measured at some of them."""
    return _arrangement(points.shape[1], *(read(None, a) for a in nearest_of(points)))


def _arrangement(
    dim: int, nearest: np.ndarray, following: np.ndarray, around: np.ndarray
) -> Arrangement:
    """The `Arrangement` that follows from what `nearest_of` measures."""
    known = np.isfinite(nearest).all()
    regular = known and nearest.std() < CRYSTAL * nearest.mean()
    most = CLOSE if dim > 1 else CLOSE_ON_A_LINE
    close = known and np.median(nearest / following) < most
    return Arrangement(bool(regular and around.mean() >= dim), bool(close))


def arrangement_of(plan: Plan, problem: Problem) -> Arrangement:
    """The `Arrangement` of the sources of a plan. They count as even only if they are the
    targets."""
    found = _arrangement(plan.request.dim, *_nearest_inside(plan, problem))
    return found._replace(even=found.even and plan.request.symmetric)


def distances_of(plan: Plan, problem: Problem) -> np.ndarray:
    """The distances from some of the sources of a plan to the nearest ones elsewhere."""
    return _nearest_inside(plan, problem)[0]


def _nearest_inside(plan: Plan, problem: Problem) -> list[np.ndarray]:
    """`nearest_of` the sources of a plan, in its unit, which all plans of a problem have."""

    def measure() -> list[np.ndarray]:
        points = both_inside(plan, problem.sources, None)[0]
        return [read(plan.request.layout, a) for a in nearest_of(points)]

    return problem.once("nearest", measure)


def even_as_given(problem: Problem) -> bool:
    """Whether the points of a problem are as even as a crystal's and their own targets, before
    there is a plan: points outside of their cell may only look as if they were not."""
    if problem.targets is not None or errors.is_traced(problem.sources):
        return False
    return problem.once("even", lambda: arrangement(problem.sources).even)


def nearest_of(points: Any, call: Callable[..., Any] = ahead.call) -> tuple[Array, Array, Array]:
    """`_nearest` at random places among the points; `call`: of `ahead`. On a CPU by NumPy."""
    some = np.random.default_rng(0).choice(len(points), min(PLACES, len(points)), replace=False)
    here = numpy_of(points)
    return call(_nearest, points, some) if here is None else _nearest_by_numpy(here[0], some)


@np.errstate(all="ignore")  # as XLA does
def _nearest_by_numpy(points: np.ndarray, some: np.ndarray) -> tuple[Any, Any, Any]:
    """`_nearest`, which has to compare all points: these are only points about as near along the
    first axis as what some of the points say."""
    places = points[some]
    points = points[np.argsort(points[:, 0])]
    first, few = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[::STEP])

    def nearest_two(place, among):
        offset = among - place
        squares = np.einsum("ij,ij->i", offset, offset)
        squares = squares[squares > 0]
        least = squares.min(initial=np.inf)
        return squares, least, squares[squares > least].min(initial=np.inf)

    found = []
    for place in places:
        _, least, following = nearest_two(place, few)
        bound = WIDER * np.sqrt(max(following, ABOUT**2 * least))
        begin, end = np.searchsorted(first, (place[0] - bound, place[0] + bound))
        squares, least, following = nearest_two(place, points[begin:end])
        found.append((np.sqrt(least), np.sqrt(following), (squares <= ABOUT**2 * least).sum()))
    nearest, following, count = np.array(found).reshape(-1, 3).T
    return nearest, following, count


@run_once
def _nearest(points: Array, some: Array) -> tuple[Array, Array, Array]:
    """At some points: the distance to the nearest point elsewhere, to the next one farther away,
    and how many are about as near as the nearest."""
    dim, inf = points.shape[1], jnp.inf
    places = points[some]

    def squares(block):
        """(points, places), so that vectors of places are compared."""
        found = sum(jnp.square(block[axis][:, None] - places[:, axis][None]) for axis in range(dim))
        return jnp.where(found > 0, found, inf)

    def nearer(least, block):
        return jnp.minimum(least, squares(block).min(0)), None

    def next_and_count(state, block):
        following, count = state
        square = squares(block)
        farther = jnp.where(square > least[None], square, inf).min(0)
        as_near = (square <= jnp.square(ABOUT) * least[None]).sum(0, dtype=jnp.int32)
        return (jnp.minimum(following, farther), count + as_near), None

    padded = jnp.pad(points, ((0, -len(points) % BLOCK), (0, 0)), constant_values=inf)
    blocks = padded.T.reshape(dim, -1, BLOCK).swapaxes(0, 1)
    none = jnp.full(len(places), inf, points.dtype)
    least = jax.lax.scan(nearer, none, blocks)[0]
    start = none, jnp.zeros(len(places), jnp.int32)
    following, count = jax.lax.scan(next_and_count, start, blocks)[0]
    return jnp.sqrt(least), jnp.sqrt(following), count
