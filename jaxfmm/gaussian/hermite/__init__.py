"""The passes of the fast Gauss transform over boxes: `reference` says what they are, backends do
them faster."""

from typing import Any

from jaxfmm.gaussian.hermite import cpu, cuda, reference

_COMPILED = {"cpu": cpu, "cuda": cuda}


def operations(backend: str) -> Any:
    """The module with `p2m`, `p2l`, `m2l`, `m2p` and `l2p` of a backend, XLA's where it has
    none."""
    return _COMPILED.get(backend, reference)
