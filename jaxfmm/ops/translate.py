"""Scalar functions written in JAX, as C++ statements for both CUDA and the CPU.

The statements are for a template <class T>, where T is float or double or a GCC vector of them, and use nothing but
operators and the functions of custom_ops/include/functions.h. A function becomes a graph in which equal expressions are
one node, simplified where that is exact; what the results need of it is written.

One simplification is worth more than the others. In JAX a singular function must be guarded twice,

    where(r2 > 0, rsqrt(where(r2 > 0, r2, 1)), 0) ,

the inner guard for the sake of gradients. In C++ nothing is differentiated and arithmetic never traps, so the branches
of a selection are rebuilt under the assumption that they are the one selected, and the inner guard goes. What is left
of this example is one function, rsqrt_apart_. So it is with 1 / r2 and inverse_apart_.
"""

import operator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend import core

NUMBERS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
MASKS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne}
MASKS |= {"&": operator.and_, "|": operator.or_, "not": np.logical_not}
PREFIXES, COMMUTATIVE = {"neg": "-", "not": "!"}, {"+", "*", "==", "!=", "&", "|"}
SPECIAL = {"inf": "infinity<T>()", "-inf": "-infinity<T>()", "nan": "nan<T>()"}
IN_NUMPY = set("abs cbrt cos cosh exp exp2 expm1 floor log log1p sin sinh sqrt tan tanh".split())
FUNCTIONS = IN_NUMPY | set("acos asin atan atan2 erf erfc lgamma max min pow rsqrt".split())
FOLDED = NUMBERS | MASKS | {"neg": operator.neg} | {name: getattr(np, name) for name in IN_NUMPY}

# What becomes of the primitives: one node, functions that consist of others, their operand, or the jaxpr they call.
NODES = dict(zip("add add_any sub mul div lt le eq ne and or".split(), "+ + - * / < <= == != & |".split()))
NODES |= {name: name for name in FUNCTIONS | PREFIXES.keys()}
COMPOSITE = {
    "gt": lambda x, y: lax.lt(y, x),
    "ge": lambda x, y: lax.le(y, x),
    "square": lambda x: x * x,
    "logistic": lambda x: 1 / (1 + lax.exp(-x)),
    "sign": lambda x: jnp.where(x > 0, 1, jnp.where(x < 0, -1, x)),
    "is_finite": lambda x: abs(x) < np.inf,
    "clamp": lambda low, x, high: lax.min(lax.max(low, x), high),
    "select_n": lambda mask, b, a: mask & a | ~mask & b,  # of masks; of numbers it is a node
}
SAME = {"copy", "copy_p", "stop_gradient", "reshape", "squeeze", "broadcast_in_dim", "convert_element_type"}
CALLS = {"jit", "pjit", "closed_call", "custom_jvp_call", "custom_vjp_call", "remat2", "checkpoint"}


class Untranslatable(ValueError):
    """A function that has no translation; the message names the primitive and says why."""


def body(function, arguments, results, dtype):
    """The C++ statements of a function of scalars.

    Args:
      function: takes `len(arguments)` scalars of `dtype`, returns a sequence of `len(results)` scalars.
      arguments: C++ expressions of type T.
      results: for each result a statement with {} in its place, or the name of what it is assigned to.
      dtype: float32 or float64, the type of T or of its elements.

    Returns:
      Statements, one a line: declarations of the values v0, v1, ..., and then the results.

    Raises:
      Untranslatable: `function` is not made of arithmetic with scalars of `dtype`.
    """
    graph = Graph(np.dtype(dtype))
    traced = jax.make_jaxpr(function)(*[jax.ShapeDtypeStruct((), dtype)] * len(arguments))
    outputs = _translate(graph, traced, [graph.node("input", a) for a in arguments])
    if any(x.aval.shape != () or x.aval.dtype == bool for x in traced.jaxpr.outvars):
        raise Untranslatable(f"The results are {traced.out_avals}; they must be scalars of {graph.dtype}.")
    # What a selected branch can do without, others may still need: then the graph as it was is the smaller one.
    outputs = min(graph.rebuilt(outputs), outputs, key=lambda o: len(graph.live(o)))
    lines, names = graph.declarations(outputs)
    lines += [(r if "{}" in r else f"{r} = {{}};").format(names[o]) for r, o in zip(results, outputs, strict=True)]
    return "\n".join(lines)


class Graph:
    """Expressions as numbered nodes (operation, *operands); operands have lower numbers, equal nodes one number."""

    def __init__(self, dtype):
        self.dtype, self.nodes, self.numbers = dtype, [], {}

    def node(self, *node):
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def constant(self, value):
        """The node of a truth value, or of a number in the graph's precision."""
        value = np.asarray(value, bool if jnp.result_type(value).kind == "b" else self.dtype)
        return self.node("constant", value.dtype.name, value.tobytes())  # whose bytes tell -0.0 from 0.0

    def value(self, n):
        """What a constant is, None for other nodes."""
        op, *rest = self.nodes[n]
        return np.frombuffer(rest[1], rest[0])[0] if op == "constant" else None

    def operands(self, n):
        op, *rest = self.nodes[n]
        return [] if op in ("input", "constant") else rest

    def inside(self, op, n):
        """x where node n is op(x), otherwise None."""
        return self.nodes[n][1] if self.nodes[n][0] == op else None

    def live(self, outputs):
        """All nodes that the outputs need, operands first."""
        needed = set(outputs)
        for n in reversed(range(len(self.nodes))):
            needed.update(self.operands(n) if n in needed else ())
        return sorted(needed)

    def make(self, op, *args):
        """The node of an operation, simplified. Signs move outwards, to where a sum absorbs them."""
        values = [self.value(a) for a in args]
        if op in FOLDED and all(v is not None for v in values):
            with np.errstate(all="ignore"):
                return self.constant(FOLDED[op](*values))
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
                apart = self._apart(mask, a, b)
                if apart is not None:
                    return apart
                inner = self.inside("not", mask)
                return self.node(op, mask, a, b) if inner is None else self.make(op, inner, b, a)
        return self.node(op, *(sorted(args) if op in COMMUTATIVE else args))

    def _sum(self, op, a, b):
        minus_a, minus_b = self.inside("neg", a), self.inside("neg", b)
        if minus_b is not None:
            return self.make("-" if op == "+" else "+", a, minus_b)
        if op == "-":
            return a if b == self.constant(0.0) else self.node(op, a, b)
        if minus_a is not None:
            return self.make("-", b, minus_a)
        for x, zero in ((a, b), (b, a)):  # 0 + x is not x where x is -0, which no square is
            if zero == self.constant(0.0) and self.nodes[x][0] == "*" and len(set(self.operands(x))) == 1:
                return x
        return self.node(op, *sorted((a, b)))

    def _product(self, op, *args):
        parts = []
        for x in args:
            value, minus = self.value(x), self.inside("neg", x)
            parts.append(self.constant(-value) if value is not None and value < 0 else x if minus is None else minus)
        a, b = parts
        if op == "/" and self._power_of_two(b):
            op, b = "*", self.constant(1 / self.value(b))
        if op == "*":
            a, b = sorted((a, b), key=lambda x: (not self._power_of_two(x), x))
            if self._power_of_two(a) and self.nodes[b][0] == "*" and self._power_of_two(self.operands(b)[0]):
                factor, b = self.operands(b)
                a = self.constant(self.value(a) * self.value(factor))
        one = self.constant(1.0)
        if one in ((a, b) if op == "*" else (b,)):
            out = a if b == one else b
        elif op == "*" and a == b and self.inside("sqrt", a) is not None:
            out = self.inside("sqrt", a)
        elif op == "/" and self.inside("sqrt", b) is not None:
            out = self.make("*", a, self.make("rsqrt", self.inside("sqrt", b)))
        else:
            out = self.node(op, a, b)
        return self.make("neg", out) if sum(x not in parts for x in args) % 2 else out

    def _apart(self, mask, a, b):
        """where(0 < x, rsqrt(x + e), 0), the heart of most kernels, as one function of x and e; so with 1 / (x + e)."""
        zero, (op, *operands) = self.constant(0.0), self.nodes[a]
        if b != zero or self.nodes[mask][:2] != ("<", zero):
            return None
        if op == "rsqrt":
            name, (inside,) = "rsqrt_apart", operands
        elif op == "/" and operands[0] == self.constant(1.0):
            name, inside = "inverse_apart", operands[1]
        else:
            return None
        x = self.nodes[mask][2]
        if inside == x:
            return self.node(name, x)
        if self.nodes[inside][0] == "+" and x in self.operands(inside):
            first, second = self.operands(inside)
            return self.node(name, x, second if first == x else first)
        return None

    def _power_of_two(self, n):
        """Whether a node is a positive power of two, products with which are exact; they stand first in a product."""
        value = self.value(n)
        return value is not None and self.nodes[n][1] != "bool" and np.frexp(value)[0] == 0.5

    def rebuilt(self, outputs, facts=None):
        """The outputs where masks have the values in `facts`; without facts, every selection's branches rebuilt so."""
        new = dict(facts or {})
        for n in self.live(outputs):
            op, args = self.nodes[n][0], [new[a] for a in self.operands(n)]
            if op == "select" and facts is None:
                for i, truth in ((1, True), (2, False)):
                    args[i] = self.rebuilt([args[i]], {args[0]: self.constant(truth)})[0]
            new.setdefault(n, self.make(op, *args) if args else n)
        return [new[n] for n in outputs]

    def declarations(self, outputs):
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
            elif len(args) == 2 and op in FOLDED:
                text = f"{args[0]} {op} {args[1]}"
            else:
                text = f"{PREFIXES.get(op, op + '_')}({', '.join(args)})"
            names[n] = f"v{len(lines)}"
            lines.append(f"const {'mask_t<T>' if op in MASKS else 'T'} {names[n]} = {text};")
        return lines, names


def _translate(graph, function, inputs):
    """The nodes of the results of a jaxpr, closed or not, from those of its inputs."""
    jaxpr, consts = getattr(function, "jaxpr", function), getattr(function, "consts", ())
    if traced := [c for c in consts if isinstance(c, jax.core.Tracer)]:
        raise Untranslatable(f"The function uses traced values that are not among its arguments: {traced}.")
    known = dict(zip(jaxpr.invars, inputs, strict=True)) | dict(zip(jaxpr.constvars, map(graph.constant, consts)))

    def read(x):
        return graph.constant(x.val) if isinstance(x, core.Literal) else known[x]

    for eqn in jaxpr.eqns:
        known.update(zip(eqn.outvars, _results(graph, eqn, [read(x) for x in eqn.invars]), strict=True))
    return [read(x) for x in jaxpr.outvars]


def _results(graph, eqn, args):
    """The nodes of an equation's results."""
    name, types = eqn.primitive.name, [x.aval for x in (*eqn.invars, *eqn.outvars)]
    if name in CALLS:
        return _translate(graph, eqn.params["jaxpr" if "jaxpr" in eqn.params else "call_jaxpr"], args)
    if any(t.shape != () for t in types) or types[-1].dtype not in (graph.dtype, bool):
        raise Untranslatable(f"{name}: only scalars of {graph.dtype} have a translation, not {types}.")
    mask, of_mask = types[-1].dtype == bool, types[0].dtype == bool
    if name == "convert_element_type" and mask != of_mask:
        zero, one = graph.constant(0.0), graph.constant(1.0)
        return [graph.make("!=", *args, zero) if mask else graph.make("select", *args, one, zero)]
    if name in SAME:  # constants have the graph's type from the start
        return args
    if name == "select_n" and not mask:
        return [graph.make("select", args[0], args[2], args[1])]
    if of_mask and name not in ("and", "or", "not", "select_n"):
        raise Untranslatable(f"{name}: truth values can be combined by and, or and not and select numbers, no more.")
    exponent = graph.value(args[1]) if name == "pow" else eqn.params.get("y")
    if exponent is not None and abs(exponent) <= 64 and 2 * exponent % 1 == 0:
        return [_power(graph, args[0], float(exponent))]
    if name in NODES:
        return [graph.make(NODES[name], *args)]
    if name in COMPOSITE:
        return _translate(graph, jax.make_jaxpr(COMPOSITE[name])(*types[:-1]), args)
    raise Untranslatable(f"{name}: this primitive has no translation.")


def _power(graph, x, exponent):
    """x to an integer, or to half of an odd one, by repeated squaring."""
    if exponent % 1:
        return _power(graph, graph.make("sqrt" if exponent > 0 else "rsqrt", x), abs(2 * exponent))
    if exponent <= 0:
        one = graph.constant(1.0)
        return graph.make("/", one, _power(graph, x, -exponent)) if exponent else one
    even = _power(graph, graph.make("*", x, x), exponent // 2)
    return graph.make("*", even, x) if exponent % 2 else even
