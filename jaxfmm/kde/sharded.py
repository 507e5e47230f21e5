"""How the queries of a density are split over the devices of a mesh. Each device has all points."""

from jax import Array

from jaxfmm import errors, inputs
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.sharding.layout import Layout, layout_of
from jaxfmm.sharding.split_targets import layout_of_arrays


def layout_of_fit(points: Array, weights: Array) -> Layout | None:
    """The layout of the queries of a density with these points and weights: that of the points or
    weights, None where they are on one device."""
    for array in (points, weights):
        inputs.warn_of_unknown_sharding(
            array, "density", "fit outside of jit, to points that are split"
        )
    return layout_of_arrays(points=points, weights=weights)


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
