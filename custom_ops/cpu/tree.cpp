// The adaptive binary tree on CPUs: the same tree as jaxfmm/tree/{keys,build}.py, which say what it is.
//
// A bucket of the sort holds all points of a key, so what is crowded in one cell is keyed anew inside its bucket.
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernel.h"
#include "sort.h"

namespace {

constexpr int MAX_DIM = 3;
constexpr int64_t CHUNK_NODES = 256;
constexpr int64_t EXACT_RADIUS = 8;  // as in build.py

inline uint64_t spread_by_2(uint64_t x) {  // 21 bits, two zeros between them
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

inline uint64_t spread_by_1(uint64_t x) {  // 31 bits, a zero between them
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

template <class T>
struct Box {
  T low[MAX_DIM], high[MAX_DIM];
  Box() {
    for (int a = 0; a < MAX_DIM; a++) {
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

// Morton keys in the bounding cube of a box.
template <class T, int D>
struct Keys {
  static constexpr int BITS = D == 3 ? 21 : 31;
  T low[D], scale, top;

  explicit Keys(const Box<T>& box) {
    T width = 0;
    for (int a = 0; a < D; a++) {
      low[a] = box.low[a];
      const T w = box.high[a] - box.low[a];
      width = w > width ? w : width;
    }
    scale = 1 / (width >= std::numeric_limits<T>::min() ? width : T(1));
    constexpr int lost = BITS - std::numeric_limits<T>::digits;
    constexpr int64_t largest = (int64_t(1) << BITS) - 1;
    top = T(lost > 0 ? largest >> lost << lost : largest);  // the largest cell that T can name
  }

  inline uint64_t cell(T x, int a) const {
    const T scaled = (x - low[a]) * scale * T(int64_t(1) << BITS);
    return uint64_t(int64_t(scaled > 0 ? (scaled < top ? scaled : top) : T(0)));  // 0 for NaN
  }

  inline uint64_t operator()(const T* x) const {
    if constexpr (D == 3)
      return spread_by_2(cell(x[0], 0)) << 3 | spread_by_2(cell(x[1], 1)) << 2 | spread_by_2(cell(x[2], 2)) << 1;
    else if constexpr (D == 2)
      return spread_by_1(cell(x[0], 0)) << 3 | spread_by_1(cell(x[1], 1)) << 2;
    else
      return cell(x[0], 0) << 33;
  }
};

// Smallest and largest of n values; independent lanes, so that the compiler may use vectors.
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

// The largest distance of n points, coordinate a at x[a * stride + i], from a centre.
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

template <class T, int D>
struct Builder : SampleSort {
  const T *points, *extent;
  int32_t *order, *start, *count, *child, *parent;
  T *center, *radius;
  int32_t *level_start, *n_nodes, *leaves, *n_leaves, *leaf_of_point;
  T *sorted, *box;  // scratch (D, n), (nodes, 2 D); then (nodes,), (BLOCKS, 2 D)
  int32_t* leaf_number;
  T* block_box;
  int64_t leaf_size, leaf_capacity, max_levels, capacity;

  Builder(void* const* b, const int64_t* scalars)
      : SampleSort(scalars[1]), leaf_size(scalars[2]), leaf_capacity(scalars[3]), max_levels(scalars[4]),
        capacity(2 * leaf_capacity - 1) {
    int next = 0;
    auto take = [&](auto*& pointer) { pointer = static_cast<std::remove_reference_t<decltype(pointer)>>(b[next++]); };
    take(points), take(extent);
    take(order), take(start), take(count), take(child), take(parent), take(center), take(radius);
    take(level_start), take(n_nodes), take(leaves), take(n_leaves), take(leaf_of_point);
    take(records), take(spare), take(bucket), take(sorted), take(box), take(leaf_number);
    take(block_box), take(histogram), take(splitter);
  }

  void measure(int64_t block) {
    Box<T> b;
    for (int64_t i = edge(block); i < edge(block + 1); i++) b.add(points + D * i, points + D * i, D);
    for (int a = 0; a < D; a++) {
      block_box[2 * D * block + a] = b.low[a];
      block_box[2 * D * block + D + a] = b.high[a];
    }
  }

  Keys<T, D> keys() const {
    Box<T> b;
    for (int64_t block = 0; block < blocks; block++) b.add(block_box + 2 * D * block, block_box + 2 * D * block + D, D);
    return Keys<T, D>(b);
  }

  auto key_of_point() const {
    return [key = keys(), p = points](int64_t i) { return key(p + D * i); };
  }

  // Sorts a bucket; its records become the two keys of each point, the second only where points are crowded.
  void order_bucket(int64_t b) {
    const int64_t first = bucket_end(b - 1), last = bucket_end(b);
    sort_bucket(b);
    for (int64_t i = first; i < last;) {
      const uint64_t key = records[i].key;
      int64_t stop = i + 1;
      while (stop < last && records[stop].key == key) stop++;
      if (stop - i > leaf_size) {
        Box<T> around;
        for (int64_t j = i; j < stop; j++) around.add(points + D * records[j].value, points + D * records[j].value, D);
        const Keys<T, D> second(around);
        for (int64_t j = i; j < stop; j++) spare[j] = {second(points + D * records[j].value), records[j].value};
        sort_records(spare + i, records + i, stop - i);
        for (int64_t j = i; j < stop; j++) {
          order[j] = int32_t(spare[j].value);
          records[j] = {key, spare[j].key};
        }
      } else {
        for (int64_t j = i; j < stop; j++) {
          order[j] = int32_t(records[j].value);
          records[j].value = 0;
        }
      }
      i = stop;
    }
    for (int64_t i = first; i < last; i++)
      for (int a = 0; a < D; a++) sorted[a * n + i] = points[D * int64_t(order[i]) + a];
  }

  // Where the range [first, last) of sorted points splits, as `_split` of build.py.
  int64_t split(int64_t first, int64_t last) const {
    const Record &a = records[first], &b = records[last - 1];
    const bool second = a.key == b.key;
    const uint64_t differ = second ? a.value ^ b.value : a.key ^ b.key;
    if (!differ) return (first + last) / 2;
    const uint64_t bit = uint64_t(1) << (63 - __builtin_clzll(differ));
    int64_t low = first, high = last - 1;
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      const bool set = (second ? records[middle].value : records[middle].key) & bit;
      low = set ? low : middle;
      high = set ? middle : high;
    }
    return high;
  }

  // Nodes level by level. What has no room stays a leaf, so that the tree is sound though of no use.
  void topology() {
    int64_t used = 1, wanting = 0, level = 0, level_end = 1;
    start[0] = 0;
    count[0] = int32_t(n);
    parent[0] = -1;
    level_start[0] = 0;
    for (int64_t node = 0; node < used; node++) {
      if (node == level_end) {
        if (level + 1 < max_levels) level_start[++level] = int32_t(node);
        level_end = used;
      }
      const int64_t first = start[node], last = first + count[node];
      const bool full = used + 2 > capacity;
      const bool splits = last - first > leaf_size;
      wanting += splits && full;
      child[node] = splits && !full ? int32_t(used) : -1;
      if (child[node] < 0) continue;
      const int64_t middle = split(first, last);
      start[used] = int32_t(first);
      count[used] = int32_t(middle - first);
      start[used + 1] = int32_t(middle);
      count[used + 1] = int32_t(last - middle);
      parent[used] = parent[used + 1] = int32_t(node);
      used += 2;
    }
    while (level < max_levels) level_start[++level] = int32_t(used);
    *n_nodes = int32_t(used + 2 * wanting);

    // leaves below each node, then the number of its first one
    for (int64_t node = used - 1; node >= 0; node--)
      leaf_number[node] = child[node] < 0 ? 1 : leaf_number[child[node]] + leaf_number[child[node] + 1];
    *n_leaves = leaf_number[0];
    leaf_number[0] = 0;
    for (int64_t node = 0; node < used; node++)
      if (child[node] >= 0) {
        const int32_t left = leaf_number[child[node]];
        leaf_number[child[node]] = leaf_number[node];
        leaf_number[child[node] + 1] = leaf_number[node] + left;
      }
    for (int64_t i = *n_leaves; i < leaf_capacity; i++) leaves[i] = 0;
  }

  int64_t used() const { return smaller(*n_nodes, capacity); }

  bool measured(int64_t node) const { return child[node] < 0 || count[node] <= EXACT_RADIUS * leaf_size; }

  void center_of(int64_t node) {
    for (int a = 0; a < D; a++)
      center[D * node + a] = T(0.5) * box[2 * D * node + a] + T(0.5) * box[2 * D * node + D + a];
  }

  static constexpr T COVER = 1 + 8 * std::numeric_limits<T>::epsilon();  // rounding may leave a point a little outside

  void sphere(int64_t node) {
    if (node >= used()) {
      start[node] = count[node] = 0;
      child[node] = parent[node] = -1;
      for (int a = 0; a < D; a++) center[D * node + a] = 0;
      radius[node] = 0;
      return;
    }
    const int64_t first = start[node], points_here = count[node];
    if (child[node] < 0) {
      leaves[leaf_number[node]] = int32_t(node);
      for (int64_t i = first; i < first + points_here; i++) leaf_of_point[i] = leaf_number[node];
    }
    if (!measured(node)) return;
    T* b = box + 2 * D * node;
    for (int a = 0; a < D; a++) bounds(sorted + a * n + first, points_here, b + a, b + D + a);
    center_of(node);
    radius[node] = farthest<T, D>(sorted + first, n, points_here, center + D * node) * COVER;
  }

  // The nodes that measure their boxes, and a scale for those whose points coincide.
  void large_spheres() {
    for (int64_t node = used() - 1; node >= 0; node--) {
      if (measured(node)) continue;
      T* b = box + 2 * D * node;
      const T* left = box + 2 * D * int64_t(child[node]);
      const T* right = left + 2 * D;
      T square = 0;
      for (int a = 0; a < D; a++) {
        b[a] = left[a] < right[a] ? left[a] : right[a];
        b[D + a] = left[D + a] > right[D + a] ? left[D + a] : right[D + a];
        square += (b[D + a] - b[a]) * (b[D + a] - b[a]);
      }
      center_of(node);
      radius[node] = T(0.5) * std::sqrt(square) * COVER;
    }
    if (!(radius[0] > 0)) radius[0] = *extent > 0 ? T(0.25) * *extent : T(1);
    for (int64_t node = 1; node < used(); node++)
      if (radius[node] == 0) radius[node] = T(0.25) * radius[parent[node]];
  }

  int64_t units(int64_t phase) const {
    const int64_t of_phase[] = {blocks, 1, blocks, 1, blocks, buckets, 1, ceil_divide(capacity, CHUNK_NODES), 1};
    return phase < int64_t(sizeof(of_phase) / sizeof(*of_phase)) ? of_phase[phase] : -1;
  }

  void unit(int64_t phase, int64_t i) {
    switch (phase) {
      case 0: return measure(i);
      case 1: return choose_splitters(key_of_point());
      case 2: return classify(i, key_of_point());
      case 3: return scan();
      case 4: return scatter(i);
      case 5: return order_bucket(i);
      case 6: return topology();
      case 7:
        for (int64_t node = i * CHUNK_NODES; node < smaller(capacity, (i + 1) * CHUNK_NODES); node++) sphere(node);
        return;
      default: return large_spheres();
    }
  }
};

template <class T, int D>
int64_t run(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  Builder<T, D> builder(buffers, scalars);
  if (begin < 0) return builder.units(phase);
  for (int64_t i = begin; i < end; i++) builder.unit(phase, i);
  return 0;
}

template <class T>
int64_t run_dim(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  switch (scalars[0]) {
    case 1: return run<T, 1>(buffers, scalars, phase, begin, end);
    case 2: return run<T, 2>(buffers, scalars, phase, begin, end);
    default: return run<T, 3>(buffers, scalars, phase, begin, end);
  }
}

}  // namespace

// scalars: dimension, points, leaf size, leaf capacity, levels at most
JAXFMM_KERNEL(tree_f32) { return run_dim<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tree_f64) { return run_dim<double>(buffers, scalars, phase, begin, end); }
