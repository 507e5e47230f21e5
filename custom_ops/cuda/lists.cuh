// Interaction lists of two trees: the same pairs as jaxfmm/tree/traverse.py, which says what they are.
//
// Whether a pair of nodes is far, near or split depends on the pair alone, so pairs are visited target by target, a warp
// a target: it meets the sources that its parent could not settle, and leaves to its children those for which it is the
// one to be split. The lanes take sources from a stack that they share. What a target finds is put together in shared
// memory; where that is too little, only counted, and the walk is repeated. Rows are put into a pool in any order, and
// into the list in theirs.
#pragma once
#include "grid.cuh"

namespace {

constexpr int UNUSED = 0x7fffffff, MAX_LEVELS = 160;  // as in build.py
constexpr int FAR = 0, NEAR = 1, OUTWARD = 2, INWARD = 3;

template <class S>
struct alignas(16) Node {
  S x, y, z, radius;
  int child, leaf;  // leaf: the position of a leaf from left to right
};

template <class S, int DIM>
struct Tree {
  const S *center, *radius;
  const int *child, *leaves, *n_leaves, *n_nodes;
  int leaf_capacity;
  Node<S>* nodes;  // scratch

  __device__ int capacity() const { return 2 * leaf_capacity - 1; }

  __device__ void pack(const Grid& grid) const {
    const int used = min(*n_nodes, capacity());
    for (int i = grid.thread(); i < used; i += grid.threads()) {
      Node<S> node;
      node.x = center[DIM * i];
      node.y = DIM > 1 ? center[DIM * i + 1] : S(0);
      node.z = DIM > 2 ? center[DIM * i + 2] : S(0);
      node.radius = radius[i];
      node.child = child[i];
      node.leaf = -1;
      nodes[i] = node;
    }
  }

  __device__ void number_leaves(const Grid& grid) const {
    for (int i = grid.thread(); i < min(*n_leaves, leaf_capacity); i += grid.threads()) nodes[leaves[i]].leaf = i;
  }
};

// A list while it is made. The pool of its rows is where its targets will be.
struct List {
  int *target, *source, *total, *start;
  int *place, *size;  // of rows: scratch
  int capacity, rows;
};

// What the targets of a level leave to their children, in the place of a list's sources until these are known.
struct Pool {
  int* numbers;
  int capacity, owner;  // the list whose room is too little when the pool's is
};

struct State {
  unsigned arrived;
  unsigned long long found[4];  // pairs of the lists
  unsigned long long left[1];   // numbers in the pool of a level, for each
};

template <class S, int DIM, int LISTS, bool LEAF_TARGETS, int THREADS, int STAGED, int STACK>
struct Traversal {
  Grid grid;
  Tree<S, DIM> targets, sources;
  S theta, share, near_length;
  List lists[LISTS];
  Pool even, odd;  // of the levels in turn
  const int* parent;           // of targets
  int *left_place, *left_size;  // of nodes: what they leave to their children
  State* state;

  __device__ Pool pool(int level) const { return level % 2 ? odd : even; }

  // Target `a` meets n sources: found(list, position, value) for all that it finds, list LISTS being what it leaves to
  // its children; how many of each. The stack holds up to 32 sources of every level; where that is too much, one lane
  // walks alone for a while, for whom MAX_LEVELS are enough.
  template <class Found>
  __device__ void meet(const Node<S>& ta, const int* in, int n, int* stack, int (&counts)[LISTS + 1], Found found) const {
    constexpr int SPLIT = LISTS + 1, NONE = -1;
#pragma unroll
    for (int l = 0; l <= LISTS; l++) counts[l] = 0;
    const bool leaf_a = ta.child < 0;
    const int lane = threadIdx.x % 32;
    int taken = 0, top = 0;
    while (taken < n || top) {
      const int popped = min(top, top < STACK - MAX_LEVELS - 64 ? 32 : 1);
      const int fresh = top < STACK - MAX_LEVELS - 64 ? min(n - taken, 32 - popped) : 0;
      const bool any = lane < popped + fresh;
      const int b = !any ? 0 : lane < popped ? stack[top - 1 - lane] : in[taken + lane - popped];
      top -= popped;
      taken += fresh;
      const Node<S> sb = sources.nodes[b];
      int kind = NONE, value = b;
      if (any) {
        const S dx = ta.x - sb.x, dy = ta.y - sb.y, dz = ta.z - sb.z;
        const S distance = sqrt(dx * dx + dy * dy + dz * dz), reach = theta * distance;
        const bool wider = ta.radius > sb.radius, leaf_b = sb.child < 0;
        const S larger = wider ? ta.radius : sb.radius, less = wider ? sb.radius : ta.radius;
        const bool beyond = distance - (ta.radius + sb.radius) >= near_length;
        const bool accepted = larger + share * less <= reach && beyond;
        if (accepted && (leaf_a || !LEAF_TARGETS)) {
          kind = FAR;
        } else if (leaf_a && leaf_b) {
          kind = NEAR;
          if (LISTS > OUTWARD && less + share * larger <= reach && beyond && less < larger) kind = wider ? OUTWARD : INWARD;
          if (kind != OUTWARD) value = sb.leaf;
        } else if (!leaf_a && (leaf_b || accepted || ta.radius >= sb.radius)) {
          kind = LISTS;
        } else {
          kind = SPLIT;
        }
      }
#pragma unroll
      for (int l = 0; l <= LISTS; l++) {
        const unsigned all = __ballot_sync(0xffffffffu, kind == l);
        if (kind == l) found(l, counts[l] + __popc(all & lanes_before()), value);
        counts[l] += __popc(all);
      }
      const unsigned split = __ballot_sync(0xffffffffu, kind == SPLIT);
      __syncwarp();  // all have read the stack
      if (kind == SPLIT) {
        const int at = top + 2 * __popc(split & lanes_before());
        stack[at] = sb.child + 1;
        stack[at + 1] = sb.child;
      }
      top += 2 * __popc(split);
      __syncwarp();
    }
  }

  __device__ void visit(int a, int level, int (*staged)[STAGED], int* stack) const {
    const int lane = threadIdx.x % 32;
    const Node<S> ta = targets.nodes[a];
    const int up = parent[a], root = 0;
    const int n = level ? left_size[up] : 1;
    const int* in = level ? pool(level - 1).numbers + left_place[up] : &root;
    const Pool pool = this->pool(level);
    int counts[LISTS + 1];
    meet(ta, in, n, stack, counts, [&](int l, int i, int value) {
      if (i < STAGED) staged[l][i] = value;
    });
    int *to[LISTS + 1], room[LISTS + 1];
    bool again = false;
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      const bool left = l == LISTS;
      const bool of_leaves = !left && (l == NEAR || l == OUTWARD || (l == FAR && LEAF_TARGETS));
      const int row = of_leaves ? ta.leaf : a;
      unsigned long long at = 0;
      if (lane == 0 && counts[l]) at = atomicAdd(left ? &state->left[level] : &state->found[l], (unsigned long long)counts[l]);
      at = __shfl_sync(0xffffffffu, at, 0);
      const int size = left ? pool.capacity : lists[left ? 0 : l].capacity;
      const bool fits = at + counts[l] <= size;
      room[l] = fits ? counts[l] : 0;
      to[l] = (left ? pool.numbers : lists[left ? 0 : l].target) + (fits ? at : 0);
      if (lane == 0 && (left || counts[l])) {
        (left ? left_place : lists[left ? 0 : l].place)[row] = fits ? int(at) : 0;
        (left ? left_size : lists[left ? 0 : l].size)[row] = room[l];
      }
      again = again || room[l] > STAGED;
    }
    if (again) {
      meet(ta, in, n, stack, counts, [&](int l, int i, int value) {
#pragma unroll
        for (int k = 0; k <= LISTS; k++)
          if (k == l && i < room[k]) to[k][i] = value;
      });
      return;
    }
    __syncwarp();
#pragma unroll
    for (int l = 0; l <= LISTS; l++)
      for (int i = lane; i < room[l]; i += 32) to[l][i] = staged[l][i];
    __syncwarp();
  }

  // How many pairs a list has, more than it has room for where the pool did not hold what was left to children.
  __device__ unsigned long long needed(int l, int levels) const {
    unsigned long long most = state->found[l];
    for (int level = 0; level < levels; level++) {
      const Pool pool = this->pool(level);
      if (pool.owner == l && state->left[level] > pool.capacity)
        most = max(most, max(state->left[level], lists[l].capacity + 1ull));
    }
    return most;
  }

  __device__ void run(const bool* wanted, const int* level_start, int levels, int* sums) {
    __shared__ int staged[THREADS / 32][LISTS + 1][STAGED], stacks[THREADS / 32][STACK];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int used = *wanted ? min(*targets.n_nodes, targets.capacity()) : 0;
    if (used) {
      targets.pack(grid);
      sources.pack(grid);
    }
#pragma unroll
    for (int l = 0; l < LISTS; l++)
      for (int i = grid.thread(); i < lists[l].rows; i += grid.threads()) lists[l].size[i] = 0;
    grid.wait();
    if (used) {
      targets.number_leaves(grid);
      sources.number_leaves(grid);
      grid.wait();
    }
    int level = 0;
    for (int first = 0; first < used; level++) {
      const int last = level_start[level + 1];
      for (int a = first + grid.warp(); a < last; a += grid.warps())
        if (level == 0 || left_size[parent[a]]) {
          visit(a, level, staged[warp], stacks[warp]);
        } else if (lane == 0) {
          left_size[a] = 0;
        }
      first = last;
      grid.wait();
      if (!state->left[level]) break;
    }
    level = min(level + 1, levels);

    // Where rows begin. A list that is cut off has no pairs.
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      const unsigned long long most = needed(l, level);
      const bool fits = most <= list.capacity;
      const Running<THREADS> running(sums + l * gridDim.x, 0, list.rows);
      auto size = [&](int row) { return fits ? list.size[row] : 0; };
      running.add(size);
      if (grid.thread() == 0) *list.total = min(most, (unsigned long long)UNUSED);
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      const bool fits = needed(l, level) <= list.capacity;
      const Running<THREADS> running(sums + l * gridDim.x, 0, list.rows);
      const int total = running.give([&](int row) { return fits ? list.size[row] : 0; },
                                     [&](int row, int before, int here) { list.start[row] = before; });
      if (grid.thread() == 0) list.start[list.rows] = total;
      for (int i = total + grid.thread(); i < list.capacity; i += grid.threads()) list.source[i] = UNUSED;
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      for (int row = grid.warp(); row < list.rows; row += grid.warps()) {
        const int first = list.start[row], last = list.start[row + 1];
        if (first < last)
          for (int i = first + lane; i < last; i += 32) list.source[i] = list.target[list.place[row] + i - first];
      }
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      for (int row = grid.warp(); row < list.rows; row += grid.warps())
        for (int i = list.start[row] + lane; i < list.start[row + 1]; i += 32) list.target[i] = row;
      for (int i = list.start[list.rows] + grid.thread(); i < list.capacity; i += grid.threads()) list.target[i] = UNUSED;
    }
  }
};

// The scratch `words` is for nodes, `spare` the first pool where the far list has less room than the near one.
template <class S, int DIM, int LISTS, bool LEAF_TARGETS, int THREADS, int STAGED, int STACK>
__device__ void lists(
    const S* target_center, const S* target_radius, const int* target_child, const int* target_parent,
    const int* target_leaves, const int* n_target_leaves, const int* n_targets, const int* level_start,
    const S* source_center, const S* source_radius, const int* source_child, const int* source_leaves, const int* n_source_leaves, const int* n_sources, const S* theta, const S* share,
    const S* near_length, const bool* wanted, unsigned* zeros, int* far_target, int* far_source, int* far_total,
    int* far_start, int* near_target, int* near_source, int* near_total, int* near_start, int* outward_target,
    int* outward_source, int* outward_total, int* outward_start, int* inward_target, int* inward_source,
    int* inward_total, int* inward_start, int* row_scratch, S* target_words, S* source_words, int* left, int* spare,
    int* sums, int target_leaf_capacity, int source_leaf_capacity, int far_capacity, int near_capacity,
    int exchange_capacity, int levels) {
  const int nodes = 2 * target_leaf_capacity - 1, far_rows = LEAF_TARGETS ? target_leaf_capacity : nodes;
  int* scratch = row_scratch;
  auto list = [&](int* target, int* source, int* total, int* start, int capacity, int rows) {
    const List made{target, source, total, start, scratch, scratch + rows, capacity, rows};
    scratch += 2 * rows;
    return made;
  };
  State* state = reinterpret_cast<State*>(zeros);
  Traversal<S, DIM, LISTS, LEAF_TARGETS, THREADS, STAGED, STACK> traversal{
      Grid(&state->arrived),
      {target_center, target_radius, target_child, target_leaves, n_target_leaves, n_targets,
       target_leaf_capacity, reinterpret_cast<Node<S>*>(target_words)},
      {source_center, source_radius, source_child, source_leaves, n_source_leaves, n_sources,
       source_leaf_capacity, reinterpret_cast<Node<S>*>(source_words)},
      *theta, *share, *near_length};
  traversal.lists[FAR] = list(far_target, far_source, far_total, far_start, far_capacity, far_rows);
  traversal.lists[NEAR] = list(near_target, near_source, near_total, near_start, near_capacity, target_leaf_capacity);
  if constexpr (LISTS > OUTWARD) {
    traversal.lists[OUTWARD] =
        list(outward_target, outward_source, outward_total, outward_start, exchange_capacity, target_leaf_capacity);
    traversal.lists[INWARD] = list(inward_target, inward_source, inward_total, inward_start, exchange_capacity, nodes);
  }
  const bool roomy = far_capacity >= near_capacity;
  traversal.even = roomy ? Pool{far_source, far_capacity, FAR} : Pool{spare, near_capacity, NEAR};
  traversal.odd = Pool{near_source, near_capacity, NEAR};
  traversal.parent = target_parent;
  traversal.left_place = left;
  traversal.left_size = left + nodes;
  traversal.state = state;
  traversal.run(wanted, level_start, levels, sums);
}

}  // namespace
