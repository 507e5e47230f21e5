"""Entropic optimal transport between clouds of points, by Sinkhorn's loop over log-sum-exp sums.

    OT(a, b) = min over couplings pi of <pi, C> + epsilon KL(pi | a x b) ,   C(x, y) = |x - y|^2 / 2

Its dual has two potentials f and g, with the optimal coupling pi = a b exp((f + g - C) / epsilon),
and each follows from the other by one sum (`log_sum_exp` of bandwidth sqrt(epsilon)):

    f = T_b(g) = -epsilon log sum_j b_j exp((g_j - C(., y_j)) / epsilon)          g = T_a(f) alike.

With `reach` rho the marginals are not held but cost rho KL (unbalanced transport), and both updates
are damped by 1 / (1 + epsilon / rho).

References: Cuturi, NIPS (2013); Feydy et al., AISTATS (2019); Sejourne et al., arXiv:1910.12958."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, pytrees
from jaxfmm.log_sum_exp import log_sum_exp, order_of_leaves
from jaxfmm.sharding.layout import Layout
from jaxfmm.sharding.split_targets import on_each, over_mesh, place, split_rows
from jaxfmm.sinkhorn_loop import Found, Options, Problem, both, damped, find_potentials, update
from jaxfmm.switches import library_code
from jaxfmm.tree.build import as_given

__all__ = ["Transport", "sinkhorn", "sinkhorn_divergence"]
T = TypeVar("T")

ITERATIONS = 1000  # at most, by default
SOLVED = 1e-6  # The relative residual of the linear systems of second derivatives in float64,
SOLVED_SINGLE = 1e-4  # and in float32.


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Transport:
    """What `sinkhorn` finds; a pytree.

    Attributes:
      cost: OT(a, b), NaN unless the status is 0.
      f: (n,) the potential at x.
      g: (m,) the potential at y.
      error: the error of the marginals: the L1 distance between the marginal of the coupling and a,
        over the mass of a.
      iterations: how many there were, without the annealing.
      status: int32, 0 where the error is at most `tol`; 1 where the iterations did not suffice, 2
        where numbers are not finite.
      x, y: the points.  a, b: their masses.  epsilon: the regularisation.  reach: of unbalanced
        transport, otherwise None.
    """

    cost: Array
    f: Array
    g: Array
    error: Array
    iterations: Array
    status: Array
    x: Array
    y: Array
    a: Array
    b: Array
    epsilon: Array
    reach: Array | None

    def check(self) -> "Transport":
        """The transport if its status is 0. Raises ValueError otherwise, with the fix; not for
        `jit`."""
        if int(self.status):
            raise ValueError(
                f"Sinkhorn's loop did not converge: the marginals have an error of "
                f"{float(self.error):.1e} after {int(self.iterations)} iterations; use a larger "
                "epsilon, max_iterations or tol, or float64 points"
                if int(self.status) == 1
                else "points, masses or epsilon hold NaN or infinite numbers; remove or repair them"
            )
        return self

    @library_code
    def barycenters(self) -> Array:
        """(n, d): the mean of the points y that the mass of each x_i is sent to, a smooth map from
        x to y."""
        return _barycenters(self)


@jax.jit
def _barycenters(found: Transport) -> Array:
    def potential(x: Array) -> Array:
        weights = jnp.log(found.b) + found.g / found.epsilon
        smooth = log_sum_exp(found.y, weights, x, bandwidth=jnp.sqrt(found.epsilon))
        return -found.epsilon * smooth.sum()

    return found.x - jax.grad(potential)(found.x)


@library_code
def sinkhorn(
    x: ArrayLike,
    y: ArrayLike,
    a: ArrayLike | None = None,
    b: ArrayLike | None = None,
    *,
    epsilon: ArrayLike,
    reach: ArrayLike | None = None,
    tol: float = 1e-3,
    max_iterations: int = ITERATIONS,
) -> Transport:
    """The entropic optimal transport from the points x to the points y.

        OT = min over pi of sum_ij pi_ij |x_i - y_j|^2 / 2 + epsilon KL(pi | a x b)

    over couplings pi of the masses a and b. Epsilon falls to its value in steps, between some of
    the points; then Sinkhorn's loop runs until the marginals of the coupling are right to `tol`. It
    works inside `jit`. The cost is differentiable in all arguments, twice and in both modes: the
    first derivative costs one sum (the envelope theorem), further ones solve a linear system
    (implicit differentiation), never through the loop.

    Clouds can be split along their first axis over the devices of a mesh, outside of `jit` and
    inside. Each device then has **all points**, as in `log_sum_exp`, and its part of every sum; the
    clusters at the beginning are found by every device. Potentials are split like the clouds.

    Args:
      x: (n, d).  y: (m, d).
      a: (n,) positive masses, b: (m,); None for 1 / n and 1 / m. Without `reach` both have the same
        sum.
      epsilon: in squared lengths; sqrt(epsilon) is the blur. Small ones need many iterations.
      reach: rho in squared lengths, what it costs to create or destroy mass; None to hold both
        marginals.
      tol: the L1 error of the marginals, over the mass; the cost has a far smaller one.
      max_iterations: of the loop at the last epsilon.

    Returns:
      A `Transport`. Its status is not 0, and its cost NaN, if the loop did not converge; `check()`
      then raises with the fix.

    Raises:
      ValueError: for bad arguments, and for arrays that are split over devices along another axis
        than the first one.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.linspace(0.0, 1.0, 50)[:, None]
      >>> found = jaxfmm.transport.sinkhorn(x, x + 2.0, epsilon=0.01).check()
      >>> round(float(found.cost), 2)
      2.02
    """
    options = _options(tol, max_iterations)._replace(same=y is x and b is a)
    p = _problem(x, y, a, b, epsilon, reach)
    n, m = len(p.x), len(p.y)
    rows: Any = 0, n, m, 0, 0, 0, n, m, n, m, 0, None if reach is None else 0
    return _over_mesh(functools.partial(_transport, options=options), p, Transport(*rows))


@library_code
def sinkhorn_divergence(
    x: ArrayLike,
    y: ArrayLike,
    a: ArrayLike | None = None,
    b: ArrayLike | None = None,
    *,
    epsilon: ArrayLike,
    reach: ArrayLike | None = None,
    tol: float = 1e-3,
    max_iterations: int = ITERATIONS,
) -> Array:
    """The debiased cost of optimal transport, zero for equal measures and positive otherwise.

        S(a, b) = OT(a, b) - OT(a, a) / 2 - OT(b, b) / 2

    with `reach` plus epsilon / 2 (sum a - sum b)^2. Arguments, derivatives and errors are those of
    `sinkhorn`.

    Returns:
      A scalar, NaN if one of the three loops did not converge.

    Reference: Feydy et al., AISTATS (2019), eq. 3; Sejourne et al., arXiv:1910.12958, definition 4.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.linspace(0.0, 1.0, 50)[:, None]
      >>> s = jaxfmm.transport.sinkhorn_divergence(x, x + 2.0, epsilon=0.01)
      >>> round(float(s), 2)
      2.0
    """
    options = _options(tol, max_iterations)
    p = _problem(x, y, a, b, epsilon, reach)
    return _over_mesh(functools.partial(_divergence, options=options), p, 0)


def _divergence(p: Problem, options: Options) -> Array:
    alone = options._replace(same=True)
    of_a = _transport(p._replace(y=p.x, b=p.a), alone).cost
    of_b = _transport(p._replace(x=p.y, a=p.b), alone).cost
    value = _transport(p, options).cost - 0.5 * of_a - 0.5 * of_b
    if p.reach is None:
        return value
    return value + 0.5 * p.epsilon * jnp.square(p.a.sum() - p.b.sum())


def _problem(x: Any, y: Any, a: Any, b: Any, epsilon: Any, reach: Any) -> Problem:
    """The arguments, checked."""
    x = inputs.points("x", x, None)
    y = inputs.points("y", y, None, x.dtype)
    inputs.same_dtype("y", y, "x", x.dtype)
    if x.shape[1] != y.shape[1]:
        raise ValueError(f"x {x.shape} and y {y.shape} differ in dimension")
    if not len(x) or not len(y):
        raise ValueError(f"x and y must be at least one point each, got {x.shape} and {y.shape}")
    masses: list[Any] = []
    for name, mass, points, of in (("a", a, x, "x"), ("b", b, y, "y")):
        if mass is None:
            masses.append(np.full(len(points), 1 / len(points), x.dtype))
            continue
        mass = inputs.charges(name, mass, len(points), x.dtype, of)
        if mass.ndim != 1 or jnp.issubdtype(mass.dtype, jnp.complexfloating):
            raise ValueError(f"{name} must be real masses (n,), got {mass.dtype} {mass.shape}")
        if not errors.is_traced(mass) and not (_readable(mass) > 0).all():
            raise ValueError(f"{name} must be positive masses; leave points without mass out")
        masses.append(mass)
    if reach is None and not errors.is_traced(*masses):
        totals = [float(_readable(mass).sum()) for mass in masses]
        if abs(totals[0] - totals[1]) > 1e-3 * max(totals):
            raise ValueError(
                f"a and b must have the same sum, got {totals[0]:g} and {totals[1]:g}; normalise "
                "them, or give reach= for unbalanced transport"
            )
    numbers: list[Any] = []
    for name, number in (("epsilon", epsilon), ("reach", reach)):
        if number is None and name == "reach":
            numbers.append(None)
            continue
        known = not errors.is_traced(number)
        if (known and not _is_positive(number)) or (not known and jnp.shape(number)):
            raise ValueError(f"{name} must be one positive number, a squared length, got {number}")
        numbers.append(jnp.asarray(number, x.dtype))
    return Problem(x, y, *map(jnp.asarray, masses), *numbers)


def _is_positive(number: Any) -> bool:
    array = np.asarray(number)
    real = array.dtype.kind in "iuf" and array.shape == ()
    return real and bool(array > 0) and bool(np.isfinite(array))


def _readable(mass: Any) -> Any:
    """Known masses as an array of NumPy, whose operations no trace records. Masses that lie on
    several processes, which NumPy cannot read, are unchanged."""
    whole = not isinstance(mass, jax.Array) or mass.is_fully_addressable
    return np.asarray(mass) if whole else mass


def _over_mesh(run: Callable[[Problem], T], p: Problem, results: Any) -> T:
    """run(p), with the problem on all devices of a mesh if some of its arrays are split over them.
    Its sums then know the mesh. results: how many rows each result has, 0 for none."""

    def on_devices(layout: Layout | None, p: Problem) -> T:
        if layout is not None:
            numbers, arrays = place(layout, (p.epsilon, p.reach), (p.x, p.y, p.a, p.b))
            p = Problem(*arrays, *numbers)
        return run(p)

    return over_mesh(on_devices, {"x": p.x, "y": p.y, "a": p.a, "b": p.b}, (p,), results)


def _options(tol: float, max_iterations: int) -> Options:
    """The options, checked."""
    tol = inputs.number("tol", tol, 0, 1, "it is the error of the marginals, such as 1e-3")
    count = inputs.integer("max_iterations", max_iterations, 1, 10**9, "1000 are usual")
    return Options(tol, count)


@functools.partial(jax.jit, static_argnames="options")
def _transport(problem: Problem, options: Options) -> Transport:
    """Points are sorted once, along the leaves of the trees of all sums and all clusters."""
    p = problem
    of_x = _order(p.x)
    of_y = of_x if options.same else _order(p.y)

    def ordered(points: Array, values: Array, order: Array) -> Array:
        return split_rows(points, values)[order]  # so that derivatives are split as well

    x, a = (ordered(p.x, values, of_x) for values in (p.x, p.a))
    y, b = (ordered(p.y, values, of_y) for values in (p.y, p.b))
    cost, found = _cost(p._replace(x=x, a=a, y=y, b=b), options)
    f, g = as_given(of_x, found.f), as_given(of_y, found.g)
    found = found._replace(f=split_rows(p.x, f), g=split_rows(p.y, g))
    cost = errors.if_right(found.status == 0, cost)
    return Transport(cost, *found, **problem._asdict())


def _order(points: Array) -> Array:
    """The order (n,) of points along leaves, which each device of a mesh finds from all points."""
    return on_each(order_of_leaves, lax.stop_gradient(points))


def _dual(p: Problem, f: Array, g: Array, options: Options) -> Array:
    """The dual objective, whose derivatives in f and g are zero at the optimum."""
    at_x = update(p, g, options)
    mass = (p.a * jnp.exp((f - at_x) / p.epsilon)).sum()
    moved = p.a.sum() * p.b.sum()

    def gain(potential: Array) -> Array:
        if p.reach is None:
            return potential
        return -p.reach * jnp.expm1(-potential / p.reach)

    return (p.a * gain(f)).sum() + (p.b * gain(g)).sum() - p.epsilon * (mass - moved)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def _cost(problem: Problem, options: Options) -> tuple[Array, Found]:
    """(the cost, what was found)."""
    found = _potentials(problem, options)
    return _dual(problem, found.f, found.g, options), found


@_cost.defjvp
def _(options: Options, primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
    # the envelope theorem: the derivative of the dual at fixed potentials; derivatives of this
    # derivative see that the potentials follow from the problem
    found = _potentials(*primals, options)

    def dual(problem: Problem) -> Array:
        return _dual(problem, found.f, found.g, options)

    cost, slope = jax.jvp(dual, primals, tangents)
    return (cost, found), (slope, _zeros(found))


def _zeros(tree: Any) -> Any:
    """Tangents that are zero."""
    return jax.tree.map(
        lambda x: (
            jnp.zeros_like(x)
            if jnp.issubdtype(x.dtype, jnp.inexact)
            else jnp.zeros(x.shape, jax.dtypes.float0)
        ),
        tree,
    )


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def _potentials(problem: Problem, options: Options) -> Found:
    return find_potentials(problem, options)


@_potentials.defjvp
def _(options: Options, primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
    (p,), (dp,) = primals, tangents
    found = _potentials(p, options)
    f, g = found.f, found.g
    _, (rf, rg) = jax.jvp(lambda p: both(p, (f, g), p, options), (p,), (dp,))
    df, dg = _solve_linear(p, f, g, rf, rg, options)
    return found, _zeros(found)._replace(f=df, g=dg)


def _solve_linear(
    p: Problem, f: Array, g: Array, rf: Array, rg: Array, options: Options
) -> tuple[Array, Array]:
    """df and dg of df = P dg + rf, dg = Q df + rg, where P and Q are the derivatives of the
    updates, by conjugate gradients for (1 - P Q) df = rf + P rg, which is symmetric in the scalar
    product with weights a. A constant is added to f and taken from g at will where both marginals
    are held: then the mean of df is zero."""

    def along_g(dg: Array) -> Array:
        return jax.jvp(lambda g: damped(p, g, options), (g,), (dg,))[1]

    def along_f(df: Array) -> Array:
        return jax.jvp(lambda f: damped(p.turned(), f, options), (f,), (df,))[1]

    root = jnp.sqrt(p.a)
    unit = root / jnp.linalg.norm(root)

    def matvec(v: Array) -> Array:
        out = v - root * along_g(along_f(v / root))
        return out if p.reach is not None else out + unit * (unit @ v)

    residual = SOLVED_SINGLE if f.dtype == jnp.float32 else SOLVED

    def solve(matvec: Any, right: Array) -> Array:
        return jax.scipy.sparse.linalg.cg(matvec, right, tol=residual)[0]

    right = root * (rf + along_g(rg))
    if p.reach is None:
        right = right - unit * (unit @ right)
    df = lax.custom_linear_solve(matvec, right, solve, symmetric=True) / root
    return df, along_f(df) + rg
