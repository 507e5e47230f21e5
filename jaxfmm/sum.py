"""The functions that users call: potentials, their derivatives and energies. `checked_sum` checks
the arguments, and `compiled_sum` computes."""

import dataclasses
from typing import Any, cast

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import compiled_sum, few_sizes, progress
from jaxfmm.checked_sum import (
    DEFAULT_KERNEL,
    SegmentArguments,
    SumOptions,
    fill_up,
    prepare,
    sum_options,
)
from jaxfmm.elements import Elements, as_points, degree_of_sum, refuse_points
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kept_sums import kept_sum, sums_by_near_fields
from jaxfmm.kernels.base import Kernel
from jaxfmm.plan import Plan
from jaxfmm.sharding.explicit import automatic
from jaxfmm.switches import library_code
from jaxfmm.terms import summed_by_terms


@library_code
@summed_by_terms
def potential(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The potential of point charges.

        u_i = sum_j K(x_i, y_j) q_j + p_j . grad_y K(x_i, y_j)

    with K as the kernel defines it, without further factors. Singular kernels leave out pairs at
    distance zero, so that a source does not act on itself; smooth kernels count them.

    Args:
      sources: (n, d) positions y_j, float32 or float64; or `jaxfmm.Elements`, with densities as
        charges and dipoles, and targets.
      charges: (n,) or (n, k) for k right-hand sides; real, or complex of the same precision. None
        for dipoles alone. (n, d) or (n, d, k) for kernels of vectors such as `Stokeslet`.
      dipoles: (n, d) or (n, d, k), the moments p_j; None for charges alone. The gradient grad_y is
        in the source: for `Laplace()` in three dimensions a dipole gives `p . (x - y) / r^3`, the
        limit of a charge 1/h at y + h p and one -1/h at y.
      targets: (m, d) positions x_i; None for the sources themselves.
      kernel: the kernel, `jaxfmm.Laplace()` unless a plan says otherwise.
      tol: relative L2 error over the targets, for the plan that is made if none is given. A given
        plan has its own tolerance: a smaller tol is an error, a larger one a warning.
      plan: from `jaxfmm.plan`, made for these points. They may have moved by a tenth of the radius
        of their leaf.
      segments: (n,) integers, the segment of each source, in any order; None if all sources act on
        all targets. Points act on points of their own segment alone. Numbers outside of 0 to
        `num_segments` - 1 are padding: such points have no effect, and results of zero.
      num_segments: how many segments there are; not traced. A plan knows it.
      target_segments: (m,), the segment of each target, where there are targets.
      exclude: (p, 2) integers, the indices of pairs of points that do not act on each other, such
        as bonded atoms; each pair once, where the sources are the targets. In a periodic cell only
        the nearest image of each pair is left out; all other images still act. Pairs with an index
        outside of 0 to n - 1 are padding.
      scale: a number, or (p,), factors of these pairs, for example 0.5 for atoms three bonds apart;
        None means 0.

    Returns:
      (m,) or (m, k). For a kernel with r entries, or of vectors with r = d, (m, r) or (m, r, k).
      Complex if the charges or the kernel are.

    Raises:
      ValueError: for bad arguments. Outside of `jit` also when the plan's status is not 0; inside
        `jit` results are NaN then.

    Reference: Greengard & Rokhlin, J. Comput. Phys. 73 (1987) 325; Yokota & Barba, GPU Computing
      Gems (2011), eq. 1-3.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> jaxfmm.potential(x, jnp.ones(1000)).shape
      (1000,)
    """
    of_segments = SegmentArguments(segments, num_segments, target_segments)
    options = sum_options(kernel, tol, plan, sources, targets, of_segments, exclude, scale)
    return _sum(options, (0,), sources, charges, targets, dipoles)[0]


@library_code
@summed_by_terms
def potential_and_gradient(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """The potential and its gradient at the targets, in one pass.

        u_i = sum_j K(x_i, y_j) q_j ,        g_i = sum_j q_j grad_x K(x_i, y_j)

    for charges; dipoles p_j add `p_j . grad_y` of K and of grad_x K. The force on a charge in the
    potential of the others is `-q_i g_i`. Arguments, errors and reference are those of `potential`;
    `tol` holds for both results.

    Returns:
      (m,) and (m, d), or (m, k) and (m, d, k). For a kernel with r entries (m, r) and (m, r, d), or
      (m, r, k) and (m, r, d, k).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> phi, grad = jaxfmm.potential_and_gradient(x, jnp.ones(1000))
      >>> grad.shape
      (1000, 3)
    """
    of_segments = SegmentArguments(segments, num_segments, target_segments)
    options = sum_options(kernel, tol, plan, sources, targets, of_segments, exclude, scale)
    value, slope = _sum(options, (0, 1), sources, charges, targets, dipoles)
    return value, slope


@library_code
@summed_by_terms
def hessian(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The second derivatives of the potential at the targets, such as the tidal tensor.

        H_i = sum_j q_j grad_x grad_x K(x_i, y_j) + p_j . grad_y grad_x grad_x K(x_i, y_j)

    For the product of the Hessian of a function with a vector use `jax.jvp` of `jax.grad`, which
    needs no Hessian. Arguments, errors and reference are those of `potential`. The sum takes
    expansions of two orders more than the gradient, so that its error is about `tol` as well; `tol`
    is promised for potential and gradient alone.

    Returns:
      (m, d, d), or (m, d, d, k) with k right-hand sides. For a kernel with r entries (m, r, d, d)
      or (m, r, d, d, k).

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0]])
      >>> target = jnp.array([[1.0, 0.0, 0.0]])
      >>> print(jaxfmm.hessian(x, jnp.ones(1), target)[0].round(3) + 0.0)
      [[ 2.  0.  0.]
       [ 0. -1.  0.]
       [ 0.  0. -1.]]
    """
    of_segments = SegmentArguments(segments, num_segments, target_segments)
    options = sum_options(kernel, tol, plan, sources, targets, of_segments, exclude, scale)
    return _sum(options, (2,), sources, charges, targets, dipoles)[0]


@library_code
@summed_by_terms
def gradient(
    sources: ArrayLike | Elements,
    charges: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The gradient of `potential_and_gradient` alone."""
    of_segments = SegmentArguments(segments, num_segments, target_segments)
    options = sum_options(kernel, tol, plan, sources, targets, of_segments, exclude, scale)
    return _sum(options, (1,), sources, charges, targets)[0]


@library_code
@summed_by_terms
def energy(
    points: ArrayLike,
    charges: ArrayLike | None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The interaction energy of point charges, and of point dipoles.

        U = 1/2 sum_{i != j} q_i q_j K(x_i, x_j)
        U = 1/2 sum_{i != j} (q_i + p_i . grad_x) (q_j + p_j . grad_y) K(x_i, x_j)      with dipoles

    For symmetric kernels the gradient in positions and charges costs one `potential_and_gradient`,
    since `dU = sum_i q_i g_i . dx_i + u_i dq_i`. With dipoles that sum has second derivatives, too.
    For `Custom` kernels the gradient takes two sums.

    Args:
      points: (n, d).  charges: (n,), or (n, k) for k sets of charges, or None for dipoles alone.
        dipoles: (n, d) or (n, d, k).  kernel, tol, plan, segments, num_segments: as `potential`.
        exclude, scale: as `potential`; the energies of these pairs do not count.

    Returns:
      A scalar, or (k,). With segments the energy of each one, (num_segments,) or (num_segments, k).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> float(jaxfmm.energy(x, jnp.ones(2)))
      0.5
      >>> jax.grad(jaxfmm.energy)(x, jnp.ones(2)).tolist()
      [[0.25, 0.0, 0.0], [-0.25, 0.0, 0.0]]
    """
    if isinstance(points, Elements):
        raise ValueError(
            "points must be an array for an energy, got jaxfmm.Elements; sum half of the density "
            "times the potential at quadrature points, such as elements.centers"
        )
    of_segments = SegmentArguments(segments, num_segments, None)
    options = sum_options(kernel, tol, plan, points, None, of_segments, exclude, scale)
    arrays = points, charges, None, dipoles
    if (full := fill_up(options, *arrays)) is not None:
        return _energy_of(*full, options)
    return automatic(_energy_of, arrays, plan, [False], options)


@library_code
def potential_to_replace(
    sources: Array, charges: Array, targets: Array | None, *, kernel: Kernel, plan: Plan
) -> Array:
    """`potential` for callers that take other sums where it is NaN because of a status. Its
    derivatives are zero there; the derivatives of `potential` are NaN."""
    none = SegmentArguments(None, None, None)
    options = sum_options(kernel, DEFAULT_TOL, plan, sources, targets, none)
    return _sum(options._replace(to_replace=True), (0,), sources, charges, targets)[0]


def _sum(
    options: SumOptions,
    orders: tuple[int, ...],
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any = None,
) -> tuple[Array, ...]:
    """The derivatives of these orders of the potential at the targets."""
    planned = options.plan.kernel if isinstance(options.plan, Plan) else None
    if isinstance(sources, Elements):
        if sums_by_near_fields(options.plan, charges, dipoles, orders):
            return _sum_by_near_fields(options, orders, sources, charges, targets)
        sources, charges, dipoles, kernel = as_points(
            sources, charges, dipoles, options.kernel, options.tol, planned
        )
        options = options._replace(kernel=kernel)
    else:
        refuse_points(planned)
    arrays = sources, charges, targets, dipoles
    if (full := fill_up(options, *arrays)) is not None:
        out = _derivatives(*full, options, orders)
        return few_sizes.cut(out, n=len(sources if targets is None else targets))
    return automatic(_derivatives, arrays, options.plan, [True] * len(orders), options, orders)


def _sum_by_near_fields(
    options: SumOptions, orders: tuple[int, ...], elements: Elements, charges: Any, targets: Any
) -> tuple[Array, ...]:
    """The sum by a plan that keeps the fields of near elements."""
    plan = cast(Plan, options.plan)
    degree_of_sum(elements, options.kernel, options.tol, plan.kernel)
    plan.check_tol(options.tol)
    with _waiting():
        return kept_sum(plan, elements, charges, targets, orders, _by_closed_forms)


def _by_closed_forms(
    orders: tuple[int, ...], plan: Plan, elements: Elements, density: Array, targets: Array
) -> tuple[Array, ...]:
    """The sum of charges by a plan that keeps no fields."""
    options = SumOptions(DEFAULT_KERNEL, DEFAULT_TOL, plan, None, None)
    return _sum(options, orders, elements, density, targets)


def _derivatives(
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any,
    options: SumOptions,
    orders: tuple[int, ...],
) -> tuple[Array, ...]:
    slopes = orders != (0,)
    problem = prepare(options, sources, charges, targets, dipoles, gradient=slopes, slopes=slopes)
    status = problem.status
    if options.to_replace:
        problem = dataclasses.replace(problem, status=jnp.zeros_like(status))
    with _waiting():
        out = compiled_sum.derivatives(problem, orders)
    if options.to_replace:
        out = {b: jnp.where(status == 0, value, jnp.nan) for b, value in out.items()}
    return tuple(out[b] for b in orders)


def _waiting() -> Any:
    return progress.waiting("compiling and computing a sum")


def _energy_of(points: Any, charges: Any, _: None, dipoles: Any, options: SumOptions) -> Array:
    problem = prepare(options, points, charges, None, dipoles, gradient=True, slopes=False)
    if problem.is_complex:
        raise ValueError(
            "charges must be real for an energy, and dipoles too, got complex numbers; use "
            "potential(...)"
        )
    if problem.kernel.traits.vector:
        raise ValueError(
            f"kernel {problem.kernel.name} has vectors and no energy; use potential(...)"
        )
    if problem.kernel.extra_derivatives:
        raise ValueError(
            f"kernel {problem.kernel.name} is antisymmetric and has no energy; use Laplace()"
        )
    if problem.kernel.summed().entries() is not None:
        raise ValueError(
            f"kernel {problem.kernel!r} is complex or a vector and has no energy; use "
            "potential(...)"
        )
    with _waiting():
        return compiled_sum.energy(problem)
