"""The programs of `first_lines` run, and every public name is in one of them."""

import inspect
import re

import first_lines
import jax
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody, transport


@pytest.fixture(autouse=True)
def as_users_have_it():
    """Ranks and dtypes are promoted as JAX does by default."""
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        yield


@pytest.mark.parametrize("name", first_lines.PROGRAMS)
def test_a_program(name):
    if name in first_lines.PACKAGES:
        pytest.importorskip(name)
    found = [np.asarray(leaf) for leaf in jax.tree.leaves(first_lines.PROGRAMS[name]())]
    assert found and all(np.isfinite(leaf).all() for leaf in found)


def test_every_public_name_is_in_one():
    source = inspect.getsource(first_lines)
    names = [f"jaxfmm.{name}" for name in jaxfmm.__all__] + [
        f"nbody.{name}" for name in nbody.__all__
    ]
    names += [f"transport.{name}" for name in transport.__all__]
    elsewhere = {"jaxfmm.nbody", "jaxfmm.transport"}  # modules
    elsewhere |= {"jaxfmm.Pairs", "jaxfmm.Plan", "transport.Transport"}  # what functions return
    elsewhere |= {
        f"nbody.{name}" for name in ("History", "State", "load", "save", "leapfrog", "hermite")
    }
    assert [
        name
        for name in names
        if not re.search(re.escape(name) + r"\b", source) and name not in elsewhere
    ] == []
