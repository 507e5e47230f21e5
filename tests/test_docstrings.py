"""The examples in public docstrings run, and the reference has a place for every public name."""

import doctest
import inspect
import re
from pathlib import Path

import jax
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody, transport
from jaxfmm.kde.density import Density
from jaxfmm.kde.segments import SegmentDensity

DOCS = Path(__file__).resolve().parents[1] / "docs"
PUBLIC = {
    name: getattr(jaxfmm, name) for name in jaxfmm.__all__ if name not in ("nbody", "transport")
}
PUBLIC |= {f"nbody.{name}": getattr(nbody, name) for name in nbody.__all__}
PUBLIC |= {f"transport.{name}": getattr(transport, name) for name in transport.__all__}
METHODS = {name: value for name, value in vars(Density).items() if inspect.isfunction(value)}
PUBLIC |= {f"Density.{name}": value for name, value in METHODS.items()}
OF_MATRICES = inspect.getmembers(jaxfmm.KernelMatrix, inspect.isfunction)
PUBLIC |= {f"KernelMatrix.{name}": value for name, value in OF_MATRICES if name[0] != "_"}
PUBLIC["SegmentDensity"] = SegmentDensity
EXAMPLES = [name for name, value in PUBLIC.items() if ">>>" in (value.__doc__ or "")]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_example_of_the_docstring(name: str) -> None:
    if name == "show":
        pytest.importorskip("matplotlib").use("Agg")
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    text = inspect.getdoc(PUBLIC[name])
    example = doctest.DocTestParser().get_doctest(text, {"np": np}, name, None, 0)
    report: list[str] = []
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        failed, tried = runner.run(example, out=report.append)
    assert tried and not failed, "".join(report)


def test_reference_has_every_public_name() -> None:
    pages = (DOCS / "reference").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"^::: \S*?(\w+)$", text, re.M))
    methods = ("Density.", "KernelMatrix.")
    public = {name.split(".")[-1] for name in PUBLIC if not name.startswith(methods)}
    assert not public - shown
    members = {  # without aliases such as score_samples
        name for name, value in METHODS.items() if name[0] != "_" and value.__name__ == name
    }
    listed = set(re.findall(r"^ +- (\w+)$", text, re.M))
    assert not members - listed - {"planned", "planned_for"}
