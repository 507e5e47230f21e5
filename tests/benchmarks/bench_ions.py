"""Energy and forces of ions in a cube, rock salt off its places, by both methods, beside jax-pme's
P3M where it is installed (pip install jax-pme vesin ase), which gets its neighbour list for
nothing; ours makes a new tree each time. Our plans are made for these charges. Matrix products of
jax-pme have full precision, as ours have.

python -m tests.benchmarks.bench_ions --side 20
python -m tests.benchmarks.bench_ions --side 100 --dtype float32 --exact 1e-7
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

OURS = [  # dtype, method, tol
    ("float32", "fmm", 1e-3), ("float32", "ewald", 1e-3), ("float32", "fmm", 1e-4), ("float32", "ewald", 1e-4),
    ("float64", "ewald", 1e-4), ("float64", "fmm", 1e-5), ("float64", "ewald", 1e-5), ("float64", "ewald", 1e-6),
    ("float64", "ewald", 1e-9),
]  # fmt: skip
# dtype, cutoff, mesh spacing, smearing, nodes of the window
THEIRS = [
    ("float32", 4.0, 1.0, 0.9, 5),
    ("float32", 5.0, 1.0, 1.0, 5),
    ("float64", 6.0, 0.375, 1.2, 5),
]


def salt(side, noise):
    """side^3 ions at distances of one, off their places."""
    x = np.stack(np.meshgrid(*[np.arange(float(side))] * 3, indexing="ij"), -1).reshape(-1, 3)
    return x + noise * np.random.default_rng(0).normal(size=x.shape), (-1.0) ** x.sum(1)


def ours(x, q, edge, method, tol):
    """A function of nothing that gives the forces, (n, 3)."""
    plan = jaxfmm.plan(
        x, charges=q, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), edge), method=method, tol=tol
    )

    @jax.jit
    def forces(x, q, plan):
        return -jax.value_and_grad(lambda x: jaxfmm.energy(x, q, plan=plan.update(x)))(x)[1]

    return lambda: forces(x, q, plan)


def theirs(x, q, edge, cutoff, spacing, smearing, nodes):
    import ase
    import jaxpme

    calculator = jaxpme.P3M(interpolation_nodes=nodes)
    atoms = ase.Atoms("H" * len(x), positions=np.asarray(x) % edge, cell=[edge] * 3, pbc=True)
    given = jax.device_put(calculator.prepare(atoms, np.asarray(q), cutoff, spacing, smearing))
    both = jax.jit(calculator.energy_forces)

    def forces():
        with jax.default_matmul_precision("highest"):
            return both(*given)[1]

    return forces


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=20, help="ions along an edge, even")
    parser.add_argument("--noise", type=float, default=0.1)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument(
        "--dtype", choices=["float32", "float64"], help="rows of one precision; both by default"
    )
    parser.add_argument(
        "--exact", type=float, default=1e-12, help="tol of the sum that errors are told by"
    )
    options = parser.parse_args()
    positions, charges = salt(options.side, options.noise)
    edge, rows = float(options.side), {}

    def made(dtype, make, *how):
        with jax.enable_x64(dtype == "float64"):
            given = jnp.asarray(positions, dtype), jnp.asarray(charges, dtype), edge
            run = make(*given, *how)
            return run, np.asarray(run(), float)

    def add(name, make, choices):
        for dtype, *how in choices:
            if options.dtype in (None, dtype):
                rows[name, dtype, *how] = made(dtype, make, *how)

    exact = made("float64", ours, "ewald", options.exact)[1]
    add("ours", ours, OURS)
    try:
        add("jax-pme", theirs, THEIRS)
    except ImportError as absent:
        print(f"jax-pme is left out: {absent}")
    times = {name: [] for name in rows}
    for _ in range(options.repeats):  # in turn, so that all see the same machine
        for name, (run, _) in rows.items():
            with jax.enable_x64(name[1] == "float64"):
                begun = time.perf_counter()
                jax.block_until_ready(run())
                times[name].append(1e3 * (time.perf_counter() - begun))
    found = {}
    for name, (_, forces) in rows.items():
        scale = (
            np.vdot(forces, exact) / np.vdot(exact, exact) if name[0] != "ours" else 1.0
        )  # theirs may be halves
        found[name] = (
            np.linalg.norm(forces / scale - exact) / np.linalg.norm(exact),
            min(times[name]),
        )
        print(
            *name,
            f"error {found[name][0]:.1e}, {found[name][1]:.2f} ms (median "
            f"{np.median(times[name]):.2f})",
        )
    for name, (error, milliseconds) in found.items():
        as_good = [
            (ms, other) for other, (e, ms) in found.items() if other[0] == "ours" and e <= error
        ]
        if name[0] != "ours" and as_good:
            print(
                f"{error:.1e}: {milliseconds / min(as_good)[0]:.1f} times faster than jax-pme, by",
                *min(as_good)[1],
            )


if __name__ == "__main__":
    main()
