// What the forms of M2L on CUDA share: how teams of threads divide a list of pairs of cells among them, read it, and add
// up what each target gets.
#pragma once
#include "lists.h"

namespace {

template <class S>
struct Shape {
  static constexpr int DIM = Expansion<S>::DIM;
  static constexpr int ORDER = JAXFMM_ORDER, N = JAXFMM_SIZE, ROW = (N + 3) / 4 * 4;  // ROW: in memory
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

// The first target before which there are at least so many targets and pairs, or `targets`. By a warp, each lane of which
// looks at another place.
__device__ __forceinline__ int target_after(const int* list_start, int targets, long long work) {
  int low = 0;
  for (int count = targets; count > 0;) {
    const int step = count / 32 + 1, at = threadIdx.x % 32 * step;
    const bool before = at < count && (long long)list_start[low + at] + low + at < work;
    const int found = __popc(__ballot_sync(0xffffffffu, before));
    if (!found) break;
    const int next = (found - 1) * step + 1;
    count = min(found * step, count) - next;
    low += next;
  }
  return low;
}

// A pair of cells of the list, as read: nothing here waits for memory.
template <class S>
struct Pair {
  static constexpr int DIM = Shape<S>::DIM;
  int source, image, target;
  S from[DIM], to[DIM], source_radius, target_radius;

  template <class Arguments>
  __device__ Pair(const Arguments& a, int entry, int target)
      : source(Entries{a.bits}.number(entry)), image(Entries{a.bits}.image(entry)), target(target) {
#pragma unroll
    for (int i = 0; i < DIM; i++) from[i] = a.source_center[DIM * source + i], to[i] = a.target_center[DIM * target + i];
    source_radius = a.source_radius[source];
    target_radius = a.target_radius[target];
  }

  // The centre of the target minus that of the source.
  __device__ void offset(const S* images, S (&d)[DIM]) const {
    apart(to, from, d);
    if (image) apart(d, images + DIM * image, d);
  }
};

// The local expansion of one target after the other: thread i of a team adds up the coefficients i, i + TEAM, ...
template <class S>
struct Sums {
  using G = Shape<S>;
  static constexpr int EACH = (G::N + G::TEAM - 1) / G::TEAM;
  S* local;
  int rhs, r, thread, target = -1;
  S sum[EACH] = {};

  __device__ Sums(S* local, int rhs, int r, int thread) : local(local), rhs(rhs), r(r), thread(thread) {}

  // Calls act(g, i) for the coefficients of this thread.
  template <class Act>
  __device__ void each(Act act) {
#pragma unroll
    for (int g = 0; g < EACH; g++)
      if (const int i = g * G::TEAM + thread; i < G::N) act(g, i);
  }

  __device__ void write() {
    if (target >= 0) each([&](int g, int i) { G::row(local, target, rhs, r)[i] = sum[g]; });
  }

  // Adds value(i, lane) of the first lanes in their order. starts: the lanes at which a target begins, one of `targets`.
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

// What a team has to do of a list of all targets, each with its pairs behind it: the targets that begin in its `pairs`
// consecutive places, here their pairs. Those without pairs get zeros at once. r: the right-hand side.
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
