"""Measures the errors of a plan by trees at sampled targets, against direct sums there. This
costs one sum by the plan for each set of charges.

All errors are relative L2 errors over the targets: the largest of all sets of charges, of all
entries of the kernel, of the potential and of the gradient. Each of these is compared with itself
alone, since they may differ by any factor. An error is infinite where nothing can be compared: of
values that are zero at all targets, or not finite.

A smooth kernel gives only a few independent fields. For some random charges these nearly vanish
from the sum, but not from its error: the error of one draw was at times a tenth of another's. So
several draws are compared.

In cells, where the forces of crystals may vanish, errors are relative to at least the smallest
field for which `ewald.parameters` promises a tolerance. Charges that do not add up to zero are
measured by their gradient alone there: float32 loses digits of their potential, since a background
makes them neutral."""

import dataclasses
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import ahead, on_host
from jaxfmm.backends import cuda
from jaxfmm.kernels.base import MOST_TIMES, Kernel
from jaxfmm.methods.costs import Problem
from jaxfmm.on_host import numbers_of
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import periodic_reference, sampled_sums
from jaxfmm.planning.periodic_reference import InCell
from jaxfmm.planning.probe_charges import SPARE, Probe, few_of
from jaxfmm.planning.sampled_sums import (
    backend_of,
    exact_at,
    platform_of,
    read,
    rows,
    rows_on_device,
)

SEED = 0  # of the targets that are looked at
SAMPLES = 256  # Sums are compared at this many targets.
SAMPLES_OF_FEW = 2**14  # Of few charges, at this many: a few targets have most of their error.
MOST_TARGETS = 2**17  # The targets are chosen among at most this many.
# The largest sums count only as much as the next, for this share of the targets: a few close pairs
# have them, which later points need not have. Of few charges the largest CLOSE_TO_FEW times as many
# as there are charges do: the error of a draw is then about that of the worst of a dozen draws.
LARGEST, CLOSE_TO_FEW = 1e-3, 1 / 2
# Sums of charges that cancel are clipped at the largest 1/64 of the values; these do not show the
# typical size.
CLIPPED = 1 / 64
# A cell has a net charge from this ratio on of the sum of charges to the sum of their magnitudes.
NET = 0.1
# So many charges are measured at the same time, by platform: on a GPU a sum takes less time than
# the host's part of it. Over a mesh one after the other: devices must exchange in one order.
AT_ONCE = {cuda.PLATFORM: 4}
LOWER = 2  # Compare with a sum this many orders lower to locate the errors.
# By rounding, sums in a cell have errors of up to this many eps times the field of the uniform
# background (2 to 3 were measured on CPUs, 3.4 to 5.7 on GPUs). That matters where charges of one
# sign are as even as in a crystal: their forces are far smaller than that field.
ROUNDED = 6.0
# A plan is measured for these lengths of the kernel too, relative to its own.
LENGTHS = (1 / MOST_TIMES, 1 / 16, 1 / 4, 4, 16, MOST_TIMES)

Cell = tuple[InCell, Callable[[np.ndarray], np.ndarray]]


class Errors(NamedTuple):
    """Errors of a plan for charges (n, k), of potential and gradient.

    relative: L2 errors over the targets, (k, 1 or 2).
    at_target: the largest relative errors at one of the targets where sums are compared (Goude &
      Engblom 2013, equation 5.3), (k, 1 or 2). Infinite where a sum is zero."""

    relative: np.ndarray
    at_target: np.ndarray


class Measured(NamedTuple):
    """What is known of a plan: its error, and the `Errors.at_target` of usual charges."""

    error: float
    at_target: tuple[float, ...]


def largest_error(plan: Plan, problem: Problem, probes: list[Probe]) -> Measured:
    """The largest weighted error of all `Probe`s; of the first one also at the other lengths of a
    kernel whose expansions do not depend on it. The errors at a target are those of the probe that
    is `usual`."""
    kernel, order = problem.kernel.summed(), _order_of(plan)
    method = plan.choice.method.to_fit(plan.request, plan.kernel)
    y, x = both_inside(plan, problem.sources, problem.targets)
    cases = [(1.0, probe) for probe in probes]
    if lengths := lengths_of(kernel, method):
        first = dataclasses.replace(probes[0], weight=probes[0].weight / SPARE, cell=None)
        cases += [(length, first) for length in lengths]
    largest, at_target = float(jnp.finfo(y.dtype).eps), ()
    unit, kernel, own = np.asarray(plan.unit), numbers_of(kernel), ahead.settings()
    edges = edges_of(plan, x, _among(len(x), np.random.default_rng(SEED)))

    def measure(case: tuple[float, Probe]) -> Errors:
        length, probe = case
        inner, lower = kernel.in_unit(unit * unit.dtype.type(length)), max(order - LOWER, 0)
        how = inner, probe.cell, lower if probe.local else None, probe.few_at, edges
        with ahead.with_settings(*own):
            return measured_errors(plan, x, y, probe.charges, *how)

    at_once = AT_ONCE.get(platform_of(y), 1) if plan.request.layout is None else 1
    with ThreadPoolExecutor(at_once) as pool:
        measured = list((pool.map if at_once > 1 else map)(measure, cases))
    for (length, probe), errors in zip(cases, measured):
        error = float(errors.relative.max())
        counted = math.sqrt(max(0.0, error**2 - probe.rounding**2))
        largest = max(largest, probe.weight * counted)
        if probe.usual and length == 1.0:
            at_target = tuple(map(float, errors.at_target.max(0)))
    return Measured(largest, at_target)


def lengths_of(kernel: Kernel, method: Any) -> tuple[float, ...]:
    """The other lengths of a kernel at which errors are measured: none for expansions that depend
    on it. method: of `Method.to_fit`."""
    fixed = method is None or method.kind.of_one_kernel or not jax.tree.leaves(kernel.summed())
    return () if fixed else LENGTHS


@np.errstate(all="ignore")  # what is not finite comes out as infinity
def measured_errors(
    plan: Plan,
    targets: Array,
    sources: Array,
    charges: Array,
    kernel: Kernel | None = None,
    cell: Cell | None = None,
    other_order: int | None = None,
    few_at: np.ndarray | None = None,
    edges: np.ndarray | None = None,
) -> Errors:
    """The errors of a plan by trees for each of the charges (n, k).

    Args:
      plan: concrete.
      targets, sources: (m, d), (n, d) in its unit.
      charges: for kernels of vectors (n, d, k).
      kernel: in its unit; None for the plan's.
      cell: for a kernel that has images (the `InCell` of these points, its `of` these charges);
        None for others.
      other_order: targets are also chosen where sums of this order differ from the plan's, so that
        errors of a few targets alone are not missed; None for no such choice.
      few_at: the numbers of the few charges that are not zero; None where all may count.
      edges: the `edges_of` the targets that are looked at, where these are known.
    """
    sums = _Sums(plan, kernel, targets, sources, charges)
    values = sums.of_order(_order_of(plan))
    if not np.isfinite(values).all():
        return Errors(np.full((len(values), 1), np.inf), np.full((len(values), 1), np.inf))
    scale = largest_numbers(values)
    squares = squares_of(values / scale)  # (charges, targets, entries, quantities)
    places = [np.ones(squares.shape[1]), squares]
    if edges is None:
        edges = edges_of(plan, targets, sums.among)
    if edges is not None:
        places.append(edges)
    if other_order is not None:
        other = sums.of_order(other_order)
        places.append(np.nan_to_num(squares_of((values - other) / scale)))
    odds = _odds(places)
    some = _sample(odds, samples_of(few_at), sums.rng)
    exact = sums.exact(some, few_at) if cell is None else cell[1](sums.among[some])
    wrong = squares_of((values[:, some] - exact) / scale)
    at_target = _quotient(wrong.sum(2), squares[:, some].sum(2)).max(1)
    wrong = np.einsum("t,ct...->c...", 1 / odds[some], wrong) / len(some)
    few = math.inf if few_at is None else CLOSE_TO_FEW * len(few_at) / len(targets)
    size = _clipped(squares, min(LARGEST, few)).sum(1)
    if cell is not None:
        of_charges = read(sums.layout, sums.charges)
        least = periodic_reference.least_sizes(cell[0].rows, of_charges)
        least = least[:, None, : size.shape[-1]] / _scales(values)
        size = np.maximum(size, len(sums.among) * np.square(least))
        wrong[charged(of_charges), :, 0] = 0
        if size.shape[-1] > 1:  # the slope of the background, which cancels the other charges'
            slopes = periodic_reference.background_slopes(cell[0], of_charges)[:, None]
            slopes = ROUNDED * np.finfo(targets.dtype).eps * slopes / _scales(values)[..., 1]
            wrong[..., 1] = np.maximum(wrong[..., 1] - len(sums.among) * np.square(slopes), 0)
    return Errors(np.sqrt(_quotient(wrong, size).max(1)), np.sqrt(at_target))


class _Sums:
    """The sums of a plan and of charges at those targets that are looked at, `among`."""

    def __init__(
        self, plan: Plan, kernel: Kernel | None, targets: Array, sources: Array, charges: Array
    ) -> None:
        self.rng, self.layout = np.random.default_rng(SEED), plan.request.layout
        self.derivatives = plan.request.derivatives
        if plan.kernel.traits.vector:
            kernel = plan.kernel.in_unit(plan.unit)
            self.derivatives -= plan.kernel.extra_derivatives
        self.kernel = plan.kernel.summed().in_unit(plan.unit) if kernel is None else kernel
        if plan.kernel.has_images:
            plan = dataclasses.replace(plan, lattice=periodic_reference.cell_of(plan))
        self.plan, self.targets, self.sources = plan, targets, sources
        self.charges = charges if self.layout is None else self.layout.spread(charges)
        self.among = _among(len(targets), self.rng)

    def of_order(self, order: int) -> np.ndarray:
        """The sums by the plan with another order: (charges, targets, entries, quantities)."""
        plan = dataclasses.replace(
            self.plan, choice=dataclasses.replace(self.plan.choice, order=order)
        )
        platform = platform_of(self.sources)
        where = self.derivatives, backend_of(plan, platform), platform
        values = []
        for number in range(self.charges.shape[-1]):
            column = sampled_sums.column(self.charges, number)
            points = self.targets, self.sources, column
            sums = sampled_sums.sums_of_plan(plan, self.kernel, *points, *where)
            values.append(read(self.layout, rows(sums, self.among)))
        return np.stack(values)

    def exact(self, some: np.ndarray, few_at: np.ndarray | None) -> np.ndarray:
        """The direct sums at some of the targets `among`."""
        sources, charges = self.sources, self.charges
        if few_at is not None:
            sources, charges = rows(sources, few_at), rows(charges, few_at)
        at = self.kernel, self.among[some], self.targets
        return exact_at(*at, sources, charges, self.derivatives, self.layout)


def edges_of(plan: Plan, targets: Array, among: np.ndarray) -> np.ndarray | None:
    """How much some targets count for their place in their leaves: near the edge local expansions
    have the largest errors. None where that is not known."""
    if plan.request.layout is not None or not plan.choice.method.local:
        return None
    edge = sampled_sums.edge_distances(plan.trees[0], targets, among)
    return (edge / edge.max()) ** (plan.choice.order + 1)


def _among(count: int, rng: np.random.Generator) -> np.ndarray:
    """The targets at whose sums is looked, of so many."""
    if count <= MOST_TARGETS:
        return np.arange(count)
    return rng.choice(count, MOST_TARGETS, replace=False)


def _odds(places: list[np.ndarray]) -> np.ndarray:
    """The odds (t,) with which targets are sampled: equal parts of the samples fall as each of
    these squares (charges, t, entries, quantities) or (t,) does."""
    tiny, odds = np.finfo(np.float64).tiny, 0.0
    for squares in places:
        if squares.ndim == 1:
            odds += squares / max(squares.sum(), tiny)
        else:  # a mean of each sum
            sums = np.maximum(squares.sum(1), tiny)
            odds += np.einsum("cteq,ceq->t", squares, 1 / (sums.size * sums))
    return odds / np.sum(odds)


def _sample(odds: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """The numbers of `count` targets by these odds, one from each of `count` equal strata."""
    steps = np.cumsum(odds)
    return np.searchsorted(steps / steps[-1], (np.arange(count) + rng.random(count)) / count)


def samples_of(few_at: np.ndarray | None) -> int:
    """At how many targets sums are compared; few_at: as in `measured_errors`."""
    return SAMPLES if few_at is None else SAMPLES_OF_FEW


def _order_of(plan: Plan) -> int:
    """The order whose errors are measured."""
    return plan.choice.method.measured_order(plan.choice, plan.kernel)


def kind_of(probe: Probe) -> tuple[int, int, int]:
    """How many charges of a probe are not known to be zero, in how many columns, and at how many
    targets their sums are compared."""
    count, columns = probe.charges.shape
    few_at = probe.few_at
    return count if few_at is None else len(few_at), columns, samples_of(few_at)


def kinds_of_any(count: int) -> set[tuple[int, int, int]]:
    """`kind_of` the probes of so many charges of every kind, on one device."""
    return {(count, 1, SAMPLES), (few_of(count), 1, SAMPLES_OF_FEW)}


def trace_programs(plan: Any, targets: Any, sources: Any, platform: str, call: Any) -> None:
    """Calls what `measured_errors` will, for `ahead.Programs`: of charges (n, 1), of a traced plan
    of one device, with its images, and points that are `jax.ShapeDtypeStruct`s."""
    kernel = jax.eval_shape(lambda plan: plan.kernel.summed().in_unit(plan.unit), plan)
    among = _among(len(targets), np.random.default_rng(SEED))
    derivatives = plan.request.derivatives
    charges = jax.ShapeDtypeStruct((len(sources), 1), sources.dtype)

    def take(function, array, numbers):  # as `rows` and `column` do
        by_numpy = on_host.reads(platform, array)
        return (jax.eval_shape if by_numpy else call)(function, array, numbers)

    column = take(sampled_sums.column_on_device, charges, 0)
    where = derivatives, backend_of(plan, platform), platform
    sums = sampled_sums.sums_of_plan(plan, kernel, targets, sources, column, *where, call=call)
    take(rows_on_device, sums, among)
    if plan.kernel.has_images:  # `periodic_reference` has the exact sums
        return
    few = np.zeros(few_of(len(sources)), np.int32)
    for count, few_at in ((SAMPLES, None), (SAMPLES_OF_FEW, few)):
        some = take(rows_on_device, targets, np.zeros(count, np.int32))
        sides = sources, charges
        if few_at is not None:
            sides = (
                take(rows_on_device, sources, few_at),
                take(rows_on_device, charges, few_at),
            )
        call(sampled_sums.direct_sums, kernel, some, *sides, derivatives, platform, None)


def rounding(plan: Plan, problem: Problem, charges: Array) -> float:
    """About the error by rounding of sums of charges (n, 1) that cancel, without images: the larger
    one of potential and gradient, relative as in `measured_errors`.

    A sum of numbers that are rounded has an error of about eps times the root of the sum of their
    squares."""
    y, x = both_inside(plan, problem.sources, problem.targets)
    kernel, layout = plan.kernel.summed().in_unit(plan.unit), plan.request.layout
    some = np.random.default_rng(0).choice(len(x), SAMPLES)
    sizes, magnitudes = [], jnp.abs(charges)
    for q in (magnitudes, charges):
        q = q if layout is None else layout.spread(q)
        squares = squares_of(exact_at(kernel, some, x, y, q, plan.request.derivatives, layout))
        sizes.append(
            np.minimum(squares, np.quantile(squares, 1 - CLIPPED, axis=1, keepdims=True)).sum(1)
        )
    count = max(1, np.count_nonzero(magnitudes))
    return float(jnp.finfo(charges.dtype).eps) * float(np.sqrt(_quotient(*sizes) / count).max())


def over_least_field(plan: Plan, points: Array, charges: Array) -> float:
    """The root mean square gradient of charges (n, k) at their own points in a cell, by a plan of
    one device, over the least gradient relative to which errors are promised: the smallest ratio of
    all columns that are not zero."""
    cell, platform = periodic_reference.cell_of(plan), platform_of(points)
    plan = dataclasses.replace(plan, lattice=cell)
    kernel = plan.kernel.summed().in_unit(plan.unit)
    kernel = plan.choice.method.images.paired(plan.choice, kernel, cell)
    where, ratios = (1, backend_of(plan, platform), platform), []
    for number in range(charges.shape[1]):
        column = sampled_sums.column(charges, number)
        if np.asarray(column).any():
            sums = sampled_sums.sums_of_plan(plan, kernel, points, points, column, *where)
            size = np.sqrt(squares_of(read(None, sums))[..., 1].mean())
            ratios.append(float(size / periodic_reference.least_sizes(cell.rows, column)[0, 1]))
    return min(ratios, default=np.inf)


def charged(charges: np.ndarray) -> np.ndarray:
    """Which of charges (n, k) leave a cell with a net charge, (k,)."""
    return np.abs(charges.sum(0)) > NET * np.abs(charges).sum(0)


def _quotient(wrong: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The quotient, infinite where it makes no sense."""
    return np.where(np.isfinite(wrong) & np.isfinite(size) & (size > 0), wrong / size, np.inf)


def _clipped(squares: np.ndarray, share: float) -> np.ndarray:
    """The squares of sums (charges, targets, ...), those of the largest share of the targets
    reduced to the least of them."""
    kept = max(1, int(np.ceil(share * squares.shape[1])))
    return np.minimum(squares, np.partition(squares, -kept, axis=1)[:, -kept, None])


def largest(squares: np.ndarray) -> float:
    """The largest error of their squares, infinite if one is not finite."""
    return float(np.sqrt(squares.max())) if np.isfinite(squares).all() else np.inf


def largest_numbers(values: np.ndarray) -> np.ndarray:
    """The largest numbers of the potential and of the gradient of each entry, 1 for zero: of values
    (charges, targets, entries, 1 + d) -> (charges, 1, entries, 1 + d). Squares of numbers that are
    divided by them neither vanish nor overflow."""
    numbers = np.abs(values).max(axis=1, keepdims=True)
    numbers[..., 1:] = numbers[..., 1:].max(axis=-1, keepdims=True, initial=0)
    return np.where(numbers > 0, numbers, 1)


def _scales(values: np.ndarray) -> np.ndarray:
    """`largest_numbers` of potential and gradient, (charges, entries, 1 or 2)."""
    return largest_numbers(values)[:, 0, :, :2]


def squares_of(values: np.ndarray) -> np.ndarray:
    """The squared potential and the squared length of the gradient: (..., 1 + d) -> (..., 1 or
    2)."""
    slopes = values[..., 1:]
    parts = np.square(values[..., 0]), np.einsum("...i,...i->...", slopes, slopes)
    return np.stack(parts[: min(2, values.shape[-1])], axis=-1)
