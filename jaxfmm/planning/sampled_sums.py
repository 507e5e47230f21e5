"""The two sums that a measurement compares, in the unit of a plan: by the plan at all targets, and
directly at some of them.

Each is compiled as a whole, in a fraction of the time that its steps take one by one."""

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import ahead
from jaxfmm.backends import registry as backends
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import pack_weights, unpack_results
from jaxfmm.kernels.parts import total
from jaxfmm.on_host import numpy_of
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.planning.periodic_reference import stacked
from jaxfmm.run_once import run_once
from jaxfmm.sharding.layout import Layout
from jaxfmm.tree.build import Tree

# Charges of several columns are summed directly one column after the other if all have at most this
# many pairs of points: that takes less time than to compile a sum for several columns, while the
# sum of one column has the code of the plan's own pairs.
FEW_PAIRS = 2**28


def read(layout: Layout | None, array: Any) -> np.ndarray:
    """An array as float64 numbers of NumPy, whole on each process. layout: of the `Request`."""
    return np.asarray(array if layout is None else layout.everywhere(array), np.float64)


def platform_of(x: Array) -> str:
    """The platform for which JAX lowers sums of a concrete array ("cpu", "cuda", ...)."""
    platform = next(iter(x.devices())).platform
    return jax.export.default_export_platform() if platform == jax.default_backend() else platform


def backend_of(plan: Plan, platform: str) -> str | None:
    """The backend that the plan asks for, if it works on a platform; None for the fastest."""
    name = plan.request.backend or ""
    works = name in backends.COMPILED and backends.COMPILED[name].PLATFORM == platform
    return name if name == "xla" or works else None


def entries_of(kernel: Kernel) -> list[Kernel]:
    """The kernels that a kernel is made of: its entries, or itself."""
    return kernel.entries() or [kernel]


def orders_of(derivatives: int) -> tuple[int, ...]:
    """The orders of the derivatives that are measured: 0, and 1 if the gradient was asked for."""
    return tuple(range(min(derivatives, 1) + 1))


def rows(array: Array, numbers: np.ndarray) -> Array:
    """Some rows of a concrete array. By NumPy where that can read it, which compiles nothing."""
    return _taken(array, numbers, lambda all_rows: all_rows[numbers], rows_on_device)


def column(charges: Array, number: int) -> Array:
    """A column of concrete charges, (n, 1) or (n, d, 1), as `rows`."""
    return _taken(charges, number, lambda every: every[..., number, None], column_on_device)


def _taken(
    array: Array, numbers: Any, take: Callable[[np.ndarray], np.ndarray], on_device: Any
) -> Array:
    here = numpy_of(array)
    if here is None:
        return on_device(array, numbers)
    where = array.sharding if array.committed else None  # calls find what was compiled ahead
    return jax.device_put(take(here[0]), where)


@run_once
def rows_on_device(array: Array, numbers: np.ndarray) -> Array:
    return array[numbers]


@run_once
def column_on_device(charges: Array, number: int) -> Array:
    return charges[..., number, None]


def edge_distances(tree: Tree, targets: Array, among: np.ndarray) -> np.ndarray:
    """Squared distances of some targets from the centres of their leaves, over the squared radii;
    of a concrete tree of one device."""
    leaf = leaves_of(tree)[among]
    away = read(None, targets)[among] - read(None, tree.center)[leaf]
    return np.square(away).sum(1) / np.square(read(None, tree.radius)[leaf])


def leaves_of(tree: Tree) -> np.ndarray:
    """The node of the leaf of each point of a concrete tree."""
    leaves, of_point = np.asarray(tree.leaves), np.asarray(tree.leaf_of_point)
    nodes = leaves[np.minimum(of_point, len(leaves) - 1)]
    return np.minimum(nodes, tree.capacity - 1)


def _sums_of_plan(
    plan: Plan,
    kernel: Kernel,
    targets: Array,
    sources: Array,
    charges: Array,
    derivatives: int,
    backend: str | None,
    platform: str,
) -> Array:
    """(targets, entries, 1 + d), of charges (n, 1), or (n, d, 1) for a kernel of vectors."""
    orders, method = orders_of(derivatives), plan.choice.method

    def compute(part, weights, *sides):
        shape = weights.shape[2], targets.shape[1], targets.dtype
        name, _ = backends.choose(backend, platform, part, *sides, *shape)
        summands = Summands(targets, sources, weights, *sides)
        return method.compute(plan, part, summands, backend=name, platform=platform)

    center = (plan.center - plan.shift) / plan.unit
    sums = _fields(kernel, plan.is_direct, targets, sources, center, charges, orders, compute)
    if not kernel.traits.vector:
        points = targets, sources, {0: charges}
        rest = method.images.rest(plan.choice, plan.lattice, *points, orders)
        sums = sums + stacked(rest)[:, None] if rest else sums
    return sums[..., 0]


def _in_plain_xla(kernel: Any, targets: Array, backend: str | None, platform: str) -> bool:
    """Whether the loops over pairs of a sum are XLA's own."""
    parts = [part.kernel for part in kernel.parts(True)] if kernel.traits.vector else None
    rest = (0,), (0, 1), 1, targets.shape[1], targets.dtype
    names = [
        backends.choose(backend, platform, part, *rest)[0] for part in parts or entries_of(kernel)
    ]
    return "xla" in names


def _plan_in_plain_xla(plan: Plan, kernel: Kernel, targets: Array, *args: Any) -> bool:
    """`_in_plain_xla` of the arguments of `_sums_of_plan`."""
    return _in_plain_xla(kernel, targets, *args[3:])


def _direct_in_plain_xla(kernel: Kernel, targets: Array, *args: Any) -> bool:
    """`_in_plain_xla` of the arguments of `direct_sums`."""
    return _in_plain_xla(kernel, targets, None, args[3])


_compiled_sums = run_once(
    _sums_of_plan,
    static_argnames=("derivatives", "backend", "platform"),
    unless=_plan_in_plain_xla,
)


def sums_of_plan(
    plan: Plan,
    kernel: Kernel,
    targets: Any,
    sources: Any,
    charges: Any,
    *where: Any,
    call: Callable[..., Array] = ahead.call,
) -> Array:
    """`_sums_of_plan`, compiled once for all plans whose sums are alike; `call`: of `ahead`."""
    return call(
        _compiled_sums, without_unread(plan, kernel), kernel, targets, sources, charges, *where
    )


def without_unread(plan: Plan, kernel: Kernel) -> Plan:
    """The plan without what its sums do not read."""
    choice = plan.choice.method.of_sums(plan.choice, kernel)
    return dataclasses.replace(
        plan, choice=choice, cell=None, measured=None, measured_for=None, carried=None
    )


def exact_at(
    kernel: Kernel,
    some: np.ndarray,
    targets: Array,
    sources: Array,
    charges: Array,
    derivatives: int,
    layout: Layout | None = None,
) -> np.ndarray:
    """The direct sums at some targets, of charges (n, k): (k, targets, entries, 1 + d). layout: of
    sources and charges that are split; each device sums its own."""
    there = rows(targets, np.asarray(some, np.int32))
    where = derivatives, platform_of(sources), layout
    return read(layout, direct_sums(kernel, there, sources, charges, *where))


@run_once(static_argnames=("derivatives", "platform", "layout"), unless=_direct_in_plain_xla)
def direct_sums(
    kernel: Kernel,
    targets: Array,
    sources: Array,
    charges: Array,
    derivatives: int,
    platform: str,
    layout: Layout | None,
) -> Array:
    """(k, targets, entries, 1 + d) of charges (n, k), or (n, d, k) for a kernel of vectors."""
    if layout is None:
        return _direct_sums(kernel, targets, sources, charges, derivatives, platform)

    def here(replicated, *sides):
        return _direct_sums(*replicated, *sides, derivatives, platform)

    return layout.total(here, (kernel, targets), sources, charges)


def _direct_sums(
    kernel: Kernel, targets: Array, sources: Array, charges: Array, derivatives: int, platform: str
) -> Array:
    def compute(part, weights, *sides):
        shape = weights.shape[2], targets.shape[1], targets.dtype
        name, _ = backends.choose(None, platform, part, *sides, *shape)
        return direct(part, targets, sources, weights, *sides, backend=name, platform=platform)

    def of_charges(some):
        return _fields(kernel, True, targets, sources, sources[0], some, orders, compute)

    orders, columns = orders_of(derivatives), charges.shape[-1]
    few = len(targets) * len(sources) * columns <= FEW_PAIRS
    if columns == 1 or not few or _in_plain_xla(kernel, targets, None, platform):
        return jnp.moveaxis(of_charges(charges), -1, 0)
    return lax.map(lambda one: of_charges(one[..., None])[..., 0], jnp.moveaxis(charges, -1, 0))


def _fields(
    kernel: Any,
    exact: bool,
    targets: Array,
    sources: Array,
    center: Array,
    charges: Array,
    orders: tuple[int, ...],
    compute: Callable[..., Array],
) -> Array:
    """(targets, entries, 1 + d, k) of a kernel, entry by entry, or for a kernel of vectors by its
    parts.

    exact: whether the parts are those of direct sums.  center: of the coordinates of the parts.
    compute: the sum of a scalar kernel, from weights (n, components, k), source orders and target
      orders to (m, components, k)."""
    if not kernel.traits.vector:
        weights = charges[:, None]
        return jnp.stack(
            [compute(entry, weights, (0,), orders) for entry in entries_of(kernel)], axis=1
        )
    dim = targets.shape[1]

    def summed(part, weights, wanted):
        out = compute(part, pack_weights(weights, dim), tuple(sorted(weights)), wanted)
        return unpack_results(out, wanted, dim)

    x, y = targets - center[None], sources - center[None]
    values = total(kernel.parts(exact), charges, x, y, orders, summed)
    by_entry = [values[0][..., None], *(values[b] for b in orders[1:])]
    return jnp.moveaxis(jnp.concatenate(by_entry, axis=-1), 2, -1)


def ask_for_kernels(
    plan: Plan, targets: Array, sources: Array, samples: int, platform: str
) -> None:
    """Traces both sums of points in the plan's unit, for `AtOnce.begin`."""
    kernel, derivatives = plan.kernel.summed().in_unit(plan.unit), plan.request.derivatives
    charges = jnp.zeros((len(sources), 1), sources.dtype)
    where = derivatives, backend_of(plan, platform), platform
    _sums_of_plan(plan, kernel, targets, sources, charges, *where)
    if not plan.kernel.has_images:
        _direct_sums(kernel, targets[:samples], sources, charges, derivatives, platform)
