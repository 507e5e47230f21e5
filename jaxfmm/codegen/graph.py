"""Expressions as a graph in which equal expressions are one node, simplified, and written as C++
statements.

Simplified expressions keep their value, up to rounding, with one exception. Derivatives are full of
zeros, of whatever does not depend on a variable, so 0 * x = 0 / x = 0 and 0 + x = x, also where x
is infinite, NaN or -0.

One simplification is worth more than the others. In JAX a singular function must be guarded twice,

    where(r2 > 0, rsqrt(where(r2 > 0, r2, 1)), 0) ,

the inner guard for the sake of gradients. In C++ nothing is differentiated and arithmetic never
traps. So each branch of a selection is rebuilt under the assumption that it is selected, and the
inner guard goes. One function is left of this example, rsqrt_apart_. The same happens with 1 / r2,
which becomes inverse_apart_, and with products of these.

An integer is a constant, or a choice of known ones: a selection whose branches are integers. What
is done to a choice is done to each of its branches, so integers are exact, and none is left where
numbers are written."""

import collections
import itertools
import operator
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

LIMIT = 20_000  # nodes of a graph
NUMBERS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
MASKS: dict[str, Callable[..., Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}
MASKS |= {"&": operator.and_, "|": operator.or_, "not": np.logical_not}
PREFIXES, COMMUTATIVE = {"neg": "-", "not": "!"}, {"+", "*", "==", "!=", "&", "|"}
SPECIAL = {"inf": "infinity<T>()", "-inf": "-infinity<T>()", "nan": "nan<T>()"}
POLYNOMIAL = {"input", "constant", "neg", "+", "-", "*", "rsqrt_apart", "inverse_apart"}
IN_NUMPY = set(
    "abs cbrt ceil cos cosh exp exp2 expm1 floor log log1p log2 rint sin sinh sqrt tan tanh".split()
)
FOLDED: dict[str, Callable[..., Any]] = (
    NUMBERS | MASKS | {"neg": operator.neg, "max": np.maximum, "min": np.minimum}
)
FOLDED |= {name: getattr(np, name) for name in IN_NUMPY}


class Untranslatable(ValueError):
    """A function that has no translation; the message names the primitive and says why."""


class Graph:
    """Expressions as numbered nodes (operation, *operands); operands have lower numbers, equal
    nodes one number.

    differences: {(a, b): c} where node c is known to be node a minus node b.
    """

    def __init__(self, dtype: np.dtype) -> None:
        self.dtype = dtype
        self.nodes: list[tuple[Any, ...]] = []
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.differences: dict[tuple[int, int], int] = {}
        self.finite: list[bool] = []  # whether each node is a polynomial of finite numbers
        self.integer: list[bool] = []  # whether each node is an integer
        # Results of where(), _apart() and by_cases().
        self.chosen: dict[tuple[int, bool], dict[int, int]] = {}
        self.apart: dict[tuple[int, int], int | None] = {}
        self.cases: dict[tuple[Any, ...], int] = {}

    def node(self, *node: Any) -> int:
        """The number of a node (operation, *operands), a new one if there is none like it."""
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            if number == LIMIT:
                raise Untranslatable(
                    f"Written out number by number, the function takes more than {LIMIT} "
                    "operations."
                )
            self.nodes.append(node)
            known = node[0] in POLYNOMIAL and all(self.finite[a] for a in self.operands(number))
            self.finite.append(
                known and (node[0] != "constant" or bool(np.isfinite(self.value(number))))
            )
            if node[0] == "constant":
                self.integer.append(np.dtype(node[1]).kind in "iu")
            else:
                self.integer.append(node[0] == "select" and all(self.integer[a] for a in node[2:]))
        return number

    def constant(self, value: Any) -> int:
        """The node of a truth value, of an integer, or of a number in the graph's precision."""
        value = np.asarray(value)
        if value.dtype.kind not in "biuf":
            raise Untranslatable(f"{value.dtype}: only numbers of {self.dtype} have a translation.")
        value = value.astype(self.dtype) if value.dtype.kind == "f" else value
        # The bytes tell -0.0 from 0.0.
        return self.node("constant", value.dtype.name, value.tobytes())

    def value(self, n: int) -> Any:
        """The value of a constant, None for other nodes."""
        op, *rest = self.nodes[n]
        return np.frombuffer(rest[1], rest[0])[0] if op == "constant" else None

    def operands(self, n: int) -> list[int]:
        op, *rest = self.nodes[n]
        return [] if op in ("input", "constant") else rest

    def inside(self, op: str, n: int) -> int | None:
        """x where node n is op(x), otherwise None."""
        return self.nodes[n][1] if self.nodes[n][0] == op else None

    def live(self, outputs: list[int], first: int = 0, known: Collection[int] = ()) -> list[int]:
        """All nodes from number `first` on that the outputs need, without `known` ones; operands
        first."""
        needed: set[int] = set()
        rest = list(outputs)
        while rest:
            n = rest.pop()
            if n >= first and n not in needed and n not in known:
                needed.add(n)
                rest += self.operands(n)
        return sorted(needed)

    def make(self, op: str, *args: int) -> int:
        """The node of an operation, simplified. Signs move outwards, to where a sum absorbs
        them."""
        values = [self.value(a) for a in args]
        if op in FOLDED and all(v is not None for v in values):
            with np.errstate(all="ignore"):
                return self.constant(FOLDED[op](*values))
        if op in FOLDED and any(self.is_choice(a) for a in args):
            return self.by_cases(op, args)
        match op, args:
            case "neg" | "not", (a,) if (inner := self.inside(op, a)) is not None:
                return inner
            case "+" | "-", (a, b):
                return self._sum(op, a, b)
            case "*" | "/", (a, b):
                return self._product(op, a, b)
            case "&" | "|", (a, b) if values != [None, None]:
                mask, other, value = (a, b, values[0]) if values[1] is None else (b, a, values[1])
                return other if value == (op == "&") else mask
            case "select", (mask, a, b):
                if values[0] is not None or a == b:
                    return a if values[0] or a == b else b
                bits = [
                    n for n in (self.inside("bits", a), self.inside("bits", b)) if n is not None
                ]
                if len(bits) == 1:
                    raise Untranslatable(
                        "select_n: the bits of a number and an integer have no translation."
                    )
                if bits:
                    return self.make("bits", self.make("select", mask, *bits))
                if self._is_mask(a):
                    yes, no = self.make("&", mask, a), self.make("&", self.make("not", mask), b)
                    return self.make("|", yes, no)
                if values[2] == 0 and self.nodes[mask][:2] == ("<", self.constant(0.0)):
                    apart = self._apart(self.nodes[mask][2], a)
                    if apart is not None:
                        return apart
                opposite = self.inside("not", mask)
                if opposite is not None:
                    return self.make(op, opposite, b, a)
                return self.node(op, mask, a, b)
        return self.node(op, *(sorted(args) if op in COMMUTATIVE else args))

    def is_choice(self, n: int) -> bool:
        """Whether node n is an integer that is not known."""
        return self.integer[n] and self.nodes[n][0] == "select"

    def by_cases(self, op: str, args: Sequence[int]) -> int:
        """The node of an operation on choices: a choice of its results for the known integers."""
        masks = [self.nodes[a][1] for a in args if self.is_choice(a)]
        if not masks:
            return self.make(op, *args)
        key = (op, *args)
        if key not in self.cases:
            mask = min(masks)  # always the lowest, so that equal choices are one node
            yes, no = (
                self.by_cases(op, [self.assumed(mask, truth, a) for a in args])
                for truth in (True, False)
            )
            self.cases[key] = self.make("select", mask, yes, no)
        return self.cases[key]

    def assumed(self, mask: int, truth: bool, n: int) -> int:
        """Node n, which may be a choice, for a known value of a mask."""
        return self.where(mask, truth, n) if self.is_choice(n) else n

    def _is_mask(self, n: int) -> bool:
        return self.nodes[n][0] in MASKS or (
            self.nodes[n][0] == "constant" and self.nodes[n][1] == "bool"
        )

    def _sum(self, op: str, a: int, b: int) -> int:
        minus_a, minus_b = self.inside("neg", a), self.inside("neg", b)
        if minus_b is not None:
            return self.make("-" if op == "+" else "+", a, minus_b)
        if self.value(b) == 0:
            return a
        if self.value(a) == 0:
            return b if op == "+" else self.make("neg", b)
        if op == "-":
            if (b, a) in self.differences:
                return self.make("neg", self.differences[b, a])
            return self.differences[a, b] if (a, b) in self.differences else self.node(op, a, b)
        if minus_a is not None:
            return self.make("-", b, minus_a)
        if a == b:
            return self.make("*", self.constant(2.0), a)
        return self.node(op, *sorted((a, b)))

    def _product(self, op: str, *args: int) -> int:
        if 0 in [self.value(x) for x in args[: 1 if op == "/" else 2]]:
            return self.constant(0.0)
        parts = []
        for x in args:
            value, minus = self.value(x), self.inside("neg", x)
            if value is not None and value < 0:
                minus = self.constant(-value)
            parts.append(x if minus is None else minus)
        a, b = parts
        if op == "/" and self._power_of_two(b):
            op, b = "*", self.constant(1 / self.value(b))
        one = self.constant(1.0)
        if op == "*":
            (s, u), (t, v) = self._scaled(a), self._scaled(b)
            if s != 1 and t != 1 and 2.0**-64 < s * t < 2.0**64:
                a, b = self.constant(s * t), self.make("*", u, v)
            a, b = sorted((a, b), key=lambda x: (not self._power_of_two(x), x))
        if one in ((a, b) if op == "*" else (b,)):
            out = a if b == one else b
        elif op == "*" and a == b and (root := self.inside("sqrt", a)) is not None:
            out = root
        elif op == "/" and (root := self.inside("sqrt", b)) is not None:
            out = self.make("*", a, self.make("rsqrt", root))
        else:
            out = self.node(op, a, b)
        return self.make("neg", out) if sum(x not in parts for x in args) % 2 else out

    def _apart(self, x: int, n: int, depth: int = 100) -> int | None:
        """Node n where 0 < x and zero elsewhere, with functions that know this themselves and no
        selection, or None.

        where(0 < x, rsqrt(x + e), 0), the heart of most kernels, is one function of x and e; so
        with 1 / (x + e). A product with them is zero where they are, if its other factors are
        finite there."""
        op, *args = self.nodes[n]
        if op == "rsqrt" or (op == "/" and args[0] == self.constant(1.0)):
            name, inside = "rsqrt_apart" if op == "rsqrt" else "inverse_apart", args[-1]
            if inside == x:
                return self.node(name, x)
            if self.nodes[inside][0] == "+" and x in self.operands(inside):
                first, second = self.operands(inside)
                return self.node(name, x, second if first == x else first)
        if op not in ("neg", "+", "-", "*") or depth == 0:
            return None
        if (x, n) not in self.apart:
            parts = [self._apart(x, a, depth - 1) for a in args]
            if op == "*" and parts != [None, None]:
                parts = [
                    a if part is None and self.finite[a] else part for a, part in zip(args, parts)
                ]
            found = [part for part in parts if part is not None]
            self.apart[x, n] = self.make(op, *found) if len(found) == len(parts) else None
        return self.apart[x, n]

    def _power_of_two(self, n: int) -> bool:
        """Whether a node is a positive power of two, products with which are exact; they stand
        first in a product."""
        value = self.value(n)
        return value is not None and self.nodes[n][1] != "bool" and np.frexp(value)[0] == 0.5

    def _scaled(self, n: int) -> tuple[float, int]:
        """A power of two and the node with which its product is node n."""
        if self._power_of_two(n):
            return float(self.value(n)), self.constant(1.0)
        if self.nodes[n][0] == "*" and self._power_of_two(self.operands(n)[0]):
            factor, rest = self.operands(n)
            return float(self.value(factor)), rest
        return 1.0, n

    def rebuilt(self, outputs: list[int]) -> list[int]:
        """The outputs, with the branches of every selection rebuilt for the value of the mask that
        selects them."""
        new: dict[int, int] = {}
        for n in self.live(outputs):
            op, args = self.nodes[n][0], [new[a] for a in self.operands(n)]
            if op == "select":
                mask, *branches = args
                args[1:] = [self.where(mask, truth, x) for x, truth in zip(branches, (True, False))]
            new[n] = self.make(op, *args) if args else n
        return [new[n] for n in outputs]

    def where(self, mask: int, truth: bool, x: int) -> int:
        """Node x, rebuilt for a known value of a mask. Nodes before the mask do not depend on
        it."""
        new = self.chosen.setdefault((mask, truth), {mask: self.constant(truth)})
        for n in self.live([x], mask, new):
            op, args = self.nodes[n][0], [new.get(a, a) for a in self.operands(n)]
            new[n] = self.make(op, *args) if args else n
        return new.get(x, x)

    def _uses(self, outputs: list[int]) -> collections.Counter[int]:
        """How many live nodes and outputs need each node."""
        live = self.live(outputs)
        return collections.Counter([*outputs, *(a for n in live for a in self.operands(n))])

    def regrouped(self, outputs: list[int]) -> list[int]:
        """The outputs with (w a) b in place of each product w (a b), if w a is needed anyway and
        nothing else needs a b."""
        live, uses = self.live(outputs), self._uses(outputs)
        new: dict[int, int] = {}
        for n in live:
            op, args = self.nodes[n][0], self.operands(n)
            if op == "*":
                args = self._regrouped(args, uses, new)
            new[n] = self.make(op, *[new[a] for a in args]) if args else n
        return [new[n] for n in outputs]

    def _regrouped(
        self, factors: list[int], uses: collections.Counter[int], known: dict[int, int]
    ) -> list[int]:
        for w, product in itertools.permutations(factors):
            if self.nodes[product][0] == "*" and uses[product] == 1:
                for a, b in itertools.permutations(self.operands(product)):
                    other = self.numbers.get(("*", *sorted((w, a))))
                    if other in known:
                        return [other, b]
        return factors

    def terms(self, outputs: list[int]) -> list[list[tuple[str, int]]]:
        """For each output the pairs (sign, node) whose sum it is. A sum stays one node where other
        nodes need it, or where fewer than two of its terms are products that nothing else
        needs."""
        uses = self._uses(outputs)

        def split(n, sign):
            op, args = self.nodes[n][0], self.operands(n)
            if op not in ("+", "-") or uses[n] > 1:
                return [(sign, n)]
            other = sign if op == "+" else "+-"[sign == "+"]
            return split(args[0], sign) + split(args[1], other)

        def of(n):
            terms = split(n, "+")
            fused = [a for _, a in terms if self.nodes[a][0] == "*" and uses[a] == 1]
            return terms if len(fused) > 1 else [("+", n)]

        return list(map(of, outputs))

    def declarations(self, outputs: list[int]) -> tuple[list[str], dict[int, str]]:
        """The statements that declare the live nodes, and the name of each node."""
        lines: list[str] = []
        names: dict[int, str] = {}
        for n in self.live(outputs):
            op, args = self.nodes[n][0], [names[a] for a in self.operands(n)]
            if op == "constant":
                value = repr(float(self.value(n)))
                names[n] = SPECIAL.get(value, f"constant<T>({value})")
                continue
            if op == "input":
                text = self.nodes[n][1]
            elif len(args) == 2 and not op[0].isalpha():
                text = f"{args[0]} {op} {args[1]}"
            else:
                text = f"{PREFIXES.get(op, op + '_')}({', '.join(args)})"
            names[n] = f"v{len(lines)}"
            lines.append(f"const {'mask_t<T>' if op in MASKS else 'T'} {names[n]} = {text};")
        return lines, names
