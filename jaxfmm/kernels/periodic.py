"""Kernels summed over the images of a cell."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.compact import Wendland
from jaxfmm.kernels.near_images import (
    MARGIN,
    Arrangement,
    UnknownImages,
    cell_radius,
    combined,
    cross,
    longest,
    radius_of,
)
from jaxfmm.kernels.over_images import SumOverImages
from jaxfmm.kernels.reduction import reduction
from jaxfmm.switches import library_code

EXACT = 4.0  # in sums over all pairs, images are far from this many radii of the cell on
OPEN = 2.5  # points may be so many edges away from their middle across the periodic axes
LEAST = 2.4  # in any sum, images are near up to this many radii: softened pairs are among them
TAIL = 6.0  # the sum of all images beyond needs so many decay lengths more than the kernel itself


@functools.partial(pytrees.register, data_fields=["kernel", "cell"], meta_fields=["axes"])
@dataclasses.dataclass(frozen=True)
class Periodic(SumOverImages):
    """A kernel summed over all images of a periodic cell.

        K_cell(x, y) = sum_n K(x, y + n A)    for all vectors n of whole numbers

    with the rows A of the cell. Every image of a source acts on a target, also every image of the
    target itself; the pair at distance zero is left out. So the energy `1/2 sum_i q_i u_i` has the
    energy of every charge in the field of its own images.

    For `Laplace()` in three dimensions with three periodic axes the sum over n converges in no
    order by itself. It has the value of Ewald sums: the potential of the charges and of a uniform
    background -Q / V, with Q the sum of the charges and V the volume, whose mean over the cell is
    zero, without a surface term ("tin foil"):

        K_cell(x, y) = 1 / V sum_{k != 0} 4 pi / k^2 exp(i k . (x - y)) ,    k = 2 pi m A^-T

    No 4 pi of units and no factor of one half, as with `Laplace`. A crystal of charges q_i has the
    energy `jaxfmm.energy(points, q, kernel=Periodic(Laplace(), cell))` for each cell.

    With two or one periodic axes charges must add up to zero, and their potential has no
    background:

        K_cell = -2 pi / S |z| + 2 pi / S sum_{k != 0} exp(-k |z| + i k . (x - y)) / k
        K_cell = -2 / a log(rho / a) + 4 / a sum_{m > 0} K_0(2 pi m rho / a) cos(2 pi m z / a)

    for two axes, with the area S of the cell and z across it, and for one axis, with the edge a, z
    along and rho across it.

    Points may be 2.5 edges away from their middle across the periodic axes.

    In the plane, for `Laplace()`, `VortexBlob(core)` and `Cauchy()`, their derivative, with z = x +
    iy and the edge w,

        K_cell = 1 / V sum_{k != 0} 2 pi / k^2 cos(k . (x - y))       for two periodic axes
        K_cell = -log |2 sin(pi (z_x - z_y) / w)|                      for one

    The first has the convention of three dimensions. The second needs no neutral charges; far away
    it grows like the distance from the row, and points may be 2.5 edges away as above. Kernels that
    decay exponentially or end at a distance are summed over the images
    that matter, along any axes. Softening acts on near images: that of `Laplace(eps,
    profile="spline")` changes pairs within 2.8 eps and nothing else. Plummer's, `Laplace(eps)`, in
    three dimensions with three periodic axes, changes every wave, in the same convention, with the
    modified Bessel function K_1:

        K_cell(x, y) = 1 / V sum_{k != 0} 4 pi eps K_1(eps k) / k exp(i k . (x - y))

    Kernels of vectors have three periodic axes and the mean zero over the cell: `Stokeslet()`, for
    which a uniform pressure gradient balances the forces, and `BiotSavart()` and `Rotlet()`,

        u(x) = 1 / V  sum_{k != 0} 8 pi / k^2 (f - k (k . f) / k^2) exp(i k . (x - y))
        u(x) = 1 / V  sum_{k != 0} 4 pi i / k^2 k x alpha exp(i k . (x - y))

    `RotnePrager(a)` has 8 pi sin(k a)^2 / (k^4 a^2) in place of 8 pi / k^2; `BiotSavart(core)` is
    the curl of the sum with Plummer's softening.

    Args:
      kernel: the kernel of open space: `Laplace()`, also softened, `Stokeslet()`, `RotnePrager`,
        `BiotSavart` or `Rotlet` for points (n, 3); `Laplace()`, `Cauchy()` or `VortexBlob(core)`
        for points (n, 2) with one or two; `Yukawa`, `Matern`, `Gaussian`, `Wendland`,
        `LennardJones` with any, their parameters and cell known outside of `jit` when a plan is
        made.
      cell: the edge of a cube, the lengths (d,) of a box, or rows (d, d), the edges of any
        parallelepiped; with fewer axes also their rows alone, (axes, d). Positions need not lie
        inside. A number, lists or arrays, traced or not; it can be differentiated and changed
        without compiling anew. With `segments`, one for all or rows for each segment,
        (num_segments, d, d), or (num_segments, axes, d). Derivatives are at fixed positions: for
        those at fixed fractional coordinates, as for a stress, compute the positions from the
        cell, `points = fractions @ cell`.
      axes: the periodic axes, all by default.

    Raises:
      ValueError: for a cell that is not one, and for kernels and dimensions without a known sum.
        Sums raise it for charges with open axes that do not add up to zero, or are NaN inside of
        `jit`.

    Sums are by `method="fmm"` or, with three periodic axes, "ewald" (see `jaxfmm.plan`); with
    Plummer's softening and of vectors by "ewald" alone. Inside `jit` and `jax.vmap`, up to 4,096
    points of `Laplace()` in a traced cell are summed by "ewald" unless a plan says otherwise, in
    any cell whose edges differ by a factor of up to 2.5.

    With `segments`, kernels that are 1/r or, in the plane, -log r from some distance on are summed
    by "ewald", along any axes: `Laplace()`, also with profile="spline", `Cauchy()` and
    `VortexBlob(core)`; kernels that decay exponentially or end at a distance over all pairs within
    their reach. Others have no sum by segments.

    Reference: Ewald, Ann. Phys. 369 (1921) 253; de Leeuw, Perram & Smith, Proc. R. Soc. A 373
    (1980) 27; for the far images Challacombe, White & Head-Gordon, J. Chem. Phys. 107 (1997) 10131;
    for forces in a fluid Hasimoto, J. Fluid Mech. 5 (1959) 317, Lindbo & Tornberg, J. Comput. Phys.
    229 (2010) 8994, and Beenakker, J. Chem. Phys. 85 (1986) 1581.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> ions = jnp.array([[0.0, 0.0, 0.0], [0.5, 0.5, 0.5]])
      >>> caesium_chloride = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
      >>> charges = jnp.array([1.0, -1.0])
      >>> round(float(jaxfmm.energy(ions, charges, kernel=caesium_chloride)), 4)
      -2.0354
    """

    kernel: Kernel
    cell: ArrayLike
    axes: tuple[int, ...] | None = None

    lengths = ("cell",)
    shifted = True

    @property
    def has_waves(self) -> bool:
        three = 3 in (self.kernel.dimensions or ()) and self.axes in (None, (0, 1, 2))
        if self.kernel.traits.vector:
            return three and self._inner.in_cell() is not None
        newtonian = self.kernel.traits.newtonian and not self.kernel.simplified(3).own_numbers
        return three and (newtonian or self.kernel.traits.plummer)

    @property
    def only_waves(self) -> bool:
        return self.kernel.traits.plummer or self.kernel.traits.vector

    @property
    def _inner(self) -> Any:
        """The kernel of open space, where it is a kernel of vectors."""
        return self.kernel

    def parts(self, exact: bool) -> Any:
        """The parts of a kernel of vectors in open space."""
        return self._inner.parts(exact)

    def in_cell(self) -> Any:
        """How a kernel of vectors is summed over the images of a cell."""
        return self._inner.in_cell()

    def transposed(self) -> Kernel:
        return dataclasses.replace(self, kernel=self.kernel.transposed())

    @property
    def neutral(self) -> bool:
        """With open axes in three dimensions. A kernel `simplified` knows its axes."""
        in_space = 3 in (self.kernel.dimensions or ()) and self.kernel.traits.newtonian
        return in_space and self.axes is not None and len(self.axes) < 3

    def check(self, dim: int) -> None:
        if np.ndim(self.cell) == 3:  # type: ignore[arg-type]
            raise ValueError(
                f"cell of shape {np.shape(self.cell)} is a cell for each segment, and needs "
                "segments; give segments=, num_segments= and, where there are targets, "
                "target_segments="
            )
        self._check_kernel(dim)
        self._check_cell(dim, self._axes(dim))

    def check_for_segments(self, dim: int, count: int) -> None:
        """`check` of cells (count, p, d) or (count, d, d), or of one cell for all segments."""
        self._check_kernel(dim)
        axes = self._axes(dim)
        shape = np.shape(self.cell)
        if len(shape) < 3:
            self._check_cell(dim, axes)
            return
        if shape not in ((count, dim, dim), (count, len(axes), dim)):
            raise ValueError(
                f"cell must have shape {(count, dim, dim)}, rows for each segment, or be one cell "
                f"for all, got shape {shape}"
            )
        if not isinstance(self.cell, jax.core.Tracer | jax.ShapeDtypeStruct):
            cell = np.asarray(self.cell)
            self._check_rows(cell, cell if shape[1] == len(axes) else cell[:, list(axes)])

    def _check_kernel(self, dim: int) -> None:
        """Raises ValueError for kernels without a known sum along the axes in these dimensions."""
        if not isinstance(self.kernel, Kernel) or not self.kernel.in_open_space:
            raise ValueError(
                "kernel must be a kernel of open space such as jaxfmm.Laplace(), got "
                f"{self.kernel!r}"
            )
        self.kernel.check(dim)
        if self.kernel.addends(dim) is not None:
            raise ValueError(
                f"kernel {self.kernel.name} is a sum, whose parts have images of their own; write "
                "jaxfmm.Periodic(K1, cell) + jaxfmm.Periodic(K2, cell)"
            )
        axes = self._axes(dim)
        rate = self.kernel.decay()
        known = self.kernel.traits.decays and not isinstance(
            rate, jax.core.Tracer | jax.ShapeDtypeStruct
        )
        if self.vanish:
            summable = not known or bool(np.asarray(rate) > 0)
        else:
            summable = self.kernel.traits.newtonian or dim == 3 and self.has_waves
        if not summable:
            raise ValueError(
                f"kernel {self.kernel!r} has no sum over images along the axes {axes} in {dim} "
                "dimensions; there are sums of Laplace(), without softening or with "
                "profile='spline', in three dimensions, of Laplace(softening), Stokeslet() without "
                "a core, RotnePrager, BiotSavart and Rotlet along three axes, of Laplace(), "
                "Cauchy() and VortexBlob(core) in the plane, and of kernels that decay "
                "exponentially or end at a distance"
            )

    @property
    def vanish(self) -> bool:
        """Whether far images contribute nothing."""
        return self.kernel.traits.compact or self.kernel.traits.decays

    def reach_of_images(self, dim: int, tol: float) -> Any:
        """The distance beyond which the kernel does not matter, zero for one that does not
        vanish."""
        if not self.vanish:
            return 0.0
        inner = self.kernel.summed()
        return (
            inner.reach(tol, 1, dim)
            if inner.traits.compact
            else (math.log(1 / tol) + TAIL) / inner.decay()
        )

    def _axes(self, dim: int) -> tuple[int, ...]:
        axes = tuple(range(dim)) if self.axes is None else self.axes
        if (
            not isinstance(axes, tuple)
            or not axes
            or sorted(set(axes)) != list(axes)
            or not 0 <= axes[0] <= axes[-1] < dim
        ):
            raise ValueError(
                f"axes must be None or different axes below {dim} in order, such as (0, 1), got "
                f"{axes!r}"
            )
        return axes

    def _check_cell(self, dim: int, axes: tuple[int, ...]) -> None:
        shape = np.shape(self.cell)
        if shape not in ((), (dim,), (dim, dim), (len(axes), dim)):
            raise ValueError(
                f"cell must be a number, lengths ({dim},) or rows ({dim}, {dim}), one for each "
                f"edge, got shape {shape}"
            )
        if isinstance(self.cell, jax.core.Tracer | jax.ShapeDtypeStruct):
            return
        cell = np.asarray(self.cell)
        self._check_rows(cell, self._known_rows(dim) if cell.dtype.kind in "iuf" else None)
        if len(shape) < 2 and (cell < 0).any():
            raise ValueError(f"cell must be positive lengths, got {self.cell!r}")

    def _check_rows(self, cell: np.ndarray, rows: np.ndarray | None = None) -> None:
        """Raises ValueError unless the rows (..., p, d), those of `cell` by default, span a
        volume."""
        if cell.dtype.kind not in "iuf" or not np.isfinite(cell).all():
            raise ValueError(f"cell must be finite real numbers, got {self.cell!r}")
        rows = np.asarray(cell if rows is None else rows, float)
        edges = np.linalg.norm(rows, axis=-1)
        volume = np.sqrt(np.linalg.det(rows @ np.swapaxes(rows, -1, -2)))
        if (edges <= 0).any() or (volume <= 1e-6 * np.prod(edges, axis=-1)).any():
            raise ValueError(f"cell must have edges that span a volume, got {self.cell!r}")

    def rows(self, dim: int, dtype: DTypeLike) -> Any:
        """The edges along which the kernel is periodic, (p, d), in the coordinates of the
        kernel."""
        if isinstance(self.cell, jax.core.Tracer):
            rows = self._rows(dim, self.cell.astype(dtype), jnp)
        else:
            # converted by NumPy: outside of `jit` JAX would compile each step
            rows = jax.device_put(np.asarray(self._known_rows(dim), dtype))
        return self.frame.coordinates(rows, jax.device_put(np.zeros(dim, dtype)))

    def _known_rows(self, dim: int) -> Any:
        return self._rows(dim, np.asarray(self.cell, float), np)

    def _rows(self, dim: int, cell: Any, library: Any) -> jax.Array:
        axes = list(self._axes(dim))
        if cell.ndim == 2:
            return cell if len(cell) == len(axes) else cell[np.array(axes)]
        return (library.eye(dim, dtype=cell.dtype) * library.broadcast_to(cell, (dim,))[:, None])[
            np.array(axes)
        ]

    def simplified(self, dim: int) -> Kernel:
        self.check(dim)
        return Periodic(self.kernel.simplified(dim), self.cell, self._axes(dim))

    def alike(self, other: Any) -> bool:
        # others have no far images by expansions
        newtonian = self.kernel.traits.newtonian
        return (
            super().alike(other)
            and self.axes == other.axes
            and newtonian == other.kernel.traits.newtonian
        )

    # Images

    def arranged(self, dim: int, apart: float | None, tol: float) -> Arrangement:
        if not self.vanish:
            needed = EXACT if apart is None else max(2 * apart, LEAST)
            if isinstance(self.cell, jax.core.Tracer):
                rows, margin = np.eye(dim)[list(self._axes(dim))], MARGINS[self.cell.ndim]
            else:
                rows, margin = self._known_rows(dim), MARGIN
            open_ways = OPEN * np.linalg.norm(rows, axis=1).max() if len(rows) < dim else 0.0
            return Arrangement.of(rows, needed, tol, math.hypot(radius_of(rows), open_ways), margin)
        if errors.is_traced(self):
            raise UnknownImages(f"the cell and the parameters of {self.name}")
        with errors.known_results():
            rows = np.asarray(self.rows(dim, jnp.result_type(float)), float)
            reach = float(self.reach_of_images(dim, tol))
        radius = radius_of(rows)
        return Arrangement.of(rows, 2 + reach / radius, tol, radius, MARGIN, reach)

    def radius(self, rows: Any) -> Any:
        """The radius of the cell or, where far images act by expansions, of all points, which may
        extend across the periodic axes."""
        closed = self.vanish or len(rows) == rows.shape[1]
        return cell_radius(rows, 0.0 if closed else OPEN)

    def keeps(self, arranged: Any, dtype: DTypeLike) -> jax.Array | bool:
        if arranged is None:
            return jnp.bool_(True)
        rows = self.rows(len(arranged.rows[0]), dtype)
        beyond = combined(np.asarray(arranged.next, rows.dtype), rows)
        radius = self.radius(rows)
        if self.vanish:
            needed = 2 * radius + self.reach_of_images(len(arranged.rows[0]), arranged.tol)
        else:
            needed = arranged.needed * radius
        far = (jnp.linalg.norm(beyond, axis=1) >= 0.999 * needed).all()
        if self.vanish:  # near images are all that act
            return far
        lengths = jax.tree.leaves(self.near_length(arranged.tol))
        softened = [jnp.max(jnp.asarray(x, rows.dtype)) > needed - 2 * radius for x in lengths]
        return far & ~functools.reduce(jnp.logical_or, softened, jnp.bool_(False))

    most_away = OPEN

    def away(self, center: jax.Array, *points: jax.Array) -> Any:
        rows = self.rows(len(center), center.dtype)
        if self.vanish or len(rows) == len(center):
            return 0.0
        across = jnp.eye(len(center), dtype=rows.dtype) - combined(inverse(rows), rows)
        distances = [longest(combined(x - center[None], across)) for x in points]
        return functools.reduce(jnp.maximum, distances) / jnp.linalg.norm(rows, axis=1).max()

    def near_length(self, tol: float) -> Any:
        """The distance within which pairs must be near because of softening; with `own_numbers` a
        pair of arrays."""
        inner: Any = self.kernel.summed()
        if inner.traits.plummer:
            return 2 * inner.softening
        return inner.far_length(tol)

    def home(self, points: jax.Array, center: jax.Array, side: str) -> jax.Array:
        """The whole numbers n (count, p) for which x - n A is in the cell about the centre."""
        rows = self.rows(points.shape[1], points.dtype)
        return jnp.round(combined(points - center[None], inverse(rows)))

    def at_home(self, points: jax.Array, numbers: jax.Array) -> jax.Array:
        """The points moved by whole numbers of edges: x - n A."""
        return points - combined(
            numbers.astype(points.dtype), self.rows(points.shape[1], points.dtype)
        )


# The margin of near images for cells whose shape is unknown when a plan is made, by the number of
# array axes of `cell`. A single edge makes a cube. Lengths may differ by a factor of two, and rows
# may be oblique to the same degree.
MARGINS = (MARGIN, 1.75, 1.75)


def inverse(rows: jax.Array) -> jax.Array:
    """The pseudo-inverse (d, p) of the rows of a cell (p, d), p <= d. Up to three dimensions by a
    formula, since a GPU takes long to start the factorisation of a matrix."""
    if rows.shape[1] > 3:
        return jnp.linalg.pinv(rows)
    scale = jax.lax.stop_gradient(jnp.abs(rows).max())
    rows = rows / scale
    if len(rows) == 1:
        columns, over = rows, jnp.sum(rows * rows)
    elif rows.shape[1] == 2:
        (a, b), (c, d) = rows
        columns, over = jnp.stack([jnp.stack([d, -c]), jnp.stack([-b, a])]), a * d - b * c
    else:
        third = rows[2] if len(rows) == 3 else cross(rows[0], rows[1])
        columns = jnp.stack(
            [cross(rows[1], third), cross(third, rows[0]), cross(rows[0], rows[1])][: len(rows)]
        )
        over = jnp.sum(columns[0] * rows[0])
    return columns.T / (over * scale)


@library_code
def minimum_image(offset: ArrayLike, cell: ArrayLike) -> jax.Array:
    """The shortest image of an offset between two points of a periodic cell.

        offset - n A    with the whole numbers n that make it shortest, A the rows of the cell

    n is found among the 3^d neighbours of the rounded coordinates in the shortest edges of the
    lattice, which is enough up to three dimensions however oblique the cell is. The result is
    differentiable in both arguments, with n constant.

    Args:
      offset: (..., d).  cell: an edge, lengths (d,) or rows (d, d), see `Periodic`.

    Returns:
      (..., d).

    Raises:
      ValueError: for a cell that is not one.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> shortest = jaxfmm.minimum_image(jnp.array([0.9, -0.2, 2.1]), 1.0)
      >>> [round(float(u), 4) for u in shortest]
      [-0.1, -0.2, 0.1]
    """
    numbers, bare = foreign.numbers("offset", offset)
    offset = inputs.floats("offset", numbers, None, bare=bare)
    periodic = Periodic(_ANY, cell)
    periodic.check(offset.shape[-1])
    return _minimum_image(offset, periodic)


@jax.jit
def _minimum_image(offset: jax.Array, periodic: Periodic) -> jax.Array:
    rows = shortest_edges(periodic.rows(offset.shape[-1], offset.dtype))
    return offset - combined(nearest_numbers(offset, rows), rows)


def shortest_edges(rows: jax.Array) -> jax.Array:
    """The shortest edges of the lattice of these edges (p, d)."""
    return combined(reduction(rows), rows)


def nearest_numbers(offset: jax.Array, rows: jax.Array) -> jax.Array:
    """The whole numbers n (..., p) for which offset - n rows is shortest, of offsets (..., d) in
    the lattice of edges (p, d) that are its shortest. Without derivatives."""
    p, (offset, fixed) = len(rows), jax.lax.stop_gradient((offset, rows))
    rounded = jnp.round(combined(offset, inverse(fixed)))
    steps = np.stack(np.meshgrid(*[np.arange(-1.0, 2.0)] * p, indexing="ij"), -1).reshape(-1, p)
    steps = jnp.asarray(steps, offset.dtype)
    around = rounded[..., None, :] + steps.reshape((1,) * (offset.ndim - 1) + steps.shape)
    every = offset[..., None, :] - combined(around, fixed)
    best = jnp.argmin(jnp.sum(every * every, axis=-1), axis=-1)
    return jnp.take_along_axis(around, best[..., None, None], axis=-2)[..., 0, :]


_ANY = Wendland(1.0)  # a kernel that has sums in every cell
