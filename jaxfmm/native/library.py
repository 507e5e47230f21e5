"""The native library and the kernel sources of this installation: where they are, and why the library is absent."""

import ctypes
import functools
import os
from pathlib import Path

import jax

import jaxfmm.native

# The checkout that this package is part of, if it is: there the sources lie in custom_ops and the library in build.
_CHECKOUT = Path(__file__).resolve().parents[2]
_IN_CHECKOUT = (_CHECKOUT / "custom_ops" / "CMakeLists.txt").is_file()


def load():
    """The library, with its FFI targets registered; RuntimeError that says what to do where there is none."""
    library, absent = _open()
    if absent:
        raise RuntimeError(absent)
    _register(library)
    return library


def reason():
    """None, or a sentence that says why this installation has no native library."""
    return _open()[1]


@functools.cache
def _open():
    if path := os.environ.get("JAXFMM_NATIVE"):
        places = [Path(path)]
    else:
        # An editable install has two folders of this package: the checkout's and the one with the built library.
        places = [Path(folder) / "_native.so" for folder in jaxfmm.native.__path__]
        if _IN_CHECKOUT:
            places.append(_CHECKOUT / "build" / "_native.so")
    built = [place for place in places if place.is_file()]
    if built:
        newest = max(built, key=lambda place: place.stat().st_mtime)  # of an editable install and a build by hand
        try:
            library = ctypes.CDLL(str(newest))
        except OSError as error:
            return None, f"the native library cannot be loaded: {error}"
        library.jaxfmm_isa.restype = ctypes.c_char_p
        library.jaxfmm_has_kernel.argtypes = [ctypes.c_char_p]
        return library, None
    return None, (
        f"the native library is not built (looked for {', '.join(map(str, places))}); install jaxfmm with a C++ "
        "compiler present and without JAXFMM_PURE"
    )


@functools.cache
def _register(library):
    """Tells XLA of the handlers: names and addresses only, no backend is started."""

    def handler(name):
        return jax.ffi.pycapsule(getattr(library, name))

    jax.ffi.register_ffi_target("jaxfmm_run", handler("jaxfmm_run"), platform="cpu")
    stages = {"initialize": handler("jaxfmm_launch_initialize"), "execute": handler("jaxfmm_launch")}
    jax.ffi.register_ffi_target("jaxfmm_launch", stages, platform="CUDA")


def include_directory():
    """The folder of the headers that kernels may include."""
    return _folder("include")


@functools.cache
def headers():
    """Text by name of all that a kernel may include: the headers for both platforms and the CUDA sources."""
    folders = [include_directory(), _folder("cuda")]
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] != "xla"  # XLA's own are for building the library
    }


def _folder(name):
    return _CHECKOUT / "custom_ops" / name if _IN_CHECKOUT else Path(__file__).parent / name
