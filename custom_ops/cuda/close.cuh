// Whether two different points are so close that the square of their distance may underflow, on
// CUDA: as `too_close` of jaxfmm/tree/points.py. Where points are not suspected of it, the kernel
// ends at once. Points that share a cell are found by a table of hashes instead of sorts.
#pragma once
#include "grid.cuh"

namespace {

// From the source that includes this: of jaxfmm/tree/points.py.
constexpr double SMALLEST_APART = JAXFMM_SMALLEST_APART, CLOSE_SIDE = JAXFMM_CLOSE_SIDE;

template <class S, int DIM, class Arguments>
struct ClosePoints {
  const Arguments& a;
  Grid grid;

  __device__ explicit ClosePoints(const Arguments& a) : a(a), grid(a.gate) {}

  __device__ void run() {
    if (grid.thread() == 0) *a.found = 0;
    if (!*a.suspected) return;
    for (int floored = 0; floored < 2; floored++) {
      grid.wait();
      for (int i = grid.thread(); i < a.slots; i += grid.threads()) a.table[i] = -1;
      grid.wait();
      for (int i = grid.thread(); i < a.n + a.others_n; i += grid.threads()) enter(i, floored);
    }
  }

  // A coordinate of a point, in the unit.
  __device__ S at(int i, int c) const {
    const S* point = i < a.n ? a.points + (long long)DIM * i
                             : a.others + (long long)DIM * (i - a.n);
    return point[c] / *a.unit;
  }

  // The coordinate of the cell of a point, without the sign of zero.
  __device__ S cell(int i, int c, bool floored) const {
    const S x = at(i, c), side = CLOSE_SIDE;
    if (!(fabs(x) < S(SMALLEST_APART))) return x;
    return (floored ? floor(x / side) : rint(x / side)) * side + S(0);
  }

  // Takes a free slot, or meets a point of the same cell. All points of a cell that are equal meet
  // the first of them.
  __device__ void enter(int i, bool floored) const {
    S mine[DIM];
    unsigned hash = 0;
    for (int c = 0; c < DIM; c++) {
      mine[c] = cell(i, c, floored);
      if (mine[c] != mine[c]) return;  // NaN has no cell
      unsigned words[sizeof(S) / 4];
      memcpy(words, mine + c, sizeof(S));
      for (unsigned word : words) hash = (hash ^ word) * 0x9e3779b1u, hash ^= hash >> 15;
    }
    for (int slot = hash & (a.slots - 1);; slot = (slot + 1) & (a.slots - 1)) {
      const int other = atomicCAS(a.table + slot, -1, i);
      if (other < 0) return;
      bool same = true, different = false;
      for (int c = 0; c < DIM; c++) {
        same = same && cell(other, c, floored) == mine[c];
        different = different || at(other, c) != at(i, c);
      }
      if (!same) continue;
      if (different) *a.found = 1;
      return;
    }
  }
};

// gate: zeros. suspected: whether points may be too close. points (n, DIM), others (others_n, DIM);
// unit: a scalar by which coordinates are divided. found: a scalar, 0 or 1. table: scratch of
// `slots` numbers, a power of two that is larger than the number of points.
template <class S, int DIM, class Arguments>
__device__ void close_points(const Arguments& a) {
  ClosePoints<S, DIM, Arguments>(a).run();
}

}  // namespace
