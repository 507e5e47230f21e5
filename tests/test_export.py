"""Plans, kernels, matrices and densities as arguments of exported functions, here and in another
process."""

import dataclasses
import pathlib
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import processes
import pytest

import jaxfmm
from jaxfmm import Laplace, Periodic, pytrees
from jaxfmm.methods.table import METHODS, methods_of

pytest.importorskip("flatbuffers", reason="jax.export serializes with flatbuffers")

RNG = np.random.default_rng(0)
X = RNG.random((200, 3)).astype(np.float32)
Q = RNG.normal(size=200).astype(np.float32)
FMM = {"method": "fmm", "order": 3, "theta": 0.6, "leaf_size": 16}
ALLOWED = [jax.export.DisabledSafetyCheck.custom_call("jaxfmm_run")]
BOX = Periodic(Laplace(), 1.0)


def exported(function, *arguments):
    return jax.export.export(jax.jit(function), disabled_checks=ALLOWED)(*arguments).serialize()


def by_plan(x, q, plan):
    return jaxfmm.potential(x, q, plan=plan)


def by_kernel(x, q, kernel, plan):
    return jaxfmm.potential(x, q, kernel=kernel, plan=plan)


def by_matrix(matrix, q):
    return matrix @ q


def arguments():
    """{name: (function, its arguments)}; everything but the points and charges is made in each
    process."""
    softened = Laplace(jnp.float32(0.1))
    plans = {"direct": jaxfmm.plan(X, method="direct"), "fmm": jaxfmm.plan(X, **FMM)}
    plans["periodic"] = jaxfmm.plan(X, kernel=BOX, method="direct")
    plans["softened"] = jaxfmm.plan(X, kernel=softened, method="direct")
    found = {name: (by_plan, (X, Q, plan)) for name, plan in plans.items()}
    found["kernel"] = (by_kernel, (X, Q, softened, plans["softened"]))
    found["cell"] = (by_kernel, (X, Q, BOX, plans["periodic"]))
    found["matrix"] = (
        by_matrix,
        (jaxfmm.KernelMatrix(X, kernel=softened, plan=plans["softened"]), Q),
    )
    return found


def check(data, given, expected):
    """`data`: of `exported`."""
    found = jax.export.deserialize(bytearray(data)).call(*given)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-4)


def test_arguments_here_and_in_another_process(tmp_path):
    written = {}
    for name, (function, given) in arguments().items():
        data, expected = exported(function, *given), np.asarray(function(*given))
        check(data, given, expected)
        written[name] = (bytes(data), expected)
    (tmp_path / "written").write_bytes(pickle.dumps(written))
    done = processes.run(f"""
        import pickle
        import test_export
        written = pickle.loads(open({str(tmp_path / "written")!r}, "rb").read())
        for name, (_, given) in test_export.arguments().items():
            test_export.check(written[name][0], given, written[name][1])
    """)
    assert done.returncode == 0, done.stderr


def returned(tree):
    """The tree after a function that was exported and read again."""
    data = exported(lambda tree: tree, tree)
    return jax.export.deserialize(bytearray(data)).call(tree)


OF = {
    "fgt": jaxfmm.Gaussian(0.3),
    "exponentials": jaxfmm.Gaussian(0.3),
    "ewald": BOX,
}  # kernels of some methods
OF |= {name: jaxfmm.Gaussian(0.1) for name in ("fourier", "truncated")}


@pytest.mark.parametrize("method", sorted({method.name for method in METHODS}))
def test_plans_of_every_method(method):
    kernel, points = OF.get(method, Laplace()), X[:, :1] if method == "exponentials" else X
    assert method in methods_of(kernel)
    plan = jaxfmm.plan(points, kernel=kernel, method=method)
    data = exported(lambda plan: plan.status, plan)
    read = jax.export.deserialize(bytearray(data))
    assert read.in_tree == jax.tree.structure(((plan,), {}))
    assert int(read.call(plan)) == 0


def test_other_pytrees():
    density = jaxfmm.KernelDensity(0.3).fit(X[:, :2])
    state = jaxfmm.nbody.plummer(jax.random.key(0), 10)
    for tree in (density, state):
        assert jax.tree.structure(returned(tree)) == jax.tree.structure(tree)


def pair(x, y, rate):
    return jnp.exp(-rate * jnp.sum(jnp.square(x - y)))


def test_functions_of_custom_kernels():
    kernel = jaxfmm.Custom(pair, 2.0)
    assert returned(kernel).static.fn is pair
    with pytest.raises(
        ValueError, match="must be picklable to be exported.*at the top of a module"
    ):
        exported(lambda kernel: kernel, jaxfmm.Custom(lambda x, y: jnp.sum(x - y)))


def test_one_place_registers_all_dataclasses():
    """So that all can be serialised, and their structures say their classes."""
    for path in pathlib.Path(jaxfmm.__file__).parent.rglob("*.py"):
        assert (
            path.name == "pytrees.py" or "tree_util.register_dataclass" not in path.read_text()
        ), path


def test_a_class_of_the_same_name():
    """A cell of a notebook that is run again makes the class again."""
    for _ in range(2):

        @pytrees.register
        @dataclasses.dataclass(frozen=True)
        class Again:
            value: float

        assert jax.tree.leaves(Again(1.0)) == [1.0]


SUMS = {
    "points": (lambda x, q: jaxfmm.potential(x, q), ("n", 3), ("n",)),
    "targets": (lambda x: jaxfmm.potential(X, Q, x), ("n", 3)),
    "columns": (lambda q: jaxfmm.potential(X, q), (200, "n")),
    "plan": (lambda x: jaxfmm.plan(x).status, ("n", 3)),
    "density": (lambda x: jaxfmm.KernelDensity(0.3).fit(X[:, :2]).log_density(x), ("n", 2)),
    "energy": (lambda x, q: jaxfmm.energy(x, q), ("n", 3), ("n",)),
}


@pytest.mark.parametrize("name", SUMS)
def test_symbolic_sizes_are_refused(name):
    function, *shapes = SUMS[name]
    (n,) = jax.export.symbolic_shape("n")
    arguments = [
        jax.ShapeDtypeStruct(tuple(n if size == "n" else size for size in shape), jnp.float32)
        for shape in shapes
    ]
    with pytest.raises(ValueError, match=r"must have known sizes, got shape .*n.* symbolic"):
        jax.export.export(jax.jit(function))(*arguments)


@pytest.mark.parametrize("name", ["fmm", "pairs", "density", "species"])
def test_pickles_and_arrays(name):
    table = jnp.full((1, 1), 0.1)
    atoms = jaxfmm.LennardJones(table, table, 0.3, species=jnp.zeros(200, int))
    value = {
        "fmm": lambda: jaxfmm.plan(X, **FMM),
        "pairs": lambda: jaxfmm.pairs(X, 0.2, cell=1.0),
        "density": lambda: jaxfmm.KernelDensity(0.3).fit(X[:, :2]),
        "species": lambda: jaxfmm.plan(X, kernel=atoms),
    }[name]()
    leaves, structure = jax.tree.flatten(value)
    for read in (
        pickle.loads(pickle.dumps(value)),
        jax.tree.unflatten(structure, [jnp.asarray(np.asarray(leaf)) for leaf in leaves]),
    ):
        assert jax.tree.structure(read) == structure
        jax.tree.map(np.testing.assert_array_equal, read, value)
        if name == "pairs":
            np.testing.assert_array_equal(read.update(X).distances(X), value.distances(X))
        elif name == "density":
            np.testing.assert_array_equal(read.log_density(X[:, :2]), value.log_density(X[:, :2]))
        else:
            np.testing.assert_array_equal(by_plan(X, Q, read), by_plan(X, Q, value))
