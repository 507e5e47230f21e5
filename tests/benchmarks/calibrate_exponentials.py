"""Finds the TABLE of jaxfmm/gaussian/exponential_tables.py.

    python -m tests.benchmarks.calibrate_exponentials

Minimises the L2 norm of the weighted errors (e_0, e_1, ...) over tau, the omega_k and the c_k by
Gauss-Newton steps with damping (Levenberg & Marquardt), in extended precision: in double the steps
are lost in rounding from five rotations on. Starting values are continued from one number of
rotations to the next."""

import textwrap

import numpy as np

from jaxfmm.gaussian import exponential_tables

Real, Complex = np.longdouble, np.clongdouble
NODES = 6 * (
    1 - np.cos(np.arange(301).astype(Real) / 300 * np.arccos(Real(-1)))
)  # Chebyshev's, on [0, RANGE]
WEIGHTS = [a / exponential_tables.largest(s) for s, a in enumerate(exponential_tables.FITTED)]
SMOOTH = Real(
    1e4
)  # weight of the condition Re sum c t = 0; with much more the steps become inaccurate


def least_squares(matrix, wanted):
    """By Householder's reflections: numpy's routines are in double."""
    matrix, wanted = matrix.copy(), wanted.copy()
    n = matrix.shape[1]
    for j in range(n):
        v = matrix[j:, j].copy()
        v[0] += np.copysign(np.sqrt(v @ v), v[0])
        factor = 2 / (v @ v)
        matrix[j:, j:] -= np.outer(v, (v @ matrix[j:, j:]) * factor)
        wanted[j:] -= v * ((v @ wanted[j:]) * factor)
    x = np.zeros(n, Real)
    for j in reversed(range(n)):
        x[j] = (wanted[j] - matrix[j, j + 1 : n] @ x[j + 1 :]) / matrix[j, j]
    return x


def waves(t, order):
    """(-t)^order exp(-t x) at the nodes (nodes, K + 1)."""
    return (-t) ** order * np.exp(-np.multiply.outer(NODES, t))


def by_parts(columns):
    """What multiplies the real parts, and the imaginary parts but the first."""
    return np.concatenate([columns.real, -columns.imag[..., 1:]], axis=-1)


def stacked(rows, condition, smooth=SMOOTH):
    """The row of the condition, first because it is the largest, and those of the errors of all
    orders, weighted."""
    return np.concatenate([smooth * condition[None], *(a * row for a, row in zip(WEIGHTS, rows))])


def gaussian(order):
    return exponential_tables.gaussian(NODES, order)


def fit(t, smooth=SMOOTH):
    """The best c_k for given t_k."""
    matrix = stacked([by_parts(waves(t, s)) for s in range(len(WEIGHTS))], by_parts(t), smooth)
    wanted = stacked([gaussian(s) for s in range(len(WEIGHTS))], Real(0))
    parts = least_squares(matrix, wanted)
    return parts[: len(t)] + 1j * np.concatenate([np.zeros(1, Real), parts[len(t) :]])


def residual(t, c):
    return stacked(
        [(waves(t, s) @ c).real - gaussian(s) for s in range(len(WEIGHTS))], (c @ t).real
    )


def jacobian(t, c):
    """Derivatives of the residual by tau, the omega_k and the parts of the c_k."""

    def row(slopes, columns):
        return np.concatenate(
            [slopes.sum(-1, keepdims=True).real, -slopes[..., 1:].imag, by_parts(columns)], axis=-1
        )

    def slopes(s):  # d / dt_k of c_k (-t_k)^s exp(-t_k x)
        lower = -s * waves(t, s - 1) if s else Real(0)
        return c * (lower - NODES[:, None] * waves(t, s))

    return stacked([row(slopes(s), waves(t, s)) for s in range(len(WEIGHTS))], row(c, t))


def improved(tau, omega):
    """The rates at the minimum next to the given ones."""

    def state(tau, omega):
        t = np.concatenate([[tau], tau + 1j * omega]).astype(Complex)
        c = fit(t)
        r = residual(t, c)
        return t, c, r, r @ r

    t, c, r, best = state(tau, omega)
    damping = Real(1e-14)
    while damping < 1e3:
        matrix = jacobian(t, c)
        size = np.sqrt((matrix * matrix).sum(0))
        damped = np.concatenate([matrix / size, np.sqrt(damping) * np.eye(len(size), dtype=Real)])
        step = -least_squares(damped, np.concatenate([r, np.zeros(len(size), Real)])) / size
        trial = tau + step[0], omega + step[1 : len(omega) + 1]
        made = state(*trial) if trial[0] > 0.3 and (trial[1] > 0).all() else None
        if made is None or not made[3] < best:
            damping *= 10
            continue
        converged = best - made[3] < 1e-10 * best and damping < 1e-12
        (tau, omega), (t, c, r, best) = trial, made
        damping = max(damping / 20, Real(1e-30))
        if converged:
            break
    return tau, omega


def continued(tau, omega, before):
    """A guess for one rotation more: omega_k / tau is an odd function of k / (K + 1 / 2), tau^2
    nearly linear in K."""
    count = len(omega)
    place, new = np.arange(1, count + 1) / (count + 0.5), np.arange(1, count + 2) / (count + 1.5)
    powers = 2 * np.arange(min(count, 4)) + 1
    series = np.linalg.lstsq(place[:, None] ** powers, (omega / tau).astype(float), rcond=None)[0]
    tau = np.sqrt(2 * tau**2 - before**2)
    return tau, (new[:, None] ** powers @ series).astype(Real) * tau


def main():
    before, tau, omega = Real(0.0), Real(1.0), np.array([1.5], Real)
    for count in range(1, 9):
        tau, omega = improved(tau, omega)
        if count > 1:
            t = np.array([tau, *omega]).astype(float).round(8)
            c = fit((t[0] + 1j * np.array([0.0, *t[1:]])).astype(Complex), Real(1e9)).astype(
                complex
            )
            lines = [", ".join(map(str, values)) for values in (t[1:], (c[0].real, *c[1:]))]
            row = f"({t[0]}, ({lines[0]}), ({lines[1]})),"
            print(
                textwrap.fill(row, 120, initial_indent=" " * 4, subsequent_indent=" " * 5),
                flush=True,
            )
        (tau, omega), before = continued(tau, omega, before if count > 1 else tau / 2), tau


if __name__ == "__main__":
    main()
