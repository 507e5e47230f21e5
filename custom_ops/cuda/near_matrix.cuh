// The product of `near_fields.matrix.NearMatrix` with densities: a thread has a line. The numbers
// of an entry of all lines stand together, so a warp reads each of them once, in few transactions.
// Densities come from the L2 cache, which holds those of millions of points.
#pragma once
#include "fours.cuh"

namespace {

// A warp adds the lines of each target, which are one after the other, and the last of them adds to
// the result. Where a target has lines of two warps, both orders of addition have the same sum.
template <class S, int WIDTH, class Arguments>
__device__ void near_matrix(const Arguments& a) {
  const long long line = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int target = line < a.lines ? a.target[line] : int(a.m);
  const bool used = target < a.m;
  S sum[4] = {};
  if (used) {
    const auto* values = reinterpret_cast<const Four<S>*>(a.values);
#pragma unroll 8
    for (int e = 0; e < WIDTH; e++) {
      const long long at = e * a.lines + line;
      const Four<S> entry = values[at];
      const S density = a.densities[a.column[at]];
#pragma unroll
      for (int c = 0; c < 4; c++) sum[c] += entry.value[c] * density;
    }
  }
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const bool same = __shfl_up_sync(~0u, target, step) == target && lane >= step;
#pragma unroll
    for (int c = 0; c < 4; c++) {
      const S other = __shfl_up_sync(~0u, sum[c], step);
      if (same) sum[c] += other;
    }
  }
  const int next = __shfl_sync(~0u, target, (lane + 1) % 32);
  if (!used || (lane < 31 && next == target)) return;
#pragma unroll
  for (int c = 0; c < 4; c++) atomicAdd(&a.fields[4ll * target + c], sum[c]);
}

}  // namespace
