"""The native library and the kernel sources of this installation: where they are, and why the
library is absent."""

import contextlib
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

# The checkout that this package is part of, if it is: there the sources lie in custom_ops and the
# library in build.
_CHECKOUT = Path(__file__).resolve().parents[2]
ISAS = (
    "base",
    "avx2",
    "avx512",
)  # instruction sets of x86-64, the least first; other processors have the first alone
_IN_CHECKOUT = (_CHECKOUT / "custom_ops" / "CMakeLists.txt").is_file()


def load() -> Any:
    """The library; RuntimeError that says what to do where there is none."""
    library, absent = _open()
    if absent:
        raise RuntimeError(absent)
    return library


def reason() -> Any:
    """None, or a sentence that says why this installation has no native library."""
    return _open()[1]


def slow_without_need() -> Any:
    """None, or what to do about it where sums of a checkout are slow for lack of a library that
    could be built."""
    absent = reason()
    asked = os.environ.get("JAXFMM_PURE") or os.environ.get("JAXFMM_NATIVE") == ""
    return absent if absent and _IN_CHECKOUT and not asked else None


@functools.cache
def _open() -> tuple[Any, str | None]:
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
        newest = max(
            built, key=lambda place: place.stat().st_mtime
        )  # of an editable install and a build by hand
        return _opened(newest)
    absent = (
        f"the native library is not built (looked for {', '.join(map(str, places))}); install jaxfmm with a C++ "
        "compiler present and without JAXFMM_PURE"
    )
    if "JAXFMM_NATIVE" not in os.environ and _IN_CHECKOUT and (installed := _installed()):
        library, failure = _opened(installed)
        if failure or _sources_of(library) == sources(_CHECKOUT / "custom_ops"):
            return library, failure
        absent += f"; the installed {installed} was built from other sources than these"
    return None, absent


def _opened(path: Path) -> tuple[Any, str | None]:
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        return None, f"the native library cannot be loaded: {error}"
    if _text(library, "jaxfmm_arguments") != arguments():
        return (
            None,
            f"the native library {path} was built for another version of this package; build or install it again",
        )
    for name in ("jaxfmm_isa", "jaxfmm_sets"):
        getattr(library, name).restype = ctypes.c_char_p
    library.jaxfmm_has_kernel.argtypes = [ctypes.c_char_p]
    if library.jaxfmm_isa() is None:
        return None, _unfit(library.jaxfmm_sets().decode())
    return library, None


def _unfit(built):
    """Why a library with kernels for the instruction sets `built` cannot run here."""
    most = os.environ.get("JAXFMM_ISA")
    if most and most not in ISAS:
        raise ValueError(f"JAXFMM_ISA must be one of {', '.join(ISAS)}, got {most!r}")
    less = f"JAXFMM_ISA={most} allows" if most else "this processor has"
    return (
        f"the native library has kernels for {' and '.join(built.split())}, and {less} less; install jaxfmm again on "
        "this machine, or for every processor with -C cmake.define.JAXFMM_ALL_SETS=ON"
    )


def _installed():
    """The library of the installed distribution, None where there is none. In a checkout's root
    Python imports the checkout, not what is installed."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        path = importlib.metadata.distribution("jaxfmm-fastsum").locate_file(
            "jaxfmm/native/_native.so"
        )
        return path if path.is_file() else None


def _sources_of(library: Any) -> str:
    """The hash of the sources that a library was built from, None for one that does not know it."""
    return _text(library, "jaxfmm_sources")


def _text(library: Any, name: str) -> Any:
    """What a function of a library without arguments returns, None where there is none of this
    name."""
    if not hasattr(library, name):
        return None
    getattr(library, name).restype = ctypes.c_char_p
    return getattr(library, name)().decode()


def arguments() -> str:
    """The hash of what kernels read their arguments by, which a library and this package must
    share: kernels would take one argument for another."""
    return hashlib.sha256(
        (include_directory() / "generated" / "arguments.h").read_bytes()
    ).hexdigest()


def sources(folder: Path) -> str:
    """The hash of the sources of the library in a folder, as CMakeLists.txt makes it."""
    paths = [path for kind in ("*.cpp", "*.h", "CMakeLists.txt") for path in folder.rglob(kind)]
    names = sorted(path.relative_to(folder).as_posix() for path in paths)
    own = [name for name in names if not name.startswith("include/xla/")]
    hashes = "".join(hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in own)
    return hashlib.sha256(hashes.encode()).hexdigest()


def register():
    """Tells XLA of the handlers, so that what was exported finds them: names and addresses only, no
    backend is started. Nothing where there is no library."""
    library, absent = _open()
    if absent:
        return

    def handler(name):
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
    found = {}

    def follow(text):
        for name in _INCLUDE.findall(text):
            if name not in found and name in _headers():
                found[name] = _headers()[name]
                follow(found[name])

    follow(source)
    return found


_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


@functools.cache
def _headers() -> dict[str, str]:
    """Text by name of all that a kernel may include: the headers for both platforms and the CUDA
    sources."""
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
