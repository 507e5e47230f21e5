"""What the compiled operations use of `laplace3d`: tables of constants, programs of derivatives, generated code."""

from jaxfmm.expansions.generate3d import lane as lane
from jaxfmm.expansions.laplace3d import size as size
from jaxfmm.expansions.programs import source_program as source_program, target_program as target_program
from jaxfmm.expansions.tables3d import (
    NAME as NAME,
    harmonic_constants as harmonic_constants,
    table_bytes as table_bytes,
    tables as tables,
)

# The highest order whose M2L and whose M2M and L2L fit the registers of a lane of a GPU; above, they are done in shared
# memory.
REGISTER_ORDER = {"float32": 13, "float64": 9}
REGISTER_SHIFT_ORDER = {"float32": 13, "float64": 8}
