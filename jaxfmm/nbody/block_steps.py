"""Block time steps: each body has a step of its own, a power of two of the shortest.

All bodies are predicted to the next time at which a step ends, and those whose step ends there, the
bodies that are due, are corrected with the forces of all. At the end of an interval all are due
(Makino, PASJ 43 (1991) 859). Times are integers, so that steps end at the same time exactly."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.errors import Status, bits
from jaxfmm.nbody import schemes, step_criteria

LEVELS = 31  # steps are interval / 2^k, k = 0 ... 30, of intervals of 2^30 ticks
TICKS = 2 ** (LEVELS - 1)
NAMED = 4  # how many bodies a failure names
# Blocks in a turn of the loop, by platform: after each turn a GPU waits for the host, which looks
# whether the loop goes on. A block after the last one has no due bodies.
BLOCKS_A_TURN = {"cpu": 1, "gpu": 2}


class Bodies(NamedTuple):
    """Positions, velocities, accelerations and jerks of all bodies, (n, d) each, each body at the
    end of its last step; the step that each would like, (n,). jerk: None for leapfrog."""

    positions: Array
    velocities: Array
    acceleration: Array
    jerk: Any
    wanted: Array


class _Carry(NamedTuple):
    """On GPUs, the loop over blocks waits for the host once a turn and for each of its kernels. So
    it has few scalars, and one reduction over the bodies, which also tells of steps that are too
    short: these end at tick 0."""

    bodies: Bodies
    ends: Array  # (n,) ticks of the interval at which the step of each body ends, uint32
    ticks: Array  # (n,) how long it is, uint32
    now: Array  # the least of `ends`
    status: Array
    counts: Array  # (LEVELS,) steps of single bodies by level


class Limits(NamedTuple):
    """What limits steps: the accuracy eta, the longest and the shortest step, the softening."""

    eta: Array
    longest: Array
    shortest: Array
    softening: Array


Forces = Callable[[Array, Array, Array], tuple[Array, Array | None, Array]]


def advance(
    scheme: "BlockScheme",
    bodies: Bodies,
    status: Array,
    span: Array,
    limits: Limits,
    forces: Forces,
    blocks: int,
) -> tuple[Bodies, Array, Array]:
    """All bodies after the time `span`, the status, and the numbers of steps by level, (LEVELS,).

    forces: function(due (n,), positions, velocities) -> acceleration and jerk (n, d), of the due
    bodies alone, and a status. blocks: in a turn of the loop. The steps end where the status is
    not 0; the bodies whose steps are too short are those that want shorter steps than
    `shortest_step`."""
    dtype = bodies.positions.dtype
    intervals = number_of_intervals(span, limits.longest)
    interval = span / jnp.maximum(intervals, 1).astype(dtype)
    share, tick = interval / TICKS, lax.stop_gradient(jnp.abs(interval)) / TICKS
    shortest = shortest_step(span, limits)

    def lasts(carry: _Carry) -> Array:
        return (carry.now > 0) & (carry.now <= TICKS) & (carry.status == 0)

    def block(extent: Array, carry: _Carry) -> _Carry:
        old, ends, ticks, now = carry.bodies, carry.ends, carry.ticks, carry.now
        due = (ends == now) & lasts(carry)
        elapsed, step = ((t.astype(dtype) * share)[:, None] for t in (ticks - (ends - now), ticks))
        positions, velocities = scheme.predict(old, elapsed, step)
        acceleration, jerk, status = forces(due, positions, velocities)
        new = scheme.correct(old, positions, acceleration, jerk, step, extent, limits)
        after = next_ticks(new.wanted / tick, ticks, now)
        after_ends = jnp.where(new.wanted >= shortest, now + after, 0)
        new = merge(due, new, old)
        ends = jnp.where(due, after_ends, ends)
        return _Carry(
            bodies=new,
            ends=ends,
            ticks=jnp.where(due, after, ticks),
            now=ends.min(),
            status=carry.status | status,
            # an index beyond the levels is dropped
            counts=carry.counts.at[jnp.where(due, level(ticks), LEVELS)].add(1, mode="drop"),
        )

    def turn(extent: Array, carry: _Carry) -> _Carry:
        for _ in range(blocks):
            carry = block(extent, carry)
        return carry

    def through_interval(index: Array, carry: _Carry) -> _Carry:
        extent = step_criteria.extent(carry.bodies.positions)
        carry = lax.while_loop(lasts, functools.partial(turn, extent), carry)
        next_interval = carry.now > TICKS
        back = jnp.where(next_interval, TICKS, 0).astype(jnp.uint32)
        return carry._replace(ends=carry.ends - back, now=carry.now - back)

    first = first_ticks(bodies.wanted / tick)
    ends = jnp.where(bodies.wanted >= shortest, first, 0)
    nothing = jnp.zeros((LEVELS,), jnp.uint32)
    carry = _Carry(bodies, ends, first, ends.min(), status, nothing)
    carry = lax.fori_loop(0, intervals, through_interval, carry)
    return carry.bodies, carry.status | status_of(carry.bodies, shortest), carry.counts


def number_of_intervals(span: Array, longest: Array) -> Array:
    """Into how many intervals a time is divided, none longer than the longest step, int32."""
    span = lax.stop_gradient(jnp.abs(span))
    return jnp.where(span > 0, jnp.maximum(jnp.ceil(span / longest), 1), 0).astype(jnp.int32)


def shortest_step(span: Array, limits: Limits) -> Array:
    """The shortest step on the way through a time: as given, and at least one tick."""
    intervals = jnp.maximum(number_of_intervals(span, limits.longest), 1)
    tick = lax.stop_gradient(jnp.abs(span)) / intervals.astype(span.dtype) / TICKS
    return jnp.maximum(limits.shortest, tick)


def status_of(bodies: Bodies, shortest: Array) -> Array:
    """The status of bodies that need steps shorter than allowed, or have none at all since they are
    no longer finite. One pass over one number a body: this is done at every step."""
    short = jnp.logical_not(bodies.wanted >= shortest).any()
    return bits([(short, Status.STEP)])


def settled(bodies: Bodies, status: Array) -> Array:
    """The status, with the right reason where the steps of bodies are not finite."""
    finite = jnp.isfinite(bodies.positions).all() & jnp.isfinite(bodies.velocities).all()
    finite = finite & ~jnp.isnan(bodies.wanted).any()
    other = (status & ~int(Status.STEP)) | int(Status.NOT_FINITE)
    return jnp.where(finite, status, other)


class BlockScheme(NamedTuple):
    """predict(bodies, elapsed, step) -> positions and velocities at a time within the step of each
    body; elapsed, step: (n, 1). correct(bodies, predicted positions, acceleration, jerk, step,
    extent, limits) -> the bodies at the end of their steps, if all were due, each from its own row
    alone. extent: as of `step_criteria.aarseth`."""

    predict: Callable[[Bodies, Array, Array], tuple[Array, Array]]
    correct: Callable[[Bodies, Array, Array, Array | None, Array, Array, Limits], Bodies]


def _hermite_correct(
    old: Bodies,
    predicted: Array,
    acceleration: Array,
    jerk: Any,
    step: Array,
    extent: Array,
    limits: Limits,
) -> Bodies:
    x, v, a, j, _ = old
    x1, v1 = schemes.corrected(x, v, a, j, acceleration, jerk, step)
    snap, crackle = schemes.higher_derivatives(a, j, acceleration, jerk, step)
    wanted = step_criteria.aarseth(acceleration, jerk, snap, crackle, extent, limits.eta)
    return Bodies(x1, v1, acceleration, jerk, jnp.minimum(wanted, limits.longest))


def _kick_drift(old: Bodies, elapsed: Array, step: Array) -> tuple[Array, Array]:
    velocities = old.velocities + 0.5 * step * old.acceleration
    return old.positions + elapsed * velocities, velocities


def _kick(
    old: Bodies,
    predicted: Array,
    acceleration: Array,
    jerk: Any,
    step: Array,
    extent: Array,
    limits: Limits,
) -> Bodies:
    velocities = old.velocities + 0.5 * step * (old.acceleration + acceleration)
    wanted = step_criteria.softened(acceleration, limits.softening, limits.eta)
    wanted = jnp.minimum(wanted, limits.longest)
    return Bodies(predicted, velocities, acceleration, None, wanted)


def _hermite_predict(old: Bodies, elapsed: Array, step: Array) -> tuple[Array, Array]:
    return schemes.series(old.positions, old.velocities, old.acceleration, old.jerk, elapsed)


BLOCK_SCHEMES = {
    "hermite": BlockScheme(_hermite_predict, _hermite_correct),
    "leapfrog": BlockScheme(_kick_drift, _kick),
}


def merge(due: Array, new: Bodies, old: Bodies) -> Bodies:
    """The new values of due bodies, and the old ones of others."""

    def one(after: Array, before: Array) -> Array:
        return jnp.where(due[:, None] if after.ndim == 2 else due, after, before)

    return jax.tree.map(one, new, old)


def first_ticks(wanted: Array) -> Array:
    """The largest powers of two up to `wanted` ticks, (n,) uint32."""
    _, above = jnp.frexp(jnp.clip(wanted, 1, TICKS))  # exact, unlike logarithms
    return jnp.uint32(1) << (above.astype(jnp.uint32) - 1)


def next_ticks(wanted: Array, ticks: Array, now: Array) -> Array:
    """How long the next step of bodies is after one of `ticks` that ends at `now`: any shorter
    power of two, or twice as long where a step of that length may begin at this time."""
    most = first_ticks(wanted)
    doubles = (most > ticks) & ((now & (2 * ticks - 1)) == 0)
    return jnp.where(most < ticks, most, jnp.where(doubles, 2 * ticks, ticks))


def level(ticks: Array) -> Array:
    """k of steps of interval / 2^k."""
    return lax.clz(ticks).astype(jnp.int32) - 1


def too_short(wanted: Array, shortest: Array, status: Array) -> Array:
    """The bodies that need steps shorter than allowed, the shortest first and at most NAMED, -1 in
    other places, (NAMED,) int32. status: -1 alone unless it has the bit `Status.STEP`."""
    short = (wanted < shortest) & ((status & int(Status.STEP)) != 0)
    values, bodies = lax.top_k(jnp.where(short, -wanted, -jnp.inf), min(NAMED, len(wanted)))
    names = jnp.where(jnp.isfinite(values), bodies.astype(jnp.int32), -1)
    return jnp.pad(names, (0, NAMED - len(names)), constant_values=-1)
