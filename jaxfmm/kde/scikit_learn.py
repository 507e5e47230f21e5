"""The estimator for scikit-learn, whose methods take and return what its own ones do."""

import dataclasses
from typing import Any, Self

import jax
import numpy as np
from jax.typing import ArrayLike

from jaxfmm.kde.estimator import KernelDensity
from jaxfmm.kde.settings import Settings


@dataclasses.dataclass(eq=False)
class DensityEstimator(Settings):
    """Kernel density estimation with the interface of scikit-learn.

    `fit` returns the estimator, and results are arrays of NumPy and floats. Its settings are those
    of `jaxfmm.KernelDensity`. It is for pipelines, `clone` and searches, not for `jit` and
    derivatives; the `Density` that it keeps as `density_` has these.

    Example:
      >>> import jaxfmm, numpy as np
      >>> x = np.random.default_rng(0).normal(size=(1000, 2)).astype(np.float32)
      >>> estimator = jaxfmm.DensityEstimator("silverman")
      >>> estimator.fit(x) is estimator
      True
      >>> estimator.score_samples(x[:3]).shape
      (3,)
    """

    def fit(self, X: ArrayLike, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Fits points (n, d) with weights (n,) and returns the estimator. y: not used.

        Raises ValueError as `jaxfmm.KernelDensity.fit`."""
        fitted = KernelDensity(**self.get_params())
        fitted.fit(X, sample_weight)
        self.fitted_, self.density_ = fitted, fitted.density_
        self.n_features_in_ = fitted.density_.dim
        return self

    def _last(self) -> KernelDensity:
        if "fitted_" not in vars(self):
            raise ValueError("this DensityEstimator is not fitted: call fit(X) before")
        return self.fitted_

    def score_samples(self, X: ArrayLike) -> np.ndarray:
        """The log densities (m,) at queries (m, d)."""
        return np.asarray(self._last().log_density(X))

    def score(self, X: ArrayLike, y: Any = None, sample_weight: ArrayLike | None = None) -> float:
        """The sum of the log densities at queries (m, d), each times its sample_weight (m,) if that
        is given. y: not used."""
        return float(self._last().score(X, sample_weight=sample_weight))

    def sample(self, n_samples: int = 1, random_state: Any = None) -> np.ndarray:
        """Draws (n_samples, d). random_state: a seed, a generator of NumPy, or None for draws that
        differ from call to call."""
        if random_state is None:
            random_state = np.random.default_rng()
        if isinstance(random_state, np.random.Generator):
            random_state = random_state.integers(2**31)
        elif isinstance(random_state, np.random.RandomState):
            random_state = random_state.randint(2**31 - 1)
        return np.asarray(self._last().sample(jax.random.key(int(random_state)), n_samples))
