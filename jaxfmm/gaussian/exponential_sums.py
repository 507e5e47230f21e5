"""One-dimensional Gaussian sums by a sum of exponentials: two recurrences over sorted points.

    out_b(x_i) = sum_j sum_a w_a(j) d_y^a d_x^b G(x_i - y_j) ,      G(u) = exp(-u^2 / 2) ,

for n sources and m targets in O(n + m) operations whatever the bandwidth (Jiang & Greengard,
Commun. Comput. Phys. 31 (2022) 1, section 4): G is a sum of exponentials of |u|
(gaussian/exponential_tables.py), and a sum of exponentials is passed on from point to point
(gaussian/recurrences). Pairs of points at one place get the exact derivatives of G.

Here points come as they are, and `scale`, one over the bandwidth, beside them: in float32 the small
distances between neighbours would be lost if each point were scaled and shifted for itself."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.gaussian import exponential_tables, recurrences
from jaxfmm.gaussian.recurrences import cpu, reference
from jaxfmm.native.platforms import by_platform

SAFETY = 2.0  # the tolerance over the largest error of the approximation
SMALLEST_TOL = {"float32": 1e-5, "float64": 1e-12}
SMALLEST_TOL_OF_SINGLE = (
    5e-5  # below it float32 points are summed in double, where the backend has it
)


@dataclasses.dataclass(frozen=True)
class Setup:
    """rotations: how many pairs of exponentials, beside a real one.  double: whether to sum in
    double in any case."""

    rotations: int
    double: bool


def setup(extent: tuple[float, ...], tol: float, derivatives: int, dtype: Any) -> Setup | None:
    """The Setup whose errors in all derivatives up to `derivatives` are at most `tol`, for any
    extent and bandwidth; None if there is none, or for more than one dimension.

    Of derivatives beyond those asked for the second is as accurate as the first, the third has a
    digit less, those after it two less each."""
    if len(extent) != 1 or not tol >= SMALLEST_TOL[jnp.dtype(dtype).name]:
        return None
    rotations = exponential_tables.fewest(tol / SAFETY, derivatives)
    return None if rotations is None else Setup(rotations, tol < SMALLEST_TOL_OF_SINGLE)


def prepare(setup: Setup | None, points: jax.Array, *, native: bool = True) -> jax.Array:
    """points (n, 1) -> the order (n,) int32 that sorts them, which is that of any multiple of them
    too.

    `native`: whether to use the kernel for CPUs where there is one; what differs is the order of
    equal points."""
    return _order(points[:, 0], native=native)


@by_platform
def _order(x: jax.Array, *, native: bool, platform: str) -> jax.Array:
    compiled = native and platform == "cpu" and cpu.usable(x.dtype)
    return cpu.order(x) if compiled else reference.order(x)


def fits(
    setup: Setup | None,
    targets: jax.Array,
    sources: jax.Array,
    prepared: tuple[jax.Array | None, jax.Array | None] = (None, None),
) -> jax.Array:
    """Whether the orders at hand, from `prepare` for targets and sources, sort these points;
    nothing else can fail."""
    rising = [
        reference.rises(points[order, 0])
        for points, order in zip((targets, sources), prepared)
        if order is not None
    ]
    return functools.reduce(jnp.logical_and, rising, jnp.bool_(True))


def nanoseconds(setup: Setup, n: int, m: int, backend: str) -> float:
    """The expected time of potential and gradient with the orders at hand. Rates: of an event (a
    source or a target), of an event and rotation, of a call."""
    rates = gaussian_rates(backend, "exponentials")
    return rates["call"] + (n + m) * (rates["event"] + rates["rotation"] * setup.rotations)


def exponentials_sum(
    setup: Setup,
    targets: Any,
    sources: jax.Array,
    weights: jax.Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    scale: jax.Array,
    prepared: tuple[jax.Array | None, jax.Array | None] = (None, None),
    backend: str,
    platform: str,
) -> jax.Array:
    """targets (m, 1), sources (n, 1), weights (n, A, k) -> (m, B, k), for derivatives in units of 1
    / scale.

    Args:
      scale: scalar, one over the bandwidth in units of the points.
      source_orders, target_orders: the derivatives a and b, A and B of them.
      prepared: of targets and sources, from `prepare`, or None to sort now.
      backend: "xla", "cpu" or "cuda".  platform: where this is lowered, here without meaning.

    Returns NaN everywhere if the orders at hand do not sort the points.
    """
    native = backend == "cpu"
    orders = [
        prepare(setup, points, native=native) if order is None else order
        for points, order in zip((targets, sources), prepared)
    ]
    approximation = exponential_tables.exponentials(setup.rotations)
    scaled = jnp.asarray(scale, targets.dtype), approximation.decay, approximation.frequencies
    rows = exponential_tables.rows(approximation, source_orders, target_orders)
    ops = recurrences.operations(backend)
    return ops.sums(
        targets[:, 0], sources[:, 0], weights, *orders, *scaled, rows, double=setup.double
    )
