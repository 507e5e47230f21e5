// The adaptive tree of jaxfmm/tree/build.py, which says what its arrays are, from points and keys in sorted order.
#pragma once
#include "functions.h"
#include "grid.cuh"
#include "sparse.h"

namespace {

// Of the source that includes this: words of a key, and limits of jaxfmm/tree/limits.py.
constexpr int WORDS = JAXFMM_WORDS, EXACT_RADIUS = JAXFMM_EXACT_RADIUS, MAX_LEVELS = JAXFMM_MAX_LEVELS;
constexpr int CROWD = JAXFMM_CROWD;
constexpr int NODES_A_WARP = 4;  // of a level, up to which they are split by warps

struct Bit {
  int word, shift;  // word -1: there is none
  __device__ bool of(const unsigned* keys, int i) const { return keys[(long long)WORDS * i + word] >> shift & 1; }
};

// The first bit in which two keys differ.
__device__ inline Bit first_difference(const unsigned* keys, int i, int j) {
  for (int word = 0; word < WORDS; word++) {
    const unsigned difference = keys[(long long)WORDS * i + word] ^ keys[(long long)WORDS * j + word];
    if (difference) return {word, 31 - __clz(difference)};
  }
  return {-1, 0};
}

// Where the keys [first, last) split: the first that has the bit in which the first and the last differ, the middle if
// all are equal.
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

// The same by all lanes of a warp, 32 places at a time.
__device__ inline int split_by_warp(const unsigned* keys, int first, int last) {
  const Bit bit = first_difference(keys, first, last - 1);
  if (bit.word < 0) return first + (last - first) / 2;
  int low = first, high = last - 1;
  while (high - low > 1) {
    const int mine = low + int((high - low) * (threadIdx.x % 32 + 1ll) / 33);
    const unsigned set = __ballot_sync(0xffffffffu, bit.of(keys, mine));
    const int lane = set ? __ffs(set) - 1 : 32;
    const int above = __shfl_sync(0xffffffffu, mine, lane % 32), below = __shfl_sync(0xffffffffu, mine, (lane + 31) % 32);
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

// The samples among which crowds are found; called by all threads of a block.
template <int DIM>
__device__ Crowds<DIM, Samples> crowds_of(const unsigned* keys, int n, int leaf_size) {
  __shared__ int closest;
  const Samples sample{keys, CROWD / 2ll * leaf_size};
  const long long count = n / sample.stride;
  if (threadIdx.x == 0) closest = -1;
  __syncthreads();
  int mine = -1;
  for (long long i = threadIdx.x + 1; i < count; i += blockDim.x) mine = max(mine, shared_bits(sample(i - 1), sample(i)));
  if (mine >= 0) atomicMax(&closest, mine);
  __syncthreads();
  return {sample, count, closest};
}

template <class S, int DIM>
struct Box {
  S low[DIM], high[DIM];

  __device__ void clear() {
#pragma unroll
    for (int c = 0; c < DIM; c++) low[c] = infinity<S>(), high[c] = -infinity<S>();
  }

  __device__ void add(const S* from, const S* upto) {
#pragma unroll
    for (int c = 0; c < DIM; c++) low[c] = min(low[c], from[c]), high[c] = max(high[c], upto[c]);
  }

  __device__ void unite_lanes() {
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
#pragma unroll
      for (int c = 0; c < DIM; c++) {
        low[c] = min(low[c], __shfl_xor_sync(0xffffffffu, low[c], step));
        high[c] = max(high[c], __shfl_xor_sync(0xffffffffu, high[c], step));
      }
  }
};

// gate: zeros. boxes (nodes, 2 DIM) and sums (a number for each block) are scratch. n: points; leaf_size: the most of a
// leaf; leaf_capacity: room for them.
template <class S, int DIM, int THREADS, class Arguments>
__device__ void tree(const Arguments& a) {
  const S* points = a.points;
  const unsigned* keys = a.keys;
  int *start = a.start, *count = a.count, *child = a.child, *parent = a.parent, *level_start = a.level_start;
  int *leaves = a.leaves, *leaf_of_point = a.leaf_of_point, *sums = a.sums;
  S *center = a.center, *half = a.half, *radius = a.radius;
  Box<S, DIM>* boxes = reinterpret_cast<Box<S, DIM>*>(a.boxes);
  const int n = a.n, leaf_size = a.leaf_size, leaf_capacity = a.leaf_capacity;
  const int capacity = 2 * leaf_capacity - 1, lane = threadIdx.x % 32;
  Grid grid(a.gate);

  const Crowds<DIM, Samples> crowds = crowds_of<DIM>(keys, n, leaf_size);
  auto has_many = [&](int node) { return count[node] > leaf_size; };
  auto first_key = [&](int node) { return key_of(keys, start[node]); };
  auto last_key = [&](int node) { return key_of(keys, start[node] + count[node] - 1); };

  // Whether a node splits, and the same by all lanes of a warp, who look at a side each.
  auto splits = [&](int node) { return has_many(node) || crowds.beside(first_key(node), last_key(node)); };
  auto splits_by_warp = [&](int node) {
    Key top;
    if (has_many(node)) return true;
    if (!crowds.comparable(first_key(node), last_key(node), top)) return false;
    return bool(__any_sync(0xffffffffu, lane < crowds.SIDES && crowds.crowded_side(first_key(node), top, lane)));
  };

  // Level by level. Children of a node that splits are numbered side by side.
  if (grid.thread() == 0) start[0] = 0, count[0] = n, parent[0] = -1, level_start[0] = 0;
  for (int i = grid.thread(); i < n; i += grid.threads()) leaf_of_point[i] = 0;
  grid.wait();
  int head = 0, tail = 1, level = 0;
  while (true) {
    level++;
    const bool few = (long long)(tail - head) * 32 <= NODES_A_WARP * (long long)grid.threads();
    const Running<THREADS> running(sums, head, tail, few);
    if (few)
      for (int node = running.first + threadIdx.x / 32; node < running.last; node += THREADS / 32) {
        const int middle = splits_by_warp(node) ? split_by_warp(keys, start[node], start[node] + count[node]) : -1;
        if (lane == 0) child[node] = middle;  // for now
      }
    else
      for (int node = running.first + threadIdx.x; node < running.last; node += THREADS)
        child[node] = splits(node) ? split_by_thread(keys, start[node], start[node] + count[node]) : -1;
    __syncthreads();
    running.add([&](int node) { return child[node] < 0 ? 0 : 1; });
    grid.wait();
    const int split = running.give([&](int node) { return child[node] < 0 ? 0 : 1; },
                                   [&](int node, int before, int here) {
                                     const int left = tail + 2 * before;
                                     if (!here || left + 1 >= capacity) return;
                                     const int middle = child[node], first = start[node];
                                     start[left] = first, count[left] = middle - first;
                                     start[left + 1] = middle, count[left + 1] = first + count[node] - middle;
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
  const int used = min(head, capacity);  // a tree that is cut off ends with its last whole level
  for (int l = level + 1 + grid.thread(); l <= MAX_LEVELS; l += grid.threads()) level_start[l] = used;
  for (int i = used + grid.thread(); i < capacity; i += grid.threads()) {
    start[i] = count[i] = 0;
    child[i] = parent[i] = -1;
    radius[i] = 0;
    for (int c = 0; c < DIM; c++) center[DIM * i + c] = half[DIM * i + c] = 0;
  }
  const bool whole = tail <= capacity;
  if (!whole) {  // its last level has numbers of children that are not there
    grid.wait();
    for (int i = level_start[level - 1] + grid.thread(); i < used; i += grid.threads()) child[i] = -1;
  }

  // Leaves from left to right: marked where they start, and counted along the points.
  grid.wait();
  for (int i = grid.thread(); i < used; i += grid.threads())
    if (child[i] < 0) leaf_of_point[start[i]] = i + 1;
  grid.wait();
  const Running<THREADS> running(sums, 0, n);
  running.add([&](int i) { return leaf_of_point[i] > 0; });
  grid.wait();
  const int n_found = running.give([&](int i) { return leaf_of_point[i] > 0; },
                                   [&](int i, int before, int here) {
                                     if (here && before < leaf_capacity) leaves[before] = leaf_of_point[i] - 1;
                                     leaf_of_point[i] = before + here - 1;
                                   });
  if (grid.thread() == 0) *a.n_leaves = n_found;
  for (int i = n_found + grid.thread(); i < leaf_capacity; i += grid.threads()) leaves[i] = 0;
  if (!whole) return;

  // Boxes: of the points of leaves, a warp a leaf, then of children.
  grid.wait();
  for (int leaf = grid.warp(); leaf < n_found; leaf += grid.warps()) {
    const int node = leaves[leaf], first = start[node], last = first + count[node];
    Box<S, DIM> box;
    box.clear();
    for (int i = first + lane; i < last; i += 32) box.add(points + (long long)DIM * i, points + (long long)DIM * i);
    box.unite_lanes();
    if (lane == 0) boxes[node] = box;
  }
  for (int l = level - 1; l >= 0; l--) {
    grid.wait();
    for (int i = level_start[l] + grid.thread(); i < level_start[l + 1]; i += grid.threads()) {
      Box<S, DIM> box = boxes[i];
      if (child[i] >= 0) {
        box = boxes[child[i]];
        box.add(boxes[child[i] + 1].low, boxes[child[i] + 1].high);
        boxes[i] = box;
      }
    }
  }
  grid.wait();

  // Spheres around the centres of the boxes; small nodes measure their points.
  const S rounding = 1 + 8 * (sizeof(S) == 4 ? S(1.1920929e-7) : S(2.220446049250313e-16));
  for (int node = grid.warp(); node < used; node += grid.warps()) {
    const Box<S, DIM> box = boxes[node];
    S middle[DIM], farther[DIM], square = 0;
#pragma unroll
    for (int c = 0; c < DIM; c++) {
      middle[c] = S(0.5) * box.low[c] + S(0.5) * box.high[c];
      farther[c] = max(box.high[c] - middle[c], middle[c] - box.low[c]);  // the centre is rounded
      square += farther[c] * farther[c];
    }
    const int first = start[node], size = count[node];
    if (size <= EXACT_RADIUS * leaf_size) {
      square = 0;
      for (int i = first + lane; i < first + size; i += 32) {
        S distance = 0;
#pragma unroll
        for (int c = 0; c < DIM; c++) {
          const S d = points[(long long)DIM * i + c] - middle[c];
          distance += d * d;
        }
        square = max(square, distance);
      }
#pragma unroll
      for (int step = 16; step > 0; step /= 2) square = max(square, __shfl_xor_sync(0xffffffffu, square, step));
    }
    if (lane == 0) {
      S r = sqrt(square) * rounding;
      if (node == 0 && !(r > 0)) r = *a.extent > 0 ? S(0.25) * *a.extent : S(1);
      radius[node] = r;
#pragma unroll
      for (int c = 0; c < DIM; c++) center[DIM * node + c] = middle[c], half[DIM * node + c] = farther[c];
    }
  }
  grid.wait();

  // A node of coincident points takes a quarter of its parent's radius as its scale.
  for (int i = grid.thread(); i < used; i += grid.threads()) {
    S factor = 1, r = radius[i];
    for (int up = i; r == 0; r = *const_cast<volatile S*>(radius + up)) up = parent[up], factor *= S(0.25);
    if (factor != 1) radius[i] = factor * r;
  }
}

}  // namespace
