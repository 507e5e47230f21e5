"""Rules of primitives that run other jaxprs: calls, loops and branches, written out."""

import jax
import numpy as np

from jaxfmm.codegen.graph import LIMIT
from jaxfmm.codegen.primitives import (
    Equation,
    Nodes,
    Rule,
    as_array,
    is_opaque,
    selected,
    values,
)


def _call(e: Equation) -> list[Nodes]:
    return e.translate(e.graph, e.params["jaxpr" if "jaxpr" in e.params else "call_jaxpr"], e.args)


def _scan(e: Equation) -> list[Nodes]:
    """The body, for every step."""
    jaxpr, length = e.params["jaxpr"], e.params["length"]
    if length * len(jaxpr.eqns) > LIMIT:
        raise e.refusal(
            f"{length} steps of {len(jaxpr.eqns)} operations are too many to be written out."
        )
    if "ft_in" in e.params:  # since jax 0.11
        constant, carried = map(len, e.params["ft_in"].unpack()[:2])
    else:
        constant, carried = e.params["num_consts"], e.params["num_carry"]
    first = constant + carried
    consts, carry, rows = e.args[:constant], e.args[constant:first], e.args[first:]
    outputs: list[list[Nodes]] = [[]] * length
    for k in range(length)[:: -1 if e.params["reverse"] else 1]:
        inputs = [*consts, *carry, *(as_array(x[k]) for x in rows)]
        results = e.translate(e.graph, jaxpr, inputs)
        carry, outputs[k] = results[:carried], results[carried:]
    types = jaxpr.out_avals[carried:]
    if any(is_opaque(e.graph, t.dtype) for t in types):
        raise e.only_numbers(types)
    stacked = [
        np.reshape([y[i] for y in outputs], (length, *t.shape)).astype(int)
        for i, t in enumerate(types)
    ]
    return [*carry, *stacked]


def _while(e: Equation) -> list[Nodes]:
    """The body, for every step in which the condition, which must be known, holds."""
    first = e.params["cond_nconsts"]
    second = first + e.params["body_nconsts"]
    of_condition, of_body, carry = e.args[:first], e.args[first:second], e.args[second:]
    for _ in range(LIMIT // (1 + len(e.params["body_jaxpr"].jaxpr.eqns))):
        (condition,) = e.translate(e.graph, e.params["cond_jaxpr"], [*of_condition, *carry])
        again = values(e.graph, condition, bool)  # an array where loops run side by side
        if again is None:
            raise e.refusal("the number of steps is not known.")
        if not again.any():
            return carry
        new = e.translate(e.graph, e.params["body_jaxpr"], [*of_body, *carry])
        carry = new if again.all() else [_where(e, again, x, old) for x, old in zip(new, carry)]
    raise e.refusal("the steps are too many to be written out.")


def _where(e: Equation, mask: np.ndarray, a: Nodes, b: Nodes) -> np.ndarray:
    """The rows of `a` where a known mask is true, and of `b` where it is not."""
    if isinstance(a, jax.Array):
        raise e.refusal(f"{a.dtype} in loops that end one by one has no translation.")
    return np.where(np.expand_dims(mask, tuple(range(mask.ndim, a.ndim))), a, b)


def _cond(e: Equation) -> list[Nodes]:
    """The chosen branch; every branch and a selection where the index is not known."""
    (index, *operands), branches, type = e.args, e.params["branches"], e.types[0]
    if e.values[0] is not None:
        chosen = branches[np.clip(int(e.values[0]), 0, len(branches) - 1)]
        return e.translate(e.graph, chosen, operands)
    *others, results = [e.translate(e.graph, branch, operands) for branch in branches]
    if type.dtype == bool:
        return [selected(e.graph, index, *both) for both in zip(results, others[0])]
    for k in range(len(others) - 1, -1, -1):
        before = e.graph.make("<=", index.item(), e.graph.constant(type.dtype.type(k)))
        results = [selected(e.graph, before, *both) for both in zip(others[k], results)]
    return results


def _solve(e: Equation) -> list[Nodes]:
    lengths = e.params["const_lengths"]
    first, last = lengths.matvec + lengths.vecmat, sum(lengths)
    args = e.args[first : first + lengths.solve] + e.args[last:]
    return e.translate(e.graph, e.params["jaxprs"].solve, args)


_NAMES = "jit pjit closed_call custom_jvp_call custom_vjp_call remat2 checkpoint".split()
CALLS: dict[str, Rule] = dict.fromkeys(_NAMES, _call)
LOOPS: dict[str, Rule] = {
    "scan": _scan,
    "while": _while,
    "cond": _cond,
    "custom_linear_solve": _solve,
}
