"""One-dimensional sums of exponentials over sorted points: `reference` says what they are, backends
do them faster."""

from typing import Any

from jaxfmm.gaussian.recurrences import cpu, cuda, reference

_COMPILED = {"cpu": cpu, "cuda": cuda}


def operations(backend: str) -> Any:
    """The module with `order` and `sums` of a backend, XLA's where it has none."""
    return _COMPILED.get(backend, reference)
