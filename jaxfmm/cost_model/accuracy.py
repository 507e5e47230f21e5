"""Which order, opening parameter and leaf size keep a tolerance at the least cost.

The error model is the table of measurements in `cost_model/error_tables.py`, between whose orders
the error is interpolated geometrically. The choice keeps the tolerance with a factor SAFETY to
spare: other draws of charges of both signs were up to twice as wrong as the table's. Further
derivatives than the gradient take two orders more each, of interpolated kernels one. Plans that are
measured begin from the usual errors instead.

The cost model counts pairs of points, translations, points and leaves, at the rates of the device
(`jaxfmm.cost_model.rates`, which `python -m jaxfmm.tune` measures)."""

import dataclasses
import functools
import math
from typing import Any

import numpy as np
from jax.typing import DTypeLike

from jaxfmm.cost_model.error_tables import (
    ERRORS,
    ONE_SIGN,
    ONE_SIGN_POINTS,
    ONE_SIGN_POWER,
    TREECODES,
    USUAL,
    Errors,
)
from jaxfmm.cost_model.rates import Rates
from jaxfmm.request import Choice
from jaxfmm.tree.balanced import leaf_count
from jaxfmm.tree.build import OCCUPANCY

SAFETY = 2.5
ROUNDING = 0.25  # of a sum of n numbers, over eps sqrt(n)
BESIDE = (
    1.7  # widths of leaves by which a leaf of targets and the leaves of its sources widen a ball
)

LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 512)
LARGE_LEAVES = (32, 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096)  # of interpolated kernels


@dataclasses.dataclass(frozen=True)
class Parameters:
    """Of a sum by expansions."""

    order: int
    theta: float
    leaf_size: int


# Near leaves of a leaf and far pairs of nodes per leaf, both over reach(theta)^dim: between those
# of uniform and of clustered points, and at most about (the room that plans have).
WORK = {
    (3, "adaptive"): (15, 33),
    (3, "balanced"): (25, 12),
    (2, "adaptive"): (5.5, 10),
    (2, "balanced"): (6.5, 9.3),
}
WORK |= {(1, "adaptive"): (2.5, 3), (1, "balanced"): (2.5, 3)}
# points: with fewer, where hardly any cell is far, a choice would rest on errors that were not
# measured
FEWEST = 5000
LEAST_THETA = 0.6  # where sources have images
IN_CELL = {
    3: 1.25,
    2: 1.05,
    1: 1.0,
}  # times that a cell has as many far pairs as a box, whose edges have fewer
# Of opening parameters: between those that are tried where errors are measured, and twice that
# below which the error at one says half of the error at another.
STEP, FADES = 0.0125, 0.1
WORK_POINTS = 33  # in the leaves where these were measured
CAPACITY = {
    (3, "adaptive"): (25, 30),
    (3, "balanced"): (100, 36),
    (2, "adaptive"): (9, 12),
    (2, "balanced"): (18, 18),
}
CAPACITY |= {(1, "adaptive"): (5, 6), (1, "balanced"): (8, 8)}
# for which these are in adaptive trees: near lists of clusters have 1 / theta as many over
# reach^dim
CAPACITY_THETA = 0.8


def smallest_tol(dtype: DTypeLike) -> float:
    """The tolerance below which rounding alone may break the promise."""
    return 5e-6 if dtype == "float32" else 1e-13


class Family:
    """What models ask of a kind of expansions, here of harmonic ones.

    errors: the name of its errors, None for those of the kind of tree.
    of_one_kernel: whether it is made for a kernel, so that others of its class, with a softening or
      a core, serve from a distance on (`Kernel.far_length`).
    per_derivative: how many orders a derivative more takes.
    by_theta: the trees that accept cells by theta itself.
    by_sum: whether the sum of two radii says how fast expansions converge, whichever is the larger.
    timed: whether `Rates` are of this kind; kernels of another cost about what 1/r does.
    substitute: what the times of its translations are estimated from where `measured` finds none,
      in words.
    foreseen: whether errors are foreseen from some pairs of cells.
    rounded: whether cells that are longer than wide count as larger.
    """

    errors: str | None = None
    of_one_kernel = True
    per_derivative = 2
    by_theta: tuple[str, ...] = ("balanced",)
    by_sum = False
    large_leaves = False
    timed = True
    substitute = ""
    foreseen = False
    rounded = False

    def most_order(self, dim: int) -> int:
        return 60 if dim == 2 else 30

    def usual(self, order: int, dim: int) -> float:
        """How many times the errors of most points and charges are below those of the table,
        about."""
        return 2.0 * 1.25**order if dim == 3 else 2.5 * 1.05**order

    def times_usual(self, order: int) -> float:
        """How many times as large its usual errors are as those of the name."""
        return 1.0

    def coefficients(self, order: int, dim: int) -> int:
        return (order + 1) ** 2 if dim == 3 else 2 * order + 1

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        """{order: nanoseconds} of its translations in `rates`, empty where none were timed."""
        return rates.translation

    def stages(self, rates: Any, order: int, dim: int) -> tuple[float, float, float]:
        """Nanoseconds of a translation, and of the other passes for a point and for a leaf."""
        return rates.translation_at(order), rates.particle_at(order), rates.cell_at(order)


class _Radial(Family):
    """The same of Taylor expansions of radial kernels."""

    errors = "radial"
    of_one_kernel = False
    by_theta = ()
    by_sum = True  # translations end at a degree of both sides together
    timed = False
    substitute = "a translation counts as harmonic ones with as many multiply-adds"
    rounded = True

    def most_order(self, dim: int) -> int:
        return MOST_RADIAL_ORDER

    def usual(self, order: int, dim: int) -> float:
        return 4.0

    def coefficients(self, order: int, dim: int) -> int:
        return math.comb(order + dim, dim)

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return rates.radial if dim == 3 else {}

    def stages(self, rates: Any, order: int, dim: int) -> tuple[float, float, float]:
        if self.measured(rates, dim):
            translation = rates.radial_at(order)
        else:  # multiply-adds, the derivatives included, over those of harmonics of order 6
            steps = math.comb(order + 1 + 2 * dim, 2 * dim) + 2 * math.comb(
                order + dim + 2, dim + 1
            )
            translation = rates.translation_at(6) * steps / HARMONIC_STEPS
        alike = math.sqrt(self.coefficients(order, dim)) - 1  # the order of as many harmonics
        return translation, rates.particle_at(alike), rates.cell_at(alike)


class _Polyharmonic(Family):
    """The same of polyharmonic expansions, whose errors are those of harmonics of the same
    order."""

    of_one_kernel = False
    timed = False
    substitute = "a translation counts as a harmonic one with as many coefficients"

    def most_order(self, dim: int) -> int:
        return MOST_POLYHARMONIC_ORDER

    def times_usual(self, order):
        """Beside weaker fields, as near pairs of charges of both signs are softened; measured at
        orders 5 to 9."""
        return 2.5 if order < 9 else 1.75

    def coefficients(self, order: int, dim: int) -> int:
        return sum((order - less + 1) ** 2 for less in (0, 3, 5, 7) if order >= less)

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return rates.polyharmonic

    def stages(self, rates: Any, order: int, dim: int) -> tuple[float, float, float]:
        alike = math.sqrt(self.coefficients(order, dim)) - 1  # the order of as many harmonics
        if self.measured(rates, dim):
            translation = rates.polyharmonic_at(order)
        else:
            translation = POLYHARMONIC_TIMES * rates.translation_at(alike)
        return translation, rates.particle_at(alike), rates.cell_at(alike)


MOST_POLYHARMONIC_ORDER = 10
MOST_RADIAL_ORDER = 10
HARMONIC_STEPS = 1200
# The time of a polyharmonic translation over that of a harmonic one with as many coefficients,
# where none was measured: 0.8 to 1.4 on CPUs and 1.2 to 2.2 on an H200, by order.
POLYHARMONIC_TIMES = 1.5


class _Waves(Family):
    """The same of waves, for the order that they have where cells are much smaller than a
    wavelength."""

    substitute = "their passes count as several of harmonics, by ratios that were measured on CPUs"

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return {}

    def usual(self, order, dim):
        return 5.0 * 1.3**order

    def stages(self, rates: Any, order: int, dim: int) -> tuple[float, float, float]:
        order += WAVES_MORE
        if dim == 2:
            step = rates.translation_at(
                2
            )  # XLA's passes, in which little depends on what is compiled
            square = (order + 1) ** 2 * step
            return (
                CIRCLE_TRANSLATION * square,
                CIRCLE_PARTICLE * (order + 11) * step,
                CIRCLE_CELL * square,
            )
        translation, particle, cell = super().stages(rates, order, dim)
        return WAVE_TRANSLATION * translation, WAVE_PASS * particle, WAVE_PASS * cell


WAVES_MORE = 3  # orders of leaves of a few radians
# The time of both parts of a wave over that of harmonics on CPUs, counted at orders WAVES_MORE
# higher: measured in one run for boxes of three wavelengths, orders 6 and 14 in float64 and float32
# (3 to 9, and 40 to 70).
WAVE_TRANSLATION, WAVE_PASS = 6.0, 50.0
# In the plane over the least translation of harmonics: by degree 20 in float64, leaves of 16 points
# and two cells each.
CIRCLE_TRANSLATION, CIRCLE_PARTICLE, CIRCLE_CELL = 1.0, 12.0, 5.0


class _Interpolation(Family):
    """The same of interpolation, whose nodes are summed over nodes."""

    errors = "interpolated"
    of_one_kernel = False
    per_derivative = 1
    by_theta = ()
    large_leaves = True
    timed = False
    substitute = "a translation counts as pairs of points"
    foreseen = rounded = True

    def measured(self, rates: Rates, dim: int) -> dict[int, float]:
        return {}

    def most_order(self, dim: int) -> int:
        return 20

    def usual(self, order: int, dim: int) -> float:
        return 3.0

    def coefficients(self, order: int, dim: int) -> int:
        return (order + 1) ** dim

    def stages(self, rates: Any, order: int, dim: int) -> tuple[float, float, float]:
        coefficients = self.coefficients(order, dim)
        translation = rates.pair_at(coefficients / OCCUPANCY) * coefficients**2
        return translation, 2 * rates.multipole * coefficients, 6 * translation


FAMILIES = {
    "harmonic": Family(),
    "polyharmonic": _Polyharmonic(),
    "radial": _Radial(),
    "interpolated": _Interpolation(),
    "waves": _Waves(),
}  # by `Expansion.family`


def order_for_derivatives(
    order: int,
    planned: int,
    at_source: int,
    at_target: int,
    family: str = "harmonic",
    anywhere: int = 0,
) -> int:
    """The order for a sum with derivatives of these orders at source and target, where the plan was
    made for `planned`, of which so many may be `anywhere` and the others are at the target.

    Each derivative more of a harmonic expansion costs about one factor theta more than two degrees
    gain back, and of interpolated kernels, whose expansions are not derived, as much as one degree
    does. One at the source is always one more: what the gradient of charges is wrong by is beside
    the fields of near pairs, which dipoles may lack, as those that are normal to a surface do."""
    more = max(0, at_target - (planned - anywhere)) + at_source
    return order + FAMILIES[family].per_derivative * max(0, more - anywhere)


def met_within(inside: float, in_leaf: float, dim: int) -> float:
    """About how many sources are in leaves within a distance of a target's leaf, if `inside` are
    within it of the target itself and a leaf holds `in_leaf`, for points that fill space evenly.
    Measured in two and three dimensions, for 32 to 36 points in a leaf and distances up to four
    widths of one: within 1.3 times."""
    return (inside ** (1 / dim) + BESIDE * in_leaf ** (1 / dim)) ** dim


def _ball(dim: int) -> float:
    """The volume of the unit ball."""
    return math.pi ** (dim / 2) / math.gamma(dim / 2 + 1)


def convergence(theta: float, tree: str, family: str) -> float:
    """The number k of the rule max(r_a, r_b) + k min(r_a, r_b) <= k d (`tree.traverse`) for an
    opening parameter: theta itself, or what makes it r_a + r_b <= theta d for equal cells."""
    return theta if tree in FAMILIES[family].by_theta else theta / (2 - theta)


@dataclasses.dataclass(frozen=True)
class Model:
    """Errors and costs of the FMM and the treecode in a dimension, with a kind of tree. `rates`:
    those of a backend in a precision (`rates.rates`); without them there are no costs."""

    dim: int
    tree: str
    family: str = "harmonic"  # of FAMILIES
    local: bool = True  # whether sums are by the FMM, whose local expansions treecodes do not have
    rates: Rates | None = None
    rounding: float = 0.0  # of numbers: eps

    @property
    def kind(self) -> Family:
        return FAMILIES[self.family]

    @property
    def substitute(self) -> str:
        """What the times of translations are estimated from, in words; "" where they were
        measured."""
        timed = self.rates is None or self.kind.measured(self.rates, self.dim)
        return (
            "" if timed else f"{self.family} expansions were not timed here, {self.kind.substitute}"
        )

    @property
    def errors(self) -> Errors:
        key = self.dim, self.kind.errors or self.tree
        return ERRORS[key] if self.local else TREECODES.get(key, ERRORS[key])

    @property
    def usual(self) -> Any:
        """The `Errors` of most points and charges, None if they were not measured."""
        return USUAL.get((self.dim, self.kind.errors or self.tree)) if self.local else None

    def of_one_sign(self, n: int) -> dict[float, float]:
        """{opening parameter: about the errors of n charges of one sign over the usual ones}, empty
        if not known."""
        found = (
            {}
            if self.usual is None
            else ONE_SIGN.get((self.dim, self.kind.errors or self.tree), {})
        )
        factor = min(1.0, n / ONE_SIGN_POINTS) ** ONE_SIGN_POWER
        return {theta: min(1.0, factor * times) for theta, times in found.items()}

    @property
    def leaf_sizes(self) -> tuple[int, ...]:
        return LARGE_LEAVES if self.kind.large_leaves else LEAF_SIZES

    def coefficients(self, order: int) -> int:
        return self.kind.coefficients(order, self.dim)

    def work(
        self, order: int, leaf_size: float, pairs: float, far: float, points: int, leaves: float
    ) -> float:
        """Nanoseconds of so many pairs of points in P2P, translations in M2L, points and leaves,
        whose size is that of an adaptive tree."""
        translation, particle, cell = self.kind.stages(self.rates, order, self.dim)
        return (
            self.rates.pair_at(leaf_size) * pairs
            + translation * far
            + particle * points
            + cell * leaves
        )

    def expected_error(self, order: int, theta: float, derivatives: int) -> float:
        """The measured error at (order, theta): of the potential (`derivatives` 0), the larger of
        potential and gradient (1), or estimated for derivatives up to a higher order."""
        return self._error(self.errors, order, theta, derivatives)

    def _error(self, e: Errors, order: int, theta: float, derivatives: int) -> float:
        order = order - self.kind.per_derivative * max(0, derivatives - 1)
        theta = min(max(theta, min(e.gradient)), max(e.gradient))

        def of(table):
            in_order = [np.interp(order, e.orders, np.log(row)) for row in table.values()]
            return math.exp(np.interp(theta, list(table), in_order))

        return max(map(of, (e.potential, e.gradient) if derivatives else (e.potential,)))

    def usual_error(self, order: int, theta: float, derivatives: int) -> float:
        """About the error of most points and charges."""
        if (usual := self.usual) is not None:
            return self.kind.times_usual(order) * self._error(usual, order, theta, derivatives)
        return self.expected_error(order, theta, derivatives) / self.kind.usual(order, self.dim)

    @functools.lru_cache(1024)  # noqa: B019
    def order_for(
        self,
        tol: float,
        theta: float,
        derivatives: int,
        *,
        usual: bool = False,
        worse: tuple = (),
        even: bool = False,
    ) -> Any:
        """The least order that keeps `tol`, or whose `usual` error is not above it; None if there
        is none.

        even: only even orders.
        worse: pairs of an order and how many times larger errors are there. Other orders are taken
        to be as bad as those beside them; if they are even and all these odd, or the other way, by
        the root of that: where cells are alike on all sides, as among equal charges, what an even
        order leaves out is small."""
        orders = range(
            self.errors.orders[0], min(self.errors.orders[-1], self.kind.most_order(self.dim)) + 1
        )
        orders = [p for p in orders if not (even and p % 2)]
        known, logs = [order for order, _ in worse], [math.log(times) for _, times in worse]

        def error(p):
            table = self.usual_error if usual else self.expected_error
            of_table = table(p, theta, derivatives) * (1.0 if usual else SAFETY)
            if not worse:
                return of_table
            log = np.interp(p, known, logs)
            other = all((p - order) % 2 for order in known) and not min(known) < p < max(known)
            return of_table * math.exp(min(log, 0.5 * log) if other else log)

        return next((p for p in orders if error(p) <= tol), None)

    def reach(self, theta: float) -> float:
        """How far apart cells must be to interact by expansions, over the sum of their radii if
        these are equal."""
        rate = convergence(theta, self.tree, self.family)
        return (1 + rate) / (2 * rate)

    def _in_leaf(self, leaf_size: int, n: int) -> float:
        """Points in a leaf, on average."""
        return (
            n / leaf_count(max(n, 1), leaf_size)
            if self.tree == "balanced"
            else OCCUPANCY * leaf_size
        )

    def _pairs_per_leaf(
        self, theta: float, in_leaf: float, leaves: float, apart: float
    ) -> tuple[float, float]:
        """(near leaves, far pairs of nodes) per leaf, among so many leaves with so many points.
        apart: a distance below which all are near, over the size of the box.

        Spheres around few points are tight: the radius of m points in a cell is 1 - m^(-1/dim) / 2
        of the cell's, and the near leaves grow with the volume. Among L leaves, N near ones chosen
        at random without regard to each other are near(L) = L (1 - exp(-N / L)) different ones.
        Where every pair of a level that is not far is split, the 2^-j L nodes of the levels j > 0
        above the leaves leave 3 sum_j 2^-j near(2^-j L) - near(L) far pairs per leaf, which is 2 N
        for infinitely many."""
        near, far = (count * self.reach(theta) ** self.dim for count in WORK[self.dim, self.tree])
        tight = [1 - 0.5 * max(1.0, m) ** (-1 / self.dim) for m in (in_leaf, WORK_POINTS)]

        def met(count, leaves):
            return leaves * -math.expm1(-count / leaves)

        near = min(
            leaves, max(near, met_within(_ball(self.dim) * apart**self.dim * leaves, 1.0, self.dim))
        )
        levels = range(1, 1 + max(1, math.ceil(math.log2(leaves))))
        split = sum(3 * 0.5**j * met(near, 0.5**j * leaves) for j in levels) - met(near, leaves)
        return met(near * (tight[0] / tight[1]) ** self.dim, leaves), max(0.0, split) * far / (
            2 * near
        )

    def without_edges(self, images: bool) -> float:
        """How many times as many far pairs a box has for the images around it, if it has some."""
        return IN_CELL[self.dim] if images else 1.0

    def counts(
        self, theta: float, leaf_size: int, n: int, *, apart: float = 0.0, images: bool = False
    ) -> tuple[float, float]:
        """(near pairs of points, far pairs of nodes) per point, for n points. apart: the distance
        below which pairs are summed directly, over the size of the box. images: whether the box has
        images around it."""
        in_leaf, boxes = self._in_leaf(leaf_size, n), 3 if images else 1
        leaves = boxes**self.dim * max(n, FEWEST) / in_leaf
        near, far = self._pairs_per_leaf(theta, in_leaf, leaves, apart / boxes)
        return near * in_leaf, far / in_leaf * self.without_edges(images)

    def cost(
        self,
        order: int,
        theta: float,
        leaf_size: int,
        n: int,
        *,
        counted: tuple[tuple[None, tuple[float, float]], ...] = ((None, (1.0, 1.0)),),
        **given,
    ) -> float:
        """Nanoseconds per point, for n points. given: as in `counts`. counted: pairs of a leaf
        size, None for others, and how many times as many near and far pairs there are as these say,
        as points on a curve have fewer."""
        in_leaf, known = self._in_leaf(leaf_size, n), dict(counted)
        times = known.get(leaf_size, known[None])
        pairs, far = (a * b for a, b in zip(self.counts(theta, leaf_size, n, **given), times))
        size = in_leaf / OCCUPANCY
        if self.local:
            return self.work(order, size, pairs, far, 1, 1 / in_leaf) + self.rates.listed * (
                pairs / in_leaf**2 + far
            )
        levels = 1.4 * max(
            1.0, math.log2(max(n, 1) / leaf_size)
        )  # far pairs over those of the FMM, measured
        evaluated = self.rates.multipole * self.coefficients(order) * levels * far * in_leaf
        return self.work(order, size, pairs, 0, 1, 1 / in_leaf) + evaluated

    def sufficient(
        self,
        tol: float,
        derivatives: int,
        *,
        usual: bool = False,
        worse: tuple[tuple[tuple[float, int | None, int | None], float], ...] = (),
        leaf_size: int | None = None,
        even: bool = False,
    ) -> list[Parameters]:
        """For every opening parameter the order of `order_for`, with every leaf size, or the one
        that is given. worse: as in `choose`. even: as in `order_for`."""

        def of_leaf(leaf_size):
            """{order: {opening parameter: how many times larger errors are}} for a leaf size."""
            here = [one for one in worse if one[0][1] in (leaf_size, None)]
            found: dict = {}
            for (theta, _, order), times in here or [
                (where, max(1.0, times)) for where, times in worse
            ]:
                found.setdefault(order, {})[theta] = times
            orders = sorted(set(found) - {None}) or (
                0,
                1,
            )  # what is known of all is known of even and odd ones
            return (
                {order: found.get(None, {}) | found.get(order, {}) for order in orders}
                if found
                else {}
            )

        def times(theta, known):
            if above := [other for other in known if other >= theta]:
                return known[min(above)] ** max(0.5, 1 - (min(above) - theta) / FADES)
            return known[max(known)]

        sizes = {
            size: of_leaf(size) for size in (self.leaf_sizes if leaf_size is None else (leaf_size,))
        }

        def order_for(theta, leaf_size):
            known = tuple((order, times(theta, at)) for order, at in sizes[leaf_size].items())
            tight = tol - self._lost(theta, leaf_size)
            return self.order_for(tight, theta, derivatives, usual=usual, worse=known, even=even)

        return [
            Parameters(order, theta, size)
            for theta in self._thetas(usual)
            for size in sizes
            if (order := order_for(theta, size)) is not None
        ]

    def _thetas(self, usual: bool) -> tuple[float, ...]:
        """The opening parameters that plans may have: those of the table of errors, and if these
        are measured also some between them."""
        if not usual:
            return tuple(self.errors.gradient)
        table = (self.usual or self.errors).gradient
        return tuple(
            round(i * STEP, 4)
            for i in range(round(min(table) / STEP), round(max(table) / STEP) + 1)
        )

    def _lost(self, theta: float, leaf_size: int) -> float:
        """The relative error by rounding of the sums over the near points of an interpolated
        kernel, whose leaves may be large: twice the square root of the mean square for values of
        one sign, added one after the other."""
        if not self.kind.large_leaves:
            return 0.0
        near = WORK[self.dim, self.tree][0] * self.reach(theta) ** self.dim
        return ROUNDING * self.rounding * math.sqrt(near * OCCUPANCY * leaf_size)

    @functools.lru_cache(1024)  # noqa: B019
    def choose(
        self,
        tol: float,
        derivatives: int,
        n: int,
        *,
        usual: bool = False,
        images: bool = False,
        worse: tuple[tuple[tuple[float, int | None, int | None], float], ...] = (),
        leaf_size: int | None = None,
        **given,
    ) -> Any:
        """The cheapest `Parameters` of those `sufficient`, None if there are none; given: as in
        `cost`.

        leaf_size: the one that is taken, None for any. Unless errors are measured, opening
          parameters are then not
        below that of the best one: where they are small, sums of the table are mostly of near
          pairs.
        images: whether sources have images, of which small opening parameters leave many near. If
          errors are measured,
        orders are then even: beside their background equal charges have weak fields, and odd orders
        leave out what cells of one shape have in common.
        worse: pairs of (an opening parameter, the leaf size or None for all, the order or None for
        all) and how many times errors are larger there. Above them errors are taken to be as many
        times larger as at the largest of these, and below one by a power of its factor that falls
        from 1 to 1/2: errors jump where a kind of neighbours becomes far, as in a cube. Leaves of
        another size may have cells of another shape, so smaller errors say nothing of them. Each
        order has its own, `order_for`."""
        even = usual and images
        options = self.sufficient(
            tol, derivatives, usual=usual, worse=worse, leaf_size=leaf_size, even=even
        )
        least = LEAST_THETA if images else 0.0
        if leaf_size is not None and not usual:
            cheapest = self.choose(tol, derivatives, n, images=images, worse=worse, **given)
            least = max(least, cheapest.theta if cheapest else 0.0)
        largest = max((one.theta for one in options), default=0.0)
        options = [one for one in options if one.theta >= min(largest, least)]
        given["images"] = images
        return min(
            options,
            key=lambda c: self.cost(c.order, c.theta, c.leaf_size, n, **given),
            default=None,
        )

    def expected_time(self, o: Parameters, n: int, m: int, **given) -> float:
        """Nanoseconds of a sum by `Parameters` between n sources and m targets, of which nothing is
        known but what is given, as in `cost`."""
        return self.rates.call + max(n, m) * self.cost(o.order, o.theta, o.leaf_size, n, **given)

    def stages(self, o: Any, n: int, m: int, pairs: float, far: int) -> dict[str, float]:
        """{stage: nanoseconds} of an FMM of `Parameters` between n sources and m targets, with
        these numbers of near pairs of points and of far pairs of cells."""
        in_leaf, points = self._in_leaf(o.leaf_size, n), max(n, m)
        size = in_leaf / OCCUPANCY
        return {
            "P2P": self.work(o.order, size, pairs, 0, 0, 0),
            "M2L": self.work(o.order, size, 0, far, 0, 0),
            "P2M, M2M, L2L, L2P": self.work(o.order, size, 0, 0, points, points / in_leaf),
            "call": self.rates.call,
        }

    def exchange_pays(self, o: Choice, n: int) -> bool:
        """Whether the multipole of a leaf costs a point less than the points of the leaf."""
        in_leaf = self._in_leaf(o.leaf_size, n)
        return in_leaf * self.rates.pair_at(
            in_leaf / OCCUPANCY
        ) > self.rates.multipole * self.coefficients(o.order)
