"""The sums as C++ kernels on XLA's threads (custom_ops/cpu/log_sum_exp.cpp), with the functions and
arguments of `reference`."""

from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.logsumexp import reference, series
from jaxfmm.logsumexp.compiled import arguments, by_columns
from jaxfmm.logsumexp.monomials import program
from jaxfmm.logsumexp.reference import Frames, Groups, Targets
from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature, fields

SIZES = {"TAIL_MONOMIALS": 128, "TAIL_COLUMNS": 4, "TAIL_APART": reference.APART}
SIZES |= {f"SERIES_DEGREE_{dim}": degree for dim, degree in series.DEGREE.items()}
SIZES |= {f"BOX_DEGREE_{dim}": degree for dim, degree in series.DEGREE_OF_BOXES.items()}
SIZES |= {"BOX_CELLS": series.CELLS}
MOST_VARIABLES = 64  # CAPACITY in log_sum_exp.h, which counts the constant 1 too.
LEAVES = 8  # Series pay off with fewer leaves of sources per target than this.
MOST_COPIES = 2**26  # The copies of sums, to which threads add, have at most this many numbers.
_SOURCES = "r points logs boxes height top targets inverse,i first own chosen program"
_NUMBERS = "i m dim scaled linear levels monomials weighted"
UPWARD = Signature(
    "tails_upward",
    operands="r points logs boxes top inverse values,i first",
    results="r series",
    numbers="i leaves dim expanded weighted",
)
FIND = Signature(
    "tails_find",
    operands=f"r values series,{_SOURCES}",
    results="i anchor,r sums",
    scratch=f"i number,{sort.SCRATCH}",
    numbers=f"{_NUMBERS} expanded cell,d slack gain wave widest rise remainder",
)
MOMENTS = Signature(
    "tails_moments",
    operands=f"r values anchor level least,{_SOURCES}",
    results="r sums",
    numbers=f"{_NUMBERS} columns",
)
SPREAD = Signature(
    "tails_spread",
    operands=f"r given anchor level least,{_SOURCES}",
    results="r sums",
    scratch="r copies",
    numbers=f"{_NUMBERS} columns leaves shares",
)


def usable(dtype: DTypeLike) -> bool:
    """Whether this installation has the kernels for points of this dtype."""
    return launch.built_in(launch.typed("tails_find", dtype))


def has(variables: int, degree: int) -> bool:
    """Whether the fixed arrays of the kernels hold the variables and their monomials."""
    return variables < MOST_VARIABLES and len(program(variables, degree)) <= SIZES["TAIL_MONOMIALS"]


def _arguments(groups: Groups, targets: Targets, degree: int) -> dict[str, Any]:
    variables, dim = groups.points.shape[1], targets.x.shape[1]
    steps = program(variables, degree)
    return arguments(groups, targets) | {
        "program": jnp.asarray(steps),
        "dim": dim,
        "scaled": variables - dim,
        "linear": int(degree == 1),
        "monomials": len(steps),
    }


def find(
    groups: Groups, values: Array, targets: Targets, slack: float, gain: float, degree: int
) -> tuple[Array, Array]:
    shared = _arguments(groups, targets, degree) | {"values": values, "slack": slack, "gain": gain}
    (m, dim), dtype, count = targets.x.shape, targets.x.dtype, shared["monomials"]
    plan = series.make_plan(groups, dim, slack)
    shared |= {"cell": series.largest_cell(dim, slack), "remainder": series.remainder(slack)}
    shared |= plan.limits.arguments()

    def run(**series):
        results = {"anchor": (m,), "sums": (m, count), "number": (m + 1,), **sort.scratch(m)}
        out = FIND.cpu(dtype, shared | series | results)
        return out["anchor"], out["sums"]

    def without_series():
        return run(expanded=0, series=values)

    def with_series():
        upward = UPWARD.cpu(dtype, plan.arguments(groups, values, targets.inverse) | {"dim": dim})
        return run(expanded=plan.levels, **upward)

    few = len(values) // LEAVES
    if not plan.levels or m <= few:
        return without_series()
    near = _is_near(groups, targets).sum(dtype=jnp.int32)
    return lax.cond(near > few, with_series, without_series)


def _is_near(groups: Groups, targets: Targets) -> Array:
    """Which of the chosen targets are at most TAIL_APART bandwidths from the box of all sources."""
    dim = targets.x.shape[1]
    box = groups.boxes[-1, : 2 * dim]  # of the top group
    beyond = jnp.maximum(box[::2].min(1)[None] - targets.x, targets.x - box[1::2].max(1)[None])
    r2 = reference.row_sum(jnp.square(jnp.maximum(beyond, 0) * targets.inverse[None]))
    return (targets.chosen > 0) & (r2 <= reference.APART**2)


def moments(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    shared = _arguments(groups, targets, degree) | fields(frames, "anchor level least")

    def run(values):
        k = values.shape[1]
        shape = (shared["m"], shared["monomials"], k)
        own = {"values": values, "sums": shape, "columns": k}
        return MOMENTS.cpu(targets.x.dtype, shared | own)["sums"]

    return by_columns(run, values, SIZES["TAIL_COLUMNS"])


def spread(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    leaves, k = len(groups.points), values.shape[2]
    shares = max(1, min(16, MOST_COPIES // (32 * leaves * k), len(targets.x)))
    shared = _arguments(groups, targets, degree) | fields(frames, "anchor level least")
    own = {"given": values, "columns": k, "leaves": leaves, "shares": shares}
    own |= {"sums": (leaves, k, 32), "copies": (shares, leaves, k, 32)}
    return SPREAD.cpu(targets.x.dtype, shared | own)["sums"]
