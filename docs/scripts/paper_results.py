"""Reads what `tests/benchmarks/bench_papers.py` measured, for the plots and tables of
docs/papers.md.

The newest file of a GPU and the newest one of a CPU count. Where there is none, or it lacks a part,
older files serve that have the rows of the same benchmark. What no file has is an empty curve, or
not a number. A device is "gpu" or "cpu", a curve {size: value}.
"""

import functools
import math
import re

from benchmarks import RESULTS, groups, lines

OLDER = {
    "gpu": ("2026-11-21_h200_2d.txt", "2026-11-21_h200_direct.txt", "2026-11-21_h200_gauss.txt"),
    "cpu": ("2026-11-21_cpu_2cores_direct.txt",),
}
Curve = dict[float, float]


def newest(device: str) -> str | None:
    """The newest file of `bench_papers` on a device."""
    pattern = "*_cpu_*_papers.txt" if device == "cpu" else "*_h?00_papers.txt"
    return max((path.name for path in RESULTS.glob(pattern)), default=None)


def machine(device: str) -> str:
    """How the page names the device."""
    card = re.search(r"_(h\d00)", newest(device) or OLDER[device][0])
    return f"one {card[1].upper()}" if card else "two CPU cores"


@functools.cache
def parts(device: str) -> dict[tuple[str, str], list[str]]:
    """The lines below each heading of the newest file, by paper and name."""
    found: dict[tuple[str, str], list[str]] = {}
    text: list[str] = []
    name = newest(device)
    for line in lines(name) if name else []:
        if heading := re.match(r"## (\w+), (.*?): ", line):
            text = found[heading[1], heading[2]] = []
        text.append(line)
    return found


def rows(device: str, paper: str, name: str, pattern: str) -> list[tuple[str, ...]]:
    """The groups of the lines that match, in the parts of a paper whose names begin so, otherwise
    in older files."""
    own = [
        line
        for (its_paper, its_name), text in parts(device).items()
        if its_paper == paper and its_name.startswith(name)
        for line in text
    ]
    older = (line for file in OLDER[device] for line in lines(file))
    return groups(own, pattern) or groups(list(older), pattern)


def at(curve: Curve, size: float) -> float:
    return curve.get(size, math.nan)


def crossing(slow: Curve, fast: Curve) -> float:
    """The size from which `fast` is faster, by straight lines between the logarithms."""
    sizes = sorted(slow.keys() & fast.keys())
    gains = [math.log(slow[n] / fast[n]) for n in sizes]
    for n, m, before, after in zip(sizes, sizes[1:], gains, gains[1:]):
        if before <= 0 < after:
            return n * (m / n) ** (before / (before - after))
    return math.nan


def times(device: str, method: str) -> Curve:
    """Seconds of tree, potential and gradient of a cube, by the number of points."""
    name = "FMM" if method == "fmm" else method
    pattern = rf"cube\s+(\d+) float32\s+1e-04 {method}" + r"\s+\S+" * 5 + r"\s+(\S+)\s+(\S+)"
    found = rows(device, "yokota2011", f"figure 5, {name}", pattern)
    return {float(n): float(update) + float(steady) for n, update, steady in found}


def stages(device: str, method: str) -> dict[str, float]:
    """Milliseconds of the stages of a sum in three dimensions."""
    name = "FMM" if method == "fmm" else method
    pattern = r"    (update|P2M, M2M|M2L|M2P|L2L, L2P|P2P)\s+(\S+) ms"
    text = parts(device).get(("yokota2011", f"figure 6, {name}"), [])
    return {stage: float(ms) for stage, ms in groups(text, pattern)}


def best_rate(device: str, pattern: str) -> float:
    """The largest of the rates of figure 7 that match."""
    text = parts(device).get(("yokota2011", "figure 7"), [])
    return max((float(rate) for (rate,) in groups(text, pattern)), default=math.nan)


def pair_rates(device: str) -> Curve:
    """Pairs per second of softened direct sums, potential and gradient, by the number of bodies."""
    pattern = r"float32\s+softened p \+ g\s+(\d+)\s+\S+\s+\S+\s+(\S+)"
    found = rows(device, "hamada2007", "table 3", pattern)
    found += rows(device, "nyland2007", "figure 31-6", pattern)
    return {float(n): float(rate) for n, rate in found}


def rates_in_parts(device: str) -> dict[tuple[int, int], float]:
    """Pairs per second by the number of bodies and of parts of the sources; 0: as many parts as
    the library takes."""
    pattern = r"float32\s+p \+ g, (\d+) parts\s+(\d+)\s+\S+\s+\S+\s+(\S+)"
    found = rows(device, "nyland2007", "figure 31-8", pattern)
    return {(int(n), int(count)): float(rate) for count, n, rate in found}


def force_errors(device: str) -> Curve:
    """The largest relative error of a force, by the number of bodies."""
    found = rows(device, "hamada2007", "table 2", r"\s*(\d+)\s+(\d\.\de-\d\d)   ")
    return {float(n): float(error) for n, error in found}


def plane_stages(device: str) -> dict[str, float]:
    """Percent of the stages of a sum in the plane."""
    pattern = r"\s+(tree and lists|P2M, M2M|M2L|L2L, L2P|P2P)\s+\S+ ms\s+(\S+) %"
    shares: dict[str, float] = {}
    for stage, percent in rows(device, "goude2013", "table 1", pattern):
        shares.setdefault(stage, float(percent))  # The first table is of float64.
    return shares


def plane_speeds(device: str) -> dict[str, float]:
    """Points per second in the plane, by their distribution."""
    pattern = r"float64\s+\d+\s+(square|normal|layer)\s+\S+\s+\S+\s+(\S+)  "
    found = rows(device, "goude2013", "table 1", pattern)
    return {name: 1e6 * float(rate) for name, rate in found}


def plane_times(device: str, method: str) -> Curve:
    """Seconds of a sum in the plane, by the number of points."""
    pattern = r"float64\s+(\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)$"
    found = rows(device, "goude2013", "figure 6", pattern)
    return {float(n): 1e-3 * float(fmm if method == "fmm" else direct) for n, fmm, direct in found}


def spread(device: str) -> dict[tuple[str, str], float]:
    """Time over the time of uniform points, by distribution and deviation."""
    pattern = r"float64\s+\d+\s+(normal|layer)\s+(\S+)\s+(\S+)$"
    found = rows(device, "goude2013", "figure 10", pattern)
    return {(name, deviation): float(ratio) for name, deviation, ratio in found}


def best_leaf(device: str, order: int) -> float:
    """The number of points in a leaf with which a sum in the plane takes the least time."""
    text = "\n".join(parts(device).get(("goude2013", "figures 3 and 5"), []))
    pattern = rf"order {order}, (\d+) points a leaf\n(?:.*\n)*?float64\s+\d+\s+square\s+\S+\s+(\S+)"
    found = [(float(ms), float(leaf)) for leaf, ms in re.findall(pattern, text)]
    return min(found)[1] if found else math.nan


def translations(device: str, dtype: str) -> Curve:
    """M2L per second in the plane, by the number of terms."""
    paper, name = ("goude2013", "figure 4") if dtype == "float64" else ("cruz2011", "tables 2")
    found = rows(device, paper, name, rf"{dtype}\s+(\d+)\s+\d{{4,}}\s+\S+\s+(\S+)$")
    return {float(terms): float(rate) for terms, rate in found}


def hermite(device: str) -> Curve:
    """Operations per second of Hermite series, by their order."""
    pattern = r"float32\s+(\d+)\s+\d+\s+\d+\.\d\s+\S+\s+(\S+)$"
    found = rows(device, "cruz2011", "tables 4", pattern)
    return {float(order): 1e12 * float(rate) for order, rate in found}
