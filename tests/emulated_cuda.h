// CUDA on one core, for tests: the threads of a block are coroutines that take turns at barriers,
// and blocks run one after the other. The collective operations of a warp are for all 32 lanes.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include <algorithm>
#include <memory>
#include <vector>

#define __device__
#define __global__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __shared__ static

using std::max;
using std::min;

namespace emulated {

struct Place {
  unsigned x, y, z;
};

constexpr int STACK = 1 << 17;
constexpr int MOST = 1024;
inline Place thread, block, grid, size;
inline ucontext_t scheduler;
inline int current;

// A barrier of so many threads. Threads that have ended are not waited for.
struct Barrier {
  int members = 0, arrived = 0, round = 0;
};
inline Barrier of_block, of_warps[MOST / 32];
inline ucontext_t contexts[MOST];
inline bool ended[MOST];
alignas(16) inline unsigned char values[MOST][64];
inline int votes[2];

inline void pause() {
  swapcontext(&contexts[current], &scheduler);
}

inline void wait(Barrier& barrier) {
  const int round = barrier.round;
  barrier.arrived++;
  while (barrier.round == round) {
    if (barrier.arrived >= barrier.members) {
      barrier.arrived = 0;
      barrier.round++;
      break;
    }
    pause();
  }
}

inline Barrier& warp() { return of_warps[current / 32]; }

// read(values of all lanes) after each lane has given its own.
template <class T, class Read>
auto exchange(const T& value, Read read) {
  static_assert(sizeof(T) <= 64, "too large");
  memcpy(values[current], &value, sizeof(T));
  wait(warp());
  T all[32];
  for (int lane = 0; lane < 32; lane++)
    memcpy(&all[lane], values[current / 32 * 32 + lane], sizeof(T));
  auto result = read(all);
  wait(warp());
  return result;
}

template <class Entry>
void end_thread(Entry* entry) {
  (*entry)();
  ended[current] = true;
  of_block.members--;
  warp().members--;
  swapcontext(&contexts[current], &scheduler);
}

// Runs entry() for every thread of every block.
template <class Entry>
void launch(Place blocks, int threads, Entry entry) {
  static std::vector<unsigned char> stacks(size_t(STACK) * MOST);
  grid = blocks, size = {unsigned(threads), 1, 1};
  for (block.z = 0; block.z < grid.z; block.z++)
    for (block.y = 0; block.y < grid.y; block.y++)
      for (block.x = 0; block.x < grid.x; block.x++) {
        of_block = {threads, 0, 0};
        for (int w = 0; w < (threads + 31) / 32; w++) of_warps[w] = {32, 0, 0};
        for (int t = 0; t < threads; t++) {
          ended[t] = false;
          getcontext(&contexts[t]);
          contexts[t].uc_stack.ss_sp = &stacks[size_t(STACK) * t];
          contexts[t].uc_stack.ss_size = STACK;
          contexts[t].uc_link = &scheduler;
          makecontext(&contexts[t], (void (*)())(end_thread<Entry>), 1, &entry);
        }
        for (int left = threads; left;) {
          left = 0;
          for (current = 0; current < threads; current++) {
            if (ended[current]) continue;
            thread.x = current;
            swapcontext(&scheduler, &contexts[current]);
            left += !ended[current];
          }
        }
      }
}

}  // namespace emulated

#define threadIdx emulated::thread
#define blockIdx emulated::block
#define gridDim emulated::grid
#define blockDim emulated::size

struct int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
inline int2 make_int2(int x, int y) { return {x, y}; }

template <class T>
T __ldg(const T* at) {
  return *at;
}
template <class T>
T __ldcg(const T* at) {
  return *at;
}
inline void __syncthreads() { emulated::wait(emulated::of_block); }
inline void __syncwarp() { emulated::wait(emulated::warp()); }
inline void __threadfence() {}
inline int __syncthreads_or(int value) {
  static int any = 0;
  any |= value != 0;
  __syncthreads();
  const int result = any;
  __syncthreads();
  any = 0;
  __syncthreads();
  return result;
}
inline int __syncthreads_and(int value) { return !__syncthreads_or(!value); }
inline unsigned __ballot_sync(unsigned, int value) {
  return emulated::exchange(value, [](const int* all) {
    unsigned bits = 0;
    for (int lane = 0; lane < 32; lane++) bits |= unsigned(all[lane] != 0) << lane;
    return bits;
  });
}
inline bool __any_sync(unsigned mask, int value) { return __ballot_sync(mask, value) != 0; }
inline bool __all_sync(unsigned mask, int value) { return __ballot_sync(mask, value) == ~0u; }
template <class T>
T __shfl_sync(unsigned, T value, int lane) {
  return emulated::exchange(value, [&](const T* all) { return all[lane & 31]; });
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, int by) {
  const int lane = emulated::current % 32;
  return __shfl_sync(mask, value, lane < by ? lane : lane - by);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by) {
  return __shfl_sync(mask, value, (emulated::current ^ by) & 31);
}
inline unsigned __cvta_generic_to_shared(const void*) { return 0; }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline unsigned __float_as_uint(float value) {
  unsigned bits;
  memcpy(&bits, &value, 4);
  return bits;
}
inline float __uint_as_float(unsigned bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}
template <class T>
T atomicCAS(T* at, T expected, T value) {
  const T before = *at;
  if (before == expected) *at = value;
  return before;
}
template <class T>
void atomicMin(T* at, T value) {
  *at = min(*at, value);
}
template <class T>
void atomicMax(T* at, T value) {
  *at = max(*at, value);
}
template <class T>
T atomicAdd(T* at, T value) {
  const T before = *at;
  *at += value;
  return before;
}

namespace {

// The products of custom_ops/cuda/tensor_columns.cuh. S is float or double; tensor cores ignore the
// last 13 bits of float.
inline double as_tensor_cores_read(float value) {
  return __uint_as_float(__float_as_uint(value) & 0xffffe000u);
}
inline double as_tensor_cores_read(double value) { return value; }

template <class S>
void add_tensor_product(S (&c)[4], const S (&a)[4], const S (&b)[2]) {
  struct Held {
    S a[4], b[2];
  } held;
  memcpy(held.a, a, sizeof(a));
  memcpy(held.b, b, sizeof(b));
  const int g = emulated::current % 32 / 4, t = emulated::current % 4;
  emulated::exchange(held, [&](const Held* all) {
    for (int i = 0; i < 4; i++) {
      double sum = c[i];
      for (int k = 0; k < 8; k++)
        sum += as_tensor_cores_read(all[4 * g + k % 4].a[k / 4 * 2 + i / 2]) *
               as_tensor_cores_read(all[4 * (2 * t + i % 2) + k % 4].b[k / 4]);
      c[i] = S(sum);
    }
    return 0;
  });
}

alignas(16) unsigned char memory[1 << 18];  // dynamic shared memory

}  // namespace
