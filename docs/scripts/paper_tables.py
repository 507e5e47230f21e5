"""The tables of docs/papers.md: what each table and figure of the papers has, and ours.

A paper has the name that it has in docs/citations.md.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import paper_results as ours


def number(value: float, unit: str = "") -> str:
    """Two digits and a unit; nothing for what was not measured."""
    if not math.isfinite(value):
        return ""
    exponent = math.floor(math.log10(value))
    if -3 < exponent < 6:
        return f"{round(value, 1 - exponent):,.{max(0, 1 - exponent)}f}{unit}"
    power = str(exponent).replace("-", "−")
    return f"{value / 10**exponent:.1f} × 10<sup>{power}</sup>{unit}"


class Row(NamedTuple):
    """A row of a table: the table or figure of the paper, what it is, the paper's number, and ours
    as a function of the device."""

    part: str
    what: str
    theirs: str
    here: Callable[[str], str]


def break_even(times: Callable[[str, str], ours.Curve], method: str) -> Callable[[str], str]:
    return lambda device: number(
        ours.crossing(times(device, "direct"), times(device, method)), " points"
    )


def gain(times: Callable[[str, str], ours.Curve], method: str, n: int) -> Callable[[str], str]:
    """How many times as long the CPU takes; in the column of the GPU alone."""
    ratio = ours.at(times("cpu", method), n) / ours.at(times("gpu", method), n)
    return lambda device: number(ratio, " times") if device == "gpu" else ""


def in_stages(method: str) -> Callable[[str], str]:
    return lambda device: "; ".join(
        f"{stage} {number(ms, ' ms')}" for stage, ms in ours.stages(device, method).items()
    )


def share(stage: str) -> Callable[[str], str]:
    return lambda device: number(ours.plane_stages(device).get(stage, math.nan), " %")


def best_rate(pattern: str, scale: float, unit: str) -> Callable[[str], str]:
    return lambda device: number(scale * ours.best_rate(device, pattern), unit)


def seconds(n: int) -> Callable[[str], str]:
    return lambda device: number(1e3 * n * n / ours.at(ours.pair_rates(device), n), " ms")


def flops(n: int, each: int) -> Callable[[str], str]:
    return lambda device: number(1e-9 * each * ours.at(ours.pair_rates(device), n), " Gflop/s")


def parts_gain(n: int) -> Callable[[str], str]:
    def text(device: str) -> str:
        rates = ours.rates_in_parts(device)
        return number(rates.get((n, 0), math.nan) / rates.get((n, 1), math.nan), " times")

    return text


def curve(values: Callable[..., ours.Curve], at: float, *more: str) -> Callable[[str], str]:
    return lambda device: number(ours.at(values(device, *more), at))


def best_leaf(order: int) -> Callable[[str], str]:
    return lambda device: number(ours.best_leaf(device, order))


def speed(distribution: str) -> Callable[[str], str]:
    return lambda device: number(ours.plane_speeds(device).get(distribution, math.nan))


def spread(distribution: str) -> Callable[[str], str]:
    return lambda device: number(ours.spread(device).get((distribution, "0.010"), math.nan))


def two_cards(tesla: float, fermi: float, power: int) -> str:
    return f"{tesla} and {fermi} × 10<sup>{power}</sup>"


P2P = r"float32\s+pot \+ grad\s+\d+\s+\d+\s+\S+\s+\S+\s+(\S+)$"
M2L = r"float32\s+5\s+\S+\s+\S+\s+\S+\s+(\S+)$"
TABLES = {
    "yokota2011": [
        Row("figure 5", "treecode faster than direct from", "3,000 points (CPU), 20,000 (GPU)", break_even(ours.times, "treecode")),
        Row("figure 5", "FMM faster than direct from", "3,000 points (CPU), 40,000 (GPU)", break_even(ours.times, "fmm")),
        Row("figure 5", "direct: CPU over GPU, 100,000 points", "about 300 times", gain(ours.times, "direct", 100_000)),
        Row("figure 5", "treecode: CPU over GPU, 100,000 points", "about 100 times", gain(ours.times, "treecode", 100_000)),
        Row("figure 5", "FMM: CPU over GPU, 100,000 points", "about 30 times", gain(ours.times, "fmm", 100_000)),
        Row("figure 6", "stages of the FMM, 10<sup>7</sup> points (10<sup>5</sup> on CPUs)", "", in_stages("fmm")),
        Row("figure 6", "stages of the treecode, likewise", "", in_stages("treecode")),
        Row("figure 7", "P2P, at 20 flop a pair", "about 300 Gflop/s", best_rate(P2P, 20e-9, " Gflop/s")),
        Row("figure 7", "M2L of order 5 per second", "", best_rate(M2L, 1, "")),
    ],
    "hamada2007": [
        Row("table 2", "largest error of a force, 2,048 bodies", "5.4 × 10<sup>−7</sup>", curve(ours.force_errors, 2048)),
        Row("table 2", "131,072 bodies", "1.5 × 10<sup>−6</sup>", curve(ours.force_errors, 131_072)),
        Row("table 3", "time, 2,048 bodies", "0.92 ms", seconds(2048)),
        Row("table 3", "32,768 bodies", "162 ms", seconds(32_768)),
        Row("table 3", "131,072 bodies", "2,548 ms", seconds(131_072)),
        Row("table 3", "speed at 38 flop a pair, 2,048 bodies", "173 Gflop/s", flops(2048, 38)),
        Row("table 3", "32,768 bodies", "251 Gflop/s", flops(32_768, 38)),
        Row("table 3", "131,072 bodies", "256 Gflop/s", flops(131_072, 38)),
    ],
    "nyland2007": [
        Row("figure 31-6", "speed at 20 flop a pair, 1,024 bodies", "", flops(1024, 20)),
        Row("figure 31-6", "4,096 bodies", "", flops(4096, 20)),
        Row("figure 31-6", "16,384 bodies", "more than 200 Gflop/s", flops(16_384, 20)),
        Row("figure 31-8", "several threads a body over one, 1,024 bodies", "1.44 times", parts_gain(1024)),
        Row("figure 31-8", "4,096 bodies", "about 1", parts_gain(4096)),
    ],
    "goude2013": [
        Row("table 1", "P2P", "43 %", share("P2P")),
        Row("table 1", "sort and connect", "31 %", share("tree and lists")),
        Row("table 1", "M2L", "11 %", share("M2L")),
        Row("table 1", "P2M and M2M", "6 %", share("P2M, M2M")),
        Row("table 1", "L2L and L2P", "3 %", share("L2L, L2P")),
        Row("figure 3", "best number of points in a leaf, 17 terms", "45 (GPU), 35 (CPU)", best_leaf(17)),
        Row("figure 5", "10 terms", "less", best_leaf(10)),
        Row("figure 5", "30 terms", "more", best_leaf(30)),
        Row("figure 4", "M2L per second, 17 terms", "", curve(ours.translations, 17, "float64")),
        Row("figure 6", "FMM faster than direct from", "", break_even(ours.plane_times, "fmm")),
        Row("figures 7, 8", "FMM: CPU over GPU, 131,072 points", "about 11 times", gain(ours.plane_times, "fmm", 131_072)),
        Row("figures 7, 8", "direct: CPU over GPU, 131,072 points", "about 15 times", gain(ours.plane_times, "direct", 131_072)),
        Row("figure 9", "points per second, uniform", "", speed("square")),
        Row("figure 9", "normal", "", speed("normal")),
        Row("figure 9", "layer", "", speed("layer")),
        Row("figure 10", "time over uniform, normal, deviation 0.01", "", spread("normal")),
        Row("figure 10", "layer, deviation 0.01", "", spread("layer")),
    ],
    "cruz2011": [
        Row("tables 2, 3", "M2L per second, 8 terms", two_cards(163, 160, 6), curve(ours.translations, 8, "float32")),
        Row("tables 2, 3", "12 terms", two_cards(80, 80, 6), curve(ours.translations, 12, "float32")),
        Row("tables 2, 3", "16 terms", two_cards(51, 54, 6), curve(ours.translations, 16, "float32")),
        Row("tables 4, 5", "operations per second of Hermite series, p = 5", two_cards(573, 830, 9), curve(ours.hermite, 5)),
        Row("tables 4, 5", "p = 9", two_cards(674, 907, 9), curve(ours.hermite, 9)),
        Row("tables 4, 5", "p = 12", two_cards(703, 1012, 9), curve(ours.hermite, 12)),
    ],
}  # fmt: skip
