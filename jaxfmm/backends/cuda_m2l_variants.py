"""The variants of M2L, M2M and L2L in CUDA (custom_ops/cuda/translations_*.cuh): which of those
that fit the shared memory of a block is the fastest for an order, and what its kernel needs."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from jaxfmm.backends.protocol import Operators
from jaxfmm.native.cards import RESERVED

# So many teams keep a multiprocessor busy, if they are warps or blocks.
WARPS, BLOCKS = 62, 8
TWO_EIGHTS = 15  # M2L by tensor cores takes 16 pairs at a time up to this order, and 8 above.
# From this number of streamed coefficients on, one block of eight warps, which is all that the
# registers hold, is the fastest.
WIDE = 120


@dataclasses.dataclass(frozen=True)
class Variant:
    """header: the file with the code.  defines: {name: value} of its macros.  struct: generated
    code, which goes before it.  teams: of a block.  threads, lanes, shared (bytes of shared
    memory): of a team.  tiles: whether the code reads `tensor_tiles`."""

    header: str
    defines: dict[str, Any]
    struct: str
    teams: int
    threads: int
    lanes: int
    shared: int
    tiles: bool = False

    @property
    def by_warps(self) -> bool:
        return self.threads == 32

    @property
    def block(self) -> int:
        """Threads of a block."""
        return self.teams * self.threads

    @property
    def bytes(self) -> int:
        """Shared memory of a block."""
        return self.teams * self.shared

    @property
    def busy(self) -> int:
        """How many teams keep a multiprocessor busy."""
        return WARPS if self.by_warps else BLOCKS


def fastest(expansion: Operators, order: int, dtype: np.dtype, most: int, *, m2l: bool) -> Variant:
    """The fastest variant of M2L, or of M2M and L2L, for blocks that have at most so many bytes of
    shared memory.

    Raises ValueError if none fits."""
    for variant in _variants(expansion, order, dtype, most, m2l):
        if variant.bytes <= most:
            return variant
    raise ValueError(
        f"translations of {expansion.NAME} expansions of order {order} in {dtype.name} do not fit "
        f"{most} bytes of shared memory, which a block has on this GPU; use a lower order (a "
        "larger tol), float32, or backend='xla'"
    )


def _variants(
    expansion: Operators, order: int, dtype: np.dtype, most: int, m2l: bool
) -> Iterator[Variant]:
    """The variants for an order, the fastest first; those that can shrink are as small as
    needed."""
    size = dtype.itemsize
    if order in (expansion.TENSOR_ORDERS if m2l else expansion.TENSOR_SHIFT_ORDERS)[dtype.name]:
        yield _in_tensor_cores(expansion, order, size, m2l)
    if order <= (expansion.REGISTER_ORDER if m2l else expansion.REGISTER_SHIFT_ORDER)[dtype.name]:
        yield _in_registers(expansion, order, size, most)
    if (columns := expansion.columns) and order <= expansion.COLUMN_ORDER:
        yield _in_columns(expansion, columns(order), order, size, most)
    if expansion.table_bytes:
        yield _by_blocks(expansion, expansion.table_bytes(order, size), order, size, most)


def _in_registers(expansion: Operators, order: int, size: int, most: int) -> Variant:
    coefficients = expansion.size(order)
    units = -(-coefficients // 4) * 4 * size // 16  # of 16 bytes, in a row
    shared = 32 * (units | 1) * 16 + 32 * 12
    if expansion.STREAMED and coefficients >= WIDE and 8 * shared <= most:
        teams = 8
    else:  # so that two blocks fit
        teams = next((n for n in (4, 2) if 2 * n * shared <= most), 1)
    defines = {"STREAMED": int(expansion.STREAMED), "IN_PLACE": int(expansion.in_rows(order))}
    struct = expansion.lane(order)
    return Variant("translations_registers.cuh", defines, struct, teams, 32, 32, shared)


def _in_columns(expansion: Operators, struct: str, order: int, size: int, most: int) -> Variant:
    shared = -(-expansion.size(order) * 33 * size // 16) * 16 + 32 * 12
    teams = max(range(1, 5), key=lambda n: n * ((most + RESERVED) // (n * shared + RESERVED)))
    return Variant("translations_columns.cuh", {}, struct, teams, 32, 32, shared)


def _in_tensor_cores(expansion: Operators, order: int, size: int, m2l: bool) -> Variant:
    eights = 2 if m2l and order <= TWO_EIGHTS else 1
    row = (expansion.size(order) + 14) // 16 * 16
    shared = (8 * eights * row + 32 * eights + 16 + 7 * 32) * size + 32 * 4
    lanes, defines = 32 if m2l else 8 * eights, {"EIGHTS": eights}
    return Variant("translations_tensor_cores.cuh", defines, "", 1, 32, lanes, shared, tiles=True)


def _by_blocks(expansion: Operators, tables: int, order: int, size: int, most: int) -> Variant:
    arrays = 2 * expansion.size(order) + 5 * (order + 1)

    def shared(lanes, staged):
        return -(-(arrays * (lanes + 1) * size + (2 * lanes + 4) * 4) // 16) * 16 + staged * tables

    sizes = [
        (shared(lanes, staged), lanes, staged)
        for lanes in (32, 16, 8, 4, 2, 1)
        for staged in (True, False)
    ]
    needed, lanes, staged = next((one for one in sizes if one[0] <= most), sizes[-1])
    return Variant("translations_blocks.cuh", {"STAGED": int(staged)}, "", 1, 512, lanes, needed)
