"""Draws the plots of docs/papers.md and writes its tables, from tests/benchmarks/results.

    python docs/scripts/papers.py

It measures nothing: `python -m tests.benchmarks.bench_papers` does.
"""

import math
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import paper_results as ours  # noqa: E402
from benchmarks import BLUE, ORANGE, finish  # noqa: E402
from paper_tables import TABLES  # noqa: E402

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tests.benchmarks.bench_papers import PARTS  # noqa: E402

PAGE = ROOT / "docs" / "papers.md"
DEVICES = {"gpu": "o-", "cpu": "s--"}
METHODS = {"direct": ("direct", "0.4"), "treecode": ("treecode", ORANGE), "fmm": ("FMM", BLUE)}
STAGES = ("tree and lists", "P2M, M2M", "M2L", "M2P", "L2L, L2P", "P2P")
BELOW: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.15)}  # of legends
GOUDE_AND_ENGBLOM = {"tree and lists": 31, "P2M, M2M": 6, "M2L": 11, "L2L, L2P": 3, "P2P": 43}


def table(paper: str) -> str:
    """The table of a paper as Markdown, and below it the commands of its parts on a GPU."""
    machines = " | ".join(f"here, {ours.machine(device)}" for device in DEVICES)
    out = [f"| part | what | paper | {machines} |", "|---|---|---|---|---|"]
    for part, what, theirs, here in TABLES[paper]:
        cells = [part, what, theirs or "–", *(here(device) or "–" for device in DEVICES)]
        out.append(f"| {' | '.join(cells)} |")
    out.append("")
    for part in PARTS:
        if part.paper == paper:
            out.append(f"- {part.name}: `python -m tests.benchmarks.{part.module}`")
    return "\n".join(out)


def with_tables(text: str) -> str:
    """The text of the page with tables between its marks."""
    for paper in TABLES:
        start, end = f"<!-- table {paper} -->", f"<!-- end {paper} -->"
        before, rest = text.split(start)
        text = f"{before}{start}\n\n{table(paper)}\n\n{end}{rest.split(end)[1]}"
    return text


def draw_times() -> None:
    """Time over the number of points, and where trees become faster."""
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for device, look in DEVICES.items():
        direct = ours.times(device, "direct")
        for method, (name, colour) in METHODS.items():
            times = ours.times(device, method)
            if times:
                label = f"{name}, {ours.machine(device)}"
                axes.loglog(*zip(*sorted(times.items())), look, color=colour, label=label)
            if math.isfinite(n := ours.crossing(direct, times)):
                axes.axvline(n, color=colour, linewidth=0.8, linestyle=look[1:], alpha=0.7)
    axes.set(xlabel="points", ylabel="tree, potential and gradient, seconds")
    finish(figure, axes, "A cube, float32, tol 1e-4; thin lines: break-even points", "papers_time")


def draw_stages() -> None:
    """Percent of the time by stage, in three dimensions and in the plane."""
    bars: dict[str, dict[str, float]] = {}
    for device in DEVICES:
        for method in ("fmm", "treecode"):
            stages = dict(ours.stages(device, method))
            if stages:
                stages["tree and lists"] = stages.pop("update")
                bars[f"{METHODS[method][0]}, 3D, {ours.machine(device)}"] = stages
    for device in DEVICES:
        if stages := ours.plane_stages(device):
            bars[f"FMM, 2D, {ours.machine(device)}"] = stages
    bars["FMM, 2D, Goude & Engblom"] = dict(GOUDE_AND_ENGBLOM)
    figure, axes = plt.subplots(figsize=(7.5, 4.5), layout="constrained")
    left = dict.fromkeys(bars, 0.0)
    for number_of_stage, stage in enumerate(STAGES):
        shares = [100 * bar.get(stage, 0.0) / sum(bar.values()) for bar in bars.values()]
        axes.barh(
            list(bars), shares, left=list(left.values()), color=f"C{number_of_stage}", label=stage
        )
        left = {name: start + wide for (name, start), wide in zip(left.items(), shares)}
    axes.invert_yaxis()
    axes.set(xlabel="percent of the time", xlim=(0, 100))
    finish(figure, axes, "Time by stage", "papers_stages", **BELOW, ncols=3)


def draw_orders() -> None:
    """Translations per second over the number of terms, in the plane."""
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for device, look in DEVICES.items():
        for dtype, colour in (("float32", BLUE), ("float64", ORANGE)):
            if rates := ours.translations(device, dtype):
                label = f"{dtype}, {ours.machine(device)}"
                axes.loglog(*zip(*sorted(rates.items())), look, color=colour, label=label)
    theirs = {"Tesla C1060": (163e6, 80e6, 51e6), "Fermi C2050": (160e6, 80e6, 54e6)}
    for (card, millions), mark in zip(theirs.items(), "^v"):
        label = f"float32, {card} (Cruz, Layton & Barba)"
        axes.loglog((8, 12, 16), millions, mark, color="0.4", label=label)
    terms = (8, 12, 16, 24, 32, 45, 60)
    axes.set_xticks(terms, map(str, terms))
    axes.minorticks_off()
    axes.set(xlabel="terms of a series", ylabel="M2L per second")
    finish(figure, axes, "Speed over order, in the plane", "papers_order", **BELOW, ncols=2)


if __name__ == "__main__":
    for draw in (draw_times, draw_stages, draw_orders):
        draw()
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
