"""Kernel sums as linear operators, for iterative solvers."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.elements import Elements, as_points
from jaxfmm.kernels.base import Kernel
from jaxfmm.lowrank import LowRank, at_themselves, pivoted_cholesky
from jaxfmm.plan import Plan, check_points
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.sum import potential
from jaxfmm.switches import library_code
from jaxfmm.terms import PlanOfTerms


def _default_tol(dtype: DTypeLike) -> errors.Default:
    return errors.Default(1e-6 if dtype == jnp.float64 else 1e-5)


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
        has a column for each cell, or for each vertex with densities="vertex".
      targets: (m, d), the places of the rows; None for the points.
      kernel: the kernel K.
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
        kernel, elements = foreign.leaves(kernel), None
        if isinstance(points, Elements):
            elements, planned = points, plan.kernel if isinstance(plan, Plan) else None
            tol = _default_tol(jnp.asarray(elements.vertices).dtype)
            points, _, _, kernel = as_points(elements, None, None, kernel, tol, planned)
        columns, rows = check_points(kernel, points, targets)
        if plan is None:
            tol = _default_tol(columns.dtype)
            plan = make_plan(columns, rows, kernel=kernel, tol=float(tol), gradient=False)
        elif not isinstance(plan, Plan | PlanOfTerms):
            raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
        planned = plan.check_kernel(kernel)
        for _, part in planned.addends(columns.shape[1]) or [(None, planned)]:
            _check_entries(part, columns.dtype)
        _check_terms(planned, columns.shape[1])
        plan.check_shapes(columns, rows)
        if rows is not None and (errors.is_traced(diagonal) or np.any(diagonal)):
            raise ValueError(
                "diagonal must be 0 for a matrix with targets, which has none; leave it out"
            )
        added = jnp.asarray(foreign.numbers("diagonal", diagonal)[0], columns.dtype)
        if added.shape not in ((), (len(columns),)):
            raise ValueError(
                f"diagonal must be a number or have shape ({len(columns)},), got shape "
                f"{added.shape}"
            )
        self.points, self.targets, self.kernel = columns, rows, kernel
        self.elements = elements
        self.plan, self.added, self.sign = plan, added, 1

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
        columns = len(self.points)
        if self.elements is not None:
            by_vertex = self.elements.densities == "vertex"
            columns = len(jnp.asarray(self.elements.vertices)) if by_vertex else len(self.elements)
        return len(self.points if self.targets is None else self.targets), columns

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
            return potential(self.elements, vector, self.targets, plan=plan)
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
        rank = inputs.integer("rank", rank, 1, len(self.points), "50 to 200 are usual")
        if not errors.is_traced(self.added) and not (np.asarray(self.added) > 0).all():
            raise ValueError(
                f"diagonal must be positive for a preconditioner, got {self.added}; add a small one"
            )
        points, kernel, added = jax.lax.stop_gradient((self.points, self.kernel, self.added))
        return LowRank.inverse(pivoted_cholesky(points, kernel=kernel, rank=rank), added)

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


def _check_terms(kernel: Kernel, dim: int) -> None:
    """Raises ValueError for a sum with parts whose matrices are transposed in another way."""
    for _, part in kernel.addends(dim) or []:
        if part.images.copies > 1 or part.extra_derivatives:
            raise ValueError(
                f"the matrix of {kernel.name} is transposed part by part: make a matrix of "
                f"{part.name} alone and add the products"
            )


def _check_entries(kernel: Kernel, dtype: DTypeLike) -> None:
    """Raises ValueError unless a kernel gives one number, real or complex, for a charge, or a
    vector for a vector."""
    if kernel.traits.vector or (entries := kernel.entries()) is None:
        return
    shape = jax.eval_shape(kernel.joined, [jax.ShapeDtypeStruct((1,), dtype)] * len(entries)).shape
    if len(shape) > 1:
        raise ValueError(
            f"kernel must give one number for a pair of points, got {kernel!r}, which gives "
            f"{shape[1]}; make a matrix of each with a kernel of its own, or use potential(...)"
        )
