"""What a pair of points costs, counted from its generated code.

A sum of two numbers, a product or a comparison counts as one. What functions count was measured on
direct sums of many kernels, on two cores and on an H100: counted costs, relative to 1/r, are then
within a factor 1.3 of the measured ones."""

import collections
import functools
import re
from typing import NamedTuple

import jax

from jaxfmm.codegen.bodies import pair_body
from jaxfmm.codegen.graph import Untranslatable
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace, Logarithm
from jaxfmm.kernels.pairs import components

OTHER = 40.0  # functions that are not in a table
CPU = {
    "rsqrt": 12.0, "rsqrt_apart": 12.0, "sqrt": 12.0, "inverse": 4.0, "inverse_apart": 4.0,
    "/": 4.0, "exp": 30.0, "log": 36.0, "sin": 24.0, "cos": 24.0, "pow": 100.0,
}  # fmt: skip
GPU = {
    "float32": {
        "rsqrt": 4.0, "rsqrt_apart": 4.0, "sqrt": 4.0, "inverse": 4.0, "inverse_apart": 4.0,
        "/": 6.0, "exp": 2.0, "log": 9.0, "sin": 32.0, "cos": 32.0, "pow": 100.0,
    },
    "float64": {
        "rsqrt": 12.0, "rsqrt_apart": 12.0, "sqrt": 16.0, "inverse": 14.0, "inverse_apart": 14.0,
        "/": 17.0, "exp": 30.0, "log": 63.0, "sin": 42.0, "cos": 42.0, "pow": 220.0,
    },
}  # fmt: skip
CHEAP = ("select", "max", "min", "abs", "constant", "floor", "truncated", "copysign")
# Of kernels with branches this share of the vectors of pairs takes the other way too, since one of
# their pairs does. Measured for softening by splines on two cores, direct sums and FMMs.
OTHER_WAY = 0.25
UNKNOWN = 10.0  # A kernel that has no translation costs this many times as much as 1/r.


class PairSum(NamedTuple):
    """What is summed over pairs of points: by default the potential and the gradient of charges."""

    kernel: Kernel
    dim: int
    source_orders: tuple[int, ...] = (0,)
    target_orders: tuple[int, ...] = (0, 1)
    rhs: int = 1


# whose times the tables of rates have, by the dimension of a table
OF_TABLES = {2: PairSum(Logarithm(None, None), 2), 3: PairSum(Laplace(None), 3)}


def relative_cost(
    pairs: PairSum, dtype: str, *, gpu: bool, table: int = 3, near: bool = False
) -> float:
    """How many times as long as a pair of the sum in OF_TABLES a pair of points takes. table: the
    dimension of the table. near: of the pairs of which the kernel has few (`Traits.few_near`)."""
    if pairs.rhs > 4:  # each further one adds as much
        two, four = (
            relative_cost(pairs._replace(rhs=k), dtype, gpu=gpu, table=table, near=near)
            for k in (2, 4)
        )
        return two + (pairs.rhs - 2) * (four - two) / 2
    costs = tuple((CPU if not gpu else GPU[dtype]).items())
    try:
        text = _of_pairs(_text(pairs, dtype))
    except Untranslatable:
        return UNKNOWN
    first = text.find("HD static void pair(")
    second = text.find("HD static", first + 1)
    traits, counted = pairs.kernel.traits, _counted(text, costs)
    if near:
        counted = _counted(text[first:second], costs)
    elif traits.branches and second > 0:  # most pairs are the simple ones
        counted = _counted(text[:first] + text[second:], costs)
        if not (traits.few_near or traits.compact):
            counted += OTHER_WAY * _counted(text[first:second], costs)
    return counted / _counted(_text(OF_TABLES[table], dtype), costs)


def _text(pairs: PairSum, dtype: str) -> str:
    sources, targets = (
        components(orders, pairs.dim) for orders in (pairs.source_orders, pairs.target_orders)
    )
    with jax.enable_x64(dtype == "float64"):
        return pair_body(pairs.kernel, sources, targets, pairs.rhs, dtype).text


_ASSIGNED = re.compile(r"\s*const \S+ (v\d+) = (.*);")
_OF_PAIR = re.compile(r"\b[a-z]+\[")  # numbers of a point or a pair, but for the parameters


@functools.lru_cache(1024)
def _of_pairs(text: str) -> str:
    """The code without what follows from the parameters alone: compilers move that out of the loop
    over pairs."""
    known: set[str] = set()
    kept = []
    for line in text.splitlines():
        if line.startswith("  HD static"):
            known.clear()  # another function, with names of its own
        if assigned := _ASSIGNED.fullmatch(line):
            name, value = assigned.groups()
            of_pair = _OF_PAIR.search(value.replace("p[", ""))
            if not of_pair and set(re.findall(r"\bv\d+\b", value)) <= known:
                known.add(name)
                continue
        kept.append(line)
    return "\n".join(kept)


@functools.lru_cache(1024)
def _counted(text: str, costs: tuple[tuple[str, float], ...]) -> float:
    table = dict(costs)
    calls = collections.Counter(re.findall(r"= ([a-z0-9_]+?)_(?:<T>)?\(", text))
    total = sum(
        count * (1.0 if name in CHEAP else table.get(name, OTHER)) for name, count in calls.items()
    )
    total += table["/"] * text.count(" / ")
    return total + len(re.findall(r" (?:[*+<>-]|[<>]=|\+=) ", text))
