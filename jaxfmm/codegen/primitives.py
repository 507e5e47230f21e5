"""Rules of primitives on arrays: what becomes of the nodes of a `Graph` that stand for the entries
of an array. Here, an array holds ids of graph nodes."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.codegen.graph import LIMIT, Graph, Untranslatable

# An array of ids of nodes. For values of an opaque type (`is_opaque`), a JAX array of the values.
Nodes = np.ndarray


@dataclasses.dataclass(frozen=True)
class Equation:
    """An equation of a jaxpr with the nodes of its operands.

    translate: (graph, jaxpr, inputs) -> the nodes of the results of a jaxpr.
    cases: this is one of so many cases that the integers of the function distinguish."""

    graph: Graph
    eqn: Any
    args: list[Nodes]
    translate: Callable[[Graph, Any, list[Nodes]], list[Nodes]]
    cases: int = 1

    @property
    def name(self) -> str:
        return self.eqn.primitive.name

    @property
    def params(self) -> dict[str, Any]:
        return self.eqn.params

    @functools.cached_property
    def types(self) -> list[Any]:
        """The types of the operands."""
        return [x.aval for x in self.eqn.invars]

    @functools.cached_property
    def results(self) -> list[Any]:
        """The types of the results."""
        return [x.aval for x in self.eqn.outvars]

    @functools.cached_property
    def values(self) -> list[Any]:
        """The values of the operands, None for each that is unknown."""
        return [values(self.graph, a, t.dtype) for a, t in zip(self.args, self.types)]

    @property
    def of_masks(self) -> bool:
        """Whether the first operand holds truth values."""
        return any(t.dtype == bool for t in self.types[:1])

    def refusal(self, reason: str) -> Untranslatable:
        return Untranslatable(f"{self.name}: {reason}")

    def only_numbers(self, types: list[Any]) -> Untranslatable:
        return self.refusal(f"only numbers of {self.graph.dtype} have a translation, not {types}.")

    def entrywise(self, op: str, *args: Nodes) -> np.ndarray:
        """One node for each entry of the operands, arrays of one shape or scalars."""
        return entrywise(functools.partial(self.graph.make, op), *args)

    def evaluated(self, operands: Iterable[Any], **changes: Any) -> list[Array]:
        """The results for known operands; `changes` are of the parameters."""
        with jax.ensure_compile_time_eval():
            out = self.eqn.primitive.bind(*operands, **self.params | changes)
        return out if self.eqn.primitive.multiple_results else [out]


Rule = Callable[[Equation], list[Nodes]]

# Primitives that move entries, by the functions of NumPy that do so with their parameters.
MOVED: dict[str, Callable[..., np.ndarray]] = {
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
# Primitives that divide an array into several.
DIVIDED: dict[str, Callable[..., list[np.ndarray]]] = {
    "split": lambda p, x: np.split(x, np.cumsum(p["sizes"])[:-1], p["axis"]),
    "unstack": lambda p, x: list(np.moveaxis(x, p["axis"], 0)),
}
# Primitives that combine entries along axes: the operation, and its result for no entries.
REDUCED = {
    "reduce_sum": ("+", 0.0),
    "reduce_prod": ("*", 1.0),
    "reduce_max": ("max", -np.inf),
    "reduce_min": ("min", np.inf),
    "reduce_and": ("&", True),
    "reduce_or": ("|", False),
}
CUMULATED = {"cumsum": "+", "cumprod": "*", "cummax": "max", "cummin": "min"}
# Primitives that move entries to where indices say, and which of their operands are entries.
INDEXED = {
    "gather": {0},
    "dynamic_slice": {0},
    "dynamic_update_slice": {0, 1},
    "pad": {0, 1},
    "scatter": {0, 2},
}
# Primitives that combine entries with updates where indices say: the operation, an entry, an update
# that changes this entry, and an update that does not.
SCATTERED = {
    "scatter-add": ("+", 0, 1, 0),
    "scatter-sub": ("-", 0, 1, 0),
    "scatter-mul": ("*", 1, 2, 1),
    "scatter-min": ("min", 1, 0, 1),
    "scatter-max": ("max", 0, 1, 0),
}


def check_size(name: str, shape: tuple[int, ...]) -> None:
    """Raises Untranslatable for an array that is too large to be written out."""
    if math.prod(shape) > LIMIT:
        raise Untranslatable(
            f"{name}: shape {shape} is too large to be written out; {LIMIT} numbers are the most."
        )


def is_integer(type: Any) -> bool:
    return jnp.issubdtype(type.dtype, jnp.integer)


def entrywise(function: Callable[..., int], *args: Nodes | int) -> np.ndarray:
    """The nodes that a function gives for each entry of its operands, arrays of one shape or
    scalars."""
    return np.vectorize(function, otypes=[int])(*args)


def is_opaque(graph: Graph, dtype: DTypeLike) -> bool:
    """Whether values of this type have no nodes: keys, complex numbers, numbers of another
    precision than the graph's. Known ones are JAX arrays in the place of arrays of nodes."""
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


def values(graph: Graph, nodes: Nodes, dtype: DTypeLike) -> Any:
    """The values of nodes where all are known, otherwise None."""
    if isinstance(nodes, jax.Array):
        return nodes
    known = [graph.value(n) for n in nodes.flat]
    return None if any(v is None for v in known) else np.array(known, dtype).reshape(nodes.shape)


def selected(graph: Graph, mask: Any, a: Nodes, b: Nodes) -> np.ndarray:
    """The entries of `a` where a mask is true, and of `b` where it is not."""
    if isinstance(a, jax.Array):
        raise Untranslatable(f"{a.dtype}: only numbers of {graph.dtype} have a translation.")
    return entrywise(functools.partial(graph.make, "select"), np.asarray(mask), a, b)


def holds_bits(graph: Graph, nodes: Nodes) -> bool:
    return any(graph.inside("bits", n) is not None for n in nodes.flat)


def bits(e: Equation) -> list[Nodes]:
    """The rule where numbers are taken for their bits: the last may be cleared, and no more."""
    graph, args, result = e.graph, e.args, e.results[0]
    if e.name == "bitcast_convert_type":
        size = np.dtype(result.dtype).itemsize
        same = size == graph.dtype.itemsize and e.types[0].dtype == graph.dtype
        if same and is_integer(result):
            return [e.entrywise("bits", args[0])]
        numbers = _inside_bits(graph, args[0])
        if result.dtype == graph.dtype and numbers is not None:
            return [numbers]
    if e.name == "and" and sum(v is None for v in e.values) == 1:
        (mask,) = (v for v in e.values if v is not None)
        (x,) = (a for v, a in zip(e.values, args) if v is None)
        cleared, numbers = [_trailing_zeros(m) for m in mask.flat], _inside_bits(graph, x)
        most = np.finfo(graph.dtype).nmant
        if numbers is not None and all(c is not None and c <= most for c in cleared):
            counts = np.reshape([graph.constant(graph.dtype.type(c)) for c in cleared], mask.shape)
            number, count = np.broadcast_arrays(numbers, counts)
            return [e.entrywise("bits", e.entrywise("truncated", number, count))]
    raise e.refusal("of the bits of a number the last ones can be cleared, no more.")


def _inside_bits(graph: Graph, nodes: Nodes) -> Nodes | None:
    """The numbers whose bits these nodes are, None unless all are bits."""
    numbers = [graph.inside("bits", n) for n in nodes.flat]
    return None if None in numbers else np.array(numbers, int).reshape(nodes.shape)


def _trailing_zeros(mask: np.integer) -> int | None:
    """How many of an integer's last bits are zero, None unless all others are one."""
    ones = ~int(mask) & ((1 << 8 * mask.dtype.itemsize) - 1)
    return ones.bit_length() if ones & (ones + 1) == 0 else None


def chosen(e: Equation) -> list[Nodes]:
    """The rule of select_n where an integer for each entry says from which array it comes."""
    graph, number = e.graph, e.types[0].dtype.type
    index, *others, out = np.broadcast_arrays(*e.args)
    for k in range(len(others) - 1, -1, -1):
        here = entrywise(functools.partial(graph.make, "==", graph.constant(number(k))), index)
        out = selected(graph, here, others[k], out)
    return [out]


def as_array(x: Nodes) -> Nodes:
    return x if isinstance(x, jax.Array) else np.asarray(x)


def _aligned(x: np.ndarray, axes: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    """x, whose axes become `axes` of a larger array, with length 1 along the others."""
    return np.expand_dims(x, tuple(i for i in range(len(shape)) if i not in axes))


def _index(e: Equation) -> list[Nodes]:
    """Where entries go is where the primitive moves their ordinal numbers; number 0 is what lies
    out of bounds."""
    if e.params.get("update_jaxpr") is not None:
        raise e.refusal("that of a function has no translation.")
    nodes, operands = [e.graph.constant(_filling(e))], []
    for i, (arg, value) in enumerate(zip(e.args, e.values)):
        if i in INDEXED[e.name]:
            ordinals = np.arange(len(nodes), len(nodes) + arg.size, dtype=np.int32)
            operands.append(ordinals.reshape(arg.shape))
            nodes.extend(arg.flat)
        else:
            operands.append(value)
    (ordinal,) = e.evaluated(operands, **({"fill_value": 0} if "fill_value" in e.params else {}))
    return [np.asarray(nodes)[np.asarray(ordinal)]]


def _filling(e: Equation) -> np.ndarray:
    """What a gather puts where an index is out of bounds."""
    fill, (result, *_) = e.params.get("fill_value"), e.results
    if fill is None and is_integer(result):
        info = jnp.iinfo(result.dtype)
        fill = info.min or info.max
    return np.asarray(np.nan if fill is None else fill).astype(result.dtype)


def _scatter(e: Equation) -> list[Nodes]:
    """Each update is combined where the primitive changes an entry for it."""
    out, index, updates = e.args
    check_size(e.name, (updates.size, out.size))
    op, entry, update, neutral = SCATTERED[e.name]
    dtype = e.results[0].dtype
    for k in range(updates.size):
        one = np.full(updates.shape, neutral, dtype)
        one.flat[k] = update
        (here,) = e.evaluated([np.full(out.shape, entry, dtype), e.values[1], one])
        out = np.where(np.asarray(here) != entry, e.entrywise(op, out, updates.flat[k]), out)
    return [out]


def _reduce(e: Equation) -> list[Nodes]:
    op, of_none = REDUCED[e.name]
    return [_reduced(e, op, of_none, e.args[0], e.params["axes"])]


def _reduced(
    e: Equation, op: str, of_none: bool | float, x: Nodes, axes: tuple[int, ...] | range
) -> np.ndarray:
    """The entries along some axes combined, in the order of the indices."""
    rest = [n for i, n in enumerate(x.shape) if i not in axes]
    if 0 in x.shape:
        return np.full(rest, e.graph.constant(of_none))
    rows = np.moveaxis(x, axes, range(len(axes))).reshape(-1, *rest)
    return functools.reduce(functools.partial(e.entrywise, op), rows)


def _cumulate(e: Equation) -> list[Nodes]:
    """The entries up to each one along an axis combined."""
    axis, order = e.params["axis"], slice(None, None, -1 if e.params["reverse"] else 1)
    rows = np.moveaxis(e.args[0], axis, 0)[order]
    sums = list(itertools.accumulate(rows, functools.partial(e.entrywise, CUMULATED[e.name])))
    return [np.moveaxis(np.reshape(sums, rows.shape)[order], 0, axis).astype(int)]


def _dot(e: Equation) -> list[Nodes]:
    """The products of the entries, summed over the contracted axes. The result has the axes of the
    batch, then the own axes of a, then those of b."""
    (a, b), ((sum_a, sum_b), (batch_a, batch_b)) = e.args, e.params["dimension_numbers"]
    own_a = [i for i in range(a.ndim) if i not in sum_a + batch_a]
    own_b = [i for i in range(b.ndim) if i not in sum_b + batch_b]
    a, b = a.transpose(*batch_a, *own_a, *sum_a), b.transpose(*batch_b, *own_b, *sum_b)
    first = len(batch_a) + len(own_a)  # of b's own axes
    last = first + len(own_b)
    a = np.expand_dims(a, tuple(range(first, last)))
    b = np.expand_dims(b, tuple(range(len(batch_a), first)))
    check_size(e.name, np.broadcast_shapes(a.shape, b.shape))
    return [_reduced(e, "+", 0.0, e.entrywise("*", a, b), range(last, last + len(sum_a)))]


def _table(names: Iterable[str], rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(names, rule)


ARRANGING: Mapping[str, Rule] = _table(
    MOVED, lambda e: [MOVED[e.name](e.params, *e.args)]
) | _table(DIVIDED, lambda e: DIVIDED[e.name](e.params, *e.args))
COMBINING: Mapping[str, Rule] = (
    _table(INDEXED, _index)
    | _table(REDUCED, _reduce)
    | _table(CUMULATED, _cumulate)
    | _table(SCATTERED, _scatter)
    | {"dot_general": _dot}
)
