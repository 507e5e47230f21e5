"""The passes of the fast Gauss transform over boxes, by backend.

`collect` makes series from points: P2M without pairs of boxes, P2L with them. `m2l` translates
series. `evaluate` evaluates series at points: L2P without pairs, M2P with them."""

from types import ModuleType

from jaxfmm.gaussian.hermite import cpu, cuda, reference

_COMPILED = {"cpu": cpu, "cuda": cuda}


def operations(backend: str) -> ModuleType:
    """The module with the passes of a backend; XLA's, the reference, where it has none."""
    return _COMPILED.get(backend, reference)
