"""Neighbour pairs, against all pairs."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads
from scipy.spatial import cKDTree

import jaxfmm
from jaxfmm.errors import Status

OBLIQUE = np.array([[1.0, 0.1, 0.0], [0.4, 1.1, 0.1], [-0.1, 0.3, 0.9]])
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def points(n, dim=3, seed=0):
    return jnp.asarray(np.random.default_rng(seed).random((n, dim)), jnp.result_type(float))


def all_pairs(x, cutoff, rows=None, both_ways=True, segments=None):
    """{(receiver, sender, shifts): displacement} by all pairs and images."""
    x = np.asarray(x, float)
    numbers = [()]
    if rows is not None:
        heights = 1 / np.linalg.norm(np.linalg.pinv(rows), axis=0)
        spread = np.ptp(x @ np.linalg.pinv(rows), axis=0)
        most = np.ceil(cutoff / heights + spread).astype(int)
        numbers = list(itertools.product(*(range(-m, m + 1) for m in most)))
    found = {}
    for number in numbers:
        shift = np.zeros(x.shape[1]) if rows is None else np.array(number) @ rows
        offsets = x[:, None] - x[None] + shift
        for i, j in np.argwhere(np.linalg.norm(offsets, axis=2) < cutoff).tolist():
            itself = i == j and not any(number)
            if itself or segments is not None and segments[i] != segments[j]:
                continue
            # the opposite of an image of the point itself stands for both
            if both_ways or j < i or (j == i and number < tuple(-s for s in number)):
                found[i, j, number] = offsets[i, j]
    return found


def listed(pairs, x, cell=None):
    """The same of `Pairs`."""
    mask = np.asarray(pairs.mask)
    shifts = np.zeros((len(mask), 0)) if pairs.shifts is None else np.asarray(pairs.shifts)
    rows = zip(
        np.asarray(pairs.receivers)[mask].tolist(),
        np.asarray(pairs.senders)[mask].tolist(),
        map(tuple, shifts[mask].astype(int).tolist()),
        np.asarray(pairs.displacements(x, cell))[mask],
    )
    found = {(i, j, shift): offset for i, j, shift, offset in rows}
    assert len(found) == mask.sum() == int(pairs.count)
    receivers = np.asarray(pairs.receivers)
    assert (np.diff(receivers) >= 0).all() and (receivers[~mask] == len(x)).all()
    return found


def check(pairs, x, cutoff, **how):
    expected, found = all_pairs(x, cutoff, **how), listed(pairs, x)
    assert found.keys() == expected.keys()
    for pair, offset in found.items():
        np.testing.assert_allclose(offset, expected[pair], atol=2e-6 * (1 + np.abs(x).max()))
    return len(found)


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize(("n", "dim", "cutoff"), [(10, 3, 0.5), (300, 3, 0.2), (200, 2, 0.1)])
def test_open_space(n, dim, cutoff, both_ways, dtype):
    x = 3 * points(n, dim) + 1
    pairs = jaxfmm.pairs(x, 3 * cutoff, both_ways=both_ways)
    assert check(pairs, x, 3 * cutoff, both_ways=both_ways)
    assert not int(pairs.status) and pairs.capacity >= n


CELLS = {
    "cube": (1.0, None, np.eye(3), 0.3),
    "half": (1.0, None, np.eye(3), 0.5),
    "longer than the cell": ([1.0, 1.2, 0.8], None, np.diag([1.0, 1.2, 0.8]), 1.3),
    "oblique": (OBLIQUE, None, OBLIQUE, 0.4),
    "slab": (OBLIQUE, (0, 2), OBLIQUE[[0, 2]], 0.45),
    "wire": (OBLIQUE[:1], (0,), OBLIQUE[:1], 0.5),
}


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize("cell", CELLS)
def test_cells(cell, both_ways):
    edges, axes, rows, cutoff = CELLS[cell]
    x = 1.7 * points(12 if cutoff > 1 else 40) - 0.3  # not all inside
    pairs = jaxfmm.pairs(x, cutoff, cell=edges, axes=axes, both_ways=both_ways)
    assert check(pairs, x, cutoff, rows=rows, both_ways=both_ways)


def test_one_point_and_its_images():
    x = points(1)
    assert check(jaxfmm.pairs(x, 1.2, cell=1.0), x, 1.2, rows=np.eye(3)) == 6
    assert check(jaxfmm.pairs(x, 1.2), x, 1.2) == 0


def test_segments():
    x, segments = points(90), jnp.asarray(np.arange(90) % 3)
    ids = segments.at[4].set(-1)  # padding
    pairs = jaxfmm.pairs(x, 0.3, segments=ids, num_segments=3)
    expected = {p for p in all_pairs(x, 0.3, segments=np.asarray(segments)) if 4 not in p[:2]}
    assert listed(pairs, x).keys() == expected
    other = jnp.sort(segments)
    pairs = jax.jit(lambda pairs: pairs.update(x, segments=other))(pairs)
    check(pairs, x, 0.3, segments=np.asarray(other))


def test_a_cell_for_each_segment():
    x, segments = points(60), jnp.repeat(jnp.arange(2), 30)
    cells = np.stack([OBLIQUE, 0.8 * np.eye(3)])
    pairs = jaxfmm.pairs(x, 0.35, cell=cells, segments=segments, num_segments=2)
    found = listed(pairs, x)
    for s, rows in enumerate(cells):
        expected = all_pairs(x[30 * s : 30 * s + 30], 0.35, rows=rows)
        own = {(i - 30 * s, j - 30 * s, n): v for (i, j, n), v in found.items() if i // 30 == s}
        assert own.keys() == expected.keys()
        for pair, offset in own.items():
            np.testing.assert_allclose(offset, expected[pair], atol=1e-5)


def test_update_inside_jit_does_not_compile_again():
    x, y = points(200), points(200, seed=1)
    pairs = jaxfmm.pairs(x, 0.2, cell=1.0, headroom=1.5)
    count = []

    @jax.jit
    def update(pairs, x):
        count.append(1)
        return pairs.update(x)

    for new in (x, y, 1 - x):
        check(update(pairs, new), new, 0.2, rows=np.eye(3))
    assert len(count) == 1
    check(pairs.update(y), y, 0.2, rows=np.eye(3))


def test_the_cell_changes():
    x = points(60)
    pairs = jaxfmm.pairs(x, 0.3, cell=1.0)
    check(pairs.update(x, cell=1.02), x, 0.3, rows=1.02 * np.eye(3))
    thinner = jax.jit(lambda pairs: pairs.update(x, cell=0.2))(pairs)
    assert int(thinner.status) & Status.CELL
    with pytest.raises(ValueError, match="the cell has changed: call pairs.update"):
        thinner.check()
    with pytest.raises(ValueError, match="the cell has changed: call pairs.update"):
        pairs.displacements(x, 1.02)
    assert jnp.isnan(jax.jit(lambda pairs: pairs.distances(x, 1.02))(pairs)).all()
    assert jnp.isfinite(pairs.displacements(x, 1.001)).all()


@pytest.mark.parametrize("cell", [None, 1.0])
def test_no_points(cell):
    x = jnp.zeros((0, 3))
    pairs = jaxfmm.pairs(x, 0.3, cell=cell).update(x)
    assert not int(pairs.count) and not pairs.mask.any()
    assert pairs.sum(pairs.distances(x)).shape == (0,)


def test_few_points_far_from_the_others():
    """The extent of all points does not make pairs of points beyond the cut-off."""
    x = jnp.concatenate([points(200), 1e4 * points(10, seed=1)])
    check(jaxfmm.pairs(x, 0.2), x, 0.2)


def test_too_many_pairs():
    """Every point gets NaN, whichever of its pairs are in the list."""
    x = points(300)
    pairs = jaxfmm.pairs(x, 0.05)
    crowded = jax.jit(lambda pairs, x: pairs.update(x))(pairs, 0.02 * x)
    assert int(crowded.status) & (Status.PAIRS | Status.NEAR)
    ones = jnp.where(crowded.mask, 1.0, 0.0)
    inside = jax.jit(lambda pairs, x: pairs.distances(x))(crowded, 0.02 * x)
    assert jnp.isnan(crowded.sum(ones)).all() and jnp.isnan(inside).all()
    assert jnp.isnan(jax.ops.segment_sum(inside, crowded.receivers, 300)).all()
    with pytest.raises(ValueError, match=r"call jaxfmm.pairs\(points, cutoff\) outside of jit"):
        crowded.check()
    for call in pairs.update, crowded.displacements:
        with pytest.raises(ValueError, match="longer list|the list has"):
            call(0.02 * x)


def test_more_pairs_than_the_list_has_space_for():
    x = points(300)
    pairs = jaxfmm.pairs(x, 0.2, headroom=1.0)
    with pytest.raises(ValueError, match=r"there are \d+ pairs .* capacity of \d+"):
        pairs.update(0.8 * x)


def test_points_that_are_not_finite():
    x = points(50)
    pairs = jaxfmm.pairs(x, 0.2)
    lost = jax.jit(lambda pairs: pairs.update(x.at[3, 0].set(jnp.nan)))(pairs)
    assert int(lost.status) & Status.NOT_FINITE
    assert jnp.isnan(lost.sum(jnp.ones(lost.capacity))).all()
    with pytest.raises(ValueError, match="NaN or infinite"):
        lost.check()


def test_skin():
    x = points(200)
    pairs = jaxfmm.pairs(x, 0.2, skin=0.06)
    offset = jnp.asarray(np.random.default_rng(3).normal(size=x.shape), x.dtype)
    moved = x + 0.029 * offset / jnp.linalg.norm(offset, axis=1, keepdims=True)
    assert bool(pairs.holds(moved)) and not bool(pairs.holds(moved + 0.01))
    near = {p for p, offset in listed(pairs, moved).items() if np.linalg.norm(offset) < 0.2}
    assert near == all_pairs(moved, 0.2).keys()


def test_points_that_have_moved():
    x = points(50)
    pairs = jaxfmm.pairs(x, 0.3, cell=1.0)
    pairs.displacements(x + 1e-3)
    with pytest.raises(ValueError, match=r"call pairs.update\(points\)"):
        pairs.displacements(x + 0.1)
    with pytest.raises(ValueError, match="do not wrap points"):
        pairs.displacements(x.at[0, 0].add(1.0))
    assert jnp.isnan(jax.jit(lambda p: p.distances(x + 0.1))(pairs)).all()


def density(x, h, cell=None):
    """SPH density by all pairs: in a cell by the nearest images."""
    offsets = x[:, None] - x[None]
    offsets = offsets if cell is None else jaxfmm.minimum_image(offsets, cell)
    square = jnp.sum(jnp.square(offsets), axis=2)
    r = jnp.where(square > 0, jnp.sqrt(jnp.where(square > 0, square, 1)), 0)
    return jnp.sum(jnp.where(r < h, 1 - r / h, 0) ** 3, axis=1)


@FLOAT64
@pytest.mark.parametrize("edge", [None, 1.0])
def test_derivatives_of_a_density(dtype, edge):
    x, h = points(60), 0.3
    pairs = jaxfmm.pairs(x, h, cell=edge)

    @jax.jit
    def by_pairs(x, cell):
        new = pairs.update(x) if edge is None else pairs.update(x, cell=cell)
        return 1 + new.sum((1 - new.distances(x) / h) ** 3)

    def loss(density):
        return lambda *given: jnp.sum(jnp.square(density(*given)))

    def of_all(x, cell):
        return density(x, h, None if edge is None else cell)

    given = x, jnp.asarray(1.0 if edge is None else edge)
    np.testing.assert_allclose(by_pairs(*given), of_all(*given), rtol=1e-12)
    found, expected = (jax.grad(loss(f), (0, 1))(*given) for f in (by_pairs, of_all))
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-9), found, expected)
    along = jax.random.normal(jax.random.key(0), x.shape)
    turned = [
        jax.jvp(jax.grad(loss(lambda x, f=f: f(x, given[1]))), (x,), (along,))[1]
        for f in (by_pairs, of_all)
    ]
    np.testing.assert_allclose(*turned, rtol=1e-9)


@FLOAT64
def test_gradients_without_an_update_and_outside_of_jit(dtype):
    x = points(30)
    pairs = jaxfmm.pairs(x, 0.4, cell=1.0)

    def energy(x, cell):
        r = pairs.distances(x, cell)
        return jnp.sum(jnp.where(pairs.mask, (1 - r / 0.4) ** 4, 0))

    check_grads(energy, (x, jnp.asarray(1.0)), order=2, eps=1e-5)
    grad = jax.grad(lambda x: jnp.sum(jaxfmm.pairs(x, 0.4).distances(x)))(x)
    assert jnp.isfinite(grad).all()


def test_coincident_points_have_finite_derivatives():
    x = points(20).at[1].set(points(20)[0])
    pairs = jaxfmm.pairs(x, 0.3)
    grad = jax.grad(lambda x: jnp.sum(pairs.distances(x)))(x)
    assert jnp.isfinite(grad).all() and float(pairs.distances(x).min()) == 0


def test_batches():
    clouds = jnp.stack([points(40), points(40, seed=1)])
    pairs = jaxfmm.pairs(clouds[0], 0.3, headroom=2.0)
    every = jax.vmap(pairs.update)(clouds)
    for i, x in enumerate(clouds):
        check(jax.tree.map(lambda leaf, i=i: leaf[i], every), x, 0.3)


@pytest.mark.parametrize("n", [5000, 25000])
def test_sizes_of_simulations(n):
    x, cutoff = points(n), (30 / n / 4.19) ** (1 / 3)
    pairs = jaxfmm.pairs(x, cutoff, cell=1.0)
    tree = cKDTree(np.asarray(x, float), boxsize=1.0)
    expected = tree.query_ball_point(tree.data, cutoff, return_length=True) - 1
    found = np.asarray(pairs.sum(pairs.mask.astype(jnp.int32)))
    assert np.abs(found - expected).sum() <= n // 500  # by rounding
    assert pairs.capacity < 1.4 * int(pairs.count)


def test_bad_arguments():
    x = points(20)
    pairs = jaxfmm.pairs(x, 0.3, both_ways=False)
    for call, message in [
        (lambda: jaxfmm.pairs(x, -1.0), "cutoff must lie between 0"),
        (lambda: jaxfmm.pairs(x, 0.3, skin=-0.1), "skin must lie between 0"),
        (lambda: jaxfmm.pairs(x, 0.3, both_ways=2), "both_ways must be one of"),
        (lambda: jaxfmm.pairs(x, 0.3, axes=(0,)), "axes needs cell"),
        (lambda: jaxfmm.pairs(x, 0.3, cell=[1.0, 2.0]), "cell must be a number, lengths"),
        (lambda: jaxfmm.pairs(x, 0.3, segments=jnp.zeros(20, int)), "num_segments must be given"),
        (lambda: jaxfmm.pairs(x, 1e4, cell=1.0), "images of the cell would count"),
        (lambda: jaxfmm.pairs(jnp.zeros((3, 5)), 1.0), "points must be points in 1 or 2 or 3"),
        (lambda: jaxfmm.pairs(x.at[0].set(jnp.nan), 0.3), "NaN or infinite"),
        (lambda: jax.jit(lambda x: jaxfmm.pairs(x, 0.3))(x), "call jaxfmm.pairs outside of jit"),
        (lambda: pairs.update(x[1:]), r"points must be float32 of shape \(20, 3\)"),
        (lambda: pairs.update(x, cell=1.0), "cell must be None for pairs in open space"),
        (lambda: pairs.update(x, segments=[0] * 20), "segments must be None"),
        (lambda: jaxfmm.pairs(x, 0.3, cell=1.0).update(x, cell=-1.0), "cell must be positive"),
        (lambda: pairs.sum(jnp.ones(pairs.capacity)), "sum needs pairs both ways"),
        (lambda: jaxfmm.pairs(x, 0.3).sum(jnp.ones(3)), "values must have shape"),
        (lambda: jax.jit(lambda p: p.check())(pairs), "pairs.check.. needs a known status"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    assert "pairs of 20 points, each once, capacity" in str(pairs)
