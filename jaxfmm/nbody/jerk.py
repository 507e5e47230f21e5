"""Potential, gradient and the gradient's rate of change at moving targets, over all pairs in one
pass.

What the Hermite scheme needs (Makino & Aarseth, PASJ 44 (1992) 141; on GPUs Hamada & Iitaka 2007,
appendix A). The sum is written once, for one pair, and translated for CPUs and GPUs as the kernels
are; in XLA, and for its derivatives, it is the derivative along the velocities of the direct sum by
blocks."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.backends import registry as backends
from jaxfmm.backends.registry import Sizes
from jaxfmm.codegen.bodies import Body, function_body
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.spline import Spline
from jaxfmm.native.platforms import primitive
from jaxfmm.passes.all_pairs import all_pairs, by_blocks


def plummer_pair(
    offset: list[jax.Array], weights: tuple[jax.Array, ...], parameters: tuple[jax.Array, ...]
) -> list[jax.Array]:
    """[u, g, h] of one pair, see `jerk_sum`, from the offsets of positions and velocities, the mass
    and the softening, if there is one; zero where the distance is."""
    dim, (mass,) = len(offset) // 2, weights
    d, w = offset[:dim], offset[dim:]
    r2 = _dot(d, d)
    softened = r2 + parameters[0] * parameters[0] if parameters else r2
    apart = r2 > 0
    safe = jnp.where(apart, softened, jnp.ones_like(r2))
    if dim == 3:
        inverse, power = (
            jnp.where(apart, lax.rsqrt(safe), 0),
            3,
        )  # the gradient falls off with this power of 1 / R
        square, potential = inverse * inverse, mass * inverse
        slope = potential * square
    else:
        square, power = jnp.where(apart, 1 / safe, 0), 2
        potential, slope = jnp.where(apart, -0.5 * mass * jnp.log(safe), 0), mass * square
    along = power * (_dot(d, w) * square)
    return [
        potential,
        *(-(slope * x) for x in d),
        *(-(slope * (v - along * x)) for x, v in zip(d, w)),
    ]


def spline_pair(offset, weights, parameters):
    """The same with the spline's profile."""
    dim, (mass,) = len(offset) // 2, weights
    d, w = offset[:dim], offset[dim:]
    f = [mass * value for value in Spline(parameters[0]).radial(_dot(d, d), 2)]
    along = f[2] * _dot(d, w)
    return [f[0], *(f[1] * x for x in d), *(f[1] * v + along * x for x, v in zip(d, w))]


PAIRS = {"plummer": plummer_pair, "spline": spline_pair}


def _dot(a: list[jax.Array], b: list[jax.Array]) -> jax.Array:
    first, *rest = (x * y for x, y in zip(a, b))
    return sum(rest, first)


def body(profile: str, dim: int, parameters: int, dtype: DTypeLike) -> Body:
    """The pair of a profile in C++, with the softening or without (`parameters` 1 or 0)."""
    return function_body(PAIRS[profile], 2 * dim, 1, parameters, 2 * dim + 1, jnp.dtype(dtype).name)


def jerk_sum(
    targets: jax.Array,
    target_velocities: jax.Array,
    sources: jax.Array,
    source_velocities: jax.Array,
    masses: jax.Array,
    softening: jax.Array | None,
    *,
    profile: str = "plummer",
    backend: str | None = None,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Potential, gradient and the gradient's rate of change at targets that move among moving
    sources.

        u_i = sum_j m_j / R ,    g_i = -sum_j m_j d / R^3 ,    h_i = dg_i/dt = -sum_j m_j (w / R^3 - 3 (d . w) d / R^5)

    with d = x_i - y_j, w = v_i - v_j, R^2 = |d|^2 + softening^2 for points (n, 3); for points (n,
    2)

        u_i = -sum_j m_j log R ,  g_i = -sum_j m_j d / R^2 ,  h_i = -sum_j m_j (w / R^2 - 2 (d . w)
        d / R^4) .

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
      ValueError: for arguments of other shapes or dtypes, and for a backend that cannot do this.

    Works under jit, vmap, jvp and grad in all arguments but `backend`; derivatives are computed in
    XLA.

    Reference: Makino & Aarseth, PASJ 44 (1992) 141; Hamada & Iitaka, arXiv astro-ph/0703100 (2007),
      figure A.4.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm.nbody.jerk import jerk_sum
      >>> x, v = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), jnp.array([[0.0, 0.0, 0.0], [0.0,
      1.0, 0.0]])
      >>> [a.tolist() for a in jerk_sum(x[:1], v[:1], x, v, jnp.ones(2), None)]
      [[0.5], [[0.25, 0.0, 0.0]], [[0.0, 0.125, 0.0]]]
    """
    backends.check(backend)
    targets = errors.points("targets", targets, (2, 3))
    sources = errors.points("sources", sources, (targets.shape[1],), targets.dtype)
    errors.same_dtype("sources", sources, "targets", targets.dtype)
    masses = errors.charges("masses", masses, len(sources), sources.dtype)
    if masses.ndim != 1 or masses.dtype != sources.dtype:
        raise ValueError(
            f"masses must be real, of shape (n,), got {masses.dtype} of shape {masses.shape}"
        )
    target_velocities = _velocities("target_velocities", target_velocities, "targets", targets)
    source_velocities = _velocities("source_velocities", source_velocities, "sources", sources)
    kernel = Laplace(softening, profile).simplified(targets.shape[1])
    softening = None if kernel.softening is None else jnp.asarray(kernel.softening, sources.dtype)
    return _jerk(
        (kernel.profile, backend),
        targets,
        target_velocities,
        sources,
        source_velocities,
        masses,
        softening,
    )


def _velocities(name: str, value: jax.Array, of: str, points: jax.Array) -> jax.Array:
    value = errors.points(name, value, (points.shape[1],), points.dtype)
    errors.same_dtype(name, value, of, points.dtype)
    if value.shape != points.shape:
        raise ValueError(
            f"{name} must have the shape of {of}, {points.shape}, got {value.shape}; give one per point"
        )
    return value


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _jerk(how: tuple[str, str | None], *args) -> tuple[jax.Array, jax.Array, jax.Array]:
    profile, backend = how

    @jax.custom_batching.sequential_vmap
    def run(args):
        return tuple(
            jerk_p.bind(*(a for a in args if a is not None), profile=profile, backend=backend)
        )

    return run(args)


@_jerk.defjvp
def _(how, primals, tangents) -> Any:
    if primals[-1] is None:
        primals, tangents = primals[:-1], tangents[:-1]
    reference = functools.partial(_reference, how[0], backends.SIZES[backends.default_platform()])
    _, rates = jax.jvp(reference, primals, tangents)
    return _jerk(how, *primals, *(None,) * (6 - len(primals))), rates


def _reference(
    profile: str,
    sizes: Sizes,
    targets: jax.Array,
    target_velocities: jax.Array,
    sources: jax.Array,
    source_velocities: jax.Array,
    masses: jax.Array,
    softening: None = None,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The sums in plain XLA."""
    kernel = Laplace(softening, profile).simplified(targets.shape[1])

    def sums(targets, sources):
        return by_blocks(kernel, targets, sources, masses[:, None, None], (0,), (0, 1), sizes)[
            ..., 0
        ]

    value, rate = jax.jvp(sums, (targets, sources), (target_velocities, source_velocities))
    return value[:, 0], value[:, 1:], rate[:, 1:]


def _compute(
    *args, profile: str, backend: str | None, platform: str
) -> tuple[jax.Array, jax.Array, jax.Array]:
    targets, target_velocities, sources, source_velocities, masses, *softening = args
    (m, dim), n, dtype = targets.shape, len(sources), targets.dtype
    name, _ = backends.choose(
        backend, platform, Laplace(None).simplified(dim), (0,), (0,), 1, dim, dtype
    )
    ops = backends.operations(name)
    of_pair = body(profile, dim, len(softening), dtype)
    if not ops.has("all_pairs") or 0 in (m, n) or ops.p2p_reason(of_pair, dtype):
        return _reference(profile, backends.sizes(platform), *args)
    x, y = (
        jnp.concatenate(a, axis=1)
        for a in ((targets, target_velocities), (sources, source_velocities))
    )
    values = jnp.stack(softening) if softening else jnp.zeros(1, dtype)
    out = all_pairs(name, of_pair, values, x, y, masses[:, None, None])
    return out[:, 0], out[:, 1 : 1 + dim], out[:, 1 + dim :]


jerk_p = primitive("jaxfmm_jerk", _compute)


@jerk_p.def_abstract_eval
def _(targets: Any, *_, profile: str, backend: str | None) -> list[Any]:
    (m, dim), dtype = targets.shape, targets.dtype
    return [jax.core.ShapedArray(shape, dtype) for shape in ((m,), (m, dim), (m, dim))]
