"""N-body simulations: schemes, forces, conserved quantities, derivatives, initial conditions,
snapshots."""

import dataclasses
import functools
import math

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody, sum as sums
from jaxfmm.errors import Status

only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def orbit(dtype, eccentricity=0.5):
    """Two bodies of masses 1/4 and 3/4 at the far end of an orbit of period 2 pi, G = 1, in the
    plane z = 0."""
    masses = jnp.array([0.25, 0.75], dtype)
    apart = (1 + eccentricity) * jnp.array([1.0, 0.0, 0.0], dtype)
    speed = math.sqrt((1 - eccentricity) / (1 + eccentricity)) * jnp.array([0.0, 1.0, 0.0], dtype)
    share = jnp.array([[0.75], [-0.25]], dtype)
    return nbody.State(positions=share * apart[None], velocities=share * speed[None], masses=masses)


def pull(positions, velocities, masses):
    """Newton's law and its rate, written out: accelerations and jerks."""
    d, w = (value[:, None] - value[None] for value in (positions, velocities))
    r2 = jnp.square(d).sum(-1) + jnp.eye(len(d), dtype=d.dtype)
    weights = (masses[None] * r2**-1.5)[..., None]
    turn = (3 * (d * w).sum(-1) / r2)[..., None]
    return -(weights * d).sum(1), -(weights * (w - turn * d)).sum(1)


@functools.partial(jax.jit, static_argnames="scheme")
def many_steps(state, dt, steps, *, scheme):
    forces = {
        "leapfrog": lambda x: pull(x, x, state.masses)[0],
        "hermite": lambda x, v: pull(x, v, state.masses),
    }[scheme]
    step = functools.partial(getattr(nbody, scheme), dt=dt)

    def once(_, state):
        return step(
            state, **{"acceleration" if scheme == "leapfrog" else "acceleration_and_jerk": forces}
        )

    return jax.lax.fori_loop(0, steps - 1, once, once(0, state))


@only_float64
@pytest.mark.parametrize(("scheme", "order"), [("leapfrog", 2), ("hermite", 4)])
def test_order_of_convergence(scheme, order, dtype):
    state = orbit(dtype)
    error = []
    for steps in (400, 800, 1600):  # one period, which ends where it began
        end = many_steps(state, 2 * math.pi / steps, steps, scheme=scheme)
        error.append(float(jnp.abs(end.positions - state.positions).max()))
        assert float(end.time) == pytest.approx(2 * math.pi)
    observed = np.log2(np.array(error[:-1]) / np.array(error[1:]))
    assert (abs(observed - order) < (0.1 if order == 2 else 0.2)).all(), observed


@only_float64
def test_leapfrog_is_reversible(dtype):
    state = orbit(dtype)
    there = many_steps(state, 0.2, 200, scheme="leapfrog")
    back = many_steps(there, -0.2, 200, scheme="leapfrog")
    assert jnp.abs(there.positions - state.positions).max() > 0.1
    assert jnp.abs(back.positions - state.positions).max() < 1e-10
    assert jnp.abs(back.velocities - state.velocities).max() < 1e-10


SPHERE = 1000


def sphere(dtype, n=SPHERE):
    return nbody.plummer(jax.random.key(1), n, dtype=dtype)


@pytest.mark.parametrize(
    ("scheme", "dtype"),
    [
        ("leapfrog", "float64"),
        *(
            pytest.param(*given, marks=pytest.mark.slow)
            for given in (("leapfrog", "float32"), ("hermite", "float64"))
        ),
    ],
    indirect=["dtype"],
)
def test_conservation(scheme, dtype):
    """Momentum by a direct sum to rounding, by an FMM to the tolerance; energy by the order of the
    scheme."""
    state = sphere(dtype)
    rounding, tol = 100 * float(jnp.finfo(dtype).eps), 1e-4
    for method in ("direct", "fmm"):
        end, history = nbody.simulate(
            state, 32, 0.01, scheme=scheme, softening=0.02, tol=tol, method=method, headroom=2
        )
        limit = rounding if method == "direct" else tol
        assert history.momentum_error.max() < limit
        assert history.angular_momentum_error.max() < (
            limit if scheme == "leapfrog" else tol
        )  # Hermite: to its order
        assert jnp.abs(history.energy_error).max() < 1e-4
        assert history.status == 0 and history.time.shape == (33,)
        assert end.positions.dtype == dtype == history.energy.dtype
        potential, gradient = cases.direct(end.positions, end.masses, softening=0.02)
        if scheme == "leapfrog":  # the others know the acceleration at the predicted positions
            assert cases.error(end.acceleration, gradient) < tol
        np.testing.assert_allclose(
            history.potential[-1], -0.5 * np.sum(np.asarray(end.masses) * potential), rtol=tol
        )
        moved = np.cross(end.positions, end.velocities) * np.asarray(end.masses)[:, None]
        np.testing.assert_allclose(history.angular_momentum[-1], moved.sum(0), atol=1e-5)


@only_float64
@pytest.mark.slow
def test_jerk_is_the_rate_of_the_acceleration(dtype):
    state = sphere(dtype, 200)
    x, v, how = state.positions, state.velocities, {"gravity": 2.0, "softening": 0.1}
    acceleration, jerk = nbody.acceleration_and_jerk(x, v, state.masses, **how)
    step = 1e-5
    ends = [nbody.acceleration(x + sign * step * v, state.masses, **how) for sign in (1, -1)]
    np.testing.assert_allclose(jerk, (ends[0] - ends[1]) / (2 * step), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(
        acceleration, 2 * cases.direct(x, state.masses, softening=0.1)[1], rtol=1e-9
    )
    plane = nbody.acceleration(x[:, :2], state.masses, **how)
    np.testing.assert_allclose(
        plane, 2 * cases.direct(x[:, :2], state.masses, softening=0.1)[1], rtol=1e-9
    )


@only_float64
@pytest.mark.parametrize("scheme", ["leapfrog", pytest.param("hermite", marks=pytest.mark.slow)])
def test_gradient_through_a_simulation(scheme, dtype):
    """Against finite differences, and against differentiating the steps as they are, without
    checkpoints."""
    state = orbit(dtype)
    direction = jnp.array([[0.3, -0.2, 0.5], [-0.1, 0.4, 0.2]], dtype)
    steps, dt, softening = 11, 0.1, 0.2

    def loss(end):
        return jnp.sum(end.positions * direction) + jnp.sum(jnp.square(end.velocities))

    def simulated(velocities, masses, dt, softening, gravity):
        start = dataclasses.replace(state, velocities=velocities, masses=masses)
        end, history = nbody.simulate(
            start, steps, dt, scheme=scheme, softening=softening, gravity=gravity
        )
        return loss(end) + history.energy[-1]

    def plain(velocities, masses, dt, softening, gravity):
        end = dataclasses.replace(state, velocities=velocities, masses=masses)
        how = {"gravity": gravity, "softening": softening}
        force = {
            "leapfrog": lambda x: nbody.acceleration(x, masses, **how),
            "hermite": lambda x, v: nbody.acceleration_and_jerk(x, v, masses, **how),
        }[scheme]
        step = getattr(nbody, scheme)
        end, _ = jax.lax.scan(
            lambda s, _: (step(s, dt, force), None), step(end, dt, force), length=steps - 1
        )
        r2 = jnp.square(end.positions[0] - end.positions[1]).sum() + jnp.square(softening)
        kinetic = 0.5 * jnp.sum(masses[:, None] * jnp.square(end.velocities))
        return loss(end) + kinetic - gravity * masses.prod() / jnp.sqrt(r2)

    at = (state.velocities, state.masses, jnp.asarray(dt), jnp.asarray(softening), jnp.asarray(1.5))
    run = jax.jit(jax.value_and_grad(simulated, argnums=range(5)))
    value, slope = run(*at)
    expected, plain_slope = jax.jit(jax.value_and_grad(plain, argnums=range(5)))(*at)
    rtol = (
        1e-9 if scheme == "leapfrog" else 1e-7
    )  # energies are carried from the predicted positions to the corrected
    np.testing.assert_allclose(value, expected, rtol=rtol)
    for ours, theirs in zip(slope, plain_slope):
        np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=rtol)
    for k, ours in enumerate(slope):
        move = jnp.ones_like(at[k]) * 1e-5
        ends = [run(*at[:k], at[k] + sign * move, *at[k + 1 :])[0] for sign in (1, -1)]
        assert float(ours.sum()) == pytest.approx(
            float(ends[0] - ends[1]) / 2e-5, rel=1e-5, abs=1e-7
        )


def memory_of_gradient(steps):
    state = sphere(jnp.float32)

    def loss(velocities):
        start = dataclasses.replace(state, velocities=velocities)
        end, _ = nbody.simulate(start, steps, 0.01, softening=0.01, method="fmm", headroom=2)
        return jnp.sum(jnp.square(end.positions))

    return (
        jax.jit(jax.grad(loss))
        .lower(state.velocities)
        .compile()
        .memory_analysis()
        .temp_size_in_bytes
    )


@pytest.mark.slow
def test_memory_of_the_gradient_grows_as_the_root_of_the_steps():
    """240 steps more keep 12 blocks more and 12 more steps in each: positions, velocities,
    accelerations, at most as much again for what goes backward, and some scalars a step."""
    bodies = 9 * SPHERE * 4
    small, large = memory_of_gradient(16), memory_of_gradient(256)
    assert large - small < 2 * 2 * (16 - 4) * bodies + 240 * 64, (small, large)


@pytest.mark.slow
def test_fmm_gradient_through_a_simulation():
    """Of a simulation with plans made on the way, compared with that of direct sums."""
    state = sphere(jnp.float32)

    @functools.partial(jax.jit, static_argnames="method")
    def slope(velocities, method):
        def loss(velocities):
            start = dataclasses.replace(state, velocities=velocities)
            end, _ = nbody.simulate(
                start, 6, 0.005, softening=0.05, method=method, rebuild_every=2, headroom=4
            )
            return jnp.sum(end.positions**3)

        return jax.grad(loss)(velocities)

    assert cases.error(slope(state.velocities, "fmm"), slope(state.velocities, "direct")) < 1e-4


@pytest.mark.slow
def test_status_of_a_plan_that_is_too_small():
    """A ball shrinks until most pairs are too close, beside the softening, for expansions."""
    state = nbody.uniform_sphere(jax.random.key(0), 3000)
    state = dataclasses.replace(state, velocities=-state.positions)
    options = {"method": "fmm", "softening": 0.002, "leaf_size": 24}
    with pytest.raises(
        ValueError,
        match=r"stopped after \d of 8 steps.* near list needs \d+ pairs and has a capacity of \d+",
    ):
        nbody.simulate(state, 8, 0.1, **options)
    end, history = jax.jit(lambda state: nbody.simulate(state, 8, 0.1, **options))(state)
    assert Status(int(history.status)) == Status.NEAR
    assert (
        jnp.isnan(end.positions).all() and jnp.isnan(history.kinetic[-1]) and history.kinetic[0] > 0
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"method": "fmm", "rebuild_every": 8, "headroom": 4},
            "left the cells of their plan; use a smaller rebuild_every than 8",
        ),
        (
            {"acceleration": lambda x, plan: x / 0.0},
            "stopped after 0 of 8 steps, at time 0: .* NaN or infinite",
        ),
    ],
)
def test_status_of_bodies_that_stray(options, message):
    state = nbody.plummer(jax.random.key(0), 1000)
    with pytest.raises(ValueError, match=message):
        nbody.simulate(state, 8, 0.1, **options)


def test_a_bad_start_and_unknown_options_say_so():
    state = nbody.plummer(jax.random.key(0), 50)
    with pytest.raises(ValueError, match="eps is not an option of simulate.* softening="):
        nbody.simulate(state, 2, 0.1, eps=0.1)
    with pytest.raises(ValueError, match="of the state hold NaN"):
        nbody.simulate(dataclasses.replace(state, velocities=jnp.nan * state.velocities), 2, 0.1)


def test_many_small_simulations_at_once():
    starts = [nbody.plummer(jax.random.key(i), 20) for i in range(3)]
    batch = jax.tree.map(lambda *leaves: jnp.stack(leaves), *starts)

    def run(state):
        return nbody.simulate(state, 6, 0.01, softening=0.1, record_every=3)

    end, history = jax.jit(jax.vmap(run))(batch)
    assert history.positions.shape == (3, 3, 20, 3) and history.kinetic.shape == (3, 7)
    one, its_history = run(starts[1])
    np.testing.assert_allclose(end.positions[1], one.positions, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(history.positions[1, -1], one.positions, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(its_history.positions[0], starts[1].positions)


def spring(stiffness, positions, plan):
    return -stiffness * positions, 0.5 * stiffness * jnp.sum(jnp.square(positions))


def coulomb(charges, positions, plan):
    """Unit masses with charges."""
    return -charges[:, None] * sums.gradient(positions, charges, plan=plan)


@only_float64
def test_forces_of_the_user(dtype):
    state = nbody.State(
        positions=jnp.array([[1.0, 0.0], [0.0, 2.0]]),
        velocities=jnp.zeros((2, 2)),
        masses=jnp.ones(2),
        time=3.0,
    )
    force = jax.tree_util.Partial(spring, jnp.asarray(4.0))
    end, history = nbody.simulate(
        state, 100, math.pi / 100, scheme="hermite", acceleration=force
    )  # one period
    np.testing.assert_allclose(end.positions, state.positions, atol=1e-5)
    assert jnp.abs(history.energy_error).max() < 1e-5
    np.testing.assert_allclose(history.time, 3 + math.pi * np.arange(101) / 100)

    sphere = nbody.plummer(jax.random.key(0), 300)
    charges = jnp.where(jnp.arange(300) % 2 == 0, 0.1, -0.1)
    force = jax.tree_util.Partial(coulomb, charges)
    end, history = nbody.simulate(sphere, 2, 1e-3, acceleration=force, kernel=jaxfmm.Laplace(0.1))
    assert jnp.isnan(history.potential).all() and history.status == 0
    expected = -charges[:, None] * cases.direct(end.positions, charges, softening=0.1)[1]
    np.testing.assert_allclose(end.acceleration, expected, rtol=1e-9)


def test_progress(capsys):
    state = orbit(jnp.float32)
    nbody.simulate(state, 10, 0.1, progress=5)
    jax.effects_barrier()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[1].startswith("step 5 of 10, time 0.5, energy error ")


def energies(state):
    """Kinetic and potential energy, G = 1."""
    kinetic = 0.5 * np.sum(np.asarray(state.masses)[:, None] * np.square(state.velocities))
    return kinetic, -float(jaxfmm.energy(state.positions, state.masses))


def at_rest(state):
    """Whether the centre of mass is at rest in the origin."""
    masses = np.asarray(state.masses, np.float64)[:, None]
    limit = 10 * float(jnp.finfo(state.positions.dtype).eps) * masses.sum()
    return all(
        abs((masses * value).sum(0)).max() < limit * abs(value).max()
        for value in (state.positions, state.velocities)
    )


def test_plummer(dtype):
    state = nbody.plummer(jax.random.key(0), 4000, mass=2.0, scale=3.0, dtype=dtype)
    assert at_rest(state) and state.positions.dtype == dtype
    kinetic, potential = energies(state)
    assert 2 * kinetic / -potential == pytest.approx(1, rel=0.05)
    assert potential == pytest.approx(-3 * math.pi * 4 / (32 * 3), rel=0.05)
    assert np.median(np.linalg.norm(state.positions, axis=1)) == pytest.approx(1.305 * 3, rel=0.05)
    v2 = np.square(state.velocities).mean(0)
    assert v2 == pytest.approx(v2.mean(), rel=0.1)  # isotropic
    other = nbody.plummer(jax.random.key(0), 4000, mass=2.0, scale=3.0, gravity=4.0, dtype=dtype)
    np.testing.assert_allclose(other.velocities, 2 * state.velocities, rtol=1e-4, atol=1e-5)


def test_uniform_sphere(dtype):
    state = nbody.uniform_sphere(
        jax.random.key(0), 4000, radius=2.0, mass=3.0, virial_ratio=0.5, dtype=dtype
    )
    kinetic, potential = energies(state)
    assert at_rest(state) and state.positions.dtype == dtype
    assert potential == pytest.approx(
        -3 / 5 * 9 / 2, rel=0.05
    ) and 2 * kinetic / -potential == pytest.approx(0.5, rel=0.05)
    assert np.median(np.linalg.norm(state.positions, axis=1)) == pytest.approx(
        2 * 0.5 ** (1 / 3), rel=0.02
    )
    assert not nbody.uniform_sphere(jax.random.key(0), 10).velocities.any()


@pytest.mark.slow
def test_disk(dtype):
    """Circular orbits: the mean inward acceleration in rings is v^2 / R."""
    state = nbody.disk(jax.random.key(0), 16000, mass=2.0, scale=3.0, dtype=dtype)
    radius, speed = (np.linalg.norm(value, axis=1) for value in (state.positions, state.velocities))
    assert np.median(radius) == pytest.approx(1.678 * 3, rel=0.05) and at_rest(state)
    ring = np.flatnonzero(abs(radius - 6) < 0.15)
    gradient = cases.direct(state.positions, state.masses, state.positions[ring], softening=0.02)[1]
    inward = -np.sum(gradient * np.asarray(state.positions)[ring], axis=1) / radius[ring]
    assert np.mean(speed[ring] ** 2 / radius[ring]) == pytest.approx(inward.mean(), rel=0.05)

    around = nbody.disk(
        jax.random.key(0),
        1000,
        mass=1e-6,
        central_mass=4.0,
        thickness=0.1,
        gravity=2.0,
        dtype=dtype,
    )
    offset, velocity = (
        np.asarray(value)[1:] - np.asarray(value)[:1]
        for value in (around.positions, around.velocities)
    )
    np.testing.assert_allclose(
        np.square(velocity).sum(1) * np.linalg.norm(offset[:, :2], axis=1), 8, rtol=1e-3
    )
    assert offset[:, 2].std() == pytest.approx(0.1, rel=0.1) and around.masses[0] == 4


def test_snapshots(tmp_path, dtype):
    state = dataclasses.replace(
        nbody.plummer(jax.random.key(0), 10, dtype=dtype), time=jnp.asarray(2.5, dtype)
    )
    nbody.save(tmp_path / "state.npz", state)
    again = nbody.load(tmp_path / "state.npz")
    for name in ("positions", "velocities", "masses", "time"):
        np.testing.assert_array_equal(getattr(again, name), getattr(state, name))
        assert getattr(again, name).dtype == dtype
    np.savez(tmp_path / "other.npz", positions=np.zeros((2, 3)), time=0.0)
    with pytest.raises(ValueError, match="has no velocities and no masses"):
        nbody.load(tmp_path / "other.npz")


def two(**changes):
    zeros = jnp.zeros((2, 3))
    return nbody.State(
        **{
            "positions": zeros + jnp.arange(2.0)[:, None],
            "velocities": zeros,
            "masses": jnp.ones(2),
            **changes,
        }
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nbody.simulate((1, 2), 1, 0.1), "state must be a jaxfmm.nbody.State, got tuple"),
        (lambda: nbody.simulate(two(positions=jnp.zeros((2, 4))), 1, 0.1), "positions must be "
                                                                           "points in 2 or 3"),
        (lambda: nbody.simulate(two(velocities=jnp.zeros((3, 3))), 1, 0.1), "velocities .* must "
                                                                            "have the same shape"),
        (lambda: nbody.simulate(two(masses=jnp.ones(3)), 1, 0.1), r"masses must have shape \(2,\)"),
        (lambda: nbody.simulate(two(masses=jnp.ones((2, 1))), 1, 0.1), r"masses must have shape "
                                                                       r"\(2,\)"),
        (lambda: nbody.simulate(two(time=jnp.ones(2)), 1, 0.1), "time must be a scalar"),
        (lambda: nbody.simulate(two(), 0, 0.1), "steps must lie in 1"),
        (lambda: nbody.simulate(two(), 1, jnp.ones(2)), "dt must be a real number"),
        (lambda: nbody.simulate(two(), 1, math.nan), "dt must be finite"),
        (lambda: nbody.simulate(two(), 1, 0.1, scheme="euler"), "scheme must be one of 'leapfrog', "
                                                                "'hermite'"),
        (lambda: nbody.simulate(two(), 1, 0.1, softening=-1.0), "softening must be a length, 0 or "
                                                                "more"),
        (lambda: nbody.simulate(two(), 1, 0.1, profile="cubic"), "profile must be one of "
                                                                 "'plummer', 'spline'"),
        (lambda: nbody.simulate(two(), 8, 0.1, acceleration=spring, profile="spline"), "profile "
                                                                                       "belongs "
                                                                                       "to "
                                                                                       "gravity"),
        (lambda: nbody.simulate(two(), 1, 0.1, gravity=1j), "gravity must be a real number"),
        (lambda: nbody.simulate(two(), 1, 0.1, gravity=[1.0]), "gravity must be a real number"),
        (lambda: nbody.simulate(two(), 1, 0.1, softening=None), "softening must be a real number"),
        (lambda: nbody.simulate(two(), 1, "0.1"), "dt must be a real number"),
        (lambda: nbody.simulate(two(), 7, 0.1, rebuild_every=2), "rebuild_every must divide steps"),
        (lambda: nbody.simulate(two(), 8, 0.1, rebuild_every=4, record_every=2), "rebuild_every "
                                                                                 "must"),
        (lambda: nbody.simulate(two(), 8, 0.1, record_every=3), "record_every must divide steps"),
        (lambda: nbody.simulate(two(), 8, 0.1, progress=-1), "progress must lie"),
        (lambda: nbody.simulate(two(), 8, 0.1, kernel=jaxfmm.Laplace()), "kernel belongs to a "
                                                                         "force of your own"),
        (lambda: nbody.simulate(two(), 8, 0.1, acceleration=1.0), "acceleration must be a "
                                                                  "function"),
        (lambda: nbody.simulate(two(), 8, 0.1, acceleration=spring, softening=0.1), "softening "
                                                                                    "belongs to "
                                                                                    "gravity"),
        (lambda: nbody.simulate(two(), 8, 0.1, acceleration=lambda x, _: x[0]), "one vector for "
                                                                                "each body"),
        (lambda: nbody.simulate(two(), 8, 0.1, acceleration=lambda x, _: -x, kernel="1/r"), "kernel must be a kernel"),
        (lambda: nbody.acceleration_and_jerk(jnp.ones((2, 3)), jnp.ones((3, 3)), jnp.ones(2)), "the same shape"),
        (lambda: nbody.plummer(jax.random.key(0), 0), "n must lie in 1"),
        (lambda: nbody.plummer(jax.random.key(0), 10, mass=-1.0), "mass must lie between 0 and "
                                                                  "inf"),
        (lambda: nbody.plummer(jax.random.key(0), 10, dtype="float64"), "float64 with "
                                                                        "jax_enable_x64"),
        (lambda: nbody.uniform_sphere(jax.random.key(0), 10, virial_ratio=-1.0), "virial_ratio "
                                                                                 "must be a "
                                                                                 "number, 0"),
        (lambda: nbody.disk(jax.random.key(0), 1, central_mass=1.0), "n must be at least 2"),
        (lambda: nbody.disk(jax.random.key(0), 10, thickness=-1.0), "thickness must be a number, 0 "
                                                                    "or more"),
    ],
)  # fmt: skip
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.slow
def test_a_periodic_box():
    """Two bodies in a cell keep their energy, wherever their images are; one alone does not
    move."""
    positions = jnp.asarray([[0.05, 0.5, 0.5], [0.95, 0.5, 0.5]], jnp.float32)
    velocities = jnp.asarray([[0, 2.0, 0], [0, -2.0, 0]], jnp.float32)
    start = nbody.State(positions=positions, velocities=velocities, masses=jnp.ones(2, jnp.float32))
    how = {"softening": 0.01, "profile": "spline", "cell": 1.0, "tol": 1e-4}
    end, history = nbody.simulate(start, 32, 1e-3, **how)
    total = history.kinetic + history.potential
    assert abs(total - total[0]).max() < 2e-3 * history.kinetic[0]
    far_away = jnp.asarray([[3, 0, -1], [0, 2, 0]], jnp.float32)
    moved = dataclasses.replace(start, positions=positions + far_away)
    other, _ = nbody.simulate(moved, 32, 1e-3, **how)
    np.testing.assert_allclose(other.velocities, end.velocities, atol=5e-3)
    alone = nbody.State(positions=positions[:1], velocities=jnp.zeros((1, 3)), masses=jnp.ones(1))
    assert abs(nbody.simulate(alone, 4, 0.1, **how)[0].velocities).max() < 1e-4
    plummer, _ = nbody.simulate(start, 32, 1e-3, **how | {"profile": "plummer"})
    np.testing.assert_allclose(plummer.velocities, end.velocities, atol=5e-2)


@pytest.mark.parametrize("masses", [0.0, 1.0])
def test_errors_of_what_is_zero_are_zero(masses):
    """Of bodies without mass, and of bodies at rest without forces."""
    x = jax.random.normal(jax.random.key(0), (5, 3))
    state = nbody.State(positions=x, velocities=(1 - masses) * x, masses=jnp.full(5, masses))
    history = nbody.simulate(state, 2, 0.01, gravity=1 - masses)[1]
    assert not history.energy.any()
    for error in (history.energy_error, history.momentum_error, history.angular_momentum_error):
        assert error.tolist() == [0, 0, 0]
