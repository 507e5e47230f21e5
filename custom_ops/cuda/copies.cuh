// Copies from global to shared memory: past the registers, on GPUs that can do that.
#pragma once

namespace {

__device__ inline unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}

// A thread begins to copy BYTES bytes, 16 at a time.
template <int BYTES>
__device__ void copy_bytes(void* to, const void* from) {
#pragma unroll
  for (int i = 0; i < BYTES; i += 16) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to) + i),
                 "l"((const char*)from + i)
                 : "memory");
#else
    *(int4*)((char*)to + i) = *(const int4*)((const char*)from + i);
#endif
  }
}

// A thread begins to copy 4 or 8 bytes.
template <int BYTES>
__device__ void copy_few_bytes(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from),
               "n"(BYTES)
               : "memory");
#else
  memcpy(to, from, BYTES);
#endif
}

// A warp begins to copy COUNT numbers of 4 or 8 bytes. `to` and `from`: of the lane's first number.
template <int BYTES, int COUNT, int FIRST = 0>
__device__ __forceinline__ void copy_by_warp(void* to, const void* from, int lane) {
  if (FIRST + 32 <= COUNT || FIRST + lane < COUNT) {
#if __CUDA_ARCH__ >= 800  // with constant offsets: the compiler would compute each address
    asm volatile("cp.async.ca.shared.global [%0 + %2], [%1 + %2], %3;" ::"r"(shared_address(to)),
                 "l"(from), "n"(FIRST * BYTES), "n"(BYTES)
                 : "memory");
#else
    memcpy((char*)to + FIRST * BYTES, (const char*)from + FIRST * BYTES, BYTES);
#endif
  }
  if constexpr (FIRST + 32 < COUNT) copy_by_warp<BYTES, COUNT, FIRST + 32>(to, from, lane);
}

// Waits for the copies that this thread has begun.
__device__ inline void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Lets bulk copies that begin after the next barrier of the block overwrite what threads have
// written before.
__device__ inline void before_bulk_copies() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

#if __CUDA_ARCH__ >= 900
// Bulk copies, of any length. Any thread may begin one, and all threads wait for them by a counter
// in shared memory of the bytes that have arrived. One thread initializes the counter, and one says
// each time how many bytes to expect.
struct Arrivals {
  unsigned long long word;

  __device__ void initialize() {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&word)) : "memory");
  }

  __device__ void expect(int bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&word)),
        "r"(bytes)
        : "memory");
  }

  __device__ void copy(void* to, const void* from, int bytes) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(&word))
        : "memory");
  }

  // Waits until all bytes have arrived. phase: how many waits came before.
  __device__ void wait(int phase) const {
    int done = 0;
    while (!done)
      asm volatile(
          "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.s32 %0, "
          "1, 0, p;\n}"
          : "=r"(done)
          : "r"(shared_address(&word)), "r"(phase & 1)
          : "memory");
  }
};
#endif

}  // namespace
