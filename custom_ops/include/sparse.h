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
    constexpr int sides = D == 3 ? 27 : D == 2 ? 9 : 3;
    const int place = shared_bits(first, last), bits = place / D * D;
    if (place >= D * BITS || bits > closest) return false;
    const Key top = bits ? ~Key(0) << (64 - bits) : 0;
    for (int side = 0; side < sides; side++) {
      Key cube = first & top;
      bool there = true;
      int step = side;
      UNROLL
      for (int axis = 0; axis < D; axis++, step /= 3) {
        const Key mask = axes[axis] & top, unit = mask & (~mask + 1), inside = cube & mask;
        if (step % 3 == 1) {
          there = there && inside != mask;
          cube = (cube & ~mask) | (((cube | ~mask) + unit) & mask);
        } else if (step % 3 == 2) {
          there = there && inside;
          cube = (cube & ~mask) | ((inside - unit) & mask);
        }
      }
      if (there && crowded(cube, top)) return true;
    }
    return false;
  }
};

}  // namespace
