"""Lennard-Jones whose sigma and epsilon depend on both atoms of a pair: by a rule of mixing, or by
a table of pairs of species.

Every atom has numbers of its own, from which those of a pair follow. With a rule these are sigma
and the root of epsilon. With a table they are the rows of sigma and of epsilon for the species of
the atom, and the species. The cut-off and the switch are among them too, so that sums are
differentiated in all parameters in one way."""

import dataclasses
import functools
import math
import operator
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, pytrees
from jaxfmm.kernels.base import Traits
from jaxfmm.kernels.by_point import ByPoint
from jaxfmm.kernels.compact import Compact
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points, pair_sums

RULES: dict[str, Callable[[Array, Array], Array]] = {
    "lorentz-berthelot": lambda one, other: 0.5 * (one + other),
    "geometric": lambda one, other: jnp.sqrt(one * other),
}
MOST_SPECIES = 16  # of a table


def radial(
    r2: Array,
    order: int,
    sigma: ArrayLike,
    epsilon: ArrayLike,
    cutoff: ArrayLike,
    shifted: bool,
    switch: ArrayLike | None,
) -> list[Array]:
    """`Kernel.radial` of Lennard-Jones; sigma and epsilon may be arrays of pairs."""
    sigma, epsilon, cutoff = (jnp.asarray(p, r2.dtype) for p in (sigma, epsilon, cutoff))
    inside = (r2 > 0) & (r2 < cutoff * cutoff)
    inverse = jnp.where(inside, 1 / jnp.where(inside, r2, jnp.ones_like(r2)), 0)
    six = (sigma * sigma * inverse) ** 3
    twelve = six * six
    out = []
    for n in range(order + 1):  # d/ds of r^-m is -m r^-(m + 2)
        out.append(4 * epsilon * (twelve - six))
        twelve, six = -(12 + 2 * n) * inverse * twelve, -(6 + 2 * n) * inverse * six
    if shifted:
        last = (sigma / cutoff) ** 6
        out[0] = out[0] - jnp.where(inside, 4 * epsilon * (last * last - last), 0)
    if switch is not None:
        factors = _switch(r2, jnp.asarray(switch, r2.dtype), cutoff)
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


class _Pair(NamedTuple):
    """The radial function of one pair, or of arrays of pairs, for `pairs.pair_sums`."""

    sigma: Array
    epsilon: Array
    cutoff: Array
    shifted: bool
    switch: Array | None

    def radial(self, r2: Array, order: int) -> list[Array]:
        return radial(r2, order, *self)


@functools.partial(
    pytrees.register,
    data_fields=["of_sources", "of_targets", "cutoff"],
    meta_fields=["lengths_of_pair", "shifted", "rule", "separate", "turned", "slopes"],
)
@dataclasses.dataclass(frozen=True)
class OfSpecies(Compact, ByPoint):
    """`LennardJones` by species.

    of_sources, of_targets: the numbers of the atoms, (n,) and (m,) each: sigma, the cut-off, the
      switch if there is one, epsilon, the species for a table.
    cutoff: the distance within which pairs are found, without derivatives.
    lengths_of_pair: the cut-off, and the switch if there is one, are so many numbers.
    rule: of `RULES`, None for a table.
    separate: whether the numbers of the targets are not those of the sources.
    turned: whether the rows of a table are those of the sources, not of the targets.
    slopes: the own numbers in which it is differentiated, each a side and a place.
    """

    of_sources: tuple[Array, ...]
    of_targets: tuple[Array, ...]
    cutoff: ArrayLike
    lengths_of_pair: int
    shifted: bool
    rule: str | None
    separate: bool
    turned: bool = False
    slopes: tuple[tuple[str, int], ...] = ()

    name = "LennardJones by species"
    singular = True
    dimensions = None
    is_radial = False
    traits = Traits(compact=True, slopes_end=True, steep=True, one_reach=True)

    def __post_init__(self) -> None:
        """The numbers stay tuples of arrays."""

    @classmethod
    def of(cls, kernel: Any) -> "OfSpecies":
        """The kernel of a checked `LennardJones` with species."""
        both = isinstance(kernel.species, tuple)
        sides = kernel.species if both else (kernel.species,) * 2
        of_sources, of_targets = (_numbers(kernel, species) for species in sides)
        if kernel.mixing is None:  # rows that are not read have no derivatives
            of_sources = jax.lax.stop_gradient(of_sources)
        cutoff, lengths = jax.lax.stop_gradient(kernel.cutoff), 2 - (kernel.switch is None)
        return cls(of_sources, of_targets, cutoff, lengths, kernel.shifted, kernel.mixing, both)

    @property
    def own_numbers(self) -> int:
        return len(self.of_sources)

    @property
    def count(self) -> int:
        """How many sigmas an atom has."""
        return 1 if self.rule else (self.own_numbers - 1 - self.lengths_of_pair) // 2

    @property
    def degree(self) -> int:
        lengths = self.count + self.lengths_of_pair  # which come first
        return -sum(place < lengths for _, place in self.slopes)

    def support(self) -> Any:
        return self.cutoff

    def check_numbers(self, n: int, m: int | None) -> None:
        came = self.of_sources[0].shape, self.of_targets[0].shape
        if self.separate != (m is not None) or came != ((n,), (n if m is None else m,)):
            points = f"{n} points" if m is None else f"{n} sources and {m} targets"
            shapes = " and ".join(map(str, came[: 1 + self.separate]))
            raise ValueError(
                f"species of shape {shapes} came for {points}; give (n,) numbers for targets = "
                "sources, or a tuple of two arrays, (n,) of the sources and (m,) of the targets"
            )

    def shared(self) -> "OfSpecies":
        none: Any = (None,) * self.own_numbers
        return dataclasses.replace(self, of_sources=none, of_targets=none)

    def with_numbers(self, targets: Array, sources: Array) -> tuple[Array, Array]:
        def numbered(points: Array, own: tuple[Array, ...]) -> Array:
            columns = (jnp.asarray(x, points.dtype)[:, None] for x in own)
            return jnp.concatenate([points, *columns], axis=1)

        return numbered(targets, self.of_targets), numbered(sources, self.of_sources)

    def of_numbers(self, targets: Array, sources: Array) -> "OfSpecies":
        return dataclasses.replace(self, of_sources=tuple(sources.T), of_targets=tuple(targets.T))

    def in_unit(self, unit: Array) -> "OfSpecies":
        lengths = self.count + self.lengths_of_pair

        def scaled(own: tuple[Array, ...]) -> tuple[Array, ...]:
            return (*(jnp.asarray(x, unit.dtype) / unit for x in own[:lengths]), *own[lengths:])

        return dataclasses.replace(
            self,
            of_sources=scaled(self.of_sources),
            of_targets=scaled(self.of_targets),
            cutoff=jnp.asarray(self.cutoff, unit.dtype) / unit,
        )

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        dim = len(x) - self.own_numbers
        offset = [a - b for a, b in zip(x[:dim], y[:dim], strict=True)]
        wanted = list(targets)

        def sums(of_target: Points, of_source: Points) -> ByIndex:
            pair = self._pair(of_target, of_source)
            return pair_sums(pair, offset, weights, wanted)

        for side, place in self.slopes:
            sums = _slope(sums, side == "sources", place)
        return sums(x[dim:], y[dim:])

    def _pair(self, of_target: Points, of_source: Points) -> _Pair:
        rows, other = (of_source, of_target) if self.turned else (of_target, of_source)
        count, first = self.count, self.count + self.lengths_of_pair  # of the epsilons
        ends = rows[count], self.shifted, rows[count + 1] if first > count + 1 else None
        if self.rule:
            return _Pair(RULES[self.rule](rows[0], other[0]), rows[first] * other[first], *ends)
        species = [other[-1] == place for place in range(1, count)]

        def entry(row: Points) -> Array:
            return functools.reduce(
                lambda value, at: jnp.where(at[0], at[1], value),
                list(zip(species, row[1:], strict=True)),
                row[0],
            )

        return _Pair(entry(rows[:count]), entry(rows[first : first + count]), *ends)

    def transposed(self) -> "OfSpecies":
        opposite = {"sources": "targets", "targets": "sources"}
        return dataclasses.replace(
            self,
            of_sources=self.of_targets,
            of_targets=self.of_sources,
            turned=not self.turned,
            slopes=tuple((opposite[side], place) for side, place in self.slopes),
        )

    def own_slopes(self, index: int) -> list[tuple[str, Any]] | None:
        side, place = divmod(index, self.own_numbers)
        if side > 1:  # `cutoff`, which has no derivatives
            return None
        name = ("sources", "targets")[side]
        return [(name, dataclasses.replace(self, slopes=(*self.slopes, (name, place))))]

    def alike(self, other: Any) -> bool:
        def facts(kernel: Any) -> Any:
            return kernel.own_numbers, kernel.rule, kernel.shifted, kernel.lengths_of_pair

        return super().alike(other) and facts(self) == facts(other)


def _slope(sums: Any, of_source: bool, place: int) -> Any:
    """The function of the numbers of target and source, differentiated in one of them."""

    def slope(of_target: Points, of_source_: Points) -> ByIndex:
        def along(number: Array) -> ByIndex:
            sides = [list(of_target), list(of_source_)]
            sides[of_source][place] = number
            return sums(*sides)

        number = (of_target, of_source_)[of_source][place]
        return jax.jvp(along, (number,), (jnp.ones_like(number),))[1]

    return slope


def _numbers(kernel: Any, species: Any) -> tuple[Array, ...]:
    """The own numbers of atoms of these species, None for sigma and epsilon of each atom."""
    sigma, epsilon = jnp.asarray(kernel.sigma), jnp.asarray(kernel.epsilon)
    if kernel.mixing:
        positive = epsilon > 0
        epsilon = jnp.where(positive, jnp.sqrt(jnp.where(positive, epsilon, 1)), 0 * epsilon)
    if species is not None:
        numbers = jnp.asarray(species)
        inside = (numbers >= 0) & (numbers < len(sigma))
        place = jnp.where(inside, numbers, len(sigma)).astype(jnp.int32)
        sigma, epsilon = (
            x.at[place].get(mode="fill", fill_value=jnp.nan) for x in (sigma, epsilon)
        )
    lengths = [jnp.asarray(x) for x in (kernel.cutoff, kernel.switch) if x is not None]
    ends = [jnp.broadcast_to(x, sigma.shape[:1]) for x in lengths]
    if kernel.mixing:
        return (sigma, *ends, epsilon)
    return (*sigma.T, *ends, *epsilon.T, numbers)


def check_species(kernel: Any) -> None:
    """Raises ValueError unless sigma, epsilon and species of `LennardJones` belong together."""
    axes, what = (1, "(s,), a number for each species") if kernel.mixing else (2, "(s, s), a table")
    if kernel.mixing and kernel.species is None:
        what = "(n,), a number for each atom"
    shapes = {name: np.shape(getattr(kernel, name)) for name in ("sigma", "epsilon")}
    for name, shape in shapes.items():
        if len(shape) != axes or shape[0] != shape[-1] or not shape[0]:
            fix = "" if kernel.mixing else '; for (s,) numbers give mixing="lorentz-berthelot"'
            raise ValueError(f"{name} must have shape {what}, got shape {shape}{fix}")
    if shapes["sigma"] != shapes["epsilon"]:
        raise ValueError(
            f"sigma and epsilon must have the same shape, got {shapes['sigma']} and "
            f"{shapes['epsilon']}"
        )
    count = shapes["sigma"][0]
    if axes == 2 and count > MOST_SPECIES:
        raise ValueError(
            f"sigma must be a table of at most {MOST_SPECIES} species, got {count}; use mixing=, "
            "or jaxfmm.pairs with a function of your own"
        )
    _check_values("sigma", kernel.sigma, axes, "positive", lambda x: x > 0)
    what = "positive or zero" if kernel.mixing else "finite"
    _check_values("epsilon", kernel.epsilon, axes, what, lambda x: (x >= 0) | (not kernel.mixing))
    for species in jax.tree.leaves(kernel.species):
        _check_numbers(species, count)
    if isinstance(kernel.species, tuple) and len(kernel.species) != 2:
        raise ValueError(
            f"species must be an array or two, of sources and targets, got {len(kernel.species)}"
        )


def _check_values(name: str, values: Any, axes: int, what: str, holds: Any) -> None:
    if errors.is_traced(values):
        return
    known = np.asarray(values)
    if known.dtype.kind not in "iuf" or not (np.isfinite(known) & holds(known)).all():
        raise ValueError(f"{name} must be numbers that are {what}, got {values!r}")
    if axes == 2 and not np.allclose(known, known.T, rtol=1e-5, atol=0):
        i, j = np.argwhere(~np.isclose(known, known.T, rtol=1e-5, atol=0))[0]
        raise ValueError(
            f"{name} must be a symmetric table, got {known[i, j]:g} for the species ({i}, {j}) "
            f"and {known[j, i]:g} for ({j}, {i})"
        )


def _check_numbers(species: Any, count: int) -> None:
    if np.ndim(species) != 1:
        raise ValueError(
            f"species must have shape (n,), an integer for each atom, got shape {np.shape(species)}"
        )
    if errors.is_traced(species):
        return
    known = np.asarray(species)
    if known.dtype.kind not in "iuf" or (known != np.round(known)).any():
        raise ValueError(f"species must be integers, got {species!r}")
    if known.size and (known.min() < 0 or known.max() >= count):
        raise ValueError(
            f"species must be numbers from 0 to {count - 1}, since sigma has {count} species, got "
            f"{known.min():g} to {known.max():g}"
        )
