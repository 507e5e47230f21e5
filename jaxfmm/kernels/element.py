"""The Laplace kernel of quadrature points that stand for a segment, a triangle or a tetrahedron."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.by_point import ByPoint
from jaxfmm.kernels.element_integrals import FIELDS, Vector, cross, dot, minus, norm
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points, pair_sums

NAMES = {2: "segments", 3: "triangles", 4: "tetrahedra"}
_NEWTON = Laplace()
# Numbers of a point before the shares and the vertices of its element: the offset of the centre,
# the radius within which the closed form holds, and the grain (`element_integrals`).
_FIRST, _RADIUS, _GRAIN = 5, 3, 4
# How far roundings change the distance from which expansions hold, in grains: compiled in another
# program, the centre of an element far from the origin has other last digits.
_ROUNDED = 4.0


@functools.partial(
    pytrees.register,
    data_fields=["of_points", "direction"],
    meta_fields=["corners", "degree_of_rule", "turned"],
)
@dataclasses.dataclass(frozen=True)
class ElementPoint(ByPoint):
    """A unit charge at a quadrature point y_q of an element E.

        K(x, y_q) = 1 / |x - y_q|                       for |x - centre| > radius
                    int_E P(y, y_q) / |x - y| dy        elsewhere

    where P is the reproducing kernel of the linear functions on E: int_E P(y, y_q) c(y) dy = c(y_q)
    for linear c. So charges w_q c(y_q), with the weights w_q of a rule that is exact for quadratic
    functions, have the field of the density c by the rule beyond the radius, and exactly within.

    of_points: arrays (n,): the offset of the centre from y_q (3), the radius, the grain, the values
      of P at the vertices times the size of the element, and the vertices relative to y_q, vertex
      by vertex; None for the kernel without them.
    direction: None, or (3 corners,): the kernel is the derivative of K in the vertices along it.
    corners: the number of vertices of an element.
    degree_of_rule: of the polynomials for which the rule is exact.
    turned: whether the elements are at the targets."""

    of_points: tuple[Any, ...]
    direction: Array | None
    corners: int
    degree_of_rule: int
    turned: bool = False

    name = "Laplace of elements"
    singular = False
    dimensions = (3,)
    is_radial = False
    plan_serves = "a plan works for elements that are at most as large as its own; plan.update(...)"

    def __post_init__(self) -> None:
        """`of_points` stay a tuple, whose entries `jaxfmm.Elements` has made."""

    def __repr__(self) -> str:
        return f"Laplace of {NAMES[self.corners]}, rule of degree {self.degree_of_rule}"

    @property
    def own_numbers(self) -> int:
        return _FIRST + 4 * self.corners

    @property
    def radius(self) -> Array:
        """Within this distance (n,) of the centre of an element the closed form holds."""
        return self.of_points[_RADIUS]

    @property
    def grain(self) -> Array:
        """The length (n,) below which targets count as on an edge (`element_integrals`)."""
        return self.of_points[_GRAIN]

    @property
    def degree(self) -> int:
        return -1 if self.direction is None else -2

    @property
    def traits(self) -> Traits:
        slope = self.direction is not None
        return Traits(
            errors_known=True, slopes_end=True, branches=True, few_near=True,
            newtonian=not slope, compact=slope,
        )  # fmt: skip

    def alike(self, other: Any) -> bool:
        of = [(kernel.corners, kernel.degree_of_rule) for kernel in (self, other)
              if isinstance(kernel, ElementPoint)]  # fmt: skip
        return len(of) == 2 and of[0] == of[1]

    def check_numbers(self, n: int, m: int | None) -> None:
        if m is None:
            raise ValueError(
                "targets must be given where sources are jaxfmm.Elements, got None; take "
                "elements.centers or elements.vertices"
            )

    def in_unit(self, unit: Array) -> "ElementPoint":
        free = range(_FIRST, _FIRST + self.corners)  # the factors have no unit
        numbers = tuple(
            value if i in free else jnp.asarray(value, unit.dtype) / unit
            for i, value in enumerate(self.of_points)
        )
        return dataclasses.replace(self, of_points=numbers)

    def with_numbers(self, targets: Array, sources: Array) -> tuple[Array, Array]:
        def numbered(points: Array, elements: bool) -> Array:
            shape = len(points), self.own_numbers
            own = jnp.zeros(shape, points.dtype)
            if elements:
                own = jnp.stack([jnp.asarray(x, points.dtype) for x in self.of_points], axis=1)
            return jnp.concatenate([points, own], axis=1)

        return numbered(targets, self.turned), numbered(sources, not self.turned)

    def of_numbers(self, targets: Array, sources: Array) -> "ElementPoint":
        own = tuple((targets if self.turned else sources).T)
        return dataclasses.replace(self, of_points=own)

    def shared(self) -> Kernel:
        return dataclasses.replace(self, of_points=(None,) * len(self.of_points))

    def _place(self, x: Points, y: Points) -> tuple[Vector, Points]:
        """The target's offset from the quadrature point, and the numbers of the point."""
        here, there = (y, x) if self.turned else (x, y)
        return [a - b for a, b in zip(here[:3], there[:3], strict=True)], there[3:]

    def nearness(self, x: Points, y: Points) -> Array:
        offset, own = self._place(x, y)
        away = minus(offset, own[:3])
        return jnp.square(own[_RADIUS]) - dot(away, away)

    def simple_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        if self.direction is not None:
            return super().simple_sums(x, y, weights, targets)
        offset = [a - b for a, b in zip(x[:3], y[:3], strict=True)]
        return pair_sums(_NEWTON, offset, weights, targets)

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        targets = list(targets)
        near, far = (sums(x, y, weights, targets) for sums in (self.near_sums, self.simple_sums))
        is_near = self.nearness(x, y) > 0
        return {b: jnp.where(is_near, value, far[b]) for b, value in near.items()}

    def near_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        offset, own = self._place(x, y)
        targets = list(targets)
        factors, vertices = own[_FIRST : _FIRST + self.corners], own[_FIRST + self.corners :]
        # d_y^a d_x^b K(x - y) = (-1)^|a| (d^(a + b) K)(x - y), and turned it is
        # (-1)^|b| (d^(a + b) K)(y - x)
        if not self.turned:
            weights = {a: -w if sum(a) % 2 else w for a, w in weights.items()}

        def sums_of(vertices: Points) -> ByIndex:
            corners = [vertices[i : i + 3] for i in range(0, len(vertices), 3)]
            factor = _over_size(corners)
            shares = [c * factor for c in factors]

            def field(*d: Array) -> tuple[Array, Vector]:
                apart = [minus(v, list(d)) for v in corners]
                found = FIELDS[self.corners](apart, shares, own[_GRAIN])
                return found.value, found.slope

            return _contracted(field, offset, weights, targets)

        if self.direction is None:
            sums = sums_of(vertices)
        else:
            along = [jnp.broadcast_to(u, v.shape) for u, v in zip(self.direction, vertices)]
            sums = jax.jvp(sums_of, (list(vertices),), (along,))[1]
        if self.turned:
            sums = {b: -value if sum(b) % 2 else value for b, value in sums.items()}
        return sums

    def transposed(self) -> Kernel:
        return dataclasses.replace(self, turned=not self.turned)

    def own_slopes(self, index: int) -> list[tuple[str, Kernel]] | None:
        vertex = index - _FIRST - self.corners
        if index == len(self.of_points):  # the direction, which is constant
            return []
        if vertex < 0:  # what the rule fixes
            return []
        if self.direction is not None:
            raise ValueError(
                "second derivatives in the vertices of jaxfmm.Elements are not known; only first "
                "ones are"
            )
        side = "targets" if self.turned else "sources"
        direction = jnp.zeros(3 * self.corners, self.of_points[0].dtype).at[vertex].set(1)
        return [(side, dataclasses.replace(self, direction=direction))]

    def far_length(self, tol: float) -> ArrayLike | tuple[Array, Array]:
        offset = norm(list(self.of_points[:3]))
        length, none = offset + self.of_points[_RADIUS], jnp.zeros(1, offset.dtype)
        return (length, none) if self.turned else (none, length)

    def serves(self, asked: Kernel, tol: float, dtype: DTypeLike) -> Array:
        numbers = list(self.of_points)
        numbers[_RADIUS] = numbers[_RADIUS] + _ROUNDED * numbers[_GRAIN]
        roomy = dataclasses.replace(self, of_points=tuple(numbers))
        return super(ElementPoint, roomy).serves(asked, tol, dtype)


def has_elements(kernel: Any) -> bool:
    """Whether elements can be sources of a kernel: 1/r, or that of points of a plan."""
    return isinstance(kernel, ElementPoint) or (
        isinstance(kernel, Laplace) and kernel.softening is None
    )


def degree_of(kernel: Kernel | None, corners: int | None = None) -> int | None:
    """The degree of the rule whose points have this kernel; None for other kernels, and for
    elements that have not so many corners, where these are given."""
    if not isinstance(kernel, ElementPoint) or corners not in (None, kernel.corners):
        return None
    return kernel.degree_of_rule


def _over_size(corners: list[Vector]) -> Array:
    """One over the length, area or volume of an element, zero for a flat one."""
    sides = [minus(v, corners[0]) for v in corners[1:]]
    if len(sides) == 1:
        size = norm(sides[0])
    elif len(sides) == 2:
        size = norm(cross(*sides)) / 2
    else:
        size = jnp.abs(dot(sides[0], cross(sides[1], sides[2]))) / 6
    solid = size > 0
    return jnp.where(solid, 1 / jnp.where(solid, size, 1), 0)


def _contracted(
    field: Callable[..., Any],
    offset: Vector,
    weights: ByIndex,
    targets: list[MultiIndex],
) -> ByIndex:
    """{b: sum_a w_a d^(a + b) u} from the function of an offset that gives u and its gradient."""

    def along(function: Callable[..., Any], tangents: Vector) -> Callable[..., Any]:
        return lambda *d: jax.jvp(function, d, tuple(tangents))[1]

    def unit(axis: int) -> Vector:
        return [jnp.full_like(u, float(i == axis)) for i, u in enumerate(offset)]

    def raised(function: Callable[..., Any], a: MultiIndex) -> Callable[..., Any]:
        for axis, count in enumerate(a):
            for _ in range(count):
                function = along(function, unit(axis))
        return function

    highest = max(map(sum, targets))

    def total(*d: Array) -> tuple[Array, Vector]:
        parts = []
        for a, w in weights.items():
            if sum(a) == 1 and highest == 0:  # the gradient is at hand
                slope = field(*d)[1][a.index(1)]
                parts.append((w * slope, [jnp.zeros_like(slope)] * 3))
                continue
            value, slope = raised(field, a)(*d)
            parts.append((w * value, [w * u for u in slope]))
        values, slopes = zip(*parts, strict=True)
        summed = [functools.reduce(jnp.add, of_axis) for of_axis in zip(*slopes, strict=True)]
        return functools.reduce(jnp.add, values), summed

    def slopes(*d: Array) -> Vector:
        return total(*d)[1]

    value, slope = total(*offset)
    sums = {}
    for b in targets:
        if not any(b):
            sums[b] = value
            continue
        axis = next(i for i in range(3) if b[i])
        lower = b[:axis] + (b[axis] - 1,) + b[axis + 1 :]
        sums[b] = slope[axis] if not any(lower) else raised(slopes, lower)(*offset)[axis]
    return sums
