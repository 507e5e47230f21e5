"""What searches for plans have found, in the user's cache: the next search for the same kernel, as
many points of about the same distribution, and the same request begins with it, and one measurement
confirms it."""

import dataclasses
import itertools
import json
import math
from collections.abc import Callable

import numpy as np

from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.costs import Problem, backend_of
from jaxfmm.native import cache
from jaxfmm.on_host import numbers_of
from jaxfmm.plan import Plan

_KIND = "searches"
VERSION = 2  # of what is kept: another number forgets all
# What is found is kept for each count rounded down and rounded to the nearest, so that two counts
# that are nearly equal have one of both in common.
ROUNDINGS: tuple[Callable[[float], int], ...] = (math.floor, round)

Keys = list[list[str]]


def keys_of(first: Plan, problem: Problem, charges: str) -> Keys:
    """The keys of a search that begins with this concrete plan; none for plans over a mesh or
    without lists. charges: a few words about given charges."""
    request, kernel, dtype = first.request, problem.kernel, problem.sources.dtype
    if request.layout is not None or first.far is None or int(first.status):
        return []
    n, m = (math.floor(math.log2(count)) for count in (request.n, request.m))
    made = first.choice
    same = [
        str(VERSION),
        type(kernel).__name__,
        repr(numbers_of(kernel.summed()).in_unit(np.asarray(first.unit))),
        repr(dataclasses.replace(request, n=n, m=m)),
        repr((made.method.name, made.order, made.theta, made.leaf_size, made.arranged)),
        dtype.name,
        backend_of(request, kernel, dtype),
        charges,
    ]
    near, far = (math.log2(max(count, 1e-9)) for count in pairs_of(first))
    return [[*same, str(a(near)), str(b(far))] for a, b in itertools.product(ROUNDINGS, repeat=2)]


def pairs_of(plan: Plan) -> tuple[float, float]:
    """Near and far pairs for each target: they tell the distribution of the points."""
    return plan.pair_work() / plan.request.m, int(plan.far.count) / plan.request.m


def recall(keys: Keys) -> Parameters | None:
    """The parameters that a search with one of these keys has found, None if there was none."""
    for key in keys:
        if (content := cache.look_up(_KIND, key)) is not None:
            return Parameters(**json.loads(content))
    return None


def keep(keys: Keys, found: Parameters) -> None:
    for key in keys:
        cache.keep(_KIND, key, json.dumps(dataclasses.asdict(found)).encode())
