// Interaction lists of two trees: the same pairs as jaxfmm/tree/traverse.py, which says what they are.
//
// Whether a pair of nodes is far, near or split depends on the pair alone, so pairs are visited target by target, a warp
// a target, or a block where a level has few: it meets the sources that its parent could not settle, and leaves to its
// children those for which it is the one to be split. The lanes take sources from a stack that they share. What a target
// finds is put together in shared memory, with what others of the warp found before; where that is too little, it is only
// counted, and the walk is repeated. A warp that finds very much, as for a leaf of outliers beside a crowd, leaves its
// target to the whole block. Rows are put into a pool in any order, those of several targets at once, and into the list
// in theirs.
#pragma once
#include "grid.cuh"
#include "lists.h"

namespace {

template <class S, int DIM>
struct Tree {
  const S *center, *radius, *length;
  const int *child, *leaves, *n_leaves, *n_nodes;
  int leaf_capacity;
  Node<S>* nodes;  // scratch

  __device__ int capacity() const { return 2 * leaf_capacity - 1; }

  __device__ void pack(const Grid& grid) const {
    const int used = min(*n_nodes, capacity());
    for (int i = grid.thread(); i < used; i += grid.threads())
      nodes[i] = Node<S>(center + DIM * i, DIM, radius[i], length[i], child[i], i);
  }

  __device__ void number_leaves(const Grid& grid) const {
    for (int i = grid.thread(); i < min(*n_leaves, leaf_capacity); i += grid.threads()) nodes[leaves[i]].number_leaf(i);
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
  Gate gate;
  unsigned long long found[4];  // pairs of the lists
  unsigned long long left[1];   // numbers in the pool of a level, for each
};

template <class S, int DIM, int LISTS, bool LEAF_TARGETS, int THREADS, int STAGED, int STACK>
struct Traversal {
  static constexpr int ANY = 2147483647, MUCH = 4 * STAGED;  // of what a warp finds: what it meets alone
  static constexpr int LEFT = 32, OPENED = 64 * (THREADS / 32);
  Grid grid;
  Tree<S, DIM> targets, sources;
  Rule<S> rule;
  const S* images;
  int n_images;
  Entries entries;
  List lists[LISTS];
  Pool even, odd;  // of the levels in turn
  const int* parent;           // of targets
  int *left_place, *left_size;  // of nodes: what they leave to their children
  State* state;

  __device__ Pool pool(int level) const { return level % 2 ? odd : even; }

  // The entries that a target meets: what its parent left to it, or the roots of the images.
  struct Met {
    const int* numbers;
    int n, bits;
    int first = 0, apart = 1;
    __device__ int operator()(int i) const { return numbers ? numbers[first + i * apart] : (first + i * apart) << bits; }

    // Every warp of the block has its share.
    __device__ Met share(int warp) const {
      constexpr int WARPS = THREADS / 32;
      return {numbers, (n - warp + WARPS - 1) / WARPS, bits, warp, WARPS};
    }
  };

  __device__ Met met_by(int a, int level) const {
    if (!level) return {nullptr, n_images, entries.bits};
    const int up = parent[a];
    return {pool(level - 1).numbers + left_place[up], left_size[up], entries.bits};
  }

  // A target meets entries: found(list, position, value) for all that it finds, list LISTS being what it leaves to its
  // children. `counts`: the position of the next one in each list. The lanes take entries from a stack, two each, so that
  // the nodes of both are waited for at once. The stack holds some of the entries, and what is pushed at every level;
  // where that is too much, one lane walks alone for a while, for whom JAXFMM_MAX_LEVELS are enough. False where it has
  // stopped since `counts` are larger than `most`.
  template <class Found>
  __device__ bool meet(const Node<S>& ta, const Met& met, int* stack, int (&counts)[LISTS + 1], int most,
                       Found found) const {
    constexpr int NONE = -1, PER = 2, MANY = 32 * PER, HELD = STACK / 4;
    const int lane = threadIdx.x % 32;
    int top = 0, taken = 0;
    while (taken < met.n || top) {
      if (top < MANY && taken < met.n) {
        const int more = min(met.n - taken, HELD);
        for (int i = lane; i < more; i += 32) stack[top + i] = met(taken + i);
        taken += more;
        top += more;
        __syncwarp();
      }
      const int popped = top < STACK - JAXFMM_MAX_LEVELS - MANY ? min(top, MANY) : 1;
      int b[PER];
      Node<S> sb[PER];
#pragma unroll
      for (int u = 0; u < PER; u++) {
        b[u] = lane + 32 * u < popped ? stack[top - 1 - lane - 32 * u] : 0;
        if (32 * u < popped) sb[u] = sources.nodes[entries.number(b[u])];
      }
      top -= popped;
      __syncwarp();  // all have read the stack
#pragma unroll
      for (int u = 0; u < PER; u++) {
        if (32 * u >= popped) break;
        if (const int image = entries.image(b[u])) sb[u].move(images + DIM * image, DIM);
        int kind = NONE, value = b[u];
        if (lane + 32 * u < popped) {
          kind = rule(ta, sb[u]);
          if (kind == SPLIT_TARGET) kind = LISTS;
          if (kind == NEAR || kind == INWARD) value = entries.same_image(b[u], sb[u].leaf());
        }
        unsigned alike = 0;
        int next = 0;
#pragma unroll
        for (int l = 0; l <= LISTS; l++) {
          const unsigned all = __ballot_sync(0xffffffffu, kind == l);
          alike = kind == l ? all : alike;
          next = kind == l ? counts[l] : next;
          counts[l] += __popc(all);
        }
        if (alike) found(kind, next + __popc(alike & lanes_before()), value);
        const unsigned split = __ballot_sync(0xffffffffu, kind == SPLIT_SOURCE);
        if (kind == SPLIT_SOURCE) {
          const int at = top + 2 * __popc(split & lanes_before()), child = entries.same_image(b[u], sb[u].child);
          stack[at] = child + 1;
          stack[at + 1] = child;
        }
        top += 2 * __popc(split);
      }
      __syncwarp();
      int found_most = 0;
#pragma unroll
      for (int l = 0; l <= LISTS; l++) found_most = max(found_most, counts[l]);
      if (found_most > most) return false;
    }
    return true;
  }

  // The same into rows with this room; counts: what is found.
  __device__ void meet_into(const Node<S>& ta, const Met& met, int* stack, int (&counts)[LISTS + 1],
                            int* const (&to)[LISTS + 1], const int (&room)[LISTS + 1]) const {
#pragma unroll
    for (int l = 0; l <= LISTS; l++) counts[l] = 0;
    meet(ta, met, stack, counts, ANY, [&](int kind, int i, int value) {
#pragma unroll
      for (int l = 0; l <= LISTS; l++)
        if (kind == l && i < room[l]) to[l][i] = value;
    });
  }

  // What the targets of a warp found, before it is put into the pools: their rows lie side by side in shared memory.
  struct Batch {
    int (*staged)[STAGED];
    int filled[LISTS + 1];
    int rows;
    int node, leaf, at[LISTS + 1], size[LISTS + 1];  // of the row whose number in the batch is that of the lane

    __device__ explicit Batch(int (*staged)[STAGED]) : staged(staged), filled(), rows(0) {}

    __device__ bool has_room(int n) const {
      bool room = rows < 32;
#pragma unroll
      for (int l = 0; l <= LISTS; l++) room = room && filled[l] + n <= STAGED;
      return room;
    }
  };

  // The row that what a target found makes in list l; the last is what it leaves to its children.
  __device__ static int row_of(int l, int node, int leaf) {
    return l == NEAR || (l == OUTWARD && l < LISTS) || (l == FAR && LEAF_TARGETS) ? leaf : node;
  }

  // A place in the pool of list l.
  __device__ int* row(int level, int l, int place) const {
    return (l == LISTS ? pool(level).numbers : lists[l % LISTS].target) + place;
  }

  // Room for `counts` in the pools, for all lists at a time; where there is none, `counts` becomes 0.
  __device__ void reserve(int level, int (&counts)[LISTS + 1], int* (&to)[LISTS + 1], int (&place)[LISTS + 1]) const {
    const int lane = threadIdx.x % 32;
    const Pool pool = this->pool(level);
    int mine = 0;
#pragma unroll
    for (int l = 0; l <= LISTS; l++) mine = lane == l ? counts[l] : mine;
    unsigned long long at = 0;
    if (mine) at = atomicAdd(lane == LISTS ? &state->left[level] : &state->found[lane], (unsigned long long)mine);
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      const unsigned long long here = __shfl_sync(0xffffffffu, at, l);
      const int size = l == LISTS ? pool.capacity : lists[l % LISTS].capacity;
      const bool fits = here + counts[l] <= size;
      if (!fits) counts[l] = 0;
      place[l] = fits ? int(here) : 0;
      to[l] = row(level, l, place[l]);
    }
  }

  // Where in its pool a row lies. Sizes of lists are zero as long as nothing is said.
  __device__ void set_row(int l, int row, int place, int size) const {
    if (l == LISTS || size) {
      (l == LISTS ? left_place : lists[l % LISTS].place)[row] = place;
      (l == LISTS ? left_size : lists[l % LISTS].size)[row] = size;
    }
  }

  // Puts a batch into the pools, and begins another.
  __device__ void put(int level, Batch& batch) const {
    const int lane = threadIdx.x % 32;
    if (!batch.rows) return;
    __syncwarp();
    int *to[LISTS + 1], place[LISTS + 1];
    reserve(level, batch.filled, to, place);
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      for (int i = lane; i < batch.filled[l]; i += 32) to[l][i] = batch.staged[l][i];
      const int size = batch.filled[l] ? batch.size[l] : 0;
      if (lane < batch.rows) set_row(l, row_of(l, batch.node, batch.leaf), place[l] + batch.at[l], size);
      batch.filled[l] = 0;
    }
    batch.rows = 0;
    __syncwarp();
  }

  // Adds what target `a` finds to the batch, or puts it into the pools by itself where it is much. False, and nothing
  // done, where it is more than `most`.
  __device__ bool visit(int a, int level, Batch& batch, int* stack, int most) const {
    const int lane = threadIdx.x % 32;
    const Node<S> ta = targets.nodes[a];
    const Met met = met_by(a, level);
    if (!batch.has_room(STAGED / 2)) put(level, batch);
    int filled[LISTS + 1], counts[LISTS + 1];
#pragma unroll
    for (int l = 0; l <= LISTS; l++) filled[l] = batch.filled[l];
    const bool all = meet(ta, met, stack, filled, most, [&](int l, int i, int value) {
      if (i < STAGED) batch.staged[l][i] = value;
    });
    if (!all) return false;
    bool fits = true;
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      fits = fits && filled[l] <= STAGED;
      counts[l] = filled[l] - batch.filled[l];
    }
    if (fits) {
      if (lane == batch.rows) batch.node = a, batch.leaf = ta.leaf();
#pragma unroll
      for (int l = 0; l <= LISTS; l++) {
        if (lane == batch.rows) {
          batch.at[l] = batch.filled[l];
          batch.size[l] = counts[l];
        }
        batch.filled[l] = filled[l];
      }
      batch.rows++;
      return true;
    }
    put(level, batch);
    int *to[LISTS + 1], place[LISTS + 1];
    reserve(level, counts, to, place);
#pragma unroll
    for (int l = 0; l <= LISTS; l++)
      if (lane == 0) set_row(l, row_of(l, a, ta.leaf()), place[l], counts[l]);
    int again[LISTS + 1];
    meet_into(ta, met, stack, again, to, counts);
    return true;
  }

  // What the warps of a block share.
  struct Shares {
    int found[THREADS / 32][LISTS + 1];  // for a target that they meet together
    int place[LISTS + 1], room[LISTS + 1];
    int opened[2][OPENED], n_opened;
    int left[LEFT], n_left;  // targets that warps leave to the block
  };

  // What target `a` meets, with sources opened until there are enough for all warps, or none is to be split. By a block.
  __device__ Met opened(const Node<S>& ta, const Met& met, Shares& shares) const {
    if (met.n > OPENED / 4) return met;
    const int lane = threadIdx.x % 32;
    int from = 0;
    if (threadIdx.x < 32) {
      int n = met.n;
      for (int i = lane; i < n; i += 32) shares.opened[0][i] = met(i);
      __syncwarp();
      for (bool more = true; more && n <= OPENED / 2; from ^= 1) {
        int made = 0;
        more = false;
        for (int base = 0; base < n; base += 32) {
          const bool here = base + lane < n;
          const int b = here ? shares.opened[from][base + lane] : 0;
          Node<S> sb = sources.nodes[entries.number(b)];
          if (const int image = entries.image(b)) sb.move(images + DIM * image, DIM);
          const bool split = here && rule(ta, sb) == SPLIT_SOURCE;
          const unsigned splits = __ballot_sync(0xffffffffu, split), all = __ballot_sync(0xffffffffu, here);
          int* to = shares.opened[from ^ 1] + made + __popc(all & lanes_before()) + __popc(splits & lanes_before());
          if (here) to[0] = split ? entries.same_image(b, sb.child) : b;
          if (split) to[1] = entries.same_image(b, sb.child) + 1;
          made += __popc(all) + __popc(splits);
          more = more || splits;
        }
        n = made;
        __syncwarp();
      }
      if (lane == 0) shares.n_opened = from ? -n : n;
    }
    __syncthreads();
    const int n = shares.n_opened;
    return {shares.opened[n < 0], n < 0 ? -n : n, met.bits};
  }

  // Puts what target `a` finds into the pools; each warp of the block meets a share of the entries: again, straight into
  // its place, where shared memory does not hold it.
  __device__ void visit_together(int a, const Node<S>& ta, const Met& all, int level, int (*staged)[STAGED], int* stack,
                                 Shares& shares) const {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Met met = all.share(warp);
    int *to[LISTS + 1], room[LISTS + 1], counts[LISTS + 1];
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      to[l] = staged[l];
      room[l] = STAGED;
    }
    for (bool placed = false;; placed = true) {
      meet_into(ta, met, stack, counts, to, room);
      if (placed) break;
      bool fits = true;
#pragma unroll
      for (int l = 0; l <= LISTS; l++) {
        fits = fits && counts[l] <= STAGED;
        if (lane == l) shares.found[warp][l] = counts[l];
      }
      __syncthreads();
      if (warp == 0) {
        int place[LISTS + 1];
#pragma unroll
        for (int l = 0; l <= LISTS; l++) {
          room[l] = 0;
          for (int w = 0; w < THREADS / 32; w++) room[l] += shares.found[w][l];
        }
        reserve(level, room, to, place);
#pragma unroll
        for (int l = 0; l <= LISTS; l++)
          if (lane == l) {
            shares.place[l] = place[l];
            shares.room[l] = room[l];
            set_row(l, row_of(l, a, ta.leaf()), place[l], room[l]);
          }
      }
      __syncthreads();
#pragma unroll
      for (int l = 0; l <= LISTS; l++) {
        int before = 0;
        for (int w = 0; w < warp; w++) before += shares.found[w][l];
        room[l] = shares.room[l] ? counts[l] : 0;
        to[l] = row(level, l, shares.place[l] + before);
        if (fits)
          for (int i = lane; i < room[l]; i += 32) to[l][i] = staged[l][i];
      }
      if (fits) break;
    }
    __syncthreads();
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

  // The rows of a list that belong to something.
  __device__ int rows_of(int l) const {
    return min(lists[l].rows, row_of(l, *targets.n_nodes, *targets.n_leaves));
  }

  // The last row that begins at pair i or before, by a warp, each lane of which looks at another place.
  __device__ static int row_at(const List& list, int rows, int i) {
    int low = 0;
    for (int count = rows; count > 1;) {  // it is one of `count` rows from `low` on
      const int step = (count + 31) / 32, at = threadIdx.x % 32 * step;
      const unsigned before = __ballot_sync(0xffffffffu, at < count && list.start[low + at] <= i);
      const int found = (31 - __clz(before)) * step;
      low += found;
      count = min(step, count - found);
    }
    return low;
  }

  // each(i, row, where the row begins) for all pairs i of list l, of which each warp takes as many.
  template <class Each>
  __device__ void each_pair(int l, Each each) const {
    const List& list = lists[l];
    const int lane = threadIdx.x % 32, rows = rows_of(l), total = list.start[list.rows];
    const int share = ((total - 1) / grid.warps() / 32 + 1) * 32;
    const long long begins = (long long)grid.warp() * share;
    if (begins >= total) return;
    const int last = min((long long)total, begins + share);
    int i = begins, row = row_at(list, rows, i);
    for (; i < last; row += 31) {
      const int begin = list.start[min(row + lane, rows)];
      const int known = row + 31 < rows ? min(last, __shfl_sync(0xffffffffu, begin, 31)) : last;
#pragma unroll 4
      for (int some = i; some < known; some += 32) {
        const int mine = some + lane;
        int k = 0;  // the last of the rows that begins here or before
#pragma unroll
        for (int step = 16; step > 0; step /= 2) k += __shfl_sync(0xffffffffu, begin, k + step) <= mine ? step : 0;
        const int start = __shfl_sync(0xffffffffu, begin, k);
        if (mine < known) each(mine, row + k, start);
      }
      i = max(i, known);
    }
  }

  __device__ void run(const bool* wanted, const int* level_start, int levels, int* sums) {
    __shared__ int staged[THREADS / 32][LISTS + 1][STAGED], stacks[THREADS / 32][STACK];
    __shared__ Shares shares;
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
      const bool few = last - first <= int(gridDim.x);  // targets: a block meets each together
      if (threadIdx.x == 0) shares.n_left = 0;
      __syncthreads();
      if (!few) {
        Batch batch(staged[warp]);
        for (int a = first + warp * gridDim.x + blockIdx.x; a < last; a += grid.warps()) {
          if (level && !left_size[parent[a]]) {
            if (lane == 0) left_size[a] = 0;
            continue;
          }
          for (int most = MUCH; !visit(a, level, batch, stacks[warp], most); most = ANY) {
            int place = lane == 0 ? atomicAdd(&shares.n_left, 1) : 0;
            place = __shfl_sync(0xffffffffu, place, 0);
            if (place >= LEFT) continue;
            if (lane == 0) shares.left[place] = a;
            break;
          }
        }
        put(level, batch);
        __syncthreads();
      }
      const int together = few ? int(first + blockIdx.x < last) : min(shares.n_left, LEFT);
      for (int i = 0; i < together; i++) {
        const int a = few ? first + blockIdx.x : shares.left[i];
        if (level && !left_size[parent[a]]) {
          if (threadIdx.x == 0) left_size[a] = 0;
          continue;
        }
        const Node<S> ta = targets.nodes[a];
        const Met met = met_by(a, level);
        visit_together(a, ta, few ? met : opened(ta, met, shares), level, staged[warp], stacks[warp], shares);
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
      each_pair(l, [&](int i, int row, int first) { list.source[i] = list.target[list.place[row] + i - first]; });
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      each_pair(l, [&](int i, int row, int first) { list.target[i] = row; });
      for (int i = list.start[list.rows] + grid.thread(); i < list.capacity; i += grid.threads()) list.target[i] = UNUSED;
    }
  }
};

// State: zeros. Scratch: rows, left and sums, nodes of both trees, and `spare`, the first pool where the far list has less
// room than the near one.
template <class S, int DIM, int LISTS, bool LEAF_TARGETS, int THREADS, int STAGED, int STACK, class Arguments>
__device__ void lists(const Arguments& a) {
  const int nodes = 2 * a.target_leaf_capacity - 1, far_rows = LEAF_TARGETS ? a.target_leaf_capacity : nodes;
  int* scratch = a.rows;
  auto list = [&](int* target, int* source, int* total, int* start, int capacity, int rows) {
    const List made{target, source, total, start, scratch, scratch + rows, capacity, rows};
    scratch += 2 * rows;
    return made;
  };
  State* state = reinterpret_cast<State*>(a.state);
  Traversal<S, DIM, LISTS, LEAF_TARGETS, THREADS, STAGED, STACK> traversal{
      Grid(a.state),
      {a.target_center, a.target_radius, a.target_length, a.target_child, a.target_leaves, a.n_target_leaves,
       a.n_targets, a.target_leaf_capacity, reinterpret_cast<Node<S>*>(a.target_nodes)},
      {a.source_center, a.source_radius, a.source_length, a.source_child, a.source_leaves, a.n_source_leaves,
       a.n_sources, a.source_leaf_capacity, reinterpret_cast<Node<S>*>(a.source_nodes)},
      {*a.rate, LEAF_TARGETS, LISTS > OUTWARD, a.target_half, a.source_half, DIM}, a.images, a.n_images, {a.bits}};
  traversal.lists[FAR] = list(a.far_target, a.far_source, a.far_total, a.far_start, a.far_capacity, far_rows);
  traversal.lists[NEAR] =
      list(a.near_target, a.near_source, a.near_total, a.near_start, a.near_capacity, a.target_leaf_capacity);
  if constexpr (LISTS > OUTWARD) {
    traversal.lists[OUTWARD] = list(a.outward_target, a.outward_source, a.outward_total, a.outward_start,
                                    a.exchange_capacity, a.target_leaf_capacity);
    traversal.lists[INWARD] =
        list(a.inward_target, a.inward_source, a.inward_total, a.inward_start, a.exchange_capacity, nodes);
  }
  const bool roomy = a.far_capacity >= a.near_capacity;
  traversal.even = roomy ? Pool{a.far_source, a.far_capacity, FAR} : Pool{a.spare, a.near_capacity, NEAR};
  traversal.odd = Pool{a.near_source, a.near_capacity, NEAR};
  traversal.parent = a.target_parent;
  traversal.left_place = a.left;
  traversal.left_size = a.left + nodes;
  traversal.state = state;
  traversal.run(a.wanted, a.level_start, a.levels, a.sums);
}

}  // namespace
