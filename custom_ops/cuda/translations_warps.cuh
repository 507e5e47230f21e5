// M2L on CUDA by teams that are warps, with one pair of cells to a lane: what
// translations_registers.cuh and translations_columns.cuh share. The code of a lane is generated
// for one order (struct Lane, by cuda_code.py or tables.py in the folders of jaxfmm/expansions).
#pragma once
#include "copies.cuh"
#include "levels.cuh"
#include "pairs.cuh"

namespace {

// M2L takes so many right-hand sides at a time. If there are several, what depends on the pair
// alone is loaded and computed once, and the sums of the others wait in shared memory.
constexpr int COLUMNS = JAXFMM_COLUMNS, WAITING = COLUMNS > 1 ? COLUMNS * JAXFMM_SIZE : 0;

// The shared memory of a warp: so many coefficients, the sums that wait, and three numbers for each
// lane.
template <class S, int COEFFICIENTS>
struct WarpMemory {
  static constexpr int COEFFICIENT_BYTES = ((COEFFICIENTS + WAITING) * sizeof(S) + 15) / 16 * 16;
  static constexpr int BYTES = COEFFICIENT_BYTES + 3 * 32 * sizeof(int);
  S *first, *waiting;
  int *target, *next_entry, *next_target;  // of the lanes

  __device__ explicit WarpMemory(unsigned char* memory) {
    unsigned char* mine = memory + threadIdx.x / 32 * BYTES;
    first = reinterpret_cast<S*>(mine);
    waiting = first + COEFFICIENTS;
    target = reinterpret_cast<int*>(mine + COEFFICIENT_BYTES);
    next_entry = target + 32;
    next_target = next_entry + 32;
  }

  static __device__ void wait_for_fetch() {
    wait_for_copies();
    __syncwarp();
  }
};

// Block y is the run of COLUMNS right-hand sides. Rows are a WarpMemory whose m2l(a, pair, r, lane)
// translates the pair of the lane, and leaves coefficient i of its local expansion at of(lane)[i].
template <class S, class Rows, class Arguments>
__device__ __forceinline__ void m2l_by_warps(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int *list_target = a.list_target, *list_source = a.list_source, rhs = a.rhs;
  const int lane = threadIdx.x % 32, first = blockIdx.y * COLUMNS;
  const int columns = min(COLUMNS, rhs - first);
  const Share<S> share(a, lane, first, columns);
  const int begin = share.begin, end = share.end;
  if (begin == end) return;
  auto place = [&](int base) { return min(base + lane, end - 1); };
  Sums<S> sums(a.local, rhs, first, lane);
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
    const int last_target = sums.target;
    for (int c = 0; c < columns; c++) {
      rows.m2l(a, pair, first + c, lane);
      __syncwarp();
      if (COLUMNS == 1 || c == columns - 1) {
        pair = Pair<S>(a, rows.next_entry[lane], rows.next_target[lane]);
        entry = list_source[place(base + 64)], target = list_target[place(base + 64)];
      }
      const int here = rows.target[lane], before = lane ? rows.target[lane - 1] : last_target;
      const unsigned starts = __ballot_sync(0xffffffffu, here != before);
      sums.target = last_target;
      if (COLUMNS > 1) sums.take(first + c, rows.waiting + c * Shape<S>::N);
      sums.add(min(end - base, 32), starts, rows.target,
               [&](int i, int q) { return rows.of(q)[i]; });
      if (COLUMNS > 1) sums.leave(rows.waiting + c * Shape<S>::N);
      __syncwarp();
    }
  }
  for (int c = 0; c < columns; c++) {
    if (COLUMNS > 1) sums.take(first + c, rows.waiting + c * Shape<S>::N);
    sums.write();
  }
}

}  // namespace
