"""Traces of functions of a symmetric positive definite matrix, estimated by random vectors.

    tr f(A) is the mean of z^T f(A) z          over vectors z of random signs (Hutchinson 1990)

With the preconditioner P = L L^T + D, the terms of P are exact, and only the rest is estimated:

    log det A = log det P + tr log(P^-1/2 A P^-1/2)
    diag A^-1 = diag P^-1 + diag(A^-1 - P^-1)

The functions here take the matrix A, P^-1 and a key of `jax.random`. Standard errors are those of
the mean over the vectors; the errors of the loop (`tol`) and of the products with A come on top.

References: Hutchinson, Commun. Stat. Simul. Comput. 19 (1990) 433; Bekas, Kokiopoulou & Saad, Appl.
Numer. Math. 57 (2007) 1214; Ubaru, Chen & Saad, SIAM J. Matrix Anal. Appl. 38 (2017) 1075; Gardner
et al., NeurIPS (2018); Wenger et al., ICML (2022)."""

import dataclasses
import math
from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import inputs, pytrees
from jaxfmm.lanczos import Operator, Options, Solved, solve
from jaxfmm.lowrank import LowRank


class Probes(NamedTuple):
    """The number of random vectors, and the options of the loop of conjugate gradients."""

    number: int
    options: Options

    @classmethod
    def checked(cls, number: int, tol: float, max_steps: int) -> "Probes":
        """Raises ValueError for bad options."""
        return cls(
            inputs.integer("probes", number, 2, 10**6, "8 are usual"),
            Options(
                inputs.number("tol", tol, 0, 1, "it is a relative residual, such as 1e-2"),
                inputs.integer("max_steps", max_steps, 1, 10**9, "1000 are usual"),
            ),
        )


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Loop:
    """How the conjugate gradients of an estimate went.

    Attributes:
      steps: how many products with the matrix there were, one of which is for the residual.
      residual: the largest residual of a solution relative to its right-hand side, both in the norm
        of the preconditioner.
      status: int32, 0 where all is well; 1 where the steps did not suffice, 2 where the matrix is
        not positive definite or numbers are not finite. Results are NaN unless it is 0.
    """

    steps: Array
    residual: Array
    status: Array

    def check(self) -> "Loop":
        """The loop if its status is 0. Raises ValueError otherwise, with the fix; not for `jit`."""
        if int(self.status):
            raise ValueError(
                f"max_steps must suffice for conjugate gradients, whose residual is "
                f"{float(self.residual):.1e} after {int(self.steps)} steps; use a larger rank, "
                "max_steps or tol, or a larger diagonal"
                if int(self.status) == 1
                else "the matrix must be positive definite, but a product v^T A v is not positive, "
                "or numbers are not finite; use a larger diagonal, a plan with a smaller tol, or "
                "float64 points"
            )
        return self


@pytrees.register
@dataclasses.dataclass(frozen=True)
class SlogDet:
    """The logarithm of a determinant; a pytree. `sign, logabsdet = found` works as with NumPy.

    Attributes:
      sign: 1, or NaN if the loop's status is not 0.
      logabsdet: log det A.
      standard_error: of logabsdet, from the spread over the vectors.
      loop: see `Loop`.
    """

    sign: Array
    logabsdet: Array
    standard_error: Array
    loop: Loop

    def __iter__(self) -> Iterator[Array]:
        return iter((self.sign, self.logabsdet))


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Estimate:
    """The mean over random vectors; a pytree.

    Attributes:
      value: the estimate.
      standard_error: of the value, from the spread over the vectors.
      loop: see `Loop`.
    """

    value: Array
    standard_error: Array
    loop: Loop


@pytrees.register
@dataclasses.dataclass(frozen=True)
class LogMarginalLikelihood:
    """The log marginal likelihood of values; a pytree.

    Attributes:
      value: log p(y), () or (k,) for k columns of values.
      standard_error: of the value, (), half of that of log det A.
      weights: A^-1 y, (n,) or (n, k): the mean at other places is a sum with these charges.
      loop: see `Loop`.
    """

    value: Array
    standard_error: Array
    weights: Array
    loop: Loop


def slogdet(A: Operator, P: LowRank, key: Array, probes: Probes) -> SlogDet:
    """log det A."""
    found = solve(A, P, _colored(P, key, probes), probes.options)
    value, error = _mean(found.logs)
    sign = jnp.where(found.status == 0, 1.0, jnp.nan).astype(value.dtype)
    return SlogDet(sign, P.log_det() + value, error, _loop(found))


def inverse_trace(A: Operator, P: LowRank, key: Array, probes: Probes) -> Estimate:
    """tr A^-1."""
    z = _signs(key, len(P.root), probes, P.root.dtype)
    found = solve(A, P, z, probes.options)
    value, error = _mean(found.products - jnp.sum(z * (P @ z), axis=0))
    return Estimate(P.diagonal().sum() + value, error, _loop(found))


def inverse_diagonal(A: Operator, P: LowRank, key: Array, probes: Probes) -> Estimate:
    """The diagonal (n,) of A^-1."""
    z = _signs(key, len(P.root), probes, P.root.dtype)
    found = solve(A, P, z, probes.options)
    value, error = _mean(z * (found.solutions - P @ z))
    return Estimate(P.diagonal() + value, error, _loop(found))


def log_marginal_likelihood(
    A: Operator, P: LowRank, key: Array, probes: Probes, values: Array
) -> LogMarginalLikelihood:
    """log p(y) = -1/2 y^T A^-1 y - 1/2 log det A - n/2 log 2 pi, in one loop for all columns."""
    data = values if values.ndim == 2 else values[:, None]
    k = data.shape[1]
    columns = jnp.concatenate([data, _colored(P, key, probes)], axis=1)
    found = solve(A, P, columns, probes.options)
    log, error = _mean(found.logs[k:])
    shape = values.shape[1:]
    constant = P.log_det() + len(values) * math.log(2 * math.pi)
    value = -0.5 * (found.products[:k].reshape(shape) + (log + constant))
    weights = found.solutions[:, :k].reshape(values.shape)
    return LogMarginalLikelihood(value, 0.5 * error, weights, _loop(found))


def _signs(key: Array, n: int, probes: Probes, dtype: jax.typing.DTypeLike) -> Array:
    return jax.random.rademacher(key, (n, probes.number), dtype)


def _colored(P: LowRank, key: Array, probes: Probes) -> Array:
    """Vectors (n, k) whose mean of z z^T is P."""
    n, rank = P.factor.shape
    return P.colored(_signs(key, rank + n, probes, P.root.dtype))


def _mean(samples: Array) -> tuple[Array, Array]:
    """The mean over the last axis, and its standard error, which has no derivative."""
    spread = lax.stop_gradient(samples).std(axis=-1, ddof=1)
    return samples.mean(-1), spread / math.sqrt(samples.shape[-1])


def _loop(found: Solved) -> Loop:
    return Loop(found.steps + 1, lax.stop_gradient(found.residual), found.status)
