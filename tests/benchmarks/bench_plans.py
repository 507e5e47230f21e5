"""What plans say and what is then measured: for each kernel of the table of tests, by each of its
methods and by "auto", the expected and the measured time of a sum, and what its plan took to make.

    python -m tests.benchmarks.bench_plans
    python -m tests.benchmarks.bench_plans --kernels Yukawa "Laplace 3D" --n 5e4 --methods auto fmm
    python -m tests.benchmarks.bench_plans --kernels Stokeslet "Custom 3D" --dtype float64
    python -m tests.benchmarks.bench_plans --jit        # sums inside of jit, as on GPUs
    JAXFMM_NATIVE='' python -m tests.benchmarks.bench_plans --n 5e4     # plain XLA

`--kernels` may also name the rows of `MORE`: functions of users in space, and kernels of vectors.

Searches of other processes are not known here. Methods that are expected to take longer than
--most seconds are left out. Columns: seconds to make the plan, and of these to compile, how many
plans were tried; seconds of the first sum beyond the time of others; expected and measured
milliseconds of potential and gradient at tol 1e-4, and measured over expected: `!` where
that is above 1.5 or below 1 / 1.5. `auto` is followed by the method that it took, and at the end
of each group its time over that of the best method. What XLA compiles for a method then counts too
(`Method.making`), shared among the 100 sums that plans are for: where that decides, `of a sum
alone` is the ratio without it.

With --jit sums are timed inside of `jit`: outside of it the host checks arguments and passes the
plan, for a millisecond, which on a GPU may be longer than the sum.

With --processor both times are of the processor, divided by the cores, which other work on the
machine hardly changes; parts of a sum that run on one core then count too little."""

import argparse
import dataclasses
import functools
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from typing import Any

from jaxfmm import cores

ROW = "{:20s} {:>7d} {:22s} {:6.2f} {:6.2f} {:>5s} {:6.2f} {:10.2f} {:10.2f} {:5.2f}{}"
TOL = 1e-4


def radial():
    import jax.numpy as jnp

    import jaxfmm

    def function(r2, k, p):
        r = jnp.sqrt(jnp.where(r2 > 0, r2, 1))
        return jnp.where(r2 > 0, jnp.exp(-k * r) / r**p, 0)

    return jaxfmm.Custom(function, 2.0, 1.5, radial=True, singular=True)


def uneven():
    import jaxfmm
    from tests import table

    return jaxfmm.Custom(table.uneven, 2.0)


def vectors(name, *parameters):
    def make():
        import jaxfmm

        return getattr(jaxfmm, name)(*parameters)

    return make


@dataclasses.dataclass(frozen=True)
class More:
    """A kernel beside those of the table of tests. vector: whether charges are vectors."""

    make: Callable[[], Any]
    dim: int = 3
    vector: bool = False
    parameters: dict[str, float] = dataclasses.field(default_factory=dict)
    without: tuple[str, ...] = ()


MORE = {
    "Custom 3D": More(uneven),
    "Custom radial": More(radial),
    "Custom radial 2D": More(radial, 2),
    "Stokeslet": More(vectors("Stokeslet"), vector=True),
    "Stokeslet 2D": More(vectors("Stokeslet"), 2, vector=True),
    "RotnePrager": More(vectors("RotnePrager", 0.01), vector=True),
    "Stokeslet softened": More(vectors("Stokeslet", 0.01), vector=True),
    "Rotlet": More(vectors("Rotlet"), vector=True),
    "BiotSavart": More(vectors("BiotSavart"), vector=True),
    "BiotSavart softened": More(vectors("BiotSavart", 0.01), vector=True),
}


class Compiled:
    """The seconds that XLA has compiled."""

    def __init__(self):
        import jax

        self.seconds = 0.0
        jax.monitoring.register_event_duration_secs_listener(self._add)

    def _add(self, event, duration, **_):
        if event.endswith("backend_compile_duration"):
            self.seconds += duration


def arrays(row, n, dtype):
    import jax.numpy as jnp
    import numpy as np

    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((n, row.dim)), dtype)
    shape = (n, row.dim) if is_vector(row) else n
    return x, jnp.asarray(rng.normal(size=shape), dtype)


def is_vector(row):
    return isinstance(row, More) and row.vector


def rows():
    from tests import table

    return table.KERNELS | MORE


def processor_time():
    """Seconds of the processor for each core."""
    return time.process_time() / cores.usable()


def slowness_by_processor(backend, dtype):
    from jaxfmm.cost_model.rates import rates
    from jaxfmm.methods.speed import pair_time

    least = min(pair_time(backend, dtype, processor_time) for _ in range(3))
    return least / rates(backend, 3, dtype).direct


def least_time(run, seconds, clock):
    """The least time of calls that take at least so many seconds together, two or more."""
    import jax

    times = []
    while len(times) < 2 or sum(times) < seconds and len(times) < 20:
        start = clock()
        jax.block_until_ready(run())
        times.append(clock() - start)
    return min(times)


def measure(name, n, method, most, compiled, processor, dtype, jit):
    """The measured milliseconds, and those that its making adds to each sum; None for what is left
    out. Prints the row."""
    import jax

    import jaxfmm
    from jaxfmm.methods.costs import backend_of
    from jaxfmm.methods.speed import slowness

    row = rows()[name]
    kernel = row.make(*row.parameters.values())
    x, q = arrays(row, n, dtype)
    before, start = compiled.seconds, time.perf_counter()
    try:
        plan = jaxfmm.plan(x, kernel=kernel, tol=TOL, method=method)
    except ValueError as reason:
        print(f"{name:20s} {n:7d} {method:22s} refused: {str(reason)[:90]}", flush=True)
        return None
    jax.block_until_ready(plan)
    making, of_compiling = time.perf_counter() - start, compiled.seconds - before
    clock = processor_time if processor else time.perf_counter
    slowness_here = slowness_by_processor if processor else slowness
    slow = slowness_here(backend_of(plan.request, plan.kernel, x.dtype), dtype)
    said = 1e-6 * slow * plan.choice.method.time(plan)
    label = method if method != "auto" else f"auto -> {plan.method}"
    tries = (plan.making or "").rpartition(" ")[2] if "tried" in (plan.making or "") else "-"
    if said > 1e3 * most:
        print(f"{name:20s} {n:7d} {label:22s} {making:6.2f} said {said:.3g} ms", flush=True)
        return None

    def total(x, q, plan):
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    run = functools.partial(jax.jit(total) if jit else total, x, q, plan)
    start = time.perf_counter()
    jax.block_until_ready(run())
    first = time.perf_counter() - start
    again = least_time(run, min(1.0, most), clock)
    ratio = 1e3 * again / said
    far = "" if 1 / 1.5 <= ratio <= 1.5 else " !"
    numbers = making, of_compiling, tries, first - again, said, 1e3 * again, ratio, far
    print(ROW.format(name, n, label, *numbers), flush=True)
    return 1e3 * again, 1e-6 * slow * plan.choice.method.making_of(plan.request)


def print_auto_over_best(times):
    """times: of `measure`, by method."""
    known = {method: time for method, time in times.items() if time is not None}
    if "auto" not in known or len(known) == 1:
        return
    sums, alone = (
        all_in["auto"] / min(all_in.values())
        for all_in in (
            {method: time + making for method, (time, making) in known.items()},
            {method: time for method, (time, _) in known.items()},
        )
    )
    further = f", of a sum alone {alone:.2f}" if abs(alone - sums) > 0.01 else ""
    print(f"{'':51s} auto / best {sums:.2f}{further}", flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kernels", nargs="+")
    parser.add_argument("--methods", nargs="+", help="all that a kernel has and auto unless given")
    parser.add_argument("--n", type=float, nargs="+", default=[5e3, 5e4, 5e5])
    parser.add_argument("--most", type=float, default=20.0, help="seconds of a sum")
    parser.add_argument("--dtype", choices=["float32", "float64"], default="float32")
    parser.add_argument("--jit", action="store_true", help="sums inside of jit")
    parser.add_argument("--processor", action="store_true", help="times of the processor")
    given = parser.parse_args(argv)
    sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["JAXFMM_CACHE_DIR"] = folder
        import jax

        from jaxfmm.methods.table import methods_of
        from tests import table

        if given.dtype == "float64":
            jax.config.update("jax_enable_x64", True)
        warnings.simplefilter("ignore")
        compiled = Compiled()
        print(
            f"{'kernel':20s} {'n':>7s} {'method':22s}   plan compil tries first expected measured"
        )
        for name in given.kernels or table.KERNELS:
            row = rows()[name]
            kernel = row.make(*row.parameters.values())
            every = [one for one in methods_of(kernel) if one not in row.without]
            for n in map(int, given.n):
                times = {
                    method: measure(
                        name,
                        n,
                        method,
                        given.most,
                        compiled,
                        given.processor,
                        given.dtype,
                        given.jit,
                    )
                    for method in given.methods or ["auto", *every]
                }
                print_auto_over_best(times)


if __name__ == "__main__":
    main()
