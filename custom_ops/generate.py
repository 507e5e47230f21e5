"""Writes the generated sources of the library, so that the most used sums need no compiler at run
time.

- custom_ops/generated/p2p.cpp: P2P for the pair bodies that the library holds.
- custom_ops/generated/radial_between.cpp: the passes between cells for radial kernels.
- custom_ops/include/generated/arguments.h: the structs from which the kernels read their arguments.

Run it again when a kernel, a signature, the translation or the lists below change (a test
compares):

    python custom_ops/generate.py
"""

import pathlib
from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.backends import cpu as passes
from jaxfmm.backends.compiled import pair_bodies
from jaxfmm.backends.cpu import p2p_kernel, p2p_source
from jaxfmm.backends.spherical import cpu as spherical
from jaxfmm.codegen.bodies import Body
from jaxfmm.ewald.parameters import TERMS
from jaxfmm.expansions.polyharmonic import compiled as compiled_polyharmonic
from jaxfmm.expansions.taylor import compiled as compiled_radial
from jaxfmm.gaussian.hermite import cpu as hermite
from jaxfmm.gaussian.recurrences import cpu as recurrences
from jaxfmm.kernels import (
    Gaussian,
    InverseMultiquadric,
    Laplace,
    Logarithm,
    Matern,
    Spline,
    Splines,
    ThinPlate,
    Yukawa,
)
from jaxfmm.kernels.biharmonic import Distance, Laplacian
from jaxfmm.kernels.derived import ParameterDerivative
from jaxfmm.kernels.helmholtz import Wave
from jaxfmm.kernels.pairs import components
from jaxfmm.kernels.screened import Screened, ScreenedDistance
from jaxfmm.logsumexp import cpu as tails
from jaxfmm.native.signature import Signature
from jaxfmm.nbody import jerk
from jaxfmm.nufft.gridding import cpu as gridding
from jaxfmm.tree import cpu as tree

FOLDER = pathlib.Path(__file__).parent
# The modules with signatures and sizes of kernels.
SIGNED = (tree, gridding, hermite, recurrences, passes, tails, spherical)
ARGUMENTS = """\
// Written by custom_ops/generate.py: arguments of kernels, and sizes that Python has.
#pragma once
#include "kernel.h"

namespace {

"""
HEADER = "// Written by custom_ops/generate.py: P2P for the sums that are used most.\n"
RADIAL_HEADER = (
    "// Written by custom_ops/generate.py: M2L, M2P and P2L for the radial kernels that are used "
    "most.\n"
)
MANY = 2  # right-hand sides, for any number above one
# (derivative orders of the sources, of the targets, right-hand sides): the most used, and what
# Hessian-vector products need
FEW = [
    ((0,), (0,), 1), ((0,), (0, 1), 1), ((0,), (1,), 1), ((1,), (0,), 1), ((0, 1), (0,), 1),
]  # fmt: skip
TWICE = [
    *FEW,
    ((0, 1), (0, 1), 1), ((1,), (0, 1), 1), ((1,), (1,), 1), ((0, 1), (1,), 1),
    ((0,), (0, 1, 2), 1), ((0,), (2,), 1), ((0,), (1, 2), 1),
]  # fmt: skip
# all that first and second derivatives of potentials and gradients need
SUMS = [
    *TWICE,
    ((0, 1), (0, 1, 2), 1),
    ((0,), (0,), MANY), ((0,), (0, 1), MANY),
]  # fmt: skip
# of Cauchy kernels: first and second derivatives for real and imaginary parts
PLANE = FEW + [
    ((0, 1), (0, 1), 1),
    ((0,), (1,), MANY),
    ((0,), (1, 2), MANY),
    ((1,), (1,), MANY),
    ((0, 1), (1,), MANY),
]
WAVES = [*SUMS[:2], ((0,), (0,), MANY), ((0,), (0, 1), MANY)]
# the derivative of 1/r in its softening
SOFTENING = ParameterDerivative(Laplace(1.0), 0).in_unit(jnp.ones(()))
# With the offset that it has in units of a plan
THIN_PLATE = ThinPlate(2).in_unit(jnp.ones(()))
# of Stokeslets, and of the curl of the potentials of vectors
FORCES, VECTORS = [((1,), (1,), 1), ((1,), (1, 2), 1)], [((0,), (0,), MANY), ((0,), (0, 1), MANY)]
CURL = [((0,), (1,), MANY), ((0,), (1, 2), MANY)]
# in cells, by the terms of their polynomials
SCREENED = {terms: Screened(Laplace(None), 1.0, jnp.zeros(terms)) for terms in TERMS.values()}
DISTANCES = {terms: ScreenedDistance(Distance(), one) for terms, one in SCREENED.items()}
KERNELS = [  # kernel, dimensions, sums
    # without and with softening
    (Laplace(None), (3,), SUMS), (Laplace(1.0), (3,), SUMS), (Spline(0.0), (3,), TWICE),
    (Splines(0.0), (3,), SUMS[:2]),
    (Logarithm(None, 0.0), (2,), PLANE), (Logarithm(0.0, 0.0), (2,), FEW),
    (Gaussian(1.0), (1, 2, 3), TWICE),
    (ThinPlate(1), (2, 3), FEW[:2]), (THIN_PLATE, (1, 2, 3), FEW), (ThinPlate(3), (1, 2, 3), FEW),
    (SOFTENING, (3,), FEW),
    (ParameterDerivative(Spline(1.0), 0).in_unit(jnp.ones(())), (3,), FEW),
    (Wave(1.0), (3,), WAVES), (Wave(1.0, imaginary=True), (3,), WAVES),
    # Stokeslets, and the curl of the potentials of vectors
    (Distance(), (3,), FORCES), (Laplacian(Distance(), 3), (3,), VECTORS),
    (Laplace(None), (3,), CURL),
    *((SCREENED[terms], (3,), [*FEW, *CURL]) for terms in TERMS.values()),
    *((DISTANCES[terms], (3,), FORCES) for terms in TERMS.values()),
    *((Laplacian(DISTANCES[terms], 3), (3,), VECTORS) for terms in TERMS.values()),
]  # fmt: skip
RADIAL = [
    (Laplace(1.0), 3),
    (Logarithm(0.0, 0.0), 2),
    (Yukawa(1.0), 3),
    (Matern(1.0), 3),
    (ThinPlate(3), 3),
    (THIN_PLATE, 2),
]
EXPANSIONS = [
    *(compiled_radial.Compiled(kernel, dim) for kernel, dim in RADIAL),
    *(
        compiled_polyharmonic.Compiled(kernel)
        for kernel in (Laplace(1.0), SOFTENING, InverseMultiquadric(1.0))
    ),
]
DTYPES = ("float32", "float64")


def bodies() -> Iterator[tuple[Body, np.dtype]]:
    """The pair bodies of the sums above, and potential, gradient and rate of moving points, in both
    precisions."""
    for dtype in map(np.dtype, DTYPES):
        for kernel, dimensions, sums in KERNELS:
            for dim in dimensions:
                for sources, targets, rhs in sums:
                    sides = components(sources, dim), components(targets, dim)
                    for *_, body in pair_bodies(
                        kernel, *sides, rhs, dtype, numbers=passes.PAIR_NUMBERS
                    ):
                        yield body, dtype
        for parameters in (0, 1):  # without and with softening
            yield jerk.body("plummer", 3, parameters, dtype), dtype


def p2p_text() -> str:
    with jax.enable_x64(True):
        pairs = list(bodies())
    kernels = dict.fromkeys(p2p_kernel(body, dtype) for body, dtype in pairs)
    distinct = {body.name: body for body, _ in pairs}.values()
    return HEADER + p2p_source(distinct, (code for _, code in kernels))


def radial_text() -> str:
    functions, kernels = {}, {}
    with jax.enable_x64(True):
        for dtype in map(np.dtype, DTYPES):
            for expansion in EXPANSIONS:
                function = passes.function_between(expansion, 0, dtype)
                functions[function.name] = function
                for signature in passes.passes_between(expansion):
                    name, definition = passes.pass_between(expansion, signature, function, dtype)
                    kernels[name] = definition
    headers = dict.fromkeys(expansion.HEADER for expansion in EXPANSIONS)
    return RADIAL_HEADER + passes.passes_source(headers, functions.values(), kernels.values())


def arguments_text() -> str:
    sizes = {name: size for module in SIGNED for name, size in getattr(module, "SIZES", {}).items()}
    structs = [
        value.cpu_text()
        for module in SIGNED
        for value in vars(module).values()
        if isinstance(value, Signature)
    ]
    constants = "".join(f"constexpr auto {name} = {size};\n" for name, size in sizes.items())
    return "\n".join([ARGUMENTS + constants, *structs, "}  // namespace\n"])


def texts() -> dict[pathlib.Path, str]:
    """The text of each file."""
    return {
        FOLDER / "generated" / "p2p.cpp": p2p_text(),
        FOLDER / "generated" / "radial_between.cpp": radial_text(),
        FOLDER / "include" / "generated" / "arguments.h": arguments_text(),
    }


if __name__ == "__main__":
    for file, text in texts().items():
        if not file.exists() or file.read_text() != text:  # an unchanged file needs no new build
            file.write_text(text)
