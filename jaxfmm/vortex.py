"""The velocity of vortices in the plane."""

import math

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxfmm import inputs
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.periodic import Periodic
from jaxfmm.kernels.vortex import VortexBlob
from jaxfmm.plan import Plan
from jaxfmm.sum import gradient
from jaxfmm.switches import library_code

_CORES = {"gaussian": VortexBlob, "algebraic": Laplace}


@library_code
def vortex_velocity(
    sources: ArrayLike,
    circulations: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    core: ArrayLike | None = None,
    profile: str = "gaussian",
    cell: ArrayLike | None = None,
    axes: tuple[int, ...] | None = None,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The velocity that vortices in the plane induce, by the law of Biot and Savart.

        u_i = 1 / (2 pi) sum_j Gamma_j (-(y_i - y_j), x_i - x_j) / r^2 g(r) ,     r = |x_i - y_j|

        point vortices   g = 1                               core None
        "gaussian"       g = 1 - exp(-r^2 / (2 core^2))      Lamb and Oseen, core^2 = 2 nu t
        "algebraic"      g = r^2 / (r^2 + core^2)            Krasny

    Positive circulations turn counterclockwise. A vortex does not move itself, and point vortices
    at one place do not move each other. The velocity is the gradient of the sum with `Laplace()`,
    `VortexBlob(core)` or `Laplace(softening=core)`, turned by a right angle. For the complex
    velocity of complex strengths see `Cauchy`.

    Args:
      sources: (n, 2) positions y_j.
      circulations: (n,) or (n, k).
      targets: (m, 2) positions x_i; None for the sources themselves.
      core: the size of the cores, > 0, in the unit of the coordinates; it can be traced and
        differentiated. None for point vortices.
      profile: "gaussian" or "algebraic".
      cell, axes: of a periodic cell, as of `jaxfmm.Periodic`, for point vortices and Gaussian
        cores: every image of a vortex moves the others. Along one axis, axes=(0,), vortices are
        rows of period `cell`.
      tol: relative L2 error over the targets, used only when no plan is given.
      plan: from `jaxfmm.plan`, made for these points with the kernel named above.

    Returns:
      (m, 2) or (m, 2, k).

    Raises:
      ValueError: for bad arguments, as `potential`.

    Reference: Cottet & Koumoutsakos, Vortex Methods: Theory and Practice (2000), chapter 2; Krasny,
    J. Comput. Phys. 65 (1986) 292.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> pair = jnp.array([[0.0, 0.0], [1.0, 0.0]])
      >>> jaxfmm.vortex_velocity(pair, 2 * jnp.pi * jnp.ones(2)).round(4).tolist()
      [[0.0, -1.0], [0.0, 1.0]]
    """
    inputs.choice("profile", profile, tuple(_CORES))
    kernel: Kernel = Laplace() if core is None else _CORES[profile](core)
    if cell is not None:
        kernel = Periodic(kernel, cell, axes)
    sources = inputs.points("sources", sources, (2,))
    slope = gradient(sources, circulations, targets, kernel=kernel, tol=tol, plan=plan)
    return jnp.stack([slope[:, 1], -slope[:, 0]], axis=1) / (2 * math.pi)
