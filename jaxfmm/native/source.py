"""The CUDA source of a kernel: headers, definitions, and the call of a device function."""

import numpy as np

from jaxfmm.native.signature import Signature

TYPE = {"float32": "float", "float64": "double"}
_KINDS = {
    "i": "const int*", "u": "const unsigned*", "b": "const bool*", "r": "const REAL*", "I": "int*", "U": "unsigned*",
    "R": "REAL*", "n": "long long",
}  # fmt: skip


def signature(text):
    """Pairs of type and name from "i name,r name,...": i is `const int*`, u of unsigned, b of bool, r of REAL; with a
    capital not const; n a number."""
    return [(_KINDS[item.split()[0]], item.split()[1]) for item in text.split(",")]


def kernel_source(headers, call, parameters, dtype, threads, defines=(), struct="", blocks=None, *, wide=False):
    """The source of the kernel `entry` that calls the device function `call` with what a signature says.

    Args:
      headers: what it includes; the last one sees `struct`.
      parameters: a `Signature`, or pairs of type and name for functions that take their arguments by position.
      defines: {name: value} of macros JAXFMM_<name>, for sizes that both sides must know.
      blocks: how many of them must fit the registers of a multiprocessor, None to leave it to the compiler.
      wide: REAL, the precision of the kernel, is double where that of the points, POINT, is float.
    """
    lines = [f"#define JAXFMM_{name} {value}" for name, value in dict(defines).items()]
    lines += [f'#include "{header}"' for header in headers[:-1]]
    lines += [f"namespace {{\n{struct}}}" if struct else "", f'#include "{headers[-1]}"']
    bounds = threads if blocks is None else f"{threads}, {blocks}"
    if isinstance(parameters, Signature):
        lines.append(parameters.cuda_text(call, bounds))
    else:
        declared = ", ".join(f"{kind} {name}" for kind, name in parameters)
        passed = [(kind, name) for kind, name in parameters if not name.endswith("_in")]  # those alias results
        names = ", ".join(f"(int){name}" if kind == "long long" else name for kind, name in passed)
        entry = f'extern "C" __global__ void __launch_bounds__({bounds}) entry({declared}) {{\n  {call}({names});\n}}'
        lines.append(entry)
    point = TYPE[np.dtype(dtype).name]
    return "\n".join(lines).replace("REAL", "double" if wide else point).replace("POINT", point) + "\n"
