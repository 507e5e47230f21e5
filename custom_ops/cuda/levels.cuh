// M2M and L2L on CUDA, one launch for all levels: cells are taken in an order in which those that a cell needs come first,
// and wait for them. M2M: multipoles of inner cells from those below, from the last cells to the root, in place. L2L: what a
// local expansion gets from those above, from the root on: `own` is what M2L gave each cell, `rows` its whole expansion.
// work[0] counts the teams that have begun, work[1 + cell] says that a cell is done; zero at the start.
#pragma once
#include "flags.cuh"
#include "pairs.cuh"

namespace {

// In L2L a team begins with the root, which has no parent.
template <class S, class Arguments>
__device__ void give_root(const Arguments& a) {
  using G = Shape<S>;
  const int thread = threadIdx.x % G::TEAM;
  for (int i = thread; i < a.rhs * G::ROW; i += G::TEAM) a.rows[i] = a.own[i];
  __threadfence();
  JAXFMM_SYNC();
  if (thread == 0) set(a.work + 1);
}

// By teams that are warps, for UP (M2M) or L2L. What takes long is the way from one level to the next, so cells skip one:
// those that wait for each other are two levels apart, and the way is half as long for twice the translations. M2M: four
// lanes to an inner cell, whose children are 1 + 2k and 2 + 2k if it is the inner cell number k; two of them to each child,
// for that child's children, or one for the child itself if it is a leaf. L2L: a lane to each cell, which first takes what
// its parent has of its own and then all that its parent's parent has. Results pass through shared memory, so that rows
// are written at once.
//
// Moves: what translates the expansions of as many pairs of cells as it has PAIRS, lane by lane. `move` leaves those of the
// lanes that are going in `rows`; in L2L together with what the cell has of its own, if it is WITH_OWN. Rows of the others
// in memory may be of anything yet.
template <class S, bool UP, class Moves, class Arguments>
__device__ void shift_by_warps(const Arguments& a) {
  using G = Shape<S>;
  constexpr int PAIRS = Moves::PAIRS, EACH = (G::N + 31) / 32;
  const int *child = a.child, *parent = a.parent, rhs = a.rhs;
  const S *center = a.center, *radius = a.radius;
  S* rows = a.rows;
  int* work = a.work;
  extern __shared__ __align__(16) unsigned char memory[];
  const int lane = threadIdx.x % 32, nodes = *a.n_nodes;
  // Calls act(g, i) for the coefficients of this lane.
  auto each = [&](auto act) {
#pragma unroll
    for (int g = 0; g < EACH; g++)
      if (const int i = g * 32 + lane; i < G::N) act(g, i);
  };
  const Moves moves(a, memory, lane);
  const auto& across = moves.rows;
  int ticket = lane == 0 ? take_ticket(work) : 0;
  ticket = __shfl_sync(0xffffffffu, ticket, 0);
  const long long place = (long long)ticket * PAIRS + lane;
  int inner = 0, outer = 0, above = -1;  // above: in L2L the parent's parent, from which this cell still gets something
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
    if (ticket == 0) give_root<S>(a);
  }
  S d[G::DIM], size, ratio;  // known before the wait, which has the time
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
    if constexpr (UP) {  // the four lanes of a cell at once
      const unsigned wait = __ballot_sync(0xffffffffu, !done && !ready);
      go = go && !(wait >> (lane & ~3) & 15);
    }
    const unsigned going = __ballot_sync(0xffffffffu, go);
    if (!going) continue;
    __threadfence();
    const int to = UP ? outer : inner;
    const S* input = rows;
    if constexpr (!UP) input = first ? a.own : rows;
    for (int r = 0; r < rhs; r++) {
      __syncwarp();
      moves.template move<UP>(inner, outer, going, input, rhs, r, d, size, ratio);
      across.target[lane] = to;
      __syncwarp();
#pragma unroll 4
      for (int q = 0; q < PAIRS; q += UP ? 4 : 1) {
        if (!(going >> q & 1)) continue;
        S there[EACH] = {};
        if constexpr (!UP && !Moves::WITH_OWN)
          each([&](int g, int i) { there[g] = __ldcg(G::row(input, across.target[q], rhs, r) + i); });
        S* out = G::row(rows, across.target[q], rhs, r);
        each([&](int g, int i) {
          S value = there[g] + across.of(q)[i];
          if constexpr (UP) {
#pragma unroll
            for (int j = 1; j < 4; j++) value += going >> (q + j) & 1 ? across.of(q + j)[i] : S(0);
          }
          out[i] = value;
        });
      }
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
