// Spheres around the nodes of a tree on CPUs; `spheres` of jaxfmm/tree/build.py defines them.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "generated/arguments.h"

namespace {

template <class T>
struct Box {
  T low[MOST_DIMENSIONS], high[MOST_DIMENSIONS];
  Box() {
    for (int a = 0; a < MOST_DIMENSIONS; a++) {
      low[a] = std::numeric_limits<T>::infinity();
      high[a] = -low[a];
    }
  }
  inline void add(const T* l, const T* h, int dim) {
    for (int a = 0; a < dim; a++) {
      low[a] = l[a] < low[a] ? l[a] : low[a];
      high[a] = h[a] > high[a] ? h[a] : high[a];
    }
  }
};

// The smallest and the largest of n values, in W independent lanes so that the compiler can use
// vectors.
template <class T>
void bounds(const T* x, int64_t n, T* low, T* high) {
  constexpr int W = 64 / sizeof(T);
  T l[W], h[W];
  for (int w = 0; w < W; w++) l[w] = h[w] = x[0];
  int64_t i = 0;
  for (; i + W <= n; i += W)
    for (int w = 0; w < W; w++) {
      l[w] = x[i + w] < l[w] ? x[i + w] : l[w];
      h[w] = x[i + w] > h[w] ? x[i + w] : h[w];
    }
  for (; i < n; i++) {
    l[0] = x[i] < l[0] ? x[i] : l[0];
    h[0] = x[i] > h[0] ? x[i] : h[0];
  }
  for (int w = 1; w < W; w++) {
    l[0] = l[w] < l[0] ? l[w] : l[0];
    h[0] = h[w] > h[0] ? h[w] : h[0];
  }
  *low = l[0];
  *high = h[0];
}

// The largest distance of n points from a centre; x[a * stride + i] is coordinate a of point i.
template <class T, int D>
T farthest(const T* x, int64_t stride, int64_t n, const T* center) {
  constexpr int W = 64 / sizeof(T);
  T most[W] = {};
  auto visit = [&](int64_t i, int w) {
    T square = 0;
    for (int a = 0; a < D; a++) {
      const T d = x[a * stride + i] - center[a];
      square += d * d;
    }
    most[w] = square > most[w] ? square : most[w];
  };
  int64_t i = 0;
  for (; i + W <= n; i += W)
    for (int w = 0; w < W; w++) visit(i + w, w);
  for (; i < n; i++) visit(i, 0);
  for (int w = 1; w < W; w++) most[0] = most[w] > most[0] ? most[w] : most[0];
  return std::sqrt(most[0]);
}

// Arguments with the nodes of a tree, numbered so that children come after their parent, and with
// its points `sorted` (D, n) in the order of the tree; box (nodes, 2 D) is scratch.
template <class T, int D, class Arguments>
struct Nodes : Arguments {
  using Arguments::Arguments;
  using Arguments::n, Arguments::leaf_size, Arguments::sorted, Arguments::box;
  using Arguments::start, Arguments::count, Arguments::child, Arguments::parent, Arguments::center,
      Arguments::half, Arguments::radius;

  // Whether a node measures the distances of its points, and not only its box.
  bool measured(int64_t node) const {
    return child[node] < 0 || count[node] <= EXACT_RADIUS * leaf_size;
  }

  // The centre of a node's box, and half its widths: from the rounded centre to the farther face.
  void center_of(int64_t node) {
    const T *low = box + 2 * D * node, *high = low + D;
    for (int a = 0; a < D; a++) {
      const T middle = T(0.5) * low[a] + T(0.5) * high[a], below = middle - low[a],
              above = high[a] - middle;
      center[D * node + a] = middle;
      half[D * node + a] = below > above ? below : above;
    }
  }

  // Else rounding may leave a point just outside.
  static constexpr T COVER = 1 + 8 * std::numeric_limits<T>::epsilon();

  // The sphere of a node that measures its points; its radius is zero if they coincide.
  void small_sphere(int64_t node) {
    const int64_t first = start[node], points_here = count[node];
    T* b = box + 2 * D * node;
    for (int a = 0; a < D; a++) bounds(sorted + a * n + first, points_here, b + a, b + D + a);
    center_of(node);
    radius[node] = farthest<T, D>(sorted + first, n, points_here, center + D * node) * COVER;
  }

  // The spheres of the nodes that measure their boxes, after all others, and a scale for nodes
  // whose points coincide.
  void large_spheres(int64_t used, T extent) {
    for (int64_t node = used - 1; node >= 0; node--) {
      if (measured(node)) continue;
      T* b = box + 2 * D * node;
      const T* left = box + 2 * D * int64_t(child[node]);
      const T* right = left + 2 * D;
      T square = 0;
      for (int a = 0; a < D; a++) {
        b[a] = left[a] < right[a] ? left[a] : right[a];
        b[D + a] = left[D + a] > right[D + a] ? left[D + a] : right[D + a];
      }
      center_of(node);
      for (int a = 0; a < D; a++) square += half[D * node + a] * half[D * node + a];
      radius[node] = std::sqrt(square) * COVER;
    }
    if (!(radius[0] > 0)) radius[0] = extent > 0 ? T(0.25) * extent : T(1);
    for (int64_t node = 1; node < used; node++)
      if (radius[node] == 0) radius[node] = T(0.25) * radius[parent[node]];
  }
};

// Runs a kernel that is a class Work<T, D>, for the number of dimensions in its arguments.
template <template <class, int> class Work, class T, int D>
int64_t run_in(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
               int64_t end) {
  Work<T, D> work(buffers, scalars);
  if (begin < 0) return work.units(phase);
  for (int64_t i = begin; i < end; i++) work.unit(phase, i);
  return 0;
}

template <template <class, int> class Work, class T>
int64_t run(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
            int64_t end) {
  switch (Work<T, 1>(buffers, scalars).dim) {
    case 1: return run_in<Work, T, 1>(buffers, scalars, phase, begin, end);
    case 2: return run_in<Work, T, 2>(buffers, scalars, phase, begin, end);
    default: return run_in<Work, T, 3>(buffers, scalars, phase, begin, end);
  }
}

}  // namespace
