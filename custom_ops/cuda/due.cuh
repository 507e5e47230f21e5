// Sums over all sources at the targets that are due, in three launches: `due_numbers` lists
// these targets, `due_parts` adds parts of the sources at them, and `due_totals` adds the
// parts. Only the GPU knows how many are due, so that the host never waits for a number: a launch
// has as many blocks as the card holds, and the blocks divide among them what there is to do.
//
// Sums are compensated, and added in an order that depends on the number of due targets alone.
#pragma once
#include "direct.cuh"

namespace {

// From the source that includes this. A part has at least LEAST_PART sources.
constexpr int MOST_PARTS = JAXFMM_MOST_PARTS, LEAST_PART = JAXFMM_LEAST_PART;
// A block takes at most so many tiles one after the other, if the parts can be chosen so.
constexpr int ROUNDS = JAXFMM_ROUNDS;

// How many targets a lane holds: one where a warp holds all, so that a few targets fill the card
// by parts of the sources and no lane computes a target twice.
__device__ __forceinline__ int targets_of_lane(int count, int per) { return count > 32 ? per : 1; }

// How so many blocks divide `count` targets, which is not 0, and n sources: tiles of targets, and
// `parts` parts of `part` sources. The blocks are busy for 9/10 of the time if ROUNDS allow it.
struct Division {
  int tiles, parts = 0, part;

  __device__ Division(int count, int tile, int n, int blocks) : tiles((count + tile - 1) / tile) {
    for (int round = 1; round <= ROUNDS; round++) {
      parts = round * blocks / tiles;
      if (10 * parts * tiles >= 9 * round * blocks) break;
    }
    parts = max(1, min(parts, min(MOST_PARTS, n / LEAST_PART)));
    part = (n + parts - 1) / parts;
  }
};

// due (n) -> the numbers of those that are due, increasing, and how many there are, by one block.
template <int THREADS, class Arguments>
__device__ void due_numbers(const Arguments& a) {
  constexpr int WARPS = THREADS / 32;
  __shared__ int counts[WARPS];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int share = (a.n + THREADS - 1) / THREADS * 32;  // of a warp
  const int begin = min(warp * share, a.n), end = min(begin + share, a.n);
  auto due = [&](int i) {
    return __ballot_sync(0xffffffffu, i + lane < end && a.due[i + lane]);
  };
  int count = 0, place = 0;
#pragma unroll 8
  for (int i = begin; i < end; i += 32) count += __popc(due(i));
  if (lane == 0) counts[warp] = count;
  __syncthreads();
#pragma unroll
  for (int w = 0; w < WARPS; w++) place += w < warp ? counts[w] : 0;
#pragma unroll 8
  for (int i = begin; i < end; i += 32) {
    const unsigned bits = due(i);
    if (bits >> lane & 1) a.numbers[place + __popc(bits & lanes_before())] = i + lane;
    place += __popc(bits);
  }
  if (threadIdx.x == THREADS - 1) *a.count = place;
}

template <class Body, class S, int THREADS, int PER, int WINDOW, class Arguments>
__device__ __forceinline__ void due_tiles(const Arguments& a, int count,
                                          const Parameters<Body, S>& parameters,
                                          WindowMemory<Source<Body, S>, S, WINDOW>& shared) {
  constexpr int TILE = 32 * PER;
  const Source<Body, S>* records = reinterpret_cast<const Source<Body, S>*>(a.rows);
  const Division division(count, TILE, a.n, gridDim.x);
  for (int item = blockIdx.x; item < division.tiles * division.parts; item += gridDim.x) {
    const int first = item % division.tiles * TILE, number = item / division.tiles;
    const int begin = min(number * division.part, a.n), end = min(begin + division.part, a.n);
    const TileOfWarps tile{min(count - first, TILE), THREADS / 32};
    Targets<Body, S, PER> targets(a.targets, a.row, a.numbers + first, tile.slot, tile.slots,
                                  tile.count);
    S* results = a.out + (number * (long long)count + first) * Body::RESULTS;
    sum_sources<Body, S, THREADS, PER, WINDOW>(
        records, begin, end, tile, targets, parameters, shared, [&](int i, int result, auto sums) {
          *reinterpret_cast<decltype(sums)*>(results + i * Body::RESULTS + result) = sums;
        });
  }
}

// numbers, count, targets (m, row), rows (n, padded DIM + WEIGHTS), parameters -> out (parts,
// count, RESULTS).
template <class Body, class S, int THREADS, int PER, int WINDOW, class Arguments>
__device__ void due_parts(const Arguments& a) {
  __shared__ WindowMemory<Source<Body, S>, S, WINDOW> shared;
  const int count = *a.count;
  const Parameters<Body, S> parameters(a.parameters);
  if (!count) return;
  if (targets_of_lane(count, PER) == 1)
    due_tiles<Body, S, THREADS, 1, WINDOW>(a, count, parameters, shared);
  else
    due_tiles<Body, S, THREADS, PER, WINDOW>(a, count, parameters, shared);
}

// numbers, count, partial (parts, count, RESULTS) -> out (m, RESULTS) at the targets that are due.
// PER, n, blocks: of `due_parts`.
template <class Body, class S, int PER, class Arguments>
__device__ void due_totals(const Arguments& a) {
  const int count = *a.count;
  if (!count) return;
  const Division division(count, 32 * targets_of_lane(count, PER), a.n, a.blocks);
  const long long size = (long long)count * Body::RESULTS;
  const long long threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads) {
    S total = 0, lost = 0;
#pragma unroll 16
    for (int part = 0; part < division.parts; part++) {
      const S value = a.partial[part * size + i] - lost, next = total + value;
      lost = (next - total) - value;
      total = next;
    }
    a.out[a.numbers[i / Body::RESULTS] * (long long)Body::RESULTS + i % Body::RESULTS] = total;
  }
}

}  // namespace
