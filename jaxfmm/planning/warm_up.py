"""Compiles what a plan and its sums need, CUDA kernels and programs of XLA, all at the same time,
before the first is called."""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
from jax import Array

from jaxfmm import ahead, errors, on_host
from jaxfmm.backends import cpu, cuda
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.costs import Problem
from jaxfmm.native import host, nvrtc
from jaxfmm.plan import (
    NO_BORDERS,
    Plan,
    assemble,
    assemble_at_once,
    both_inside,
    lists_of,
)
from jaxfmm.planning import measured_errors, periodic_reference, sampled_sums
from jaxfmm.planning.arrangement import nearest_of
from jaxfmm.request import Choice
from jaxfmm.tree.pair_work import arrays_of_pairs, pair_work

_begun: set[Any] = set()  # by this process


def begin(choice: Choice, problem: Problem, *, tree: bool = True) -> None:
    """Compiles them once for a choice and points of a shape, if the errors of its plan can be
    measured; `tree`: also the programs of its tree and lists. Other plans compile theirs when they
    get there. Of kernels whose errors no table holds, only code that is missing is begun."""
    points = kernel, sources, targets = problem.arrays
    if choice.request.layout is not None or errors.is_traced(*points):
        return
    platform = sampled_sums.platform_of(sources)

    def trace() -> None:
        jax.eval_shape(ask_for_kernels(choice, platform), *points)

    if choice.method.to_measure(choice.request, kernel) is not None:
        # on CPUs kernels do not depend on the order
        if platform == cpu.PLATFORM and choice.method.settled:
            host.KERNELS.begin(trace)
        return
    if choice.method.to_fit(choice.request, kernel) is None or kernel.traits.vector:
        return
    key = choice, jax.tree.structure(kernel), sources.dtype, platform
    if key in _begun:
        return
    _begun.add(key)
    programs = ahead.Programs()
    if tree:
        plan = lists_of(choice, *points, call=partial(programs, assemble_at_once))
        target, source = plan.trees
        if not on_host.reads(platform, *arrays_of_pairs(target, source, plan.near)):
            programs(pair_work, target, source, plan.near)
    else:
        plan = lists_of(choice, *points, call=assemble_at_once.eval_shape)
    if platform == cuda.PLATFORM:  # tracing has asked for the kernels of trees and lists
        ask = partial(_ask_for_sums, platform=platform)
        nvrtc.KERNELS.begin(lambda: jax.eval_shape(ask, plan, sources, targets))
    if choice.request.spare is not None:  # its errors are measured
        y, x = both_inside(plan, sources, targets, call=programs)
        if not on_host.reads(platform, y):
            nearest_of(y, programs)
        if kernel.has_images:  # its cell is of known numbers, with derivatives
            cell = choice.method.images.cell(choice, kernel, sources.dtype)
            plan = dataclasses.replace(plan, cell=cell)
            lattice = jax.eval_shape(periodic_reference.cell_of, plan)
            plan = dataclasses.replace(plan, lattice=lattice)
        if plan.lattice is not None:
            periodic_reference.images_of(plan, programs)
            if (setup := periodic_reference.setup_of(choice.request, problem)) is not None:
                kinds = measured_errors.kinds_of_any(len(x))
                periodic_reference.trace_programs(setup, plan, len(x), kinds, programs)
        measured_errors.trace_programs(plan, x, y, platform, programs)
    programs.compile()


def ask_for_kernels(choice: Choice, platform: str) -> Callable[..., None]:
    """A function of a kernel and points that traces what asks for the kernels of a plan."""

    def ask(kernel: Kernel, sources: Array, targets: Array | None) -> None:
        plan = assemble(choice, kernel, sources, targets, NO_BORDERS)
        _ask_for_sums(plan, sources, targets, platform)

    return ask


def _ask_for_sums(plan: Plan, sources: Array, targets: Array | None, platform: str) -> None:
    """Traces what asks for the kernels of the sums that measure a plan."""
    y, x = plan.both_inside(sources, targets)
    plan = _with_images(plan)
    sampled_sums.ask_for_kernels(plan, x, y, measured_errors.SAMPLES, platform)


def _with_images(plan: Plan) -> Plan:
    """A traced plan with the images by which errors are measured."""
    if not plan.kernel.has_images:
        return plan
    cell = plan.choice.method.images.cell(plan.choice, plan.kernel, plan.unit.dtype)
    plan = dataclasses.replace(plan, cell=cell)
    return dataclasses.replace(plan, lattice=periodic_reference.cell_of(plan))
