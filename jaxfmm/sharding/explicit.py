"""Meshes whose axes are explicit: JAX knows in every trace how arrays are split, and refuses to mix
arrays of different meshes.

Plans live on the same devices with automatic axes. So plans move their points there, and sums run
with the explicit axes made automatic for a while (`jax.sharding.auto_axes`), which JAX
differentiates.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec, auto_axes

from jaxfmm import inputs
from jaxfmm.plan import Plan


def explicit_mesh(*arrays: Any) -> Any:
    """The mesh of the first array that is on several devices with explicit axes, None without one.
    Abstract in `jit`."""
    for array in arrays:
        if not isinstance(array, jax.Array):
            continue
        mesh = jax.typeof(array).sharding.mesh
        if mesh.size > 1 and any(kind == AxisType.Explicit for kind in mesh.axis_types):
            traced = isinstance(array, jax.core.Tracer)
            return mesh if traced else getattr(array.sharding, "mesh", mesh)
    return None


def automatic(
    run: Callable[..., Any],
    arrays: Sequence[Any],
    plan: Plan | None,
    splits: Sequence[bool],
    *static: Any,
) -> Any:
    """run(*arrays, *static) with explicit axes made automatic.

    arrays: sources, charges, and perhaps targets and more.
    splits: for each result, whether it has a row for each target.

    Raises ValueError within `jit` without a plan, for points that are split."""
    mesh = explicit_mesh(*arrays)
    if mesh is None:
        return run(*arrays, *static)
    on_mesh = [array for array in arrays if isinstance(array, jax.Array)]
    split = [names for array in on_mesh if (names := tuple(inputs.split_axes(array)))]
    if plan is None:
        check_outside(*on_mesh)
    else:
        plan.check_devices(*on_mesh)
    layout = None if plan is None else plan.request.layout
    axes: tuple[str, ...] = split[0] if split else ()
    if layout is not None:
        axes = layout.axes
    targets = arrays[2] if len(arrays) > 2 and arrays[2] is not None else arrays[0]
    divides = axes and len(targets) % math.prod(mesh.shape[axis] for axis in axes) == 0
    rows = PartitionSpec(axes) if divides else PartitionSpec()
    out = tuple(NamedSharding(mesh, rows if splits_it else PartitionSpec()) for splits_it in splits)

    def call(*arrays: Any) -> Any:
        return run(*arrays, *static)

    return call_with_automatic_axes(call, tuple(arrays), out if len(out) > 1 else out[0])


def call_with_automatic_axes(run: Callable[..., Any], arguments: tuple[Any, ...], out: Any) -> Any:
    """run(*arguments), pytrees whose arrays are on a mesh with explicit axes, which are automatic
    inside. out: the shardings of the results."""
    leaves, tree = jax.tree.flatten(arguments)
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]

    def call(*on_mesh: Any) -> Any:
        inside = list(leaves)
        for place, array in zip(places, on_mesh):
            inside[place] = array
        return run(*jax.tree.unflatten(tree, inside))

    return auto_axes(call, out_sharding=out)(*(leaves[place] for place in places))


def check_outside(*arrays: Any) -> None:
    """Raises ValueError within `jit` for arrays that are known to be split."""
    if any(
        isinstance(lax.stop_gradient(x), jax.core.Tracer) and inputs.split_axes(x) for x in arrays
    ):
        raise ValueError(
            "points are split over the devices of a mesh, and inside jit no plan is made for such "
            "points; make it before, with jaxfmm.plan(points), and pass it: plan=plan"
        )
