"""The line that long runs write on a terminal, and that there is none elsewhere."""

import io
import time

import jax
import jax.numpy as jnp
import pytest

import jaxfmm
from jaxfmm import nbody, progress


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def until(self, text):
        """Waits until the text is written."""
        end = time.perf_counter() + 30
        while text not in self.getvalue():
            assert time.perf_counter() < end, f"{text!r} is not in {self.getvalue()!r}"
            time.sleep(0.001)


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
        terminal.until("jaxfmm: one, 0 s")
        progress.tell("two")
        terminal.until("jaxfmm: two, ")
    assert terminal.getvalue().endswith(progress.CLEAR) and "\n" not in terminal.getvalue()


def test_the_innermost_line_is_shown(terminal):
    with progress.waiting("outer"):
        with progress.waiting("inner"):
            terminal.until("inner")
            before = terminal.getvalue().count("outer")
        terminal.until("outer")
    assert before <= 1  # which the writer may have begun before
    assert terminal.getvalue().endswith(progress.CLEAR)


def test_short_runs_write_nothing(terminal, monkeypatch):
    monkeypatch.setattr(progress, "AFTER", 60.0)
    with progress.waiting("one"):
        time.sleep(0.01)
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
        positions=jnp.array([[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0]]),
        velocities=jnp.zeros((2, 3)),
        masses=jnp.ones(2),
    )


@pytest.fixture
def said(terminal, monkeypatch):
    """What is waited for, whether or not it lasts long enough to be written."""
    found, waiting = [], progress.waiting
    monkeypatch.setattr(progress, "waiting", lambda text: found.append(text) or waiting(text))
    return found


def test_a_first_sum(said):
    jaxfmm.potential(jnp.eye(3), jnp.ones(3))
    assert "compiling and computing a sum" in said


def test_simulate(said):
    nbody.simulate(two(), 4, 0.01)
    assert "simulate: compiling" in said


def test_simulate_inside_of_jit_says_nothing(said):
    jax.jit(lambda state: nbody.simulate(state, 4, 0.01)[0])(two())
    assert not [text for text in said if "simulate" in text]


def test_a_plan_tells_its_tries_and_what_it_took(monkeypatch):
    told = []
    monkeypatch.setattr(progress, "tell", told.append)
    x = jax.random.uniform(jax.random.key(0), (2000, 3))
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm", charges=jnp.ones(len(x)))
    tries = [text for text in told if text.startswith("plan: try ")]
    assert tries and all("order" in text and "theta" in text for text in tries)
    assert all("an error of" in text for text in tries[1:])
    assert f"made in {plan.making}" in str(plan) and plan.making.endswith(
        f"plans tried: {len(tries)}"
    )
    assert "made in" not in str(plan.update(x))
