"""Steps that follow the bodies: shared adaptive steps and block time steps."""

import dataclasses
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody
from jaxfmm.errors import Status
from jaxfmm.nbody import block_steps, step_criteria, until_loop
from jaxfmm.nbody.due_sums import due_sum
from jaxfmm.nbody.jerk import jerk_sum

only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
PERIOD = 2 * math.pi


def orbit(dtype, eccentricity):
    """Two bodies of masses 1/4 and 3/4 at the far end of an orbit of period 2 pi, G = 1."""
    share = jnp.array([[0.75], [-0.25]], dtype)
    apart = (1 + eccentricity) * jnp.array([[1.0, 0.0, 0.0]], dtype)
    speed = math.sqrt((1 - eccentricity) / (1 + eccentricity)) * jnp.array([[0.0, 1, 0]], dtype)
    masses = jnp.array([0.25, 0.75], dtype)
    return nbody.State(positions=share * apart, velocities=share * speed, masses=masses)


def pythagorean():
    """Bodies of masses 3, 4 and 5 at rest in the corners of a triangle of these sides (Burrau)."""
    positions = jnp.array([[1.0, 3.0, 0.0], [-2.0, -1.0, 0.0], [1.0, -1.0, 0.0]])
    masses = jnp.array([3.0, 4.0, 5.0])
    return nbody.State(positions=positions, velocities=0 * positions, masses=masses)


def worst(history):
    return float(abs(history.energy_error).max())


@only_float64
@pytest.mark.parametrize("timestep", ["adaptive", "block"])
@pytest.mark.parametrize("eccentricity", [0.5, 0.99])
def test_an_orbit_closes_to_fourth_order(timestep, eccentricity, dtype):
    """A quarter of eta halves the steps."""
    state, error = orbit(dtype, eccentricity), []
    for eta in (0.02, 0.005, 0.00125):
        end, _ = nbody.simulate(
            state, until=PERIOD, timestep=timestep, scheme="hermite", eta=jnp.asarray(eta, dtype)
        )
        error.append(float(jnp.abs(end.positions - state.positions).max()))
        assert float(end.time) == pytest.approx(PERIOD)
    observed = np.log2(np.array(error[:-1]) / np.array(error[1:]))
    assert (observed > 3.7).all() and error[-1] < 1e-6, (error, observed)


@only_float64
def test_adaptive_leapfrog_keeps_the_energy_of_an_eccentric_orbit(dtype):
    """Steps that are symmetric in time leave an error that comes back with each period."""
    times = PERIOD * jnp.arange(1, 41, dtype=dtype)
    state = orbit(dtype, 0.9)
    _, history = nbody.simulate(state, until=times, timestep="adaptive", softening=0.01)
    error = np.abs(history.energy_error)
    assert error[21:].max() < 3 * error[1:21].max() and error.max() < 5e-3
    assert history.steps.shape == (41, 1) and history.positions.shape == (41, 2, 3)


def test_symmetric_steps_are_their_own_inverse():
    step = jnp.asarray(0.3)
    after = step_criteria.symmetric_step(step, jnp.asarray(0.2))
    assert float(step_criteria.symmetric_step(step, after)) == pytest.approx(0.2)


@only_float64
@pytest.mark.parametrize(("scheme", "limit"), [("hermite", 3e-7), ("leapfrog", 1e-3)])
def test_block_steps_agree_with_constant_steps(scheme, limit, dtype):
    state = nbody.plummer(jax.random.key(1), 300, dtype=dtype)
    how = {"scheme": scheme, "softening": 0.05, "method": "direct"}
    end, history = nbody.simulate(state, until=0.2, timestep="block", **how)
    expected, _ = nbody.simulate(state, until=0.2, dt=0.001, **how)
    assert abs(end.positions - expected.positions).max() < limit
    assert worst(history) < limit and history.status == 0 and float(end.time) == 0.2
    steps = np.asarray(history.steps[-1])
    assert history.steps.shape == (2, block_steps.LEVELS) and (steps > 0).sum() > 2
    # the time of all steps is the time of all bodies
    assert (steps / 2.0 ** np.arange(block_steps.LEVELS)).sum() == 300


@only_float64
def test_blocks_in_a_turn(dtype, monkeypatch):
    """Turns of several blocks, which GPUs take, end after the same steps."""
    state = nbody.plummer(jax.random.key(1), 20, dtype=dtype)
    how = {"timestep": "block", "scheme": "hermite", "softening": 0.05, "dt_max": 0.05}
    found = []
    for blocks in (1, 2):
        monkeypatch.setattr(until_loop, "BLOCKS_A_TURN", dict.fromkeys(("cpu", "gpu"), blocks))
        jax.clear_caches()
        found.append(nbody.simulate(state, until=0.2, **how))
    np.testing.assert_allclose(found[0][0].positions, found[1][0].positions, atol=1e-13)
    np.testing.assert_array_equal(found[0][1].steps, found[1][1].steps)


@only_float64
def test_time_runs_backward(dtype):
    state = nbody.plummer(jax.random.key(1), 30, dtype=dtype)
    how = {"timestep": "block", "scheme": "hermite", "softening": 0.1, "eta": 0.005}
    there, _ = nbody.simulate(state, until=0.5, **how)
    back, _ = nbody.simulate(there, until=0.0, **how)
    assert abs(back.positions - state.positions).max() < 1e-6 and float(back.time) == 0


@only_float64
@pytest.mark.parametrize("timestep", ["adaptive", "block"])
def test_three_bodies_come_close(timestep, dtype):
    """The first close encounters of the Pythagorean problem, with places at time 10 by the
    integrator IAS15 of REBOUND 5.2."""
    state = pythagorean()
    how = {"timestep": timestep, "scheme": "hermite", "eta": 1e-3}
    end, history = nbody.simulate(state, until=jnp.array([10.0, 20.0]), **how)
    assert worst(history) < 1e-5
    expected = [[0.778480, 0.141392], [-2.025092, 0.097219], [1.152986, -0.162611]]
    np.testing.assert_allclose(history.positions[1, :, :2], expected, atol=1e-4)


def test_steps_that_are_too_short():
    state = orbit(jnp.float32, 0.99)
    state = nbody.State(
        positions=jnp.concatenate([jnp.array([[50.0, 0.0, 0.0]]), state.positions]),
        velocities=jnp.concatenate([jnp.zeros((1, 3)), state.velocities]),
        masses=jnp.concatenate([jnp.array([1e-3]), state.masses]),
    )
    for timestep in ("adaptive", "block"):
        how = {"timestep": timestep, "scheme": "hermite", "until": 4.0, "dt_min": 1e-3}
        with pytest.raises(ValueError, match=r"bodies (1, 2|2, 1|1|2) need steps .* dt_min=0.001"):
            nbody.simulate(state, **how)
        end, history = jax.jit(lambda state, how=how: nbody.simulate(state, **how))(state)
        assert Status(int(history.status)) == Status.STEP
        assert jnp.isnan(end.positions).all() and not jnp.isnan(history.kinetic[0])
        assert set(history.bodies.tolist()) <= {1, 2, -1} and history.bodies[0] > 0


@only_float64
@pytest.mark.parametrize("timestep", ["adaptive", "block"])
def test_derivatives_are_forward_alone(timestep, dtype):
    state = orbit(dtype, 0.3)

    def end(speed, until):
        start = dataclasses.replace(state, velocities=speed * state.velocities)
        how = {"timestep": timestep, "scheme": "hermite", "eta": 1e-3}
        return nbody.simulate(start, until=until, **how)[0].positions

    at = jnp.ones((), dtype), jnp.asarray(2.0, dtype)
    run = jax.jit(end)
    for k in range(2):
        move = [jnp.zeros_like(value) for value in at]
        move[k] = jnp.ones((), dtype)
        _, rate = jax.jvp(run, at, tuple(move))
        ends = [run(*(v + sign * 1e-4 * m for v, m in zip(at, move))) for sign in (1, -1)]
        np.testing.assert_allclose(rate, (ends[0] - ends[1]) / 2e-4, atol=1e-5)
    with pytest.raises(ValueError, match="no reverse mode .* forward mode"):
        jax.grad(lambda speed: run(speed, at[1]).sum())(at[0])


@only_float64
def test_bodies_without_mass_are_no_sources(dtype):
    """A heavy body in the centre and tracers around it."""
    disk = nbody.disk(jax.random.key(0), 100, mass=1e-9, central_mass=1.0, dtype=dtype)
    heavy = jnp.arange(100) < 3
    state = dataclasses.replace(disk, masses=jnp.where(heavy, disk.masses, 0))
    how = {"timestep": "block", "scheme": "hermite", "softening": 0.05}
    end, history = nbody.simulate(state, until=0.3, **how)
    all_sources, _ = jax.jit(lambda state: nbody.simulate(state, until=0.3, **how))(state)
    np.testing.assert_allclose(end.positions, all_sources.positions, atol=1e-10)
    radii = [
        jnp.linalg.norm(x.positions[:, :2] - x.positions[:1, :2], axis=1) for x in (state, end)
    ]
    far = radii[0] > 0.5
    assert abs(radii[1] - radii[0])[far].max() < 1e-2 and worst(history) < 1e-3


@only_float64
@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_forces_at_targets(method, dtype):
    state = nbody.plummer(jax.random.key(2), 1200, dtype=dtype)
    x, v, masses = state.positions, state.velocities, state.masses
    some = jnp.arange(0, 1200, 7)
    how = {"gravity": 2.0, "softening": 0.1}
    plan = jaxfmm.plan(x, x[some], kernel=jaxfmm.Laplace(0.1), method=method, tol=1e-6, headroom=2)
    acceleration, jerk = nbody.acceleration_and_jerk(
        x, v, masses, targets=x[some], target_velocities=v[some], plan=plan, **how
    )
    expected = nbody.acceleration_and_jerk(x, v, masses, **how)
    alone = nbody.acceleration(x, masses, targets=x[some], plan=plan, **how)
    for value, whole in ((acceleration, expected[0]), (jerk, expected[1]), (alone, expected[0])):
        np.testing.assert_allclose(value, whole[some], atol=1e-5 * float(abs(whole).max()))


def test_targets_and_their_velocities_belong_together():
    x = jnp.ones((2, 3))
    with pytest.raises(ValueError, match="targets and target_velocities belong together"):
        nbody.acceleration_and_jerk(x, x, jnp.ones(2), targets=x)


@only_float64
@pytest.mark.parametrize("scheme", ["leapfrog", "hermite"])
def test_blocks_by_trees(scheme, dtype):
    state = nbody.plummer(jax.random.key(3), 1500, dtype=dtype)
    how = {"timestep": "block", "scheme": scheme, "softening": 0.05, "until": 0.03}
    (trees, _), (pairs, _) = (
        nbody.simulate(state, method=method, tol=1e-5, **how) for method in ("fmm", "direct")
    )
    assert abs(trees.positions - pairs.positions).max() < 1e-6


@only_float64
def test_a_force_of_the_user(dtype):
    positions = jnp.array([[1.0, 0.0], [0.0, 2.0]], dtype)
    state = nbody.State(
        positions=positions, velocities=0 * positions, masses=jnp.ones(2, dtype), time=3.0
    )
    end, history = nbody.simulate(
        state,
        until=3.0 + math.pi,
        timestep="adaptive",
        scheme="hermite",
        eta=1e-3,
        acceleration=lambda x, plan: (-4 * x, 2 * jnp.sum(jnp.square(x))),
    )  # one period
    np.testing.assert_allclose(end.positions, positions, atol=1e-5)
    assert worst(history) < 1e-5


@only_float64
@pytest.mark.parametrize("kernel", [None, jaxfmm.Yukawa(1.0)])
def test_block_steps_by_a_force_of_the_user(kernel, dtype):
    """At bodies by number, with a plan for them and without one; like constant steps."""
    state = nbody.plummer(jax.random.key(5), 300, dtype=dtype)
    masses = state.masses

    def force(positions, plan, bodies=None):
        targets = None if bodies is None else positions[bodies]
        if plan is not None:
            phi, pull = jaxfmm.potential_and_gradient(positions, masses, targets, plan=plan)
            return (pull, -0.5 * jnp.sum(masses * phi)) if bodies is None else pull
        apart = positions[None] - (positions if bodies is None else targets)[:, None]
        r = jnp.sqrt(jnp.square(apart).sum(2) + 0.05**2)
        pull = jnp.sum((masses[None] / r**3)[:, :, None] * apart, axis=1)
        return (pull, -0.5 * masses @ (1 / r) @ masses) if bodies is None else pull

    how = {"scheme": "hermite", "acceleration": force}
    if kernel is not None:
        how |= {"kernel": kernel, "method": "direct"}
    end, history = nbody.simulate(state, until=0.1, timestep="block", eta=0.005, **how)
    expected, _ = nbody.simulate(state, until=0.1, dt=0.001, **how)
    assert abs(end.positions - expected.positions).max() < 1e-5 and worst(history) < 1e-5
    assert (np.asarray(history.steps[-1]) > 0).sum() > 2


@only_float64
@pytest.mark.parametrize("scheme", ["leapfrog", "hermite"])
def test_block_steps_with_a_softening_for_each_body(scheme, dtype):
    state = nbody.plummer(jax.random.key(6), 300, dtype=dtype)
    softening = jnp.where(jnp.arange(300) % 3 == 0, 0.2, 0.05).astype(dtype)
    how = {"scheme": scheme, "softening": softening, "profile": "spline"}
    end, history = nbody.simulate(state, until=0.1, timestep="block", eta=0.005, **how)
    expected, _ = nbody.simulate(state, until=0.1, dt=0.0005, **how)
    assert abs(end.positions - expected.positions).max() < (1e-4 if scheme == "leapfrog" else 1e-6)
    assert (np.asarray(history.steps[-1]) > 0).sum() > 1


def test_constant_steps_to_a_time():
    state = nbody.plummer(jax.random.key(0), 20)
    end, history = nbody.simulate(state, until=0.1, dt=0.03, softening=0.1)
    assert len(history.time) == 5 and float(end.time) == pytest.approx(0.1)
    assert history.steps is None and history.bodies is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "takes steps and dt, or until and dt"),
        ({"steps": 2, "dt": 0.1, "until": 1.0}, "takes steps and dt, or until and dt"),
        ({"until": 1.0, "dt": 0.1, "dt_min": 0.1}, "dt_max and dt_min limit steps that follow"),
        ({"until": 1.0, "dt": 0.1, "timestep": "block"}, "takes until, the time of the end"),
        ({"steps": 2, "dt": 0.1, "timestep": "adaptive"}, "takes until, the time of the end"),
        ({"until": 1.0, "timestep": "slow"}, "timestep must be one of 'constant', 'adaptive'"),
        ({"until": 1.0, "timestep": "adaptive"}, "needs the softening of gravity"),
        ({"until": [2.0, 1.0], "timestep": "block", "softening": 1.0}, "until must hold .* times"),
        ({"until": 1.0, "timestep": "block", "softening": 1.0, "eta": 0}, "eta must be positive"),
        (
            {"until": 1.0, "timestep": "block", "softening": 1.0, "record_every": 2},
            "record_every count constant steps",
        ),
        (
            {"until": 1.0, "timestep": "block", "acceleration": lambda x, plan: -x},
            r"block' calls acceleration\(positions, plan, bodies\)",
        ),
    ],
)
def test_arguments_that_do_not_belong_together(options, message):
    state = nbody.plummer(jax.random.key(0), 20)
    with pytest.raises(ValueError, match=message):
        nbody.simulate(state, **options)


@only_float64
def test_many_small_simulations_at_once(dtype):
    states = [nbody.plummer(jax.random.key(i), 8, dtype=dtype) for i in range(3)]
    batch = jax.tree.map(lambda *leaves: jnp.stack(leaves), *states)

    def run(state):
        how = {"timestep": "block", "scheme": "hermite", "softening": 0.1}
        return nbody.simulate(state, until=0.1, **how)[0].positions

    together = jax.jit(jax.vmap(run))(batch)
    np.testing.assert_allclose(together[1], run(states[1]), atol=1e-10)


def test_ticks():
    """Steps double only where a step of that length may begin."""
    ticks = jnp.array([4, 4, 4, 8, 2**30], jnp.uint32)
    wanted = jnp.array([100.0, 100.0, 3.0, 9.0, jnp.inf])
    now = jnp.array([8, 12, 12, 16, 2**30], jnp.uint32)
    assert block_steps.next_ticks(wanted, ticks, now).tolist() == [8, 4, 2, 8, 2**30]
    assert block_steps.level(jnp.array([1, 2**29, 2**30], jnp.uint32)).tolist() == [30, 1, 0]


@pytest.mark.parametrize("timestep", ["adaptive", "block"])
def test_bodies_that_are_not_finite(timestep):
    state = orbit(jnp.float32, 0.5)
    how = {"timestep": timestep, "scheme": "hermite", "softening": 0.1}
    broken = dataclasses.replace(state, velocities=jnp.nan * state.velocities)
    with pytest.raises(ValueError, match="of the state hold NaN"):
        nbody.simulate(broken, until=0.1, **how)
    end, history = jax.jit(lambda state: nbody.simulate(state, until=0.1, **how))(broken)
    assert Status(int(history.status)) == Status.NOT_FINITE and jnp.isnan(end.positions).all()


@pytest.mark.parametrize("apart", [False, True])
def test_sums_at_due_bodies(backend, apart, dtype):
    """Also with no body due, with all of them, and with sources that are not the bodies."""
    n, kernel = 600, jaxfmm.Laplace(0.1)
    state = nbody.plummer(jax.random.key(4), n, dtype=dtype)
    bodies = state.positions, state.velocities
    sources = tuple(value[:200] for value in bodies) if apart else None
    masses = state.masses[: 200 if apart else n]
    expected = jerk_sum(*bodies, *(sources or bodies), masses, 0.1, backend="xla")[1:]
    run = jax.jit(lambda due: due_sum(due, bodies, sources, masses, kernel, (16, 64), backend))
    for count in (0, 16, 33, 300, n):
        due = np.zeros(n, bool)
        due[np.random.default_rng(count).permutation(n)[:count]] = True
        for found, known in zip(run(jnp.asarray(due)), expected):
            assert found.shape == (n, 3)
            limit = 100 * float(jnp.finfo(dtype).eps) * float(abs(known).max())
            np.testing.assert_allclose(found[due], known[due], atol=limit)
