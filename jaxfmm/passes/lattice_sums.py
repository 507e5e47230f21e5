"""The lattice sums of the far images of a cell, their derivatives in the cell, and the expansions
by which far images act on the root."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.expansions.laplace2d.operators import CircularHarmonics
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.expansions.lattice import sums2d as lattice2d, sums3d as lattice3d
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import Arrangement
from jaxfmm.on_host import numpy_of
from jaxfmm.request import Choice

MORE_DEGREES = 4  # `sums` have as many more degrees, for derivatives.
# The number of degrees is a multiple of this, so that plans of several orders share compiled code.
STEP = 8


class RootExpansion(NamedTuple):
    """The expansions by which far images act. operators: of the expansions; lattice: the sums of
    harmonics; degree: the degree of the kernel; multipole: of charges and dipoles at points in
    radii about the middle, whose product with a local expansion is twice an energy, None where
    there is none such."""

    operators: Any
    lattice: Any
    degree: int
    multipole: Callable | None = None

    def local(
        self,
        multipole: Array,
        sums: Array,
        order: int,
        radius: Array,
        between: tuple[Array, ...] = (),
    ) -> Array:
        """The local expansion (k, n) from a multipole (k, n), in a radius about the middle of the
        cell; with `between` about the centres and in the radii that
        `expansions.lattice.sums3d.between` takes, which are divided by this radius."""
        convert = self.lattice.between if between else self.lattice.convert
        out = convert(multipole, sums, order, *between)
        return out / radius if self.degree else out


# by dimension
ROOT = {
    2: RootExpansion(CircularHarmonics(None), lattice2d, 0),
    3: RootExpansion(SolidHarmonics(), lattice3d, -1, lattice3d.multipole),
}


@pytrees.serializable
class Cell(NamedTuple):
    """The edges of a cell, (p, d), and the `far_sums` of its images over its radius; slopes: their
    derivatives, None where only JAX computes them, whose compilation would take seconds."""

    rows: Array
    sums: Array
    slopes: Array | None


def cell_of(kernel: Kernel, choice: Choice, dtype: DTypeLike) -> Cell | None:
    """The cell of a kernel, None where no far images act on the root. A plan keeps it, since sums
    of images take longer than many sums over points."""
    if not act_on_root(kernel, choice):
        return None
    rows = kernel.images.rows(choice.request.dim, dtype)
    arranged, degree, here = choice.arranged, degree_of(choice), numpy_of(rows)
    if here is None:
        edges = rows / lax.stop_gradient(kernel.images.radius(rows))
        return Cell(rows, far_sums(edges, arranged, degree), None)
    edges = here[0] / kernel.images.radius(here[0])
    known = tuple(map(tuple, edges.tolist()))
    sums, slopes = _known_sums(known, arranged, degree)
    slopes = None if slopes is None else jax.device_put(slopes.astype(dtype))
    return Cell(rows, jax.device_put(sums.astype(dtype)), slopes)


# the plans that a search tries often have the same cell, images and degree
@functools.lru_cache(maxsize=16)
def _known_sums(
    edges: tuple[tuple[float, ...], ...], arranged: Arrangement, degree: int
) -> tuple[np.ndarray, np.ndarray | None]:
    """The sums and the slopes of a `Cell`, by NumPy."""
    cell = np.array(edges)
    slopes = _far_sums(cell, arranged, degree, slopes=True) if cell.shape == (3, 3) else None
    return _far_sums(cell, arranged, degree), slopes


def act_on_root(kernel: Kernel, choice: Choice) -> bool:
    """Whether far images act on the root: others vanish there."""
    return (
        choice.arranged is not None
        and kernel.summed().traits.newtonian
        and choice.method.images.expands
    )


def degree_of(choice: Choice) -> int:
    return -(-(2 * choice.order + MORE_DEGREES) // STEP) * STEP


@functools.partial(jax.custom_jvp, nondiff_argnums=(3, 4, 5, 6))
def sums_of(
    rows: Array,
    radius: Array,
    known: Cell | None,
    arranged: Arrangement,
    order: int,
    same: bool,
    derivative: int = 0,
) -> Array:
    """`far_sums`, from a known `Cell` if it is this one and has them."""

    def computed() -> Array:
        return far_sums(rows / radius, arranged, order, derivative)

    if known is None:
        return computed()
    kept = (known.sums, known.slopes)[derivative] if derivative < 2 else None
    if kept is None:
        return computed()
    return kept if same else lax.cond((rows == known.rows).all(), lambda: kept, computed)


@sums_of.defjvp
def _sums_jvp(
    arranged: Arrangement,
    order: int,
    same: bool,
    derivative: int,
    primals: tuple[Array, Array, Cell],
    tangents: tuple[Array, Array, Cell],
) -> tuple[Array, Array]:
    step, radius = tangents[0], primals[1]
    sums, slopes = (
        sums_of(*primals, arranged, order, same, d) for d in (derivative, derivative + 1)
    )
    return sums, _along(step / radius, slopes)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2, 3))
@functools.partial(jax.jit, static_argnums=(1, 2, 3))
def far_sums(cell: Array, arranged: Arrangement, order: int, derivative: int = 0) -> Array:
    """`expansions.lattice.sums3d.lattice_sums` of the images that are not near, or a derivative in
    the cell, which adds two axes (d, d). Computed in float64 whatever the precision of the cell.

    Forward mode computes derivatives: a cell has few numbers, and reverse mode would keep every
    harmonic."""

    sums: Callable[[Array], Array] = functools.partial(
        _far_sums, arranged=arranged, order=order, slopes=derivative > 0
    )
    for _ in range(1, derivative):
        sums = jax.jacfwd(sums)
    with jax.enable_x64(True):  # derivatives too are traced in here, JAX would trace them outside
        return sums(cell.astype(jnp.float64)).astype(cell.dtype)


def _far_sums(cell: Any, arranged: Arrangement, order: int, *, slopes: bool = False) -> Any:
    lattice = ROOT[cell.shape[1]].lattice
    function = lattice.lattice_slopes if slopes else lattice.lattice_sums
    return function(cell, *_images(arranged), order)


def _images(arranged: Arrangement) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The numbers of near images, of far images that count, and of waves, for all cells that may
    come."""
    farthest = max(lattice3d.FARTHEST * arranged.margin, arranged.farthest)
    far = arranged.between(arranged.farthest, farthest)
    return arranged.near[1::2], far, arranged.waves(lattice3d.SHORTEST * arranged.margin)


def check_images(kernel: Kernel, choice: Choice) -> None:
    """Raises `TooManyImages` for a cell with more images than sums by this choice may have."""
    if choice.arranged is not None:
        len(choice.arranged.next)  # computed when it is asked for
        if act_on_root(kernel, choice):
            _images(choice.arranged)


@far_sums.defjvp
def _far_sums_jvp(
    arranged: Arrangement,
    order: int,
    derivative: int,
    primals: tuple[Array],
    tangents: tuple[Array],
) -> tuple[Array, Array]:
    (cell,), (tangent,) = primals, tangents
    sums, slopes = (far_sums(cell, arranged, order, d) for d in (derivative, derivative + 1))
    return sums, _along(tangent, slopes)


def _along(tangent: Array, slopes: Array) -> Array:
    """The change by a step (p, d) of a cell with these slopes (..., p, d)."""
    return jnp.sum(slopes * jnp.expand_dims(tangent, tuple(range(slopes.ndim - 2))), axis=(-2, -1))
