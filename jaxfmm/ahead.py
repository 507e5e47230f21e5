"""Compiles programs at the same time that are about to be called one after the other."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import jax
import numpy as np

from jaxfmm import cores

ARRAYS = (jax.Array, np.ndarray, jax.ShapeDtypeStruct)


def settings() -> tuple[bool, Any]:
    """The settings of JAX in this thread that others do not inherit."""
    config: Any = jax.config
    return config.jax_enable_x64, config.jax_default_device


@contextlib.contextmanager
def with_settings(wide: bool, device: Any) -> Iterator[None]:
    """With the `settings` of another thread."""
    with jax.enable_x64(wide), jax.default_device(device):
        yield


def call(function: Callable[..., Any], *args: Any, **static: Any) -> Any:
    """Calls a function. Functions with an argument `call` take this one or `Programs`."""
    return function(*args, **static)


class Programs:
    """Stands in for `call`: notes jitted functions and returns the shapes of their results.

    From the second program on they are compiled in threads, while others are traced. JAX keeps what
    is compiled, so that calls with arguments of the same shapes find it."""

    _compiled: set[Any] = set()  # by this process

    def __init__(self) -> None:
        self._noted: dict[Any, Any] = {}
        self._begun: list[Future[None]] = []
        self._pool: ThreadPoolExecutor | None = None

    def __call__(self, function: Any, *args: Any, **static: Any) -> Any:
        traced = function.trace(*args, **static)
        leaves, tree = jax.tree.flatten((args, static))
        shapes = ((a.shape, a.dtype) if isinstance(a, ARRAYS) else a for a in leaves)
        key = (function, tree, *shapes)
        if key not in self._compiled and key not in self._noted:
            self._noted[key] = traced, settings()
            self._begin()
        return traced.out_info

    def _begin(self) -> None:
        """Begins to compile what is noted. A single program is left to its call."""
        if len(self._noted) < 2:
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(cores.usable())
        for noted in list(self._noted.values())[len(self._begun) :]:
            self._begun.append(self._pool.submit(_compile, *noted))

    def compile(self) -> None:
        """Waits for what this process has not compiled before."""
        try:
            for one in self._begun:
                one.result()
        finally:
            if self._pool is not None:
                self._pool.shutdown()
        self._compiled.update(self._noted)


def _compile(traced: Any, own: tuple[bool, Any]) -> None:
    with with_settings(*own):
        traced.lower().compile()
