// Moves rows of numbers in memory to the lanes of vectors, and back.
#pragma once
#include <cstring>
#include <utility>

#include "simd.h"

namespace {

// a[0], b[0], a[1], b[1], ... of the first halves of two vectors, or of the second halves.
template <int HALF, class V, std::size_t... I>
HD V interleave(V a, V b, std::index_sequence<I...>) {
  constexpr int width = lanes<V>, first = HALF * width / 2;
#ifdef __clang__
  return __builtin_shufflevector(a, b, (int(I) / 2 + int(I) % 2 * width + first)...);
#else
  return __builtin_shuffle(a, b, mask_t<V>{(int(I) / 2 + int(I) % 2 * width + first)...});
#endif
}

// Exchanges v[i][j] and v[j][i]: each round rotates the bits of (i, j), read as one number, by one
// place.
template <class V>
HD void transpose(V (&v)[lanes<V>]) {
  constexpr int width = lanes<V>;
  const auto all = std::make_index_sequence<width>();
#pragma GCC unroll 8
  for (int round = 1; round < width; round *= 2) {
    V mixed[width];
#pragma GCC unroll 16
    for (int i = 0; i < width / 2; i++) {
      mixed[2 * i] = interleave<0>(v[i], v[i + width / 2], all);
      mixed[2 * i + 1] = interleave<1>(v[i], v[i + width / 2], all);
    }
#pragma GCC unroll 16
    for (int i = 0; i < width; i++) v[i] = mixed[i];
  }
}

// Copies n coefficients of each lane l from rows[l][i] to to[i * stride][l]. Whole vectors are transposed in
// registers; the last of them may repeat some coefficients.
template <class V, class S>
void to_lanes(const S* const (&rows)[lanes<V>], int n, V* to, int stride = 1) {
  constexpr int width = lanes<V>;
  if (n < width)
    for (int i = 0; i < n; i++)
      for (int l = 0; l < width; l++) to[i * stride][l] = rows[l][i];
  else
    for (int next = 0; next < n; next += width) {
      const int first = next + width < n ? next : n - width;
      V block[width];
      for (int l = 0; l < width; l++) std::memcpy(&block[l], rows[l] + first, sizeof(V));
      transpose(block);
      for (int i = 0; i < width; i++) to[(first + i) * stride] = block[i];
    }
}

// Copies from from[i * stride][l] to rows that follow one another.
template <class V, class S>
void from_lanes(const V* from, int n, S* rows, int stride = 1) {
  constexpr int width = lanes<V>;
  if (n < width)
    for (int i = 0; i < n; i++)
      for (int l = 0; l < width; l++) rows[l * n + i] = from[i * stride][l];
  else
    for (int next = 0; next < n; next += width) {
      const int first = next + width < n ? next : n - width;
      V block[width];
      for (int i = 0; i < width; i++) block[i] = from[(first + i) * stride];
      transpose(block);
      for (int l = 0; l < width; l++) std::memcpy(rows + l * n + first, &block[l], sizeof(V));
    }
}

// Sets out[i] to the sum over the lanes of sum[i].
template <class V, class S>
void totals(const V* sum, int n, S* out) {
  constexpr int width = lanes<V>;
  if (n < width)
    for (int i = 0; i < n; i++) {
      out[i] = sum[i][0];
      for (int l = 1; l < width; l++) out[i] += sum[i][l];
    }
  else
    for (int next = 0; next < n; next += width) {
      const int first = next + width < n ? next : n - width;
      V block[width];
      for (int i = 0; i < width; i++) block[i] = sum[first + i];
      transpose(block);
      V total = block[0];
      for (int l = 1; l < width; l++) total += block[l];
      std::memcpy(out + first, &total, sizeof(V));
    }
}

}  // namespace
