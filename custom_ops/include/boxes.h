// The sums of `Tails` on CPUs for many targets in a small box, by one walk for all of them. With
// the offset s of a target from the middle of the box, in bandwidths,
//
//   exp(D_j) = exp(D_j at the middle) exp(b_j . s) ,
//
// and the sums of exp(D_j) b_j^m / m! at the middle are the coefficients of a series in s. A bound
// on its remainder is summed with them. Targets for which it is too large are given back.
#pragma once
#include "packets.h"
#include "sort.h"

namespace {

template <class T, int DIM, class Arguments>
class Box {
  using S = typename element<T>::type;
  using One = Tails<T, DIM, false, Linear<DIM>, Arguments>;
  static constexpr int DEGREE = DIM == 1   ? BOX_DEGREE_1
                                : DIM == 2 ? BOX_DEGREE_2
                                           : BOX_DEGREE_3;
  using List = Series<DIM, DEGREE>;
  static constexpr int LANES = lanes<T>;
  // The sums of targets may be smaller than the sum at the middle by exp(-LOWER).
  static constexpr S LOWER = 2, WIDEST = 4;

 public:
  // Writes the anchors and sums of some targets; returns the number of those that are left over,
  // which come first in `targets` then.
  static int find(const Arguments& a, int count, Record* targets) {
    Box box(a, count, targets);
    if (!box.expand()) return count;
    int left = 0;
    for (int k = 0; k < count; k++)
      if (!box.evaluate(targets[k].value)) targets[left++] = targets[k];
    return left;
  }

 private:
  const Arguments& a;
  S middle[DIM], half[DIM];  // of the box; half: half of its size, in bandwidths
  bool good = true;          // whether the box is small, and no target leaves a source out
  int anchor = 0;
  // total: the sum at the middle. error: a bound on the remainder anywhere in the box. series: its
  // coefficients.
  S total = 0, error = 0, series[List::COUNT];

  Box(const Arguments& a, int count, const Record* targets) : a(a) {
    S low[DIM], high[DIM];
    for (int k = 0; k < count; k++) {
      good = good && a.own[targets[k].value] < 0;
      for (int c = 0; c < DIM; c++) {
        const S x = a.targets[int64_t(targets[k].value) * DIM + c];
        low[c] = k && low[c] < x ? low[c] : x, high[c] = k && high[c] > x ? high[c] : x;
      }
    }
    for (int c = 0; c < DIM; c++) {
      middle[c] = S(0.5) * (low[c] + high[c]);
      half[c] = max_(high[c] - middle[c], middle[c] - low[c]) * a.inverse[c];
      good = good && half[c] <= WIDEST;
    }
  }

  // Whether there is a series.
  bool expand() {
    if (!good) return false;
    One tails(a, {DIM}, 0, DIM);
    tails.frame.target = middle, tails.own = -1;
    anchor = tails.nearest(S(a.gain));
    for (int tries = 0; tries < 10; tries++)
      if (!add(tails)) return true;
    return false;
  }

  // Sums the series. Returns whether it has moved the anchor instead.
  bool add(One& tails) {
    constexpr List list{};
    tails.about(anchor);
    const auto& frame = tails.frame;
    Beyond<T, DIM> beyond{a.inverse};
    for (int c = 0; c < DIM; c++) {
      beyond.anchor[c] = frame.anchor[c];
      beyond.low[c] = frame.u[c] - half[c], beyond.high[c] = frame.u[c] + half[c];
    }
    T sum[List::COUNT], rest = T();
    UNROLL for (int m = 0; m < List::COUNT; m++) sum[m] = T();
    total = a.values[anchor];
    bool moved = false;
    walk<BEST, T>(
        tails.tree, beyond,
        [&] {
          total = max_(total, sum_(sum[0]));
          return log_(total) - S(a.slack) - LOWER + tails.level;
        },
        Open(),
        [&](int leaf) {
          UNROLL for (int part = 0; part < PARTS<T>; part++) {
            T b[DIM], power[List::COUNT], reach = T();
            const int lane = part * LANES;
            const T weight = load_<T>(a.values + int64_t(leaf) * GROUP + lane);
            const T e = select_(weight > T(), tails.exponent(leaf, part, b), -infinity<T>());
            if (bits_<T>(e > constant<T>(One::HIGH))) {
              anchor = leaf * GROUP + lane + lowest_bit_(bits_<T>(e == broadcast<T>(largest_(e))));
              moved = true;
              return false;
            }
            UNROLL for (int c = 0; c < DIM; c++) reach += abs_(b[c]) * half[c];
            T remainder = weight * exp_(e + reach);
            UNROLL for (int m = 1; m <= DEGREE + 1; m++) remainder *= reach * S(1.0 / m);
            rest += select_(weight > T(), remainder, T());
            power[0] = weight * exp_(e);
            sum[0] += power[0];
            UNROLL for (int m = 1; m < List::COUNT; m++) {
              power[m] = power[list.parent[m]] * b[list.variable[m]];
              sum[m] += power[m];
            }
          }
          return true;
        });
    if (moved) return true;
    error = sum_(rest);
    UNROLL for (int m = 0; m < List::COUNT; m++) series[m] = sum_(sum[m]) * S(list.factor[m]);
    return false;
  }

  // Writes the anchor and the sums of a target, if they are accurate.
  bool evaluate(int64_t target) const {
    S s[DIM], value, slope[DIM];
    for (int c = 0; c < DIM; c++)
      s[c] = (a.targets[target * DIM + c] - middle[c]) * a.inverse[c];
    List::at(s, [&](int m) { return series[m]; }, value, slope);
    if (!(error <= S(a.remainder) * value && value >= exp_(-LOWER) * total)) return false;
    S* sums = a.sums + target * (DIM + 1);
    a.anchor[target] = anchor, sums[0] = value;
    for (int c = 0; c < DIM; c++) sums[1 + c] = slope[c];
    return true;
  }
};

}  // namespace
