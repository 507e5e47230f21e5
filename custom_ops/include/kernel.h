// The form of every CPU kernel, built into the library or compiled on demand.
//
//   int64_t name(void* const* buffers, const int64_t* scalars,
//                int64_t phase, int64_t begin, int64_t end)
//
// buffers: the operands, then the results. scalars: 64-bit integers (a double as its bits). The
// library's kernels read them by name (generated/arguments.h). A call with begin < 0 returns how
// many units of work `phase` has; a negative number ends the kernel. Other calls do the units begin
// <= i < end of the phase. Phases run one after the other; the units of a phase run in any order
// and on any thread, so no unit may depend on another unit of its own phase.
#pragma once
#include <cstdint>
#include <cstring>

#ifndef JAXFMM_SUFFIX  // distinguishes kernels of the library for different instruction sets
#define JAXFMM_SUFFIX
#endif
#define JAXFMM_JOIN_(a, b) a##b
#define JAXFMM_JOIN(a, b) JAXFMM_JOIN_(a, b)
#define JAXFMM_KERNEL(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int64_t JAXFMM_JOIN(name, JAXFMM_SUFFIX)( \
      void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end)

inline double as_double(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}
