"""What the compiled operations use of `laplace3d`: tables of constants, programs of derivatives, generated code."""

from jaxfmm.expansions.generate3d import lane as lane
from jaxfmm.expansions.tables3d import (
    NAME as NAME,
    size as size,
    source_program as source_program,
    table_bytes as table_bytes,
    tables as tables,
    target_program as target_program,
)
