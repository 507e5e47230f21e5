"""Points that stay with their device: `jaxfmm.distribute` and `jaxfmm.collect`."""

import functools
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.sharding import PartitionSpec
from jax.typing import ArrayLike

from jaxfmm import errors, inputs
from jaxfmm.request import Capacity
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.sharding.layout import Layout, layout_of
from jaxfmm.sharding.partition import deal
from jaxfmm.sharding.routes import capacity_for, route_of, route_to, usual_capacity
from jaxfmm.switches import library_code

_NOT_ALL = (
    "numbers must be each of 0 to {} once, as jaxfmm.distribute returns them; pass its last result"
)


@library_code
def distribute(points: ArrayLike, *arrays: ArrayLike) -> tuple[Array, ...]:
    """Puts points that are split over devices in place: each on the device of its domain.

    Space is cut into as many domains as there are devices, with equally many points, and each
    device gets the points of its domain. A plan of such points, and sums with it, move only the
    points that have left their domain, where otherwise every sum takes all points to their domains
    and all results back. `plan.update` keeps the domains as long as their points balance.

    Args:
      points: (n, d), split over the devices of a mesh along their first axis.
      *arrays: arrays (n, ...) whose rows belong to the points, such as charges and velocities.

    Returns:
      The points, the arrays, and last the number (n,) int32 of each row in the order that came,
      with which `jaxfmm.collect` restores this order. On one device nothing is moved.

    Raises:
      ValueError: inside `jit`, where it is not known how points are split; for a mesh with explicit
        axes; for arrays of another length.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> from jax.sharding import AxisType, NamedSharding, PartitionSpec
      >>> devices = len(jax.devices())
      >>> mesh = jax.make_mesh((devices,), ("points",), axis_types=(AxisType.Auto,))
      >>> split = NamedSharding(mesh, PartitionSpec("points"))
      >>> x = jax.device_put(jax.random.uniform(jax.random.key(0), (512, 3)), split)
      >>> q = jax.device_put(jnp.ones(512), split)
      >>> y, p, numbers = jaxfmm.distribute(x, q)
      >>> phi = jaxfmm.collect(numbers, jaxfmm.potential(y, p))
      >>> bool(jnp.allclose(phi, jaxfmm.potential(x, q), rtol=1e-3))
      True
    """
    points = inputs.points("points", points, None)
    n = len(points)
    rows = _rows(arrays, n, "points")
    _check_outside("distribute", points)
    layout = layout_of("points", points)
    if layout is None:
        return points, *rows, jnp.arange(n, dtype=jnp.int32)
    rows = [points, *map(layout.put, rows)]
    length = layout.length(n)
    capacity = Capacity(routed=usual_capacity(length, layout.size))
    *moved, most = _to_domains(layout, capacity, *rows)
    if int(most) > capacity.routed:
        capacity = _larger(int(most), length, layout)
        *moved, _ = _to_domains(layout, capacity, *rows)
    return tuple(moved)


@library_code
def collect(numbers: ArrayLike, arrays: Any) -> Any:
    """Arrays in the order that points had before `jaxfmm.distribute`.

    Args:
      numbers: (n,), the last result of `distribute`.
      arrays: an array (n, ...), or a pytree of such arrays, with rows in the order of the
        distributed points.

    Returns:
      The arrays, or the same pytree of them, split over the same devices.

    Raises:
      ValueError: inside `jit`; for numbers that are not those of all rows, or arrays of another
        length.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (512, 3))
      >>> y, numbers = jaxfmm.distribute(x)
      >>> bool((jaxfmm.collect(numbers, y) == x).all())
      True
    """
    numbers = jnp.asarray(numbers)
    n = len(numbers)
    if numbers.ndim != 1 or numbers.dtype != jnp.int32:
        raise ValueError(
            "numbers must be the last result of jaxfmm.distribute, (n,) int32, got shape "
            f"{numbers.shape} {numbers.dtype}"
        )
    rows, tree = jax.tree.flatten(arrays)
    rows = _rows(rows, n, "numbers")
    _check_outside("collect", numbers)
    layout = layout_of("numbers", numbers)
    if layout is None:
        if not bool((jnp.sort(numbers) == jnp.arange(n, dtype=jnp.int32)).all()):
            raise ValueError(_NOT_ALL.format(n - 1))
        return jax.tree.unflatten(tree, [jnp.zeros_like(row).at[numbers].set(row) for row in rows])
    rows, length = [layout.put(row) for row in rows], layout.length(n)
    capacity = Capacity(routed=usual_capacity(length, layout.size))
    *moved, most, complete = _to_numbers(layout, capacity, numbers, *rows)
    if int(most) > capacity.routed:
        capacity = _larger(int(most), length, layout)
        *moved, _, complete = _to_numbers(layout, capacity, numbers, *rows)
    if not bool(complete):
        raise ValueError(_NOT_ALL.format(n - 1))
    return jax.tree.unflatten(tree, moved)


def _rows(arrays: Iterable[Any], n: int, of: str) -> list[Array]:
    """Arrays with a row for each of n points or numbers. Raises ValueError for others."""
    rows = [jnp.asarray(array) for array in arrays]
    for array in rows:
        if array.ndim == 0 or len(array) != n:
            raise ValueError(
                f"arrays must have a row for each of the {n} {of}, got shape {array.shape}"
            )
    return rows


def _check_outside(name: str, array: Array) -> None:
    if errors.is_traced(lax.stop_gradient(array)):
        raise ValueError(
            f"jaxfmm.{name} is for arrays outside of jit, where it is known how they are split; "
            "call it before and after the function that is compiled"
        )
    if explicit_mesh(array) is not None:
        raise ValueError(
            f"jaxfmm.{name} takes arrays on meshes with automatic axes, got explicit ones; make "
            "the mesh with jax.make_mesh(shape, names, "
            "axis_types=(jax.sharding.AxisType.Auto,) * len(names))"
        )


def _larger(most: int, length: int, layout: Layout) -> Capacity:
    """The capacity for rows of which a device sends so many to another one."""
    if length % layout.size:  # dealt rows would be padded
        return Capacity(routed=most)
    return Capacity(**capacity_for(most, length, layout.size))


@functools.partial(jax.jit, static_argnums=(0, 1))
def _to_domains(layout: Layout, capacity: Capacity, *rows: Array) -> tuple[Array, ...]:
    """The rows, the first of which are points, in their domains, their numbers, and
    `Route.most`."""

    def on_device(*rows: Array) -> tuple[Array, ...]:
        points = lax.stop_gradient(rows[0])
        route, _ = route_of(points, None, capacity=capacity, axes=layout.axes, devices=layout.size)
        length = len(points)
        first = lax.axis_index(layout.axes) * length
        numbers = lax.iota(jnp.int32, length) + first
        return *route.move([*rows, numbers]), route.most

    out = *(layout.rows for _ in range(len(rows) + 1)), PartitionSpec()
    return layout.over(on_device, out=out)(*rows)


@functools.partial(jax.jit, static_argnums=(0, 1))
def _to_numbers(
    layout: Layout, capacity: Capacity, numbers: Array, *rows: Array
) -> tuple[Array, ...]:
    """The rows in the order of their numbers, `Route.most`, and whether there is a row for each
    number."""

    def on_device(numbers: Array, *rows: Array) -> tuple[Array, ...]:
        length = len(numbers)
        dealt = deal(numbers, axes=layout.axes, devices=layout.size) if capacity.dealt else numbers
        route = route_to(
            dealt // length, length, capacity=capacity, axes=layout.axes, devices=layout.size
        )
        place, *moved = route.move([numbers, *rows])
        place = place - length * lax.axis_index(layout.axes)
        place = jnp.where(place < 0, length, place)
        filled = jnp.zeros(length, bool).at[place].set(True, mode="drop")
        complete = lax.pmin(filled.all().astype(jnp.int32), layout.axes)

        def ordered(array: Array) -> Array:
            return jnp.zeros_like(array).at[place].set(array, mode="drop")

        return *map(ordered, moved), route.most, complete

    out = *(layout.rows for _ in rows), PartitionSpec(), PartitionSpec()
    return layout.over(on_device, out=out)(numbers, *rows)
