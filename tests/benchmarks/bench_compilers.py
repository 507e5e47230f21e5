"""Every CPU loop by two compilers: the library of JAXFMM_NATIVE, and another one.

    python -m tests.benchmarks.bench_compilers build/clang/_native.so
    python -m tests.benchmarks.bench_compilers build/clang/_native.so --only Hermite --dtype float64

The sums of tests/kernel_calls.py run once, and the longest call of each kernel is written down with
its operands. Then both libraries make that call on one thread, in turns, round after round, and the
shortest time of each counts: other work on the machine only ever adds. Kernels that the library
does not hold are compiled with --compilers. A row is a kernel in a sum: milliseconds by the first
library, by the other one, and the ratio of the other to the first."""

import argparse
import ctypes
import functools
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.native import host
from tests import kernel_calls

LIMIT = 1.2  # larger ratios have a mark


class Built:
    """A library, and the compiler for what it does not hold."""

    def __init__(self, path, compiler, folder):
        self.library, self.compiler, self.folder = ctypes.CDLL(str(path)), compiler, folder
        self.library.jaxfmm_isa.restype = ctypes.c_char_p

    @functools.cache  # noqa: B019
    def kernel(self, name, source):
        if source is None:
            return kernel_calls.entry(self.library, name)
        os.environ["CXX"] = self.compiler
        path = self.folder / f"{name}-{self.compiler}.so"
        path.write_bytes(host.shared_object(source))
        return kernel_calls.entry(ctypes.CDLL(str(path)), name)


def longest(problem, built, n, dtype):
    """The longest call of each kernel in a sum."""
    with kernel_calls.recorded(built.kernel) as calls:
        problem(n, dtype)
    slowest = {}
    for call in calls:
        if call.kernel not in slowest or call.seconds > slowest[call.kernel].seconds:
            slowest[call.kernel] = call
    return slowest.values()


def in_turns(call, builds, budget, rounds=7):
    """The least seconds of a call by each library."""
    functions = [built.kernel(call.kernel, call.source) for built in builds]
    least, start = [np.inf] * len(builds), time.perf_counter()
    while rounds > 0 or time.perf_counter() - start < budget:
        for i, function in enumerate(functions):
            kernel_calls.run(function, call)
            least[i] = min(least[i], call.seconds)
        rounds -= 1
    return least


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", help="the other library")
    parser.add_argument("--compilers", nargs=2, default=["g++", "clang++-16"])
    parser.add_argument("--only", default="", help="a regular expression for sums or kernels")
    parser.add_argument("--n", type=float, default=1e4)
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"])
    parser.add_argument("--budget", type=float, default=0.2, help="seconds of timing for a row")
    options = parser.parse_args(argv)
    for compiler in options.compilers:
        version = subprocess.run([compiler, "--version"], capture_output=True, text=True)
        print("#", version.stdout.splitlines()[0])
    processor = re.search("model name.*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    today = time.strftime("%Y-%m-%d")
    print(f"# {processor.group(1)}, jax {jax.__version__}, {today}, {options.n:g} points")
    print(f"{'sum':31s} {'kernel':25s}{'':9s} {'first ms':>9s} {'other ms':>9s} {'ratio':>6s}")
    paths = [os.environ["JAXFMM_NATIVE"], options.other]
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        builds = [
            Built(path, compiler, pathlib.Path(folder))
            for path, compiler in zip(paths, options.compilers, strict=True)
        ]
        for dtype in options.dtype:
            jax.config.update("jax_enable_x64", dtype == "float64")
            for name, problem in kernel_calls.PROBLEMS.items():
                if not re.search(options.only, name):
                    continue
                for call in longest(problem, builds[0], int(options.n), jnp.dtype(dtype)):
                    first, other = in_turns(call, builds, options.budget)
                    ratios.append(other / first)
                    kernel = re.sub("_(Function|Pair|f32|f64)(_[0-9a-f]{16})?", "", call.kernel)
                    print(
                        f"{name:31s} {kernel:25s} {dtype:8s} {1e3 * first:9.3f} {1e3 * other:9.3f} "
                        f"{'+' if call.source else ' '}{other / first:5.2f}"
                        f"{' *' if other > LIMIT * first else ''}",
                        flush=True,
                    )
    above = sum(ratio > LIMIT for ratio in ratios)
    print(
        f"# {len(ratios)} rows: median {statistics.median(ratios):.2f}, most {max(ratios):.2f}, "
        f"{above} above {LIMIT}"
    )


if __name__ == "__main__":
    main()
