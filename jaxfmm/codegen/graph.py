"""Expressions as a graph in which equal ones are one node, simplified, and written as C++
statements.

What is simplified keeps its value, up to rounding, with one exception: zeros are those that
derivatives are full of, of what does not depend on a variable, so 0 * x = 0 / x = 0 and 0 + x = x,
also where x is infinite, NaN or -0.

One simplification is worth more than the others. In JAX a singular function must be guarded twice,

    where(r2 > 0, rsqrt(where(r2 > 0, r2, 1)), 0) ,

the inner guard for the sake of gradients. In C++ nothing is differentiated and arithmetic never
traps, so the branches of a selection are rebuilt under the assumption that they are the one
selected, and the inner guard goes. What is left of this example is one function, rsqrt_apart_. So
it is with 1 / r2 and inverse_apart_, and with products of these.

An integer is a constant, or a choice of known ones: a selection whose branches are integers. What
is done to a choice is done to each that it may be, so integers are exact, and none is left where
numbers are written."""

import collections
import itertools
import operator
from collections.abc import Callable, Iterable
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
FOLDED = NUMBERS | MASKS | {"neg": operator.neg, "max": np.maximum, "min": np.minimum}
FOLDED |= {name: getattr(np, name) for name in IN_NUMPY}


class Untranslatable(ValueError):
    """A function that has no translation; the message names the primitive and says why."""


class Graph:
    """Expressions as numbered nodes (operation, *operands); operands have lower numbers, equal
    nodes one number.

    differences: {(a, b): c} where node c is known to be node a minus node b.
    """

    def __init__(self, dtype: Any) -> None:
        self.dtype, self.nodes, self.numbers, self.differences = dtype, [], {}, {}
        self.finite = []  # of each node, whether it is a polynomial of finite numbers
        self.integer = []  # of each node, whether it is an integer
        self.chosen, self.apart, self.cases = (
            {},
            {},
            {},
        )  # what where(), _apart() and by_cases() have found

    def node(self, *node) -> int:
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            if number == LIMIT:
                raise Untranslatable(
                    f"Written out number by number, the function takes more than {LIMIT} operations."
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
        return self.node(
            "constant", value.dtype.name, value.tobytes()
        )  # whose bytes tell -0.0 from 0.0

    def value(self, n: int) -> Any:
        """What a constant is, None for other nodes."""
        op, *rest = self.nodes[n]
        return np.frombuffer(rest[1], rest[0])[0] if op == "constant" else None

    def operands(self, n: int) -> list[int]:
        op, *rest = self.nodes[n]
        return [] if op in ("input", "constant") else rest

    def inside(self, op: str, n: int) -> Any:
        """x where node n is op(x), otherwise None."""
        return self.nodes[n][1] if self.nodes[n][0] == op else None

    def live(
        self, outputs: list[int], first: int = 0, known: tuple | dict[int, int] = ()
    ) -> list[int]:
        """All nodes from number `first` on that the outputs need beside `known` ones, operands
        first."""
        needed, rest = set(), list(outputs)
        while rest:
            n = rest.pop()
            if n >= first and n not in needed and n not in known:
                needed.add(n)
                rest += self.operands(n)
        return sorted(needed)

    def make(self, op: str, *args) -> int:
        """The node of an operation, simplified. Signs move outwards, to where a sum absorbs
        them."""
        values = [self.value(a) for a in args]
        if op in FOLDED and all(v is not None for v in values):
            with np.errstate(all="ignore"):
                return self.constant(FOLDED[op](*values))
        if op in FOLDED and any(self.is_choice(a) for a in args):
            return self.by_cases(op, args)
        match op, args:
            case "neg" | "not", (a,) if self.inside(op, a) is not None:
                return self.inside(op, a)
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
                bits = [self.inside("bits", n) for n in (a, b)]
                if bits != [None, None]:
                    if None in bits:
                        raise Untranslatable(
                            "select_n: the bits of a number and an integer have no translation."
                        )
                    return self.make("bits", self.make("select", mask, *bits))
                if self._is_mask(a):
                    yes, no = self.make("&", mask, a), self.make("&", self.make("not", mask), b)
                    return self.make("|", yes, no)
                if values[2] == 0 and self.nodes[mask][:2] == ("<", self.constant(0.0)):
                    apart = self._apart(self.nodes[mask][2], a)
                    if apart is not None:
                        return apart
                inner = self.inside("not", mask)
                return self.node(op, mask, a, b) if inner is None else self.make(op, inner, b, a)
        return self.node(op, *(sorted(args) if op in COMMUTATIVE else args))

    def is_choice(self, n: int) -> bool:
        """Whether node n is an integer that is not known."""
        return self.integer[n] and self.nodes[n][0] == "select"

    def by_cases(self, op: str, args: Iterable) -> int:
        """The node of an operation on choices: that on each of the known integers that they may
        be."""
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

    def _product(self, op: str, *args) -> int:
        if 0 in [self.value(x) for x in args[: 1 if op == "/" else 2]]:
            return self.constant(0.0)
        parts = []
        for x in args:
            value, minus = self.value(x), self.inside("neg", x)
            parts.append(
                self.constant(-value)
                if value is not None and value < 0
                else x
                if minus is None
                else minus
            )
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
        elif op == "*" and a == b and self.inside("sqrt", a) is not None:
            out = self.inside("sqrt", a)
        elif op == "/" and self.inside("sqrt", b) is not None:
            out = self.make("*", a, self.make("rsqrt", self.inside("sqrt", b)))
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
            self.apart[x, n] = None if None in parts else self.make(op, *parts)
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
        """The outputs where the branches of every selection are rebuilt for the mask's value that
        selects them."""
        new = {}
        for n in self.live(outputs):
            op, args = self.nodes[n][0], [new[a] for a in self.operands(n)]
            if op == "select":
                mask, *branches = args
                args[1:] = [self.where(mask, truth, x) for x, truth in zip(branches, (True, False))]
            new[n] = self.make(op, *args) if args else n
        return [new[n] for n in outputs]

    def where(self, mask: int, truth: bool, x: int) -> Any:
        """Node x, rebuilt for a known value of a mask. What came before the mask does not depend on
        it."""
        new = self.chosen.setdefault((mask, truth), {mask: self.constant(truth)})
        for n in self.live([x], mask, new):
            op, args = self.nodes[n][0], [new.get(a, a) for a in self.operands(n)]
            new[n] = self.make(op, *args) if args else n
        return new.get(x, x)

    def regrouped(self, outputs: Any) -> list[int]:
        """The outputs where a product w (a b) is (w a) b, if w a is there anyway and a b serves
        nothing else."""
        live, new = self.live(outputs), {}
        uses = collections.Counter([*outputs, *(a for n in live for a in self.operands(n))])
        for n in live:
            op, args = self.nodes[n][0], self.operands(n)
            if op == "*":
                args = self._regrouped(args, uses, new)
            new[n] = self.make(op, *[new[a] for a in args]) if args else n
        return [new[n] for n in outputs]

    def _regrouped(
        self, factors: list[int], uses: collections.Counter, known: dict[int, int]
    ) -> Iterable:
        for w, product in itertools.permutations(factors):
            if self.nodes[product][0] == "*" and uses[product] == 1:
                for a, b in itertools.permutations(self.operands(product)):
                    other = self.numbers.get(("*", *sorted((w, a))))
                    if other in known:
                        return other, b
        return factors

    def terms(self, outputs: list[int]) -> list[list[tuple[str, int]]]:
        """For each output the pairs (sign, node) that it is the sum of. A sum stays one node where
        other nodes need it, or where fewer than two of its terms are products that nothing else
        needs."""
        uses = collections.Counter(
            [*outputs, *(a for n in self.live(outputs) for a in self.operands(n))]
        )

        def split(n, sign):
            op, args = self.nodes[n][0], self.operands(n)
            if op not in ("+", "-") or uses[n] > 1:
                return [(sign, n)]
            other = sign if op == "+" else "+-"[sign == "+"]
            return split(args[0], sign) + split(args[1], other)

        def of(n):
            found = split(n, "+")
            fused = [a for _, a in found if self.nodes[a][0] == "*" and uses[a] == 1]
            return found if len(fused) > 1 else [("+", n)]

        return list(map(of, outputs))

    def declarations(self, outputs: list[int]) -> tuple[list[str], dict[int, str]]:
        """The statements that declare the live nodes, and what to call each."""
        lines, names = [], {}
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
