"""What NVIDIA GPUs have, by architecture: for code that is compiled for cards that are not here,
and where the driver does not say. Otherwise `launch` asks the driver.

From the CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"."""

import dataclasses
import re

import numpy as np
from jax.typing import DTypeLike

# Registers of 32 bits that a multiprocessor and a block may have, and a thread; threads of a block.
REGISTERS, REGISTERS_OF_THREAD, THREADS_OF_BLOCK = 65536, 255, 1024
RESERVED = 1024  # CUDA takes this many bytes of shared memory for each block, from sm_80 on.


@dataclasses.dataclass(frozen=True)
class Card:
    """shared: bytes of shared memory that a block may have.
    shared_in_all, threads, blocks: that a multiprocessor has, or may have at the same time.
    multiprocessors: of a usual card. It decides how work is divided, never what fits."""

    shared: int
    shared_in_all: int
    threads: int
    blocks: int
    multiprocessors: int


def _card(shared: int, shared_in_all: int, warps: int, blocks: int, multiprocessors: int) -> Card:
    """shared, shared_in_all: in KiB."""
    return Card(1024 * shared, 1024 * shared_in_all, 32 * warps, blocks, multiprocessors)


CARDS = {  # by compute capability
    "70": _card(96, 96, 64, 32, 80),  # V100
    "72": _card(96, 96, 64, 32, 8),
    "75": _card(64, 64, 32, 16, 40),  # T4
    "80": _card(163, 164, 64, 32, 108),  # A100
    "86": _card(99, 100, 48, 16, 84),  # A40
    "87": _card(163, 164, 48, 16, 16),
    "89": _card(99, 100, 48, 24, 128),  # RTX 4090
    "90": _card(227, 228, 64, 32, 132),  # H100
    "100": _card(227, 228, 64, 32, 148),  # B200
    "101": _card(227, 228, 48, 24, 20),
    "103": _card(227, 228, 64, 32, 148),
    "110": _card(227, 228, 48, 24, 20),
    "120": _card(99, 100, 48, 24, 170),  # RTX 5090
    "121": _card(99, 100, 48, 24, 48),
}
# How many sums or products of float32, and of float64, a multiprocessor computes in a clock (the
# guide's "Throughput of Native Arithmetic Instructions").
LANES = {
    "70": (64, 32), "72": (64, 32), "75": (64, 2), "80": (64, 32), "86": (128, 2), "87": (128, 2),
    "89": (128, 2), "90": (128, 64), "100": (128, 64), "101": (128, 2), "103": (128, 2),
    "110": (128, 2), "120": (128, 2), "121": (128, 2),
}  # fmt: skip


def lanes(architecture: str, dtype: DTypeLike) -> int | None:
    """From LANES; None for architectures that are not known."""
    known = LANES.get(_capability(architecture))
    return known and known[np.dtype(dtype) == np.float64]


# Cards whose tensor cores multiply float32 (in parts of 11 bits) and float64 several times as fast
# as their other units.
TENSOR = {"80", "90", "100"}


def has_tensor_cores(architecture: str) -> bool:
    """Whether the architecture is in TENSOR."""
    return _capability(architecture) in TENSOR


def _capability(architecture: str) -> str:
    return re.sub(r"\D", "", architecture)


def card(architecture: str) -> Card:
    """The card of an architecture such as "sm_90". One that is not known has the least of all, and
    as many multiprocessors as an H100."""
    if known := CARDS.get(_capability(architecture)):
        return known
    fields = (field.name for field in dataclasses.fields(Card))
    least = {name: min(getattr(one, name) for one in CARDS.values()) for name in fields}
    return Card(**least | {"multiprocessors": CARDS["90"].multiprocessors})
