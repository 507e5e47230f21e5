"""What a kernel is, and the derivatives of one pair to any order.

A kernel here is radial: K(x, y) = f(|x - y|^2 / 2). Everything that the sums need of it follows from the derivatives
f_n = d^n f / ds^n with s = |x - y|^2 / 2, because d/dx_i f_n = (x - y)_i f_{n+1}. The derivative tensors of a pair come
from them by the recursion of McMurchie & Davidson (1978): with T^n_0 = f_n and u = x - y,

    T^n_{a + e_i} = a_i T^{n+1}_{a - e_i} + u_i T^{n+1}_a ,        d^a K / dx^a = T^0_a ,

for every multi-index a, in any dimension.
"""

import dataclasses
import functools
import itertools

import jax
import jax.numpy as jnp
import numpy as np


class Kernel:
    """A radial kernel. Subclasses are frozen dataclass pytrees whose leaves are scalar parameters.

    Class attributes:
      name: what users call it.
      singular: pairs at distance zero are left out (True) or counted (False).
      dimensions: the spatial dimensions it is defined in, or None for every one.
      degree: K(c x; c p) = c^degree K(x; p), where p are the parameters that are lengths.
    """

    name: str
    singular: bool
    dimensions: tuple[int, ...] | None
    degree: int

    def radial(self, r2, order):
        """The list [f_0, ..., f_order] at squared distances `r2`; zero at r2 = 0 for a singular kernel."""
        raise NotImplementedError

    def in_unit(self, unit):
        """The same kernel with lengths measured in `unit`."""
        raise NotImplementedError

    def far_length(self, tol):
        """The distance beyond which the kernel's expansion describes it to relative accuracy `tol`, in potential and
        gradient; below it pairs must be summed directly."""
        raise NotImplementedError


@functools.partial(jax.tree_util.register_dataclass, data_fields=["kernel"], meta_fields=["index"])
@dataclasses.dataclass(frozen=True)
class ParameterDerivative(Kernel):
    """dK / dp for the parameter leaf number `index` of `kernel`, a radial kernel again (so it can be repeated)."""

    kernel: Kernel
    index: int

    @property
    def name(self):
        return f"d {self.kernel.name} / d parameter {self.index}"

    @property
    def singular(self):
        return self.kernel.singular

    @property
    def dimensions(self):
        return self.kernel.dimensions

    @property
    def degree(self):
        return self.kernel.degree - 1

    def radial(self, r2, order):
        leaves, treedef = jax.tree.flatten(self.kernel)

        def of_parameter(p):
            kernel = jax.tree.unflatten(treedef, leaves[: self.index] + [p] + leaves[self.index + 1 :])
            return kernel.radial(r2, order)

        p = leaves[self.index]
        return jax.jvp(of_parameter, (p,), (jnp.ones_like(p),))[1]

    def in_unit(self, unit):
        return dataclasses.replace(self, kernel=self.kernel.in_unit(unit))


@functools.cache
def multi_indices(order, dim):
    """All multi-indices of total degree `order` in `dim` dimensions, and for each the flat positions of the entries of
    a full (dim,)*order tensor that it stands for."""
    places = {}
    for flat, entry in enumerate(itertools.product(range(dim), repeat=order)):
        key = tuple(entry.count(i) for i in range(dim))
        places.setdefault(key, []).append(flat)
    keys = sorted(places, reverse=True)
    return tuple(keys), tuple(tuple(places[key]) for key in keys)


def pack(tensor, order, dim):
    """Full tensors (..., dim, ..., dim) of `order` -> list of the sums of the entries that share a multi-index."""
    flat = tensor.reshape(tensor.shape[: tensor.ndim - order] + (dim**order,))
    return [sum(flat[..., p] for p in places) for places in multi_indices(order, dim)[1]]


@functools.cache
def unpack_positions(order, dim):
    """For each entry of a full flat tensor the number of its multi-index in `multi_indices`."""
    out = np.zeros(dim**order, np.int32)
    for number, places in enumerate(multi_indices(order, dim)[1]):
        out[list(places)] = number
    return out


def derivative_tensors(kernel, offset, order):
    """d^a K / dx^a for all |a| <= order. `offset`: list of the components of x - y. Returns {multi-index: array}."""
    dim = len(offset)
    r2 = sum(u * u for u in offset)
    level = {(n, (0,) * dim): f for n, f in enumerate(kernel.radial(r2, order))}

    @functools.cache
    def tensor(n, a):
        if not any(a):
            return level[n, a]
        i = next(i for i in range(dim) if a[i])
        below = a[:i] + (a[i] - 1,) + a[i + 1 :]
        value = offset[i] * tensor(n + 1, below)
        if below[i]:
            lower = below[:i] + (below[i] - 1,) + below[i + 1 :]
            value = value + below[i] * tensor(n + 1, lower)
        return value

    return {a: tensor(0, a) for total in range(order + 1) for a in multi_indices(total, dim)[0]}


def components(orders, dim):
    """The multi-indices of all derivative orders in `orders`, one after the other: what a weight or result holds."""
    return tuple(a for order in orders for a in multi_indices(order, dim)[0])


def pack_weights(weights, dim):
    """{a: (n, k) + (dim,) * a} -> (n, components, k)."""
    return jnp.stack([c for a in sorted(weights) for c in pack(weights[a], a, dim)], axis=1)


def unpack_results(packed, orders, dim):
    """(m, components, k) -> {b: (m, k) + (dim,) * b}."""
    out, first = {}, 0
    for order in orders:
        size = len(multi_indices(order, dim)[0])
        part = jnp.moveaxis(packed[:, first : first + size], 1, -1)[..., unpack_positions(order, dim)]
        out[order] = part.reshape(part.shape[:2] + (dim,) * order)
        first += size
    return out


@functools.cache
def _first_positions(order, dim):
    return np.array([places[0] for places in multi_indices(order, dim)[1]])


def weight_tensors(blocks, orders, dim):
    """Packed weights (C, components, k, S) -> {a: (C, S, k) + (dim,) * a}, tensors whose contraction with a symmetric
    tensor is that of the packed ones (each component stands in one of the entries that share its multi-index)."""
    out, first = {}, 0
    for order in orders:
        places = _first_positions(order, dim)
        part = jnp.transpose(blocks[:, first : first + len(places)], (0, 3, 2, 1))
        full = jnp.zeros(part.shape[:3] + (dim**order,), blocks.dtype).at[..., places].set(part)
        out[order] = full.reshape(part.shape[:3] + (dim,) * order)
        first += len(places)
    return out


def result_components(tensors, dim):
    """{b: (C, T, k) + (dim,) * b}, symmetric -> (C, components, k, T)."""
    parts = []
    for order in sorted(tensors):
        t = tensors[order]
        parts.append(t.reshape(t.shape[:3] + (dim**order,))[..., _first_positions(order, dim)])
    return jnp.transpose(jnp.concatenate(parts, axis=-1), (0, 3, 2, 1))
