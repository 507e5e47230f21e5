"""`show`: what the picture of a plan says of a leaf, and what it refuses."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import test_images

import jaxfmm
from jaxfmm import draw

pytestmark = pytest.mark.usefixtures("no_compiler")


def points(n, dim, key=0):
    return jax.random.normal(jax.random.key(key), (n, dim))


PLANS = {
    "fmm in 2D": lambda: jaxfmm.plan(
        points(400, 2), method="fmm", order=4, theta=0.7, leaf_size=16
    ),
    "fmm in 3D": lambda: jaxfmm.plan(
        points(400, 3), method="fmm", order=3, theta=0.8, leaf_size=16
    ),
    "balanced": lambda: jaxfmm.plan(
        points(600, 2), method="fmm", tree="balanced", order=4, theta=0.6, leaf_size=8
    ),
    "separate": lambda: jaxfmm.plan(
        points(300, 2), 1 + points(200, 2, 1), method="fmm", order=4, theta=0.7, leaf_size=16
    ),
    "treecode": lambda: jaxfmm.plan(
        points(400, 2), method="treecode", order=4, theta=0.7, leaf_size=16
    ),
}


@functools.cache
def made(name):
    return PLANS[name]()


SLOW = pytest.mark.slow
NAMES = [
    "fmm in 2D",
    "balanced",
    *(pytest.param(name, marks=SLOW) for name in ("fmm in 3D", "separate", "treecode")),
]


@pytest.mark.parametrize("name", NAMES)
def test_the_lists_of_a_leaf_hold_each_source_once(name):
    plan = made(name)
    target, source = plan.trees
    start, count = np.asarray(source.start), np.asarray(source.count)
    for leaf in (0, int(target.n_leaves) // 2, int(target.n_leaves) - 1):
        nodes = np.concatenate([cells.nodes for cells in draw.cells_of(plan, leaf)])
        rows = np.concatenate([np.arange(start[node], start[node] + count[node]) for node in nodes])
        np.testing.assert_array_equal(np.sort(rows), np.arange(plan.request.n))


def test_images_are_drawn_where_they_act():
    x = points(300, 2)
    row = test_images.Row(jaxfmm.Laplace(), 10.0, 3)
    plan = jaxfmm.plan(x, kernel=row, method="fmm", order=4, theta=0.7, leaf_size=16)
    tree, unit = plan.sources_tree, float(plan.unit)
    found = draw.cells_of(plan, 0)
    shifts = np.concatenate([cells.shifts for cells in found]) * unit
    nodes = np.concatenate([cells.nodes for cells in found])
    for image in np.asarray(row.images.shifts(2, x.dtype, None)):  # each of them holds every source
        same = np.abs(shifts - image).max(1) < 1e-4
        assert np.asarray(tree.count)[nodes[same]].sum() == 300
    figure = pytest.importorskip("matplotlib.figure").Figure()
    axes = figure.add_subplot()
    draw.in_plane(axes, plan, 0, (None, None))
    assert axes.get_xlim()[0] < x[:, 0].min() - 9 and axes.get_xlim()[1] > x[:, 0].max() + 9


@pytest.mark.parametrize(
    "name", ["fmm in 2D", *(pytest.param(name, marks=SLOW) for name in ("fmm in 3D", "treecode"))]
)
def test_show_draws_the_lists_and_the_stages(name):
    figure = pytest.importorskip("matplotlib.figure").Figure(layout="constrained")
    pytest.importorskip("matplotlib.pyplot").switch_backend("Agg")
    plan = made(name)
    assert jaxfmm.show(plan, figure=figure) is figure
    stages = plan.choice.method.stages(plan)
    assert len(figure.axes) == 1 + bool(stages)
    assert any(
        "near: pair by pair (P2P)" in text.get_text() for text in figure.legends[0].get_texts()
    )


def test_stages_add_up_to_the_time():
    plan = made("fmm in 2D")
    stages = plan.choice.method.stages(plan)
    assert set(stages) == {"P2P", "M2L", "P2M, M2M, L2L, L2P", "call"}
    assert sum(stages.values()) == plan.choice.method.time(plan)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (lambda: (3.0, {}), "plan must be made by jaxfmm.plan"),
        (lambda: (jaxfmm.plan(points(10, 2)), {}), "'direct' has no tree to draw.*method='fmm'"),
        (lambda: (made("fmm in 2D"), {"leaf": 1000}), "leaf must lie in 0"),
        (lambda: (made("fmm in 2D"), {"sources": jnp.zeros((3, 2))}), "sources have 3 points"),
        (
            lambda: (jax.tree.map(lambda a: a[None], made("fmm in 2D")), {}),
            "a traced plan or a batch",
        ),
    ],
)
def test_show_says_what_is_wrong(arguments, message):
    plan, options = arguments()
    with pytest.raises(ValueError, match=message):
        jaxfmm.show(plan, **options)
