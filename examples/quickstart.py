"""Electrostatics of a protein and gravity of a star cluster, each checked against the direct sum.

    python examples/quickstart.py
    python examples/quickstart.py --bodies 10000   # a smaller cluster

Needs only jax and numpy. With matplotlib installed it also draws both (see --picture).
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

COULOMB = 332.0637  # kcal/mol times angstrom per squared elementary charge, in vacuum
METHOD = "fmm"  # "auto" may take the direct sum for few bodies: nothing to compare then
SAMPLED_TARGETS = 1000
REPEATS = 3


class Row(NamedTuple):
    """One line of the table. Errors are relative to the direct sum, and None for the direct sum."""

    what: str
    size: int
    first: float  # seconds of plan, compilation and one call
    steady: float  # seconds of a later call with this plan, the median of REPEATS
    rate: float  # units per second in a later call
    unit: str
    potential_error: float | None = None  # of the energy, for the atoms
    force_error: float | None = None


@jax.jit
def electrostatics(
    atoms: jax.Array, charges: jax.Array, plan: jaxfmm.Plan
) -> tuple[jax.Array, jax.Array]:
    """The energy of all pairs in kcal/mol, and the forces (n, 3) in kcal/mol/angstrom."""
    energy, gradient = jax.value_and_grad(jaxfmm.energy)(atoms, charges, plan=plan)
    return COULOMB * energy, -COULOMB * gradient


@jax.jit
def gravity(
    bodies: jax.Array, masses: jax.Array, targets: jax.Array | None, plan: jaxfmm.Plan
) -> tuple[jax.Array, jax.Array]:
    """The potential -sum m/r (G = 1) and the acceleration at targets, or at the bodies."""
    potential, gradient = jaxfmm.potential_and_gradient(bodies, masses, targets, plan=plan)
    return -potential, gradient


def measure(
    make_plan: Callable[[], jaxfmm.Plan], evaluate: Callable[[jaxfmm.Plan], Any]
) -> tuple[jaxfmm.Plan, Any, float, float]:
    """(plan, result, seconds of plan and first call, seconds of a later call)."""
    start = time.perf_counter()
    plan = make_plan()
    plan.check()
    result = jax.block_until_ready(evaluate(plan))
    first = time.perf_counter() - start
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        jax.block_until_ready(evaluate(plan))
        times.append(time.perf_counter() - start)
    return plan, result, first, statistics.median(times)


def relative_error(value: jax.Array, reference: jax.Array) -> float:
    """The L2 norm of the difference over the L2 norm of the reference, in float64."""
    value, reference = np.asarray(value, np.float64), np.asarray(reference, np.float64)
    return float(np.linalg.norm(value - reference) / np.linalg.norm(reference))


def read_atoms() -> tuple[jax.Array, jax.Array]:
    """Positions (n, 3) in angstrom and partial charges (n,) in elementary charges."""
    file = pictures.DATA / "actin_dimer.csv.gz"
    table = np.loadtxt(file, delimiter=",", skiprows=1, dtype=np.float32)
    return jnp.asarray(table[:, :3]), jnp.asarray(table[:, 3])


def plummer_sphere(n: int, seed: int = 0) -> tuple[jax.Array, jax.Array]:
    """Positions (n, 3) and masses (n,) of a Plummer sphere of scale and mass 1.

    Its mass within the radius r is M(r) = r^3 / (1 + r^2)^(3/2).
    """
    generator = np.random.default_rng(seed)
    radius = 1 / np.sqrt(generator.uniform(size=n) ** (-2 / 3) - 1)  # the inverse of M(r)
    direction = generator.normal(size=(n, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    positions = jnp.asarray(radius[:, None] * direction, jnp.float32)
    return positions, jnp.full(n, 1 / n, jnp.float32)


def actin(tol: float) -> tuple[list[Row], jax.Array, tuple[jax.Array, jax.Array]]:
    """Energy and forces of the atoms: two rows, the energy, and positions and potential."""
    atoms, charges = read_atoms()
    n = len(charges)

    def run(method):
        return measure(
            lambda: jaxfmm.plan(atoms, tol=tol, method=method),
            lambda plan: electrostatics(atoms, charges, plan),
        )

    plan, (energy, forces), first, steady = run(METHOD)
    _, (exact_energy, exact_forces), exact_first, exact_steady = run("direct")
    rows = [
        Row(
            "actin, energy and forces",
            n,
            first,
            steady,
            n / steady,
            "atoms",
            relative_error(energy, exact_energy),
            relative_error(forces, exact_forces),
        ),
        Row("  the direct sum", n, exact_first, exact_steady, n * n / exact_steady, "pairs"),
    ]
    return rows, energy, (atoms, COULOMB * jaxfmm.potential(atoms, charges, plan=plan))


def plummer(n: int, tol: float) -> tuple[list[Row], tuple[jax.Array, jax.Array]]:
    """Potential and acceleration of the cluster, checked at sampled bodies.

    Returns two rows, and positions and accelerations.
    """
    bodies, masses = plummer_sphere(n)
    sample = np.random.default_rng(1).choice(n, min(n, SAMPLED_TARGETS), replace=False)
    targets = bodies[sample]

    _, (potential, acceleration), first, steady = measure(
        lambda: jaxfmm.plan(bodies, tol=tol, method=METHOD),
        lambda plan: gravity(bodies, masses, None, plan),
    )
    # The pair of a target and the source at its place is left out, as in the sum above.
    _, (exact_potential, exact_acceleration), exact_first, exact_steady = measure(
        lambda: jaxfmm.plan(bodies, targets, tol=tol, method="direct"),
        lambda plan: gravity(bodies, masses, targets, plan),
    )
    pairs = n * len(targets)
    rows = [
        Row(
            "Plummer sphere, potential and acceleration",
            n,
            first,
            steady,
            n / steady,
            "bodies",
            relative_error(potential[sample], exact_potential),
            relative_error(acceleration[sample], exact_acceleration),
        ),
        Row(
            f"  the direct sum at {len(targets)} of them",
            n,
            exact_first,
            exact_steady,
            pairs / exact_steady,
            "pairs",
        ),
    ]
    return rows, (bodies, acceleration)


def print_table(rows: list[Row]) -> None:
    """Prints one aligned line per row."""
    head = ("what", "size", "first call s", "steady s", "per second")
    lines = [(*head, "potential error", "force error")]
    for row in rows:
        errors = (row.potential_error, row.force_error)
        errors = ["" if error is None else f"{error:.1e}" for error in errors]
        times = (f"{row.first:.2f}", f"{row.steady:.4f}", f"{row.rate:.2e} {row.unit:6}")
        lines.append((row.what, f"{row.size:,}", *times, *errors))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, *cells in lines:
        cells = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        print("  ".join([name.ljust(widths[0]), *cells]).rstrip())


def draw(
    path: Path,
    atoms: jax.Array,
    atom_potential: jax.Array,
    bodies: jax.Array,
    acceleration: jax.Array,
) -> None:
    """Saves the potential at the atoms and the accelerations by radius, if matplotlib is there."""
    figure = pictures.figure(11, 4.8)
    if figure is None:
        return
    figure.get_layout_engine().set(wspace=0.1)
    left, right = figure.subplots(1, 2)

    x, y, z = np.asarray(atoms).T
    atom_potential = np.asarray(atom_potential)
    limit = np.percentile(np.abs(atom_potential), 98)
    front_last = np.argsort(y)
    look = {"s": 3, "cmap": "RdBu", "vmin": -limit, "vmax": limit}
    dots = left.scatter(x[front_last], z[front_last], c=atom_potential[front_last], **look)
    figure.colorbar(dots, ax=left, label="potential, kcal/mol per elementary charge")
    left.set(title="actin dimer", xlabel="x, angstrom", ylabel="z, angstrom", aspect="equal")

    bodies, acceleration = np.asarray(bodies), np.asarray(acceleration)
    radius = np.linalg.norm(bodies, axis=1)
    inward = -np.sum(acceleration * bodies, axis=1) / radius
    grid = np.geomspace(*np.percentile(radius, [0.1, 99.9]), 200)
    right.loglog(radius, np.maximum(inward, 1e-8), ".", markersize=1, alpha=0.5, label="bodies")
    right.loglog(grid, grid / (1 + grid**2) ** 1.5, "k", label="M(r) / r²")
    right.set(
        title="Plummer sphere",
        xlabel="radius, in scale radii",
        ylabel="inward acceleration, G = M = a = 1",
        xlim=(grid[0], grid[-1]),
    )
    right.set_ylim(grid[-1] ** -2 / 3, 1)
    right.legend(loc="lower left", markerscale=8)
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> list[Row]:
    """Runs both, prints the table and returns its rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=100_000, help="of the cluster (%(default)s)")
    parser.add_argument("--tol", type=float, default=1e-4, help="relative L2 error (%(default)s)")
    pictures.add_argument(parser, "quickstart")
    options = parser.parse_args(argv)

    actin_rows, energy, actin_picture = actin(options.tol)
    plummer_rows, plummer_picture = plummer(options.bodies, options.tol)
    rows = actin_rows + plummer_rows

    device = jax.devices()[0].device_kind
    print(f"jax {jax.__version__} on {device}, float32, tol {options.tol:g}")
    print_table(rows)
    print("Electrostatic energy of the actin dimer in vacuum, bonded pairs included:")
    print(f"{float(energy):,.1f} kcal/mol")
    draw(options.picture, *actin_picture, *plummer_picture)
    return rows


if __name__ == "__main__":
    main()
