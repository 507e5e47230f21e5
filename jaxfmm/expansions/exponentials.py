"""The Gaussian as a sum of exponentials on the half-line, with its derivatives.

    G(x) = exp(-x^2 / 2) = Re sum_k c_k exp(-t_k x) + e_0(x) ,
    d^s G / dx^s         = Re sum_k c_k (-t_k)^s exp(-t_k x) + e_s(x) ,

for x >= 0; by symmetry it is known for x < 0. Jiang & Greengard, Commun. Comput. Phys. 31 (2022) 1, take the t_k from
rational approximations of exp. Here all have the same real part,

    t_0 = tau ,   t_k = tau + i omega_k ,   k = 1 ... K ,

which doubles e_0 and saves an exponential function for each k: a step of a recurrence needs one, and K rotations.
Errors fall by a factor of about 55 for each.

RATES minimise the L2 norm of (e_0, e_1, e_2, 0.3 e_3), each divided by the largest value of its derivative of G
(tests/benchmarks/calibrate_exponentials.py). The c_k are the least-squares fit to that, under the condition

    Re sum_k c_k t_k = 0 :

then there is no kink at 0 and |e_1(x)| <= |x| sup |e_2|, so that gradients of points much closer to each other than the
width of the Gaussian keep their relative accuracy.
"""

import dataclasses
import functools

import numpy as np

RATES = (  # tau, omega_1 ... omega_K
    (1.47599798, 1.23301255, 2.56971869),
    (1.89144409, 1.04888779, 2.14558772, 3.37201315),
    (2.24110532, 0.92870854, 1.88228947, 2.89730711, 4.04876796),
    (2.55046408, 0.84213241, 1.69940210, 2.59108657, 3.54952202, 4.64684115),
    (2.82972118, 0.77591442, 1.56181545, 2.36961982, 3.21631303, 4.13205674, 5.18678922),
    (3.09089946, 0.72295406, 1.45290878, 2.19785502, 2.96823292, 3.77978891, 4.66127629, 5.68075939),
    (3.33163126, 0.68698635, 1.37941609, 2.08335647, 2.80635670, 3.55895157, 4.35804420, 5.23607022, 6.29315222),
)
RANGE = 12.0  # beyond it G and its derivatives are below 1e-27
FITTED = (1.0, 1.0, 1.0, 0.3)  # weights of e_0, e_1, ... over the largest derivatives


@dataclasses.dataclass(frozen=True, eq=False)
class Exponentials:
    """An approximation: tau, the omega_k (K,), and the c_k (K + 1,), that of t_0 first."""

    decay: float
    frequencies: np.ndarray
    coefficients: np.ndarray

    def powers(self, order):
        """c_k (-t_k)^order (K + 1,): the coefficients of a derivative."""
        return self.coefficients * (-rates(self.decay, self.frequencies)) ** order

    def derivative(self, x, order):
        """The approximate d^order G / dx^order at x >= 0."""
        waves = np.exp(-np.multiply.outer(x, rates(self.decay, self.frequencies)))
        return (waves @ self.powers(order)).real

    def error(self, order):
        """The largest |e_order(x)| over the largest |d^order G / dx^order|."""
        x = np.linspace(0.0, RANGE, 3001)
        return np.abs(self.derivative(x, order) - gaussian(x, order)).max() / largest(order)


def rates(decay, frequencies):
    """The t_k."""
    return np.append(decay, decay + 1j * np.asarray(frequencies))


def gaussian(x, order):
    """d^order G / dx^order, by u_{s+1} = -(x u_s + s u_{s-1})."""
    value, before = np.exp(-0.5 * x * x), np.zeros_like(x)
    for s in range(order):
        value, before = -(x * value + s * before), value
    return value


@functools.cache
def largest(order):
    """The largest |d^order G / dx^order|."""
    return np.abs(gaussian(np.linspace(0.0, RANGE, 12001), order)).max()


@functools.cache
def exponentials(count):
    """The approximation by `count` rotations, one of len(RATES[0]) - 1 ... len(RATES[-1]) - 1."""
    decay, *frequencies = RATES[count - len(RATES[0]) + 1]
    t = rates(decay, frequencies)

    def columns(x, order):
        """Re c (-t)^order exp(-t x) as a matrix on the real parts of all c, then the imaginary parts of c_1 ... c_K."""
        waves = (-t) ** order * np.exp(-np.multiply.outer(x, t))
        return np.concatenate([waves.real, -waves.imag[:, 1:]], axis=1)

    x, weights = np.linspace(0.0, RANGE, 1201), [a / largest(s) for s, a in enumerate(FITTED)]
    matrix = np.concatenate([a * columns(x, s) for s, a in enumerate(weights)])
    wanted = np.concatenate([a * gaussian(x, s) for s, a in enumerate(weights)])
    smooth = np.linalg.svd(columns(np.zeros(1), 1))[2][1:].T  # spans what has Re sum c t = 0
    solution = smooth @ np.linalg.lstsq(matrix @ smooth, wanted, rcond=None)[0]
    imaginary = np.append(0.0, solution[count + 1 :])
    return Exponentials(decay, np.array(frequencies), solution[: count + 1] + 1j * imaginary)


def fewest(error, derivatives):
    """The smallest number of rotations with which the errors of all derivatives up to `derivatives` are at most
    `error`; None if there is none."""
    for row in RATES:
        approximation = exponentials(len(row) - 1)
        if all(approximation.error(order) <= error for order in range(derivatives + 1)):
            return len(row) - 1
    return None


def rows(approximation, source_orders, target_orders):
    """What makes derivatives of the states of the recurrences (ops/recurrences), (2, B, A, 2 K + 2).

    A state holds what sources on one side of a point x give there: with distances u > 0,

        L = sum w exp(-tau u),   T = the sum of w of sources at x itself,   D_k = sum w (exp(-t_k u) - exp(-tau u)) ,

    in the order L, T, Re D_1 ... Re D_K, Im D_1 ... Im D_K. A row times the state for the weights of derivative a is
    what they give to derivative b: d_y^a d_x^b G(x - y) = (-1)^a G^(a+b)(x - y). The first row is for the sources at
    y < x, the second for those at y > x, where G^(s)(-u) = (-1)^s G^(s)(u). At u = 0 derivatives are exact.
    """
    table = np.empty((2, len(target_orders), len(source_orders), 2 * len(approximation.coefficients)))
    for i, b in enumerate(target_orders):
        for j, a in enumerate(source_orders):
            p = approximation.powers(a + b)
            total = 0.0 if a + b == 1 else p.sum().real  # without what rounding leaves of the condition on the c_k
            row = np.concatenate([[total, gaussian(0.0, a + b)], p[1:].real, -p[1:].imag])
            table[0, i, j], table[1, i, j] = (-1) ** a * row, (-1) ** b * row
    return table
