"""How even the work of the devices of a mesh is: the expected time of the slowest one over the
mean, by the pairs that plans count, with equally many points on each device and with borders by
work. No sum is computed: forced devices of a CPU count what GPUs would, by the rates of this CPU.

    export XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0"
    python -m tests.benchmarks.count_work                  # ten minutes on two CPU cores
    python -m tests.benchmarks.count_work --n 9.8e4 --points two

A row is a plan of points in place: the ratios, the fewest and the most points of a device, and how
many points leave a device in a sum at most."""

import argparse
import math
import time

import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm.sharding import domains
from tests.benchmarks.bench_mesh import DISTRIBUTIONS, points

OPTIONS = {"method": "fmm", "order": 5, "theta": 0.8, "leaf_size": 64}


def unevenness(plan):
    times = plan.choice.method.times(plan)
    return max(times) / np.mean(times)


def row(name, n, devices):
    mesh = Mesh(np.array(jax.devices()[:devices]), ("points",), axis_types=(AxisType.Auto,))
    sharding = NamedSharding(mesh, PartitionSpec("points"))
    x, _ = jaxfmm.distribute(points(DISTRIBUTIONS[name], n // devices * devices, sharding))
    usual, domains.UNEVEN = domains.UNEVEN, math.inf
    equal = unevenness(jaxfmm.plan(x, **OPTIONS))
    domains.UNEVEN = usual
    plan = jaxfmm.plan(x, **OPTIONS)
    counts = np.full(devices, n // devices)
    if plan.choice.capacity.owned_points:
        counts = np.asarray(plan.borders[1].counts)
    print(
        f"{name:8s}{devices:7d}{n:9d}{equal:8.2f}{unevenness(plan):9.2f}{counts.min():9d}"
        f"{counts.max():9d}{int(plan.prepared[1].migrants):9d}",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--devices", type=int, nargs="+", default=[4, 8])
    parser.add_argument("--n", type=float, nargs="+", default=[5e4, 9.8e4, 1.96e5])
    parser.add_argument("--points", nargs="+", default=["plummer", "two"], choices=DISTRIBUTIONS)
    given = parser.parse_args(argv)
    print(
        f"jax {jax.__version__} on {len(jax.devices())} x {jax.devices()[0].device_kind}, "
        f"{time.strftime('%Y-%m-%d')}, {OPTIONS}"
    )
    print("points  devices   of all   equal  by work   fewest     most   leaving")
    for n in given.n:
        for name in given.points:
            for devices in given.devices:
                row(name, int(n), devices)


if __name__ == "__main__":
    main()
