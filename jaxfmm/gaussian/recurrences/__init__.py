"""One-dimensional sums of exponentials over sorted points, by backend."""

from types import ModuleType

from jaxfmm.gaussian.recurrences import cpu, cuda, reference

_COMPILED = {"cpu": cpu, "cuda": cuda}


def operations(backend: str) -> ModuleType:
    """The module with `order` and `sums` of a backend; XLA's, the reference, where it has none."""
    return _COMPILED.get(backend, reference)
