"""Turns the arguments of a sum into a `Problem`, which one compiled function takes: checks them,
makes a plan where none was given, and computes the status."""

import dataclasses
import functools
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import errors, few_sizes, inputs, pytrees
from jaxfmm.carriers import carriers_of
from jaxfmm.elements import Elements, refuse
from jaxfmm.errors import Status, bits
from jaxfmm.exclusions import Excluded, excluded
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.given_segments import by_segments, planned_segments, replaced
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.methods.images import images_of, over_points
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan_once
from jaxfmm.pytrees import register
from jaxfmm.run_once import run_once
from jaxfmm.sharding.explicit import explicit_mesh

DEFAULT_KERNEL = Laplace()
# Charges are neutral if their sum is at most this many roundings of the sum of their sizes.
NEUTRAL = 64.0


class SumOptions(NamedTuple):
    """The options of a sum, as the user gave them."""

    kernel: Kernel
    tol: float
    plan: Plan | None
    exclude: Any
    scale: Any
    to_replace: bool = False  # whether the caller replaces sums that are NaN because of the status


class SegmentArguments(NamedTuple):
    """The arguments about segments, as the user gave them."""

    segments: Any
    num_segments: int | None
    target_segments: Any


def sum_options(
    kernel: Kernel,
    tol: float,
    plan: Plan | None,
    sources: Any,
    targets: Any,
    of_segments: SegmentArguments,
    exclude: Any = None,
    scale: Any = None,
) -> SumOptions:
    """The options of a sum, with the segments in the kernel."""
    if isinstance(sources, Elements):
        refuse(**of_segments._asdict(), exclude=exclude)
        return SumOptions(kernel, tol, plan, None, scale)
    if explicit_mesh(exclude, scale, of_segments.segments, of_segments.target_segments) is not None:
        raise ValueError(
            "exclude, scale and segments must not lie on a mesh with explicit axes; give NumPy "
            "arrays"
        )
    planned = plan.kernel.segments if isinstance(plan, Plan) else None
    if isinstance(plan, Plan) and of_segments.segments is not None:
        planned = planned_segments(plan.kernel)
        kernel = planned if kernel is DEFAULT_KERNEL else kernel
        if of_segments.num_segments is None:
            of_segments = of_segments._replace(num_segments=planned.count)
    elif planned is not None and kernel is not DEFAULT_KERNEL and kernel.segments is None:
        kernel = replaced(planned, kernel)
    return SumOptions(
        by_segments(kernel, sources, targets, *of_segments), tol, plan, exclude, scale
    )


@register
@dataclasses.dataclass(frozen=True)
class Problem:
    """The checked arguments of a sum, in the coordinates of the user: what `compiled_sum` takes.

    sources, targets, weights: with images that are sources of their own (`Images.unfold`).
    weights: {0: charges (n, k), 1: dipoles (n, k, d)}, perhaps complex.
    status: results are NaN unless it is 0.
    lattice: the images of a periodic kernel, None for others.
    excluded: the pairs of `exclude`, None for none.
    columns: whether the user's charges and dipoles have an axis for right-hand sides."""

    kernel: Kernel
    sources: Array
    targets: Array | None
    weights: dict[int, Array]
    plan: Plan
    status: Array
    lattice: CellImages | None
    excluded: Excluded | None
    columns: bool = dataclasses.field(metadata={"static": True})

    @property
    def is_complex(self) -> bool:
        return any(jnp.issubdtype(w.dtype, jnp.complexfloating) for w in self.weights.values())


def prepare(
    options: SumOptions,
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any,
    *,
    gradient: bool,
    slopes: bool,
) -> Problem:
    """The `Problem` of these arguments. gradient: whether a plan that is made here must be as
    accurate for gradients. slopes: whether the result has derivatives of the potential."""
    kernel, plan = options.kernel, options.plan
    same = plan is None or kernel is DEFAULT_KERNEL  # the kernel has the parameters of the plan
    if plan is None:
        # once, since a conversion may warn
        sources = inputs.points("sources", sources, None)
        if targets is not None:
            targets = inputs.points("targets", targets, None, sources.dtype)
        plan = plan_once(
            sources, charges, targets, kernel=kernel, tol=options.tol, gradient=gradient
        )
        kernel = plan.kernel if plan.kernel.segments else kernel
    elif not isinstance(plan, Plan):
        raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
    else:
        plan.check_tol(options.tol)
        kernel = plan.kernel if kernel is DEFAULT_KERNEL else kernel
    kernel = plan.check_kernel(kernel)
    if plan.request.layout is not None and kernel.segments is not plan.kernel.segments:
        kernel = plan.request.layout.put_segments(kernel)
    alone = targets is None
    # another mirror has other images
    own = plan.is_of(sources, targets) and (same or kernel.images.copies == 1)
    sources, targets, weights, columns = _arrays(plan, kernel, sources, charges, targets, dipoles)
    n, pairs = len(sources), (options.exclude, options.scale)
    without = excluded(*pairs, kernel, n, sources.dtype, plan, alone=alone)
    plan = pytrees.constant(plan)
    slopes = targets is None and (slopes or dipoles is not None)
    kernel.check_at(sources, int(slopes))
    if targets is None and not slopes and errors.is_traced(sources):
        sources = _with_warning(kernel, sources)
    sources, targets = kernel.images.unfold(sources, targets)
    weights = kernel.images.strengths(weights)
    charges = None if 0 not in weights else (pytrees.constant(charges), weights[0])
    status = _checked_status(plan, kernel, sources, targets, charges, own=own, same=same)
    lattice = images_of(kernel, plan.choice, plan.center, sources.dtype, plan.cell, same=same)
    return Problem(kernel, sources, targets, weights, plan, status, lattice, without, columns)


def _arrays(
    plan: Plan, kernel: Kernel, sources: Any, charges: Any, targets: Any, dipoles: Any
) -> tuple[Array, Array | None, dict[int, Array], bool]:
    """(sources, targets, weights, columns) as in `Problem`, on the devices of the plan. Raises
    ValueError unless plan, kernel and arrays belong together."""
    dimensions = (plan.request.dim,)
    sources = inputs.points("sources", sources, dimensions)
    if targets is not None:
        targets = inputs.points("targets", targets, dimensions, sources.dtype)
        inputs.same_dtype("targets", targets, "sources", sources.dtype)
    plan.check_shapes(sources, targets)
    n, dim = sources.shape
    kernel.check(dim)
    kernel.check_numbers(n, None if targets is None else len(targets))
    read = inputs.vectors if kernel.traits.vector else inputs.weights
    weights, columns = read(charges, dipoles, n, dim, sources.dtype)
    plan.check_devices(sources, targets, *weights.values())
    if (layout := plan.request.layout) is not None:
        sources, targets = layout.put(sources), None if targets is None else layout.put(targets)
        weights = {order: layout.put(weight) for order, weight in weights.items()}
    return sources, targets, weights, columns


def _checked_status(
    plan: Plan,
    kernel: Kernel,
    sources: Array,
    targets: Array | None,
    charges: tuple[Any, Array] | None,
    *,
    own: bool,
    same: bool,
) -> Array:
    """The status of a sum. Where it is known, raises a ValueError that says what its bits mean, and
    warns for harmless bits.

    charges: as the user gave them, and as weights; None for dipoles alone. own: whether the points
    are known to be the plan's. same: whether the kernel has the plan's parameters. With both, the
    status of the plan is the status of the sum."""
    array, weights = pytrees.constant(charges) or (None, None)
    known = None if plan.carried is None or errors.is_traced(weights) else weights
    with_harmless: Any
    if own and same and not errors.is_traced(plan):
        planned, harmless = np.asarray(plan.status), int(errors.HARMLESS)
        few = known is not None and carriers_of(array, known) < float(cast(Array, plan.carried))
        status = jax.device_put(planned & ~harmless) if (planned & harmless).any() else plan.status
        with_harmless = planned & ~harmless | (int(Status.DOMINATED) if few else 0)
    else:
        at = sources if targets is None else targets
        status, with_harmless = _status(plan, kernel, sources, at, known, own=own)
    if kernel.images.neutral and weights is not None:
        net = _net_charge(weights, kernel.segments)
        status, with_harmless = status | net, with_harmless | net
    if not errors.is_traced(with_harmless) and (bits_set := int(with_harmless)):
        errors.heed(dataclasses.replace(plan, kernel=kernel), bits_set, sources, targets)
    return status


def _with_warning(kernel: Kernel, sources: Array) -> Array:
    """The sources. If the kernel has no gradient at distance zero, differentiating them warns."""
    try:
        kernel.check_at(sources, 1)
    except ValueError as reason:
        return _warns(
            f"derivatives in the points will be NaN: {reason}; or stop them: jax.lax.stop_gradient",
            sources,
        )
    return sources


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _warns(message: str, points: Array) -> Array:
    return points


@_warns.defjvp
def _(message: str, primals: tuple[Array, ...], tangents: tuple[Array, ...]) -> tuple[Array, Array]:
    errors.warn(message)
    return primals[0], tangents[0]


@run_once
def _net_charge(charges: Array, segments: Any) -> Array:
    """The status of charges that must add up to zero, in each segment if there are any."""
    net, sizes = (over_points(values, segments) for values in (charges, jnp.abs(charges)))
    most = NEUTRAL * jnp.finfo(sizes.dtype).eps * sizes
    return bits([((jnp.abs(net) > most).any(), Status.CHARGE)])


@run_once(static_argnames="own")
def _status(
    plan: Plan,
    kernel: Any,
    sources: Array,
    targets: Array,
    charges: Array | None,
    *,
    own: bool,
) -> tuple[Array, Array]:
    """(The status of a sum, and the status with harmless bits about charges, if the charges are
    known.)"""
    kernel, sources, targets = pytrees.constant((kernel, sources, targets))
    status = plan.evaluation_status(kernel, sources, targets, own=own)
    return status, status if charges is None else status | plan.dominated(charges)


def fill_up(
    options: SumOptions, sources: Any, charges: Any, targets: Any, dipoles: Any
) -> tuple[Any, Any, Any, Any] | None:
    """The arrays of a sum that makes its own plan, filled up to sizes of `few_sizes`, so that sums
    of about as many points share compiled programs. None where the arrays have such sizes already,
    are traced or on several devices, or do not belong together, which `prepare` says."""
    if options.plan is not None or options.exclude is not None or options.scale is not None:
        return None
    counts = _counts_to_fill(options.kernel, sources, charges, targets, dipoles)
    if counts is None:
        return None
    n, m = counts
    size, targets_size = few_sizes.round_up(n), None if m is None else few_sizes.round_up(m)
    if (size, targets_size) == (n, m):
        return None
    if size > n:
        sources, (charges, dipoles) = few_sizes.fill(sources, (charges, dipoles), size=size)
    if targets_size != m:
        targets, _ = few_sizes.fill(targets, None, size=targets_size)
    return sources, charges, targets, dipoles


def _counts_to_fill(
    kernel: Any, sources: Any, charges: Any, targets: Any, dipoles: Any
) -> tuple[int, int | None] | None:
    """The numbers of sources and of targets (None without targets). None for arrays that `fill_up`
    leaves as they are, and for kernels that may have a number for each point."""
    arrays = sources, charges, targets, dipoles
    if not isinstance(kernel, Kernel) or kernel.by_point or kernel.segments is not None:
        return None
    if not few_sizes.are_known(*arrays):
        return None
    shapes = [None if array is None else np.shape(array) for array in arrays]
    of_sources, of_charges, of_targets, of_dipoles = shapes
    if not of_sources or len(of_sources) != 2:
        return None
    n, dim = of_sources
    if kernel.dimensions is not None and dim not in kernel.dimensions:
        return None
    if of_targets is not None and of_targets[1:] != (dim,):
        return None
    m = None if of_targets is None else of_targets[0]
    if 0 in (n, m, dim):
        return None
    rows = [shape[:1] for shape in (of_charges, of_dipoles) if shape is not None]
    if rows not in ([(n,)], [(n,)] * 2):
        return None
    vector = kernel.traits.vector
    if vector and of_charges is not None and of_charges[1:2] != (dim,):
        return None
    # a parameter with as many entries as there are points may have one for each
    parameters = [np.shape(leaf) for leaf in jax.tree.leaves(kernel)]
    if any(shape and (vector or shape[0] in (n, m)) for shape in parameters):
        return None
    return n, m
