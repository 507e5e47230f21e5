// Places of points along the Morton curve, as 64-bit integers.
#pragma once
#include <cstdint>
#include <limits>

namespace {

// 21 bits, with two zeros after each.
inline uint64_t spread_by_2(uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

// 31 bits, with a zero after each.
inline uint64_t spread_by_1(uint64_t x) {
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

// Morton keys of points in a cube. Points outside get the keys of places on its surface.
template <class T, int D>
struct Keys {
  static constexpr int BITS = D == 3 ? 21 : 31;
  T low[D], scale, top;

  Keys(const T* corner, T width) {
    for (int a = 0; a < D; a++) low[a] = corner[a];
    scale = 1 / (width >= std::numeric_limits<T>::min() ? width : T(1));
    constexpr int lost = BITS - std::numeric_limits<T>::digits;
    constexpr int64_t largest = (int64_t(1) << BITS) - 1;
    top = T(lost > 0 ? largest >> lost << lost
                     : largest);  // the largest cell number that T can represent
  }

  inline uint64_t cell(T x, int a) const {
    const T scaled = (x - low[a]) * scale * T(int64_t(1) << BITS);
    return uint64_t(int64_t(scaled > 0 ? (scaled < top ? scaled : top) : T(0)));  // 0 for NaN
  }

  inline uint64_t operator()(const T* x) const {
    if constexpr (D == 3)
      return spread_by_2(cell(x[0], 0)) << 3 | spread_by_2(cell(x[1], 1)) << 2 |
             spread_by_2(cell(x[2], 2)) << 1;
    else if constexpr (D == 2)
      return spread_by_1(cell(x[0], 0)) << 3 | spread_by_1(cell(x[1], 1)) << 2;
    else
      return cell(x[0], 0) << 33;
  }
};

}  // namespace
