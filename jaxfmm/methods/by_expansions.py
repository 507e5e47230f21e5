"""Methods by expansions: the FMM, the treecode and the transpose of the treecode."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.families import (
    FAMILIES,
    Family,
    Parameters,
    convergence,
    further_orders,
    promised_orders,
)
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.times import WORK, Surroundings
from jaxfmm.errors import Status, bits
from jaxfmm.ewald.parameters import LEAST_TOL
from jaxfmm.kernels.base import Kernel, similar
from jaxfmm.methods import near_length
from jaxfmm.methods.base import HOLDS, Candidate, MeasuredMethod, Unfit, suits
from jaxfmm.methods.by_trees import Checks, Lengths, TreeMethod, sum_lists
from jaxfmm.methods.costs import Problem, model_of, summed_choice
from jaxfmm.methods.describe import accuracy as accuracy_of, estimate, times, tree_work
from jaxfmm.passes import interpolated
from jaxfmm.passes.levels import Levels
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Scheme, expansions_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.build import OCCUPANCY, Tree
from jaxfmm.tree.points import Box
from jaxfmm.tree.traverse import Lists

# Points in a leaf where order and theta are given and no accuracy model applies.
LEAF_SIZE = 48
# The leaves of the side with fewer points are smaller by at most this many powers of two. Sums
# between 200,000 points and 2,000 in a cube took two cores 49 to 53 ms with leaves of 128 points on
# both sides, and 18 to 20 ms with leaves of 16 on the small side; leaves of 8 were not faster.
MOST_SMALLER = 3
# Errors of tables are the largest of all kernels, points and charges. The errors of a kernel that a
# user has written are first taken to be so many times smaller. Measured for ten such kernels with
# Taylor series, uniform and clustered points, they were mostly 2 to 2,000 times smaller, in the
# median 20 times; those of a Gaussian of a third of the box were up to 5 times larger.
BELOW_TABLES = 16.0
ANY_THETA = 1.0  # of choices whose theta is not read
# `print(plan)` gives the reason for near pairs above this many times their usual number.
MANY = 1.5


@dataclasses.dataclass(frozen=True)
class ExpansionMethod(TreeMethod, MeasuredMethod):
    """The base class of the FMM and the treecode.

    family: the name of the expansions in `families.FAMILIES`."""

    family: str
    local = True  # whether it has local expansions

    @property
    def kind(self) -> Family:
        return FAMILIES[self.family]

    def applies(self, kernel: Kernel) -> bool:
        # errors that no table has are measured, which needs a kernel without images and segments
        plain = not kernel.has_images and kernel.segments is None
        return not kernel.traits.compact and (kernel.traits.errors_known or plain)

    def fits(self, kernel: Kernel, dim: int) -> bool:
        return self.family in expansions_of(kernel, dim)

    def expansion(self, plan: Plan) -> Any:
        """The `Expansion` of the plan's kernel."""
        return expansions_of(plan.kernel.summed(), plan.request.dim)[self.family]

    # the choice

    def capacity_model(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Model:
        return self._model(choice.request, kernel, dtype)

    def _model(self, request: Request, kernel: Kernel, dtype: DTypeLike) -> Model:
        return model_of(request, kernel, dtype, self.family, local=self.local)

    def far_capacity(self, choice: Choice, far: float) -> float:
        return far

    def apart_of(self, choice: Choice) -> float:
        rate = convergence(choice.theta, choice.request.tree, self.family)
        return (1 + rate) / (2 * rate)

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        self._check(request, problem)
        kernel = problem.kernel
        model = self._model(request, kernel, problem.sources.dtype)
        # without a table this choice is a start: the search predicts errors and chooses anew
        usual, tol = False, request.tol
        if not kernel.traits.errors_known:
            tol *= self._below_tables(kernel) / 3
        if request.spare is not None and self.to_fit(request, kernel):
            usual, tol = True, tol / request.spare
        around = self.surroundings(request, problem)
        points = request.cloud if request.segments else max(request.n, request.m)
        best = model.choose(
            tol,
            request.derivatives,
            points,
            usual=usual,
            leaf_size=request.leaf_size if request.promised else None,
            around=around,
        )
        parameters = {"leaf_size": LEAF_SIZE} if best is None else dataclasses.asdict(best)
        for name in ("order", "theta", "leaf_size"):
            if (value := getattr(request, name)) is not None:
                parameters[name] = value
        if not parameters.keys() >= {"order", "theta"}:
            raise Unfit(
                f"method={self.name!r} cannot sum {kernel.name} to tol={request.tol:g}; use "
                "'direct' or 'auto'"
            )
        by_sum = usual and self.kind.by_sum and self.local  # where errors are measured
        smaller = around.smaller
        choice = Choice(request=request, method=self, by_sum=by_sum, smaller=smaller, **parameters)
        return choice, model.expected_time(Parameters(**parameters), points, request.m, around)

    def surroundings(self, request: Request, problem: Problem) -> Surroundings:
        """The facts about the points on which the expected times depend."""
        apart = near_length.relative_to_box(request, problem) if self.kind.of_one_kernel else 0.0
        images = problem.kernel.has_images
        if request.segments is not None:
            return Surroundings(apart, images=images)
        few, many = sorted((request.n, request.m))
        uneven = many / max(1, few)
        smaller = self.smaller_leaves(request, uneven)
        crowd = near_length.crowd(request, problem, apart)
        return Surroundings(apart, crowd, images, uneven=uneven, smaller=smaller)

    def smaller_leaves(self, request: Request, uneven: float) -> int:
        """`Choice.smaller`. Leaves on the side with fewer points are as wide as those on the other
        if they hold as many times fewer points as the side does."""
        alike = request.layout is not None or request.tree == "balanced" or not self.local
        if alike or request.leaf_size is not None:
            return 1
        return 2 ** min(int(math.log2(uneven)), MOST_SMALLER)

    def _check(self, request: Request, problem: Problem) -> None:
        """Raises `Unfit` if the options, or traced arrays, rule the method out."""
        kernel, most = problem.kernel, self.kind.most_order(request.dim)
        # points that a jitted function takes from outside are not tracers, but what is computed
        # from them is
        if self.measures(request, kernel) and errors.is_traced(kernel, problem.points):
            raise Unfit(
                f"method={self.name!r} cannot promise tol={request.tol:g} for {kernel.name} inside "
                "jit, where no error is measured; make the plan outside, or give order and theta"
            )
        if request.order is not None and request.order > most:
            raise Unfit(f"order must be at most {most} here, got {request.order}")

    def longer_lists(self, choice: Choice, kernel: Kernel) -> float:
        if not self.kind.of_one_kernel:
            return 1.0
        return near_length.longer_lists(choice, kernel.summed(), self.apart_of(choice))

    # measured errors

    def measures(self, request: Request, kernel: Kernel) -> bool:
        return request.promised and not kernel.traits.errors_known

    def candidates(self, request: Request, kernel: Kernel, dtype: DTypeLike) -> list[Candidate]:
        """A candidate for each opening parameter and order, with the leaf size that costs the
        least. The errors and times are those of the FMM, also for treecodes."""
        model = model_of(request, kernel, dtype, self.family)
        error = model.usual_error if kernel.traits.usual_errors else model.expected_error
        sizes = model.leaf_sizes if request.leaf_size is None else (request.leaf_size,)
        below = self._below_tables(kernel)

        def candidate(theta: float, order: int) -> Candidate:
            every = [Parameters(order, theta, size) for size in sizes]
            times = [model.expected_time(one, request.n, request.m) for one in every]
            rate = convergence(theta, request.tree, self.family)
            return Candidate(
                every[times.index(min(times))],
                min(times),
                error(order, theta, request.derivatives) / below,
                rate if self.kind.predicted else None,
            )

        # no backend has compiled passes above the highest order of the family
        most = min(model.errors.orders[-1], self.kind.most_order(request.dim))
        orders = range(1, most + 1)
        return [candidate(theta, order) for theta in model.errors.gradient for order in orders]

    def _below_tables(self, kernel: Kernel) -> float:
        """How many times smaller than in tables the errors of a kernel are expected to be that are
        not known: of this family's expansions, unless they are predicted from pairs of cells."""
        by_tables = not (self.kind.predicted or kernel.traits.usual_errors)
        return BELOW_TABLES if by_tables else 1.0

    def to_fit(self, request: Request, kernel: Kernel) -> "ExpansionMethod | None":
        # errors are measured at a sample of the points, without the own numbers of these points
        if kernel.own_numbers:
            return None
        possible = not kernel.has_images or kernel.images.has_waves and request.tol >= LEAST_TOL
        known = request.promised and kernel.traits.errors_known
        plain = not kernel.extra_derivatives or request.derivatives <= 1
        return self if known and possible and plain else None

    def measured_order(self, choice: Choice, kernel: Kernel) -> int:
        derivatives = choice.request.derivatives - kernel.extra_derivatives
        return max(0, choice.order - promised_orders(derivatives, self.family))

    def measurement_holds(self, plan: Plan, kernel: Kernel) -> Any:
        known = plan.kernel.traits.errors_known
        if plan.measured_for is None or known and self.kind.of_one_kernel:
            return HOLDS
        if known:
            return similar(plan.measured_for, kernel, plan.unit.dtype)
        return plan.measured_for.close_to(kernel, plan.unit.dtype)

    def suits(self, plan: Plan, kernel: Kernel) -> Array:
        if not plan.kernel.traits.errors_known:
            return suits(plan, kernel)
        if self.kind.of_one_kernel:
            return plan.kernel.serves(kernel, plan.request.tol, plan.unit.dtype)
        # the tables of other families hold for the worst length of a kernel
        return self.measurement_holds(plan, kernel)

    # trees and lists

    def of_lists(self, choice: Choice) -> Choice:
        choice = super().of_lists(choice)
        if not choice.request.promised:
            choice = choice.with_request(order=0, theta=None)
        # devices of a mesh make their lists with the parameters of the choice
        if choice.request.layout is not None:
            return choice
        return dataclasses.replace(choice, order=0, theta=ANY_THETA)

    def of_sums(self, choice: Choice, kernel: Kernel) -> Choice:
        choice = super().of_sums(choice, kernel)
        # theta gives the orders of other families
        own = not kernel.traits.vector and all(
            self.family in self._families(entry, choice.request.dim)
            for entry in kernel.entries() or [kernel]
        )
        return dataclasses.replace(choice, theta=ANY_THETA) if own else choice

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        rate = convergence(plan.opening, plan.request.tree, self.family)
        rate = 1.0 if plan.choice.by_sum else rate  # `seen` divides radii by theta
        if self.expansion(plan).by_nodes:
            low, high = plan.in_unit(jnp.stack([box.low, box.high]))
            return rate, interpolated.resolved(low, high)
        length: Any = kernel.far_length(plan.request.tol) if self.kind.of_one_kernel else 0.0
        return rate, length

    def seen(self, plan: Plan, tree: Tree) -> Tree:
        if not self.kind.rounded:
            return tree
        tree = interpolated.rounded(tree)
        if not plan.choice.by_sum:
            return tree
        return dataclasses.replace(tree, radius=tree.radius / plan.opening)

    # the sum

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        if kernel.traits.compact:  # as the derivative of a kernel in a parameter may be
            return super().compute(plan, kernel, summands, backend=backend, platform=platform)
        family = self.family_of(kernel, plan.choice)
        derivatives = max(summands.source_orders), max(summands.target_orders)
        order, at_root = self.acting_order(plan, family, derivatives), None
        if plan.images is not None:
            expansion = expansions_of(kernel, plan.request.dim)[family]
            acting: Any = plan.kernel if plan.lattice is None else plan.lattice
            at_root = acting.at_root(expansion, order, *plan.trees, plan.unit)
        scheme = Scheme(
            by=self.by,
            family=family,
            order=order,
            backend=backend,
            platform=platform,
            accurate=plan.request.accurate,
        )
        return sum_lists(plan, kernel, summands, scheme, at_root=at_root)

    def family_of(self, kernel: Kernel, choice: Choice) -> str:
        """The family of expansions for a kernel: the plan's if the kernel has it. A derivative of
        the plan's kernel in a parameter may lack it; then the family with the fewest
        coefficients."""
        dim = choice.request.dim
        families = self._families(kernel, dim)
        if self.family in families:
            return self.family

        def coefficients(family: str) -> float:
            order = self.order_of(family, choice)
            return math.inf if order is None else FAMILIES[family].coefficients(order, dim)

        return min(families, key=coefficients)

    def _families(self, kernel: Kernel, dim: int) -> list[str]:
        """The families by which this method can sum a kernel."""
        return list(expansions_of(kernel, dim))

    def order_of(self, family: str, choice: Choice) -> int | None:
        """The order at which a family keeps the tolerance of this choice, None if no order does."""
        if family == self.family:
            return choice.order
        request = choice.request
        model = Model(request.dim, request.tree, family, self.local)
        return model.order_for(request.tol, choice.theta, request.derivatives)

    def acting_order(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> int | Levels:
        """The order of expansions for a sum with these derivative orders at source and target."""
        order = self.order_of(family, plan.choice)
        if order is None:
            raise Unfit(f"no order of {family} expansions keeps tol={plan.request.tol:g}")
        further = self._further(plan, family, derivatives)
        # no backend has compiled passes above the highest order of the family
        return min(order + further, max(order, FAMILIES[family].most_order(plan.request.dim)))

    def _further(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> int:
        planned, anywhere = plan.request.derivatives, plan.kernel.extra_derivatives
        return further_orders(planned, *derivatives, family, anywhere)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        if slope.traits.compact:
            return True
        possible = bool(self._families(slope, choice.request.dim))
        return possible and self.order_of(self.family_of(slope, choice), choice) is not None

    # what `print(plan)` shows

    def how(self, plan: Plan, known: bool) -> list[str]:
        choice, request = plan.choice, plan.request
        usable = known and not int(plan.status)
        model, expected = self.capacity_model(choice, plan.kernel, plan.unit.dtype), None
        lines = times(plan, self.time(plan) if usable else None)
        lines += estimate(model) if lines else []
        kind = f"{self.family} expansions of order {choice.order}"
        few = "targets" if request.m < request.n else "sources"
        lines.append(
            f"  {request.tree} tree, {kind}, theta {choice.theta:g}, leaf size {choice.leaf_size}"
            + (f" (of {few} {min(choice.leaf_sizes)})" if choice.smaller > 1 else "")
        )
        if plan.kernel.traits.errors_known:
            expected = model.expected_error(choice.order, choice.theta, request.derivatives)
        lines += accuracy_of(plan, expected)
        lines += self._of_second_derivatives(plan)
        if known:
            lines += tree_work(plan)
        return lines + (self._why_many(plan, model) if usable else [])

    def _of_second_derivatives(self, plan: Plan) -> list[str]:
        """A line where second derivatives may have larger errors than others."""
        choice, request = plan.choice, plan.request
        further = self._further(plan, self.family, (0, 2))
        if not request.promised or choice.order + further <= self.kind.most_order(request.dim):
            return []
        return [
            f"  second derivatives too by order {choice.order}, the highest, with larger errors; "
            "derivatives=2 keeps tol for them"
        ]

    def _why_many(self, plan: Plan, model: Model) -> list[str]:
        """A line about a softening, a core or elements that make P2P lists long."""
        choice, request = plan.choice, plan.request
        if not self.kind.of_one_kernel:
            return []
        lengths = jax.tree.leaves(plan.kernel.summed().far_length(request.tol))
        length = max(float(jnp.max(x)) for x in lengths)
        near, _ = WORK[request.dim, request.tree]
        usual = near * model.reach(choice.theta) ** request.dim * OCCUPANCY * choice.leaf_size
        if length <= 0 or plan.pair_work() / request.m <= MANY * usual:
            return []
        what = "size of the elements" if plan.kernel.traits.few_near else "softening or core"
        return [
            f"  so many because of the {what}: expansions hold from a distance of {length:.3g} on"
        ]


@dataclasses.dataclass(frozen=True)
class FMM(ExpansionMethod):
    """The fast multipole method."""

    name = "fmm"
    by = "m2l"

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        choice, cost = super().propose(request, problem)
        expansion = expansions_of(problem.kernel.summed(), request.dim)[self.family]
        if request.tree != "balanced" or not expansion.at_particles:
            return choice, cost
        model = self.capacity_model(choice, problem.kernel, problem.sources.dtype)
        exchanges = model.exchange_pays(choice, request.n)
        return dataclasses.replace(choice, exchanges=exchanges), cost

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        plan = super().prepare(plan, box, sources, targets)
        targets_tree, sources_tree = plan.trees
        distances = self.distances(plan, targets_tree, sources_tree, plan.lists)
        return self.with_closest(plan, distances)

    def distances(self, plan: Plan, targets: Tree, sources: Tree, lists: Lists) -> Array | None:
        if self.kind.of_one_kernel or plan.request.symmetric or not plan.kernel.is_radial:
            return None
        return interpolated.distances(targets, sources, lists)

    def with_closest(self, plan: Plan, distances: Array | None) -> Plan:
        if distances is None:
            return plan
        plan = dataclasses.replace(plan, closest=interpolated.closest(distances))
        return dataclasses.replace(plan, status=plan.status | bits(_sharp(plan, plan.kernel)))

    def unsuited(self, plan: Plan, kernel: Kernel) -> Checks:
        return [*super().unsuited(plan, kernel), *_sharp(plan, kernel)]

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        model = self.capacity_model(plan.choice, plan.kernel, plan.unit.dtype)
        return model.stages(summed_choice(plan), plan.request.n, plan.request.m, pairs, far)


def _sharp(plan: Plan, kernel: Kernel) -> Checks:
    """The check whether the kernel decays too fast to be interpolated between the cells of the
    plan."""
    if plan.closest is None or not plan.request.promised:
        return []
    decay = lax.stop_gradient(kernel).summed().in_unit(plan.unit).decay()
    rate = jnp.asarray(decay, plan.unit.dtype)
    return [(rate * plan.closest > interpolated.MOST_DECAY, Status.SHARP)]


def crowded_by_softening(plan: Plan) -> bool:
    """Whether a concrete plan by the FMM has so many near pairs, because of a softening or a core,
    that expansions of another family are faster."""
    method = plan.choice.method
    if not isinstance(method, FMM) or not method.kind.of_one_kernel or errors.is_traced(plan):
        return False
    others = len(expansions_of(plan.kernel.summed(), plan.request.dim)) > 1
    return others and int(plan.near.count) > plan.choice.capacity.near


AT_POINTS = "harmonic", "radial"  # the families of expansions that have M2P and P2L


@dataclasses.dataclass(frozen=True)
class Treecode(ExpansionMethod):
    """The treecode, which evaluates multipoles at points (M2P)."""

    name = "treecode"
    by = "m2p"
    automatic = False
    local = False
    leaf_targets = True

    def _families(self, kernel: Kernel, dim: int) -> list[str]:
        return [family for family in super()._families(kernel, dim) if family in AT_POINTS]

    def far_capacity(self, choice: Choice, far: float) -> float:
        # the lists grow with the depth of the tree
        points = max(choice.request.n, choice.request.m)
        return far * max(1.0, 1.5 * math.log2(points / choice.leaf_size))

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        choice, request = summed_choice(plan), plan.request
        model = self.capacity_model(choice, plan.kernel, plan.unit.dtype)
        return model.stages_of_treecode(choice, request.n, request.m, pairs, far)

    def turned(self) -> TreeMethod:
        return TransposedTreecode(self.family)


@dataclasses.dataclass(frozen=True)
class TransposedTreecode(Treecode):
    """The transpose of a treecode, in which points act on local expansions (P2L). Only transposed
    plans have it."""

    name = "transposed treecode"
    by = "p2l"
    leaf_targets = False

    def turned(self) -> TreeMethod:
        return Treecode(self.family)
