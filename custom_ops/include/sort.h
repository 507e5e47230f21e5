// Sorting by 64-bit keys on all threads, by a sample sort: its buckets are about equally full
// however the keys cluster. All records of one key are in one bucket.
#pragma once
#include <cstdint>
#include <cstring>

#include "counts.h"
#include "generated/arguments.h"

namespace {

constexpr int64_t OVERSAMPLING = 8, BLOCK_RECORDS = 4096, BUCKET_RECORDS = 1024;

struct Record {
  uint64_t key, value;
};

// Sorts n records stably by key; `other` is scratch for n records.
inline void sort_records(Record* a, Record* other, int64_t n) {
  if (n <= 32) {
    for (int64_t i = 1; i < n; i++) {
      const Record r = a[i];
      int64_t j = i;
      for (; j > 0 && a[j - 1].key > r.key; j--) a[j] = a[j - 1];
      a[j] = r;
    }
    return;
  }
  uint32_t count[8][256] = {};
  for (int64_t i = 0; i < n; i++)
    for (int digit = 0; digit < 8; digit++) count[digit][a[i].key >> (8 * digit) & 255]++;
  Record *from = a, *to = other;
  for (int digit = 0; digit < 8; digit++) {
    uint32_t* place = count[digit];
    if (place[from[0].key >> (8 * digit) & 255] == n) continue;
    for (uint32_t value = 0, sum = 0; value < 256; value++) {
      const uint32_t here = place[value];
      place[value] = sum;
      sum += here;
    }
    for (int64_t i = 0; i < n; i++) to[place[from[i].key >> (8 * digit) & 255]++] = from[i];
    Record* swap = from;
    from = to;
    to = swap;
  }
  if (from != a) std::memcpy(a, from, n * sizeof(Record));
}

// The steps of the sort: splitters, buckets of items, scan, scatter, and then `sort_bucket`. key(i)
// is the key of item i, and i the value of its record. The units of a step (blocks or buckets) may
// run at the same time. The arguments bring the scratch (jaxfmm/native/sort.py).
template <class Arguments>
struct SampleSort : Arguments {
  using Arguments::bucket, Arguments::histogram;
  Record* records = reinterpret_cast<Record*>(Arguments::records);  // (n,)
  Record* spare = reinterpret_cast<Record*>(Arguments::spare);      // (n,)
  uint64_t* splitter = reinterpret_cast<uint64_t*>(Arguments::splitter);
  int64_t n, blocks, buckets = 1;

  SampleSort(void* const* buffers, const int64_t* scalars)
      : SampleSort(buffers, scalars, Arguments(buffers, scalars).n) {}

  SampleSort(void* const* buffers, const int64_t* scalars, int64_t n)
      : Arguments(buffers, scalars), n(n),
        blocks(smaller(SORT_BLOCKS, ceil_divide(n, BLOCK_RECORDS))) {
    while (buckets < SORT_BUCKETS && buckets * BUCKET_RECORDS < n) buckets *= 2;
  }

  // The items of a block are consecutive.
  int64_t edge(int64_t block) const { return n * block / blocks; }

  uint32_t* histogram_of(int64_t block) const { return histogram + block * SORT_BUCKETS; }

  template <class Key>
  void choose_splitters(const Key& key) {
    if (buckets == 1) return;
    const int64_t samples = buckets * OVERSAMPLING;  // fewer than n
    for (int64_t i = 0; i < samples; i++) records[i].key = key(n * i / samples);
    sort_records(records, spare, samples);
    for (int64_t i = 1; i < buckets; i++) splitter[i - 1] = records[i * OVERSAMPLING].key;
  }

  template <class Key>
  void classify(int64_t block, const Key& key) {
    uint32_t* h = histogram_of(block);
    std::memset(h, 0, buckets * sizeof(*h));
    for (int64_t i = edge(block); i < edge(block + 1); i++) spare[i] = {key(i), uint64_t(i)};
    constexpr int W = 16;  // searches that run at the same time
    for (int64_t i = edge(block); i < edge(block + 1); i += W) {
      const int used = int(smaller(W, edge(block + 1) - i));
      uint64_t x[W];
      uint32_t place[W] = {};
      for (int w = 0; w < W; w++) x[w] = w < used ? spare[i + w].key : 0;
      for (uint32_t step = uint32_t(buckets / 2); step > 0; step /= 2)
        for (int w = 0; w < W; w++) place[w] += splitter[place[w] + step - 1] <= x[w] ? step : 0;
      for (int w = 0; w < used; w++) {
        bucket[i + w] = uint16_t(place[w]);
        h[place[w]]++;
      }
    }
  }

  // Turns histograms into the places where blocks put their records.
  void scan() {
    uint32_t sum = 0;
    for (int64_t b = 0; b < buckets; b++)
      for (int64_t block = 0; block < blocks; block++) {
        uint32_t& h = histogram_of(block)[b];
        const uint32_t here = h;
        h = sum;
        sum += here;
      }
  }

  void scatter(int64_t block) {
    uint32_t* h = histogram_of(block);
    for (int64_t i = edge(block); i < edge(block + 1); i++) records[h[bucket[i]]++] = spare[i];
  }

  // The end of a bucket: after `scatter`, the place of the last block.
  int64_t bucket_end(int64_t b) const { return b < 0 ? 0 : histogram_of(blocks - 1)[b]; }

  void sort_bucket(int64_t b) const {
    const int64_t first = bucket_end(b - 1), last = bucket_end(b);
    sort_records(records + first, spare + first, last - first);
  }

  // The steps by number, up to `scatter`, and the units of each.
  static constexpr int64_t STEPS = 4;

  int64_t units(int64_t step) const { return step % 2 ? blocks : 1; }

  template <class Key>
  void run(int64_t step, int64_t unit, const Key& key) {
    switch (step) {
      case 0: return choose_splitters(key);
      case 1: return classify(unit, key);
      case 2: return scan();
      default: return scatter(unit);
    }
  }
};

}  // namespace
