"""How fast this machine is, relative to the machine whose times the table of rates has."""

import functools
import statistics
import time
from collections.abc import Callable

import jax
import jax.export
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.backends.registry import COMPILED, default_platform
from jaxfmm.cost_model.rates import platform_of, rates, stand_in
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.passes.all_pairs import direct

# Of the direct sum that is timed. On a GPU it takes much longer than its launch by the host.
POINTS = {"cpu": 8192, "gpu": 131_072}
REPEATS = 5


@functools.lru_cache(8)
def slowness(backend: str, dtype: DTypeLike) -> float:
    """How many times as long as in the table a direct sum of 1/r takes on the device of this
    process; 1 where the table is of this device, or of another platform. backend: as in `rates`.

    The table of the package calls every CPU by one name, so CPUs are timed."""
    platform = default_platform()
    if platform_of(backend) != platform:
        return 1.0
    if platform != "cpu" and stand_in(backend, 3, dtype) is None:
        return 1.0
    name = "xla" if backend.endswith("xla") else backend
    lowered = jax.export.default_export_platform()
    if name in COMPILED and COMPILED[name].PLATFORM != lowered:
        return 1.0
    return pair_time(backend, dtype) / rates(backend, 3, dtype).direct


def pair_time(
    backend: str, dtype: DTypeLike, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The nanoseconds of a pair of a direct sum of 1/r on the device of this process, by a clock in
    seconds."""
    platform, lowered = default_platform(), jax.export.default_export_platform()
    name = "xla" if backend.endswith("xla") else backend
    n = POINTS[platform]

    @jax.jit
    def run(x: jax.Array) -> jax.Array:
        ones = jnp.ones((n, 1, 1), x.dtype)
        kernel = Laplace(None)
        return direct(kernel, x, x, ones, (0,), (0, 1), backend=name, platform=lowered)

    with jax.ensure_compile_time_eval():
        x = jax.random.uniform(jax.random.key(0), (n, 3), jnp.dtype(dtype))
        run(x).block_until_ready()
        times = []
        for _ in range(REPEATS):
            start = clock()
            run(x).block_until_ready()
            times.append(clock() - start)
    return 1e9 * statistics.median(times) / n**2
