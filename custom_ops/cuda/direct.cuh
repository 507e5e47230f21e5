// Sums over all pairs on CUDA, without lists: block (i, s) adds part s of the sources at the 32 PER
// targets from number 32 PER i on, so that few targets fill the card too. The sources pass through
// shared memory in windows, and each warp takes its part of them; a lane holds PER targets. The
// sums of a warp over a window, of WINDOW / WARPS sources, are added with compensation (Kahan
// 1965), which keeps the rounding error from growing with the number of sources and costs little,
// since it is done once a window. Sums of warps are added in a fixed order: the results have the
// same bits in every run.
#pragma once
#include "p2p.cuh"

namespace {

// Each warp of a block has all 32 * PER targets of a tile, as `Tile` has groups of threads.
struct TileOfWarps {
  int count, groups, slots = 32, slot = (int)threadIdx.x % 32, group = (int)threadIdx.x / 32;
};

// The sums of sources begin <= j < end at the targets of a tile, which `targets` holds: calls
// store(i, first, sums) as `reduce_groups` does. `shared` may be in use until all threads are here.
template <class Body, class S, int THREADS, int PER, int WINDOW, int SHORT, class Store>
__device__ __forceinline__ void sum_sources(const Source<Body, S>* records, int begin, int end,
                                            const TileOfWarps& tile,
                                            Targets<Body, S, PER, SHORT>& targets,
                                            const Parameters<Body, S>& parameters,
                                            WindowMemory<Source<Body, S>, S, WINDOW>& shared,
                                            Store store) {
  constexpr int WARPS = THREADS / 32;
  S total[PER][Body::RESULTS] = {}, lost[PER][Body::RESULTS] = {};
  for (int low = begin; low < end; low += WINDOW) {
    const int filled = min(end - low, WINDOW);
    __syncthreads();
    for (int i = threadIdx.x; i < filled; i += THREADS)
      shared.window[i] = records[(long long)low + i];
    __syncthreads();
    targets.clear();
    targets.add_pairs(shared.window, filled, tile.group, WARPS, parameters);
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++)
        add_compensated(total[j][r], lost[j][r], targets.sum[j][r]);
  }
  reduce_groups<Body, sizeof(shared) / sizeof(S) / (WARPS * 32 * PER)>(total, shared.partial, tile,
                                                                      store);
}

// targets (m, DIM), rows (n, padded DIM + WEIGHTS), parameters -> out (gridDim.y, m, RESULTS);
// `part` sources a part. SHORT: as of `Targets`.
template <class Body, class S, int THREADS, int PER, int WINDOW, int SHORT, class Arguments>
__device__ void direct(const Arguments& a) {
  constexpr int TILE = 32 * PER;
  __shared__ WindowMemory<Source<Body, S>, S, WINDOW> shared;
  const Source<Body, S>* records = reinterpret_cast<const Source<Body, S>*>(a.rows);
  const TileOfWarps tile{min(a.m - (int)blockIdx.x * TILE, TILE), THREADS / 32};
  const int begin = blockIdx.y * a.part, end = min(begin + a.part, a.n);
  const long long first = (long long)blockIdx.x * TILE;
  const Parameters<Body, S> parameters(a.parameters);
  Targets<Body, S, PER, SHORT> targets(a.targets + first * Body::DIM, tile.slot, tile.slots,
                                       tile.count);
  S* results = a.out + (blockIdx.y * (long long)a.m + first) * Body::RESULTS;
  sum_sources<Body, S, THREADS, PER, WINDOW>(
      records, begin, end, tile, targets, parameters, shared, [&](int i, int result, auto sums) {
        *reinterpret_cast<decltype(sums)*>(results + i * Body::RESULTS + result) = sums;
      });
}

}  // namespace
