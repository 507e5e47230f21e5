"""The expansions of 1/r with what compiled operations need: tables of constants, programs of
derivatives, generated code."""

import dataclasses

from jaxfmm.expansions.compiled import CompiledSeries
from jaxfmm.expansions.laplace3d.cuda_code import columns, lane
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.expansions.laplace3d.tables import harmonic_constants, table_bytes, tables
from jaxfmm.expansions.laplace3d.tensor_cores import tensor_tiles


@dataclasses.dataclass(frozen=True)
class Compiled(SolidHarmonics, CompiledSeries):
    """The operators for 1/r."""

    NAME = HEADER = "laplace3d"
    # GPUs do M2L, and M2M and L2L, up to these orders in the registers of a lane, then up to
    # COLUMN_ORDER in columns of shared memory; above, blocks share the tables. Tensor cores are
    # faster where they have the precision and the order is high enough.
    REGISTER_ORDER = {"float32": 12, "float64": 8}
    REGISTER_SHIFT_ORDER = {"float32": 13, "float64": 8}
    COLUMN_ORDER = 16
    TENSOR_ORDERS = {"float32": range(0), "float64": range(11, 25)}
    TENSOR_SHIFT_ORDERS = {"float32": range(0), "float64": range(9, 25)}

    lane = staticmethod(lane)
    columns = staticmethod(columns)
    harmonic_constants = staticmethod(harmonic_constants)
    tables = staticmethod(tables)
    table_bytes = staticmethod(table_bytes)
    tensor_tiles = staticmethod(tensor_tiles)
