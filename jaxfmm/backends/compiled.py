"""What the compiled operations of all backends share: constants, and P2P over runs of right-hand
sides."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.codegen.bodies import pair_body, parameters, weights_of


def constants(expansion: Any, order: int, dtype: DTypeLike, raised: int = 0) -> list[jax.Array]:
    """The tables of an expansion (expansions/laplace3d/tables.py, tables2d.py) as operands."""
    integers, reals = expansion.tables(order, raised)
    reals = reals.astype(dtype)
    if expansion.kernel is not None:
        reals = jnp.concatenate([parameters(expansion.kernel, dtype), reals])
    return [integers, reals]


LIST = (
    "i list_start list_source,r images"  # of a `PairList` in a signature, beside the number `bits`
)


def listed(pairs: Any) -> dict[str, jax.Array]:
    """The arguments of LIST, and `bits`."""
    return {
        "list_start": pairs.start,
        "list_source": pairs.source,
        "images": pairs.images,
        "bits": pairs.bits,
    }


def highest(components: tuple[tuple[int, ...], ...]) -> int:
    """The highest derivative among multi-indices."""
    return max(map(sum, components))


def groups(rhs: int) -> list[tuple[int, int]]:
    """Right-hand sides in runs (first, stop) of 4, 2 or 1: those of a run share what does not
    depend on the weights."""
    first, runs = 0, []
    while first < rhs:
        size = max(g for g in (1, 2, 4) if g <= rhs - first)
        runs.append((first, first + size))
        first += size
    return runs


def p2p(
    kernel: Any,
    source_points: jax.Array,
    weights: jax.Array,
    far: jax.Array,
    source_components: tuple[tuple[int, ...], ...],
    target_components: tuple[tuple[int, ...], ...],
    run: Callable,
) -> jax.Array:
    """P2P of all right-hand sides. `run(body, weights, parameters, far)` does a run of them."""
    columns, dtype = [], source_points.dtype
    for first, stop in groups(weights.shape[2]):
        body = pair_body(kernel, source_components, target_components, stop - first, dtype)
        given = weights_of(body, source_points, weights[:, :, first:stop])
        columns += run(body, given, parameters(kernel, dtype), far[:, :, first:stop])
    return columns[0] if len(columns) == 1 else jnp.concatenate(columns, axis=2)
