"""The time that sums by trees are expected to take: how many pairs of points, translations, points
and leaves they have, at the rates of the device (`cost_model.rates`)."""

import dataclasses
import functools
import math
from typing import TypeVar

import numpy as np

from jaxfmm.cost_model.families import Parameters, Setting, convergence
from jaxfmm.cost_model.rates import Rates
from jaxfmm.request import Choice
from jaxfmm.tree.balanced import leaf_count
from jaxfmm.tree.build import OCCUPANCY

# A leaf of targets and the leaves of its sources widen a ball by this many widths of leaves.
WIDENING = 1.7

# Typical numbers of near leaves of a leaf and of far pairs of nodes per leaf, both over
# reach(theta)^dim: between uniform and clustered points. CAPACITY: about the most that points have,
# for which plans have the capacity.
WORK = {
    (3, "adaptive"): (15, 33),
    (3, "balanced"): (25, 12),
    (2, "adaptive"): (5.5, 10),
    (2, "balanced"): (6.5, 9.3),
    (1, "adaptive"): (2.5, 3),
    (1, "balanced"): (2.5, 3),
}
CAPACITY = {
    (3, "adaptive"): (25, 30),
    (3, "balanced"): (100, 36),
    (2, "adaptive"): (9, 12),
    (2, "balanced"): (18, 18),
    (1, "adaptive"): (5, 6),
    (1, "balanced"): (8, 8),
}
# CAPACITY of adaptive trees is for this opening parameter: near lists of clusters have 1 / theta
# times as many pairs, over reach^dim.
CAPACITY_THETA = 0.8
WORK_POINTS = 33  # WORK was measured with this many points in a leaf.
# Pairs are counted as among at least this many points: with fewer, hardly any cell is far, and a
# choice would rest on errors that were not measured.
FEWEST = 5000
# A cell has this many times as many far pairs as an open box, whose edges have fewer.
IN_CELL = {3: 1.25, 2: 1.05, 1: 1.0}
# A leaf of a treecode has LEVELS log2(ALIKE leaves / near leaves) times as many far pairs as a leaf
# of the FMM: pairs are far on so many levels. Measured in adaptive trees of 100,000 points, leaf
# sizes 32 to 512: cubes have 0.7 to 1.1 times as many, Plummer spheres up to 1.7 times, and in the
# largest leaves a third. Balanced trees in three dimensions have 2 to 10 times as many.
LEVELS, ALIKE = 0.5, 2.0
UPWARD = 0.5  # The assumed share of P2M and M2M in the passes that are not between cells.
# On GPUs a block of threads sums for a leaf of targets. With fewer leaves than this,
# multiprocessors are idle: P2P and M2P then take longer by the square root of the ratio, since long
# lists are divided among blocks. Measured on an H200: leaves of 128 and 512 of 50,000 points.
GPU_LEAVES = 800

Counted = tuple[tuple[int | None, tuple[float, float]], ...]
Number = TypeVar("Number", float, np.ndarray)


@dataclasses.dataclass(frozen=True)
class Surroundings:
    """What is known of the points and their kernel.

    apart: the distance below which pairs are summed directly, over the size of the box.
    crowd: (the share of the points within that distance of one of them, the local dimension of the
      points at that distance: 1 on a curve), where it is known.
    images: whether the box has images around it.
    counted: (leaf size, or None for all others, (ratio of near pairs, ratio of far pairs)) each:
      how many times as many pairs there are as expected; points on a curve have fewer.
    uneven: how many times as many points one side has as the other.
    smaller: how many times smaller the leaves of the side with fewer points are."""

    apart: float = 0.0
    crowd: tuple[float, float] | None = None
    images: bool = False
    counted: Counted = ()
    uneven: float = 1.0
    smaller: int = 1

    def ratios(self, leaf_size: int) -> tuple[float, float]:
        counted = dict(self.counted)
        return counted.get(leaf_size, counted.get(None, (1.0, 1.0)))

    def within(self, dim: int) -> tuple[float, float]:
        """`crowd`, where points are denser than points that fill the box, whose share and dimension
        these are otherwise."""
        even = _ball(dim) * self.apart**dim, float(dim)
        return even if self.crowd is None else max(even, self.crowd)


PLAIN = Surroundings()


def met_within(inside: Number, in_leaf: float, dim: float) -> Number:
    """About how many sources are in leaves within a distance of a target's leaf, if `inside` are
    within it of the target itself and a leaf holds `in_leaf`, for points that fill space evenly.
    Measured in two and three dimensions, for 32 to 36 points in a leaf and distances up to four
    widths of one: within 1.3 times."""
    return (inside ** (1 / dim) + WIDENING * in_leaf ** (1 / dim)) ** dim


def _ball(dim: int) -> float:
    """The volume of the unit ball."""
    return math.pi ** (dim / 2) / math.gamma(dim / 2 + 1)


@functools.lru_cache(4096)
def _pairs_per_leaf(
    dim: int,
    work: tuple[float, float],
    reach: float,
    in_leaf: float,
    leaves: float,
    within: tuple[float, float],
    width: float,
) -> tuple[float, float]:
    """(near leaves, far pairs of nodes) per leaf, among so many leaves with so many points. work:
    of `WORK`. reach: of `TimeModel.reach` times the width. within: the leaves within the distance
    below which all are near, and the local dimension of the points there. width: the mean width of
    the leaves of both sides, over the width of one of these leaves.

    Spheres around few points are tight: the radius of m points in a cell is 1 - m^(-1/dim) / 2 of
    the cell's, and the near leaves grow with the volume. Among L leaves, N near ones chosen at
    random without regard to each other are near(L) = L (1 - exp(-N / L)) different ones. Where
    every pair of a level that is not far is split, the 2^-j L nodes of the levels j > 0 above the
    leaves leave 3 sum_j 2^-j near(2^-j L) - near(L) far pairs per leaf, which is 2 N for infinitely
    many."""
    near, far = (count * reach**dim for count in work)
    tight = [1 - 0.5 * max(1.0, m) ** (-1 / dim) for m in (in_leaf, WORK_POINTS)]

    def different(count: float, leaves: float) -> float:
        return leaves * -math.expm1(-count / leaves)

    inside, own_dim = within
    direct = met_within(inside, width**own_dim, own_dim)
    near = min(leaves, max(near, direct))
    levels = range(1, 1 + max(1, math.ceil(math.log2(leaves))))
    split = sum(3 * 0.5**j * different(near, 0.5**j * leaves) for j in levels)
    split = max(0.0, split - different(near, leaves))
    near_tight = different(near * (tight[0] / tight[1]) ** dim, leaves)
    return near_tight, split * far / (2 * near)


def idle_leaves(leaves: float, gpu: bool) -> float:
    """How many times as long P2P and M2P take for so few leaves of targets as for many."""
    return math.sqrt(max(1.0, GPU_LEAVES / leaves)) if gpu else 1.0


class TimeModel(Setting):
    """The times of the FMM and the treecode."""

    @property
    def substitute(self) -> str:
        """How the times of translations are estimated, in words; "" where they were measured."""
        if self.rates is None or self.kind.measured(self.rates, self.dim):
            return ""
        return f"{self.family} expansions were not timed here, {self.kind.substitute}"

    @property
    def _rates(self) -> Rates:
        if self.rates is None:
            raise ValueError("a model without rates has no times; make it with rates")
        return self.rates

    def work(
        self, order: int, leaf_size: float, pairs: float, far: float, points: float, leaves: float
    ) -> float:
        """Nanoseconds of so many pairs of points in P2P, translations in M2L, points and leaves,
        whose size is that of an adaptive tree."""
        stages = self.kind.stages(self._rates, order, self.dim)
        if self.gpu:
            stages = tuple(a * b for a, b in zip(stages, self.kind.stages_on_gpu))
        translation, particle, cell = stages
        pair = self._rates.pair_at(leaf_size)
        return pair * pairs + translation * far + particle * points + cell * leaves

    @property
    def call(self) -> float:
        """Nanoseconds of a sum besides."""
        further = self.kind.call_on_gpu.get(self.dim, 0.0) if self.gpu else 0.0
        return self._rates.call + self.kind.call(self.dim) + further

    def listed(self, pairs: float) -> float:
        """Nanoseconds that so many pairs of nodes in the lists add to an update of a plan."""
        return self._rates.listed * pairs

    def reach(self, theta: float) -> float:
        """How far apart cells must be to interact by expansions, over the sum of their radii if
        these are equal."""
        rate = convergence(theta, self.tree, self.family)
        return (1 + rate) / (2 * rate)

    def in_leaf(self, leaf_size: int, n: int) -> float:
        """The mean number of points in a leaf."""
        if self.tree == "balanced":
            return n / leaf_count(max(n, 1), leaf_size)
        return OCCUPANCY * leaf_size

    def without_edges(self, images: bool) -> float:
        """M2L pairs in a box with images, if it has some, relative to an open one."""
        return IN_CELL[self.dim] if images else 1.0

    def near_leaves(self, theta: float) -> float:
        """The typical number of near leaves of a leaf."""
        return WORK[self.dim, self.tree][0] * self.reach(theta) ** self.dim

    def counts(
        self, theta: float, leaf_size: int, n: int, around: Surroundings = PLAIN
    ) -> tuple[float, float]:
        """(near pairs of points, far pairs of nodes) per point, for n points on the side that has
        more.

        A leaf of the other side is wider, unless it has as many times fewer points."""
        in_leaf, boxes = self.in_leaf(leaf_size, n), 3 if around.images else 1
        leaves_of_box = max(n, FEWEST) / in_leaf
        share, own_dim = around.within(self.dim)
        width = (1 + (around.uneven / around.smaller) ** (1 / self.dim)) / 2
        work = WORK[self.dim, self.tree]
        reach = width * self.reach(theta)
        within = share * leaves_of_box, own_dim
        leaves = boxes**self.dim * leaves_of_box
        near, far = _pairs_per_leaf(self.dim, work, reach, in_leaf, leaves, within, width)
        near, far = near / around.uneven, far * around.smaller / around.uneven
        return near * in_leaf, far / in_leaf * self.without_edges(around.images)

    def cost(
        self, order: int, theta: float, leaf_size: int, n: int, around: Surroundings = PLAIN
    ) -> float:
        """Nanoseconds per point, for n points."""
        in_leaf = self.in_leaf(leaf_size, n)
        counts = self.counts(theta, leaf_size, n, around)
        pairs, far = (a * b for a, b in zip(counts, around.ratios(leaf_size)))
        size, idle = in_leaf / OCCUPANCY, idle_leaves(max(n, 1) / in_leaf, self.gpu)
        pairs *= idle
        if self.local:
            listed = self.listed(pairs / idle / in_leaf**2 + far)
            return self.work(order, size, pairs, far, 1, 1 / in_leaf) + listed
        levels = math.log2(max(2.0, ALIKE * max(n, 1) / in_leaf / self.near_leaves(theta)))
        evaluations = LEVELS * levels * far * in_leaf
        rest = self.work(order, size, pairs, 0, UPWARD, UPWARD / in_leaf)
        return rest + idle * self.evaluation(order) * evaluations

    def evaluation(self, order: int) -> float:
        """Nanoseconds of a multipole at a point."""
        times = self.kind.evaluation_on_gpu if self.gpu else 1.0
        return times * self.kind.evaluation(self._rates, order, self.dim)

    def expected_time(
        self, parameters: Parameters, n: int, m: int, around: Surroundings = PLAIN
    ) -> float:
        """Nanoseconds of a sum between n sources and m targets."""
        order, theta, leaf_size = parameters.order, parameters.theta, parameters.leaf_size
        return self.call + max(n, m) * self.cost(order, theta, leaf_size, n, around)

    def stages(
        self, choice: Choice | Parameters, n: int, m: int, pairs: float, far: int
    ) -> dict[str, float]:
        """{stage: nanoseconds} of an FMM between n sources and m targets, with these numbers of
        near pairs of points and of far pairs of cells."""
        in_leaf, points, order = self.in_leaf(choice.leaf_size, n), max(n, m), choice.order
        size, idle = in_leaf / OCCUPANCY, idle_leaves(points / in_leaf, self.gpu)
        return {
            "P2P": idle * self.work(order, size, pairs, 0, 0, 0),
            "M2L": self.work(order, size, 0, far, 0, 0),
            "P2M, M2M, L2L, L2P": self.work(order, size, 0, 0, points, points / in_leaf),
            "call": self.call,
        }

    def stages_of_treecode(
        self, choice: Choice | Parameters, n: int, m: int, pairs: float, far: int
    ) -> dict[str, float]:
        """As `stages`; far: pairs of a leaf and a cell."""
        in_leaf, order = self.in_leaf(choice.leaf_size, m), choice.order
        stages = self.stages(choice, n, m, pairs, 0)
        return {
            "P2P": stages["P2P"],
            "M2P": idle_leaves(m / in_leaf, self.gpu) * self.evaluation(order) * far * in_leaf,
            "P2M, M2M": UPWARD * stages["P2M, M2M, L2L, L2P"],
            "call": stages["call"],
        }

    def exchange_pays(self, choice: Choice | Parameters, n: int) -> bool:
        """Whether the multipole of a leaf costs a point less than the points of the leaf."""
        in_leaf = self.in_leaf(choice.leaf_size, n)
        return in_leaf * self._rates.pair_at(in_leaf / OCCUPANCY) > self.evaluation(choice.order)
