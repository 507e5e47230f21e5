"""The examples run at a small size and keep what they print, and so does the usage example of the README."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def load(name):
    """The example as a module, by its file name."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", ROOT / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_quickstart(tmp_path, capsys):
    tol = 1e-4
    rows = load("quickstart").main(["--bodies", "5000", "--tol", str(tol), "--picture", str(tmp_path / "picture.png")])

    printed = capsys.readouterr().out
    assert all(row.what in printed for row in rows)
    checked = [row for row in rows if row.force_error is not None]
    assert [row.size for row in checked] == [11_754, 5000]
    for row in checked:
        assert row.potential_error < tol and row.force_error < tol, row
    energy = float(re.search(r"([-\d,.]+) kcal/mol", printed)[1].replace(",", ""))
    assert energy == pytest.approx(-196_284.0, rel=tol)  # of a float64 direct sum in numpy, without this library


def test_usage_example_of_the_readme():
    (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.S | re.M)
    exec(compile(block, "README.md", "exec"), {})
