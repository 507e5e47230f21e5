"""How an array lies on the devices of a mesh: split along its first axis, or not."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.sharding import AbstractMesh, Mesh, NamedSharding, PartitionSpec

from jaxfmm import errors
from jaxfmm.sharding.explicit import explicit_mesh


@dataclasses.dataclass(frozen=True)
class Layout:
    """Points that are split along their first axis over the `axes` of a mesh. Along its other axes
    the mesh repeats the work. Its axes are automatic. The mesh can be abstract in a trace, for the
    sums of `split_targets` alone."""

    mesh: Mesh
    axes: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of devices over which points are split."""
        return math.prod(self.mesh.shape[axis] for axis in self.axes)

    @property
    def rows(self) -> PartitionSpec:
        """The spec of arrays whose first axis is split."""
        return PartitionSpec(self.axes)

    @property
    def sharding(self) -> NamedSharding:
        return NamedSharding(self.mesh, self.rows)

    def length(self, n: int) -> int:
        """How many of n points a device has, with padding."""
        return -(-n // self.size)

    def split(self, array: Array, *, with_zeros: bool = False) -> Array:
        """An array (n, ...) split over the devices. It is padded at its end, with rows from its
        beginning or with zeros, so that all devices have equally many rows."""
        n = array.shape[0]
        missing = self.length(n) * self.size - n
        if missing:
            padding = array[jnp.arange(missing) % n]
            if with_zeros:
                padding = jnp.zeros((missing, *array.shape[1:]), array.dtype)
            array = jnp.concatenate([array, padding])
        return lax.with_sharding_constraint(array, self.sharding)

    def put(self, array: Array) -> Array:
        """A concrete array on the devices, split along its first axis if it divides; unchanged if
        it is traced, or the devices are not known."""
        if errors.is_traced(array) or isinstance(self.mesh, AbstractMesh):
            return array
        return jax.device_put(array, self.sharding_for(array))

    def put_points(self, *arrays: Array | None) -> list[Array | None]:
        """Points of a plan on its devices. Points of a mesh with explicit axes lose their
        derivatives."""
        placed = []
        for array in arrays:
            if array is not None and explicit_mesh(array) is not None:
                array = jax.device_put(lax.stop_gradient(array), self.sharding_for(array))
            placed.append(None if array is None else self.put(array))
        return placed

    def put_segments(self, kernel: Any) -> Any:
        """A kernel by segments whose numbers of segments are `put` on the devices; other kernels
        unchanged."""
        if kernel.segments is None:
            return kernel
        # each process counts the points of all segments when a plan is made
        put = self.put if jax.process_count() == 1 else self.everywhere
        of_sources, of_targets = kernel.segments.of_sources, kernel.segments.of_targets
        return dataclasses.replace(
            kernel.segments,
            of_sources=put(of_sources),
            of_targets=None if of_targets is None else put(of_targets),
        )

    def everywhere(self, array: Array) -> Array:
        """The whole array on each device, so that each process can read it."""
        return jax.device_put(array, NamedSharding(self.mesh, PartitionSpec()))

    def spread(self, array: Array) -> Array:
        """`put` of a concrete array that each process has as a whole. An array that lies on several
        processes is returned unchanged."""
        if jax.process_count() == 1:
            return self.put(array)
        if not array.is_fully_addressable:
            return array
        whole = np.asarray(array)
        return jax.make_array_from_callback(
            whole.shape, self.sharding_for(whole), lambda part: whole[part]
        )

    def total(
        self, function: Callable[..., Array], replicated: Any, points: Array, *weights: Array
    ) -> Array:
        """The sum over the devices of function(replicated, points, *weights), each with its points
        (n, d) and their weights (n, ...)."""

        def on_device(replicated: Any, *rows: Array) -> Array:
            return lax.psum(function(replicated, *rows), self.axes)

        rows = self.split(points), *(self.split(x, with_zeros=True) for x in weights)
        return self.over(on_device, out=PartitionSpec(), replicated=1)(replicated, *rows)

    def each(self, function: Callable[..., Array], replicated: Any, *points: Array) -> Array:
        """function(replicated, *points) (n, ...), each device with its rows of arrays (n, ...)."""
        run = self.over(function, out=self.rows, replicated=1)
        return run(replicated, *map(self.split, points))[: len(points[0])]

    def sharding_for(self, array: Array | np.ndarray) -> NamedSharding:
        """Split along the first axis if it divides, otherwise as a whole on each device."""
        divides = array.ndim > 0 and array.shape[0] % self.size == 0
        return self.sharding if divides else NamedSharding(self.mesh, PartitionSpec())

    def over(
        self, function: Callable[..., Any], *, out: Any, replicated: int = 0
    ) -> Callable[..., Any]:
        """The function on each device. Its first arguments, so many, are `replicated` pytrees, the
        others are pytrees whose arrays are split. out: the specs of its results."""

        def call(*trees: Any) -> Any:
            split = len(trees) - replicated
            specs = (PartitionSpec(),) * replicated + (self.rows,) * split
            run = jax.shard_map(
                function, mesh=self.mesh, in_specs=specs, out_specs=out, check_vma=False
            )
            return run(*trees)

        return call


def layout_of(name: str, points: Any) -> Layout | None:
    """The layout of an array that is split over devices along its first axis. None for an array
    that is not split, or if that cannot be known.

    Raises ValueError for arrays that are split in another way."""
    sharding = _sharding_of(points)
    axes = () if sharding is None else axes_of_rows(name, sharding)
    if not axes:
        return None
    mesh = sharding.mesh  # type: ignore[union-attr]
    layout = Layout(Mesh(mesh.devices, mesh.axis_names), axes)
    return layout if layout.size > 1 else None


def axes_of_rows(name: str, sharding: jax.sharding.Sharding) -> tuple[str, ...]:
    """The axes of a mesh that the first axis of an array is split over; none if it is not split.

    Raises ValueError for arrays that are split in another way."""
    if sharding.num_devices == 1 or sharding.is_fully_replicated:
        return ()
    mesh, spec = getattr(sharding, "mesh", None), getattr(sharding, "spec", None)
    first, *others = (None,) if not spec else spec
    if mesh is None or first is None or any(other is not None for other in others):
        raise ValueError(
            f"{name} are split over {sharding.num_devices} devices as {sharding}, and points "
            "must be split along their first axis alone; put them so: "
            f"jax.device_put({name}, NamedSharding(mesh, PartitionSpec('axis')))"
        )
    return first if isinstance(first, tuple) else (first,)


def _sharding_of(points: Any) -> jax.sharding.Sharding | None:
    if not isinstance(points, jax.Array) or not is_known(points):
        return None
    return lax.stop_gradient(points).sharding if errors.is_traced(points) else points.sharding


def is_known(array: Array) -> bool:
    """Whether an array has a value: it is concrete, or is differentiated outside of `jit`."""
    if not errors.is_traced(array):
        return True  # A trace would record `stop_gradient` of a constant.
    return not errors.is_traced(lax.stop_gradient(array))
