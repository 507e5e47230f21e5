"""Pairs of leaves within the lengths of their points, for searches of pairs."""

import dataclasses
from typing import Any

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.by_trees import Lengths
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.truncated import LOOSE, NearMethod
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box


@dataclasses.dataclass(frozen=True)
class Within(NearMethod):
    """The trees and the near list of pairs within `Kernel.far_length`, each point with a length of
    its own. Users cannot ask for it."""

    name = "within"
    automatic = False

    def applies(self, kernel: Kernel) -> bool:
        return False

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        return Choice(request=request, method=self, leaf_size=request.leaf_size or 1), 0.0

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        lengths: Any = kernel.far_length(plan.request.tol)
        return LOOSE, lengths

    def apart_of(self, choice: Choice) -> None:
        return None

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        return {}

    def how(self, plan: Plan, known: bool) -> list[str]:
        return []
