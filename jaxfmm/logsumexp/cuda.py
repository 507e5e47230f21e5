"""The sums as CUDA kernels, compiled by NVRTC for each use (custom_ops/cuda/log_sum_exp.cuh), with
the functions and arguments of `reference`."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.logsumexp import reference, series
from jaxfmm.logsumexp.compiled import arguments, by_columns
from jaxfmm.logsumexp.monomials import program
from jaxfmm.logsumexp.reference import Frames, Groups, Targets
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

_WARPS = 4  # in a block, each with one target or several
_UPWARD_WARPS = 8  # in a block that makes a series
# (fewest targets, targets that share a walk). Many targets are enough for all warps of a card
# though each warp has several.
_TOGETHER = (2**17, 32), (2**15, 16)
_COLUMNS = 4  # at once
_MOST_MONOMIALS = 128
_SOURCES = "r points logs boxes height top targets inverse,i first own chosen"
_NUMBERS = "l m,i levels weighted"
_UPWARD = Signature(
    "upward",
    operands="r points logs boxes top inverse values,i first",
    results="r series",
    numbers="l leaves,i expanded weighted",
)
_FIND = Signature(
    "find",
    operands=f"r values series,{_SOURCES}",
    results="i anchor,r sums",
    numbers=f"{_NUMBERS} expanded,d slack gain wave widest rise",
)
_TOGETHER_FIND = Signature(
    "find_together",
    operands=f"r values series mass,i number,{_SOURCES}",
    results="i anchor left,r sums",
    numbers=f"{_NUMBERS} expanded,d slack gain wave widest rise low_wave low_widest low_rise",
)
_MOMENTS = Signature(
    "moments_of",
    operands=f"r values anchor level least,{_SOURCES}",
    results="r sums",
    numbers=_NUMBERS,
)
_SPREAD = Signature(
    "spread_of",
    operands=f"r sums given anchor level least,{_SOURCES}",
    results="r sums",
    numbers=_NUMBERS,
)


def has(variables: int, degree: int) -> bool:
    """Whether the registers and the local memory of a thread hold the monomials."""
    return len(program(variables, degree)) <= _MOST_MONOMIALS


def _run(
    signature: Signature,
    groups: Groups,
    targets: Targets,
    degree: int,
    own: dict[str, Any],
    template: tuple[int | str, ...] = (),
) -> dict[str, Array]:
    """own: the arguments of this signature alone.  template: its own template arguments."""
    variables, (m, dim), dtype = groups.points.shape[1], targets.x.shape, targets.x.dtype
    powers = f"Linear<{dim}>" if degree == 1 and variables == dim else "Monomials<List>"
    template = ("REAL", dim, str(variables > dim).lower(), powers, *template, _WARPS)
    call = f"{signature.name}<{', '.join(map(str, template))}>"
    source = _source(call, signature, dtype, dim, _list(variables, degree))
    every = arguments(groups, targets) | own
    return signature.cuda(source, dtype, every, grid=-(-m // _WARPS), block=32 * _WARPS)


def _source(
    call: str,
    signature: Signature,
    dtype: np.dtype,
    dim: int,
    struct: str = "",
    bounds: int | tuple[int, int] = 32 * _WARPS,
) -> str:
    sizes = {"SERIES_DEGREE": series.DEGREE.get(dim, 0), "TAIL_APART": reference.APART}
    sizes |= {"LOW_DEGREE": series.LOW_DEGREE.get(dim, 0)}
    return kernel_source(["log_sum_exp.cuh"], call, signature, dtype, bounds, sizes, struct)


def _list(variables: int, degree: int) -> str:
    """The program of the monomials as a struct in C++."""
    steps = program(variables, degree)
    count = len(steps)

    def table(name, column):
        numbers = ", ".join(str(row[column]) for row in steps)
        head = f"  __device__ static constexpr int {name}(int m)"
        return f"{head} {{ constexpr int list[] = {{{numbers}}}; return list[m]; }}\n"

    return (
        "struct List {\n"
        f"  static constexpr int CAPACITY = {count};\n"
        f"  __device__ static constexpr int count() {{ return {count}; }}\n"
        f"{table('parent', 0)}{table('variable', 1)}}};\n"
    )


def find(
    groups: Groups, values: Array, targets: Targets, slack: float, gain: float, degree: int
) -> tuple[Array, Array]:
    (m, dim), dtype = targets.x.shape, targets.x.dtype
    count = len(program(groups.points.shape[1], degree))
    plan = series.make_plan(groups, dim, slack)
    own = {"values": values, "slack": slack, "gain": gain, "anchor": (m,), "sums": (m, count)}
    own |= {"expanded": plan.levels, "series": values, **plan.limits.arguments()}
    if plan.levels:
        call = f"upward<REAL, {dim}, {_UPWARD_WARPS}>"
        source = _source(call, _UPWARD, dtype, dim, bounds=32 * _UPWARD_WARPS)
        upward, leaves = plan.arguments(groups, values, targets.inverse), len(values)
        grid = -(-leaves // _UPWARD_WARPS) + plan.nodes - leaves
        own |= _UPWARD.cuda(source, dtype, upward, grid=grid, block=32 * _UPWARD_WARPS)
    expanded = str(plan.levels > 0).lower()

    def alone(targets: Targets) -> tuple[Array, Array]:
        out = _run(_FIND, groups, targets, degree, own, (expanded,))
        return out["anchor"], out["sums"]

    together = next((count for fewest, count in _TOGETHER if m >= fewest), 0)
    if not together or dim not in series.DEGREE or groups.points.shape[1] > dim:
        return alone(targets)
    call = f"find_together<REAL, {dim}, {expanded}, {together}, {_WARPS}>"
    source = _source(call, _TOGETHER_FIND, dtype, dim)
    number = reference.along_curve(groups, targets)
    every = arguments(groups, targets) | own
    every |= {"mass": groups.mass, "number": number, "left": (m,)} | plan.low.arguments("low_")
    grid = -(-m // (_WARPS * together))
    out = _TOGETHER_FIND.cuda(source, dtype, every, grid=grid, block=32 * _WARPS)
    left = out["left"]
    anchor, sums = alone(targets._replace(chosen=left))
    anchor = jnp.where(left > 0, anchor, out["anchor"])
    return anchor, jnp.where(left[:, None] > 0, sums, out["sums"])


def moments(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    m, count = len(targets.x), len(program(groups.points.shape[1], degree))

    def run(values):
        k = values.shape[1]
        own = fields(frames, "anchor level least") | {"values": values, "sums": (m, count, k)}
        return _run(_MOMENTS, groups, targets, degree, own, (k,))["sums"]

    return by_columns(run, values, _COLUMNS)


def spread(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    k = values.shape[2]
    zeros = jnp.zeros((len(groups.points), k, 32), values.dtype)
    own = fields(frames, "anchor level least") | {"given": values, "sums": zeros}
    return _run(_SPREAD, groups, targets, degree, own, (k,))["sums"]
