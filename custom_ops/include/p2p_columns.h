// P2P on CPUs for several columns of weights. A pair body gives the numbers by which the weights of
// a source are multiplied, without weights: for each result one number for each weight of a
// source. They are computed once, for a few sources at a time, and then multiplied by one column
// after the other, as a product of small matrices.
#pragma once
#include "columns.h"
#include "p2p_cpu.h"

namespace {

// Vectors that the registers hold for sums and factors.
#if defined(__AVX512F__) || defined(JAXFMM_NEON)
constexpr int VECTORS = 30;
#else
constexpr int VECTORS = 15;
#endif
constexpr int MOST_MATRIX_COLUMNS = 16;     // of one walk over the sources
constexpr int MATRIX_BYTES = 16384;         // of the numbers of all pairs that are kept at a time

// How many columns of sums, of `rows` vectors each, fit the registers.
constexpr int columns_at_once(int rows) {
  int count = 8;
  while (count > 1 && count * (rows + 1) + 1 > VECTORS) count /= 2;
  return count;
}

// Computes the numbers of the pairs of the targets x with sources [first, last).
template <class Body, int GROUPS, class V, class S>
void pair_numbers(const V (&x)[GROUPS][Body::DIM], const S* points, const V* parameters,
                  int64_t first, int64_t last, V* numbers) {
  for (int64_t s = first; s < last; s++) {
    const Source<Body, V> source(points, static_cast<const S*>(nullptr), s);
    V offset[GROUPS][Body::DIM], next[GROUPS][Body::RESULTS] = {};
    for (int g = 0; g < GROUPS; g++)
      for (int c = 0; c < Body::DIM; c++) offset[g][c] = x[g][c] - source.y[c];
    add_source<Body>(offset, source.weights(), parameters, next);
    for (int g = 0; g < GROUPS; g++)
      for (int i = 0; i < Body::RESULTS; i++) *numbers++ = next[g][i];
  }
}

// Adds the products of the numbers of `count` sources, (count, ROWS, WEIGHTS) vectors, and their
// weights (count, WEIGHTS, stride) to the sums (columns, ROWS).
template <int ROWS, int WEIGHTS, class V, class S>
__attribute__((noinline)) void multiply(const V* numbers, const S* weights, int count,
                                        int64_t stride, int columns, V* sums) {
  by_columns<columns_at_once(ROWS)>(columns, [&](auto some, int64_t first) {
    constexpr int SOME = some;
    V sum[SOME][ROWS];
#pragma GCC unroll 8
    for (int c = 0; c < SOME; c++)
#pragma GCC unroll 64
      for (int r = 0; r < ROWS; r++) sum[c][r] = sums[(first + c) * ROWS + r];
    const V* number = numbers;
    const S* weight = weights + first;
    for (int s = 0; s < count; s++, number += ROWS * WEIGHTS)
#pragma GCC unroll 64
      for (int w = 0; w < WEIGHTS; w++, weight += stride) {
        V factor[SOME];
#pragma GCC unroll 8
        for (int c = 0; c < SOME; c++) factor[c] = broadcast<V>(weight[c]);
#pragma GCC unroll 64
        for (int r = 0; r < ROWS; r++) {
          const V one = number[r * WEIGHTS + w];
#pragma GCC unroll 8
          for (int c = 0; c < SOME; c++) sum[c][r] += factor[c] * one;
        }
      }
#pragma GCC unroll 8
    for (int c = 0; c < SOME; c++)
#pragma GCC unroll 64
      for (int r = 0; r < ROWS; r++) sums[(first + c) * ROWS + r] = sum[c][r];
  });
}

template <int DIM, int RESULTS, int WEIGHTS, class V, class S>
struct P2PColumns {
  template <int GROUPS>
  using Numbers = void (*)(const V (&)[GROUPS][DIM], const S*, const V*, int64_t, int64_t, V*);

  const P2PArguments<S>& a;
  const V* parameters;
  NearSources<DIM, S> near;

  // Writes columns [column, column + columns) of the sums at GROUPS vectors of targets.
  template <int GROUPS>
  void run(Numbers<GROUPS> compute, int64_t leaf, int64_t at, int64_t last, int64_t column,
           int columns) const {
    constexpr int WIDTH = lanes<V>, ROWS = GROUPS * RESULTS,
                  FIT = MATRIX_BYTES / int(sizeof(V)) / (ROWS * WEIGHTS), SOME = FIT > 4 ? FIT : 4;
    V x[GROUPS][DIM], moved[GROUPS][DIM], numbers[SOME * ROWS * WEIGHTS];
    V sum[MOST_MATRIX_COLUMNS * ROWS], lost[MOST_MATRIX_COLUMNS * ROWS],
        part[MOST_MATRIX_COLUMNS * ROWS];
    near.load(at, last, x);
    near.load(at, last, moved);
    for (int i = 0; i < columns * ROWS; i++) sum[i] = lost[i] = V{};
    near.each_run(
        leaf, [&](const S* shift) { near.move(x, shift, moved); },
        [&](int64_t first, int64_t stop) {
          for (int64_t block = first; block < stop; block += a.block) {
            const int64_t end = smaller(block + a.block, stop);
            for (int i = 0; i < columns * ROWS; i++) part[i] = V{};
            for (int64_t s = block; s < end; s += SOME) {
              const int64_t next = smaller(s + SOME, end);
              compute(moved, a.sources, parameters, s, next, numbers);
              multiply<ROWS, WEIGHTS, V, S>(numbers, a.weights + s * WEIGHTS * a.columns + column,
                                            next - s, a.columns, columns, part);
            }
            for (int i = 0; i < columns * ROWS; i++) add_compensated(sum[i], lost[i], part[i]);
          }
        });
    for (int64_t row = at; row < smaller(at + GROUPS * WIDTH, last); row++) {
      const int g = (row - at) / WIDTH, l = (row - at) % WIDTH;
      for (int r = 0; r < RESULTS; r++) {
        const S* far = a.far + (row * RESULTS + r) * a.columns + column;
        S* out = a.out + (a.place[row] * int64_t(RESULTS) + r) * a.columns + column;
        for (int c = 0; c < columns; c++) out[c] = far[c] + sum[c * ROWS + g * RESULTS + r][l];
      }
    }
  }

  __attribute__((noinline)) void leaves(Numbers<1> one, Numbers<2> two, int64_t begin,
                                        int64_t end) const {
    near.template each_target<V>(begin, end, [&](auto groups, int64_t leaf, int64_t at,
                                                 int64_t last) {
      for (int64_t column = 0; column < a.columns; column += MOST_MATRIX_COLUMNS) {
        const int columns = smaller(a.columns - column, MOST_MATRIX_COLUMNS);
        if constexpr (groups == 2)
          run<2>(two, leaf, at, last, column, columns);
        else
          run<1>(one, leaf, at, last, column, columns);
      }
    });
  }
};

// `p2p` for `columns` columns of WEIGHTS weights; Body has the numbers of pairs as its results.
template <class Body, int WEIGHTS, class V, class S>
int64_t p2p_columns(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
                    int64_t end) {
  const P2PArguments<S> a(buffers, scalars);
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_leaves;
  V parameters[Body::PARAMETERS + 1];
  for (int i = 0; i < Body::PARAMETERS; i++) parameters[i] = broadcast<V>(a.parameters[i]);
  const P2PColumns<Body::DIM, Body::RESULTS / WEIGHTS, WEIGHTS, V, S> p{
      a, parameters, {a, {int(a.bits)}}};
  p.leaves(pair_numbers<Body, 1, V, S>, pair_numbers<Body, 2, V, S>, begin, end);
  return 0;
}

}  // namespace
