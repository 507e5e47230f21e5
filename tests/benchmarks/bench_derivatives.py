"""What derivatives cost, in potentials and gradients by the same plan.

    python -m tests.benchmarks.bench_derivatives        # 20,000 points on a CPU, 100,000 on a GPU
    python -m tests.benchmarks.bench_derivatives --rows Yukawa --tol 1e-4

Each row is a kernel and a tolerance, float32 from 1e-4 on and float64 below, in a process of its
own that is stopped after `--limit` seconds. Times are medians. Columns:

    sum      milliseconds of potential_and_gradient, which count as 1 in the others
    dU       the gradient of the energy in the points
    loss     value and gradient of sum(sin(potential)) in the points
    hvp      a Hessian-vector product of the energy: forward over reverse mode
    force    the gradient of sum(sin(gradient)) in the points
    hessian  the second derivatives of the potential at all points
    dp       value and gradient of sum(sin(potential)) in the kernel's parameter
    dU/dp    value and gradient of the energy in the kernel's parameter
    first    seconds of the first call of the sum and of the hvp

Kernels without an energy have the loss of forces alone. Errors are those of `hessian` at some
points against direct sums, over what was asked."""

import argparse
import os
import subprocess
import sys
import time

TOLS = (1e-3, 1e-4, 1e-6)
SAMPLES = 300


# {name: (dimension, function from the package and the number of points to the kernel)}; the process
# that starts the others does not import the package
ROWS = {
    "Laplace": (3, lambda jaxfmm, n: jaxfmm.Laplace()),
    "Laplace softened": (3, lambda jaxfmm, n: jaxfmm.Laplace(0.5 * n ** (-1 / 3))),
    "Laplace spline": (3, lambda jaxfmm, n: jaxfmm.Laplace(2 * n ** (-1 / 3), profile="spline")),
    "Laplace 2D": (2, lambda jaxfmm, n: jaxfmm.Laplace()),
    "Yukawa": (3, lambda jaxfmm, n: jaxfmm.Yukawa(5.0)),
    "Matern 3/2": (3, lambda jaxfmm, n: jaxfmm.Matern(0.2, 1.5)),
    "InverseMultiquadric": (3, lambda jaxfmm, n: jaxfmm.InverseMultiquadric(0.1)),
    "Gaussian": (3, lambda jaxfmm, n: jaxfmm.Gaussian(0.1)),
    "Helmholtz": (3, lambda jaxfmm, n: jaxfmm.Helmholtz(10.0)),
    "Stokeslet": (3, lambda jaxfmm, n: jaxfmm.Stokeslet()),
    "Periodic": (3, lambda jaxfmm, n: jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)),
    "Periodic Yukawa": (3, lambda jaxfmm, n: jaxfmm.Periodic(jaxfmm.Yukawa(10.0), 1.0)),
}
COLUMNS = ("dU", "loss", "hvp", "force", "hessian", "dp", "dU/dp")


def measure(name, tol, n, derivatives, columns):
    """Prints one row."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    dtype = jnp.float32 if tol >= 1e-4 else jnp.float64
    if dtype == jnp.float64:
        jax.config.update("jax_enable_x64", True)
    dim, make = ROWS[name]
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((n, dim)), dtype)
    kernel = jax.tree.map(lambda leaf: jnp.asarray(leaf, dtype), make(jaxfmm, n))
    vector, waves = name == "Stokeslet", name == "Helmholtz"
    q = jnp.asarray(rng.normal(size=(n, 3) if vector else n), dtype)
    if "Periodic" in name:
        q = q - q.mean()
    dx = jnp.asarray(rng.normal(size=x.shape), dtype)
    start = time.perf_counter()
    plan = jaxfmm.plan(
        x, kernel=kernel, tol=tol, **({"derivatives": derivatives} if derivatives else {})
    )
    made = time.perf_counter() - start
    real = lambda v: jnp.abs(v) if waves else v  # noqa: E731
    leaves, treedef = jax.tree.flatten(kernel)
    parameter = leaves[-1] if leaves else None

    def of(p):
        return kernel if p is None else jax.tree.unflatten(treedef, [*leaves[:-1], p])

    def both(x, q, plan, p):
        return jaxfmm.potential_and_gradient(x, q, kernel=of(p), plan=plan)

    def energy(x, q, plan, p):
        return jaxfmm.energy(x, q, kernel=of(p), plan=plan)

    def loss(x, q, plan, p):
        return jnp.sum(jnp.sin(real(jaxfmm.potential(x, q, kernel=of(p), plan=plan))))

    def forces(x, q, plan, p):
        return jnp.sum(jnp.sin(real(both(x, q, plan, p)[1])))

    def hvp(x, q, plan, p):
        return jax.jvp(lambda x: jax.grad(energy)(x, q, plan, p), (x,), (dx,))[1]

    functions = {
        "dU": jax.grad(energy),
        "loss": jax.value_and_grad(loss),
        "hvp": hvp,
        "force": jax.grad(forces),
        "hessian": lambda x, q, plan, p: jaxfmm.hessian(x, q, kernel=of(p), plan=plan),
        "dp": jax.value_and_grad(loss, argnums=3),
        "dU/dp": jax.value_and_grad(energy, argnums=3),
    }
    has_no = {"dU", "hvp", "dU/dp"} if vector or waves else set()
    has_no |= {"hessian"} if vector else set()
    has_no |= {"dp", "dU/dp"} if parameter is None else set()

    def timed(function):
        call = jax.jit(function)
        start = time.perf_counter()
        out = jax.block_until_ready(call(x, q, plan, parameter))
        first, times = time.perf_counter() - start, []
        while len(times) < 5 or (sum(times) < 0.3 and len(times) < 30):
            start = time.perf_counter()
            jax.block_until_ready(call(x, q, plan, parameter))
            times.append(time.perf_counter() - start)
            if sum(times) > 20:
                break
        return out, first, 1e3 * float(np.median(times))

    _, first, once = timed(both)
    choice = plan.choice
    how = f"{choice.method.name} {getattr(choice.method, 'family', '')} {choice.order}"
    print(f"{name:20s} {tol:5.0e} {once:8.2f}", end="", flush=True)
    first_hvp, error = None, float("nan")
    for column in COLUMNS:
        if column in has_no or columns and column not in columns:
            print(f" {'-':>7s}", end="")
            continue
        out, first_here, ms = timed(functions[column])
        first_hvp = (
            first_here if column == "hvp" or column == "force" and first_hvp is None else first_hvp
        )
        print(f" {ms / once:7.2f}", end="", flush=True)
        if column == "hessian":
            some = np.random.default_rng(1).choice(n, SAMPLES, replace=False)
            error = hessian_error(out, x, q, kernel, some)
    print(
        f"  {first:5.1f} {first_hvp or 0:5.1f}  {error / tol:7.3f}  {made:5.1f} s  {how}",
        flush=True,
    )


def hessian_error(out, x, q, kernel, some):
    """The relative error at some points against direct sums in float64."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm
    from tests import cases

    with jax.enable_x64(True):
        x, q, kernel = (
            jax.tree.map(
                lambda a: jnp.asarray(
                    np.asarray(a), a.dtype if jnp.iscomplexobj(a) else jnp.float64
                ),
                v,
            )
            for v in (x, q, kernel)
        )
        method = "ewald" if "Periodic" in type(kernel).__name__ else "direct"
        try:
            plan = jaxfmm.plan(x, x[some], kernel=kernel, method=method, tol=1e-9)
            exact = jaxfmm.hessian(x, q, x[some], plan=plan)
        except ValueError:
            return float("nan")
        return cases.error(out[some], exact)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", nargs="+", default=list(ROWS), choices=list(ROWS))
    parser.add_argument("--tol", nargs="+", type=float, default=TOLS)
    parser.add_argument("--n", type=float)
    parser.add_argument("--limit", type=float, default=120, help="seconds of a row")
    parser.add_argument("--derivatives", type=int, help="of the plans")
    parser.add_argument("--columns", nargs="+", default=())
    parser.add_argument("--here", action="store_true", help="in this process")
    given = parser.parse_args(argv)
    if given.here:
        for name in given.rows:
            for tol in given.tol:
                measure(name, tol, int(given.n), given.derivatives, given.columns)
        return
    device = subprocess.run(
        [sys.executable, "-c", "import jax; d = jax.devices()[0]; print(jax.__version__, d.platform, d.device_kind)"],
        capture_output=True, text=True, check=True,
    ).stdout.split(maxsplit=2)  # fmt: skip
    n = int(given.n or (100_000 if device[1] == "gpu" else 20_000))
    print(
        f"jax {device[0]} on {device[2].strip()}, {n} points in a unit cube, charges of both signs"
    )
    print(
        f"{'':20s} {'tol':>5s} {'sum ms':>8s}"
        + "".join(f" {c:>7s}" for c in COLUMNS)
        + "  first   hvp  error/tol    plan",
        flush=True,
    )
    for name in given.rows:
        for tol in given.tol:
            command = [
                sys.executable,
                "-m",
                "tests.benchmarks.bench_derivatives",
                "--here",
                "--rows",
                name,
                "--tol",
                str(tol),
                "--n",
                str(n),
            ]
            if given.derivatives:
                command += ["--derivatives", str(given.derivatives)]
            if given.columns:
                command += ["--columns", *given.columns]
            try:
                done = subprocess.run(
                    command, timeout=given.limit, stderr=subprocess.PIPE, text=True, env=os.environ
                )
                if done.returncode:
                    print(f"  failed: {done.stderr.strip().splitlines()[-1]}", flush=True)
            except subprocess.TimeoutExpired:
                print(f"  (stopped after {given.limit:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
