"""Kernels that users write as functions of the squared distance."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental.jet import jet

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel


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

    def __repr__(self):
        params = "".join(f", {p!r}" for p in self.params)
        return f"{self.name[:-1]}{params}{', singular=True' if self.singular else ''}, radial=True)"

    def alike(self, other):
        def of(kernel):
            leaves, treedef = jax.tree.flatten(kernel.params)
            return kernel.fn, kernel.singular, treedef, *map(jnp.shape, leaves)

        return isinstance(other, CustomRadial) and of(self) == of(other)

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
