"""The arguments of interpolation by radial functions, with the names and meanings of scipy."""

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.custom import Custom
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.kernels.parameters import parameter, positive
from jaxfmm.kernels.rbf import InverseMultiquadric, Multiquadric
from jaxfmm.kernels.splines import ThinPlate

MOST_DEGREE = 8


def _inverse_quadratic(r2: Array, epsilon: Array) -> Array:
    return 1 / (1 + epsilon * epsilon * r2)


# The names of scipy, with the shape parameter epsilon.
WITHOUT_SHAPE: dict[str, Kernel] = {
    "linear": ThinPlate(1),
    "thin_plate_spline": ThinPlate(2),
    "cubic": ThinPlate(3),
    "quintic": ThinPlate(5),
}
WITH_SHAPE: dict[str, Callable[[Any], Kernel]] = {
    "multiquadric": lambda epsilon: Multiquadric(1 / epsilon),
    "inverse_multiquadric": lambda epsilon: InverseMultiquadric(1 / epsilon),
    "inverse_quadratic": lambda epsilon: Custom(_inverse_quadratic, epsilon, radial=True),
    "gaussian": lambda epsilon: Gaussian(1 / (math.sqrt(2) * epsilon)),
}


def kernel_of(kernel: str | Kernel, epsilon: ArrayLike | None) -> Kernel:
    names = (*WITHOUT_SHAPE, *WITH_SHAPE)
    if not isinstance(kernel, str):
        if not isinstance(kernel, Kernel):
            raise ValueError(f"kernel must be a kernel or one of {names}, got {kernel!r}")
        if epsilon is not None:
            raise ValueError(
                f"epsilon must be None for kernel={kernel!r}, which has parameters of its own, got "
                f"{epsilon}"
            )
        return foreign.leaves(kernel)
    inputs.choice("kernel", kernel, names)
    if kernel in WITHOUT_SHAPE:  # where a shape parameter changes nothing
        return WITHOUT_SHAPE[kernel]
    if epsilon is None:
        raise ValueError(
            f"epsilon must be given for kernel={kernel!r}: about one over the distance of "
            f"neighbours, or kernel must be one of {tuple(WITHOUT_SHAPE)}"
        )
    epsilon = parameter("epsilon", epsilon)
    positive("epsilon", epsilon, "it is one over a length")
    return WITH_SHAPE[kernel](epsilon)


def check_kernel(kernel: Kernel, dim: int) -> None:
    kernel.check(dim)
    if kernel.dimensions is not None and dim not in kernel.dimensions:
        raise ValueError(
            f"points must be in {' or '.join(map(str, kernel.dimensions))} dimensions for "
            f"{kernel.name}, got {dim}"
        )
    simple = kernel.simplified(dim)
    if not (simple.is_radial and simple.in_open_space and not simple.own_numbers) or (
        simple.singular or simple.is_combination or simple.segments is not None
    ):
        raise ValueError(
            f"kernel must be a finite function of the distance in open space, got {kernel!r}; use "
            "one such as 'thin_plate_spline', Matern(length) or a Custom kernel with radial=True"
        )


def degree_of(kernel: Kernel, degree: int | None) -> int:
    least = kernel.definite[1]
    if degree is None:
        return max(least, 0)
    degree = inputs.integer("degree", degree, -1, MOST_DEGREE, "None takes what the kernel needs")
    if degree < least:
        raise ValueError(
            f"degree must be at least {least} for {kernel.name}, got {degree}: with less the "
            "interpolant need not be unique"
        )
    return degree


def columns_of(values: Any, n: int, dtype: Any) -> tuple[Array, tuple[int, ...], bool]:
    """Values as real columns (n, k), the shape of one value, and whether values are complex."""
    array = jnp.asarray(foreign.numbers("values", values)[0])
    if not array.ndim or len(array) != n:
        raise ValueError(
            f"values must have one row for each of the {n} points, got shape {array.shape}"
        )
    shape, columns = array.shape[1:], array.reshape(n, -1)
    is_complex = jnp.issubdtype(array.dtype, jnp.complexfloating)
    if is_complex:
        columns = jnp.concatenate([columns.real, columns.imag], axis=1)
    return columns.astype(dtype), shape, is_complex


def as_given(columns: Array, shape: tuple[int, ...], is_complex: bool) -> Array:
    if is_complex:
        real, imaginary = jnp.split(columns, 2, axis=1)
        columns = lax.complex(real, imaginary)
    return columns.reshape(len(columns), *shape)


def smoothing_of(smoothing: Any, n: int, dtype: Any) -> Array:
    with errors.known_results(smoothing):
        array = jnp.asarray(foreign.numbers("smoothing", smoothing)[0], dtype)
    if array.shape not in ((), (n,)):
        raise ValueError(f"smoothing must be a number or have shape ({n},), got {array.shape}")
    known = pytrees.constant(array)
    if not errors.is_traced(known) and not (np.asarray(known) >= 0).all():
        raise ValueError(f"smoothing must not be negative, got {np.asarray(known).min()}")
    return jnp.broadcast_to(array, (n,))


def box(points: Array) -> tuple[Array, Array]:
    """(shift, scale): the middle of the points, and half of their extent along each axis."""
    low, high = lax.stop_gradient((points.min(0), points.max(0)))
    return (high + low) / 2, jnp.where(high > low, (high - low) / 2, jnp.ones_like(low))


def check_known(points: Array, functions: Array, added: Array) -> None:
    """Raises ValueError, as far as points are known, where the system is singular."""
    points, functions, added = pytrees.constant((points, functions, added))
    if errors.is_traced(points, functions, added) or not bool(jnp.isfinite(points).all()):
        return
    m = functions.shape[1]
    if m and (rank := np.linalg.matrix_rank(np.asarray(functions))) < m:
        raise ValueError(
            f"points must determine the polynomial of the interpolant, and only {rank} of its {m} "
            "monomials differ at these points, as at points of a plane or on a line; leave a "
            "coordinate out, or use a smaller degree with another kernel"
        )
    places, counts = np.unique(
        np.asarray(points)[np.asarray(added) == 0], axis=0, return_counts=True
    )
    if (counts > 1).any():
        raise ValueError(
            f"points must differ where smoothing is 0, and {counts.max()} points are at "
            f"{places[counts.argmax()]}; merge them, or use smoothing"
        )
