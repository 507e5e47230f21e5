"""The machine for which tests compile C++: this one or, where .ci/arm runs them, an emulated one.

JAXFMM_TEST_COMPILER and JAXFMM_TEST_EMULATOR are commands: a compiler, g++ if it is not set, and
what runs its programs here."""

import ctypes
import os
import shlex
import shutil
import subprocess

import numpy as np
import pytest

COMPILER = shlex.split(os.environ.get("JAXFMM_TEST_COMPILER", "g++"))
EMULATOR = shlex.split(os.environ.get("JAXFMM_TEST_EMULATOR", ""))
# Calls a function (const S* x, S* y, long n) of a library: x comes from and y goes to the files.
CALL = """
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>
int main(int, char** a) {
  using Function = void (*)(const void*, void*, long);
  auto* call = reinterpret_cast<Function>(dlsym(dlopen(a[1], RTLD_NOW), a[2]));
  std::vector<double> x(std::atol(a[3]) / 8), y(std::atol(a[4]) / 8);
  if (!call || std::fread(x.data(), 8, x.size(), stdin) != x.size()) return 1;
  call(x.data(), y.data(), std::atol(a[5]));
  return std::fwrite(y.data(), 8, y.size(), stdout) != y.size();
}
"""


def compile(source, to, *flags):
    """Compiles C++ text into a file of the machine, a program unless `flags` say otherwise."""
    if shutil.which(COMPILER[0]) is None:
        pytest.skip(f"there is no {COMPILER[0]}")
    command = [*COMPILER, "-std=gnu++17", "-O2", *map(str, flags), "-x", "c++", "-", "-o", str(to)]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def execute(program, *arguments, given=b""):
    """What a program of the machine prints."""
    command = [*EMULATOR, *map(str, (program, *arguments))]
    done = subprocess.run(command, input=given, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[-6000:]
    return done.stdout


class Functions:
    """The functions (const S* x, S* y, long n) of a C++ source: they take arrays (arguments, n) and
    give arrays (count, n), where n fills whole vectors."""

    def __init__(self, source, folder, *flags):
        self.folder, self.path = folder, folder / "source.so"
        compile(source, self.path, "-shared", "-fPIC", *flags)
        if EMULATOR:
            compile(CALL, folder / "call", "-ldl")
        else:
            self.loaded = ctypes.CDLL(str(self.path))

    def __getitem__(self, name):
        return self._emulated(name) if EMULATOR else self._here(name)

    def _here(self, name):
        function = self.loaded[name]

        def call(x, count):
            y = np.zeros((count, x.shape[1]), x.dtype)
            pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (x, y)]
            function(*pointers, ctypes.c_long(x.shape[1]))
            return y

        return call

    def _emulated(self, name):
        def call(x, count):
            n = x.shape[1]
            sizes = x.nbytes, count * n * x.itemsize, n
            out = execute(self.folder / "call", self.path, name, *sizes, given=x.tobytes())
            return np.frombuffer(out, x.dtype).reshape(count, n)

        return call
