"""The CUDA source of a kernel: headers, definitions, and the call of a device function."""

from typing import Any

import numpy as np
from jax.typing import DTypeLike

from jaxfmm.native.signature import Signature

TYPE = {"float32": "float", "float64": "double"}


def kernel_source(
    headers: list[str],
    call: str,
    signature: Signature,
    dtype: DTypeLike,
    bounds: int | tuple[int, int],
    defines: dict[str, Any] | None = None,
    struct: str = "",
    *,
    wide: bool = False,
) -> str:
    """The source of the kernel `entry` that calls the device function `call` with the arguments of
    a signature.

    Args:
      headers: the included files; the last one sees `struct`.
      dtype: the precision of the points, POINT, and of the kernel, REAL.
      bounds: the threads of a block; with a second number, the registers of a multiprocessor must
        hold so many blocks.
      defines: {name: value} of macros JAXFMM_<name>, for sizes that both sides must know.
      wide: the kernel has double precision where the points are float.
    """
    lines = [f"#define JAXFMM_{name} {value}" for name, value in (defines or {}).items()]
    lines += [f'#include "{header}"' for header in headers[:-1]]
    lines += [f"namespace {{\n{struct}}}" if struct else "", f'#include "{headers[-1]}"']
    limits = (bounds,) if isinstance(bounds, int) else bounds
    lines.append(signature.cuda_text(call, ", ".join(map(str, limits))))
    point = TYPE[np.dtype(dtype).name]
    text = "\n".join(lines) + "\n"
    return text.replace("REAL", "double" if wide else point).replace("POINT", point)
