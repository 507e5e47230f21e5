"""Arrays as people have them: from FITS files, pandas and polars, as lists; what would lose a mask
is refused."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody

pytestmark = pytest.mark.usefixtures("no_compiler")

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(40, 3)).astype(np.float32)
Q = RANDOM.uniform(1, 2, 40).astype(np.float32)


@dataclasses.dataclass
class Column:
    """An array of another library, in the byte order of FITS files."""

    values: np.ndarray

    def __array__(self, dtype=None, copy=None):
        return self.values.astype(">f4").astype(dtype or ">f4")

    def __len__(self):
        return len(self.values)


def pandas(array):
    library = pytest.importorskip("pandas")
    return library.DataFrame(array) if array.ndim == 2 else library.Series(array)


def polars(array):
    library = pytest.importorskip("polars")
    return library.DataFrame(array) if array.ndim == 2 else library.Series(array)


def read_only(array):
    array = np.asfortranarray(array)[::-1][::-1]
    array.flags.writeable = False
    return array


KINDS = {
    "big-endian float32": lambda a: a.astype(">f4"),
    "big-endian float64": lambda a: a.astype(">f8"),
    "long double": lambda a: a.astype(np.longdouble),
    "nothing masked": np.ma.masked_array,
    "rows of tuples": lambda a: (
        [tuple(row) for row in a.tolist()] if a.ndim == 2 else tuple(a.tolist())
    ),
    "objects": lambda a: a.astype(object),
    "read-only": read_only,
    "pandas": pandas,
    "nullable pandas": lambda a: pandas(a).convert_dtypes(),
    "polars": polars,
    "another library": Column,
}


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_of_every_kind(kind):
    given = KINDS[kind]
    expected = jaxfmm.potential(X, Q)
    assert jnp.allclose(jaxfmm.potential(given(X), given(Q)), expected, rtol=1e-6)
    whole = np.round(10 * X)
    found = jaxfmm.potential(
        given(whole).astype(">i4") if kind.startswith("big") else given(whole), given(Q)
    )
    assert jnp.allclose(found, jaxfmm.potential(whole, Q), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("kind", ["big-endian float64", "long double", "rows of tuples", "objects"])
def test_digits_are_kept_in_float64(dtype, kind):
    x, q = X.astype(dtype) / 3, Q.astype(dtype) / 3
    found = jaxfmm.potential(KINDS[kind](x), KINDS[kind](q))
    assert found.dtype == dtype
    assert jnp.array_equal(found, jaxfmm.potential(x, q))


def bell(x, y, a):
    return jnp.exp(-a * jnp.sum((x - y) ** 2))


def simulated(a, **options):
    state = nbody.State(
        positions=a(X), velocities=a(X), masses=a(Q), time=a(np.zeros(1, np.float32))[()][0]
    )
    return nbody.simulate(state, 1, 0.01, **options)[0].positions


FUNCTIONS = {
    "targets": lambda a: jaxfmm.potential(a(X), a(Q), a(X[:5] + 9)),
    "dipoles": lambda a: jaxfmm.potential(a(X), None, dipoles=a(X)),
    "gradient": lambda a: jaxfmm.potential_and_gradient(a(X), a(Q))[1],
    "hessian": lambda a: jaxfmm.hessian(a(X), a(Q)),
    "energy by a plan": lambda a: jaxfmm.energy(
        a(X), a(Q), plan=jaxfmm.plan(a(X), charges=a(Q)).update(a(X))
    ),
    "vectors": lambda a: jaxfmm.potential(a(X), a(X), kernel=jaxfmm.Stokeslet()),
    "vortices": lambda a: jaxfmm.vortex_velocity(a(X[:, :2]), a(Q), a(X[:5, :2])),
    "matrix": lambda a: (
        jaxfmm.KernelMatrix(a(X), kernel=jaxfmm.Gaussian(a(Q[:3])), diagonal=a(Q)) @ a(Q)
    ),
    "density": lambda a: (
        jaxfmm.KernelDensity(a(np.diag(Q[:3]))).fit(a(X), a(Q)).log_density(a(X[:4]))
    ),
    "mass": lambda a: jaxfmm.KernelDensity(1.0).fit(a(X[:, :1])).cdf(a(Q)),
    "acceleration": lambda a: nbody.acceleration(a(X), a(Q)),
    "jerk": lambda a: nbody.acceleration_and_jerk(a(X), a(X), a(Q))[1],
    "simulation": lambda a: simulated(a, softening=0.1),
    "softening of each body": lambda a: simulated(a, softening=a(Q), profile="spline"),
    "cell": lambda a: jaxfmm.energy(
        a(X), a(Q), kernel=jaxfmm.Periodic(jaxfmm.Yukawa(3.0), a(9 * Q[:3]))
    ),
    "parameter": lambda a: jaxfmm.energy(
        a(X), a(Q), kernel=jaxfmm.Custom(bell, Q.astype(">f4")[0])
    ),
    "minimum image": lambda a: jaxfmm.minimum_image(a(X), a(Q[:3])),
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_takes_them(function):
    call = FUNCTIONS[function]
    expected = call(np.asarray)
    assert jnp.allclose(call(lambda a: a.astype(">f4")), expected, rtol=1e-5, atol=1e-6)
    if function not in ("simulation", "softening of each body"):  # whose time is a scalar
        assert jnp.allclose(call(Column), expected, rtol=1e-5, atol=1e-6)
        assert jnp.allclose(call(np.ndarray.tolist), expected, rtol=1e-5, atol=1e-6)


def test_lists_may_hold_traced_numbers():
    def of_distance(r):
        return jaxfmm.energy([[0.0, 0.0, 0.0], [r, 0.0, 0.0]], [1.0, 1.0])

    assert jax.grad(of_distance)(2.0) == -0.25
    assert jax.jit(of_distance)(2.0) == 0.5


def test_edges_of_a_cell_in_a_list():
    ions, cell = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]], [2.0, 2.0, 2.0]
    energy = jaxfmm.energy(ions, [1.0, -1.0], kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell))
    assert energy == pytest.approx(-2.0353615 / 2, rel=1e-5)


def missing_in_pandas(x):
    return pandas(np.round(x)).astype("Int32").mask(x > 2)


def missing_in_polars(q):
    library = pytest.importorskip("polars")
    return library.Series([1, None, *range(len(q) - 2)])


MASKED = np.ma.masked_array(X, X > 1)
TABLE = np.rec.fromarrays(X.T, names="x,y,z")
REFUSED = {
    "masked points": (
        lambda: jaxfmm.plan(MASKED),
        r"sources have masked entries.* or fill them: sources\.filled",
    ),
    "masked charges": (
        lambda: jaxfmm.potential(X, np.ma.masked_equal(Q, Q[0])),
        r"charges\.data\[keep\]",
    ),
    "masked weights": (
        lambda: jaxfmm.KernelDensity().fit(X, np.ma.masked_equal(Q, Q[0])),
        "weights have masked",
    ),
    "rows with masks": (lambda: jaxfmm.plan(list(MASKED)), "sources have masked entries"),
    "missing integers": (
        lambda: jaxfmm.plan(missing_in_pandas(X)),
        r"missing values, the first one .*dropna",
    ),
    "nulls": (
        lambda: jaxfmm.potential(X, missing_in_polars(Q)),
        r"charges have missing values; .*drop_nulls\(\)",
    ),
    "a table": (
        lambda: jaxfmm.plan(TABLE),
        r"the fields 'x', 'y', 'z'; take one, sources\['x'\], or .*np\.stack",
    ),
    "a column of words": (
        lambda: jaxfmm.plan(np.array([[1.0, "a"]], object)),
        r"got ndarray of objects with 'a' at place \(0, 1\); leave such entries out",
    ),
    "arrays in an array": (
        lambda: jaxfmm.plan(np.array([X[0], None], object)),
        r"at place 0; stack the rows: np\.stack",
    ),
    "a generator": (
        lambda: jaxfmm.plan(row for row in X),
        r"got generator; convert: np\.asarray\(list\(sources\)",
    ),
    "a dictionary": (
        lambda: jaxfmm.plan({"x": X}),
        r"np\.stack\(list\(sources\.values\(\)\), axis=1\)",
    ),
    "None": (lambda: jaxfmm.plan(None), "must be an array of numbers, got None"),
    "truth values": (
        lambda: jaxfmm.KernelDensity().fit(X, Q > 1),
        r"weights must be numbers, got bool; convert",
    ),
    "dates": (
        lambda: jaxfmm.plan(np.array(["2020-01-01"], "M8[D]")),
        "must be numbers, got datetime64",
    ),
    "a column": (
        lambda: jaxfmm.KernelDensity().fit(pandas(Q)),
        r"one dimension write points\.to_frame\(\)",
    ),
    "columns for rows": (
        lambda: jaxfmm.KernelDensity().fit(X.T),
        r"got shape \(3, 40\); .*write points\.T",
    ),
    "a masked cell": (
        lambda: jaxfmm.minimum_image(X, np.ma.masked_equal([1.0, 2.0, 3.0], 2.0)),
        "cell have masked entries",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_and_how_to_mend_it(what):
    call, message = REFUSED[what]
    with pytest.raises(ValueError, match=message):
        call()


def test_files_mapped_into_memory(tmp_path):
    np.save(tmp_path / "points.npy", X)
    points = np.load(tmp_path / "points.npy", mmap_mode="r")
    assert jnp.array_equal(jaxfmm.potential(points, Q), jaxfmm.potential(X, Q))
