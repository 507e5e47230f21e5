// Log-sum-exp: sums of Gaussians relative to one of their terms, by a walk down a tree for each
// target. This is the code of both platforms (log_sum_exp_walk.h says how they differ);
// jaxfmm/logsumexp/reference.py defines the sums.
#pragma once
#include "log_sum_exp_series.h"
#include "log_sum_exp_walk.h"

namespace {

// The powers 1 and the coordinates of b.
template <int DIM>
struct Linear {
  static constexpr int CAPACITY = DIM < 0 ? 64 : DIM + 1;
  int known;
  HD int count() const { return DIM < 0 ? known + 1 : DIM + 1; }
  template <class T, class Visit>
  HD void each(const T* b, Visit visit) const {
    UNROLL for (int m = 1; m < count(); m++) visit(m, b[m - 1]);
  }
};

// The powers that are monomials of b, each an earlier one times a coordinate; the first is 1. List:
// count(), parent(m), variable(m).
template <class List>
struct Monomials : List {
  template <class T, class Visit>
  HD void each(const T* b, Visit visit) const {
    T value[List::CAPACITY];
    value[0] = constant<T>(1);
    UNROLL for (int m = 1; m < List::count(); m++) {
      value[m] = value[List::parent(m)] * b[List::variable(m)];
      visit(m, value[m]);
    }
  }
};

// The series of the nodes of a group.
template <int DIM, class A, class S>
HD auto series_of(const A& a, const Groups<S>& tree, int level, int group) {
  constexpr int COUNT = Series<DIM, degree_of_series(DIM)>::COUNT;
  return a.series + (tree.first[level] + (long long)group) * COUNT * GROUP;
}

// The nodes of a part of a group relative to targets that are at most `half` from the middle of
// `frame`; offsets are in bandwidths. spread: the largest product of the offset of a source from
// the middle of its node and of the offset of a target, on which the accuracy of a series depends.
// Sets the middles of the nodes, relative to the anchor, and their largest log weights. Returns, as
// bits, which series do not overflow.
template <class T, int DIM, class A, class S>
HD unsigned measure_series(const A& a, const Groups<S>& tree, const Frame<T, DIM, false>& frame,
                           S log_weight, const S* half, int level, int group, int part, T* center,
                           T& top, T& spread) {
  constexpr S farthest =  // else Clang computes it for each group
      Series<DIM, degree_of_series(DIM)>::template farthest<S>();
  constexpr S HIGH = Frame<T, DIM, false>::HIGH;
  constexpr int LANES = GROUP / PARTS<T>;
  const S* boxes = tree.boxes_of(level, group) + part * LANES;
  top = load_<T>(tree.top_of(level, group) + part * LANES) - log_weight;
  T most = top, far = T();
  spread = T();
  UNROLL for (int c = 0; c < DIM; c++) {
    const T low = load_<T>(boxes + 2 * c * GROUP), high = load_<T>(boxes + (2 * c + 1) * GROUP);
    center[c] = (S(0.5) * (low + high) - frame.anchor[c]) * frame.inverse[c];
    most += center[c] * (frame.u[c] - S(0.5) * center[c]) + abs_(center[c]) * half[c];
    const T size = abs_(frame.u[c] - center[c]) + half[c];
    spread += S(0.5) * (high - low) * frame.inverse[c] * size;
    far = select_(size > far, size, far);
  }
  return bits_<T>((most <= constant<T>(HIGH)) & (far <= constant<T>(farthest)));
}

// The largest spread for which series are used. Up to `wave` their error is relative to the node's
// own sum, else to exp(least). bound, least: as in `walk`; a series may be the less accurate, the
// less is lost where its whole node is passed over.
template <class T, class S>
HD T widest_spread(S wave, S widest, S rise, T bound, S least) {
  return max_(widest + rise * (least - bound), constant<T>(wave));
}

// Adds, for Linear powers, the accurate series of nodes of a group (`bits`) to the sums of COUNT
// targets; returns which nodes these are. frame, half: as in `measure_series`. u: the offsets of
// the targets from the anchor, (COUNT, DIM).
template <int COUNT, class T, int DIM, class A, class S>
HD unsigned add_series(const A& a, const Groups<S>& tree, const Frame<T, DIM, false>& frame,
                       S log_weight, const S* half, const S* u, int level, int group, unsigned bits,
                       const T* bound, S least, T* sum) {
  using List = Series<DIM, degree_of_series(DIM)>;
  constexpr int LANES = GROUP / PARTS<T>;
  // Fewer leaves are faster source by source: the series of all lanes are computed together, and
  // take DIM + 2 steps for each coefficient, a source about 32.
  constexpr int FEWEST = List::COUNT * (DIM + 2) / (32 * PARTS<T>);
  const S* series = series_of<DIM>(a, tree, level, group);
  unsigned done = 0;
  UNROLL for (int part = 0; part < PARTS<T>; part++) {
    T center[DIM], top, spread;
    unsigned here = measure_series<T, DIM>(a, tree, frame, log_weight, half, level, group, part,
                                           center, top, spread);
    here &= bits >> part * LANES;
    here &= bits_<T>(spread <= widest_spread<T, S>(a.wave, a.widest, a.rise, bound[part], least));
    if (!here || (level == 0 && count_bits_(here) < FEWEST)) continue;
    done |= here << part * LANES;
    UNROLL for (int k = 0; k < COUNT; k++) {
      T e = top, wave[DIM], value, slope[DIM];
      UNROLL for (int c = 0; c < DIM; c++) {
        wave[c] = u[k * DIM + c] - center[c];
        e += center[c] * (u[k * DIM + c] - S(0.5) * center[c]);
      }
      List::at(
          wave, [&](int m) { return load_<T>(series + m * GROUP + part * LANES); }, value, slope);
      const T term = exp_(e);
      T* to = sum + k * (DIM + 1);
      to[0] += where_(here, value * term, T());
      UNROLL for (int c = 0; c < DIM; c++) to[1 + c] +=
          where_(here, (slope[c] + center[c] * value) * term, T());
    }
  }
  return done;
}

// The sums of one target. P, the powers: Linear or Monomials.
template <class T, int DIM, bool SCALED, class P, class Arguments>
struct Tails {
  using S = typename element<T>::type;
  static constexpr int LANES = GROUP / PARTS<T>, DIMENSIONS = DIM;
  // Exponents; the anchor moves if one is above HIGH.
  static constexpr S MOST = S(sizeof(S) == 4 ? 80 : 700), HIGH = Frame<T, DIM, SCALED>::HIGH;

  const Arguments& a;
  P powers;
  Frame<T, DIM, SCALED> frame;
  Groups<S> tree;
  int own, columns;
  S level = 0;  // subtracted from the log weights of sources

  HD Tails(const Arguments& a, P powers, long long i, int dim)
      : a(a), powers(powers),
        tree{a.boxes, a.height, a.top, a.first, int(a.levels), 2 * (DIM < 0 ? dim : DIM) + SCALED},
        own(a.own[i]), columns(DIM < 0 ? dim + SCALED : DIM + SCALED) {
    frame.known = dim;
    frame.target = a.targets + i * (DIM < 0 ? dim : DIM);
    frame.inverse = a.inverse;
  }

  HD const S* rows(int leaf) const { return a.points + (long long)leaf * columns * GROUP; }

  // The log weights of a part of a leaf, less `level`.
  HD T relative(int leaf, int part) const {
    if (!a.weighted) return broadcast<T>(-level);
    return load_<T>(a.logs + (long long)leaf * GROUP + part * LANES) - level;
  }

  // Makes a source the anchor, whose log weight becomes the level.
  HD void about(int anchor) {
    frame.about(rows(anchor / GROUP) + anchor % GROUP, GROUP);
    level = a.weighted ? a.logs[anchor] : S(0);
  }

  HD T exponent(int leaf, int part, T* b) const {
    return relative(leaf, part) + frame.exponent(rows(leaf) + part * LANES, b);
  }

  // `otherwise` in the lane of the target's own source, `value` in all other lanes of this part of
  // a leaf.
  HD T but_own(int leaf, int part, T value, T otherwise) const {
    if (own / GROUP != leaf || own < 0) return value;
    return where_(1u << own % GROUP >> part * LANES, otherwise, value);
  }

  // The node of a group that holds the target's own source, as a bit.
  HD unsigned holder(int level, int group) const {
    const int node = own >> 5 * (level + 1);
    return node / GROUP == group ? 1u << node % GROUP : 0u;
  }

  // As `add_series`, for the target alone.
  HD unsigned expanded(int level, int group, unsigned bits, const T* bound, S least,
                       T* sum) const {
    constexpr S none[DIM] = {};
    return add_series<1>(a, tree, frame, this->level, none, frame.u, level, group, bits, bound,
                         least, sum);
  }

  // The slot of an anchor: of a source with a large term. gain: the search goes on only for
  // exponents larger by this.
  HD int nearest(S gain) {
    const T none = -infinity<T>();
    int anchor = 0;
    S best = -infinity<S>();
    frame.about_target();
    T b[Frame<T, DIM, SCALED>::CAPACITY];
    walk<NEAREST, T>(
        tree, frame, [&] { return best + gain; }, Open(),
        [&](int leaf) {
          UNROLL for (int part = 0; part < PARTS<T>; part++) {
            const int lane = part * LANES;
            const T weight =
                but_own(leaf, part, load_<T>(a.values + (long long)leaf * GROUP + lane), T());
            const T e = select_(weight > T(), exponent(leaf, part, b), none);
            const S most = largest_(e);
            if (most > best) {
              best = most;
              anchor = leaf * GROUP + lane + lowest_bit_(bits_<T>(e == broadcast<T>(most)));
            }
          }
          return true;
        });
    return anchor;
  }

  // Sets `sums` to the sums of powers times weights, relative to the term of the anchor. The anchor
  // moves if another source has a far larger term.
  template <bool EXPANDED>
  HD void find(S slack, int& anchor, S* sums) {
    const T none = -infinity<T>();
    T b[Frame<T, DIM, SCALED>::CAPACITY];
    T sum[P::CAPACITY];
    for (int tries = 0; tries < 100; tries++) {
      UNROLL for (int m = 0; m < powers.count(); m++) sum[m] = T();
      about(anchor);
      S total = anchor == own ? S(0) : a.values[anchor];
      bool moved = false;
      walk<BEST, T>(
          tree, frame,
          [&] {
            const S now = sum_(sum[0]);
            total = now > total ? now : total;
            return log_(total) - slack + level;
          },
          [&](int level, int group, unsigned bits, const T* bound, S least) {
            if constexpr (EXPANDED) {
              if (own >= 0) bits &= ~holder(level, group);
              return bits && level < a.expanded ? expanded(level, group, bits, bound, least, sum)
                                                : 0u;
            }
            return 0u;
          },
          [&](int leaf) {
            UNROLL for (int part = 0; part < PARTS<T>; part++) {
              const int lane = part * LANES;
              const T e = exponent(leaf, part, b);
              const T weight =
                  but_own(leaf, part, load_<T>(a.values + (long long)leaf * GROUP + lane), T());
              const T heavy = select_(weight > T(), e, none);
              if (bits_<T>(heavy > constant<T>(HIGH))) {
                anchor = leaf * GROUP + lane +
                         lowest_bit_(bits_<T>(heavy == broadcast<T>(largest_(heavy))));
                moved = true;
                return false;
              }
              const T term = select_(weight > T(), weight * exp_(e), T());
              sum[0] += term;
              powers.each(b, [&](int m, T value) { sum[m] += term * value; });
            }
            return true;
          });
      if (!moved) break;
    }
    UNROLL for (int m = 0; m < powers.count(); m++) {
      const S whole = sum_(sum[m]);
      if (writes_()) sums[m] = whole;
    }
  }

  // Calls body(leaf, part, exp(exponent - reference), b) for all sources that count; the term of
  // the own source is 0.
  template <class Body>
  HD void each(const S* anchor, S reference, S least, Body body) {
    frame.about(anchor, 1);
    level = reference;
    T b[Frame<T, DIM, SCALED>::CAPACITY];
    walk<BEST, T>(
        tree, frame, [&] { return least; }, Open(),
        [&](int leaf) {
          UNROLL for (int part = 0; part < PARTS<T>; part++) {
            const T e = exponent(leaf, part, b), most = constant<T>(MOST);
            body(leaf, part, but_own(leaf, part, exp_(select_(e > most, most, e)), T()), b);
          }
          return true;
        });
  }
};

// The series of a node: sum_j w_j exp(-v_j^2 / 2) v_j^m / m! over its sources; w_j: the weights
// relative to the largest log weight; v_j: the offset of a source from the middle of the node's
// box, in bandwidths. Calls write(m, sum) with the sums over the leaves of one of `shares` equal
// parts of the node.
template <class T, int DIM, class A, class S, class Write>
HD void expand(const A& a, const Groups<S>& tree, int level, int node, int share, int shares,
               Write write) {
  constexpr Series<DIM, degree_of_series(DIM)> list{};
  constexpr int COUNT = list.COUNT, LANES = GROUP / PARTS<T>;
  const S* box = tree.boxes_of(level, node / GROUP) + node % GROUP;
  S center[DIM];
  UNROLL for (int c = 0; c < DIM; c++) center[c] =
      S(0.5) * (box[2 * c * GROUP] + box[(2 * c + 1) * GROUP]);
  const S top = max_(tree.top_of(level, node / GROUP)[node % GROUP], -largest_number<S>());
  T sum[COUNT];
  UNROLL for (int m = 0; m < COUNT; m++) sum[m] = T();
  const long long first = (long long)node << 5 * level, end = first + (1ll << 5 * level);
  for (long long leaf = first + share; leaf < end && leaf < a.leaves; leaf += shares) {
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      T v[DIM], e = T(), power[COUNT];
      if (a.weighted) e = load_<T>(a.logs + leaf * GROUP + part * LANES) - top;
      UNROLL for (int c = 0; c < DIM; c++) {
        v[c] = (load_<T>(a.points + (leaf * DIM + c) * GROUP + part * LANES) - center[c]) *
               a.inverse[c];
        e -= S(0.5) * v[c] * v[c];
      }
      power[0] = load_<T>(a.values + leaf * GROUP + part * LANES) * exp_(e);
      sum[0] += power[0];
      UNROLL for (int m = 1; m < COUNT; m++) {
        power[m] = power[list.parent[m]] * v[list.variable[m]];
        sum[m] += power[m];
      }
    }
  }
  UNROLL for (int m = 0; m < COUNT; m++) write(m, sum_(sum[m]) * S(list.factor[m]));
}

// Sets sums (monomials, columns) to the sums of powers times values times terms.
template <int COLUMNS, class T, int DIM, bool SCALED, class P, class A, class S>
HD void moments(Tails<T, DIM, SCALED, P, A>& tails, const S* anchor, S level, S least, int columns,
                S* sums) {
  const P& powers = tails.powers;
  T sum[P::CAPACITY * COLUMNS];
  UNROLL for (int m = 0; m < powers.count() * COLUMNS; m++) sum[m] = T();
  tails.each(anchor, level, least, [&](int leaf, int part, T term, const T* b) {
    T weighted[COLUMNS];
    UNROLL for (int k = 0; k < COLUMNS; k++) {
      const S* values =
          tails.a.values + ((long long)leaf * columns + (k < columns ? k : 0)) * GROUP;
      weighted[k] = term * load_<T>(values + part * tails.LANES);
      sum[k] += weighted[k];
    }
    powers.each(b, [&](int m, T value) {
      UNROLL for (int k = 0; k < COLUMNS; k++) sum[m * COLUMNS + k] += weighted[k] * value;
    });
  });
  UNROLL for (int m = 0; m < powers.count(); m++) UNROLL for (int k = 0; k < COLUMNS; k++) {
    const S whole = sum_(sum[m * COLUMNS + k]);
    if (k < columns && writes_()) sums[m * columns + k] = whole;
  }
}

// The transpose of `moments`: adds powers times `coefficients` (monomials, columns) times terms to
// the values of the sources.
template <class T, int DIM, bool SCALED, class P, class A, class S>
HD void spread(Tails<T, DIM, SCALED, P, A>& tails, const S* anchor, S level, S least, int columns,
               const S* coefficients, S* to) {
  const P& powers = tails.powers;
  tails.each(anchor, level, least, [&](int leaf, int part, T term, const T* b) {
    for (int k = 0; k < columns; k++) {
      T sum = broadcast<T>(coefficients[k]);
      powers.each(b, [&](int m, T value) { sum += value * coefficients[m * columns + k]; });
      add_(to + ((long long)leaf * columns + k) * GROUP + part * tails.LANES, term * sum);
    }
  });
}

}  // namespace
