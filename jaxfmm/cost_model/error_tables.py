"""Measured errors of sums by expansions: the table `errors.json`, which
`tests/benchmarks/calibrate_accuracy.py` writes.

All are relative L2 errors, for every opening parameter and order, by dimension and kind of tree or
of expansions. Errors of the potential in the plane are relative to its deviation from the mean.

"largest": the largest error over the distributions of `tests/cases.py` (cube, Plummer sphere, thin
shell, filament, two far clusters, the atoms of a protein; in the plane uniform, normal, layer,
curve, clusters; 12,000 points) and charges of one sign and of both; or the error for sources in a
small ball amid uniform targets, times 0.5 to 1 (the benchmark says why), if that is larger.

- "interpolated": over Yukawa (3D), Matern 1/2 and 5/2 and inverse multiquadric kernels of several
  lengths, from one below the size of cells to one about the size of the box (longer ones are
  smoother), 1,200 to 2,000 points in a cube, a curve (2D), a line (2D, 3D), small balls amid
  uniform targets, times 1 (2 in 1D). Cells are far if r_a + r_b <= theta d, which the rule of
  `families.convergence` implies, with the radii that `interpolated.rounded` makes. In 3D the
  errors of order 10 are measured for the smallest theta only; for the others they are the errors of
  order 8, which are larger.
- "radial": over the same kernels and lengths, 5,000 points in the distributions of
  `tests/cases.py`, the small balls and the line, with the same rule and radii.

"treecode": the same inputs with 4,000 points in leaves of 8. Gradients are the larger of the errors
at the targets of treecodes and of their transposes.

"usual": a cube, a Plummer sphere and two clusters of 30,000 points in leaves of 32, as plans
measure their errors; the orders of measured plans begin from these. "radial": the cube, with
softenings of one distance between neighbours and, times 1/2, of 4 and 16, and with r_a + r_b <=
theta d. A Plummer sphere and clusters have 1.5 and 2 times these errors."""

import dataclasses
import functools
import json
from pathlib import Path

import numpy as np

TABLE = Path(__file__).with_name("errors.json")

# Errors of charges of one sign are about this many times the usual ones, by opening parameter: in a
# Plummer sphere of ONE_SIGN_POINTS, for orders 5 to 7. In a cube they are up to a third smaller. Of
# fewer points they are larger, by the power ONE_SIGN_POWER of their number, and of four million
# about as large.
ONE_SIGN: dict[tuple[int, str], dict[float, float]] = {
    (3, "adaptive"): {
        0.6: 0.2,
        0.7: 0.2,
        0.75: 0.2,
        0.8: 0.3,
        0.85: 0.2,
        0.9: 0.08,
        0.93: 0.06,
        0.96: 0.06,
    },
}
ONE_SIGN_POINTS, ONE_SIGN_POWER = 1e6, -0.2


@dataclasses.dataclass(frozen=True)
class Errors:
    """potential, gradient: {theta: error at each of the orders}."""

    orders: tuple[int, ...]
    potential: dict[float, tuple[float, ...]]
    gradient: dict[float, tuple[float, ...]]

    def logarithms(self, order: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """(opening parameters, logarithms of the errors of this order), of potential and
        gradient."""
        if order not in self._logarithms:
            self._logarithms[order] = [
                (
                    np.array(list(rows)),
                    np.array([np.interp(order, self.orders, np.log(row)) for row in rows.values()]),
                )
                for rows in (self.potential, self.gradient)
            ]
        return self._logarithms[order]

    @functools.cached_property
    def _logarithms(self) -> dict[int, list[tuple[np.ndarray, np.ndarray]]]:
        return {}  # a choice asks some thousand times for some twenty orders


@functools.cache
def tables(section: str) -> dict[tuple[int, str], Errors]:
    """{(dimension, kind): `Errors`} of a section of the table."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))[section]
    return {(int(key[0]), key.split()[1]): _parse(entry) for key, entry in rows.items()}


def _parse(entry: dict) -> Errors:
    potential, gradient = (
        {float(theta): tuple(errors) for theta, errors in entry[name].items()}
        for name in ("potential", "gradient")
    )
    return Errors(tuple(entry["orders"]), potential, gradient)
