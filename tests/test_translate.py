"""Translated functions, compiled by the host's compiler and by CUDA's, against JAX's own values."""

import math
import pathlib
import shutil
import subprocess

import jax
import jax.numpy as jnp
import machine
import numpy as np
import pytest
from jax import lax

import jaxfmm
from jaxfmm.codegen.translate import Untranslatable, body
from jaxfmm.kernels.derived import ParameterDerivative
from jaxfmm.kernels.pairs import components, pair_sums

NATIVE = () if machine.EMULATOR else ("-march=native",)
INCLUDE = pathlib.Path(__file__).parents[1] / "custom_ops" / "include"
NUMBERS = {"float": "float32", "double": "float64"}


def sums(order, kernel=jaxfmm.Laplace):
    """Derivatives up to `order` of what a charge, and from order 1 a dipole along x, gives to a
    target."""

    def of_pair(x, y, z, *p):
        weights = {(0, 0, 0): jnp.full_like(x, 1.5)} | ({(1, 0, 0): 2 + z} if order else {})
        return list(
            pair_sums(kernel(*p), [x, y, z], weights, components(range(order + 1), 3)).values()
        )

    return of_pair


def softening_derivative(p):
    return ParameterDerivative(jaxfmm.Laplace(p), 0)


def plane(x, y, e):
    """The softened logarithm in two dimensions, its gradient and second derivatives along x."""
    r2 = x * x + y * y
    apart = r2 > 0
    softened = jnp.where(apart, r2 + e, 1)
    inverse = jnp.where(apart, 1 / softened, 0)
    potential = jnp.where(apart, -0.5 * jnp.log(softened) - 0.3, 0)
    return [potential, -inverse * x, -inverse * y, 2 * inverse * inverse * x * x - inverse]


def guarded(function):
    """`function` of the distance as one of its square, with derivative, zero at zero."""

    def radial(r2):
        apart = r2 > 0
        return jnp.where(apart, function(jnp.sqrt(jnp.where(apart, r2, 1))), 0)

    return lambda r2: [radial(r2), jax.grad(radial)(r2)]


@jax.custom_jvp
def doubled(x):
    return 2 * x


doubled.defjvp(lambda x, t: (doubled(*x), 2 * t[0]))


@jax.custom_vjp
def halved(x):
    return x / 2


halved.defvjp(lambda x: (x / 2, None), lambda _, t: (t / 2,))


def mixture(x, y):
    low = jnp.where((x < y) & ~(y > 1) | (x == 0), jnp.minimum(x, y), jnp.clip(x * y, -0.5, 0.5))
    rising = (x > y).astype(x.dtype)
    return [
        jnp.tanh(low) * x**3 - jnp.abs(y) ** 2.7,
        jax.checkpoint(jnp.maximum)(x, y) - (-x) * jax.nn.sigmoid(y) + rising,
        doubled(x) / (y * y + 1) + jnp.sign(x) * jnp.floor(3 * y) + 1 * x,
        jnp.where(jnp.isfinite(x / y), jnp.hypot(x, y), 7),
        lax.select(jnp.logical_not(x <= y), lax.stop_gradient(halved(x)), jnp.full_like(x, 0.1))
        - 0,
        jnp.where(lax.select(x > 0, y > 0, y > 1), x, y) ** 20,
    ]


def elementary(x):  # 0 < x < 1
    return [
        lax.cbrt(x) + lax.exp2(x) - lax.expm1(x),
        jnp.sin(x) * jnp.cos(x) + jnp.tan(x),
        jnp.sinh(x) - jnp.cosh(x) + jnp.log1p(x),
        jnp.arctan2(x, 1 - x) + jnp.arcsin(x) * jnp.arccos(x) + jnp.arctan(x),
        lax.lgamma(x + 2.5) + lax.erf(x),
        jnp.logaddexp(x, 2 * x) + x**-1.5 + x**0.5 + x**-3,
    ]


def of_points(function):
    """A function of two points that returns arrays, as one of their components that returns the
    entries."""

    def of_components(*scalars):
        results = function(jnp.stack(scalars[:3]), jnp.stack(scalars[3:]))
        return list(jnp.concatenate([jnp.ravel(r) for r in results]))

    return of_components


MATRIX = np.array([[1, 0, 2], [0.5, -1, 0], [0, 3, 1]], np.float32)


def products(x, y):
    a = jnp.asarray(MATRIX, x.dtype)
    pair = jnp.stack([a, a * x[0]])
    return [
        a @ y + jnp.dot(x, a),
        jnp.einsum("i,ij,j", x, a, y) + jnp.vdot(x, y) + x[:0] @ y[:0],
        jnp.outer(x, y) @ a,
        jnp.einsum("bi,bij->bj", jnp.stack([x, y]), pair)
        + jnp.einsum("bji,bki->bj", pair[:, 1:], pair)[:, :1],
        jnp.cross(x, y) * jnp.linalg.det(a + jnp.outer(x, y)),
    ]


def signs(x, y):
    sign = jnp.where(x > y, -1, 2)
    sign = jnp.where(y > 1, -sign, sign)
    return [
        sign.astype(x.dtype) * x,
        jnp.where(sign > 0, x, y),
        (x > 1).astype(int).astype(x.dtype),
    ]


def moves(x, y):
    return [
        x[0] * y[-1] + x[::2].sum() + x[jnp.array([0, -1])] + jnp.roll(y, 1)[1:],
        x.at[0].set(y[2]).at[jnp.array([1, 1])].add(y[:2]),
        jnp.take(x, jnp.array([0, 5]), mode="fill", fill_value=0.5)
        * jnp.where(jnp.take(y > x, 4), x[1], x[2]),
        lax.pad(x, y[0], [(-1, 2, 1)]) + lax.dynamic_update_slice(jnp.tile(y, 2), x, (1,)),
        lax.dynamic_slice(jnp.split(jnp.concatenate([x, y]), 2)[1], (1,), (2,)),
        lax.unstack(jnp.outer(x, y), axis=1)[2]
        + lax.unstack(x)[1] * lax.unstack(jnp.arange(3, dtype=x.dtype))[2],
        jnp.outer(x, y).T[:, 1] + jnp.squeeze(x[None]) + jnp.arange(3, dtype=x.dtype) % 2,
        jnp.diag(x)[1] + x[jnp.argsort(jnp.array([3, 1, 2]))] + jnp.flip(jnp.repeat(y, 2))[1:4],
        lax.select_n(jnp.array([0, 2, 1]), x, y, x * y),
    ]


def reductions(x, y):
    a = jnp.outer(x, y)
    return [
        a.sum((0, 1)) + jnp.prod(x) + x[3:].sum() + jnp.prod(x[:0]),
        a.max(0) - a.min(1) + jnp.linalg.norm(x - y),
        jnp.cumsum(x) + jnp.cumprod(y) + lax.cummax(x) + lax.cumsum(a, axis=1, reverse=True)[0],
        jnp.where(jnp.any(x > 1) & ~jnp.all(y < -1), x, y),
        jnp.clip(x, 0.5, 1.5)
        + jnp.maximum(x, -y)
        + jax.nn.logsumexp(y)
        + lax.pow(x, jnp.arange(3)),
    ]


def loops(x, y):
    last, rows = lax.scan(lambda c, v: (c * v + 1, jnp.stack([c, v])), y[0], x, reverse=True)
    return [last, rows, lax.fori_loop(0, 3, lambda i, c: c * x[0] + x[i] * i.astype(x.dtype), y)]


def derivatives(x, y):
    def potential(x):
        return 1 / jnp.linalg.norm(x - y)

    def others(x):
        return (
            x[0] * x[jnp.array([0, 2, 0])].sum()
            + x.at[0].set(3).prod()
            + x[::2].sum() * jnp.max(x * y)
        )

    return [
        jax.hessian(potential)(x),
        *jax.jvp(jax.grad(others), (x,), (y,)),
        jax.jacrev(lambda x: jnp.exp(-x) * (jnp.asarray(MATRIX, x.dtype) @ x))(x),
    ]


def known(x, y):
    """What does not depend on the arguments is computed, whatever it is, and loops know how long
    they are."""
    normal = jax.random.normal(jax.random.key(0), (3,), x.dtype)
    matrix = jnp.linalg.inv(jnp.eye(3, dtype=x.dtype) + jnp.asarray(MATRIX, x.dtype))
    spectrum = jnp.fft.fft(jnp.arange(3, dtype=x.dtype)).real.astype(x.dtype)

    def step(carry, _):
        i, total = carry
        return ((i * 5 + 1) % 3 ^ 1, total + x[i % 3]), y[i // 2]

    return [
        x * normal + matrix @ y + spectrum,
        *lax.scan(step, (jnp.int32(1), x[0]), length=3)[1:],
        lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * x[c[0]]), (0, y[0]))[1],
        lax.fori_loop(
            0, 3, lambda i, c: lax.fori_loop(0, i, lambda j, c: c + x[i] * y[j], c), x[0]
        ),
        lax.fori_loop(0, 3, lambda i, c: lax.switch(i, [jnp.sin, jnp.cos, jnp.exp], c * x[i]), y),
        jnp.linalg.solve(jnp.asarray(MATRIX, x.dtype), y)
        + x[lax.while_loop(lambda i: i < 2, lambda i: i + 1, 0)],
        jax.vmap(lambda i: jnp.roll(x, i)[0] * y[2 - i])(jnp.arange(3)),
        x.at[0]
        .multiply(y[0])
        .at[1]
        .subtract(y[1])
        .at[jnp.array([2, 0])]
        .max(y[:2])
        .at[1:]
        .min(1.5),
    ]


def choices(x, y):
    """Integers and branches that depend on comparisons."""
    index = jnp.where(x[0] > 1, 1, 2) - jnp.sum(y > -1)
    return [
        x[index] + jnp.arange(4.0, dtype=x.dtype)[index + 1],
        jnp.piecewise(x, [x < 0.5, x > 1.5], [lambda v: -v, jnp.square, 0.1]),
        jnp.select([x > 1, y > -1], [x, y], 0.5),
        lax.cond(x[0] > 1, lambda v: v * y, lambda v: v.sum() - y, x),
        lax.switch(index, [jnp.sin, jnp.cos, jnp.exp], x),
        jax.vmap(lambda a: lax.cond(a > 1, jnp.sin, jnp.cos, a))(x),
        jnp.where((x > 1) == (y > -1), x, y) + jnp.where((x > 1) ^ (x < 0.5), x, y),
        y[jnp.argsort(x)]
        + jnp.sort(x * y, descending=True)
        + y[jnp.argmax(x)]
        + jnp.argmin(y).astype(x.dtype),
        jax.jacfwd(jnp.sort)(x),
        jnp.count_nonzero(x > 1).astype(x.dtype) * x,
    ]


def matrices(x, y):
    """A mirror's, which is well conditioned, and whose pivots depend on the points."""
    u = x - y
    a = jnp.eye(3, dtype=x.dtype) - 2 * jnp.outer(u, u) / (u @ u)
    return [
        jnp.linalg.inv(a),
        jnp.linalg.solve(jnp.array([[0.5, x[0]], [x[0], y[0]]]), x[:2]),
        jax.jacfwd(lambda y: jnp.linalg.solve(a + jnp.diag(y) / 8, x))(y),
        jax.grad(lambda x: jnp.linalg.solve(jnp.diag(x) + jnp.outer(y, y), y).sum())(x),
        jnp.linalg.cholesky(jnp.outer(x, x) + jnp.eye(3, dtype=x.dtype)),
        jnp.linalg.slogdet(a)[1],
        jax.scipy.linalg.solve_triangular(
            a + 2 * jnp.eye(3, dtype=x.dtype), y, lower=True, trans=1
        ),
    ]


def rounded(x, y):
    return [
        jnp.round(3 * x)
        + jnp.ceil(3 * y)
        + jnp.trunc(3 * y)
        + lax.round(2 * y, lax.RoundingMethod.AWAY_FROM_ZERO),
        jnp.mod(y, 0.7) + jnp.fmod(y, 0.7) + y // x + (x - y - 2 * jnp.round((x - y) / 2)),
        jnp.arcsinh(y)
        + jnp.arccosh(1 + x)
        + jnp.arctanh(x / 3)
        + jnp.log2(x)
        + jnp.polyval(jnp.array([1, 2, 3.0], x.dtype), y),
        jax.vmap(jax.grad(lambda r: lax.erfc(r) / r))(x),
        jnp.sinc(x) + sum(lax.optimization_barrier((x, y))),
    ]


OFFSET, POSITIVE, UNIT = [(-2, 2)] * 3, [(0, 3)], [(0.01, 0.99)]
TABLE = {  # function, ranges of its arguments
    "laplace0": (sums(0), OFFSET),
    "laplace1": (sums(1), OFFSET),
    "laplace2": (sums(2), OFFSET),
    "plummer0": (sums(0), [*OFFSET, (0, 1)]),
    "plummer3": (sums(3), [*OFFSET, (0, 1)]),
    "softening": (sums(1, softening_derivative), [*OFFSET, (0.1, 1)]),
    "gaussian": (
        lambda r2, h: [jnp.exp(-r2 / (2 * h**2)), -r2 * jnp.exp(-r2 / (2 * h**2)) / h**3],
        [(0, 3), (0.5, 2)],
    ),
    "yukawa": (guarded(lambda r: jnp.exp(-1.3 * r) / r), POSITIVE),
    "logarithm": (guarded(jnp.log), POSITIVE),
    "plane": (plane, [(-2, 2), (-2, 2), (0, 1)]),
    "inverse": (lambda r2: [jnp.where(r2 > 0, 1 / jnp.where(r2 > 0, r2, 1), 0)], POSITIVE),
    "ewald": (guarded(lambda r: lax.erfc(0.7 * r) / r), POSITIVE),
    "mixture": (mixture, [(-2, 2), (-2, 2)]),
    "elementary": (elementary, UNIT),
}
POINTS = [(0.1, 2)] * 3 + [(-2, -0.1)] * 3
ARRAYS = (products, signs, moves, reductions, loops, derivatives, known, choices, matrices, rounded)
TABLE |= {f.__name__: (of_points(f), POINTS) for f in ARRAYS}


def translated(name, dtype):
    """The code of a function of the table as a template of C++, and the numbers of its arguments
    and results."""
    function, ranges = TABLE[name]
    with jax.enable_x64(dtype == "float64"):
        count = len(jax.eval_shape(function, *[jax.ShapeDtypeStruct((), dtype)] * len(ranges)))
        arguments, results = (
            [f"x[{i}]" for i in range(len(ranges))],
            [f"y[{i}]" for i in range(count)],
        )
        offsets = (
            [(i, i + 3, f"(x[{i}] - x[{i + 3}])") for i in range(3)] if ranges is POINTS else []
        )
        text = body(function, arguments, results, dtype, offsets)
    return (
        f"template <class T> HD void {name}_{dtype}(const T* x, T* y) {{\n{text}\n}}\n",
        len(ranges),
        count,
    )


LOOP = """
extern "C" void {name}_{T}(const {S}* x, {S}* y, long n) {{
  {T} in[{inputs}], out[{outputs}];
  for (long i = 0; i < n; i += sizeof({T}) / sizeof({S})) {{
    for (int k = 0; k < {inputs}; ++k) __builtin_memcpy(&in[k], x + k * n + i, sizeof({T}));
    {name}_{dtype}<{T}>(in, out);
    for (int k = 0; k < {outputs}; ++k) __builtin_memcpy(y + k * n + i, &out[k], sizeof({T}));
  }}
}}
"""


def compiled(source, folder, *flags):
    return machine.Functions(source, folder, f"-I{INCLUDE}", *flags)


def called(function, x, count=1):
    """Results (count, n) of a compiled function on (arguments, n)."""
    whole = np.pad(x, ((0, 0), (0, -x.shape[1] % 16)), mode="edge")
    return function(whole, count)[:, : x.shape[1]]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    source = '#include "simd.h"\n'
    for name in TABLE:
        for number, dtype in NUMBERS.items():
            text, inputs, outputs = translated(name, dtype)
            source += text
            for T in (number, "v" + number[0]):
                source += LOOP.format(
                    name=name, S=number, T=T, dtype=dtype, inputs=inputs, outputs=outputs
                )
    return compiled(source, tmp_path_factory.mktemp("translate"), *NATIVE)


@pytest.mark.parametrize("vector", [False, True], ids=["scalar", "vector"])
@pytest.mark.parametrize("name", TABLE)
def test_values_are_those_of_jax(library, name, vector, dtype):
    function, ranges = TABLE[name]
    rng = np.random.default_rng(0)
    x = np.stack([rng.uniform(*r, 256) for r in ranges]).astype(dtype)
    if ranges[0][0] <= 0:
        x[:, 0] = [max(r[0], 0) for r in ranges]
    expected = np.stack(jax.jit(jax.vmap(function))(*x))
    number = {"float32": "float", "float64": "double"}[dtype.name]
    got = called(library[f"{name}_{'v' + number[0] if vector else number}"], x, len(expected))
    scale = np.abs(expected).max(
        0
    )  # the terms of a derivative cancel: no more can be asked of one of them
    assert (np.abs(got - expected) <= 20 * np.finfo(dtype).eps * (np.abs(expected) + scale)).all()


SIMD = """
#include "simd.h"
template <class T> HD void exponential(const T* x, T* y) { y[0] = exp_(x[0]); }
template <class T> HD void root(const T* x, T* y) { y[0] = rsqrt_(x[0]); }
template <class T> HD void logarithm(const T* x, T* y) { y[0] = log_(x[0]); }
template <class T> HD void inverse(const T* x, T* y) { y[0] = inverse_apart_(x[0]); }
template <class T> HD void softened(const T* x, T* y) { y[0] = inverse_apart_(x[0], constant<T>(0.25)); }
template <class T> HD void larger(const T* x, T* y) { y[0] = max_(x[0], constant<T>(1)); }
template <class T> HD void power(const T* x, T* y) { y[0] = pow_(x[0], x[1]); }
"""

# function: NumPy's name of it, ranges of its arguments, largest error in ulp
FUNCTIONS = {
    "acos": ("arccos", [(-1, 1)], 3),
    "acosh": ("arccosh", [(1, 1.1), (1, 1e3), (1, 1e17)], 4),
    "asin": ("arcsin", [(-1, 1), (-1e-3, 1e-3)], 3),
    "asinh": ("arcsinh", [(-1, 1), (-1e-3, 1e-3), (-1e17, 1e17)], 4),
    "atan": ("arctan", [(-1, 1), (-1e-3, 1e-3), (-9, 9), (-1e6, 1e6)], 3),
    "atanh": ("arctanh", [(-1, 1), (-1e-3, 1e-3)], 4),
    "cbrt": ("cbrt", [(-1, 1), (-1e-6, 1e-6), (0, 1e37)], 2),
    "ceil": ("ceil", [(-9, 9), (-1e7, 1e7)], 0),
    "cosh": ("cosh", [(-1, 1), (-87, 87)], 2),
    "erf": (math.erf, [(-1, 1), (-1e-3, 1e-3), (-4, 4)], 3),
    "erfc": (math.erfc, [(-1, 1), (-4, 9), (0, 2), (5, 9.1)], 5),
    "exp2": ("exp2", [(-1, 1), (-125, 127)], 2),
    "expm1": ("expm1", [(-1, 1), (-1e-3, 1e-3), (-30, 88)], 2),
    "floor": ("floor", [(-9, 9), (-1e7, 1e7)], 0),
    "log1p": ("log1p", [(-0.99, 1), (-1e-3, 1e-3), (0, 1e9)], 3),
    "log2": ("log2", [(0.5, 2), (1e-9, 1e9), (1e-37, 1e37)], 2),
    "rint": ("rint", [(-9, 9), (-1e7, 1e7)], 0),
    "round": (lambda x: math.copysign(math.floor(abs(x) + 0.5), x), [(-9, 9)], 0),
    "sinh": ("sinh", [(-1, 1), (-1e-3, 1e-3), (-87, 87)], 3),
    "tan": ("tan", [(-1.5, 1.5), (-30, 30)], 4),
    "tanh": ("tanh", [(-1, 1), (-1e-3, 1e-3), (-20, 20)], 3),
}
SIMD += "".join(
    f"template <class T> HD void {name}(const T* x, T* y) {{ y[0] = {name}_(x[0]); }}\n"
    for name in FUNCTIONS
)


@pytest.fixture(
    scope="module",
    params=[(), ("-mavx2", "-mfma"), NATIVE],
    ids=["base", "avx2", "native"],
)
def simd(request, tmp_path_factory):
    flags = set(request.param)
    cpu = pathlib.Path("/proc/cpuinfo")
    if machine.EMULATOR and flags:
        pytest.skip("an emulated machine has one instruction set here")
    if "-mavx2" in flags and not (cpu.exists() and {"avx2", "fma"} <= set(cpu.read_text().split())):
        pytest.skip("the processor has no AVX2")
    source = SIMD
    names = ("exponential", "root", "logarithm", "inverse", "softened", "larger", "power")
    for name in (*names, *FUNCTIONS):
        for S in NUMBERS:
            inputs = 2 if name == "power" else 1
            source += LOOP.format(
                name=name, S=S, T="v" + S[0], dtype="", inputs=inputs, outputs=1
            ).replace("_<", "<")
    return compiled(source, tmp_path_factory.mktemp("simd"), *flags)


def in_ulp(got, exact):
    return np.max(np.abs(got - exact) / np.spacing(np.abs(exact).astype(got.dtype)))


@pytest.mark.parametrize("number", NUMBERS)
def test_vectors_of_exponentials_and_roots(simd, number):
    info, rng = np.finfo(NUMBERS[number]), np.random.default_rng(0)
    with np.errstate(all="ignore"):
        low, high = np.log(info.tiny) + 1e-5, np.log(info.max) - 1e-5
        x = rng.uniform(low, high, 2**14).astype(info.dtype)
        exponential, root, larger = (
            simd[f"{name}_v{number[0]}"] for name in ("exponential", "root", "larger")
        )
        assert in_ulp(called(exponential, x[None])[0], np.exp(x.astype(np.longdouble))) < 1.5
        x = np.exp(rng.uniform(low, high, 2**14)).astype(info.dtype)
        assert in_ulp(called(root, x[None])[0], 1 / np.sqrt(x.astype(np.longdouble))) < 2
        edges = np.array([0, np.inf, -1, np.nan, -np.inf, 2 * high, 2 * low], info.dtype)
        np.testing.assert_array_equal(called(root, edges[None, :4])[0], [np.inf, 0, np.nan, np.nan])
        expected = [1, np.inf, np.exp(info.dtype.type(-1)), np.nan, 0, np.inf, 0]
        np.testing.assert_allclose(called(exponential, edges[None])[0], expected, rtol=4 * info.eps)
        np.testing.assert_array_equal(called(larger, edges[None, :4])[0], [1, np.inf, 1, np.nan])


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_vectors_of_functions(simd, name, number):
    of_numpy, ranges, most = FUNCTIONS[name]
    info, rng = np.finfo(NUMBERS[number]), np.random.default_rng(0)
    function = simd[f"{name}_v{number[0]}"]
    if isinstance(of_numpy, str):
        exact_of, most = getattr(np, of_numpy), most + 0.5
    else:  # of doubles, with errors of their own
        exact_of, most = np.vectorize(of_numpy, otypes=[np.longdouble]), most + 1.0
    edges = np.array([0, -0.0, 0.5, -0.5, 2.5, 1, -1, 1e19, -1e19, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        for low, high in ranges:
            x = rng.uniform(low, high, 2**12).astype(info.dtype)
            exact = exact_of(x.astype(np.longdouble))
            kept = (np.abs(exact) > 4 * info.tiny) & (np.abs(x) < np.abs([low, high]).max())
            error = in_ulp(called(function, x[None])[0][kept], exact[kept])
            assert error <= most, (low, high)
        edges = edges.astype(info.dtype)
        got = called(function, edges[None])[0]
        if isinstance(of_numpy, str):
            expected = getattr(np, of_numpy)(edges)
        else:
            finite = np.where(np.isfinite(edges), edges, 0)
            limit = of_numpy if name != "round" else (lambda x: x)
            expected = np.array([of_numpy(float(x)) for x in finite], info.dtype)
            for i in np.flatnonzero(~np.isfinite(edges)):
                expected[i] = limit(float(edges[i]))
    np.testing.assert_allclose(got, expected, rtol=5 * info.eps, atol=info.tiny)


@pytest.mark.parametrize("number", NUMBERS)
def test_vectors_of_error_functions_where_the_complement_underflows(simd, number):
    dtype = NUMBERS[number]
    info = np.finfo(dtype)
    size = np.linspace(1, 40, 2**17).astype(dtype)
    x = np.concatenate([size, -size])
    exact, complement = (np.vectorize(f, otypes=[float])(x) for f in (math.erf, math.erfc))
    erf, erfc = (called(simd[f"{name}_v{number[0]}"], x[None])[0] for name in ("erf", "erfc"))
    np.testing.assert_allclose(erf, exact, rtol=4 * info.eps)
    np.testing.assert_allclose(erfc, complement, rtol=8 * info.eps, atol=8 * info.tiny)


@pytest.mark.parametrize("number", NUMBERS)
def test_vectors_of_powers(simd, number):
    info, rng = np.finfo(NUMBERS[number]), np.random.default_rng(0)
    power = simd[f"power_v{number[0]}"]
    with np.errstate(all="ignore"):
        for half, most in ((20.0, 4.0), (1.0, 40.0), (np.log(info.max) / 2, 1.5)):
            x = np.exp(rng.uniform(-half, half, 2**14)).astype(info.dtype)
            y = rng.uniform(-most, most, 2**14).astype(info.dtype)
            exact = x.astype(np.longdouble) ** y.astype(np.longdouble)
            usual = (exact > info.tiny) & (exact < info.max)
            error = np.abs(called(power, np.stack([x, y]))[0] - exact) / exact / (1 + np.abs(y))
            assert error[usual].max() < 2 * info.eps
        x = (1 + rng.uniform(0, 1e-3, 2**10)).astype(info.dtype)
        y = rng.uniform(65, 1000, 2**10).astype(info.dtype)  # the library's
        exact = x.astype(np.longdouble) ** y.astype(np.longdouble)
        assert in_ulp(called(power, np.stack([x, y]))[0], exact) < (2 if number == "double" else 4)
        x = np.array([2, 0, 0, -2, -2, np.inf, np.nan, 1, 2, 0.5], info.dtype)
        y = np.array([3, 2, -1, 3, 0.5, -1, 1, np.inf, 1e4, 1e4], info.dtype)
        got = called(power, np.stack([x, y]))[0]
        np.testing.assert_array_equal(got, [8, 0, np.inf, -8, np.nan, 0, np.nan, 1, np.inf, 0])


@pytest.mark.parametrize("number", NUMBERS)
def test_vectors_of_logarithms_and_inverses(simd, number):
    info, rng = np.finfo(NUMBERS[number]), np.random.default_rng(0)
    logarithm, inverse, softened = (
        simd[f"{name}_v{number[0]}"] for name in ("logarithm", "inverse", "softened")
    )
    with np.errstate(all="ignore"):
        for half in (np.log(info.max) - 1e-5, 1.0, 1e-4):  # of the range of the logarithms
            x = np.exp(rng.uniform(-half, half, 2**14)).astype(info.dtype)
            x = x[(x >= info.tiny) & (x != 1)]
            assert in_ulp(called(logarithm, x[None])[0], np.log(x.astype(np.longdouble))) < 1.5
            normal = x[x < 0.25 / info.tiny]
            assert in_ulp(called(inverse, normal[None])[0], 1 / normal.astype(np.longdouble)) < 2
            assert (
                in_ulp(called(softened, normal[None])[0], 1 / (normal + info.dtype.type(0.25))) < 2
            )
        edges = np.array([1, 0, -0.0, np.inf, -1, -np.inf, np.nan, info.tiny], info.dtype)
        expected = [0, -np.inf, -np.inf, np.inf, np.nan, np.nan, np.nan, np.log(info.tiny)]
        np.testing.assert_array_equal(
            called(logarithm, edges[None])[0], np.array(expected, info.dtype)
        )
        for function in (inverse, softened):
            np.testing.assert_array_equal(called(function, edges[None, 1:3])[0], 0)


def text_of(function, inputs, dtype="float32"):
    names = [f"x{i}" for i in range(inputs)]
    outputs = jax.eval_shape(function, *[jax.ShapeDtypeStruct((), dtype)] * inputs)
    return body(function, names, [f"y{i}" for i in range(len(outputs))], dtype)


def test_inner_guards_go():
    def guarded_twice(r2, e):
        return [jnp.where(r2 > 0, lax.rsqrt(jnp.where(r2 > 0, r2 + e, 1)), 0)]

    assert text_of(guarded_twice, 2).splitlines()[2:] == [
        "const T v2 = rsqrt_apart_(v0, v1);",
        "y0 = v2;",
    ]
    text = text_of(plane, 3)
    assert text.count("inverse_apart_(") == 1 and "/" not in text and text.count("select_") == 1
    text = text_of(guarded(lambda r: jnp.exp(-r) / r), 1)
    assert text.count("select_") <= 3 and "constant<T>(1.0))" not in text


def test_a_guard_that_others_need_stays():
    def shared(x):
        safe = jnp.where(x > 0, x, 1)
        return [jnp.where(x > 0, jnp.log(safe), 0), jnp.log(safe)]

    text = text_of(shared, 1)
    assert text.count("log_") == 1 and text.count("select_") == 2


def test_equal_expressions_are_computed_once_and_unused_ones_not_at_all():
    def function(x, y):
        jnp.cos(y)
        return [jnp.exp(x * y) + 1, jax.jit(jnp.exp)(y * x)]

    text = text_of(function, 2)
    assert text.count("exp_") == 1 and "cos_" not in text


def test_gravity_takes_no_more_than_it_must():
    """Potential and gradient of a softened charge: 3 + 2 for r^2, 1 for the softening, the root
    with its guard, 3 for its product with the charge, its square and the product of both, 3 + 3 for
    the gradient and its sign, which the sums absorb."""

    def gravity(x, y, z, q, p):
        return list(
            pair_sums(jaxfmm.Laplace(p), [x, y, z], {(0, 0, 0): q}, components((0, 1), 3)).values()
        )

    lines = [line for line in text_of(gravity, 5).splitlines() if line.startswith("const")]
    assert len(lines) - 5 <= 16
    assert sum("rsqrt_apart_" in line for line in lines) == 1 and not any(
        "select_" in line for line in lines
    )


def test_what_is_simplified():
    text = text_of(
        lambda x: [
            x * 1 + 0.1 * jnp.sqrt(4.0),
            lax.neg(-x) / 1 - 0,
            -1 * x,
            x * 0,
            0 - x,
            x + x,
            x / 3,
        ],
        1,
    )
    assert text.splitlines() == [
        "const T v0 = x0;",
        "const T v1 = v0 + constant<T>(0.20000000298023224);",
        "const T v2 = -(v0);",
        "const T v3 = constant<T>(2.0) * v0;",
        "const T v4 = v0 / constant<T>(3.0);",
        "y0 = v1;",
        "y1 = v0;",
        "y2 = v2;",
        "y3 = constant<T>(0.0);",
        "y4 = v2;",
        "y5 = v3;",
        "y6 = v4;",
    ]


def apart(function):
    """A function of two points where they are apart, zero elsewhere."""

    def guarded(x, y):
        apart = jnp.sum((x - y) ** 2) > 0
        return jnp.where(apart, function(jnp.where(apart, x, y + 1), y), 0)

    return guarded


def inverse_distance(x, y):
    return 1 / jnp.linalg.norm(x - y)


def with_gradient(function):
    return of_points(lambda x, y: [function(x, y), jax.jacfwd(function)(x, y)])


OFFSETS = [(i, i + 3, f"d[{i}]") for i in range(3)]


def uses(function):
    """The numbers of those of six arguments that the statements of a function read, apart from
    OFFSETS."""
    results = [f"r[{i}]" for i in range(len(jax.eval_shape(function, *np.zeros(6, np.float32))))]
    text = body(function, [f"x[{i}]" for i in range(6)], results, "float32", OFFSETS)
    return {i for i in range(6) if f"x[{i}]" in text}


@pytest.mark.parametrize(
    "function, expected",
    [
        (lambda x, y: [jnp.exp(-jnp.sum((x - y) ** 2)), y - x], set()),
        (lambda x, y: [-y + x, jnp.where(x > y, x - y, y - x) * 2], {0, 1, 2, 3, 4, 5}),
        (lambda x, y: [(x - y) * y[1]], {4}),
        (lambda x, y: [(x + y)[:1] * jnp.zeros(1)], set()),
        (lambda x, y: [x[:1] + y[:1]], {0, 3}),
    ],
    ids="invariant compared multiplied vanishing sum".split(),
)
def test_what_is_used_beside_offsets(function, expected):
    assert uses(of_points(function)) == expected


def test_the_gradient_of_a_singular_function_has_no_guards():
    """3 + 2 for r^2, the root with its guard, 1 for its square, 2 + 1 for each component of the
    gradient."""
    function = with_gradient(apart(inverse_distance))
    assert uses(function) == set()
    text = body(
        function, [f"x[{i}]" for i in range(6)], [f"y[{i}]" for i in range(4)], "float32", OFFSETS
    )
    assert not any(word in text for word in ("x[", "select", "/"))
    assert text.count("rsqrt_apart_(") == 1 and text.count("const") - 3 <= 16


@pytest.mark.parametrize(
    "factor, selections", [(jnp.log, 1), (jnp.square, 0)], ids=["log", "square"]
)
def test_a_guard_stays_where_another_factor_may_be_infinite(factor, selections):
    text = text_of(lambda x, y: [jnp.where(x > 0, lax.rsqrt(x) * factor(y), 0)], 2)
    assert text.count("select_") == selections


def printing(x):
    jax.debug.print("{}", x)
    return [x]


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: [lax.while_loop(lambda v: v < 3, lambda v: v + 1, x)], "while"),
        (lambda x: [jnp.arange(3.0) * x], "must be scalars"),
        (lambda x: [jnp.linalg.eigvalsh(x * jnp.eye(2))[0]], "eigh"),
        (lambda x: [jnp.linalg.inv(x * jnp.eye(9))[0, 0]], "comparisons|operations"),
        (lambda x: [jnp.stack([x, x * x])[x.astype(int)]], "convert_element_type.*int32"),
        (lambda x: [jnp.sum(jnp.outer(jnp.full(200, x), jnp.arange(200.0)))], "shape .* too large"),
        (
            lambda x: [jnp.sum(jnp.sin(jnp.sin(jnp.sin(jnp.arange(9000.0) * x))))],
            "more than 20000 operations",
        ),
        (lambda x: [lax.fori_loop(0, 10**6, lambda _, v: v * x, x)], "scan: 1000000 steps"),
        (
            lambda x: [jax.random.normal(jax.random.key(x.astype(int)))],
            "convert_element_type.*int32",
        ),
        (lambda x: [lax.bitcast_convert_type(x, jnp.int32).astype(x.dtype)], "bits"),
        (
            lambda x: [
                lax.bitcast_convert_type(lax.bitcast_convert_type(x, jnp.int32) & 0xFF, x.dtype)
            ],
            "bits",
        ),
        (
            lambda x: [
                lax.select(x > 0, lax.bitcast_convert_type(x, jnp.int32), 1).astype(x.dtype)
            ],
            "bits",
        ),
        (lambda x: [abs(lax.complex(x, x))], "complex"),
        (lambda x: [jnp.exp(1j)], "must be scalars"),
        (lambda x: [lax.rem(x.astype(int), 2).astype(x.dtype)], "convert_element_type.*int32"),
        (lambda x: [lax.digamma(x)], "digamma"),
        (lambda x: [x > 0], "bool"),
        (lambda x: [jnp.where((x > 0) < (x < 1), x, 0)], "lt"),
        (printing, "debug"),
    ],
    ids=(
        "while array eigh inverse index large long scan key bits low_bits chosen_bits complex "
        "complex_result rem_int digamma mask_result mask_lt effect"
    ).split(),
)
def test_the_untranslatable_is_named(function, message):
    with pytest.raises(Untranslatable, match=message):
        body(function, ["x"], ["y"], "float32")


def test_traced_values_must_be_arguments():
    def outer(a):
        with pytest.raises(Untranslatable, match="traced values"):
            body(lambda x: [a * x], ["x"], ["y"], "float32")
        return a

    jax.jit(outer)(1.0)


def test_code_compiles_for_cuda(tmp_path):
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("there is no nvcc")
    source = '#include "functions.h"\n'
    for name in ("plummer0", "ewald", "mixture", "plane", "rounded"):
        for number, dtype in NUMBERS.items():
            text, *_ = translated(name, dtype)
            source += f"{text}__global__ void k_{name}(const {number}* x, {number}* y) "
            source += f"{{ {name}_{dtype}(x, y); }}\n"
    (tmp_path / "source.cu").write_text(source)
    command = [
        nvcc,
        "-arch=sm_90",
        "-cubin",
        f"-I{INCLUDE}",
        "-o",
        tmp_path / "source.cubin",
        tmp_path / "source.cu",
    ]
    done = subprocess.run(command, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
