"""Lennard-Jones with a cut-off, for equal atoms and by species."""

import dataclasses
import functools
from typing import Any

import jax
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import errors, pytrees
from jaxfmm.inputs import choice
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.compact import Compact
from jaxfmm.kernels.lennard_jones_by_species import RULES, OfSpecies, check_species, radial
from jaxfmm.kernels.parameters import number, parameter, positive


@functools.partial(
    pytrees.register,
    data_fields=["sigma", "epsilon", "cutoff", "switch", "species"],
    meta_fields=["shifted", "mixing"],
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

    Sigma and epsilon of a pair may depend on the species of its atoms: by a table, or by a rule of
    `mixing`,

        sigma_ij = (sigma_i + sigma_j) / 2 or, geometric, sqrt(sigma_i sigma_j)
        epsilon_ij = sqrt(epsilon_i epsilon_j)

    Args:
      sigma: > 0, where the potential is zero, in the unit of the coordinates.
      epsilon: the depth of the well, in the unit of the result.
      cutoff: > 0, in the unit of the coordinates; 2.5 sigma is usual. The derivative in the cut-off
        leaves the jump there out.
      shifted: whether the value at the cut-off is subtracted.
      switch: where the switch begins, > 0 and below the cut-off. None for no switch. All numbers
        can be traced. With `segments` each may be an array (num_segments,).
      species: (n,) integers from 0 to s - 1, the species of each atom, for sigma and epsilon of
        shape (s, s), symmetric tables of up to 16 species, or with `mixing` of shape (s,). Where
        there are targets, a tuple: the species of the sources and of the targets. Other numbers
        give NaN inside `jit`. None for sigma and epsilon that are the same for all atoms, or with
        `mixing` of shape (n,), one for each atom.
      mixing: "lorentz-berthelot", "geometric", or None for a table.

    With a table every pair costs a few operations more for each species; a rule costs as much for
    any number of species. Derivatives in sigma and epsilon are those of the arrays as given: an
    entry of a table counts where it is read, (i, j) for a target of species i. The derivative of a
    square root at epsilon = 0, which is infinite, is left out.

    Raises:
      ValueError: for numbers outside of these ranges, for `shifted` together with `switch`, for
        tables that are not symmetric, and for shapes that do not belong together.

    Reference: Lennard-Jones, Proc. Phys. Soc. 43 (1931) 461; the switch is that of CHARMM, Brooks
    et al., J. Comput. Chem. 4 (1983) 187.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2 ** (1 / 6), 0.0, 0.0]])
      >>> kernel = jaxfmm.LennardJones(1.0, 1.0, 2.5)
      >>> round(float(jaxfmm.energy(x, jnp.ones(2), kernel=kernel)), 4)
      -1.0
      >>> salt = jaxfmm.LennardJones(
      ...     jnp.array([0.8, 1.2]), jnp.array([1.0, 4.0]), 2.5, species=[0, 1],
      ...     mixing="lorentz-berthelot")
      >>> round(float(jaxfmm.energy(x, jnp.ones(2), kernel=salt)), 4)
      -2.0
    """

    sigma: ArrayLike
    epsilon: ArrayLike
    cutoff: float | jax.Array
    shifted: bool = False
    switch: float | jax.Array | None = None
    species: Any = None
    mixing: str | None = None

    name = "LennardJones"
    singular = True
    dimensions = None
    degree = 0
    traits = Traits(compact=True, slopes_end=True, steep=True)
    lengths = ("sigma", "cutoff", "switch")
    numbers = ("epsilon",)

    @property
    def by_segment(self) -> bool:
        return not self.by_point

    @property
    def by_point(self) -> bool:
        """Whether atoms have numbers of their own."""
        return self.species is not None or self.mixing is not None

    def __post_init__(self) -> None:
        if not isinstance(self.species, tuple):
            super().__post_init__()
            return
        of_both = tuple(parameter("species", x) for x in self.species)
        object.__setattr__(self, "species", None)
        super().__post_init__()
        object.__setattr__(self, "species", of_both)

    def check(self, dim: int) -> None:
        choice("mixing", self.mixing, (None, *RULES))
        if self.by_point:
            check_species(self)
        else:
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

    def simplified(self, dim: int) -> Kernel:
        return OfSpecies.of(self) if self.by_point else self

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return radial(r2, order, self.sigma, self.epsilon, self.cutoff, self.shifted, self.switch)
