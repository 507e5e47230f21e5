"""What the devices of a mesh send each other, counted from plans of points in place (a uniform
cube, order 5, theta 0.8, leaf size 64), and what follows for many GPUs.

    export XLA_FLAGS="--xla_force_host_platform_device_count=64 --xla_backend_optimization_level=0"
    python -m tests.benchmarks.count_mesh                         # 15 minutes on two CPU cores
    python -m tests.benchmarks.count_mesh --devices 2 --n 6.4e4   # counts alone

A row is a plan over so many devices with n points on each; rows with more points than --most in all
are left out. No sum is computed: forced devices of a CPU count what GPUs would.

First table: to how many others a device sends points, multipoles of nodes below the root, and nodes
below the root (mean, and for points the most); what a device sends to all others (most of a
device); what it sends to one of them (most), and the capacity for that; in how many rounds
`sharding.partners` would send it, and how many of these have points.

Second table: KiB that a device sends to all others: what is needed (most of a device), what an
exchange of all devices sends, which has the capacity for each other device, and what rounds send,
which plans have over more than 16 devices, with a little more capacity. Points and multipoles are
sent in every sum of potential and gradient, nodes and tops in every update, and migrants (to their
domains and back) in a sum if any point of any device moves.

Last, with all rows: what is computed, not measured, for 16 million points on each of many GPUs."""

import argparse
import math
import time
from typing import NamedTuple

import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm.sharding import partners
from jaxfmm.sharding.essential import TOP
from jaxfmm.sharding.routes import round_finely
from tests.benchmarks.bench_mesh import cube, points

OPTIONS = {"method": "fmm", "order": 5, "theta": 0.8, "leaf_size": 64}
# Bytes in float32 with int32: coordinates and a charge; a multipole of order 5; a node with its
# sphere and box, child, half a leaf, and the answer whether it is needed; a node of the top; a
# point and its charge to their domain, potential and gradient back.
BYTES = {"points": 16, "multipoles": 4 * 36, "nodes": 41.5, "tops": 4 * 14, "migrants": 32}
SENT = "points", "multipoles", "nodes"
TOP_BYTES = TOP * BYTES["tops"]
DEVICES, N = [2, 4, 8, 16, 64], [4e3, 1.6e4, 6.4e4]

# Measured with 16 million points on each of two H100s (results/2026-11-26_h100x2_mesh.txt): the
# points that one needs of the other, the capacity for migrants; ms of a sum, and of update and sum,
# of one GPU and of two.
GPU_N, GPU_POINTS, GPU_MIGRANTS = 1.6e7, 5.67e5, 327680
ONE, TWO = {"sum": 17.71, "update + sum": 22.29}, {"sum": 19.27, "update + sum": 27.76}
NETWORK = 5e7  # bytes in a millisecond from each GPU between hosts: an assumption
HEADROOM = 1.25


class Row(NamedTuple):
    """most, total: the most that a device sends to another one, and to all others, by name.

    needs: of `needs_of_pairs`. at (devices, d): the places of the domains, numbered along each
    axis."""

    devices: int
    n: int
    most: dict[str, int]
    total: dict[str, int]
    needs: np.ndarray
    at: np.ndarray


def rounds_for(needs):
    def capacity(kind, most):
        return round_finely(HEADROOM * most)

    return partners.rounds_of(needs, OPTIONS["leaf_size"], capacity)


def in_rounds(rounds, devices):
    """How many points, multipoles and nodes a device sends in rounds; its root goes to all."""
    sent = {name: sum(getattr(one, name) for one in rounds) for name in SENT}
    return sent | {"multipoles": sent["multipoles"] + devices - 1}


def row(devices, n):
    """Prints a line of the first table; a `Row`, and the line of the second table."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("points",), axis_types=(AxisType.Auto,))
    sharding = NamedSharding(mesh, PartitionSpec("points"))
    x, _ = jaxfmm.distribute(points(cube, n // devices * devices**2, sharding))
    plan = jaxfmm.plan(x, **OPTIONS)
    capacity, sources = plan.choice.capacity, plan.prepared[0].sources
    assert int(plan.status) == 0 and capacity.in_place and not capacity.rounds
    needs = partners.needs_of_pairs(plan)
    counts = dict(zip(("nodes", "multipoles", "points"), needs))
    counts["migrants"] = (np.asarray(sources.route.leaving) < n).sum(axis=2)
    for name in SENT:  # with the root's multipole
        assert plan.needs()[f"sent_{name}"] == counts[name].max() + (name == "multipoles")
    middle = np.asarray(sources.tree.center[:, 0])
    made = Row(
        devices,
        n,
        most={name: int(part.max()) for name, part in counts.items()},
        total={name: int(part.sum(axis=1).max()) for name, part in counts.items()},
        needs=needs,
        at=np.stack([np.unique(np.round(x, 1), return_inverse=True)[1] for x in middle.T], 1),
    )
    rounds = rounds_for(needs)
    wanted = counts["points"] > 0, counts["multipoles"] > 0, counts["nodes"] > 1
    mean = " ".join(f"{part.sum(axis=1).mean():6.1f}" for part in wanted)
    capacities = {name: getattr(capacity, f"sent_{name}") for name in SENT}
    totals = " ".join(f"{made.total[name]:7d}" for name in SENT)
    pairs = " ".join(f"{made.most[name]:6d} /{size:6d}" for name, size in capacities.items())
    most, with_points = wanted[0].sum(axis=1).max(), sum(one.points > 0 for one in rounds)
    print(
        f"{devices:7d}{n:8d}{most:5d} {mean} {totals} {pairs}{len(rounds):7d}{with_points:4d}",
        flush=True,
    )
    capacities["migrants"] = capacity.routed
    sent = in_rounds(rounds, devices)
    sizes = [
        f"{made.total[name] * BYTES[name] / 1024:8.0f} /"
        f"{(devices - 1) * size * BYTES[name] / 1024:8.0f}"
        + (f" /{sent[name] * BYTES[name] / 1024:8.0f}" if name in sent else "")
        for name, size in capacities.items()
    ]
    return made, f"{devices:7d}{n:8d} {' '.join(sizes)} {(devices - 1) * TOP_BYTES / 1024:8.0f}"


def growth(rows):
    """Prints how the counts grow with the points of a device: exponents between the fewest and
    the most."""
    print("growth with n as n^p, p: points, multipoles, nodes of a pair; of a device")
    for devices in sorted({one.devices for one in rows}):
        first, *_, last = [one for one in rows if one.devices == devices] * 2
        if first.n == last.n:
            continue
        exponents = [
            math.log(after[name] / before[name]) / math.log(last.n / first.n)
            for before, after in ((first.most, last.most), (first.total, last.total))
            for name in SENT
        ]
        print(f"{devices:7d}{first.n:8d} to{last.n:8d} {' '.join(f'{p:5.2f}' for p in exponents)}")


def largest(rows, devices):
    return max((one for one in rows if one.devices == devices), key=lambda one: one.n)


def by_offset(given):
    """What a pair of domains of a `Row` at each offset, or the opposite one, needs at most."""
    most = np.zeros((3, *given.at.max(axis=0) + 1))
    offsets = np.abs(given.at[:, None] - given.at[None])
    np.maximum.at(most, (slice(None), *np.moveaxis(offsets, -1, 0)), given.needs)
    return most


def for_gpus(fewer, given, ratio, sides):
    """`needs_of_pairs` of domains in a lattice with these sides, from what the domains of a `Row`
    need at the same offset. That grows from the row's points as it does from those of a row with
    `fewer`, at most as a surface; touching faces need `ratio` of it. Domains that are farther apart
    than any of the row need the root alone."""
    before, most = by_offset(fewer), by_offset(given)
    growth = np.log(np.maximum(most, 1) / np.maximum(before, 1)) / math.log(given.n / fewer.n)
    most *= (GPU_N / given.n) ** np.clip(growth, 0, 2 / 3)
    most[:, [1, 0, 0], [0, 1, 0], [0, 0, 1]] *= ratio
    place = np.stack(np.meshgrid(*map(np.arange, sides), indexing="ij"), -1).reshape(-1, 3)
    apart = np.abs(place[:, None] - place[None])
    known = (apart < most.shape[1:]).all(-1) & apart.any(-1)
    inside = np.where(known[..., None], apart, 0)
    needs = np.ceil(most)[(slice(None), *np.moveaxis(inside, -1, 0))]
    needs = np.where(known, needs, np.array([1, 0, 0])[:, None, None]).astype(int)
    needs[:, range(len(place)), range(len(place))] = 0
    return needs


def computed(rows):
    """Prints what follows for GPUs. The domains of 64 and of 1,024 GPUs are cubes, of a cloud of
    4 x 4 x 4 and of 16 x 8 x 8 of them. ratio: of the count of points for two GPUs to what a
    surface, n^(2/3), would give for two devices."""
    two = largest(rows, 2)
    ratio = GPU_POINTS / (two.most["points"] * (GPU_N / two.n) ** (2 / 3))
    print(f"computed for {GPU_N:.3g} points a GPU; counts of two GPUs over n^(2/3): {ratio:.2f}")
    print("   GPUs   part       partners      to one   MiB needed     at once   in rounds")
    for sides in ((4, 4, 4), (16, 8, 8)):
        gpus = math.prod(sides)
        fewer, *_, given = sorted((one for one in rows if one.devices == 64), key=lambda one: one.n)
        needs = for_gpus(fewer, given, ratio, sides)
        rounds = rounds_for(needs)
        staged, mib = in_rounds(rounds, gpus), {}
        for name, part in zip(("nodes", "multipoles", "points"), needs):
            root = (name == "nodes") + 0
            total = part.sum(axis=1).max() + (gpus - 1) * (name == "multipoles")
            at_once = (gpus - 1) * round_finely(HEADROOM * part.max())
            mib[name] = np.array([total, at_once, staged[name]]) * BYTES[name] / 2**20
            numbers = (part > root).sum(axis=1).max(), part.max()
            print(
                f"{gpus:7d}   {name:10s}{numbers[0]:9d}{numbers[1]:12d}"
                + "".join(f"{number:12.1f}" for number in mib[name])
            )
        mib["tops"] = np.full(3, (gpus - 1) * TOP_BYTES / 2**20)
        mib["migrants"] = (
            np.array([0, 1, 1]) * (gpus - 1) * GPU_MIGRANTS * BYTES["migrants"] / 2**20
        )
        for name in ("tops", "migrants"):
            print(f"{gpus:7d}   {name:31s}" + "".join(f"{number:12.1f}" for number in mib[name]))
        print(f"{gpus:7d}   {len(rounds)} rounds, {sum(r.points > 0 for r in rounds)} with points")
        in_sum, in_update = ("points", "multipoles"), ("points", "multipoles", "nodes", "tops")
        for column, names in (("sum", in_sum), ("update + sum", in_update)):
            sent = sum(mib[name] for name in names) * 2**20 / NETWORK
            # an update has three exchanges of nodes and of what is asked for
            exchanges = 2 if column == "sum" else 5
            latency = np.array([0, 0, exchanges * len(rounds) * partners.ROUND_LATENCY / 1e6])
            times = TWO[column] + sent + latency
            moving = times + mib["migrants"] * 2**20 / NETWORK
            print(
                f"{gpus:7d} {column}: one GPU {ONE[column]:.1f} ms; needed alone {times[0]:.1f}, "
                f"at once {times[1]:.1f}, in rounds {times[2]:.1f} of which latency "
                f"{latency[2]:.1f}; if points move at once {moving[1]:.1f}, in rounds "
                f"{moving[2]:.1f}"
            )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--devices", type=int, nargs="+", default=DEVICES)
    parser.add_argument("--n", type=float, nargs="+", default=N, help="points on a device")
    parser.add_argument("--most", type=float, default=1.1e6, help="points on all devices")
    given = parser.parse_args(argv)
    print(
        f"jax {jax.__version__} on {len(jax.devices())} x {jax.devices()[0].device_kind}, "
        f"{time.strftime('%Y-%m-%d')}, {OPTIONS}"
    )
    print(
        "               partners: points, mult., nodes    sent to all others      to one other / "
        "capacity\n"
        "devices       n most  points  mult.  nodes  points   multi   nodes          points"
        "     multipoles          nodes rounds, with points"
    )
    cases = [(count, int(n)) for n in given.n for count in given.devices if n * count <= given.most]
    made = [row(*case) for case in cases]
    rows = [one for one, _ in made]
    print(
        "KiB sent to all others, needed / at once / in rounds\n"
        "devices       n                        points                    multipoles"
        "                         nodes           migrants     tops"
    )
    print(*(line for _, line in made), sep="\n")
    growth(rows)
    if sum(one.devices == 64 for one in rows) > 1 and any(one.devices == 2 for one in rows):
        computed(rows)


if __name__ == "__main__":
    main()
