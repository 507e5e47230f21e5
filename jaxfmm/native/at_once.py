"""Kernels that a compiler makes at the same time, before the first of them is called."""

import functools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from jaxfmm import cores, progress
from jaxfmm.native import cache

Result = TypeVar("Result")


class _Asking(threading.local):
    """platform: whose kernels this thread's trace only asks for; None outside of such a trace."""

    platform: str | None = None


_asking = _Asking()


def asked_platform() -> str | None:
    """The platform of a trace of `AtOnce.begin`, which only asks for kernels; None elsewhere."""
    return _asking.platform


class _State(threading.local):
    """useful: whether the last kernel that was new to this process was not on disk either; None
    before the first.
    missing: functions that compile the missing kernels, in a trace that only asks for kernels;
    otherwise None."""

    useful: bool | None = None
    missing: dict[str, Callable[[], bytes]] | None = None


class AtOnce:
    """The kernels of a compiler.

    platform: whose kernels they are.  kind: of `cache`.  compiler: its name."""

    def __init__(self, platform: str, kind: str, compiler: str) -> None:
        self.state = _State()
        self.begun: dict[str, Future[bytes]] = {}  # kernels that are being compiled
        self._platform, self._kind, self._compiler = platform, kind, compiler

    def code(self, parts: Sequence[str], make: Callable[[], bytes]) -> bytes:
        """The machine code that follows from `parts`, as `cache.cached`."""
        state, key = self.state, "\0".join(parts)
        # A kernel that is being compiled may be written at any moment: it is not one that was on
        # disk.
        known = key in self.begun or cache.in_memory(self._kind, parts)
        if (code := cache.look_up(self._kind, parts)) is not None:
            self.begun.pop(key, None)
            state.useful = state.useful is not False and known
            return code
        state.useful = True

        def made() -> bytes:
            return cache.cached(self._kind, parts, make)

        if state.missing is not None:
            state.missing[key] = made
            return b""
        with progress.waiting(f"compiling a kernel with {self._compiler}"):
            begun = self.begun.pop(key, None)
            return made() if begun is None else begun.result()

    def begin(self, trace: Callable[[], object], *, first: bool = True) -> None:
        """Begins to compile the kernels that `trace()` asks for, all at the same time. `code` later
        waits for them; within `trace` itself they have no code. Does nothing if the last new kernel
        was on disk, or unless `first` if there was none yet."""
        useful = self.state.useful
        if useful or useful is None and first:
            self.ask(trace)

    def ask(self, trace: Callable[[], Result]) -> Result:
        """The result of `trace()`; the kernels that it asks for are begun as by `begin`, whatever
        was on disk. Within `begin` and `ask` the outer one begins them."""
        state = self.state
        if state.missing is not None:
            return trace()
        jobs: dict[str, Callable[[], bytes]] = {}
        state.missing, _asking.platform = jobs, self._platform
        try:
            result = trace()
        finally:
            state.missing, _asking.platform = None, None
        for key, make in jobs.items():
            if key not in self.begun:
                self.begun[key] = self.workers.submit(make)
        return result

    @functools.cached_property
    def workers(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(cores.usable(), thread_name_prefix=self._kind)
