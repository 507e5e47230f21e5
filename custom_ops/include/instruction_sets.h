// The instruction sets that this machine has. `__builtin_cpu_supports` would say it, but in
// libraries that Zig links, as those of wheels, it always says no.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace {

constexpr const char* SETS[] = {"base", "avx2", "avx512"};

// The number of the best of SETS.
int best_set() {
#if defined(__x86_64__)
  const auto all = [](uint64_t word, uint64_t bits) { return (word & bits) == bits; };
  unsigned a, b, c, d;
  const unsigned fma = 1 << 12, saved = 1 << 27;  // the system saves wide registers
  if (!__get_cpuid(1, &a, &b, &c, &d) || !all(c, fma | saved)) return 0;
  uint32_t low, high;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  const unsigned avx2 = 1 << 5;
  const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;  // f, dq, bw and vl
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !all(b, avx2) || !all(low, 0x06)) return 0;
  return all(b, avx512) && all(low, 0xe6) ? 2 : 1;
#else
  return 0;
#endif
}

}  // namespace
