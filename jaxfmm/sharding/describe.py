"""What `print(plan)` says of the devices of a mesh: their work, and what they send each other."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from jaxfmm.methods.by_trees import TreeMethod
from jaxfmm.methods.describe import duration, estimate
from jaxfmm.plan import Plan
from jaxfmm.sharding.exchange import NOBODY
from jaxfmm.sharding.partners import ROUND_LATENCY

SHOWN = 8  # numbers of devices are shown up to this many devices
# Between GPUs of one host, about: an exchange takes this many nanoseconds however small it is, a
# nanosecond takes this many bytes, and a sum takes this many exchanges.
LATENCY, BANDWIDTH, EXCHANGES = 5e4, 100.0, 10


def work_of(plan: Plan, local: Plan, sent: Sequence[str]) -> list[str]:
    """Lines about a concrete plan over a mesh. local: the plan of a device; sent: the names of
    `Capacity` of what a device sends to another one."""
    needs = plan.needs()
    pairs, far, points = np.asarray(plan.prepared[1].work, np.float64).T

    def need(name: str) -> str:
        return f"{needs[name]} (capacity {needs[f'{name}_capacity']})"

    lists = [f"{name} {need(name)}" for name in ("nodes", "far", "near") if name in needs]
    to_one = [f"{name.removeprefix('sent_')} {need(name)}" for name in sent]
    lines = [
        f"  on a device at most {', '.join(lists)}",
        f"  pairs of points by device {_numbers(pairs)}; far pairs {_numbers(far)}",
        f"  points of others by device {_numbers(points)}, in addition to {_own(plan, local)} of "
        "its own",
        f"  from one device to another at most {', '.join(to_one)}"
        + " in the round that is fullest" * bool(plan.choice.capacity.rounds),
        *_rounds(plan),
        f"  {_migrants(plan, need('routed'))}",
    ]
    return lines if int(plan.status) else [*lines, *_times(plan, local, pairs.sum(), far.sum())]


def _rounds(plan: Plan) -> list[str]:
    """A line about the rounds of an exchange, none if all devices exchange at once."""
    rounds = plan.choice.capacity.rounds
    if not rounds:
        return []
    partners = (np.asarray([one.to for one in rounds]) != NOBODY).sum(axis=0)
    with_points = sum(one.points > 0 for one in rounds)
    return [
        f"  exchanges in {len(rounds)} rounds, {with_points} of them with points: a device sends "
        f"more than its root to {partners.min()} to {partners.max()} others"
    ]


def _own(plan: Plan, local: Plan) -> str:
    """How many points a device has."""
    if not plan.choice.capacity.owned_points:
        return str(local.request.n)
    counts = np.asarray(plan.borders[1].counts)
    return f"{counts.min()} to {counts.max()}"


def _migrants(plan: Plan, need: str) -> str:
    """What a sum does with points that are not on the device of their domain."""
    capacity, most = plan.choice.capacity, int(plan.prepared[1].migrants)
    if capacity.in_place:
        return f"points in place: at most {most} leave a device in a sum, to another one {need}"
    how = "points dealt at random, then" if capacity.dealt else "points"
    text = (
        f"{how} sent to their domains in every sum: at most {most} leave a device, to another one "
    )
    if plan.kernel.images.copies > 1:  # whose images have an order of their own
        return text + need
    return f"{text}{need}; jaxfmm.distribute puts them in place"


def _times(plan: Plan, local: Plan, pairs: float, far: float) -> list[str]:
    """Lines about the expected time. pairs, far: of all devices."""
    layout, method = plan.request.layout, plan.choice.method.inner
    times, sent = times_of(plan, local), bytes_sent(plan, local)
    slowest = max(times)
    lines = [
        f"  about {duration(slowest)} of work on the slowest device, "
        f"{slowest / np.mean(times):.2f} times the mean"
    ]
    text = f"  each sends {sent / 2**20:.1f} MiB in a sum"
    if layout.mesh.devices.flat[0].platform != "cpu":
        rounds = 2 * len(plan.choice.capacity.rounds) * ROUND_LATENCY
        exchanges = EXCHANGES * LATENCY + rounds + sent / BANDWIDTH
        text += f", in about {duration(exchanges)}"
        request = plan.request
        whole = dataclasses.replace(
            local, choice=local.choice.with_request(n=request.n, m=request.m)
        )
        alone = _time(method, whole, pairs, far)
        if alone < slowest + exchanges:
            text += f"; on one device {duration(alone)}, which is better"
    model = method.capacity_model(local.choice, plan.kernel, plan.unit.dtype)
    return [*lines, text, *estimate(model)]


def times_of(plan: Plan, local: Plan) -> list[float]:
    """The nanoseconds that potential and gradient take on each device, without exchanges, by the
    counts of a concrete plan."""
    pairs, far, _ = np.asarray(plan.prepared[1].work, np.float64).T
    return [_time(plan.choice.method.inner, local, *counts) for counts in zip(pairs, far)]


def _time(method: TreeMethod, local: Plan, pairs: float, far: float) -> float:
    return sum(method.stages_of(local, pairs, int(far)).values(), 0.0)


def bytes_sent(plan: Plan, local: Plan, *, moving: bool = False) -> float:
    """The bytes that each device sends in a sum of one right-hand side, for potential and
    gradient. moving: whether points move to their domains even if those of the plan do not."""
    layout, method, dim = plan.request.layout, plan.choice.method.inner, plan.request.dim
    dtype, capacity = plan.unit.dtype, plan.choice.capacity
    # points and charges to their domains, results back, unless all stay; dealing is a step more
    sides = 2 if plan.request.symmetric else 3
    leave = moving or int(plan.prepared[1].migrants) > 0
    routed = sides * (dim + 1) * capacity.routed if leave else 0
    if capacity.dealt:
        routed += (dim + 1) * (local.request.n + local.request.m) / layout.size
    others = layout.size - 1

    def numbers_in(multipoles: int) -> int:
        return 0 if method.by is None else method.numbers_in(local, multipoles)

    if capacity.rounds:
        points = sum(one.points for one in capacity.rounds)
        # and its root to all
        numbers = numbers_in(sum(one.multipoles for one in capacity.rounds) + others)
    else:
        points = others * capacity.sent_points
        numbers = others * numbers_in(capacity.sent_multipoles)
    return dtype.itemsize * (others * routed + points * (dim + 1) + numbers)


def _numbers(values: np.ndarray) -> str:
    return ", ".join(f"{value:.3g}" for value in values[:SHOWN]) + " ..." * (len(values) > SHOWN)
