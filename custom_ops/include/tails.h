// Sums of Gaussians relative to one of their terms, by a walk down a tree for each target: jaxfmm/ops/tails/reference.py
// says what is computed. This is the code of both platforms. The 32 children of a node, or the 32 sources of a leaf, are
// the lanes of a warp, or of PARTS vectors T of a CPU; a value that belongs to the target is the same in every lane.
//
// What includes this defines for its T, with S = element<T>::type, lanes in order:
//   PARTS<T>;  T load_<T>(const S*);  void add_(S* to, T);  S sum_(T), largest_(T): over the lanes;
//   unsigned bits_<T>(mask): a bit for each lane;  int lowest_bit_(unsigned);  T where_(unsigned bits, T, T): if set, if not;
//   bool writes_(): whether this thread writes what all lanes have in common
#pragma once
#include "functions.h"

namespace {

constexpr int GROUP = 32, MOST_TREE_LEVELS = 8;

// Exponents of the terms of a target over a term that is as if from a source at an anchor, in which sums stay exact
// however far away all sources are.
template <class T, int DIM, bool SCALED>
struct Frame {
  using S = typename element<T>::type;
  static constexpr int ROOM = DIM < 0 ? 64 : DIM + SCALED;
  static constexpr S EPSILON = sizeof(S) == 4 ? S(1.2e-7) : S(2.3e-16), FAR = sizeof(S) == 4 ? S(1e17) : S(1e150);

  const S *target, *inverse;
  int known;               // dimensions, where DIM < 0
  S anchor[ROOM], u[ROOM];  // the anchor; target minus anchor in bandwidths
  S sharpness = 1, half = 0;  // of the anchor, 1 / scale^2; u^2 / 2

  HD int dim() const { return DIM < 0 ? known : DIM; }

  // `at`: position and sharpness of the anchor, `stride` numbers apart.
  HD void about(const S* at, int stride) {
    half = 0;
    UNROLL for (int c = 0; c < dim(); c++) {
      anchor[c] = at[c * stride];
      const S difference = (target[c] - anchor[c]) * inverse[c];
      u[c] = difference > FAR ? FAR : difference < -FAR ? -FAR : difference;
      half += S(0.5) * u[c] * u[c];
    }
    if (SCALED) sharpness = at[dim() * stride];
  }

  // b: of the sources of a leaf, offset from the anchor in bandwidths, and difference of sharpness.
  HD T exponent(const S* rows, T* b) const {
    T e = T();
    UNROLL for (int c = 0; c < dim(); c++) {
      b[c] = (load_<T>(rows + GROUP * c) - anchor[c]) * inverse[c];
      e += b[c] * (u[c] - S(0.5) * b[c]);
    }
    if (!SCALED) return e;
    const T own = load_<T>(rows + GROUP * dim());
    b[dim()] = own - sharpness;
    return own * e - half * b[dim()];
  }

  // The largest exponents that sources in the boxes of a group can have: at the nearest places, with the least sharpness.
  HD T bound(const S* rows) const {
    T e = T(), size = T();
    UNROLL for (int c = 0; c < dim(); c++) {
      const T low = (load_<T>(rows + 2 * GROUP * c) - anchor[c]) * inverse[c];
      const T high = (load_<T>(rows + 2 * GROUP * c + GROUP) - anchor[c]) * inverse[c];
      const T here = broadcast<T>(u[c]), b = select_(here < low, low, select_(here > high, high, here));
      const T part = b * (u[c] - S(0.5) * b);
      e += part, size += abs_(part);
    }
    if (SCALED) {
      const T least = load_<T>(rows + 2 * GROUP * dim()), rest = half * (least - sharpness);
      e = least * e - rest, size = least * size + abs_(rest);
    }
    return e + 8 * EPSILON * size;
  }
};

template <class S>
struct Groups {
  const S *boxes, *height;  // of groups, the leaves' first
  const int* first;         // the number of the first group of each level
  int levels, rows;         // rows: of a group of boxes

  HD const S* boxes_of(int level, int group) const { return boxes + (first[level] + (long long)group) * rows * GROUP; }
  HD const S* height_of(int level, int group) const { return height + (first[level] + (long long)group) * GROUP; }
};

// Visits leaves whose bound on exponents plus height is at least floor(), until leaf(number) is false. The best come first,
// but for leaves of one group unless LEAVES.
template <bool LEAVES, class T, class F, class S, class Floor, class Leaf>
HD void walk(const Groups<S>& tree, const F& frame, Floor floor, Leaf leaf) {
  int groups[MOST_TREE_LEVELS], level = tree.levels - 1, group = 0;
  unsigned pending[MOST_TREE_LEVELS];
  T bound[PARTS<T>];
  const auto needed = [&] {
    const S least = floor();
    unsigned found = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      const int lane = part * (GROUP / PARTS<T>);
      bound[part] = frame.bound(tree.boxes_of(level, group) + lane) + load_<T>(tree.height_of(level, group) + lane);
      found |= bits_<T>(bound[part] >= broadcast<T>(least)) << lane;
    }
    return found;
  };
  const auto best = [&](unsigned todo) {
    const auto in = [&](int part) { return where_(todo >> part * (GROUP / PARTS<T>), bound[part], -infinity<T>()); };
    S most = largest_(in(0));
    UNROLL for (int part = 1; part < PARTS<T>; part++) {
      const S here = largest_(in(part));
      most = here > most ? here : most;
    }
    unsigned where = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++)
      where |= bits_<T>(in(part) == broadcast<T>(most)) << part * (GROUP / PARTS<T>);
    return where & todo;
  };
  unsigned todo = needed();
  for (;;) {
    if (!todo) {
      if (++level == tree.levels) return;
      group = groups[level];
      todo = pending[level] & needed();
      continue;
    }
    const int lane = lowest_bit_(LEAVES || level ? best(todo) : todo), child = group * GROUP + lane;
    todo &= ~(1u << lane);
    if (!level) {
      if (!leaf(child)) return;
    } else {
      groups[level] = group, pending[level] = todo;
      level--, group = child;
      todo = needed();
    }
  }
}

// 1 and the coordinates of b.
template <int DIM>
struct Linear {
  static constexpr int ROOM = DIM < 0 ? 64 : DIM + 1;
  int known;
  HD int count() const { return DIM < 0 ? known + 1 : DIM + 1; }
  template <class T, class Visit>
  HD void each(const T* b, Visit visit) const {
    UNROLL for (int m = 1; m < count(); m++) visit(m, b[m - 1]);
  }
};

// Monomials of b, each an earlier one times a coordinate; the first is 1. List: count, parent(m), variable(m).
template <class List>
struct Monomials : List {
  template <class T, class Visit>
  HD void each(const T* b, Visit visit) const {
    T value[List::ROOM];
    value[0] = constant<T>(1);
    UNROLL for (int m = 1; m < List::count(); m++) {
      value[m] = value[List::parent(m)] * b[List::variable(m)];
      visit(m, value[m]);
    }
  }
};

// What the three passes share. P: Linear or Monomials.
template <class T, int DIM, bool SCALED, class P, class Arguments>
struct Tails {
  using S = typename element<T>::type;
  static constexpr int LANES = GROUP / PARTS<T>;
  static constexpr S MOST = sizeof(S) == 4 ? S(80) : S(700), HIGH = 40;  // exponents; above HIGH the anchor moves

  const Arguments& a;
  P powers;
  Frame<T, DIM, SCALED> frame;
  Groups<S> tree;
  int own, columns;

  HD Tails(const Arguments& a, P powers, long long i, int dim)
      : a(a), powers(powers), tree{a.boxes, a.height, a.first, int(a.levels), 2 * (DIM < 0 ? dim : DIM) + SCALED},
        own(a.own[i]), columns(DIM < 0 ? dim + SCALED : DIM + SCALED) {
    frame.known = dim;
    frame.target = a.targets + i * (DIM < 0 ? dim : DIM);
    frame.inverse = a.inverse;
  }

  HD const S* rows(int leaf) const { return a.points + (long long)leaf * columns * GROUP; }

  // value where a lane of this part of a leaf is not the target's own source, else `otherwise`.
  HD T but_own(int leaf, int part, T value, T otherwise) const {
    if (own / GROUP != leaf || own < 0) return value;
    return where_(1u << own % GROUP >> part * LANES, otherwise, value);
  }

  // The anchor, as a slot, and the sums of powers times weights over the term of the anchor.
  HD void find(S slack, S gain, int& anchor, S* sums) {
    const T none = -infinity<T>();
    anchor = 0;
    S best = -infinity<S>();
    frame.about(rows(0), GROUP);
    T b[Frame<T, DIM, SCALED>::ROOM];
    walk<true, T>(tree, frame, [&] { return best + gain; }, [&](int leaf) {
      UNROLL for (int part = 0; part < PARTS<T>; part++) {
        const int lane = part * LANES;
        const T weight = load_<T>(a.values + (long long)leaf * GROUP + lane);
        const T term = but_own(leaf, part, frame.exponent(rows(leaf) + lane, b) + log_(weight), none);
        const S most = largest_(term);
        if (most > best) {
          best = most;
          anchor = leaf * GROUP + lane + lowest_bit_(bits_<T>(term == broadcast<T>(most)));
        }
      }
      return true;
    });
    T sum[P::ROOM];
    for (int tries = 0; tries < 100; tries++) {
      UNROLL for (int m = 0; m < powers.count(); m++) sum[m] = T();
      frame.about(rows(anchor / GROUP) + anchor % GROUP, GROUP);
      S total = anchor == own ? S(0) : a.values[anchor];
      bool moved = false;
      walk<false, T>(tree, frame, [&] {
        const S now = sum_(sum[0]);
        total = now > total ? now : total;
        return log_(total) - slack;
      }, [&](int leaf) {
        UNROLL for (int part = 0; part < PARTS<T>; part++) {
          const int lane = part * LANES;
          const T e = frame.exponent(rows(leaf) + lane, b);
          const T weight = but_own(leaf, part, load_<T>(a.values + (long long)leaf * GROUP + lane), T());
          const T heavy = select_(weight > T(), e, none);
          if (bits_<T>(heavy > constant<T>(HIGH))) {
            anchor = leaf * GROUP + lane + lowest_bit_(bits_<T>(heavy == broadcast<T>(largest_(heavy))));
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

  // body(leaf, part, exp(exponent - level), b) for all that counts; 0 for the own source.
  template <class Body>
  HD void each(const S* anchor, S level, S least, Body body) {
    frame.about(anchor, 1);
    T b[Frame<T, DIM, SCALED>::ROOM];
    walk<false, T>(tree, frame, [&] { return least; }, [&](int leaf) {
      UNROLL for (int part = 0; part < PARTS<T>; part++) {
        const T e = frame.exponent(rows(leaf) + part * LANES, b) - level, most = constant<T>(MOST);
        body(leaf, part, but_own(leaf, part, exp_(select_(e > most, most, e)), T()), b);
      }
      return true;
    });
  }
};

// sums (monomials, columns) of powers times values times the terms.
template <int COLUMNS, class T, int DIM, bool SCALED, class P, class A, class S>
HD void moments(Tails<T, DIM, SCALED, P, A>& tails, const S* anchor, S level, S least, int columns, S* sums) {
  const P& powers = tails.powers;
  T sum[P::ROOM * COLUMNS];
  UNROLL for (int m = 0; m < powers.count() * COLUMNS; m++) sum[m] = T();
  tails.each(anchor, level, least, [&](int leaf, int part, T term, const T* b) {
    T weighted[COLUMNS];
    UNROLL for (int k = 0; k < COLUMNS; k++) {
      const S* values = tails.a.values + ((long long)leaf * columns + (k < columns ? k : 0)) * GROUP;
      weighted[k] = term * load_<T>(values + part * tails.LANES);
      sum[k] += weighted[k];
    }
    powers.each(b, [&](int m, T value) {
      UNROLL for (int k = 0; k < COLUMNS; k++) sum[m * COLUMNS + k] += weighted[k] * value;
    });
  });
  UNROLL for (int m = 0; m < powers.count(); m++)
    UNROLL for (int k = 0; k < COLUMNS; k++) {
      const S whole = sum_(sum[m * COLUMNS + k]);
      if (k < columns && writes_()) sums[m * columns + k] = whole;
    }
}

// Adds powers times `given` (monomials, columns) times the terms to the values of the sources.
template <class T, int DIM, bool SCALED, class P, class A, class S>
HD void spread(Tails<T, DIM, SCALED, P, A>& tails, const S* anchor, S level, S least, int columns, const S* given, S* to) {
  const P& powers = tails.powers;
  tails.each(anchor, level, least, [&](int leaf, int part, T term, const T* b) {
    for (int k = 0; k < columns; k++) {
      T sum = broadcast<T>(given[k]);
      powers.each(b, [&](int m, T value) { sum += value * given[m * columns + k]; });
      add_(to + ((long long)leaf * columns + k) * GROUP + part * tails.LANES, term * sum);
    }
  });
}

}  // namespace
