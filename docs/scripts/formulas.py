"""A hook of mkdocs: typesets the formulas of pages and docstrings.

Formulas are plain text (`formula_language`), which a terminal shows as it stands. The site holds
them as MathML, which browsers typeset by themselves, without a script or a font of ours.

- An indented block is a formula. Code belongs in fences.
- Inline code is a formula if it has what Python does not write: `x^2`, `sum_j q_j`, `|x|`, `2 pi`.
- Two or more spaces separate the parts of a line in a block. Parts that begin in the same column of
  several lines are aligned, and so is a line that continues the line above.
"""

import re
from typing import Any
from xml.etree import ElementTree

from formula_language import Node, element, mathml
from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.inlinepatterns import InlineProcessor

FORMULA = re.compile(
    r"\^|(?<!\w)sum_|(?<![.\w])pi\b|\|\w|(?<![.\w])log \w|grad_|\b[A-Za-z]_[ij\d]\b"
    r"|^\d+ ?/ ?[(a-z]"
)
PYTHON = re.compile(r"\*|\[|\w\.\w|=(?! )|python")
FENCE = "\x02"  # Markdown has replaced a fenced block by a text that begins with this character


def typeset(text: str) -> str:
    """A block of formulas as HTML."""
    lines = [line.rstrip() for line in text.splitlines()]
    starts = [part_starts(line) for line in lines]
    later = {start for row in starts for start in row[1:]}
    continued = {row[0] for row in starts}
    shared = {start for start in later if sum(start in row for row in starts) > 1}
    columns = sorted(shared | continued | {0})
    rows = []
    for line, parts in zip(lines, starts):
        places = [
            place
            for place in columns
            if place in parts or (place in continued and begins_a_part(line, place))
        ]
        cells = []
        for place, end in zip(places, [*places[1:], len(line)]):
            width = sum(place <= column < end for column in columns)
            if place == places[-1]:
                width = len(columns) - columns.index(place)
            cell = element("mtd", mathml(line[place:end].strip()), columnspan=str(width))
            if place in later:
                cell.set("class", "apart")
            cells.append(cell)
        before = [element("mtd") for column in columns if column < places[0]]
        rows.append(element("mtr", *before, *cells))
    table = element("mtable", *rows, displaystyle="true")
    return f'<div class="formula">{html(element("math", table, display="block"))}</div>'


def html(math: Node) -> str:
    return ElementTree.tostring(math, encoding="unicode")


def part_starts(line: str) -> list[int]:
    """The columns where the line begins, and where its parts begin."""
    return [match.start() for match in re.finditer(r"(?:^|(?<=  ))\S", line)]


def begins_a_part(line: str, place: int) -> bool:
    """Whether a word begins there, outside of brackets."""
    before = line[:place]
    opened = sum(before.count(bracket) for bracket in "([{")
    closed = sum(before.count(bracket) for bracket in ")]}")
    return line[place : place + 1] not in ("", " ") and before.endswith(" ") and opened == closed


class FormulaBlock(BlockProcessor):
    def test(self, parent: ElementTree.Element, block: str) -> bool:
        return block.startswith(" " * self.tab_length) and FENCE not in block

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        formula, rest = self.detab(blocks.pop(0))
        paragraph = ElementTree.SubElement(parent, "p")
        paragraph.text = self.parser.md.htmlStash.store(typeset(formula))
        if rest:
            blocks.insert(0, rest)


class InlineFormula(InlineProcessor):
    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[str | None, int | None, int | None]:
        text = " ".join(m[1].split())
        if not FORMULA.search(text) or PYTHON.search(text):
            return None, None, None  # code
        math = element("math", mathml(text, inline=True))
        return self.md.htmlStash.store(html(math)), m.start(), m.end()


class Formulas(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # before Markdown's own indented blocks, of priority 80, and code, of 190
        md.parser.blockprocessors.register(FormulaBlock(md.parser), "formula", 85)
        code = r"(?<!`)`([^`]+)`(?!`)"
        md.inlinePatterns.register(InlineFormula(code, md), "formula", 195)


def on_config(config: Any) -> Any:
    config.markdown_extensions.append(Formulas())
    return config
