"""Checks an installed jaxfmm where there is no compiler: python installed.py library | pure

library: the wheel's native library loads, and sums by it are right.
pure: a package without a library says why, and sums in plain XLA are right.
"""

import importlib.metadata
import sys
import warnings
from pathlib import Path

import jax
import numpy as np

warnings.simplefilter("error")
warnings.filterwarnings("ignore", "sums run in plain XLA", RuntimeWarning)

import jaxfmm  # noqa: E402


def check(fine, what):
    print(("ok    " if fine else "WRONG ") + what)
    return fine


def relative(a, b):
    return float(np.linalg.norm(np.asarray(a) - np.asarray(b)) / np.linalg.norm(b))


def main(kind):
    state = jaxfmm.backends()
    folder = Path(jaxfmm.__file__).parent
    distribution = importlib.metadata.distribution("jaxfmm-fastsum")
    files = {Path(file).name for file in distribution.files or ()}
    results = [
        check("site-packages" in str(folder), f"the installed package is imported, {folder}"),
        check(jaxfmm.__version__ == distribution.version, f"version {jaxfmm.__version__}"),
        check((folder / "py.typed").is_file(), "py.typed"),
        check({"LICENSE", "NOTICE"} <= files, "LICENSE and NOTICE"),
    ]
    if kind == "library":
        results.append(check(state["cpu"] == "available", f"backend cpu: {state['cpu']}"))
    else:
        said = "not built" in state["cpu"] and "C++ compiler" in state["cpu"]
        results.append(check(said, f"the reason is given: {state['cpu']}"))

    keys = jax.random.split(jax.random.key(0), 2)
    x, q = jax.random.normal(keys[0], (5000, 3)), jax.random.normal(keys[1], (5000,))
    exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, method="direct"))
    fast = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, method="fmm", tol=1e-4))
    for name, a, b in zip(("potential", "gradient"), fast, exact):
        results.append(check(relative(a, b) < 1e-4, f"FMM, {name}: error {relative(a, b):.1e}"))

    kernel = jaxfmm.Custom(lambda x, y: 1 / (1 + ((x - y) ** 2).sum()))
    own = jaxfmm.potential(x[:500], q[:500], kernel=kernel)  # compiled by nobody here: in plain XLA
    r2 = np.square(np.asarray(x[:500, None] - x[None, :500])).sum(-1)
    error = relative(own, (1 / (1 + r2)) @ np.asarray(q[:500]))
    results.append(check(error < 1e-4, f"a kernel written in JAX: error {error:.1e}"))
    density = jaxfmm.KernelDensity("scott").fit(x)
    results.append(check(bool(np.isfinite(density.log_density(x[:10])).all()), "a density"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
