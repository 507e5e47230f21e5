"""Conjugate gradients for several columns at once, with the quadrature of Lanczos inside.

For a symmetric positive definite A and an approximate inverse P^-1, the steps of conjugate
gradients from zero are those of Lanczos for M = P^-1/2 A P^-1/2, begun with P^-1/2 b. So one loop
finds, for each column b,

    x = A^-1 b ,        b^T A^-1 b ,        b^T P^-1/2 log(M) P^-1/2 b = |b|^2 e_1^T log(T) e_1 ,

with |b|^2 = b^T P^-1 b and the tridiagonal matrix T of Lanczos. Each step is one product with A for
all columns, and no vector of an earlier step is kept.

References: Golub & Meurant, Matrices, Moments and Quadrature (2010), chapter 6; Ubaru, Chen & Saad,
SIAM J. Matrix Anal. Appl. 38 (2017) 1075; Gardner et al., NeurIPS (2018), section 4."""

import functools
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

# The logarithm of T is computed for eigenvalues between exp(-WIDEST) and exp(WIDEST).
WIDEST = 28.0


class Operator(Protocol):
    """A matrix that is known by its products with columns (n, k). A pytree."""

    def __matmul__(self, columns: Array, /) -> Array: ...


class Options(NamedTuple):
    """tol: where loops end, the residual of a column relative to the column, both in the norm of
    P^-1.  max_steps: of a loop."""

    tol: float
    max_steps: int


class Solved(NamedTuple):
    """What a loop finds for the columns B (n, k).

    solutions: A^-1 B, (n, k).  products: b^T A^-1 b, (k,).  logs: b^T P^-1/2 log(M) P^-1/2 b, (k,).
    residual: the largest one of the solutions, from another product with A.  steps: int32.  status:
    int32, 0 where all is well, 1 where the steps do not suffice, 2 where A is not positive or
    numbers are not finite. The results are NaN unless the status is 0."""

    solutions: Array
    products: Array
    logs: Array
    residual: Array
    steps: Array
    status: Array


class _State(NamedTuple):
    """Of the loop. size: r^T P^-1 r.  active: which columns go on.  positive: whether A was, so
    far.  logs: of the quadrature."""

    step: Array
    solutions: Array
    residuals: Array
    directions: Array
    size: Array
    active: Array
    positive: Array
    logs: "_Resolvents"


@functools.partial(jax.custom_jvp, nondiff_argnums=(3,))
def solve(A: Operator, P: Operator, columns: Array, options: Options) -> Solved:
    """Conjugate gradients for A X = columns (n, k), with `P @ columns` = P^-1 times the columns.

    The derivatives of solutions and products are those of the exact ones. The derivative of `logs`
    is that of log det A for columns whose mean of b b^T is P, whatever P is:

        d b^T P^-1/2 log(M) P^-1/2 b  =  b^T P^-1 dA A^-1 b ,    with the mean tr(A^-1 dA)

    and P and such columns have no derivatives. All can be differentiated to any order."""
    state = _loop(A, P, columns, options)
    start, solutions = _size(P, columns), state.solutions
    finite = jnp.isfinite(start).all() & jnp.isfinite(state.size).all()
    status = jnp.where(state.active.any(), 1, 0)
    status = jnp.where(state.positive & finite, status, 2).astype(jnp.int32)
    left = columns - A @ solutions
    residual = jnp.sqrt((_size(P, left) / jnp.where(start > 0, start, 1)).max(initial=0))
    # the error of this is of second order in the error of the solutions
    products = jnp.sum(solutions * (columns + left), axis=0)
    out = Solved(solutions, products, start * state.logs.logarithm(), residual, state.step, status)
    nan = jnp.where(status == 0, 0.0, jnp.nan).astype(columns.dtype)
    return out._replace(
        solutions=out.solutions + nan, products=out.products + nan, logs=out.logs + nan
    )


@solve.defjvp
def _(options: Options, primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
    (A, P, columns), (dA, _, d_columns) = primals, tangents
    found = solve(A, P, columns, options)
    solutions = found.solutions
    _, change = jax.jvp(lambda A: A @ solutions, (A,), (dA,))  # dA X

    def again(_: Any, columns: Array) -> Array:
        return solve(A, P, columns, options).solutions

    rest = d_columns - change
    tangent = Solved(
        solutions=lax.custom_linear_solve(A.__matmul__, rest, again, symmetric=True),
        products=jnp.sum(solutions * (d_columns + rest), axis=0),
        logs=jnp.sum((P @ columns) * change, axis=0),
        residual=jnp.zeros_like(found.residual),
        steps=jnp.zeros(found.steps.shape, jax.dtypes.float0),
        status=jnp.zeros(found.status.shape, jax.dtypes.float0),
    )
    return found, tangent


def _size(P: Operator, columns: Array) -> Array:
    return jnp.sum(columns * (P @ columns), axis=0)


def _loop(A: Operator, P: Operator, columns: Array, options: Options) -> _State:
    begin = P @ columns
    size = jnp.sum(columns * begin, axis=0)
    least = options.tol**2 * size

    def unfinished(state: _State) -> Array:
        return state.active.any() & (state.step < options.max_steps)

    def step(state: _State) -> _State:
        product = A @ state.directions
        curvature = jnp.sum(state.directions * product, axis=0)
        positive = (curvature > 0) | ~state.active
        active = state.active & positive
        length = jnp.where(active, state.size / jnp.where(active, curvature, 1), 0)
        residuals = state.residuals - length[None] * product
        next_directions = P @ residuals
        size = jnp.where(active, jnp.sum(residuals * next_directions, axis=0), state.size)
        ratio = jnp.where(active, size / jnp.where(active, state.size, 1), 0)
        return _State(
            state.step + 1,
            state.solutions + length[None] * state.directions,
            residuals,
            next_directions + ratio[None] * state.directions,
            size,
            active & (size > least),
            state.positive & positive.all(),
            state.logs.extended(active, length, ratio),
        )

    start = _State(
        jnp.int32(0),
        jnp.zeros_like(columns),
        columns,
        begin,
        size,
        size > 0,
        (size >= 0).all(),
        _Resolvents.begin(columns.shape[1], columns.dtype),
    )
    return lax.while_loop(unfinished, step, start)


class _Resolvents(NamedTuple):
    """e_1^T (T + t)^-1 e_1 at many t, for tridiagonal matrices T that grow by a row in each step.

    Eigenvalues of T are not computed: they take m^3 operations for m steps, and small ones lose
    their digits. Instead, with t = exp(s),

        log x = integral over s of 1 / (1 + exp(-s)) - exp(s) / (x + exp(s))

    by the trapezoidal rule, whose error is exp(-2 pi^2 / h) for nodes h apart, because the poles
    are at a distance of pi from the real axis (Trefethen & Weideman, SIAM Rev. 56 (2014) 385).

    With T + t = L D L^T, sums over the rows have only positive terms. The rows of D are 1 / length
    + excess, where 1 / length are the rows for t = 0 (the dstqds recurrence of Parlett & Dhillon).
    Arrays are (nodes, k). value: the sum so far.  weight: the next term times its row of D."""

    excess: Array
    weight: Array
    value: Array

    @classmethod
    def begin(cls, k: int, dtype: Any) -> "_Resolvents":
        t = jnp.exp(_nodes(dtype))[:, None] + jnp.zeros((1, k), dtype)
        return cls(t, jnp.ones_like(t), jnp.zeros_like(t))

    def extended(self, active: Array, length: Array, ratio: Array) -> "_Resolvents":
        """By the row of a step of conjugate gradients, in the columns that are active."""
        t = jnp.exp(_nodes(self.value.dtype))[:, None]
        length, ratio, active = (a[None] for a in (jnp.where(active, length, 1), ratio, active))
        row = 1 / length + self.excess
        following = _Resolvents(
            t + ratio / length * (self.excess / row),
            self.weight * (ratio / jnp.square(length * row)),
            self.value + self.weight / row,
        )
        return jax.tree.map(lambda new, old: jnp.where(active, new, old), following, self)

    def logarithm(self) -> Array:
        """e_1^T log(T) e_1, (k,)."""
        s = _nodes(self.value.dtype)[:, None]
        terms = jax.nn.sigmoid(s) - jnp.exp(s) * self.value
        return _spacing(self.value.dtype) * terms.sum(0)


def _spacing(dtype: Any) -> float:
    return float(2 * np.pi**2 / -np.log(jnp.finfo(dtype).eps))


def _nodes(dtype: Any) -> Array:
    """The nodes s of the quadrature: beyond them terms are less than the rounding of the sum."""
    spacing = _spacing(dtype)
    count = int(np.ceil((WIDEST - np.log(float(jnp.finfo(dtype).eps))) / spacing))
    return jnp.asarray(spacing * np.arange(-count, count + 1), dtype)
