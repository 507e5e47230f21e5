"""Direct sums at the bodies that are due, from all.

Shapes are fixed while a program runs. A backend with `all_pairs_at_due` leaves the number of due
bodies to the device. Elsewhere they are collected into one of a few sizes, the smallest that holds
them; where derivatives are taken, too."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends import registry as backends
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.native.platforms import by_platform
from jaxfmm.nbody import jerk
from jaxfmm.nbody.jerk import jerk_sum

T = TypeVar("T")
Moving = tuple[Array, Array]  # positions and velocities, (n, d) each
Pulls = tuple[Array, Array]  # the gradient at bodies and its rate of change, (n, d) each


class How(NamedTuple):
    """The static choices. sizes: increasing, all less than the number of bodies.  profile and
    backend: as of `jerk_sum`."""

    sizes: tuple[int, ...]
    profile: str
    backend: str | None


def due_sum(
    due: Array,
    bodies: Moving,
    sources: Moving | None,
    masses: Array,
    kernel: Laplace,
    sizes: tuple[int, ...],
    backend: str | None,
) -> Pulls:
    """Gradient and its rate of change, `jerk_sum` of simplified `Laplace` kernels, right at the
    bodies that are due, the mask (n,), and with any values at the other bodies. sources: None for
    the bodies.

    Works under jit and vmap, and has forward derivatives."""
    softening = kernel.softening
    if softening is not None:
        softening = jnp.asarray(softening, masses.dtype)
    return _sum(How(sizes, kernel.profile, backend), due, bodies, sources, masses, softening)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _sum(how: How, *arguments: Any) -> Pulls:
    return _on_platform(*arguments, how=how)


@_sum.defjvp
def _(how: How, primals: tuple, tangents: tuple) -> tuple[Pulls, Pulls]:
    return jax.jvp(functools.partial(by_sizes, how), primals, tangents)


def _compute(
    due: Array,
    bodies: Moving,
    sources: Moving | None,
    masses: Array,
    softening: Array | None,
    *,
    how: How,
    platform: str,
) -> Pulls:
    lengths = [] if softening is None else [softening]
    moving = sources or bodies
    found = jerk.compiled(bodies[0], moving[0], lengths, how.profile, how.backend, platform)
    if found is None or not backends.operations(found[0]).has("all_pairs_at_due"):
        return by_sizes(how, due, bodies, sources, masses, softening)
    name, pair = found
    targets = None if sources is None else jerk.moving_points(*bodies)
    of_sources = jerk.moving_points(*moving), masses[:, None, None]
    values = jerk.parameters(lengths, masses.dtype)
    out = backends.operations(name).all_pairs_at_due(pair, values, due, targets, *of_sources)
    dim = bodies[0].shape[1]
    return out[:, 1 : 1 + dim], out[:, 1 + dim :]


def _like(due: Array, bodies: Moving, *_: Any, how: How) -> Pulls:
    return jnp.zeros_like(bodies[0]), jnp.zeros_like(bodies[0])


# A backend that is asked for raises an error on platforms that are not its own.
_on_platform = by_platform(_compute, like=_like)


def by_sizes(
    how: How,
    due: Array,
    bodies: Moving,
    sources: Moving | None,
    masses: Array,
    softening: Array | None,
) -> Pulls:
    """`due_sum` with the due bodies in the smallest of some sizes that holds them."""

    def at(targets: Moving) -> Pulls:
        options: dict[str, Any] = {"profile": how.profile, "backend": how.backend}
        return jerk_sum(*targets, *(sources or bodies), masses, softening, **options)[1:]

    def at_rows(rows: Array, targets: Moving) -> Pulls:
        return at(targets)

    branches = [functools.partial(at_some, at_rows, size) for size in how.sizes]
    return lax.switch(
        size_index(due, how.sizes), [*branches, lambda due, bodies: at(bodies)], due, bodies
    )


def size_index(due: Array, sizes: tuple[int, ...]) -> Array:
    """The number of the smallest size that holds the due bodies; that of sizes for all bodies."""
    count = jnp.sum(due, dtype=jnp.int32)
    return jnp.searchsorted(jnp.asarray(sizes, jnp.int32), count, method="compare_all")


def at_some(at: Callable[[Array, Moving], T], size: int, due: Array, bodies: Moving) -> T:
    """What `at(rows, targets)` gives at the due bodies, at most `size`: arrays (size, d) become
    arrays (n, d) with zeros at the other bodies, and scalars stay. The last body stands in where
    fewer are due."""
    n = len(due)
    (rows,) = jnp.nonzero(due, size=size, fill_value=n)
    known = jnp.minimum(rows, n - 1)
    targets: Any = tuple(value[known] for value in bodies)

    def scattered(value: Array) -> Array:
        if not value.ndim:
            return value
        return jnp.zeros((n, value.shape[1]), value.dtype).at[rows].set(value, mode="drop")

    return jax.tree.map(scattered, at(known, targets))
