"""The documentation: pages run as scripts, the site builds, pictures are small."""

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

import jaxfmm
from jaxfmm import nbody

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
LIGHT = {"guides/status.md"}  # pages of the default tests; the others take seconds to compile
MOST_BYTES = 150_000  # of a picture
MADE_BY_FUNCTIONS = {"Pairs", "Plan"}  # users do not call these classes


def blocks(page: Path) -> list[tuple[int, str]]:
    """(line, code) of each Python block of a page."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, block.start()) + 2, block[1]) for block in BLOCK.finditer(text)]


def name_of(page: Path) -> str:
    return page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).as_posix()


EVERY_PAGE = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
PAGES = [page for page in EVERY_PAGE if blocks(page)]


def run(page: Path) -> None:
    """Runs the blocks of a page in one namespace, as a script with JAX's own settings would."""
    names = {"__name__": "__main__"}
    for line, code in blocks(page):
        exec(compile("\n" * (line - 1) + code, name_of(page), "exec"), names)


def imported_packages(page: Path) -> list[str]:
    code = "\n".join(code for _, code in blocks(page))
    imports = re.findall(r"^\s*(?:import|from) (\w+)", code, re.M)
    return sorted(set(imports) - set(sys.stdlib_module_names))


def page_case(page: Path) -> object:
    marks = [] if name_of(page) in LIGHT else pytest.mark.slow
    return pytest.param(page, id=name_of(page), marks=marks)


@pytest.mark.parametrize("page", [page_case(page) for page in PAGES])
def test_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in imported_packages(page):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{name_of(page)} needs {package}, which is not installed")
    if importlib.util.find_spec("matplotlib"):
        importlib.import_module("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as settings:
        settings.enter_context(jax.numpy_dtype_promotion("standard"))
        settings.enter_context(jax.numpy_rank_promotion("allow"))
        settings.enter_context(contextlib.redirect_stdout(io.StringIO()))
        if page.parent.name == "interfaces":  # other packages warn of their own matters
            settings.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
        run(page)


def test_pictures_are_small_and_used() -> None:
    pages = [*DOCS.rglob("*.md"), ROOT / "README.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    pictures = sorted((DOCS / "pictures").iterdir())
    assert not [path.name for path in pictures if path.stat().st_size > MOST_BYTES]
    assert not [path.name for path in pictures if path.name not in text]


def test_pages_say_nothing_of_this_machine() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert not re.findall(r"/(?:work|tmp|root|home)/\S*", text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    command += ["--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-5000:]
    return folder


@pytest.mark.slow
def test_site_builds_without_warnings(site: Path) -> None:
    assert (site / "search" / "search_index.json").is_file()


@pytest.mark.slow
def test_reference_shows_constructors_and_no_quotations(site: Path) -> None:
    pages = sorted((site / "reference").glob("*/index.html"))
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert "<blockquote" not in text  # of an argument's text that starts with ">"
    shown = re.sub("<[^>]+>", "", text)
    for module in (jaxfmm, nbody):
        for name in module.__all__:
            if isinstance(getattr(module, name), type):
                has_constructor = re.search(rf"^{name}\(", shown, re.M) is not None
                assert has_constructor == (name not in MADE_BY_FUNCTIONS), name
