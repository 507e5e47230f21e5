"""The images of a periodic sum as arguments of the one differentiable sum: the near images of the
lists, and the far images.

A sum over the images of a cell with the rows A has three parts, with whole numbers n and n^a = 1 to
begin with:

    sum_{n near} n^a sum_j w_j k(x_i - y_j - n A)  +  the far images, linear in `sums`  +  a
    background .

Its derivative in the row A_i is a sum of the same kind: the near part has one more target order and
n_i n^a in place of n^a, and the far part has the derivatives of `sums`, which JAX finds. `far_sum`
and the background are plain JAX."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import ahead, errors, pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import Arrangement, combined, library_of
from jaxfmm.kernels.pairs import result_components, weight_tensors
from jaxfmm.on_host import numpy_of
from jaxfmm.passes.by_operators import ByOperators
from jaxfmm.passes.lattice_sums import ROOT, Cell, act_on_root, degree_of, sums_of
from jaxfmm.passes.protocol import Summands
from jaxfmm.request import Choice
from jaxfmm.run_once import run_once
from jaxfmm.tree.structure import Tree

BLOCK = 4096  # points of a block of `far_sum`, at most
FEW = 256  # points of a block of `_moments`, at most


@functools.partial(
    pytrees.register,
    data_fields=["rows", "sums", "radius", "center", "softening"],
    meta_fields=["arranged", "order", "moment", "turned"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class CellImages:
    """The images of a cell.

    rows (p, d): the edges A of the cell.
    sums: the lattice sums of the far images (`lattice3d`) over radius, None where none act on the
      root.
    radius: the radius of the cell, a constant.
    center: the middle of the cell.
    order: the order of the expansions in a sum over all pairs.
    moment: the exponents a of n^a, (p,).
    turned: whether the images belong to -n.
    softening: Plummer's, if the kernel has one, for the parts that are not sums over pairs."""

    rows: Array
    sums: Array | None
    radius: Array
    center: Array
    arranged: Arrangement
    order: int
    moment: tuple[int, ...]
    turned: bool = False
    softening: Array | None = None

    @property
    def edges(self) -> int:
        """How many edges a cell has."""
        return len(self.rows)

    def at_targets(self, tangent: Array, row: int) -> Array:
        """The tangent of a row of the cell, (d,), or of the cell of each target, (m, d)."""
        return tangent[row]

    def shifts(self) -> Array:
        """The shifts of the sources in their near images, (k, d)."""
        rows = -self.rows if self.turned else self.rows
        return combined(np.asarray(self.arranged.near, rows.dtype), rows)

    @property
    def factors(self) -> np.ndarray | None:
        """n^a of the near images, (k,), None for ones."""
        if not any(self.moment):
            return None
        return np.prod(self.arranged.near ** np.array(self.moment), axis=1)

    def raised(self, row: int) -> "CellImages":
        """The near images with one more factor n_row."""
        moment = tuple(a + (i == row) for i, a in enumerate(self.moment))
        return dataclasses.replace(self, sums=None, moment=moment)

    def transposed(self, symmetric: bool) -> "tuple[CellImages, float]":
        """The images of the transposed sum, and its sign. Lists of the same points stay the same,
        other lists are turned."""
        if symmetric:
            return self, (-1.0) ** sum(self.moment)
        return dataclasses.replace(self, turned=not self.turned), 1.0

    def in_unit(self, unit: Array, shift: Array) -> "CellImages":
        """The images in coordinates (x - shift) / unit."""
        return dataclasses.replace(
            self,
            rows=self.rows / unit,
            radius=self.radius / unit,
            center=(self.center - shift) / unit,
            softening=None if self.softening is None else self.softening / unit,
        )

    def at_root(
        self, expansion: ByOperators, order: int, targets: Tree, sources: Tree, unit: Array
    ) -> Callable[[Array], Array] | None:
        """`tree_sum.Between.at_root` of the far images; the trees are in `unit`."""
        if (sums := self.sums) is None:
            return None
        far, trees = ROOT[len(self.center)], (sources, targets)
        offsets = jnp.stack([tree.center[0] - self.center for tree in trees]) / self.radius
        scales = jnp.stack([tree.radius[0] for tree in trees]) / self.radius
        return lambda multipole: far.local(multipole, sums, order, self.radius, (offsets, scales))


def far_sum(
    lattice: CellImages,
    sums: Array,
    order: int,
    targets: Array,
    sources: Array,
    weights: dict[int, Array],
    target_orders: Iterable[int],
) -> dict[int, Array]:
    """The sum over the far images, {b: (m, k) + (d,) * b} from weights {a: (n, k) + (d,) * a}, with
    `sums`."""

    far = ROOT[targets.shape[1]]
    radius = lattice.radius[None]

    def places(points: Array) -> Array:
        return _blocks((points - lattice.center[None]) / lattice.radius)

    def multipole_of(block: tuple[Array, dict[int, Array]]) -> Array:
        inside, tensors = jax.tree.map(lambda array: array[None], block)  # of one cell
        return far.operators.p2m(inside, radius, tensors, order)[0]

    blocks = places(sources), {a: _blocks(w) for a, w in weights.items()}
    multipole = _over_blocks(multipole_of, blocks).sum(0)
    local = far.local(multipole, sums, order, lattice.radius)

    def values_of(inside: Array) -> dict[int, Array]:
        values = far.operators.l2p(local[None], inside[None], radius, tuple(target_orders))
        return {b: value[0] for b, value in values.items()}

    out = _over_blocks(values_of, places(targets))
    return {b: v.reshape(-1, *v.shape[2:])[: len(targets)] for b, v in out.items()}


def far_energy(
    lattice: CellImages, sums: Array, order: int, points: Array, weights: dict[int, Array]
) -> Array:
    """The energies (k,) of charges and dipoles in the `far_sum` of their own: half the product of
    their multipole and the local expansion that it makes."""
    far = ROOT[points.shape[1]]
    if far.multipole is None:
        fields = far_sum(lattice, sums, order, points, points, weights, sorted(weights))
        each = (jnp.sum(w * fields[a], axis=(0, *range(2, 2 + a))) for a, w in weights.items())
        return 0.5 * functools.reduce(jnp.add, each)
    inside = (points - lattice.center[None]) / lattice.radius
    scaled = {a: w / lattice.radius**a for a, w in weights.items()}
    multipole = far.multipole(inside, scaled, order)
    return 0.5 * jnp.sum(multipole * far.local(multipole, sums, order, lattice.radius), axis=1)


def _blocks(array: Array, most: int = BLOCK) -> Array:
    """An array (n, ...) as blocks (count, size, ...) of at most so many points, all but full; zeros
    stand behind it."""
    count = max(1, -(-len(array) // most))
    size = -(-len(array) // count)
    padded = jnp.pad(array, [(0, count * size - len(array))] + [(0, 0)] * (array.ndim - 1))
    return padded.reshape(count, size, *array.shape[1:])


def _over_blocks(function: Callable, blocks: Any) -> Any:
    """The function of every block. On CPUs one block follows the other: to write and read the
    harmonics of all points would take three times as long."""
    return lax.platform_dependent(
        blocks, cpu=functools.partial(lax.map, function), default=jax.vmap(function)
    )


def lattice_of(
    kernel: Kernel,
    choice: Choice,
    center: Array,
    dtype: DTypeLike,
    known: Cell | None = None,
    *,
    same: bool = False,
    call: Callable = ahead.call,
) -> CellImages | None:
    """The images of a kernel as arguments of the sum, None for a kernel without a cell.

    known: a cell whose sums are already computed. same: whether it is known to be the cell of the
    kernel; otherwise they are compared. call: of `ahead`."""
    if choice.arranged is None:
        return None
    same = same or known is not None and _is_cell(known, pytrees.constant(kernel), choice, dtype)
    if same and known is not None and not errors.is_traced(kernel, known):
        if (here := numpy_of(known.rows)) is not None:  # few numbers: nothing is compiled
            return _images(kernel, choice, center, here[0], known.sums)
    return call(_lattice_of, kernel, choice, center, dtype, known, same)


def _is_cell(known: Cell, kernel: Kernel, choice: Choice, dtype: DTypeLike) -> bool:
    """Whether this is known to be the cell of the kernel."""
    if errors.is_traced(kernel, known.rows):
        return False
    rows = kernel.images.rows(choice.request.dim, dtype)
    return not errors.is_traced(rows) and np.array_equal(rows, known.rows)


# by itself, not within the program of a sum: it may take seconds to compile
@run_once(static_argnames=("choice", "dtype", "same"))
def _lattice_of(
    kernel: Any, choice: Choice, center: Array, dtype: DTypeLike, known: Cell | None, same: bool
) -> CellImages:
    rows, sums = kernel.images.rows(choice.request.dim, dtype), None
    if act_on_root(kernel, choice):
        radius = lax.stop_gradient(kernel.images.radius(rows))
        sums = sums_of(rows, radius, known, choice.arranged, degree_of(choice), same)
    return _images(kernel, choice, center, rows, sums)


def _images(
    kernel: Kernel, choice: Choice, center: Array, rows: Any, sums: Array | None
) -> CellImages:
    """The `CellImages` with these rows, by NumPy for its own, and the sums of a `Cell`."""
    summed: Any = kernel.summed()
    arranged, library = choice.arranged, library_of(rows)
    radius = library.asarray(kernel.images.radius(pytrees.constant(rows)), rows.dtype)
    if sums is not None and len(center) == 2:
        # near images have -log of lengths in the user's unit
        first = np.zeros(sums.shape, rows.dtype)
        first[0, 0] = len(arranged.near)
        sums = library.asarray(sums) + first * library.log(radius)
    return CellImages(
        rows=rows,
        sums=sums,
        radius=radius,
        center=center,
        arranged=arranged,
        order=choice.order,
        moment=(0,) * len(rows),
        turned=choice.turned,
        softening=library.asarray(summed.softening, rows.dtype) if summed.traits.plummer else None,
    )


def background(
    lattice: CellImages,
    targets: Array,
    sources: Array,
    weights: dict[int, Array],
    orders: Iterable[int],
) -> dict[int, Array]:
    """The field of the uniform charge that makes a cell neutral, {b: (m, k) + (d,) * b}, from
    weights {0: charges (n, k), 1: dipoles (n, k, d)}:

        c / V sum_j (q_j + p_j . grad_y) |x_i - y_j|^2 ,    c = 2 pi / 3 in 3D, pi / 2 in 2D

    With open axes the lattice sums hold the background, and there is none here."""
    dim = targets.shape[1]
    if len(lattice.rows) < dim:
        return {}
    x = (targets - lattice.center[None]) / lattice.radius
    total, dipole, square = _moments(lattice, sources, weights)
    factor = _background_factor(lattice)

    def derivative(order: int) -> Array:
        if order == 0:
            rows = jnp.concatenate([-2 * dipole.T, total[None]])
            return combined(_lifted(x), rows) + square[None]
        if order == 1:
            return 2 * (x[:, None] * total[None, :, None] - dipole[None])
        identity = jnp.eye(dim, dtype=x.dtype)[None, None] * total[None, :, None, None]
        return 2 * jnp.broadcast_to(identity, (len(x), *identity.shape[1:]))

    return {b: factor * derivative(b) / lattice.radius**b for b in orders if b <= 2}


def background_energy(
    lattice: CellImages, points: Array, weights: dict[int, Array]
) -> Array | None:
    """The energies (k,) of charges and dipoles in the field of their own `background`, None for
    none. In the moments of the points about any place it is c / V (Q S - |D|^2), which has a small
    derivative."""
    if len(lattice.rows) < points.shape[1]:
        return None
    total, dipole, square = _moments(lattice, points, weights)
    return _background_factor(lattice) * (total * square - jnp.sum(dipole * dipole, axis=1))


def _moments(
    lattice: CellImages, points: Array, weights: dict[int, Array]
) -> tuple[Array, Array, Array]:
    """(Q, D, S) of sum_j (q_j + p_j . grad) (1, y_j, |y_j|^2): (k,), (k, d), (k,), with y relative
    to the middle of the cell in units of its radius."""
    points = (points - lattice.center[None]) / lattice.radius
    dim = points.shape[1]
    total = jnp.zeros(next(iter(weights.values())).shape[1], points.dtype)
    dipole, square = jnp.zeros((len(total), dim), points.dtype), total
    if 0 in weights:
        # Points that follow each other lie near each other, so that partial sums grow far beyond
        # the sum: in one sum of 32,768 points of a crystal, float32 has errors of 2e-4 of forces.
        blocks = _blocks(weights[0], FEW), _blocks(_lifted(points), FEW)
        moments = (blocks[0][..., None] * blocks[1][:, :, None]).sum(1).sum(0)
        total, dipole, square = blocks[0].sum(1).sum(0), moments[:, :dim], moments[:, dim]
    if 1 in weights:
        dipoles = weights[1] / lattice.radius
        dipole = dipole + dipoles.sum(0)
        square = square + 2 * jnp.sum(dipoles * points[:, None], axis=(0, 2))
    return total, dipole, square


def _background_factor(lattice: CellImages) -> Array:
    """c R^2 / V of `background`, R the radius of the cell: V itself may be too large or too small
    for float32. The determinant by products of whole rows: jnp.linalg.det takes several times as
    many operations, and its derivative more."""
    rows, dim = lattice.rows / lattice.radius, len(lattice.rows)
    if dim == 2:
        volume = jnp.sum(rows[0] * jnp.roll(rows[1], 1) * np.array([1, -1], rows.dtype))
    else:
        forward, backward = jnp.roll(rows, -1, axis=1), jnp.roll(rows, 1, axis=1)
        volume = jnp.sum(rows[0] * (forward[1] * backward[2] - backward[1] * forward[2]))
    return {2: np.pi / 2, 3: 2 * np.pi / 3}[dim] / jnp.abs(volume) / lattice.radius ** (dim - 2)


def _lifted(points: Array) -> Array:
    """Points (n, d) with the squares of their distances from the origin behind, (n, d + 1)."""
    return jnp.concatenate([points, jnp.sum(points * points, axis=1, keepdims=True)], axis=1)


def far_components(lattice: CellImages, sums: Array, summands: Summands) -> Array:
    """`far_sum` of summands: (m, components, k)."""
    targets, sources, weights, source_orders, target_orders = summands
    dim, n = targets.shape[1], len(sources)
    tensors = weight_tensors(jnp.moveaxis(weights, 0, -1)[None], source_orders, dim)
    tensors = {a: w.reshape(n, *w.shape[2:]) for a, w in tensors.items()}
    out = far_sum(lattice, sums, lattice.order, targets, sources, tensors, target_orders)
    return jnp.moveaxis(result_components({b: v[None] for b, v in out.items()}, dim)[0], -1, 0)
