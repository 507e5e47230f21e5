// P2P on CUDA: one block for each leaf of targets. The sources of its list pass through shared memory in windows that
// are filled across the ends of leaves; a thread holds PER targets in registers and takes every `groups`-th source, so
// that few lanes idle whatever the number of targets. Partial sums are added in a fixed order: no atomics, and the same
// bits from run to run.
#pragma once
#include "functions.h"

namespace {

template <class S, int LENGTH>
struct alignas(LENGTH % 4 == 0 ? 16 : sizeof(S)) Record {
  S value[LENGTH];
};

constexpr int up_to_four(int n) { return (n + 3) / 4 * 4; }

// Everything in the order of the trees but `out`, which is in the order given by `place`.
template <class Body, class S, int THREADS, int PER, int WINDOW>
__device__ void p2p(const S* targets, const S* sources, const S* weights, const S* parameters, const int* target_start,
                    const int* target_count, const int* target_leaves, const int* n_leaves, const int* source_start,
                    const int* source_count, const int* source_leaves, const int* list_begin, const int* list_end,
                    const int* list, const int* place, const S* far, S* out) {
  constexpr int DIM = Body::DIM, LENGTH = up_to_four(DIM + Body::WEIGHTS), WARPS = THREADS / 32;
  constexpr unsigned ALL = 0xffffffffu;
  __shared__ union {
    Record<S, LENGTH> window[WINDOW];
    S partial[THREADS * PER];
  } shared;
  const int leaf = blockIdx.x;
  if (leaf >= *n_leaves) return;
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const int node = target_leaves[leaf], count = target_count[node], begin = list_begin[leaf], end = list_end[leaf];
  S p[Body::PARAMETERS + 1];
#pragma unroll
  for (int i = 0; i < Body::PARAMETERS; i++) p[i] = parameters[i];

  for (int tile = 0; tile < count; tile += THREADS * PER) {
    const int first = target_start[node] + tile, here = min(count - tile, THREADS * PER);
    const int slots = (here + PER - 1) / PER, groups = THREADS / slots, slot = thread % slots, group = thread / slots;
    S x[PER][DIM], sum[PER][Body::RESULTS];
#pragma unroll
    for (int j = 0; j < PER; j++) {
      const int row = first + min(slot + j * slots, here - 1);
#pragma unroll
      for (int c = 0; c < DIM; c++) x[j][c] = targets[row * (long long)DIM + c];
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) sum[j][r] = 0;
    }
    for (int entry = begin; entry < end; entry += 32) {
      // each lane looks up one leaf of the list; its sources are number `before` to `before + size` of this round
      int size = 0, from = 0;
      if (entry + lane < end) {
        const int source = source_leaves[list[entry + lane]];
        size = source_count[source];
        from = source_start[source];
      }
      int before = size;
#pragma unroll
      for (int step = 1; step < 32; step *= 2) {
        const int other = __shfl_up_sync(ALL, before, step);
        if (lane >= step) before += other;
      }
      const int total = __shfl_sync(ALL, before, 31), entries = min(end - entry, 32);
      before -= size;
      for (int low = 0; low < total; low += WINDOW) {
        const int filled = min(total - low, WINDOW);
        __syncthreads();
        for (int e = warp; e < entries; e += WARPS) {
          const int at = __shfl_sync(ALL, before, e) - low, n = __shfl_sync(ALL, size, e), row = __shfl_sync(ALL, from, e);
          for (int i = max(0, -at) + lane; i < min(n, filled - at); i += 32) {
            Record<S, LENGTH> record;
#pragma unroll
            for (int c = 0; c < DIM; c++) record.value[c] = sources[(row + i) * (long long)DIM + c];
#pragma unroll
            for (int c = 0; c < Body::WEIGHTS; c++)
              record.value[DIM + c] = weights[(row + i) * (long long)Body::WEIGHTS + c];
            shared.window[at + i] = record;
          }
        }
        __syncthreads();
        if (group < groups) {
#pragma unroll 2
          for (int s = group; s < filled; s += groups) {
            const Record<S, LENGTH> source = shared.window[s];
#pragma unroll
            for (int j = 0; j < PER; j++) {
              S offset[DIM];
#pragma unroll
              for (int c = 0; c < DIM; c++) offset[c] = x[j][c] - source.value[c];
              Body::pair(offset, source.value + DIM, p, sum[j]);
            }
          }
        }
      }
    }
    // partial[group][target]
#pragma unroll
    for (int r = 0; r < Body::RESULTS; r++) {
      __syncthreads();
      if (group < groups) {
#pragma unroll
        for (int j = 0; j < PER; j++)
          if (slot + j * slots < here) shared.partial[group * here + slot + j * slots] = sum[j][r];
      }
      __syncthreads();
      for (int i = thread; i < here; i += THREADS) {
        const long long row = first + i;
        S value = far[row * Body::RESULTS + r];
        for (int g = 0; g < groups; g++) value += shared.partial[g * here + i];
        out[place[row] * (long long)Body::RESULTS + r] = value;
      }
    }
    __syncthreads();
  }
}

}  // namespace
