"""Gravity of softened bodies before and after a change: `nbody.simulate` of the collapse of the
example `nbody_collapse.py` by two versions of the library, in turns.

    git worktree add ../before 9ddfa5c
    cmake -S ../before/custom_ops -B ../before/build -DCMAKE_BUILD_TYPE=Release && cmake --build ../before/build -j2
    python -m tests.benchmarks.bench_collapse --before ../before --before-native ../before/build/_native.so
    # through the bounce
    python -m tests.benchmarks.bench_collapse --before ... --steps 100 --time 1.5 --rounds 1

Each version runs in a process of its own, which waits while the other works. The first simulation
compiles and is not timed. Milliseconds a step are of the processor (both cores) and of the clock,
the plan that `simulate` makes included."""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[2]


def worker():
    """Reads lines of JSON, a simulation each, and writes lines with its times."""
    import jax
    import numpy as np

    from jaxfmm import nbody

    for line in sys.stdin:
        given = json.loads(line)
        state = nbody.uniform_sphere(jax.random.key(0), given["bodies"], virial_ratio=0.05)
        options = {"softening": given["softening"], "tol": given["tol"]}
        began, used = time.perf_counter(), _used()
        _, history = jax.block_until_ready(
            nbody.simulate(state, given["steps"], given["dt"], **options)
        )
        seconds, processor = time.perf_counter() - began, _used() - used
        error = float(np.abs(np.asarray(history.energy_error)).max())
        answer = {"seconds": seconds, "processor": processor, "error": error}
        print("times", json.dumps(answer), flush=True)


def _used():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Version:
    """A process with a version of the library."""

    def __init__(self, folder, native):
        where = (
            {"PYTHONPATH": str(folder), "JAXFMM_NATIVE": str(native)}
            if native
            else {"PYTHONPATH": str(folder)}
        )
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | where,
        )

    def run(self, **given):
        self.process.stdin.write(json.dumps(given) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("times"):
                return json.loads(line.removeprefix("times"))
        raise RuntimeError("the process of a version ended")


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--before", help="folder of the other version")
    parser.add_argument("--before-native", help="its compiled library")
    parser.add_argument("--bodies", type=int, default=100_000)
    parser.add_argument("--softening", type=float, default=0.02)
    parser.add_argument("--tol", type=float, default=1e-4)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument(
        "--time", type=float, default=0.03, help="of all steps, in units where G = M = R = 1"
    )
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(argv)
    if given.worker:
        return worker()
    native = os.environ.get("JAXFMM_NATIVE")
    versions = {"before": Version(given.before, given.before_native), "now": Version(HERE, native)}
    same = {"bodies": given.bodies, "softening": given.softening, "tol": given.tol}
    same |= {"steps": given.steps, "dt": given.time / given.steps}
    found = {name: [] for name in versions}
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {same}")
    for number in range(given.rounds + 1):
        for name, version in versions.items():
            found[name].append(version.run(**same))
            first = "compiles, not counted" if number == 0 else ""
            print(name, found[name][-1], first, flush=True)
    medians = {}
    for name, every in found.items():
        timed = every[1:] or every
        medians[name] = [
            1e3 * statistics.median(one[kind] for one in timed) for kind in ("processor", "seconds")
        ]
        ms = [value / given.steps for value in medians[name]]
        print(
            f"{name:7s} {ms[0]:8.1f} ms of processor, {ms[1]:8.1f} ms a step, energy error "
            f"{timed[-1]['error']:.2e}"
        )
    ratios = [a / b for a, b in zip(*medians.values())]
    print(f"before / now: {ratios[0]:.2f} by processor, {ratios[1]:.2f} by clock")


if __name__ == "__main__":
    main()
