"""Sums of Gaussians relative to one of their terms, right however small all terms are."""

from types import ModuleType

from jax.typing import DTypeLike

from jaxfmm.logsumexp import cpu, cuda, reference
from jaxfmm.native import launch


def operations(platform: str, dtype: DTypeLike, variables: int = 1, degree: int = 1) -> ModuleType:
    """The module with `find`, `moments` and `spread` for a lowering platform, points of this dtype,
    and monomials of so many variables up to a degree. XLA's, the reference, fits all."""
    if platform == "cpu" and cpu.usable(dtype) and cpu.has(variables, degree):
        return cpu
    if platform == "cuda" and launch.cuda_reason() is None and cuda.has(variables, degree):
        return cuda
    return reference
