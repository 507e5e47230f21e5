// Sums and ranks over the lanes of a warp.
#pragma once

namespace {

// The bits of the lanes before this one.
__device__ inline unsigned lanes_before() { return (1u << threadIdx.x % 32) - 1; }

// The sum of `value` over the lanes up to and including this one.
__device__ inline int sum_up_to_lane(int value) {
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, value, step);
    if (threadIdx.x % 32 >= step) value += other;
  }
  return value;
}

}  // namespace
