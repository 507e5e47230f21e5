"""The methods there are: one object of each, of those by expansions one for every family. A new
method is a new row."""

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_trees import FMM, Treecode, Truncated
from jaxfmm.methods.direct import Direct
from jaxfmm.methods.ewald import Ewald
from jaxfmm.methods.gaussian import FGT, Exponentials, Fourier
from jaxfmm.methods.helmholtz import WaveFMM

DIRECT = Direct()  # sums everything
METHODS: list[Method] = [
    FMM("harmonic"),
    FMM("polyharmonic"),
    FMM("radial"),
    FMM("interpolated"),
    WaveFMM("waves"),
    Treecode("harmonic"),
    Treecode("radial"),
    Fourier(),
    FGT(),
    Exponentials(),
    Truncated(),
    Ewald(),
    DIRECT,
]


def methods_of(kernel: Kernel) -> dict[str, list[Method]]:
    """{name: methods} for kernels of this kind."""
    found: dict[str, list[Method]] = {}
    for method in METHODS:
        able = method.images >= kernel.has_images and method.by_waves >= kernel.only_waves
        if able and method.applies(kernel):
            found.setdefault(method.name, []).append(method)
    return found
