// The pairs of one source with several targets, by a pair body of jaxfmm/codegen/bodies.py, on CPUs
// (after simd.h) and GPUs.
#pragma once
#include "functions.h"

namespace {

// Adds the pairs to the sums of the targets; offset: target minus source. A body with BRANCHES has
// a simpler formula for pairs that are not near, which is used if no target of any lane is near.
template <class Body, class T, int COUNT>
HD void add_source(const T (&offset)[COUNT][Body::DIM], const T* weights, const T* parameters,
                   T (&sum)[COUNT][Body::RESULTS]) {
  if constexpr (Body::BRANCHES) {
    T near[COUNT];
    UNROLL
    for (int j = 0; j < COUNT; j++) Body::nearness(offset[j], weights, parameters, near + j);
    UNROLL
    for (int j = 1; j < COUNT; j++) near[0] = select_(near[j] > near[0], near[j], near[0]);
    if (!any_(near[0] > T())) {
      UNROLL
      for (int j = 0; j < COUNT; j++) Body::simple(offset[j], weights, parameters, sum[j]);
      return;
    }
  }
  UNROLL
  for (int j = 0; j < COUNT; j++) Body::pair(offset[j], weights, parameters, sum[j]);
}

}  // namespace
