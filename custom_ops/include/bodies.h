// The pairs of one source with several targets, by a pair body of jaxfmm/codegen/bodies.py, on CPUs
// (after simd.h) and GPUs.
#pragma once
#include "functions.h"

namespace {

// Adds the pairs to the sums of the targets. offset: target minus source; weights: of the source,
// whose coordinates are in memory ahead of them. A body with BRANCHES has a simpler formula for
// pairs that are not near, which is used if no target of any lane is near. The other formula holds
// for all pairs, and with FEW_NEAR for near ones alone: each target then has its own choice.
template <class Body, class T, int COUNT>
HD void add_source(const T (&offset)[COUNT][Body::DIM], const T* weights, const T* parameters,
                   T (&sum)[COUNT][Body::RESULTS]) {
  if constexpr (Body::BRANCHES) {
    T near[COUNT], nearest;
    UNROLL_VECTORS
    for (int j = 0; j < COUNT; j++) Body::nearness(offset[j], weights, parameters, near + j);
    nearest = near[0];
    UNROLL_VECTORS
    for (int j = 1; j < COUNT; j++) nearest = select_(near[j] > nearest, near[j], nearest);
    if (!any_(nearest > T())) {
      UNROLL_VECTORS
      for (int j = 0; j < COUNT; j++) Body::simple(offset[j], weights, parameters, sum[j]);
      return;
    }
    if constexpr (Body::FEW_NEAR) {
      UNROLL_VECTORS
      for (int j = 0; j < COUNT; j++) {
        if (!any_(near[j] > T())) {
          Body::simple(offset[j], weights, parameters, sum[j]);
          continue;
        }
        T closed[Body::RESULTS] = {}, simple[Body::RESULTS] = {};
        Body::pair(offset[j], weights, parameters, closed);
        Body::simple(offset[j], weights, parameters, simple);
        UNROLL_VECTORS
        for (int r = 0; r < Body::RESULTS; r++)
          sum[j][r] += select_(near[j] > T(), closed[r], simple[r]);
      }
      return;
    }
  }
  UNROLL_VECTORS
  for (int j = 0; j < COUNT; j++) Body::pair(offset[j], weights, parameters, sum[j]);
}

}  // namespace
