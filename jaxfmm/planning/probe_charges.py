"""The charges for which the errors of a plan are measured.

Errors are relative, so charges with weak fields have large ones. A pair of opposite charges has a
weak field. Where a plane between two leaves parts the pair, its error is as large as the error of
two lone charges, so that closer pairs may have larger relative errors. In crystals charges that
alternate between neighbours have weak fields too; no random draw shows either."""

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import cores, inputs, pytrees
from jaxfmm.carriers import carriers
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.costs import Problem
from jaxfmm.on_host import predicate
from jaxfmm.plan import Plan
from jaxfmm.planning.arrangement import Arrangement
from jaxfmm.planning.sampled_sums import leaves_of, read
from jaxfmm.sharding.layout import Layout
from jaxfmm.tree.build import Tree

# A plan is taken if its measured errors are at most tol / SPARE. The rest is for other charges of
# the same kind.
SPARE = 2.0
FEW = 2**10  # A draw of few charges has at most this many.
SPARSE = 64  # A draw of few charges has one for at least this many points.
# Charges of a heavy draw fall with this power of their rank; masses of haloes fall with a power of
# 1.1.
STEEP = 1.5
NEUTRAL = 0.1  # Charges cancel if their sum over the sum of their magnitudes is below this.
NEIGHBOURS = 12  # Alternating charges look at this many neighbours of a point at most.
# Points are neighbours in a crystal within this many median distances to the nearest point.
NEAR = 1.1
SOME = 2**14  # The median is taken over about this many points.
MOST = 2**17  # Partners in close pairs are looked for at this many points at most.


@dataclasses.dataclass(frozen=True)
class Probe:
    """Charges for which the errors of a plan are measured.

    charges: (n, k).
    weight: multiplies their errors before they are compared with `tol`.
    few_at: the numbers of the few charges that are not zero; None where all may count.
    local: whether a few targets may have most of the error.
    rounding: about the error by rounding, which does not count.
    usual: whether `print(plan)` shows the largest errors at a target for these charges.
    cell: as in `measured_errors`."""

    charges: Array
    weight: float = 1.0
    few_at: np.ndarray | None = None
    local: bool = False
    rounding: float = 0.0
    usual: bool = False
    cell: Any = None

    @property
    def carried(self) -> float:
        """The least participation number of charges that have errors of at most `tol` where these
        have tol / (SPARE weight): errors of few charges grow with the root of one over their
        number."""
        return float(carriers(self.charges)) / (SPARE * self.weight) ** 2


def begin_alternating(problem: Problem) -> None:
    """Begins to compute, in a thread, the alternating charges that `probes_of` takes for points as
    even as a crystal's, of one device."""
    problem.begin("alternating", _signs_of(problem, None))


def _signs_of(problem: Problem, layout: Layout | None) -> Callable[[], np.ndarray]:
    return lambda: alternating(read(layout, problem.sources))


def probes_of(plan: Plan, problem: Problem, arrangement: Arrangement) -> list[Probe]:
    """The `Probe`s of a plan for any charges. The first is measured for other lengths of the kernel
    too."""
    sources, layout = problem.sources, plan.request.layout
    n, dtype = sources.shape[0], sources.dtype
    one_sign, both = np.split(_random_charges(n, dtype, 1), 2, axis=1)
    # In a cell, charges of both signs are made neutral: float32 loses digits of the potential of a
    # net charge. Equal charges have the weakest fields of all charges of one sign there.
    cell = plan.kernel.has_images
    probes = [
        Probe(jax.device_put(both - both.mean() if cell else both)),
        Probe(jax.device_put(one_sign), 1 / SPARE if cell else 1.0, usual=not cell),
    ]
    for (charges, at), weight in (
        (sparse_charges(n, dtype), 1.0),
        (heavy_charges(n, dtype), 1 / SPARE),
    ):
        probes.append(Probe(charges, weight, at if layout is None else None))
    if layout is None:  # each device of a mesh has a tree of its own
        probes.append(Probe(outer_charges(plan.trees[1], dtype)))
    if arrangement.even:
        signs = problem.once("alternating", _signs_of(problem, layout))
        probes.append(Probe(jax.device_put(signs.astype(dtype))))
    if arrangement.paired:
        probes.append(Probe(opposite(read(layout, sources), dtype), local=True))
    return probes


def _random_charges(n: int, dtype: DTypeLike, both: int) -> np.ndarray:
    """`random_charges` by NumPy."""
    rng = np.random.default_rng(1)
    charges = np.concatenate([np.ones((n, 1)), rng.normal(size=(n, both))], axis=1)
    return charges.astype(dtype)


def random_charges(n: int, dtype: DTypeLike, both: int = 7) -> Array:
    """Charges (n, 1 + both): equal ones, and random ones of both signs."""
    return jax.device_put(_random_charges(n, dtype, both))


def charges_for(kernel: Kernel, n: int, dim: int, dtype: DTypeLike) -> Array:
    """`random_charges` for a kernel, of vectors (n, d, 1 + both) where it takes these."""
    if not kernel.traits.vector:
        return random_charges(n, dtype, kernel.traits.draws)
    charges = _random_charges(n * dim, dtype, kernel.traits.draws)
    return jax.device_put(charges.reshape(n, dim, -1))


def few_of(n: int) -> int:
    """How many charges of n a draw of few charges has."""
    return min(FEW, -(-n // SPARSE))


def sparse_charges(n: int, dtype: DTypeLike) -> tuple[Array, np.ndarray]:
    """(charges (n, 1) of both signs, all but few zero, as where a few bodies outweigh all others;
    the numbers of these few)"""
    rng = np.random.default_rng(2)
    at = rng.choice(n, few_of(n), replace=False).astype(np.int32)
    return _scattered(n, at, rng.normal(size=len(at)), dtype), at


def heavy_charges(n: int, dtype: DTypeLike) -> tuple[Array, np.ndarray]:
    """(charges (n, 1) of both signs, all but few zero, of a power law; the numbers of these few)

    The power law is steeper than those of the masses of haloes and the luminosities of stars: about
    five of the charges carry a sum."""
    rng = np.random.default_rng(5)
    at = rng.choice(n, few_of(n), replace=False).astype(np.int32)
    sign = rng.choice([-1.0, 1.0], len(at))
    return _scattered(n, at, sign * np.arange(1.0, len(at) + 1) ** -STEEP, dtype), at


def _scattered(n: int, at: np.ndarray, values: np.ndarray, dtype: DTypeLike) -> Array:
    """Charges (n, 1) with these values (a,) or (..., 2) at these numbers, and zero elsewhere."""
    charges = np.zeros((n, 1))
    charges[at, 0] = values
    return jax.device_put(charges.astype(dtype))


def outer_charges(tree: Tree, dtype: DTypeLike) -> Array:
    """Charges (n, 1) of both signs where points are sparse, and zero in the narrower half of the
    leaves of a tree, whose fields would hide the errors elsewhere."""
    values = np.random.default_rng(3).normal(size=len(tree.order)).astype(dtype)
    radius = np.asarray(tree.radius)[leaves_of(tree)]
    return jax.device_put(np.where(radius >= np.median(radius), values, 0)[:, None])


def alternating(points: np.ndarray) -> np.ndarray:
    """Charges (n, 1) of a crystal: one, and minus one an odd number of steps between neighbours
    away from a point of the largest connected part. Points that no steps reach have one."""
    from scipy import sparse, spatial  # which JAX requires itself

    x = np.asarray(points, np.float64)
    tree = spatial.cKDTree(x, balanced_tree=False, compact_nodes=False)
    count, workers = min(NEIGHBOURS, len(x) - 1) + 1, cores.usable()
    some = x[:: max(1, len(x) // SOME)]
    within = NEAR * np.median(tree.query(some, k=2, workers=workers)[0][:, 1])
    distance, index = tree.query(x, k=count, distance_upper_bound=within, workers=workers)
    near = np.isfinite(distance)
    ends = np.append(0, np.cumsum(near.sum(1)))
    graph = sparse.csr_array((np.ones(ends[-1]), index[near], ends), shape=(len(x), len(x)))
    part = sparse.csgraph.connected_components(graph, directed=False)[1]
    start = np.argmax(np.bincount(part)[part])
    steps = sparse.csgraph.dijkstra(graph, directed=False, unweighted=True, indices=start)
    sign = np.where(np.where(np.isfinite(steps), steps, 0) % 2 == 1, -1.0, 1.0)
    return sign[:, None]


def opposite(points: np.ndarray, dtype: DTypeLike) -> Array:
    """Charges (n, 1): opposite ones of random sign where two points are each other's nearest, and
    zero elsewhere. At most MOST points and their nearest ones are looked at."""
    from scipy import spatial

    rng, x = np.random.default_rng(4), np.asarray(points, np.float64)
    tree, n = spatial.cKDTree(x), len(x)

    def nearest(some):
        return tree.query(x[some], k=2)[1][:, 1]

    some = np.arange(n) if n <= MOST else rng.choice(n, MOST, replace=False)
    partner = nearest(some)
    mutual = (nearest(partner) == some) & (partner != some)
    pairs = np.unique(np.sort(np.stack([some, partner], axis=1)[mutual], axis=1), axis=0)
    sign = rng.choice([-1.0, 1.0], len(pairs))
    return _scattered(n, pairs, np.stack([sign, -sign], axis=1), dtype)


def columns_of(charges: Any, problem: Problem) -> Array:
    """The user's charges (n,) or (n, k), checked, and the charges of images that are sources, as
    columns of real numbers."""
    images, dtype = problem.kernel.images, problem.sources.dtype
    n = len(problem.sources) // images.copies
    charges = inputs.charges("charges", pytrees.constant(charges), n, dtype)
    charges = images.strengths({0: charges if charges.ndim == 2 else inputs.column(charges)})[0]
    if jnp.issubdtype(charges.dtype, jnp.complexfloating):
        return jnp.concatenate([charges.real, charges.imag], axis=1)
    return charges


@predicate
def cancel(charges: Any) -> Any:
    """Whether real charges (n, k) of some column add up to nearly nothing."""
    return (abs(charges.sum(0)) < NEUTRAL * abs(charges).sum(0)).any()


@predicate
def of_one_sign(charges: Any) -> Any:
    """Whether no column of charges (n, k) has both signs."""
    return ((charges >= 0).all(0) | (charges <= 0).all(0)).all()
