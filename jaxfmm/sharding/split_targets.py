"""Sums for which each device of a mesh has all sources, and its part of the targets."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import jax
from jax import Array
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding, PartitionSpec

from jaxfmm.sharding.explicit import call_with_automatic_axes, explicit_mesh
from jaxfmm.sharding.layout import Layout, axes_of_rows, is_known, layout_of

T = TypeVar("T")
U = TypeVar("U")


def layout_of_arrays(**arrays: Array | None) -> Layout | None:
    """The layout of the first of these arrays that is known to be split; None if there is none.

    Raises ValueError if one of them is split in another way than along its first axis."""
    layouts = [layout_of(name, array) for name, array in arrays.items()]
    return next((layout for layout in layouts if layout is not None), None)


def layout_in_trace(*arrays: Array | None) -> Layout | None:
    """The layout over all automatic axes of the mesh of traced arrays. In a trace JAX does not say
    along which of them arrays are split, but the targets of a sum can be split along all. None
    without a mesh, and inside of `shard_map`, where arrays are the part of one device."""
    for array in arrays:
        if array is None or is_known(array):
            continue
        mesh = jax.typeof(array).sharding.mesh
        kinds = dict(zip(mesh.axis_names, mesh.axis_types))
        axes = tuple(axis for axis, kind in kinds.items() if kind == AxisType.Auto)
        layout = Layout(cast(Mesh, mesh), axes)
        if AxisType.Manual not in kinds.values() and layout.size > 1:
            return layout
    return None


def replicate(layout: Layout, arrays: T) -> T:
    """Arrays as a whole on each device."""
    return jax.tree.map(layout.everywhere, arrays)


def place(layout: Layout, whole: T, rows: U) -> tuple[T, U]:
    """(whole, rows), pytrees of arrays on the devices: as a whole on each, and split along their
    first axis. Arrays of a program that is traced are unchanged."""

    def put(to: Callable[[Array], Array], leaf: Any) -> Any:
        known = isinstance(leaf, jax.Array) and is_known(leaf)
        return to(leaf) if known and not isinstance(layout.mesh, AbstractMesh) else leaf

    def across(array: Array) -> Array:
        return jax.device_put(array, layout.sharding_for(array))

    on_each, split_rows = (functools.partial(put, to) for to in (layout.everywhere, across))
    return jax.tree.map(on_each, whole), jax.tree.map(split_rows, rows)


def on_each(run: Callable[..., T], *arrays: Array) -> T:
    """run(*arrays) of traced arrays, which each device of their mesh computes from all of them."""
    layout = layout_in_trace(*arrays)
    if layout is None:
        return run(*arrays)
    return layout.over(run, out=PartitionSpec(), replicated=len(arrays))(*arrays)


def split_rows(points: Array, values: Array) -> Array:
    """The values (n,) at traced points (n, d) of a mesh, split as sums at these points are."""
    layout = layout_in_trace(points)
    return values if layout is None else layout.split(values)[: len(values)]


def split(layout: Layout, run: Callable[..., Array], shared: Any, *rows: Array) -> Array:
    """run(shared, *rows) -> (m,), where each device has its part of the rows, arrays (m, ...).

    run: a function that compares equal to itself in the next call, for which nothing is compiled
    then."""
    return _split(shared, *map(layout.put, rows), layout=layout, run=run)


@functools.partial(jax.jit, static_argnames=("layout", "run"))
def _split(shared: Any, *rows: Array, layout: Layout, run: Callable[..., Array]) -> Array:
    on_devices = layout.over(run, out=layout.rows, replicated=1)
    return on_devices(shared, *map(layout.split, rows))[: len(rows[0])]


def over_mesh(
    run: Callable[..., T],
    points: dict[str, Array | None],
    arguments: tuple[Any, ...],
    results: Any,
    layout: Layout | None = None,
) -> T:
    """run(layout, *arguments), with the layout of the first of the points that are split.

    Args:
      points: arrays with rows by their names.
      arguments: pytrees that contain the points.
      results: how many rows each result of `run` has, which are split where these can be known, 0
        for a result without rows.
      layout: if it is known, as of a plan.
    """
    explicit = explicit_mesh(*points.values())
    if explicit is None:
        layout = layout or layout_of_arrays(**points) or layout_in_trace(*points.values())
        return run(layout, *arguments)
    given = [
        axes_of_rows(name, jax.typeof(a).sharding) for name, a in points.items() if a is not None
    ]
    axes = next(filter(None, given), ()) if layout is None else layout.axes
    whole = Layout(explicit, axes)

    def sharding(rows: int) -> NamedSharding:
        divides = rows and rows % whole.size == 0
        return NamedSharding(explicit, whole.rows if divides else PartitionSpec())

    def with_layout(*arguments: Any) -> T:
        inside = Layout(cast(Mesh, jax.sharding.get_abstract_mesh()), axes)
        return run(inside if axes else None, *arguments)

    return call_with_automatic_axes(with_layout, arguments, jax.tree.map(sharding, results))
