// The order of numbers by size.
#include "kernel.h"
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

// points -> order; then the scratch of a SampleSort. scalars: points
template <class T>
int64_t order(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const T* points = static_cast<const T*>(buffers[0]);
  int32_t* out = static_cast<int32_t*>(buffers[1]);
  SampleSort sort(scalars[0]);
  sort.records = static_cast<Record*>(buffers[2]);
  sort.spare = static_cast<Record*>(buffers[3]);
  sort.bucket = static_cast<uint16_t*>(buffers[4]);
  sort.histogram = static_cast<uint32_t*>(buffers[5]);
  sort.splitter = static_cast<uint64_t*>(buffers[6]);
  const int64_t units[] = {1, sort.blocks, 1, sort.blocks, sort.buckets};
  if (begin < 0) return phase < 5 ? units[phase] : -1;
  const auto key = [points](int64_t i) { return key_of(points[i]); };
  for (int64_t i = begin; i < end; i++) {
    switch (phase) {
      case 0: sort.choose_splitters(key); break;
      case 1: sort.classify(i, key); break;
      case 2: sort.scan(); break;
      case 3: sort.scatter(i); break;
      default:
        sort.sort_bucket(i);
        for (int64_t j = sort.bucket_end(i - 1); j < sort.bucket_end(i); j++) out[j] = int32_t(sort.records[j].value);
    }
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(order_f32) { return order<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(order_f64) { return order<double>(buffers, scalars, phase, begin, end); }
