// P2P on CPUs for pair bodies with FEW_NEAR, such as the closed forms of elements: near pairs are
// few and take much longer than others. A vector of targets and one source would leave most lanes
// of such a formula empty. So near pairs wait until they fill a vector, whatever their targets and
// sources are.
#pragma once
#include "rows.h"

namespace {

// The lanes in which a mask holds, as bits.
template <class M>
HD unsigned lanes_of(M mask) {
#if defined(__AVX512F__)
  if constexpr (sizeof(mask[0]) == 4) return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask);
  if constexpr (sizeof(mask[0]) == 8) return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask);
#elif defined(__AVX__)
  if constexpr (sizeof(mask[0]) == 4) return _mm256_movemask_ps((__m256)mask);
  if constexpr (sizeof(mask[0]) == 8) return _mm256_movemask_pd((__m256d)mask);
#endif
  unsigned found = 0;
  for (unsigned i = 0; i < sizeof(M) / sizeof(mask[0]); ++i) found |= unsigned(mask[i] != 0) << i;
  return found;
}

// Component c of the places of targets, whose numbers are in the lanes of `which`.
template <int GROUPS, int DIM, class V>
HD V component(const V (&x)[GROUPS][DIM], int c, bits<V> which) {
#ifdef __clang__
  V found;
  for (int i = 0; i < lanes<V>; i++) found[i] = x[which[i] / lanes<V>][c][which[i] % lanes<V>];
  return found;
#else
  if constexpr (GROUPS == 1) return __builtin_shuffle(x[0][c], which);
  if constexpr (GROUPS == 2) return __builtin_shuffle(x[0][c], x[1][c], which);
#endif
}

// The near pairs of GROUPS vectors of targets that wait, and the sums of those that do not.
template <class Body, int GROUPS, class V>
struct NearPairs {
  static constexpr int WIDTH = lanes<V>, DIM = Body::DIM, RESULTS = Body::RESULTS;
  using S = typename element<V>::type;

  const V (&x)[GROUPS][DIM];
  const S *points, *weights;
  const V* parameters;
  int waiting = 0;
  int64_t source[(GROUPS + 1) * WIDTH];
  std::decay_t<decltype(bits<V>()[0])> target[(GROUPS + 1) * WIDTH];
  S sum[GROUPS * WIDTH][RESULTS] = {};

  NearPairs(const V (&x)[GROUPS][DIM], const S* points, const S* weights, const V* parameters)
      : x(x), points(points), weights(weights), parameters(parameters) {}

  // Adds the pairs of source s with the targets of group g in these lanes.
  HD void add(int64_t s, int g, unsigned lanes) {
    for (; lanes; lanes &= lanes - 1) {
      source[waiting] = s;
      target[waiting++] = g * WIDTH + __builtin_ctz(lanes);
    }
  }

  HD void sum_full_vectors() {
    while (waiting >= WIDTH) sum_last(WIDTH);
  }

  HD void sum_rest() {
    if (!waiting) return;
    for (int i = waiting; i < WIDTH; i++) {
      source[i] = source[0];
      target[i] = target[0];
    }
    sum_last(waiting);
  }

  // Sums the last `count` pairs.
  __attribute__((noinline)) void sum_last(int count) {
    waiting -= count;
    const S *at[WIDTH], *of[WIDTH];
    bits<V> which;
    std::memcpy(&which, target + waiting, sizeof(V));
    for (int i = 0; i < WIDTH; i++) {
      at[i] = points + source[waiting + i] * DIM;
      of[i] = weights + source[waiting + i] * Body::WEIGHTS;
    }
    V y[DIM + Body::WEIGHTS], d[DIM], result[RESULTS];
    to_lanes<V, S>(at, DIM, y);
    to_lanes<V, S>(of, Body::WEIGHTS, y + DIM);
#pragma GCC unroll 64
    for (int c = 0; c < DIM; c++) d[c] = component(x, c, which) - y[c];
    for (int r = 0; r < RESULTS; r++) result[r] = V{};
    Body::pair(d, y + DIM, parameters, result);
    alignas(sizeof(V)) S value[RESULTS][WIDTH];
    std::memcpy(value, result, sizeof(value));
    for (int i = 0; i < count; i++) {
      S* total = sum[target[waiting + i]];
      for (int r = 0; r < RESULTS; r++) total[r] += value[r][i];
    }
  }

  V total(int g, int r) const {
    V value;
    for (int i = 0; i < WIDTH; i++) value[i] = sum[g * WIDTH + i][r];
    return value;
  }
};

}  // namespace
