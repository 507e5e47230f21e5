"""The line that long runs write on a terminal, and that there is none elsewhere."""

import io
import time

import jax
import jax.numpy as jnp
import pytest

from jaxfmm import nbody, progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Standard error as a terminal, on which lines appear at once."""
    monkeypatch.delenv("JAXFMM_PROGRESS", raising=False)
    monkeypatch.setattr(progress, "AFTER", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.001)
    stream = Terminal()
    monkeypatch.setattr(progress, "_stream", lambda: stream)
    return stream


def test_a_line_is_written_over_and_cleared(terminal):
    with progress.waiting("one"):
        time.sleep(0.02)
        progress.tell("two")
        time.sleep(0.02)
    text = terminal.getvalue()
    assert "jaxfmm: one, 0 s" in text and "jaxfmm: two, 0 s" in text and text.endswith("\r\x1b[K")
    assert "\n" not in text


def test_short_runs_write_nothing(terminal, monkeypatch):
    monkeypatch.setattr(progress, "AFTER", 60.0)
    with progress.waiting("one"):
        pass
    assert not terminal.getvalue()


@pytest.mark.parametrize("how", ["no terminal", "switched off"])
def test_nothing_where_nobody_looks(how, terminal, monkeypatch):
    if how == "no terminal":
        monkeypatch.setattr(terminal, "isatty", lambda: False)
    else:
        monkeypatch.setenv("JAXFMM_PROGRESS", "0")
    with progress.waiting("one"):
        time.sleep(0.01)
        progress.tell("two")
    assert not terminal.getvalue()


def two():
    return nbody.State(
        positions=jnp.array([[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0]]), velocities=jnp.zeros((2, 3)), masses=jnp.ones(2)
    )


def test_simulate(terminal):
    nbody.simulate(two(), 4, 0.01)
    assert "simulate: compiling" in terminal.getvalue()


def test_simulate_inside_of_jit_says_nothing(terminal):
    jax.jit(lambda state: nbody.simulate(state, 4, 0.01)[0])(two())
    assert "simulate" not in terminal.getvalue()
