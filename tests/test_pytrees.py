"""Kernels as pytrees: structures of different kernels differ, so that no compiled function is taken
for another's."""

import itertools

import jax
import jax.numpy as jnp
import table

import jaxfmm


def test_structures_of_kernels_differ():
    kernels = [row.make(*row.parameters.values()) for row in table.KERNELS.values()]
    kinds = {type(kernel): kernel for kernel in kernels}
    assert len(kinds) >= 10
    for a, b in itertools.combinations(kinds.values(), 2):
        assert jax.tree.structure(a) != jax.tree.structure(b), (a, b)
    assert jax.tree.structure(jaxfmm.Yukawa(1.0)) == jax.tree.structure(jaxfmm.Yukawa(2.0))


def test_kernels_go_through_jax():
    kernel = jaxfmm.Matern(jnp.asarray(0.5), 2.5)
    same = jax.jit(lambda kernel: kernel)(kernel)
    assert type(same) is jaxfmm.Matern and same.smoothness == 2.5 and float(same.length) == 0.5
    ((path, leaf),) = jax.tree_util.tree_leaves_with_path(kernel)
    assert jax.tree_util.keystr(path) == ".length" and leaf is kernel.length
