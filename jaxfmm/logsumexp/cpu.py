"""The sums as C++ kernels on XLA's threads (custom_ops/cpu/tails.cpp). The same functions as in
`reference`."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.logsumexp import reference, series
from jaxfmm.logsumexp.monomials import program
from jaxfmm.logsumexp.reference import Frames, Groups, Targets
from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature, fields

SIZES = {"TAIL_MONOMIALS": 128, "TAIL_COLUMNS": 4, "TAIL_APART": 64}
SIZES |= {f"SERIES_DEGREE_{dim}": degree for dim, degree in series.DEGREE.items()}
MOST_VARIABLES = 64  # ROOM in tails.h, which holds a 1 too
LEAVES = 8  # of sources per target: with more of them series are not worth making
MOST_COPIES = 2**26  # numbers in the copies of sums that threads add to
_SOURCES = "r points boxes height targets inverse,i first own chosen program"
_NUMBERS = "i m dim scaled linear levels monomials"
UPWARD = Signature(
    "tails_upward",
    operands="r points boxes inverse values,i first",
    results="r series",
    numbers="i leaves dim expanded",
)
FIND = Signature(
    "tails_find",
    operands=f"r values series,{_SOURCES}",
    results="i anchor,r sums",
    scratch=f"i number,{sort.SCRATCH}",
    numbers=f"{_NUMBERS} expanded,d slack gain wave",
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


def usable(dtype: Any) -> bool:
    """Whether this installation has the kernels for points of this dtype."""
    return launch.built_in(launch.typed("tails_find", dtype))


def has(variables: int, degree: int) -> bool:
    """Whether the fixed arrays of the kernels hold the variables and their monomials."""
    return variables < MOST_VARIABLES and len(program(variables, degree)) <= SIZES["TAIL_MONOMIALS"]


def _given(groups: Groups, targets: Targets, degree: int) -> Any:
    variables, (m, dim) = groups.points.shape[1], targets.x.shape
    steps = program(variables, degree)
    given = fields(groups, "points boxes height first") | fields(targets, "own chosen inverse")
    return given | {
        "targets": targets.x,
        "program": jnp.asarray(steps),
        "m": m,
        "dim": dim,
        "scaled": variables - dim,
        "linear": int(degree == 1),
        "levels": len(groups.first),
        "monomials": len(steps),
    }


def find(
    groups: Groups, values: jax.Array, targets: Targets, slack: float, gain: float, degree: int
) -> tuple[jax.Array, jax.Array]:
    given = _given(groups, targets, degree) | {"values": values, "slack": slack, "gain": gain}
    m, count, dim = given["m"], given["monomials"], given["dim"]
    plan = series.plan(groups, dim, slack)

    def walks(more):
        made = {"anchor": (m,), "sums": (m, count), "number": (m + 1,), **sort.scratch(m)}
        out = FIND.cpu(targets.x.dtype, given | more | made)
        return out["anchor"], out["sums"]

    def without():
        return walks({"expanded": 0, "wave": 0.0, "series": values})

    def with_series():
        made = UPWARD.cpu(
            targets.x.dtype, plan.upward(groups, values, targets.inverse) | {"dim": dim}
        )
        return walks({"expanded": plan.levels, "wave": plan.wave} | made)

    few = len(values) // LEAVES
    if not plan.levels or m <= few:
        return without()
    return lax.cond(_beside(groups, targets).sum(dtype=jnp.int32) > few, with_series, without)


def _beside(groups: Groups, targets: Targets) -> jax.Array:
    """Which of the chosen targets are no more than TAIL_APART bandwidths from the box of all
    sources."""
    dim = targets.x.shape[1]
    box = groups.boxes[-1, : 2 * dim]  # of the top group
    beyond = jnp.maximum(box[::2].min(1)[None] - targets.x, targets.x - box[1::2].max(1)[None])
    r2 = reference.row_sum(jnp.square(jnp.maximum(beyond, 0) * targets.inverse[None]))
    return (targets.chosen > 0) & (r2 <= SIZES["TAIL_APART"] ** 2)


def _columns(k: int) -> list[tuple[int, int]]:
    """Runs of columns that are done at once."""
    size = SIZES["TAIL_COLUMNS"]
    return [(first, min(first + size, k)) for first in range(0, k, size)]


def moments(
    groups: Groups, values: jax.Array, targets: Targets, frames: Frames, degree: int
) -> jax.Array:
    given = _given(groups, targets, degree) | fields(frames, "anchor level least")

    def some(first, last):
        k = last - first
        shape = {
            "values": values[:, first:last],
            "sums": (given["m"], given["monomials"], k),
            "columns": k,
        }
        return MOMENTS.cpu(targets.x.dtype, given | shape)["sums"]

    return jnp.concatenate([some(*run) for run in _columns(values.shape[1])], axis=2)


def spread(groups, given, targets, frames, degree):
    leaves, k = len(groups.points), given.shape[2]
    shares = max(1, min(16, MOST_COPIES // (32 * leaves * k), len(targets.x)))
    arguments = _given(groups, targets, degree) | fields(frames, "anchor level least")
    arguments |= {"given": given, "columns": k, "leaves": leaves, "shares": shares}
    arguments |= {"sums": (leaves, k, 32), "copies": (shares, leaves, k, 32)}
    return SPREAD.cpu(targets.x.dtype, arguments)["sums"]
