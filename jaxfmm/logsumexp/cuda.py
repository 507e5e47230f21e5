"""The sums as CUDA kernels, compiled by NVRTC for what is asked (custom_ops/cuda/tails.cuh). The
same functions as in `reference`."""

import jax.numpy as jnp

from jaxfmm.logsumexp import series
from jaxfmm.logsumexp.monomials import program
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

_WARPS = 4  # in a block, each with a target
_COLUMNS = 4  # at once
_MOST_MONOMIALS = 128
_SOURCES = "r points boxes height targets inverse,i first own chosen"
_NUMBERS = "l m,i levels"
_UPWARD = Signature(
    "upward",
    operands="r points boxes inverse values,i first",
    results="r series",
    numbers="l leaves,i expanded",
)
_FIND = Signature(
    "find",
    operands=f"r values series,{_SOURCES}",
    results="i anchor,r sums",
    numbers=f"{_NUMBERS} expanded,d slack gain wave",
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


def has(variables, degree):
    """Whether there is room for the monomials, which are kept in registers and in the memory of a
    thread."""
    return len(program(variables, degree)) <= _MOST_MONOMIALS


def _run(signature, groups, targets, degree, more, columns=()):
    """columns: how many, for `call<..., columns, ...>`."""
    variables, (m, dim) = groups.points.shape[1], targets.x.shape
    dtype, scaled = targets.x.dtype, str(variables > dim).lower()
    powers = f"Linear<{dim}>" if degree == 1 and variables == dim else "Monomials<List>"
    call = (
        f"{signature.name}<{', '.join(map(str, ('REAL', dim, scaled, powers, *columns, _WARPS)))}>"
    )
    source = _source(call, signature, dtype, dim, _list(variables, degree))
    given = fields(groups, "points boxes height first") | fields(targets, "own chosen inverse")
    given |= {"targets": targets.x, "m": m, "levels": len(groups.first)}
    return signature.cuda(source, dtype, given | more, grid=-(-m // _WARPS), block=32 * _WARPS)


def _source(call, signature, dtype, dim, struct: str = ""):
    sizes = {"SERIES_DEGREE": series.DEGREE.get(dim, 0)}
    return kernel_source(["tails.cuh"], call, signature, dtype, 32 * _WARPS, sizes, struct)


def _list(variables, degree):
    steps = program(variables, degree)

    def table(column):
        return "{" + ", ".join(str(row[column]) for row in steps) + "}"

    return (
        "struct List {\n"
        f"  static constexpr int ROOM = {len(steps)};\n"
        f"  __device__ static constexpr int count() {{ return {len(steps)}; }}\n"
        f"  __device__ static constexpr int parent(int m) {{ constexpr int list[] = {table(0)}; return list[m]; }}\n"
        f"  __device__ static constexpr int variable(int m) {{ constexpr int list[] = {table(1)}; return list[m]; }}\n"
        "};\n"
    )


def find(groups, values, targets, slack, gain, degree):
    (m, dim), dtype, count = (
        targets.x.shape,
        targets.x.dtype,
        len(program(groups.points.shape[1], degree)),
    )
    more = {"values": values, "slack": slack, "gain": gain, "anchor": (m,), "sums": (m, count)}
    plan = series.plan(groups, dim, slack)
    more |= {"expanded": plan.levels, "wave": plan.wave, "series": values}
    if plan.levels:
        source = _source(f"upward<REAL, {dim}, {_WARPS}>", _UPWARD, dtype, dim)
        known = plan.upward(groups, values, targets.inverse)
        more |= _UPWARD.cuda(source, dtype, known, grid=-(-plan.nodes // _WARPS), block=32 * _WARPS)
    out = _run(_FIND, groups, targets, degree, more, (str(plan.levels > 0).lower(),))
    return out["anchor"], out["sums"]


def moments(groups, values, targets, frames, degree):
    m, count = len(targets.x), len(program(groups.points.shape[1], degree))

    def some(first):
        part = values[:, first : first + _COLUMNS]
        k = part.shape[1]
        more = fields(frames, "anchor level least") | {"values": part, "sums": (m, count, k)}
        return _run(_MOMENTS, groups, targets, degree, more, (k,))["sums"]

    return jnp.concatenate([some(first) for first in range(0, values.shape[1], _COLUMNS)], axis=2)


def spread(groups, given, targets, frames, degree):
    k = given.shape[2]
    zeros = jnp.zeros((len(groups.points), k, 32), given.dtype)
    more = fields(frames, "anchor level least") | {"given": given, "sums": zeros}
    return _run(_SPREAD, groups, targets, degree, more, (k,))["sums"]
