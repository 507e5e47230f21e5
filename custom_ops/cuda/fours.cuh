// Four numbers at once, between registers and memory at multiples of 16 bytes.
#pragma once
#include "functions.h"

namespace {

template <class S>
struct alignas(16) Four {
  S value[4];
};

// Loads four numbers. KEPT: from global memory that nobody writes during the launch.
template <bool KEPT, class S>
HD void get(const S* row, S (&a)[4]) {
  Four<S> four;
  if (KEPT) {
    UNROLL
    for (int i = 0; i < (int)sizeof(four) / 16; i++)
      reinterpret_cast<uint4*>(&four)[i] = __ldg(reinterpret_cast<const uint4*>(row) + i);
  } else {
    four = *reinterpret_cast<const Four<S>*>(row);
  }
  UNROLL
  for (int i = 0; i < 4; i++) a[i] = four.value[i];
}

template <class S>
HD void put(S* row, S a, S b, S c, S d) {
  *reinterpret_cast<Four<S>*>(row) = {{a, b, c, d}};
}

}  // namespace
