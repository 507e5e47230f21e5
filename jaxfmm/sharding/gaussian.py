"""What sums of Gaussians over a mesh share, whatever the method."""

import dataclasses

from jaxfmm.methods.base import Method
from jaxfmm.methods.costs import Problem, backend_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.sharding.overmesh import OverMesh
from jaxfmm.sharding.ring import Ring


@dataclasses.dataclass(frozen=True)
class GaussianOverMesh(OverMesh):
    """A method of Gaussians, which knows its time over the devices (`_time`)."""

    in_lengths = True

    def all_pairs(self, direct: Method) -> Method:
        return Ring(direct, self.layout)

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        choice, _ = self.inner.propose(request, problem)
        backend = backend_of(request, problem.kernel, problem.sources.dtype)
        return dataclasses.replace(choice, method=self), self._time(choice, backend)

    def _time(self, choice: Choice, backend: str) -> float:
        """The nanoseconds of a sum."""
        raise NotImplementedError

    def stages(self, plan: Plan) -> dict[str, float]:
        backend = backend_of(plan.request, plan.kernel, plan.unit.dtype)
        return {"sum": self._time(plan.choice, backend)}
