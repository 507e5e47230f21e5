"""Writes custom_ops/cpu/p2p.cpp: P2P for the pair bodies that the library holds, so that the most used sums need no
compiler at run time. Run it again when a kernel, the translation or the list below changes (a test compares):

    python custom_ops/generate.py
"""

import pathlib

import jax

from jaxfmm.kernels import Laplace
from jaxfmm.kernels.base import components
from jaxfmm.ops.bodies import pair_body

FILE = pathlib.Path(__file__).parent / "cpu" / "p2p.cpp"
HEADER = """\
// Written by custom_ops/generate.py: P2P for the sums that are used most, as SIMD over the targets of a leaf.
#include "simd.h"
"""
KERNELS = (Laplace(None), Laplace(0.0))  # without and with softening
# (derivative orders of the sources, of the targets, right-hand sides): potentials and gradients, and what first and
# second derivatives of them need
SUMS = [
    ((0,), (0,), 1), ((0,), (0, 1), 1), ((0,), (1,), 1), ((1,), (0,), 1), ((0, 1), (0,), 1), ((0, 1), (0, 1), 1),
    ((1,), (0, 1), 1), ((1,), (1,), 1), ((0, 1), (1,), 1), ((0,), (0, 1, 2), 1), ((0, 1), (0, 1, 2), 1),
    ((0,), (0,), 2), ((0,), (0,), 4), ((0,), (0, 1), 2), ((0,), (0, 1), 4), ((0,), (1,), 2), ((0,), (1,), 4),
]  # fmt: skip
VECTORS = {"float32": "vf, float", "float64": "vd, double"}


def text():
    bodies = {}
    with jax.enable_x64(True):
        for kernel in KERNELS:
            for dim in kernel.dimensions:
                for sources, targets, rhs in SUMS:
                    sides = components(sources, dim), components(targets, dim)
                    for dtype, vector in VECTORS.items():
                        body = pair_body(kernel, *sides, rhs, dtype)
                        bodies[body.name] = (body.text, vector)
    structs = "\n".join(text for text, _ in bodies.values())
    kernels = "\n".join(
        f"JAXFMM_KERNEL(p2p_{name}) {{ return p2p<{name}, {vector}>(buffers, phase, begin, end); }}"
        for name, (_, vector) in bodies.items()
    )
    return f'{HEADER}\nnamespace {{\n\n{structs}\n}}  // namespace\n\n#include "p2p_cpu.h"\n\n{kernels}\n'


if __name__ == "__main__":
    FILE.write_text(text())
