"""Which batches of sums are computed as one sum: direct sums over clouds of equal sizes, and sums
by trees over a forest, also of periodic cells."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.tree_util import keystr, tree_flatten_with_path

from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_segment import BySegment, filled, may_differ, of_all, read
from jaxfmm.methods.clouds import (
    EqualClouds,
    clouds_of,
    joined,
    joins_cells,
    joins_trees,
    merged,
)
from jaxfmm.passes.far_images import CellImages
from jaxfmm.passes.segment_images import joined_images
from jaxfmm.plan import Plan

SHARED = -1  # the axis of an array that all members of a batch share


class Batch(NamedTuple):
    """The kernels, images and plans of a batch of sums.

    size: the number of members.
    kernel, lattice, plan: of the first member.
    kernels, lattices, plans: of all members, along a first axis of their arrays.
    kernel_axes, plan_axes: the kernel and the plan with the axis of the batch, or SHARED, in place
      of each array."""

    size: int
    kernel: Kernel
    lattice: CellImages | None
    plan: Plan
    kernels: Any
    lattices: Any
    plans: Any
    kernel_axes: Any
    plan_axes: Any

    @property
    def differing(self) -> tuple[str, ...]:
        """The places of the kernel's parameters that may differ from member to member."""
        axes = tree_flatten_with_path(self.kernel_axes)[0]
        return tuple(keystr(path) for path, axis in axes if axis != SHARED)

    @property
    def kernel_of_all(self) -> Kernel | None:
        """`by_segment.of_all` of the members' kernels."""
        return of_all(self.kernel, self.kernels, self.kernel_axes)

    @property
    def unit(self) -> Array:
        """The unit of the joint sum: the largest of the members' units."""
        # a unit that all members have is a number in their sum too
        return self.plan.unit if self.plan_axes.unit == SHARED else self.plans.unit.max()


class JointSum(NamedTuple):
    """The sum that takes the place of a batch of sums.

    kernel, lattice, plan: of this sum, over the points of all members.
    shifted: whether its points are relative to the `Plan.shift` of their member.
    lengths: (members,) the `Frame.derivative_length` of each member's kernel, where kernels differ;
      otherwise None."""

    kernel: Kernel
    lattice: CellImages | None
    plan: Plan
    shifted: bool
    lengths: Array | None = None


def joint_sum(batch: Batch, targets: int, sources: int, *, exact: bool) -> JointSum | None:
    """The joint sum of a batch with so many targets and sources in each member. None where members
    must be summed one by one."""
    if batch.lattice is not None:
        return None if exact else _over_cells(batch)
    kernel, differing, same = batch.kernel, batch.differing, batch.kernel_of_all is None
    if same and (kernel.own_numbers or differing and not _may_differ(kernel, differing)):
        return None
    clouds = clouds_of(batch.plan, sources, targets)
    if clouds is not None:
        return _over_clouds(batch, clouds, targets, sources)
    if exact or differing or not joins_trees(batch.plan, kernel, batch.size):
        return None
    return JointSum(kernel, None, joined(batch.plan, batch.plans, batch.unit), shifted=True)


def _over_cells(batch: Batch) -> JointSum | None:
    """The sum over a forest in which each tree has a periodic cell of its own."""
    kernel = batch.kernel_of_all
    if kernel is None or not joins_cells(batch.plan, batch.size):
        return None
    lattice = joined_images(batch.lattice, batch.lattices)
    return JointSum(kernel, lattice, joined(batch.plan, batch.plans, batch.unit), shifted=True)


def _over_clouds(batch: Batch, clouds: EqualClouds, targets: int, sources: int) -> JointSum | None:
    """The direct sum over all clouds. clouds: of one member."""
    clouds = clouds._replace(number=batch.size * clouds.number)
    if not clouds.fit():
        return None
    plan = merged(batch.plan, clouds, batch.unit)
    if (kernel := batch.kernel_of_all) is not None:
        return JointSum(kernel, None, plan, shifted=False)
    if not (differing := batch.differing):
        return JointSum(batch.kernel, None, plan, shifted=False)
    one = jnp.ones((), batch.unit.dtype)
    lengths = jax.vmap(lambda kernel: kernel.frame.derivative_length(one))(batch.kernels)
    members = (lax.iota(jnp.int32, batch.size * n) // n for n in (targets, sources))
    parameters = read(batch.kernels, differing)
    kernel = BySegment.of(filled(batch.kernel, differing, parameters), differing, *members)
    return JointSum(kernel, None, plan, shifted=False, lengths=lengths)


def _may_differ(kernel: Kernel, places: tuple[str, ...]) -> bool:
    """Whether the parameters at these places may differ between clouds."""
    return may_differ(kernel) and not any(map(jnp.ndim, read(kernel, places)))
