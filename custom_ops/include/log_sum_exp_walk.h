// The walk down a tree of groups for log-sum-exp, and the exponents of its terms: code of both
// platforms.
//
// The 32 children of a node, or the 32 sources of a leaf, are the lanes of a warp on CUDA, or of
// PARTS vectors T on a CPU. A value that belongs to the target is the same in every lane.
//
// The file that includes this defines for its T, with S = element<T>::type and lanes in order:
//   constexpr PARTS<T>;  T load_<T>(const S*);  void add_(S* to, T)
//   S sum_(T), largest_(T): over the lanes
//   unsigned bits_<T>(mask): a bit for each lane;  int lowest_bit_(unsigned), count_bits_(unsigned)
//   T where_(unsigned bits, T set, T clear)
//   bool writes_(): whether this thread writes what all lanes have in common
//   constexpr int degree_of_series(int dim)
//   TAIL_APART: targets farther than this from all sources, in bandwidths, do not share walks
#pragma once
#include "functions.h"

namespace {

constexpr int GROUP = 32, MOST_TREE_LEVELS = 8;

// The largest value of b (u - b / 2) for b from `first` to `last`.
template <class T>
HD T most_between(T first, T last, T u) {
  using S = typename element<T>::type;
  const T b = select_(u < first, first, select_(u > last, last, u));
  return b * (u - S(0.5) * b);
}

// Exponents of the terms of a target, relative to the term of a source at an anchor: so sums stay
// exact however far away all sources are.
template <class T, int DIM, bool SCALED>
struct Frame {
  using S = typename element<T>::type;
  static constexpr int CAPACITY = DIM < 0 ? 64 : DIM + SCALED;
  static constexpr S EPSILON = S(sizeof(S) == 4 ? 1.2e-7 : 2.3e-16),
                     FAR = S(sizeof(S) == 4 ? 1e17 : 1e150), HIGH = 40;

  const S *target, *inverse;
  int known;                        // the number of dimensions if DIM < 0
  S anchor[CAPACITY], u[CAPACITY];  // the anchor; target minus anchor in bandwidths
  S sharpness = 1, half = 0;        // 1 / scale^2 of the anchor; u^2 / 2

  HD int dim() const { return DIM < 0 ? known : DIM; }

  // Sets the anchor. at: its position and sharpness, `stride` numbers apart.
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

  // Makes the target the anchor: exponents are then those of the Gaussians themselves.
  HD void about_target() {
    half = 0, sharpness = 1;
    UNROLL for (int c = 0; c < dim(); c++) anchor[c] = target[c], u[c] = 0;
  }

  // The exponents of the sources of a leaf. b: their offsets from the anchor in bandwidths, and
  // differences of sharpness.
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

  // Upper bounds on the exponents of sources in the boxes of a group: at the nearest places, with
  // the least sharpness.
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

// Bounds on exponents relative to the targets themselves, for any targets in a box.
template <class T, int DIM>
struct Near {
  using S = typename element<T>::type;
  const S* inverse;
  S low[DIM], high[DIM];

  HD T bound(const S* rows) const {
    T e = T();
    UNROLL for (int c = 0; c < DIM; c++) {
      const T below = low[c] - load_<T>(rows + (2 * c + 1) * GROUP),
              above = load_<T>(rows + 2 * c * GROUP) - high[c];
      const T apart = max_(max_(below, above), T()) * inverse[c];
      e -= S(0.5) * apart * apart;
    }
    return e;
  }
};

// Bounds on exponents relative to one anchor, for targets whose u is in a box; exponents are linear
// in u.
template <class T, int DIM>
struct Beyond {
  using S = typename element<T>::type;
  static constexpr S EPSILON = Frame<T, DIM, false>::EPSILON;
  const S* inverse;
  S anchor[DIM], low[DIM], high[DIM];

  // The bound for sources between rows[first(c)] and rows[last(c)] in each coordinate c.
  template <class First, class Last>
  HD T largest(const S* rows, First first, Last last) const {
    T e = T(), size = T();
    UNROLL for (int c = 0; c < DIM; c++) {
      const T begin = (load_<T>(rows + first(c) * GROUP) - anchor[c]) * inverse[c],
              end = (load_<T>(rows + last(c) * GROUP) - anchor[c]) * inverse[c];
      const T a = most_between(begin, end, broadcast<T>(low[c])),
              b = most_between(begin, end, broadcast<T>(high[c]));
      e += select_(a > b, a, b), size += max_(abs_(a), abs_(b));
    }
    return e + 16 * EPSILON * size;
  }

  HD T bound(const S* rows) const {
    return largest(rows, [](int c) { return 2 * c; }, [](int c) { return 2 * c + 1; });
  }

  // The sources of a leaf, as bits, whose exponents may be at least `least`.
  HD unsigned reaching(const S* rows, S least) const {
    const auto own = [](int c) { return c; };
    unsigned bits = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      const int lane = part * (GROUP / PARTS<T>);
      bits |= bits_<T>(largest(rows + lane, own, own) >= broadcast<T>(least)) << lane;
    }
    return bits;
  }
};

template <class S>
HD constexpr S largest_number() {
  return S(sizeof(S) == 4 ? 3.4e38 : 1.79e308);
}

// The nodes of a tree in groups of 32 children, leaves first. Of a node, `height` bounds what is
// left out with it, and `top` the largest log weight; both are added to the exponents of sources.
template <class S>
struct Groups {
  const S *boxes, *height, *top;
  const int* first;  // the number of the first group of each level
  int levels, rows;  // rows: numbers of a box

  HD const S* boxes_of(int level, int group) const {
    return boxes + (first[level] + (long long)group) * rows * GROUP;
  }
  HD const S* height_of(int level, int group) const {
    return height + (first[level] + (long long)group) * GROUP;
  }
  HD const S* top_of(int level, int group) const {
    return top + (first[level] + (long long)group) * GROUP;
  }
};

// The order in which nodes of a group are visited: BEST takes the best node first, except among
// leaves; NEAREST also there.
enum Order { NEAREST, BEST };

// The `far` of a walk that opens all nodes.
struct Open {
  template <class T, class S>
  HD unsigned operator()(int, int, unsigned, const T*, S) const {
    return 0;
  }
};

// The `skip` of a walk that forgets which nodes it passes over.
struct Forget {
  template <class T>
  HD void operator()(unsigned, const T*) const {}
};

// Calls leaf(number) for the leaves whose bound on exponents plus height (for NEAREST: plus top) is
// at least floor(), until it returns false. Nodes for which this is -infinity do not exist.
// far(level, group, bits, bound, least) is called before the nodes of a group are visited, and
// returns those that it has already dealt with, as bits. bound: of the nodes, with their heights;
// least: floor(). skip(bits, bound) is called for nodes of a group that are passed over, with BEST.
template <Order ORDER, class T, class F, class S, class Floor, class Far, class Leaf,
          class Skip = Forget>
HD void walk(const Groups<S>& tree, const F& frame, Floor floor, Far far, Leaf leaf,
             Skip skip = {}) {
  int groups[MOST_TREE_LEVELS], level = tree.levels - 1, group = 0;
  unsigned pending[MOST_TREE_LEVELS];
  T bound[PARTS<T>];
  S least = 0;
  const auto still = [&] {
    // Nodes that do not exist have the bound -infinity.
    least = max_(floor(), -largest_number<S>());
    unsigned bits = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++) bits |=
        bits_<T>(bound[part] >= broadcast<T>(least)) << part * (GROUP / PARTS<T>);
    return bits;
  };
  const auto needed = [&] {
    UNROLL for (int part = 0; part < PARTS<T>; part++) {
      const int lane = part * (GROUP / PARTS<T>);
      const S* heights =
          ORDER == NEAREST ? tree.top_of(level, group) : tree.height_of(level, group);
      bound[part] = frame.bound(tree.boxes_of(level, group) + lane) + load_<T>(heights + lane);
    }
    return still();
  };
  const auto best = [&](unsigned todo) {
    const auto in = [&](int part) {
      return where_(todo >> part * (GROUP / PARTS<T>), bound[part], -infinity<T>());
    };
    S most = largest_(in(0));
    UNROLL for (int part = 1; part < PARTS<T>; part++) {
      const S here = largest_(in(part));
      most = here > most ? here : most;
    }
    unsigned where = 0;
    UNROLL for (int part = 0; part < PARTS<T>; part++) where |=
        bits_<T>(in(part) == broadcast<T>(most)) << part * (GROUP / PARTS<T>);
    return where & todo;
  };
  const auto near = [&] {
    const unsigned bits = needed();
    skip(~bits, bound);
    return bits & ~far(level, group, bits, bound, least);
  };
  unsigned todo = near();
  for (;;) {
    if (!todo) {
      if (++level == tree.levels) return;
      group = groups[level];
      todo = needed();
      skip(pending[level] & ~todo, bound);
      todo &= pending[level];
      continue;
    }
    if (ORDER == NEAREST) todo &= still();
    if (!todo) continue;
    const int lane = lowest_bit_(ORDER == NEAREST || level ? best(todo) : todo),
              child = group * GROUP + lane;
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

}  // namespace
