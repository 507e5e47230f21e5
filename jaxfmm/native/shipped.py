"""Kernels of usual sums that a wheel brings compiled, so that first sums on a GPU need not wait for
NVRTC. `.ci/kernels` makes the file; without it, as in a checkout, all kernels are compiled.

The file: the number of kernels, a row for each (the hash of what it was compiled from, where its
code begins and ends), and their code, compressed each by itself, so that a sum reads only its
own."""

import functools
import lzma
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from jaxfmm.native import cache

FILE = Path(__file__).with_name("kernels.xz")
_COUNT, _ROW = struct.Struct("<Q"), struct.Struct("<32sQQ")


def look_up(parts: Sequence[str]) -> bytes | None:
    """The machine code for these parts (source, headers, options), None where it is not there, or
    damaged."""
    return _read(cache.hash_of_parts(parts))


@functools.cache
def _read(key: str) -> bytes | None:
    if (place := _index().get(key)) is None:
        return None
    try:
        with FILE.open("rb") as stream:
            stream.seek(place[0])
            return lzma.decompress(stream.read(place[1] - place[0]))
    except (OSError, lzma.LZMAError):
        return None


@functools.cache
def _index() -> dict[str, tuple[int, int]]:
    """{hash: where its code begins and ends}"""
    try:
        with FILE.open("rb") as stream:
            (count,) = _COUNT.unpack(stream.read(_COUNT.size))
            rows = _ROW.iter_unpack(stream.read(count * _ROW.size))
            return {key.hex(): (start, stop) for key, start, stop in rows}
    except (OSError, struct.error):
        return {}


def write(path: Path, codes: Mapping[str, bytes]) -> None:
    """Writes the file of some kernels, by `cache.hash_of_parts`."""
    packed = {key: lzma.compress(code, preset=9) for key, code in sorted(codes.items())}
    start = _COUNT.size + len(packed) * _ROW.size
    rows = []
    for key, data in packed.items():
        rows.append(_ROW.pack(bytes.fromhex(key), start, start + len(data)))
        start += len(data)
    path.write_bytes(b"".join([_COUNT.pack(len(packed)), *rows, *packed.values()]))
