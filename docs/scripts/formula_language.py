"""Translates formulas in plain text, as docstrings and pages hold them, into MathML.

    K(x, y) = 1 / sqrt(|x - y|^2 + softening^2)

The language:

- A name is a letter, a Greek letter by its name, a function (`log`) or a word. `x_1`, `x1`, `x_ij`
  and `K_cell` have a subscript, `f^2` and `f^(d - 1)` a power, `sum_{i != j}` a range.
- ` / ` divides the product before it by the one factor after it: `4 pi / k^2 exp(t)` is a fraction
  times exp. `dt/2`, without spaces, divides one factor by one. Brackets around a whole numerator or
  denominator vanish. A sum divided by a sum is a fraction of sums.
- ` . ` is a scalar product, ` x ` between factors a vector product, `|x|` an absolute value,
  ` | ` a condition, `dy` a differential.

Text that breaks these rules is a ValueError.
"""

import re
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree

GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon eps theta kappa lambda mu nu pi rho sigma tau phi psi "
        "omega Gamma Delta Theta Sigma Phi Psi Omega".split(),
        "αβγδεεθκλμνπρστφψωΓΔΘΣΦΨΩ",
    )
)
SYMBOLS = GREEK | {"inf": "∞", "grad": "∇", "laplacian": "Δ"}
LARGE = {"sum": "∑", "int": "∫", "prod": "∏"}
FUNCTIONS = set("log exp sin cos erf det tr diag min max".split())
TEXT = set("for with else or and of over at the not in to if".split())  # these words end a product
SIGNS = {"-": "−", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "*": "∗"}
BRACKETS = {"(": ")", "[": "]", "{": "}"}
TOKEN = re.compile(
    r"(?P<gap> *)(?:(?P<number>\d+(?:\.\d+)?)|(?P<word>[A-Za-z]{2,}(?:-[A-Za-z]{2,})+)"
    r"|(?P<name>[A-Za-z]+)|(?P<quote>\"[^\"]*\"|`[^`]*`)"
    r"|(?P<sign><=|>=|!=|->|\.\.\.|[-+=<>/*.,:;|()\[\]{}_^'!])|(?P<end>$))"
)
THIN, WORD, APART = 0.12, 0.28, 1.5  # spaces between factors, words and parts, in em

Node = ElementTree.Element


def mathml(text: str, inline: bool = False) -> Node:
    """The formula as an <mrow>. In a line of text fractions stay on the line."""
    return Parser(text, inline).formula()


class Token(NamedTuple):
    kind: str
    text: str
    gap: int  # the spaces before it

    def is_sign(self, text: str) -> bool:
        return self.kind == "sign" and self.text == text

    @property
    def is_word(self) -> bool:
        """Whether it is set upright and has spaces around it."""
        symbol = self.text in SYMBOLS or self.text in LARGE or is_differential(self.text)
        is_name = self.kind == "name" and len(self.text) > 1 and not symbol
        return is_name or self.kind in ("word", "quote")

    @property
    def begins_factor(self) -> bool:
        return self.kind in ("number", "name", "word", "quote") or self.text in ("(", "[", "{", "|")


def tokens(text: str) -> list[Token]:
    found: list[Token] = []
    place = 0
    while not found or found[-1].kind != "end":
        match = TOKEN.match(text, place)
        if match is None:
            character = text[place:].strip()[0]
            raise ValueError(f"{character!r} in the formula {text!r} is not part of the language")
        kind = match.lastgroup or ""
        found.append(Token(kind, match[kind], len(match["gap"])))
        place = match.end()
    return found


def element(name: str, *inside: Node | str, **attributes: str) -> Node:
    node = Node(name, attributes)
    for part in inside:
        if isinstance(part, str):
            node.text = part
        else:
            node.append(part)
    return node


def row(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else element("mrow", *nodes)


def space(width: float) -> Node:
    return element("mspace", width=f"{width}em")


def named(name: str) -> Node:
    return element("mi", SYMBOLS.get(name, name))


def bare(node: Node) -> Node:
    """The inside of round brackets, any other node as it is."""
    return node[1] if len(node) == 3 and node[0].text == "(" else node


def is_differential(name: str) -> bool:
    return len(name) == 2 and name[0] == "d"


class Parser:
    """Reads a formula from left to right."""

    def __init__(self, text: str, inline: bool) -> None:
        self.text, self.tokens, self.place, self.inline = text, tokens(text), 0, inline

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        self.place += 1
        return self.tokens[self.place - 1]

    def fail(self, problem: str) -> NoReturn:
        read = "".join(" " * token.gap + token.text for token in self.tokens[: self.place])
        raise ValueError(f"{problem} after {read!r} in the formula {self.text!r}")

    def takes(self, *signs: str) -> bool:
        """Takes the next token if it is one of these signs and follows without a space."""
        found = self.next.gap == 0 and any(self.next.is_sign(sign) for sign in signs)
        self.place += found
        return found

    def formula(self) -> Node:
        nodes = self.expression()
        if self.next.kind != "end":
            self.fail(f"{self.next.text!r} closes nothing")
        return element("mrow", *nodes)

    def ends(self, closing: str, after_factor: bool) -> bool:
        if closing == "|" and self.next.is_sign("|"):
            return after_factor and not self.next.gap
        return self.next.kind == "end" or self.next.text in BRACKETS.values()

    def expression(self, closing: str = "", in_script: bool = False) -> list[Node]:
        """What stands before the bracket or bar that closes it, or before the end.

        Scripts write fractions on one line, and "in" there is a member of a set.
        """
        nodes: list[Node] = []
        product = term = 0  # where they begin; a term may begin with a sum
        after_factor = after_word = False
        while not self.ends(closing, after_factor):
            token = self.next
            if token.is_sign("/") and not (in_script or self.inline):
                if not after_factor:
                    self.fail("A fraction has no numerator")
                start = self.fraction(nodes, product, term)
                product = term = start
                after_word = False
            elif (sign := self.sign(after_factor, in_script)) is not None:
                nodes.append(sign)
                after_factor = False
                if sign.text != "×":
                    product = term = len(nodes)
            else:
                if token.gap > 1 and nodes:
                    nodes.append(space(APART))
                elif token.gap and after_factor and (after_word or token.is_word):
                    nodes.append(space(WORD))
                elif token.gap and after_factor and nodes[-1].tag != "mn":
                    nodes.append(space(THIN))
                if token.text in TEXT or token.gap > 1:
                    product = term = len(nodes)
                nodes.append(self.factor())
                if token.text in LARGE or token.text in TEXT or token.text == "grad":
                    product = len(nodes)
                after_factor, after_word = token.text not in LARGE, token.is_word
        return nodes

    def fraction(self, nodes: list[Node], product: int, term: int) -> int:
        """Replaces the numerator by the fraction; returns where the next product begins."""
        if self.take().gap == 0:
            small = element("mfrac", bare(nodes.pop()), bare(self.factor()))
            nodes.append(element("mstyle", small, displaystyle="false"))
            return product
        if self.next.text in LARGE:
            product, below = term, self.sum_of_factors()
        else:
            below = self.factor()
        above = row(nodes[product:])
        nodes[product:] = [element("mfrac", bare(above), bare(below))]
        return len(nodes)

    def sum_of_factors(self) -> Node:
        nodes = [self.factor()]
        while self.next.begins_factor and self.next.gap < 2 and self.next.text not in TEXT:
            nodes.append(self.factor())
        return row(nodes)

    def sign(self, after_factor: bool, in_script: bool) -> Node | None:
        """Takes an operator, a relation or a comma; None if a factor is next."""
        token, after = self.next, self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        alone = token.gap > 0 and after.gap > 0 and after.kind != "end"
        if token.text == "x" and after_factor and alone and after.begins_factor:
            sign = element("mo", "×")
        elif token.text == "in" and in_script:
            sign = element("mo", "∈")
        elif token.is_sign("|") and alone:
            sign = element("mo", "|", form="infix", lspace=f"{WORD}em", rspace=f"{WORD}em")
        elif token.is_sign(".") and alone:
            sign = element("mo", "⋅")
        elif token.kind == "sign" and token.text not in ("(", "[", "{", "|", "_", "^", "..."):
            sign = element("mo", SIGNS.get(token.text, token.text))
            if not after_factor and token.text in ("-", "+", "*"):
                sign.set("form", "prefix")
        else:
            return None
        self.take()
        return sign

    def factor(self) -> Node:
        token = self.take()
        if token.kind == "number":
            node = element("mn", token.text)
            if self.next.kind == "name" and not self.next.gap:  # 2k
                return element("mrow", node, self.factor())
        elif token.kind == "name":
            return self.named(token.text)
        elif token.kind in ("word", "quote"):
            return element("mtext", token.text.strip("`"))
        elif token.text in BRACKETS:
            inside = self.expression(BRACKETS[token.text])
            self.close(BRACKETS[token.text])
            node = self.enclosed(token.text, inside, BRACKETS[token.text])
        elif token.text == "|":
            inside = self.expression("|")
            self.close("|")
            node = self.enclosed("|", inside, "|")
        elif token.text == "...":
            return element("mi", "…")
        else:
            self.place -= 1
            self.fail(f"A factor is missing before {token.text!r}")
        return self.scripted(node)

    def close(self, closing: str) -> None:
        if not self.next.is_sign(closing):
            self.fail(f"{closing!r} is missing")
        self.take()

    def enclosed(self, opening: str, inside: list[Node], closing: str) -> Node:
        """The nodes between brackets, which grow with fractions, and with sums in a block."""
        middle = row(inside)
        tall = ("mfrac",) if self.inline else ("mfrac", "munder")
        is_tall = any(node.tag in tall for node in middle.iter())
        look = {"fence": "true", "stretchy": "true" if is_tall else "false"}
        first = element("mo", opening, form="prefix", **look)
        return element("mrow", first, middle, element("mo", closing, form="postfix", **look))

    def named(self, name: str) -> Node:
        if name == "sqrt":
            return self.scripted(element("msqrt", bare(self.factor())))
        if name in LARGE:
            return self.scripted(element("mo", LARGE[name]), limits=name != "int")
        if is_differential(name):
            return element("mrow", element("mi", "d"), self.scripted(named(name[1])))
        node = self.scripted(named(name))
        if self.next.is_sign("(") and not self.next.gap:
            node = element("mrow", node, self.factor())
        return node

    def scripted(self, node: Node, limits: bool = False) -> Node:
        """The node with the primes, subscripts, powers and factorials that follow it."""
        below, above = [], []
        while True:
            if self.next.kind == "number" and not self.next.gap:  # x1
                below.append(element("mn", self.take().text))
            elif self.takes("'"):
                above.append(element("mo", "′"))
            elif self.takes("_"):
                below.append(self.script(is_index=True))
            elif self.takes("^"):
                above.append(self.script(is_index=False))
            elif self.takes("!"):
                node = element("mrow", node, element("mo", "!"))
            else:
                break
        if below and above:
            name = "munderover" if limits else "msubsup"
            return element(name, node, row(below), row(above))
        if below:
            return element("munder" if limits else "msub", node, row(below))
        if above:
            return element("mover" if limits else "msup", node, row(above))
        return node

    def script(self, is_index: bool) -> Node:
        nodes: list[Node] = []
        if self.takes("(", "{"):
            closing = BRACKETS[self.tokens[self.place - 1].text]
            nodes = self.expression(closing, in_script=True)
            self.close(closing)
        elif self.takes("-"):
            nodes.append(element("mo", "−", form="prefix"))
        while not nodes or nodes[-1].get("form") == "prefix" or self.continues_script():
            token = self.take()
            if token.gap or token.kind not in ("number", "name"):
                self.place -= 1
                self.fail("A subscript or a power is missing")
            if token.kind == "number":
                nodes.append(element("mn", token.text))
            elif is_index and len(token.text) <= 3 and token.text not in SYMBOLS:
                nodes += [named(letter) for letter in token.text]  # x_ij
            else:
                nodes.append(named(token.text))
        return row(nodes)

    def continues_script(self) -> bool:
        return self.next.kind in ("number", "name") and not self.next.gap
