"""The examples run at a small size and keep what they print, and so does the usage example of the
README."""

import importlib.util
import re
from pathlib import Path

import jax
import numpy as np
import processes
import pytest

ROOT = Path(__file__).resolve().parents[1]


def load(name):
    """The example as a module, by its file name."""
    spec = importlib.util.spec_from_file_location(
        f"example_{name}", ROOT / "examples" / f"{name}.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_quickstart(tmp_path, capsys):
    tol = 1e-4
    rows = load("quickstart").main(
        ["--bodies", "5000", "--tol", str(tol), "--picture", str(tmp_path / "picture.png")]
    )

    printed = capsys.readouterr().out
    assert all(row.what in printed for row in rows)
    checked = [row for row in rows if row.force_error is not None]
    assert [row.size for row in checked] == [11_754, 5000]
    for row in checked:
        assert row.potential_error < tol and row.force_error < tol, row
    energy = float(re.search(r"([-\d,.]+) kcal/mol", printed)[1].replace(",", ""))
    assert energy == pytest.approx(
        -196_284.0, rel=tol
    )  # of a float64 direct sum in numpy, without this library


def picture(tmp_path):
    return ["--picture", str(tmp_path / "picture.png")]


@pytest.mark.slow
def test_kde_stars(tmp_path):
    arguments = ["--stars", "2000", "--steps", "4", "--width", "40", *picture(tmp_path)]
    bandwidth, climbed, values = load("kde_stars").main(arguments)
    likelihoods = [value for _, value in climbed]
    assert likelihoods == sorted(likelihoods) and 0 < bandwidth < 0.2  # it never overshoots
    assert (values > 0).all() and 1 < values.max() < 100


@pytest.mark.slow
def test_kde_places(tmp_path):
    found = load("kde_places").main(["--places", "1500", "--width", "40", *picture(tmp_path)])
    (_, common, _), (_, adaptive, values) = found.values()
    assert adaptive > common  # it knows the cities from the plains
    assert np.isfinite(values).all()


@pytest.mark.slow
def test_kde_search(tmp_path):
    pytest.importorskip("sklearn")
    found, each, density = load("kde_search").main(["--places", "600", *picture(tmp_path)])
    assert found["bandwidth"] in (0.02, 0.05, 0.1) and -3 < each < 0
    assert density.kernel == found["kernel"] and len(density.points) == 600


@pytest.mark.slow
def test_mmd_flow(tmp_path):
    x, y, values = load("mmd_flow").main(
        ["--particles", "1000", "--steps", "5", *picture(tmp_path)]
    )
    assert x.shape == y.shape and np.isfinite(x).all()
    assert all(steps[-1] < steps[0] for steps in values.values())


@pytest.mark.slow
def test_mean_shift(tmp_path):
    example = load("mean_shift")
    labels, peaks = example.main(["--places", "4000", *picture(tmp_path)])
    counts = np.bincount(labels)
    assert (counts[:-1] >= counts[1:]).all() and len(counts) == len(peaks)
    nearest = [example.nearest_city(peak) for peak in peaks[:40]]
    found = {name for name, away in nearest if away < 2 * example.BANDWIDTH}
    assert {"New York", "San Francisco", "Boston"} <= found


@pytest.mark.slow
def test_nbody_collapse(tmp_path):
    arguments = [
        "--bodies",
        "300",
        "--steps",
        "200",
        *picture(tmp_path),
        "--film",
        str(tmp_path / "film.gif"),
    ]
    history, radii = load("nbody_collapse").main(arguments)
    assert radii.min() < 0.3 * radii[0] and abs(history.energy_error[-1]) < 0.05


@pytest.mark.slow
def test_three_bodies(tmp_path):
    """The lightest body leaves the others."""
    history = load("three_bodies").main(["--outputs", "70", *picture(tmp_path)])
    apart = load("three_bodies").distances(np.asarray(history.positions))
    assert apart[-1, 0] < 2 and apart[-1, 1] > 20
    with jax.enable_x64(True):
        assert abs(history.energy_error).max() < 1e-6


@pytest.mark.slow
def test_core_collapse(tmp_path):
    arguments = ["--bodies", "300", "--until", "1", "--outputs", "2", *picture(tmp_path)]
    history, radii = load("core_collapse").main(arguments)
    assert radii.shape == (3, 6) and (np.diff(radii, axis=1) >= 0).all()
    assert abs(history.energy_error).max() < 1e-3


@pytest.mark.slow
def test_galaxy_merger(tmp_path):
    arguments = ["--bodies", "1200", "--until", "3", *picture(tmp_path)]
    history = load("galaxy_merger").main(arguments)
    assert history.positions.shape == (11, 1200, 3)
    assert abs(history.energy_error).max() < 2e-2


@pytest.mark.slow
def test_learn_initial_conditions(tmp_path):
    pytest.importorskip("optax")
    arguments = ["--bodies", "30", "--steps", "40", "--rounds", "20", *picture(tmp_path)]
    with jax.numpy_dtype_promotion("standard"):  # for optax
        _, misses = load("learn_initial_conditions").main(arguments)
    assert min(misses) < 0.5 * misses[0]


def test_charges_fit(tmp_path):
    pytest.importorskip("optax")
    arguments = ["--atoms", "300", "--rounds", "200", *picture(tmp_path)]
    with jax.numpy_dtype_promotion("standard"):  # for optax
        fitted, charges, errors = load("charges_fit").main(arguments)
    assert fitted.shape == charges.shape and errors[-1] < 0.2 * errors[0]


@pytest.mark.slow
def test_morph(tmp_path):
    _, values = load("morph").main(["--points", "400", "--steps", "6", *picture(tmp_path)])
    assert values[-1] < 1e-2 * values[0]


@pytest.mark.slow
def test_colours(tmp_path):
    """The colours that were sent over have about the mean and the spread of the others."""
    x, y, there = load("colours").main(["--height", "20", *picture(tmp_path)])
    assert np.abs(there.mean(0) - y.mean(0)).max() < 0.05 < np.abs(x.mean(0) - y.mean(0)).max()
    np.testing.assert_allclose(there.std(0), y.std(0), rtol=0.2)


@pytest.mark.slow
def test_fragment_charges(tmp_path):
    pytest.importorskip("optax")
    arguments = ["--atoms", "2000", "--rounds", "300", *picture(tmp_path)]
    with jax.numpy_dtype_promotion("standard"):  # for optax
        _, _, errors = load("fragment_charges").main(arguments)
    energies, forces = errors[:, 0], errors[:, 1]
    assert energies[-1] < 0.2 * energies[0] and forces[-1] < 0.4 * forces[0]


def test_crystal_charges(tmp_path):
    pytest.importorskip("optax")
    arguments = ["--crystals", "6", "--rounds", "150", *picture(tmp_path)]
    with jax.numpy_dtype_promotion("standard"):  # for optax
        _, _, errors = load("crystal_charges").main(arguments)
    energies, forces = errors[:, 0], errors[:, 1]
    assert energies[-1] < 0.2 * energies[0] and forces[-1] < 0.4 * forces[0]


def test_usage_examples_of_the_readme():
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.S | re.M
    )
    assert blocks
    exec(compile("\n".join(blocks), "README.md", "exec"), {})


@pytest.mark.slow
def test_crystals():
    with jax.enable_x64(True):
        found = load("crystals").main()
    assert len(found) == 6 and abs(found["NaCl"][0] / 3.495129189266364 - 1) < 1e-12
    assert all(abs(virial - 1) < 1e-9 for _, virial in found.values())


@pytest.mark.slow
def test_molten_salt(tmp_path):
    drift, (r, alike, other) = load("molten_salt").main(
        ["--edge", "6", "--steps", "40", *picture(tmp_path)]
    )
    assert drift < 1e-2 and 0.8 < r[other.argmax()] < 1.2 < r[alike.argmax()] + 0.2


@pytest.mark.slow
def test_vortex_sheet(tmp_path):
    frames = load("vortex_sheet").main(["--vortices", "300", "--steps", "20", *picture(tmp_path)])
    assert frames.shape == (6, 300, 2) and np.isfinite(frames).all()
    assert abs(frames.mean(1) - frames[0].mean(0)).max() < 1e-4


@pytest.mark.slow
def test_vortex_rings(tmp_path):
    arguments = ["--cells", "14", "--steps", "15", *picture(tmp_path)]
    places, ratio, total, impulse = load("vortex_rings").main(arguments)
    assert places.shape == (6, 14**3, 3) and abs(ratio - 1) < 0.2
    assert total < 1e-6 and impulse < 1e-2


@pytest.mark.slow
def test_clustering(tmp_path):
    found, history = load("clustering").main(["--edge", "12", "--steps", "16", *picture(tmp_path)])
    assert found[-1] > 2 * found[0] and int(history.status) == 0


@pytest.mark.slow
def test_stokes_sphere(tmp_path):
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        drag, velocity, pressure = load("stokes_sphere").main(
            ["--points", "300", *picture(tmp_path)]
        )
    assert abs(drag - 1) < 1e-4 and velocity < 1e-2 and pressure < 0.1


@pytest.mark.slow
def test_protein_surface(tmp_path):
    iterations, error = load("protein_surface").main(["--points", "5000", *picture(tmp_path)])
    assert iterations < 20 and error < 0.4


def test_stray_field():
    example = load("stray_field")
    coarse, fine = (example.main(["--level", level]) for level in "34")
    assert fine < coarse / 3  # a ball of flat triangles, of second order in their size


@pytest.mark.slow
def test_gravity_of_an_asteroid(tmp_path):
    arguments = ["--level", "2", "--steps", "200", *picture(tmp_path)]
    with jax.numpy_rank_promotion("allow"):
        error, drift, orbits = load("gravity_of_an_asteroid").main(arguments)
    assert error < 1e-6 and drift < 3e-4 and orbits.positions.shape == (200, 8, 3)


@pytest.mark.slow
def test_capacitance(tmp_path):
    with jax.numpy_rank_promotion("allow"):
        of_cube, of_torus = load("capacitance").main(
            ["--cube", "6", "--torus", "8", *picture(tmp_path)]
        )
    assert abs(of_cube) < 1e-3 and abs(of_torus) < 1e-2


def test_the_closed_form_of_the_torus():
    """Snow's series for the radii 2 and 1, by Legendre functions as hypergeometric ones."""
    special, example = pytest.importorskip("scipy.special"), load("capacitance")
    z, total = example.RADII[0] / example.RADII[1], 0.0
    for n in range(40):
        nu = n - 0.5
        first = special.hyp2f1(-nu, nu + 1, 1, (1 - z) / 2)
        second = special.hyp2f1(nu / 2 + 1, (nu + 1) / 2, nu + 1.5, 1 / z**2)
        second *= np.sqrt(np.pi) * special.gamma(nu + 1)
        second /= special.gamma(nu + 1.5) * (2 * z) ** (nu + 1)
        total += (1 if n == 0 else 2) * second / first
    exact = 2 / np.pi * np.sqrt(example.RADII[0] ** 2 - example.RADII[1] ** 2) * total
    assert abs(example.TORUS / exact - 1) < 1e-14


@pytest.mark.slow
def test_pole_piece(tmp_path):
    pytest.importorskip("optax")
    arguments = ["--rings", "6", "--rounds", "8", *picture(tmp_path)]
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        coefficients, errors = load("pole_piece").main(arguments)
    assert len(coefficients) == 6 and errors[-1] < 0.2 * errors[0]


def test_sound_of_a_disc(tmp_path):
    assert (
        load("sound_of_a_disc").main(["--sources", "6000", "--width", "8", *picture(tmp_path)])
        < 1e-3
    )


@pytest.mark.slow
def test_gp_regression(tmp_path):
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        lengths, _, residual, error = load("gp_regression").main(
            ["--places", "1500", "--rounds", "1", *picture(tmp_path)]
        )
    assert len(lengths) == 2 and residual < 3e-6 and error < 0.02


@pytest.mark.slow
def test_many_devices(tmp_path):
    """On four parts of the CPU, as the script splits it."""
    script = f"""
    import importlib.util, sys
    import jax
    jax.config.update("jax_num_cpu_devices", 4)
    sys.path.insert(0, {str(ROOT / "examples")!r})
    import many_devices
    error, history = many_devices.main(["--bodies", "2000", "--steps", "30", *{picture(tmp_path)!r}])
    assert error < 1e-3 and abs(history.energy_error).max() < 5e-2 and int(history.status) == 0
    """
    done = processes.run(script, XLA_FLAGS=None)
    assert done.returncode == 0 and "over 4 devices" in done.stdout, done.stderr
