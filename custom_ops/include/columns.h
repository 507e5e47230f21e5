// Columns of charges that take the same steps together: what depends on the geometry alone is
// computed, and constants are loaded, once for all of them.
#pragma once
#include <cstdint>
#include <type_traits>

#include "simd.h"

namespace {

// The same coefficient of two columns, or of twice as many if T is such a pair.
template <class T>
struct Two {
  T first, second;
  friend HD Two operator+(const Two& x, const Two& y) {
    return {x.first + y.first, x.second + y.second};
  }
  friend HD Two operator-(const Two& x, const Two& y) {
    return {x.first - y.first, x.second - y.second};
  }
  HD Two& operator+=(const Two& more) { return *this = *this + more; }
};

// A number that all columns share times the numbers of the columns.
template <class V, class T>
HD Two<T> operator*(const V& shared, const Two<T>& x) {
  return {shared * x.first, shared * x.second};
}

template <class T>
HD Two<T> times(typename element<T>::type number, const Two<T>& x) {
  return {times(number, x.first), times(number, x.second)};
}

template <class T>
struct element<Two<T>> : element<T> {};

// Most columns at a time. More would leave too few registers for sums.
#if defined(__AVX512F__) || defined(JAXFMM_NEON)
constexpr int MOST_COLUMNS = 4;
#else
constexpr int MOST_COLUMNS = 2;
#endif

template <class V, int COUNT>
struct ColumnsOf {
  using type = Two<typename ColumnsOf<V, COUNT / 2>::type>;
};

template <class V>
struct ColumnsOf<V, 1> {
  using type = V;
};

// COUNT values, one after the other: 1, 2 or 4.
template <class V, int COUNT>
using Columns = typename ColumnsOf<V, COUNT>::type;

// Calls body(count, first) for runs of at most MOST columns that make up all `columns`; `count` is
// known at compile time.
template <int MOST, class Body>
HD void by_columns(int64_t columns, Body body) {
  int64_t first = 0;
  if constexpr (MOST >= 4)
    for (; columns - first >= 4; first += 4) body(std::integral_constant<int, 4>(), first);
  if constexpr (MOST >= 2)
    for (; columns - first >= 2; first += 2) body(std::integral_constant<int, 2>(), first);
  for (; first < columns; first++) body(std::integral_constant<int, 1>(), first);
}

}  // namespace
