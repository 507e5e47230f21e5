"""Log sums of arrays, for tests: the tree is made on the way."""

from jax import lax

from jaxfmm.logsumexp import groups, sums


def log_sums_of(chosen, targets, sources, weights, unit, scales=None, own=None, *, tol=1e-3):
    order = groups.order(lax.stop_gradient(sources / unit[None]))
    tree = sums.make_tree(sources, weights, scales, order=order)
    return sums.log_sums(tree, chosen, targets, unit, own, tol=tol)
