"""The native library and the kernel sources of this installation: where they are, and why the
library is absent."""

import ctypes
import functools
import hashlib
import importlib.metadata
import os
import re
from pathlib import Path
from typing import Any

import jax

import jaxfmm.native
from jaxfmm import cores

# If this package is part of a checkout, the sources lie in its folder custom_ops and the library in
# its folder build.
_CHECKOUT = Path(__file__).resolve().parents[2]
# Instruction sets of x86-64, the smallest first. Other processors have the first alone.
ISAS = ("base", "avx2", "avx512")
_IN_CHECKOUT = (_CHECKOUT / "custom_ops" / "CMakeLists.txt").is_file()


def load() -> ctypes.CDLL:
    """The library. Raises RuntimeError, which says what to do, if there is none."""
    library, absent = _open()
    if library is None:
        raise RuntimeError(absent)
    return library


def reason() -> str | None:
    """None, or a sentence that says why this installation has no native library."""
    return _open()[1]


def slow_without_need() -> str | None:
    """None, or what to do if sums of a checkout are slow because the library, which could be built,
    is missing."""
    absent = reason()
    asked = os.environ.get("JAXFMM_PURE") or os.environ.get("JAXFMM_NATIVE") == ""
    return absent if absent and _IN_CHECKOUT and not asked else None


@functools.cache
def _open() -> tuple[ctypes.CDLL | None, str | None]:
    """(library, None) or (None, the reason why there is none)."""
    path = os.environ.get("JAXFMM_NATIVE")
    if path == "":
        return None, "the native library is hidden: JAXFMM_NATIVE is empty"
    if path:
        places = [Path(path)]
    else:
        # An editable install has two folders of this package: the checkout's and the one with the
        # built library.
        places = [Path(folder) / "_native.so" for folder in jaxfmm.native.__path__]
        if _IN_CHECKOUT:
            places.append(_CHECKOUT / "build" / "_native.so")
    built = [place for place in places if place.is_file()]
    if built:
        # There may be an editable install and a build by hand.
        return _load_from(max(built, key=lambda place: place.stat().st_mtime))
    absent = (
        f"the native library is not built (looked for {', '.join(map(str, places))}); install "
        "jaxfmm with a C++ compiler present and without JAXFMM_PURE"
    )
    if "JAXFMM_NATIVE" not in os.environ and _IN_CHECKOUT and (installed := _installed()):
        library, failure = _load_from(installed)
        if library is None:
            return None, failure
        if _text(library, "jaxfmm_sources") == sources(_CHECKOUT / "custom_ops"):
            return library, None
        absent += f"; the installed {installed} was built from other sources than these"
    return None, absent


def _load_from(path: Path) -> tuple[ctypes.CDLL | None, str | None]:
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        return None, f"the native library cannot be loaded: {error}"
    current = hasattr(library, "jaxfmm_use_threads")
    if not current or _text(library, "jaxfmm_arguments") != arguments():
        return None, (
            f"the native library {path} was built for another version of this package; build or "
            "install it again"
        )
    for name in ("jaxfmm_isa", "jaxfmm_sets"):
        getattr(library, name).restype = ctypes.c_char_p
    library.jaxfmm_has_kernel.argtypes = [ctypes.c_char_p]
    if library.jaxfmm_isa() is None:
        return None, _unfit(library.jaxfmm_sets().decode())
    library.jaxfmm_use_threads.argtypes = [ctypes.c_int64]
    library.jaxfmm_use_threads(cores.usable())  # XLA has a thread for each core, whatever the quota
    return library, None


def _unfit(built: str) -> str:
    """Why a library with kernels for the instruction sets `built` cannot run here."""
    most = os.environ.get("JAXFMM_ISA")
    if most and most not in ISAS:
        raise ValueError(f"JAXFMM_ISA must be one of {', '.join(ISAS)}, got {most!r}")
    limit = f"JAXFMM_ISA={most} allows" if most else "this processor has"
    return (
        f"the native library has kernels for {' and '.join(built.split())}, and {limit} less; "
        "install jaxfmm again on this machine, or for every processor with "
        "-C cmake.define.JAXFMM_ALL_SETS=ON"
    )


def _installed() -> Path | None:
    """The library of the installed distribution, None if there is none. In the root of a checkout
    Python imports the checkout, not the installed package."""
    try:
        distribution = importlib.metadata.distribution("jaxfmm-fastsum")
    except importlib.metadata.PackageNotFoundError:
        return None
    path = Path(str(distribution.locate_file("jaxfmm/native/_native.so")))
    return path if path.is_file() else None


def _text(library: ctypes.CDLL, name: str) -> str | None:
    """The result of a function of a library that has no arguments, None if the library lacks the
    function."""
    if not hasattr(library, name):
        return None
    getattr(library, name).restype = ctypes.c_char_p
    return getattr(library, name)().decode()


def arguments() -> str:
    """The hash of the structs from which kernels read their arguments. The library and this package
    must agree on them: kernels would take one argument for another."""
    header = include_directory() / "generated" / "arguments.h"
    return hashlib.sha256(header.read_bytes()).hexdigest()


def sources(folder: Path) -> str:
    """The hash of the sources of the library in a folder, as CMakeLists.txt computes it."""
    paths = [path for kind in ("*.cpp", "*.h", "CMakeLists.txt") for path in folder.rglob(kind)]
    names = sorted(path.relative_to(folder).as_posix() for path in paths)
    own = [name for name in names if not name.startswith("include/xla/")]
    hashes = "".join(hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in own)
    return hashlib.sha256(hashes.encode()).hexdigest()


def register() -> None:
    """Tells XLA of the handlers, if there is a library, so that exported functions find them. That
    takes names and addresses alone and starts no backend."""
    library, _ = _open()
    if library is None:
        return

    def handler(name: str) -> Any:
        return jax.ffi.pycapsule(getattr(library, name))

    jax.ffi.register_ffi_target("jaxfmm_run", handler("jaxfmm_run"), platform="cpu")
    stages = {
        "initialize": handler("jaxfmm_launch_initialize"),
        "execute": handler("jaxfmm_launch"),
    }
    jax.ffi.register_ffi_target("jaxfmm_launch", stages, platform="CUDA")


def include_directory() -> Path:
    """The folder of the headers that kernels may include."""
    return _folder("include")


def headers_of(source: str) -> dict[str, str]:
    """Text by name of the headers that a kernel's source includes, and of those that these
    include."""
    included: dict[str, str] = {}

    def follow(text: str) -> None:
        for name in _INCLUDE.findall(text):
            if name not in included and name in _headers():
                included[name] = _headers()[name]
                follow(included[name])

    follow(source)
    return included


_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


@functools.cache
def _headers() -> dict[str, str]:
    """Text by name of all files that a kernel may include: the headers for both platforms and the
    CUDA sources."""
    folders = [include_directory(), _folder("cuda")]
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.relative_to(folder).parts[0] != "xla"  # XLA's own are for building the library
    }


def _folder(name: str) -> Path:
    return _CHECKOUT / "custom_ops" / name if _IN_CHECKOUT else Path(__file__).parent / name


register()
