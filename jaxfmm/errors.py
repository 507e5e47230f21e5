"""The status of a plan or a sum, and what errors and warnings say."""

import contextlib
import enum
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")


class Status(enum.IntFlag):
    """Bits of `plan.status`; zero when all is well. Results are NaN for all bits except
    `HARMLESS`."""

    OK = 0
    NODES = 1
    FAR = 2
    NEAR = 4
    NOT_FINITE = 8
    STALE = 16
    PARAMETER = 32
    EXTENT = 64
    EXCHANGED = 128
    CLOSE = 256
    RANGE = 512
    SHARP = 1024
    CELL = 2048
    CHARGE = 4096
    EXCHANGE = 8192
    MISSING = 16384
    WAVES = 32768
    DOMINATED = 65536
    OPEN = 131072
    SEGMENTS = 262144
    STEP = 524288
    SHARE = 1048576
    PAIRS = 2097152
    MOVED = 4194304


MESSAGES = {
    Status.NODES: "the tree needs {nodes} nodes and has a capacity of {nodes_capacity}",
    Status.FAR: "the far list needs {far} pairs and has a capacity of {far_capacity}",
    Status.NEAR: "the near list needs {near} pairs and has a capacity of {near_capacity}",
    Status.EXCHANGED: (
        "the lists of pairs with exchanged roles need {exchanged} pairs and have a capacity of "
        "{exchanged_capacity}"
    ),
    Status.EXCHANGE: (
        "a device sends another one up to {sent_nodes} nodes, {sent_multipoles} multipoles and "
        "{sent_points} points of its tree (capacities {sent_nodes_capacity}, "
        "{sent_multipoles_capacity} and {sent_points_capacity}), and {routed} points to their "
        "domain (capacity {routed_capacity}); jaxfmm.distribute puts points in place that have "
        "moved far; exchange='rounds' has capacities for small moves alone"
    ),
    Status.SHARE: (
        "a device gets up to {owned_points} points (capacity {owned_points_capacity}) of "
        "{owned_segments} segments (capacity {owned_segments_capacity}), and another one sends it "
        "up to {routed} (capacity {routed_capacity})"
    ),
    Status.MISSING: (
        "a device did not get a part of another's tree that it needs, which should never happen; "
        "please report it, with the points"
    ),
    Status.NOT_FINITE: "{which} hold NaN or infinite coordinates; remove or repair them",
    Status.STALE: (
        "points have left the cells of the plan's tree by more than a tenth of the cell's radius "
        "(with method='ewald' a fiftieth), or changed their order in 1D; call plan.update(sources, "
        "targets) with the new points"
    ),
    Status.PARAMETER: (
        "the plan was not made for this kernel's parameters; {plan_serves}, so make a new plan "
        "with this kernel"
    ),
    Status.CLOSE: (
        "two points are so close, relative to the extent of all points, that their squared "
        "distance is zero in this precision; use float64, or merge such points"
    ),
    Status.SHARP: (
        "the kernel decays too fast relative to the distance between sources and targets: within "
        "one cell it falls by orders of magnitude, which expansions cannot follow to tol; make a "
        "plan for this kernel outside of jit, with method='auto' or 'direct'"
    ),
    Status.CELL: (
        "the cell is not the plan's: it has changed too much for the image lists of the plan; call "
        "plan.update(points, kernel=Periodic(kernel, cell)) with the new cell, or, where its shape "
        "has changed, make a new plan outside of jit"
    ),
    Status.OPEN: "{away}",
    Status.SEGMENTS: (
        "the segments are not the plan's; call plan.update(sources, targets, segments=segments) "
        "with the new ones"
    ),
    Status.CHARGE: (
        "the charges do not add up to zero, with segments in each, and with open axes a net charge "
        "has no finite potential; subtract their mean, add charges that neutralise them, or make "
        "all three axes periodic, where a uniform background does it"
    ),
    Status.WAVES: (
        "cells span more wavelengths, or are more numerous, than the plan allows for: the "
        "wavenumber or the extent of the points has grown; make a new plan with this kernel and "
        "these points outside of jit"
    ),
    Status.DOMINATED: (
        "a few charges outweigh all others, so that errors, most of all of the gradient, may be "
        "several times tol: the plan was measured for charges whose participation number (sum "
        "|q|)^2 / sum q^2 is at least {carried:.2g}; give it the charges, jaxfmm.plan(..., "
        "charges=charges), or sum without a plan"
    ),
    Status.PAIRS: (
        "there are more pairs of targets and near elements than the plan has a capacity for; make "
        "a new plan with jaxfmm.plan(..., keep_near=True), or with a larger headroom"
    ),
    Status.MOVED: (
        "the plan keeps the fields of its own elements at its own targets, and others came; call "
        "plan.update(elements, targets)"
    ),
    Status.EXTENT: (
        "the points extend over more bandwidths than the plan allows for; make a new plan of these "
        "points outside of jit, or one with Gaussian(bandwidth, span=(0.5, 1.0)), which allows for "
        "twice the extent and for half the bandwidth"
    ),
    Status.RANGE: (
        "the bandwidth is so small or so large relative to the extent of the points that squared "
        "distances in bandwidths overflow or underflow (in float32 below 1e-15 of the extent); use "
        "another bandwidth, or float64 points"
    ),
    Status.STEP: (
        "bodies need shorter steps than dt_min; use a smaller dt_min, or soften their gravity"
    ),
}
HARMLESS = Status.DOMINATED  # Sums with this bit are not NaN.
CAPACITY = Status.NODES | Status.FAR | Status.NEAR | Status.EXCHANGED | Status.EXCHANGE
CAPACITY |= Status.SHARE


def bits(conditions: Iterable[tuple[Any, Status]]) -> jax.Array:
    """The int32 status of the bits whose conditions hold."""
    status = jnp.int32(0)
    for condition, bit in conditions:
        status = status | jnp.where(condition, int(bit), 0).astype(jnp.int32)
    return status


def if_right(right: jax.Array, tree: T) -> T:
    """The tree if all is right, else NaN. Its derivatives are NaN then, too; a `where` would make
    them zero."""

    def one(value: jax.Array) -> jax.Array:
        factor = jnp.where(right, 1, jnp.nan).astype(value.real.dtype)
        if jnp.iscomplexobj(value):  # a complex factor would make infinite numbers NaN
            return jax.lax.complex(value.real * factor, value.imag * factor)
        return value * factor

    return jax.tree.map(one, tree)


def raise_status(plan: Any, status: int, sources: Any = None, targets: Any = None) -> None:
    """Raises the ValueError of a concrete status; does nothing for 0. sources, targets: if they are
    known."""
    status = Status(status)
    if status:
        known = plan.needs() | {"plan_serves": plan.kernel.plan_serves, "carried": plan.carried}
        known |= {"away": plan.away(sources, targets), "which": _not_finite(sources, targets)}
        reasons = [text.format_map(known) for bit, text in MESSAGES.items() if bit & status]
        if status & CAPACITY:
            reasons.append(
                "make a new plan with jaxfmm.plan(...), which measures its capacities, or with a "
                "larger headroom"
            )
        raise ValueError("; ".join(reasons))


def _not_finite(sources: Any, targets: Any) -> str:
    """Which points are not finite, as far as they are known."""
    given = {"sources": sources, "targets": targets}
    known = {name: a for name, a in given.items() if a is not None and not is_traced(a)}
    wrong = [name for name, array in known.items() if not jnp.isfinite(array).all()]
    return " and ".join(wrong) or "points"


def heed(plan: Any, status: int, sources: Any, targets: Any) -> None:
    """Raises the ValueError of a concrete status, and warns for harmless bits."""
    raise_status(plan, status & ~int(HARMLESS), sources, targets)
    for bit in HARMLESS & Status(status):
        warn(MESSAGES[bit].format(carried=plan.carried))


def warn(message: str) -> None:
    """Warns at the line of the caller's code: the first frame outside of this package and JAX."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename.startswith(_LIBRARIES):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)


_LIBRARIES = tuple(str(Path(file).parent) for file in (__file__, jax.__file__))


class Default(float):
    """The number of an argument that the user did not give."""


DEFAULT_TOL = Default(1e-4)


def is_traced(*trees: Any) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(trees))


def is_tracing() -> bool:
    """Whether this runs inside of `jit`, where what is computed from known arrays is traced too."""
    return is_traced(jnp.zeros(()))


def known_results(*known: Any) -> contextlib.AbstractContextManager:
    """A context in which what is computed from arrays that are not traced is known inside of `jit`,
    too. It does nothing outside of `jit`, where it would only compile operations one by one, or if
    one of `known` is traced. No other array that is used in it may be traced."""
    if is_tracing() and not is_traced(known):
        return jax.ensure_compile_time_eval()
    return contextlib.nullcontext()


# Messages tell with these words how to switch float64 on.
X64 = "jax.config.update('jax_enable_x64', True) before the first array is made"
