// Flags by which the blocks of a launch tell one another what is done, and tickets, which number
// blocks in the order in which they begin. CUDA does not promise that blocks begin in the order of
// their indices, so a block may wait only for blocks with earlier tickets: these run already.
#pragma once

namespace {

__device__ inline int take_ticket(int* counter) { return atomicAdd(counter, 1); }

__device__ inline bool is_set(const int* flag) {
  return *reinterpret_cast<const volatile int*>(flag) != 0;
}

// A thread that sees the flag sees all that this thread wrote before a fence that came before
// `set`.
__device__ inline void set(int* flag) { *reinterpret_cast<volatile int*>(flag) = 1; }

}  // namespace
