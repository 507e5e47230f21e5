"""Conventions shared by every family of expansions.

A cell has a centre `c` and a radius `r > 0` that covers its particles. Its *multipole* coefficients
`M` describe the field of its sources far away, its *local* coefficients `L` the field of far
sources inside it:

    P2M  charges -> M      M2M  M of a child -> M of its parent      M2L  M of a source cell -> L of a target cell
    P2L  charges -> L      L2L  L of a parent -> L of its child      L2P  L -> values         M2P  M -> values

All lengths are divided by the radius of the cell they belong to, so coefficients have the size of
the charges whatever the units, and float32 neither overflows nor underflows.

Shapes: `C` cells or pairs of cells, `S` sources and `T` targets per cell, `k` right-hand sides, `p`
the order, `n` the number of coefficients, which is always the last axis: coefficients are `(C, k,
n)`.

Sources: `weights` maps a tensor order `a` to `(C, S, k) + (3,) * a`: 0 charges `q K(x - y)`, 1
dipoles `v . grad_y K`, 2 quadrupoles `w_ij d_yi d_yj K`, and so on. The tensors need not be
symmetric. Padding has weight zero.
Targets: `outputs` is a tuple of tensor orders `b`: 0 the potential, 1 its gradient with respect to
`x`, 2 its Hessian, and so on; the result maps `b` to `(C, T, k) + (3,) * b`."""
