// For kernels whose blocks all run at once (a cooperative launch): barriers and running sums over
// the whole grid.
#pragma once
#include "warps.cuh"

namespace {

// Zeros when the kernel starts. The two counters lie in different cache lines, so that blocks that
// wait do not slow down blocks that arrive.
struct Gate {
  alignas(128) unsigned arrived;
  alignas(128) unsigned open;  // the number of arrivals for which the gate is open
};

struct Grid {
  Gate* gate;
  unsigned goal;

  __device__ explicit Grid(unsigned* gate) : gate(reinterpret_cast<Gate*>(gate)), goal(0) {}

  // Waits until every thread of the grid is here. Afterwards all threads may read what any thread
  // wrote before.
  __device__ void wait() {
    __syncthreads();
    goal += gridDim.x;
    if (threadIdx.x == 0) {
      __threadfence();
      volatile unsigned* open = &gate->open;
      if (atomicAdd(&gate->arrived, 1u) + 1 == goal)
        *open = goal;
      else
        while (*open < goal) {
        }
      __threadfence();
    }
    __syncthreads();
  }

  __device__ int thread() const { return blockIdx.x * blockDim.x + threadIdx.x; }
  __device__ int threads() const { return gridDim.x * blockDim.x; }
  __device__ int warp() const { return thread() / 32; }
  __device__ int warps() const { return threads() / 32; }
};

// A sum over the threads of the block before this one, and over all of them.
struct Sum {
  int before, total;
};

template <int THREADS>
__device__ Sum block_sum(int value) {
  __shared__ int warps[THREADS / 32];
  const int upto = sum_up_to_lane(value);
  __syncthreads();
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = upto;
  __syncthreads();
  Sum sum{upto - value, 0};
#pragma unroll
  for (int w = 0; w < THREADS / 32; w++) {
    if (w < threadIdx.x / 32) sum.before += warps[w];
    sum.total += warps[w];
  }
  return sum;
}

// Running sums over items in order, by the whole grid. Each block has a share of consecutive items,
// which it takes in tiles of one item for each thread; shares are whole tiles, unless there are
// `few` items. First every block calls `add`, for the total of its share; after a wait of the grid
// it calls `give`, for the sum before each item.
template <int THREADS>
struct Running {
  int* sums;  // one for each block
  int first, last;

  __device__ Running(int* sums, int begin, int end, bool few = false) : sums(sums) {
    const int even = (end - begin + gridDim.x - 1) / gridDim.x;
    const int share = few ? even : (even + THREADS - 1) / THREADS * THREADS;
    first = min((long long)end, begin + (long long)blockIdx.x * share);
    last = min((long long)end, (long long)first + share);
  }

  // value(item): what to add up.
  template <class Value>
  __device__ void add(Value value) const {
    int mine = 0;
    for (int i = first + threadIdx.x; i < last; i += THREADS) mine += value(i);
    const int total = block_sum<THREADS>(mine).total;
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
  }

  // Calls give(item, sum before it, value) for the items of the block; returns the total over all
  // items.
  template <class Value, class Give>
  __device__ int give(Value value, Give give) const {
    int before = 0, total = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += THREADS) {
      const int sum = sums[b];
      total += sum;
      if (b < blockIdx.x) before += sum;
    }
    before = block_sum<THREADS>(before).total;
    total = block_sum<THREADS>(total).total;
    for (int tile = first; tile < last; tile += THREADS) {
      const int i = tile + threadIdx.x, here = i < last ? value(i) : 0;
      const Sum sum = block_sum<THREADS>(here);
      if (i < last) give(i, before + sum.before, here);
      before += sum.total;
    }
    return total;
  }
};

}  // namespace
