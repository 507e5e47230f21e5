"""Functions of scalars written in JAX, as C++ statements for both CUDA and the CPU.

The statements are for a template <class T>, where T is float or double or a GCC vector of them, and use nothing but
operators and the functions of custom_ops/include/functions.h. A function becomes a graph, and what the results need of
it is written. Inside, it may put its scalars into small arrays: every value of its jaxpr is an array of nodes of the
graph, and what is done to arrays is done to their entries, one by one in the order of the indices. Integers, and all
else that does not depend on the arguments, are computed on the way, so indices must be known.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend import core

from jaxfmm.ops import arrays
from jaxfmm.ops.graph import IN_NUMPY, PREFIXES, Graph, Untranslatable

FUNCTIONS = IN_NUMPY | set("acos asin atan atan2 erf erfc lgamma max min pow rsqrt".split())

# What becomes of the primitives on entries: one node, functions that consist of others, their operand; and calls, which
# become what their jaxpr does.
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
SAME = {"copy", "copy_p", "stop_gradient"}
CALLS = {"jit", "pjit", "closed_call", "custom_jvp_call", "custom_vjp_call", "remat2", "checkpoint"}

TRANSLATED = NODES.keys() | COMPOSITE.keys() | SAME | arrays.COMBINED | {"convert_element_type", "integer_pow", "pow"}
OF_MASKS = {"and", "or", "not", "select_n", "convert_element_type", "reduce_and", "reduce_or"} | SAME | arrays.INDEXED
OF_INTEGERS = {"add", "sub", "mul", "neg", "lt", "le", "gt", "ge", "eq", "ne", "select_n", "convert_element_type"}
# Those that unknown integers may meet: signs and the like, chosen of known ones, which stay exact in floating point.
OF_CHOSEN_INTEGERS = OF_INTEGERS - {"add", "sub", "mul"}
LARGEST_CHOSEN = 2**24


def body(function, arguments, results, dtype, offsets=()):
    """The C++ statements of a function of scalars.

    Args:
      function: takes `len(arguments)` scalars of `dtype`, returns a sequence of `len(results)` scalars.
      arguments: C++ expressions of type T.
      results: for each result a statement with {} in its place, or the name of what it is assigned to.
      dtype: float32 or float64, the type of T or of its elements.
      offsets: triples (i, j, expression): argument i minus argument j is this C++ expression, which is read wherever
        the function subtracts one of the two from the other.

    Returns:
      Statements, one a line: declarations of the values v0, v1, ..., and then the results.

    Raises:
      Untranslatable: `function` is not made of a moderate number of arithmetic operations with numbers of `dtype`.

    Example:
      >>> def squared_distance(*scalars):
      ...     u = jnp.stack(scalars[:2]) - jnp.stack(scalars[2:])
      ...     return [u @ u]
      >>> offsets = [(0, 2, "d[0]"), (1, 3, "d[1]")]
      >>> print(body(squared_distance, ["x[0]", "x[1]", "y[0]", "y[1]"], ["r2"], "float32", offsets))
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = v0 * v0;
      const T v3 = v1 * v1;
      const T v4 = v2 + v3;
      r2 = v4;
    """
    graph, outputs = _graph(function, arguments, dtype, offsets)
    lines, names = graph.declarations(outputs)
    lines += [(r if "{}" in r else f"{r} = {{}};").format(names[o]) for r, o in zip(results, outputs, strict=True)]
    return "\n".join(lines)


def uses(function, count, dtype, offsets=()):
    """Which of its `count` arguments the statements of a function read, beside `offsets`: the set of their numbers.

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


def _graph(function, arguments, dtype, offsets):
    """The graph of a function and the nodes of its results."""
    graph = Graph(np.dtype(dtype))
    inputs = [graph.node("input", a) for a in arguments]
    for i, j, expression in offsets:
        graph.differences[inputs[i], inputs[j]] = graph.node("input", expression)
    traced = jax.make_jaxpr(function)(*[jax.ShapeDtypeStruct((), dtype)] * len(arguments))
    outputs = _translate(graph, traced, list(map(np.asarray, inputs)))
    if any(x.aval.shape != () or x.aval.dtype == bool for x in traced.jaxpr.outvars):
        raise Untranslatable(f"The results are {traced.out_avals}; they must be scalars of {graph.dtype}.")
    outputs = [n.item() for n in outputs]
    # What a selected branch can do without, others may still need: then the graph as it was is the smaller one.
    return graph, graph.regrouped(min(graph.rebuilt(outputs), outputs, key=lambda o: len(graph.live(o))))


def _translate(graph, function, inputs):
    """The nodes of the results of a jaxpr, closed or not, from those of its inputs: arrays of them."""
    jaxpr, consts = getattr(function, "jaxpr", function), getattr(function, "consts", ())
    if traced := [c for c in consts if isinstance(c, jax.core.Tracer)]:
        raise Untranslatable(f"The function uses traced values that are not among its arguments: {traced}.")
    known = dict(zip(jaxpr.invars, inputs, strict=True))
    known |= {x: arrays.constants(graph, c) for x, c in zip(jaxpr.constvars, consts, strict=True)}

    def read(x):
        return arrays.constants(graph, x.val) if isinstance(x, core.Literal) else known[x]

    for eqn in jaxpr.eqns:
        results = _results(graph, eqn, [read(x) for x in eqn.invars])
        known.update(zip(eqn.outvars, map(np.asarray, results), strict=True))
    return [read(x) for x in jaxpr.outvars]


def _results(graph, eqn, args):
    """The nodes of an equation's results."""
    name, params = eqn.primitive.name, eqn.params
    types, results = [x.aval for x in eqn.invars], [x.aval for x in eqn.outvars]
    if name in CALLS:
        return _translate(graph, params["jaxpr" if "jaxpr" in params else "call_jaxpr"], args)
    if name == "scan":
        return arrays.unrolled(graph, params, args, _translate)
    for t in results:
        arrays.check_size(name, t.shape)
    if name in arrays.MOVED:
        return [arrays.MOVED[name](params, *args)]
    if name in arrays.DIVIDED:
        return arrays.DIVIDED[name](params, *args)
    values = [arrays.values(graph, a, t.dtype) for a, t in zip(args, types)]
    known = not eqn.effects and all(v is not None for v in values)
    if name == "select_n" and arrays.is_integer(types[0]):
        return [np.choose(values[0], args[1:])]
    of_integers, of_masks = any(map(arrays.is_integer, types)), any(t.dtype == bool for t in types[:1])
    if known and name not in (OF_INTEGERS if of_integers else OF_MASKS if of_masks else TRANSLATED):
        return [arrays.constants(graph, v) for v in arrays.evaluated(eqn, values)]
    if name not in TRANSLATED:
        raise Untranslatable(f"{name}: this primitive has no translation.")
    numbers = [] if known else [*(t for t, v in zip(types, values) if v is None), *results]
    if any(t.dtype not in (graph.dtype, bool) for t in numbers) and not _chosen_integers(graph, name, types, values):
        raise Untranslatable(f"{name}: only numbers of {graph.dtype} have a translation, not {types + results}.")
    if of_masks and name not in OF_MASKS:
        raise Untranslatable(f"{name}: truth values can be combined by and, or and not and select numbers, no more.")
    if name in arrays.COMBINED:
        return [arrays.combined(graph, eqn, args, values)]
    return [_entrywise(graph, eqn, np.broadcast_arrays(*args), types, results[0])]


def _chosen_integers(graph, name, types, values):
    """Whether the unknown operands of a primitive are truth values, numbers, or integers chosen of known ones."""
    allowed = all(arrays.is_integer(t) or t.dtype in (graph.dtype, bool) for t in types)
    if name == "convert_element_type" and types[0].dtype == graph.dtype:
        return False  # to an integer
    known = [v for v, t in zip(values, types) if v is not None and arrays.is_integer(t)]
    return allowed and name in OF_CHOSEN_INTEGERS and all(np.all(np.abs(v) <= LARGEST_CHOSEN) for v in known)


def _entrywise(graph, eqn, args, types, result):
    """The nodes of the result of a primitive that acts on each entry of its operands, which have one shape here."""
    name = eqn.primitive.name
    if name in SAME:
        return args[0]
    if name == "convert_element_type":
        return arrays.entrywise(functools.partial(_converted, graph, types[0], result), *args)
    if name == "select_n" and result.dtype != bool:
        return arrays.entrywise(graph.make, "select", args[0], args[2], args[1])
    if name in ("pow", "integer_pow"):
        exponents = args[1] if name == "pow" else graph.constant(float(eqn.params["y"]))
        return arrays.entrywise(functools.partial(_power, graph), args[0], exponents)
    if name in NODES:
        return arrays.entrywise(graph.make, NODES[name], *args)
    shaped = [jax.ShapeDtypeStruct(args[0].shape, t.dtype) for t in types]
    return _translate(graph, jax.make_jaxpr(COMPOSITE[name])(*shaped), args)[0]


def _converted(graph, old, new, x):
    """A node of one type as one of another."""
    value, zero, one = graph.value(x), graph.constant(0.0), graph.constant(1.0)
    if value is not None:
        return graph.constant(value.astype(new.dtype))
    of_mask, mask = old.dtype == bool, new.dtype == bool
    if of_mask == mask:
        return x
    return graph.make("!=", x, zero) if mask else graph.make("select", x, one, zero)


def _power(graph, x, exponent):
    """x to the power of a node."""
    value = graph.value(exponent)
    if value is None:
        return graph.make("pow", x, exponent)
    value = float(value)
    if abs(value) <= 64 and 2 * value % 1 == 0:
        return _repeated_squares(graph, x, value)
    return graph.make("pow", x, graph.constant(value))


def _repeated_squares(graph, x, exponent):
    """x to an integer, or to half of an odd one."""
    if exponent % 1:
        return _repeated_squares(graph, graph.make("sqrt" if exponent > 0 else "rsqrt", x), abs(2 * exponent))
    if exponent < 0 and graph.inside("sqrt", x) is not None:
        return _repeated_squares(graph, graph.make("rsqrt", graph.inside("sqrt", x)), -exponent)
    if exponent <= 0:
        one = graph.constant(1.0)
        return graph.make("/", one, _repeated_squares(graph, x, -exponent)) if exponent else one
    even = _repeated_squares(graph, graph.make("*", x, x), exponent // 2)
    return graph.make("*", even, x) if exponent % 2 else even
