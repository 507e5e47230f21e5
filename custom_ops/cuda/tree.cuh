// The adaptive tree on CUDA, from points and keys in sorted order. jaxfmm/tree/build.py describes
// the arrays. With segments (jaxfmm/tree/forest.py) the first word of a key is the segment, and
// nodes of several segments split whatever they hold.
#pragma once
#include "node_boxes.cuh"
#include "sparse.h"

namespace {

// From the source that includes this: the words of a key, and limits of jaxfmm/tree/limits.py.
constexpr int WORDS = JAXFMM_WORDS, MAX_LEVELS = JAXFMM_MAX_LEVELS;
constexpr int CROWD = JAXFMM_CROWD;
// A level with at most so many nodes for each warp is split by warps, not threads.
constexpr int NODES_OF_WARP = 4;

struct Bit {
  int word, shift;  // word is -1 if there is no such bit
  __device__ bool of(const unsigned* keys, int i) const {
    return keys[(long long)WORDS * i + word] >> shift & 1;
  }
};

// The first bit in which two keys differ.
__device__ inline Bit first_difference(const unsigned* keys, int i, int j) {
  for (int word = 0; word < WORDS; word++) {
    const unsigned difference =
        keys[(long long)WORDS * i + word] ^ keys[(long long)WORDS * j + word];
    if (difference) return {word, 31 - __clz(difference)};
  }
  return {-1, 0};
}

// Where the keys [first, last) split: at the first key that has the bit in which the first and the
// last key differ, or in the middle if all keys are equal.
__device__ inline int split_by_thread(const unsigned* keys, int first, int last) {
  const Bit bit = first_difference(keys, first, last - 1);
  if (bit.word < 0) return first + (last - first) / 2;
  int low = first, high = last - 1;  // the bit is 0 at low, 1 at high
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (bit.of(keys, middle) ? high : low) = middle;
  }
  return high;
}

// The same by all lanes of a warp, which look at 32 places at a time.
__device__ inline int split_by_warp(const unsigned* keys, int first, int last) {
  const Bit bit = first_difference(keys, first, last - 1);
  if (bit.word < 0) return first + (last - first) / 2;
  int low = first, high = last - 1;
  while (high - low > 1) {
    const int mine = low + int((high - low) * (threadIdx.x % 32 + 1ll) / 33);
    const unsigned set = __ballot_sync(0xffffffffu, bit.of(keys, mine));
    const int lane = set ? __ffs(set) - 1 : 32;
    const int above = __shfl_sync(0xffffffffu, mine, lane % 32),
              below = __shfl_sync(0xffffffffu, mine, (lane + 31) % 32);
    if (lane < 32) high = above;
    if (lane > 0) low = below;
  }
  return high;
}

// The first two words of key i.
__device__ inline Key key_of(const unsigned* keys, long long i) {
  return Key(keys[WORDS * i]) << 32 | keys[WORDS * i + 1];
}

struct Samples {
  const unsigned* keys;
  long long stride;
  __device__ Key operator()(long long i) const { return key_of(keys, stride * i); }
};

// The samples by which crowds are found (sparse.h). All threads of a block call this.
template <int DIM>
__device__ Crowds<DIM, Samples> crowds_of(const unsigned* keys, int n, int leaf_size) {
  __shared__ int closest;
  const Samples sample{keys, CROWD / 2ll * leaf_size};
  const long long count = n / sample.stride;
  if (threadIdx.x == 0) closest = -1;
  __syncthreads();
  int mine = -1;
  for (long long i = threadIdx.x + 1; i < count; i += blockDim.x)
    mine = max(mine, shared_bits(sample(i - 1), sample(i)));
  if (mine >= 0) atomicMax(&closest, mine);
  __syncthreads();
  return {sample, count, closest};
}

// Builds the tree by the whole grid, step by step; `run` says in which order.
template <class S, int DIM, int THREADS, bool FOREST, class Arguments>
struct TreeBuilder {
  const Arguments& a;
  Grid grid;
  int capacity;  // of nodes
  int lane;
  int level = 0, used = 0, n_leaves = 0;  // levels, and the nodes and leaves that are kept
  bool whole = true;  // whether all nodes fit; otherwise the tree ends with its last whole level

  __device__ explicit TreeBuilder(const Arguments& a)
      : a(a), grid(a.gate), capacity(2 * a.leaf_capacity - 1), lane(threadIdx.x % 32) {}

  __device__ void run() {
    split_nodes();
    clear_unused_nodes();
    grid.wait();
    number_leaves();
    if (!whole) return;
    grid.wait();
    NodeMeasures<S, DIM, Arguments>{a, grid, a.points, level, used, n_leaves}.run();
  }

  // Splits nodes, level by level. The children of a node get consecutive numbers.
  __device__ void split_nodes() {
    const unsigned* keys = a.keys;
    int *start = a.start, *count = a.count, *child = a.child, *parent = a.parent,
        *level_start = a.level_start;
    // Crowds are not sampled in a forest, whose first key word is the segment.
    const Crowds<DIM, Samples> crowds = crowds_of<DIM>(keys, FOREST ? 0 : a.n, a.leaf_size);
    auto has_many = [&](int node) {
      if (count[node] > a.leaf_size) return true;
      if constexpr (!FOREST) return false;
      const long long first = start[node], last = first + count[node] - 1;
      return keys[WORDS * first] != keys[WORDS * last];
    };
    auto first_key = [&](int node) { return key_of(keys, start[node]); };
    auto last_key = [&](int node) { return key_of(keys, start[node] + count[node] - 1); };

    // Whether a node splits. By a warp, each lane looks at one side of the node.
    auto splits = [&](int node) {
      return has_many(node) || (!FOREST && crowds.is_beside(first_key(node), last_key(node)));
    };
    auto splits_by_warp = [&](int node) {
      Key top;
      if (has_many(node)) return true;
      if constexpr (FOREST) return false;
      if (!crowds.comparable(first_key(node), last_key(node), top)) return false;
      return bool(__any_sync(
          0xffffffffu, lane < crowds.SIDES && crowds.crowded_side(first_key(node), top, lane)));
    };

    if (grid.thread() == 0) start[0] = 0, count[0] = a.n, parent[0] = -1, level_start[0] = 0;
    for (int i = grid.thread(); i < a.n; i += grid.threads()) a.leaf_of_point[i] = 0;
    grid.wait();
    int head = 0, tail = 1;
    while (true) {
      level++;
      const bool few = (long long)(tail - head) * 32 <= NODES_OF_WARP * (long long)grid.threads();
      const Running<THREADS> running(a.sums, head, tail, few);
      if (few)
        for (int node = running.first + threadIdx.x / 32; node < running.last;
             node += THREADS / 32) {
          const int middle = splits_by_warp(node)
                                 ? split_by_warp(keys, start[node], start[node] + count[node])
                                 : -1;
          if (lane == 0) child[node] = middle;  // for now
        }
      else
        for (int node = running.first + threadIdx.x; node < running.last; node += THREADS)
          child[node] =
              splits(node) ? split_by_thread(keys, start[node], start[node] + count[node]) : -1;
      __syncthreads();
      running.add([&](int node) { return child[node] < 0 ? 0 : 1; });
      grid.wait();
      const int split = running.give([&](int node) { return child[node] < 0 ? 0 : 1; },
                                     [&](int node, int before, int here) {
                                       const int left = tail + 2 * before;
                                       if (!here || left + 1 >= capacity) return;
                                       const int middle = child[node], first = start[node];
                                       start[left] = first, count[left] = middle - first;
                                       start[left + 1] = middle,
                                                    count[left + 1] = first + count[node] - middle;
                                       parent[left] = parent[left + 1] = node;
                                       child[node] = left;
                                     });
      if (grid.thread() == 0) level_start[level] = tail;
      head = tail;
      tail += 2 * split;
      if (!split || tail > capacity) break;
      grid.wait();
    }
    if (grid.thread() == 0) *a.n_nodes = tail;
    used = min(head, capacity);
    whole = tail <= capacity;
  }

  __device__ void clear_unused_nodes() {
    for (int l = level + 1 + grid.thread(); l <= MAX_LEVELS; l += grid.threads())
      a.level_start[l] = used;
    for (int i = used + grid.thread(); i < capacity; i += grid.threads()) {
      a.start[i] = a.count[i] = 0;
      a.child[i] = a.parent[i] = -1;
      a.radius[i] = 0;
      for (int c = 0; c < DIM; c++) a.center[DIM * i + c] = a.half[DIM * i + c] = 0;
    }
    if (!whole) {  // the last whole level names children that were cut off
      grid.wait();
      for (int i = a.level_start[level - 1] + grid.thread(); i < used; i += grid.threads())
        a.child[i] = -1;
    }
  }

  // Numbers the leaves from left to right: marks where they start, and counts the marks along the
  // points.
  __device__ void number_leaves() {
    int *leaves = a.leaves, *leaf_of_point = a.leaf_of_point;
    for (int i = grid.thread(); i < used; i += grid.threads())
      if (a.child[i] < 0) leaf_of_point[a.start[i]] = i + 1;
    grid.wait();
    const Running<THREADS> running(a.sums, 0, a.n);
    running.add([&](int i) { return leaf_of_point[i] > 0; });
    grid.wait();
    n_leaves = running.give([&](int i) { return leaf_of_point[i] > 0; },
                            [&](int i, int before, int here) {
                              if (here && before < a.leaf_capacity)
                                leaves[before] = leaf_of_point[i] - 1;
                              leaf_of_point[i] = before + here - 1;
                            });
    if (grid.thread() == 0) *a.n_leaves = n_leaves;
    for (int i = n_leaves + grid.thread(); i < a.leaf_capacity; i += grid.threads()) leaves[i] = 0;
  }
};

// gate: zeros. boxes (nodes, 2 DIM) and sums (one for each block): scratch. n: points. leaf_size:
// most points of a leaf.
template <class S, int DIM, int THREADS, bool FOREST, class Arguments>
__device__ void tree(const Arguments& a) {
  TreeBuilder<S, DIM, THREADS, FOREST, Arguments>(a).run();
}

}  // namespace
