"""What the devices of a mesh send each other, counted from plans of points in place (a uniform
cube, order 5, theta 0.8, leaf size 64), and what follows for many GPUs.

    export XLA_FLAGS="--xla_force_host_platform_device_count=64 --xla_backend_optimization_level=0"
    python -m tests.benchmarks.count_mesh                         # 15 minutes on two CPU cores
    python -m tests.benchmarks.count_mesh --devices 2 --n 6.4e4   # counts alone

A row is a plan over so many devices with n points on each; rows with more points than --most in all
are left out. No sum is computed: forced devices of a CPU count what GPUs would.

First table: of how many others a device needs points, multipoles, more than one multipole, and more
than one node of the tree (mean, and for points the most); what a device sends to all others
(most of a device); what it sends to one of them (most), and the capacity for that.

Second table: KiB that a device sends to all others: what is needed (most of a device), and the
padded exchange, which has the capacity for each other device. Points and multipoles are sent in
every sum of potential and gradient, nodes and tops in every update, and migrants (to their domains
and back) in a sum if any point of any device moves.

Last, with all rows: what is computed, not measured, for 16 million points on each of many GPUs."""

import argparse
import math
import time
from typing import NamedTuple

import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm.sharding.essential import TOP
from jaxfmm.sharding.routes import round_finely
from tests.benchmarks.bench_mesh import cube, points

OPTIONS = {"method": "fmm", "order": 5, "theta": 0.8, "leaf_size": 64}
# Bytes in float32 with int32: coordinates and a charge; a multipole of order 5; a node with its
# sphere and box, child, half a leaf, and the answer whether it is needed; a node of the top; a
# point and its charge to their domain, potential and gradient back.
BYTES = {"points": 16, "multipoles": 4 * 36, "nodes": 41.5, "tops": 4 * 14, "migrants": 32}
NODES = "multipoles", "nodes"
TOP_BYTES = TOP * BYTES["tops"]
DEVICES, N = [2, 4, 8, 16, 64], [4e3, 1.6e4, 6.4e4]

# Measured with 16 million points on each of two H100s (results/2026-11-26_h100x2_mesh.txt): the
# points that one needs of the other, the capacity for migrants; ms of a sum, and of update and sum,
# of one GPU and of two.
GPU_N, GPU_POINTS, GPU_MIGRANTS = 1.6e7, 5.67e5, 327680
ONE, TWO = {"sum": 17.71, "update + sum": 22.29}, {"sum": 19.27, "update + sum": 27.76}
NETWORK = 5e7  # bytes in a millisecond from each GPU between hosts: an assumption
HEADROOM = 1.25


class Counts(NamedTuple):
    """Numbers (devices, devices) of what the device of a row sends to that of a column.

    multipoles: those that a list names. The root's is always sent, needed or not."""

    points: np.ndarray
    multipoles: np.ndarray
    nodes: np.ndarray
    migrants: np.ndarray


def counts_of(plan):
    share, capacity = jax.tree.map(np.asarray, plan.prepared[0]), plan.choice.capacity
    essential, (far, *_) = share.walked.essential, share.walked.lists
    tree, own = essential.tree, essential.own
    devices, others, slots = essential.place.shape
    n = own.order.shape[1]
    roots = others + 1 + np.arange(others)
    first = 2 * others + 1 + own.child.shape[1]
    parts = slice(first, first + others * slots)
    every = Counts(*(np.zeros((devices, devices), int) for _ in Counts._fields))

    def by_part(flags):
        return flags[roots] + flags[parts].reshape(others, slots).sum(axis=1)

    for me in range(devices):
        them = (me + 1 + np.arange(others)) % devices
        come = (tree.count[me] > 0) & (tree.start[me] >= n)
        part = (tree.start[me][come] - n) // capacity.sent_points
        every.points[them, me] = np.bincount(part, tree.count[me][come], others)
        is_far = np.zeros(tree.child.shape[1], bool)
        is_far[far.number[me][: far.count[me]]] = True
        every.multipoles[them, me] = by_part(is_far)
        # every node with children has two
        every.nodes[them, me] = 1 + 2 * by_part(tree.child[me] >= 0)
    every.migrants[:] = (share.sources.route.leaving < n).sum(axis=2)
    return every


class Row(NamedTuple):
    """most, total: the most that a device sends to another one, and to all others, by name."""

    devices: int
    n: int
    most: dict[str, int]
    total: dict[str, int]


def row(devices, n):
    """Prints a line of the first table; a `Row`, and the line of the second table."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("points",), axis_types=(AxisType.Auto,))
    sharding = NamedSharding(mesh, PartitionSpec("points"))
    x, _ = jaxfmm.distribute(points(cube, n // devices * devices**2, sharding))
    plan = jaxfmm.plan(x, **OPTIONS)
    counts, capacity = counts_of(plan), plan.choice.capacity
    assert int(plan.status) == 0 and capacity.in_place
    capacities = {name: getattr(capacity, f"sent_{name}") for name in ("points", *NODES)}
    made = Row(
        devices,
        n,
        most={name: int(part.max()) for name, part in counts._asdict().items()},
        total={name: int(part.sum(axis=1).max()) for name, part in counts._asdict().items()},
    )
    wanted = counts.points > 0, counts.multipoles > 0, counts.multipoles > 1, counts.nodes > 1
    partners = " ".join(f"{part.sum(axis=0).mean():6.1f}" for part in wanted)
    totals = " ".join(f"{made.total[name]:7d}" for name in capacities)
    pairs = " ".join(f"{made.most[name]:6d} /{size:6d}" for name, size in capacities.items())
    most = wanted[0].sum(axis=0).max()
    print(f"{devices:7d}{n:8d}{most:5d} {partners} {totals} {pairs}", flush=True)
    capacities["migrants"] = capacity.routed
    sizes = [
        f"{made.total[name] * BYTES[name] / 1024:8.0f} /"
        f"{(devices - 1) * size * BYTES[name] / 1024:8.0f}"
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
            for name in ("points", *NODES)
        ]
        print(f"{devices:7d}{first.n:8d} to{last.n:8d} {' '.join(f'{p:5.2f}' for p in exponents)}")


def largest(rows, devices):
    return max((one for one in rows if one.devices == devices), key=lambda one: one.n)


def computed(rows):
    """Prints what follows for GPUs. Counts are those of a surface, n^(2/3), lowered by the ratio of
    the count of points for two GPUs to what that gives. Domains of 1024 devices have the shape of
    those of 16, of which none has more than three quarters of the faces of an inner one."""
    two = largest(rows, 2)
    ratio = GPU_POINTS / (two.most["points"] * (GPU_N / two.n) ** (2 / 3))
    print(f"computed for {GPU_N:.3g} points a GPU; counts of two GPUs over n^(2/3): {ratio:.2f}")
    print("   GPUs  of   part        to one  capacity  MiB padded  MiB needed  a tenth at GPUs")
    for gpus, like, faces in ((2, 2, 1), (64, 64, 1), (1024, 16, 4 / 3)):
        given = largest(rows, like)
        scale = ratio * (GPU_N / given.n) ** (2 / 3)
        padded, needed = dict.fromkeys(ONE, 0.0), dict.fromkeys(ONE, 0.0)
        for name in ("points", *NODES, "migrants", "tops"):
            time = "sum" if name in ("points", "multipoles", "migrants") else "update + sum"
            if name == "tops":
                most = capacity = TOP
                total = TOP * (gpus - 1)
            elif name == "migrants":
                most, capacity, total = 0, GPU_MIGRANTS, 0
            else:
                most = given.most[name] * scale
                capacity = round_finely(HEADROOM * most)
                # what is far sends its root alone
                total = given.total[name] * scale * faces + (gpus - 1) * (name in NODES)
            each = capacity * BYTES[name]
            tenth = 1 + 0.1 * ONE[time] * NETWORK / each
            sent = (gpus - 1) * each, total * BYTES[name]
            print(
                f"{gpus:7d}{like:4d}   {name:10s}{most:8.0f}{capacity:10d}"
                f"{sent[0] / 2**20:12.1f}{sent[1] / 2**20:12.1f}{tenth:17.0f}"
            )
            if name != "migrants":
                for column in ("sum", "update + sum") if time == "sum" else ("update + sum",):
                    padded[column] += sent[0] * (gpus - 2) / (gpus - 1)
                    needed[column] += sent[1] * (gpus - 2) / (gpus - 1)
        for column in ONE:
            moving = padded[column] + (gpus - 2) * GPU_MIGRANTS * BYTES["migrants"]
            times = [TWO[column] + sent / NETWORK for sent in (padded[column], moving)]
            print(
                f"{gpus:7d} {column}: one GPU {ONE[column]:.1f} ms; padded {times[0]:.1f} ms, "
                f"{times[1]:.1f} if points move; needed alone "
                f"{TWO[column] + needed[column] / NETWORK:.1f} ms"
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
        "               partners: points, multipoles     sent to all others      to one other / "
        "capacity\n"
        "devices       n most points    any    > 1 nodes>1  points   multi   nodes          points"
        "     multipoles          nodes"
    )
    cases = [(count, int(n)) for n in given.n for count in given.devices if n * count <= given.most]
    made = [row(*case) for case in cases]
    rows = [one for one, _ in made]
    print(
        "KiB sent to all others, needed / padded\n"
        "devices       n             points         multipoles              nodes           "
        "migrants     tops"
    )
    print(*(line for _, line in made), sep="\n")
    growth(rows)
    if {2, 16, 64} <= {one.devices for one in rows}:
        computed(rows)


if __name__ == "__main__":
    main()
