// The order of numbers by size, on CPUs.
#include "float_keys.h"
#include "sort.h"

namespace {

template <class T>
int64_t order(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
              int64_t end) {
  SampleSort<OrderArguments<T>> sort(buffers, scalars);
  if (begin < 0)
    return phase < sort.STEPS ? sort.units(phase) : phase == sort.STEPS ? sort.buckets : -1;
  const auto key = [points = sort.points](int64_t i) { return uint64_t(key_of(points[i])); };
  for (int64_t i = begin; i < end; i++) {
    if (phase < sort.STEPS) {
      sort.run(phase, i, key);
      continue;
    }
    sort.sort_bucket(i);
    for (int64_t j = sort.bucket_end(i - 1); j < sort.bucket_end(i); j++)
      sort.order[j] = int32_t(sort.records[j].value);
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(order_f32) { return order<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(order_f64) { return order<double>(buffers, scalars, phase, begin, end); }
