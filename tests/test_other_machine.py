"""The kernels of a library for another machine, by an emulator, against those of this machine.

.ci/arm runs it. Sums of tests/kernel_calls.py are computed here, and the calls of their kernels are
made again there, by replay.cpp."""

import ctypes
import functools
import os
from pathlib import Path

import jax
import jax.numpy as jnp
import kernel_calls
import machine
import numpy as np
import pytest

from jaxfmm.native import host, library

LIBRARY = os.environ.get("JAXFMM_TEST_LIBRARY", "")
pytestmark = [
    pytest.mark.skipif(not LIBRARY, reason="JAXFMM_TEST_LIBRARY names no library"),
    pytest.mark.skipif(bool(library.reason()), reason=str(library.reason())),
]
POINTS, THREADS = 300, 3
ROUNDING = 100  # units in the last place of the largest number of a result


@pytest.fixture(scope="module")
def replay(tmp_path_factory):
    """The program, and the folder of it and of kernels that are made on demand."""
    folder = tmp_path_factory.mktemp("replay")
    source = Path(__file__).with_name("replay.cpp").read_text(encoding="utf-8")
    machine.compile(source, folder / "replay", "-pthread", "-ldl")
    return folder


def again(replay, calls):
    """The results of calls, scratch left out, by the other machine."""
    folder, libraries = replay, [LIBRARY]
    for kernel, source in {c.kernel: c.source for c in calls if c.source}.items():
        libraries.append(folder / f"{kernel}.so")
        if not libraries[-1].exists():
            include = f"-I{library.include_directory()}"
            machine.compile(source, libraries[-1], *host._OPTIONS, "-Wno-psabi", include)
    with open(folder / "calls", "wb") as file:
        for call in calls:
            kernel_calls.write(file, call)
    results = folder / "results"
    count = machine.execute(folder / "replay", folder / "calls", THREADS, results, *libraries)
    assert int(count) == len(calls)
    with open(results, "rb") as file:
        return [
            [
                np.frombuffer(file.read(a.nbytes), a.dtype).reshape(a.shape)
                for a in call.results[: call.compared]
            ]
            for call in calls
        ]


@functools.cache
def here(kernel, source):
    if source is None:
        return kernel_calls.entry(library.load(), kernel)
    folder = Path(os.environ["JAXFMM_TEST_FOLDER"])
    path = folder / f"here-{kernel}.so"
    path.write_bytes(host.shared_object(source))
    return kernel_calls.entry(ctypes.CDLL(str(path)), kernel)


@pytest.mark.parametrize("name", kernel_calls.PROBLEMS)
@pytest.mark.parametrize("number", ["float32", "float64"])
def test_same_results(name, number, replay, tmp_path, monkeypatch):
    monkeypatch.setenv("JAXFMM_TEST_FOLDER", str(tmp_path))
    wide = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", number == "float64")  # callbacks run in other threads
    try:
        with kernel_calls.recorded(here) as calls:
            kernel_calls.PROBLEMS[name](POINTS, jnp.dtype(number))
    finally:
        jax.config.update("jax_enable_x64", wide)
    assert calls
    for call, found in zip(calls, again(replay, calls), strict=True):
        for i, (a, b) in enumerate(zip(found, call.results)):
            where = f"{call.kernel}, result {i}"
            written = ~unwritten(b)
            a, b = a[written], b[written]
            if a.dtype.kind != "f":
                np.testing.assert_array_equal(a, b, where)
                continue
            finite = np.isfinite(b)
            np.testing.assert_array_equal(np.isfinite(a), finite, where)
            size = np.abs(b[finite]).max(initial=0)
            error = np.abs(a[finite] - b[finite]).max(initial=0)
            assert error <= ROUNDING * np.finfo(a.dtype).eps * size, (where, error, size)


def unwritten(a):
    """Where a result is as blank as it was."""
    pattern = np.array([kernel_calls.FILL[a.dtype.kind]], np.uint8)
    raw = a.reshape(-1).view(np.uint8).reshape(*a.shape, a.itemsize)
    return (raw == pattern).all(-1)
