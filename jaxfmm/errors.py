"""What can be wrong with the input of a sum, and how it is said."""

import enum

import jax
import jax.numpy as jnp
import numpy as np


class Status(enum.IntFlag):
    """Bits of `plan.status`; zero when all is well. Results are NaN unless it is zero."""

    OK = 0
    NODES = 1
    FAR = 2
    NEAR = 4
    NOT_FINITE = 8
    STALE = 16
    PARAMETER = 32
    EXTENT = 64
    EXCHANGED = 128
    SHARP = 256


MESSAGES = {
    Status.NODES: "the tree needs {nodes} nodes and has room for {node_capacity}",
    Status.FAR: "the far list needs {far} pairs and has room for {far_capacity}",
    Status.NEAR: "the near list needs {near} pairs and has room for {near_capacity}",
    Status.EXCHANGED: (
        "the lists of pairs with exchanged roles need {exchanged} pairs and have room for {exchanged_capacity}"
    ),
    Status.NOT_FINITE: "points hold NaN or infinite coordinates; remove or repair them",
    Status.STALE: (
        "points have left the cells of the plan's tree by more than a tenth of the cell's radius, or in 1D their "
        "order; "
        "call plan.update(sources, targets) with the new points"
    ),
    Status.PARAMETER: (
        "the plan was not made for this kernel's parameters: its softening is larger than that of the plan's kernel "
        "(make the plan with the largest that will be used), or its bandwidth is outside of the span of the plan's "
        "(make the plan with Gaussian(bandwidth, span=(low, high)))"
    ),
    Status.SHARP: (
        "the kernel decays too fast beside the distance between sources and targets: it falls by orders of magnitude "
        "within a cell, and interpolation cannot give its sums to tol; make a plan for this kernel with method='auto' "
        "or 'direct' outside of jit"
    ),
    Status.EXTENT: (
        "the points extend over more bandwidths than the plan has room for; make a new plan of these points outside of "
        "jit, with a span that holds the smallest bandwidth"
    ),
}
CAPACITY = Status.NODES | Status.FAR | Status.NEAR | Status.EXCHANGED


def is_traced(*trees):
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(trees))


def points(name, value, dimensions):
    """`value` as a float array (n, d), d in `dimensions`."""
    array = _floats(name, value)
    if array.ndim != 2:
        raise ValueError(
            f"{name} must have shape (n, d), one row per point, got shape {array.shape}; "
            f"for one point write {name}[None], for coordinate arrays jnp.stack([x, y, z], axis=1)"
        )
    if array.shape[1] not in dimensions:
        raise ValueError(
            f"{name} must be points in {' or '.join(map(str, dimensions))} dimensions for this kernel, "
            f"got shape {array.shape} (the last axis is the dimension)"
        )
    return array


def charges(name, value, n, dtype):
    """`value` as an array (n,) or (n, k) of the dtype or of complex numbers of the same precision."""
    if jnp.issubdtype(jnp.result_type(value), jnp.complexfloating):
        array, real = jnp.asarray(value), jnp.finfo(jnp.result_type(value)).dtype
        if real != dtype:
            raise ValueError(f"{name} are {array.dtype} and sources are {dtype}; convert one to the other's precision")
    else:
        array = _floats(name, value)
        same_dtype(name, array, "sources", dtype)
    if array.ndim not in (1, 2):
        raise ValueError(f"{name} must have shape (n,) or (n, k), got shape {array.shape}")
    if array.shape[0] != n:
        raise ValueError(f"{name} must have one row for each of the {n} sources, got shape {array.shape}")
    return array


def same_dtype(name, array, other, dtype):
    if array.dtype != dtype:
        raise ValueError(f"{name} are {array.dtype} and {other} are {dtype}; convert one: {name}.astype({other}.dtype)")


def _floats(name, value):
    if not isinstance(value, jax.Array):
        value = np.asarray(value)
    if jnp.issubdtype(value.dtype, jnp.complexfloating):
        raise ValueError(f"{name} must be real, got {value.dtype}")
    if not jnp.issubdtype(value.dtype, jnp.floating):
        raise ValueError(f"{name} must be floating-point numbers, got {value.dtype}; convert: {name}.astype(float)")
    array = jnp.asarray(value)
    if array.dtype not in (jnp.float32, jnp.float64):
        raise ValueError(f"{name} must be float32 or float64, got {array.dtype}; convert: {name}.astype('float32')")
    return array


def number(name, value, low, high, fix):
    """`value` as a float strictly between `low` and `high`."""
    if is_traced(value) or not np.isscalar(value) and np.ndim(value) != 0:
        raise ValueError(f"{name} must be a Python number (it fixes shapes), got {value!r}")
    if not low < float(value) < high:
        raise ValueError(f"{name} must lie between {low} and {high}, got {value}; {fix}")
    return float(value)


def integer(name, value, low, high, fix):
    """`value` as an int in [low, high]."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must lie in {low} ... {high}, got {value}; {fix}")
    return int(value)


def choice(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
    return value
