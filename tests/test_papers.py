"""The page about the papers: its tables are what its script writes from the result files."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that jaxfmm is the installed one
from tests.benchmarks import bench_papers  # noqa: E402


def script(name: str) -> Any:
    """A module of docs/scripts."""
    pytest.importorskip("matplotlib")
    sys.path.insert(0, str(ROOT / "docs" / "scripts"))
    return importlib.import_module(name)


def test_tables_of_the_page() -> None:
    papers = script("papers")
    text = papers.PAGE.read_text(encoding="utf-8")
    assert papers.with_tables(text) == text, "run python docs/scripts/papers.py"


def test_numbers() -> None:
    """Two digits, plain where they are short."""
    number = script("paper_tables").number
    plain = {0.063: "0.063", 1.44: "1.4", 10.9: "11", 62_345: "62,000"}
    assert all(number(value) == text for value, text in plain.items())
    assert number(5.4e-7) == "5.4 × 10<sup>−7</sup>"
    assert number(float("nan"), " ms") == ""


def test_break_even_point() -> None:
    sizes = (10.0, 100.0, 1000.0)
    quadratic, linear = {n: 1e-4 * n**2 for n in sizes}, {n: 3e-2 * n for n in sizes}
    assert abs(script("paper_results").crossing(quadratic, linear) - 300) < 1e-6


@pytest.mark.parametrize("part", bench_papers.PARTS, ids=lambda part: f"{part.paper} {part.name}")
def test_parts_have_commands(part: bench_papers.Part) -> None:
    known = bench_papers.MODULES.keys() | bench_papers.FUNCTIONS.keys()
    assert {command.split()[0] for command in (part.gpu, part.cpu) if command} <= known


def test_citations_name_the_papers() -> None:
    text = (ROOT / "docs" / "citations.md").read_text(encoding="utf-8")
    keys = ("yokota2011", "hamada2007", "nyland2007", "goude2013", "cruz2011")
    assert not [key for key in keys if f"{{{key}," not in text]
