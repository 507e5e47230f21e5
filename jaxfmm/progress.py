"""What long runs say on a terminal: one line on standard error that is written over, and cleared at the end.

Nothing is written where standard error is no terminal, with JAXFMM_PROGRESS=0, or before AFTER seconds have passed.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator

AFTER = 2.0  # seconds
EVERY = 0.5  # seconds between two writings

_running: list["_Line"] = []  # the innermost last


def shown() -> bool:
    """Whether progress is shown at all."""
    stream = _stream()
    return os.environ.get("JAXFMM_PROGRESS") != "0" and stream is not None and stream.isatty()


def _stream():
    return sys.stderr


def _write(text):
    _stream().write(text)
    _stream().flush()


class _Line:
    def __init__(self, text):
        self.text, self.done, self.began = text, threading.Event(), time.perf_counter()
        self.thread = threading.Thread(target=self._keep, daemon=True)

    def _keep(self):
        """Writes the line again and again until `done`; then clears it, if it was ever written."""
        if self.done.wait(AFTER):
            return
        while not self.done.is_set():
            if _running and _running[-1] is self:
                _write(f"\r\x1b[K{self.text}, {time.perf_counter() - self.began:.0f} s")
            self.done.wait(EVERY)
        _write("\r\x1b[K")


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """Shows `text` and the seconds that have passed while the block runs."""
    if not shown():
        yield
        return
    line = _Line(f"jaxfmm: {text}")
    _running.append(line)
    line.thread.start()
    try:
        yield
    finally:
        _running.remove(line)
        line.done.set()
        line.thread.join()


def tell(text: str) -> None:
    """Changes the text of the innermost line that is shown."""
    if _running:
        _running[-1].text = f"jaxfmm: {text}"
