"""Integrals of 1/r over segments, triangles and tetrahedra, and their gradients, in closed form.

With r = |x - y|, an element E with the vertices V_i, and the linear function c that is c_i at V_i,

    u(x) = int_E c(y) / |x - y| dy ,        and its gradient in x.

All follow from three integrals: the potential f of an edge, the integral of r along an edge, and
the solid angle of a triangle (Wilton et al., IEEE Trans. Antennas Propag. 32 (1984) 276; Graglia,
ibid. 41 (1993) 1448; van Oosterom & Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125). Tetrahedra
follow from their faces by the divergence theorem.

Vectors are lists of three components, scalars or arrays that broadcast. Vertices are relative to
the target: r_i = V_i - x. `grain` is the length below which a target counts as on an edge or in
the plane of a face. There an edge has no potential (f grows like a logarithm; edges that two
coplanar faces share cancel), and the solid angle is zero, the mean of both sides."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

Vector = list[jax.Array]


class Field(NamedTuple):
    """A potential and its gradient in the target."""

    value: jax.Array
    slope: Vector


class Edge(NamedTuple):
    """The edge from a to b. lengths: |r_a|, |r_b|. length: |b - a|. inverse: 1 / length. along: the
    unit vector. places: r_a . along and r_b . along. potential: the integral of 1/r."""

    lengths: tuple[jax.Array, jax.Array]
    length: jax.Array
    inverse: jax.Array
    along: Vector
    places: tuple[jax.Array, jax.Array]
    potential: jax.Array

    def linear(self, at_a: jax.Array, at_b: jax.Array) -> jax.Array:
        """The integral of c / r for a linear c."""
        (la, lb), (sa, sb) = self.lengths, self.places
        more = self.length * _over(sa + sb, la + lb)  # l_b - l_a without its cancellation
        of_a, of_b = sb * self.potential - more, more - sa * self.potential
        return (at_a * of_a + at_b * of_b) * self.inverse

    def distance(self, square: jax.Array) -> jax.Array:
        """The integral of r, where `square` is the squared distance from the line."""
        (la, lb), (sa, sb) = self.lengths, self.places
        return 0.5 * (sb * lb - sa * la + square * self.potential)

    def reversed(self) -> "Edge":
        (la, lb), (sa, sb) = self.lengths, self.places
        backward = [-u for u in self.along]
        return Edge((lb, la), self.length, self.inverse, backward, (-sb, -sa), self.potential)


def dot(a: Vector, b: Vector) -> jax.Array:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def minus(a: Vector, b: Vector) -> Vector:
    return [p - q for p, q in zip(a, b, strict=True)]


def plus(*vectors: Vector) -> Vector:
    return [sum(rest, first) for first, *rest in zip(*vectors, strict=True)]


def times(factor: jax.Array, a: Vector) -> Vector:
    return [factor * p for p in a]


def norm(a: Vector) -> jax.Array:
    """|a|, with the derivative zero at a = 0."""
    square = dot(a, a)
    apart = square > 0
    return jnp.where(apart, jnp.sqrt(jnp.where(apart, square, 1)), 0)


def _over(a: jax.Array | float, b: jax.Array) -> jax.Array:
    """a / b for b >= 0, zero where b is."""
    apart = b > 0
    return jnp.where(apart, a / jnp.where(apart, b, 1), 0)


def edge(a: Vector, b: Vector, grain: jax.Array) -> Edge:
    """The edge between two vertices.

    f = log((s + l) / (s - l)) with s = |r_a| + |r_b| and the length l. Close to the edge s - l = 2
    q / (s + l) cancels; q = |r_a| |r_b| + r_a . r_b is computed as |r_a x r_b|^2 / (|r_a| |r_b| -
    r_a . r_b) there. Divisions take most of the time of a pair, so there are few."""
    la, lb, side = norm(a), norm(b), minus(b, a)
    length = norm(side)
    inverse = _over(1.0, length)
    along = times(inverse, side)
    both, product = dot(a, b), la * lb
    normal = cross(a, b)
    square = dot(normal, normal)
    close = both < 0
    upper, lower = jnp.where(close, square, product + both), jnp.where(close, product - both, 1)
    on = (la <= grain) | (lb <= grain) | (close & (square <= jnp.square(grain * length)))
    on = on | (upper <= 0)
    total = la + lb + length
    ratio = jnp.where(on, 1, total * total * lower / jnp.where(on, 1, 2 * upper))
    places = dot(a, along), dot(b, along)
    return Edge((la, lb), length, inverse, along, places, jnp.log(ratio))


def segment(r: list[Vector], c: list[jax.Array], grain: jax.Array) -> Field:
    """The field of a segment. On the segment, where both have no limit, both are zero."""
    one = edge(r[0], r[1], grain)
    (la, lb), sa = one.lengths, one.places[0]
    on = one.potential == 0
    slope = (c[1] - c[0]) * one.inverse
    # in the direction of the segment: the ends, and the slope of c
    ends = _over(c[0], la) - _over(c[1], lb)
    across = minus(r[0], times(sa, one.along))
    square = dot(across, across)
    # across: -grad 1/r = (x - y) / r^3, by int ds / r^3 and int s ds / r^3
    apart = ~on & (square > 0)
    per = jnp.where(apart, 1 / jnp.where(apart, square, 1), 0)
    cubed = _cubed(one, per)
    first = _over(1.0, la) - _over(1.0, lb)
    middle = c[0] - slope * sa  # c where the target is projected to
    toward = middle * cubed + slope * first
    field = plus(times(slope * one.potential + ends, one.along), times(toward, across))
    value = one.linear(c[0], c[1])
    return Field(jnp.where(on, 0, value), [jnp.where(on, 0, u) for u in field])


def _cubed(one: Edge, per: jax.Array) -> jax.Array:
    """int ds / r^3 = (s_b / l_b - s_a / l_a) / p^2, p the distance from the line. Where the
    vertices are on the same side, the difference is 1 / t_a - 1 / t_b with t = l (l + |s|), over
    which p^2 cancels."""
    (la, lb), (sa, sb) = one.lengths, one.places
    ta, tb = _over(1.0, la * (la + jnp.abs(sa))), _over(1.0, lb * (lb + jnp.abs(sb)))
    same = sa * sb > 0
    difference = jnp.where(sa > 0, ta - tb, tb - ta)
    return jnp.where(same, difference, (_over(sb, lb) - _over(sa, la)) * per)


class Face(NamedTuple):
    """A triangle. edges: 01, 12, 20. outward: the unit vectors in the plane across them. normal:
    the unit vector by the order of the vertices. height: r . normal. angle: the solid angle, of the
    sign of the height. distances: of the edges' lines from the target's projection. area: twice the
    area. inverse: 1 / area."""

    r: list[Vector]
    edges: list[Edge]
    outward: list[Vector]
    normal: Vector
    height: jax.Array
    angle: jax.Array
    distances: list[jax.Array]
    area: jax.Array
    inverse: jax.Array

    def slope_of(self, c: list[jax.Array]) -> Vector:
        """The gradient of the linear function that is c_i at the vertices."""
        parts = [
            times(-value * one.length, across)
            for value, one, across in zip(
                c, _turned(self.edges), _turned(self.outward), strict=True
            )
        ]
        return times(self.inverse, plus(*parts))

    def constant(self) -> jax.Array:
        """The integral of 1/r."""
        return (
            sum(t * one.potential for t, one in zip(self.distances, self.edges, strict=True))
            - self.height * self.angle
        )

    def distance(self) -> jax.Array:
        """The integral of r."""
        square = self.height * self.height
        of_edges = sum(
            t * one.distance(square + t * t)
            for t, one in zip(self.distances, self.edges, strict=True)
        )
        return (of_edges + square * self.constant()) / 3

    def linear(self, c: list[jax.Array]) -> jax.Array:
        """The integral of c / r."""
        slope, square = self.slope_of(c), self.height * self.height
        here = c[0] - dot(slope, self.r[0])
        of_edges = sum(
            dot(slope, across) * one.distance(square + t * t)
            for across, one, t in zip(self.outward, self.edges, self.distances, strict=True)
        )
        return here * self.constant() + of_edges


def _turned(three: list) -> list:
    """What belongs to the edges opposite to the vertices 0, 1, 2."""
    return [three[1], three[2], three[0]]


def face(r: list[Vector], edges: list[Edge], grain: jax.Array) -> Face:
    area_vector = cross(minus(r[1], r[0]), minus(r[2], r[0]))
    area = norm(area_vector)
    inverse = _over(1.0, area)
    normal = times(inverse, area_vector)
    height = dot(normal, r[0])
    outward = [cross(one.along, normal) for one in edges]
    distances = [dot(across, corner) for across, corner in zip(outward, r, strict=True)]
    l0, l1, l2 = (one.lengths[0] for one in edges)
    below = l0 * l1 * l2 + dot(r[0], r[1]) * l2 + dot(r[1], r[2]) * l0 + dot(r[2], r[0]) * l1
    top, flat = height * area, jnp.abs(height) <= grain
    # in the plane the angle is zero, the mean of both sides, and its slope is that of both sides
    top = jnp.where(flat, top - jax.lax.stop_gradient(top), top)
    side = jnp.where(flat & (below < 0), -1, 1).astype(top.dtype)
    size = 64 * jnp.finfo(top.dtype).eps * l0 * l1 * l2 + 8 * grain * area
    on_edge = flat & (jnp.abs(below) <= size)
    angle = 2 * jnp.arctan2(jnp.where(on_edge, 0, side * top), jnp.where(on_edge, 1, side * below))
    return Face(r, edges, outward, normal, height, angle, distances, area, inverse)


def triangle(r: list[Vector], c: list[jax.Array], grain: jax.Array) -> Field:
    """The field of a triangle. On it, the gradient across is the mean of both sides."""
    edges = [edge(r[i], r[(i + 1) % 3], grain) for i in range(3)]
    one = face(r, edges, grain)
    slope = one.slope_of(c)
    constant, here = one.constant(), c[0] - dot(slope, r[0])
    square = one.height * one.height
    value, normal = here * constant, here * one.angle
    parts = [times(constant, slope)]
    for i in range(3):
        across, through = one.outward[i], dot(slope, one.outward[i])
        value += through * edges[i].distance(square + one.distances[i] * one.distances[i])
        normal -= one.height * through * edges[i].potential
        parts.append(times(-edges[i].linear(c[i], c[(i + 1) % 3]), across))
    return Field(value, plus(*parts, times(normal, one.normal)))


_FACES = ((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1))  # opposite to the vertices 0 to 3


def tetrahedron(r: list[Vector], c: list[jax.Array], grain: jax.Array) -> Field:
    """The field of a tetrahedron, of either orientation."""
    edges = {(a, b): edge(r[a], r[b], grain) for a in range(4) for b in range(a + 1, 4)}

    def between(a: int, b: int) -> Edge:
        return edges[a, b] if a < b else edges[b, a].reversed()

    sides = [
        face(
            [r[i] for i in three], [between(three[j], three[(j + 1) % 3]) for j in range(3)], grain
        )
        for three in _FACES
    ]
    volume = dot(minus(r[0], r[1]), sides[0].normal) * -sides[0].area  # six times, signed
    sign, size = jnp.where(volume < 0, -1.0, 1.0).astype(volume.dtype), jnp.abs(volume)
    normals = [times(sign, side.normal) for side in sides]
    parts = [
        times(-value * side.area, normal)
        for value, side, normal in zip(c, sides, normals, strict=True)
    ]
    slope = times(_over(1.0, size), plus(*parts))
    constant = 0.5 * sign * sum(side.height * side.constant() for side in sides)
    moment = plus(
        *[times(side.distance(), normal) for side, normal in zip(sides, normals, strict=True)]
    )
    value = (c[0] - dot(slope, r[0])) * constant + dot(slope, moment)
    parts = [times(constant, slope)]
    for three, side, normal in zip(_FACES, sides, normals, strict=True):
        parts.append(times(-side.linear([c[i] for i in three]), normal))
    return Field(value, plus(*parts))


# By the number of vertices.
FIELDS = {2: segment, 3: triangle, 4: tetrahedron}
