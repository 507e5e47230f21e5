"""The progress of long runs on a terminal: one line on standard error that is overwritten, and
cleared at the end.

Nothing is written if standard error is not a terminal, with JAXFMM_PROGRESS=0, or before AFTER
seconds have passed. One thread writes for all: beginning and ending a line takes microseconds."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

AFTER = 2.0  # A run is silent for so many seconds.
EVERY = 0.5  # The line is written again after so many seconds.
CLEAR = "\r\x1b[K"


class _Line:
    def __init__(self, text: str) -> None:
        self.text, self.began, self.written = text, time.perf_counter(), False


_lines: list[_Line] = []  # of the runs, the innermost last
_lock = threading.Lock()
_some = threading.Event()  # whether there are lines


def shown() -> bool:
    """Whether progress is shown at all."""
    stream = _stream()
    return os.environ.get("JAXFMM_PROGRESS") != "0" and stream is not None and stream.isatty()


def _stream() -> TextIO | None:
    return sys.stderr


def _write(text: str) -> None:
    if stream := _stream():
        stream.write(text)
        stream.flush()


def _keep_writing() -> None:
    """Writes the innermost line again and again while there is one."""
    while True:
        _some.wait()
        with _lock:
            line, now = _lines[-1] if _lines else None, time.perf_counter()
            if line is None:
                _some.clear()
            elif now - line.began >= AFTER:
                _write(f"{CLEAR}{line.text}, {now - line.began:.0f} s")
                line.written = True
        time.sleep(EVERY)


_writer = threading.Thread(target=_keep_writing, daemon=True)


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """Shows `text` and the seconds that have passed while the block runs."""
    if not shown():
        yield
        return
    line = _Line(f"jaxfmm: {text}")
    with _lock:
        _lines.append(line)
        if _writer.ident is None:
            _writer.start()
    _some.set()
    try:
        yield
    finally:
        with _lock:
            _lines.remove(line)
            if line.written:
                _write(CLEAR)


def tell(text: str) -> None:
    """Changes the text of the innermost line that is shown."""
    with _lock:
        if _lines:
            _lines[-1].text = f"jaxfmm: {text}"
