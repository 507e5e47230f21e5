// Sums over all pairs on CUDA, without lists: block (i, s) adds part s of the sources at 32 PER targets from 32 PER i,
// so that few targets fill the card too. The sources pass through shared memory in windows, of which each warp takes
// every WARPS-th; a lane holds PER targets. The sums of a warp in a window, of WINDOW / WARPS sources, are added up with
// compensation (Kahan 1965), which keeps the rounding error from growing with the number of sources and costs nothing
// by the pair. Sums of warps are added in a fixed order: the same bits from run to run.
#pragma once
#include "p2p.cuh"

namespace {

// targets (m, DIM), rows (n, padded DIM + WEIGHTS), parameters -> out (gridDim.y, m, RESULTS); `part` sources a part.
template <class Body, class S, int THREADS, int PER, int WINDOW, class Arguments>
__device__ void direct(const Arguments& a) {
  constexpr int LENGTH = sizeof(Source<Body, S>) / sizeof(S), WARPS = THREADS / 32, TILE = 32 * PER;
  __shared__ union {
    Source<Body, S> window[WINDOW];
    S partial[WINDOW * LENGTH];
  } shared;
  const Source<Body, S>* records = reinterpret_cast<const Source<Body, S>*>(a.rows);
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const int here = min(a.m - (int)blockIdx.x * TILE, TILE);
  const int begin = blockIdx.y * a.part, end = min(begin + a.part, a.n);
  const long long first = (long long)blockIdx.x * TILE;
  S p[Body::PARAMETERS + 1];
#pragma unroll
  for (int i = 0; i < Body::PARAMETERS; i++) p[i] = a.parameters[i];

  Targets<Body, S, PER> mine(a.targets + first * Body::DIM, lane, 32, here);
  S total[PER][Body::RESULTS] = {}, lost[PER][Body::RESULTS] = {};
  for (int low = begin; low < end; low += WINDOW) {
    const int filled = min(end - low, WINDOW);
    if (low > begin) __syncthreads();
    for (int i = thread; i < filled; i += THREADS) shared.window[i] = records[(long long)low + i];
    __syncthreads();
    mine.clear();
    mine.add(shared.window + warp, (filled - warp + WARPS - 1) / WARPS, WARPS, p);
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) {
        const S value = mine.sum[j][r] - lost[j][r], next = total[j][r] + value;
        lost[j][r] = (next - total[j][r]) - value;
        total[j][r] = next;
      }
  }
  S* results = a.out + (blockIdx.y * (long long)a.m + first) * Body::RESULTS;
  add_groups<Body, WINDOW * LENGTH / (WARPS * TILE)>(
      total, shared.partial, warp, WARPS, lane, 32, here,
      [&](int i, int low, auto sums) { *reinterpret_cast<decltype(sums)*>(results + i * Body::RESULTS + low) = sums; });
}

}  // namespace
