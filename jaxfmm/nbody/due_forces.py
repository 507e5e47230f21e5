"""Forces on the few bodies that are due, from all.

Shapes are fixed while a program runs, so due bodies are collected into one of a few sizes, the
smallest that holds them."""

import dataclasses
from typing import Any

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.nbody import forces
from jaxfmm.nbody.due_sums import at_some, due_sum, size_index
from jaxfmm.nbody.forces import Gravity, Moving, OwnForce
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan

SMALLEST = 16  # Direct sums of fewer targets take as long.
SMALLEST_BY_PLANS = 256
BY_PLANS = 4  # ratio of sizes for plans, each of which takes a search
# Where bodies that are due cluster, lists are longer than where they were planned.
HEADROOM = 4.0


@pytrees.register
@dataclasses.dataclass(frozen=True)
class DueForces:
    """Evaluates a force at bodies that are due.

    masses: (n,).  massive: numbers of the bodies that attract, None for all.  full: the plan of a
    sum at all bodies, None for direct sums in one pass.  plans: of sums at `sizes` bodies, in the
    same order, None for direct sums in one pass.  sizes: increasing, all less than n.  jerk:
    whether it is needed.  backend: of direct sums."""

    force: Gravity | OwnForce
    masses: Array
    massive: Array | None
    full: Plan | None
    plans: tuple[Plan | None, ...]
    sizes: tuple[int, ...] = dataclasses.field(metadata={"static": True})
    jerk: bool = dataclasses.field(metadata={"static": True})
    backend: str | None = dataclasses.field(metadata={"static": True})

    @property
    def by_due_sum(self) -> bool:
        """Whether forces on due bodies are direct sums in one pass, by `due_sums`."""
        one_pass = isinstance(self.force, Gravity) and self.force.one_pass
        return one_pass and self.full is None and bool(self.sizes)

    def __call__(
        self, due: Array, positions: Array, velocities: Array
    ) -> tuple[Array, Array | None, Array]:
        """Acceleration and jerk (n, d) of due bodies, any values for others, and a status."""
        moving = positions, velocities
        if self.by_due_sum:
            return self._by_due_sum(due, moving)

        def everywhere(due: Array, moving: Moving) -> tuple[Array, Array | None, Array]:
            return self.at_all(moving)

        branches = [self._some(*pair) for pair in zip(self.sizes, self.plans)]
        return lax.switch(size_index(due, self.sizes), [*branches, everywhere], due, moving)

    def _by_due_sum(self, due: Array, moving: Moving) -> tuple[Array, Array | None, Array]:
        sources, masses = (None, self.masses) if self.massive is None else self.sources(moving)
        force: Any = self.force  # gravity
        how: dict[str, Any] = {"sizes": self.sizes, "backend": self.backend}
        pull, rate = due_sum(due, moving, sources, masses, force.kernel, **how)
        jerk = force.constant * rate if self.jerk else None
        return force.constant * pull, jerk, _status(None)

    def _some(self, count: int, plan: Plan | None) -> Any:
        """The branch for at most `count` due bodies."""

        def run(due: Array, moving: Moving) -> tuple[Array, Array | None, Array]:
            def at(rows: Array, targets: Moving) -> tuple[Array, Array | None, Array]:
                if isinstance(self.force, OwnForce):
                    return self._own_at(rows, targets, moving, plan)
                kernel = self.force.kernel.for_targets(rows)
                force = dataclasses.replace(self.force, kernel=kernel)
                return self._at(force, targets, moving, plan)

            return at_some(at, count, due, moving)

        return run

    def _own_at(
        self, rows: Array, targets: Moving, moving: Moving, plan: Plan | None
    ) -> tuple[Array, Array | None, Array]:
        force: Any = self.force
        plan = None if plan is None else plan.update(moving[0], targets[0])
        return *force.at(rows, moving, jerk=self.jerk, plan=plan), _status(plan)

    def at_all(self, moving: Moving) -> tuple[Array, Array | None, Array]:
        """Acceleration and jerk (n, d) of all bodies, and a status."""
        if self.massive is not None:
            gravity: Any = self.force  # which alone leaves bodies out
            return self._at(gravity, moving, moving, self.full)
        plan = None if self.full is None else self.full.update(moving[0])
        if isinstance(self.force, Gravity) and plan is None:
            acceleration, jerk = self.force.at(moving, moving, self.masses, self.backend)
        else:
            how: dict[str, Any] = {"jerk": self.jerk, "plan": plan}
            acceleration, jerk, _ = forces.field(self.force, *moving, self.masses, **how)
        return acceleration, jerk if self.jerk else None, _status(plan)

    def _at(
        self, force: Gravity, targets: Moving, moving: Moving, plan: Plan | None
    ) -> tuple[Array, Array | None, Array]:
        sources, masses = self.sources(moving)
        if plan is None:
            acceleration, jerk = force.at(targets, sources, masses, self.backend)
            return acceleration, jerk if self.jerk else None, _status(None)
        plan = plan.update(sources[0], targets[0])
        both = forces.at_targets(force, targets, sources, masses, jerk=self.jerk, plan=plan)
        return *both, _status(plan)

    def sources(self, moving: Moving) -> tuple[Moving, Array]:
        """The bodies that attract, and their masses."""
        if self.massive is None:
            return moving, self.masses
        x, v = (value[self.massive] for value in moving)
        return (x, v), self.masses[self.massive]

    def energy(self, moving: Moving) -> Array:
        """The potential energy."""
        (x, v), masses = self.sources(moving)
        if isinstance(self.force, Gravity) and self.full is None:
            return self.force.with_jerk(x, v, masses, self.backend).energy
        if isinstance(self.force, Gravity) and self.massive is not None and self.full is not None:
            plan = self.full.update(x, moving[0])
            return self.force.energy_at(x, masses, moving[0], self.masses, plan)
        plan = None if self.full is None else self.full.update(x)
        return forces.field(self.force, x, v, masses, jerk=False, plan=plan).energy


def _status(plan: Plan | None) -> Array:
    return jnp.int32(0) if plan is None else plan.status.astype(jnp.int32)


def sizes_for(n: int, smallest: int, ratio: int) -> tuple[int, ...]:
    """smallest, smallest * ratio, ... below n."""
    sizes = []
    while smallest < n:
        sizes.append(smallest)
        smallest *= ratio
    return tuple(sizes)


def by_direct_sums(
    force: Gravity,
    masses: Array,
    massive: Array | None,
    *,
    jerk: bool,
    due: bool,
    backend: str | None,
) -> DueForces:
    """Forces in one pass over all pairs. due: whether there are steps of some bodies alone."""
    sizes = sizes_for(len(masses), SMALLEST, 2) if due else ()
    plans = (None,) * len(sizes)
    return DueForces(force, masses, massive, None, plans, sizes, jerk, backend)


def by_own_force(force: OwnForce, masses: Array, *, jerk: bool, due: bool) -> DueForces:
    """A force of the user without plans."""
    sizes = sizes_for(len(masses), SMALLEST, 2) if due else ()
    return DueForces(force, masses, None, None, (None,) * len(sizes), sizes, jerk, None)


def by_plans(
    force: Gravity | OwnForce,
    kernel: Kernel,
    positions: Array,
    masses: Array,
    massive: Array | None,
    *,
    jerk: bool,
    due: bool,
    **options: Any,
) -> DueForces:
    """Forces by plans for some numbers of targets, each by the method that is fastest. kernel:
    of the plans. options: of `jaxfmm.plan`. Plans that sum directly in one pass are left out."""
    positions = lax.stop_gradient(positions)
    sources = positions if massive is None else positions[massive]
    full = make_plan(sources, None if massive is None else positions, kernel=kernel, **options)
    backend, one_pass = options.get("backend"), isinstance(force, Gravity) and force.one_pass
    if isinstance(force, Gravity) and full.is_direct and force.one_pass:
        return by_direct_sums(force, masses, massive, jerk=jerk, due=due, backend=backend)
    sizes = sizes_for(len(masses), SMALLEST_BY_PLANS, BY_PLANS) if due else ()
    roomy = options | {"headroom": max(HEADROOM, options.get("headroom", 0.0))}
    # one target in so many: the bodies in any order may be sorted by their place
    plans: list[Plan | None] = []
    for size in sizes:
        every = len(masses) // size
        rows = every * jnp.arange(size, dtype=jnp.int32)
        plan = make_plan(sources, positions[rows], kernel=kernel.for_targets(rows), **roomy)
        plans.append(None if plan.is_direct and one_pass else plan)
    return DueForces(force, masses, massive, full, tuple(plans), sizes, jerk, backend)
