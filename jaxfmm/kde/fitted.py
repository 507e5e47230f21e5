"""The arrays and settings of a fitted density, from which its sums are computed."""

import dataclasses
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from jaxfmm.request import Choice
from jaxfmm.sharding.layout import Layout

STATIC = {"static": True}
Ends = tuple[float | None, float | None]  # low and high, None for an open end
Sums = tuple[tuple[tuple[float, ...], Choice], ...]  # (logarithms of scales, choice of a plan)


class Period(NamedTuple):
    """The length of the period of an axis, and how many copies to each side are summed."""

    length: float
    copies: int


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class FittedDensity:
    """The fields of `Density`, which documents them."""

    points: Array
    weights: Array
    log_weights: Array | None = None
    bandwidth: Array
    whitening: Array | None = None
    scales: Array | None = None
    order: Array | None = None
    kernel: str = dataclasses.field(default="gaussian", metadata=STATIC)
    tol: float = dataclasses.field(metadata=STATIC)
    bounds: tuple[Ends, ...] | None = dataclasses.field(metadata=STATIC)
    reflections: tuple[int, ...] | None = dataclasses.field(default=None, metadata=STATIC)
    periods: tuple[Period | None, ...] | None = dataclasses.field(default=None, metadata=STATIC)
    method: str = dataclasses.field(metadata=STATIC)
    span: tuple[float, float] = dataclasses.field(metadata=STATIC)
    sums: Sums = dataclasses.field(default=(), metadata=STATIC)
    searched: int | None = dataclasses.field(default=None, metadata=STATIC)
    layout: Layout | None = dataclasses.field(default=None, metadata=STATIC)

    @property
    def dim(self) -> int:
        return self.points.shape[1]

    @property
    def along_axes(self) -> tuple[tuple[Ends, ...], tuple[Period | None, ...]]:
        """The ends and the period of every axis."""
        return self.bounds or ((None, None),) * self.dim, self.periods or (None,) * self.dim

    @property
    def standard_deviations(self) -> Array:
        """The bandwidth along the axes: a number or (d,)."""
        h = self.bandwidth
        return jnp.sqrt(jnp.diagonal(h)) if h.ndim == 2 else h


def without_sums(density: FittedDensity) -> FittedDensity:
    """The density without its fast sums, whose choices would be part of programs that need none of
    them."""
    return dataclasses.replace(density, sums=())
