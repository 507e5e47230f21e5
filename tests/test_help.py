"""What help(jaxfmm) shows."""

import pydoc

import pytest

import jaxfmm


@pytest.mark.parametrize("name", jaxfmm.__all__)
def test_help_lists_the_public_names_first(name):
    description = pydoc.render_doc(jaxfmm, renderer=pydoc.plaintext).split("PACKAGE CONTENTS")[0]
    (line,) = [line for line in description.splitlines() if line.split()[:1] == [name]]
    first = getattr(jaxfmm, name).__doc__.splitlines()[0]
    assert line.endswith(first) and first.endswith(".")


def test_fields_of_the_library_are_not_shown():
    assert repr(jaxfmm.VortexBlob(0.01)) == "VortexBlob(core=0.01)"
    assert repr(jaxfmm.Laplace(0.1).simplified(2)) == "Laplace(softening=0.1)"


def test_dir_shows_public_names_alone():
    assert set(dir(jaxfmm)) == {*jaxfmm.__all__, "__version__"}
