"""Measures the rates by which plans choose order, opening parameter, leaf size and method, on the
device JAX finds.

    python -m jaxfmm.tune                          # into the user's own table
    python -m jaxfmm.tune --output rates.json      # into another, to be named in JAXFMM_RATES
    python -m jaxfmm.tune --quick --output t.json  # tiny sizes, to see that it works

Every backend that works on the device is measured in two and three dimensions and in float32 and
float64, on uniform points. The time of a stage is the difference between a whole sum
(`passes.tree_sum.tree_sum`) with its list and with a shorter one, which one compiled program does
both. Of Taylor series and polyharmonic expansions, in three dimensions, translations alone are
measured. What lists cost an update is not measured: the package's number is kept. Programs are
compiled side by side and then run in turns, round after round, and the shortest time of each
counts: the machine's other work only ever adds, and in medians M2L was lost."""

import argparse
import dataclasses
import json
import re
import time
from pathlib import Path
from typing import Any

import jax
import jax.export

from jaxfmm import cores, progress
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.rates import key, load, rates, user_table
from jaxfmm.tune.measure import measure
from jaxfmm.tune.programs import COMPILED, LARGE, LEAST, SMALL, XLA, Workload

DTYPES = ("float32", "float64")
BUDGET = {"cpu": 30.0, "gpu": 6.0}  # seconds of timing for a backend, a dimension and a precision
QUICK = Workload(1500, 512, 512, (SMALL, LARGE), {3: (LEAST,), 2: (LEAST,)}, (LEAST,))


def _here() -> list[str]:
    """The names of the backends that work on this device, XLA the last."""
    platform, states = jax.export.default_export_platform(), backends.backends()
    compiled = [
        name
        for name, operations in backends.COMPILED.items()
        if operations.PLATFORM == platform and states[name] == "available"
    ]
    return [*compiled, "xla"]


def entry(*, quick: bool = False) -> dict[str, Any]:
    """The entry of this device for a table: {"date", "jax", "note", "rates"}."""
    platform = backends.default_platform()
    measured: dict[str, dict[str, Any]] = {name: {} for name in _here()}
    for name, rows in measured.items():
        sizes = QUICK if quick else (XLA if name == "xla" else COMPILED)[platform]
        for dim in (3,) if quick else (2, 3):
            for dtype in DTYPES[:1] if quick else DTYPES:
                start, row = time.perf_counter(), key(dim, dtype)
                with (
                    jax.enable_x64(dtype == "float64"),
                    progress.waiting(f"tune: {name} {row}"),
                ):
                    budget = 0.0 if quick else BUDGET[platform]
                    found = measure(name, dim, dtype, sizes, budget=budget)
                    known = rates(name, dim, dtype)
                    found = dataclasses.replace(found, listed=known.listed, own=known.own)
                rows[row] = _rounded(dataclasses.asdict(found))
                print(f"{name} {row} ({time.perf_counter() - start:.0f} s)")
                for what, numbers in rows[row].items():
                    print(f"    {what:12s} {numbers}".replace("'", ""), flush=True)
    here = f" on {cores.usable()} cores" if platform == "cpu" else ""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "jax": jax.__version__,
        "note": f"by python -m jaxfmm.tune{here}",
        "rates": measured,
    }


def _rounded(value: Any) -> Any:
    """Numbers as tables have them, without what was not measured."""
    if isinstance(value, dict):
        return {str(name): _rounded(v) for name, v in value.items() if v}
    return float(f"{value:.3g}")


def write(path: str | Path, device: str, entry: dict[str, Any]) -> None:
    """Puts the entry of a device into the table of a file, which may be there."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    table = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    table[device] = table.get(device, {}) | entry
    text = re.sub(
        r"\{[^{}]*\}", lambda row: " ".join(row.group().split()), json.dumps(table, indent=1)
    )
    path.write_text(text + "\n", encoding="utf-8")
    load(path)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--device-name", help="the name of the entry, JAX's for the kind of device if not given")
    add("--output", default=user_table(), help="the table to write into")
    add("--quick", action="store_true", help="3D in float32 alone, in tiny sizes: whether it works")
    options = parser.parse_args(argv)
    device = options.device_name or jax.devices()[0].device_kind
    print(f"{device}, jax {jax.__version__}")
    write(options.output, device, entry(quick=options.quick))
    print(f"written to {options.output}")


if __name__ == "__main__":
    main()
