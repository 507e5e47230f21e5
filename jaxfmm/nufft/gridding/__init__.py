"""Sums between scattered points and a regular grid: `reference` defines them, backends do them
faster."""

from types import ModuleType

from jaxfmm.nufft.gridding import cpu, cuda, reference
from jaxfmm.nufft.gridding.grid import Grid as Grid

_COMPILED = {"cpu": cpu, "cuda": cuda}


def operations(backend: str) -> ModuleType:
    """The module with `sort`, `spread` and `interpolate` of a backend, XLA's where it has none."""
    return _COMPILED.get(backend, reference)
