"""Points too close to each other: the CUDA kernel, on CPUs, against XLA."""

import shutil

import jax.numpy as jnp
import numpy as np
import pytest
from emulated_cuda import emulated

from jaxfmm.native import launch
from jaxfmm.tree import cuda
from jaxfmm.tree.points import close_side, too_close

N = 400


def spread(rng, dim, tiny):
    return rng.normal(size=(N, dim))


def equal(rng, dim, tiny):
    """One point many times, and zeros of both signs."""
    x = spread(rng, dim, tiny)
    x[::3] = 1e3 * tiny
    x[1::9], x[2::9] = 0.0, -0.0
    return x


def pair(rng, dim, tiny):
    """Two points, of both halves, in a cell of one of the grids."""
    x = spread(rng, dim, tiny)
    x[[5, N - 7]] = 0.3
    x[5, 0], x[N - 7, 0] = 1.45 * tiny, 1.55 * tiny
    return x


def plane(rng, dim, tiny):
    """Far apart but for one coordinate."""
    x = spread(rng, dim, tiny)
    x[:, -1] *= tiny
    return x


def cloud(rng, dim, tiny):
    """All of them small, most of them apart."""
    return 1e5 * tiny * spread(rng, dim, tiny)


def dense(rng, dim, tiny):
    return tiny * spread(rng, dim, tiny)


def broken(rng, dim, tiny):
    x = spread(rng, dim, tiny)
    x[::4], x[1::4] = np.nan, np.inf
    return x


CASES = {equal: False, pair: True, plane: None, cloud: None, dense: True, broken: False}


@pytest.mark.skipif(bool(launch.cpu_reason()), reason=str(launch.cpu_reason()))
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_kernel_says_what_xla_says(dtype, monkeypatch):
    monkeypatch.setattr(cuda, "_MOST_BLOCKS", 1)  # emulated blocks cannot wait for each other
    rng, unit = np.random.default_rng(0), jnp.asarray(2.0, dtype)
    for dim in (1, 2, 3):
        for make, close in CASES.items():
            if dim == 1 and make is plane:
                continue
            x = jnp.asarray(make(rng, dim, close_side(dtype)), dtype)
            points, others = (x, x[:0]) if make is cloud else (x[: N // 2], x[N // 2 :])
            expected = bool(too_close(x / unit))
            assert close is None or expected == close
            with emulated():
                found = [
                    bool(cuda.close(jnp.asarray(asked), points, others, unit))
                    for asked in (True, False)
                ]
            assert found == [expected, False], (make.__name__, dim)
