"""Functions of scalars written in JAX, as C++ statements for both CUDA and the CPU.

The statements are for a template <class T>, where T is float or double or a GCC vector of them, and
use nothing but operators and the functions of custom_ops/include/functions.h. A function becomes a
graph, and what the results need of it is written. Inside, it may put its scalars into small arrays:
every value of its jaxpr is an array of nodes of the graph, and what is done to arrays is done to
their entries, one by one in the order of the indices. What does not depend on the arguments is
computed on the way by JAX itself, whatever it is: keys, integers, linear algebra. An integer that
does is a choice of known ones, by comparisons, and is computed for each of them."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax.extend import core

from jaxfmm.codegen import primitives
from jaxfmm.codegen.composites import COMPOSITES, OF_MASKS
from jaxfmm.codegen.graph import FOLDED, IN_NUMPY, PREFIXES, Graph, Untranslatable

FUNCTIONS = IN_NUMPY | set(
    "acos acosh asin asinh atan atan2 atanh erf erfc lgamma max min pow rsqrt".split()
)

# What becomes of the primitives on entries: one node, or their operand; and calls, which become
# what their jaxpr does.
NODES = dict(
    zip(
        "add add_any sub mul div rem lt le eq ne and or".split(),
        "+ + - * / fmod < <= == != & |".split(),
    )
)
NODES |= {name: name for name in FUNCTIONS | PREFIXES.keys()}
ROUNDED = {"AWAY_FROM_ZERO": "round", "TO_NEAREST_EVEN": "rint"}
SAME = {"copy", "copy_p", "stop_gradient", "optimization_barrier"}
CALLS = {"jit", "pjit", "closed_call", "custom_jvp_call", "custom_vjp_call", "remat2", "checkpoint"}
ENTRYWISE = {"convert_element_type", "integer_pow", "pow", "round", "select_n"}

TRANSLATED = NODES.keys() | COMPOSITES.keys() | primitives.COMBINED | ENTRYWISE
FOR_MASKS = set(
    "and or not select_n convert_element_type reduce_and reduce_or argmax argmin sort".split()
)
FOR_MASKS |= OF_MASKS.keys() | primitives.INDEXED.keys()
# Those that choices of integers meet entry by entry; the others are done for every choice of all
# entries.
FOR_INTEGERS = set(
    "add sub mul neg max min lt le gt ge eq ne select_n convert_element_type clamp".split()
)
FOR_INTEGERS |= primitives.COMBINED | {"sort", "argmax", "argmin"}
# What the graph computes of known values; the rest is left to JAX, which takes longer.
FOLDED_MASKS = {"and", "or", "not", "select_n", "convert_element_type"}
FOLDED_INTEGERS = set("add sub mul neg lt le eq ne select_n convert_element_type".split())
FOLDED_NUMBERS = (
    {name for name, op in NODES.items() if op in FOLDED}
    | primitives.COMBINED
    | ENTRYWISE - {"round"}
)
MOST_CASES = 256


def body(
    function: Callable,
    arguments: list[str],
    results: list[str],
    dtype: str,
    offsets: list[tuple[int, int, str]] | tuple = (),
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
      >>> print(body(squared_distance, ["x[0]", "x[1]", "y[0]", "y[1]"], ["r2"], "float32",
      offsets)) const T v0 = d[0]; const T v1 = d[1]; const T v2 = v0 * v0; const T v3 = v1 * v1;
      const T v4 = v2 + v3; r2 = v4;
    """
    graph, outputs = _graph(function, arguments, dtype, offsets)
    terms = graph.terms(outputs) if added else [[("", n)] for n in outputs]
    lines, names = graph.declarations([n for each in terms for _, n in each])
    for result, each in zip(results, terms, strict=True):
        lines += [f"{result} {sign}= {names[n]};" for sign, n in each]
    return "\n".join(lines)


def uses(
    function: Callable, count: int, dtype: str, offsets: list[tuple[int, int, str]] = ()
) -> set[int]:
    """Which of its `count` arguments the statements of a function read, beside `offsets`: the set
    of their numbers.

    Takes and raises what `body` does.

    Example:
      >>> sorted(uses(lambda x, y, a: [jnp.exp(a * (y - x))], 3, "float32", [(0, 1, "d[0]")]))
      [2]
      >>> sorted(uses(lambda x, y, a: [jnp.exp(y - x) * y], 3, "float32", [(0, 1, "d[0]")]))
      [1]
    """
    arguments = [f"argument {i}" for i in range(count)]
    graph, outputs = _graph(function, arguments, dtype, offsets)
    live = set(graph.live(outputs))
    return {i for i, argument in enumerate(arguments) if graph.node("input", argument) in live}


def _graph(
    function: Callable,
    arguments: list[str],
    dtype: str,
    offsets: list[tuple[int, int, str]] | tuple,
) -> tuple[Graph, list[int]]:
    """The graph of a function and the nodes of its results."""
    graph = Graph(np.dtype(dtype))
    inputs = [graph.node("input", a) for a in arguments]
    for i, j, expression in offsets:
        graph.differences[inputs[i], inputs[j]] = graph.node("input", expression)
    traced = jax.make_jaxpr(function)(*[jax.ShapeDtypeStruct((), dtype)] * len(arguments))
    outputs = _translate(graph, traced, list(map(np.asarray, inputs)))
    types = [x.aval for x in traced.jaxpr.outvars]
    if any(t.shape != () or t.dtype == bool or primitives.is_opaque(graph, t.dtype) for t in types):
        raise Untranslatable(f"The results are {types}; they must be scalars of {graph.dtype}.")
    number = jax.ShapeDtypeStruct((), graph.dtype)
    outputs = [_converted(graph, t, number, n.item()) for t, n in zip(types, outputs)]
    # What a selected branch can do without, others may still need: then the graph as it was is the
    # smaller one.
    return graph, graph.regrouped(
        min(graph.rebuilt(outputs), outputs, key=lambda o: len(graph.live(o)))
    )


def _translate(graph: Graph, function: Any, inputs: list[np.ndarray]) -> list[np.ndarray]:
    """The nodes of the results of a jaxpr, closed or not, from those of its inputs: arrays of
    them."""
    jaxpr, consts = getattr(function, "jaxpr", function), getattr(function, "consts", ())
    if traced := [c for c in consts if isinstance(c, jax.core.Tracer)]:
        raise Untranslatable(
            f"The function uses traced values that are not among its arguments: {traced}."
        )
    known = dict(zip(jaxpr.invars, inputs, strict=True))
    known |= {
        x: primitives.constants(graph, c) for x, c in zip(jaxpr.constvars, consts, strict=True)
    }

    def read(x):
        return primitives.constants(graph, x.val) if isinstance(x, core.Literal) else known[x]

    for eqn in jaxpr.eqns:
        results = _results(graph, eqn, [read(x) for x in eqn.invars])
        known.update(zip(eqn.outvars, map(primitives.as_array, results), strict=True))
    return [read(x) for x in jaxpr.outvars]


def _results(graph: Graph, eqn: Any, args: list[np.ndarray], cases: int = 1) -> list[np.ndarray]:
    """The nodes of an equation's results, which is one of so many cases."""
    name, params = eqn.primitive.name, eqn.params
    types, results = [x.aval for x in eqn.invars], [x.aval for x in eqn.outvars]
    if name in CALLS:
        return _translate(graph, params["jaxpr" if "jaxpr" in params else "call_jaxpr"], args)
    if name in SAME:
        return args
    for t in results:
        primitives.check_size(name, t.shape)
    values = [primitives.values(graph, a, t.dtype) for a, t in zip(args, types)]
    known = not eqn.effects and all(v is not None for v in values)
    opaque = any(primitives.is_opaque(graph, t.dtype) for t in types + results)
    of_masks = any(t.dtype == bool for t in types[:1])
    if known and (opaque or not _is_folded(name, types, results)):
        return [primitives.constants(graph, v) for v in primitives.evaluated(eqn, values)]
    if name == "scan":
        return primitives.unrolled(graph, params, args, _translate)
    if name == "while":
        return primitives.looped(graph, params, args, _translate)
    if name == "cond":
        return primitives.branched(graph, params, args, types[0], _translate)
    if name == "custom_linear_solve":
        lengths = params["const_lengths"]
        first, last = lengths.matvec + lengths.vecmat, sum(lengths)
        return _translate(
            graph, params["jaxprs"].solve, args[first : first + lengths.solve] + args[last:]
        )
    if opaque:
        raise Untranslatable(
            f"{name}: only numbers of {graph.dtype} have a translation, not {types + results}."
        )
    if name in primitives.MOVED:
        return [primitives.MOVED[name](params, *args)]
    if name in primitives.DIVIDED:
        return primitives.DIVIDED[name](params, *args)
    if name == "bitcast_convert_type" or any(primitives.holds_bits(graph, a) for a in args):
        return [primitives.bits(graph, eqn, args, values)]
    if choices := _choices(graph, eqn, args, values):
        return _by_cases(graph, eqn, args, choices, cases)
    if name == "select_n" and primitives.is_integer(types[0]):
        return [primitives.chosen(graph, types[0].dtype, *args)]
    if name not in TRANSLATED and not (of_masks and name in FOR_MASKS):
        raise Untranslatable(f"{name}: this primitive has no translation.")
    if (
        name == "convert_element_type"
        and types[0].dtype == graph.dtype
        and primitives.is_integer(results[0])
    ):
        raise Untranslatable(
            f"{name}: only numbers of {graph.dtype} have a translation, not {types + results}."
        )
    if of_masks and name not in FOR_MASKS:
        raise Untranslatable(f"{name}: truth values have no translation.")
    if name in primitives.COMBINED:
        return [primitives.combined(graph, eqn, args, values)]
    if name in COMPOSITES or (of_masks and name in OF_MASKS):
        return _composed(graph, eqn, args, types)
    return [_entrywise(graph, eqn, np.broadcast_arrays(*args), types, results[0])]


def _is_folded(name: str, types: list[Any], results: list[Any]) -> bool:
    """Whether the graph computes a primitive of known values."""
    if name in primitives.MOVED or name in primitives.DIVIDED:
        return True
    if any(map(primitives.is_integer, types)):
        return name in FOLDED_INTEGERS
    if any(t.dtype == bool for t in types[:1]):
        return name in FOLDED_MASKS
    return name in FOLDED_NUMBERS and not any(map(primitives.is_integer, results))


def _choices(graph: Graph, eqn: Any, args: list[np.ndarray], values: Any) -> set:
    """Which operands of a primitive are integers that it must know."""
    name = eqn.primitive.name
    integers = {
        i for i, x in enumerate(eqn.invars) if values[i] is None and primitives.is_integer(x.aval)
    }
    if name in primitives.INDEXED:
        return integers - primitives.INDEXED[name]
    if name in primitives.SCATTERED:
        return integers & {1}
    return set() if name in FOR_INTEGERS else integers


def _by_cases(
    graph: Graph, eqn: Any, args: list[np.ndarray], choices: set[int], cases: int
) -> list[np.ndarray]:
    """The nodes of an equation's results where integers that it must know depend on comparisons:
    those for each of their outcomes."""
    if cases > MOST_CASES:
        raise Untranslatable(f"{eqn.primitive.name}: its integers depend on too many comparisons.")
    mask = min(graph.operands(n)[0] for i in choices for n in args[i].flat if graph.is_choice(n))

    def case(truth):
        assumed = functools.partial(graph.assumed, mask, truth)
        given = [
            primitives.entrywise(assumed, a) if i in choices else a for i, a in enumerate(args)
        ]
        return map(primitives.as_array, _results(graph, eqn, given, 2 * cases))

    return [primitives.selected(graph, mask, yes, no) for yes, no in zip(case(True), case(False))]


def _composed(graph: Any, eqn: Any, args: Any, types: list[Any]) -> list[np.ndarray]:
    """The nodes of the results of a primitive that consists of others."""
    name = eqn.primitive.name
    composite = OF_MASKS[name] if types[0].dtype == bool and name in OF_MASKS else COMPOSITES[name]
    shaped = [jax.ShapeDtypeStruct(t.shape, t.dtype) for t in types]
    return _translate(
        graph, jax.make_jaxpr(functools.partial(composite, eqn.params))(*shaped), args
    )


def _entrywise(
    graph: Graph, eqn: Any, args: tuple[np.ndarray, ...], types: list[Any], result: Any
) -> np.ndarray:
    """The nodes of the result of a primitive that acts on each entry of its operands, which have
    one shape here."""
    name = eqn.primitive.name
    if name == "convert_element_type":
        return primitives.entrywise(functools.partial(_converted, graph, types[0], result), *args)
    if name == "select_n":
        return primitives.entrywise(graph.make, "select", args[0], args[2], args[1])
    if name in ("pow", "integer_pow"):
        exponents = args[1] if name == "pow" else graph.constant(float(eqn.params["y"]))
        return primitives.entrywise(functools.partial(_power, graph), args[0], exponents)
    op = ROUNDED[eqn.params["rounding_method"].name] if name == "round" else NODES[name]
    return primitives.entrywise(graph.make, op, *args)


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
    if exponent < 0 and graph.inside("sqrt", x) is not None:
        return _repeated_squares(graph, graph.make("rsqrt", graph.inside("sqrt", x)), -exponent)
    if exponent <= 0:
        one = graph.constant(1.0)
        return graph.make("/", one, _repeated_squares(graph, x, -exponent)) if exponent else one
    even = _repeated_squares(graph, graph.make("*", x, x), exponent // 2)
    return graph.make("*", even, x) if exponent % 2 else even
