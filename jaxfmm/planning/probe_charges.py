"""How sources lie beside their neighbours, and charges that cancel between neighbours as in no
random draw: those of crystals, and those of dipoles made of two charges.

A pair of opposite charges has a weak field, beside which the error of its two charges is large.
Where a plane between two leaves parts the pair, the error is that of two lone charges, so that
pairs may be the more wrong the closer they are."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm import ahead
from jaxfmm.ahead import Programs
from jaxfmm.planning.measured_errors import read

PLACES = 64  # at which the distances to the nearest points are measured
BLOCK = 8192  # points at a time, among which the nearest are looked for
# over the distance of the nearest point, within which those of a crystal have as many as dimensions
ABOUT = 1.15
# the spread of distances to the nearest point below which points are as even as a crystal's; 0.36
# if any
CRYSTAL = 0.2
# the median of nearest over next distances below which points lie in pairs; 0.79 if any, 0.5 on a
# curve
CLOSE = 0.45
NEIGHBOURS = 12  # of a point at most that are looked at for alternating charges
NEAR = (
    1.1  # times the median distance of the nearest, within which points are neighbours in a crystal
)
MOST = 2**17  # points at most whose partners are looked for


class Arrangement(NamedTuple):
    """How points lie beside their neighbours. even: as evenly spread as in a crystal. paired: most
    have one other that is much nearer than the rest."""

    even: bool
    paired: bool


def arrangement(points: jax.Array, layout: Any = None) -> Arrangement:
    """The `Arrangement` of points (n, d), about one in size, by what some of them have around them.
    layout: that of `Request`."""
    nearest, following, around = (read(layout, a) for a in nearest_of(points))
    known = np.isfinite(nearest).all()
    regular = known and nearest.std() < CRYSTAL * nearest.mean()
    close = known and np.median(nearest / following) < CLOSE
    return Arrangement(bool(regular and around.mean() >= points.shape[1]), bool(close))


def distances(points: jax.Array) -> np.ndarray:
    """From some of the points to the nearest ones elsewhere, as an array of NumPy."""
    return np.asarray(nearest_of(points)[0], np.float64)


def nearest_of(
    points: jax.Array | jax.ShapeDtypeStruct, call: Programs | Callable = ahead.call
) -> tuple[
    jax.Array | jax.ShapeDtypeStruct,
    jax.Array | jax.ShapeDtypeStruct,
    jax.Array | jax.ShapeDtypeStruct,
]:
    """`_nearest` at places of any points."""
    some = np.random.default_rng(0).choice(len(points), min(PLACES, len(points)), replace=False)
    return call(_nearest, points, some)


@jax.jit
def _nearest(points: jax.Array, some: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
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

    def beside(state, block):
        following, count = state
        found = squares(block)
        farther = jnp.where(found > least[None], found, inf).min(0)
        as_near = (found <= jnp.square(ABOUT) * least[None]).sum(0, dtype=jnp.int32)
        return (jnp.minimum(following, farther), count + as_near), None

    padded = jnp.pad(points, ((0, -len(points) % BLOCK), (0, 0)), constant_values=inf)
    blocks = padded.T.reshape(dim, -1, BLOCK).swapaxes(0, 1)
    none = jnp.full(len(places), inf, points.dtype)
    least = jax.lax.scan(nearer, none, blocks)[0]
    following, count = jax.lax.scan(beside, (none, jnp.zeros(len(places), jnp.int32)), blocks)[0]
    return jnp.sqrt(least), jnp.sqrt(following), count


def alternating(points: Any, dtype: DTypeLike) -> jax.Array:
    """Charges (n, 1) of points, one and minus one: by how many steps between neighbours lead from
    one of them, even or odd. It is one of the largest part; points that no steps lead to have the
    charge one."""
    from scipy import sparse, spatial  # which JAX requires itself

    x = np.asarray(points, np.float64)
    distance, index = spatial.cKDTree(x).query(x, k=min(NEIGHBOURS, len(x) - 1) + 1)
    near = distance <= NEAR * np.median(distance[:, 1])
    rows = np.repeat(np.arange(len(x)), near.sum(1))
    graph = sparse.csr_array((np.ones(len(rows)), (rows, index[near])), shape=(len(x), len(x)))
    part = sparse.csgraph.connected_components(graph, directed=False)[1]
    start = np.argmax(np.bincount(part)[part])
    steps = sparse.csgraph.dijkstra(graph, directed=False, unweighted=True, indices=start)
    sign = np.where(np.where(np.isfinite(steps), steps, 0) % 2 == 1, -1.0, 1.0)
    return jnp.asarray(sign[:, None], dtype)


def opposite(points, dtype):
    """Charges (n, 1) of points that are opposite where two points are the nearest of each other, of
    random signs, and zero elsewhere: of a sample of MOST points and of their nearest."""
    from scipy import spatial

    rng, x = np.random.default_rng(4), np.asarray(points, np.float64)
    tree, n = spatial.cKDTree(x), len(x)

    def nearest(some):
        return tree.query(x[some], k=2)[1][:, 1]

    some = np.arange(n) if n <= MOST else rng.choice(n, MOST, replace=False)
    partner = nearest(some)
    mutual = (nearest(partner) == some) & (partner != some)
    pairs = np.unique(np.sort(np.stack([some, partner], axis=1)[mutual], axis=1), axis=0)
    sign, charges = rng.choice([-1.0, 1.0], len(pairs)), np.zeros((n, 1))
    charges[pairs, 0] = np.stack([sign, -sign], axis=1)
    return jnp.asarray(charges, dtype)
