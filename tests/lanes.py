"""Generated translations of CUDA, compiled for the host and called there."""

import ctypes
import subprocess

import numpy as np

from jaxfmm.native import host, library
from jaxfmm.native.source import TYPE

SOURCE = """
#include "functions.h"
#include "HEADER.h"
namespace {
STRUCT
}
using A = REAL[SIZE];
using D = REAL[AXES];
extern "C" void m2l(A& a, A& b, const D& d, REAL source_radius, REAL target_radius, const REAL* reals) {
  Lane::m2l(a, TO d, source_radius, target_radius, reals READY);
  LAST
}
extern "C" void m2m(A& a, A& b, const D& d, REAL radius, REAL before, REAL after) {
  Lane::m2m(a, TO d, radius, before, after);
  LAST
}
extern "C" void l2l(A& a, A& b, const D& d, REAL radius, REAL before, REAL after) {
  Lane::l2l(a, TO d, radius, before, after);
  LAST
}
"""
FROM_ONE_TO_ANOTHER = {"TO": "b,", "READY": "", "LAST": ""}
IN_PLACE = {"TO": "", "READY": ", [] {}", "LAST": "for (int i = 0; i < SIZE; i++) b[i] = a[i];"}


class Lane:
    """The functions of a generated struct, for expansions of a header with so many coefficients.

    Call it with a function's name, coefficients, a shift and the other numbers, and get
    coefficients. reals: of M2L. in_place: whether the functions are of columns."""

    def __init__(self, text, header, dim, size, dtype, folder, reals=(), in_place=False):
        dtype = np.dtype(dtype).name
        path = folder / f"lane{size}{dtype}.so"
        defines = [
            f"-DREAL={TYPE[dtype]}",
            f"-DSIZE={size}",
            f"-DAXES={dim}",
            f"-I{library.include_directory()}",
        ]
        options = ["-std=gnu++17", "-O0", "-shared", "-fPIC", "-x", "c++", "-", "-o", path]
        source = SOURCE
        for name, value in (IN_PLACE if in_place else FROM_ONE_TO_ANOTHER).items():
            source = source.replace(name, value)
        source = source.replace("STRUCT", text).replace("HEADER", header)
        subprocess.run([*host._compiler(), *defines, *options], input=source, text=True, check=True)
        self.library, self.size, self.dtype, self.reals = (
            ctypes.CDLL(str(path)),
            size,
            dtype,
            np.array(reals, dtype),
        )

    def __call__(self, name, a, d, *scalars):
        number = {"float32": ctypes.c_float, "float64": ctypes.c_double}[self.dtype]
        arrays = [np.array(value, self.dtype) for value in (a, np.full(self.size, np.nan), d)]
        pointers = [value.ctypes.data_as(ctypes.c_void_p) for value in (*arrays, self.reals)]
        last = pointers[3:] if name == "m2l" else []
        getattr(self.library, name)(*pointers[:3], *map(number, scalars), *last)
        return arrays[1].astype(np.float64)
