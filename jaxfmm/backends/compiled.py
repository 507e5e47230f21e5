"""What the compiled operations of all backends share: constants, lists, and P2P over runs of
right-hand sides."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends.protocol import Operators, Pairs, Particles
from jaxfmm.codegen.bodies import Body, Components, pair_body, pair_numbers, parameters
from jaxfmm.kernels.base import Kernel


def constants(
    expansion: Operators, order: int, dtype: DTypeLike, raised: int = 0
) -> dict[str, Array]:
    """The tables of an expansion (expansions/*/tables.py) as arguments of its kernels."""
    integers, reals = expansion.tables(order, raised)
    reals = reals.astype(dtype)
    if expansion.kernel is not None:
        reals = jnp.concatenate([parameters(expansion.kernel, dtype), reals])
    return {"ints": integers, "reals": reals}


def wide_constants(expansion: Operators, order: int) -> dict[str, Any]:
    """`constants` in float64, as pairs of words since JAX may have switched doubles off: for passes
    that need no parameters of a kernel."""
    integers, reals = expansion.fixed_tables(order)
    return {"ints": integers, "reals": jnp.asarray(reals.astype(np.float64).view(np.uint32))}


LIST = "i list_start list_source,r images"  # the arrays of a list in a signature


def listed(pairs: Pairs) -> dict[str, Any]:
    """The arguments of LIST, and the number `bits`."""
    return {
        "list_start": pairs.start,
        "list_source": pairs.source,
        "images": pairs.images,
        "bits": pairs.bits,
    }


def highest(components: Components) -> int:
    """The highest derivative among multi-indices."""
    return max(map(sum, components))


MOST_NUMBERS = 64  # Bodies give at most this many numbers of a pair.


def pair_bodies(
    kernel: Kernel,
    source_components: Components,
    target_components: Components,
    rhs: int,
    dtype: DTypeLike,
    *,
    numbers: range,
) -> list[tuple[int, int, Body]]:
    """Bodies for all right-hand sides: (first, stop, body) for runs of them, which share what does
    not depend on the weights. numbers: how many right-hand sides a run by a body that gives the
    numbers of a pair may have; empty where the backend does not take such bodies."""
    sides = source_components, target_components
    # Pairs of few_near kernels that are near wait until they fill a vector, which sums can do.
    few = len(source_components) * len(target_components) <= MOST_NUMBERS
    numbers = numbers if few and not kernel.traits.few_near else range(0)
    first, runs = 0, []
    while first < rhs:
        left = rhs - first
        if (size := min(left, numbers.stop - 1)) in numbers:
            body = pair_numbers(kernel, *sides, dtype)
        else:
            size = max(g for g in (1, 2, 4) if g <= left)
            body = pair_body(kernel, *sides, size, dtype)
        runs.append((first, first + size, body))
        first += size
    return runs


def p2p(
    kernel: Kernel,
    targets: Particles,
    sources: Particles,
    weights: Array,
    far: Array,
    run: Callable[[Body, Array, Array, Array], Array],
    *,
    numbers: range,
) -> Array:
    """P2P of all right-hand sides. `run(body, weights, parameters, far)` does a run of them, by
    `pair_bodies`."""
    columns, dtype = [], sources.points.dtype
    sides, rhs = (sources.components, targets.components), weights.shape[2]
    for first, stop, body in pair_bodies(kernel, *sides, rhs, dtype, numbers=numbers):
        of_run = weights[:, :, first:stop], parameters(kernel, dtype), far[:, :, first:stop]
        columns.append(run(body, *of_run))
    return columns[0] if len(columns) == 1 else jnp.concatenate(columns, axis=2)
