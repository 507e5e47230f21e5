"""How long the stages of a sum take, by device: the table `rates.json`, which `python -m
jaxfmm.tune` measures.

A table is {device: {"date", "jax", "note", "rates": {backend: {"3D float32": numbers}}, "gaussian":
{backend: {method: {stage: ns}}}}}, with the numbers of `Rates`; a device has the name that JAX
gives its kind ("NVIDIA H200", "cpu"). Entries are looked up in the table that JAXFMM_RATES names,
or else in the user's own, which `python -m jaxfmm.tune` writes (`user_table`), and in the table of
the package. A CPU that no table knows is taken for the CPU of the package, and a GPU for an H200
that is faster or slower by what NVIDIA's driver says (`launch.arithmetic`). A backend that no table
knows is taken to be as fast as XLA; `print(plan)` says so."""

import dataclasses
import functools
import json
import math
import os
from pathlib import Path
from typing import Any

import jax
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.native import cache, launch

TABLE = Path(__file__).with_name("rates.json")
STAND_INS = {"cpu": "cpu", "gpu": "NVIDIA H200"}  # for devices that are not in a table
# Sums or products that an H200 computes in a nanosecond: multiprocessors, GHz, and lanes of each.
H200 = {"float32": 132 * 1.98 * 128, "float64": 132 * 1.98 * 64}
SAME = 0.01  # An H100 is an H200 to this.
# The backends that the table of the package has, XLA by platform, and their platforms.
BACKENDS = {"cpu": "cpu", "cuda": "gpu", "cpu xla": "cpu", "gpu xla": "gpu"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rates:
    """Nanoseconds that a backend takes in a dimension and a precision, for potential and gradient.

    pair: of P2P per pair of points, {leaf size: ns} for trees of uniform points.
    translation: of M2L per pair of cells, {order: ns}.
    particle, cell: of the other passes (P2M, M2M, L2L, L2P) per point and per leaf, {order: ns}.
    multipole: of M2P per coefficient and point.
    direct: of a direct sum per pair.
    call: of an FMM besides.
    listed: of an update of a plan per pair of nodes in its lists, 0 where that is little.
    own: of each number of a point's own, and of its coordinates, that a kernel with such numbers
      brings to the order of the trees, 0 where that is little.
    radial, polyharmonic: of the translations of these expansions in 3D, {order: ns}; empty where
      they were not measured.

    Between the measured ones, numbers are interpolated geometrically. Beyond, those of leaf sizes
    stay the same, and those of orders follow the last power of order + 1 upward.

    Example:
      >>> from jaxfmm.cost_model.rates import Rates
      >>> one = {2: 1.0}
      >>> r = Rates(pair={16: 4.0, 64: 1.0}, translation={1: 1.0, 3: 4.0}, particle=one, cell=one,
      ...           multipole=1.0, direct=1.0, call=1.0)
      >>> [round(float(x), 6) for x in (r.pair_at(32), r.pair_at(512))]
      [2.0, 1.0]
      >>> [round(float(x), 6) for x in (r.translation_at(2), r.translation_at(7))]
      [2.25, 16.0]
    """

    pair: dict[int, float]
    translation: dict[int, float]
    particle: dict[int, float]
    cell: dict[int, float]
    multipole: float
    direct: float
    call: float
    listed: float = 0.0
    own: float = 0.0
    radial: dict[int, float] = dataclasses.field(default_factory=dict)
    polyharmonic: dict[int, float] = dataclasses.field(default_factory=dict)

    def __hash__(self) -> int:  # choices by them are kept
        return hash((self.multipole, self.direct, self.call))

    @functools.lru_cache(1024)  # noqa: B019
    def pair_at(self, points: float) -> float:
        """ns per pair of points in leaves of a tree with this leaf size."""
        return math.exp(
            np.interp(math.log(points), *np.log((list(self.pair), list(self.pair.values()))))
        )

    def times(self, pairs: float, far: float) -> "Rates":
        """The rates of a kernel with which pairs of points, and all passes that are far, take so
        many times as long."""

        def scaled(times: float, *names: str) -> dict[str, Any]:
            return {
                name: {at: times * ns for at, ns in getattr(self, name).items()} for name in names
            }

        names = "translation", "particle", "cell", "radial", "polyharmonic"
        return dataclasses.replace(
            self,
            direct=pairs * self.direct,
            multipole=far * self.multipole,
            **scaled(pairs, "pair"),
            **scaled(far, *names),
        )

    def translation_at(self, order: float) -> float:
        return _at_order(tuple(self.translation.items()), order)

    def radial_at(self, order: int) -> float:
        return _at_order(tuple(self.radial.items()), order)

    def polyharmonic_at(self, order: int) -> float:
        return _at_order(tuple(self.polyharmonic.items()), order)

    def particle_at(self, order: float) -> float:
        return _at_order(tuple(self.particle.items()), order)

    def cell_at(self, order: float) -> float:
        return _at_order(tuple(self.cell.items()), order)


@functools.cache
def _at_order(measured: tuple[tuple[int, float], ...], order: float) -> float:
    """Between the measured pairs (order, ns)."""
    x, y = np.log(np.array(measured).T + [[1], [0]])
    at = math.log(order + 1)
    if at > x[-1] and len(x) > 1:
        return math.exp(y[-1] + (at - x[-1]) * (y[-1] - y[-2]) / (x[-1] - x[-2]))
    return math.exp(np.interp(at, x, y))


def rates(backend: str, dim: int, dtype: DTypeLike) -> Rates:
    """The `Rates` of a backend, on this process' device where it is of the backend's platform.

    backend: one of BACKENDS, or another name, whose rates are XLA's where none were measured.
    Dimensions but 2 have the rates of 3.

    Raises:
      ValueError: JAXFMM_RATES names no table, or one that is malformed.
    """
    numbers, origin = _look_up("rates", backend, key(dim, dtype))
    slower = _slower(backend, origin, dtype)
    return numbers if slower == 1.0 else numbers.times(slower, slower)


def _slower(backend: str, origin: str, dtype: DTypeLike) -> float:
    """How many times as long as the table says, which is of `origin`, arithmetic takes on the GPUs
    of this process, by what their driver says; 1 on CPUs, and where it says nothing. Times that are
    no arithmetic, `Rates.call`, stay as they are."""
    if platform_of(backend) != "gpu" or _here() != "gpu" or STAND_INS["gpu"] not in origin:
        return 1.0
    name = np.dtype(dtype).name
    if origin == _device("gpu") or not (speed := launch.arithmetic(name)):
        return 1.0
    slower = H200[name] / speed
    return 1.0 if abs(slower - 1) < SAME else slower


def stand_in(backend: str, dim: int, dtype: DTypeLike) -> str | None:
    """What the `rates` are of that stand in, in words: another device, XLA where the backend has no
    rates. None where they are of this process' device."""
    _, origin = _look_up("rates", backend, key(dim, dtype))
    if origin == _device(platform_of(backend)):
        return None
    slower = _slower(backend, origin, dtype)
    return origin if slower == 1.0 else f"{origin}, times {slower:.2g} for the speed of this GPU"


def gaussian_rates(backend: str, method: str) -> dict[str, float]:
    """The nanoseconds of the stages of a method of Gaussians, by name, as `rates`; all measured for
    float64."""
    numbers, origin = _look_up("gaussian", backend, method)
    # Memory limits them more than arithmetic does: float64 takes about what float32 does.
    slower = _slower(backend, origin, np.float32)
    return {stage: ns if stage == "call" else slower * ns for stage, ns in numbers.items()}


def user_table() -> Path:
    """Where the user's own table is, if there is one."""
    return cache.directory() / "rates.json"


def _here() -> str:
    """The platform of this process, "cpu" or "gpu"."""
    return "cpu" if jax.default_backend() == "cpu" else "gpu"


def platform_of(backend: str) -> str:
    """The platform of a backend, "cpu" or "gpu"."""
    return BACKENDS.get(backend) or _here()


def _look_up(section: str, backend: str, key: str) -> tuple[Any, str]:
    """(the numbers, in words what they are of)"""
    platform = platform_of(backend)
    name = "xla" if backend.endswith("xla") else backend
    named = os.environ.get("JAXFMM_RATES")
    paths = (named,) if named else (str(user_table()),) if user_table().exists() else ()
    return _entry(paths, _device(platform), STAND_INS[platform], section, name, key)


def key(dim: int, dtype: DTypeLike) -> str:
    """The name of a dimension and a precision in tables."""
    return f"{2 if dim == 2 else 3}D {np.dtype(dtype).name}"


@functools.cache
def _entry(
    paths: tuple[str, ...], device: str, stand_in: str, section: str, backend: str, key: str
) -> tuple[Any, str]:
    tables = [load(path) for path in [*paths, str(TABLE)]]
    for name in (backend, "xla"):
        for where in (device, stand_in):
            for table in tables:
                numbers = table.get(where, {}).get(section, {}).get(name, {})
                if key in numbers:
                    return numbers[key], where if name == backend else f"XLA on {where}"
    raise ValueError(
        f"{TABLE} has no rates of {stand_in!r} for {backend}, {key}; measure them: "
        "python -m jaxfmm.tune"
    )


def _device(platform: str) -> str:
    """The kind of the device of this process if it is of that platform, otherwise of the one that
    stands in."""
    return jax.devices()[0].device_kind if platform == _here() else STAND_INS[platform]


def load(path: str | Path) -> dict[str, dict[str, Any]]:
    """The table of a file, with its numbers as `Rates`.

    Raises:
      ValueError: the file cannot be read or holds no table of rates.
    """
    try:
        table = json.loads(Path(path).read_text(encoding="utf-8"))
        return {
            device: entry | {"rates": _parse(entry["rates"])} for device, entry in table.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"{path} is not a table of rates ({type(error).__name__}: {error}); make one with "
            "python -m jaxfmm.tune --output FILE, and name it in JAXFMM_RATES"
        ) from error


def _parse(backends: dict[str, dict[str, dict]]) -> dict[str, dict[str, Rates]]:
    return {
        name: {key: parse(numbers) for key, numbers in rows.items()}
        for name, rows in backends.items()
    }


def parse(numbers: dict[str, Any]) -> Rates:
    """`Rates` of the numbers in a table, which has the orders and leaf sizes as strings. ValueError
    for others."""
    fields = {field.name: field for field in dataclasses.fields(Rates)}
    needed = {
        name
        for name, field in fields.items()
        if field.default is field.default_factory is dataclasses.MISSING
    }
    if not needed <= set(numbers) <= set(fields):
        raise ValueError(f"rates need {sorted(needed)}, got {sorted(numbers)}")
    return Rates(**{name: _number(name, value) for name, value in numbers.items()})


def _number(name: str, value: Any) -> Any:
    several = name in _BY_NUMBER
    by = {int(at): float(ns) for at, ns in value.items()} if several else {0: float(value)}
    rising = bool(by) and list(by) == sorted(by) and min(by) >= 0
    if not rising or not all(0 < ns < math.inf for ns in by.values()):
        raise ValueError(
            f"{name} must be positive, in ascending order of what it is by, got {value}"
        )
    return by if several else by[0]


_BY_NUMBER = ("pair", "translation", "particle", "cell", "radial", "polyharmonic")
