"""Compiled kernels and what searches for plans have found, kept in memory and on disk under a hash
of all that went into them."""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

_memory: dict[tuple[str, str], bytes] = {}


def cached(kind: str, key_parts: Sequence[bytes | str], make: Callable[[], bytes]) -> bytes:
    """The bytes of `make()`, computed once for each `kind` and `key_parts`.

    A file holds the hash of its content and then the content. It appears under its name as a whole,
    so processes may start together. A cache that cannot be read or written only costs time; a
    damaged file is made anew."""
    content = look_up(kind, key_parts)
    if content is None:
        content = make()
        keep(kind, key_parts, content)
    return content


def keep(kind: str, key_parts: Sequence[bytes | str], content: bytes) -> None:
    """Keeps these bytes for `look_up`, in place of any others."""
    key = (kind, hash_of_parts(key_parts))
    _memory[key] = content
    _write(directory() / kind / key[1], content)


def look_up(kind: str, key_parts: Sequence[bytes | str]) -> bytes | None:
    """The bytes that are kept for these parts, None if there are none."""
    key = (kind, hash_of_parts(key_parts))
    if key not in _memory:
        content = _read(directory() / kind / key[1])
        if content is None:
            return None
        _memory[key] = content
    return _memory[key]


def in_memory(kind: str, key_parts: Sequence[bytes | str]) -> bool:
    """Whether this process has the bytes that are kept for these parts."""
    return (kind, hash_of_parts(key_parts)) in _memory


def directory() -> Path:
    if own := os.environ.get("JAXFMM_CACHE_DIR"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "jaxfmm"


def hash_of_parts(parts: Sequence[bytes | str]) -> str:
    """The hash under which the result for these parts is kept."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        # The lengths tell ("ab", "c") from ("a", "bc").
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def _write(path: Path, content: bytes) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        file, name = tempfile.mkstemp(dir=path.parent)
        try:
            with open(file, "wb") as stream:
                stream.write(hashlib.sha256(content).digest() + content)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
