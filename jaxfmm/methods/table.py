"""The methods there are: one object of each. A new method is a new row."""

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.gaussian import FGT, Exponentials, Fourier
from jaxfmm.methods.pairs import Direct
from jaxfmm.methods.trees import FMM, Treecode, Truncated

DIRECT = Direct()  # sums everything
METHODS: list[Method] = [FMM(), Treecode(), Fourier(), FGT(), Exponentials(), Truncated(), DIRECT]


def methods_of(kernel: Kernel) -> dict[str, Method]:
    """{name: method} for kernels of this kind."""
    return {method.name: method for method in METHODS if method.applies(kernel) and method.images >= kernel.has_images}
