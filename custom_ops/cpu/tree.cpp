// The adaptive binary tree on CPUs, which jaxfmm/tree/{keys,build}.py define.
//
// A bucket of the sort holds all points of a key; points that crowd in one cell get second keys
// inside their bucket. With segments (jaxfmm/tree/forest.py) the key of a point is its segment, and
// the second key is its place in the box of the segment.
#include <algorithm>

#include "morton.h"
#include "sort.h"
#include "sparse.h"
#include "spheres.h"

namespace {

constexpr int64_t CHUNK_NODES = 256;

template <class T, int D>
struct Builder : Nodes<T, D, SampleSort<TreeArguments<T>>> {
  using Tree = Nodes<T, D, SampleSort<TreeArguments<T>>>;
  using Tree::leaf_of_point, Tree::sorted, Tree::box, Tree::leaf_number, Tree::block_box,
      Tree::leaf_capacity;
  using Tree::n, Tree::start, Tree::count, Tree::child, Tree::parent, Tree::center, Tree::half,
      Tree::radius, Tree::leaf_size;
  using Tree::points, Tree::extent, Tree::order, Tree::level_start, Tree::n_nodes, Tree::leaves,
      Tree::n_leaves;
  using Tree::records, Tree::spare, Tree::blocks, Tree::buckets, Tree::edge, Tree::bucket_end;
  using Tree::segments, Tree::roots, Tree::n_segments;
  using Tree::Tree;
  const int64_t capacity = 2 * leaf_capacity - 1;

  void measure(int64_t block) {
    Box<T> b;
    for (int64_t i = edge(block); i < edge(block + 1); i++)
      b.add(points + D * i, points + D * i, D);
    for (int a = 0; a < D; a++) {
      block_box[2 * D * block + a] = b.low[a];
      block_box[2 * D * block + D + a] = b.high[a];
    }
  }

  static T width_of(const Box<T>& box) {
    T width = 0;
    for (int a = 0; a < D; a++) width = std::max(width, T(box.high[a] - box.low[a]));
    return width;
  }

  // Keys of so many points that fill a box: their cube is wider than the box, as `stretch` of
  // jaxfmm/tree/keys.py says.
  Keys<T, D> stretched_keys(const Box<T>& box, int64_t size) const {
    const T width = width_of(box);
    double share[D], volume = 1;
    const bool known = width > 0 && std::isfinite(width);
    for (int a = 0; a < D; a++)
      share[a] = known ? double(T((box.high[a] - box.low[a]) / width)) : 1;
    std::sort(share, share + D);
    const double wanted = size / (EVEN_LEAF * leaf_size);
    double fewest = wanted;
    for (int k = 2; k <= D; k++) {
      volume *= share[D - k];
      fewest = std::fmin(fewest, std::pow(wanted / volume, 1.0 / k));
    }
    const double most = std::floor(MORE_CUBES * fewest),
                 least = std::ceil(fewest - FEWER_CUBES);
    const double along = std::fmax(1, std::fmin(least, most));
    const T wider = T(1 + CUBE_MARGIN) * T(std::exp2(std::ceil(std::log2(along))) / along);
    return Keys<T, D>(box.low, width * wider);
  }

  Keys<T, D> keys() const {
    Box<T> b;
    for (int64_t block = 0; block < blocks; block++)
      b.add(block_box + 2 * D * block, block_box + 2 * D * block + D, D);
    return stretched_keys(b, n);
  }

  auto key_of_point() const {
    const int32_t* segment = n_segments ? segments : nullptr;
    return [key = keys(), p = points, segment](int64_t i) {
      return segment ? uint64_t(segment[i]) : key(p + D * i);
    };
  }

  // Sorts a bucket; its records become the two keys of each point, the second only where points are
  // crowded.
  void order_bucket(int64_t b) {
    const int64_t first = bucket_end(b - 1), last = bucket_end(b);
    this->sort_bucket(b);
    for (int64_t i = first; i < last;) {
      const uint64_t key = records[i].key;
      int64_t stop = i + 1;
      while (stop < last && records[stop].key == key) stop++;
      if (stop - i > leaf_size) {
        Box<T> around;
        for (int64_t j = i; j < stop; j++)
          around.add(points + D * records[j].value, points + D * records[j].value, D);
        const Keys<T, D> second = n_segments ? stretched_keys(around, stop - i)
                                             : Keys<T, D>(around.low, width_of(around));
        for (int64_t j = i; j < stop; j++)
          spare[j] = {second(points + D * records[j].value), records[j].value};
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

  // Where the range [first, last) of sorted points splits; see `_split` of build.py.
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

  // The samples by which crowds are found (sparse.h); none where keys are segments.
  auto crowds() const {
    const int64_t stride = n_segments ? n + 1 : CROWD / 2 * leaf_size;
    auto sample = [=, r = records](int64_t i) { return Key(r[i * stride].key); };
    int closest = -1;
    for (int64_t i = 1; i < n / stride; i++) {
      const int shared = shared_bits(sample(i - 1), sample(i));
      closest = shared > closest ? shared : closest;
    }
    return Crowds<D, decltype(sample)>{sample, n / stride, closest};
  }

  // Splits nodes, level by level. A node whose children exceed the capacity stays a leaf: then the
  // tree is valid, but useless.
  void topology() {
    int64_t used = 1, wanting = 0, level = 0, level_end = 1;
    start[0] = 0;
    count[0] = int32_t(n);
    parent[0] = -1;
    level_start[0] = 0;
    const auto crowds = this->crowds();
    for (int64_t node = 0; node < used; node++) {
      if (node == level_end) {
        if (level + 1 < MAX_LEVELS) level_start[++level] = int32_t(node);
        level_end = used;
      }
      const int64_t first = start[node], last = first + count[node];
      const bool full = used + 2 > capacity;
      const uint64_t low = records[first].key, high = records[last - 1].key;
      const bool splits =
          last - first > leaf_size || (n_segments ? low != high : crowds.is_beside(low, high));
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
    while (level < MAX_LEVELS) level_start[++level] = int32_t(used);
    *n_nodes = int32_t(used + 2 * wanting);

    // First the number of leaves below each node, and then the number of its first leaf.
    for (int64_t node = used - 1; node >= 0; node--)
      leaf_number[node] =
          child[node] < 0 ? 1 : leaf_number[child[node]] + leaf_number[child[node] + 1];
    *n_leaves = leaf_number[0];
    leaf_number[0] = 0;
    for (int64_t node = 0; node < used; node++)
      if (child[node] >= 0) {
        const int32_t left = leaf_number[child[node]];
        leaf_number[child[node]] = leaf_number[node];
        leaf_number[child[node] + 1] = leaf_number[node] + left;
      }
    for (int64_t i = *n_leaves; i < leaf_capacity; i++) leaves[i] = 0;
    find_roots(used);
  }

  bool in_one_segment(int64_t node) const {
    return records[start[node]].key == records[start[node] + count[node] - 1].key;
  }

  // The largest nodes of one segment each, -1 for segments without points.
  void find_roots(int64_t used) {
    for (int64_t i = 0; i < n_segments; i++) roots[i] = -1;
    if (!n_segments) return;
    for (int64_t node = 0; node < used; node++) {
      const int64_t segment = int64_t(records[start[node]].key);
      if (segment < n_segments && in_one_segment(node) &&
          (parent[node] < 0 || !in_one_segment(parent[node])))
        roots[segment] = int32_t(node);
    }
  }

  int64_t used() const { return smaller(*n_nodes, capacity); }

  void sphere(int64_t node) {
    if (node >= used()) {
      start[node] = count[node] = 0;
      child[node] = parent[node] = -1;
      for (int a = 0; a < D; a++) center[D * node + a] = half[D * node + a] = 0;
      radius[node] = 0;
      return;
    }
    if (child[node] < 0) {
      leaves[leaf_number[node]] = int32_t(node);
      for (int64_t i = start[node]; i < start[node] + count[node]; i++)
        leaf_of_point[i] = leaf_number[node];
    }
    if (this->measured(node)) this->small_sphere(node);
  }

  int64_t units(int64_t phase) const {
    const int64_t of_phase[] = {
        blocks, 1, blocks, 1, blocks, buckets, 1, ceil_divide(capacity, CHUNK_NODES), 1};
    return phase < int64_t(sizeof(of_phase) / sizeof(*of_phase)) ? of_phase[phase] : -1;
  }

  void unit(int64_t phase, int64_t i) {
    switch (phase) {
      case 0: return measure(i);
      case 1:
      case 2:
      case 3:
      case 4: return Tree::run(phase - 1, i, key_of_point());
      case 5: return order_bucket(i);
      case 6: return topology();
      case 7:
        for (int64_t node = i * CHUNK_NODES; node < smaller(capacity, (i + 1) * CHUNK_NODES);
             node++)
          sphere(node);
        return;
      default: return this->large_spheres(used(), *extent);
    }
  }
};

}  // namespace

JAXFMM_KERNEL(tree_f32) { return run<Builder, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tree_f64) { return run<Builder, double>(buffers, scalars, phase, begin, end); }
