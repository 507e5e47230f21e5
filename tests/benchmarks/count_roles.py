"""What it would save if every pair of nodes took its cheapest role: P2P, M2P, P2L or M2L.

    python -m tests.benchmarks.count_roles                    # heavy tails, few targets, few sources
    python -m tests.benchmarks.count_roles --n 2e4 --tol 1e-6

The traversal of an FMM puts a pair of nodes into the far list (M2L) where the rule allows, and a
pair of leaves that is not far into the near list (P2P). By cost (Cheng, Greengard & Rokhlin 1999),
a pair may take another role that its spheres allow: M2P costs as many evaluations of a multipole as
the target has points, P2L as the source has, P2P as many pairs as the product, with points in
whole vectors of LANES. Counted at the rates
of cost_model/rates.json, leaf sizes chosen for each column:

    now     the sum of potential and gradient as the lists are now, microseconds
    leaves  saved if far pairs of two leaves took P2P where that is cheaper than M2L
    pairs   saved if the pairs of the lists as they are took their cheapest roles
    best    saved if pairs that the traversal splits could take a role too: the least cost of all
            that a traversal of these trees can do
    sizes   saved, as the lists are now, if the side with fewer points had smaller leaves
    roles   shares of the cost without other passes that P2P, M2L, M2P and P2L have at best

"H200, M2P" is an H200 whose M2P takes a thirtieth of the time in the table."""

import argparse

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm import nbody
from jaxfmm.cost_model.families import convergence
from jaxfmm.cost_model.rates import TABLE, load

LEAF_SIZES = (16, 32, 64, 128)
SMALLER = (1, 2, 4, 8)  # The side with fewer points may have leaves as many times smaller.
LANES = 16  # The targets of P2P and M2P, and the sources of P2L, fill whole vectors or warps.
ROLES = ("P2P", "M2L", "M2P", "P2L")
P2P, M2L, M2P, P2L = range(4)


def clouds(n, seed=0):
    """{name: (sources, targets or None)}."""
    keys = jax.random.split(jax.random.key(seed), 6)
    plummer = nbody.plummer(keys[0], n).positions
    directions = jax.random.normal(keys[1], (n, 3))
    directions = directions / jnp.linalg.norm(directions, axis=1, keepdims=True)
    lognormal = directions * jnp.exp(2 * jax.random.normal(keys[2], (n, 1)))
    cube = jax.random.uniform(keys[3], (n, 3))
    few = jax.random.uniform(keys[4], (n // 100, 3))
    away = 0.02 * jax.random.normal(keys[5], (n // 100, 3)) + jnp.asarray([1.5, 0.5, 0.5])
    return {
        "cube": (cube, None),
        "plummer uncut": (plummer, None),
        "log-normal": (lognormal, None),
        "1% targets within": (cube, few),
        "1% sources within": (few, cube),
        "1% targets outside": (cube, away),
        "1% sources outside": (away, cube),
    }


class Tree:
    """The arrays of a tree by NumPy."""

    def __init__(self, tree):
        used = int(tree.n_nodes)
        names = "count child center radius".split()
        self.count, self.child, self.center, self.radius = (
            np.asarray(getattr(tree, name))[:used] for name in names
        )
        self.is_leaf = self.child < 0


def walk(target, source, rate):
    """The pairs that a traversal visits, level by level: dicts of arrays with nodes a, b, whether
    they are far, both leaves or split, and the number of the parent in the level before."""
    levels, a, b, parent = [], np.zeros(1, int), np.zeros(1, int), np.zeros(1, int)
    while len(a):
        d = np.linalg.norm(target.center[a] - source.center[b], axis=1)
        ra, rb = target.radius[a], source.radius[b]
        far = np.maximum(ra, rb) + rate * np.minimum(ra, rb) <= rate * d
        near = ~far & target.is_leaf[a] & source.is_leaf[b]
        levels.append(
            {
                "a": a,
                "b": b,
                "far": far,
                "near": near,
                "parent": parent,
                "m2p": rb + rate * ra <= rate * d,
                "p2l": ra + rate * rb <= rate * d,
            }
        )
        rest = np.flatnonzero(~far & ~near)
        a, b = a[rest], b[rest]
        split_a = ~target.is_leaf[a] & (source.is_leaf[b] | (target.radius[a] >= source.radius[b]))
        first = [np.where(split_a, target.child[a] + i, a) for i in (0, 1)]
        second = [np.where(split_a, b, source.child[b] + i) for i in (0, 1)]
        a, b, parent = np.concatenate(first), np.concatenate(second), np.concatenate([rest, rest])
    return levels


def costs(levels, target, source, pair, translation, multipole):
    """(now, by leaves, by pairs, at best, cost of each role at best)."""
    now = by_leaves = by_pairs = 0.0
    below, roles_below = np.zeros(0), np.zeros((0, 4))
    children = np.zeros(0, int)
    for level in reversed(levels):
        m, n = target.count[level["a"]], source.count[level["b"]]
        m_filled, n_filled = (-(-count // LANES) * LANES for count in (m, n))
        each = np.full((len(m), 4), np.inf)
        each[:, P2P] = pair * m_filled * n
        each[level["far"], M2L] = translation
        each[level["m2p"], M2P] = multipole * m_filled[level["m2p"]]
        each[level["p2l"], P2L] = multipole * n_filled[level["p2l"]]
        end = level["far"] | level["near"]
        now += translation * level["far"].sum() + each[level["near"], P2P].sum()
        leaves = level["far"] & target.is_leaf[level["a"]] & source.is_leaf[level["b"]]
        by_leaves -= np.maximum(translation - each[leaves, P2P], 0).sum()
        by_pairs += each[end].min(axis=1).sum()
        # at best: a role here, or what the pairs below cost
        role, least = each.argmin(axis=1), each.min(axis=1)
        roles = np.zeros((len(m), 4))
        roles[np.arange(len(m)), role] = least
        split, split_roles = np.zeros(len(m)), np.zeros((len(m), 4))
        np.add.at(split, children, below)
        np.add.at(split_roles, children, roles_below)
        better = ~end & (split < least)
        least[better], roles[better] = split[better], split_roles[better]
        below, roles_below, children = least, roles, level["parent"]
    return now, now + by_leaves, by_pairs, below[0], roles_below[0]


def devices():
    tables = load(TABLE)
    cpu = tables["cpu"]["rates"]["cpu"]["3D float32"]
    gpu = tables["NVIDIA H200"]["rates"]["cuda"]["3D float32"]
    return {"CPU": (cpu, 1.0), "H200": (gpu, 1.0), "H200, M2P": (gpu, 1 / 30)}


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, default=5e4)
    parser.add_argument("--tol", default="1e-3,1e-6")
    parser.add_argument("--theta", type=float, default=0.7)
    parser.add_argument("--points", nargs="+", default=list(clouds(100)))
    given = parser.parse_args(argv)
    orders = {"1e-3": 4, "1e-4": 6, "1e-6": 10}
    columns = "".join(f"{name:>8s}" for name in ("leaves", "pairs", "best", "sizes"))
    print(f"{'points':20s}{'tol':6s}{'device':11s}{'now':>10s}{columns}  roles")
    for name, (sources, targets) in clouds(int(given.n)).items():
        if name not in given.points:
            continue
        walks, rate = {}, convergence(given.theta, "adaptive", "harmonic")
        for leaf_size in LEAF_SIZES:
            for smaller in SMALLER if targets is not None else (1,):
                sizes = [leaf_size, leaf_size]
                few = 0 if targets is not None and len(targets) < len(sources) else 1
                sizes[few] //= smaller
                trees = [
                    Tree(
                        jaxfmm.plan(
                            sources, targets, method="fmm", order=4, theta=0.7, leaf_size=size
                        ).trees[side]
                    )
                    for side, size in enumerate(sizes)
                ]
                walks[leaf_size, smaller] = *trees, walk(*trees, rate)
        for tol in given.tol.split(","):
            order, size = orders[tol], (orders[tol] + 1) ** 2
            for device, (rates, faster) in devices().items():
                least, sized = np.full(4, np.inf), np.inf
                for (leaf_size, smaller), (target, source, levels) in walks.items():
                    translation = float(rates.translation_at(order))
                    pair, multipole = float(rates.pair_at(leaf_size)), rates.multipole * size
                    *found, roles = costs(
                        levels, target, source, pair, translation, multipole * faster
                    )
                    leaves = (target.is_leaf.sum() + source.is_leaf.sum()) / 2
                    points = (target.count[0] + source.count[0]) / 2
                    passes = float(rates.particle_at(order)) * points
                    passes += float(rates.cell_at(order)) * leaves
                    sized = min(sized, found[0] + passes)
                    if smaller > 1:
                        continue
                    if found[-1] + passes < least[-1]:
                        shares = roles / roles.sum()
                    least = np.minimum(least, np.array(found) + passes)
                saved = [f"{100 * (1 - x / least[0]):7.1f}%" for x in [*least[1:], sized]]
                of_roles = ", ".join(f"{r} {s:.0%}" for r, s in zip(ROLES, shares) if s > 0.005)
                print(
                    f"{name:20s}{tol:6s}{device:11s}{least[0] / 1e3:10.1f}{''.join(saved)}"
                    f"  {of_roles}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
