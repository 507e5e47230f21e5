"""The one place where a backend and its sizes are chosen.

A backend computes the loops over lists (`p2p`, `m2l`, ...). The XLA one works everywhere and is the reference.
"""

import dataclasses

import jax

BACKENDS = ("xla",)


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How much the XLA loops take at a time. CPUs want working sets that stay in their caches, GPUs want few launches.

    pairs: leaf pairs.  sources: sources per step of the loop over a leaf.  tile: whether such a step is one reduced
    tile (GPU) or a sequence of vector operations (CPU; reducing tiles is several times slower there).
    cells: cells or cell pairs per translation.  block: targets per row of a direct sum.  rows: such rows at a time.
    """

    pairs: int
    sources: int
    tile: bool
    cells: int
    block: int
    rows: int


SIZES = {
    "cpu": Sizes(pairs=512, sources=8, tile=False, cells=2048, block=512, rows=16),
    "gpu": Sizes(pairs=8192, sources=32, tile=True, cells=65536, block=512, rows=512),
}


def sizes(platform):
    """The `Sizes` for a lowering platform ("cpu", "cuda", "rocm", "tpu")."""
    return SIZES["cpu" if platform == "cpu" else "gpu"]


def default_platform():
    """ "cpu" or "gpu": where a plan made now will most likely be used, which decides what is cheapest."""
    return "cpu" if jax.default_backend() == "cpu" else "gpu"


def backends():
    """The backends of this installation: {name: "available" or the reason why not}."""
    return {name: "available" for name in BACKENDS}


def check(backend):
    """Raises ValueError unless `backend` is None (choose) or the name of one that is available."""
    if backend is not None and backend not in BACKENDS:
        raise ValueError(f"backend={backend!r} is not available; choose one of {BACKENDS} or None for the fastest")
