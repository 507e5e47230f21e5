"""A condition that is rarely true, also in a batch."""

from collections.abc import Callable
from typing import Any

import jax
from jax import Array, lax


def rarely(
    predicate: Array, function: Callable[..., Any], otherwise: Callable[..., Any], *args: Any
) -> Any:
    """`lax.cond(predicate, function, otherwise, *args)` without derivatives. `lax.cond` computes
    both functions for a batch of predicates. Here a batch computes `function` for all members if
    the predicate of one of them holds, and otherwise `otherwise`: for members whose predicate does
    not hold, both functions must give the same."""

    @jax.custom_batching.custom_vmap
    def run(predicate: Array, *args: Any) -> Any:
        return lax.cond(predicate, function, otherwise, *args)

    @run.def_vmap
    def _(size: int, batched: Any, predicate: Array, *args: Any) -> tuple[Any, Any]:
        of_predicate, *of_args = batched
        axes = jax.tree.map(lambda is_batched: 0 if is_batched else None, tuple(of_args))
        both = (jax.vmap(one, in_axes=axes, axis_size=size) for one in (function, otherwise))
        out = rarely(predicate.any() if of_predicate else predicate, *both, *args)
        return out, jax.tree.map(lambda _: True, out)

    return run(predicate, *args)
