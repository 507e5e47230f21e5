"""Counts the near pairs of kernels that have few of them and take long for each, such as the closed
forms of elements, for the times that `print(plan)` shows."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import errors
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import with_numbers
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan

PAIRS = 2e7  # This many pairs are looked at, of some targets with all sources.
FEWEST, MOST = 16, 1024  # targets


def count_near_pairs(plan: Plan, problem: Problem) -> Plan:
    """The plan with `near_pairs`, where its kernel has the trait few_near and nothing is traced."""
    kernel, sources, targets = problem.arrays
    if not kernel.traits.few_near or targets is None or errors.is_traced(plan, *problem.arrays):
        return plan
    m = len(targets)
    samples = min(m, int(np.clip(PAIRS / max(1, len(sources)), FEWEST, MOST)))
    some = np.random.default_rng(0).choice(m, samples, replace=False)
    counted = _count(kernel, sources, jnp.asarray(targets)[some])
    return dataclasses.replace(plan, near_pairs=float(counted.sum()) * m / max(1, samples))


@jax.jit
def _count(kernel: Kernel, sources: Array, targets: Array) -> Array:
    """The number of near pairs of each target."""
    x, y = with_numbers(kernel, targets, sources)

    def near(x: Array) -> Array:
        return jnp.sum(kernel.nearness(list(x), list(y.T)) > 0, dtype=jnp.float32)

    return lax.map(near, x)
