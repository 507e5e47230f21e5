"""Polyharmonic splines, the radial functions that interpolate with the least bending."""

import dataclasses
import functools

import jax
import jax.numpy as jnp

from jaxfmm import inputs, pytrees
from jaxfmm.kernels.base import Kernel, Traits

HIGHEST = 9  # the largest power


@functools.partial(pytrees.register, data_fields=["offset"], meta_fields=["power"])
@dataclasses.dataclass(frozen=True)
class ThinPlate(Kernel):
    """The polyharmonic spline of a power of the distance, `ThinPlate(2)` being the thin plate.

        K(x, y) = r^power log r   for even powers
        K(x, y) = r^power         for odd powers,     r = |x - y|

    A pair at distance zero gives zero. Derivatives that do not exist there leave such pairs out.
    The function grows with the distance: charges whose moments vanish, as in
    `jaxfmm.RBFInterpolator`, cancel far away, and a sum keeps `tol` relative to its own size only
    if the plan knows the charges (`jaxfmm.plan(..., charges=charges)`).

    Args:
      power: a whole number from 1 to 9.

    Raises:
      ValueError: for another power.

    Reference: Duchon, in Constructive Theory of Functions of Several Variables (1977) 85; Wahba,
    Spline Models for Observational Data (1990).

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [2.0]])
      >>> jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.ThinPlate(3)).tolist()
      [8.0, 8.0]
    """

    power: int = 2
    offset: jax.Array | None = dataclasses.field(default=None, repr=False)

    name = "ThinPlate"
    singular = False
    dimensions = None
    traits = Traits(smooth_apart=True, interpolated=True)

    def __post_init__(self) -> None:
        inputs.integer("power", self.power, 1, HIGHEST, "2 is the thin plate, 3 the cubic spline")
        super().__post_init__()

    @property
    def degree(self) -> int:
        return self.power

    @property
    def definite(self) -> tuple[int, int]:
        degree = self.power // 2
        return (-1) ** (degree + 1), degree

    @property
    def logarithms(self) -> tuple[str, ...]:  # type: ignore[override]
        return () if self.power % 2 else ("offset",)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        apart = r2 > 0
        safe = jnp.where(apart, r2, jnp.ones_like(r2))
        if self.power % 2:
            inverse = jax.lax.rsqrt(safe)
            # r^power, whose derivative in r^2 / 2 is power r^(power - 2)
            term = functools.reduce(jnp.multiply, [safe] * (self.power // 2 + 1)) * inverse
            out, q = [], self.power
            for _ in range(order + 1):
                out.append(jnp.where(apart, term, 0))
                term, q = q * inverse * inverse * term, q - 2
            return out
        log = 0.5 * jnp.log(safe)
        if self.offset is not None:
            log = log + jnp.asarray(self.offset, r2.dtype)
        # r^q (a log r + b), whose derivative in r^2 / 2 is r^(q - 2) (a q log r + a + b q)
        out, a, b = [], 1.0, 0.0
        for n in range(order + 1):
            q = self.power - 2 * n
            base = [safe if q > 0 else 1 / safe] * (abs(q) // 2)
            value = a * log + b if a else jnp.full_like(safe, b)
            out.append(jnp.where(apart, functools.reduce(jnp.multiply, base, value), 0))
            a, b = a * q, a + b * q
        return out
