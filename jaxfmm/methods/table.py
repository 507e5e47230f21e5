"""The methods there are: one object of each, of those by expansions one for every family. A new
method is a new row."""

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_expansions import FMM, Treecode
from jaxfmm.methods.direct import Direct
from jaxfmm.methods.ewald import Ewald
from jaxfmm.methods.ewald_segments import EwaldBySegments
from jaxfmm.methods.gaussian import FGT, Exponentials, Fourier
from jaxfmm.methods.helmholtz import WaveFMM
from jaxfmm.methods.segments import DirectBySegments
from jaxfmm.methods.truncated import Truncated

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
    DirectBySegments(),
    EwaldBySegments(),
]


# Methods that are fast only for points that fill their cell evenly.
FOR_EVEN_POINTS: set[type[Method]] = {Ewald}


def methods_of(kernel: Kernel) -> dict[str, list[Method]]:
    """{name: methods} for kernels of this kind."""
    methods: dict[str, list[Method]] = {}
    for method in METHODS:
        of_kind = method.by_segments if kernel.segments else not method.only_by_segments
        if of_kind and method.images.sums(kernel) and method.applies(kernel):
            methods.setdefault(method.name, []).append(method)
    return methods


def method_for_clusters(kernel: Kernel) -> str:
    """The name of a method for points that will cluster: "auto" unless that might take a method for
    even points where there is another one."""
    automatic = [
        method for same in methods_of(kernel).values() for method in same if method.automatic
    ]
    others = [m.name for m in automatic if type(m) not in FOR_EVEN_POINTS and not m.exact]
    all_fit = all(type(m) not in FOR_EVEN_POINTS for m in automatic)
    return "auto" if all_fit or not others else others[0]
