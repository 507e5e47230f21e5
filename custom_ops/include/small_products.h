// Products of small matrices on CPUs.
#pragma once
#include "simd.h"

namespace {

// c[i, v] += sum_k a[i row_a + k step_a] b[k, v] for ROWS rows i and COLS vectors v, with the sums
// in registers. row_b, row_c: from one row of b or c to the next, in vectors.
template <int ROWS, int COLS, class V, class S>
inline __attribute__((always_inline)) void tile(int64_t depth, const S* a, int64_t row_a,
                                                int64_t step_a, const V* b, int64_t row_b, V* c,
                                                int64_t row_c) {
  V sum[ROWS][COLS];
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) sum[i][j] = c[i * row_c + j];
  for (int64_t k = 0; k < depth; k++) {
    V right[COLS];
    for (int j = 0; j < COLS; j++) right[j] = b[k * row_b + j];
    for (int i = 0; i < ROWS; i++) {
      const V left = broadcast<V>(a[i * row_a + k * step_a]);
      for (int j = 0; j < COLS; j++) sum[i][j] += left * right[j];
    }
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) c[i * row_c + j] = sum[i][j];
}

template <int COLS, class V, class S>
void column(int64_t rows, int64_t depth, const S* a, int64_t row_a, int64_t step_a, const V* b,
            int64_t row_b, V* c, int64_t row_c) {
  constexpr int ROWS = COLS == 1 ? 8 : 4;
  int64_t i = 0;
  for (; i + ROWS <= rows; i += ROWS)
    tile<ROWS, COLS>(depth, a + i * row_a, row_a, step_a, b, row_b, c + i * row_c, row_c);
  for (; i < rows; i++)
    tile<1, COLS>(depth, a + i * row_a, row_a, step_a, b, row_b, c + i * row_c, row_c);
}

// c (rows, width) += a (rows, depth) b (depth, width), with widths in vectors; the rows of b and c
// are `row` vectors apart.
template <class V, class S>
inline __attribute__((always_inline)) void multiply(int64_t rows, int64_t depth, int64_t width,
                                                    const S* a, int64_t row_a, int64_t step_a,
                                                    const V* b, V* c, int64_t row) {
  int64_t j = 0;
  for (; j + 4 <= width; j += 4) column<4>(rows, depth, a, row_a, step_a, b + j, row, c + j, row);
  for (; j + 2 <= width; j += 2) column<2>(rows, depth, a, row_a, step_a, b + j, row, c + j, row);
  for (; j < width; j++) column<1>(rows, depth, a, row_a, step_a, b + j, row, c + j, row);
}

}  // namespace
