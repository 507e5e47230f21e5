"""The table of ways in which public functions are called first: with no plan, a plan made inside, a
plan given; eagerly and in `jit`; under every transform of JAX; at few and at many points.

tests/test_first_calls.py and the fuzzer take rows from it. Each row is compared with the same
transform of a sum by another method, compiled."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm import nbody

TOL = 1e-3
FACTOR = 10  # times TOL that derivatives may be wrong: those of higher order are not promised


@dataclasses.dataclass(frozen=True)
class Space:
    """Where points lie, and the kernel of their sums, as a function of one parameter."""

    dim: int
    kernel: Callable[[Any], Any]
    parameter: Any
    reference: str = "direct"  # the method of the sums that are compared with
    periodic: bool = False


CELL = [[1.0, 0.0, 0.0], [0.2, 1.1, 0.0], [-0.1, 0.3, 0.9]]
SPACES = {
    "3D": Space(3, lambda _: jaxfmm.Laplace(), 1.0),
    "softened": Space(3, jaxfmm.Laplace, 0.01),
    "2D": Space(2, lambda _: jaxfmm.Laplace(), 1.0),
    "1D": Space(1, jaxfmm.Gaussian, 0.1),
    "Yukawa": Space(3, jaxfmm.Yukawa, 2.0),
    "cube": Space(3, lambda edge: jaxfmm.Periodic(jaxfmm.Laplace(), edge), 1.0, "ewald", True),
    "box": Space(
        3, lambda cell: jaxfmm.Periodic(jaxfmm.Laplace(), cell), [1.0, 0.9, 1.1], "ewald", True
    ),
    "triclinic": Space(
        3, lambda cell: jaxfmm.Periodic(jaxfmm.Laplace(), cell), CELL, "ewald", True
    ),
}


def _energy(x, q, kernel, plan):
    return jaxfmm.energy(
        x, q, kernel=kernel, tol=jaxfmm.errors.DEFAULT_TOL if plan else TOL, plan=plan
    )


def _sum(function):
    def call(x, q, kernel, plan):
        tol = jaxfmm.errors.DEFAULT_TOL if plan else TOL
        return function(x, q, kernel=kernel, tol=tol, plan=plan)

    return call


def _matrix(x, q, kernel, plan):
    return jaxfmm.KernelMatrix(x, kernel=kernel, plan=plan) @ q


def _velocity(x, q, kernel, plan):
    return jaxfmm.vortex_velocity(x, q, tol=jaxfmm.errors.DEFAULT_TOL if plan else TOL, plan=plan)


def _acceleration(x, q, kernel, plan):
    return nbody.acceleration(x, q, tol=jaxfmm.errors.DEFAULT_TOL if plan else TOL, plan=plan)


FUNCTIONS: dict[str, tuple[Callable, tuple[str, ...]]] = {  # and in which spaces
    "energy": (_energy, tuple(SPACES)),
    "potential": (_sum(jaxfmm.potential), tuple(SPACES)),
    "potential_and_gradient": (_sum(jaxfmm.potential_and_gradient), tuple(SPACES)),
    "KernelMatrix": (_matrix, tuple(SPACES)),
    "vortex_velocity": (_velocity, ("2D",)),
    "acceleration": (_acceleration, ("3D", "2D")),
}
PLANS = ("none", "inside", "given")
SIZES = (10, 5_000, 25_000)
SIGNS = ("one", "both")


def _total(f, w):
    """A scalar of the results of f: their products with weights of the same structure."""
    return lambda *a: sum(
        jnp.vdot(u, v) for u, v in zip(jax.tree.leaves(w), jax.tree.leaves(f(*a)), strict=True)
    )


def _descent(f, x, q, p, w):
    """Two steps of a scan that carries the charges."""

    def step(q, _):
        slope = jax.grad(_total(f, w))(x, q, p)
        return 0.9 * q, slope

    return jax.lax.scan(step, q, None, length=2)[1]


# Functions of f(x, q, p), its arguments, tangents (dx, dq, dp) and weights of its results. Points
# move by less than a plan allows that is given.
TRANSFORMS: dict[str, Callable[..., Any]] = {
    "value": lambda f, x, q, p, d, w: f(x, q, p),
    "grad": lambda f, x, q, p, d, w: jax.grad(_total(f, w), (0, 1, 2))(x, q, p),
    "value_and_grad": lambda f, x, q, p, d, w: jax.value_and_grad(_total(f, w))(x, q, p),
    "jvp": lambda f, x, q, p, d, w: jax.jvp(f, (x, q, p), d),
    "linearize": lambda f, x, q, p, d, w: jax.linearize(f, x, q, p)[1](*d),
    "vjp": lambda f, x, q, p, d, w: jax.vjp(f, x, q, p)[1](w),
    "hvp": lambda f, x, q, p, d, w: jax.jvp(
        lambda x, q: jax.grad(_total(f, w))(x, q, p), (x, q), d[:2]
    )[1],
    "vmap": lambda f, x, q, p, d, w: jax.vmap(f, (0, 0, None))(
        jnp.stack([x, (1 + 1e-6) * x]), jnp.stack([q, q]), p
    ),
    "vmap over charges": lambda f, x, q, p, d, w: jax.vmap(f, (None, 1, None))(
        x, jnp.stack([q, d[1]], axis=1), p
    ),
    "jacfwd": lambda f, x, q, p, d, w: jax.jacfwd(lambda s: f(s * x, q, p))(jnp.ones((), x.dtype)),
    "hessian": lambda f, x, q, p, d, w: jax.hessian(lambda s: _total(f, w)(x, s * q, p))(
        jnp.ones((), x.dtype)
    ),
    "checkpoint": lambda f, x, q, p, d, w: jax.grad(jax.checkpoint(_total(f, w)))(x, q, p),
    "scan": lambda f, x, q, p, d, w: _descent(f, x, q, p, w),
}


class Row(NamedTuple):
    """One way to call a function first."""

    function: str
    space: str
    plan: str
    jit: bool
    transform: str
    points: int
    signs: str
    dtype: str

    def __str__(self) -> str:
        return "-".join(map(str, self)).replace(" ", "_")


def draw(count: int, rng: np.random.Generator) -> list[Row]:
    """So many rows of the table. Every option of a column comes as often as the others."""
    functions = [(name, space) for name, (_, spaces) in FUNCTIONS.items() for space in spaces]
    options = (
        functions,
        PLANS,
        (False, True),
        tuple(TRANSFORMS),
        SIZES,
        SIGNS,
        ("float32", "float64"),
    )
    columns = []
    for column in options:
        numbers = np.resize(rng.permutation(len(column)), count)
        columns.append([column[number] for number in rng.permutation(numbers)])
    return [Row(*function, *rest) for function, *rest in zip(*columns, strict=True)]


def arguments(row: Row, rng: np.random.Generator) -> tuple:
    """x, q, p, their tangents, in numpy."""
    space, n = SPACES[row.space], row.points
    x, q = rng.random((n, space.dim)), rng.normal(size=n)
    q = np.abs(q) if row.signs == "one" else q
    if space.periodic:
        x, q = (
            x @ np.asarray(CELL),
            q - q.mean(),
        )  # neutral, so that potentials have as many digits as forces
    p = np.asarray(space.parameter, float)
    d = 1e-3 * rng.normal(size=x.shape), rng.normal(size=n), 0.1 * p
    if space.periodic:
        d = (d[0], d[1] - d[1].mean(), d[2])
    return jax.tree.map(lambda a: jnp.asarray(a, row.dtype), (x, q, p, d))


def check(row: Row, rng: np.random.Generator) -> None:
    """Raises AssertionError unless the call gives what a sum by the space's other method gives."""
    function, space = FUNCTIONS[row.function][0], SPACES[row.space]
    x, q, p, d = arguments(row, rng)
    # a plan for updates and for sums of second derivatives keeps its tolerance for points that move
    # a little
    given = jaxfmm.plan(x, kernel=space.kernel(p), tol=TOL) if row.plan == "given" else None

    def fast(x, q, p):
        kernel = space.kernel(p)
        plan = jaxfmm.plan(x, kernel=kernel, tol=TOL) if row.plan == "inside" else given
        return function(x, q, kernel, plan)

    least = 1e-5 if row.dtype == "float32" else 1e-9
    method = {"method": space.reference} | ({"tol": least} if space.reference != "direct" else {})
    by_reference = jaxfmm.plan(x, kernel=space.kernel(p), **method)

    def exact(x, q, p):
        return function(x, q, space.kernel(p), by_reference.update(x, kernel=space.kernel(p)))

    shapes = jax.eval_shape(exact, x, q, p)
    w = jax.tree.map(lambda s: jnp.asarray(rng.normal(size=s.shape), s.dtype), shapes)
    w = jax.tree.map(lambda a: jnp.ones_like(a) if a.ndim == 0 else a, w)
    run = TRANSFORMS[row.transform]
    fast_run = (lambda *a: run(fast, *a)) if not row.jit else jax.jit(lambda *a: run(fast, *a))
    found, right = fast_run(x, q, p, d, w), jax.jit(lambda *a: run(exact, *a))(x, q, p, d, w)
    for (path, value), target in zip(
        jax.tree_util.tree_leaves_with_path(found), jax.tree.leaves(right), strict=True
    ):
        value, target = np.asarray(value), np.asarray(target)
        assert value.shape == target.shape and value.dtype == target.dtype, (
            row,
            value.dtype,
            target.dtype,
        )
        size = np.linalg.norm(target)
        error = np.linalg.norm(value - target)
        assert error <= FACTOR * TOL * size + 1e-6, (
            str(row),
            jax.tree_util.keystr(path),
            error,
            size,
        )
