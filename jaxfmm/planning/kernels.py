"""What a plan and its sums have compiled: CUDA kernels and programs of XLA, all at the same time, before the first is
called."""

from typing import Any

import jax

from jaxfmm import ahead, errors
from jaxfmm.methods import measured
from jaxfmm.native import nvrtc
from jaxfmm.plan import both_inside, built, built_at_once, pair_work
from jaxfmm.planning.neighbours import nearest_of
from jaxfmm.request import Choice

_begun: set[Any] = set()  # by this process


def begin(choice: Choice, kernel, sources, targets) -> None:
    """Compiles them once for a choice and points of a shape, if its errors can be measured. Other plans compile theirs
    when they get there."""
    plain = not (kernel.vector or kernel.has_images) and choice.request.layout is None
    if not choice.method.fitted(choice.request, kernel) or not plain or errors.is_traced(kernel, sources, targets):
        return
    key = choice, jax.tree.structure(kernel), sources.dtype, measured.platform_of(sources)
    if key in _begun:
        return
    _begun.add(key)
    if measured.platform_of(sources) == "cuda":

        def ask(kernel, sources, targets):
            plan = built(choice, kernel, sources, targets)
            y, x = plan.both_inside(sources, targets)
            measured.ask_for_kernels(plan, x, y)

        nvrtc.compile_ahead(lambda: jax.eval_shape(ask, kernel, sources, targets))
    programs = ahead.Programs()
    plan = programs(built_at_once, choice, kernel, sources, targets)
    programs(pair_work, *plan.trees, plan.near)
    if choice.request.spare is not None:  # its errors are measured
        y, x = programs(both_inside, plan, sources, targets)
        nearest_of(y, programs)
        measured.foreseen(plan, x, y, measured.platform_of(sources), programs)
    programs.compile()
