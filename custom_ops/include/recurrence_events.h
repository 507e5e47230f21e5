// The steps and the events of the recurrences on CPUs (cpu/recurrences.cpp).
#pragma once
#include <algorithm>
#include <type_traits>

#include "generated/arguments.h"
#include "simd.h"

namespace {

constexpr int LANES = RECURRENCE_LANES, CHUNK = RECURRENCE_CHUNK, RUN = CHUNK / LANES;

template <class S>
struct Constants;

template <>
struct Constants<float> {
  using Bits = unsigned;
  static constexpr float FAR = 18;  // exp(-FAR) is negligible relative to 1
  static constexpr float ROUND = 12582912.0f,
                         HALF_PI[] = {1.5703125f, 4.83751296997e-4f, 7.54978995489e-8f};
  static constexpr int TERMS = 4;
};

template <>
struct Constants<double> {
  using Bits = unsigned long long;
  static constexpr double FAR = 40;
  static constexpr double ROUND = 6755399441055744.0;
  static constexpr double HALF_PI[] = {1.57079632673412561417, 6.07710050630396597660e-11,
                                       2.02226624879595063154e-21};
  static constexpr int TERMS = 7;
};

template <class S>
constexpr S inverse_factorial(int n) {
  S value = 1;
  for (int i = 2; i <= n; i++) value /= i;
  return value;
}

// sin x and cos x by Taylor series of sin r and cos r, where x = q pi / 2 + r and |r| <= pi / 4.
// For |x| below 2^10.
template <class V>
HD void sine_cosine(V x, V& sine, V& cosine) {
  using S = typename element<V>::type;
  using C = Constants<S>;
  typedef typename C::Bits B __attribute__((vector_size(sizeof(V))));
  const V shifted = x * S(0.6366197723675814) + C::ROUND, q = shifted - C::ROUND;
  const V r = ((x - q * C::HALF_PI[0]) - q * C::HALF_PI[1]) - q * C::HALF_PI[2], r2 = r * r;
  V s = V{}, c = V{};
#pragma GCC unroll 8
  for (int i = C::TERMS; i > 0; i--) {
    const S sign = i % 2 ? -1 : 1;
    s = s * r2 + sign * inverse_factorial<S>(2 * i + 1);
    c = c * r2 + sign * inverse_factorial<S>(2 * i);
  }
  s = s * (r2 * r) + r;
  c = c * r2 + S(1);
  constexpr int TOP = 8 * sizeof(S) - 1;
  const B quadrant = (B)shifted;
  const auto odd = (quadrant & 1) != 0;
  sine = (V)((B)select_<V>(odd, c, s) ^ (quadrant & 2) << (TOP - 1));
  cosine = (V)((B)select_<V>(odd, s, c) ^ ((quadrant + 1) & 2) << (TOP - 1));
}

// exp(x) - 1 for -80 <= x <= 0.
template <class V>
HD V expm1_of_negative(V x) {
  using B = std::conditional_t<std::is_same_v<V, vf>, bits_f, bits_d>;
  B exponent;
  const V reduced = exp_reduced(x, exponent), power = (V)((B)constant<V>(1) + exponent);
  return power * reduced + (power - constant<V>(1));
}

// The factors by which a step over a distance changes exponentials; distances are in units of 1 /
// scale.
template <class V, class S>
struct Decay {
  S rate, scale;
  const double* frequencies;

  HD V distance(V d) const {
    d = d * scale;
    const V far = constant<V>(Constants<S>::FAR / rate);
    return select_(d > V{}, select_(d < far, d, far), V{});
  }
  // exp(-rate d) - 1
  HD V loss(V d) const { return expm1_of_negative<V>(d * -rate); }
  // exp(-rate d) (exp(-i frequency d) - 1)
  HD void turn(int64_t k, V d, V loss, V& real, V& imaginary) const {
    V sine, cosine;
    sine_cosine<V>(d * S(0.5 * frequencies[k]), sine, cosine);
    const V factor = (loss + constant<V>(1)) * sine * S(-2);
    real = factor * sine;
    imaginary = factor * cosine;
  }
};

// The events of a chunk. Event e has slot e % RUN * LANES + e / RUN, so that each lane has a run.
template <class S, class Point>
struct Chunk {
  int64_t sources, targets, first_source, first_target;  // how many, and the first ones
  uint16_t source_slot[CHUNK], target_slot[CHUNK];
  S position[CHUNK], gap[CHUNK + LANES];  // gap: before each event, and after the last of a run
  S before, after;                        // positions of the neighbours of the chunk
  double ends[2][LANES];                  // of the runs, in both directions

  void load(const Point* x, const Point* y, int64_t m, int64_t n, int64_t number,
            const int32_t* border) {
    const int64_t first = number * CHUNK, last = std::min(m + n, first + CHUNK);
    first_source = border[number], sources = border[number + 1] - first_source;
    first_target = first - first_source, targets = last - first - sources;
    y += first_source, x += first_target;
    int64_t i = 0, j = 0;
    auto add = [&](S at) {
      const int slot = int((i + j) % RUN * LANES + (i + j) / RUN);
      position[slot] = at;
      return uint16_t(slot);
    };
    while (i < sources && j < targets) {
      const bool source = y[i] <= x[j];
      source_slot[i] = target_slot[j] = add(source ? y[i] : x[j]);
      i += source, j += !source;
    }
    for (; i < sources; i++) source_slot[i] = add(y[i]);
    for (; j < targets; j++) target_slot[j] = add(x[j]);
    const S end = std::max<S>(sources ? y[sources - 1] : x[targets - 1],
                              targets ? x[targets - 1] : y[sources - 1]);
    for (; i + j < CHUNK; j++) add(end);

    before = position[0], after = end;
    const bool low_y = first_source > 0, low_x = first_target > 0;
    if (low_y || low_x) before = !low_x || (low_y && y[-1] > x[-1]) ? y[-1] : x[-1];
    const bool high_y = first_source + sources < n, high_x = first_target + targets < m;
    if (high_y || high_x)
      after = !high_x || (high_y && y[sources] < x[targets]) ? y[sources] : x[targets];
    constexpr int END = CHUNK - LANES;
    for (int run = 0; run < LANES; run++) {
      ends[0][run] = position[END + run], ends[1][run] = position[run];
      gap[run] = position[run] - (run ? position[END + run - 1] : before);
      gap[CHUNK + run] = (run + 1 < LANES ? position[run + 1] : after) - position[END + run];
    }
    for (int slot = LANES; slot < CHUNK; slot++)
      gap[slot] = position[slot] - position[slot - LANES];
  }
};

}  // namespace
