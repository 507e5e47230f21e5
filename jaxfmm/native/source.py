"""The CUDA source of a kernel: headers, definitions, and the call of a device function."""

from typing import Any

import numpy as np

from jaxfmm.native.signature import Signature

TYPE = {"float32": "float", "float64": "double"}


def kernel_source(
    headers: list[str],
    call: str,
    signature: Signature,
    dtype: Any,
    threads: int,
    defines: Any = (),
    struct: str = "",
    blocks: int | None = None,
    *,
    wide: bool = False,
) -> str:
    """The source of the kernel `entry` that calls the device function `call` with what a signature
    says.

    Args:
      headers: what it includes; the last one sees `struct`.
      defines: {name: value} of macros JAXFMM_<name>, for sizes that both sides must know.
      blocks: how many of them must fit the registers of a multiprocessor, None to leave it to the
        compiler.
      wide: REAL, the precision of the kernel, is double where that of the points, POINT, is float.
    """
    lines = [f"#define JAXFMM_{name} {value}" for name, value in dict(defines).items()]
    lines += [f'#include "{header}"' for header in headers[:-1]]
    lines += [f"namespace {{\n{struct}}}" if struct else "", f'#include "{headers[-1]}"']
    bounds = threads if blocks is None else f"{threads}, {blocks}"
    lines.append(signature.cuda_text(call, bounds))
    point = TYPE[np.dtype(dtype).name]
    return (
        "\n".join(lines).replace("REAL", "double" if wide else point).replace("POINT", point) + "\n"
    )
