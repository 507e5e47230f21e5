"""Taylor expansions of radial kernels with what compiled operations need, as
`laplace3d.compiled`."""

import dataclasses
from typing import Any

from jaxfmm import pytrees
from jaxfmm.expansions.compiled import EVERY_ORDER, CompiledOfKernel
from jaxfmm.expansions.programs import Table
from jaxfmm.expansions.taylor import cuda_code, tables
from jaxfmm.expansions.taylor.operators import MOST_ORDER, Taylor


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(Taylor, CompiledOfKernel):
    """The operators for a radial kernel in the unit of the trees."""

    HEADER = "radial"
    CPU_ORDER = EVERY_ORDER
    CPU_DEGREE, CPU_BETWEEN = 14, ("m2l", "m2p", "p2l")
    CUDA_ORDER = MOST_ORDER  # NVRTC takes 11 s over the M2L of order 10, the time grows fast
    STREAMED = True
    harmonic_constants = staticmethod(tables.inverses)

    @property
    def NAME(self) -> str:
        return f"radial{self.dim}d"

    @property
    def cuda_class(self) -> str:
        return f"Radial<{self.dim}, Function, S>"

    def kernel_degree(self, order: int) -> int:
        return order + 1

    def cpu_family(self, function: Any) -> str:
        """The family of the header for CPUs."""
        return f"RadialFamily<{self.dim}, {function.name}>"

    def in_rows(self, order: int) -> bool:
        return cuda_code.in_rows(order, self.dim)

    def lane(self, order: int) -> str:
        return cuda_code.lane(order, self.dim)

    def tables(self, order: int, raised: int = 0) -> Table:
        """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`;
        the kernel's parameters go before the reals."""
        return tables.tables(order, raised, self.dim, self.parameters())
