"""Primitives on arrays, as operations on their entries: an array here is one of numbers of nodes of a `Graph`."""

import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.ops.graph import LIMIT, Untranslatable

# Those that move entries, as NumPy does it, given their parameters.
MOVED = {
    "reshape": lambda p, x: x.reshape(p["new_sizes"]),
    "broadcast_in_dim": lambda p, x: np.broadcast_to(_aligned(x, p["broadcast_dimensions"], p["shape"]), p["shape"]),
    "squeeze": lambda p, x: np.squeeze(x, p["dimensions"]),
    "transpose": lambda p, x: np.transpose(x, p["permutation"]),
    "tile": lambda p, x: np.tile(x, p["reps"]),
    "rev": lambda p, x: np.flip(x, p["dimensions"]),
    "slice": lambda p, x: x[tuple(map(slice, p["start_indices"], p["limit_indices"], p["strides"] or x.ndim * [1]))],
    "concatenate": lambda p, *arrays: np.concatenate(arrays, p["dimension"]),
    "stack": lambda p, *arrays: np.stack(arrays, p["axis"]),
}
# Those that divide an array into several.
DIVIDED = {
    "split": lambda p, x: np.split(x, np.cumsum(p["sizes"])[:-1], p["axis"]),
    "unstack": lambda p, x: list(np.moveaxis(x, p["axis"], 0)),
}
# Those that move entries to where indices say.
INDEXED = {"gather", "dynamic_slice", "dynamic_update_slice", "pad", "scatter"}
# Those that combine entries along axes: the operation, and what it gives where there are none.
REDUCED = {
    "reduce_sum": ("+", 0.0), "reduce_prod": ("*", 1.0), "reduce_max": ("max", -np.inf), "reduce_min": ("min", np.inf),
    "reduce_and": ("&", True), "reduce_or": ("|", False),
}  # fmt: skip
CUMULATED = {"cumsum": "+", "cumprod": "*", "cummax": "max", "cummin": "min"}
COMBINED = INDEXED | REDUCED.keys() | CUMULATED.keys() | {"dot_general", "scatter-add"}


def check_size(name, shape):
    """Raises Untranslatable for an array that is too large to be written out."""
    if math.prod(shape) > LIMIT:
        raise Untranslatable(f"{name}: shape {shape} is too large to be written out; {LIMIT} numbers are the most.")


def is_integer(type):
    return jnp.issubdtype(type.dtype, jnp.integer)


def entrywise(function, *args):
    """The array of the nodes that a function gives for each entry of its operands, arrays of one shape or scalars."""
    return np.vectorize(function, otypes=[int])(*args)


def constants(graph, values):
    """The nodes of known values."""
    check_size("constant", np.shape(values))
    if jnp.issubdtype(jnp.result_type(values), jax.dtypes.extended):
        raise Untranslatable(f"{values.dtype}: only numbers of {graph.dtype} have a translation.")
    values = np.asarray(values)
    return np.array([graph.constant(v) for v in values.flat], int).reshape(values.shape)


def values(graph, nodes, dtype):
    """The values of nodes where all are known, otherwise None."""
    known = [graph.value(n) for n in nodes.flat]
    return None if any(v is None for v in known) else np.array(known, dtype).reshape(nodes.shape)


def evaluated(eqn, operands, **changes):
    """The results of an equation for known operands; `changes` are of its parameters."""
    with jax.ensure_compile_time_eval():
        out = eqn.primitive.bind(*operands, **eqn.params | changes)
    return out if eqn.primitive.multiple_results else [out]


def combined(graph, eqn, args, values):
    """The nodes of the result of a primitive among COMBINED. `values` are those of its operands, None for unknown."""
    name, params = eqn.primitive.name, eqn.params
    if name in REDUCED:
        return _reduced(graph, *REDUCED[name], args[0], params["axes"])
    if name in CUMULATED:
        return _cumulated(graph, CUMULATED[name], args[0], params["axis"], params["reverse"])
    if name == "dot_general":
        return _dot(graph, params["dimension_numbers"], *args)
    return _scattered_sum(graph, eqn, *args) if name == "scatter-add" else _indexed(graph, eqn, args, values)


def unrolled(graph, params, args, translate):
    """The nodes of the results of a scan: its jaxpr, written by `translate(graph, jaxpr, inputs)`, for every step."""
    jaxpr, length = params["jaxpr"], params["length"]
    if length * len(jaxpr.eqns) > LIMIT:
        raise Untranslatable(f"scan: {length} steps of {len(jaxpr.eqns)} operations are too many to be written out.")
    if "ft_in" in params:  # since jax 0.11
        constant, carried = map(len, params["ft_in"].unpack()[:2])
    else:
        constant, carried = params["num_consts"], params["num_carry"]
    consts, carry, rows = args[:constant], args[constant : constant + carried], args[constant + carried :]
    outputs = [()] * length
    for k in range(length)[:: -1 if params["reverse"] else 1]:
        results = translate(graph, jaxpr, [*consts, *carry, *(np.asarray(x[k]) for x in rows)])
        carry, outputs[k] = results[:carried], results[carried:]
    shapes = [(length, *t.shape) for t in jaxpr.out_avals[carried:]]
    return [*carry, *(np.reshape([y[i] for y in outputs], s).astype(int) for i, s in enumerate(shapes))]


def _aligned(x, axes, shape):
    """x, whose axes become `axes` of a larger array, with axes of length 1 for the others of that."""
    return np.expand_dims(x, tuple(i for i in range(len(shape)) if i not in axes))


def _indexed(graph, eqn, args, values):
    """Where entries go is what the primitive does with their ordinal numbers; number 0 is what lies out of bounds."""
    fill = eqn.params.get("fill_value")
    fill = np.asarray(np.nan if fill is None else fill).astype(eqn.outvars[0].aval.dtype)
    nodes, operands = [graph.constant(fill)], []
    for x, arg, value in zip(eqn.invars, args, values):
        if is_integer(x.aval):
            operands.append(value)
        else:
            operands.append(np.arange(len(nodes), len(nodes) + arg.size, dtype=np.int32).reshape(arg.shape))
            nodes.extend(arg.flat)
    (ordinals,) = evaluated(eqn, operands, **({"fill_value": 0} if "fill_value" in eqn.params else {}))
    return np.asarray(nodes)[np.asarray(ordinals)]


def _scattered_sum(graph, eqn, out, indices, updates):
    """Each update is added where the primitive adds a 1 in its place."""
    check_size("scatter-add", (updates.size, out.size))
    dtype = eqn.outvars[0].aval.dtype
    indices = values(graph, indices, eqn.invars[1].aval.dtype)
    for k in range(updates.size):
        one = np.zeros(updates.shape, dtype)
        one.flat[k] = 1
        (here,) = evaluated(eqn, [np.zeros(out.shape, dtype), indices, one])
        out = np.where(np.asarray(here) == 1, entrywise(graph.make, "+", out, updates.flat[k]), out)
    return out


def _reduced(graph, op, of_none, x, axes):
    """The entries along some axes combined, in the order of the indices."""
    rest = [n for i, n in enumerate(x.shape) if i not in axes]
    if 0 in x.shape:
        return np.full(rest, graph.constant(of_none))
    rows = np.moveaxis(x, axes, range(len(axes))).reshape(-1, *rest)
    return functools.reduce(functools.partial(entrywise, graph.make, op), rows)


def _cumulated(graph, op, x, axis, reverse):
    """The entries up to each one along an axis combined."""
    order = slice(None, None, -1 if reverse else 1)
    rows = np.moveaxis(x, axis, 0)[order]
    sums = list(itertools.accumulate(rows, functools.partial(entrywise, graph.make, op)))
    return np.moveaxis(np.reshape(sums, rows.shape)[order], 0, axis).astype(int)


def _dot(graph, numbers, a, b):
    """The products of the entries, summed over the axes that are contracted. The result's axes are those of the batch,
    a's own and b's own."""
    (sum_a, sum_b), (batch_a, batch_b) = numbers
    own_a = [i for i in range(a.ndim) if i not in sum_a + batch_a]
    own_b = [i for i in range(b.ndim) if i not in sum_b + batch_b]
    a, b = a.transpose(*batch_a, *own_a, *sum_a), b.transpose(*batch_b, *own_b, *sum_b)
    first = len(batch_a) + len(own_a)  # of b's own axes
    last = first + len(own_b)
    a = np.expand_dims(a, tuple(range(first, last)))
    b = np.expand_dims(b, tuple(range(len(batch_a), first)))
    check_size("dot_general", np.broadcast_shapes(a.shape, b.shape))
    return _reduced(graph, "+", 0.0, entrywise(graph.make, "*", a, b), range(last, last + len(sum_a)))
