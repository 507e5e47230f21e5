"""How long the step of a body may be: the criterion of Aarseth for Hermite, and that of a softened
body for leapfrog.

Steps are numbers of the simulation, not functions of the bodies: derivatives do not go through
them. So derivatives are those of the orbits, which do not depend on the steps."""

import jax.numpy as jnp
from jax import Array, lax

# The first step has no earlier step to learn from.
FIRST = 0.5
# Part of a rounding error of the largest distance; see `aarseth`.
NEGLIGIBLE = 0.01


def size(vectors: Array) -> Array:
    """Lengths (n,) of vectors (n, d), without derivatives."""
    # a sum over an axis of length 3 would be an operation of its own on CPUs, and slow
    first, *others = jnp.square(lax.stop_gradient(vectors)).T
    return jnp.sqrt(sum(others, first))


def extent(positions: Array) -> Array:
    """The largest distance of a body to the origin, without derivatives, as `aarseth` takes it."""
    return jnp.max(size(positions))


def aarseth(
    acceleration: Array, jerk: Array, snap: Array, crackle: Array, extent: Array, eta: Array
) -> Array:
    """The step of each body (n,), from the derivatives of its acceleration, (n, d) each.

        sqrt(eta (|a| |a''| + |a'|^2) / (|a'| |a'''| + |a''|^2))

    Bodies near a balance of forces have derivatives of rounding errors alone, and the formula
    then asks for ever smaller steps. So a step is at least as long as that in which the snap a''
    moves the body by much less than a rounding error of the largest distance to the origin, the
    extent.

    Reference: Aarseth, in Multiple Time Scales (1985), 377; Makino & Aarseth, PASJ 44 (1992) 141,
    eq. 7."""
    a, j, s, c = (size(value) for value in (acceleration, jerk, snap, crackle))
    step = _root(eta * (a * s + j * j), j * c + s * s)
    unseen = NEGLIGIBLE * jnp.finfo(a.dtype).eps * extent
    return jnp.maximum(step, _root(_root(unseen, s), jnp.ones_like(s)))


def first_aarseth(acceleration: Array, jerk: Array, snap: Array, eta: Array) -> Array:
    """The first step of each body (n,), where the third derivative is not known: half of
    sqrt(eta) |a| / |j| or of sqrt(eta |a| / |s|), whichever is shorter."""
    a, j, s = (size(value) for value in (acceleration, jerk, snap))
    shortest = jnp.minimum(_root(a, s), _root(a * a, j * j))
    return FIRST * jnp.sqrt(eta) * shortest


def softened(acceleration: Array, softening: Array, eta: Array) -> Array:
    """sqrt(eta softening / |a|), (n,): the time in which a body at rest falls through half of
    eta softenings.

    Reference: Springel, MNRAS 364 (2005) 1105, eq. 34, with 2 eta."""
    return _root(eta * lax.stop_gradient(softening), size(acceleration))


def symmetric_step(step: Array, before: Array) -> Array:
    """The step after `before`, where the criterion at the time between both gives `step`:

        step^2 = before * after ,

    which is the same equation backward in time, so that a reversible scheme stays reversible. The
    ratio to `step` is kept within 2, where the criterion has changed abruptly.

    Reference: Dehnen & Read, Eur. Phys. J. Plus 126 (2011) 55."""
    return jnp.clip(step * (step / before), 0.5 * step, 2 * step)


def _root(above: Array, below: Array) -> Array:
    """sqrt(above / below), infinite where nothing limits a step, NaN where the bodies are."""
    nothing = below <= 0
    return jnp.where(nothing, jnp.inf, jnp.sqrt(above / jnp.where(nothing, 1, below)))
