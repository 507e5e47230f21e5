"""NVRTC, NVIDIA's run-time compiler, by ctypes: CUDA C++ to machine code. It needs neither a GPU
nor a toolkit."""

import ctypes
import functools
import glob
import importlib.util
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jaxfmm import cores, progress
from jaxfmm.native import cache, shipped

_NAMES = ("libnvrtc.so.13", "libnvrtc.so.12")
_MISSING = (
    f"no {' or '.join(_NAMES)} found; install JAX for NVIDIA GPUs, which brings it: pip install "
    "'jaxfmm-fastsum[cuda]' (or it alone: pip install nvidia-cuda-nvrtc)"
)


def reason() -> str | None:
    """None, or a sentence that says why NVRTC is missing."""
    return None if _open() else _MISSING


def cubin(
    source: str, headers: dict[str, str], architecture: str, options: tuple[str, ...] = ()
) -> bytes:
    """Machine code for `architecture` ("sm_90") of a CUDA source that may include `headers`, text
    by name. It is not PTX, which a driver older than NVRTC would refuse."""
    if absent := reason():
        raise RuntimeError(absent)
    flags = flags_of(architecture, options)
    parts = parts_of(source, headers, flags)
    if (code := shipped.look_up(parts)) is not None:
        return code
    parts.append(str(_version()))
    key = "\0".join(parts)
    # A kernel that is being compiled may be written at any moment: it is not one that was on disk.
    known = key in _begun or cache.in_memory(_KIND, parts)
    if (code := cache.look_up(_KIND, parts)) is not None:
        _begun.pop(key, None)
        _ahead.useful &= known
        return code
    _ahead.useful = True

    def make() -> bytes:
        return cache.cached(_KIND, parts, lambda: _compile(source, headers, flags))

    if _ahead.missing is not None:
        _ahead.missing[key] = make
        return b""
    with progress.waiting("compiling a kernel with NVRTC"):
        begun = _begun.pop(key, None)
        return make() if begun is None else begun.result()


def flags_of(architecture: str, options: tuple[str, ...]) -> list[str]:
    """The options of the compiler."""
    return [f"--gpu-architecture={architecture}", "--std=c++17", "-default-device", *options]


def parts_of(source: str, headers: dict[str, str], flags: list[str]) -> list[str]:
    """What machine code follows from, but for the version of the compiler."""
    return [source, *(text for header in headers.items() for text in header), *flags]


class _Ahead(threading.local):
    """useful: whether the last kernel that was new to this process was not on disk either.
    missing: functions that compile the missing kernels, in a trace that only asks for kernels;
    otherwise None."""

    useful = True
    missing: dict[str, Callable[[], bytes]] | None = None


_KIND, _ahead = "cuda", _Ahead()
_begun: dict[str, Future[bytes]] = {}  # kernels that are being compiled


def asks_only() -> bool:
    """Whether this runs in a trace of `compile_ahead`, which only asks for kernels."""
    return _ahead.missing is not None


def compile_ahead(trace: Callable[[], object]) -> None:
    """Begins to compile the kernels that `trace()` asks for, all at the same time. `cubin` later
    waits for them; within `trace` itself they have no code. Does nothing if the last new kernel was
    on disk."""
    if not _ahead.useful:
        return
    jobs: dict[str, Callable[[], bytes]] = {}
    _ahead.missing = jobs
    try:
        trace()
    finally:
        _ahead.missing = None
    for key, make in jobs.items():
        if key not in _begun:
            _begun[key] = _workers().submit(make)


@functools.cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores.usable(), thread_name_prefix="nvrtc")


def _compile(source: str, headers: dict[str, str], options: list[str]) -> bytes:
    return code_and_log(source, headers, options)[0]


def code_and_log(source: str, headers: dict[str, str], options: list[str]) -> tuple[bytes, str]:
    """Machine code, and what the compiler says: with the option --ptxas-options=-v the registers
    and the shared memory of each kernel."""
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
        failed = _nvrtc().nvrtcCompileProgram(program, len(options), _strings(options))
        log = _result(program, "nvrtcGetProgramLog").rstrip(b"\0").decode(errors="replace")
        if failed:
            raise RuntimeError(
                f"NVRTC cannot compile a CUDA kernel with the options {' '.join(options)}:\n{log}"
            )
        return _result(program, "nvrtcGetCUBIN"), log
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


def _check(name: str, *arguments: Any) -> None:
    if code := getattr(_nvrtc(), name)(*arguments):
        raise RuntimeError(f"{name} failed: {_nvrtc().nvrtcGetErrorString(code).decode()}")


def _strings(texts: Iterable[str]) -> Any:
    encoded = [text.encode() for text in texts]
    return (ctypes.c_char_p * len(encoded))(*encoded)


def _nvrtc() -> ctypes.CDLL:
    """NVRTC. Raises RuntimeError if there is none."""
    nvrtc = _open()
    if nvrtc is None:
        raise RuntimeError(_MISSING)
    return nvrtc


@functools.cache
def _open() -> ctypes.CDLL | None:
    """The first NVRTC that loads: from jax[cuda], from the loader's path, from a toolkit."""
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return library
    return None


def _candidates() -> Iterable[str]:
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec and spec.submodule_search_locations) or ():
        for part in ("cu13", "cuda_nvrtc"):
            paths = (Path(folder) / part / "lib" / name for name in _NAMES)
            yield from (str(path) for path in paths if path.is_file())
    yield from _NAMES
    for name in _NAMES:
        yield from sorted(glob.glob(f"/usr/local/cuda*/lib64/{name}"), reverse=True)
