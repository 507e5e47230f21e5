"""The CUDA kernels of a plan and of its sums, begun before XLA compiles the plan: the two take about as long."""

import jax

from jaxfmm import errors
from jaxfmm.methods import measured
from jaxfmm.native import nvrtc
from jaxfmm.plan import built
from jaxfmm.request import Choice


def begin(choice: Choice, kernel, sources, targets) -> None:
    """Begins to compile them if the points are on a GPU and the choice is one whose errors can be measured. Other plans
    compile theirs when they get there."""
    plain = not (kernel.vector or kernel.has_images) and choice.request.layout is None
    if not choice.method.fitted(choice.request, kernel) or not plain or errors.is_traced(kernel, sources, targets):
        return
    if measured.platform_of(sources) != "cuda":
        return

    def ask(kernel, sources, targets):
        plan = built(choice, kernel, sources, targets)
        y, x = plan.both_inside(sources, targets)
        measured.ask_for_kernels(plan, x, y)

    nvrtc.compile_ahead(lambda: jax.eval_shape(ask, kernel, sources, targets))
