"""How much the loops of XLA take at a time."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Sizes:
    """CPUs want working sets that stay in their caches, GPUs want few launches.

    pairs: leaf pairs.  sources: sources in a step of the loop over a leaf.
    tile: whether such a step is one reduced tile (GPU) or a sequence of vector operations (CPU,
      where reducing tiles is several times slower).
    cells: cells or cell pairs in a translation.
    level: cells of a level in M2M and L2L of interpolation at most. Levels are padded to it: on two
      cores both took 48 ms for 1,575 leaves on a line with all cells at a time, and 6 ms with 64.
    block: targets in a row of a direct sum.
    rows: such rows at a time."""

    pairs: int
    sources: int
    tile: bool
    cells: int
    level: int
    block: int
    rows: int


SIZES = {
    "cpu": Sizes(pairs=512, sources=8, tile=False, cells=2048, level=64, block=512, rows=16),
    "gpu": Sizes(pairs=8192, sources=32, tile=True, cells=65536, level=65536, block=512, rows=512),
}


def sizes(platform: str) -> Sizes:
    """The `Sizes` for a platform that JAX lowers for ("cpu", "cuda", "rocm", "tpu")."""
    return SIZES["cpu" if platform == "cpu" else "gpu"]
