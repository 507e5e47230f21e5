// Nodes of few points that are split all the same, because they lie next to a crowd;
// jaxfmm/tree/sparse.py defines crowds.
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

// Samples: a function that returns the key of a sample, given the number of the sample.
template <int D, class Samples>
struct Crowds {
  static constexpr int BITS = D == 3 ? 21 : 31;  // of an axis
  static constexpr int SIDES = D == 3   ? 27
                               : D == 2 ? 9
                                        : 3;  // neighbours of a cube, including itself
  Samples sample;
  long long count;
  int closest;  // the most bits that two consecutive samples share, -1 if there are fewer than two
                // samples

  static constexpr Key bits_of(int axis) {
    Key bits = 0;
    for (int place = axis; place < D * BITS; place += D) bits |= Key(1) << (63 - place);
    return bits;
  }

  // Whether the cube with these highest bits holds a crowd.
  HD bool crowded(Key cube, Key top) const {
    long long low = -1, high = count;
    while (high - low > 1) {
      const long long middle = (low + high) / 2;
      (sample(middle) < cube ? low : high) = middle;
    }
    return high + 1 < count && (sample(high + 1) & top) == cube;
  }

  // Sets `top` to the highest bits, which all keys of the cube around these keys share. Returns
  // whether cubes of this size can hold crowds.
  HD bool comparable(Key first, Key last, Key& top) const {
    const int place = shared_bits(first, last), bits = place / D * D;
    top = bits ? ~Key(0) << (64 - bits) : 0;
    return place < D * BITS && bits <= closest;
  }

  // Whether neighbour number `side` of the cube that holds `key` holds a crowd.
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

  // Whether the node with these first and last keys lies next to a crowd.
  HD bool is_beside(Key first, Key last) const {
    Key top;
    if (!comparable(first, last, top)) return false;
    for (int side = 0; side < SIDES; side++)
      if (crowded_side(first, top, side)) return true;
    return false;
  }
};

}  // namespace
