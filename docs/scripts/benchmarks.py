"""Draws the plots of docs/benchmarks.md from the files in tests/benchmarks/results: python
docs/scripts/benchmarks.py

Each plot names the file that it was made of. Nothing is measured here.
"""

import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from small import save  # noqa: E402

RESULTS = Path(__file__).parents[2] / "tests" / "benchmarks" / "results"
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#e69f00", "#009e73", "#cc79a7"


def lines(name):
    return (RESULTS / name).read_text(encoding="utf-8").splitlines()


def rows(name, pattern):
    """The groups of all lines of a file that match."""
    found = [re.match(pattern, line) for line in lines(name)]
    return [match.groups() for match in found if match]


def fmm_gpu():
    """Whole steps, tree and sum, on an H200, beside jzfmm and the direct sum."""
    name, direct = "2026-11-22_h200_pipeline.txt", "2026-11-21_h200_direct.txt"
    section = "\n".join(lines(name)).split("4. Beside jzfmm")[1].split("5. Memory")[0].splitlines()
    ours = r"(cube|plummer)\s+(\d+) float32 7/0\.85/48\s+\S+\s+\S+\s+(\S+)\s+\S+ (\S+)"
    peer = r"(cube|plummer)\s+(\d+) float32 jzfmm 5/0\.8/64: sum\s+\S+, tree and sum\s+([\d.]+), error (\S+)"
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for pattern, label, colour in ((ours, "jaxfmm", BLUE), (peer, "jzfmm 1.0.1", ORANGE)):
        found = [match.groups() for line in section if (match := re.match(pattern, line))]
        for kind, style in (("cube", "o-"), ("plummer", "s--")):
            mine = [(int(n), float(ms)) for what, n, ms, _ in found if what == kind]
            shape = "uniform cube" if kind == "cube" else "Plummer sphere"
            axes.loglog(*zip(*mine), style, color=colour, label=f"{label}, {shape}")
    every = rows(direct, r"float32\s+pot \+ grad\s+(\d+)\s+\S+\s+(\S+)")
    by_size = {int(n): float(ms) for n, ms in every if int(n) >= 65536}
    axes.loglog(by_size.keys(), by_size.values(), "^:", color="0.4", label="direct sum")
    axes.set(xlabel="points", ylabel="tree, potential and gradient, milliseconds")
    axes.set_title("One H200, float32, errors of the gradient 1.2e-4 to 3.8e-4", fontsize="medium")
    axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    save(figure, "benchmark_gpu")


def kde():
    """Log densities beside scikit-learn and SciPy."""
    name = "2026-11-22_cpu_2cores_kde.txt"
    found = rows(name, r"\s+(\d)\s+([\d.]+)\s+([\d.]+)\s+\d+\s+([\d.]+)\s+\d+$")
    dims = [int(row[0]) for row in found]
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for column, label, colour, style in (
        (1, "jaxfmm", BLUE, "o-"),
        (2, "scikit-learn", ORANGE, "s-"),
        (3, "SciPy", GREEN, "^-"),
    ):
        axes.semilogy(dims, [float(row[column]) for row in found], style, color=colour, label=label)
    axes.set(xlabel="dimensions", ylabel="milliseconds", xticks=dims, ylim=(1, None))
    axes.set_title(
        "10,000 log densities of 100,000 points, tolerance 1e-4, two CPU cores", fontsize="medium"
    )
    axes.legend()
    axes.grid(alpha=0.3)
    save(figure, "benchmark_kde")


def fmm_cpu():
    """Sums on two CPU cores, by the error that they reached."""
    name = "2026-11-22_cpu_2cores_compiled.txt"
    # points, n, dtype, tol, method, p, theta, leaf, plan, first, update, steady, M2L/n, P2P/n,
    # points/s, two errors
    found = rows(
        name,
        r"(cube|plummer)\s+(\d+) (float\d+)\s+(\S+) fmm(?:\s+\S+){5}\s+(\S+)\s+(\S+)(?:\s+\S+){4} (\S+)",
    )
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for dtype, colour in (("float32", BLUE), ("float64", ORANGE)):
        for kind, look in (
            ("cube", {"marker": "o"}),
            ("plummer", {"marker": "s", "fillstyle": "none"}),
        ):
            mine = [
                (float(error), float(update) + float(time))
                for what, n, precision, _, update, time, error in found
                if (what, n, precision) == (kind, "1000000", dtype)
            ]
            shape = "uniform cube" if kind == "cube" else "Plummer sphere"
            axes.loglog(
                *zip(*mine), linestyle="none", color=colour, label=f"{dtype}, {shape}", **look
            )
    axes.set(
        xlabel="relative error of the gradient that was measured",
        ylabel="tree, potential and gradient, seconds",
    )
    axes.set_title("1,000,000 points, two CPU cores with AVX-512", fontsize="medium")
    axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    save(figure, "benchmark_cpu")


if __name__ == "__main__":
    for draw in (fmm_gpu, kde, fmm_cpu):
        draw()
