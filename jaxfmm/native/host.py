"""The C++ compiler of this machine, for CPU kernels that are made on demand."""

import functools
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from jaxfmm.native import library
from jaxfmm.native.at_once import AtOnce

KERNELS = AtOnce("cpu", "host", "the C++ compiler")
# Sources that begin with this line are compiled at -O3, others at -O2, at which GCC takes half the
# time over the long functions of radial kernels, and sums take as long. P2P takes 1.6 times as long
# at -O2 for vortices with a core, 1.03 to 1.06 times for other vectors, and compiling only 0.1 s
# less.
UNROLLED = "// -O3\n"
_OPTIONS = (
    "-std=gnu++17",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-ffp-contract=fast",
    "-shared",
    "-fPIC",
)
# Without a frame pointer Clang leaves the stack unaligned for vectors that it spills, and loops
# that spill take up to 1.6 times as long.
_OPTIONS_OF_CLANG = ("-fno-omit-frame-pointer",)


def reason() -> str | None:
    """None, or a sentence that says why the compiler is missing."""
    return _missing() if _compiler() is None else None


def _missing() -> str:
    return f"no C++ compiler found (looked for {', '.join(_names())}); install one or set CXX"


def shared_object(source: str) -> bytes:
    """The bytes of the shared object made of `source`, for this machine's processor (or for
    -march=$JAXFMM_MARCH)."""
    compiler = _compiler()
    if compiler is None:
        raise RuntimeError(_missing())
    architecture = _architecture()
    macros = _macros(compiler, architecture)
    level = "-O3" if source.startswith(UNROLLED) else "-O2"
    of_clang = _OPTIONS_OF_CLANG if "__clang__" in macros else ()
    options = [*_OPTIONS, level, *of_clang, architecture]
    texts = [text for header in library.headers_of(source).items() for text in header]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / "kernel.so"
            include = f"-I{library.include_directory()}"
            _run(compiler, [*options, include, "-x", "c++", "-", "-o", str(result)], source)
            return result.read_bytes()

    return KERNELS.code([source, *texts, *options, macros], make)


def _names() -> list[str]:
    return [name for name in (os.environ.get("CXX"), "c++", "g++", "clang++") if name]


def _compiler() -> tuple[str, ...] | None:
    for name in _names():
        command = shlex.split(name)  # CXX may hold options, or ccache before the compiler
        if path := shutil.which(command[0]):
            return (path, *command[1:])
    return None


def _architecture() -> str:
    """The option for the processor. On ARM Clang knows this one by -mcpu alone."""
    if named := os.environ.get("JAXFMM_MARCH"):
        return f"-march={named}"
    return "-mcpu=native" if platform.machine() in ("aarch64", "arm64") else "-march=native"


@functools.cache
def _macros(compiler: tuple[str, ...], architecture: str) -> str:
    """The macros that the compiler predefines. They tell its version, and every feature of the
    processor that it may use."""
    return _run(compiler, [architecture, "-dM", "-E", "-x", "c++", "-"], "")


def _run(compiler: tuple[str, ...], arguments: list[str], source: str) -> str:
    command = [*compiler, *arguments]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the C++ compiler failed: {shlex.join(command)}\n{done.stderr}")
    return done.stdout
