"""The Laplace (Coulomb, Newton) kernel with softening, in three dimensions and in two."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import inputs, pytrees
from jaxfmm.kernels.base import SOFTENINGS, Kernel, Traits
from jaxfmm.kernels.pairs import inverse_distance, plus_square
from jaxfmm.kernels.parameters import none_if_zero, parameter, positive
from jaxfmm.kernels.softening_by_body import ONE_EACH, Splines
from jaxfmm.kernels.softening_spline import Spline

PROFILES = ("plummer", "spline")
NO_SOFTENING = "it is a length, 0 or None for none"


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Laplace(Kernel):
    """The free-space potential of a point charge, `1 / r` in three dimensions and `-log r` in two.

        K(x, y) = 1 / sqrt(|x - y|^2 + softening^2)               for points (n, 3)
        K(x, y) = -1/2 log(|x - y|^2 + softening^2)               for points (n, 2)

    Softening is Plummer's, as above. In three dimensions charges may instead be spread over balls
    of radius h by the cubic spline of smoothed particle hydrodynamics. With r = |x - y|, h = 2.8
    softening and u = r / h the kernel is then

        h K(x, y) = 14/5 - 16/3 u^2 + 48/5 u^4 - 32/5 u^5                          for u < 1/2
                    16/5 - 1/(15 u) - 32/3 u^2 + 16 u^3 - 48/5 u^4 + 32/15 u^5     for 1/2 <= u < 1
                    1 / u                                                          for u >= 1

    Both tend to `1 / softening` at distance zero. The spline is exactly `1 / r` from 2.8 softenings
    on, so fast sums cost about what they do without softening. Plummer's softening changes the
    kernel at every distance.

    There is no 4 pi, no 2 pi and no sign. Gravity in 3D is `-G` times the sum, electrostatics in
    vacuum `1 / (4 pi eps0)` times the sum, the stream function of vortices in the plane `1 / (2
    pi)` times the sum. Pairs at distance zero are left out, with and without softening, so a source
    does not act on itself.

    Args:
      softening: a length, >= 0, in the unit of the coordinates: a number or a traced scalar. It can
        be differentiated, and changed without compiling again. None means no softening, and the
        number 0 becomes None. A traced or an array 0 is a softening of length zero, in which there
        is a derivative. With `segments` it may be an array (num_segments,), with profile="plummer".
        With profile="spline" it may be an array (n,) with a length for each body;
        a pair of bodies takes the larger. For separate targets give a pair of arrays, (n,) for the
        sources and (m,) for the targets.
      profile: "plummer" or, for points (n, 3), "spline".

    Raises:
      ValueError: for a softening that is negative, not finite or of another shape, and for another
        profile.

    Reference: Plummer, MNRAS 71 (1911) 460; Monaghan & Lattanzio, A&A 149 (1985) 135, and Springel,
    MNRAS 364 (2005) 1105, eq. 4 and 71, for the spline; for the expansions Dehnen, Comput.
    Astrophys. Cosmol. 1 (2014) 1, and in 2D Goude & Engblom, J. Supercomput. 63 (2013) 897.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Laplace()).tolist()
      [0.5, 0.5]
      >>> phi = jaxfmm.potential(x[:, :2], jnp.ones(2), kernel=jaxfmm.Laplace())
      >>> [round(float(u), 4) for u in phi]
      [-0.6931, -0.6931]
    """

    softening: Any = None  # a number, an array, or a pair of arrays
    profile: str = dataclasses.field(default="plummer", metadata={"static": True})

    name = "Laplace"
    singular = True
    dimensions = (2, 3)
    degree = -1
    lengths = ("softening",)
    by_segment = property(lambda self: self.profile == "plummer")
    by_point = property(lambda self: self.profile == "spline" and _is_by_body(self.softening))
    plan_serves = SOFTENINGS

    def __post_init__(self) -> None:
        if isinstance(self.softening, tuple):  # of sources and of targets
            object.__setattr__(
                self, "softening", tuple(parameter("softening", x) for x in self.softening)
            )
        else:
            super().__post_init__()
            object.__setattr__(self, "softening", none_if_zero(self.softening))

    @property
    def traits(self) -> Traits:
        softened = self.softening is not None
        plummer = softened and self.profile == "plummer"
        return Traits(
            errors_known=True,
            smooth_apart=softened,  # others need only harmonics
            nearly_harmonic=plummer,
            newtonian=not plummer,
            plummer=plummer,
        )

    def check(self, dim: int) -> None:
        inputs.choice("profile", self.profile, PROFILES)
        if self.profile == "spline" and dim == 2:
            raise ValueError(
                "profile must be 'plummer' for points (n, 2), got 'spline', which is for three "
                "dimensions"
            )
        if not _is_by_body(self.softening):
            positive("softening", self.softening, NO_SOFTENING, zero=True)
        elif self.profile != "spline":
            shape = " and ".join(str(jnp.shape(x)) for x in jax.tree.leaves(self.softening))
            raise ValueError(
                f"softening must be a number, got shape {shape} with profile={self.profile!r}; "
                "only profile='spline' takes a softening for each point"
            )
        else:
            self._by_body().check(dim)

    def _by_body(self) -> Splines:
        pair = self.softening if isinstance(self.softening, tuple) else (self.softening, None)
        if len(pair) != 2:
            raise ValueError(
                f"softening must be two arrays, got a tuple of {len(pair)}; {ONE_EACH}"
            )
        return Splines(*pair)

    def alike(self, other: Any) -> bool:
        return super().alike(other) or self.softening is None and isinstance(other, Spline)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """In three dimensions with Plummer's profile. `simplified` gives the kernels of others."""
        inverse = inverse_distance(r2, plus_square(r2, self.softening))
        square = inverse * inverse
        out = [inverse]
        for n in range(order):  # f_n = (-1)^n (2n - 1)!! / (r^2 + softening^2)^(n + 1/2)
            out.append(-(2 * n + 1) * square * out[-1])
        return out

    def simplified(self, dim: int) -> Any:
        self.check(dim)
        if _is_by_body(self.softening):
            return self._by_body()
        if self.profile == "spline" and self.softening is not None:
            return Spline(self.softening)
        return Logarithm(self.softening) if dim == 2 else Laplace(self.softening)

    def far_length(self, tol: float) -> ArrayLike:
        # 1/sqrt(r^2 + e^2) = 1/r (1 - e^2/(2 r^2) + ...), its gradient -x/r^3 (1 - 3 e^2/(2 r^2) +
        # ...)
        return 0.0 if self.softening is None else self.softening * (1.5 / tol) ** 0.5


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Logarithm(Kernel):
    """`Laplace` in two dimensions: -1/2 log(r^2 + softening^2) - offset.

    offset: the logarithm of the unit of length, since log(r) is not a power of r; None in the
    user's unit."""

    softening: float | jax.Array | None = None
    offset: jax.Array | None = dataclasses.field(default=None, repr=False)

    name = "Laplace"
    profile = "plummer"
    singular = True
    dimensions = (2,)
    degree = 0
    lengths = ("softening",)
    logarithms = ("offset",)
    plan_serves = SOFTENINGS

    def __repr__(self) -> str:
        return f"Laplace(softening={self.softening!r})"

    @property
    def traits(self) -> Traits:
        softened = self.softening is not None  # others need only harmonics
        return Traits(errors_known=True, smooth_apart=softened, newtonian=not softened)

    def check(self, dim: int) -> None:
        positive("softening", self.softening, NO_SOFTENING, zero=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        apart = r2 > 0
        safe = jnp.where(apart, plus_square(r2, self.softening), jnp.ones_like(r2))
        potential = -0.5 * jnp.log(safe)
        if self.offset is not None:
            potential = potential - jnp.asarray(self.offset, r2.dtype)
        out, inverse = [jnp.where(apart, potential, 0)], jnp.where(apart, 1 / safe, 0)
        for n in range(order):  # f_n = -(-2)^(n - 1) (n - 1)! / (r^2 + softening^2)^n
            out.append(-2 * n * inverse * out[-1] if n else -inverse)
        return out

    def far_length(self, tol: float) -> ArrayLike:
        # the gradient is -x/r^2 (1 - e^2/r^2 + ...), the potential -log r - e^2/(2 r^2) + ...
        return 0.0 if self.softening is None else self.softening * tol**-0.5


def _is_by_body(softening: Any) -> bool:
    return isinstance(softening, tuple) or np.ndim(softening) > 0
