"""Polyharmonic expansions with what compiled operations need, as `taylor.compiled`."""

import dataclasses
from typing import Any

from jaxfmm import pytrees
from jaxfmm.expansions.compiled import CompiledOfKernel
from jaxfmm.expansions.laplace3d.tables import harmonic_constants
from jaxfmm.expansions.polyharmonic.cuda_code import columns, lane
from jaxfmm.expansions.polyharmonic.operators import MOST_ORDER, Polyharmonic
from jaxfmm.expansions.polyharmonic.tables import tables
from jaxfmm.expansions.programs import Table


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(Polyharmonic, CompiledOfKernel):
    """The operators for a radial kernel in the unit of the trees."""

    NAME = HEADER = "polyharmonic"
    CUDA_ORDER = CPU_ORDER = MOST_ORDER
    CPU_DEGREE, CPU_BETWEEN = 2 * MOST_ORDER, ("m2l",)
    # GPUs translate higher orders in columns of shared memory, with which whole sums are two to
    # five times as fast.
    REGISTER_ORDER = REGISTER_SHIFT_ORDER = {"float32": 9, "float64": 7}
    COLUMN_ORDER = MOST_ORDER
    cuda_class = "Polyharmonic<S>"
    harmonic_constants = staticmethod(harmonic_constants)
    lane = staticmethod(lane)
    columns = staticmethod(columns)

    def kernel_degree(self, order: int) -> int:
        return 2 * order

    def cpu_family(self, function: Any) -> str:
        """The family of the header for CPUs."""
        return f"PolyharmonicFamily<{function.name}>"

    def tables(self, order: int, raised: int = 0) -> Table:
        """(integers, reals), as `taylor.compiled`."""
        return tables(order, raised, self.parameters())
