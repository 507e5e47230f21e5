"""Programs that are about to be called one after the other, compiled at the same time."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax


def call(function: Callable[..., Any], *args: Any, **static: Any) -> Any:
    """What it returns. A function that takes this as an argument may be given `Programs`
    instead."""
    return function(*args, **static)


class Programs:
    """Stands in for `call`: notes the jitted functions and gives the shapes of what they return.

    JAX keeps what `compile` made, so that calls with arguments of the same shapes find it.
    """

    _compiled: set[Any] = set()  # by this process

    def __init__(self) -> None:
        self._noted: dict[Any, Any] = {}

    def __call__(self, function: Callable[..., Any], *args: Any, **static: Any) -> Any:
        traced = function.trace(*args, **static)  # type: ignore[attr-defined]  # of jitted functions
        leaves, tree = jax.tree.flatten((args, static))
        key = (function, tree, *((a.shape, a.dtype) if hasattr(a, "dtype") else a for a in leaves))
        if key not in self._compiled:
            self._noted[key] = traced
        return traced.out_info

    def compile(self) -> None:
        """Compiles those that were noted, unless this process has done so before."""
        wide = jax.config.jax_enable_x64  # type: ignore[attr-defined]  # threads do not inherit it

        def one(traced):
            with jax.enable_x64(wide):
                traced.lower().compile()

        if len(self._noted) > 1:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                list(pool.map(one, self._noted.values()))
        self._compiled.update(self._noted)
