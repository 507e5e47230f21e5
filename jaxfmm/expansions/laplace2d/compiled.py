"""The expansions of -log r with what compiled operations need, as `laplace3d.compiled`."""

import dataclasses

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.expansions.compiled import CompiledSeries
from jaxfmm.expansions.laplace2d.cuda_code import lane
from jaxfmm.expansions.laplace2d.operators import CircularHarmonics
from jaxfmm.expansions.laplace2d.tables import harmonic_constants, tables
from jaxfmm.expansions.programs import Table


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Compiled(CircularHarmonics, CompiledSeries):
    """The operators for the kernel -log r - offset; offset: a scalar, traced or not."""

    NAME = HEADER = "laplace2d"
    lane = staticmethod(lane)
    harmonic_constants = staticmethod(harmonic_constants)

    def tables(self, order: int, raised: int = 0) -> tuple[np.ndarray, Array]:
        """(integers, reals) for an order, with derivatives that raise the degree by up to
        `raised`."""
        integers, reals = tables(order, raised)
        dtype = jnp.result_type(float)  # float64 if x64 is on, whatever the offset is
        offset = jnp.asarray(self.offset, dtype)[None]
        return integers, jnp.concatenate([offset, reals.astype(dtype)])

    def fixed_tables(self, order: int) -> Table:
        integers, reals = tables(order, 0)
        return integers, np.concatenate([np.zeros(1), reals])
