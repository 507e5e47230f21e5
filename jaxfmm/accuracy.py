"""Which order, opening parameter and leaf size keep a tolerance at the least cost.

The error model is a table of measurements (`tests/benchmarks/calibrate_accuracy.py` makes it anew): for every opening
parameter and order the largest relative L2 error over six distributions (cube, Plummer sphere, thin shell, filament,
two far clusters, the atoms of a protein; 12,000 points) and charges of one sign and of both. Between the orders of the
table the error is interpolated geometrically. Treecodes are as accurate, but for theta = 0.8 above order 12, where the
table has theirs. The choice keeps the tolerance with a factor SAFETY to spare: other draws of charges of both signs
were up to twice as wrong as the table's.

The cost model counts slots of particle pairs, translations and particles, at rates measured with
`tests/benchmarks/bench_ops.py`; only their ratios matter to the choice.
"""

import dataclasses
import math

import numpy as np

from jaxfmm.tree.build import OCCUPANCY

SAFETY = 2.5

ORDERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25)
POTENTIAL_ERROR = {
    0.4: (6.1e-02, 7.2e-03, 9.5e-04, 1.5e-04, 3.2e-05, 6.4e-06, 2.0e-06, 1.5e-07, 1.1e-08, 2.0e-09, 7.0e-11, 3.3e-12, 6.7e-14, 2.1e-15),
    0.5: (8.7e-02, 1.5e-02, 2.2e-03, 4.8e-04, 1.3e-04, 3.6e-05, 1.2e-05, 2.2e-06, 2.1e-07, 3.2e-08, 2.4e-09, 2.4e-10, 1.7e-11, 6.4e-13),
    0.6: (1.2e-01, 2.6e-02, 4.6e-03, 1.2e-03, 4.2e-04, 1.2e-04, 5.6e-05, 9.5e-06, 1.8e-06, 3.9e-07, 5.8e-08, 9.8e-09, 1.5e-09, 1.4e-10),
    0.7: (1.7e-01, 4.0e-02, 8.6e-03, 2.5e-03, 9.1e-04, 3.3e-04, 1.4e-04, 4.3e-05, 1.3e-05, 4.8e-06, 8.8e-07, 1.7e-07, 5.3e-08, 8.8e-09),
    0.8: (2.2e-01, 5.8e-02, 1.4e-02, 5.1e-03, 2.0e-03, 9.2e-04, 4.6e-04, 1.9e-04, 9.7e-05, 4.0e-05, 1.8e-05, 8.8e-06, 5.5e-06, 5.5e-06),
}  # fmt: skip
GRADIENT_ERROR = {
    0.4: (3.8e-01, 3.9e-02, 4.6e-03, 8.7e-04, 1.8e-04, 3.9e-05, 9.4e-06, 6.6e-07, 5.9e-08, 5.9e-09, 2.4e-10, 1.0e-11, 5.4e-13, 8.1e-15),
    0.5: (5.0e-01, 6.5e-02, 1.2e-02, 2.7e-03, 7.0e-04, 1.9e-04, 5.8e-05, 6.4e-06, 8.5e-07, 1.2e-07, 1.1e-08, 8.4e-10, 9.2e-11, 3.0e-12),
    0.6: (6.0e-01, 9.6e-02, 2.0e-02, 4.9e-03, 1.4e-03, 4.6e-04, 1.7e-04, 2.8e-05, 5.9e-06, 1.4e-06, 1.9e-07, 3.2e-08, 5.3e-09, 5.0e-10),
    0.7: (6.9e-01, 1.2e-01, 2.7e-02, 7.3e-03, 2.3e-03, 8.5e-04, 3.5e-04, 8.7e-05, 2.7e-05, 9.7e-06, 1.7e-06, 4.1e-07, 1.0e-07, 1.5e-08),
    0.8: (7.4e-01, 1.5e-01, 3.8e-02, 1.2e-02, 4.9e-03, 2.6e-03, 1.5e-03, 6.3e-04, 2.9e-04, 1.4e-04, 4.7e-05, 1.5e-05, 4.7e-06, 1.0e-06),
}  # fmt: skip
LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 512)


@dataclasses.dataclass(frozen=True)
class Choice:
    order: int
    theta: float
    leaf_size: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rates:
    """Nanoseconds in float32. pair: per slot of a pair of particles; direct: per pair of a direct sum; translation and
    particle: each as constant + linear in the coefficients + cubic + quartic in the order; multipole: per coefficient and
    particle of M2P; call: of a whole evaluation. float64: what float64 costs more."""

    pair: float
    direct: float
    translation: tuple[float, float, float, float]
    particle: tuple[float, float, float, float]
    multipole: float
    call: float
    float64: float


RATES = {  # by compiled backend, and by platform for XLA
    "cpu": Rates(  # two cores with AVX-512
        pair=0.085, direct=0.12, translation=(8.0, 0.1, 0.055, 0.0), particle=(10.0, 0.3, 0.0, 0.0), multipole=0.2, call=1e6,
        float64=2.4,
    ),
    "cuda": Rates(  # one H200
        pair=0.0006, direct=0.001, translation=(0.02, 0.0, 0.0, 5e-5), particle=(0.3, 0.006, 0.0, 0.0), multipole=0.002,
        call=3e5, float64=2.2,
    ),
    "cpu xla": Rates(
        pair=0.5, direct=0.9, translation=(60.0, 4.0, 0.5, 0.0), particle=(60.0, 3.0, 0.0, 0.0), multipole=1.5, call=2e7,
        float64=2.2,
    ),
    "gpu xla": Rates(
        pair=0.008, direct=0.014, translation=(1.0, 0.06, 0.0, 0.0), particle=(2.0, 0.05, 0.0, 0.0), multipole=0.01, call=1e7,
        float64=2.0,
    ),
}  # fmt: skip


def smallest_tol(dtype):
    """The tolerance below which rounding alone may break the promise."""
    return 5e-6 if dtype == "float32" else 1e-13


def expected_error(order, theta, gradient):
    """The measured error at (order, theta): the larger of potential and gradient, or the potential's alone."""
    theta = min(max(theta, min(GRADIENT_ERROR)), max(GRADIENT_ERROR))
    tables = (POTENTIAL_ERROR, GRADIENT_ERROR) if gradient else (POTENTIAL_ERROR,)

    def of(table):
        in_order = [np.interp(order, ORDERS, np.log(row)) for row in table.values()]
        return math.exp(np.interp(theta, list(table), in_order))

    return max(map(of, tables))


def _order_for(tol, theta, gradient):
    return next((p for p in range(ORDERS[-1] + 1) if SAFETY * expected_error(p, theta, gradient) <= tol), None)


def _polynomial(rates, order):
    constant, linear, cubic, quartic = rates
    return constant + linear * (order + 1) ** 2 + cubic * (order + 1) ** 3 + quartic * (order + 1) ** 4


def _near(theta):
    """Near leaves of a leaf, between the counts of a uniform cube and of a Plummer sphere."""
    return 15 * theta**-3


def _far(theta):
    """Far pairs of nodes, per leaf."""
    return 27 * theta**-3


def cost(order, theta, leaf_size, method, n, backend):
    """Nanoseconds per particle, for n particles in float32."""
    rates, in_leaf = RATES[backend], OCCUPANCY * leaf_size
    pairs = rates.pair * _near(theta) * leaf_size**2 / in_leaf
    if method == "treecode":
        levels = 1.4 * max(1.0, math.log2(max(n, 1) / leaf_size))  # far pairs of a leaf over those of the FMM, measured
        far = rates.multipole * (order + 1) ** 2 * levels * _far(theta) * leaf_size / in_leaf
    else:
        far = _polynomial(rates.translation, order) * (_far(theta) + 6) / in_leaf
    return pairs + far + _polynomial(rates.particle, order)


def choose(tol, gradient, method, n, backend):
    """The cheapest (order, theta, leaf size) that keeps `tol`."""
    options = [
        Choice(order, theta, leaf_size)
        for theta in GRADIENT_ERROR
        if (order := _order_for(tol, theta, gradient)) is not None
        for leaf_size in LEAF_SIZES
    ]
    return min(options, key=lambda c: cost(c.order, c.theta, c.leaf_size, method, n, backend))


def order_for_derivatives(order, gradient, total):
    """The order for a sum whose derivative orders at source and target add up to `total`: each order beyond those that
    the plan was made for costs about one factor theta more than two degrees gain back."""
    return order + 2 * max(0, total - int(gradient))


def fmm_pays(o, dtype, backend):
    """Whether the FMM is expected to be faster than the direct sum, from the options of a plan alone."""
    rates = RATES[backend]
    scale = rates.float64 if dtype == "float64" else 1.0
    work = scale * max(o.n, o.m) * cost(o.order, o.theta, o.leaf_size, "fmm", o.n, backend)
    return rates.call + work < scale * rates.direct * float(o.n) * float(o.m)


def direct_pays(o, pairs, far, backend):
    """Whether the direct sum is faster than an FMM with these numbers of near pairs of particles and of far pairs."""
    rates = RATES[backend]
    near = rates.pair * pairs / OCCUPANCY**2
    return rates.direct * float(o.n) * float(o.m) < near + far * _polynomial(rates.translation, o.order)
