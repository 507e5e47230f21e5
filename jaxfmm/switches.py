"""Switches of JAX by which callers debug their own code. The library turns them off for itself.

`jax.disable_jit()` runs a caller's functions step by step. The programs of the library stay
compiled, as JAX's own operations do: walking a tree step by step in Python takes minutes.
`jax.transfer_guard("disallow")` finds arrays of the caller that move between host and device
without being asked to. The library may move arrays: plans are computed on the host from numbers on
the device, and sums pass small constants to the device."""

import contextlib
import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import jax

P = ParamSpec("P")
T = TypeVar("T")
_GUARDS = tuple(
    f"jax_transfer_guard_{way}" for way in ("host_to_device", "device_to_device", "device_to_host")
)


def library_code(function: Callable[P, T]) -> Callable[P, T]:
    """A decorator of functions that callers call: both switches are off while they run."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with _switches_off():
            return function(*args, **kwargs)

    return run


def _switches_off() -> contextlib.AbstractContextManager:
    """Does nothing if no switch is on, because entering the contexts of JAX takes a tenth of the
    time of a small sum."""
    off = contextlib.ExitStack()
    if jax.config.jax_disable_jit:  # type: ignore[attr-defined]  # as of jax.config elsewhere
        off.enter_context(jax.disable_jit(False))
    if any(getattr(jax.config, guard) not in (None, "allow") for guard in _GUARDS):
        off.enter_context(jax.transfer_guard("allow"))
    return off
