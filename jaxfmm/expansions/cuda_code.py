"""C++ text that the generated translations of all families share."""


def function(name: str, arguments: str, lines: list[str], types: str = "class S") -> str:
    """A static member function."""
    inner = "\n".join("    " + line for line in lines)
    return f"  template <{types}>\n  HD static void {name}({arguments}) {{\n{inner}\n  }}\n"


def lane_struct(functions: list[str]) -> str:
    """The struct `Lane` of custom_ops/cuda/translations_warps.cuh."""
    return f"struct Lane {{\n{''.join(functions)}}};\n"
