"""What a sum by trees is wrong by, measured at some of its targets against the direct sum. That
costs a sum for every set of charges, and compiles one.

All errors are relative L2 errors over the targets: the largest of those of all sets of charges, of
every entry of the kernel, of the potential and of the gradient. Each of these is compared with
itself alone, since they may differ by any factor. A sum of a smooth kernel is made of few fields,
of which some draws have little while they are wrong by as much as others: the error of a single
draw was at times a tenth of another's. An error is infinite where nothing can be compared: of
values that are zero at all targets, or not finite. In cells, where the forces of crystals may
vanish, no value counts as smaller than the least for which `ewald.parameters` promises a tolerance,
and charges that do not add up to zero are measured by their gradient alone: float32 loses digits of
the potential beside their background."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.ahead import Programs
from jaxfmm.backends import registry as backends
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import pack_weights, unpack_results
from jaxfmm.kernels.parts import total
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.planning import periodic_reference
from jaxfmm.tree.build import Tree

SAMPLES, MOST = 256, 2**17  # targets that are summed directly, and among how many they are chosen
FEW, SAMPLES_OF_FEW = (
    2**10,
    2**14,
)  # charges of a sparse draw, and targets: a few of these have most of its error
SPARSE = 64  # points for each of these charges, at least
# Charges of a heavy draw fall with this power of their rank; masses of haloes fall with a power of
# 1.1.
STEEP = 1.5
# Of the targets, those whose squares count as much as the next, since others lack them; with few
# charges so many for each: then a draw is about as wrong as the worst of a dozen is in truth.
LARGEST, CLOSE_TO_FEW = 1e-3, 1 / 2
FEWEST = 1 / 64  # of the targets, those where a sum is largest say little of its size at the others
NET = 0.1  # of charges, the sum over the sum of magnitudes from which on a cell has a net charge


@np.errstate(all="ignore")  # what is not finite comes out as infinity
def measured_errors(
    plan: Plan,
    targets: Any,
    sources: jax.Array,
    charges: jax.Array,
    kernel: Any = None,
    cell: None = None,
    beside: Any = None,
    few_at: np.ndarray | None = None,
) -> np.ndarray:
    """The errors of a plan by trees for each of the charges (n, k), of potential and gradient: (k,
    1 or 2).

    Equal parts of the targets where they are measured are taken anywhere, where the sums are large,
    so that a field of a few targets alone is not missed, near the edge of their leaves, where local
    expansions are most wrong, and with `beside` where sums of that order differ, so that errors of
    a few targets alone are not missed. Each counts as many times as it stands for others. What they
    are over is known at all targets.

    Args:
      plan: concrete.  targets (m, d), sources (n, d): in its unit.  kernel: in its unit, None for
        the plan's.
      charges: for kernels of vectors (n, d, k).
      cell: None, or (the `few.InCell` of these points for a kernel that has images, its `of` these
        charges).
      beside: None, or another order.
      few_at: None, or the numbers of the few charges that are not zero.
    """
    rng, derivatives = np.random.default_rng(0), plan.request.derivatives
    if plan.kernel.traits.vector:
        kernel, derivatives = (
            plan.kernel.in_unit(plan.unit),
            derivatives - plan.kernel.extra_derivatives,
        )
    kernel = plan.kernel.summed().in_unit(plan.unit) if kernel is None else kernel
    here = platform_of(sources)
    if plan.kernel.has_images:
        plan = dataclasses.replace(plan, lattice=periodic_reference.cell_of(plan))
    backend = _backend(plan, here)
    among, layout = _among(len(targets), rng), plan.request.layout
    charges = charges if layout is None else layout.spread(charges)
    columns = [_column(charges, number) for number in range(charges.shape[-1])]

    def sums_by(order):
        by = dataclasses.replace(plan, choice=dataclasses.replace(plan.choice, order=order))
        each = [
            _sums(by, kernel, targets, sources, column, derivatives, backend, here)
            for column in columns
        ]
        return np.stack([read(layout, _rows(one, among)) for one in each])

    sums = sums_by(plan.choice.order)
    if not np.isfinite(sums).all():
        return np.full((len(sums), 1), np.inf)
    squares = squares_of(sums / largest_numbers(sums))  # (charges, targets, entries, quantities)
    large = [np.ones_like(squares), squares]
    if layout is None and plan.choice.method.local:
        edge = read(layout, _rows(_to_edge(plan.trees[0], targets), among))
        power = (edge / edge.max()) ** (plan.choice.order + 1)
        large.append(np.broadcast_to(power[:, None, None], squares.shape))
    if beside is not None:
        large.append(np.nan_to_num(squares_of((sums - sums_by(beside)) / largest_numbers(sums))))
    odds = np.mean(
        [a / np.maximum(a.sum(1, keepdims=True), np.finfo(np.float64).tiny) for a in large], axis=0
    )
    odds = odds.mean((0, 2, 3))
    odds = odds / odds.sum()
    steps = np.cumsum(odds)
    samples = samples_of(few_at)
    some = np.searchsorted(steps / steps[-1], (np.arange(samples) + rng.random(samples)) / samples)
    if cell is None:
        given = (
            (sources, charges)
            if few_at is None
            else (_rows(sources, few_at), _rows(charges, few_at))
        )
        exact = exact_at(kernel, among[some], targets, *given, derivatives, layout)
    else:
        exact = cell[1](among[some])
    wrong = squares_of((sums[:, some] - exact) / largest_numbers(sums))
    wrong = np.einsum("t,ct...->c...", 1 / odds[some], wrong) / samples
    close = LARGEST if few_at is None else min(LARGEST, CLOSE_TO_FEW * len(few_at) / len(targets))
    size = _usual(squares, close).sum(1)
    if cell is not None:
        charges = read(layout, charges)
        least = periodic_reference.least_sizes(cell[0].rows, charges)[
            :, None, : size.shape[-1]
        ] / _scales(sums)
        size = np.maximum(size, len(among) * np.square(least))
        wrong[charged(charges), :, 0] = 0
    return np.sqrt(_over(wrong, size).max(1))


def _among(count: int, rng: Any) -> np.ndarray:
    """The targets at whose sums is looked, of so many."""
    return np.arange(count) if count <= MOST else rng.choice(count, MOST, replace=False)


def foreseen(
    plan: Plan,
    targets: jax.ShapeDtypeStruct,
    sources: jax.ShapeDtypeStruct,
    platform: str,
    call: Programs,
) -> None:
    """Calls what `measured_errors` will, of charges (n, 1), for plans of one device, with their
    images."""
    kernel = jax.eval_shape(lambda plan: plan.kernel.summed().in_unit(plan.unit), plan)
    among, derivatives = _among(len(targets), np.random.default_rng(0)), plan.request.derivatives
    charges = jax.ShapeDtypeStruct((len(sources), 1), sources.dtype)
    column = call(_column, charges, 0)
    backend = _backend(plan, platform)
    call(
        _rows,
        call(_sums, plan, kernel, targets, sources, column, derivatives, backend, platform),
        among,
    )
    if plan.choice.method.local:
        call(_rows, call(_to_edge, plan.trees[0], targets), among)
    call(_outer, plan.sources_tree, jax.ShapeDtypeStruct((len(sources),), sources.dtype))
    if not plan.kernel.has_images:  # which `few` sums
        some, every, few_at = (
            np.zeros(count, np.int32) for count in (SAMPLES, SAMPLES_OF_FEW, few_of(len(sources)))
        )
        call(
            _exact,
            kernel,
            call(_rows, targets, some),
            sources,
            charges,
            derivatives,
            platform,
            None,
        )
        given = (
            call(_rows, targets, every),
            *(call(_rows, of_all, few_at) for of_all in (sources, charges)),
        )
        call(_exact, kernel, *given, derivatives, platform, None)


def rounding(plan, targets, sources, charges):
    """About what rounding alone makes of sums of charges (n, 1) that cancel, over these sums, as in
    `measured_errors`, of whose arguments these are: the larger one of potential and gradient.
    Without images.

    A sum of so many numbers, each of which is rounded, is wrong by eps times the root of the sum of
    their squares."""
    kernel, layout = plan.kernel.summed().in_unit(plan.unit), plan.request.layout
    some = np.random.default_rng(0).choice(len(targets), SAMPLES)
    size, values = [], jnp.abs(charges)
    for given in (values, charges):
        given = given if layout is None else layout.spread(given)
        found = exact_at(kernel, some, targets, sources, given, plan.request.derivatives, layout)
        squares = squares_of(found)
        size.append(
            np.minimum(squares, np.quantile(squares, 1 - FEWEST, axis=1, keepdims=True)).sum(1)
        )
    count = max(1, np.count_nonzero(values))
    return float(jnp.finfo(charges.dtype).eps) * float(np.sqrt(_over(*size) / count).max())


def over_least_field(plan: Any, points: jax.Array, charges: jax.Array) -> float:
    """The root mean square gradient of charges (n, k) at their own points in a cell, by a plan of
    one device, over the least gradient relative to which errors are promised: the least of all
    columns that are not zero."""
    cell, here = periodic_reference.cell_of(plan), platform_of(points)
    plan, backend = dataclasses.replace(plan, lattice=cell), _backend(plan, here)
    kernel = plan.choice.method.images.paired(
        plan.choice, plan.kernel.summed().in_unit(plan.unit), cell
    )
    columns = [
        _column(charges, number) for number in range(charges.shape[1]) if charges[:, number].any()
    ]
    sums = [_sums(plan, kernel, points, points, column, 1, backend, here) for column in columns]
    sizes = [np.sqrt(squares_of(read(None, one))[..., 1].mean()) for one in sums]
    least = [periodic_reference.least_sizes(cell.rows, column)[0, 1] for column in columns]
    return min((float(a / b) for a, b in zip(sizes, least)), default=np.inf)


def charged(charges):
    """Which of charges (n, k) leave a cell with a net charge, (k,)."""
    charges = np.asarray(charges, float)
    return np.abs(charges.sum(0)) > NET * np.abs(charges).sum(0)


def read(layout: None, array: Any) -> np.ndarray:
    """An array as float64 numbers of NumPy, whole on each process. layout: that of `Request`."""
    return np.asarray(array if layout is None else layout.everywhere(array), np.float64)


# Compiled as wholes, in a fraction of the time that their steps take one by one.


@jax.jit
def _rows(array: jax.Array, numbers: jax.Array) -> jax.Array:
    return array[numbers]


@jax.jit
def _to_edge(tree: Tree, targets: jax.Array) -> jax.Array:
    """The squares of the distances of targets from the centres of their leaves over the radius."""
    leaf = _leaves_of(tree)
    away = targets - tree.center.at[leaf].get(mode="clip")
    return jnp.square(away).sum(1) / jnp.square(tree.radius.at[leaf].get(mode="clip"))


def _leaves_of(tree: Tree) -> jax.Array:
    """The node of the leaf of each point."""
    return tree.leaves.at[tree.leaf_of_point].get(mode="clip")


@jax.jit
def _column(charges: jax.Array, number: jax.Array) -> jax.Array:
    return charges[..., number, None]


def _over(wrong: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The quotient, infinite where it makes no sense."""
    return np.where(np.isfinite(wrong) & np.isfinite(size) & (size > 0), wrong / size, np.inf)


def _usual(squares: np.ndarray, close: float) -> np.ndarray:
    """The squares of sums (charges, targets, ...), the largest cut off at a share of the targets: a
    few close pairs that later points need not have."""
    kept = max(1, int(np.ceil(close * squares.shape[1])))
    return np.minimum(squares, np.partition(squares, -kept, axis=1)[:, -kept, None])


def largest(squares: np.ndarray) -> float:
    """The largest error of their squares, infinite if one is not finite."""
    return float(np.sqrt(squares.max())) if np.isfinite(squares).all() else np.inf


def largest_numbers(values: np.ndarray) -> np.ndarray:
    """The largest numbers of the potential and of the gradient of each entry, 1 for zero: of values
    (charges, targets, entries, 1 + d) -> (charges, 1, entries, 1 + d). Squares of numbers beside
    them neither vanish nor overflow."""
    found = np.abs(values).max(axis=1, keepdims=True)
    found[..., 1:] = found[..., 1:].max(axis=-1, keepdims=True, initial=0)
    return np.where(found > 0, found, 1)


def _scales(values):
    """`largest_numbers` of potential and gradient, (charges, entries, 1 or 2)."""
    found = largest_numbers(values)[:, 0]
    return found[..., : min(2, found.shape[-1])]


def squares_of(values: np.ndarray) -> np.ndarray:
    """Those of potential and gradient: (..., 1 + d) -> (..., 1 or 2)."""
    squares = np.square(values)
    parts = squares[..., :1], squares[..., 1:].sum(-1, keepdims=True)
    return np.concatenate(parts[: min(2, values.shape[-1])], axis=-1)


def draws(n: int, dtype: DTypeLike, both: int = 7) -> jax.Array:
    """Charges (n, 1 + both): of one sign and of both."""
    rng = np.random.default_rng(1)
    return jnp.asarray(
        np.concatenate([np.ones((n, 1)), rng.normal(size=(n, both))], axis=1).astype(dtype)
    )


def draws_for(kernel: Kernel, n: int, dim: int, dtype: DTypeLike) -> jax.Array:
    """`draws` for a kernel, of vectors (n, d, 1 + both) where it takes these."""
    if not kernel.traits.vector:
        return draws(n, dtype, kernel.traits.draws)
    return draws(n * dim, dtype, kernel.traits.draws).reshape(n, dim, -1)


def samples_of(few_at: np.ndarray | None) -> int:
    """At how many targets sums are measured; few_at: as of `measured_errors`."""
    return SAMPLES if few_at is None else SAMPLES_OF_FEW


def few_of(n: int) -> int:
    """How many charges of n a sparse draw has."""
    return min(FEW, -(-n // SPARSE))


def sparse_draw(n: int, dtype: DTypeLike) -> tuple[jax.Array, np.ndarray]:
    """(charges (n, 1) of both signs, all but few zero, as of bodies heavier than all others; their
    numbers)"""
    rng, charges = np.random.default_rng(2), np.zeros((n, 1))
    at = rng.choice(n, few_of(n), replace=False).astype(np.int32)
    charges[at, 0] = rng.normal(size=len(at))
    return jnp.asarray(charges.astype(dtype)), at


def heavy_draw(n: int, dtype: Any) -> tuple[jax.Array, np.ndarray]:
    """(charges (n, 1) of both signs as `sparse_draw` has, the largest of which outweigh the others,
    their numbers)

    They follow a power law that is steeper than the masses of haloes and the luminosities of stars:
    about five of them carry a sum."""
    rng, charges = np.random.default_rng(5), np.zeros((n, 1))
    at = rng.choice(n, few_of(n), replace=False).astype(np.int32)
    charges[at, 0] = rng.choice([-1.0, 1.0], len(at)) * np.arange(1.0, len(at) + 1) ** -STEEP
    return jnp.asarray(charges.astype(dtype)), at


def outer_draw(tree: Any, dtype: DTypeLike) -> jax.Array:
    """Charges (n, 1) of both signs where points are sparse: zero in the narrower half of the leaves
    of their tree, where they would hide errors of the others."""
    values = np.random.default_rng(3).normal(size=len(tree.order)).astype(dtype)
    return _outer(tree, jnp.asarray(values))


@jax.jit
def _outer(tree: Tree, values: jax.Array) -> jax.Array:
    radius = tree.radius.at[_leaves_of(tree)].get(mode="clip")
    return jnp.where(radius >= jnp.median(radius), values, 0)[:, None]


def platform_of(x: jax.Array) -> str:
    """Where a concrete array lies, in the words of `native.platforms`."""
    return {"cpu": "cpu", "gpu": "cuda"}.get(next(iter(x.devices())).platform, "other")


def entries_of(kernel: Kernel) -> list[Kernel]:
    """The kernels that it is made of: itself, or its entries."""
    return kernel.entries() or [kernel]


def orders_of(derivatives: int) -> Any:
    """Of the quantities that are measured: of the potential, and of the gradient if that is asked
    for."""
    return tuple(range(min(derivatives, 1) + 1))


def ask_for_kernels(plan: Plan, targets: jax.Array, sources: jax.Array) -> None:
    """Traces what `measured_errors` computes of points in the plan's unit, for
    `nvrtc.compile_ahead`."""
    kernel, charges = (
        plan.kernel.summed().in_unit(plan.unit),
        jnp.zeros((len(sources), 1), sources.dtype),
    )
    derivatives, backend = plan.request.derivatives, _backend(plan, "cuda")
    _sums_of(plan, kernel, targets, sources, charges, derivatives, backend, "cuda")
    if not plan.kernel.has_images:
        _exact_of(kernel, targets[:SAMPLES], sources, charges, derivatives, "cuda")


def _backend(plan: Plan, platform: str) -> Any:
    """Whose operations compute the sums that are measured, None for the fastest."""
    return plan.request.backend if plan.request.backend in (platform, "xla") else None


def _sums_of(
    plan: Any,
    kernel: Any,
    targets: Any,
    sources: Any,
    charges: Any,
    derivatives: int,
    backend: str | None,
    platform: str,
) -> jax.Array:
    """(targets, entries, 1 + d), of charges (n, 1), or (n, d, 1) for a kernel of vectors."""
    orders, each = orders_of(derivatives), []
    if kernel.traits.vector:

        def compute(part, weights, *sides):
            shape = weights.shape[2], targets.shape[1], targets.dtype
            name, _ = backends.choose(backend, platform, part, *sides, *shape)
            summands = Summands(targets, sources, weights, *sides)
            return plan.choice.method.compute(plan, part, summands, backend=name, platform=platform)

        center = (plan.center - plan.shift) / plan.unit
        return _of_vectors(
            kernel.parts(plan.is_direct), targets, sources, center, charges, orders, compute
        )[..., 0]
    for entry in entries_of(kernel):
        name, _ = backends.choose(
            backend, platform, entry, (0,), orders, 1, targets.shape[1], targets.dtype
        )
        summands = Summands(targets, sources, charges[:, None], (0,), orders)
        out = plan.choice.method.compute(plan, entry, summands, backend=name, platform=platform)
        rest = plan.choice.method.images.rest(
            plan.choice, plan.lattice, targets, sources, {0: charges}, orders
        )
        each.append(out + periodic_reference.stacked(rest) if rest else out)
    return jnp.stack(each, axis=1)[..., 0]


_sums = jax.jit(_sums_of, static_argnames=("derivatives", "backend", "platform"))


def _of_vectors(
    parts: list[Any],
    targets: jax.Array,
    sources: jax.Array,
    center: jax.Array,
    charges: jax.Array,
    orders: tuple[int, int],
    compute: Callable,
) -> Any:
    """(targets, d, 1 + d, k) of a vector kernel's parts. compute: from a kernel, weights (n,
    components, k), source and target orders to (m, components, k)."""
    dim = targets.shape[1]

    def summed(kernel, weights, wanted):
        out = compute(kernel, pack_weights(weights, dim), tuple(sorted(weights)), wanted)
        return unpack_results(out, wanted, dim)

    x, y = targets - center[None], sources - center[None]
    found = total(parts, charges, x, y, orders, summed)
    both = [found[0][..., None], *(found[b] for b in orders[1:])]
    return jnp.moveaxis(jnp.concatenate(both, axis=-1), 2, -1)


def exact_at(
    kernel: Kernel,
    some: np.ndarray,
    targets: jax.Array,
    sources: jax.Array,
    charges: jax.Array,
    derivatives: int,
    layout: None = None,
) -> np.ndarray:
    """The direct sums at some targets, of charges (n, k): (k, targets, entries, 1 + d). layout:
    that of `Request`, of sources and charges that are split; each device sums its own."""
    there = _rows(targets, np.asarray(some, np.int32))
    return read(
        layout, _exact(kernel, there, sources, charges, derivatives, platform_of(sources), layout)
    )


@functools.partial(jax.jit, static_argnames=("derivatives", "platform", "layout"))
def _exact(
    kernel: Kernel,
    targets: jax.Array,
    sources: jax.Array,
    charges: jax.Array,
    derivatives: int,
    platform: str,
    layout: None,
) -> jax.Array:
    if layout is None:
        return _exact_of(kernel, targets, sources, charges, derivatives, platform)

    def here(given, *sides):
        return _exact_of(*given, *sides, derivatives, platform)

    return layout.total(here, (kernel, targets), sources, charges)


def _exact_of(
    kernel: Any,
    targets: Any,
    sources: Any,
    charges: Any,
    derivatives: int,
    platform: str,
) -> jax.Array:
    orders, each = orders_of(derivatives), []
    if kernel.traits.vector:

        def compute(part, weights, *sides):
            shape = weights.shape[2], targets.shape[1], targets.dtype
            name, _ = backends.choose(None, platform, part, *sides, *shape)
            return direct(part, targets, sources, weights, *sides, backend=name, platform=platform)

        out = _of_vectors(
            kernel.parts(True), targets, sources, sources[0], charges, orders, compute
        )
        return jnp.moveaxis(out, -1, 0)
    for entry in entries_of(kernel):
        shape = charges.shape[1], targets.shape[1], targets.dtype
        name, _ = backends.choose(None, platform, entry, (0,), orders, *shape)
        arguments = targets, sources, charges[:, None], (0,), orders
        each.append(direct(entry, *arguments, backend=name, platform=platform))
    return jnp.moveaxis(jnp.stack(each, axis=1), -1, 0)
