// Bounding boxes of points on CUDA.
#pragma once
#include "functions.h"

namespace {

template <class S, int DIM>
struct Box {
  S low[DIM], high[DIM];

  __device__ void clear() {
#pragma unroll
    for (int c = 0; c < DIM; c++) low[c] = infinity<S>(), high[c] = -infinity<S>();
  }

  __device__ void add(const S* from, const S* upto) {
#pragma unroll
    for (int c = 0; c < DIM; c++) low[c] = min(low[c], from[c]), high[c] = max(high[c], upto[c]);
  }

  // The axis of the longest side, the first of equal ones.
  __device__ int longest() const {
    int axis = 0;
    S side = -1;
#pragma unroll
    for (int c = 0; c < DIM; c++)
      if (high[c] - low[c] > side) side = high[c] - low[c], axis = c;
    return axis;
  }

  __device__ void unite_lanes() {
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
#pragma unroll
      for (int c = 0; c < DIM; c++) {
        low[c] = min(low[c], __shfl_xor_sync(0xffffffffu, low[c], step));
        high[c] = max(high[c], __shfl_xor_sync(0xffffffffu, high[c], step));
      }
  }
};

}  // namespace
