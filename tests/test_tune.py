"""The table of rates and the command that measures it; no time is asserted."""

import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.cost_model import rates
from jaxfmm.cost_model.rates import BACKENDS, STAND_INS, TABLE, key, load
from jaxfmm.native import launch
from jaxfmm.tune import __main__ as command, measure, programs

KEYS = [key(dim, dtype) for dim in (2, 3) for dtype in command.DTYPES]
NUMBERS = {
    "pair": {"16": 4.0, "64": 1.0}, "translation": {"1": 1.0, "3": 4.0}, "particle": {"2": 3.0}, "cell": {"2": 5.0},
    "multipole": 1.0, "direct": 1.0, "call": 1.0,
}  # fmt: skip


def table(**changes):
    return {
        "cpu": {
            "date": "",
            "jax": "",
            "note": "",
            "rates": {"cpu": {"3D float32": NUMBERS | changes}},
        }
    }


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Puts a table where JAXFMM_RATES names it."""

    def name(text):
        path = tmp_path / "rates.json"
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        monkeypatch.setenv("JAXFMM_RATES", str(path))
        rates._entry.cache_clear()

    yield name
    rates._entry.cache_clear()


@pytest.mark.parametrize("platform, device", STAND_INS.items())
def test_the_table_of_the_package_is_complete(platform, device):
    """It has every backend, dimension and precision, and a higher order never takes less."""
    measured = load(TABLE)[device]["rates"]
    assert set(measured) == {"cpu" if platform == "cpu" else "cuda", "xla"}
    for rows in measured.values():
        assert sorted(rows) == KEYS
        for row in rows.values():
            for by_order in (row.translation, row.particle, row.cell):
                assert list(by_order.values()) == sorted(by_order.values())
            assert row.pair_at(512) <= 1.5 * row.pair_at(16)


def test_between_and_beyond_what_was_measured():
    row = rates.parse(NUMBERS)
    asked = {
        row.pair_at: (8, 16, 32, 64, 500),
        row.translation_at: (0, 1, 2, 3, 7),
        row.cell_at: (0, 2, 9),
    }
    given = [[f(x) for x in at] for f, at in asked.items()]
    np.testing.assert_allclose(given[0], [4, 4, 2, 1, 1])
    np.testing.assert_allclose(given[1], [1, 1, 2.25, 4, 16])
    np.testing.assert_allclose(given[2], [5, 5, 5])


def test_devices_that_are_in_no_table(monkeypatch):
    monkeypatch.setattr(rates, "_device", lambda platform: f"a new {platform}")
    known = load(TABLE)
    for backend in BACKENDS:
        device = STAND_INS["cpu" if backend.startswith("cpu") else "gpu"]
        expected = known[device]["rates"]["xla" if backend.endswith("xla") else backend]
        assert rates.rates(backend, 2, jnp.float64) == expected["2D float64"]
        assert rates.rates(backend, 5, "float32") == expected["3D float32"]
        assert rates.stand_in(backend, 3, "float32") == device
    assert "times are those of" in str(jaxfmm.plan(jnp.zeros((9, 3))))
    monkeypatch.undo()
    assert rates.stand_in("cuda", 3, "float32") is None  # a plan for elsewhere


def test_gpus_that_are_in_no_table_are_as_fast_as_their_driver_says(monkeypatch):
    """By multiprocessors, clock and lanes; calls cost what they do on an H200."""
    speeds = {"float32": 128 * 2.52 * 128, "float64": 128 * 2.52 * 2}  # of an RTX 4090
    known = load(TABLE)["NVIDIA H200"]
    here = {"_here": lambda: "gpu", "_device": lambda platform: "NVIDIA GeForce RTX 4090"}
    for name, function in here.items():
        monkeypatch.setattr(rates, name, function)
    monkeypatch.setattr(launch, "arithmetic", speeds.get)
    for backend in ("cuda", "gpu xla"):
        for dtype, slower in (("float32", 0.81), ("float64", 25.9)):
            expected = known["rates"][backend.removeprefix("gpu ")][f"3D {dtype}"]
            found = rates.rates(backend, 3, dtype)
            assert found.direct == pytest.approx(slower * expected.direct, rel=0.01)
            assert found.translation_at(4) == pytest.approx(
                slower * expected.translation_at(4), rel=0.01
            )
            assert found.call == expected.call
            said = rates.stand_in(backend, 3, dtype)
            assert said == f"NVIDIA H200, times {slower:.2g} for the speed of this GPU"
    point, call = (rates.gaussian_rates("cuda", "fourier")[name] for name in ("point", "call"))
    expected = known["gaussian"]["cuda"]["fourier"]
    assert point == pytest.approx(0.81 * expected["point"], rel=0.01) and call == expected["call"]
    # A driver that does not say; an H100, which is as fast; the H200 itself.
    monkeypatch.setattr(launch, "arithmetic", lambda dtype: 132 * 1.98 * 128 * 1.0001)
    assert rates.stand_in("cuda", 3, "float32") == "NVIDIA H200"
    monkeypatch.setattr(launch, "arithmetic", lambda dtype: None)
    assert rates.rates("cuda", 3, "float32") == known["rates"]["cuda"]["3D float32"]
    assert rates.stand_in("cuda", 3, "float32") == "NVIDIA H200"
    monkeypatch.setattr(launch, "arithmetic", lambda dtype: 1.0)
    monkeypatch.setattr(rates, "_device", lambda platform: "NVIDIA H200")
    assert rates.rates("cuda", 3, "float32") == known["rates"]["cuda"]["3D float32"]
    assert rates.stand_in("cuda", 3, "float32") is None


def test_backends_that_are_in_no_table_are_as_fast_as_xla(named):
    here = "cpu" if jax.default_backend() == "cpu" else "gpu"
    assert rates.rates("new", 3, "float32") == rates.rates(f"{here} xla", 3, "float32")
    assert rates.gaussian_rates("new", "fgt") == rates.gaussian_rates(f"{here} xla", "fgt")
    assert rates.stand_in("new", 3, "float32").startswith("XLA on ")
    measured = table()["cpu"]
    measured["rates"]["new"] = {"3D float32": NUMBERS | {"call": 7.0}}
    named({jax.devices()[0].device_kind: measured})
    assert rates.rates("new", 3, "float32").call == 7.0
    assert rates.stand_in("new", 3, "float32") is None


@pytest.mark.parametrize("backend", BACKENDS)
def test_rates_of_gaussians_are_complete(backend):
    for method in ("fourier", "fgt", "exponentials"):
        assert all(ns > 0 for ns in rates.gaussian_rates(backend, method).values())


def test_the_users_own_table_goes_before_the_table_of_the_package(tmp_path, monkeypatch):
    monkeypatch.delenv("JAXFMM_RATES", raising=False)
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path / "new"))
    before = rates.rates("cpu", 3, "float32")
    command.write(rates.user_table(), "cpu", table(call=7.0)["cpu"])
    assert rates.rates("cpu", 3, "float32").call == 7.0 != before.call
    assert rates.rates("cpu", 3, "float64").call != 7.0 and rates.gaussian_rates("cpu", "fgt")


def test_a_named_table_goes_first(named):
    named(table(call=7.0))
    assert rates.rates("cpu", 3, "float32").call == 7.0
    assert (
        rates.rates("cpu", 2, "float32") == load(TABLE)["cpu"]["rates"]["cpu"]["2D float32"]
    )  # which it has not


@pytest.mark.parametrize(
    "text, reason",
    [
        ("{", "JSONDecodeError"),
        ("[1]", "AttributeError"),
        ({"cpu": {}}, "KeyError: 'rates'"),
        (table(pair={}), "pair must be positive"),
        (table(pair={"64": 1.0, "16": 1.0}), "pair must be positive, in ascending order"),
        (table(call=-1.0), "call must be positive"),
        (table(direct="fast"), "could not convert"),
        (table(speed=1.0), "rates need .* got .*speed"),
    ],
)
def test_malformed_tables(named, text, reason):
    named(text)
    with pytest.raises(
        ValueError, match=f"rates.json is not a table of rates.*{reason}.*jaxfmm.tune.*JAXFMM_RATES"
    ):
        jaxfmm.plan(jnp.zeros((9, 3)))


def test_a_named_table_that_is_not_there(monkeypatch):
    monkeypatch.setenv("JAXFMM_RATES", "nowhere.json")
    with pytest.raises(
        ValueError, match="nowhere.json is not a table of rates .FileNotFoundError.*JAXFMM_RATES"
    ):
        jaxfmm.plan(jnp.zeros((9, 3)))


def test_noise_is_taken_out():
    rising = measure._rising({2: 1.0, 4: 5.0, 6: 3.0, 8: 4.0, 10: 9.0})
    assert rising == {2: 1.0, 4: 4.0, 6: 4.0, 8: 4.0, 10: 9.0}
    counts = np.array([(100.0, 1.0), (100.0, 4.0)])
    np.testing.assert_allclose(measure._split(counts, np.array([230.0, 320.0])), (2.0, 30.0))
    np.testing.assert_allclose(
        measure._split(counts, np.array([320.0, 230.0])), (2.75, measure.NOISE * 57.5)
    )


def test_short_lists():
    """The first pair of each target, in the same shapes."""
    x = jnp.asarray(np.random.default_rng(0).random((500, 3)), jnp.float32)
    far = jaxfmm.plan(x, method="fmm", order=2, theta=0.7, leaf_size=16).far
    short = programs._first(far)
    assert [a.shape for a in jax.tree.leaves(short)] == [a.shape for a in jax.tree.leaves(far)]
    start, long = np.asarray(short.start), np.asarray(far.start)
    assert start[-1] == short.count == (np.diff(long) > 0).sum() < far.count
    for t in range(len(start) - 1):
        np.testing.assert_array_equal(
            short.source[start[t] : start[t + 1]], far.source[long[t] : long[t + 1]][:1]
        )
        assert (short.target[start[t] : start[t + 1]] == t).all()


@pytest.mark.slow
def test_the_command(named, tmp_path, capsys):
    """It keeps the entries of other devices, and plans follow what it wrote."""
    named({"another": table()["cpu"]})
    path = tmp_path / "rates.json"
    command.main(["--quick", "--output", str(path), "--device-name", "cpu"])
    assert "3D float32" in capsys.readouterr().out
    written = load(path)
    assert list(written) == ["another", "cpu"]
    rows = [row for rows in written["cpu"]["rates"].values() for row in rows.values()]
    assert len(rows) == sum(
        state == "available" for name, state in jaxfmm.backends().items() if name != "cuda"
    )
    rates._entry.cache_clear()
    x = jnp.asarray(np.random.default_rng(0).random((3000, 3)), jnp.float32)
    plan = jaxfmm.plan(x, method="fmm", tol=1e-3)
    assert plan.request.promised and int(plan.status) == 0
