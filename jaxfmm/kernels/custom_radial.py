"""Kernels that users write as functions of the squared distance."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.jet import jet

from jaxfmm import errors, pytrees
from jaxfmm.kernels import taylor_arithmetic
from jaxfmm.kernels.base import PARAMETERS, Kernel, Traits
from jaxfmm.kernels.pairs import components


@functools.partial(
    pytrees.register, data_fields=["params", "length"], meta_fields=["fn", "singular", "name"]
)
@dataclasses.dataclass(frozen=True)
class CustomRadial(Kernel):
    """K(x, y) = fn(length^2 |x - y|^2, *params): `Custom` with `radial=True`.

    length: the unit of length, None for 1."""

    fn: Any
    params: Any
    singular: bool
    name: str
    length: Any = None

    dimensions = None
    degree = 0
    traits = Traits(smooth_apart=True, interpolated=True)
    plan_serves = PARAMETERS

    def __post_init__(self) -> None:
        """Parameters stay the user's pytree, whose leaves `Custom` has checked."""

    def __repr__(self) -> str:
        params = "".join(f", {p!r}" for p in self.params)
        return f"{self.name[:-1]}{params}{', singular=True' if self.singular else ''}, radial=True)"

    def alike(self, other: Any) -> bool:
        def of(kernel):
            leaves, treedef = jax.tree.flatten(kernel.params)
            return kernel.fn, kernel.singular, treedef, *map(jnp.shape, leaves)

        return isinstance(other, CustomRadial) and of(self) == of(other)

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        if not self.singular:
            check_coincident(
                self, lambda kernel, x: kernel.radial(x[0, 0] - x[0, 0], 0)[0], points, derivatives
            )

    def in_unit(self, unit: jax.Array) -> Any:
        return dataclasses.replace(self, length=unit if self.length is None else self.length * unit)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        params = jax.tree.map(lambda p: jnp.asarray(p, r2.dtype), self.params)
        square = None if self.length is None else jnp.square(jnp.asarray(self.length, r2.dtype))

        def of_half_square(s):
            return jnp.asarray(
                self.fn(2 * s if square is None else 2 * s * square, *params)
            ).astype(r2.dtype)

        if not self.singular:
            return _derivatives(of_half_square, r2 / 2, order)
        apart = r2 > 0
        values = _derivatives(of_half_square, jnp.where(apart, r2, jnp.ones_like(r2)) / 2, order)
        return [jnp.where(apart, f, 0) for f in values]


PLACES = 3  # where points are unknown, functions are tried at so many places


def check_coincident(
    kernel: Kernel, value_of: Callable, points: jax.Array, derivatives: int
) -> None:
    """Raises ValueError unless a user's kernel is finite at distance zero, and with `derivatives`
    its gradient, too.

    That is tried at the first of the points or, inside `jit`, where points are unknown, at some
    places of which one must do. Kernels with traced parameters are not tried. value_of: a function
    of the kernel and the points."""
    kernel, points = pytrees.constant((kernel, points))
    if errors.is_traced(kernel) or not len(points):
        return
    known, fix = not errors.is_traced(points), "pass singular=True to leave such pairs out"
    with errors.known_results():
        places = [points] if known else _places(points.shape[1], points.dtype)
        values = [np.asarray(value_of(kernel, place)) for place in places]
        entries = (kernel.entries() or [kernel]) if derivatives else []
        slopes = [
            [np.asarray(_slopes_at_itself(entry, place)) for place in places] for entry in entries
        ]
    if not any(np.isfinite(value).all() for value in values):
        raise ValueError(
            f"fn of {kernel!r} is {values[0]} for a target that lies on its source; {fix}, or "
            "make it finite there"
        )
    if not all(any(np.isfinite(slope).all() for slope in of_entry) for of_entry in slopes):
        raise ValueError(
            f"the gradient of fn of {kernel!r} is nan or infinite for a target that lies on its "
            f"source, as that of a square root is; {fix}, or guard it: jnp.where(r2 > 0, "
            "jnp.sqrt(jnp.where(r2 > 0, r2, 1)), 0); or ask for potentials alone, plan(..., "
            "gradient=False)"
        )


def _places(dim: int, dtype: Any) -> list[np.ndarray]:
    """Single places (1, d) without a pattern."""
    return list(np.random.default_rng(0).uniform(0.1, 1.0, (PLACES, 1, dim)).astype(dtype))


@jax.jit
def _slopes_at_itself(kernel: Kernel, points: jax.Array) -> jax.Array:
    """The gradient at the first point of a charge there, (d,)."""
    place, axes = list(points[0]), components((0, 1), points.shape[1])
    sums = kernel.pair_sums(place, place, {axes[0]: jnp.ones((), points.dtype)}, axes[1:])
    return jnp.stack([sums[axis] for axis in axes[1:]])


def _derivatives(f: Callable, s: jax.Array, order: int) -> list[jax.Array]:
    """[f(s), f'(s), ...] up to an order."""
    if order == 0:
        return [f(s)]
    try:
        return taylor_arithmetic.derivatives(f, s, order)
    except taylor_arithmetic.Unknown:
        return _by_jet(f, s, order)


def _by_jet(f: Callable, s: jax.Array, order: int) -> list[jax.Array]:
    """As `_derivatives`, by JAX's Taylor arithmetic, which knows more functions, or derivative by
    derivative where JAX has none: `jet` then raises one of two errors. Of functions that
    `jnp.vectorize` made it keeps tracers, with which they cannot be called again."""
    one, zero = jnp.ones_like(s), jnp.zeros_like(s)
    try:
        value, further = jet(f, (s,), ([one, *[zero] * (order - 1)],))
        return [value, *further]
    except jax.errors.UnexpectedTracerError as error:
        raise ValueError(
            "fn must be a function that JAX can expand in a Taylor series where radial=True; "
            "jax.scipy.special.exp1 and others that jnp.vectorize made are not; write it by other "
            "functions, or as fn(x, y, *params) without radial=True"
        ) from error
    except (NotImplementedError, KeyError):
        every = [f]
        for _ in range(order):
            every.append(functools.partial(_slope, every[-1]))
        return [g(s) for g in every]


def _slope(f: Callable, s: jax.Array) -> jax.Array:
    return jax.jvp(f, (s,), (jnp.ones_like(s),))[1]
