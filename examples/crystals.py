"""The electrostatic energies of six crystals, compared with Madelung constants of the literature.

    python examples/crystals.py

Each crystal is a unit cell of a few ions and all images of the cell. The potential follows the
conventions of Ewald sums. A Madelung constant is minus the energy of a formula unit in a cube of
edge 1. It takes less than a minute on two CPU cores, and compilation takes most of this.
"""

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

FACES = np.array([[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]])
EIGHTHS = np.array([[x, y, z] for x in (0.25, 0.75) for y in (0.25, 0.75) for z in (0.25, 0.75)])
EDGES = np.array([[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5]])


def crystal(*kinds: tuple[np.ndarray, float]) -> tuple[np.ndarray, np.ndarray]:
    """Positions and charges, from pairs of positions and their charge."""
    positions = np.concatenate([places for places, _ in kinds])
    charges = [np.full(len(places), float(charge)) for places, charge in kinds]
    return positions, np.concatenate(charges)


# (positions, charges) in a unit cube, the formula units in it, the constant of the literature
CRYSTALS = {
    "CsCl": (crystal((FACES[:1], 1), (FACES[:1] + 0.5, -1)), 1, 1.762674773070988 / (3**0.5 / 2)),
    "NaCl": (crystal((FACES, 1), (FACES + 0.5, -1)), 4, 1.747564594633182 / 0.5),
    "ZnS": (crystal((FACES, 1), (FACES + 0.25, -1)), 4, 1.638055053388789 / (3**0.5 / 4)),
    "CaF2": (crystal((FACES, 2), (EIGHTHS, -1)), 4, 11.636575227077),
    "Cu2O": (
        crystal((FACES[:1], -2), (FACES[:1] + 0.5, -2), (FACES + 0.25, 1)),
        2,
        10.259457033075,
    ),
    "ReO3": (crystal((FACES[:1], 6), (EDGES, -2)), 1, None),
}


def main() -> dict[str, tuple[float, float]]:
    """Returns {name: (Madelung constant, -3 p V / E)}."""
    results = {}
    print("crystal   Madelung constant        literature   -3 p V / E")
    for name, ((positions, charges), units, literature) in CRYSTALS.items():
        positions, charges = jnp.asarray(positions), jnp.asarray(charges)

        plan = jaxfmm.plan(
            positions, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1.0), method="direct"
        )

        def energy(edge, positions=positions, charges=charges, plan=plan):
            kernel = jaxfmm.Periodic(jaxfmm.Laplace(), edge)
            return jaxfmm.energy(edge * positions, charges, kernel=kernel, plan=plan)

        value, slope = jax.value_and_grad(energy)(jnp.ones(()))
        constant, virial = -float(value) / units, -float(slope / value)
        results[name] = constant, virial
        known = "" if literature is None else f"{literature:.12f}"
        print(f"{name:8} {constant:18.12f} {known:>17} {virial:12.9f}")
    return results


if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    main()
