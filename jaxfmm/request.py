"""What a user asked of a plan (`Request`), and what was decided for it (`Choice`). Both are static:
plans with equal choices share compiled code."""

import dataclasses
import math
from typing import Any

# Leaves are not made smaller than this: fewer points leave lanes of SIMD vectors empty.
FULL = 16
USES = 100  # A plan is made for this many sums, unless the user gives a number.


@dataclasses.dataclass(frozen=True)
class SegmentSizes:
    """The sizes of segments.

    count: the number of segments.
    pairs: about how many pairs of points lie in the same segment.
    largest: about how many points the largest segment has."""

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
        headroom, accumulate and exchange.
      derivatives: the highest order of derivatives at the targets with an error of at most `tol`.

    Internal attributes:
      spare: safety factor while a plan measures its errors: the typical error of the expansions
        is at most `tol` / spare. None for the worst errors of the tables.
      uses: the number of sums for which the plan is made: making it may take the time that it
        saves in so many sums. A finished plan has the default.
      columns: how many columns of charges a sum has; the plan is the fastest for this number.
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
    columns: int = 1
    rounded: bool = False
    tree: str = "adaptive"
    order: int | None = None
    theta: float | None = None
    leaf_size: int | None = None
    backend: str | None = None
    headroom: float = 1.25
    accumulate: str | None = None
    exchange: str | None = None
    segments: SegmentSizes | None = None
    layout: Any = None

    @property
    def accurate(self) -> bool:
        """Whether sums of float32 are accumulated as in float64."""
        return self.accumulate is not None

    @property
    def in_rounds(self) -> bool:
        """Whether devices exchange in rounds."""
        return self.exchange is not None

    @property
    def automatic(self) -> bool:
        """Whether the plan chooses the method."""
        return self.method == "auto"

    @property
    def promised(self) -> bool:
        """Whether the plan promises `tol`: it does unless the user gave order or theta."""
        return self.order is None and self.theta is None

    @property
    def native(self) -> bool:
        """Whether compiled kernels may build trees and lists."""
        return self.backend != "xla"

    @property
    def pairs(self) -> float:
        """The number of pairs of a target and a source that act on each other."""
        if self.segments is not None:
            return self.segments.pairs
        return float(self.n) * float(self.m)

    @property
    def cloud(self) -> int:
        """The mean number of sources that act on a target."""
        return max(1, round(self.pairs / self.m))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Capacity:
    """The sizes of the arrays of a plan; 0 for arrays that its method does not have. Over a mesh
    they are the sizes on each device.

    source_leaves, target_leaves: leaves of the trees.
    far, near: pairs in the far and near lists.
    exchanged: pairs in each list of pairs with exchanged roles.
    routed: points that a device sends to each other device, to the domains of these points.
    in_place: whether almost all points are on the device of their domain.
    dealt: whether points are dealt to all devices at random before they are sent to their domains.
    sent_nodes, sent_multipoles, sent_points: nodes of its tree, multipoles and points that a device
      sends to each other device, which needs them.
    rounds: the `sharding.exchange.Round`s in which it sends them to few other devices instead, with
      capacities of their own; () for one exchange of all devices.
    owned_points, owned_segments: points and segments of a device, if segments are not split."""

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
    rounds: tuple[Any, ...] = ()
    owned_points: int = 0
    owned_segments: int = 0

    @property
    def keeps_borders(self) -> bool:
        """Whether the domains of later points have the borders of a plan, as long as these suit."""
        return self.in_place or self.owned_points > 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Choice:
    """What was decided for a plan: all its static data.

    method: a `methods.base.Method`.
    order, theta, leaf_size: the parameters of methods by trees.
    smaller: the leaves of the side with fewer points are this many times smaller, down to FULL.
    by_sum: whether two cells form a far pair if the sum of their radii is at most theta times their
      distance, also where one is much smaller than the other. The tables of errors are for the
      other rule (`tree/far_rule.py`).
    exchanges: whether pairs of leaves may exchange roles (`tree.traverse`).
    setup: further static data of some methods, such as the parameters of an Ewald sum.
    arranged: `Images.arranged`, for kernels that have images.
    turned: whether the plan is transposed, so that images in its lists have the opposite shifts.
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
