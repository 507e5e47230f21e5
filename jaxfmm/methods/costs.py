"""What methods are proposed by: the problem, and the costs of a request on the backend that will be
used, for the expansions that the kernel has."""

import dataclasses
import functools
import math
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.rates import Rates, platform_of, rates
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import TooManyImages, UnknownImages
from jaxfmm.methods.operation_counts import PairSum, relative_cost
from jaxfmm.passes.tree_sum import families
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.tree.points import corners, middle

Result = TypeVar("Result")

# Each further right-hand side of the passes of an FMM takes this share of the time of the first: of
# vectors, and of columns of charges. Vectors were measured on two cores, RotnePrager and Stokeslet,
# and on an H200, four kernels. Columns, 2 to 16, on two cores, 50,000 points, orders 4 to 12, and
# on an H100, a million points, order 8.
MORE_ROWS = {"cpu": {"float32": 0.7, "float64": 1.0}, "cuda": {"float32": 0.94, "float64": 0.94}}
MORE_COLUMNS = {"cpu": 0.65, "cuda": 0.94}
# From so many columns on, tensor cores take this share of the counted time of P2P. Measured on an
# H100 for 8 and 16 columns of a million points.
TENSOR_COLUMNS, TENSOR_SHARE = 5, 0.7
# Each of several right-hand sides, which kernels of vectors have, takes so many times as long in
# M2P as the one of 1/r: vectors need a derivative of the potential more. Measured on two cores and
# on an H200, Stokeslet, Rotlet and BiotSavart; in float64 on GPUs, and in the plane, Stokeslet.
EVALUATED_ROW = {
    "cpu": {"float32": 1.15, "float64": 1.15},
    "cuda": {"float32": 5.0, "float64": 7.5},
}
EVALUATED_IN_PLANE = {"cpu": 1.0, "cuda": 0.35}  # times as long as that
# Each further right-hand side of vectors adds this share of `Rates.call`. Measured on an H200, six
# kernels of 5000 and 50,000 points.
MORE_CALLS = {"cpu": 0.0, "cuda": 0.25}
# A call of a direct sum takes this share of `Rates.call`. Measured on an H200, 16 kernels of 5000
# points.
DIRECT_CALL = {"cpu": 1.0, "cuda": 0.5}
# Where few pairs are near, sums take so many times as long as counted: for the near ones, whose
# numbers come from all over memory, and for the others, among which they are searched. Measured on
# two cores, for segments, triangles and tetrahedra, tol 1e-2 to 1e-5: charges then take 0.6 to 1
# times as long as expected, dipoles 1.1 to 1.6 times. On an H100: a million triangles, a million
# tetrahedra, float32, tol 1e-3.
GATHERED = {"cpu": {"float32": 4.8, "float64": 3.3}, "cuda": {"float32": 3.4, "float64": 3.4}}
SEARCHED = {"cpu": 2.2, "cuda": 1.7}


def model_of(
    request: Request, kernel: Kernel, dtype: DTypeLike, family: str, *, local: bool = True
) -> Model:
    """The errors and costs of sums by trees with expansions of a family. local: whether there are
    local expansions."""
    rates = rates_of(request, kernel, dtype, family)
    gpu = "cuda" in backend_of(request, kernel, dtype)
    eps = float(jnp.finfo(dtype).eps)
    return Model(request.dim, request.tree, family, local, rates, eps, gpu)


def rates_of(
    request: Request, kernel: Kernel, dtype: DTypeLike, family: str | None = None
) -> Rates:
    """The `Rates` of the backend that will be used, for the potential and the gradient of this
    kernel. Expansions of families that are not timed cost about what 1/r does. family: None for the
    first that the kernel has."""
    first = family or next(iter(families(kernel.summed(), request.dim)), None)
    dim = request.dim if first and FAMILIES[first].timed else 3
    backend = backend_of(request, kernel, dtype)
    of_laplace = rates(backend, dim, dtype)
    if first and FAMILIES[first].passes_in_xla:
        in_xla = rates(f"{platform_of(backend)} xla", dim, dtype)
        of_laplace = dataclasses.replace(of_laplace, multipole=in_xla.multipole)
    sums, rows = _sums_over_pairs(request, kernel, dtype)
    name, table, columns = jnp.dtype(dtype).name, 2 if dim == 2 else 3, request.columns
    gpu, where = "cuda" in backend, measured_on(backend)
    pairs = sum(relative_cost(one, name, gpu=gpu, table=table) for one in sums)
    if kernel.traits.few_near:
        pairs *= SEARCHED[where]
    far = 1 + MORE_ROWS[where][name] * (rows - 1)
    far *= 1 + MORE_COLUMNS[where] * (columns - 1)
    scaled = of_laplace.times(pairs, far)
    evaluated = columns
    if rows > 1:
        in_plane = EVALUATED_IN_PLANE[where] if dim == 2 else 1.0
        evaluated *= in_plane * EVALUATED_ROW[where][name] * rows
    call = (1 + MORE_CALLS[where] * (rows - 1)) * of_laplace.call
    multipole = evaluated * of_laplace.multipole
    scaled = dataclasses.replace(scaled, multipole=multipole, call=call)
    if gpu and columns >= TENSOR_COLUMNS:
        pair = {size: TENSOR_SHARE * ns for size, ns in scaled.pair.items()}
        scaled = dataclasses.replace(scaled, pair=pair)
    return scaled


def _sums_over_pairs(request: Request, kernel: Any, dtype: DTypeLike) -> tuple[list[PairSum], int]:
    """The sums of scalar kernels over pairs that make up a kernel's potential and gradient, and how
    many right-hand sides its expansions have."""
    dim = request.dim
    if not kernel.traits.vector:
        summed, first = kernel.summed(), kernel.extra_derivatives
        orders = first, first + 1
        every = summed.entries() or [summed]
        return [PairSum(entry, dim, (0,), orders, request.columns) for entry in every], 1
    near = [type(part) for part in kernel.parts(True)]
    sums, rows = [], 0
    for part in kernel.parts(False):
        charges, points = (
            jax.ShapeDtypeStruct(shape, dtype) for shape in ((request.n, dim, 1), (request.n, dim))
        )
        weights = jax.eval_shape(part.weights, charges, points)
        count = next(iter(weights.values())).shape[1]
        if type(part) in near:
            targets = tuple(sorted({*part.orders(0), *part.orders(1)}))
            sums.append(PairSum(part.kernel, dim, tuple(sorted(weights)), targets, count))
        rows += 0 if part.kernel.traits.compact else count
    return sums, rows


def summed_choice(plan: Plan) -> Choice:
    """The choice of a plan by expansions, with the order at which potential and gradient are
    summed. Far sums of spheres and of Stokeslets with a core have dipoles, which take a higher one
    than plans have."""
    choice: Any = plan.choice
    kernel: Any = plan.kernel
    if not kernel.traits.vector:
        return choice
    near, dim = [type(part) for part in kernel.parts(True)], plan.request.dim
    charges, points = (jax.ShapeDtypeStruct(s, plan.unit.dtype) for s in ((1, dim, 1), (1, dim)))
    order = choice.order
    for part in kernel.parts(False):
        if type(part) not in near:
            weights = jax.eval_shape(part.weights, charges, points)
            derivatives = max(weights), max(*part.orders(0), *part.orders(1))
            order = max(order, choice.method.acting_order(plan, choice.method.family, derivatives))
    return dataclasses.replace(choice, order=order)


def own_stages(plan: Plan) -> dict[str, float]:
    """{stage: nanoseconds} that a sum takes by every method for the near pairs of which its kernel
    has few, and for the numbers of the points' own; empty where `Plan.near_pairs` is not known."""
    request, kernel, dtype = plan.request, plan.kernel.summed(), plan.unit.dtype
    if plan.near_pairs is None:
        return {}
    backend, dim = backend_of(request, kernel, dtype), request.dim
    of_laplace, gpu = rates(backend, dim, dtype), "cuda" in backend
    pair = relative_cost(PairSum(kernel, dim), dtype.name, gpu=gpu, near=True)
    numbers = (dim + kernel.own_numbers) * (request.n + request.m)
    pair *= GATHERED[measured_on(backend)][dtype.name]
    return {
        "near pairs": pair * of_laplace.direct * plan.near_pairs,
        "numbers of points": of_laplace.own * numbers,
    }


def direct_time(request: Request, kernel: Kernel, dtype: DTypeLike, *, call: bool = False) -> float:
    """The nanoseconds that a direct sum over all images is expected to take. call: whether to add
    its own call. Choices leave it out, since other methods have it too."""
    costs, images = rates_of(request, kernel, dtype), 1
    if kernel.has_images:
        arranged = kernel.images.arranged(request.dim, None, float(jnp.finfo(dtype).eps))
        try:
            images = kernel.images.count_shifts(request.dim, dtype, arranged)
            if arranged is not None:
                len(arranged.next)  # too many of these raise, too, as in `check_images`
        except TooManyImages:
            return math.inf
    own_call = DIRECT_CALL[measured_on(backend_of(request, kernel, dtype))] * costs.call
    return costs.direct * images * request.pairs + (own_call if call else 0.0)


def direct_time_of(plan: Plan) -> float | None:
    """The nanoseconds of a call of a direct sum over the points of a plan; None where they follow
    from parameters that are traced."""
    try:
        return direct_time(plan.request, plan.kernel, plan.unit.dtype, call=True)
    except UnknownImages:
        return None


def backend_of(request: Request, kernel: Kernel, dtype: DTypeLike) -> str:
    """The backend that will be used, of `rates.BACKENDS`."""
    return backends.expected(request.backend, kernel.summed(), request.dim, dtype)[2]


def measured_on(backend: str) -> str:
    """The entry of this backend in tables that have one for the CUDA kernels and one for others."""
    return "cuda" if "cuda" in backend else "cpu"


@dataclasses.dataclass(frozen=True, eq=False)
class Problem:
    """The kernel and the points of a plan. What methods ask about them is computed once. targets:
    None where they are the sources."""

    kernel: Kernel
    sources: Array
    targets: Array | None
    _known: dict[Any, Any] = dataclasses.field(default_factory=dict, init=False, repr=False)

    def once(self, key: Any, make: Callable[[], Result]) -> Result:
        """`make()`, computed once for each key."""
        known = self._known.get(key)
        if isinstance(known, Future):
            self._known[key] = known.result()
        elif key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def begin(self, key: Any, make: Callable[[], Any]) -> None:
        """Begins `make()` for a later `once`, in a thread of its own: for what NumPy computes while
        XLA compiles. Threads do not inherit JAX's settings."""
        if key not in self._known:
            pool = ThreadPoolExecutor(1)
            self._known[key] = pool.submit(make)
            pool.shutdown(wait=False)

    @property
    def arrays(self) -> tuple[Kernel, Array, Array | None]:
        """(kernel, sources, targets)."""
        return self.kernel, self.sources, self.targets

    @functools.cached_property
    def _measured(self) -> tuple[list[Array], Array]:
        return _measured(self.kernel, self.sources, self.targets)

    @property
    def points(self) -> list[Array]:
        """[sources] or [sources, targets], in the coordinates of the kernel."""
        return self._measured[0]

    @property
    def extent(self) -> list[float]:
        """The size of the box of `points`, which are not traced."""
        return np.asarray(self._measured[1]).tolist()


@run_once
def _measured(kernel: Kernel, sources: Array, targets: Array | None) -> tuple[list[Array], Array]:
    """The points in the coordinates of the kernel about their middle, and the size of their box."""
    different = [x for x in (sources, targets) if x is not None]
    points = [kernel.frame.coordinates(x, middle(sources, targets)) for x in different]
    low, high = corners(points[0], points[-1])
    return points, high - low
