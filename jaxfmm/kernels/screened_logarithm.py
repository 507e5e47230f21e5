"""-log r in the plane minus a smooth function of the distance: their difference ends at a
distance."""

import dataclasses
import functools
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxfmm import pytrees
from jaxfmm.kernels.screened import Screened


@pytrees.register
@dataclasses.dataclass(frozen=True)
class ScreenedLogarithm(Screened):
    """`Screened` of a kernel in the plane that is -log r from some distance on.

        K(x, y) = k(x, y) - p(u) + log(R)    for r = |x - y| < R, else 0 ,    u = 2 (r / R)^2 - 1

    Pairs at distance zero count with -p(-1) + log(R). k is a `Logarithm`; its `offset` is the
    logarithm of the unit of length.
    """

    name = "screened logarithm"
    dimensions = (2,)
    degree = 0

    def scale(self, dtype: Any) -> Any:
        return jnp.ones((), dtype)

    def smooth(self, r2: Any, order: int) -> list[Any]:
        value, *slopes = super().smooth(r2, order)
        level = jnp.log(jnp.asarray(self.length, r2.dtype))
        offset = getattr(self.kernel, "offset", None)
        if offset is not None:
            level = level + jnp.asarray(offset, r2.dtype)
        return [value - level, *slopes]


@functools.cache
def logarithm_series(shape: float, terms: int) -> np.ndarray:
    """The coefficients (terms,) of the powers in the polynomial p of a `ScreenedLogarithm` whose
    smooth function is the potential of the charge for `screened.window_series`, in projection on
    the plane:

        p(2 t^2 - 1) = int_0^sqrt(1 - t^2) (1 - sinh(shape w) / sinh(shape)) w / (1 - w^2) dw
    """
    nodes, weights = np.polynomial.legendre.leggauss(96)
    u = np.cos(np.pi * (np.arange(4 * terms) + 0.5) / (4 * terms))
    most = np.sqrt((1 - u) / 2)[:, None]
    w = most * (nodes + 1)[None] / 2
    # sinh(shape w) / sinh(shape), whose exponents are subtracted first
    rising = np.exp(shape * (w - 1)) * np.expm1(-2 * shape * w) / np.expm1(-2 * shape)
    values = ((1 - rising) * w / (1 - w * w)) @ weights * most[:, 0] / 2
    return np.polynomial.chebyshev.cheb2poly(np.polynomial.chebyshev.chebfit(u, values, terms - 1))
