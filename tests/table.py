"""The table of kernels, methods, backends and dtypes; test_transforms.py walks it with every
transform, test_segments.py by segments."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
import pytest
import reference

import jaxfmm
from jaxfmm.methods.table import methods_of


def uneven(x, y, rate):
    """Neither symmetric nor a function of x - y."""
    return jnp.exp(-rate * jnp.sum(jnp.square(x - y))) * (1 + 0.5 * x[0] * y[-1])


def conductor(at):
    return jaxfmm.Mirror(jaxfmm.Laplace(), axis=0, at=at, sign=-1)


def above_conductor(x, y, at):
    """1 / r and the image charge, which acts on its own charge too."""
    square = jnp.sum(jnp.square(x - y))
    apart = square > 0
    image = y.at[0].set(2 * at - y[0])
    return jnp.where(apart, 1 / jnp.sqrt(jnp.where(apart, square, 1)), 0) - 1 / jnp.linalg.norm(
        x - image
    )


@dataclasses.dataclass(frozen=True)
class Row:
    """A kernel of the table, for points in the unit cube."""

    make: Callable[..., Any]  # of its parameters
    formula: Any  # of `reference`
    dim: int
    parameters: dict[str, Any] = dataclasses.field(default_factory=dict)
    without: tuple[
        str, ...
    ] = ()  # methods that are of this kernel, but not in this dimension or form
    energy: bool = True  # whether it has one
    options: dict[str, dict[str, Any]] = dataclasses.field(
        default_factory=dict
    )  # of plans of a method
    compiling: float = 1  # how many times as long as the others it takes XLA


gaussian = functools.partial(jaxfmm.Gaussian, span=(0.9, 1.1))


def matern(smoothness):
    return functools.partial(jaxfmm.Matern, smoothness=smoothness)


OF = reference.FORMULAS
NO_TREECODE, NOT_IN_1D = {"without": ("treecode",)}, {"without": ("exponentials",)}
FINE_TREECODE = {
    "treecode": {"order": 10, "theta": 0.5}
}  # with tol and second derivatives Taylor expansions of treecodes do not reach 1e-6
# of kernels whose errors would be measured
GIVEN = {"fmm": {"order": 9, "theta": 0.4}, "treecode": {"order": 9, "theta": 0.4}}
COVARIANCE = 0.05 * np.array([[1.0, 0.3, 0.1], [0.3, 0.7, -0.2], [0.1, -0.2, 0.9]])
KERNELS = {
    "Laplace 3D": Row(jaxfmm.Laplace, OF["Laplace 3D"], 3),
    "Laplace 2D": Row(jaxfmm.Laplace, OF["Laplace 2D"], 2),
    "Laplace softened": Row(jaxfmm.Laplace, OF["Laplace 3D"], 3, {"softening": 1e-4}),
    "Laplace spline": Row(
        functools.partial(jaxfmm.Laplace, profile="spline"), OF["Laplace "
                                                                "spline"], 3, {"softening": 0.05}
    ),
    "Cauchy": Row(jaxfmm.Cauchy, OF["Cauchy"], 2, energy=False),
    "VortexBlob": Row(jaxfmm.VortexBlob, OF["VortexBlob"], 2, {"core": 0.02}),
    "Yukawa": Row(jaxfmm.Yukawa, OF["Yukawa"], 3, {"screening": 3.0}, options=FINE_TREECODE),
    "Helmholtz": Row(
        jaxfmm.Helmholtz, OF["Helmholtz"], 3, {"wavenumber": 9.0}, ("treecode",), energy=False,
        options={"fmm": {"order": 16, "theta": 0.6}},  # which takes seconds less than to measure
        compiling=3,
    ),
    "Helmholtz 2D": Row(
        jaxfmm.Helmholtz, OF["Helmholtz 2D"], 2, {"wavenumber": 9.0}, ("treecode",), energy=False,
        options={"fmm": {"order": 18, "theta": 0.6}}, compiling=6,
    ),
    "InverseMultiquadric": Row(
        jaxfmm.InverseMultiquadric, OF["InverseMultiquadric"], 3, {"length": 0.4},
        options=FINE_TREECODE,
    ),
    "Multiquadric": Row(
        jaxfmm.Multiquadric, OF["Multiquadric"], 3, {"length": 0.4}, options=GIVEN
    ),
    "ThinPlate": Row(functools.partial(jaxfmm.ThinPlate, 3), OF["ThinPlate"], 3, options=GIVEN),
    "Matern 1/2": Row(matern(0.5), OF["Matern 1/2"], 3, {"length": 0.5}, options=FINE_TREECODE),
    "Matern 3/2": Row(matern(1.5), OF["Matern 3/2"], 2, {"length": 0.5}, options=FINE_TREECODE),
    "Matern 5/2": Row(matern(2.5), OF["Matern 5/2"], 1, {"length": 0.5}, options=FINE_TREECODE),
    "LennardJones": Row(
        jaxfmm.LennardJones, OF["LennardJones"], 3, {"sigma": 0.02, "epsilon": 1.3, "cutoff": 0.3}
    ),
    "Wendland": Row(jaxfmm.Wendland, OF["Wendland"], 3, {"radius": 0.4}),
    "Gaussian 1D": Row(gaussian, OF["Gaussian"], 1, {"bandwidth": 0.1}),
    "Gaussian 2D": Row(gaussian, OF["Gaussian"], 2, {"bandwidth": 0.1}, **NOT_IN_1D),
    "Gaussian 3D": Row(gaussian, OF["Gaussian"], 3, {"bandwidth": COVARIANCE}, **NOT_IN_1D),
    "Mirror": Row(conductor, reference.Pair(above_conductor), 3, {"at": -0.02}, energy=False),
    "Custom": Row(functools.partial(jaxfmm.Custom, uneven), reference.Pair(uneven), 2, {"rate": 2.0}, **NO_TREECODE),
}  # fmt: skip
OPTIONS = {"fmm": {"leaf_size": 8}, "treecode": {"leaf_size": 8}}  # of plans
BACKENDS = ("cpu", "xla", "cuda")
TOL = {"float32": 1e-4, "float64": 1e-6}


class Case(NamedTuple):
    """A row of KERNELS by name, summed by a method and a backend in a dtype."""

    kernel: str
    method: str
    backend: str
    dtype: str


CASES = [
    Case(name, method, backend, dtype)
    for name, row in KERNELS.items()
    for method in methods_of(row.make(*row.parameters.values()))
    if method not in row.without
    for backend in BACKENDS
    for dtype in TOL
]


def options(case):
    """Of the plan of a row."""
    return OPTIONS.get(case.method, {}) | KERNELS[case.kernel].options.get(case.method, {})


def cost(case):
    """Seconds, about, that a sum takes to compile: XLA's trees and what the library has not built
    in take most."""
    if case.backend == "cpu" and case.method == "direct":
        return 2
    return KERNELS[case.kernel].compiling * (
        (1 if case.method == "direct" else 6) if case.backend == "xla" else 2
    )


def cover(rows, pairs, cost):
    """Some of the rows, cheap ones first, that have all the pairs that all rows have."""
    table, chosen = [(row, pairs(row), cost(row)) for row in rows], []
    missing = set().union(*(held for _, held, _ in table))
    for least in np.geomspace(30, 0.01, 42):  # pairs that are new in a row, over its cost
        for row, held, seconds in table:
            if len(held & missing) >= least * seconds:
                chosen.append(row)
                missing -= held
    assert not missing
    return chosen


def params(rows, pairs, cost, few=None):
    """Rows for `pytest.mark.parametrize`: those of `cover`, on CPUs and on GPUs, and the others as
    slow ones. few: as `pairs`, of which the default suite has all; the other rows of `cover` are
    longer tests then."""
    on_gpu = [[row for row in rows if ("cuda" in row) == gpu] for gpu in (False, True)]
    covers = [cover(some, pairs, cost) for some in on_gpu]
    fast = {row for some in covers for row in some}
    default = {row for some in covers for row in cover(some, few, cost)} if few else fast

    def marks(row):
        longer = [pytest.mark.longer] * (row in fast - default)
        return longer + [pytest.mark.slow] * (row not in fast) + [pytest.mark.gpu] * ("cuda" in row)

    return [pytest.param(*row, marks=marks(row)) for row in rows]
