"""The table of `cases`: every kernel by every method, backend and dtype in every transform, against
sums over all pairs in float64. By default some of the rows, in which each kernel, method and
transform comes, each transform by each backend and in each dtype; among the longer tests rows in
which each transform meets each of these, too; all of them as slow tests."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference
import table

import jaxfmm
from jaxfmm.kernels import Kernel
from jaxfmm.kernels.vectors import VectorKernel
from jaxfmm.methods.table import METHODS

N, M = 300, 100  # sources and targets


def size(potential):
    """A real function of it."""
    return jnp.sum(jnp.square(jnp.abs(potential))) / 2


class Sums:
    """The sums of a row, of arguments a: sources x, charges q, targets y and the kernel's
    parameters."""

    def __init__(self, case):
        self.row = table.KERNELS[case.kernel]

    def energy(self, plan, a):
        """Of antisymmetric kernels and vectors, which have none, a function of the potential."""
        return self.pair_energy(plan, a) if self.row.energy else size(self.potential(plan, a, None))


class Fast(Sums):
    def kernel(self, a):
        return self.row.make(*(a[name] for name in self.row.parameters))

    def both(self, plan, a):
        return jaxfmm.potential_and_gradient(
            a["x"], a["q"], a["y"], kernel=self.kernel(a), plan=plan
        )

    def potential(self, plan, a, targets="y"):
        return jaxfmm.potential(a["x"], a["q"], a.get(targets), kernel=self.kernel(a), plan=plan)

    def updated(self, plan, a):
        return self.potential(plan.update(a["x"], a["y"]), a)

    def pair_energy(self, plan, a):
        return jaxfmm.energy(a["x"], a["q"], kernel=self.kernel(a), plan=plan)


class Exact(Sums):
    def pairs(self, a, targets):
        p = {name: a[name] for name in self.row.parameters}
        return self.row.formula, p, a[targets or "x"], a["x"], a["q"][:, None]

    def both(self, plan, a):
        sums = reference.sums(*self.pairs(a, "y"))
        return sums.potential[..., 0], sums.gradient[..., 0]

    def potential(self, plan, a, targets="y"):
        return reference.dense(*self.pairs(a, targets))[..., 0]

    updated = potential

    def pair_energy(self, plan, a):
        return reference.dense_energy(*self.pairs(a, "x"), factors=1 - np.eye(N))[0]


def in_some(names, function, a):
    """`function` of those arguments, the others as they are, and their values."""
    return lambda some: function(a | some), {name: a[name] for name in names}


def derivative(mode, function, a, d, names):
    function, at = in_some(names, function, a)
    if mode == "grad":
        return jax.grad(function)(at)
    f = function if mode == "jvp" else jax.grad(function)
    return jax.jvp(f, (at,), ({name: d[name] for name in names},))[1]


# Functions of sums, a plan, arguments and a direction. Derivatives in parameters are sums of other
# kernels: energies have them.
TRANSFORMS = {
    "value": lambda s, plan, a, d: s.both(plan, a),
    "jit": lambda s, plan, a, d: s.both(plan, a),
    "update": lambda s, plan, a, d: s.updated(
        plan, a | {"x": 1 - 0.9 * a["x"], "y": 1 - 0.9 * a["y"]}
    ),
    "vmap over points": lambda s, plan, a, d: jax.vmap(
        lambda x, y: s.updated(plan, a | {"x": x, "y": y})
    )(*(jnp.stack([a[name], 1 - 0.9 * a[name]]) for name in "xy")),
    "vmap over charges": lambda s, plan, a, d: jax.vmap(lambda q: s.potential(plan, a | {"q": q}))(
        jnp.stack([a["q"], d["q"]])
    ),
    "vmap over parameters": lambda s, plan, a, d: jax.vmap(
        lambda t: s.potential(plan, a | {name: t * a[name] for name in s.row.parameters})
    )(jnp.asarray([1, 0.95], a["x"].dtype)),
    "jvp": lambda s, plan, a, d: derivative("jvp", lambda a: s.potential(plan, a), a, d, "xqy"),
    "vjp": lambda s, plan, a, d: derivative(
        "grad", lambda a: size(s.potential(plan, a)), a, d, "xqy"
    ),
    "grad": lambda s, plan, a, d: derivative(
        "grad", lambda a: s.energy(plan, a), a, d, ["x", "q", *s.row.parameters]
    ),
    "hvp": lambda s, plan, a, d: derivative("hvp", lambda a: s.energy(plan, a), a, d, "xq"),
}
AT_SOURCES = ("grad", "hvp")  # the others are at targets of their own


@functools.cache
def problem(name):
    """Arguments and a direction, in numpy, of numbers of float32."""
    row, rng = table.KERNELS[name], np.random.default_rng(0)
    a = {"x": rng.random((N, row.dim)), "q": rng.normal(size=N), "y": rng.random((M, row.dim))}
    d = {k: rng.normal(size=v.shape) for k, v in a.items()}
    return [{k: np.float32(v) for k, v in arrays.items()} for arrays in (a | row.parameters, d)]


@functools.cache
def expected(kernel, transform):
    """By all pairs, in numpy. Derivatives in one program, whose compilation takes less than those
    of its operations."""
    arrays = [{k: np.float64(v) for k, v in arrays.items()} for arrays in problem(kernel)]
    with (
        jax.enable_x64(True),
        jax.numpy_dtype_promotion("standard"),
        jax.numpy_rank_promotion("allow"),
    ):
        run = functools.partial(
            TRANSFORMS[transform], Exact(table.Case(kernel, None, None, None)), None
        )
        run = run if transform in ("value", "jit") else jax.jit(run)
        return jax.tree.map(np.asarray, run(*jax.tree.map(jnp.asarray, arrays)))


def pairs(row):
    """Kernels meet methods, backends and dtypes, each of which meets transforms. Kernels of one
    kind, as Matern's, meet "grad", for which they have formulas of their own: the slopes in their
    parameters."""
    kernel, *how, transform = row
    kind = {(kernel.split()[0], transform)} if transform == "grad" else set()
    return {(kernel, value) for value in how} | {(value, transform) for value in how} | kind


def few(row):
    """What is in the rows of the default suite."""
    kernel, method, backend, dtype, transform = row
    return {kernel, method, (backend, transform), (dtype, transform)}


ROWS = [
    (*case, transform)
    for transform in TRANSFORMS
    for case in table.CASES
    if transform != "vmap over parameters" or table.KERNELS[case.kernel].parameters
]


def test_every_kernel_and_method_has_rows():
    """And what rows leave out is refused."""
    kernels = {
        value
        for value in vars(jaxfmm).values()
        if isinstance(value, type) and issubclass(value, Kernel)
    }
    # which hold other kernels; their tests are test_periodic.py and test_sums_of_kernels.py
    kernels -= {jaxfmm.Periodic, jaxfmm.Sum, jaxfmm.Scaled}
    kernels = {
        kernel for kernel in kernels if not issubclass(kernel, VectorKernel)
    }  # whose table is that of `test_vectors`
    assert {type(row.make(*row.parameters.values())) for row in table.KERNELS.values()} == kernels
    methods = {method.name for method in METHODS}
    methods -= {"ewald"}  # which is of periodic kernels alone
    assert {case.method for case in table.CASES} == methods
    for row in table.KERNELS.values():
        for method in row.without:
            with pytest.raises(ValueError):
                jaxfmm.plan(
                    np.eye(3, row.dim), kernel=row.make(*row.parameters.values()), method=method
                )


@pytest.mark.parametrize(
    ("kernel", "method", "backend", "dtype", "transform"),
    table.params(ROWS, pairs, lambda row: table.cost(table.Case(*row[:4])), few),
    indirect=["backend", "dtype"],
)
def test_transforms(kernel, method, backend, dtype, transform):
    case = table.Case(kernel, method, backend, dtype.name)
    a, d = ({k: jnp.asarray(v, dtype) for k, v in arrays.items()} for arrays in problem(kernel))
    sums, tol = Fast(case), table.TOL[dtype.name]
    options = table.options(case)
    if method in table.OPTIONS and "order" not in options:
        options |= {"derivatives": 2}  # which are promised then
    plan = jaxfmm.plan(
        a["x"], None if transform in AT_SOURCES else a["y"], kernel=sums.kernel(a), tol=tol, method=method,
        backend=backend, **options,
    )  # fmt: skip
    assert plan.method == method and (method not in table.OPTIONS or int(plan.far.count) > 0)
    run = functools.partial(TRANSFORMS[transform], sums)
    value = (run if transform == "value" else jax.jit(run))(plan, a, d)
    for (path, found), exact in zip(
        jax.tree_util.tree_leaves_with_path(value),
        jax.tree.leaves(expected(kernel, transform)),
        strict=True,
    ):
        assert found.shape == exact.shape and found.dtype in (
            dtype,
            np.result_type(dtype, np.complex64),
        )
        error = np.linalg.norm(np.asarray(found) - exact)  # some derivatives are zero
        assert error <= tol * np.linalg.norm(exact), jax.tree_util.keystr(path)
