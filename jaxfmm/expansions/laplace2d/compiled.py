"""The expansions of -log r: the operators of `laplace2d`, and what compiled operations use of them,
as `compiled3d`."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import pytrees
from jaxfmm.expansions.in_registers import InRegisters
from jaxfmm.expansions.laplace2d import (
    cuda_code as generate2d,
    operators as laplace2d,
    tables as tables2d,
)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(InRegisters, laplace2d.Expansion):
    """For the kernel -log r - offset; offset: a scalar, traced or not."""

    NAME = HEADER = "laplace2d"  # of the compiled operations
    kernel = None
    STREAMED = False
    CUDA_ORDER = CPU_ORDER = 10**6
    lane = staticmethod(generate2d.lane)
    harmonic_constants = staticmethod(tables2d.harmonic_constants)

    @staticmethod
    def in_rows(order: int) -> bool:
        return False

    @staticmethod
    def kernel_degree(order: int) -> int | None:
        return None

    @staticmethod
    def definitions(function: Any) -> str:
        return ""

    def tables(self, order: int, raised: int = 0) -> tuple[np.ndarray, jax.Array]:
        """(integers, reals) for an order, with derivatives that raise the degree by up to
        `raised`."""
        integers, reals = tables2d.tables(order, raised)
        dtype = jnp.result_type(float)  # float64 if x64 is on, whatever the offset is
        return integers, jnp.concatenate(
            [jnp.asarray(self.offset, dtype)[None], reals.astype(dtype)]
        )
