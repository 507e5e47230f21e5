"""How an array lies on the devices of a mesh: split along its first axis, or not."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from jaxfmm import errors
from jaxfmm.sharding.explicit import explicit_mesh


@dataclasses.dataclass(frozen=True)
class Layout:
    """Points that are split along their first axis over the `axes` of a mesh. Axes of the mesh that
    are not among them repeat the work. The mesh is one of automatic axes, as those that run by
    `shard_map` need no other."""

    mesh: Mesh
    axes: tuple[str, ...]

    @property
    def size(self) -> int:
        """Over how many devices points are split."""
        return math.prod(self.mesh.shape[axis] for axis in self.axes)

    @property
    def rows(self) -> PartitionSpec:
        """Of arrays whose first axis is split."""
        return PartitionSpec(self.axes)

    @property
    def sharding(self) -> NamedSharding:
        return NamedSharding(self.mesh, self.rows)

    def length(self, n: int) -> int:
        """How many of n points a device has, with those that pad."""
        return -(-n // self.size)

    def split(self, array: Array, *, with_zeros: bool = False) -> Array:
        """An array (n, ...) padded at its end, by rows from its beginning or by zeros, to as many
        for each device."""
        n = array.shape[0]
        missing = self.length(n) * self.size - n
        if missing:
            more = (
                jnp.zeros((missing, *array.shape[1:]), array.dtype)
                if with_zeros
                else array[jnp.arange(missing) % n]
            )
            array = jnp.concatenate([array, more])
        return lax.with_sharding_constraint(array, self.sharding)

    def put(self, array: Array) -> Array:
        """A concrete array on the devices, split along its first axis where that is possible;
        others as they are."""
        if errors.is_traced(array):
            return array
        return jax.device_put(array, self._sharding(array))

    def put_points(self, *arrays: Array | None) -> list[Array | None]:
        """Points of a plan on its devices, without their derivatives where they come from a mesh of
        explicit axes."""
        placed = []
        for array in arrays:
            if array is not None and explicit_mesh(array) is not None:
                array = jax.device_put(lax.stop_gradient(array), self._sharding(array))
            placed.append(None if array is None else self.put(array))
        return placed

    def everywhere(self, array: Array) -> Array:
        """An array as a whole on each device, so that each process can read it."""
        return jax.device_put(array, NamedSharding(self.mesh, PartitionSpec()))

    def spread(self, array: Array) -> Array:
        """`put` of a concrete array that each process has as a whole; one that lies on several
        processes as it is."""
        if jax.process_count() == 1:
            return self.put(array)
        if not array.is_fully_addressable:
            return array
        whole = np.asarray(array)
        return jax.make_array_from_callback(
            whole.shape, self._sharding(whole), lambda part: whole[part]
        )

    def total(self, function, given, points, weights):
        """The sum over the devices of function(given, points, weights), of a device's points (n, d)
        and their weights (n, ...)."""

        def local(given, *rows):
            return lax.psum(function(given, *rows), self.axes)

        rows = self.split(points), self.split(weights, with_zeros=True)
        return self.over(local, out=PartitionSpec(), replicated=1)(given, *rows)

    def _sharding(self, array):
        divides = array.ndim > 0 and array.shape[0] % self.size == 0
        return self.sharding if divides else NamedSharding(self.mesh, PartitionSpec())

    def over(self, function, *, out, replicated: int = 0):
        """The function on each device: of so many `replicated` pytrees, then of pytrees whose
        arrays are split. out: the specs of its results."""

        def call(*trees):
            specs = tuple(
                PartitionSpec() if i < replicated else self.rows for i in range(len(trees))
            )
            run = jax.shard_map(
                function, mesh=self.mesh, in_specs=specs, out_specs=out, check_vma=False
            )
            return run(*trees)

        return call


def layout_of(name: str, points: Any) -> Layout | None:
    """The layout of an array that is split over devices, None for others and where it cannot be
    known.

    Raises ValueError for arrays that are split in another way."""
    sharding = _sharding_of(points)
    if sharding is None or len(sharding.device_set) == 1 or sharding.is_fully_replicated:
        return None
    mesh, spec = getattr(sharding, "mesh", None), getattr(sharding, "spec", None)
    first, *others = (None,) if not spec else spec
    if mesh is None or first is None or any(other is not None for other in others):
        raise ValueError(
            f"{name} are split over {len(sharding.device_set)} devices as {sharding}, and points must be split along "
            f"their first axis alone; put them so: jax.device_put({name}, NamedSharding(mesh, PartitionSpec('axis')))"
        )
    axes = first if isinstance(first, tuple) else (first,)
    layout = Layout(Mesh(mesh.devices, mesh.axis_names), axes)
    return layout if layout.size > 1 else None


def _sharding_of(points: jax.Array) -> Any:
    if not isinstance(points, jax.Array):
        return None
    points = lax.stop_gradient(points)  # of what is differentiated, its value
    return None if errors.is_traced(points) else points.sharding
