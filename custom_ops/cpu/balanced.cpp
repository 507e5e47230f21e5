// The balanced binary tree on CPUs: the same leaves as jaxfmm/tree/balanced.py, which says what they are.
//
// A node finds its median by counting the bits of one coordinate that lead, a histogram at a time, and moves its points
// to the halves of its range in the other of two buffers, in the order of their indices. Every level doubles the nodes
// that may be split at the same time, until there are enough of them to be split down to the leaves each by one thread.
#include <algorithm>
#include <type_traits>

#include "spheres.h"

namespace {

constexpr int64_t SHARED_LEVELS = 7;  // split level by level; below them each node is a task
constexpr int64_t CHUNK_NODES = 256, CHUNK_POINTS = 4096;
constexpr int64_t FEW = 48;  // so many numbers are put in order without histograms
constexpr int BUCKET_BITS = 7;

inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

inline int64_t ceil_divide(int64_t a, int64_t b) { return (a + b - 1) / b; }

inline int length_of(uint64_t bits) { return bits ? 64 - __builtin_clzll(bits) : 0; }

// Unsigned integers in the order of floating point numbers, -0 and 0 the same.
template <class T>
using Key = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <class T>
constexpr Key<T> SIGN = Key<T>(1) << (8 * sizeof(T) - 1);

template <class T>
inline Key<T> key_of(T x) {
  Key<T> bits;
  x += T(0);
  std::memcpy(&bits, &x, sizeof bits);
  return bits & SIGN<T> ? ~bits : bits | SIGN<T>;
}

template <class T>
inline T number_of(Key<T> key) {
  const Key<T> bits = key & SIGN<T> ? key ^ SIGN<T> : ~key;
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// Equal numbers lie on the left of a median as long as no more of them than `equal` have come before.
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

  Point* const buffer[2] = {reinterpret_cast<Point*>(Tree::buffer), reinterpret_cast<Point*>(Tree::other)};  // (n,)
  Key<T>* const keys = reinterpret_cast<Key<T>*>(Tree::keys);
  const int64_t shared = smaller(levels, SHARED_LEVELS);

  int64_t capacity() const { return (int64_t(2) << levels) - 1; }

  void load(int64_t i) {
    for (int a = 0; a < D; a++) buffer[0][i].x[a] = key_of(points[D * i + a]);
    buffer[0][i].index = Key<T>(i);
  }

  // The longest side of the box of n points, and where it begins and ends.
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

  // The number of rank `rank` among n of the given range; the i-th is key[i * stride], `room` has space for n.
  static Median<T> select(const Key<T>* key, int64_t stride, int64_t n, int64_t rank, Key<T> low, Key<T> high,
                          Key<T>* room) {
    const int bits = length_of(high - low), shift = bits > BUCKET_BITS ? bits - BUCKET_BITS : 0;
    int64_t kept = 0;
    if (n <= FEW) {
      for (int64_t i = 0; i < n; i++) room[kept++] = key[i * stride];
    } else {
      uint32_t histogram[1 << BUCKET_BITS] = {};
      for (int64_t i = 0; i < n; i++) histogram[(key[i * stride] - low) >> shift]++;
      Key<T> bucket = 0;
      for (; rank >= histogram[bucket]; bucket++) rank -= histogram[bucket];
      if (shift == 0) return {Key<T>(low + bucket), rank + 1};
      for (int64_t i = 0; i < n; i++) {
        const Key<T> k = key[i * stride];
        room[kept] = k;
        kept += ((k - low) >> shift) == bucket;
      }
      low += bucket << shift;
      if (kept > FEW) return select(room, 1, kept, rank, low, low + ((Key<T>(1) << shift) - 1), room);
    }
    std::nth_element(room, room + rank, room + kept);
    const Key<T> found = room[rank];
    return {found, rank + 1 - std::count_if(room, room + rank, [found](Key<T> k) { return k < found; })};
  }

  // Moves the points of a node of a level to the other buffer, those of the left child first.
  void split(int64_t node, int64_t level) {
    const int64_t first = start[node], here = count[node], half = count[2 * node + 1];
    const Point* p = buffer[level % 2] + first;
    Point* to = buffer[(level + 1) % 2] + first;
    Key<T> low[D], high[D];
    const int axis = longest(p, here, low, high);
    const Median<T> median = select(p->x + axis, D + 1, here, half - 1, low[axis], high[axis], keys + first);
    int64_t left = 0, right = half, equal = 0;
    for (int64_t i = 0; i < here; i++) {
      const Key<T> k = p[i].x[axis];
      const bool same = k == median.key, goes_right = (k > median.key) | (same & (equal >= median.equal));
      equal += same;
      to[goes_right ? right : left] = p[i];
      right += goes_right;
      left += !goes_right;
    }
  }

  // A subtree, depth first while its points are in the cache.
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
    return phase == shared + 2 ? ceil_divide(capacity(), CHUNK_NODES) : phase == shared + 3 ? 1 : -1;
  }

  void unit(int64_t phase, int64_t i) {
    if (phase == 0) {
      for (int64_t k = i * CHUNK_POINTS; k < smaller(n, (i + 1) * CHUNK_POINTS); k++) load(k);
    } else if (phase <= shared) {
      split((int64_t(1) << (phase - 1)) - 1 + i, phase - 1);
    } else if (phase == shared + 1) {
      split_down((int64_t(1) << shared) - 1 + i, shared);
    } else if (phase == shared + 2) {
      for (int64_t node = i * CHUNK_NODES; node < smaller(capacity(), (i + 1) * CHUNK_NODES); node++)
        if (this->measured(node)) this->small_sphere(node);
    } else {
      this->large_spheres(capacity(), *extent);
    }
  }
};

}  // namespace

JAXFMM_KERNEL(balanced_f32) { return run<Splitter, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(balanced_f64) { return run<Splitter, double>(buffers, scalars, phase, begin, end); }
