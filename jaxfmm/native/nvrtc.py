"""NVRTC, NVIDIA's run-time compiler, by ctypes: CUDA C++ to machine code. It needs neither a GPU
nor a toolkit."""

import ctypes
import functools
import glob
import importlib.util
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jaxfmm.native import shipped
from jaxfmm.native.at_once import AtOnce

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
    return KERNELS.code(parts, lambda: _compile(source, headers, flags))


def flags_of(architecture: str, options: tuple[str, ...]) -> list[str]:
    """The options of the compiler."""
    return [f"--gpu-architecture={architecture}", "--std=c++17", "-default-device", *options]


def parts_of(source: str, headers: dict[str, str], flags: list[str]) -> list[str]:
    """What machine code follows from, but for the version of the compiler."""
    return [source, *(text for header in headers.items() for text in header), *flags]


KERNELS = AtOnce("cuda", "cuda", "NVRTC")


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
