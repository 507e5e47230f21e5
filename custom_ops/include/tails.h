// Sums of Gaussians relative to one of their terms, by a walk down a tree for each target: jaxfmm/logsumexp/reference.py
// says what is computed. This is the code of both platforms. The 32 children of a node, or the 32 sources of a leaf, are
// the lanes of a warp, or of PARTS vectors T of a CPU; a value that belongs to the target is the same in every lane.
//
// What includes this defines for its T, with S = element<T>::type, lanes in order:
//   PARTS<T>;  T load_<T>(const S*);  void add_(S* to, T);  S sum_(T), largest_(T): over the lanes;
//   unsigned bits_<T>(mask): a bit for each lane;  int lowest_bit_(unsigned);  T where_(unsigned bits, T, T): if set, if not;
//   bool writes_(): whether this thread writes what all lanes have in common
//   int degree_of_series(int dim), constexpr
#pragma once
#include "functions.h"

namespace {

constexpr int GROUP = 32, MOST_TREE_LEVELS = 8;

// The largest b (u - b / 2) for b from `first` to `last`.
template <class T>
HD T most_between(T first, T last, T u) {
  using S = typename element<T>::type;
  const T b = select_(u < first, first, select_(u > last, last, u));
  return b * (u - S(0.5) * b);
}

// Exponents of the terms of a target over a term that is as if from a source at an anchor, in which sums stay exact
// however far away all sources are.
template <class T, int DIM, bool SCALED>
struct Frame {
  using S = typename element<T>::type;
  static constexpr int ROOM = DIM < 0 ? 64 : DIM + SCALED;
  static constexpr S EPSILON = S(sizeof(S) == 4 ? 1.2e-7 : 2.3e-16), FAR = S(sizeof(S) == 4 ? 1e17 : 1e150);

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

  // As if the target were the anchor: exponents are those of the Gaussians themselves.
  HD void about_target() {
    half = 0, sharpness = 1;
    UNROLL for (int c = 0; c < dim(); c++) anchor[c] = target[c], u[c] = 0;
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
      const T part = most_between(low, high, broadcast<T>(u[c]));
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
HD constexpr S largest_number() {
  return S(sizeof(S) == 4 ? 3.4e38 : 1.79e308);
}

template <class S>
struct Groups {
  const S *boxes, *height;  // of groups, the leaves' first
  const int* first;         // the number of the first group of each level
  int levels, rows;         // rows: of a group of boxes

  HD const S* boxes_of(int level, int group) const { return boxes + (first[level] + (long long)group) * rows * GROUP; }
  HD const S* height_of(int level, int group) const { return height + (first[level] + (long long)group) * GROUP; }
};

// Taylor series in the plane wave factor of Gaussians: monomials of degree <= P, by degree. Each is `parent` times
// `variable`; its derivative in coordinate c is power[c] times the monomial `lower`[c].
template <int DIM, int P>
struct Series {
  static constexpr int count() {
    int value = 1;
    for (int c = 1; c <= DIM; c++) value = value * (P + c) / c;
    return value;
  }
  static constexpr int COUNT = count();
  int parent[COUNT], variable[COUNT], lower[COUNT][DIM], power[COUNT][DIM];
  double factor[COUNT];  // one over the factorials of the powers

  HD constexpr Series() : parent(), variable(), lower(), power(), factor() {
    int made = 1, begin = 0;
    factor[0] = 1;
    for (int degree = 1; degree <= P; degree++) {
      const int end = made;
      for (int m = begin; m < end; m++)
        for (int c = variable[m]; c < DIM; c++, made++) {
          parent[made] = m, variable[made] = c;
          for (int k = 0; k < DIM; k++) power[made][k] = power[m][k] + (k == c);
          factor[made] = factor[m] / power[made][c];
        }
      begin = end;
    }
    for (int m = 0; m < COUNT; m++)
      for (int c = 0; c < DIM; c++)
        for (int k = 0; k < m && power[m][c]; k++) {
          bool same = true;
          for (int j = 0; j < DIM; j++) same = same && power[k][j] == power[m][j] - (j == c);
          if (same) lower[m][c] = k;
        }
  }

  // The largest coordinate of which no monomial overflows.
  template <class S>
  static constexpr S farthest() {
    S value = 1;
    for (int bit = 0; bit < (sizeof(S) == 4 ? 120 : 1000) / P; bit++) value *= 2;
    return value;
  }

  // Value and slopes, where coefficient(m) are those of the monomials.
  template <class T, class Coefficient>
  static HD void at(const T* x, Coefficient coefficient, T& value, T* slope) {
    using S = typename element<T>::type;
    constexpr Series list{};
    T monomial[COUNT];
    monomial[0] = constant<T>(1), value = monomial[0] * coefficient(0);
    UNROLL for (int c = 0; c < DIM; c++) slope[c] = T();
    UNROLL for (int m = 1; m < COUNT; m++) {
      const auto here = coefficient(m);
      monomial[m] = monomial[list.parent[m]] * x[list.variable[m]];
      value += here * monomial[m];
      UNROLL for (int c = 0; c < DIM; c++)
        if (list.power[m][c]) slope[c] += S(list.power[m][c]) * (here * monomial[list.lower[m][c]]);
    }
  }
};

// The order in which nodes of a group are visited: the best first, but for leaves unless NEAREST.
enum Order { NEAREST, BEST };

// Visits leaves whose bound on exponents plus height is at least floor(), until leaf(number) is false. For the NEAREST nodes
// with any height count alike. far(level, group, bits) is asked first and says which nodes of a group it has dealt with.
template <Order ORDER, class T, class F, class S, class Floor, class Far, class Leaf>
HD void walk(const Groups<S>& tree, const F& frame, Floor floor, Far far, Leaf leaf) {
  int groups[MOST_TREE_LEVELS], level = tree.levels - 1, group = 0;
  unsigned pending[MOST_TREE_LEVELS];
  T bound[PARTS<T>];
  const auto still = [&] {
    const S least = max_(floor(), -largest_number<S>());  // nodes that are none have no bound
    unsigned found = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++)
      found |= bits_<T>(bound[part] >= broadcast<T>(least)) << part * (GROUP / PARTS<T>);
    return found;
  };
  const auto needed = [&] {
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      const int lane = part * (GROUP / PARTS<T>);
      const T height = load_<T>(tree.height_of(level, group) + lane);
      bound[part] = frame.bound(tree.boxes_of(level, group) + lane);
      bound[part] = ORDER == NEAREST ? select_(height > -infinity<T>(), bound[part], -infinity<T>()) : bound[part] + height;
    }
    return still();
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
  const auto near = [&] {
    const unsigned found = needed();
    return found & ~far(level, group, found);
  };
  unsigned todo = near();
  for (;;) {
    if (!todo) {
      if (++level == tree.levels) return;
      group = groups[level];
      todo = pending[level] & needed();
      continue;
    }
    if (ORDER == NEAREST) todo &= still();
    if (!todo) continue;
    const int lane = lowest_bit_(ORDER == NEAREST || level ? best(todo) : todo), child = group * GROUP + lane;
    todo &= ~(1u << lane);
    if (!level) {
      if (!leaf(child)) return;
    } else {
      groups[level] = group, pending[level] = todo;
      level--, group = child;
      todo = near();
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
  static constexpr int LANES = GROUP / PARTS<T>, DIMENSIONS = DIM;
  static constexpr S MOST = S(sizeof(S) == 4 ? 80 : 700), HIGH = 40;  // exponents; above HIGH the anchor moves

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

  // The node of a group that holds the target's own source, as a bit.
  HD unsigned holder(int level, int group) const {
    const int node = own >> 5 * (level + 1);
    return node / GROUP == group ? 1u << node % GROUP : 0u;
  }

  // Adds what the series of those nodes of a group give whose sources are close together, for Linear powers; which they
  // were.
  HD unsigned expanded(int level, int group, unsigned bits, T* sum) const {
    using List = Series<DIM, degree_of_series(DIM)>;
    const S* boxes = tree.boxes_of(level, group);
    const S* series = a.series + (tree.first[level] + (long long)group) * List::COUNT * GROUP;
    unsigned done = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      T e = T(), spread = T(), far = T(), center[DIM], wave[DIM];
      UNROLL for (int c = 0; c < DIM; c++) {
        const T low = load_<T>(boxes + 2 * c * GROUP + part * LANES), high = load_<T>(boxes + (2 * c + 1) * GROUP + part * LANES);
        center[c] = (S(0.5) * (low + high) - frame.anchor[c]) * frame.inverse[c];
        wave[c] = frame.u[c] - center[c];
        e += center[c] * (frame.u[c] - S(0.5) * center[c]);
        const T size = abs_(wave[c]);
        spread += S(0.5) * (high - low) * frame.inverse[c] * size;
        far = select_(size > far, size, far);
      }
      const T most = constant<T>(List::template farthest<S>());
      const unsigned good = bits_<T>((spread <= constant<T>(a.wave)) & (e <= constant<T>(HIGH)) & (far <= most));
      const unsigned here = good & bits >> part * LANES;
      if (!here) continue;
      done |= here << part * LANES;
      T value, slope[DIM];
      List::at(wave, [&](int m) { return load_<T>(series + m * GROUP + part * LANES); }, value, slope);
      const T term = exp_(e);
      sum[0] += where_(here, value * term, T());
      UNROLL for (int c = 0; c < DIM; c++) sum[1 + c] += where_(here, (slope[c] + center[c] * value) * term, T());
    }
    return done;
  }

  // The anchor, as a slot: a source with a large term. gain: of an exponent, what makes it worth to look for another one.
  HD int nearest(S gain) {
    const T none = -infinity<T>();
    int anchor = 0;
    S best = -infinity<S>();
    frame.about_target();
    T b[Frame<T, DIM, SCALED>::ROOM];
    walk<NEAREST, T>(tree, frame, [&] { return best + gain; }, [](int, int, unsigned) { return 0u; }, [&](int leaf) {
      UNROLL for (int part = 0; part < PARTS<T>; part++) {
        const int lane = part * LANES;
        const T weight = but_own(leaf, part, load_<T>(a.values + (long long)leaf * GROUP + lane), T());
        const T e = select_(weight > T(), frame.exponent(rows(leaf) + lane, b), none);
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

  // The sums of powers times weights over the term of the anchor, which moves to a source with a far larger term.
  template <bool EXPANDED>
  HD void find(S slack, int& anchor, S* sums) {
    const T none = -infinity<T>();
    T b[Frame<T, DIM, SCALED>::ROOM];
    T sum[P::ROOM];
    for (int tries = 0; tries < 100; tries++) {
      UNROLL for (int m = 0; m < powers.count(); m++) sum[m] = T();
      frame.about(rows(anchor / GROUP) + anchor % GROUP, GROUP);
      S total = anchor == own ? S(0) : a.values[anchor];
      bool moved = false;
      walk<BEST, T>(tree, frame, [&] {
        const S now = sum_(sum[0]);
        total = now > total ? now : total;
        return log_(total) - slack;
      }, [&](int level, int group, unsigned bits) {
        if constexpr (EXPANDED) {
          if (own >= 0) bits &= ~holder(level, group);
          return bits && level < a.expanded ? expanded(level, group, bits, sum) : 0u;
        }
        return 0u;
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
    walk<BEST, T>(tree, frame, [&] { return least; }, [](int, int, unsigned) { return 0u; }, [&](int leaf) {
      UNROLL for (int part = 0; part < PARTS<T>; part++) {
        const T e = frame.exponent(rows(leaf) + part * LANES, b) - level, most = constant<T>(MOST);
        body(leaf, part, but_own(leaf, part, exp_(select_(e > most, most, e)), T()), b);
      }
      return true;
    });
  }
};

// The series of a node: sum_j w_j exp(-v_j^2 / 2) v_j^m / m! of its sources, with v their offset from the middle of its
// box in bandwidths.
template <class T, int DIM, class A, class S>
HD void expand(const A& a, const Groups<S>& tree, int level, int node, S* series) {
  constexpr Series<DIM, degree_of_series(DIM)> list{};
  constexpr int COUNT = list.COUNT, LANES = GROUP / PARTS<T>;
  const S* box = tree.boxes_of(level, node / GROUP) + node % GROUP;
  S center[DIM];
  UNROLL for (int c = 0; c < DIM; c++) center[c] = S(0.5) * (box[2 * c * GROUP] + box[(2 * c + 1) * GROUP]);
  T sum[COUNT];
  UNROLL for (int m = 0; m < COUNT; m++) sum[m] = T();
  const long long first = (long long)node << 5 * level, end = first + (1ll << 5 * level);
  for (long long leaf = first; leaf < end && leaf < a.leaves; leaf++) {
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      T v[DIM], r2 = T(), power[COUNT];
      UNROLL for (int c = 0; c < DIM; c++) {
        v[c] = (load_<T>(a.points + (leaf * DIM + c) * GROUP + part * LANES) - center[c]) * a.inverse[c];
        r2 += v[c] * v[c];
      }
      power[0] = load_<T>(a.values + leaf * GROUP + part * LANES) * exp_(S(-0.5) * r2);
      sum[0] += power[0];
      UNROLL for (int m = 1; m < COUNT; m++) {
        power[m] = power[list.parent[m]] * v[list.variable[m]];
        sum[m] += power[m];
      }
    }
  }
  UNROLL for (int m = 0; m < COUNT; m++) {
    const S whole = sum_(sum[m]) * S(list.factor[m]);
    if (writes_()) series[((tree.first[level] + (long long)(node / GROUP)) * COUNT + m) * GROUP + node % GROUP] = whole;
  }
}

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
