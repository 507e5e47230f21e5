"""Kernels that users write as functions of the squared distance."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.jet import jet

from jaxfmm import errors, pytrees
from jaxfmm.kernels.base import PARAMETERS, Kernel, components


@functools.partial(pytrees.register, data_fields=["params", "length"], meta_fields=["fn", "singular", "name"])
@dataclasses.dataclass(frozen=True)
class CustomRadial(Kernel):
    """K(x, y) = fn(length^2 |x - y|^2, *params); what `Custom` makes with `radial=True`, whose docstring describes it.

    length: the unit in which lengths are measured, None for 1."""

    fn: Any
    params: Any
    singular: bool
    name: str
    length: Any = None

    dimensions = None
    degree = 0
    smooth_apart = True
    interpolated = True
    plan_serves = PARAMETERS

    def __post_init__(self) -> None:
        """Parameters stay a pytree of the user's, whose leaves `Custom` has checked."""

    def __repr__(self):
        params = "".join(f", {p!r}" for p in self.params)
        return f"{self.name[:-1]}{params}{', singular=True' if self.singular else ''}, radial=True)"

    def alike(self, other):
        def of(kernel):
            leaves, treedef = jax.tree.flatten(kernel.params)
            return kernel.fn, kernel.singular, treedef, *map(jnp.shape, leaves)

        return isinstance(other, CustomRadial) and of(self) == of(other)

    def check_at(self, points, derivatives=0):
        if not self.singular and len(points):
            value = self.radial(jnp.zeros((), points.dtype), 0)[0]
            check_coincident(self, value, [self], points, derivatives)

    def in_unit(self, unit):
        return dataclasses.replace(self, length=unit if self.length is None else self.length * unit)

    def radial(self, r2, order):
        params = jax.tree.map(lambda p: jnp.asarray(p, r2.dtype), self.params)
        square = None if self.length is None else jnp.square(jnp.asarray(self.length, r2.dtype))

        def of_half_square(s):
            return jnp.asarray(self.fn(2 * s if square is None else 2 * s * square, *params)).astype(r2.dtype)

        if not self.singular:
            return _derivatives(of_half_square, r2 / 2, order)
        apart = r2 > 0
        found = _derivatives(of_half_square, jnp.where(apart, r2, jnp.ones_like(r2)) / 2, order)
        return [jnp.where(apart, f, 0) for f in found]


def check_coincident(kernel, value, entries, points, derivatives):
    """Raises ValueError unless the value of a user's kernel at distance zero is finite, and with `derivatives` the
    gradients of its `entries`, as far as is known."""
    fix = "pass singular=True to leave such pairs out"
    if not errors.is_traced(value) and not np.isfinite(value).all():
        raise ValueError(
            f"fn of {kernel!r} is {value} for a target that lies on its source; {fix}, or make it finite there"
        )
    for entry in entries if derivatives else ():
        slope = _slopes_at_itself(entry, points)
        if not errors.is_traced(slope) and not np.isfinite(slope).all():
            raise ValueError(
                f"the gradient of fn of {kernel!r} is nan or infinite for a target that lies on its source, as that of "
                f"a square root is; {fix}, or guard it: jnp.where(r2 > 0, jnp.sqrt(jnp.where(r2 > 0, r2, 1)), 0); or "
                "ask for potentials alone, plan(..., gradient=False)"
            )


@jax.jit
def _slopes_at_itself(kernel, points):
    """The gradient at the first point of a charge there, (d,)."""
    place, axes = list(points[0]), components((0, 1), points.shape[1])
    sums = kernel.pair_sums(place, place, {axes[0]: jnp.ones((), points.dtype)}, axes[1:])
    return jnp.stack([sums[axis] for axis in axes[1:]])


def _derivatives(f, s, order):
    """[f(s), f'(s), ...] up to an order, by Taylor arithmetic, or derivative by derivative where JAX has none."""
    if order == 0:
        return [f(s)]
    one, zero = jnp.ones_like(s), jnp.zeros_like(s)
    try:
        value, further = jet(f, (s,), ([one, *[zero] * (order - 1)],))
        return [value, *further]
    except NotImplementedError:
        found = [f]
        for _ in range(order):
            found.append(functools.partial(_slope, found[-1]))
        return [g(s) for g in found]


def _slope(f, s):
    return jax.jvp(f, (s,), (jnp.ones_like(s),))[1]
