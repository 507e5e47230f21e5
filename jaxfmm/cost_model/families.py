"""The families of expansions, as models of errors and times see them."""

import dataclasses
import math
from collections.abc import Mapping
from types import MappingProxyType

from jaxfmm.cost_model.rates import Rates
from jaxfmm.expansions.polyharmonic import operators as polyharmonic
from jaxfmm.expansions.taylor import operators as taylor
from jaxfmm.tree.build import OCCUPANCY

# A translation of Taylor expansions that was not timed takes the time of a harmonic one of order 6
# for this many multiply-adds.
HARMONIC_STEPS = 1200
# A polyharmonic translation that was not timed takes this many times as long as a harmonic one with
# as many coefficients: 0.8 to 1.4 were measured on CPUs and 1.2 to 2.2 on an H200, by order.
POLYHARMONIC_TIMES = 1.5
# A Taylor series at a point takes so many times as long for each coefficient as a harmonic one, and
# the derivatives of its kernel as long as so many pairs of points. Measured on two cores for
# kernels from 1 / sqrt(r2 + 1) to powers, orders 4 to 10, in the plane and in space: within 1.15.
RADIAL_EVALUATION, RADIAL_KERNEL = 1.6, 9.0
WAVES_MORE = 3  # Leaves of a few radians have this many orders more.
# Both parts of a Helmholtz expansion take these many times the time of harmonics on CPUs, counted
# at orders WAVES_MORE higher: translations, passes for a point and passes for a leaf. Measured for
# 20,000 and 50,000 points in boxes of a sixth of a wavelength to five wavelengths, orders 8 and 13,
# float32.
WAVE_TRANSLATION, WAVE_PARTICLE, WAVE_CELL = 130.0, 300.0, 50.0
# XLA compiles for 44 to 48 s of the processor until the first sum in the plane is done, 16 s of it
# for the plan: float32 and float64, 5000 points. On two cores that is 20 to 30 s by the clock. In
# space it is 4 s for 5000 points in float32, 20 s in float64, and 57 s for 20,000 in float32.
WAVES_MAKING = 2e10
# Passes of interpolation, in the time that plain XLA takes for a coefficient of a multipole at a
# point: P2M and L2P for a point and coefficient, a leaf, and its M2M and L2L for a coefficient and
# interpolant. Measured on two cores, on a line with order 7 and leaves of 48 points and in space
# with order 5 and leaves of 256.
INTERPOLATED_PARTICLE, INTERPOLATED_CELL, INTERPOLATED_SHIFT = 0.5, 600.0, 1.5
# In the plane, where XLA computes all passes, these are multiples of the passes of harmonics for a
# point at the least order, which depend on the precision about as much; and nanoseconds of a call.
# Measured on two cores for 5000 and 50,000 points, orders 7 to 12, float32 and float64.
CIRCLE_TRANSLATION, CIRCLE_PARTICLE, CIRCLE_CELL, CIRCLE_CALL = 0.52, 6.2, 2.6, 7e6


# How GPUs differ from the rates, by sums of 50,000 and 500,000 points on an H200, float32 and
# float64. Taylor series at a point, whose derivatives do not fit into registers, take so many times
# as long: Yukawa, Matern, multiquadrics and a function of a user's.
TAYLOR_ON_GPU = 11.0
# XLA computes most stages of Helmholtz expansions, which take so many times as long. A sum takes
# these nanoseconds besides, by dimension.
WAVES_ON_GPU, WAVES_CALL_ON_GPU = 2.1, {2: 5.4e7, 3: 2.6e7}
# A sum by polyharmonic expansions takes these nanoseconds besides.
POLYHARMONIC_CALL_ON_GPU = 2.5e5
# P2M, M2M, L2L and L2P of interpolation, in many small programs of XLA, and a call.
INTERPOLATED_ON_GPU, INTERPOLATED_CALL_ON_GPU = 4.0, 9e5


class Family:
    """What models ask of a kind of expansions, here of harmonic ones.

    errors: the name of its error tables, None where they are named by the kind of tree.
    of_one_kernel: whether expansions are made for one kernel. Others of its class, with a softening
      or a core, then have them from a distance on (`Kernel.far_length`).
    per_derivative: a plan that promises further derivatives has this many orders more for each.
    further: a sum with more derivatives than its plan promises takes this many more for each.
    by_theta: the trees that accept cells by theta itself.
    by_sum: whether the sum of two radii says how fast expansions converge, whichever is the larger.
    large_leaves: whether leaves may hold thousands of points.
    timed: whether `Rates` are of this kind; other kernels cost about as much as 1/r.
    substitute: how the times of translations are estimated where `measured` is empty, in words.
    predicted: whether errors are predicted from some pairs of cells.
    passes_in_xla: whether P2M, M2M, L2L and L2P run in plain XLA on every backend; `stages` then
      gets its `Rates.multipole`.
    rounded: whether cells that are longer than wide count as larger.
    making: nanoseconds that XLA compiles until the first sum is done, beyond what it compiles for
      other families.
    stages_on_gpu, evaluation_on_gpu: by which factors GPUs take longer than `Rates` say, for each
      of the `stages`, and for a multipole at a point.
    call_on_gpu: nanoseconds by dimension that sums take besides on GPUs.
    """

    errors: str | None = None
    of_one_kernel = True
    per_derivative = further = 2
    by_theta: tuple[str, ...] = ("balanced",)
    by_sum = False
    large_leaves = False
    timed = True
    substitute = ""
    predicted = False
    passes_in_xla = False
    rounded = False
    making = 0.0
    stages_on_gpu = (1.0, 1.0, 1.0)
    evaluation_on_gpu = 1.0
    call_on_gpu: Mapping[int, float] = MappingProxyType({})

    def most_order(self, dim: int) -> int:
        """The highest order that there is."""
        return 60 if dim == 2 else 30

    def usual(self, order: int, dim: int) -> float:
        """The errors of most points and charges are about this many times below the largest."""
        return 2.0 * 1.25**order if dim == 3 else 2.5 * 1.05**order

    def times_usual(self, order: int) -> float:
        """Usual errors are this many times those of the table of the same name."""
        return 1.0

    def coefficients(self, order: int, dim: int) -> int:
        """How many numbers an expansion has."""
        return (order + 1) ** 2 if dim == 3 else 2 * order + 1

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        """{order: nanoseconds} of its translations in `rates`, empty where none were timed."""
        return rates.translation

    def stages(self, rates: Rates, order: int, dim: int) -> tuple[float, float, float]:
        """Nanoseconds of a translation, and of the other passes for a point and for a leaf."""
        return _harmonic_stages(rates, order)

    def evaluation(self, rates: Rates, order: int, dim: int) -> float:
        """Nanoseconds of a multipole at a point."""
        return rates.multipole * self.coefficients(order, dim)

    def call(self, dim: int) -> float:
        """Nanoseconds of a sum besides, beyond those of other families."""
        return 0.0

    def harmonic_order(self, order: int, dim: int) -> float:
        """The order of harmonics in 3D with as many coefficients."""
        return math.sqrt(self.coefficients(order, dim)) - 1


def _harmonic_stages(rates: Rates, order: float) -> tuple[float, float, float]:
    return rates.translation_at(order), rates.particle_at(order), rates.cell_at(order)


class _Radial(Family):
    """Taylor expansions of radial kernels."""

    errors = "radial"
    of_one_kernel = False
    by_theta = ()
    further = 1
    by_sum = True  # translations end at a degree of both sides together
    timed = False
    substitute = "a translation counts as harmonic ones with as many multiply-adds"
    rounded = True
    evaluation_on_gpu = TAYLOR_ON_GPU

    def most_order(self, dim: int) -> int:
        return taylor.MOST_ORDER

    def usual(self, order: int, dim: int) -> float:
        return 4.0

    def coefficients(self, order: int, dim: int) -> int:
        return taylor.size(order, dim)

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return rates.radial if dim == 3 else {}

    def stages(self, rates: Rates, order: int, dim: int) -> tuple[float, float, float]:
        if self.measured(rates, dim):
            translation = rates.radial_at(order)
        else:  # multiply-adds, those for the derivatives of the kernel included
            steps = math.comb(order + 1 + 2 * dim, 2 * dim)
            steps += 2 * math.comb(order + dim + 2, dim + 1)
            translation = rates.translation_at(6) * steps / HARMONIC_STEPS
        _, particle, cell = _harmonic_stages(rates, self.harmonic_order(order, dim))
        return translation, particle, cell

    def evaluation(self, rates: Rates, order: int, dim: int) -> float:
        series = RADIAL_EVALUATION * super().evaluation(rates, order, dim)
        return series + RADIAL_KERNEL * rates.direct


class _Polyharmonic(Family):
    """Polyharmonic expansions, whose errors are those of harmonics of the same order."""

    of_one_kernel = False
    further = 1
    timed = False
    substitute = "a translation counts as a harmonic one with as many coefficients"
    call_on_gpu = dict.fromkeys((2, 3), POLYHARMONIC_CALL_ON_GPU)

    def most_order(self, dim: int) -> int:
        return polyharmonic.MOST_ORDER

    def times_usual(self, order: int) -> float:
        """Near pairs of charges of both signs are softened, so that fields are weaker and relative
        errors larger; measured at orders 5 to 9."""
        return 2.5 if order < 9 else 1.75

    def coefficients(self, order: int, dim: int) -> int:
        return polyharmonic.size(order)

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return rates.polyharmonic

    def stages(self, rates: Rates, order: int, dim: int) -> tuple[float, float, float]:
        translation, particle, cell = _harmonic_stages(rates, self.harmonic_order(order, dim))
        if self.measured(rates, dim):
            return rates.polyharmonic_at(order), particle, cell
        return POLYHARMONIC_TIMES * translation, particle, cell


class _Waves(Family):
    """Helmholtz expansions, with the order that they have where cells are much smaller than a
    wavelength."""

    substitute = (
        "their P2M and L2P run in plain XLA, as translations on GPUs and in the plane do; passes "
        "count as several of harmonics, by ratios that were measured on CPUs"
    )
    making = WAVES_MAKING
    stages_on_gpu = (WAVES_ON_GPU,) * 3
    call_on_gpu = WAVES_CALL_ON_GPU

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return {}

    def usual(self, order: int, dim: int) -> float:
        return 5.0 * 1.3**order

    def stages(self, rates: Rates, order: int, dim: int) -> tuple[float, float, float]:
        order += WAVES_MORE
        if dim == 2:
            step, square = rates.particle_at(2), (order + 1) ** 2
            return (
                CIRCLE_TRANSLATION * (square * step),
                CIRCLE_PARTICLE * (order + 11) * step,
                CIRCLE_CELL * (square * step),
            )
        translation, particle, cell = _harmonic_stages(rates, order)
        return WAVE_TRANSLATION * translation, WAVE_PARTICLE * particle, WAVE_CELL * cell

    def call(self, dim: int) -> float:
        return CIRCLE_CALL if dim == 2 else 0.0


class _Interpolation(Family):
    """Interpolation, whose nodes are summed over nodes."""

    errors = "interpolated"
    of_one_kernel = False
    per_derivative = further = 1
    by_theta = ()
    large_leaves = True
    timed = False
    substitute = "a translation counts as pairs of points"
    predicted = passes_in_xla = rounded = True
    stages_on_gpu = (1.0, INTERPOLATED_ON_GPU, INTERPOLATED_ON_GPU)
    call_on_gpu = dict.fromkeys((1, 2, 3), INTERPOLATED_CALL_ON_GPU)

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return {}

    def most_order(self, dim: int) -> int:
        return 20

    def usual(self, order: int, dim: int) -> float:
        return 3.0

    def coefficients(self, order: int, dim: int) -> int:
        return (order + 1) ** dim

    def stages(self, rates: Rates, order: int, dim: int) -> tuple[float, float, float]:
        coefficients = self.coefficients(order, dim)
        translation = rates.pair_at(coefficients / OCCUPANCY) * coefficients**2
        interpolants = dim * (order + 1)
        particle = INTERPOLATED_PARTICLE * (coefficients + 2 * interpolants)
        cell = INTERPOLATED_CELL + INTERPOLATED_SHIFT * coefficients * interpolants
        return translation, rates.multipole * particle, rates.multipole * cell


FAMILIES = {
    "harmonic": Family(),
    "polyharmonic": _Polyharmonic(),
    "radial": _Radial(),
    "interpolated": _Interpolation(),
    "waves": _Waves(),
}  # by `Expansion.family`


def convergence(theta: float, tree: str, family: str) -> float:
    """The number k of the rule max(r_a, r_b) + k min(r_a, r_b) <= k d (`tree.traverse`) for an
    opening parameter: theta itself, or the k with which the rule is r_a + r_b <= theta d for equal
    cells."""
    return theta if tree in FAMILIES[family].by_theta else theta / (2 - theta)


def further_orders(
    planned: int, at_source: int, at_target: int, family: str = "harmonic", anywhere: int = 0
) -> int:
    """How many orders more a sum takes with derivatives of these orders at source and target, where
    the plan was made for `planned`: `anywhere` many of these at source or target, the others at the
    target.

    Each further derivative of a harmonic expansion costs about one factor theta more than two
    degrees gain back. Softened and other radial kernels take one: their second derivatives then
    have errors of at most twice `tol` (tests/test_orders.py), and a second order more would cost
    several times as much. Interpolated kernels, whose expansions are not derived, take one too. In
    a plan for the gradient, a derivative at the source is always a further one: gradient errors are
    relative to strong near fields, which dipoles may lack, as those that are normal to a surface
    do."""
    at_targets = planned - anywhere
    further = max(0, at_target - min(at_targets, 1)) + at_source - max(0, at_targets - 1)
    return FAMILIES[family].further * max(0, further - anywhere)


def promised_orders(derivatives: int, family: str) -> int:
    """How many orders more than a plan for the gradient a plan has that promises derivatives up to
    this order."""
    return FAMILIES[family].per_derivative * max(0, derivatives - 1)


@dataclasses.dataclass(frozen=True)
class Parameters:
    """The parameters of a sum by expansions."""

    order: int
    theta: float
    leaf_size: int


@dataclasses.dataclass(frozen=True)
class Setting:
    """What the errors and times of sums by trees depend on.

    family: of FAMILIES.
    local: whether sums are by the FMM, whose local expansions treecodes do not have.
    rates: of a backend in a precision; None for a model without times.
    rounding: eps of the numbers.
    gpu: whether the backend runs on GPUs."""

    dim: int
    tree: str
    family: str = "harmonic"
    local: bool = True
    rates: Rates | None = None
    rounding: float = 0.0
    gpu: bool = False

    @property
    def kind(self) -> Family:
        return FAMILIES[self.family]

    def coefficients(self, order: int) -> int:
        return self.kind.coefficients(order, self.dim)
