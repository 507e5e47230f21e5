"""Densities over the devices of a mesh: each device has all points, and its part of the queries."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import jax
from jax import Array

from jaxfmm import errors, inputs
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.sharding.layout import Layout, layout_of

T = TypeVar("T")


def layout_of_fit(points: Array, weights: Array) -> Layout | None:
    """The layout of the queries of a density with these points and weights: that of the points or
    weights, None where they are on one device."""
    for array in (points, weights):
        inputs.warn_of_unknown_sharding(
            array, "density", "fit outside of jit, to points that are split"
        )
    return layout_of("points", points) or layout_of("weights", weights)


def replicate(layout: Layout, arrays: T) -> T:
    """Arrays as a whole on each device."""
    return jax.tree.map(layout.everywhere, arrays)


def layout_for(density: FittedDensity, queries: Array) -> Layout | None:
    """The layout of these queries of a density, None where they are not split."""
    if density.layout is not None:
        return density.layout
    layout = layout_of("queries", queries)
    if layout is not None and errors.is_traced(density):
        raise ValueError(
            f"queries are split over {layout.size} devices and the density, which is "
            "differentiated or traced, is on one; fit it to points that are split too, or put all "
            "queries on one device: jax.device_put(queries, jax.devices()[0])"
        )
    if layout is None:
        inputs.warn_of_unknown_sharding(
            queries, "density", "fit it outside of jit, to points that are split"
        )
    return layout


def to_automatic_axes(name: str, array: Array) -> Array:
    """An array on a mesh of automatic axes, if it is split over explicit ones.

    Raises ValueError where it is traced or differentiated."""
    if explicit_mesh(array) is None or not inputs.split_axes(array):
        return array
    layout = None if errors.is_traced(array) else layout_of(name, array)
    if layout is None:
        raise ValueError(
            f"{name} are split over a mesh with explicit axes, and in jit and under derivatives "
            "densities take automatic ones; make the mesh with jax.make_mesh(..., "
            "axis_types=(AxisType.Auto,))"
        )
    return layout.put(array)


def split(layout: Layout, run: Callable, shared: Any, queries: Array, own: Array | None) -> Array:
    """run(shared, queries, own) -> (m,), where each device has its part of the queries (m, d) and
    of own (m,)."""
    rows = (queries,) if own is None else (queries, own)
    return _split(shared, *map(layout.put, rows), layout=layout, run=run)


@functools.partial(jax.jit, static_argnames=("layout", "run"))
def _split(shared: Any, *rows: Array, layout: Layout, run: Callable) -> Array:
    on_devices = layout.over(run, out=layout.rows, replicated=1)
    return on_devices(shared, *map(layout.split, rows))[: len(rows[0])]
