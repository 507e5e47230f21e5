"""The documentation: every page runs as one script, the site builds without warnings, pictures are
small."""

import contextlib
import importlib.util
import io
import re
import subprocess
import sys
import warnings
from pathlib import Path

import jax
import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
LIGHT = {"guides/status.md"}  # pages of the default tests; the others take seconds to compile
MOST_BYTES = 150_000  # of a picture


def blocks(page):
    """(line, code) of every Python block of a page."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start()) + 2, found[1]) for found in BLOCK.finditer(text)]


def name_of(path):
    return path.relative_to(DOCS).as_posix()


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if blocks(page)]


def run(page):
    """Runs the blocks of a page, one after the other in one namespace, as a script with JAX's own
    settings would."""
    names = {"__name__": "__main__"}
    for line, code in blocks(page):
        exec(compile("\n" * (line - 1) + code, name_of(page), "exec"), names)


def needed(page):
    """The packages that a page imports."""
    imports = re.findall(
        r"^\s*(?:import|from) (\w+)", "\n".join(code for _, code in blocks(page)), re.M
    )
    return sorted(set(imports) - set(sys.stdlib_module_names))


def marked(page):
    return pytest.param(
        page, id=name_of(page), marks=[] if name_of(page) in LIGHT else pytest.mark.slow
    )


@pytest.mark.parametrize("page", [marked(page) for page in PAGES])
def test_page_runs(page, tmp_path, monkeypatch):
    for package in needed(page):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{name_of(page)} needs {package}, which is not installed")
    if importlib.util.find_spec("matplotlib"):
        importlib.import_module("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as settings:
        settings.enter_context(jax.numpy_dtype_promotion("standard"))
        settings.enter_context(jax.numpy_rank_promotion("allow"))
        settings.enter_context(contextlib.redirect_stdout(io.StringIO()))
        if page.parent.name == "interfaces":  # what other packages warn of is not ours
            settings.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
        run(page)


def test_pictures_are_small_and_used():
    text = "\n".join(
        page.read_text(encoding="utf-8") for page in [*DOCS.rglob("*.md"), ROOT / "README.md"]
    )
    pictures = sorted((DOCS / "pictures").iterdir())
    assert not [path.name for path in pictures if path.stat().st_size > MOST_BYTES]
    assert not [path.name for path in pictures if path.name not in text]


def test_pages_say_nothing_of_this_machine():
    text = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert not re.findall(r"/(?:work|tmp|root|home)/\S*", text)


@pytest.mark.slow
def test_site_builds_without_warnings(tmp_path):
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed: pip install '.[docs]'")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-5000:]
    assert (tmp_path / "site" / "search" / "search_index.json").is_file()
