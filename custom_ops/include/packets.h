// The anchors and sums of `Tails` on CPUs for packets of targets that are near each other and more
// than TAIL_APART bandwidths from all sources: they walk down the tree together, each in a lane of
// some vectors T, because few leaves count from so far away. Nearer targets use the series of whole
// nodes, and walk alone.
#pragma once
#include <algorithm>

#include "log_sum_exp.h"

namespace {

// Targets, one in each lane.
template <class T, int DIM, class Arguments>
struct Row {
  using S = typename element<T>::type;
  using I = mask_t<T>;
  static constexpr int LANES = lanes<T>;
  static constexpr S EPSILON = Frame<T, DIM, false>::EPSILON, FAR = Frame<T, DIM, false>::FAR;

  const Arguments* a;
  int who[LANES], own[LANES], place[LANES];  // the targets, their own sources and their anchors
  bool some_own = false;
  T x[DIM], from[DIM], u[DIM];  // targets; anchors; targets minus anchors in bandwidths
  I slot;                       // the slots of the sources with the largest exponents
  // The largest exponents; the least exponents plus heights that count; the sums.
  T best, least, sum[DIM + 1];
  T high;             // the largest exponents relative to the anchor
  T base;             // the log weights of the anchors
  T shift = T();      // added to exponents if they are relative to the anchor of the packet
  unsigned used = 0;  // the lanes that are in use, as bits

  void take(const Arguments& arguments, int count, const int* targets) {
    a = &arguments;
    S at[DIM][LANES];
    for (int lane = 0; lane < LANES; lane++) {
      who[lane] = targets[lane < count ? lane : 0], own[lane] = a->own[who[lane]];
      some_own = some_own || own[lane] >= 0;
      for (int c = 0; c < DIM; c++) at[c][lane] = a->targets[int64_t(who[lane]) * DIM + c];
    }
    for (int c = 0; c < DIM; c++) x[c] = load_<T>(at[c]);
  }

  S source(int64_t slot, int c) const {
    return a->points[(slot / GROUP * DIM + c) * GROUP + slot % GROUP];
  }

  S log_weight(int64_t slot) const { return a->weighted ? a->logs[slot] : S(0); }

  void see() {
    for (int c = 0; c < DIM; c++) {
      u[c] = (x[c] - from[c]) * a->inverse[c];
      u[c] = max_(min_(u[c], constant<T>(FAR)), constant<T>(-FAR));
    }
  }

  // Gives all lanes this anchor, and uses the lanes whose targets are far from it.
  void begin(int start) {
    T r2 = T();
    for (int c = 0; c < DIM; c++) from[c] = broadcast<T>(source(start, c));
    see();
    for (int c = 0; c < DIM; c++) r2 += u[c] * u[c];
    used = bits_<T>((r2 > constant<T>(TAIL_APART * TAIL_APART)) & (r2 < constant<T>(FAR)));
    best = -infinity<T>(), slot = I() + start, base = broadcast<T>(log_weight(start));
  }

  // Calls body(slot, weight, e, b) for some sources of a leaf, given as bits.
  template <class Body>
  void each(int leaf, unsigned sources, Body body) const {
    const S *rows = a->points + int64_t(leaf) * DIM * GROUP,
            *weights = a->values + int64_t(leaf) * GROUP;
    unsigned mine = 0;
    if (some_own)
      for (int lane = 0; lane < LANES; lane++) mine |= unsigned(own[lane] / GROUP == leaf) << lane;
    for (unsigned left = sources; left; left &= left - 1) {
      const int j = lowest_bit_(left);
      if (!(weights[j] > 0)) continue;
      T e = log_weight(int64_t(leaf) * GROUP + j) - base, b[DIM];
      UNROLL for (int c = 0; c < DIM; c++) {
        b[c] = (rows[c * GROUP + j] - from[c]) * a->inverse[c];
        e += b[c] * (u[c] - S(0.5) * b[c]);
      }
      if (mine) {
        unsigned without = 0;
        for (int lane = 0; lane < LANES; lane++)
          without |= unsigned(own[lane] == leaf * GROUP + j) << lane;
        e = where_(without, -infinity<T>(), e);
      }
      body(leaf * GROUP + j, weights[j], e, b);
    }
  }

  // Whether a lane needs a node.
  bool needs(const S* boxes, S height, int node) const {
    T e = height - base, size = T();
    UNROLL for (int c = 0; c < DIM; c++) {
      const T first = (boxes[2 * c * GROUP + node] - from[c]) * a->inverse[c];
      const T last = (boxes[(2 * c + 1) * GROUP + node] - from[c]) * a->inverse[c];
      const T part = most_between(first, last, u[c]);
      e += part, size += abs_(part);
    }
    return used & bits_<T>(e + 8 * EPSILON * size >= least);
  }

  // Finds the largest exponents.
  void look(int leaf, unsigned sources) {
    each(leaf, sources, [&](int number, S, T e, const T*) {
      const I closer = e > best;
      best = select_(closer, e, best), slot = (closer & number) | (~closer & slot);
    });
    least = best + S(a->gain);
  }

  // Moves the anchors to the sources with the largest exponents. `best` becomes a lower bound on
  // the sums.
  void settle() {
    S at[DIM][LANES], weight[LANES], logs[LANES];
    for (int lane = 0; lane < LANES; lane++) place[lane] = int(slot[lane]);
    for (int lane = 0; lane < LANES; lane++) {
      for (int c = 0; c < DIM; c++) at[c][lane] = source(place[lane], c);
      weight[lane] = place[lane] == own[lane] ? S(0) : a->values[place[lane]];
      logs[lane] = log_weight(place[lane]);
    }
    for (int c = 0; c < DIM; c++) from[c] = load_<T>(at[c]);
    see();
    best = load_<T>(weight), base = load_<T>(logs);
    used &= bits_<T>(best > T());
    high = -infinity<T>();
    for (int m = 0; m <= DIM; m++) sum[m] = T();
  }

  void raise() {
    best = max_(best, sum[0]);
    least = log_(best) - S(a->slack);
  }

  void add(int leaf, unsigned sources) {
    each(leaf, sources, [&](int, S weight, T e, const T* b) {
      high = select_(e > high, e, high);
      const T term = weight * exp_(e);
      sum[0] += term;
      UNROLL for (int c = 0; c < DIM; c++) sum[1 + c] += term * b[c];
    });
  }

  // Writes the results of the lanes whose anchors are good enough; the other lanes are not used any
  // longer.
  void write() {
    used &= bits_<T>(high <= constant<T>(Tails<T, DIM, false, Linear<DIM>, Arguments>::HIGH));
    S out[DIM + 1][LANES];
    for (int m = 0; m <= DIM; m++) std::memcpy(out[m], &sum[m], sizeof(T));
    for (unsigned left = used; left; left &= left - 1) {
      const int lane = lowest_bit_(left);
      a->anchor[who[lane]] = place[lane];
      for (int m = 0; m <= DIM; m++) a->sums[int64_t(who[lane]) * (DIM + 1) + m] = out[m][lane];
    }
  }
};

template <class T, int DIM, class Arguments>
class Packet {
  using S = typename element<T>::type;
  static constexpr int LANES = lanes<T>, FEWEST = 4;  // fewer targets than FEWEST walk alone
  // A packet extends so many bandwidths on each side of its first target.
  static constexpr S SIZE = 4;

 public:
  static constexpr int ROWS = 8, MOST = ROWS * LANES;

  // Writes the anchors and sums of count <= MOST targets, some of which may be far from the others.
  static void find(const Arguments& a, int count, const int* targets) {
    int left[MOST];
    std::copy_n(targets, count, left);
    while (count) {
      int together[MOST] = {left[0]}, size = 1, rest = 0;
      for (int k = 1; k < count; k++)
        (are_close(a, left[0], left[k]) ? together[size++] : left[rest++]) = left[k];
      if (size < FEWEST) {
        for (int k = 0; k < size; k++) alone(a, together[k]);
      } else {
        Packet packet(a, size, together);
        packet.find();
        for (int k = 0; k < size; k++)
          if (!(packet.row[k / LANES].used >> k % LANES & 1)) alone(a, together[k]);
      }
      count = rest;
    }
  }

 private:
  const Arguments& a;
  Groups<S> tree;
  Row<T, DIM, Arguments> row[ROWS];
  int rows;
  Beyond<T, DIM> beyond;

  static bool are_close(const Arguments& a, int i, int j) {
    for (int c = 0; c < DIM; c++)
      if (!(abs_((a.targets[int64_t(i) * DIM + c] - a.targets[int64_t(j) * DIM + c]) *
                 a.inverse[c]) < SIZE))
        return false;
    return true;
  }

  static void alone(const Arguments& a, int target) {
    Tails<T, DIM, false, Linear<DIM>, Arguments> tails(a, {DIM}, target, DIM);
    int& anchor = a.anchor[target] = tails.nearest(S(a.gain));
    tails.template find<true>(S(a.slack), anchor, a.sums + int64_t(target) * (DIM + 1));
  }

  Packet(const Arguments& a, int count, const int* targets)
      : a(a), tree{a.boxes, a.height, a.top, a.first, int(a.levels), 2 * DIM},
        rows((count + LANES - 1) / LANES), beyond{a.inverse} {
    for (int r = 0; r < rows; r++) row[r].take(a, count - r * LANES, targets + r * LANES);
  }

  template <class Body>
  void each_row(Body body) {
    for (int r = 0; r < rows; r++)
      if (row[r].used) body(row[r]);
  }

  void find() {
    const int start = close();
    for (int r = 0; r < rows; r++) row[r].begin(start);
    unsigned sources = ~0u;  // of the leaf: all for the first row, then only the one that it finds
    each_row([&](auto& row) {
      row.look(start / GROUP, sources);
      sources = 1u << int(row.slot[lowest_bit_(row.used)]) % GROUP;
    });
    visit<NEAREST>([](auto&) {},
                   [](auto& row, int leaf, unsigned sources) { row.look(leaf, sources); });
    each_row([](auto& row) { row.settle(); });
    visit<BEST>([](auto& row) { row.raise(); },
                [](auto& row, int leaf, unsigned sources) { row.add(leaf, sources); });
    each_row([](auto& row) { row.write(); });
  }

  // A source of the leaf that is nearest to the box of the targets.
  int close() {
    Near<T, DIM> near{a.inverse};
    for (int c = 0; c < DIM; c++) {
      T low = row[0].x[c], high = low;
      for (int r = 1; r < rows; r++) low = min_(low, row[r].x[c]), high = max_(high, row[r].x[c]);
      near.low[c] = -largest_(-low), near.high[c] = largest_(high);
    }
    int source = 0;
    walk<NEAREST, T>(
        tree, near, [] { return -infinity<S>(); }, Open(),
        [&](int leaf) {
          source = leaf * GROUP;
          return false;
        });
    return source;
  }

  // Sets the bounds, for all targets relative to the anchor of one of them.
  void about() {
    int first = 0;
    while (first < rows && !row[first].used) first++;
    if (first == rows) return;
    const int lane = lowest_bit_(row[first].used);
    T low[DIM], high[DIM];
    for (int c = 0; c < DIM; c++) {
      beyond.anchor[c] = row[first].from[c][lane];
      low[c] = infinity<T>(), high[c] = -infinity<T>();
    }
    each_row([&](auto& row) {
      row.shift = T();
      for (int c = 0; c < DIM; c++) {
        const T b = (row.from[c] - beyond.anchor[c]) * a.inverse[c],
                u = (row.x[c] - beyond.anchor[c]) * a.inverse[c];
        row.shift += b * (u - S(0.5) * b);
        low[c] = min_(low[c], where_(row.used, u, infinity<T>())),
        high[c] = max_(high[c], where_(row.used, u, -infinity<T>()));
      }
    });
    for (int c = 0; c < DIM; c++)
      beyond.low[c] = -largest_(-low[c]), beyond.high[c] = largest_(high[c]);
  }

  // Calls leaf(row, number, sources) for the leaves that a row needs, with the sources that any row
  // may need. Calls before(row) before it determines what a row needs.
  template <Order ORDER, class Before, class Leaf>
  void visit(Before before, Leaf leaf) {
    about();
    S lowest = 0;  // the least exponent plus height that any row needs
    const auto update = [&] {
      lowest = infinity<S>();
      each_row([&](auto& row) {
        before(row);
        const T all = row.least + row.base + row.shift;
        const S mine = -largest_(where_(row.used, -all, -infinity<T>()));
        lowest = mine < lowest ? mine : lowest;
      });
    };
    const auto needs = [&](int r, int level, int group, int node) {
      const S height = (ORDER == NEAREST ? tree.top_of(level, group)
                                         : tree.height_of(level, group))[node];
      return row[r].used && row[r].needs(tree.boxes_of(level, group), height, node);
    };
    const auto spare = [&](int level, int group, unsigned bits, const T*, S) {
      unsigned spared = 0;
      for (unsigned left = level ? bits : 0; left; left &= left - 1) {
        int r = 0;
        while (r < rows && !needs(r, level, group, lowest_bit_(left))) r++;
        if (r == rows) spared |= left & -left;
      }
      return spared;
    };
    update();
    walk<ORDER, T>(
        tree, beyond, [&] { return lowest; }, spare,
        [&](int number) {
          const int group = number / GROUP, node = number % GROUP;
          const S height =
              (ORDER == NEAREST ? tree.top_of(0, group) : tree.height_of(0, group))[node];
          const unsigned sources =
              beyond.reaching(a.points + int64_t(number) * DIM * GROUP, lowest - height);
          bool changed = false;
          for (int r = 0; r < rows; r++)
            if (needs(r, 0, group, node)) leaf(row[r], number, sources), changed = true;
          if (changed) update();
          return true;
        });
  }
};

}  // namespace
