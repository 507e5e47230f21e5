"""One-dimensional Gaussian sums by a sum of exponentials: two recurrences over sorted points.

    out_b(x_i) = sum_j sum_a w_a(j) d_y^a d_x^b G(x_i - y_j) ,      G(u) = exp(-u^2 / 2) ,

for n sources and m targets in O(n + m) operations for any bandwidth (Jiang & Greengard, Commun.
Comput. Phys. 31 (2022) 1, section 4): G is a sum of exponentials of |u|
(gaussian/exponential_tables.py), and a sum of exponentials is passed on from point to point
(gaussian/recurrences). Pairs of points at one place get the exact derivatives of G.

Points are not divided by the bandwidth; `scale`, the inverse of the bandwidth, is an argument: if
each point were scaled and shifted, float32 would lose the small distances between neighbours."""

import dataclasses
import functools

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.gaussian import exponential_tables, recurrences
from jaxfmm.gaussian.recurrences import cpu, reference
from jaxfmm.gaussian.recurrences.reference import Recurrence, Sorted
from jaxfmm.native.platforms import by_platform

SAFETY = 2.0  # The tolerance, relative to the largest error of the approximation.
SMALLEST_TOL = {"float32": 1e-5, "float64": 1e-12}
# Below this tolerance float32 points are summed in double, where the backend has it.
SMALLEST_TOL_OF_SINGLE = 5e-5


@dataclasses.dataclass(frozen=True)
class ExponentialSumParameters:
    """rotations: how many pairs of complex exponentials there are besides the real one.
    double: whether to sum in double even where points are float32."""

    rotations: int
    double: bool


def choose_parameters(
    extent: tuple[float, ...], tol: float, derivatives: int, dtype: DTypeLike
) -> ExponentialSumParameters | None:
    """Parameters with errors of at most `tol` in all derivatives up to `derivatives`, for any
    extent and bandwidth. None if there are none, and for more than one dimension.

    Beyond the derivatives asked for, the second is as accurate as the first, the third has one
    digit less, and each further one two digits less."""
    if len(extent) != 1 or not tol >= SMALLEST_TOL[jnp.dtype(dtype).name]:
        return None
    rotations = exponential_tables.fewest_rotations(tol / SAFETY, derivatives)
    double = tol < SMALLEST_TOL_OF_SINGLE
    return None if rotations is None else ExponentialSumParameters(rotations, double)


def prepare(
    parameters: ExponentialSumParameters | None, points: Array, *, native: bool = True
) -> Array:
    """The order (n,) int32 that sorts points (n, 1), and any multiple of them.

    native: whether to use the kernel for CPUs where it exists. It orders equal points differently.
    """
    return _order(points[:, 0], native=native)


@by_platform
def _order(x: Array, *, native: bool, platform: str) -> Array:
    compiled = native and platform == "cpu" and cpu.usable(x.dtype)
    return cpu.order(x) if compiled else reference.order(x)


def fits(
    parameters: ExponentialSumParameters | None,
    targets: Array,
    sources: Array,
    prepared: tuple[Array | None, Array | None] = (None, None),
) -> Array:
    """Whether the orders that `prepare` gave for targets and sources sort these points. Nothing
    else can fail."""
    rising = [
        reference.rises(points[order, 0])
        for points, order in zip((targets, sources), prepared)
        if order is not None
    ]
    return functools.reduce(jnp.logical_and, rising, jnp.bool_(True))


def nanoseconds(parameters: ExponentialSumParameters, n: int, m: int, backend: str) -> float:
    """The expected time of potential and gradient of sorted points. The rates are times of an event
    (a source or a target), of an event and rotation, and of a call."""
    rates = gaussian_rates(backend, "exponentials")
    return rates["call"] + (n + m) * (rates["event"] + rates["rotation"] * parameters.rotations)


def exponentials_sum(
    parameters: ExponentialSumParameters,
    targets: tuple[Array, Array | None],
    sources: tuple[Array, Array | None],
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    scale: Array,
    backend: str,
) -> Array:
    """The sums (m, B, k), for derivatives in units of 1 / scale.

    Args:
      targets, sources: points (m, 1) and (n, 1), each with its order from `prepare`, or None to
        sort now.
      weights: (n, A, k).
      source_orders, target_orders: the A derivatives a and the B derivatives b.
      scale: scalar, one over the bandwidth in units of the points.
      backend: "xla", "cpu" or "cuda".

    Returns NaN everywhere if the orders do not sort the points.
    """

    def sort(points, order):
        if order is None:
            order = prepare(parameters, points, native=backend == "cpu")
        return Sorted(points[:, 0], order)

    x, y = sort(*targets), sort(*sources)
    approximation = exponential_tables.exponentials(parameters.rotations)
    recurrence = Recurrence(
        decay=approximation.decay,
        frequencies=approximation.frequencies,
        rows=exponential_tables.rows(approximation, source_orders, target_orders),
    )
    sums = recurrences.operations(backend).sums
    scale = jnp.asarray(scale, x.points.dtype)
    return sums(x, y, weights, scale, recurrence, double=parameters.double)
