"""What a plan and its sums have compiled: CUDA kernels and programs of XLA, all at the same time,
before the first is called."""

import dataclasses
from typing import Any

import jax

from jaxfmm import ahead, errors
from jaxfmm.native import nvrtc
from jaxfmm.plan import Plan, both_inside, built, built_at_once, pair_work
from jaxfmm.planning import measured_errors, periodic_reference
from jaxfmm.planning.probe_charges import nearest_of
from jaxfmm.request import Choice

_begun: set[Any] = set()  # by this process


def begin(
    choice: Choice, kernel: Any, sources: jax.Array, targets: jax.Array | None, *, tree: bool = True
) -> None:
    """Compiles them once for a choice and points of a shape, if its errors can be measured; tree:
    also those of its tree and lists. Other plans compile theirs when they get there."""
    plain = not kernel.traits.vector and choice.request.layout is None
    if (
        choice.method.to_fit(choice.request, kernel) is None
        or not plain
        or errors.is_traced(kernel, sources, targets)
    ):
        return
    key = choice, jax.tree.structure(kernel), sources.dtype, measured_errors.platform_of(sources)
    if key in _begun:
        return
    _begun.add(key)
    if measured_errors.platform_of(sources) == "cuda":

        def ask(kernel, sources, targets):
            plan = built(choice, kernel, sources, targets)
            y, x = plan.both_inside(sources, targets)
            measured_errors.ask_for_kernels(_with_images(plan), x, y)

        nvrtc.compile_ahead(lambda: jax.eval_shape(ask, kernel, sources, targets))
    programs = ahead.Programs()
    if tree:
        plan = programs(built_at_once, choice, kernel, sources, targets)
        programs(pair_work, *plan.trees, plan.near)
    else:
        plan = built_at_once.eval_shape(choice, kernel, sources, targets)
    if choice.request.spare is not None:  # its errors are measured
        y, x = programs(both_inside, plan, sources, targets)
        nearest_of(y, programs)
        plan = jax.eval_shape(_with_images, plan)
        if plan.lattice is not None:
            periodic_reference.images_of(plan, programs)
        measured_errors.foreseen(plan, x, y, measured_errors.platform_of(sources), programs)
    programs.compile()


def _with_images(plan: Plan) -> Plan:
    """A traced plan with the images by which errors are measured."""
    if not plan.kernel.has_images:
        return plan
    plan = dataclasses.replace(
        plan, cell=plan.choice.method.images.cell(plan.choice, plan.kernel, plan.unit.dtype)
    )
    return dataclasses.replace(plan, lattice=periodic_reference.cell_of(plan))
