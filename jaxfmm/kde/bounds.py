"""Densities that end somewhere: `bounds` has (low, high) for each axis, None for an open end; None for all open."""

import itertools
import math

import jax.numpy as jnp


def images(queries, bounds):
    """(m, I, d): the queries and their mirror images in the bounds, in every combination. The sum of a density over
    them has all its mass inside, but for what lies more than the width of the domain outside."""
    if bounds is None:
        return queries[:, None]
    columns = []
    for c, (low, high) in enumerate(bounds):
        x = queries[:, c]
        columns.append([x] + [2 * end - x for end in (low, high) if end is not None])
    return jnp.stack([jnp.stack(image, axis=1) for image in itertools.product(*columns)], axis=1)


def within(queries, bounds):
    """(m,): which queries lie in the bounds."""
    inside = jnp.ones(len(queries), bool)
    for c, (low, high) in enumerate(bounds):
        x = queries[:, c]
        inside = inside & (x >= (-math.inf if low is None else low)) & (x <= (math.inf if high is None else high))
    return inside


def folded(x, low, high):
    """x reflected into [low, high]."""
    if low is not None and high is not None:
        width = high - low
        return jnp.clip(high - jnp.abs(width - jnp.mod(x - low, 2 * width)), low, high)
    if low is not None:
        return low + jnp.abs(x - low)
    return x if high is None else high - jnp.abs(high - x)
