"""Taylor expansions of radial kernels: the operators of `radial`, and what compiled operations use
of them, as `compiled3d`."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.expansions.in_registers import InRegisters
from jaxfmm.expansions.taylor import operators as radial, tables as tables_radial


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(InRegisters, radial.Radial):
    """For a radial kernel in the unit of the trees."""

    HEADER = "radial"
    CPU_ORDER = 10**6
    CPU_DEGREE, CPU_BETWEEN = 14, ("m2l", "m2p", "p2l")
    CUDA_ORDER = radial.MOST_ORDER  # NVRTC takes 11 s over the M2L of order 10, the time grows fast
    STREAMED = True
    harmonic_constants = staticmethod(tables_radial.inverses)

    @property
    def NAME(self) -> str:
        return f"radial{self.dim}d"

    def kernel_degree(self, order: int) -> int:
        """Up to which derivatives of the kernel M2L goes."""
        return order + 1

    def cpu_family(self, function: Any) -> str:
        """The family of the header for CPUs."""
        return f"RadialFamily<{self.dim}, {function.name}>"

    def definitions(self, function: Any) -> str:
        """The Expansion of the header, for what is written of the kernel, or for passes that need
        none of it."""
        return (
            f"using Function = {function.name if function else 'NoFunction'};\n"
            f"template <class S>\nusing Expansion = Radial<{self.dim}, Function, S>;\n"
        )

    def in_rows(self, order: int) -> bool:
        """Whether the M2L of `lane` has multipoles in rows of shared memory."""
        return tables_radial.in_rows(order, self.dim)

    def lane(self, order: int) -> str:
        return tables_radial.lane(order, self.dim)

    def tables(self, order: int, raised: int = 0) -> Any:
        """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`;
        among the reals the kernel's parameters go before."""
        parameters = sum(jnp.size(leaf) for leaf in jax.tree.leaves(self.kernel))
        return tables_radial.tables(order, raised, self.dim, max(1, parameters))
