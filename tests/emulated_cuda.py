"""CUDA kernels on CPUs, for tests of their logic where there is no GPU: the source of a kernel,
compiled as C++ after `emulated_cuda.h`. Assembly is left out, so this is for kernels that have none
below sm_80, but for the products of tensor_columns.cuh, which the emulation has itself."""

import contextlib
import ctypes
import functools
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Iterator
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.backends import registry
from jaxfmm.native import launch, library

HEADER = pathlib.Path(__file__).with_name("emulated_cuda.h")
ENTRY = """
extern "C" void run(void** arrays, const long long* numbers, const int* dims) {
  emulated::launch({unsigned(dims[0]), unsigned(dims[1]), unsigned(dims[2])}, dims[3], [=] {
    entry(%s);
  });
}
"""


@functools.cache
def _compiled(source: str, arrays: int, numbers: int) -> ctypes.CDLL:
    folder = pathlib.Path(tempfile.mkdtemp())
    for name, text in library.headers_of(source).items():
        (folder / name).write_text(_without_assembly(text))
    given = [f"arrays[{i}]" for i in range(arrays)] + [f"numbers[{i}]" for i in range(numbers)]
    text = f'#include "{HEADER}"\n{source}\n{ENTRY % ", ".join(given)}'
    (folder / "kernel.cpp").write_text(text)
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    command = ["g++", "-std=c++17", "-O1", "-fPIC", "-shared", "-w", "-fno-strict-aliasing"]
    command += ["-o", f"{name}.so", "kernel.cpp"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / f"{name}.so"))


def _without_assembly(text: str) -> str:
    text = text.replace("extern __shared__ __align__(16) unsigned char memory[];", "")
    return re.sub(
        r"__device__ __forceinline__ void add_tensor_product\(.*?\n}\n", "", text, flags=re.DOTALL
    )


def cuda(source, kernel, operands, results, config, *, scalars=(), aliases=None):
    """`launch.cuda`, with its contract, for JAX on the CPU."""
    assert kernel == "entry"
    call = _compiled(source, len(operands) + len(results), len(scalars)).run
    grid = config.grid if isinstance(config.grid, tuple) else (config.grid, 1, 1)
    dims = np.array([*grid, config.block], np.int32)
    numbers = np.array([int(s) for s in scalars] or [0], np.int64)

    def run(*arrays):
        # empty arrays have a place, too; results hold no numbers before
        inputs = [np.array(np.atleast_1d(a), copy=True) for a in arrays]
        outputs = []
        for r in results:
            out = np.empty(r.shape, r.dtype)
            out.reshape(-1).view(np.uint8)[:] = 255
            outputs.append(out)
        for operand, result in (aliases or {}).items():
            same = outputs[result]
            outputs[result] = inputs[operand].view(same.dtype).reshape(same.shape)
        every = [*inputs, *outputs]
        pointers = (ctypes.c_void_p * len(every))(*(a.ctypes.data for a in every))
        call(
            pointers, numbers.ctypes.data_as(ctypes.c_void_p), dims.ctypes.data_as(ctypes.c_void_p)
        )
        return [a.view(w.dtype).reshape(w.shape) for a, w in zip(outputs, words, strict=True)]

    # The thread of a callback may have doubles switched off, so they pass as pairs of words.
    wide = [r.dtype == np.float64 for r in results]
    words = [
        jax.ShapeDtypeStruct((*r.shape, 2), np.uint32) if is_wide else r
        for r, is_wide in zip(results, wide, strict=True)
    ]
    given = [
        lax.bitcast_convert_type(a, np.uint32) if jnp.asarray(a).dtype == np.float64 else a
        for a in operands
    ]
    found = jax.pure_callback(run, words, *given)
    return [
        lax.bitcast_convert_type(array, np.float64) if is_wide else array
        for array, is_wide in zip(found, wide, strict=True)
    ]


@contextlib.contextmanager
def emulated(architecture: str = "sm_90") -> Iterator[None]:
    """Sums within take CUDA kernels, on the CPU."""
    jax.clear_caches()
    with (
        mock.patch.object(registry, "choose", lambda *_: ("cuda", None)),
        mock.patch.object(launch, "cuda", cuda),
        mock.patch.dict(os.environ, {"JAXFMM_CUDA_ARCH": architecture}),
    ):
        yield
    jax.clear_caches()
