// M2M and L2L on CUDA, one launch for all levels. Teams take cells in an order in which the cells
// that others need come first, and wait until these are done. M2M goes from the last cells to the
// root, and writes the multipoles of inner cells in place. L2L goes from the root on: `own` holds
// the local expansions by M2L, `rows` gets those of M2L and L2L together. Block y is the right-hand
// side, so that all of them go from level to level at the same time. work: zeros at the start, 1 +
// a.nodes numbers for each right-hand side; the first counts the teams that have begun, the number
// 1 + cell is the flag that a cell is done.
#pragma once
#include "flags.cuh"
#include "pairs.cuh"

namespace {

// The counter and the flags of a right-hand side.
template <class Arguments>
__device__ __forceinline__ int* work_of(const Arguments& a, int r) {
  return a.work + r * (1 + (long long)a.nodes);
}

// L2L of the root, which has no parent: it keeps its own expansion. By the first team.
template <class S, class Arguments>
__device__ void copy_root(const Arguments& a, int r) {
  using G = Shape<S>;
  const int thread = threadIdx.x % G::TEAM;
  for (int i = thread; i < G::ROW; i += G::TEAM) a.rows[r * G::ROW + i] = a.own[r * G::ROW + i];
  __threadfence();
  JAXFMM_SYNC();
  if (thread == 0) set(work_of(a, r) + 1);
}

// M2M (UP) or L2L by teams that are warps. The steps from one level to the next take most of the
// time, so cells skip a level: cells that wait for each other are two levels apart, and there are
// half as many steps for twice the translations.
//
// M2M: an inner cell takes four lanes. If it is the inner cell number k, its children are 1 + 2k
// and 2 + 2k; a child takes two of the lanes, one for each of its own children, or one lane if it
// is a leaf. L2L: a cell takes one lane, which first adds its parent's own expansion and then the
// whole expansion of its parent's parent. Results pass through shared memory, so that the warp
// writes whole rows at once.
//
// Moves translates the expansions of PAIRS pairs of cells, lane by lane. `move` leaves the results
// of the lanes that are `going` in `rows`; in L2L it includes the cell's own expansion if WITH_OWN.
// The rows of the other lanes may hold anything.
template <class S, bool UP, class Moves, class Arguments>
__device__ void shift_by_warps(const Arguments& a) {
  using G = Shape<S>;
  constexpr int PAIRS = Moves::PAIRS, EACH = (G::N + 31) / 32;
  const int *child = a.child, *parent = a.parent, rhs = a.rhs, r = blockIdx.y;
  const S *center = a.center, *radius = a.radius;
  S* rows = a.rows;
  int* work = work_of(a, r);
  extern __shared__ __align__(16) unsigned char memory[];
  const int lane = threadIdx.x % 32, nodes = *a.n_nodes;
  // Calls visit(g, i) for the coefficients i of this lane.
  auto each = [&](auto visit) {
#pragma unroll
    for (int g = 0; g < EACH; g++)
      if (const int i = g * 32 + lane; i < G::N) visit(g, i);
  };
  const Moves moves(a, memory, lane);
  const auto& shared = moves.rows;
  int ticket = lane == 0 ? take_ticket(work) : 0;
  ticket = __shfl_sync(0xffffffffu, ticket, 0);
  const long long place = (long long)ticket * PAIRS + lane;
  // above: the parent's parent, whose expansion L2L has still to add.
  int inner = 0, outer = 0, above = -1;
  bool exists = lane < PAIRS, ready;
  if constexpr (UP) {
    const int number = (nodes - 1) / 2 - 1 - (int)(place / 4), side = lane / 2 % 2;
    exists = exists && number >= 0;
    if (exists) {
      inner = 1 + 2 * number + side;
      outer = parent[inner];
      const int below = child[inner];
      exists = below >= 0 || lane % 2 == 0;
      if (below >= 0) inner = below + lane % 2;
    }
    ready = exists && child[inner] < 0;
  } else {
    exists = exists && place < nodes - 1;
    if (exists) {
      inner = 1 + (int)place;
      outer = parent[inner];
      above = parent[outer];
    }
    ready = exists;
    if (ticket == 0) copy_root<S>(a, r);
  }
  S d[G::DIM], size, ratio;  // computed before the wait, which hides the latency
  auto measure = [&] {
    apart(center + G::DIM * inner, center + G::DIM * outer, d);
    size = radius[outer];
    ratio = radius[inner] / size;
  };
  measure();
  bool done = !exists, first = true;
  while (true) {
    if (__all_sync(0xffffffffu, done)) return;
    ready = ready || (!done && is_set(work + 1 + (UP ? inner : outer)));
    bool go = ready && !done;
    if constexpr (UP) {  // the four lanes of a cell go together
      const unsigned waiting = __ballot_sync(0xffffffffu, !done && !ready);
      go = go && !(waiting >> (lane & ~3) & 15);
    }
    const unsigned going = __ballot_sync(0xffffffffu, go);
    if (!going) continue;
    __threadfence();
    const int to = UP ? outer : inner;
    const S* input = rows;
    if constexpr (!UP) input = first ? a.own : rows;
    __syncwarp();
    moves.template move<UP>(inner, outer, going, input, rhs, r, d, size, ratio);
    shared.target[lane] = to;
    __syncwarp();
#pragma unroll 4
    for (int q = 0; q < PAIRS; q += UP ? 4 : 1) {
      if (!(going >> q & 1)) continue;
      S there[EACH] = {};
      if constexpr (!UP && !Moves::WITH_OWN)
        each([&](int g, int i) {
          there[g] = __ldcg(G::row(input, shared.target[q], rhs, r) + i);
        });
      S* out = G::row(rows, shared.target[q], rhs, r);
      each([&](int g, int i) {
        S value = there[g] + shared.of(q)[i];
        if constexpr (UP) {
#pragma unroll
          for (int j = 1; j < 4; j++) value += going >> (q + j) & 1 ? shared.of(q + j)[i] : S(0);
        }
        out[i] = value;
      });
    }
    __threadfence();
    __syncwarp();
    const bool again = !UP && go && first && above >= 0;
    if (go && !again && (!UP || lane % 4 == 0)) set(work + 1 + to);
    done = done || (go && !again);
    if constexpr (!UP) {
      first = false;
      ready = false;
      if (again) {
        outer = above;
        measure();
      }
    }
  }
}

}  // namespace
