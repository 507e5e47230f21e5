"""The plain text of formulas in docstrings and pages becomes MathML (docs/scripts)."""

import importlib
import inspect
import re
import sys
import textwrap
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from test_docstrings import PUBLIC

DOCS = Path(__file__).resolve().parents[1] / "docs"
sys.path.insert(0, str(DOCS / "scripts"))
from formula_language import mathml  # noqa: E402


def formulas_module() -> Any:
    pytest.importorskip("markdown")
    return importlib.import_module("formulas")


def shown(node: Element) -> str:
    """The formula in one line: fractions as {a / b}, scripts as _{a} and ^{b}."""
    parts = [shown(child) for child in node]
    if node.tag == "mfrac":
        return f"{{{parts[0]} / {parts[1]}}}"
    if node.tag == "msqrt":
        return f"√{{{''.join(parts)}}}"
    if node.tag in ("msub", "munder"):
        return f"{parts[0]}_{{{parts[1]}}}"
    if node.tag in ("msup", "mover"):
        return f"{parts[0]}^{{{parts[1]}}}"
    if node.tag in ("msubsup", "munderover"):
        return f"{parts[0]}_{{{parts[1]}}}^{{{parts[2]}}}"
    return (node.text or "") + "".join(parts)


CASES = {
    "1 / sqrt(|x - y|^2 + softening^2)": "{1 / √{|x−y|^{2}+softening^{2}}}",
    "-1/2 log(r)": "−{1 / 2}log(r)",
    "4 pi / k^2 exp(i k . (x - y))": "{4π / k^{2}}exp(ik⋅(x−y))",
    "sum_j m_j (x_i - x_j) / r_ij^3": "∑_{j}{m_{j}(x_{i}−x_{j}) / r_{ij}^{3}}",
    "(a + b) / (2 c)": "{a+b / 2c}",
    "a (b + c) / d": "{a(b+c) / d}",
    "sum_j w_j f(x) / sum_j w_j": "{∑_{j}w_{j}f(x) / ∑_{j}w_{j}}",
    "int_0^inf c(y) / |x - y| dy": "∫_{0}^{∞}{c(y) / |x−y|}dy",
    "sum_{k != 0} K_cell(k)^(3/2)": "∑_{k≠0}K_{cell}(k)^{3/2}",
    "sum_(j in s) t_j x d": "∑_{j∈s}t_{j}×d",
    "dt^2/12 (j - j1)": "{dt^{2} / 12}(j−j_{1})",
    "dx_i/dt = v'": "{dx_{i} / dt}=v^{′}",
    "y^T A^-1 y": "y^{T}A^{−1}y",
    "KL(pi | a x b) - log |z|": "KL(π|a×b)−log|z|",
    "n . grad_y 1 / r for r < 2 a": "n⋅∇_{y}{1 / r}forr<2a",
    "K_1 + K_2 + ...": "K_{1}+K_{2}+…",
    "(2n + 1)!! f(x, *params) >= 0": "(2n+1)!!f(x,∗params)≥0",
}


@pytest.mark.parametrize("text", CASES)
def test_formula(text: str) -> None:
    assert shown(mathml(text)) == CASES[text]


def test_a_formula_in_a_line_has_no_fractions() -> None:
    assert shown(mathml("1 / (4 pi eps0)", inline=True)) == "1/(4πε_{0})"


@pytest.mark.parametrize(
    "text, message",
    [
        ("f(x", "'\\)' is missing after 'f\\(x'"),
        ("f x)", "'\\)' closes nothing after 'f x'"),
        ("|x - y", "'|' is missing"),
        ("/ 2", "A fraction has no numerator"),
        ("1 / + 2", "A factor is missing before '\\+' after '1 /'"),
        ("x_ + 1", "A subscript or a power is missing after 'x_'"),
        ("x² + 1", "'²' in the formula 'x² \\+ 1' is not part of the language"),
    ],
)
def test_what_is_no_formula_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mathml(text)


def formulas(text: str) -> list[str]:
    """The indented blocks of a docstring before its sections."""
    before = re.split(r"^(?:Args|Returns|Raises|Reference|Example):", text, flags=re.M)[0]
    return re.findall(r"(?:\A|(?<=\n\n))(?: {4}.*\n?)+", before)


def test_every_formula_of_a_public_docstring_is_typeset() -> None:
    typeset = formulas_module().typeset
    count = 0
    for name, value in PUBLIC.items():
        for block in formulas(inspect.getdoc(value) or ""):
            html = typeset(textwrap.dedent(block))
            assert html.startswith('<div class="formula"><math display="block">'), name
            count += 1
    assert count > 50


def test_every_formula_of_a_page_is_typeset() -> None:
    extension = formulas_module().Formulas()
    markdown = pytest.importorskip("markdown")
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"^(?:```.*?^```|:::.*\n(?: .*\n)*)", "", text, flags=re.M | re.S)
        assert "<pre>" not in markdown.markdown(text, extensions=[extension, "tables"]), page


def test_inline_code_is_a_formula_if_python_does_not_write_it() -> None:
    extension = formulas_module().Formulas()
    text = "`|x - y|^2 / 2`, `log_sum_exp(x)`, `x**2`, `2 pi`, `jnp.pi`, `K1 + K2`"
    html = pytest.importorskip("markdown").markdown(text, extensions=[extension])
    assert html.count("<math>") == 2 and html.count("<code>") == 4


def test_lines_are_aligned_where_their_text_is() -> None:
    html = formulas_module().typeset("u(x) = f + g    for r < 1\n       h        for r >= 1")
    assert html.count("<mtr>") == 2 and html.count('class="apart"') == 2
    assert html.count("<mtd />") == 1  # h stands below f + g
