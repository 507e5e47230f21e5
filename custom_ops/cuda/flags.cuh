// Flags by which the blocks of a launch tell one another what is done, and tickets, which say in what order blocks begin.
// CUDA does not promise that they begin in the order of their numbers, so a block may wait only for what those with
// earlier tickets do: they run already.
#pragma once

namespace {

__device__ inline int take_ticket(int* counter) { return atomicAdd(counter, 1); }

__device__ inline bool is_set(const int* flag) { return *reinterpret_cast<const volatile int*>(flag) != 0; }

// What this thread has written before, and passed through a fence, others see where they see the flag.
__device__ inline void set(int* flag) { *reinterpret_cast<volatile int*>(flag) = 1; }

}  // namespace
