"""What was asked of a plan, and what was decided for it. Both are static: plans with equal ones
share compiled code."""

import dataclasses
import math
from typing import Any

FULL = 16  # Leaves with fewer points leave lanes of vectors empty: no side has smaller ones.
USES = 100  # A plan is made for this many sums, unless a number is given.


@dataclasses.dataclass(frozen=True)
class SegmentSizes:
    """The sizes of segments: how many there are, about how many pairs of points of one segment
    there are, and about how many points the largest has."""

    count: int
    pairs: float
    largest: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Request:
    """What was asked for when a plan was made: `plan.request`.

    Attributes:
      n: the number of sources.
      m: the number of targets.
      dim: the number of coordinates of a point.
      symmetric: whether the targets are the sources.
      method: as given to `jaxfmm.plan`; so are tol, tree, order, theta, leaf_size, backend,
        headroom and accumulate.
      derivatives: the highest order of derivatives at the targets with an error of at most `tol`.

    Internal attributes:
      spare: safety factor while a plan measures its errors: the typical error of the expansions
        is at most `tol` / spare. None for the worst errors of the tables.
      uses: how many sums a plan is being made for: it may take time in the making that it saves in
        as many sums. A plan that is made has the default.
      rounded: whether `tol` leaves out the error of rounding points in units of the bandwidth.
      segments: the sizes of the segments within which points act on each other; None where all
        points act on all.
      layout: the `sharding.layout.Layout` of points that are split over devices; None for others.
    """

    n: int
    m: int
    dim: int
    symmetric: bool
    method: str
    tol: float
    derivatives: int
    spare: float | None = None
    uses: int = USES
    rounded: bool = False
    tree: str = "adaptive"
    order: int | None = None
    theta: float | None = None
    leaf_size: int | None = None
    backend: str | None = None
    headroom: float = 1.25
    accumulate: str | None = None
    segments: SegmentSizes | None = None
    layout: Any = None

    @property
    def accurate(self) -> bool:
        """Whether sums of float32 are accumulated as in float64."""
        return self.accumulate is not None

    @property
    def automatic(self) -> bool:
        """Whether the fastest method is asked for."""
        return self.method == "auto"

    @property
    def promised(self) -> bool:
        """Whether `tol` is a promise."""
        return self.order is None and self.theta is None

    @property
    def native(self) -> bool:
        """Whether trees and lists may come from the compiled kernels."""
        return self.backend != "xla"

    @property
    def pairs(self) -> float:
        """How many pairs of points there are, of one segment if there are segments."""
        if self.segments is not None:
            return self.segments.pairs
        return float(self.n) * float(self.m)

    @property
    def cloud(self) -> int:
        """How many sources act on a target, on average."""
        return max(1, round(self.pairs / self.m))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Capacity:
    """The capacities of trees (leaves) and of lists (pairs), zero for what a method does not have.
    Over a mesh they are those of a device, which sends to each other one so many points to their
    domains (`routed`), so many nodes of its tree (`sent_nodes`), and the multipoles and the points
    that are asked for (`sent_multipoles`, `sent_points`). in_place: whether all points but few are
    on the device of their domain; dealt: whether points are dealt to all devices first. By segments
    a device has so many points and segments (`owned_points`, `owned_segments`)."""

    source_leaves: int = 0
    target_leaves: int = 0
    far: int = 0
    near: int = 0
    exchanged: int = 0
    routed: int = 0
    in_place: bool = False
    dealt: bool = False
    sent_nodes: int = 0
    sent_multipoles: int = 0
    sent_points: int = 0
    owned_points: int = 0
    owned_segments: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Choice:
    """What was decided: everything static about a plan.

    method: a `methods.base.Method`.
    order, theta, leaf_size: of methods by trees.
    smaller: how many times smaller the leaves of the side with fewer points are, down to FULL.
    by_sum: whether cells interact by expansions if the sum of their radii is at most theta times
      their distance, also where one is much smaller than the other. The tables of errors are for
      another rule.
    exchanges: whether pairs of leaves may exchange roles (`tree.traverse`).
    setup: of methods that have a setup of their own.
    arranged: of kernels that have images, see `Images.arranged`.
    turned: whether lists hold the images of the transposed sum, each the negative of its number.
    """

    request: Request
    method: Any
    order: int = 0
    theta: float = 0.7
    leaf_size: int = 1
    smaller: int = 1
    by_sum: bool = False
    exchanges: bool = False
    capacity: Capacity = Capacity()
    setup: Any = None
    arranged: Any = None
    turned: bool = False

    @property
    def leaf_sizes(self) -> tuple[int, int]:
        """The largest numbers of points in a leaf of the targets and of the sources."""
        fewer = max(min(self.leaf_size, FULL), self.leaf_size // self.smaller)
        targets_are_few = self.request.m < self.request.n
        return (fewer, self.leaf_size) if targets_are_few else (self.leaf_size, fewer)

    def for_targets(self, m: int) -> "Choice":
        """The choice for another number of targets, with twice the capacities in proportion."""
        if m == self.request.m:
            return self
        ratio, capacity = m / self.request.m, self.capacity

        def scaled(count, least):
            return math.ceil(2 * ratio * count) + least if count else 0

        return self.with_request(m=m).with_capacity(
            target_leaves=min(m, scaled(capacity.target_leaves, 8)),
            far=scaled(capacity.far, 1024),
            near=scaled(capacity.near, 1024),
            exchanged=scaled(capacity.exchanged, 1024),
        )

    def with_request(self, **changes: Any) -> "Choice":
        """The choice with changes of its request."""
        return dataclasses.replace(self, request=dataclasses.replace(self.request, **changes))

    def with_capacity(self, **capacities: Any) -> "Choice":
        """The choice with other capacities."""
        return dataclasses.replace(self, capacity=dataclasses.replace(self.capacity, **capacities))
