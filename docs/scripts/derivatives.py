"""Writes the table of docs/guides/derivatives.md from the files in tests/benchmarks/results, of
`tests/benchmarks/bench_derivatives.py`.

    python docs/scripts/derivatives.py

It measures nothing.
"""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1]
RESULTS = DOCS.parent / "tests" / "benchmarks" / "results"
PAGE = DOCS / "guides" / "derivatives.md"
FILES = {
    "CPU": RESULTS / "2026-11-26_cpu_2cores_derivatives.txt",
    "GPU": RESULTS / "2026-11-26_h200_derivatives.txt",
}
TOL = "1e-04"
BEGIN, END = "<!-- by docs/scripts/derivatives.py -->\n", "<!-- end -->\n"
HEADINGS = (
    "gradient of the energy",
    "value and gradient of a loss of potentials",
    "Hessian-vector product of the energy",
    "gradient of a loss of forces",
    "Hessian",
    "value and gradient in a parameter",
    "energy and its derivative in a parameter",
)


def rows(path: Path) -> dict[str, tuple[str, ...]]:
    """{kernel: the columns of the rows for TOL}."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(rf"(\S.*?)\s+{TOL}\s+\S+((?:\s+(?:[\d.]+|-)){{7}})\s", line):
            found[match[1]] = tuple(match[2].split())
    return found


def number(text: str) -> str:
    return "" if text == "-" else f"{float(text):.1f}"


def table() -> str:
    by_device = {name: rows(path) for name, path in FILES.items() if path.exists()}
    kernels = sorted({kernel for found in by_device.values() for kernel in found})
    lines = [
        f"| kernel | {' | '.join(HEADINGS)} |",
        f"|---|{'---|' * len(HEADINGS)}",
    ]
    for kernel in kernels:
        cells = []
        for column in range(len(HEADINGS)):
            parts = [
                number(found[kernel][column]) for found in by_device.values() if kernel in found
            ]
            cells.append(" / ".join(part for part in parts if part))
        lines.append(f"| {kernel} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The text of the page with a new table."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
