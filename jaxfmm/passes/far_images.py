"""The images of a periodic sum as arguments of the one differentiable sum: those of the lists, and
what others do.

A sum over the images of a cell with the rows A has three parts, with whole numbers n and n^a = 1 to
begin with:

    sum_{n near} n^a sum_j w_j k(x_i - y_j - n A)  +  the far images, linear in `sums`  +  a
    background .

Its derivative in the row A_i is a sum of the same kind: the near part of one target order more,
with n_i n^a for n^a, and the far part with the derivatives of `sums`, which JAX finds; `far_sum`
and the background are plain JAX."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import ahead, errors, pytrees
from jaxfmm.expansions.laplace2d import operators as laplace2d
from jaxfmm.expansions.laplace3d import operators as laplace3d
from jaxfmm.expansions.lattice import sums2d as lattice2d, sums3d as lattice3d
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import Arrangement, combined
from jaxfmm.kernels.pairs import result_components, weight_tensors
from jaxfmm.passes.by_operators import ByOperators
from jaxfmm.passes.protocol import Summands
from jaxfmm.request import Choice

MORE_DEGREES = 4  # of `sums`, for derivatives, whose expansions have a higher order
STEP = 8  # of their degrees: of plans of several orders few are compiled
BLOCK = 512  # points of a block of `far_sum`


class RootExpansion(NamedTuple):
    """What far images of a dimension are computed by. operators: of the expansions; lattice: the
    sums of harmonics; degree: of the kernel."""

    operators: Any
    lattice: Any
    degree: int

    def local(
        self, multipole: jax.Array, sums: Any, order: int, radius: jax.Array, *between
    ) -> jax.Array:
        """The local expansion (k, n) by the far images of a multipole (k, n), in a radius about the
        middle of the cell; with `between` about the centres and in the radii that
        `lattice3d.between` takes, which are over this radius."""
        convert = self.lattice.between if between else self.lattice.convert
        out = convert(multipole, sums, order, *between)
        return out / radius if self.degree else out


ROOT = {
    2: RootExpansion(laplace2d.Expansion(None), lattice2d, 0),
    3: RootExpansion(laplace3d, lattice3d, -1),
}  # by dimension


@functools.partial(
    pytrees.register,
    data_fields=["rows", "sums", "radius", "center", "softening"],
    meta_fields=["arranged", "order", "moment", "turned"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class CellImages:
    """rows (p, d): the edges A of the cell.  sums: the lattice sums of the far images (`lattice3d`)
    over radius, None where none act on the root.  radius: of the cell, a constant.  center: the
    middle of the cell.  order: of the expansions of a sum over all pairs.  moment: the exponents a
    of n^a, (p,). softening: Plummer's, of kernels that have it, for what is no sum over pairs.
    turned: whether the images are those of -n."""

    rows: Array
    sums: Array | None
    radius: Array
    center: Array
    arranged: Arrangement
    order: int
    moment: tuple[int, ...]
    turned: bool = False
    softening: Array | None = None

    def shifts(self) -> Array:
        """What is added to the sources in their near images, (k, d)."""
        rows = -self.rows if self.turned else self.rows
        return combined(np.asarray(self.arranged.near, rows.dtype), rows)

    @property
    def factors(self) -> np.ndarray | None:
        """n^a of the near images, (k,), None for ones."""
        return (
            np.prod(self.arranged.near ** np.array(self.moment), axis=1)
            if any(self.moment)
            else None
        )

    def raised(self, row: int) -> "CellImages":
        """The near images with one factor n_row more."""
        moment = tuple(a + (i == row) for i, a in enumerate(self.moment))
        return dataclasses.replace(self, sums=None, moment=moment)

    def transposed(self, symmetric: bool) -> "tuple[CellImages, float]":
        """That of the transposed sum, and its sign. Lists of the same points stay as they are,
        others are turned."""
        if symmetric:
            return self, (-1.0) ** sum(self.moment)
        return dataclasses.replace(self, turned=not self.turned), 1.0

    def in_unit(self, unit: Array, shift: Array) -> "CellImages":
        """The same in coordinates (x - shift) / unit."""
        center = (self.center - shift) / unit
        found = dataclasses.replace(
            self, rows=self.rows / unit, radius=self.radius / unit, center=center
        )
        return (
            found
            if self.softening is None
            else dataclasses.replace(found, softening=self.softening / unit)
        )

    def at_root(
        self, expansion: ByOperators, order: int, targets: Any, sources: Any, unit: Array
    ) -> Any:
        """As `Images.at_root`."""
        if self.sums is None:
            return None
        far, trees = ROOT[len(self.center)], (sources, targets)
        offsets = jnp.stack([tree.center[0] - self.center for tree in trees]) / self.radius
        scales = jnp.stack([tree.radius[0] for tree in trees]) / self.radius

        return lambda multipole: far.local(
            multipole, self.sums, order, self.radius, offsets, scales
        )


def far_sum(
    lattice: CellImages,
    sums: Any,
    order: int,
    targets: jax.Array,
    sources: jax.Array,
    weights: dict[int, jax.Array],
    target_orders: Iterable,
) -> dict[int, jax.Array]:
    """The sum over the far images, {b: (m, k) + (d,) * b} from weights {a: (n, k) + (d,) * a}, with
    `sums`."""

    def blocks(array):
        count = -(-len(array) // BLOCK)
        padded = jnp.pad(array, [(0, count * BLOCK - len(array))] + [(0, 0)] * (array.ndim - 1))
        return padded.reshape(count, BLOCK, *array.shape[1:])

    def places(points):
        return blocks((points - lattice.center[None]) / lattice.radius)

    def radii(inside):
        return jnp.broadcast_to(lattice.radius, len(inside))

    far = ROOT[targets.shape[1]]
    given, inside = {a: blocks(w) for a, w in weights.items()}, places(sources)
    multipole = far.operators.p2m(inside, radii(inside), given, order).sum(0)
    local = far.local(multipole, sums, order, lattice.radius)
    inside = places(targets)
    every = jnp.broadcast_to(local, (len(inside), *local.shape))
    out = far.operators.l2p(every, inside, radii(inside), tuple(target_orders))
    return {b: v.reshape(-1, *v.shape[2:])[: len(targets)] for b, v in out.items()}


@pytrees.serializable
class Cell(NamedTuple):
    """The edges of a cell, (p, d), and the `far_sums` of its images over its radius."""

    rows: Array
    sums: Array


def cell_of(kernel: Any, choice: Choice, dtype: DTypeLike) -> Cell | None:
    """The cell of a kernel, None where no far images act on the root. A plan keeps it, since sums
    of images take longer than many sums over points."""
    if not _act(kernel, choice):
        return None
    rows, edges = _edges_of(kernel, choice.request.dim, dtype)
    given = choice.arranged, _degree(choice)
    if errors.is_traced(edges) or not edges.is_fully_addressable:
        return Cell(rows, far_sums(edges, *given))
    return Cell(rows, jnp.asarray(_far_sums(np.asarray(edges, float), *given), dtype))


@functools.partial(jax.jit, static_argnums=(1, 2))
def _edges_of(kernel: Any, dim: int, dtype: Any) -> tuple[jax.Array, jax.Array]:
    """The edges of a cell, and those over its radius."""
    rows = kernel.images.rows(dim, dtype)
    return rows, rows / lax.stop_gradient(kernel.images.radius(rows))


def _act(kernel: Any, choice: Choice) -> bool:
    """Whether far images act on the root: others vanish there."""
    return (
        choice.arranged is not None
        and kernel.summed().traits.newtonian
        and choice.method.images.expands
    )


def _degree(choice: Choice) -> int:
    return -(-(2 * choice.order + MORE_DEGREES) // STEP) * STEP


def lattice_of(
    kernel: Any,
    choice: Choice,
    center: jax.Array,
    dtype: DTypeLike,
    known: Cell | None = None,
    *,
    same: bool = False,
    call: Callable = ahead.call,
) -> CellImages | None:
    """The images of a kernel as the sum takes them, None for a kernel that has none of its own
    cell. known: a cell whose sums are computed already; `same` says that it is the kernel's, others
    are compared. call: of `ahead`."""
    return (
        None
        if choice.arranged is None
        else call(_lattice_of, kernel, choice, center, dtype, known, same)
    )


@functools.partial(
    jax.jit, static_argnames=("choice", "dtype", "same")
)  # apart from sums: it may take seconds to compile
def _lattice_of(
    kernel: Any,
    choice: Choice,
    center: jax.Array,
    dtype: Any,
    known: Cell | None,
    same: bool,
) -> CellImages:
    arranged, dim = choice.arranged, choice.request.dim
    rows = kernel.images.rows(dim, dtype)
    radius, sums = lax.stop_gradient(kernel.images.radius(rows)), None
    if _act(kernel, choice):
        sums = _sums(rows, radius, known, arranged, _degree(choice), same)
        if dim == 2:  # near images have -log of lengths in the user's unit
            sums = sums.at[0, 0].add(len(arranged.near) * jnp.log(radius))
    return CellImages(
        rows=rows,
        sums=sums,
        radius=radius,
        center=center,
        arranged=arranged,
        order=choice.order,
        moment=(0,) * len(rows),
        softening=jnp.asarray(kernel.summed().softening, dtype)
        if kernel.summed().traits.plummer
        else None,
    )


@functools.partial(jax.custom_jvp, nondiff_argnums=(3, 4, 5))
def _sums(
    rows: jax.Array, radius: jax.Array, known: Cell, arranged: Arrangement, order: int, same: bool
) -> jax.Array:
    """`far_sums`, those of a known `Cell` if that is this one."""
    if known is None:
        return far_sums(rows / radius, arranged, order)
    if same:
        return known.sums
    return lax.cond(
        (rows == known.rows).all(),
        lambda: known.sums,
        lambda: far_sums(rows / radius, arranged, order),
    )


@_sums.defjvp
def _sums_jvp(
    arranged: Arrangement,
    order: int,
    same: bool,
    primals: tuple[jax.Array, jax.Array, Cell],
    tangents: tuple[jax.Array, jax.Array, Cell],
) -> tuple[jax.Array, jax.Array]:
    (rows, radius, _), (step, *_) = primals, tangents
    slopes = far_sums(rows / radius, arranged, order, 1)
    return _sums(*primals, arranged, order, same), _along(step / radius, slopes)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2, 3))
@functools.partial(jax.jit, static_argnums=(1, 2, 3))
def far_sums(cell: Array, arranged: Arrangement, order: int, derivative: int = 0) -> Array:
    """`lattice3d.lattice_sums` of the images that are not near, in float64 whatever the precision
    of the cell.

    Or their derivatives in the cell, each as two axes (d, d) more. Forward mode makes them: a cell
    has few numbers, and reverse mode would keep every harmonic."""

    def sums(cell):
        return _far_sums(cell, arranged, order)

    for _ in range(derivative):
        sums = jax.jacfwd(sums)
    with jax.enable_x64(True):  # derivatives too are traced in here, JAX would trace them outside
        return sums(cell.astype(jnp.float64)).astype(cell.dtype)


def _far_sums(cell: Any, arranged: Arrangement, order: int) -> jax.Array:
    return ROOT[cell.shape[1]].lattice.lattice_sums(cell, *_images(arranged), order)


def _images(arranged: Arrangement) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers of near images, of those that count beyond them, and of waves, as far as the cell may
    have changed."""
    farthest = max(lattice3d.FARTHEST * arranged.margin, arranged.farthest)
    far, waves = (
        arranged.between(arranged.farthest, farthest),
        arranged.waves(lattice3d.SHORTEST * arranged.margin),
    )
    return arranged.near[1::2], far, waves


def check_images(kernel: Kernel, choice: Choice) -> None:
    """Raises `TooManyImages` for a cell of which more images count than sums by this choice may
    have."""
    if choice.arranged is not None:
        len(choice.arranged.next)  # which is found when it is asked for
        if _act(kernel, choice):
            _images(choice.arranged)


@far_sums.defjvp
def _far_sums_jvp(arranged, order, derivative, primals, tangents):
    (cell,), (tangent,) = primals, tangents
    sums, slopes = (far_sums(cell, arranged, order, d) for d in (derivative, derivative + 1))
    return sums, _along(tangent, slopes)


def _along(tangent: jax.Array, slopes: jax.Array) -> jax.Array:
    """What a step (p, d) of a cell changes by these slopes (..., p, d)."""
    return jnp.sum(slopes * jnp.expand_dims(tangent, tuple(range(slopes.ndim - 2))), axis=(-2, -1))


def background(
    lattice: CellImages, targets: Array, sources: Array, weights: dict, orders: Any
) -> dict[int, Array]:
    """The field of the uniform charge that makes a cell neutral, {b: (m, k) + (d,) * b}, from
    weights {0: charges (n, k), 1: dipoles (n, k, d)}; none with open axes, where that is in the
    sums of the lattice:

        c / V sum_j (q_j + p_j . grad_y) |x_i - y_j|^2 ,     c = 2 pi / 3 in three dimensions, pi / 2 in two
    """
    dim = targets.shape[1]
    if len(lattice.rows) < dim:
        return {}
    x, y = targets - lattice.center[None], sources - lattice.center[None]
    total = jnp.zeros(next(iter(weights.values())).shape[1], x.dtype)
    dipole, square = jnp.zeros((len(total), dim), x.dtype), total
    if 0 in weights:
        charges = weights[0]
        moments = jnp.matmul(charges.T, _lifted(y), precision=lax.Precision.HIGHEST)
        total, dipole, square = charges.sum(0), moments[:, :dim], moments[:, dim]
    if 1 in weights:
        dipole = dipole + weights[1].sum(0)
        square = square + 2 * jnp.sum(weights[1] * y[:, None], axis=(0, 2))
    factor = {2: np.pi / 2, 3: 2 * np.pi / 3}[dim] / jnp.abs(jnp.linalg.det(lattice.rows))
    identity = jnp.eye(dim, dtype=x.dtype)[None, None] * total[None, :, None, None]
    every = {
        0: lambda: (
            combined(_lifted(x), jnp.concatenate([-2 * dipole.T, total[None]])) + square[None]
        ),
        1: lambda: 2 * (x[:, None] * total[None, :, None] - dipole[None]),
        2: lambda: 2 * jnp.broadcast_to(identity, (len(x), *identity.shape[1:])),
    }
    return {b: factor * every[b]() for b in orders if b in every}


def _lifted(points: jax.Array) -> jax.Array:
    """Points (n, d) with the squares of their distances from the origin behind, (n, d + 1)."""
    return jnp.concatenate([points, jnp.sum(points * points, axis=1, keepdims=True)], axis=1)


def far_components(lattice: CellImages, summands: Summands) -> jax.Array:
    """`far_sum` by the sums of the lattice: (m, components, k)."""
    targets, sources, weights, source_orders, target_orders = summands
    dim, n = targets.shape[1], len(sources)
    tensors = weight_tensors(jnp.moveaxis(weights, 0, -1)[None], source_orders, dim)
    tensors = {a: w.reshape(n, *w.shape[2:]) for a, w in tensors.items()}
    out = far_sum(lattice, lattice.sums, lattice.order, targets, sources, tensors, target_orders)
    return jnp.moveaxis(result_components({b: v[None] for b, v in out.items()}, dim)[0], -1, 0)
