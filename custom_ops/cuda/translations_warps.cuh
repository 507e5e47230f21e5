// M2L on CUDA by teams that are warps, with one pair of cells to a lane: what
// translations_registers.cuh and translations_columns.cuh share. The code of a lane is generated
// for one order (struct Lane, by cuda_code.py or tables.py in the folders of jaxfmm/expansions).
#pragma once
#include "copies.cuh"
#include "levels.cuh"
#include "pairs.cuh"

namespace {

// The shared memory of a warp: so many coefficients, and three numbers for each lane.
template <class S, int COEFFICIENTS>
struct WarpMemory {
  static constexpr int COEFFICIENT_BYTES = (COEFFICIENTS * sizeof(S) + 15) / 16 * 16;
  static constexpr int BYTES = COEFFICIENT_BYTES + 3 * 32 * sizeof(int);
  S* first;
  int *target, *next_entry, *next_target;  // of the lanes

  __device__ explicit WarpMemory(unsigned char* memory) {
    unsigned char* mine = memory + threadIdx.x / 32 * BYTES;
    first = reinterpret_cast<S*>(mine);
    target = reinterpret_cast<int*>(mine + COEFFICIENT_BYTES);
    next_entry = target + 32;
    next_target = next_entry + 32;
  }

  static __device__ void wait_for_fetch() {
    wait_for_copies();
    __syncwarp();
  }
};

// Block y is the right-hand side. Rows are a WarpMemory whose m2l(a, pair, r, lane) translates the
// pair of the lane, and leaves coefficient i of its local expansion at of(lane)[i].
template <class S, class Rows, class Arguments>
__device__ __forceinline__ void m2l_by_warps(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int *list_target = a.list_target, *list_source = a.list_source, rhs = a.rhs;
  const int lane = threadIdx.x % 32, r = blockIdx.y;
  const Share<S> share(a, lane, r);
  const int begin = share.begin, end = share.end;
  if (begin == end) return;
  auto place = [&](int base) { return min(base + lane, end - 1); };
  Sums<S> sums(a.local, rhs, r, lane);
  const Rows rows(memory);
  // The list is read two rounds ahead and cells one round ahead, while lanes are added up: nothing
  // else would hide the latency. What is read of the list waits in shared memory, since registers
  // are scarce.
  Pair<S> pair(a, list_source[place(begin)], list_target[place(begin)]);
  int entry = list_source[place(begin + 32)], target = list_target[place(begin + 32)];
  for (int base = begin; base < end; base += 32) {
    rows.target[lane] = pair.target;
    rows.next_entry[lane] = entry;
    rows.next_target[lane] = target;
    rows.m2l(a, pair, r, lane);
    __syncwarp();
    pair = Pair<S>(a, rows.next_entry[lane], rows.next_target[lane]);
    entry = list_source[place(base + 64)], target = list_target[place(base + 64)];
    const int here = rows.target[lane], before = lane ? rows.target[lane - 1] : sums.target;
    const unsigned starts = __ballot_sync(0xffffffffu, here != before);
    sums.add(min(end - base, 32), starts, rows.target, [&](int i, int q) { return rows.of(q)[i]; });
    __syncwarp();
  }
  sums.write();
}

}  // namespace
