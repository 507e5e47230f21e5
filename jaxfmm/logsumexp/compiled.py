"""What the compiled walks of CPUs and GPUs have in common."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import Array

from jaxfmm.logsumexp.reference import Groups, Targets
from jaxfmm.native.signature import fields


def arguments(groups: Groups, targets: Targets) -> dict[str, Any]:
    """The arrays and numbers of sources and targets that every walk takes."""
    shared = fields(groups, "points logs boxes height top first")
    shared |= fields(targets, "own chosen inverse") | {"weighted": int(groups.logs.size > 0)}
    return shared | {"targets": targets.x, "m": len(targets.x), "levels": len(groups.first)}


def by_columns(run: Callable, values: Array, size: int) -> Array:
    """run(values) for `size` columns of values (leaves, k, 32) at a time -> (m, monomials, k)."""
    columns = range(0, values.shape[1], size)
    return jnp.concatenate([run(values[:, first : first + size]) for first in columns], axis=2)
