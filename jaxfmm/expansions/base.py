"""Conventions shared by every family of expansions, and the operators between particles and cells.

A cell has a centre `c` and a radius `r > 0` that covers its particles. Its *multipole* coefficients
`M` describe the field of its sources far away, its *local* coefficients `L` the field of far
sources inside it:

    P2M  charges -> M      M2M  M of a child -> M of its parent      M2P  M -> values
    P2L  charges -> L      L2L  L of a parent -> L of its child      L2P  L -> values
    M2L  M of a source cell -> L of a target cell

All lengths are divided by the radius of the cell they belong to, so coefficients have the size of
the charges whatever the units, and float32 neither overflows nor underflows.

Shapes: `C` cells or pairs of cells, `S` sources and `T` targets per cell, `k` right-hand sides, `p`
the order, `n` the number of coefficients, which is always the last axis: coefficients are `(C, k,
n)`. Radii are `(C,)`. Shifts `(C, d)` are the centre of the target minus the centre of the source
in M2L, and the centre of the child minus the centre of the parent in M2M and L2L.

Sources: `weights` maps a tensor order `a` to `(C, S, k) + (d,) * a`: 0 charges `q K(x - y)`, 1
dipoles `v . grad_y K`, 2 quadrupoles `w_ij d_yi d_yj K`, and so on. The tensors need not be
symmetric. Padding has weight zero.
Targets: `outputs` is a tuple of tensor orders `b`: 0 the potential, 1 its gradient with respect to
`x`, 2 its Hessian, and so on; the result maps `b` to `(C, T, k) + (d,) * b`."""

import jax.numpy as jnp
from jax import Array

from jaxfmm.expansions.derivatives import Harmonics, evaluate, moments


class Series:
    """P2M, P2L, L2P and M2P of a family of regular functions R_i and irregular functions I_i.

    K(x - y) = sum_i R_i(y) I_i(x) where y is nearer to the origin than x, so that

        phi(x) = sum_i M_i r^l I_i(x - c)        with   M_i = sum_j q_j R_i((y_j - c) / r)
        phi(x) = sum_i L_i R_i((x - c) / r)      with   L_i = r^l sum_j q_j I_i(y_j - c)

    for coefficients of degree l. A family defines `harmonics`, `regular` and, if it has P2L and
    M2P, `irregular`. `u` are places relative to the centre of the cell, divided by its radius; `x`
    and `y` are not divided."""

    @property
    def harmonics(self) -> Harmonics:
        """The derivatives of the functions."""
        raise NotImplementedError

    def size(self, order: int) -> int:
        """The number of coefficients."""
        return self.harmonics.size(order)

    def regular(self, u: Array, order: int) -> Array:
        """R_i(u), (n, C, S), at places (C, S, d)."""
        raise NotImplementedError

    def irregular(self, x: Array, radius: Array, order: int) -> Array:
        """r^l I_i(x), (n, C, S), at places (C, S, d)."""
        raise NotImplementedError

    def p2m(self, u: Array, radius: Array, weights: dict[int, Array], order: int) -> Array:
        """Multipole coefficients of sources, `(C, k, n)`."""
        return moments(self.harmonics, self.regular(u, order), weights, radius, raising=True)

    def p2l(self, y: Array, radius: Array, weights: dict[int, Array], order: int) -> Array:
        """Local coefficients of sources far from a cell, `(C, k, n)`."""
        basis = self.irregular(y, radius, order + max(weights))
        # In units of -radius, irregular harmonics have derivatives with the signs of regular ones.
        local = moments(self.harmonics, basis, weights, -radius, raising=False)
        return local[..., : self.size(order)]

    def l2p(
        self, local: Array, u: Array, radius: Array, outputs: tuple[int, ...]
    ) -> dict[int, Array]:
        """Fields of local coefficients and their derivatives, `{b: (C, T, k) + (d,) * b}`."""
        basis = self.regular(u, self.harmonics.order(local))
        return evaluate(self.harmonics, basis, local, radius, outputs, raising=False)

    def m2p(
        self, multipole: Array, x: Array, radius: Array, outputs: tuple[int, ...]
    ) -> dict[int, Array]:
        """Fields of multipole coefficients and their derivatives, as `l2p`."""
        order = self.harmonics.order(multipole) + max(outputs)
        missing = self.size(order) - multipole.shape[-1]
        raised = jnp.pad(multipole, [(0, 0), (0, 0), (0, missing)])
        basis = self.irregular(x, radius, order)
        return evaluate(self.harmonics, basis, raised, -radius, outputs, raising=True)
