"""Primitives on arrays, as operations on their entries: an array here is one of numbers of nodes of
a `Graph`."""

import functools
import itertools
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.codegen.graph import LIMIT, Graph, Untranslatable

# Those that move entries, as NumPy does it, given their parameters.
MOVED = {
    "reshape": lambda p, x: x.reshape(p["new_sizes"]),
    "broadcast_in_dim": lambda p, x: np.broadcast_to(
        _aligned(x, p["broadcast_dimensions"], p["shape"]), p["shape"]
    ),
    "squeeze": lambda p, x: np.squeeze(x, p["dimensions"]),
    "transpose": lambda p, x: np.transpose(x, p["permutation"]),
    "tile": lambda p, x: np.tile(x, p["reps"]),
    "rev": lambda p, x: np.flip(x, p["dimensions"]),
    "slice": lambda p, x: x[
        tuple(map(slice, p["start_indices"], p["limit_indices"], p["strides"] or x.ndim * [1]))
    ],
    "concatenate": lambda p, *arrays: np.concatenate(arrays, p["dimension"]),
    "stack": lambda p, *arrays: np.stack(arrays, p["axis"]),
}
# Those that divide an array into several.
DIVIDED = {
    "split": lambda p, x: np.split(x, np.cumsum(p["sizes"])[:-1], p["axis"]),
    "unstack": lambda p, x: list(np.moveaxis(x, p["axis"], 0)),
}
# Those that move entries to where indices say, and which of their operands are entries.
INDEXED = {
    "gather": {0},
    "dynamic_slice": {0},
    "dynamic_update_slice": {0, 1},
    "pad": {0, 1},
    "scatter": {0, 2},
}
# Those that combine entries along axes: the operation, and what it gives where there are none.
REDUCED = {
    "reduce_sum": ("+", 0.0),
    "reduce_prod": ("*", 1.0),
    "reduce_max": ("max", -np.inf),
    "reduce_min": ("min", np.inf),
    "reduce_and": ("&", True),
    "reduce_or": ("|", False),
}
CUMULATED = {"cumsum": "+", "cumprod": "*", "cummax": "max", "cummin": "min"}
# Those that combine entries with updates where indices say: the operation, an entry, an update that
# changes it to a third number, and one that leaves it as it is.
SCATTERED = {
    "scatter-add": ("+", 0, 1, 0),
    "scatter-sub": ("-", 0, 1, 0),
    "scatter-mul": ("*", 1, 2, 1),
    "scatter-min": ("min", 1, 0, 1),
    "scatter-max": ("max", 0, 1, 0),
}
COMBINED = INDEXED.keys() | REDUCED.keys() | CUMULATED.keys() | SCATTERED.keys() | {"dot_general"}


def check_size(name: str, shape: tuple) -> None:
    """Raises Untranslatable for an array that is too large to be written out."""
    if math.prod(shape) > LIMIT:
        raise Untranslatable(
            f"{name}: shape {shape} is too large to be written out; {LIMIT} numbers are the most."
        )


def is_integer(type: Any) -> bool:
    return jnp.issubdtype(type.dtype, jnp.integer)


def entrywise(function: Callable, *args) -> np.ndarray:
    """The array of the nodes that a function gives for each entry of its operands, arrays of one
    shape or scalars."""
    return np.vectorize(function, otypes=[int])(*args)


def is_opaque(graph: Graph, dtype: DTypeLike) -> bool:
    """Whether what is of this type has no nodes: keys, complex numbers, numbers of another
    precision than the graph's.

    What is known of it is a JAX array in the place of an array of nodes.
    """
    return dtype != graph.dtype and not any(
        jnp.issubdtype(dtype, kind) for kind in (jnp.bool_, jnp.integer)
    )


def constants(graph: Graph, values: Any) -> Any:
    """The nodes of known values."""
    check_size("constant", np.shape(values))
    if is_opaque(graph, jnp.result_type(values)):
        with jax.ensure_compile_time_eval():
            return jnp.asarray(values)
    values = np.asarray(values)
    return np.array([graph.constant(v) for v in values.flat], int).reshape(values.shape)


def values(graph: Graph, nodes: np.ndarray, dtype: DTypeLike) -> Any:
    """The values of nodes where all are known, otherwise None."""
    if isinstance(nodes, jax.Array):
        return nodes
    known = [graph.value(n) for n in nodes.flat]
    return None if any(v is None for v in known) else np.array(known, dtype).reshape(nodes.shape)


def evaluated(eqn: Any, operands: Any, **changes) -> list[jax.Array]:
    """The results of an equation for known operands; `changes` are of its parameters."""
    with jax.ensure_compile_time_eval():
        out = eqn.primitive.bind(*operands, **eqn.params | changes)
    return out if eqn.primitive.multiple_results else [out]


def combined(graph: Any, eqn: Any, args: list[np.ndarray], values: Any) -> np.ndarray:
    """The nodes of the result of a primitive among COMBINED. `values` are those of its operands,
    None for unknown."""
    name, params = eqn.primitive.name, eqn.params
    if name in REDUCED:
        return _reduced(graph, *REDUCED[name], args[0], params["axes"])
    if name in CUMULATED:
        return _cumulated(graph, CUMULATED[name], args[0], params["axis"], params["reverse"])
    if name == "dot_general":
        return _dot(graph, params["dimension_numbers"], *args)
    if name in SCATTERED:
        return _scattered(graph, eqn, *args)
    if params.get("update_jaxpr") is not None:
        raise Untranslatable(f"{name}: that of a function has no translation.")
    return _indexed(graph, eqn, args, values)


def unrolled(
    graph: Graph, params: dict[str, Any], args: list[np.ndarray], translate: Callable
) -> list[np.ndarray]:
    """The nodes of the results of a scan: its jaxpr, written by `translate(graph, jaxpr, inputs)`,
    for every step."""
    jaxpr, length = params["jaxpr"], params["length"]
    if length * len(jaxpr.eqns) > LIMIT:
        raise Untranslatable(
            f"scan: {length} steps of {len(jaxpr.eqns)} operations are too many to be written out."
        )
    if "ft_in" in params:  # since jax 0.11
        constant, carried = map(len, params["ft_in"].unpack()[:2])
    else:
        constant, carried = params["num_consts"], params["num_carry"]
    consts, carry, rows = (
        args[:constant],
        args[constant : constant + carried],
        args[constant + carried :],
    )
    outputs = [()] * length
    for k in range(length)[:: -1 if params["reverse"] else 1]:
        results = translate(graph, jaxpr, [*consts, *carry, *(as_array(x[k]) for x in rows)])
        carry, outputs[k] = results[:carried], results[carried:]
    types = jaxpr.out_avals[carried:]
    if any(is_opaque(graph, t.dtype) for t in types):
        raise Untranslatable(
            f"scan: only numbers of {graph.dtype} have a translation, not {types}."
        )
    stacked = [
        np.reshape([y[i] for y in outputs], (length, *t.shape)).astype(int)
        for i, t in enumerate(types)
    ]
    return [*carry, *stacked]


def looped(
    graph: Graph, params: dict[str, Any], args: list[np.ndarray], translate: Callable
) -> list[np.ndarray]:
    """The nodes of the results of a while loop, whose condition must be known in every step."""
    first, second = params["cond_nconsts"], params["cond_nconsts"] + params["body_nconsts"]
    of_condition, of_body, carry = args[:first], args[first:second], args[second:]
    for _ in range(LIMIT // (1 + len(params["body_jaxpr"].jaxpr.eqns))):
        (again,) = translate(graph, params["cond_jaxpr"], [*of_condition, *carry])
        again = values(graph, again, bool)  # an array of several loops that run side by side
        if again is None:
            raise Untranslatable("while: the number of steps is not known.")
        if not again.any():
            return carry
        new = translate(graph, params["body_jaxpr"], [*of_body, *carry])
        carry = new if again.all() else [_where(again, x, old) for x, old in zip(new, carry)]
    raise Untranslatable("while: the steps are too many to be written out.")


def _where(mask, a, b):
    """The rows of an array where a known mask is true, and of another where it is not."""
    if isinstance(a, jax.Array):
        raise Untranslatable(f"while: {a.dtype} in loops that end one by one has no translation.")
    return np.where(np.expand_dims(mask, tuple(range(mask.ndim, a.ndim))), a, b)


def branched(
    graph: Graph,
    params: dict[str, tuple[Any, ...]],
    args: list[np.ndarray],
    type: Any,
    translate: Callable,
) -> list[np.ndarray]:
    """The nodes of the results of a branch; of all of them, and which is chosen, where the index is
    not known."""
    (index, *operands), branches = args, params["branches"]
    known = values(graph, index, type.dtype)
    if known is not None:
        return translate(graph, branches[np.clip(int(known), 0, len(branches) - 1)], operands)
    *others, results = [translate(graph, branch, operands) for branch in branches]
    for k in range(len(others) - 1, -1, -1):
        before = (
            index
            if type.dtype == bool
            else graph.make("<=", index.item(), graph.constant(type.dtype.type(k)))
        )
        pair = (results, others[k]) if type.dtype == bool else (others[k], results)
        results = [selected(graph, before, *both) for both in zip(*pair)]
    return results


def selected(graph: Graph, mask: Any, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The entries of an array where a mask is true, and of another where it is not."""
    if isinstance(a, jax.Array):
        raise Untranslatable(f"{a.dtype}: only numbers of {graph.dtype} have a translation.")
    return entrywise(graph.make, "select", np.asarray(mask), a, b)


def holds_bits(graph: Graph, nodes: np.ndarray) -> bool:
    return any(graph.inside("bits", n) is not None for n in nodes.flat)


def bits(graph: Any, eqn: Any, args: list[np.ndarray], values: Any) -> np.ndarray:
    """The nodes of the result where numbers are taken for their bits: the last ones may be cleared,
    and no more."""
    name, result = eqn.primitive.name, eqn.outvars[0].aval
    if name == "bitcast_convert_type":
        size = np.dtype(result.dtype).itemsize
        if (
            size == graph.dtype.itemsize
            and eqn.invars[0].aval.dtype == graph.dtype
            and is_integer(result)
        ):
            return entrywise(functools.partial(graph.make, "bits"), args[0])
        numbers = [graph.inside("bits", n) for n in args[0].flat]
        if result.dtype == graph.dtype and None not in numbers:
            return np.array(numbers, int).reshape(args[0].shape)
    if name == "and" and sum(v is None for v in values) == 1:
        (mask,), (x,) = (
            [v for v in values if v is not None],
            [a for a, v in zip(args, values) if v is None],
        )
        cleared = [_trailing_zeros(m) for m in mask.flat]
        numbers = [graph.inside("bits", n) for n in x.flat]
        if None not in cleared + numbers and max(cleared) <= np.finfo(graph.dtype).nmant:
            counts = np.reshape([graph.constant(graph.dtype.type(c)) for c in cleared], mask.shape)
            shortened = entrywise(
                graph.make, "truncated", *np.broadcast_arrays(np.reshape(numbers, x.shape), counts)
            )
            return entrywise(functools.partial(graph.make, "bits"), shortened)
    raise Untranslatable(f"{name}: of the bits of a number the last ones can be cleared, no more.")


def _trailing_zeros(mask: int) -> Any:
    """How many of an integer's last bits are zero, None unless all others are one."""
    ones = ~int(mask) & ((1 << 8 * mask.dtype.itemsize) - 1)
    return ones.bit_length() if ones & (ones + 1) == 0 else None


def chosen(graph: Graph, dtype: DTypeLike, index: np.ndarray, *arrays) -> np.ndarray:
    """The entries of the array that an index of each entry says."""
    index, *others, out = np.broadcast_arrays(index, *arrays)
    for k in range(len(others) - 1, -1, -1):
        here = entrywise(functools.partial(graph.make, "==", graph.constant(dtype.type(k))), index)
        out = selected(graph, here, others[k], out)
    return out


def as_array(x: np.ndarray) -> np.ndarray:
    return x if isinstance(x, jax.Array) else np.asarray(x)


def _aligned(x: np.ndarray, axes: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    """x, whose axes become `axes` of a larger array, with axes of length 1 for the others of
    that."""
    return np.expand_dims(x, tuple(i for i in range(len(shape)) if i not in axes))


def _indexed(
    graph: Graph, eqn: Any, args: list[np.ndarray], values: list[np.ndarray | None]
) -> np.ndarray:
    """Where entries go is what the primitive does with their ordinal numbers; number 0 is what lies
    out of bounds."""
    nodes, operands = [graph.constant(_filling(eqn))], []
    for i, (arg, value) in enumerate(zip(args, values)):
        if i in INDEXED[eqn.primitive.name]:
            operands.append(
                np.arange(len(nodes), len(nodes) + arg.size, dtype=np.int32).reshape(arg.shape)
            )
            nodes.extend(arg.flat)
        else:
            operands.append(value)
    (ordinals,) = evaluated(
        eqn, operands, **({"fill_value": 0} if "fill_value" in eqn.params else {})
    )
    return np.asarray(nodes)[np.asarray(ordinals)]


def _filling(eqn: Any) -> np.ndarray:
    """What a gather puts where an index is out of bounds."""
    fill, dtype = eqn.params.get("fill_value"), eqn.outvars[0].aval.dtype
    if fill is None and is_integer(eqn.outvars[0].aval):
        info = jnp.iinfo(dtype)
        fill = info.min or info.max
    return np.asarray(np.nan if fill is None else fill).astype(dtype)


def _scattered(graph: Graph, eqn: Any, out: Any, indices: Any, updates: np.ndarray) -> np.ndarray:
    """Each update is combined where the primitive changes an entry for it."""
    check_size(eqn.primitive.name, (updates.size, out.size))
    op, entry, update, neutral = SCATTERED[eqn.primitive.name]
    dtype = eqn.outvars[0].aval.dtype
    indices = values(graph, indices, eqn.invars[1].aval.dtype)
    for k in range(updates.size):
        one = np.full(updates.shape, neutral, dtype)
        one.flat[k] = update
        (here,) = evaluated(eqn, [np.full(out.shape, entry, dtype), indices, one])
        out = np.where(
            np.asarray(here) != entry, entrywise(graph.make, op, out, updates.flat[k]), out
        )
    return out


def _reduced(
    graph: Graph, op: str, of_none: bool | float, x: np.ndarray, axes: tuple[int, ...] | range
) -> np.ndarray:
    """The entries along some axes combined, in the order of the indices."""
    rest = [n for i, n in enumerate(x.shape) if i not in axes]
    if 0 in x.shape:
        return np.full(rest, graph.constant(of_none))
    rows = np.moveaxis(x, axes, range(len(axes))).reshape(-1, *rest)
    return functools.reduce(functools.partial(entrywise, graph.make, op), rows)


def _cumulated(graph: Graph, op: str, x: np.ndarray, axis: int, reverse: bool) -> np.ndarray:
    """The entries up to each one along an axis combined."""
    order = slice(None, None, -1 if reverse else 1)
    rows = np.moveaxis(x, axis, 0)[order]
    sums = list(itertools.accumulate(rows, functools.partial(entrywise, graph.make, op)))
    return np.moveaxis(np.reshape(sums, rows.shape)[order], 0, axis).astype(int)


def _dot(
    graph: Graph,
    numbers: tuple[
        tuple[tuple[int, ...], tuple[int, ...]], tuple[tuple[int, ...], tuple[int, ...]]
    ],
    a: np.ndarray,
    b: np.ndarray,
) -> np.ndarray:
    """The products of the entries, summed over the axes that are contracted. The result's axes are
    those of the batch, a's own and b's own."""
    (sum_a, sum_b), (batch_a, batch_b) = numbers
    own_a = [i for i in range(a.ndim) if i not in sum_a + batch_a]
    own_b = [i for i in range(b.ndim) if i not in sum_b + batch_b]
    a, b = a.transpose(*batch_a, *own_a, *sum_a), b.transpose(*batch_b, *own_b, *sum_b)
    first = len(batch_a) + len(own_a)  # of b's own axes
    last = first + len(own_b)
    a = np.expand_dims(a, tuple(range(first, last)))
    b = np.expand_dims(b, tuple(range(len(batch_a), first)))
    check_size("dot_general", np.broadcast_shapes(a.shape, b.shape))
    return _reduced(
        graph, "+", 0.0, entrywise(graph.make, "*", a, b), range(last, last + len(sum_a))
    )
