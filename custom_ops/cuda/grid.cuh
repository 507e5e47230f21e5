// For kernels whose blocks all run at once (a cooperative launch): they may wait for each other, and add up in order.
#pragma once

namespace {

// Zeros when the kernel starts. Blocks that wait read another line of memory than arriving ones write.
struct Gate {
  alignas(128) unsigned arrived;
  alignas(128) unsigned open;  // for as many arrivals
};

struct Grid {
  Gate* gate;
  unsigned goal;

  __device__ explicit Grid(unsigned* gate) : gate(reinterpret_cast<Gate*>(gate)), goal(0) {}

  // Until every thread is here; what they wrote before, all may read then.
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

__device__ inline int lanes_before() { return (1u << threadIdx.x % 32) - 1; }

// The sum of `value` over the threads of the block before this one, and over all.
struct Sum {
  int before, total;
};

template <int THREADS>
__device__ Sum block_sum(int value) {
  __shared__ int warps[THREADS / 32];
  int upto = value;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, upto, step);
    if (threadIdx.x % 32 >= step) upto += other;
  }
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

// Running sums over items in order, by the whole grid: a share of consecutive items for each block, in tiles of a thread
// each; whole tiles, unless there are `few` items. First every block adds up its share, then, when all have, it gives
// each item the sum before it.
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

  template <class Value>  // value(item)
  __device__ void add(Value value) const {
    int mine = 0;
    for (int i = first + threadIdx.x; i < last; i += THREADS) mine += value(i);
    const int total = block_sum<THREADS>(mine).total;
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
  }

  // After a wait: give(item, sum before it, value); the total.
  template <class Value, class Give>
  __device__ int give(Value value, Give give) const {
    int before = 0, all = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += THREADS) {
      const int sum = sums[b];
      all += sum;
      if (b < blockIdx.x) before += sum;
    }
    before = block_sum<THREADS>(before).total;
    all = block_sum<THREADS>(all).total;
    for (int tile = first; tile < last; tile += THREADS) {
      const int i = tile + threadIdx.x, here = i < last ? value(i) : 0;
      const Sum sum = block_sum<THREADS>(here);
      if (i < last) give(i, before + sum.before, here);
      before += sum.total;
    }
    return all;
  }
};

}  // namespace
