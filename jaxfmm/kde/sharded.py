"""Densities over the devices of a mesh: each device has all points, and its part of the queries."""

import functools
from typing import Any

import jax

from jaxfmm import errors
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.sharding.layout import Layout, layout_of


def layout_of_fit(points: jax.Array, weights: jax.Array) -> Layout | None:
    """How queries of a density with these points and weights are split: as these are, None where
    they are not."""
    for array in (points, weights):
        errors.warn_of_unknown_sharding(
            array, "density", "fit outside of jit, to points that are split"
        )
    return layout_of("points", points) or layout_of("weights", weights)


def everywhere(layout: Layout, arrays: Any) -> Any:
    """Arrays as a whole on each device."""
    return jax.tree.map(layout.everywhere, arrays)


def layout_for(density: Any, queries: jax.Array) -> Layout | None:
    """How these queries of a density are split, None where they are not."""
    if density.layout is not None:
        return density.layout
    layout = layout_of("queries", queries)
    if layout is not None and errors.is_traced(density):
        raise ValueError(
            f"queries are split over {layout.size} devices and the density, which is differentiated or traced, is on "
            "one; fit it to points that are split too, or put all queries on one device: "
            "jax.device_put(queries, jax.devices()[0])"
        )
    if layout is None:
        errors.warn_of_unknown_sharding(
            queries, "density", "fit it outside of jit, to points that are split"
        )
    return layout


def automatic(name: str, array: jax.Array) -> jax.Array:
    """An array on a mesh of automatic axes, if it is split over explicit ones.

    Raises ValueError where it is traced or differentiated."""
    if explicit_mesh(array) is None or not errors.split_axes(array):
        return array
    layout = None if errors.is_traced(array) else layout_of(name, array)
    if layout is None:
        raise ValueError(
            f"{name} are split over a mesh with explicit axes, and in jit and under derivatives densities take "
            "automatic ones; make the mesh with jax.make_mesh(..., axis_types=(AxisType.Auto,))"
        )
    return layout.put(array)


def split(
    layout: Layout, run: Any, given: Any, queries: jax.Array, own: jax.Array | None
) -> jax.Array:
    """run(given, queries, own) -> (m,), where each device has its part of the queries (m, d) and of
    own (m,)."""
    rows = (queries,) if own is None else (queries, own)
    return _split(given, *map(layout.put, rows), layout=layout, run=run)


@functools.partial(jax.jit, static_argnames=("layout", "run"))
def _split(given, *rows, layout, run):
    found = layout.over(run, out=layout.rows, replicated=1)(given, *map(layout.split, rows))
    return found[: len(rows[0])]
