// The sums of `Tails` on CPUs for a few neighbouring targets, by one walk for all of them: bounds
// are of the box of these targets, and all exponents are relative to the same anchor.
#pragma once
#include "log_sum_exp.h"

namespace {

template <class T, int DIM, int COUNT, class Arguments>
class Together {
  using S = typename element<T>::type;
  using One = Tails<T, DIM, false, Linear<DIM>, Arguments>;
  // Targets are at most WIDEST bandwidths from the middle of their box. Where a sum is below LEAST,
  // the target needs another anchor.
  static constexpr S WIDEST = 2, LEAST = S(1e-20);
  static constexpr int TRIES = 4, LANES = GROUP / PARTS<T>;

 public:
  // Writes the anchors and sums of the targets who[k] with a bit in `todo`; returns the bits of
  // those that are left over. The others of who repeat one of these.
  template <bool EXPANDED>
  static HD unsigned find(const Arguments& a, const int* who, unsigned todo) {
    Together all(a, who);
    return all.good && all.is_near() && all.template sum_up<EXPANDED>() ? all.write(todo) : todo;
  }

 private:
  const Arguments& a;
  const int* who;
  S middle[DIM], half[DIM];  // of the box; half: half of its size, in bandwidths
  bool good = true;          // whether the box is small, and no target leaves a source out
  int anchor = 0;
  S u[COUNT * DIM];  // the targets minus the anchor, in bandwidths
  S total[COUNT];    // lower bounds on the sums
  T sum[COUNT * (DIM + 1)];

  HD S target(int k, int c) const { return a.targets[(long long)who[k] * DIM + c]; }

  HD Together(const Arguments& a, const int* who) : a(a), who(who) {
    UNROLL for (int k = 0; k < COUNT; k++) good = good && a.own[who[k]] < 0;
    UNROLL for (int c = 0; c < DIM; c++) {
      S low = target(0, c), high = low;
      UNROLL for (int k = 1; k < COUNT; k++) low = min_(low, target(k, c)),
                                             high = max_(high, target(k, c));
      middle[c] = S(0.5) * (low + high);
      half[c] = max_(high - middle[c], middle[c] - low) * a.inverse[c];
      good = good && half[c] <= WIDEST;
    }
  }

  // Whether the targets are at most TAIL_APART bandwidths from the box of all sources. From far
  // away few leaves count, and a walk for one target is short.
  HD bool is_near() const {
    Near<T, DIM> near{a.inverse};
    UNROLL for (int c = 0; c < DIM; c++) near.low[c] = near.high[c] = middle[c];
    const S* top = a.boxes + (long long)a.first[a.levels - 1] * 2 * DIM * GROUP;
    S most = -infinity<S>();
    UNROLL for (int part = 0; part < PARTS<T>; part++) most =
        max_(most, largest_(near.bound(top + part * LANES)));
    return most >= S(-0.5 * TAIL_APART * TAIL_APART);
  }

  // Whether the sums are complete. The anchor moves if another source has a far larger term.
  template <bool EXPANDED>
  HD bool sum_up() {
    One tails(a, {DIM}, 0, DIM);
    tails.frame.target = middle, tails.own = -1;
    anchor = tails.nearest(S(a.gain));
    for (int tries = 0; tries < TRIES; tries++)
      if (add<EXPANDED>(tails)) return true;
    return false;
  }

  // Returns false if it has moved the anchor instead.
  template <bool EXPANDED>
  HD bool add(One& tails) {
    tails.about(anchor);
    Beyond<T, DIM> beyond{a.inverse};
    UNROLL for (int c = 0; c < DIM; c++) {
      const S at = tails.frame.anchor[c], offset = tails.frame.u[c];
      beyond.anchor[c] = at, beyond.low[c] = offset - half[c], beyond.high[c] = offset + half[c];
      UNROLL for (int k = 0; k < COUNT; k++) u[k * DIM + c] = (target(k, c) - at) * a.inverse[c];
    }
    UNROLL for (int m = 0; m < COUNT * (DIM + 1); m++) sum[m] = T();
    UNROLL for (int k = 0; k < COUNT; k++) total[k] = a.values[anchor];
    bool moved = false;
    walk<BEST, T>(
        tails.tree, beyond,
        [&] {
          S least = infinity<S>();
          UNROLL for (int k = 0; k < COUNT; k++) {
            total[k] = max_(total[k], sum_(sum[k * (DIM + 1)]));
            least = min_(least, total[k]);
          }
          return log_(least) - S(a.slack) + tails.level;
        },
        [&](int level, int group, unsigned bits, const T* bound, S least) {
          if constexpr (EXPANDED)
            return bits && level < a.expanded
                       ? add_series<COUNT>(a, tails.tree, tails.frame, tails.level, half, u, level,
                                           group, bits, bound, least, sum)
                       : 0u;
          return 0u;
        },
        [&](int leaf) {
          UNROLL for (int part = 0; part < PARTS<T>; part++) {
            T b[DIM], e[COUNT], most = -infinity<T>();
            const T weight = load_<T>(a.values + (long long)leaf * GROUP + part * LANES);
            const T height = tails.relative(leaf, part);
            UNROLL for (int c = 0; c < DIM; c++) b[c] =
                (load_<T>(tails.rows(leaf) + c * GROUP + part * LANES) - beyond.anchor[c]) *
                a.inverse[c];
            UNROLL for (int k = 0; k < COUNT; k++) {
              e[k] = height;
              UNROLL for (int c = 0; c < DIM; c++) e[k] += b[c] * (u[k * DIM + c] - S(0.5) * b[c]);
              most = max_(most, e[k]);
            }
            most = select_(weight > T(), most, -infinity<T>());
            if (bits_<T>(most > constant<T>(One::HIGH))) {
              anchor = leaf * GROUP + part * LANES +
                       lowest_bit_(bits_<T>(most == broadcast<T>(largest_(most))));
              moved = true;
              return false;
            }
            UNROLL for (int k = 0; k < COUNT; k++) {
              const T term = select_(weight > T(), weight * exp_(e[k]), T());
              T* to = sum + k * (DIM + 1);
              to[0] += term;
              UNROLL for (int c = 0; c < DIM; c++) to[1 + c] += term * b[c];
            }
          }
          return true;
        });
    return !moved;
  }

  HD unsigned write(unsigned todo) const {
    unsigned left = 0;
    UNROLL for (int k = 0; k < COUNT; k++) {
      S whole[DIM + 1];
      UNROLL for (int m = 0; m <= DIM; m++) whole[m] = sum_(sum[k * (DIM + 1) + m]);
      const unsigned mine = todo & 1u << k;
      if (!(whole[0] >= LEAST)) left |= mine;
      if (!mine || (left & mine) || !writes_()) continue;
      a.anchor[who[k]] = anchor;
      UNROLL for (int m = 0; m <= DIM; m++) a.sums[(long long)who[k] * (DIM + 1) + m] = whole[m];
    }
    return left;
  }
};

}  // namespace
