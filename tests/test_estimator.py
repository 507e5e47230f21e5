"""`KernelDensity` as an estimator of scikit-learn, with scikit-learn itself."""

import jax
import numpy as np
import pytest

import jaxfmm

pytestmark = pytest.mark.usefixtures("no_compiler")
POINTS = np.random.default_rng(0).normal(size=(90, 2)).astype(np.float32) * np.float32([1, 10])
WEIGHTS = np.random.default_rng(1).random(90).astype(np.float32)


def test_what_was_fitted():
    kde = jaxfmm.KernelDensity(0.5)
    with pytest.raises(ValueError, match="call fit"):
        kde.score_samples(POINTS)
    density = kde.fit(POINTS, sample_weight=WEIGHTS)
    assert kde.density_ is density
    np.testing.assert_array_equal(density.weights, WEIGHTS)
    np.testing.assert_array_equal(kde.score_samples(POINTS), density.log_density(POINTS))
    assert float(kde.score(POINTS, y=None)) == float(density.score(POINTS))
    part = kde.score(POINTS, sample_weight=WEIGHTS)
    assert float(part) == pytest.approx(
        float(WEIGHTS @ np.asarray(density.log_density(POINTS))), rel=1e-5
    )
    key = jax.random.key(0)
    np.testing.assert_array_equal(kde.sample(key, 3), density.sample(key, 3))
    with pytest.raises(ValueError, match="give one of them"):
        kde.fit(POINTS, WEIGHTS, sample_weight=WEIGHTS)
    jax.jit(lambda x: kde.fit(x).log_density(x))(POINTS)
    with pytest.raises(ValueError, match="inside jit"):  # no tracer, and nothing of before
        kde.score(POINTS)


def test_settings():
    h = np.float32([0.5, 5])
    kde = jaxfmm.KernelDensity(h, kernel="linear")
    assert kde.get_params()["bandwidth"] is h and kde.get_params(deep=False)["kernel"] == "linear"
    assert jaxfmm.KernelDensity(**kde.get_params()).get_params() == kde.get_params()
    assert kde.set_params(kernel="tophat", tol=1e-2) is kde and (kde.kernel, kde.tol) == (
        "tophat",
        1e-2,
    )
    with pytest.raises(ValueError, match="unknown parameter width; valid ones are bandwidth"):
        kde.set_params(width=3)
    with pytest.raises(ValueError, match="tol must lie between"):
        kde.set_params(kernel="cosine", tol=2.0)
    assert (kde.kernel, kde.tol) == ("tophat", 1e-2)
    kde.kernel = "box"
    with pytest.raises(ValueError, match="kernel must be one of"):
        kde.fit(POINTS)
    assert kde != jaxfmm.KernelDensity(h) and hash(kde) == hash(kde)


def test_clone_and_tags():
    base = pytest.importorskip("sklearn.base")
    utils = pytest.importorskip("sklearn.utils")
    kde = jaxfmm.KernelDensity(jax.numpy.float32(0.5), bounds=[(-9, None), None])
    kde.fit(POINTS)
    copied = base.clone(kde)
    assert copied is not kde and "density_" not in vars(copied) and copied.bounds == kde.bounds
    assert utils.get_tags(kde).estimator_type == "density_estimator"
    validation = pytest.importorskip("sklearn.utils.validation")
    validation.check_is_fitted(kde)


def test_pipeline():
    pipeline = pytest.importorskip("sklearn.pipeline")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    scaler, kde = preprocessing.StandardScaler(), jaxfmm.KernelDensity(0.5)
    made = pipeline.make_pipeline(scaler, kde).fit(POINTS, kerneldensity__sample_weight=WEIGHTS)
    scaled = preprocessing.StandardScaler().fit_transform(POINTS)
    right = jaxfmm.KernelDensity(0.5).fit(scaled, WEIGHTS).log_density(scaled)
    np.testing.assert_allclose(made.score_samples(POINTS), right, rtol=1e-6)
    assert float(made.score(POINTS)) == pytest.approx(float(right.sum()), rel=1e-6)
    made.set_params(kerneldensity__bandwidth=0.7)
    assert kde.bandwidth == 0.7


def test_searches():
    """The bandwidth that scikit-learn finds with its own estimator, and with this one."""
    search = pytest.importorskip("sklearn.model_selection")
    neighbors = pytest.importorskip("sklearn.neighbors")
    points, grid = POINTS / np.float32([1, 10]), {"bandwidth": [0.05, 0.4, 3.0]}
    ours = search.GridSearchCV(jaxfmm.KernelDensity(), grid, cv=3).fit(points)
    theirs = search.GridSearchCV(neighbors.KernelDensity(), grid, cv=3).fit(points)
    assert ours.best_params_ == theirs.best_params_ == {"bandwidth": 0.4}
    scores = theirs.cv_results_["mean_test_score"]
    np.testing.assert_allclose(ours.cv_results_["mean_test_score"], scores, rtol=1e-4)
    best = ours.best_estimator_.score_samples(points)
    np.testing.assert_allclose(best, theirs.best_estimator_.score_samples(points), rtol=1e-3)
    each = search.cross_val_score(jaxfmm.KernelDensity(0.4), points, cv=3)
    assert each.mean() == pytest.approx(scores[1], rel=1e-4)
    weighted = search.GridSearchCV(jaxfmm.KernelDensity(), grid, cv=3).fit(
        points, sample_weight=WEIGHTS
    )
    assert weighted.best_params_ == {"bandwidth": 0.4}
    np.testing.assert_array_equal(weighted.best_estimator_.density_.weights, WEIGHTS)


def test_the_estimator_for_scikit_learn():
    base = pytest.importorskip("sklearn.base")
    utils = pytest.importorskip("sklearn.utils")
    validation = pytest.importorskip("sklearn.utils.validation")
    estimator = jaxfmm.DensityEstimator(0.5, method="direct")
    with pytest.raises(ValueError, match="not fitted"):
        estimator.score(POINTS)
    assert not hasattr(estimator, "density_")
    labels = np.arange(90)  # are no weights
    assert estimator.fit(POINTS, labels) is estimator and estimator.n_features_in_ == 2
    density = jaxfmm.KernelDensity(0.5, method="direct").fit(POINTS)
    right = np.asarray(density.log_density(POINTS))
    found = estimator.score_samples(POINTS)
    assert isinstance(found, np.ndarray) and type(estimator.score(POINTS)) is float
    np.testing.assert_array_equal(found, right)
    assert estimator.score(POINTS, labels) == pytest.approx(right.sum(), rel=1e-5)
    np.testing.assert_array_equal(estimator.fit(POINTS, None, WEIGHTS).density_.weights, WEIGHTS)
    drawn = estimator.sample(5, random_state=3)
    np.testing.assert_array_equal(drawn, estimator.sample(5, 3))
    assert isinstance(drawn, np.ndarray) and drawn.shape == (5, 2)
    for state in (None, np.random.default_rng(0), np.random.RandomState(0)):
        assert estimator.sample(random_state=state).shape == (1, 2)
    copied = base.clone(estimator)
    assert copied.get_params() == estimator.get_params() and "fitted_" not in vars(copied)
    assert utils.get_tags(estimator).estimator_type == "density_estimator"
    validation.check_is_fitted(estimator)


def test_searches_with_the_estimator_for_scikit_learn():
    search = pytest.importorskip("sklearn.model_selection")
    pipeline = pytest.importorskip("sklearn.pipeline")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    made = pipeline.make_pipeline(
        preprocessing.StandardScaler(), jaxfmm.DensityEstimator(method="direct")
    )
    grid = {"densityestimator__bandwidth": [0.05, 0.4, 3.0]}
    found = search.GridSearchCV(made, grid, cv=3).fit(POINTS)
    assert found.best_params_ == {"densityestimator__bandwidth": 0.4}
    assert found.best_estimator_.score_samples(POINTS).shape == (90,)
