"""Interpolation of scattered data by radial functions: fast sums inside conjugate gradients.

Charges q and coefficients c solve

    (K + D) q + P c = f ,    P^T q = 0 ,

with the smoothing in the diagonal D and the monomials P. On charges with P^T q = 0 the matrix is
definite, and so is Vecchia's approximation of its inverse (`vecchia`), whose charges have vanishing
moments by themselves. So conjugate gradients stay within them, and c is what the residual leaves.

References: Wendland, Scattered Data Approximation (2005), chapters 8 and 13; Beatson, Cherrie &
Mouat, Adv. Comput. Math. 11 (1999) 253, for a preconditioner of the same kind."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, progress, pytrees
from jaxfmm.cost_model.errors import smallest_tol
from jaxfmm.full_precision import matmul
from jaxfmm.kernels.base import Kernel
from jaxfmm.passes.tree_sum import families
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan, plan_for_targets
from jaxfmm.planning.sampled_sums import platform_of
from jaxfmm.radial_arguments import (
    as_given,
    box,
    check_kernel,
    check_known,
    columns_of,
    degree_of,
    kernel_of,
    smoothing_of,
)
from jaxfmm.sum import potential
from jaxfmm.switches import library_code
from jaxfmm.vecchia import (
    Vecchia,
    approximate_inverse,
    between,
    monomials,
    neighbors,
    predicted_from,
)

DENSE = 3000  # Systems of at most so many points are solved by a dense factorisation.
TOL = {"float32": 1e-4, "float64": 1e-7}  # by default
ALL_PAIRS = 16_000  # Sums of at most so many points are direct ones.
# (order, theta, leaf size) of larger sums, in order of their cost: the first is taken whose errors
# are, for charges like the solution's, this share of tol, and for charges of random values at most
# NOISE. Conjugate gradients need the second, since the charges of random values cancel most.
EXPANSIONS = ((8, 0.5, 96), (10, 0.5, 160), (10, 0.4, 160))
# On a GPU of one order, since NVRTC takes 20 s to compile the double precision of order 10.
EXPANSIONS_OF_ONE_ORDER = ((8, 0.5, 96), (8, 0.4, 96), (8, 0.3, 96))
SHARE, NOISE = 0.25, 0.01
SAMPLES = 256  # Errors are measured at so many points.
ITERATIONS = 200  # at most


@pytrees.serializable
@jax.tree_util.register_pytree_with_keys_class
class RBFInterpolator:
    """The smooth function through scattered values, by radial functions and polynomials.

        s(x) = sum_j q_j K(x, y_j) + sum_l c_l p_l(x)

    The p_l are all monomials up to `degree`, and the charges have no moments up to it: `sum_j q_j
    p_l(y_j) = 0`. Without smoothing s(y_i) is the value at y_i; with smoothing it is the value less
    s_i q_i (with the sign in which K is positive definite), the minimum of `sum_i (s(y_i) - f_i)^2
    / s_i` + the energy of s. Names and meanings are those of `scipy.interpolate.RBFInterpolator`,
    which factorises a dense matrix: its results are these to about `tol`.

    Up to 3,000 points the system is solved by a factorisation, beyond by conjugate gradients with
    fast sums, preconditioned by predictions from the nearest 64 points (32 in two dimensions, 10 in
    one). These take 10 to 60 iterations, whatever the number of points, unless the radial function
    is flat: one whose length is many times the distance of neighbours is hardly determined by its
    values, in scipy too. In float32 "linear" and "thin_plate_spline" converge for some thousand
    values of a smooth function; charges of others cancel beyond its digits, and need float64.

    The interpolator is a pytree: jitted functions may make, take and return it. `s(x)` is
    differentiable in x to every order, and in points, values, smoothing and epsilon.

    Args:
      points: (n, d), y.
      values: (n, ...), f; real or complex. More axes are as many functions, which share sums.
      kernel: "linear" (-r for scipy), "thin_plate_spline" (r^2 log r), "cubic" (r^3), "quintic"
        (-r^5), "multiquadric" (-sqrt(1 + (epsilon r)^2)), "inverse_multiquadric",
        "inverse_quadratic" (1 / (1 + (epsilon r)^2)), "gaussian" (exp(-(epsilon r)^2)); or a radial
        kernel of this package such as `Matern(0.1, 1.5)`. Signs do not change s.
      smoothing: >= 0, a number or (n,).
      epsilon: the shape parameter, for the kernels of which it is a part.
      degree: of the polynomials, -1 for none. None takes the least that the kernel needs, at least
        0.
      tol: the L2 norm of what is left at the points, over the norm of the values; None for 1e-7 in
        float64 and 1e-4 in float32.
      max_iterations: at most so many are made.
      plan: from `jaxfmm.plan(points, kernel=...)`. None takes direct sums up to 16,000 points, and
        beyond the FMM, or the kernel's own fast sum, if its errors, measured for charges like
        these, are small enough. Inside
        `jit` nothing can be measured, and all sums are direct.

    Attributes:
      charges: (n, ...).  coefficients: of the monomials at (x - shift) / scale, by degree.
      residual: what is left at the points, as of `tol`.  iterations: how many there were, 0 for a
        factorisation.
      status: int32, 0 where the residual is at most tol; 1 where it is not, 2 where numbers are not
        finite. Calls then give NaN, and `check()` raises an error with the fix.

    Raises:
      ValueError: for bad arguments; for fewer points than monomials, and points that do not
        determine these, such as points of a plane in space; for points that coincide without
        smoothing.

    Reference: Wendland, Scattered Data Approximation (2005), chapter 8.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> y = jax.random.uniform(jax.random.key(0), (500, 2))
      >>> s = jaxfmm.RBFInterpolator(y, jnp.sin(5 * y[:, 0]))
      >>> x = jnp.array([[0.5, 0.5]])
      >>> bool(abs(s(x)[0] - jnp.sin(2.5)) < 1e-3)
      True
    """

    points: Array
    charges: Array
    coefficients: Array
    shift: Array
    scale: Array
    kernel: Kernel
    plan: Plan | None
    residual: Array
    iterations: Array
    status: Array
    degree: int

    _LEAVES = (
        "points", "charges", "coefficients", "shift", "scale", "kernel", "plan", "residual",
        "iterations", "status",
    )  # fmt: skip

    @library_code
    def __init__(
        self,
        points: ArrayLike,
        values: ArrayLike,
        *,
        kernel: str | Kernel = "thin_plate_spline",
        smoothing: ArrayLike = 0.0,
        epsilon: ArrayLike | None = None,
        degree: int | None = None,
        tol: float | None = None,
        max_iterations: int = ITERATIONS,
        plan: Plan | None = None,
    ) -> None:
        self.points = inputs.points("points", points, None)
        n, dim = self.points.shape
        if not n:
            raise ValueError(f"points must be at least one, got shape {self.points.shape}")
        dtype = self.points.dtype
        self.kernel = kernel_of(kernel, epsilon)
        check_kernel(self.kernel, dim)
        self.degree = degree_of(self.kernel, degree)
        columns, shape, is_complex = columns_of(values, n, dtype)
        added = smoothing_of(smoothing, n, dtype)
        tol = TOL[dtype.name] if tol is None else inputs.number("tol", tol, 0, 1, "such as 1e-6")
        most = inputs.integer("max_iterations", max_iterations, 1, 10**6, "200 are the default")
        self.shift, self.scale = box(self.points)
        functions = monomials(self._scaled(self.points), self.degree)
        if n < functions.shape[1]:
            raise ValueError(
                f"points must be at least {functions.shape[1]}, the number of monomials of degree "
                f"{self.degree} in {dim} dimensions, got {n}; give a smaller degree"
            )
        check_known(self.points, functions, added)
        added = self.kernel.definite[0] * added
        inverse = None
        if n > DENSE:
            with progress.waiting("interpolation: predicting points from their neighbours"):
                inverse = _inverse(self.kernel, self.points, functions, added, self.degree)
            if plan is None:
                plan = _plan_of(self.kernel, self.points, inverse, columns, tol)
        self.plan = plan
        problem = _Problem(self.points, functions, added, self.kernel, plan, inverse)
        with progress.waiting("interpolation: conjugate gradients"):
            found = _solved(problem, columns, tol=tol, most=most)
        unknown, self.iterations, self.residual = found
        charges, coefficients = jnp.split(unknown, [n])
        self.status = _status(charges, coefficients, self.residual, tol)
        self.charges, self.coefficients = (
            as_given(array, shape, is_complex) for array in (charges, coefficients)
        )

    def tree_flatten_with_keys(self) -> tuple[list[tuple[Any, Any]], int]:
        keys = jax.tree_util.GetAttrKey
        return [(keys(name), getattr(self, name)) for name in self._LEAVES], self.degree

    @classmethod
    def tree_unflatten(cls, degree: int, children: tuple[Any, ...]) -> "RBFInterpolator":
        new = object.__new__(cls)
        vars(new).update(zip(cls._LEAVES, children, strict=True), degree=degree)
        return new

    @library_code
    def __call__(self, x: ArrayLike, *, plan: Plan | None = None) -> Array:
        """s at points (m, d): (m, ...).

        plan: from `jaxfmm.plan(points, x, kernel=...)`; None takes the order that was measured for
          the points of the interpolator."""
        x = inputs.points("x", x, (self.points.shape[1],), self.points.dtype)
        inputs.same_dtype("x", x, "points", self.points.dtype)
        if plan is None and self.plan is not None:
            plan = plan_for_targets(self.plan, self.points, x)
        elif plan is None:
            plan = make_plan(self.points, x, kernel=self.kernel, method="direct")
        charges = self.charges.reshape(len(self.charges), -1)
        sums = potential(self.points, charges, x, kernel=self.kernel, plan=plan)
        functions = monomials(self._scaled(x), self.degree)
        coefficients = self.coefficients.reshape(functions.shape[1], charges.shape[1])
        out = sums + matmul(functions.astype(coefficients.dtype), coefficients)
        out = errors.if_right(self.status == 0, out)
        return out.reshape(len(x), *self.charges.shape[1:])

    def _scaled(self, points: Array) -> Array:
        return (points - self.shift[None]) / self.scale[None]

    def check(self) -> "RBFInterpolator":
        """The interpolator if its status is 0. Raises ValueError otherwise, with the fix; not for
        `jit`."""
        if int(self.status) == 1:
            raise ValueError(
                f"the interpolation did not converge: a share of {float(self.residual):.1e} of the "
                f"values is left after {int(self.iterations)} iterations; use float64 points, a "
                "larger epsilon (a shorter length), smoothing, or a larger tol or max_iterations"
            )
        if int(self.status):
            raise ValueError(
                "points or values hold NaN or infinite numbers, or the system is singular: remove "
                "or repair them, merge points that coincide, or use smoothing"
            )
        return self

    def __repr__(self) -> str:
        return f"RBFInterpolator({len(self.points)} points, kernel={self.kernel!r})"


class _Problem(NamedTuple):
    """A linear system; all of it is differentiated but plan and inverse.

    functions: (n, m) the monomials at the points.  added: (n,) the diagonal.  plan: None for a
    dense matrix.  inverse: its `Vecchia`, None for a dense matrix."""

    points: Array
    functions: Array
    added: Array
    kernel: Kernel
    plan: Plan | None
    inverse: Any

    def times(self, unknown: Array) -> Array:
        """The matrix times charges and coefficients, (n + m, k)."""
        charges, coefficients = jnp.split(unknown, [len(self.points)])
        if self.plan is None:
            sums = matmul(self.dense(), charges)
        else:
            sums = potential(self.points, charges, kernel=self.kernel, plan=self.plan)
        sums = sums + self.added[:, None] * charges + matmul(self.functions, coefficients)
        return jnp.concatenate([sums, matmul(self.functions.T, charges)])

    def dense(self) -> Array:
        return between(self.kernel, self.points[:, None], self.points[None])


@functools.partial(jax.jit, static_argnames=("tol", "most"))
def _solved(
    problem: _Problem, columns: Array, *, tol: float, most: int
) -> tuple[Array, Array, Array]:
    """(charges and coefficients (n + m, k), iterations, the residual over the values)."""
    solve = _factorise if problem.inverse is None else _iterate
    fixed = lax.stop_gradient(problem)

    def found(matrix: Any, right: Array) -> tuple[Array, Array]:
        return solve(fixed, right, tol, most)

    none = jnp.zeros((problem.functions.shape[1], columns.shape[1]), columns.dtype)
    # one array, since JAX 0.10 cannot differentiate a part of the right-hand side alone
    right = jnp.concatenate([columns, none])
    unknown, iterations = lax.custom_linear_solve(
        problem.times, right, found, symmetric=True, has_aux=True
    )
    left = lax.stop_gradient(right) - fixed.times(lax.stop_gradient(unknown))
    residual = jnp.linalg.norm(left[: len(columns)]) / _not_zero(jnp.linalg.norm(columns))
    return unknown, iterations, lax.stop_gradient(residual)


def _factorise(problem: _Problem, right: Array, tol: float, most: int) -> tuple[Array, Array]:
    matrix = problem.dense()
    size = _not_zero(jnp.abs(matrix).max())
    matrix = (matrix + jnp.diag(problem.added)) / size
    n, m = problem.functions.shape
    corner = jnp.zeros((m, m), matrix.dtype)
    system = jnp.block([[matrix, problem.functions], [problem.functions.T, corner]])
    solved = jnp.linalg.solve(system, right.at[:n].divide(size))
    return solved.at[n:].multiply(size), jnp.zeros((), jnp.int32)


def _iterate(problem: _Problem, right: Array, tol: float, most: int) -> tuple[Array, Array]:
    """Preconditioned conjugate gradients, for all columns at once."""
    n = len(problem.points)
    values, moments = jnp.split(right, [n])
    base, triangle = jnp.linalg.qr(problem.functions)
    none = jnp.zeros((base.shape[1], values.shape[1]), values.dtype)

    def solve_triangle(columns: Array, transposed: int) -> Array:
        return jax.scipy.linalg.solve_triangular(triangle, columns, trans=transposed)

    def without_polynomials(columns: Array) -> Array:
        return columns - matmul(base, matmul(base.T, columns))

    def sums(charges: Array) -> Array:
        return problem.times(jnp.concatenate([charges, none]))[:n]

    def dot(a: Array, b: Array) -> Array:
        return (a * b).sum(0, keepdims=True)

    def go_on(state: Any) -> Array:
        _, rest, _, _, count = state
        return (count < most) & (dot(rest, rest) > (tol * norms) ** 2).any()

    def step(state: Any) -> Any:
        charges, rest, direction, product, count = state
        image = without_polynomials(sums(direction))
        length = product / _not_zero(dot(direction, image))
        charges, rest = charges + length * direction, rest - length * image
        improved = problem.inverse @ rest
        new = dot(rest, improved)
        direction = improved + new / _not_zero(product) * direction
        return charges, rest, direction, new, count + 1

    start = matmul(base, solve_triangle(moments, 1))  # charges with the moments asked for
    norms = jnp.linalg.norm(values, axis=0, keepdims=True)
    rest = without_polynomials(values - sums(start))
    first = problem.inverse @ rest
    state = start, rest, first, dot(rest, first), jnp.zeros((), jnp.int32)
    charges, _, _, _, count = lax.while_loop(go_on, step, state)
    left = values - sums(charges)
    return jnp.concatenate([charges, solve_triangle(matmul(base.T, left), 0)]), count


def _not_zero(number: Array) -> Array:
    return jnp.where(number == 0, 1, number)


def _status(charges: Array, coefficients: Array, residual: Array, tol: float) -> Array:
    finite = jnp.isfinite(charges).all() & jnp.isfinite(coefficients).all()
    # rounding and the error of the plan may leave a little more than the loop counted
    left = jnp.where(residual <= 2 * tol, 0, 1)
    return jnp.where(finite & jnp.isfinite(residual), left, 2).astype(jnp.int32)


def _plan_of(kernel: Kernel, points: Array, inverse: Vecchia, columns: Array, tol: float) -> Plan:
    """The plan of the loop: the cheapest whose errors are small enough, as measured. Direct for few
    points, and inside `jit`, where nothing can be measured."""
    known = pytrees.constant((kernel, points, inverse, columns[:, :1]))
    direct = functools.partial(make_plan, points, kernel=kernel, gradient=False, method="direct")
    if len(points) <= ALL_PAIRS or points.shape[1] > 3 or errors.is_traced(known):
        return direct()
    noise = np.random.default_rng(0).normal(size=(len(points), 1))
    values = jnp.concatenate([known[3], jnp.asarray(noise, points.dtype)], axis=1)
    charges = inverse @ values
    some = np.random.default_rng(1).choice(len(points), SAMPLES, replace=False)
    exact = matmul(between(known[0], known[1][some, None], known[1][None]), charges)
    for options in _fast_options(kernel, points, platform_of(known[1]), tol):
        plan = make_plan(points, kernel=kernel, gradient=False, **options)
        sums = potential(known[1], charges, kernel=known[0], plan=plan)[some]
        error = jnp.linalg.norm(sums - exact, axis=0) / _not_zero(jnp.linalg.norm(exact, axis=0))
        if error[0] <= SHARE * tol and error[1] <= NOISE:
            return plan
    return direct()


def _fast_options(kernel: Kernel, points: Array, platform: str, tol: float) -> list[dict[str, Any]]:
    """The options of plans for fast sums, in order of their cost."""
    if not families(kernel.summed(), points.shape[1]):  # Gaussians and kernels of compact support
        least = smallest_tol(points.dtype)
        tolerances = dict.fromkeys(max(SHARE * tol * part, least) for part in (1, 0.01))
        return [{"tol": one} for one in tolerances]
    expansions = EXPANSIONS if platform == "cpu" else EXPANSIONS_OF_ONE_ORDER
    names = ("order", "theta", "leaf_size")
    return [{"method": "fmm", **dict(zip(names, one, strict=True))} for one in expansions]


def _inverse(kernel: Kernel, points: Array, functions: Array, added: Array, degree: int) -> Vecchia:
    """In float64 outside of `jit`, since the local systems are ill-conditioned."""
    kernel, points, functions, added = pytrees.constant((kernel, points, functions, added))
    if errors.is_traced(kernel, points, functions, added):
        n, m = functions.shape
        rows = jax.ShapeDtypeStruct((n, neighbors(points.shape[1]) + m), jnp.int32)
        leading = jax.ShapeDtypeStruct((m,), jnp.int32)
        others, lead = jax.pure_callback(
            _on_host, (rows, leading), points, functions, vmap_method="sequential"
        )
        inverse = _approximate_inverse(kernel, points, added, others, lead, degree=degree)
    else:
        host = [np.asarray(array, np.float64) for array in (points, functions, added)]
        others, lead = predicted_from(*host[:2])
        with jax.enable_x64(True):
            wide = [jnp.asarray(array) for array in (host[0], host[2], others, lead)]
            inverse = _approximate_inverse(kernel, *wide, degree=degree)
            inverse = jax.tree.map(np.asarray, inverse)
    # the size of an inverse that preconditions does not matter, and it might overflow
    size = abs(inverse.inverse).max()
    return Vecchia(
        jnp.asarray(inverse.others),
        jnp.asarray(inverse.weights, points.dtype),
        jnp.asarray(inverse.inverse / size, points.dtype),
    )


def _on_host(points: Array, functions: Array) -> tuple[np.ndarray, np.ndarray]:
    return predicted_from(np.asarray(points), np.asarray(functions))


_approximate_inverse = jax.jit(approximate_inverse, static_argnames="degree")
