// The order of numbers by size.
#include "sort.h"

namespace {

// Integers in the order of the numbers: bits of positive numbers rise with them, those of negative ones fall.
inline uint64_t key_of(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(x));
  return bits ^ (bits >> 31 ? ~uint32_t(0) : uint32_t(1) << 31);
}

inline uint64_t key_of(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof(x));
  return bits ^ (bits >> 63 ? ~uint64_t(0) : uint64_t(1) << 63);
}

template <class T>
int64_t order(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  SampleSort<OrderArguments<T>> sort(buffers, scalars);
  if (begin < 0) return phase < sort.STEPS ? sort.units(phase) : phase == sort.STEPS ? sort.buckets : -1;
  const auto key = [points = sort.points](int64_t i) { return key_of(points[i]); };
  for (int64_t i = begin; i < end; i++) {
    if (phase < sort.STEPS) {
      sort.run(phase, i, key);
      continue;
    }
    sort.sort_bucket(i);
    for (int64_t j = sort.bucket_end(i - 1); j < sort.bucket_end(i); j++) sort.order[j] = int32_t(sort.records[j].value);
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(order_f32) { return order<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(order_f64) { return order<double>(buffers, scalars, phase, begin, end); }
