"""Sources that act from several places at once: lists with images, boundary conditions that are
made of them, and mirrors."""

import dataclasses
import functools
from collections.abc import Callable

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from test_traverse import check_rows, lists, times_seen

import jaxfmm
from jaxfmm.entries import image_bits
from jaxfmm.kernels import Kernel, Laplace, Logarithm, Yukawa
from jaxfmm.kernels.near_images import MARGIN, Arrangement, radius_of
from jaxfmm.kernels.over_images import SumOverImages
from jaxfmm.tree.balanced import build_balanced
from jaxfmm.tree.build import build


def shifts(dim, count, step=1.0):
    """0, step, -step, 2 step, ... along the first axis and a little along the others."""
    along = np.array([(i + 1) // 2 * (1 if i % 2 else -1) for i in range(count)])
    return step * along[:, None] * np.array([1.0, 0.25, -0.125])[:dim]


def of_image(pairs, image):
    """The pairs of one image, as a list of its own."""
    used = int(pairs.count)
    target, source = (np.asarray(a)[:used] for a in (pairs.target, pairs.source))
    mine = source >> pairs.bits == image
    return dataclasses.replace(
        pairs,
        target=target[mine],
        source=np.asarray(pairs.number)[:used][mine],
        count=np.int32(mine.sum()),
    )


NATIVE = pytest.mark.parametrize("native", [False, pytest.param(True, id="native")])


@NATIVE
@pytest.mark.parametrize("kind", ["fmm", "treecode", "exchange"])
def test_every_pair_of_every_image_exactly_once(kind, native):
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(cases.cube(rng, n), jnp.float32) for n in (300, 500))
    images = jnp.asarray(shifts(3, 5), jnp.float32)
    if kind == "exchange":
        target, source = (build_balanced(p, leaf_size=8, extent=jnp.ptp(p)) for p in (x, y))
    else:
        target, source = (
            build(p, leaf_size=8, leaf_capacity=len(p), extent=jnp.ptp(p)) for p in (x, y)
        )
    options = {"leaf_targets": kind == "treecode", "exchange": 1 << 13 if kind == "exchange" else 0}
    found = lists(target, source, images=images, native=native, **options)
    for pairs in found:
        if pairs is not None:
            assert 0 < int(pairs.count) <= pairs.capacity
            check_rows(pairs)
    for image in range(len(images)):
        mine = [pairs and of_image(pairs, image) for pairs in found]
        assert (times_seen(target, source, *mine, leaf_targets=options["leaf_targets"]) == 1).all()
    far = found.far
    shift = np.asarray(far.shift(far.source))[: int(far.count)]
    t, s = (np.asarray(a)[: int(far.count)] for a in (far.target, far.number))
    at = np.asarray(target.leaves)[t] if kind == "treecode" else t
    offset = np.asarray(target.center)[at] - np.asarray(source.center)[s] - shift
    radii = np.asarray(target.radius)[at], np.asarray(source.radius)[s]
    distance = np.linalg.norm(offset, axis=1)
    assert (np.maximum(*radii) + 0.6 * np.minimum(*radii) <= 0.6 * distance * (1 + 1e-5)).all()
    if kind == "fmm":  # the other way round, sources see the targets moved the other way
        back = [
            pairs.transposed(rows, native=native)
            for pairs, rows in ((far, source.capacity), (found.near, len(source.leaves)))
        ]
        for image in range(len(images)):
            assert (
                times_seen(source, target, *(of_image(pairs, image) for pairs in back)) == 1
            ).all()
        for pairs in back:
            check_rows(pairs)
            np.testing.assert_array_equal(pairs.images, -images)


@NATIVE
def test_lists_of_one_image_are_those_without(native):
    """With the same pairs, entries are the numbers of the sources."""
    x = jnp.asarray(cases.cube(np.random.default_rng(1), 400), jnp.float32)
    tree = build(x, leaf_size=8, leaf_capacity=len(x), extent=jnp.ptp(x))
    one, several = (
        lists(tree, tree, images=images, native=native)
        for images in (None, jnp.zeros((3, 3), x.dtype))
    )
    for a, b in zip(one[:2], several[:2]):
        np.testing.assert_array_equal(a.source, a.number)
        for image in range(3):
            mine = of_image(b, image)
            pairs = {(int(t), int(s)) for t, s in zip(a.target[: a.count], a.source[: a.count])}
            assert {(int(t), int(s)) for t, s in zip(mine.target, mine.source)} == pairs


def test_too_many_images():
    assert image_bits(1000, 1) == 31 and image_bits(1000, 27) == 10
    with pytest.raises(ValueError, match="images"):
        image_bits(1 << 28, 27)


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Row(SumOverImages):
    """A boundary condition: all sources again at multiples of a step along the first axis, `near`
    of them in lists, `beyond` more, farther away, by their action on the root."""

    kernel: Kernel
    step: float = dataclasses.field(metadata={"static": True})
    near: int = dataclasses.field(metadata={"static": True})
    beyond: int = dataclasses.field(default=0, metadata={"static": True})

    shifted = True

    def simplified(self, dim):
        return dataclasses.replace(self, kernel=self.kernel.simplified(dim))

    def _shifts(self, dim, numbers, dtype):
        return jnp.asarray(shifts(dim, numbers[-1] + 1, self.step)[numbers], dtype)

    def shifts(self, dim, dtype, arranged):
        return self._shifts(dim, list(range(self.near)), dtype)

    def at_root(self, expansion, order, targets, sources, unit) -> Callable | None:
        if not self.beyond:
            return None
        numbers = list(range(self.near, self.near + self.beyond))
        dim, dtype = targets.center.shape[1], targets.center.dtype
        offset = targets.center[:1] - sources.center[:1] - self._shifts(dim, numbers, dtype) / unit
        radii = [jnp.broadcast_to(tree.radius[:1], len(offset)) for tree in (sources, targets)]

        def local(multipole):
            every = jnp.broadcast_to(multipole, (len(offset), *multipole.shape))
            return expansion.operators.m2l(every, offset, *radii, order).sum(0)

        return local


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Column(SumOverImages):
    """A boundary condition: copies at all multiples of an edge that is an argument, of a kernel
    that vanishes beyond a few edges."""

    kernel: Kernel
    edge: jax.Array  # (d,)

    shifted = True

    def rows(self, dim, dtype):
        return jnp.asarray(self.edge, dtype)[None]

    def arranged(self, dim, apart, tol):
        with jax.ensure_compile_time_eval():
            rows = np.asarray(self.edge, float)[None]
            reach = float(self.kernel.reach(tol, 1, dim))
        radius = radius_of(rows) + 0.5 * dim**0.5  # of points in the unit cube
        return Arrangement.of(rows, 2 + reach / radius, tol, radius, MARGIN, reach)

    def radius(self, rows):
        return super().radius(rows) + 0.5 * rows.shape[1] ** 0.5


def test_images_of_a_cell_that_is_an_argument():
    """Of what `arranged` returns; with derivatives in the cell."""
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((300, 2)), jnp.float32), jnp.asarray(rng.normal(size=300))
    q, edge = q.astype(x.dtype), jnp.asarray([1.1, 0.2], x.dtype)
    inner = jaxfmm.Wendland(0.4)
    copies = np.arange(-4.0, 5.0)[:, None, None]

    def by_images(method, x, edge):
        kernel = Column(inner, edge)
        plan = jaxfmm.plan(x, kernel=Column(inner, lax.stop_gradient(edge)), method=method)
        return jaxfmm.potential(x, q, kernel=kernel, plan=plan)

    def by_copies(x, edge):
        every = (x[None] + copies.astype(x.dtype) * edge[None, None]).reshape(-1, 2)
        return jaxfmm.potential(every, jnp.tile(q, len(copies)), x, kernel=inner)

    def value_and_slopes(f):
        return f(x, edge), *jax.grad(lambda x, e: jnp.sum(jnp.sin(f(x, e))), (0, 1))(x, edge)

    for method in ("truncated", "direct"):
        found = value_and_slopes(functools.partial(by_images, method))
        for a, b in zip(found, value_and_slopes(by_copies)):
            assert cases.error(a, np.asarray(b, float)) <= 1e-4


BEFORE = {  # kernel, dimension, method, options, tolerance
    "fmm": (lambda: Laplace(), 3, "fmm", {}, 1e-4),
    "fmm in the plane, exchanged": (lambda: Logarithm(), 2, "fmm", {"tree": "balanced"}, 1e-4),
    "treecode": (lambda: Laplace(), 3, "treecode", {}, 1e-4),
    "interpolated": (lambda: Yukawa(2.0), 3, "fmm", {}, 1e-3),
    "truncated": (lambda: jaxfmm.Wendland(0.2), 2, "truncated", {}, 1e-4),
    "direct": (lambda: Laplace(0.01), 3, "direct", {}, 1e-4),
}


SLOW = {
    ("fmm", "xla"),
    ("interpolated", "xla"),
    ("truncated", "xla"),
    ("treecode", "xla"),
    ("direct", "cpu"),
}
ROWS = [
    pytest.param(name, backend, marks=mark)
    for name in BEFORE
    for backend, mark in (("xla", ()), ("cpu", ()), ("cuda", pytest.mark.gpu))
    if (name, backend) not in SLOW
]
ROWS += [pytest.param(*row, marks=pytest.mark.slow) for row in sorted(SLOW)]


@pytest.mark.parametrize(("name", "backend"), ROWS, indirect=["backend"])
def test_a_boundary_condition(name, backend):
    """Sums over images, their derivatives in charges and points and their transposes, against sums
    over copies."""
    make, dim, method, options, tol = BEFORE[name]
    beyond = 4 if make().name == "Laplace" and method in ("fmm", "treecode") else 0
    kernel = Row(make(), 1.1, 7, beyond)
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((n, dim)), jnp.float32) for n in (300, 400))
    q = jnp.asarray(rng.normal(size=len(y)), jnp.float32)
    plan = jaxfmm.plan(
        y, x, kernel=kernel, method=method, backend=backend, tol=tol, leaf_size=8, **options
    )
    copies = jnp.asarray(shifts(dim, 7 + beyond, 1.1), jnp.float32)

    def by_copies(y, q, x):
        every = (copies[:, None] + y[None]).reshape(-1, dim)
        return jaxfmm.potential_and_gradient(every, jnp.tile(q, len(copies)), x, plan=direct)

    direct = jaxfmm.plan(
        jnp.zeros((len(copies) * len(y), dim)), x, kernel=kernel.kernel, method="direct"
    )

    def by_images(y, q, x):
        return jaxfmm.potential_and_gradient(y, q, x, kernel=kernel, plan=plan)

    w = [jnp.asarray(rng.normal(size=s), jnp.float32) for s in (len(x), x.shape)]

    def value_and_slopes(f):
        def total(y, q, x):
            out = f(y, q, x)
            return sum(jnp.vdot(a, b) for a, b in zip(w, out)), out

        return jax.jit(jax.value_and_grad(total, (0, 1, 2), has_aux=True))(y, q, x)

    ((_, found), slopes), ((_, exact), exact_slopes) = map(value_and_slopes, (by_images, by_copies))
    for a, b in zip((*found, *slopes), (*exact, *exact_slopes)):
        assert cases.error(a, np.asarray(b, float)) <= 3 * tol
    if method == "fmm":
        assert (
            int(plan.far.count)
            and (np.asarray(plan.far.source)[: int(plan.far.count)] >> plan.far.bits).max() > 0
        )


def test_energy_of_images():
    """Every image of a charge acts on it, but not the charge itself."""
    x, q = jnp.asarray(np.random.default_rng(0).random((200, 3)), jnp.float32), jnp.ones(200)
    kernel = Row(Laplace(), 1.2, 5)
    plans = [jaxfmm.plan(x, kernel=kernel, method=method) for method in ("fmm", "direct")]
    found = [jaxfmm.energy(x, q, plan=plan, kernel=kernel) for plan in plans]
    at = np.asarray(x, float)[:, None, None] - np.asarray(x)[None, :, None] - shifts(3, 5, 1.2)
    r = np.linalg.norm(at, axis=-1)
    exact = 0.5 * (1 / r[r > 0]).sum()
    np.testing.assert_allclose(found, exact, rtol=1e-4)
    assert jaxfmm.plan(x, kernel=Row(jaxfmm.Custom(lambda x, y: jnp.dot(x, y)), 1.0, 3)).is_direct


def image_sums(x, q, p, y, planes, softening=0.0):
    """Potential and gradient in float64 by image charges: planes are pairs (axis, at, sign)."""
    x, q, p, y = (np.asarray(a, float) for a in (x, q, p, y))
    for axis, at, sign in planes:
        image, turned = y.copy(), p.copy()
        image[:, axis] = 2 * at - y[:, axis]
        turned[:, axis] *= -1
        y, q, p = np.vstack([y, image]), np.append(q, sign * q), np.vstack([p, sign * turned])
    d = x[:, None] - y[None]
    r2 = np.sum(d * d, axis=2) + softening**2
    inverse = np.where(np.sum(d * d, axis=2) > 0, 1 / np.sqrt(np.where(r2 > 0, r2, 1)), 0)
    along = np.einsum("ijc,jc->ij", d, p)
    potential = inverse @ q + np.sum(along * inverse**3, axis=1)
    gradient = (
        -np.einsum("ij,ijc,j->ic", inverse**3, d, q)
        + inverse**3 @ p
        - 3 * np.einsum("ij,ij,ijc->ic", along, inverse**5, d)
    )
    return potential, gradient


ONE_PLANE, EDGE = [(2, -0.05, -1)], [(2, -0.05, 1), (0, 1.1, -1)]


def mirrors(kernel, planes):
    for axis, at, sign in planes[::-1]:
        kernel = jaxfmm.Mirror(kernel, axis=axis, at=at, sign=sign)
    return kernel


@pytest.mark.parametrize(
    ("planes", "method"),
    [(ONE_PLANE, "direct"), (ONE_PLANE, "treecode"), (EDGE, "fmm")],
    ids=["plane-direct", "plane-treecode", "edge-fmm"],
)
def test_mirrors(planes, method, dtype):
    """Charges and dipoles, at the sources and at targets of their own."""
    rng = np.random.default_rng(0)
    y, x = (jnp.asarray(rng.random((n, 3)), dtype) for n in (300, 100))
    q, p = jnp.asarray(rng.normal(size=300), dtype), jnp.asarray(rng.normal(size=(300, 3)), dtype)
    kernel, tol = mirrors(jaxfmm.Laplace(), planes), 1e-4 if dtype == jnp.float32 else 1e-6
    for targets in (None, x):
        plan = jaxfmm.plan(y, targets, kernel=kernel, method=method, tol=tol, leaf_size=16)
        found = jaxfmm.potential_and_gradient(y, q, targets, dipoles=0.1 * p, plan=plan)
        exact = image_sums(y if targets is None else x, q, 0.1 * p, y, planes)
        for a, b in zip(found, exact):
            assert cases.error(a, b) <= 3 * tol


def test_a_point_on_the_mirror_is_without_its_image():
    x = jnp.array([[0.5, 0.0, 0.25], [0.0, 0.0, 1.0]])
    kernel = jaxfmm.Mirror(jaxfmm.Laplace(), axis=2, at=0.25, sign=1)
    found = jaxfmm.potential(x, jnp.array([2.0, 1.0]), kernel=kernel)
    r = np.sqrt(0.25 + 0.75**2)
    np.testing.assert_allclose(found, [2 / r, 4 / r + 1 / 1.5], rtol=1e-6)


@pytest.mark.parametrize("sign", [1, -1])
def test_energy_and_force_at_a_mirror(sign):
    """A charge feels its own image; forces are the gradient of the energy, the force on the wall
    its derivative in the plane."""
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((200, 3)), jnp.float32), jnp.asarray(rng.normal(size=200))
    q, at = q.astype(x.dtype), jnp.float32(-0.2)

    def mirror(at):
        return jaxfmm.Mirror(jaxfmm.Laplace(), axis=1, at=at, sign=sign)

    plan = jaxfmm.plan(x, kernel=mirror(at), method="fmm", leaf_size=16)
    energy, (force, push) = jax.value_and_grad(
        lambda x, at: jaxfmm.energy(x, q, kernel=mirror(at), plan=plan), (0, 1)
    )(x, at)
    planes = [(1, -0.2, sign)]
    potential, gradient = image_sums(x, q, 0 * x, x, planes)
    np.testing.assert_allclose(energy, 0.5 * np.vdot(q, potential), rtol=1e-4)
    exact = np.asarray(q)[:, None] * gradient
    assert cases.error(force, exact) <= 1e-3
    np.testing.assert_allclose(push, -exact[:, 1].sum(), rtol=1e-3)
    alone = jaxfmm.energy(x[:1], q[:1], kernel=mirror(at))
    np.testing.assert_allclose(alone, sign * q[0] ** 2 / (4 * (x[0, 1] + 0.2)), rtol=1e-5)


def test_a_moved_mirror_needs_new_lists():
    x, q = jnp.asarray(np.random.default_rng(0).random((300, 3)), jnp.float32), jnp.ones(300)

    def mirror(at):
        return jaxfmm.Mirror(jaxfmm.Laplace(), axis=0, at=at)

    plan = jaxfmm.plan(x, kernel=mirror(-0.1), method="fmm", leaf_size=16)
    with pytest.raises(ValueError, match="have left the cells"):
        jaxfmm.potential(x, q, kernel=mirror(-0.4), plan=plan)
    moved = plan.update(x, kernel=mirror(-0.4))
    found = jaxfmm.potential(x, q, plan=moved)
    assert cases.error(found, image_sums(x, q, 0 * x, x, [(0, -0.4, 1)])[0]) <= 1e-4
    with pytest.raises(ValueError, match="300 points and the plan was made for 300|299 points"):
        jaxfmm.potential(x[1:], q[1:], plan=plan)
    few = jaxfmm.plan(x, kernel=mirror(-0.1), tol=1e-3, method="fmm", charges=q)
    assert few.request.n == 600 and "mirror Laplace" in str(few)


def test_matrices_of_mirrors():
    x = jnp.asarray(np.random.default_rng(0).random((40, 2)), jnp.float32)
    a = jaxfmm.KernelMatrix(x, kernel=jaxfmm.Mirror(jaxfmm.Gaussian(0.3), axis=1, at=-0.1))
    dense = a @ jnp.eye(40, dtype=x.dtype)
    np.testing.assert_allclose(dense, dense.T, rtol=1e-5)
    np.testing.assert_allclose(a.diagonal(), jnp.diag(dense), rtol=1e-5)
    assert a.T is a
    with pytest.raises(ValueError, match="transposed only without targets"):
        _ = jaxfmm.KernelMatrix(x, x[:9], kernel=a.kernel).T
    with pytest.raises(ValueError, match="open space"):
        jaxfmm.KernelMatrix(x, kernel=a.kernel, diagonal=0.1).preconditioner(5)


@pytest.mark.parametrize(
    ("kernel", "match"),
    [
        (jaxfmm.Mirror(jaxfmm.Periodic(Laplace(), 1.0), axis=0), "open space"),
        (jaxfmm.Periodic(jaxfmm.Mirror(Laplace(), axis=0), 1.0), "open space"),
        (jaxfmm.Mirror(jaxfmm.Stokeslet(), axis=0), "no mirror images"),
        (jaxfmm.Mirror(Laplace(jnp.ones(3), profile="spline"), axis=0), "no mirror images"),
        (jaxfmm.Mirror(Laplace(), axis=3), "axis must be 0 to 2"),
        (jaxfmm.Mirror(Laplace(), axis=0, sign=2), "sign must be 1 or -1"),
        (jaxfmm.Mirror(Laplace(), axis=0, at=jnp.zeros(2)), "at must be a number"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mirrors_that_there_are_not(kernel, match):
    with pytest.raises(ValueError, match=match):
        jaxfmm.plan(jnp.eye(3), kernel=kernel)
