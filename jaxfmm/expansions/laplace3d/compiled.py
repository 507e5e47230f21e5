"""The expansions of 1/r: the operators of `laplace3d`, and what compiled operations use of them:
tables of constants, programs of derivatives, generated code."""

from jaxfmm.expansions.laplace3d.cuda_code import columns as columns, lane as lane
from jaxfmm.expansions.laplace3d.operators import (
    l2l as l2l,
    l2p as l2p,
    m2l as m2l,
    m2m as m2m,
    m2p as m2p,
    p2l as p2l,
    p2m as p2m,
    size as size,
)
from jaxfmm.expansions.laplace3d.tables import (
    NAME as NAME,
    harmonic_constants as harmonic_constants,
    table_bytes as table_bytes,
    tables as tables,
)
from jaxfmm.expansions.laplace3d.tensor_cores import tensor_tiles as tensor_tiles
from jaxfmm.expansions.programs import (
    source_program as source_program,
    target_program as target_program,
)

HEADER = NAME
kernel = None
STREAMED = False


def in_rows(order: int) -> bool:
    """No: multipoles are in registers."""
    return False


def kernel_degree(order: int) -> None:
    """None: harmonics ask nothing of a kernel."""
    return None


def definitions(function: None) -> str:
    """The header's Expansion is all there is."""
    return ""


# The highest order whose M2L and whose M2M and L2L are best done in the registers of a lane of a
# GPU, and the highest that is best done in columns of shared memory; above, blocks share the
# tables. Tensor cores are best where they have the precision and the order is high enough.
REGISTER_ORDER = {"float32": 12, "float64": 8}
REGISTER_SHIFT_ORDER = {"float32": 13, "float64": 8}
COLUMN_ORDER = 16
TENSOR_ORDERS = {"float32": range(0), "float64": range(11, 25)}
TENSOR_SHIFT_ORDERS = {"float32": range(0), "float64": range(9, 25)}
CUDA_ORDER = CPU_ORDER = 10**6
