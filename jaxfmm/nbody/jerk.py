"""Potential, gradient and the gradient's rate of change at moving targets, over all pairs in one
pass.

The Hermite scheme needs them (Makino & Aarseth, PASJ 44 (1992) 141; on GPUs Hamada & Iitaka 2007,
appendix A). The sum is written once, for one pair, and translated for CPUs and GPUs like the
kernels. In XLA, and where it is differentiated, it is the derivative of the direct sum by blocks
along the velocities."""

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import inputs
from jaxfmm.backends import registry as backends
from jaxfmm.backends.registry import Sizes
from jaxfmm.codegen.bodies import Body, function_body
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.softening_spline import Spline
from jaxfmm.native.platforms import primitive
from jaxfmm.passes.all_pairs import all_pairs, by_blocks

Numbers = Sequence[Array]
Sums = tuple[Array, Array, Array]  # potential (m,), gradient and its rate of change (m, d)


def plummer_pair(offset: Numbers, weights: Numbers, parameters: Numbers) -> list[Array]:
    """[u, g, h] of one pair, see `jerk_sum`; zeros at distance zero. offset: of positions, then of
    velocities; weights: the mass; parameters: the softening, if there is one."""
    dim, (mass,) = len(offset) // 2, weights
    d, w = offset[:dim], offset[dim:]
    r2 = _dot(d, d)
    softened = r2 + parameters[0] * parameters[0] if parameters else r2
    apart = r2 > 0
    safe = jnp.where(apart, softened, jnp.ones_like(r2))
    if dim == 3:
        inverse = jnp.where(apart, lax.rsqrt(safe), 0)
        square, potential = inverse * inverse, mass * inverse
        slope = potential * square
    else:
        square = jnp.where(apart, 1 / safe, 0)
        potential, slope = jnp.where(apart, -0.5 * mass * jnp.log(safe), 0), mass * square
    along = dim * (_dot(d, w) * square)  # the gradient is d / R^dim
    return [
        potential,
        *(-(slope * x) for x in d),
        *(-(slope * (v - along * x)) for x, v in zip(d, w)),
    ]


def spline_pair(offset: Numbers, weights: Numbers, parameters: Numbers) -> list[Array]:
    """`plummer_pair` with the profile of the spline."""
    dim, (mass,) = len(offset) // 2, weights
    d, w = offset[:dim], offset[dim:]
    f = [mass * value for value in Spline(parameters[0]).radial(_dot(d, d), 2)]
    along = f[2] * _dot(d, w)
    return [f[0], *(f[1] * x for x in d), *(f[1] * v + along * x for x, v in zip(d, w))]


PAIRS = {"plummer": plummer_pair, "spline": spline_pair}


def _dot(a: Numbers, b: Numbers) -> Array:
    first, *rest = (x * y for x, y in zip(a, b))
    return sum(rest, first)


def body(profile: str, dim: int, parameters: int, dtype: DTypeLike) -> Body:
    """The pair of a profile in C++, with the softening or without (`parameters` 1 or 0)."""
    return function_body(PAIRS[profile], 2 * dim, 1, parameters, 2 * dim + 1, jnp.dtype(dtype).name)


def jerk_sum(
    targets: Array,
    target_velocities: Array,
    sources: Array,
    source_velocities: Array,
    masses: Array,
    softening: Array | float | None,
    *,
    profile: str = "plummer",
    backend: str | None = None,
) -> Sums:
    """Potential, gradient and the gradient's rate of change at targets that move among moving
    sources.

        u_i = sum_j m_j / R ,    g_i = -sum_j m_j d / R^3 ,
        h_i = dg_i/dt = -sum_j m_j (w / R^3 - 3 (d . w) d / R^5)

    with d = x_i - y_j, w = v_i - v_j, R^2 = |d|^2 + softening^2 for points (n, 3); for points
    (n, 2)

        u_i = -sum_j m_j log R ,    g_i = -sum_j m_j d / R^2 ,
        h_i = -sum_j m_j (w / R^2 - 2 (d . w) d / R^4) .

    With profile="spline" u is the sum of `Laplace(softening, profile)`, and g and h are its
    derivatives.

    Pairs at distance zero are left out, and so is the self-term of targets = sources. In gravity
    the acceleration is `G g_i` and the jerk `G h_i`. The rounding error does not grow with the
    number of sources.

    Args:
      targets, target_velocities: (m, d), float32 or float64.
      sources, source_velocities: (n, d); masses: (n,).
      softening: a length, a number or a traced scalar; None or the number 0 for none.  profile: as
        of `Laplace`.
      backend: one of `jaxfmm.backends()`, None for the fastest.

    Returns:
      (m,), (m, d) and (m, d).

    Raises:
      ValueError: for arguments of other shapes or dtypes, and for an unknown backend.

    Works under jit, vmap, jvp and grad in all arguments but `backend`; derivatives are computed in
    XLA.

    Reference: Makino & Aarseth, PASJ 44 (1992) 141; Hamada & Iitaka, arXiv astro-ph/0703100 (2007),
      figure A.4.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm.nbody.jerk import jerk_sum
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> v = jnp.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
      >>> [a.tolist() for a in jerk_sum(x[:1], v[:1], x, v, jnp.ones(2), None)]
      [[0.5], [[0.25, 0.0, 0.0]], [[0.0, 0.125, 0.0]]]
    """
    backends.check(backend)
    targets = inputs.points("targets", targets, (2, 3))
    sources = inputs.points("sources", sources, (targets.shape[1],), targets.dtype)
    inputs.same_dtype("sources", sources, "targets", targets.dtype)
    masses = inputs.charges("masses", masses, len(sources), sources.dtype)
    if masses.ndim != 1 or masses.dtype != sources.dtype:
        raise ValueError(
            f"masses must be real, of shape (n,), got {masses.dtype} of shape {masses.shape}"
        )
    moving_targets = (
        targets,
        _velocities("target_velocities", target_velocities, "targets", targets),
    )
    moving_sources = (
        sources,
        _velocities("source_velocities", source_velocities, "sources", sources),
    )
    kernel = Laplace(softening, profile).simplified(targets.shape[1])
    softening = None if kernel.softening is None else jnp.asarray(kernel.softening, sources.dtype)
    return _jerk((kernel.profile, backend), *moving_targets, *moving_sources, masses, softening)


def _velocities(name: str, value: Array, of: str, points: Array) -> Array:
    value = inputs.points(name, value, (points.shape[1],), points.dtype)
    inputs.same_dtype(name, value, of, points.dtype)
    if value.shape != points.shape:
        raise ValueError(
            f"{name} must have the shape of {of}, {points.shape}, got {value.shape}; give one per "
            "point"
        )
    return value


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _jerk(how: tuple[str, str | None], *arguments: Array | None) -> Sums:
    profile, backend = how

    @jax.custom_batching.sequential_vmap
    def run(arguments: tuple[Array | None, ...]) -> Sums:
        known = [array for array in arguments if array is not None]
        return tuple(jerk_p.bind(*known, profile=profile, backend=backend))

    return run(arguments)


@_jerk.defjvp
def _(how: tuple[str, str | None], primals: tuple, tangents: tuple) -> tuple[Sums, Sums]:
    if primals[-1] is None:
        primals, tangents = primals[:-1], tangents[:-1]
    reference = functools.partial(_reference, how[0], backends.SIZES[backends.default_platform()])
    _, rates = jax.jvp(reference, primals, tangents)
    return _jerk(how, *primals, *(None,) * (6 - len(primals))), rates


def _reference(
    profile: str,
    sizes: Sizes,
    targets: Array,
    target_velocities: Array,
    sources: Array,
    source_velocities: Array,
    masses: Array,
    softening: Array | None = None,
) -> Sums:
    """The sums in plain XLA."""
    kernel = Laplace(softening, profile).simplified(targets.shape[1])
    weights = masses[:, None, None]

    def sums(targets: Array, sources: Array) -> Array:
        return by_blocks(kernel, targets, sources, weights, (0,), (0, 1), sizes)[..., 0]

    value, rate = jax.jvp(sums, (targets, sources), (target_velocities, source_velocities))
    return value[:, 0], value[:, 1:], rate[:, 1:]


def compiled(
    targets: Array,
    sources: Array,
    softening: Sequence[Array],
    profile: str,
    backend: str | None,
    platform: str,
) -> tuple[str, Body] | None:
    """The backend with `all_pairs` that sums at these targets on a platform, and the pair body;
    None if that is XLA. softening: one, or none."""
    dim, dtype = targets.shape[1], targets.dtype
    kernel = Laplace(None).simplified(dim)
    name, _ = backends.choose(backend, platform, kernel, (0,), (0,), 1, dim, dtype)
    ops, pair = backends.operations(name), body(profile, dim, len(softening), dtype)
    if not ops.has("all_pairs") or 0 in (len(targets), len(sources)):
        return None
    return None if ops.p2p_reason(pair, dtype) else (name, pair)


def moving_points(points: Array, velocities: Array) -> Array:
    """Positions and velocities as the pair bodies take them, (n, 2 d)."""
    return jnp.concatenate([points, velocities], axis=1)


def parameters(softening: Sequence[Array], dtype: DTypeLike) -> Array:
    """The parameters of a pair body."""
    return jnp.stack(list(softening)) if softening else jnp.zeros(1, dtype)


def _compute(*arguments: Array, profile: str, backend: str | None, platform: str) -> Sums:
    targets, target_velocities, sources, source_velocities, masses, *softening = arguments
    found = compiled(targets, sources, softening, profile, backend, platform)
    if found is None:
        return _reference(profile, backends.sizes(platform), *arguments)
    x, y = moving_points(targets, target_velocities), moving_points(sources, source_velocities)
    out = all_pairs(*found, parameters(softening, x.dtype), x, y, masses[:, None, None])
    dim = targets.shape[1]
    return out[:, 0], out[:, 1 : 1 + dim], out[:, 1 + dim :]


jerk_p = primitive("jaxfmm_jerk", _compute)


@jerk_p.def_abstract_eval
def _(targets: Any, *_: Any, profile: str, backend: str | None) -> list[jax.core.ShapedArray]:
    (m, dim), dtype = targets.shape, targets.dtype
    return [jax.core.ShapedArray(shape, dtype) for shape in ((m,), (m, dim), (m, dim))]
