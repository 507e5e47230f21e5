// Which nodes of few points are split, because they lie beside a crowd; jaxfmm/tree/sparse.py says what that is.
#pragma once
#include "functions.h"

namespace {

using Key = unsigned long long;  // the first two words of a key

HD int shared_bits(Key a, Key b) {
#ifdef __CUDACC__
  return a == b ? 64 : __clzll(a ^ b);
#else
  return a == b ? 64 : __builtin_clzll(a ^ b);
#endif
}

// Samples: a function from the number of a sample to its key.
template <int D, class Samples>
struct Crowds {
  static constexpr int BITS = D == 3 ? 21 : 31;  // of an axis
  Samples sample;
  long long count;
  int closest;  // the most bits that two neighbours among the samples share, -1 if there are not two

  static constexpr Key bits_of(int axis) {
    Key bits = 0;
    for (int place = axis; place < D * BITS; place += D) bits |= Key(1) << (63 - place);
    return bits;
  }

  // Whether a cube of these highest bits holds a crowd.
  HD bool crowded(Key cube, Key top) const {
    long long low = -1, high = count;
    while (high - low > 1) {
      const long long middle = (low + high) / 2;
      (sample(middle) < cube ? low : high) = middle;
    }
    return high + 1 < count && (sample(high + 1) & top) == cube;
  }

  // Whether a node is sparse whose first and last keys are these.
  HD bool beside(Key first, Key last) const {
    constexpr Key axes[] = {bits_of(0), bits_of(D > 1 ? 1 : 0), bits_of(D > 2 ? 2 : 0)};
    const int place = shared_bits(first, last), level = place / D > 0 ? place / D - 1 : 0, bits = level * D;
    if (place >= D * BITS || bits > closest) return false;
    const Key top = bits ? ~Key(0) << (64 - bits) : 0;
    for (int side = 0; side < 1 << D; side++) {
      Key cube = first & top;
      bool there = true;
      UNROLL
      for (int axis = 0; axis < D; axis++) {
        if (!(side >> axis & 1)) continue;
        const Key mask = axes[axis] & top, unit = mask & (~mask + 1), inside = cube & mask;
        const bool up = first >> (63 - bits - axis) & 1;
        there = there && inside != (up ? mask : 0);
        cube = (cube & ~mask) | ((up ? (cube | ~mask) + unit : inside - unit) & mask);
      }
      if (there && crowded(cube, top)) return true;
    }
    return false;
  }
};

}  // namespace
