// M2L on CUDA by every algorithm (translations_*.cuh): how teams of threads divide the list of
// pairs of cells, read it, and add up the local expansion of each target. A team takes consecutive
// pairs, wherever targets begin and end, and adds up the pairs of a target in the order of the
// list: without atomics, the results have the same bits in every run.
//
// A team translates LANES pairs at a time, for one order (JAXFMM_ORDER, with JAXFMM_SIZE
// coefficients). The Expansion comes from a header that is included before: laplace2d.h,
// laplace3d.h, radial.h or polyharmonic.h.
#pragma once
#include "lists.h"

namespace {

template <class S>
struct Shape {
  static constexpr int DIM = Expansion<S>::DIM;
  // ROW: with padding, in memory.
  static constexpr int ORDER = JAXFMM_ORDER, N = JAXFMM_SIZE, ROW = (N + 3) / 4 * 4;
  static constexpr int LANES = JAXFMM_LANES, TEAM = JAXFMM_WARPS ? 32 : JAXFMM_THREADS;
  static constexpr int TEAMS = JAXFMM_THREADS / TEAM, STRIDE = LANES + 1;

  // The row of a cell for right-hand side r.
  template <class T>
  static __device__ T* row(T* rows, int cell, int rhs, int r) {
    return rows + ((long long)cell * rhs + r) * ROW;
  }
};

// The centre of a cell minus that of another.
template <class S, int DIM>
__device__ __forceinline__ void apart(const S* center, const S* other, S (&d)[DIM]) {
#pragma unroll
  for (int i = 0; i < DIM; i++) d[i] = center[i] - other[i];
}

// The first target that has at least `work` targets and pairs before it; `targets` if there is
// none. A warp searches together, and each lane looks at another place.
__device__ __forceinline__ int target_after(const int* list_start, int targets, long long work) {
  int low = 0;
  for (int count = targets; count > 0;) {
    const int step = count / 32 + 1, at = threadIdx.x % 32 * step;
    const bool before = at < count && (long long)list_start[low + at] + low + at < work;
    const int steps = __popc(__ballot_sync(0xffffffffu, before));
    if (!steps) break;
    const int next = (steps - 1) * step + 1;
    count = min(steps * step, count) - next;
    low += next;
  }
  return low;
}

// A pair of cells of the list. The constructor only begins to load: nothing waits for memory before
// `offset`.
template <class S>
struct Pair {
  static constexpr int DIM = Shape<S>::DIM;
  int source, image, target;
  S from[DIM], to[DIM], source_radius, target_radius;

  template <class Arguments>
  __device__ Pair(const Arguments& a, int entry, int target)
      : source(Entries{a.bits}.number(entry)), image(Entries{a.bits}.image(entry)), target(target) {
#pragma unroll
    for (int i = 0; i < DIM; i++)
      from[i] = a.source_center[DIM * source + i], to[i] = a.target_center[DIM * target + i];
    source_radius = a.source_radius[source];
    target_radius = a.target_radius[target];
  }

  // The centre of the target minus that of the source.
  __device__ void offset(const S* images, S (&d)[DIM]) const {
    apart(to, from, d);
    if (image) apart(d, images + DIM * image, d);
  }
};

// Adds up the local expansion of one target after the other: thread i of a team has the
// coefficients i, i + TEAM, ...
template <class S>
struct Sums {
  using G = Shape<S>;
  static constexpr int EACH = (G::N + G::TEAM - 1) / G::TEAM;
  S* local;
  int rhs, r, thread, target = -1;
  S sum[EACH] = {};

  __device__ Sums(S* local, int rhs, int r, int thread)
      : local(local), rhs(rhs), r(r), thread(thread) {}

  // Calls visit(g, i) for the coefficients i of this thread.
  template <class Visit>
  __device__ void each(Visit visit) {
#pragma unroll
    for (int g = 0; g < EACH; g++)
      if (const int i = g * G::TEAM + thread; i < G::N) visit(g, i);
  }

  __device__ void write() {
    if (target >= 0) each([&](int g, int i) { G::row(local, target, rhs, r)[i] = sum[g]; });
  }

  // Adds coefficients value(i, lane) of the first `lanes` lanes in their order. starts: the bits of
  // the lanes at which a new target begins; targets: the target of each lane.
  template <class Value>
  __device__ void add(int lanes, unsigned starts, const int* targets, Value value) {
    for (int q = 0; q < lanes;) {
      if (starts >> q & 1) {
        write();
        each([&](int g, int) { sum[g] = 0; });
        target = targets[q];
      }
      const unsigned later = starts & 0xfffffffeu << q;
      const int stop = later ? __ffs(later) - 1 : lanes;
#pragma unroll 8
      for (; q < stop; q++) each([&](int g, int i) { sum[g] += value(i, q); });
    }
  }
};

// The pairs of a team, from begin to end. In a sequence that holds each target and behind it its
// pairs, the team has the targets that lie in its a.pairs consecutive places. Targets without pairs
// get zeros at once. r: the right-hand side.
template <class S>
struct Share {
  int begin = 0, end = 0;

  template <class Arguments>
  __device__ Share(const Arguments& a, int thread, int r) {
    using G = Shape<S>;
    const int* list_start = a.list_start;
    const long long team = (long long)blockIdx.x * G::TEAMS + threadIdx.x / G::TEAM;
    const int first = target_after(list_start, *a.n_targets, team * a.pairs);
    const int targets = target_after(list_start, *a.n_targets, (team + 1) * a.pairs);
    for (int t = first; t < targets; t++)
      if (list_start[t] == list_start[t + 1])
        for (int i = thread; i < G::ROW; i += G::TEAM) G::row(a.local, t, a.rhs, r)[i] = 0;
    if (first < targets) begin = list_start[first], end = list_start[targets];
  }
};

}  // namespace
