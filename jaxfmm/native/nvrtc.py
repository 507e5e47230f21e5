"""NVRTC, NVIDIA's run-time compiler, by ctypes: CUDA C++ to machine code. Needs neither a GPU nor a
toolkit."""

import ctypes
import functools
import glob
import importlib.util
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jaxfmm import progress
from jaxfmm.native import cache

_NAMES = ("libnvrtc.so.13", "libnvrtc.so.12")


def reason() -> Any:
    """None, or a sentence that says why there is no NVRTC."""
    if _open() is None:
        return (
            f"no {' or '.join(_NAMES)} found; install JAX for NVIDIA GPUs, which brings it: pip install "
            "'jaxfmm-fastsum[cuda]' (or it alone: pip install nvidia-cuda-nvrtc)"
        )
    return None


def cubin(
    source: str, headers: dict[str, str], architecture: str, options: tuple[str, ...] = ()
) -> bytes:
    """Machine code for `architecture` ("sm_90") of a CUDA source that may include `headers`, text
    by name.

    Machine code and no PTX: a driver older than NVRTC would refuse PTX.
    """
    if absent := reason():
        raise RuntimeError(absent)
    options = [f"--gpu-architecture={architecture}", "--std=c++17", "-default-device", *options]
    texts = [text for header in headers.items() for text in header]
    parts = [source, *texts, *options, str(_version())]
    known = cache.in_memory(_KIND, parts)
    if (code := cache.found(_KIND, parts)) is not None:
        _ahead.useful &= known
        return code
    _ahead.useful, key = True, "\0".join(parts)

    def make():
        return cache.cached(_KIND, parts, lambda: _compile(source, headers, options))

    if _ahead.noted is not None:
        _ahead.noted[key] = make
        return b""
    with progress.waiting("compiling a kernel with NVRTC"):
        begun = _begun.pop(key, None)
        return make() if begun is None else begun.result()


class _Ahead(threading.local):
    """useful: whether the last kernel that was new to this process was on no disk either.  noted:
    what makes those that are missed, None outside of a trace that only asks for them."""

    useful = True
    noted: dict[str, Callable[[], bytes]] | None = None


_KIND, _ahead = "cuda", _Ahead()
_begun: dict[str, Future[bytes]] = {}  # kernels that are being compiled


def asks_only() -> bool:
    """Whether this is within a trace of `compile_ahead`, of which only the kernels matter that it
    asks for."""
    return _ahead.noted is not None


def compile_ahead(trace: Callable[[], object]) -> None:
    """Begins to compile the kernels that `trace()` asks for, all at the same time, unless disks
    have had them of late. Whoever asks for one of them later waits for it; within `trace` itself
    they have no code."""
    if not _ahead.useful:
        return
    _ahead.noted = {}
    try:
        trace()
        jobs = _ahead.noted
    finally:
        _ahead.noted = None
    for key, make in jobs.items():
        if key not in _begun:
            _begun[key] = _workers().submit(make)


@functools.cache
def _workers() -> Any:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="nvrtc")


def _compile(source: str, headers: dict[str, str], options: list[str]) -> bytes:
    program = ctypes.c_void_p()
    _check(
        "nvrtcCreateProgram",
        ctypes.byref(program),
        source.encode(),
        b"kernel.cu",
        len(headers),
        _strings(headers.values()),
        _strings(headers),
    )
    try:
        if _open().nvrtcCompileProgram(program, len(options), _strings(options)):
            log = _result(program, "nvrtcGetProgramLog").rstrip(b"\0").decode(errors="replace")
            raise RuntimeError(
                f"NVRTC cannot compile a CUDA kernel with the options {' '.join(options)}:\n{log}"
            )
        return _result(program, "nvrtcGetCUBIN")
    finally:
        _check("nvrtcDestroyProgram", ctypes.byref(program))


def _result(program: Any, name: str) -> bytes:
    size = ctypes.c_size_t()
    _check(f"{name}Size", program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    _check(name, program, buffer)
    return buffer.raw


def _version() -> tuple[int, int]:
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
    return major.value, minor.value


def _check(name: str, *arguments) -> None:
    if code := getattr(_open(), name)(*arguments):
        raise RuntimeError(f"{name} failed: {_open().nvrtcGetErrorString(code).decode()}")


def _strings(texts: Any) -> Any:
    encoded = [text.encode() for text in texts]
    return (ctypes.c_char_p * len(encoded))(*encoded)


@functools.cache
def _open() -> Any:
    """The first NVRTC that loads: the one that jax[cuda] installs, the loader's, a toolkit's."""
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return library
    return None


def _candidates() -> Iterable:
    spec = importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations if spec else ():
        for part in ("cu13", "cuda_nvrtc"):
            yield from (
                str(path)
                for name in _NAMES
                if (path := Path(folder) / part / "lib" / name).is_file()
            )
    yield from _NAMES
    for name in _NAMES:
        yield from sorted(glob.glob(f"/usr/local/cuda*/lib64/{name}"), reverse=True)
