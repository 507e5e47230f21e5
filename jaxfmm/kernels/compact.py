"""Kernels that are zero beyond a distance: Lennard-Jones with a cut-off, a Wendland function."""

import dataclasses
import functools
import math
import operator

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import errors, pytrees
from jaxfmm.inputs import choice
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.kernels.parameters import number, positive


class Compact(Kernel):
    """A kernel that is zero beyond `support()`. Trees find the pairs within this distance."""

    traits = Traits(compact=True, slopes_end=True)

    def support(self) -> float | jax.Array:
        """The distance at which it ends."""
        raise NotImplementedError

    def reach(self, tol: float, derivatives: int, dim: int) -> ArrayLike:
        return self.support()

    def far_length(self, tol: float) -> ArrayLike:
        return self.support()


@functools.partial(
    pytrees.register,
    data_fields=["sigma", "epsilon", "cutoff", "switch"],
    meta_fields=["shifted"],
)
@dataclasses.dataclass(frozen=True)
class LennardJones(Compact):
    """The potential of Lennard-Jones, cut off.

        K(x, y) = 4 epsilon ((sigma / r)^12 - (sigma / r)^6) for r = |x - y| < cutoff, else 0

    So it jumps by its value at the cut-off. With `shifted` this value is subtracted within the
    cut-off: the force still jumps. With `switch` the kernel is multiplied by

        S(r) = (c^2 - r^2)^2 (c^2 + 2 r^2 - 3 s^2) / (c^2 - s^2)^3 for s < r < c, 1 for r <= s

    with the cut-off c and s = switch: values and forces end at zero. Pairs at distance zero are
    left out. The energy of n equal atoms is `jaxfmm.energy(points, ones, kernel=...)`.

    Args:
      sigma: > 0, where the potential is zero, in the unit of the coordinates.
      epsilon: the depth of the well, in the unit of the result.
      cutoff: > 0, in the unit of the coordinates; 2.5 sigma is usual. The derivative in the cut-off
        leaves the jump there out.
      shifted: whether the value at the cut-off is subtracted.
      switch: where the switch begins, > 0 and below the cut-off. None for no switch. All numbers
        can be traced. With `segments` each may be an array (num_segments,).

    Raises:
      ValueError: for numbers outside of these ranges, and for `shifted` together with `switch`.

    Reference: Lennard-Jones, Proc. Phys. Soc. 43 (1931) 461; the switch is that of CHARMM, Brooks
    et al., J. Comput. Chem. 4 (1983) 187.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2 ** (1 / 6), 0.0, 0.0]])
      >>> round(float(jaxfmm.energy(x, jnp.ones(2), kernel=jaxfmm.LennardJones(1.0, 1.0, 2.5))), 4)
      -1.0
    """

    sigma: float | jax.Array
    epsilon: float | jax.Array
    cutoff: float | jax.Array
    shifted: bool = False
    switch: float | jax.Array | None = None

    name = "LennardJones"
    singular = True
    dimensions = None
    degree = 0
    traits = Traits(compact=True, slopes_end=True, steep=True)
    lengths = ("sigma", "cutoff", "switch")
    numbers = ("epsilon",)
    by_segment = True

    def check(self, dim: int) -> None:
        positive("sigma", self.sigma, "it is a length")
        number("epsilon", self.epsilon, "it is the depth of the well")
        positive("cutoff", self.cutoff, "it is a length, 2.5 sigma is usual")
        choice("shifted", self.shifted, (False, True))
        if self.switch is None:
            return
        positive("switch", self.switch, "it is the length where the switch begins")
        if self.shifted:
            raise ValueError(
                "shifted must be False with a switch, which ends at zero by itself, got True"
            )
        if not errors.is_traced((self.switch, self.cutoff)) and np.any(
            np.asarray(self.switch) >= np.asarray(self.cutoff)
        ):
            raise ValueError(
                f"switch must be below the cutoff {self.cutoff}, got {self.switch}; it is the "
                "length where the switch begins"
            )

    def support(self) -> float | jax.Array:
        return self.cutoff

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        sigma, epsilon, cutoff = (
            jnp.asarray(p, r2.dtype) for p in (self.sigma, self.epsilon, self.cutoff)
        )
        inside = (r2 > 0) & (r2 < cutoff * cutoff)
        inverse = jnp.where(inside, 1 / jnp.where(inside, r2, jnp.ones_like(r2)), 0)
        six = (sigma * sigma * inverse) ** 3
        twelve = six * six
        out = []
        for n in range(order + 1):  # d/ds of r^-m is -m r^-(m + 2)
            out.append(4 * epsilon * (twelve - six))
            twelve, six = -(12 + 2 * n) * inverse * twelve, -(6 + 2 * n) * inverse * six
        if self.shifted:
            last = (sigma / cutoff) ** 6
            out[0] = out[0] - jnp.where(inside, 4 * epsilon * (last * last - last), 0)
        if self.switch is not None:
            factors = _switch(r2, jnp.asarray(self.switch, r2.dtype), cutoff)
            out = [  # by Leibniz's rule
                functools.reduce(
                    operator.add,
                    [math.comb(n, k) * out[n - k] * f for k, f in enumerate(factors[: n + 1])],
                )
                for n in range(order + 1)
            ]
        return out


def _switch(r2: jax.Array, begin: jax.Array, end: jax.Array) -> list[jax.Array]:
    """The switch S of `LennardJones` and its derivatives in r^2 / 2, of which the fourth is
    zero."""
    a, b = begin * begin, end * end
    scale = 1 / (b - a) ** 3
    left, switched = b - r2, r2 > a
    return [
        jnp.where(switched, left * left * (b + 2 * r2 - 3 * a) * scale, 1),
        jnp.where(switched, 12 * left * (a - r2) * scale, 0),
        jnp.where(switched, 24 * (2 * r2 - a - b) * scale, 0),
        jnp.where(switched, 96 * scale, 0),
    ]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Wendland(Compact):
    """Wendland's function psi_{3,1}, a kernel of smoothed particle hydrodynamics.

        K(x, y) = (1 - q)^4 (1 + 4 q) for q = |x - y| / radius < 1, else 0

    Positive definite in up to three dimensions and twice differentiable.

    Not normalised: K = 1 at distance zero; times 21 / (2 pi radius^3) in 3D or 7 / (pi radius^2) in
    2D it has integral one. Pairs at distance zero count. Derivatives from order 3 on, which do not
    exist there, leave them out.

    Args:
      radius: > 0, where it ends, in the unit of the coordinates; it can be traced and
        differentiated. With `segments` it may be an array (num_segments,).

    Reference: Wendland, Adv. Comput. Math. 4 (1995) 389; Dehnen & Aly, MNRAS 425 (2012) 1068, table
    1.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [0.5]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Wendland(1.0))
      >>> [round(float(u), 4) for u in phi]
      [1.1875, 1.1875]
    """

    radius: float | jax.Array

    name = "Wendland"
    singular = False
    dimensions = (1, 2, 3)
    degree = 0
    lengths = ("radius",)
    by_segment = True

    def check(self, dim: int) -> None:
        positive("radius", self.radius, "it is a length")

    def support(self) -> float | jax.Array:
        return self.radius

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        h = jnp.asarray(self.radius, r2.dtype)
        inverse = inverse_distance(r2)
        inside = r2 < h * h
        rest = jnp.where(inside, 1 - r2 * inverse / h, 0)
        # with s = r^2 / 2: f_0, f_1 = -20 (1 - q)^3 / h^2, f_2 = 60 (1 - q)^2 / (h^3 r), then by
        # 1/r d/dr of 60 / h^3 (1/r - 2/h + r/h^2) term by term: each is c r^m, whose derivative is
        # c m r^(m - 2)
        out = [rest**4 * (5 - 4 * rest), -20 / (h * h) * rest**3, 60 / h**3 * rest**2 * inverse][
            : order + 1
        ]
        terms = {-1: 60 / h**3, 0: -120 / h**4, 1: 60 / h**5}
        for _ in range(order - 2):
            terms = {m - 2: c * m for m, c in terms.items() if m}
            value = sum(
                c * inverse**-m if m < 0 else c * (r2 * inverse) ** m for m, c in terms.items()
            )
            out.append(jnp.where(inside, value, 0))
        return out
