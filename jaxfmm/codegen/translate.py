"""Functions of scalars written in JAX, as C++ statements for both CUDA and the CPU.

The statements are for a template <class T>, where T is float or double or a GCC vector of them.
They use operators and the functions of custom_ops/include/functions.h, and nothing else. A function
becomes a graph, and the nodes that the results need are written. Inside, the function may put its
scalars into small arrays: every value of its jaxpr is an array of nodes of the graph, and what is
done to arrays is done to their entries, one by one in the order of the indices. JAX itself computes
whatever does not depend on the arguments: keys, integers, linear algebra. An integer that depends
on them is a choice of known ones, by comparisons, and is computed for each of them.

`RULES` says what becomes of each primitive."""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend import core

from jaxfmm.codegen import primitives
from jaxfmm.codegen.composites import COMPOSITES, OF_MASKS
from jaxfmm.codegen.control_flow import CALLS, LOOPS
from jaxfmm.codegen.graph import FOLDED, IN_NUMPY, PREFIXES, Graph, Untranslatable
from jaxfmm.codegen.primitives import ARRANGING, COMBINING, Equation, Nodes, Rule

Offsets = Sequence[tuple[int, int, str]]
MOST_CASES = 256


def body(
    function: Callable,
    arguments: list[str],
    results: list[str],
    dtype: str,
    offsets: Offsets = (),
    *,
    added: bool = False,
) -> str:
    """The C++ statements of a function of scalars.

    Args:
      function: takes `len(arguments)` scalars of `dtype`, returns a sequence of `len(results)`
        scalars.
      arguments: C++ expressions of type T.
      results: for each result what it is assigned to, or added to if `added`.
      dtype: float32 or float64, the type of T or of its elements.
      offsets: triples (i, j, expression): argument i minus argument j is this C++ expression, which
        is read wherever the function subtracts one of the two from the other.
      added: a sum of products is added one product at a time, each by a fused multiply-add.

    Returns:
      Statements, one a line: declarations of the values v0, v1, ..., and then the results.

    Raises:
      Untranslatable: `function` is not made of a moderate number of arithmetic operations with
        numbers of `dtype`.

    Example:
      >>> def squared_distance(*scalars):
      ...     u = jnp.stack(scalars[:2]) - jnp.stack(scalars[2:])
      ...     return [u @ u]
      >>> offsets = [(0, 2, "d[0]"), (1, 3, "d[1]")]
      >>> arguments = ["x[0]", "x[1]", "y[0]", "y[1]"]
      >>> print(body(squared_distance, arguments, ["r2"], "float32", offsets))
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = v0 * v0;
      const T v3 = v1 * v1;
      const T v4 = v2 + v3;
      r2 = v4;
    """
    graph, outputs = _graph(function, arguments, dtype, offsets)
    terms = graph.terms(outputs) if added else [[("", n)] for n in outputs]
    lines, names = graph.declarations([n for each in terms for _, n in each])
    for result, each in zip(results, terms, strict=True):
        lines += [f"{result} {sign}= {names[n]};" for sign, n in each]
    return "\n".join(lines)


def _graph(
    function: Callable, arguments: list[str], dtype: str, offsets: Offsets
) -> tuple[Graph, list[int]]:
    """The graph of a function and the nodes of its results."""
    graph = Graph(np.dtype(dtype))
    inputs = [graph.node("input", a) for a in arguments]
    for i, j, expression in offsets:
        graph.differences[inputs[i], inputs[j]] = graph.node("input", expression)
    traced = jax.make_jaxpr(function)(*[jax.ShapeDtypeStruct((), dtype)] * len(arguments))
    results = _translate(graph, traced, [np.asarray(node) for node in inputs])
    types = [x.aval for x in traced.jaxpr.outvars]
    if any(t.shape != () or t.dtype == bool or primitives.is_opaque(graph, t.dtype) for t in types):
        raise Untranslatable(f"The results are {types}; they must be scalars of {graph.dtype}.")
    number = jax.ShapeDtypeStruct((), graph.dtype)
    outputs = [_converted(graph, t, number, n.item()) for t, n in zip(types, results)]
    # Rebuilding drops nodes that a selected branch does not need. If other branches still need
    # them, the graph before is the smaller one.
    smaller = min(graph.rebuilt(outputs), outputs, key=lambda nodes: len(graph.live(nodes)))
    return graph, graph.regrouped(smaller)


def _translate(graph: Graph, function: Any, inputs: list[Nodes]) -> list[Nodes]:
    """The nodes of the results of a jaxpr, closed or not, from the nodes of its inputs."""
    jaxpr, consts = getattr(function, "jaxpr", function), getattr(function, "consts", ())
    if traced := [c for c in consts if isinstance(c, jax.core.Tracer)]:
        raise Untranslatable(
            f"The function uses traced values that are not among its arguments: {traced}."
        )
    known = dict(zip(jaxpr.invars, inputs, strict=True))
    known |= {
        x: primitives.constants(graph, c) for x, c in zip(jaxpr.constvars, consts, strict=True)
    }

    def read(x: Any) -> Nodes:
        return primitives.constants(graph, x.val) if isinstance(x, core.Literal) else known[x]

    for eqn in jaxpr.eqns:
        results = _results(Equation(graph, eqn, [read(x) for x in eqn.invars], _translate))
        known.update(zip(eqn.outvars, map(primitives.as_array, results), strict=True))
    return [read(x) for x in jaxpr.outvars]


def _results(e: Equation) -> Iterable[Nodes]:
    """The nodes of an equation's results."""
    if rule := PASSING.get(e.name):
        return rule(e)
    for t in e.results:
        primitives.check_size(e.name, t.shape)
    opaque = any(primitives.is_opaque(e.graph, t.dtype) for t in e.types + e.results)
    known = not e.eqn.effects and all(v is not None for v in e.values)
    if known and (opaque or not _is_folded(e)):
        return [primitives.constants(e.graph, v) for v in e.evaluated(e.values)]
    if rule := LOOPS.get(e.name):
        return rule(e)
    if opaque:
        raise e.only_numbers(e.types + e.results)
    if rule := ARRANGING.get(e.name):
        return rule(e)
    if e.name == "bitcast_convert_type" or any(primitives.holds_bits(e.graph, a) for a in e.args):
        return primitives.bits(e)
    if choices := _choices(e):
        return _by_cases(e, choices)
    if rule := (RULES_OF_MASKS if e.of_masks else RULES).get(e.name):
        return rule(e)
    what = "truth values have" if e.name in RULES else "this primitive has"
    raise e.refusal(f"{what} no translation.")


def _is_folded(e: Equation) -> bool:
    """Whether the graph computes a primitive of known values."""
    if e.name in ARRANGING:
        return True
    if any(map(primitives.is_integer, e.types)):
        return e.name in FOLDED_INTEGERS
    if e.of_masks:
        return e.name in FOLDED_MASKS
    return e.name in FOLDED_NUMBERS and not any(map(primitives.is_integer, e.results))


def _choices(e: Equation) -> set[int]:
    """Which operands of a primitive are integers that it must know."""
    integers = {
        i for i, t in enumerate(e.types) if e.values[i] is None and primitives.is_integer(t)
    }
    if e.name in primitives.INDEXED:
        return integers - primitives.INDEXED[e.name]
    if e.name in primitives.SCATTERED:
        return integers & {1}
    return set() if e.name in FOR_INTEGERS else integers


def _by_cases(e: Equation, choices: set[int]) -> list[Nodes]:
    """The nodes of the results where integers that the primitive must know depend on comparisons:
    the results for both outcomes of one comparison, and a selection."""
    if e.cases > MOST_CASES:
        raise e.refusal("its integers depend on too many comparisons.")
    graph = e.graph
    mask = min(graph.operands(n)[0] for i in choices for n in e.args[i].flat if graph.is_choice(n))

    def case(truth: bool) -> Iterable[Nodes]:
        assumed = functools.partial(graph.assumed, mask, truth)
        args = [
            primitives.entrywise(assumed, a) if i in choices else a for i, a in enumerate(e.args)
        ]
        results = _results(dataclasses.replace(e, args=args, cases=2 * e.cases))
        return map(primitives.as_array, results)

    return [primitives.selected(graph, mask, yes, no) for yes, no in zip(case(True), case(False))]


def _composed(composites: dict[str, Callable[..., Any]]) -> dict[str, Rule]:
    """The rules of primitives that consist of others."""

    def rule(e: Equation) -> list[Nodes]:
        function = functools.partial(composites[e.name], e.params)
        shaped = [jax.ShapeDtypeStruct(t.shape, t.dtype) for t in e.types]
        return e.translate(e.graph, jax.make_jaxpr(function)(*shaped), e.args)

    return dict.fromkeys(composites, rule)


def _by_entries(function: Callable[..., int]) -> Rule:
    """The rule by function(equation, *nodes) of the entries of the operands."""

    def rule(e: Equation) -> list[Nodes]:
        entries = np.broadcast_arrays(*e.args)
        return [primitives.entrywise(functools.partial(function, e), *entries)]

    return rule


def _select(e: Equation) -> list[Nodes]:
    if primitives.is_integer(e.types[0]):
        return primitives.chosen(e)
    mask, no, yes = np.broadcast_arrays(*e.args)
    return [e.entrywise("select", mask, yes, no)]


def _convert(e: Equation) -> list[Nodes]:
    (old,), (new,) = e.types, e.results
    if old.dtype == e.graph.dtype and primitives.is_integer(new):
        raise e.only_numbers([old, new])
    return [primitives.entrywise(functools.partial(_converted, e.graph, old, new), e.args[0])]


def _converted(graph: Graph, old: Any, new: Any, x: int) -> int:
    """A node of one type as one of another."""
    value = graph.value(x)
    if value is not None:
        return graph.constant(value.astype(new.dtype))
    if graph.is_choice(x):
        mask, *cases = graph.operands(x)
        return graph.make("select", mask, *(_converted(graph, old, new, case) for case in cases))
    if (old.dtype == bool) == (new.dtype == bool):
        return x
    if new.dtype == bool:
        return graph.make("!=", x, graph.constant(0.0))
    one, zero = new.dtype.type(1), new.dtype.type(0)
    return graph.make("select", x, graph.constant(one), graph.constant(zero))


def _power(graph: Graph, x: int, exponent: int) -> int:
    """x to the power of a node."""
    value = graph.value(exponent)
    if value is None:
        return graph.make("pow", x, exponent)
    value = float(value)
    if abs(value) <= 64 and 2 * value % 1 == 0:
        return _repeated_squares(graph, x, value)
    return graph.make("pow", x, graph.constant(value))


def _repeated_squares(graph: Graph, x: int, exponent: float) -> int:
    """x to an integer, or to half of an odd one."""
    if exponent % 1:
        return _repeated_squares(
            graph, graph.make("sqrt" if exponent > 0 else "rsqrt", x), abs(2 * exponent)
        )
    if exponent < 0 and (inside := graph.inside("sqrt", x)) is not None:
        return _repeated_squares(graph, graph.make("rsqrt", inside), -exponent)
    if exponent <= 0:
        one = graph.constant(1.0)
        return graph.make("/", one, _repeated_squares(graph, x, -exponent)) if exponent else one
    even = _repeated_squares(graph, graph.make("*", x, x), exponent // 2)
    return graph.make("*", even, x) if exponent % 2 else even


# Primitives that become one node for each entry, and the operation of the node.
NODES = dict(
    zip(
        "add add_any sub mul div rem lt le eq ne and or".split(),
        "+ + - * / fmod < <= == != & |".split(),
    )
)
FUNCTIONS = "acos acosh asin asinh atan atan2 atanh erf erfc lgamma max min rsqrt".split()
NODES |= {name: name for name in IN_NUMPY | PREFIXES.keys() | set(FUNCTIONS)}
ROUNDED = {"AWAY_FROM_ZERO": "round", "TO_NEAREST_EVEN": "rint"}

ENTRYWISE: dict[str, Rule] = {
    "select_n": _select,
    "convert_element_type": _convert,
    "pow": _by_entries(lambda e, x, exponent: _power(e.graph, x, exponent)),
    "integer_pow": _by_entries(
        lambda e, x: _power(e.graph, x, e.graph.constant(float(e.params["y"])))
    ),
    "round": _by_entries(lambda e, x: e.graph.make(ROUNDED[e.params["rounding_method"].name], x)),
}
# Rules before anything is asked of types and sizes.
PASSING: dict[str, Rule] = CALLS | dict.fromkeys(
    ("copy", "copy_p", "stop_gradient", "optimization_barrier"), lambda e: e.args
)
RULES: dict[str, Rule] = {
    **dict.fromkeys(NODES, _by_entries(lambda e, *x: e.graph.make(NODES[e.name], *x))),
    **ENTRYWISE,
    **COMBINING,
    **_composed(COMPOSITES),
}
# Rules where the first operand holds truth values.
RULES_OF_MASKS: dict[str, Rule] = {
    name: RULES[name]
    for name in {
        *("and", "or", "not", "select_n", "convert_element_type", "reduce_and", "reduce_or"),
        *("argmax", "argmin", "sort"),
        *primitives.INDEXED,
    }
} | _composed(OF_MASKS)

# Primitives that meet choices of integers entry by entry. The others are done for every choice of
# all entries.
FOR_INTEGERS = COMBINING.keys() | {
    *("add", "sub", "mul", "neg", "max", "min", "lt", "le", "gt", "ge", "eq", "ne"),
    *("select_n", "convert_element_type", "clamp", "sort", "argmax", "argmin"),
}
# Primitives of known values that the graph computes. JAX computes the others, which takes longer.
FOLDED_MASKS = {"and", "or", "not", "select_n", "convert_element_type"}
FOLDED_INTEGERS = set("add sub mul neg lt le eq ne select_n convert_element_type".split())
FOLDED_NUMBERS = (
    {name for name, op in NODES.items() if op in FOLDED}
    | COMBINING.keys()
    | ENTRYWISE.keys() - {"round"}
)
