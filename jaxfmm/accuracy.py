"""Which order, opening parameter and leaf size keep a tolerance at the least cost.

The error model is the table of measurements in `error_tables.py`, between whose orders the error is interpolated
geometrically. Treecodes are as accurate, but for theta = 0.8 above order 12 in 3D, where the table has theirs. The
choice keeps the tolerance with a factor SAFETY to spare: other draws of charges of both signs were up to twice as wrong
as the table's. Further derivatives than the gradient take two orders more each.

The cost model counts slots of particle pairs, translations and particles, at rates measured with
`tests/benchmarks/bench_ops.py`; only their ratios matter to the choice.
"""

import dataclasses
import math

import numpy as np

from jaxfmm.error_tables import ERRORS
from jaxfmm.tree.balanced import leaf_count
from jaxfmm.tree.build import OCCUPANCY

SAFETY = 2.5

LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 512)
LARGE_LEAVES = (32, 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096)  # of interpolated kernels


@dataclasses.dataclass(frozen=True)
class Choice:
    order: int
    theta: float
    leaf_size: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rates:
    """Nanoseconds in float32. pair: per slot of a pair of particles; direct: per pair of a direct sum; translation and
    particle: each as a polynomial in order + 1, constant first; multipole: per coefficient and particle of M2P; call: of
    a whole evaluation; leaf: of the passes over leaves, per leaf. float64: what float64 costs more."""

    pair: float
    direct: float
    translation: tuple[float, ...]
    particle: tuple[float, ...]
    multipole: float
    call: float
    float64: float
    leaf: float = 0.0


# By compiled backend, and by platform for XLA: in three dimensions, and for what is alike in all. CPU: two cores with
# AVX-512; GPU: one H200.
RATES = {
    "cpu": Rates(
        pair=0.085, direct=0.12, translation=(8.0, 0, 0.1, 0.055), particle=(10.0, 0, 0.3), multipole=0.2, call=1e6,
        float64=2.4,
    ),
    "cuda": Rates(
        pair=0.0006, direct=0.001, translation=(0.02, 0, 0, 0, 5e-5), particle=(0.3, 0, 0.006), multipole=0.002,
        call=3e5, float64=2.2,
    ),
    "cpu xla": Rates(
        pair=0.5, direct=0.9, translation=(60.0, 0, 4.0, 0.5), particle=(60.0, 0, 3.0), multipole=1.5, call=2e7,
        float64=2.2,
    ),
    "gpu xla": Rates(
        pair=0.008, direct=0.014, translation=(1.0, 0, 0.06), particle=(2.0, 0, 0.05), multipole=0.01, call=1e7,
        float64=2.0,
    ),
}  # fmt: skip
RATES_2D = {
    "cpu": dataclasses.replace(RATES["cpu"], pair=0.09, translation=(2.0, 0.45, 0.007), particle=(3.0, 0.25)),
    "cuda": dataclasses.replace(
        RATES["cuda"], pair=0.0007, translation=(0.045, 0, 1.1e-4), particle=(0.1, 0.005), leaf=10.0
    ),
    "cpu xla": dataclasses.replace(RATES["cpu xla"], translation=(60.0, 20.0, 2.0), particle=(60.0, 12.0)),
    "gpu xla": dataclasses.replace(RATES["gpu xla"], translation=(1.0, 0.3, 0.02), particle=(2.0, 0.2)),
}

# Near leaves of a leaf and far pairs of nodes per leaf, both over reach(theta)^dim: between those of uniform and of
# clustered points, and at most about (the room that plans have).
WORK = {(3, "adaptive"): (15, 27), (3, "balanced"): (25, 12), (2, "adaptive"): (5.5, 7.5), (2, "balanced"): (6.5, 9.3)}
WORK |= {(1, "adaptive"): (2.5, 3), (1, "balanced"): (2.5, 3)}
ROOM = {(3, "adaptive"): (25, 30), (3, "balanced"): (100, 36), (2, "adaptive"): (9, 12), (2, "balanced"): (18, 18)}
ROOM |= {(1, "adaptive"): (5, 6), (1, "balanced"): (8, 8)}


def smallest_tol(dtype):
    """The tolerance below which rounding alone may break the promise."""
    return 5e-6 if dtype == "float32" else 1e-13


def order_for_derivatives(order, planned, total):
    """The order for a sum whose derivative orders at source and target add up to `total`, where the plan was made for
    `planned`: each derivative more costs about one factor theta more than two degrees gain back."""
    return order + 2 * max(0, total - planned)


def shares(tree, family):
    """Whether cells interact when max + theta min <= theta d, not when r_a + r_b <= theta d."""
    return tree == "balanced" and family == "harmonic"


def _polynomial(coefficients, order):
    return sum(c * (order + 1) ** i for i, c in enumerate(coefficients))


@dataclasses.dataclass(frozen=True)
class Model:
    """Errors and costs of the FMM and the treecode in a dimension, with a kind of tree, by a backend (see RATES)."""

    dim: int
    tree: str
    backend: str
    family: str = "harmonic"  # or "interpolated"

    @property
    def errors(self):
        return ERRORS[self.dim, self.tree if self.family == "harmonic" else self.family]

    @property
    def rates(self):
        return (RATES_2D if self.dim == 2 else RATES)[self.backend]

    def coefficients(self, order):
        if self.family == "interpolated":
            return (order + 1) ** self.dim
        return (order + 1) ** 2 if self.dim == 3 else 2 * order + 1

    def _translation(self, order):
        if self.family == "interpolated":  # nodes over nodes
            return self.rates.pair * self.coefficients(order) ** 2
        return _polynomial(self.rates.translation, order)

    def _particle(self, order):
        if self.family == "interpolated":
            return 2 * self.rates.multipole * self.coefficients(order)
        return _polynomial(self.rates.particle, order)

    def expected_error(self, order, theta, derivatives):
        """The measured error at (order, theta): of the potential (`derivatives` 0), the larger of potential and gradient
        (1), or estimated for derivatives up to a higher order."""
        e, order = self.errors, order - 2 * max(0, derivatives - 1)
        theta = min(max(theta, min(e.gradient)), max(e.gradient))

        def of(table):
            in_order = [np.interp(order, e.orders, np.log(row)) for row in table.values()]
            return math.exp(np.interp(theta, list(table), in_order))

        return max(map(of, (e.potential, e.gradient) if derivatives else (e.potential,)))

    def _order_for(self, tol, theta, derivatives):
        orders = range(self.errors.orders[-1] + 1)
        return next((p for p in orders if SAFETY * self.expected_error(p, theta, derivatives) <= tol), None)

    @property
    def shares(self):
        return shares(self.tree, self.family)

    def reach(self, theta):
        """How far apart cells must be to interact by expansions, over the sum of their radii if these are equal."""
        return (1 + theta) / (2 * theta) if self.shares else 1 / theta

    def _leaf(self, leaf_size, n):
        """(points, slots) of a leaf."""
        if self.tree == "balanced":
            points = n / leaf_count(max(n, 1), leaf_size)
            return points, points
        return OCCUPANCY * leaf_size, leaf_size

    def cost(self, order, theta, leaf_size, method, n):
        """Nanoseconds per particle, for n particles in float32."""
        in_leaf, slots = self._leaf(leaf_size, n)
        near, far = (count * self.reach(theta) ** self.dim for count in WORK[self.dim, self.tree])
        pairs = self.rates.pair * near * slots**2 / in_leaf
        if method == "treecode":
            levels = 1.4 * max(1.0, math.log2(max(n, 1) / leaf_size))  # far pairs over those of the FMM, measured
            far = self.rates.multipole * self.coefficients(order) * levels * far * slots / in_leaf
        else:
            far = self._translation(order) * (far + 6) / in_leaf
        return pairs + far + self._particle(order) + self.rates.leaf / in_leaf

    def choose(self, tol, derivatives, method, n):
        """The cheapest (order, theta, leaf size) that keeps `tol`, None if none does."""
        options = [
            Choice(order, theta, leaf_size)
            for theta in self.errors.gradient
            if (order := self._order_for(tol, theta, derivatives)) is not None
            for leaf_size in (LEAF_SIZES if self.family == "harmonic" else LARGE_LEAVES)
        ]
        return min(options, key=lambda c: self.cost(c.order, c.theta, c.leaf_size, method, n), default=None)

    def fmm_pays(self, o, dtype):
        """Whether the FMM is expected to be faster than the direct sum, from the options of a plan alone."""
        scale = self.rates.float64 if dtype == "float64" else 1.0
        work = scale * max(o.n, o.m) * self.cost(o.order, o.theta, o.leaf_size, "fmm", o.n)
        return self.rates.call + work < scale * self.rates.direct * float(o.n) * float(o.m)

    def direct_pays(self, o, pairs, far):
        """Whether the direct sum is faster than an FMM with these numbers of near pairs of particles and of far pairs."""
        padding = 1.0 if self.tree == "balanced" else OCCUPANCY**-2
        work = self.rates.pair * pairs * padding + far * self._translation(o.order)
        return self.rates.direct * float(o.n) * float(o.m) < work

    def exchange_pays(self, o, dtype):
        """Whether the multipole of a leaf costs a point less than the points of the leaf."""
        scale = self.rates.float64 if dtype == "float64" else 1.0
        return self._leaf(o.leaf_size, o.n)[0] * scale * self.rates.pair > self.rates.multipole * self.coefficients(
            o.order
        )
