"""The Gaussian as a sum of exponentials on the half-line, with its derivatives.

    G(x) = exp(-x^2 / 2) = Re sum_k c_k exp(-t_k x) + e_0(x) ,
    d^s G / dx^s         = Re sum_k c_k (-t_k)^s exp(-t_k x) + e_s(x) ,

for x >= 0; symmetry gives x < 0. Jiang & Greengard, Commun. Comput. Phys. 31 (2022) 1, take the t_k
from rational approximations of exp. Here all have the same real part,

    t_0 = tau ,   t_k = tau + i omega_k ,   k = 1 ... K ,

which doubles e_0 and saves an exponential function for each k: a step of a recurrence needs one
exponential and K rotations. Each rotation makes errors about 55 times smaller.

The table minimises the L2 norm of (e_0, e_1, e_2, 0.3 e_3), each divided by the largest value of
its derivative of G (tests/benchmarks/calibrate_exponentials.py), under the condition

    Re sum_k c_k t_k = 0 .

Then there is no kink at 0 and |e_1(x)| <= |x| sup |e_2|, so the gradients of points much closer
together than the width of the Gaussian keep their relative accuracy.
"""

import dataclasses
import functools

import numpy as np

# fmt: off
TABLE = (  # tau, the omega_k from 1 on, the c_k from 0 on
    (1.47599798, (1.23301255, 2.56971869), (1.4417686509475065,
     (-0.3421265855544365+1.360766624505885j), (-0.09967858226540828-0.07856822820816264j))),
    (1.89144706, (1.04888742, 2.14558693, 3.37201154), (2.486917373429478,
     (-1.1760773675648697+2.6810487816069077j), (-0.33260338492503755-0.43269536773726364j),
     (0.021763544612558555+0.002287821170354577j))),
    (2.24110532, (0.92870854, 1.88228947, 2.89730711, 4.04876796), (4.545640733422173,
     (-2.9227333393090733+5.219201902987065j), (-0.7736507334063704-1.4372885532581698j),
     (0.15399907137095623+0.03267805941022155j), (-0.0032557370913004996+0.0011615051297662088j))),
    (2.55046408, (0.84213241, 1.6994021, 2.59108657, 3.54952202, 4.64684115), (8.660954702795642,
     (-6.6859971035704975+10.271211406431075j), (-1.5647374150193136-3.938740187738475j),
     (0.6250329827540287+0.2108694689297286j), (-0.03564475299247154+0.013924280335285899j),
     (0.0003915860806698959-0.00033531971007161055j))),
    (2.82971731, (0.77591467, 1.56181597, 2.36962063, 3.21631418, 4.13205831, 5.1867916),
     (16.927235617503264, (-14.747452460975596+20.448119614623767j),
     (-2.9623494111879767-9.823419166600628j), (1.9828357917929913+0.8906174254638314j),
     (-0.2055528764837491+0.0689081570342437j), (0.005321779426270533-0.00636240765883416j),
     (-3.8440075965679464e-05+6.331342332550136e-05j))),
    (3.0909725, (0.72300033, 1.45300313, 2.19800154, 2.96843896, 3.78006829, 4.66165521,
     5.68134741), (34.19905688917129, (-32.609984091380454+41.674162811394645j),
     (-5.3243810225529336-23.676908213693725j), (5.578708417104133+3.1262071146192607j),
     (-0.8828633803878572+0.2248887173764214j), (0.03991335053632895-0.04850304585587933j),
     (-0.0004531597118725583+0.0016274882063558572j),
     (2.9972213615685787e-06-1.015036980369293e-05j))),
    (3.33176948, (0.68704235, 1.37952936, 2.08352974, 2.80659441, 3.55926064, 4.35843345,
     5.23655862, 6.29355487), (70.4393999713167, (-73.50486356609876+84.10045806008067j),
     (-6.4033458994407555-54.89829407161613j), (13.194047166136334+10.21158862178703j),
     (-2.9342879014729966+0.2171077349398797j), (0.21380974666598607-0.1829302895734829j),
     (-0.004795143899868802+0.011865749564147838j), (3.595364086188178e-05-0.00021069334216562122j),
     (-3.2684750555150013e-07+5.546015514691478e-07j))),
)
# fmt: on
RANGE = 12.0  # G and its derivatives are below 1e-27 beyond.
FITTED = (1.0, 1.0, 1.0, 0.3)  # The weights of e_0, e_1, ... in the norm.


@dataclasses.dataclass(frozen=True, eq=False)
class Exponentials:
    """An approximation: tau, the omega_k (K,), and the c_k (K + 1,) from k = 0 on."""

    decay: float
    frequencies: np.ndarray
    coefficients: np.ndarray

    @property
    def rates(self) -> np.ndarray:
        """The t_k (K + 1,)."""
        return self.decay + 1j * np.append(0.0, self.frequencies)

    def powers(self, order: int) -> np.ndarray:
        """c_k (-t_k)^order (K + 1,): the coefficients of a derivative."""
        return self.coefficients * (-self.rates) ** order

    def derivative(self, x: np.ndarray, order: int) -> np.ndarray:
        """The approximate d^order G / dx^order at x >= 0."""
        return (np.exp(-np.multiply.outer(x, self.rates)) @ self.powers(order)).real

    def error(self, order: int) -> float:
        """The largest |e_order(x)|, relative to the largest |d^order G / dx^order|."""
        x = np.linspace(0.0, RANGE, 3001)
        return np.abs(self.derivative(x, order) - gaussian(x, order)).max() / largest(order)


def gaussian(x: np.ndarray | float, order: int) -> np.ndarray:
    """d^order G / dx^order, by u_{s+1} = -(x u_s + s u_{s-1})."""
    value, before = np.exp(-0.5 * x * x), np.zeros_like(x)
    for s in range(order):
        value, before = -(x * value + s * before), value
    return value


@functools.cache
def largest(order: int) -> float:
    """The largest |d^order G / dx^order|."""
    return np.abs(gaussian(np.linspace(0.0, RANGE, 12001), order)).max()


@functools.cache
def exponentials(rotations: int) -> Exponentials:
    """The approximation with 2 ... 8 rotations."""
    decay, frequencies, coefficients = TABLE[rotations - len(TABLE[0][1])]
    return Exponentials(decay, np.array(frequencies), np.array(coefficients))


@functools.cache
def fewest_rotations(error: float, derivatives: int) -> int | None:
    """The fewest rotations with errors of at most `error` in all derivatives up to `derivatives`;
    None if the table has none."""
    counts = (len(frequencies) for _, frequencies, _ in TABLE)
    orders = range(derivatives + 1)
    return next((k for k in counts if all(exponentials(k).error(s) <= error for s in orders)), None)


def rows(
    approximation: Exponentials, source_orders: tuple[int, ...], target_orders: tuple[int, ...]
) -> np.ndarray:
    """The rows (2, B, A, 2 K + 2) that turn states of the recurrences (gaussian/recurrences) into
    derivatives.

    A state describes the sources on one side of a point x: with distances u > 0,

        L = sum w exp(-tau u),   T = the sum of w of sources at x itself,
        D_k = sum w (exp(-t_k u) - exp(-tau u)) ,

    in the order L, T, Re D_1 ... Re D_K, Im D_1 ... Im D_K. A row times the state for the weights
    of derivative a is their part of derivative b: d_y^a d_x^b G(x - y) = (-1)^a G^(a+b)(x - y). The
    first row is for the sources at y < x, the second for those at y > x, where G^(s)(-u) = (-1)^s
    G^(s)(u). At u = 0 derivatives are exact."""
    table = np.empty(
        (2, len(target_orders), len(source_orders), 2 * len(approximation.coefficients))
    )
    for i, b in enumerate(target_orders):
        for j, a in enumerate(source_orders):
            p = approximation.powers(a + b)
            # The first derivative sums to zero by the condition on the c_k; drop rounding errors.
            total = 0.0 if a + b == 1 else p.sum().real
            row = np.concatenate([[total, gaussian(0.0, a + b)], p[1:].real, -p[1:].imag])
            table[0, i, j], table[1, i, j] = (-1) ** a * row, (-1) ** b * row
    return table
