"""Short programs as people write them on their first day, one for each public function and each
package of the guides.

Each is a function without arguments that returns what the program looks at: finite numbers. They
are eager, without a plan, at sizes where sums are fast ones, with defaults and with what comes to
hand: lists, NumPy arrays, integers."""

import pickle

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm import nbody, transport


def points(n=5_000, dim=3):
    return jax.random.normal(jax.random.key(0), (n, dim))


def charges(n=5_000):
    return jax.random.normal(jax.random.key(1), (n,))


def potential():
    return jaxfmm.potential([[0, 0, 0], [1, 0, 0]], [1, -1])


def potential_and_gradient():
    return jaxfmm.potential_and_gradient(
        np.random.rand(100, 3), np.ones(100), np.random.rand(10, 3)
    )


def energy():
    return jax.value_and_grad(jaxfmm.energy)(points(), charges())


def hessian():
    return jaxfmm.hessian(points(50), charges(50), jnp.zeros((1, 3)))


def plan():
    p = jaxfmm.plan(points(), tol=1e-3)
    print(p)
    return [jaxfmm.potential(points(), q, plan=p) for q in (charges(), jnp.ones(5_000))]


def distribute():
    x, q, numbers = jaxfmm.distribute(points(200), charges(200))
    return jaxfmm.collect(numbers, jaxfmm.potential_and_gradient(x, q))


def plan_as_an_argument():
    @jax.jit
    def step(x, plan):
        plan = plan.update(x)
        return x + 1e-3 * jax.grad(jaxfmm.energy)(x, jnp.ones(len(x)), plan=plan), plan

    x, p = points(), jaxfmm.plan(points(), tol=1e-3)
    for _ in range(3):
        x, p = step(x, p)
    p.check()
    return x


def saved_plan():
    return jaxfmm.potential(
        points(100), charges(100), plan=pickle.loads(pickle.dumps(jaxfmm.plan(points(100))))
    )


def batch():
    return jax.vmap(jaxfmm.energy)(points(300).reshape(10, 30, 3), jnp.ones((10, 30)))


def training():
    def loss(length, x, y):
        return jnp.sum((jaxfmm.potential(x, y, kernel=jaxfmm.Matern(length)) - y) ** 2)

    length = jnp.asarray(0.3)
    for _ in range(3):
        length = length - 1e-9 * jax.grad(loss)(length, points(200, 2), charges(200))
    return length


def gaussian():
    return jaxfmm.potential(points(2_000, 2), jnp.ones(2_000), kernel=jaxfmm.Gaussian(0.1))


KERNELS = [
    jaxfmm.Laplace(softening=0.05), jaxfmm.Yukawa(1.0), jaxfmm.InverseMultiquadric(0.5), jaxfmm.Wendland(0.5),
    jaxfmm.LennardJones(0.1, 1.0, 0.3), jaxfmm.Matern(0.5, 2.5), jaxfmm.Helmholtz(2.0),
    jaxfmm.Multiquadric(0.5), jaxfmm.ThinPlate(2),
]  # fmt: skip


def kernels():
    return [jaxfmm.potential(points(50), charges(50), kernel=k) for k in KERNELS]


def kernels_of_the_plane():
    given = points(50, 2), charges(50)
    return [jaxfmm.potential(*given, kernel=k) for k in (jaxfmm.Cauchy(), jaxfmm.VortexBlob(0.1))]


VECTORS = [
    jaxfmm.Stokeslet(), jaxfmm.RotnePrager(0.1), jaxfmm.Rotlet(), jaxfmm.BiotSavart(0.1),
]  # fmt: skip


def vectors():
    return [jaxfmm.potential(points(40), points(40), kernel=k) for k in VECTORS]


def interpolated():
    y = points(300, 2)
    return jaxfmm.RBFInterpolator(y, jnp.sin(5 * y[:, 0]), smoothing=0.1)(points(20, 2))


def elements():
    square = jaxfmm.Elements([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    return jaxfmm.potential(square, [1, 1], square.centers)


def double_layer():
    sphere = points(40) / jnp.linalg.norm(points(40), axis=1, keepdims=True)
    return jaxfmm.potential(sphere, sphere, kernel=jaxfmm.Stresslet(normals=sphere))


def custom():
    def cored(r2, core):
        return 1 / (r2 + core**2)

    return jaxfmm.potential(
        points(100), charges(100), kernel=jaxfmm.Custom(cored, 0.1, radial=True)
    )


def salt():
    ions = [[0, 0, 0], [0.5, 0.5, 0.5]]
    return jaxfmm.energy(ions, [1, -1], kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1))


def wall():
    grounded = jaxfmm.Mirror(jaxfmm.Laplace(), axis=2, at=0.0, sign=-1)
    return jaxfmm.potential(points(100), charges(100), kernel=grounded)


def sum_of_kernels():
    kernel = jaxfmm.Sum((jaxfmm.Laplace(), jaxfmm.Scaled(jaxfmm.Yukawa(1.0), 0.5)))
    return jaxfmm.potential(points(100), charges(100), kernel=kernel)


def pressure():
    def energy(edge):
        return jaxfmm.energy(edge * s, q, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), edge))

    s, q = jax.random.uniform(jax.random.key(0), (64, 3)), jnp.tile(jnp.array([1.0, -1.0]), 32)
    return jax.grad(energy)(2.0)


def pairs():
    near = jaxfmm.pairs(points(200), 0.2, cell=1.0)
    return near.sum(jnp.exp(-near.distances(points(200))))


def minimum_image():
    return jaxfmm.minimum_image(points(10)[:, None] - points(10)[None], 1.0)


def vortex_velocity():
    return jaxfmm.vortex_velocity(points(100, 2), charges(100), core=0.1)


def matrix():
    x = jax.random.uniform(jax.random.key(0), (300, 2))
    A = jaxfmm.KernelMatrix(x, kernel=jaxfmm.Matern(0.1), diagonal=0.1)
    return jax.scipy.sparse.linalg.cg(A, jnp.sin(6 * x[:, 0]), tol=1e-3, M=A.preconditioner(20))[0]


def gaussian_process():
    x = jax.random.uniform(jax.random.key(0), (300, 2))

    def log_p(length):
        A = jaxfmm.KernelMatrix(x, kernel=jaxfmm.Matern(length), diagonal=0.1)
        return A.log_marginal_likelihood(np.sin(6 * np.asarray(x[:, 0])), jax.random.key(1)).value

    return jax.value_and_grad(log_p)(0.3)


def log_sum_exp():
    y = points(2_000, 2)
    return jaxfmm.log_sum_exp(y, np.zeros(2_000), [[0, 0], [9, 9]], bandwidth=0.1)


def segments():
    segments = np.arange(5_000) // 50
    return jaxfmm.energy(points(), charges(), segments=segments, num_segments=100)


def crystals():
    cells = [np.eye(3), 2 * np.eye(3)]
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
    ids = np.arange(200) // 100
    return jaxfmm.energy(points(200), charges(200), kernel=kernel, segments=ids, num_segments=2)


def screening_of_each():
    kernel = jaxfmm.Yukawa([1.0, 2.0])
    ids = np.arange(200) // 100
    return jaxfmm.energy(points(200), charges(200), kernel=kernel, segments=ids, num_segments=2)


def densities():
    ids = np.arange(200) // 100
    density = jaxfmm.KernelDensity([0.1, 0.2]).fit(points(200), segments=ids, num_segments=2)
    return density.log_density(points(5), target_segments=[0, 0, 1, 1, 0])


def optimal_transport():
    x, y = points(300, 2), points(200, 2) + 1
    found = transport.sinkhorn(x, y, epsilon=0.1)
    return found.cost, found.barycenters(), transport.sinkhorn_divergence(x, y, epsilon=0.1)


def density():
    kde = jaxfmm.KernelDensity().fit(np.random.default_rng(0).normal(size=(1_000, 2)))
    return (
        kde.log_density([[0, 0]]),
        kde.sample(jax.random.key(0), 5),
        kde.grid([(-3, 3), (-3, 3)], (16, 16))[-1],
    )


def density_of_numbers():
    ages = np.random.default_rng(0).integers(18, 90, 500)
    return (
        jaxfmm.KernelDensity(bandwidth="silverman").fit(ages[:, None]).score_samples(ages[:5, None])
    )


def show():
    return (
        jnp.zeros(())
        if jaxfmm.show(jaxfmm.plan(points(500), method="fmm")) is not None
        else jnp.nan
    )


def backends():
    return jnp.asarray([len(reason) for reason in jaxfmm.backends().values()])


def simulation():
    start = nbody.plummer(jax.random.key(0), 64)
    end, history = nbody.simulate(start, steps=4, dt=0.01, softening=0.05)
    blocks = {"timestep": "block", "scheme": "hermite", "softening": 0.05}
    other, its_history = nbody.simulate(start, until=0.04, **blocks)
    return end.positions, history.energy_error, other.positions, its_history.energy_error


def initial_conditions():
    disk, ball = nbody.disk(jax.random.key(0), 50), nbody.uniform_sphere(jax.random.key(0), 50)
    king, hernquist = nbody.king(jax.random.key(0), 50), nbody.hernquist(jax.random.key(0), 50)
    return disk.positions, ball.velocities, king, hernquist, nbody.binary()


def forces():
    x = points(100)
    return nbody.acceleration(x, jnp.ones(100)), nbody.acceleration_and_jerk(x, x, jnp.ones(100))


def optax():
    import optax

    x, q = points(100), charges(100)
    optimizer = optax.adam(1e-3)
    state = optimizer.init(x)
    for _ in range(2):
        updates, state = optimizer.update(jax.grad(lambda x: jaxfmm.energy(x, q) ** 2)(x), state)
        x = optax.apply_updates(x, updates)
    return x


def sklearn():
    from sklearn.model_selection import cross_val_score

    return cross_val_score(
        jaxfmm.DensityEstimator(bandwidth=0.3), np.random.default_rng(0).normal(size=(60, 2)), cv=3
    )


def diffrax():
    import diffrax

    def field(t, y, m):
        return y[1], nbody.acceleration(y[0], m, softening=0.1)

    start = points(20), jnp.zeros((20, 3))
    given = diffrax.ODETerm(field), diffrax.Tsit5(), 0.0, 0.1, 0.05, start
    return diffrax.diffeqsolve(*given, args=jnp.ones(20)).ys


def equinox():
    import equinox

    class Model(equinox.Module):
        kernel: jaxfmm.Matern
        weights: jax.Array

        def __call__(self, x):
            return jaxfmm.potential(x, self.weights, kernel=self.kernel)

    model = Model(jaxfmm.Matern(jnp.asarray(0.3)), charges(100))
    return equinox.filter_grad(lambda model: jnp.sum(model(points(100, 2)) ** 2))(model).weights


def lineax():
    import lineax

    A = jaxfmm.KernelMatrix(points(100, 2), kernel=jaxfmm.Matern(0.3), diagonal=1.0)
    operator = A.as_lineax(lineax.positive_semidefinite_tag)
    return lineax.linear_solve(operator, charges(100), lineax.CG(rtol=1e-3, atol=1e-3)).value


def numpyro():
    import numpyro

    def model(x):
        length = numpyro.sample("length", numpyro.distributions.LogNormal(0.0, 1.0))
        numpyro.factor("energy", jaxfmm.energy(x, jnp.ones(len(x)), kernel=jaxfmm.Yukawa(length)))

    sampler = numpyro.infer.MCMC(
        numpyro.infer.NUTS(model), num_warmup=2, num_samples=2, progress_bar=False
    )
    sampler.run(jax.random.key(0), points(10))
    return sampler.get_samples()["length"]


PACKAGES = (
    "optax",
    "sklearn",
    "diffrax",
    "equinox",
    "lineax",
    "numpyro",
)  # which have to be installed
PROGRAMS = {
    name: program
    for name, program in globals().items()
    if callable(program)
    and getattr(program, "__module__", None) == __name__
    and name not in ("points", "charges")
}
