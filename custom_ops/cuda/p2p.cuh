// P2P on CUDA: one block for each leaf of targets. The sources of its whole list pass through shared memory in windows; a
// thread holds PER targets in registers and takes every `groups`-th source, so that few lanes idle whatever the sizes of
// leaves. (Sources read through the cache, without windows and barriers, were a fifth slower.) Partial sums are added in
// a fixed order: no atomics, and the same bits from run to run.
#pragma once
#include "functions.h"

namespace {

// A source: its position, then its weights, then padding.
template <class S, int LENGTH>
struct alignas(16) Record {
  S value[LENGTH];
};

template <class Body, class S>
using Source = Record<S, (Body::DIM + Body::WEIGHTS + 3) / 4 * 4>;

// PER targets in the registers of a thread, and their sums.
template <class Body, class S, int PER>
struct Targets {
  S x[PER][Body::DIM], sum[PER][Body::RESULTS];

  // Points number at, at + step, ...; the last of `count` again in place of those beyond.
  __device__ Targets(const S* points, int at, int step, int count) {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) x[j][c] = points[min(at + j * step, count - 1) * Body::DIM + c];
  }

  __device__ void clear() {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) sum[j][r] = 0;
  }

  // Adds what `steps` sources give, `stride` apart.
  __device__ void add(const Source<Body, S>* sources, int steps, int stride, const S* parameters) {
#pragma unroll 4
    for (int i = 0; i < steps; i++, sources += stride) {
      const Source<Body, S> source = *sources;
#pragma unroll
      for (int j = 0; j < PER; j++) {
        S offset[Body::DIM];
#pragma unroll
        for (int c = 0; c < Body::DIM; c++) offset[c] = x[j][c] - source.value[c];
        Body::pair(offset, source.value + Body::DIM, parameters, sum[j]);
      }
    }
  }
};

// Adds up the sums of the groups of threads that share targets: store(i, r, sum) for result r of target i < here.
// Thread `slot` of a group has the targets slot, slot + slots, ...; the memory holds ROOM results of each of all.
template <class Body, int ROOM, class S, int PER, class Store>
__device__ void add_groups(const S (&sum)[PER][Body::RESULTS], S* memory, int group, int groups, int slot, int slots,
                           int here, Store store) {
  static_assert(ROOM >= 1, "partial sums of a result fit the memory");
  constexpr int AT_ONCE = ROOM < Body::RESULTS ? ROOM : Body::RESULTS;
#pragma unroll
  for (int low = 0; low < Body::RESULTS; low += AT_ONCE) {
    const int results = min(Body::RESULTS - low, AT_ONCE);
    __syncthreads();
    if (group < groups) {
#pragma unroll
      for (int j = 0; j < PER; j++)
        if (slot + j * slots < here)
#pragma unroll
          for (int r = 0; r < AT_ONCE; r++)
            if (low + r < Body::RESULTS) memory[(group * here + slot + j * slots) * results + r] = sum[j][low + r];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < here * results; i += blockDim.x) {
      S value = 0;
      for (int g = 0; g < groups; g++) value += memory[g * here * results + i];
      store(i / results, low + i % results, value);
    }
  }
}

// The leaves of up to THREADS places of a list: source number i of them, 0 <= i < total, is in row i + shift[e], where
// before[e] <= i < before[e + 1].
template <int THREADS>
struct Sources {
  alignas(16) int warps[THREADS / 32];  // so that vector loads of them do not reach beyond
  int before[THREADS + 1], shift[THREADS];

  __device__ int find(const int* list, int entries, const int* start, const int* count, const int* leaves) {
    const int thread = threadIdx.x, lane = thread % 32;
    int size = 0, from = 0;
    if (thread < entries) {
      const int node = leaves[list[thread]];
      size = count[node];
      from = start[node];
    }
    int upto = size;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const int other = __shfl_up_sync(0xffffffffu, upto, step);
      if (lane >= step) upto += other;
    }
    __syncthreads();
    if (lane == 31) warps[thread / 32] = upto;
    __syncthreads();
    for (int w = 0; w < thread / 32; w++) upto += warps[w];
    before[thread + 1] = upto;
    shift[thread] = from - (upto - size);
    if (thread == 0) before[0] = 0;
    __syncthreads();
    return before[THREADS];
  }

  // Sources number low to low + filled of `entries` leaves into the window, a warp a leaf.
  template <class Source>
  __device__ void copy(Source* window, const Source* records, int entries, int low, int filled) {
    for (int e = threadIdx.x / 32; e < entries; e += THREADS / 32) {
      const int from = max(before[e], low), upto = min(before[e + 1], low + filled);
      for (int i = from + threadIdx.x % 32; i < upto; i += 32) window[i - low] = records[i + (long long)shift[e]];
    }
  }
};

// Points, records and `far` are in the order of the trees, `out` in that given by `place`.
template <class Body, class S, int THREADS, int PER, int WINDOW>
__device__ void p2p(const S* targets, const S* rows, const S* parameters, const int* target_start,
                    const int* target_count, const int* target_leaves, const int* n_leaves, const int* source_start,
                    const int* source_count, const int* source_leaves, const int* list_begin, const int* list_end,
                    const int* list, const int* place, const S* far, S* out) {
  constexpr int LENGTH = sizeof(Source<Body, S>) / sizeof(S);
  __shared__ Sources<THREADS> sources;
  __shared__ union {
    Source<Body, S> window[WINDOW];
    S partial[WINDOW * LENGTH];
  } shared;
  const Source<Body, S>* records = reinterpret_cast<const Source<Body, S>*>(rows);
  const int leaf = blockIdx.x, thread = threadIdx.x;
  if (leaf >= *n_leaves) return;
  const int node = target_leaves[leaf], count = target_count[node], begin = list_begin[leaf], end = list_end[leaf];
  S p[Body::PARAMETERS + 1];
#pragma unroll
  for (int i = 0; i < Body::PARAMETERS; i++) p[i] = parameters[i];

  for (int tile = 0; tile < count; tile += THREADS * PER) {
    const long long first = target_start[node] + tile;
    const int here = min(count - tile, THREADS * PER);
    const int slots = (here + PER - 1) / PER, groups = THREADS / slots, slot = thread % slots, group = thread / slots;
    Targets<Body, S, PER> mine(targets + first * Body::DIM, slot, slots, here);
    mine.clear();
    for (int entry = begin; entry < end; entry += THREADS) {
      const int total = sources.find(list + entry, min(end - entry, THREADS), source_start, source_count, source_leaves);
      for (int low = 0; low < total; low += WINDOW) {
        const int filled = min(total - low, WINDOW);
        if (low) __syncthreads();
        sources.copy(shared.window, records, min(end - entry, THREADS), low, filled);
        __syncthreads();
        if (group < groups) mine.add(shared.window + group, (filled - group + groups - 1) / groups, groups, p);
      }
    }
    add_groups<Body, WINDOW * LENGTH / (THREADS * PER)>(
        mine.sum, shared.partial, group, groups, slot, slots, here, [&](int i, int r, S value) {
          const long long row = first + i;
          out[place[row] * (long long)Body::RESULTS + r] = far[row * Body::RESULTS + r] + value;
        });
  }
}

}  // namespace
