"""Kernel sums as linear operators, for iterative solvers."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import collocation, errors, foreign, inputs, pytrees, trace_estimates
from jaxfmm.elements import Elements
from jaxfmm.kernels.base import Kernel
from jaxfmm.lowrank import LowRank, at_themselves, check_factor, pivoted_cholesky
from jaxfmm.matrix_arguments import checked_arguments
from jaxfmm.plan import Plan
from jaxfmm.sum import potential
from jaxfmm.switches import library_code
from jaxfmm.terms import PlanOfTerms
from jaxfmm.trace_estimates import Estimate, LogMarginalLikelihood, Probes, SlogDet

Result = TypeVar("Result")
# The largest rank of a preconditioner unless one is given, and what messages say of ranks.
RANK, RANKS = 200, "50 to 400 are usual"


@pytrees.serializable
@jax.tree_util.register_pytree_with_keys_class
class KernelMatrix:
    """The matrix of a kernel between points, as a linear operator that is never written out.

        A_ij = K(x_i, y_j) + diagonal_i [i = j]

    `A @ v` is `jaxfmm.potential` plus the diagonal. The matrix contains K(x, x) for smooth kernels;
    for singular ones it is zero, as in sums. A matrix is a pytree: jitted functions may take it and
    make it. Products can be differentiated in the vector, the points, the parameters of the kernel
    and the diagonal. `A` is callable: `jax.scipy.sparse.linalg.cg`, `gmres` and `bicgstab` take it.
    `A.as_lineax()` is an operator of lineax.

    Args:
      points: (n, d), the places of the columns, and of the rows unless there are targets; or
        `jaxfmm.Elements` with targets, whose densities are the vectors: a collocation matrix. It
        has a column for each cell, or for each vertex with densities="vertex", which must be given
        if there are as many cells as vertices.
      targets: (m, d), the places of the rows; None for the points.
      kernel: the kernel K; for elements jaxfmm.Laplace() or a multiple of it.
      diagonal: a number or (n,) that is added to the diagonal of a matrix without targets, such as
        the variance of noise or a regularisation.
      plan: from `jaxfmm.plan` for these points and this kernel. None makes one, with `tol=1e-6` in
        float64 and 1e-5 in float32: the residual of a solver cannot be smaller than the error of
        its products.

    Raises:
      ValueError: for bad points, kernels and plans, for kernels that give several numbers for a
        charge, for a diagonal of another shape, and for a diagonal with targets.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (500, 2))
      >>> A = jaxfmm.KernelMatrix(x, kernel=jaxfmm.Matern(0.1, 1.5), diagonal=0.1)
      >>> b = jnp.sin(6 * x[:, 0])
      >>> w, _ = jax.scipy.sparse.linalg.cg(A, b, tol=1e-4)
      >>> bool(jnp.linalg.norm(A @ w - b) < 1e-3 * jnp.linalg.norm(b))
      True
    """

    points: jax.Array
    elements: Elements | None
    targets: jax.Array | None
    kernel: Kernel
    plan: Plan | PlanOfTerms
    added: jax.Array
    sign: int  # -1 for the transposed matrix of an odd kernel

    @library_code
    def __init__(
        self,
        points: ArrayLike | Elements,
        targets: ArrayLike | None = None,
        *,
        kernel: Kernel,
        diagonal: ArrayLike = 0.0,
        plan: Plan | PlanOfTerms | None = None,
    ) -> None:
        of = checked_arguments(points, targets, kernel, diagonal, plan)
        self.points, self.elements, self.targets = of.points, of.elements, of.targets
        self.kernel, self.plan, self.added, self.sign = of.kernel, of.plan, of.added, 1

    def tree_flatten_with_keys(self) -> tuple[list[tuple[Any, Any]], int]:
        names = ("points", "elements", "targets", "kernel", "plan", "added")
        return [(jax.tree_util.GetAttrKey(name), getattr(self, name)) for name in names], self.sign

    @classmethod
    def tree_unflatten(cls, sign: int, children: tuple[Any, ...]) -> "KernelMatrix":
        matrix = object.__new__(cls)
        matrix.points, matrix.elements, matrix.targets, matrix.kernel, matrix.plan, matrix.added = (
            children
        )
        matrix.sign = sign
        return matrix

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns). Kernels of vectors have d of each for a point."""
        return self._components * self._sides[0], self._components * self._sides[1]

    @property
    def _sides(self) -> tuple[int, int]:
        rows, of = len(self.points if self.targets is None else self.targets), self.elements
        return rows, len(self.points) if of is None else collocation.columns(of)

    @property
    def _components(self) -> int:
        return self.points.shape[1] if self.kernel.traits.vector else 1

    @property
    def dtype(self) -> Any:
        """The dtype of the points."""
        return self.points.dtype

    @property
    def T(self) -> "KernelMatrix":
        """The transposed matrix, by the same plan."""
        if self.elements is not None:
            raise ValueError(
                "the matrix of jaxfmm.Elements has no transpose of its own; use "
                "jax.linear_transpose of the product"
            )
        if self.kernel.images.copies > 1:
            if self.targets is None and self.kernel.isotropic and not self.kernel.extra_derivatives:
                return self  # K(x, R y) = K(y, R x)
            raise ValueError(
                f"the matrix of {self.kernel.name} is transposed only without targets and of a "
                "radial kernel; use jax.linear_transpose of the product"
            )
        kernel, plan = self.kernel.transposed(), self.plan.transposed().for_sides(*self._sides)
        sides = (self.points, None) if self.targets is None else (self.targets, self.points)
        odd = not self.kernel.traits.vector and self.kernel.extra_derivatives % 2
        sign = -self.sign if odd else self.sign
        columns, rows_points = sides
        return self.tree_unflatten(sign, (columns, None, rows_points, kernel, plan, self.added))

    @library_code
    def __matmul__(self, vector: ArrayLike) -> jax.Array:
        """The product with a vector (n,), or with k of them as the columns (n, k); with (n, d) or
        (n, d, k) for kernels of vectors."""
        plan: Any = self.plan
        if self.elements is not None:
            collocation.check_rows(self.elements, vector)
            return potential(self.elements, vector, self.targets, kernel=self.kernel, plan=plan)
        product = potential(self.points, vector, self.targets, kernel=self.kernel, plan=plan)
        product = -product if self.sign < 0 else product
        if self.targets is not None:
            return product
        vector = jnp.asarray(foreign.numbers("vector", vector)[0], product.dtype)
        added = self.added.astype(product.dtype)
        if added.ndim:
            added = added.reshape(added.shape + (1,) * (vector.ndim - 1))
        return product + added * vector

    def __call__(self, vector: ArrayLike) -> jax.Array:
        """`A @ vector`, for solvers that take functions."""
        return self @ vector

    @library_code
    def diagonal(self) -> jax.Array:
        """The diagonal (n,) of a matrix without targets."""
        self._check_scalar("diagonal")
        if self.targets is not None:
            raise ValueError("a matrix with targets has no diagonal; leave the targets out")
        return at_themselves(self.kernel, self.points) + self.added

    def _check_scalar(self, what: str) -> None:
        if self.kernel.traits.vector:
            raise ValueError(
                f"the matrix of {self.kernel.name}, a kernel of vectors, has no {what} of numbers"
            )

    @library_code
    def preconditioner(self, rank: int = 100) -> LowRank:
        """An approximate inverse of a symmetric positive definite matrix, `M=` of
        `jax.scipy.sparse.linalg.cg`.

            M v = (L L^T + D)^-1 v

        by the formula of Woodbury, with the pivoted Cholesky factor L (n, rank) of K and the added
        diagonal D. Conjugate gradients then take few steps if the spectrum of K falls fast relative
        to D, as for smooth kernels whose length is not small. The preconditioner takes n rank^2
        operations and n rank numbers of memory. It has no derivatives, because solutions do not
        depend on it.

        Args:
          rank: the number of columns of K, those of the points with the largest variance left.

        Raises:
          ValueError: for singular kernels, a matrix with targets, a rank that is not in 1 ... n,
            and a diagonal that is known not to be positive.

        Reference: Harbrecht, Peters & Schneider, Appl. Numer. Math. 62 (2012) 428; Gardner et al.,
        NeurIPS (2018)."""
        self._check_scalar("preconditioner")
        if self.targets is not None:
            raise ValueError("a matrix with targets has no preconditioner; leave the targets out")
        rank = inputs.integer("rank", rank, 1, len(self.points), RANKS)
        self._check_positive()
        return self._inverse_of_rank(rank)

    def _check_positive(self) -> None:
        """Raises ValueError for an added diagonal that is known not to be positive."""
        if not errors.is_traced(self.added) and not (np.asarray(self.added) > 0).all():
            raise ValueError(
                f"diagonal must be positive for a preconditioner, got {self.added}; add a small one"
            )

    def _inverse_of_rank(self, rank: int) -> LowRank:
        """The preconditioner, with rank 0 the inverse of the diagonal."""
        points, kernel, added = jax.lax.stop_gradient((self.points, self.kernel, self.added))
        if rank:
            return LowRank.inverse(pivoted_cholesky(points, kernel=kernel, rank=rank), added)
        terms = kernel.addends(points.shape[1]) or [(None, kernel)]
        if any(part.has_images for _, part in terms):
            # All points have the same K(x, x). The matrix has a plan, which `at_themselves` would
            # make anew, and cannot in jit.
            unit = jnp.zeros(len(points), points.dtype).at[0].set(1)
            own = jax.lax.stop_gradient(self @ unit)[0] - jnp.ravel(added)[0]
        else:
            own = at_themselves(kernel, points)
        return LowRank.inverse(jnp.zeros((len(points), 0), points.dtype), own + added)

    @library_code
    def trace(self) -> jax.Array:
        """The sum of the diagonal of a matrix without targets, exact."""
        return self.diagonal().sum()

    @library_code
    def slogdet(
        self,
        key: jax.Array,
        *,
        probes: int = 8,
        rank: int | None = None,
        tol: float = 1e-2,
        max_steps: int = 1000,
    ) -> SlogDet:
        """The sign and the logarithm of the determinant of a symmetric positive definite matrix.

            log det A = log det P + tr log(P^(-1/2) A P^(-1/2)) ,    P = L L^T + D

        The first term is exact, with the factor L and the diagonal D of `preconditioner`. The
        second is the mean over random vectors, by conjugate gradients for all of them at once
        (stochastic Lanczos quadrature). Each step takes one sum with `probes` columns.

        The derivative `d log det A = tr(A^-1 dA)` in the points, the kernel and the diagonal is an
        unbiased estimate by the same vectors and solutions. It takes one more sum, in both modes.
        Further derivatives solve linear systems again. With the same key, the estimate is a smooth
        function of the parameters, except where the preconditioner picks other points; its slope
        differs from the derivative by random errors.

        Args:
          key: of `jax.random`. Keys can be mapped: `jax.vmap(A.slogdet)(keys)`.
          probes: the number of random vectors, at least 2. The standard error falls as the inverse
            square root.
          rank: the rank of the preconditioner, which makes steps fewer and the standard error
            smaller. None for 200, or for n if that is less; 0 for the diagonal alone.
          tol: the largest relative residual of the solutions, where the loop ends. The derivatives
            have a relative error of about tol, the logarithm one of about tol^2.
          max_steps: of the loop.

        Returns:
          A `SlogDet` (sign, logabsdet, standard_error, loop). The numbers are NaN, and
          `found.loop.check()` says why, if the loop did not converge or if it found a vector v with
          v^T A v <= 0. Not every matrix that is not positive definite is found out so.

        Raises:
          ValueError: for matrices with targets, kernels that are not symmetric and real, those
            without a preconditioner unless the rank is 0, and bad options.

        Reference: Ubaru, Chen & Saad, SIAM J. Matrix Anal. Appl. 38 (2017) 1075; Gardner et al.,
        NeurIPS (2018).

        Example:
          >>> import jax, jax.numpy as jnp, jaxfmm
          >>> x = jax.random.uniform(jax.random.key(0), (500, 2))
          >>> A = jaxfmm.KernelMatrix(x, kernel=jaxfmm.Matern(0.1, 1.5), diagonal=0.1)
          >>> found = A.slogdet(jax.random.key(1))
          >>> exact = jnp.linalg.slogdet(A @ jnp.eye(500))
          >>> bool(abs(found.logabsdet - exact.logabsdet) < 4 * found.standard_error)
          True
        """
        return self._estimate(trace_estimates.slogdet, key, probes, rank, tol, max_steps)

    @library_code
    def inverse_trace(
        self,
        key: jax.Array,
        *,
        probes: int = 8,
        rank: int | None = None,
        tol: float = 1e-2,
        max_steps: int = 1000,
    ) -> Estimate:
        """The trace of the inverse of a symmetric positive definite matrix, by random vectors.

            tr A^-1 = tr P^-1 + the mean of z^T (A^-1 - P^-1) z

        Arguments, derivatives and errors are those of `slogdet`.

        Returns:
          An `Estimate` (value, standard_error, loop)."""
        return self._estimate(trace_estimates.inverse_trace, key, probes, rank, tol, max_steps)

    @library_code
    def inverse_diagonal(
        self,
        key: jax.Array,
        *,
        probes: int = 8,
        rank: int | None = None,
        tol: float = 1e-2,
        max_steps: int = 1000,
    ) -> Estimate:
        """The diagonal (n,) of the inverse of a symmetric positive definite matrix, by random
        vectors.

            diag A^-1 = diag P^-1 + the mean of z * (A^-1 - P^-1) z

        Arguments and errors are those of `slogdet`; each derivative solves linear systems again.
        With w = A^-1 y, a Gaussian process that leaves out the value y_i predicts it with the error
        w_i / (A^-1)_ii and the variance 1 / (A^-1)_ii.

        Returns:
          An `Estimate` (value, standard_error, loop), with a standard error for each number.

        Reference: Bekas, Kokiopoulou & Saad, Appl. Numer. Math. 57 (2007) 1214."""
        return self._estimate(trace_estimates.inverse_diagonal, key, probes, rank, tol, max_steps)

    @library_code
    def log_marginal_likelihood(
        self,
        values: ArrayLike,
        key: jax.Array,
        *,
        probes: int = 8,
        rank: int | None = None,
        tol: float = 1e-2,
        max_steps: int = 1000,
    ) -> LogMarginalLikelihood:
        """The log density of values of a Gaussian process with mean zero and this covariance.

            log p(y) = -1/2 y^T A^-1 y - 1/2 log det A - n/2 log 2 pi

        A is kernel plus noise. The solution A^-1 y and the random vectors of `slogdet` share one
        loop, with one sum of 1 + `probes` columns in each step. The gradient takes one more sum.

        Args:
          values: y (n,), or (n, k) for k independent processes with this covariance. Subtract the
            mean before.
          key, probes, rank, tol, max_steps: as in `slogdet`.

        Returns:
          A `LogMarginalLikelihood` (value, standard_error, weights, loop). The weights A^-1 y
          predict: the mean elsewhere is `potential(points, weights, targets, kernel=kernel)`.

        Raises:
          ValueError: as `slogdet`, and for values of another shape.

        Example:
          >>> import jax, jax.numpy as jnp, jaxfmm
          >>> x = jax.random.uniform(jax.random.key(0), (500, 2))
          >>> kernel, y = jaxfmm.Matern(0.3, 1.5), jnp.sin(6 * x[:, 0])
          >>> def log_p(noise):
          ...     A = jaxfmm.KernelMatrix(x, kernel=kernel, diagonal=noise)
          ...     return A.log_marginal_likelihood(y, jax.random.key(1)).value
          >>> bool(jax.grad(log_p)(0.1) < 0)  # these values have less noise
          True
        """
        y = inputs.charges("values", values, len(self.points), self.dtype, "points")
        if jnp.issubdtype(y.dtype, jnp.complexfloating):
            raise ValueError(f"values must be real, got {y.dtype}")
        estimate = trace_estimates.log_marginal_likelihood
        return self._estimate(estimate, key, probes, rank, tol, max_steps, y)

    def _estimate(
        self,
        estimate: Callable[..., Result],
        key: jax.Array,
        probes: int,
        rank: int | None,
        tol: float,
        max_steps: int,
        *data: jax.Array,
    ) -> Result:
        """The result of a function of `trace_estimates`, with checked arguments."""
        self._check_symmetric()
        if axes := inputs.split_axes(self.points):
            raise ValueError(
                f"points must not be split over explicit axes of a mesh, got points split over "
                f"{', '.join(axes)}; use axes of type jax.sharding.AxisType.Auto, or points on one "
                "device"
            )
        n = len(self.points)
        rank = inputs.integer("rank", min(RANK, n) if rank is None else rank, 0, n, RANKS)
        if rank:
            check_factor(self.kernel, self.points.shape[1])
            self._check_positive()
        vectors = Probes.checked(probes, tol, max_steps)
        return _estimated(self, inputs.key(key), data, estimate, rank, vectors)

    def _check_symmetric(self) -> None:
        """Raises ValueError for matrices that are known not to be symmetric and real."""
        if self.targets is not None:
            raise ValueError("a matrix with targets has no determinant; leave the targets out")
        self._check_scalar("determinant")
        for _, part in self.kernel.addends(self.points.shape[1]) or [(None, self.kernel)]:
            if not part.isotropic or part.extra_derivatives or part.entries() is not None:
                raise ValueError(
                    f"kernel must be real and symmetric for a determinant, got {part.name}"
                )

    def as_lineax(self, *tags: object) -> Any:
        """The matrix as a `lineax.FunctionLinearOperator`. Without targets, matrices of radial
        kernels have `lineax.symmetric_tag`; for `lineax.CG` pass
        `lineax.positive_semidefinite_tag` if the matrix is so."""
        import lineax

        kernel = self.kernel
        is_radial = kernel.isotropic and not (kernel.traits.vector or kernel.extra_derivatives)
        if self.targets is None and is_radial:
            tags = (lineax.symmetric_tag, *tags)
        shape = self.points.shape if self.kernel.traits.vector else self._sides[1:]
        vector = jax.ShapeDtypeStruct(shape, self.dtype)
        return lineax.FunctionLinearOperator(self.__matmul__, vector, tags)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"KernelMatrix({rows} x {columns}, {self.dtype}, kernel={self.kernel!r})"


@functools.partial(jax.jit, static_argnames=("estimate", "rank", "probes"))
def _estimated(
    A: KernelMatrix,
    key: jax.Array,
    data: tuple[jax.Array, ...],
    estimate: Callable[..., Result],
    rank: int,
    probes: Probes,
) -> Result:
    return estimate(A, A._inverse_of_rank(rank), key, probes, *data)
