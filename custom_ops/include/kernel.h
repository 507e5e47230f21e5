// The form of every CPU kernel, built into the library or compiled on demand.
//
//   int64_t name(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end)
//
// buffers: the operands, then the results. scalars: 64-bit integers (a double as its bits). The library's kernels read
// them by name (generated/arguments.h).
// A call with begin < 0 asks how many units of work `phase` has; a negative answer ends the kernel. Other calls do the
// units begin <= i < end of the phase; the units of a phase run in any order and on any thread, and phases one after
// the other. No unit may depend on another unit of its own phase.
#pragma once
#include <cstdint>
#include <cstring>

#ifndef JAXFMM_SUFFIX  // the library may hold a kernel for several instruction sets, told apart by a suffix
#define JAXFMM_SUFFIX
#endif
#define JAXFMM_JOIN_(a, b) a##b
#define JAXFMM_JOIN(a, b) JAXFMM_JOIN_(a, b)
#define JAXFMM_KERNEL(name)                                                    \
  extern "C" __attribute__((visibility("default"))) int64_t JAXFMM_JOIN(name, JAXFMM_SUFFIX)( \
      void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end)

inline double as_double(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}
