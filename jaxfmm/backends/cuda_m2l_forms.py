"""The forms of M2L, M2M and L2L on GPUs (custom_ops/cuda/translations_*.cuh): which one is the
fastest for an order among those that fit the shared memory of a block, what its kernel must know,
and what it takes."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from jaxfmm.backends.protocol import Operators

OF_BLOCK = 1024  # bytes that a block takes besides
WARPS, BLOCKS = 8192, 1024  # teams that keep a card busy: warps, or blocks
TWO_EIGHTS = 15  # the highest order whose M2L by tensor cores takes 16 pairs at a time and not 8
# streamed coefficients from which on eight warps, all that the registers hold, are best one block
WIDE = 120


@dataclasses.dataclass(frozen=True)
class Form:
    """header: what has the code. defines: {name: value} of its macros. struct: generated code,
    which goes before it. teams: of a block. threads, lanes and shared, bytes of shared memory: of a
    team."""

    header: str
    defines: dict
    struct: str
    teams: int
    threads: int
    lanes: int
    shared: int
    tiles: bool = False  # whether it reads `tensor_tiles`

    @property
    def by_warps(self) -> bool:
        return self.threads == 32

    @property
    def bytes(self) -> int:
        """Of shared memory, of a block."""
        return self.teams * self.shared

    @property
    def busy(self) -> int:
        """How many teams keep a card busy."""
        return WARPS if self.by_warps else BLOCKS


def form(expansion: Operators, order: int, dtype: Any, most: int, *, m2l: bool) -> Form:
    """The form of M2L, or of M2M and L2L, for blocks that have at most so many bytes of shared
    memory.

    Raises ValueError where none fits."""
    forms = _forms(expansion, order, dtype, most, m2l)
    found = next((one for one in forms if one.bytes <= most), None)
    if found is None:
        raise ValueError(
            f"translations of {expansion.NAME} expansions of order {order} in {dtype.name} do not fit {most} bytes of "
            "shared memory, which a block has on this GPU; use a lower order (a larger tol), float32, or backend='xla'"
        )
    return found


def _forms(expansion: Operators, order: int, dtype: Any, most: int, m2l: bool) -> Iterator[Form]:
    """Those that there are, the fastest first, as small as need be if they can."""
    size = dtype.itemsize
    if order in (expansion.TENSOR_ORDERS if m2l else expansion.TENSOR_SHIFT_ORDERS)[dtype.name]:
        yield _in_tensor_cores(expansion, order, size, m2l)
    if order <= (expansion.REGISTER_ORDER if m2l else expansion.REGISTER_SHIFT_ORDER)[dtype.name]:
        yield _in_registers(expansion, order, size, most)
    if expansion.COLUMN_ORDER:  # harmonics in 3D, which have more than code for registers
        if order <= expansion.COLUMN_ORDER:
            yield _in_columns(expansion, order, size, most)
        yield _by_blocks(expansion, order, size, most)


def _in_registers(expansion: Any, order: int, size: int, most: int) -> Form:
    coefficients = expansion.size(order)
    units = -(-coefficients // 4) * 4 * size // 16  # of 16 bytes, in a row
    shared = 32 * (units | 1) * 16 + 32 * 12
    if expansion.STREAMED and coefficients >= WIDE and 8 * shared <= most:
        teams = 8
    else:  # so that two blocks fit
        teams = next((n for n in (4, 2) if 2 * n * shared <= most), 1)
    defines = {"STREAMED": int(expansion.STREAMED), "IN_PLACE": int(expansion.in_rows(order))}
    struct = expansion.lane(order)
    return Form("translations_registers.cuh", defines, struct, teams, 32, 32, shared)


def _in_columns(expansion: Any, order: int, size: int, most: int) -> Form:
    shared = -(-expansion.size(order) * 33 * size // 16) * 16 + 32 * 12
    teams = max(range(1, 5), key=lambda n: n * ((most + OF_BLOCK) // (n * shared + OF_BLOCK)))
    struct = expansion.columns(order)
    return Form("translations_columns.cuh", {}, struct, teams, 32, 32, shared)


def _in_tensor_cores(expansion: Any, order: int, size: int, m2l: bool) -> Form:
    eights = 2 if m2l and order <= TWO_EIGHTS else 1
    row = (expansion.size(order) + 14) // 16 * 16
    shared = (8 * eights * row + 32 * eights + 16 + 7 * 32) * size + 32 * 4
    lanes, defines = 32 if m2l else 8 * eights, {"EIGHTS": eights}
    return Form("translations_tensor_cores.cuh", defines, "", 1, 32, lanes, shared, tiles=True)


def _by_blocks(expansion: Any, order: int, size: int, most: int) -> Form:
    arrays = 2 * expansion.size(order) + 5 * (order + 1)
    tables = expansion.table_bytes(order, size)

    def shared(lanes, staged):
        return -(-(arrays * (lanes + 1) * size + (2 * lanes + 4) * 4) // 16) * 16 + staged * tables

    sizes = [
        (shared(lanes, staged), lanes, staged)
        for lanes in (32, 16, 8, 4, 2, 1)
        for staged in (True, False)
    ]
    needed, lanes, staged = next((one for one in sizes if one[0] <= most), sizes[-1])
    return Form("translations_blocks.cuh", {"STAGED": int(staged)}, "", 1, 512, lanes, needed)
