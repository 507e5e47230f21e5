"""The CUDA source of a kernel: headers, definitions, and the call of a device function."""

TYPE = {"float32": "float", "float64": "double"}
_KINDS = {
    "i": "const int*", "u": "const unsigned*", "b": "const bool*", "r": "const REAL*", "I": "int*", "U": "unsigned*",
    "R": "REAL*", "n": "long long",
}  # fmt: skip


def signature(text):
    """Pairs of type and name from "i name,r name,...": i is `const int*`, u of unsigned, b of bool, r of REAL; with a
    capital not const; n a number."""
    return [(_KINDS[item.split()[0]], item.split()[1]) for item in text.split(",")]


def kernel_source(headers, call, parameters, dtype, threads, defines=(), struct="", blocks=None):
    """The source of the kernel `entry` that calls `call` with `parameters` (pairs of type and name). `blocks`: how many
    of them must fit the registers of a multiprocessor, None to leave it to the compiler."""
    lines = [f"#define JAXFMM_{name} {value}" for name, value in defines]
    lines += [f'#include "{header}"' for header in headers[:-1]]
    lines += [f"namespace {{\n{struct}}}" if struct else "", f'#include "{headers[-1]}"']
    declared = ", ".join(f"{kind} {name}" for kind, name in parameters)
    passed = [(kind, name) for kind, name in parameters if not name.endswith("_in")]  # those alias results
    names = ", ".join(f"(int){name}" if kind == "long long" else name for kind, name in passed)
    bounds = threads if blocks is None else f"{threads}, {blocks}"
    lines.append(f'extern "C" __global__ void __launch_bounds__({bounds}) entry({declared}) {{\n  {call}({names});\n}}')
    return "\n".join(lines).replace("REAL", TYPE[dtype.name]) + "\n"
