"""The operators between particles and cells of expansions in waves."""

import dataclasses
from typing import Any, Self

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.expansions.derivatives import all_derivatives, full_tensors, sum_derivatives
from jaxfmm.full_precision import einsum


@dataclasses.dataclass(frozen=True)
class WaveSeries:
    """P2M and L2P of waves R_i, whose derivatives take coefficients of one degree to the next
    above and below, by factors that depend on the wavenumber.

    kernel: the real or the imaginary part of a wave. A family may hold coefficients in a form of
    its own between `_unpack` and `_pack`."""

    kernel: Any

    NAME: str | None = None  # no compiled operations of a backend
    rows = 1  # rows of coefficients for each right-hand side

    def size(self, order: int) -> int:
        """The number of coefficients."""
        raise NotImplementedError

    @property
    def wavenumber(self) -> Array:
        return self.kernel.wavenumber

    def at(self, wavenumber: Array) -> Self:
        """The operators for another wavenumber."""
        kernel = dataclasses.replace(self.kernel, wavenumber=wavenumber)
        return dataclasses.replace(self, kernel=kernel)

    def _regular(self, u: Array, radius: Array, order: int) -> Array:
        """R_i at places (C, S, d) in units of the radius."""
        raise NotImplementedError

    def _sum(self, basis: Array, weights: Array) -> Array:
        """The coefficients of weights (C, S, k)."""
        raise NotImplementedError

    def _evaluate(self, basis: Array, coefficients: list[Array]) -> Array:
        """The fields (C, T, k, a) of many sets of coefficients."""
        raise NotImplementedError

    def _derived(self, coefficients: Array, axis: int, radius: Array, at_sources: bool) -> Array:
        """The coefficients of the derivative along an axis: of multipoles at their sources, or of
        local coefficients."""
        raise NotImplementedError

    def _unpack(self, coefficients: Array, order: int) -> Array:
        """From coefficients (C, k, n), with zeros up to a higher order."""
        raise NotImplementedError

    def _pack(self, coefficients: Array, order: int) -> Array:
        """To coefficients (C, k, n) of an order that may be lower."""
        raise NotImplementedError

    def p2m(self, u: Array, radius: Array, weights: dict[int, Array], order: int) -> Array:
        """Multipole coefficients of sources, `(C, k, n)`."""
        basis, sums = self._regular(u, radius, order + max(weights)), {}
        for a, weight in weights.items():
            powers, matrix = full_tensors(a, u.shape[-1])
            flat = weight.reshape(*weight.shape[:3], -1)
            for one, column in zip(powers, matrix.T, strict=True):
                column = np.asarray(column, u.dtype)[None, None, None]
                sums[one] = self._sum(basis, jnp.sum(flat * column, axis=-1))
        total = sum_derivatives(sums, lambda c, axis: self._derived(c, axis, radius, True))
        return self._pack(total, order)

    def l2p(
        self, local: Array, u: Array, radius: Array, outputs: tuple[int, ...], order: int
    ) -> dict[int, Array]:
        """Fields of local coefficients and their derivatives, `{b: (C, T, k) + (d,) * b}`."""
        dim, highest = u.shape[-1], order + max(outputs)
        basis = self._regular(u, radius, highest)
        tensors = [full_tensors(b, dim) for b in range(max(outputs) + 1)]
        derivatives = all_derivatives(
            self._unpack(local, highest),
            [powers for powers, _ in tensors],
            lambda c, axis: self._derived(c, axis, radius, False),
        )
        fields = {}
        for b in outputs:
            powers, matrix = tensors[b]
            field = self._evaluate(basis, [derivatives[one] for one in powers])
            field = einsum("ctka,ba->ctkb", field, np.asarray(matrix, u.dtype))
            fields[b] = field.reshape(*field.shape[:3], *(dim,) * b)
        return fields
