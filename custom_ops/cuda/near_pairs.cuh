// P2P on CUDA for pair bodies with FEW_NEAR, such as the closed forms of elements: near pairs are
// few and take much longer than others. If a thread took the near pairs of its own targets, most
// lanes would wait for one. So each warp collects its near pairs and takes 32 of them at a time,
// one in each lane; the results return to the threads that have the targets.
#pragma once
#include "warps.cuh"

namespace {

template <class Body, class S, int PER>
struct NearPairs {
  static constexpr int AT_ONCE = 32 / PER;  // sources whose pairs are marked in 32 bits

  // points: the `count` targets of the tile. x: the targets of the lane, the numbers slot,
  // slot + slots, ... of these points; the last point stands in for numbers beyond it.
  const S (&x)[PER][Body::DIM];
  S (&sum)[PER][Body::RESULTS];
  const S *points, *parameters;
  int slot, slots, count;

  // Adds the pairs of the lane's targets with `filled` sources, next, next + step, ... All lanes
  // of the warp must call this, with any number of sources.
  template <class Source>
  __device__ void add(const Source* window, int next, int step, int filled, unsigned short* queue) {
    int most = filled > next ? (filled - next + step - 1) / step : 0;
    const int mine = most;
#pragma unroll
    for (int by = 16; by; by /= 2) most = max(most, __shfl_xor_sync(~0u, most, by));
    for (int first = 0; first < most; first += AT_ONCE) {
      unsigned near = 0;
      for (int i = 0; i < AT_ONCE && first + i < mine; i++)
        near |= add_far(window[next + (first + i) * step]) << i * PER;
      add_near(window, next + first * step, step, near, queue);
    }
  }

 private:
  // Adds the pairs with a source that are not near; returns the bits of the others.
  template <class Source>
  __device__ unsigned add_far(const Source& source) {
    unsigned found = 0;
#pragma unroll
    for (int j = 0; j < PER; j++) {
      S d[Body::DIM], near, far[Body::RESULTS] = {};
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) d[c] = x[j][c] - source.value[c];
      Body::nearness(d, source.value + Body::DIM, parameters, &near);
      Body::simple(d, source.value + Body::DIM, parameters, far);
      found |= unsigned(near > S()) << j;
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) sum[j][r] += near > S() ? S() : far[r];
    }
    return found;
  }

  // Adds the near pairs of the warp. Bit i PER + j of `near` is for source next + i step and target
  // j of the lane. queue: 64 numbers of the warp in shared memory.
  template <class Source>
  __device__ void add_near(const Source* window, int next, int step, unsigned near,
                           unsigned short* queue) {
    const int upto = sum_up_to_lane(__popc(near)), all = __shfl_sync(~0u, upto, 31);
    int place = upto - __popc(near);  // of the first pair of the lane that is left
    for (int first = 0; first < all; first += 32) {
      unsigned now = near;  // the pairs of the lane in this turn are those that `now` loses
      for (int p = place; now && p < first + 32; p++, now &= now - 1) {
        const int bit = __ffs(now) - 1;
        queue[p - first] = next + bit / PER * step;
        queue[32 + p - first] = min(slot + bit % PER * slots, count - 1);
      }
      __syncwarp();
      S result[Body::RESULTS] = {};
      if (first + threadIdx.x % 32 < all) {
        const Source& source = window[queue[threadIdx.x % 32]];
        const S* target = points + queue[32 + threadIdx.x % 32] * Body::DIM;
        S d[Body::DIM];
#pragma unroll
        for (int c = 0; c < Body::DIM; c++) d[c] = target[c] - source.value[c];
        Body::pair(d, source.value + Body::DIM, parameters, result);
      }
      __syncwarp();
      while (__any_sync(~0u, near != now)) {
        const bool mine = near != now;
        const int j = mine ? (__ffs(near) - 1) % PER : PER, from = mine ? place - first : 0;
#pragma unroll
        for (int r = 0; r < Body::RESULTS; r++) {
          const S value = __shfl_sync(~0u, result[r], from);
#pragma unroll
          for (int k = 0; k < PER; k++) sum[k][r] += k == j ? value : S();
        }
        if (mine) near &= near - 1, place++;
      }
    }
  }
};

}  // namespace
