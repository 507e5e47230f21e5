// The sums of `Tails` for COUNT neighbouring targets by one walk of a warp: bounds are of the box
// of these targets, and all exponents are relative to the same anchor. While nodes are visited,
// each lane has a node; while the sources of a leaf are summed, each lane has a target, and
// 1 / SHARES of the sources.
#pragma once
#include "log_sum_exp.h"

namespace {

// Exponents have the base 2, which is one instruction for floats; a result below 2^-126 is 0.
__device__ __forceinline__ float power_of_2(float e) {
  float value;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(value) : "f"(e));
  return value;
}
__device__ __forceinline__ double power_of_2(double e) { return exp2(e); }

// A source relative to the anchor: its offset in bandwidths and its exponent without the target's
// part, both times log2(e).
template <class S, int DIM>
struct alignas(DIM == 1 ? 2 * sizeof(S) : 16) Relative {
  S b[DIM], e;
};

template <class S, int DIM, int COUNT, class Arguments>
class Crowd {
  using One = Tails<S, DIM, false, Linear<DIM>, Arguments>;
  static constexpr int SHARES = 32 / COUNT;
  // Targets are at most WIDEST bandwidths from the middle of their box. Where a sum is below LEAST,
  // the target needs another anchor.
  static constexpr S WIDEST = 3, LEAST = S(1e-20), LOG2E = S(1.4426950408889634);
  // The bounds of all that is lost are summed: together they may be MORE times what walks leave
  // out.
  static constexpr S MORE = 8;
  static constexpr int TRIES = 6;

 public:
  __device__ Crowd(const Arguments& a, Relative<S, DIM>* sources, int who)
      : a(a), sources(sources), who(who) {
    good = __all_sync(~0u, a.own[who] < 0);
    UNROLL for (int c = 0; c < DIM; c++) {
      x[c] = a.targets[(long long)who * DIM + c];
      const S low = -largest_(-x[c]), high = largest_(x[c]);
      middle[c] = S(0.5) * (low + high);
      half[c] = max_(high - middle[c], middle[c] - low) * a.inverse[c];
      good = good && half[c] <= WIDEST;
    }
  }

  // Sets the anchor and the sums of the lane's target; returns whether they are complete.
  template <bool EXPANDED>
  __device__ bool find(int& anchor, S* sums) {
    if (!good || !is_near()) return false;
    One tails(a, {DIM}, 0, DIM);
    tails.frame.target = middle, tails.own = -1;
    anchor = tails.nearest(S(a.gain));
    tails.tree.height = a.mass;
    for (int tries = 0; tries < TRIES; tries++) {
      if (!add<EXPANDED>(tails, anchor)) continue;
      UNROLL for (int m = 0; m <= DIM; m++) sums[m] = over_shares(sum[m]) / (m ? LOG2E : S(1));
      const S least = -largest_(-sums[0]);
      if (!(least >= S(0))) return false;
      const S many = sum_(lost) / (MORE * exp_(-S(a.slack)) * least);
      if (many <= S(1)) return sums[0] >= LEAST;
      log_parts += S(1) + log_(many);
    }
    return false;
  }

 private:
  const Arguments& a;
  Relative<S, DIM>* sources;  // of a leaf
  int who;                    // the target
  S x[DIM], middle[DIM], half[DIM];  // of the box; half: half of its size, in bandwidths
  bool good;                         // whether the box is small, and no target leaves a source out
  S u[DIM];                          // the target minus the anchor, in bandwidths
  S sum[DIM + 1];                    // of the lane's share; slopes times log2(e)
  // What the roundings of `sum` have taken away (Kahan). A million terms of one sign, each rounded
  // to the grain of the sum, would give a sum with an error of 1e-3.
  S taken[DIM + 1];
  S lost;                            // bounds of what the nodes of the lane have lost
  // A node is passed over where its bound is below exp(-log_parts) of what walks leave out.
  S log_parts = S(4.8520302639196169);  // of 128

  // Whether the targets are at most TAIL_APART bandwidths from the box of all sources. From far
  // away few leaves count, and a walk for one target is short.
  __device__ bool is_near() const {
    Near<S, DIM> near{a.inverse};
    UNROLL for (int c = 0; c < DIM; c++) near.low[c] = near.high[c] = middle[c];
    const S* top = a.boxes + (long long)a.first[a.levels - 1] * 2 * DIM * GROUP;
    return largest_(near.bound(top)) >= S(-0.5 * TAIL_APART * TAIL_APART);
  }

  // The sum of a value over the lanes of a target.
  __device__ static S over_shares(S value) {
    UNROLL for (int by = 16; by >= COUNT; by /= 2) value += __shfl_xor_sync(~0u, value, by);
    return value;
  }

  // Returns false if it has moved the anchor instead: to a source with a far larger term.
  template <bool EXPANDED>
  __device__ bool add(One& tails, int& anchor) {
    tails.about(anchor);
    Beyond<S, DIM> beyond{a.inverse};
    UNROLL for (int c = 0; c < DIM; c++) {
      const S at = tails.frame.anchor[c], offset = tails.frame.u[c];
      beyond.anchor[c] = at, beyond.low[c] = offset - half[c], beyond.high[c] = offset + half[c];
      u[c] = (x[c] - at) * a.inverse[c];
    }
    UNROLL for (int m = 0; m <= DIM; m++) sum[m] = taken[m] = 0;
    lost = 0;
    const S most = exp_(One::HIGH), start = a.values[anchor];
    bool moved = false;
    walk<BEST, S>(
        tails.tree, beyond,
        [&] {
          const S total = max_(start, over_shares(sum[0]));
          return log_(-largest_(-total)) - S(a.slack) - log_parts + tails.level;
        },
        [&](int level, int group, unsigned bits, const S* bound, S least) {
          if constexpr (EXPANDED)
            return bits && level < a.expanded
                       ? add_nodes(tails, level, group, bits, bound[0], least)
                       : 0u;
          return 0u;
        },
        [&](int leaf) {
          put(tails, leaf);
          add_sources();
          if (!__any_sync(~0u, !(sum[0] <= most))) return true;
          anchor = leaf * GROUP + largest_source(), moved = true;
          return false;
        },
        [&](unsigned bits, const S* bound) {
          lost += where_(bits, exp_(bound[0] - tails.level), S(0));
        });
    return !moved;
  }

  // Puts the sources of a leaf into shared memory.
  __device__ void put(const One& tails, int leaf) {
    Relative<S, DIM> one;
    S e = tails.relative(leaf, 0) + log_(load_<S>(a.values + (long long)leaf * GROUP));
    UNROLL for (int c = 0; c < DIM; c++) {
      const S b = (load_<S>(tails.rows(leaf) + c * GROUP) - tails.frame.anchor[c]) * a.inverse[c];
      e -= S(0.5) * b * b, one.b[c] = LOG2E * b;
    }
    one.e = LOG2E * e;
    __syncwarp();
    sources[lane()] = one;
    __syncwarp();
  }

  // The exponent of the source j of the lane's share.
  __device__ S exponent(const Relative<S, DIM>& source) const {
    S e = source.e;
    UNROLL for (int c = 0; c < DIM; c++) e += source.b[c] * u[c];
    return e;
  }

  __device__ void add_to_sum(const S (&part)[DIM + 1]) {
    UNROLL for (int m = 0; m <= DIM; m++) {
      const S more = part[m] - taken[m], after = sum[m] + more;
      taken[m] = (after - sum[m]) - more, sum[m] = after;
    }
  }

  __device__ void add_sources() {
    const Relative<S, DIM>* share = sources + lane() / COUNT * COUNT;
    S part[DIM + 1] = {};
    UNROLL for (int j = 0; j < COUNT; j++) {
      const Relative<S, DIM> source = share[j];
      const S term = power_of_2(exponent(source));
      part[0] += term;
      UNROLL for (int c = 0; c < DIM; c++) part[1 + c] += term * source.b[c];
    }
    add_to_sum(part);
  }

  // The source of the leaf with the largest term of any target.
  __device__ int largest_source() const {
    const int first = lane() / COUNT * COUNT;
    S best = -infinity<S>();
    int which = 0;
    for (int j = first; j < first + COUNT; j++) {
      const S e = exponent(sources[j]);
      if (e > best) best = e, which = j;
    }
    const int winner = lowest_bit_(bits_<S>(best == largest_(best)));
    return __shfl_sync(~0u, which, winner);
  }

  // As `add_series`, for one node after the other. Series of a low degree are faster than the
  // sources of a leaf.
  __device__ unsigned add_nodes(const One& tails, int level, int group, unsigned bits, S bound,
                                S least) {
    S center[DIM], top, spread;
    bits &= measure_series<S, DIM>(a, tails.tree, tails.frame, tails.level, half, level, group, 0,
                                   center, top, spread);
    const S narrow = widest_spread<S, S>(a.low_wave, a.low_widest, a.low_rise, bound, least),
            wide = widest_spread<S, S>(a.wave, a.widest, a.rise, bound, least);
    const unsigned low = bits & bits_<S>(spread <= narrow),
                   high = level ? bits & ~low & bits_<S>(spread <= wide) : 0u;
    if (spread > S(a.low_wave)) lost += where_(low, exp_(least - tails.level), S(0));
    if (spread > S(a.wave)) lost += where_(high, exp_(least - tails.level), S(0));
    const S* series = series_of<DIM>(a, tails.tree, level, group);
    add_each<JAXFMM_LOW_DEGREE>(series, low, center, top);
    add_each<degree_of_series(DIM)>(series, high, center, top);
    return low | high;
  }

  template <int DEGREE>
  __device__ void add_each(const S* series, unsigned nodes, const S* center, S top) {
    int turn = 0;
    S part[DIM + 1] = {};
    for (; nodes; nodes &= nodes - 1, turn++) {
      const int node = lowest_bit_(nodes);
      S e = __shfl_sync(~0u, top, node), wave[DIM], at[DIM], value, slope[DIM];
      UNROLL for (int c = 0; c < DIM; c++) {
        at[c] = __shfl_sync(~0u, center[c], node);
        wave[c] = u[c] - at[c], e += at[c] * (u[c] - S(0.5) * at[c]);
      }
      if (turn % SHARES != lane() / COUNT) continue;
      Series<DIM, DEGREE>::at(
          wave, [&](int m) { return __ldg(series + m * GROUP + node); }, value, slope);
      const S term = exp_(e);
      part[0] += value * term;
      UNROLL for (int c = 0; c < DIM; c++) part[1 + c] +=
          (slope[c] + at[c] * value) * (LOG2E * term);
    }
    add_to_sum(part);
  }
};

}  // namespace
