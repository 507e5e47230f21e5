"""The settings of a kernel density estimation, by names that scikit-learn can read and change."""

import dataclasses
from typing import Any, Self

from jaxfmm import inputs
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.methods.table import methods_of

RULES = ("scott", "silverman", "isj", "cv")


@dataclasses.dataclass(eq=False)
class Settings:
    """What `jaxfmm.KernelDensity` documents."""

    bandwidth: Any = "scott"
    _: dataclasses.KW_ONLY
    kernel: str = "gaussian"
    tol: float = 1e-3
    adaptive: float | None = None
    bounds: Any = None
    periods: Any = None
    span: tuple[float, float] = (1.0, 1.0)
    method: str = "auto"
    nan: str = "raise"
    verbose: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for settings that make no sense. It changes none, as scikit-learn wants
        it."""
        inputs.choice("kernel", self.kernel, tuple(KERNELS))
        rule = self.bandwidth if isinstance(self.bandwidth, str) else None
        if rule is not None:
            inputs.choice("bandwidth", rule, RULES)
        if rule == "cv" and self.kernel != "gaussian":
            raise ValueError(
                f"bandwidth='cv' is for kernel='gaussian', got {self.kernel!r}; use a rule, or "
                "GridSearchCV of scikit-learn with several numbers"
            )
        inputs.number("tol", self.tol, 0, 1, "it is the error of log densities, such as 1e-3")
        if self.adaptive is not None:
            fix = "0.5 is usual, None for one bandwidth"
            inputs.number("adaptive", self.adaptive, 0, 1 + 1e-9, fix)
        if self.periods is not None and (self.kernel, self.adaptive) != ("gaussian", None):
            raise ValueError(
                "periods are for kernel='gaussian' without adaptive; leave them out, or one of "
                "these"
            )
        if self.periods is not None and rule == "cv":
            raise ValueError(
                "bandwidth='cv' is not known with periods; use 'isj', another rule or a number"
            )
        methods = methods_of(KERNELS[self.kernel].kernel(1.0))
        inputs.choice("method", self.method, ("auto", *methods))
        inputs.choice("nan", self.nan, ("raise", "drop"))
        inputs.choice("verbose", self.verbose, (False, True))
        Gaussian(1.0, self.span)  # which checks the span

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name. deep: not used, none of them is an estimator."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def set_params(self, **params: Any) -> Self:
        """Changes settings and returns the estimator; it has to be fitted again.

        Raises:
          ValueError: for unknown names, or for settings that make no sense; nothing is changed
            then.
        """
        if unknown := sorted(params.keys() - self.get_params().keys()):
            raise ValueError(
                f"unknown parameter {', '.join(unknown)}; valid ones are "
                f"{', '.join(self.get_params())}"
            )
        vars(self).update(vars(dataclasses.replace(self, **params)))
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type="density_estimator", target_tags=TargetTags(required=False))
