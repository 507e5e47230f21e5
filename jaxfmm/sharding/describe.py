"""What `print(plan)` says of the devices of a mesh: their work, and what they send each other."""

import dataclasses

import numpy as np

from jaxfmm.methods.describe import duration, estimate

SHOWN = 8  # devices
# About, between GPUs of one host: nanoseconds of an exchange however small, bytes in a nanosecond,
# exchanges of a sum.
LATENCY, BANDWIDTH, EXCHANGES = 5e4, 100.0, 10


def work_of(plan, local, sent) -> list[str]:
    """Lines about a concrete plan over a mesh. local: the plan of a device; sent: the names of
    `Room` of what a device sends to another one."""
    method, report, needs = plan.choice.method, plan.prepared[1], plan.needs()
    pairs, far, points = np.asarray(report.work, np.float64).T
    own = local.request.n
    kinds = [
        (name, needs[name], needs[f"{name}_capacity"])
        for name in ("nodes", "far", "near")
        if name in needs
    ]
    to_one = [
        f"{needs[name]} {name.removeprefix('sent_')} (room {needs[name + '_capacity']})"
        for name in sent
    ]
    lines = [
        "  on a device at most "
        + ", ".join(f"{kind} {n} (capacity {capacity})" for kind, n, capacity in kinds),
        f"  pairs of points by device {_numbers(pairs)}; far pairs {_numbers(far)}",
        f"  points of others by device {_numbers(points - own)}, beside {own} of its own; to one other at most "
        + ", ".join(to_one),
    ]
    if int(plan.status):
        return lines
    times = times_of(plan, local)
    slowest, sent = max(times), bytes_sent(plan, local)
    text = f"  about {duration(slowest)} of work on the slowest device, {slowest / np.mean(times):.2f} times the mean; "
    text += f"each sends {sent / 2**20:.1f} MiB in a sum"
    if method.layout.mesh.devices.flat[0].platform != "cpu":
        exchanges = EXCHANGES * LATENCY + sent / BANDWIDTH
        whole = dataclasses.replace(
            local, choice=local.choice.with_request(n=plan.request.n, m=plan.request.m)
        )
        one = _time(method.inner, whole, pairs.sum(), far.sum())
        better = (
            f"; on one device {duration(one)}, which is better" if one < slowest + exchanges else ""
        )
        text += f", in about {duration(exchanges)}{better}"
    return [
        *lines,
        text,
        *estimate(method.inner.capacity_model(local.choice, plan.kernel, plan.unit.dtype)),
    ]


def times_of(plan, local) -> list[float]:
    """Nanoseconds of potential and gradient on each device, without exchanges, as counted for a
    concrete plan."""
    pairs, far, _ = np.asarray(plan.prepared[1].work, np.float64).T
    return [_time(plan.choice.method.inner, local, *one) for one in zip(pairs, far)]


def _time(method, local, pairs, far):
    return float(sum(method.stages_of(local, pairs, far).values()))


def bytes_sent(plan, local) -> float:
    """How many bytes each device sends in a sum of one right-hand side, for potential and
    gradient."""
    method, capacity, dim = plan.choice.method, plan.choice.capacity, plan.request.dim
    others, size = method.layout.size - 1, plan.unit.dtype.itemsize
    multipole = 0
    if method.inner.by is not None:
        multipole = method.inner.capacity_model(
            local.choice, plan.kernel, plan.unit.dtype
        ).coefficients(plan.choice.order)
    # points and charges to their domains, results back, each in two steps
    travelling = 2 * (dim + 1) * (local.request.n + local.request.m) / (others + 1)
    return (
        others
        * size
        * (travelling + capacity.sent_points * (dim + 1) + capacity.sent_multipoles * multipole)
    )


def _numbers(values):
    return ", ".join(f"{value:.3g}" for value in values[:SHOWN]) + " ..." * (len(values) > SHOWN)
