"""Polyharmonic expansions: the operators of `polyharmonic`, and what compiled operations use of
them, as `compiled_radial`."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.expansions.in_registers import InRegisters
from jaxfmm.expansions.laplace3d import tables as tables3d
from jaxfmm.expansions.polyharmonic import (
    cuda_code as generate_polyharmonic,
    operators as polyharmonic,
    tables as tables_polyharmonic,
)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(InRegisters, polyharmonic.Polyharmonic):
    """For a radial kernel in the unit of the trees."""

    NAME = HEADER = "polyharmonic"
    CUDA_ORDER = CPU_ORDER = polyharmonic.MOST_ORDER
    CPU_DEGREE, CPU_BETWEEN = 2 * polyharmonic.MOST_ORDER, ("m2l",)
    STREAMED = False
    harmonic_constants = staticmethod(tables3d.harmonic_constants)
    lane = staticmethod(generate_polyharmonic.lane)

    def kernel_degree(self, order: int) -> int:
        """Up to which derivatives of the kernel M2L goes."""
        return 2 * order

    def cpu_family(self, function: Any) -> str:
        """The family of the header for CPUs."""
        return f"PolyharmonicFamily<{function.name}>"

    def definitions(self, function: Any) -> str:
        """The Expansion of the header, and what is written of the kernel, if that is needed."""
        name = function.name if function else "NoFunction"
        return f"using Function = {name};\ntemplate <class S>\nusing Expansion = Polyharmonic<S>;\n"

    def in_rows(self, order: int) -> bool:
        """No: multipoles are in registers."""
        return False

    def tables(self, order: int, raised: int = 0) -> Any:
        """(integers, reals), as `compiled_radial`."""
        parameters = sum(jnp.size(leaf) for leaf in jax.tree.leaves(self.kernel))
        return tables_polyharmonic.tables(order, raised, max(1, parameters))
