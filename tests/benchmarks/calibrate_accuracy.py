"""Measures the error table behind `jaxfmm/accuracy.py`.

    python -m tests.benchmarks.calibrate_accuracy [n] [treecode] > table

For every order and opening parameter, the largest relative L2 error over all distributions and kinds of charges of
`tests/cases.py`, of the potential and the gradient, in float64 against a direct sum at 500 targets.
"""

import functools
import sys

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.kernels import Laplace
from jaxfmm.methods.fmm import tree_sum
from jaxfmm.ops import cpu
from jaxfmm.tree.build import build
from jaxfmm.tree.traverse import traverse
from tests import cases

ORDERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25)
THETAS = (0.4, 0.5, 0.6, 0.7, 0.8)
LEAF_SIZE = 48


@functools.partial(jax.jit, static_argnames=("order", "by"))
def _sum(tree, far, near, points, weights, order, by):
    return tree_sum(
        Laplace(None), order, tree, tree, far, near, points, points, weights, (0,), (0, 1), by=by,
        backend="xla" if cpu.reason() else "cpu", platform="cpu",
    )  # fmt: skip


def main(argv):
    jax.config.update("jax_enable_x64", True)
    n = int(argv[0]) if argv else 12000
    treecode = "treecode" in argv
    native = cpu.reason() is None
    grow = jax.jit(functools.partial(build, leaf_size=LEAF_SIZE, leaf_capacity=n, native=native))
    walk = functools.partial(traverse, far_capacity=64 * n, near_capacity=32 * n, leaf_targets=treecode, native=native)
    walk = jax.jit(walk)
    worst = {}
    for name, distribution in cases.DISTRIBUTIONS.items():
        rng = np.random.default_rng(7)
        x = distribution(rng, n)
        x = x / np.ptp(x, axis=0).max()
        q = np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1)
        sample = rng.choice(len(x), 500, replace=False)
        phi, grad = cases.direct(x, q, x[sample])
        points, weights = jnp.asarray(x), jnp.asarray(q)[:, None]
        tree = grow(points, extent=jnp.ones(()))
        for theta in THETAS:
            far, near = walk(tree, tree, theta=theta, near_length=0.0)
            assert int(far.count) <= far.capacity and int(near.count) <= near.capacity
            for order in ORDERS:
                out = np.asarray(_sum(tree, far, near, points, weights, order, "m2p" if treecode else "m2l"))[sample]
                for i, sign in enumerate(cases.CHARGES):
                    errors = cases.error(out[:, 0, i], phi[:, i]), cases.error(out[:, 1:, i], grad[:, :, i])
                    print(f"{name:10s} {sign:10s} theta {theta} order {order:2d} potential {errors[0]:.1e} "
                          f"gradient {errors[1]:.1e}", file=sys.stderr, flush=True)  # fmt: skip
                    key = theta, order
                    worst[key] = np.maximum(worst.get(key, 0), errors)
    for kind, what in enumerate(("potential", "gradient")):
        print(what)
        for theta in THETAS:
            print(f"    {theta}: ({', '.join(f'{worst[theta, order][kind]:.1e}' for order in ORDERS)}),")


if __name__ == "__main__":
    main(sys.argv[1:])
