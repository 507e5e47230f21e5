// The balanced binary tree on CPUs, with the leaves that jaxfmm/tree/balanced.py defines.
//
// A node finds the median of one coordinate by histograms of leading bits, and moves its points to
// the halves of its range in the other one of two buffers, in the order of their indices. Every
// level doubles the number of nodes that can be split at the same time; once they are many enough,
// each thread splits its nodes down to the leaves.
#include <algorithm>

#include "counts.h"
#include "float_keys.h"
#include "spheres.h"

namespace {

// These are split level by level; below them each node is a task.
constexpr int64_t SHARED_LEVELS = 7;
constexpr int64_t CHUNK_NODES = 256, CHUNK_POINTS = 4096;
constexpr int64_t FEW = 48;  // at most so many numbers are sorted without histograms
constexpr int BUCKET_BITS = 7;

inline int length_of(uint64_t bits) { return bits ? 64 - __builtin_clzll(bits) : 0; }

// Of the numbers that are equal to a median, the first `equal` lie on the left.
template <class T>
struct Median {
  Key<T> key;
  int64_t equal;
};

template <class T, int D>
struct Splitter : Nodes<T, D, BalancedArguments<T>> {
  using Tree = Nodes<T, D, BalancedArguments<T>>;
  using Tree::n, Tree::start, Tree::count, Tree::child, Tree::sorted, Tree::levels;
  using Tree::points, Tree::extent, Tree::order, Tree::leaf_of_point;
  using Tree::Tree;

  struct Point {
    Key<T> x[D], index;
  };

  // (n,) each.
  Point* const buffer[2] = {reinterpret_cast<Point*>(Tree::buffer),
                            reinterpret_cast<Point*>(Tree::other)};
  Key<T>* const keys = reinterpret_cast<Key<T>*>(Tree::keys);
  const int64_t shared = smaller(levels, SHARED_LEVELS);

  int64_t capacity() const { return (int64_t(2) << levels) - 1; }

  void load(int64_t i) {
    for (int a = 0; a < D; a++)
      buffer[0][i].x[a] = key_of(points[D * i + a] + T(0));  // one key for -0 and 0
    buffer[0][i].index = Key<T>(i);
  }

  // The axis of the longest side of the box of n points, and the ends of all sides.
  static int longest(const Point* p, int64_t n, Key<T>* low, Key<T>* high) {
    for (int a = 0; a < D; a++) low[a] = high[a] = p[0].x[a];
    for (int64_t i = 1; i < n; i++)
      for (int a = 0; a < D; a++) {
        low[a] = p[i].x[a] < low[a] ? p[i].x[a] : low[a];
        high[a] = p[i].x[a] > high[a] ? p[i].x[a] : high[a];
      }
    const auto side = [low, high](int a) { return number_of<T>(high[a]) - number_of<T>(low[a]); };
    int axis = 0;
    for (int a = 1; a < D; a++)
      if (side(a) > side(axis)) axis = a;
    return axis;
  }

  // The number of rank `rank` among n numbers from low to high; number i is key[i * stride].
  // scratch: n numbers.
  static Median<T> select(const Key<T>* key, int64_t stride, int64_t n, int64_t rank, Key<T> low,
                          Key<T> high, Key<T>* scratch) {
    const int bits = length_of(high - low), shift = bits > BUCKET_BITS ? bits - BUCKET_BITS : 0;
    int64_t kept = 0;
    if (n <= FEW) {
      for (int64_t i = 0; i < n; i++) scratch[kept++] = key[i * stride];
    } else {
      uint32_t histogram[1 << BUCKET_BITS] = {};
      for (int64_t i = 0; i < n; i++) histogram[(key[i * stride] - low) >> shift]++;
      Key<T> bucket = 0;
      for (; rank >= histogram[bucket]; bucket++) rank -= histogram[bucket];
      if (shift == 0) return {Key<T>(low + bucket), rank + 1};
      for (int64_t i = 0; i < n; i++) {
        const Key<T> k = key[i * stride];
        scratch[kept] = k;
        kept += ((k - low) >> shift) == bucket;
      }
      low += bucket << shift;
      if (kept > FEW)
        return select(scratch, 1, kept, rank, low, low + ((Key<T>(1) << shift) - 1), scratch);
    }
    std::nth_element(scratch, scratch + rank, scratch + kept);
    const Key<T> median = scratch[rank];
    return {median, rank + 1 - std::count_if(scratch, scratch + rank, [median](Key<T> k) {
                      return k < median;
                    })};
  }

  // Moves the points of a node to the other buffer, the points of the left child first.
  void split(int64_t node, int64_t level) {
    const int64_t first = start[node], here = count[node], half = count[2 * node + 1];
    const Point* p = buffer[level % 2] + first;
    Point* to = buffer[(level + 1) % 2] + first;
    Key<T> low[D], high[D];
    const int axis = longest(p, here, low, high);
    const Median<T> median =
        select(p->x + axis, D + 1, here, half - 1, low[axis], high[axis], keys + first);
    int64_t left = 0, right = half, equal = 0;
    for (int64_t i = 0; i < here; i++) {
      const Key<T> k = p[i].x[axis];
      const bool same = k == median.key,
                 goes_right = (k > median.key) | (same & (equal >= median.equal));
      equal += same;
      to[goes_right ? right : left] = p[i];
      right += goes_right;
      left += !goes_right;
    }
  }

  // Splits a subtree, depth first while its points are in the cache.
  void split_down(int64_t node, int64_t level) {
    if (level == levels) return finish(node);
    split(node, level);
    split_down(2 * node + 1, level + 1);
    split_down(2 * node + 2, level + 1);
  }

  void finish(int64_t leaf) {
    for (int64_t i = start[leaf]; i < start[leaf] + count[leaf]; i++) {
      const Point& p = buffer[levels % 2][i];
      order[i] = int32_t(p.index);
      leaf_of_point[i] = int32_t(leaf - capacity() / 2);
      for (int a = 0; a < D; a++) sorted[a * n + i] = number_of<T>(p.x[a]);
    }
  }

  int64_t units(int64_t phase) const {
    if (phase == 0) return ceil_divide(n, CHUNK_POINTS);
    if (phase <= shared + 1) return int64_t(1) << (phase - 1);
    return phase == shared + 2   ? ceil_divide(capacity(), CHUNK_NODES)
           : phase == shared + 3 ? 1
                                 : -1;
  }

  void unit(int64_t phase, int64_t i) {
    if (phase == 0) {
      for (int64_t k = i * CHUNK_POINTS; k < smaller(n, (i + 1) * CHUNK_POINTS); k++) load(k);
    } else if (phase <= shared) {
      split((int64_t(1) << (phase - 1)) - 1 + i, phase - 1);
    } else if (phase == shared + 1) {
      split_down((int64_t(1) << shared) - 1 + i, shared);
    } else if (phase == shared + 2) {
      for (int64_t node = i * CHUNK_NODES; node < smaller(capacity(), (i + 1) * CHUNK_NODES);
           node++)
        if (this->measured(node)) this->small_sphere(node);
    } else {
      this->large_spheres(capacity(), *extent);
    }
  }
};

}  // namespace

JAXFMM_KERNEL(balanced_f32) { return run<Splitter, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(balanced_f64) { return run<Splitter, double>(buffers, scalars, phase, begin, end); }
