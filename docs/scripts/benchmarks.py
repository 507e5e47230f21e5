"""Draws the plots of docs/benchmarks.md from the files in tests/benchmarks/results.

    python docs/scripts/benchmarks.py

It measures nothing.
"""

import re
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from small import save  # noqa: E402

RESULTS = Path(__file__).parents[2] / "tests" / "benchmarks" / "results"
BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"


def lines(name: str) -> list[str]:
    return (RESULTS / name).read_text(encoding="utf-8").splitlines()


def groups(text: list[str], pattern: str) -> list[tuple[str, ...]]:
    """The groups of all lines that match."""
    matches = [re.match(pattern, line) for line in text]
    return [match.groups() for match in matches if match]


def finish(figure: Any, axes: Any, title: str, name: str, **legend: Any) -> None:
    axes.set_title(title, fontsize="medium")
    axes.legend(fontsize="small", **legend)
    axes.grid(alpha=0.3)
    save(figure, name)


def fmm_gpu() -> None:
    """Times of tree and sum on an H200, compared with jzfmm and the direct sum."""
    name, direct = "2026-11-22_h200_pipeline.txt", "2026-11-21_h200_direct.txt"
    text = "\n".join(lines(name))
    section = text.split("4. Beside jzfmm")[1].split("5. Memory")[0].splitlines()
    ours = r"(cube|plummer)\s+(\d+) float32 7/0\.85/48\s+\S+\s+\S+\s+(\S+)\s+\S+ (\S+)"
    peer = r"(cube|plummer)\s+(\d+) float32 jzfmm 5/0\.8/64: sum\s+\S+, tree and sum\s+"
    peer += r"([\d.]+), error (\S+)"
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for pattern, label, colour in ((ours, "jaxfmm", BLUE), (peer, "jzfmm 1.0.1", ORANGE)):
        times = groups(section, pattern)
        for kind, style in (("cube", "o-"), ("plummer", "s--")):
            curve = [(int(n), float(ms)) for what, n, ms, _ in times if what == kind]
            shape = "uniform cube" if kind == "cube" else "Plummer sphere"
            axes.loglog(*zip(*curve), style, color=colour, label=f"{label}, {shape}")
    direct_times = groups(lines(direct), r"float32\s+pot \+ grad\s+(\d+)\s+\S+\s+(\S+)")
    by_size = {int(n): float(ms) for n, ms in direct_times if int(n) >= 65536}
    axes.loglog(by_size.keys(), by_size.values(), "^:", color="0.4", label="direct sum")
    axes.set(xlabel="points", ylabel="tree, potential and gradient, milliseconds")
    title = "One H200, float32, errors of the gradient 1.2e-4 to 3.8e-4"
    finish(figure, axes, title, "benchmark_gpu")


def kde() -> None:
    """Times of log densities, compared with scikit-learn and SciPy."""
    name = "2026-11-22_cpu_2cores_kde.txt"
    rows = groups(lines(name), r"\s+(\d)\s+([\d.]+)\s+([\d.]+)\s+\d+\s+([\d.]+)\s+\d+$")
    dims = [int(row[0]) for row in rows]
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for column, label, colour, style in (
        (1, "jaxfmm", BLUE, "o-"),
        (2, "scikit-learn", ORANGE, "s-"),
        (3, "SciPy", GREEN, "^-"),
    ):
        times = [float(row[column]) for row in rows]
        axes.semilogy(dims, times, style, color=colour, label=label)
    axes.set(xlabel="dimensions", ylabel="milliseconds", xticks=dims, ylim=(1, None))
    title = "10,000 log densities of 100,000 points, tolerance 1e-4, two CPU cores"
    finish(figure, axes, title, "benchmark_kde")


def fmm_cpu() -> None:
    """Times of sums on two CPU cores, by their errors."""
    name = "2026-11-22_cpu_2cores_compiled.txt"
    # points, n, dtype, tol, method, p, theta, leaf, plan, first, update, steady, M2L/n, P2P/n,
    # points/s, two errors
    rows = groups(
        lines(name),
        r"(cube|plummer)\s+(\d+) (float\d+)\s+(\S+) fmm(?:\s+\S+){5}"
        r"\s+(\S+)\s+(\S+)(?:\s+\S+){4} (\S+)",
    )
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for dtype, colour in (("float32", BLUE), ("float64", ORANGE)):
        looks = {"cube": {"marker": "o"}, "plummer": {"marker": "s", "fillstyle": "none"}}
        for kind, look in looks.items():
            curve = [
                (float(error), float(update) + float(time))
                for what, n, precision, _, update, time, error in rows
                if (what, n, precision) == (kind, "1000000", dtype)
            ]
            shape = "uniform cube" if kind == "cube" else "Plummer sphere"
            label = f"{dtype}, {shape}"
            axes.loglog(*zip(*curve), linestyle="none", color=colour, label=label, **look)
    axes.set_xlabel("measured relative error of the gradient")
    axes.set_ylabel("tree, potential and gradient, seconds")
    finish(figure, axes, "1,000,000 points, two CPU cores with AVX-512", "benchmark_cpu")


if __name__ == "__main__":
    for draw in (fmm_gpu, kde, fmm_cpu):
        draw()
