"""What compiled operations need to know of an expansion (`backends.protocol.Operators`), where
families agree."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.expansions import programs
from jaxfmm.expansions.programs import Table
from jaxfmm.kernels.base import Kernel

EVERY_ORDER = 10**6


class CompiledSeries:
    """Defaults: no kernel, and translations on GPUs by straight-line code in registers alone."""

    kernel: Kernel | None = None
    CUDA_ORDER = CPU_ORDER = EVERY_ORDER
    STREAMED = False
    REGISTER_ORDER = REGISTER_SHIFT_ORDER = {"float32": EVERY_ORDER, "float64": EVERY_ORDER}
    COLUMN_ORDER = 0
    columns: Callable[[int], str] | None = None
    TENSOR_ORDERS: Mapping[str, Sequence[int]] = {"float32": (), "float64": ()}
    TENSOR_SHIFT_ORDERS: Mapping[str, Sequence[int]] = {"float32": (), "float64": ()}
    table_bytes: Callable[[int, int], int] | None = None
    tensor_tiles: Callable[[int, str], np.ndarray] | None = None
    source_program = staticmethod(programs.source_program)
    target_program = staticmethod(programs.target_program)

    tables: Callable[..., Any]

    def fixed_tables(self, order: int) -> Table:
        """`tables` in float64, with zeros in place of the parameters of a kernel."""
        return self.tables(order)

    def in_rows(self, order: int) -> bool:
        """Whether the M2L of `lane` has multipoles in rows of shared memory."""
        return False

    def kernel_degree(self, order: int) -> int | None:
        """The highest derivative of the kernel that M2L takes, None without a kernel."""
        return None

    def definitions(self, function: Any) -> str:
        """The C++ text behind the header, for a radial function of the kernel or None."""
        return ""


class CompiledOfKernel(CompiledSeries):
    """Defaults for an expansion whose M2L depends on a radial kernel."""

    kernel: Kernel

    def fixed_tables(self, order: int) -> Table:
        integers, reals = self.tables(order)
        return integers, np.concatenate([np.zeros(self.parameters()), reals])

    @property
    def cuda_class(self) -> str:
        """The class of the header."""
        raise NotImplementedError

    def definitions(self, function: Any) -> str:
        name = function.name if function else "NoFunction"
        return (
            f"using Function = {name};\ntemplate <class S>\nusing Expansion = {self.cuda_class};\n"
        )

    def parameters(self) -> int:
        """How many numbers of the kernel stand in front of the reals of the tables, at least
        one."""
        return max(1, sum(jnp.size(leaf) for leaf in jax.tree.leaves(self.kernel)))
