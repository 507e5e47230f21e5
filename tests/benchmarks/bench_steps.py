"""Block time steps and constant steps at the same error of the energy, and REBOUND beside them.

    python -m tests.benchmarks.bench_steps                   # 4,096 bodies, for two CPU cores
    python -m tests.benchmarks.bench_steps --bodies 16384    # for a GPU
    python -m tests.benchmarks.bench_steps --rebound         # where `pip install rebound` has been run

A Plummer sphere of n bodies with a softening of 4/n virial units of length moves for one crossing
time, 2 sqrt(2) virial units. Accuracies, and numbers of constant steps, are tried from coarse to
fine until the error of the energy is at most the one that is asked for; the time of that one is
measured again, without compilation. The second sphere is another sample, so that no time depends on
the one that was compiled for.

With --rebound: the Pythagorean problem of three bodies to time 60, and a small cluster, by IAS15 of
REBOUND on one core and by adaptive and block steps on all. Accuracies are tried from coarse to fine
as above, until the error of the energy is at most 1e-4, 1e-6 and 1e-8."""

import argparse
import functools
import math
import time

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import nbody

VIRIAL = 3 * math.pi / 16  # scale radius of a Plummer sphere in virial units, G = M = -4 E = 1
ETAS = [0.32 * 2 ** (-k / 2) for k in range(16)]


def start_of(n, seed, dtype):
    return nbody.plummer(jax.random.key(seed), n, scale=VIRIAL, dtype=dtype)


def timed(run, state):
    """The worst energy error and the seconds."""
    began = time.perf_counter()
    _, history = jax.block_until_ready(run(state))
    error = float(np.abs(np.asarray(history.energy_error, np.float64)).max())
    return error, time.perf_counter() - began, history


def search(name, tries, limit, first, second):
    """Tries functions until the error is at most `limit`; the seconds of the last, for both
    samples."""
    for label, run in tries:
        error, seconds, history = timed(run, first)
        print(f"  {name} {label}: error {error:.1e}, {seconds:.2f} s with compilation", flush=True)
        if error <= limit:
            error, seconds, history = min(
                (timed(run, first) for _ in range(2)), key=lambda row: row[1]
            )
            other, seconds2, _ = timed(run, second)
            print(
                f"  {name} {label}: error {error:.1e} in {seconds:.2f} s; "
                f"another sample {other:.1e} in {seconds2:.2f} s",
                flush=True,
            )
            return seconds, history
    return math.nan, None


def compare(options):
    n, dtype = options.bodies, jnp.dtype(options.dtype)
    until = 2 * math.sqrt(2) * options.crossings
    how = {"scheme": "hermite", "softening": 4 / n, "method": "direct"}
    spheres = [start_of(n, seed, dtype) for seed in (0, 1)]

    @jax.jit
    def blocks(eta, state):
        return nbody.simulate(state, until=until, timestep="block", eta=eta, **how)

    def constant(steps):
        @jax.jit
        def run(state):
            end, history = nbody.simulate(state, steps, until / steps, **how)
            return end, history

        return run

    print(
        f"{n:,} bodies, {dtype}, softening 4/n, {options.crossings:g} crossing times, "
        f"{jax.devices()[0].device_kind}"
    )
    etas = [eta for eta in ETAS if eta <= options.eta]
    tries = [(f"eta {eta:.3f}", functools.partial(blocks, jnp.asarray(eta, dtype))) for eta in etas]
    by_blocks, history = search("block", tries, options.error, *spheres)
    if history is not None:
        steps = np.asarray(history.steps[-1], np.float64)
        per_body, shortest = steps.sum() / n, 2 ** np.flatnonzero(steps).max()
        print(f"  {per_body:.0f} steps a body, the shortest until / {shortest:,}")
    if options.constant:
        counts = [int(options.steps * 2 ** (k / 2)) for k in range(10)]
        tries = [(f"{steps:,} steps", constant(steps)) for steps in counts]
        by_constant, _ = search("constant", tries, options.error, *spheres)
        print(f"constant over block: {by_constant / by_blocks:.1f} times")


def by_rebound(state, until, softening, epsilon):
    """The energy error and the seconds of IAS15."""
    import rebound

    simulation = rebound.Simulation()
    simulation.integrator, simulation.softening = "ias15", softening
    simulation.integrator.epsilon = epsilon
    columns = (np.asarray(x, np.float64) for x in (state.masses, state.positions, state.velocities))
    for m, (x, y, z), (u, v, w) in zip(*columns):
        simulation.add(m=m, x=x, y=y, z=z, vx=u, vy=v, vz=w)

    def energy():  # REBOUND's own leaves the softening out
        masses = np.array([p.m for p in simulation.particles])
        x = np.array([p.xyz for p in simulation.particles])
        v = np.array([p.vxyz for p in simulation.particles])
        r = np.sqrt(np.square(x[:, None] - x).sum(2) + softening**2)
        np.fill_diagonal(r, np.inf)
        return 0.5 * (masses * np.square(v).sum(1)).sum() - 0.5 * masses @ (1 / r) @ masses

    before, began = energy(), time.perf_counter()
    simulation.integrate(until)
    seconds = time.perf_counter() - began
    return abs(energy() / before - 1), seconds


def by_ours(state, until, softening, timestep):
    """The same of our steps, as a function of eta."""

    @jax.jit
    def run(eta, state):
        how = {"scheme": "hermite", "softening": softening, "method": "direct", "eta": eta}
        how["dt_max"] = until / 512  # encounters take steps below 2^-30 of the whole time
        return nbody.simulate(state, until=until, timestep=timestep, **how)

    timed(functools.partial(run, 1.0), state)  # compiles
    return lambda eta: timed(functools.partial(run, eta), state)[:2]


def at_errors(name, accuracy, values, run, errors=(1e-4, 1e-6, 1e-8)):
    """Prints the error and the time of the coarsest accuracy that has each of these errors."""
    values = iter(values)
    value, found = math.nan, (math.inf, math.nan)
    for limit in errors:
        while not found[0] <= limit:  # NaN where steps fell under dt_min
            if (value := next(values, None)) is None:
                return print(f"  {name}: error at most {limit:.0e} not reached")
            found = run(value)
        seconds = min(found[1], *(run(value)[1] for _ in range(2)))
        row = f"error {found[0]:.1e} in {seconds:.4f} s, {accuracy} {value:.1e}"
        print(f"  {name}: at most {limit:.0e}: {row}", flush=True)


def against_rebound():
    try:
        import rebound
    except ImportError:
        return print("REBOUND is not installed: pip install rebound")
    positions = jnp.array([[1.0, 3.0, 0.0], [-2.0, -1.0, 0.0], [1.0, -1.0, 0.0]])
    three = nbody.State(
        positions=positions, velocities=0 * positions, masses=jnp.array([3.0, 4.0, 5.0])
    )
    cluster = start_of(128, 0, jnp.float64)
    cases = {
        "Pythagorean problem to time 60": (three, 60.0, 0.0),
        "128 bodies, softening 0.01, to time 3": (cluster, 3.0, 0.01),
    }
    print(f"REBOUND {rebound.__version__}, {jax.devices()[0].device_kind}, float64")
    for name, case in cases.items():
        print(name)
        epsilons = [4.0**-k for k in range(24)]
        at_errors("IAS15", "epsilon", epsilons, functools.partial(by_rebound, *case))
        for timestep in ("adaptive", "block"):
            etas = [0.08 * 2 ** (-k / 2) for k in range(32)]
            at_errors(timestep, "eta", etas, by_ours(*case, timestep))


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bodies", type=int, default=4096)
    parser.add_argument("--dtype", default="float64", choices=("float32", "float64"))
    parser.add_argument("--crossings", type=float, default=1.0)
    parser.add_argument("--error", type=float, default=1e-6, help="of the energy")
    parser.add_argument("--eta", type=float, default=0.32, help="the coarsest to try")
    parser.add_argument("--steps", type=int, default=1000, help="the fewest constant steps to try")
    parser.add_argument("--no-constant", dest="constant", action="store_false")
    parser.add_argument("--rebound", action="store_true", help="this alone")
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    against_rebound() if options.rebound else compare(options)


if __name__ == "__main__":
    main()
