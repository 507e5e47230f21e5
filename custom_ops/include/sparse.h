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
  static constexpr int BITS = D == 3 ? 21 : 31;               // of an axis
  static constexpr int SIDES = D == 3 ? 27 : D == 2 ? 9 : 3;  // of a cube, itself among them
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

  // The highest bits that the cube around these keys has. Whether cubes of its size can hold crowds.
  HD bool comparable(Key first, Key last, Key& top) const {
    const int place = shared_bits(first, last), bits = place / D * D;
    top = bits ? ~Key(0) << (64 - bits) : 0;
    return place < D * BITS && bits <= closest;
  }

  // Whether the neighbour with this number of the cube that holds `key` holds a crowd.
  HD bool crowded_side(Key key, Key top, int side) const {
    constexpr Key axes[] = {bits_of(0), bits_of(D > 1 ? 1 : 0), bits_of(D > 2 ? 2 : 0)};
    Key cube = key & top;
    bool there = true;
    UNROLL
    for (int axis = 0; axis < D; axis++, side /= 3) {
      const Key mask = axes[axis] & top, unit = mask & (~mask + 1), inside = cube & mask;
      if (side % 3 == 1) {
        there = there && inside != mask;
        cube = (cube & ~mask) | (((cube | ~mask) + unit) & mask);
      } else if (side % 3 == 2) {
        there = there && inside;
        cube = (cube & ~mask) | ((inside - unit) & mask);
      }
    }
    return there && crowded(cube, top);
  }

  // Whether a node is sparse whose first and last keys are these.
  HD bool beside(Key first, Key last) const {
    Key top;
    if (!comparable(first, last, top)) return false;
    for (int side = 0; side < SIDES; side++)
      if (crowded_side(first, top, side)) return true;
    return false;
  }
};

}  // namespace
