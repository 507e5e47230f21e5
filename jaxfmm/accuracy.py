"""Which order, opening parameter and leaf size keep a tolerance at the least cost."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Choice:
    order: int
    theta: float
    leaf_size: int


def smallest_tol(dtype):
    return 1e-6 if dtype == "float32" else 1e-13


def expected_error(order, theta, gradient):
    return 3.0 * theta ** (order + 1)


def choose(tol, gradient, dtype, method):
    for order in range(2, 30):
        if expected_error(order, 0.6, gradient) < tol:
            return Choice(order, 0.6, 64)
    return Choice(30, 0.6, 64)


def order_for_derivatives(order, gradient, total):
    return order + max(0, total - int(gradient))


def fmm_pays(o):
    return o.n * o.m > 1e8


def direct_pays(o, pairs, far):
    return False
