"""Compiles programs at the same time that are about to be called one after the other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import numpy as np

from jaxfmm import cores

ARRAYS = (jax.Array, np.ndarray, jax.ShapeDtypeStruct)


def call(function: Callable[..., Any], *args: Any, **static: Any) -> Any:
    """Calls a function. Functions with an argument `call` take this one or `Programs`."""
    return function(*args, **static)


class Programs:
    """Stands in for `call`: notes jitted functions and returns the shapes of their results.

    JAX keeps what `compile` made, so that calls with arguments of the same shapes find it."""

    _compiled: set[Any] = set()  # by this process

    def __init__(self) -> None:
        self._noted: dict[Any, Any] = {}

    def __call__(self, function: Any, *args: Any, **static: Any) -> Any:
        wide = jax.config.jax_enable_x64  # type: ignore[attr-defined]  # threads do not inherit it
        traced = function.trace(*args, **static)
        leaves, tree = jax.tree.flatten((args, static))
        shapes = ((a.shape, a.dtype) if isinstance(a, ARRAYS) else a for a in leaves)
        key = (function, tree, *shapes)
        if key not in self._compiled:
            self._noted[key] = traced, wide
        return traced.out_info

    def compile(self) -> None:
        """Compiles what was noted, unless this process has done so before. A single program is
        left to its call."""

        def one(noted):
            traced, wide = noted
            with jax.enable_x64(wide):
                traced.lower().compile()

        if len(self._noted) > 1:
            with ThreadPoolExecutor(cores.usable()) as pool:
                list(pool.map(one, self._noted.values()))
        self._compiled.update(self._noted)
