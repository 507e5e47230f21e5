"""The errors that sums by trees are expected to have, and the order that keeps a tolerance.

The model is the table of measurements in `error_tables`, between whose orders the error is
interpolated geometrically. An order keeps the tolerance with a factor SAFETY to spare: other draws
of charges of both signs had up to twice the errors of the table. Derivatives beyond the gradient
take two orders more each, of interpolated kernels one. Plans that are measured begin from the usual
errors instead."""

import functools
import math

import numpy as np
from jax.typing import DTypeLike

from jaxfmm.cost_model.error_tables import (
    ONE_SIGN,
    ONE_SIGN_POINTS,
    ONE_SIGN_POWER,
    Errors,
    tables,
)
from jaxfmm.cost_model.families import Setting, promised_orders

SAFETY = 2.5  # Errors of the tables, times this, must be at most tol.
# The power of a measured ratio falls by one over this difference of opening parameters, down to
# 1/2.
FADES = 0.1

# Ratios of measured to usual errors: ((opening parameter, leaf size or None for all, order or None
# for all), ratio) each.
Ratios = tuple[tuple[tuple[float, int | None, int | None], float], ...]


def smallest_tol(dtype: DTypeLike) -> float:
    """The tolerance below which rounding alone may break the promise."""
    return 5e-6 if dtype == "float32" else 1e-13


class ErrorModel(Setting):
    """The errors of the FMM and the treecode."""

    @property
    def _table(self) -> tuple[int, str]:
        return self.dim, self.kind.errors or self.tree

    @property
    def errors(self) -> Errors:
        """The largest `Errors` of all inputs."""
        largest = tables("largest")[self._table]
        return largest if self.local else tables("treecode").get(self._table, largest)

    @property
    def usual(self) -> Errors | None:
        """The `Errors` of most points and charges, None if they were not measured."""
        return tables("usual").get(self._table) if self.local else None

    def of_one_sign(self, n: int) -> dict[float, float]:
        """{opening parameter: about the errors of n charges of one sign over the usual ones}, empty
        if not known."""
        known = {} if self.usual is None else ONE_SIGN.get(self._table, {})
        factor = min(1.0, n / ONE_SIGN_POINTS) ** ONE_SIGN_POWER
        return {theta: min(1.0, factor * ratio) for theta, ratio in known.items()}

    def expected_error(self, order: int, theta: float, derivatives: int) -> float:
        """The largest error at (order, theta): of the potential (`derivatives` 0), the larger of
        potential and gradient (1), or estimated for derivatives up to a higher order."""
        return self._interpolate(self.errors, order, theta, derivatives)

    def usual_error(self, order: int, theta: float, derivatives: int) -> float:
        """About the error of most points and charges."""
        if (usual := self.usual) is not None:
            error = self._interpolate(usual, order, theta, derivatives)
            return self.kind.times_usual(order) * error
        return self.expected_error(order, theta, derivatives) / self.kind.usual(order, self.dim)

    def _interpolate(self, table: Errors, order: int, theta: float, derivatives: int) -> float:
        order = order - promised_orders(derivatives, self.family)
        theta = min(max(theta, min(table.gradient)), max(table.gradient))
        of_both = table.logarithms(order)
        return max(
            math.exp(np.interp(theta, *rows)) for rows in (of_both if derivatives else of_both[:1])
        )

    @functools.lru_cache(1024)  # noqa: B019
    def order_for(
        self,
        tol: float,
        theta: float,
        derivatives: int,
        *,
        usual: bool = False,
        ratios: tuple[tuple[int, float], ...] = (),
        even: bool = False,
    ) -> int | None:
        """The least order that keeps `tol`, or whose `usual` error is not above it; None if there
        is none.

        ratios: (order, how many times the usual error was measured there).  even: only even
        orders."""
        tabulated = self.errors.orders
        most = min(tabulated[-1], self.kind.most_order(self.dim))
        for order in range(tabulated[0], most + 1):
            if even and order % 2:
                continue
            table = self.usual_error if usual else self.expected_error
            error = table(order, theta, derivatives) * (1.0 if usual else SAFETY)
            if error * ratio_at_order(order, ratios) <= tol:
                return order
        return None


def ratio_at_order(order: int, ratios: tuple[tuple[int, float], ...]) -> float:
    """The ratio that is expected at an order, from (order, ratio) pairs that were measured.

    Between these it is interpolated, beyond them it stays the same. Outside of all orders that were
    measured, an even one has the root of the ratio if these are all odd, and the other way round:
    where cells are alike on all sides, as among equal charges, what an even order leaves out is
    small. Ratios below one are taken as they are."""
    if not ratios:
        return 1.0
    known = [p for p, _ in ratios]
    log = np.interp(order, known, [math.log(ratio) for _, ratio in ratios])
    other = all((order - p) % 2 for p in known) and not min(known) < order < max(known)
    return math.exp(min(log, 0.5 * log) if other else log)


def ratios_of_leaves(ratios: Ratios, leaf_size: int) -> dict[int, dict[float, float]]:
    """{order: {opening parameter: ratio}} for a leaf size, empty if nothing was measured.

    Leaves of another size may have cells of another shape, so that smaller errors say nothing of
    them: without ratios of this leaf size, those of others count if they are above one. A ratio of
    all orders is one of even and of odd ones."""
    here = [one for one in ratios if one[0][1] in (leaf_size, None)]
    of_others = [(where, max(1.0, ratio)) for where, ratio in ratios]
    by_order: dict[int | None, dict[float, float]] = {}
    for (theta, _, order), ratio in here or of_others:
        by_order.setdefault(order, {})[theta] = ratio
    if not by_order:
        return {}
    of_all = by_order.get(None, {})
    orders = sorted(order for order in by_order if order is not None) or (0, 1)
    return {order: of_all | by_order.get(order, {}) for order in orders}


def ratio_at_theta(theta: float, ratios: dict[float, float]) -> float:
    """The ratio that is expected at an opening parameter, from {opening parameter: ratio}.

    Above all of these it is the ratio of the largest. Below one of them it is a power of its ratio,
    which falls from 1 to 1/2: errors jump where a kind of neighbours becomes far, as in a cube."""
    above = [other for other in ratios if other >= theta]
    if not above:
        return ratios[max(ratios)]
    return ratios[min(above)] ** max(0.5, 1 - (min(above) - theta) / FADES)
