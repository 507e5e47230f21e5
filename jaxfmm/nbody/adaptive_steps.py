"""Shared adaptive steps: all bodies take the same step, as long as the body that needs the shortest
one allows."""

from collections.abc import Callable
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.nbody import step_criteria
from jaxfmm.nbody.block_steps import (
    BLOCK_SCHEMES,
    Bodies,
    Limits,
    shortest_step,
    status_of,
)

LAST = 1e-6  # A step that leaves so small a part of its length takes that, too.
Forces = Callable[[Array, Array], tuple[Array, Array | None, Array]]


class _Carry(NamedTuple):
    bodies: Bodies
    left: Array  # the time that is left, and what its rounding lost
    lost: Array
    step: Array  # what the last step would have been without the end
    status: Array
    steps: Array


def advance(
    scheme: str,
    bodies: Bodies,
    before: Array,
    status: Array,
    span: Array,
    limits: Limits,
    forces: Forces,
) -> tuple[Bodies, Array, Array, Array]:
    """All bodies after the time `span`, the last step, the status, and the number of steps.

    before: the step before the first one, 0 if there is none. forces: function(positions,
    velocities) -> acceleration, jerk and a status. The steps of leapfrog are symmetric in time but
    for the last one, which is cut at the end."""
    shortest, direction = shortest_step(span, limits), jnp.sign(span)
    rule = BLOCK_SCHEMES[scheme]

    def lasts(carry: _Carry) -> Array:
        return (carry.left > 0) & (carry.status == 0)

    def step(carry: _Carry) -> _Carry:
        asked = jnp.minimum(jnp.min(carry.bodies.wanted), limits.longest)
        if scheme == "leapfrog":  # which is reversible with steps that are
            symmetric = step_criteria.symmetric_step(asked, carry.step)
            asked = jnp.where(carry.step > 0, jnp.minimum(symmetric, limits.longest), asked)
        last = asked * (1 + LAST) >= carry.left
        dt = jnp.where(last, carry.left + carry.lost, asked)
        signed = direction * dt
        positions, velocities = rule.predict(carry.bodies, signed, signed)
        acceleration, jerk, status = forces(positions, velocities)
        extent = step_criteria.extent(positions)
        new = rule.correct(carry.bodies, positions, acceleration, jerk, signed, extent, limits)
        left = carry.left - asked
        return _Carry(
            bodies=new,
            left=jnp.where(last, 0, left),
            lost=carry.lost + ((carry.left - left) - asked),
            step=asked,
            status=carry.status | status | status_of(new, shortest),
            steps=carry.steps + jnp.uint32(1),
        )

    status = status | status_of(bodies, shortest)
    zero = jnp.zeros((), span.dtype)
    carry = _Carry(bodies, jnp.abs(span), zero, before, status, jnp.uint32(0))
    carry = lax.while_loop(lasts, step, carry)
    return carry.bodies, carry.step, carry.status, carry.steps
