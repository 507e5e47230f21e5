"""How many processor cores this process may use.

A container may have a quota of processor time on a machine with many cores. More threads than that
do not make a sum faster: each waits until the next period of the quota."""

import functools
import math
import os
from pathlib import Path

ROOT, GROUPS = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")


@functools.cache
def usable() -> int:
    """The cores to which the process is bound, at most as many as the quotas of its control groups
    allow, rounded up. At least 1."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, math.ceil(min(bound or 1, _quota())))


def _quota() -> float:
    """The cores that the quotas of Linux's control groups allow: of the group of this process, and
    of all that it is in. Infinite where there is none."""
    try:
        lines = [line.split(":", 2) for line in GROUPS.read_text().splitlines()]
    except OSError:  # no Linux
        return math.inf
    least = math.inf
    for _, controllers, path in lines:
        named = controllers.split(",")
        if controllers and "cpu" not in named:
            continue
        top = ROOT / controllers if controllers else ROOT
        group = Path(path.lstrip("/"))
        for inside in (group, *group.parents):
            least = min(least, _of_group(top / inside))
    return least


def _of_group(folder: Path) -> float:
    """The cores that the quota of one control group allows, of version 2 or 1."""
    try:
        if (folder / "cpu.max").exists():
            quota, period = (folder / "cpu.max").read_text().split()
        else:
            quota, period = (
                (folder / f"cpu.cfs_{name}_us").read_text().strip() for name in ("quota", "period")
            )
        return int(quota) / int(period) if int(quota) > 0 else math.inf
    except (OSError, ValueError, ZeroDivisionError):  # "max": none, or no such file
        return math.inf
