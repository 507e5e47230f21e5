// Interaction lists of two trees on CUDA: the pairs that jaxfmm/tree/traverse.py defines.
//
// Whether a pair of nodes is far, near or split depends on the pair alone. So pairs are visited
// target by target, level by level. A target meets the sources that its parent could not settle,
// and leaves to its children the sources against which it must be split itself. A warp takes a
// target (`visit`), and its lanes take sources from a stack that they share. If a level has few
// targets, a whole block takes each (`visit_together`).
//
// The warp collects what its targets find in shared memory (`Batch`), and moves it to a pool in
// global memory, several targets at once. If the finds of a target do not fit shared memory, they
// are only counted, and the walk is repeated. If they are very many, as for a leaf of outliers
// next to a crowd, the warp leaves the target to the whole block. The rows of a pool are in any
// order; at the end they are copied to the lists in the order of the targets.
//
// In a forest (jaxfmm/tree/forest.py) the root of a segment's targets meets the root of the
// segment's sources, in all images of the segment, and the nodes above the roots meet nothing.
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
    for (int i = grid.thread(); i < min(*n_leaves, leaf_capacity); i += grid.threads())
      nodes[leaves[i]].number_leaf(i);
  }
};

// A list under construction. Until the end, the memory of its targets holds the pool of its rows.
struct List {
  int *target, *source, *total, *start;
  int *place, *size;  // of each row in the pool: scratch
  int capacity, rows;
};

// The sources that the targets of a level leave to their children. Until the end, the memory of a
// list's sources holds it.
struct Pool {
  int* numbers;
  int capacity, owner;  // owner: the list whose capacity must grow if that of the pool is too small
};

struct State {
  Gate gate;
  unsigned long long found[4];  // pairs of each list
  unsigned long long left[1];   // numbers in the pool of each level
};

template <class S, int DIM, int LISTS, bool LEAF_TARGETS, bool FOREST, int THREADS, int STAGED,
          int STACK>
struct Traversal {
  // MUCH: a warp leaves targets that find more to the block.
  static constexpr int ANY = 2147483647, MUCH = 4 * STAGED;
  static constexpr int LEFT = 32, OPENED = 64 * (THREADS / 32);
  Grid grid;
  Tree<S, DIM> targets, sources;
  Rule<S> rule;
  const S* images;
  int n_images;
  Entries entries;
  List lists[LISTS];
  Pool even, odd;               // of even and of odd levels
  const int* parent;            // of targets
  int *left_place, *left_size;  // where the pool holds what each node leaves to its children
  State* state;
  // Of a forest: the roots of each segment, and for each node the segment whose root it is, or -1.
  const int *target_roots, *source_roots;
  int n_segments, *segment_of_root;

  __device__ Pool pool(int level) const { return level % 2 ? odd : even; }

  // The entries that a target meets: those that its parent left to it, or the root of its sources
  // in n images from the first on.
  struct Met {
    const int* numbers;
    int n, bits;
    int root = 0, first = 0, apart = 1;
    __device__ int operator()(int i) const {
      return numbers ? numbers[first + i * apart] : (first + i * apart) << bits | root;
    }

    // The entries of one warp of the block.
    __device__ Met share(int warp) const {
      constexpr int WARPS = THREADS / 32;
      return {numbers, (n - warp + WARPS - 1) / WARPS, bits, root, first + warp, WARPS};
    }
  };

  __device__ bool meets_none(int a, int level) const {
    if constexpr (FOREST)
      if (segment_of_root[a] >= 0) return false;
    return level ? !left_size[parent[a]] : FOREST;
  }

  __device__ Met met_by(int a, int level) const {
    if constexpr (FOREST)
      if (const int segment = segment_of_root[a]; segment >= 0) {
        const int each = n_images > 1 ? n_images / n_segments : 1;
        return {nullptr, each, entries.bits, source_roots[segment],
                n_images > 1 ? segment * each : 0};
      }
    if (!level) return {nullptr, n_images, entries.bits};
    const int up = parent[a];
    return {pool(level - 1).numbers + left_place[up], left_size[up], entries.bits};
  }

  // Lets a target meet entries, and calls store(list, position, value) for each find; list number
  // LISTS holds what the target leaves to its children. counts: the next position in each list.
  // Returns false if it stopped because a count exceeded `most`.
  //
  // The lanes take entries from a stack, two each, so that they wait for the nodes of both at once.
  // The stack holds a part of the entries, and what is pushed at every level. If it gets too full,
  // one lane walks alone for a while, which needs only JAXFMM_MAX_LEVELS places.
  template <class Store>
  __device__ bool meet(const Node<S>& ta, const Met& met, int* stack, int (&counts)[LISTS + 1],
                       int most, Store store) const {
    constexpr int NONE = -1, PER = 2, MANY = 32 * PER, HELD = STACK / 4;
    const int lane = threadIdx.x % 32;
    int top = 0, taken = 0;
    while (taken < met.n || top) {
      if (top < MANY && taken < met.n) {
        const int pushed = min(met.n - taken, HELD);
        for (int i = lane; i < pushed; i += 32) stack[top + i] = met(taken + i);
        taken += pushed;
        top += pushed;
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
      __syncwarp();  // all lanes have read the stack
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
        if (alike) store(kind, next + __popc(alike & lanes_before()), value);
        const unsigned split = __ballot_sync(0xffffffffu, kind == SPLIT_SOURCE);
        if (kind == SPLIT_SOURCE) {
          const int at = top + 2 * __popc(split & lanes_before()),
                    child = entries.same_image(b[u], sb[u].child);
          stack[at] = child + 1;
          stack[at + 1] = child;
        }
        top += 2 * __popc(split);
      }
      __syncwarp();
      int largest = 0;
#pragma unroll
      for (int l = 0; l <= LISTS; l++) largest = max(largest, counts[l]);
      if (largest > most) return false;
    }
    return true;
  }

  // `meet`, which writes to rows of this capacity and counts all finds.
  __device__ void meet_into(const Node<S>& ta, const Met& met, int* stack, int (&counts)[LISTS + 1],
                            int* const (&to)[LISTS + 1], const int (&capacity)[LISTS + 1]) const {
#pragma unroll
    for (int l = 0; l <= LISTS; l++) counts[l] = 0;
    meet(ta, met, stack, counts, ANY, [&](int kind, int i, int value) {
#pragma unroll
      for (int l = 0; l <= LISTS; l++)
        if (kind == l && i < capacity[l]) to[l][i] = value;
    });
  }

  // The finds of several targets of a warp, in shared memory, before they move to the pools: their
  // rows lie side by side.
  struct Batch {
    int (*staged)[STAGED];
    int filled[LISTS + 1];
    int rows;
    int node, leaf, at[LISTS + 1], size[LISTS + 1];  // lane i has these of row i of the batch

    __device__ explicit Batch(int (*staged)[STAGED]) : staged(staged), filled(), rows(0) {}

    // Whether one more row of n numbers fits in each list.
    __device__ bool fits(int n) const {
      bool fits = rows < 32;
#pragma unroll
      for (int l = 0; l <= LISTS; l++) fits = fits && filled[l] + n <= STAGED;
      return fits;
    }
  };

  // The row of a target in list l: rows are of leaves or of nodes.
  __device__ static int row_of(int l, int node, int leaf) {
    return l == NEAR || (l == OUTWARD && l < LISTS) || (l == FAR && LEAF_TARGETS) ? leaf : node;
  }

  // A place in the pool of list l.
  __device__ int* row(int level, int l, int place) const {
    return (l == LISTS ? pool(level).numbers : lists[l % LISTS].target) + place;
  }

  // Reserves places for `counts` numbers in the pools of all lists; where a pool is full, the count
  // becomes 0.
  __device__ void reserve(int level, int (&counts)[LISTS + 1], int* (&to)[LISTS + 1],
                          int (&place)[LISTS + 1]) const {
    const int lane = threadIdx.x % 32;
    const Pool pool = this->pool(level);
    int mine = 0;
#pragma unroll
    for (int l = 0; l <= LISTS; l++) mine = lane == l ? counts[l] : mine;
    unsigned long long at = 0;
    if (mine)
      at = atomicAdd(lane == LISTS ? &state->left[level] : &state->found[lane],
                     (unsigned long long)mine);
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

  // Notes where in its pool a row lies. The sizes of the rows of lists are zero before.
  __device__ void set_row(int l, int row, int place, int size) const {
    if (l == LISTS || size) {
      (l == LISTS ? left_place : lists[l % LISTS].place)[row] = place;
      (l == LISTS ? left_size : lists[l % LISTS].size)[row] = size;
    }
  }

  // Moves a batch to the pools, and empties it.
  __device__ void flush(int level, Batch& batch) const {
    const int lane = threadIdx.x % 32;
    if (!batch.rows) return;
    __syncwarp();
    int *to[LISTS + 1], place[LISTS + 1];
    reserve(level, batch.filled, to, place);
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      for (int i = lane; i < batch.filled[l]; i += 32) to[l][i] = batch.staged[l][i];
      const int size = batch.filled[l] ? batch.size[l] : 0;
      if (lane < batch.rows)
        set_row(l, row_of(l, batch.node, batch.leaf), place[l] + batch.at[l], size);
      batch.filled[l] = 0;
    }
    batch.rows = 0;
    __syncwarp();
  }

  // Adds the finds of target `a` to the batch, or moves them to the pools directly if they do not
  // fit. If there are more than `most`, does nothing and returns false.
  __device__ bool visit(int a, int level, Batch& batch, int* stack, int most) const {
    const int lane = threadIdx.x % 32;
    const Node<S> ta = targets.nodes[a];
    const Met met = met_by(a, level);
    if (!batch.fits(STAGED / 2)) flush(level, batch);
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
    flush(level, batch);
    int *to[LISTS + 1], place[LISTS + 1];
    reserve(level, counts, to, place);
#pragma unroll
    for (int l = 0; l <= LISTS; l++)
      if (lane == 0) set_row(l, row_of(l, a, ta.leaf()), place[l], counts[l]);
    int again[LISTS + 1];
    meet_into(ta, met, stack, again, to, counts);
    return true;
  }

  // Shared memory of the warps of a block, for targets that they take together.
  struct Shares {
    int found[THREADS / 32][LISTS + 1];
    int place[LISTS + 1], size[LISTS + 1];
    int opened[2][OPENED], n_opened;
    int left[LEFT], n_left;  // targets that warps leave to the block
  };

  // Replaces sources by their children until there are enough entries for all warps of the block,
  // or no source must be split. All threads of the block call this.
  __device__ Met opened(const Node<S>& ta, const Met& met, Shares& shares) const {
    if (met.n > OPENED / 4) return met;
    const int lane = threadIdx.x % 32;
    int from = 0;
    if (threadIdx.x < 32) {
      int n = met.n;
      for (int i = lane; i < n; i += 32) shares.opened[0][i] = met(i);
      __syncwarp();
      for (bool any = true; any && n <= OPENED / 2; from ^= 1) {
        int filled = 0;
        any = false;
        for (int base = 0; base < n; base += 32) {
          const bool here = base + lane < n;
          const int b = here ? shares.opened[from][base + lane] : 0;
          Node<S> sb = sources.nodes[entries.number(b)];
          if (const int image = entries.image(b)) sb.move(images + DIM * image, DIM);
          const bool split = here && rule(ta, sb) == SPLIT_SOURCE;
          const unsigned splits = __ballot_sync(0xffffffffu, split),
                         all = __ballot_sync(0xffffffffu, here);
          int* to = shares.opened[from ^ 1] + filled + __popc(all & lanes_before()) +
                    __popc(splits & lanes_before());
          if (here) to[0] = split ? entries.same_image(b, sb.child) : b;
          if (split) to[1] = entries.same_image(b, sb.child) + 1;
          filled += __popc(all) + __popc(splits);
          any = any || splits;
        }
        n = filled;
        __syncwarp();
      }
      if (lane == 0) shares.n_opened = from ? -n : n;
    }
    __syncthreads();
    const int n = shares.n_opened;
    return {shares.opened[n < 0], n < 0 ? -n : n, met.bits};
  }

  // Moves the finds of target `a` to the pools; each warp of the block meets a share of the
  // entries. A warp whose finds do not fit shared memory meets its entries once more, and writes
  // straight to the pools.
  __device__ void visit_together(int a, const Node<S>& ta, const Met& all, int level,
                                 int (*staged)[STAGED], int* stack, Shares& shares) const {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Met met = all.share(warp);
    int *to[LISTS + 1], size[LISTS + 1], counts[LISTS + 1];
#pragma unroll
    for (int l = 0; l <= LISTS; l++) {
      to[l] = staged[l];
      size[l] = STAGED;
    }
    for (bool placed = false;; placed = true) {
      meet_into(ta, met, stack, counts, to, size);
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
          size[l] = 0;
          for (int w = 0; w < THREADS / 32; w++) size[l] += shares.found[w][l];
        }
        reserve(level, size, to, place);
#pragma unroll
        for (int l = 0; l <= LISTS; l++)
          if (lane == l) {
            shares.place[l] = place[l];
            shares.size[l] = size[l];
            set_row(l, row_of(l, a, ta.leaf()), place[l], size[l]);
          }
      }
      __syncthreads();
#pragma unroll
      for (int l = 0; l <= LISTS; l++) {
        int before = 0;
        for (int w = 0; w < warp; w++) before += shares.found[w][l];
        size[l] = shares.size[l] ? counts[l] : 0;
        to[l] = row(level, l, shares.place[l] + before);
        if (fits)
          for (int i = lane; i < size[l]; i += 32) to[l][i] = staged[l][i];
      }
      if (fits) break;
    }
    __syncthreads();
  }

  // How many pairs a list needs: more than its capacity if a pool that it owns was too small.
  __device__ unsigned long long needed(int l, int levels) const {
    unsigned long long most = state->found[l];
    for (int level = 0; level < levels; level++) {
      const Pool pool = this->pool(level);
      if (pool.owner == l && state->left[level] > pool.capacity)
        most = max(most, max(state->left[level], lists[l].capacity + 1ull));
    }
    return most;
  }

  // How many rows of a list belong to targets that exist.
  __device__ int rows_of(int l) const {
    return min(lists[l].rows, row_of(l, *targets.n_nodes, *targets.n_leaves));
  }

  // The last row that begins at pair i or before. A warp searches together, and each lane looks at
  // another place.
  __device__ static int row_at(const List& list, int rows, int i) {
    int low = 0;
    for (int count = rows; count > 1;) {  // the row is one of `count` rows from `low` on
      const int step = (count + 31) / 32, at = threadIdx.x % 32 * step;
      const unsigned before = __ballot_sync(0xffffffffu, at < count && list.start[low + at] <= i);
      const int skipped = (31 - __clz(before)) * step;
      low += skipped;
      count = min(step, count - skipped);
    }
    return low;
  }

  // Calls visit(i, row, where the row begins) for all pairs i of list l. Each warp takes a share of
  // consecutive pairs.
  template <class Visit>
  __device__ void each_pair(int l, Visit visit) const {
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
        int k = 0;  // the last row that begins here or before
#pragma unroll
        for (int step = 16; step > 0; step /= 2)
          k += __shfl_sync(0xffffffffu, begin, k + step) <= mine ? step : 0;
        const int start = __shfl_sync(0xffffffffu, begin, k);
        if (mine < known) visit(mine, row + k, start);
      }
      i = max(i, known);
    }
  }

  __device__ void run(const bool* wanted, const int* level_start, int levels, int* sums) {
    const int nodes = min(*targets.n_nodes, targets.capacity());
    const int used = *wanted ? min(nodes, level_start[levels]) : 0;
    pack_nodes(used);
    const int level = min(visit_targets(used, level_start) + 1, levels);
    write_lists(level, sums);
  }

  // Gathers what the walk reads of each node in one place, and clears the sizes of rows.
  __device__ __forceinline__ void pack_nodes(int used) {
    if (used) {
      targets.pack(grid);
      sources.pack(grid);
    }
#pragma unroll
    for (int l = 0; l < LISTS; l++)
      for (int i = grid.thread(); i < lists[l].rows; i += grid.threads()) lists[l].size[i] = 0;
    if constexpr (FOREST)
      for (int i = grid.thread(); i < used; i += grid.threads()) segment_of_root[i] = -1;
    grid.wait();
    if (used) {
      targets.number_leaves(grid);
      sources.number_leaves(grid);
      if constexpr (FOREST)
        for (int i = grid.thread(); i < n_segments; i += grid.threads())
          if (target_roots[i] >= 0 && source_roots[i] >= 0) segment_of_root[target_roots[i]] = i;
      grid.wait();
    }
  }

  // Fills the pools, level by level; returns the last level.
  __device__ __forceinline__ int visit_targets(int used, const int* level_start) {
    __shared__ int staged[THREADS / 32][LISTS + 1][STAGED], stacks[THREADS / 32][STACK];
    __shared__ Shares shares;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int level = 0;
    for (int first = 0; first < used; level++) {
      const int last = level_start[level + 1];
      const bool few = last - first <= int(gridDim.x);  // so few targets that a block takes each
      if (threadIdx.x == 0) shares.n_left = 0;
      __syncthreads();
      if (!few) {
        Batch batch(staged[warp]);
        for (int a = first + warp * gridDim.x + blockIdx.x; a < last; a += grid.warps()) {
          if (meets_none(a, level)) {
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
        flush(level, batch);
        __syncthreads();
      }
      const int together = few ? int(first + blockIdx.x < last) : min(shares.n_left, LEFT);
      for (int i = 0; i < together; i++) {
        const int a = few ? first + blockIdx.x : shares.left[i];
        if (meets_none(a, level)) {
          if (threadIdx.x == 0) left_size[a] = 0;
          continue;
        }
        const Node<S> ta = targets.nodes[a];
        const Met met = met_by(a, level);
        visit_together(a, ta, few ? met : opened(ta, met, shares), level, staged[warp],
                       stacks[warp], shares);
      }
      first = last;
      grid.wait();
      if (!FOREST && !state->left[level]) break;  // roots of a forest are on many levels
    }
    return level;
  }

  // Copies the rows from the pools to the lists, in order. A list that does not fit has no pairs.
  __device__ __forceinline__ void write_lists(int levels, int* sums) {
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      const unsigned long long most = needed(l, levels);
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
      const bool fits = needed(l, levels) <= list.capacity;
      const Running<THREADS> running(sums + l * gridDim.x, 0, list.rows);
      const int total =
          running.give([&](int row) { return fits ? list.size[row] : 0; },
                       [&](int row, int before, int here) { list.start[row] = before; });
      if (grid.thread() == 0) list.start[list.rows] = total;
      for (int i = total + grid.thread(); i < list.capacity; i += grid.threads())
        list.source[i] = UNUSED;
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      each_pair(l, [&](int i, int row, int first) {
        list.source[i] = list.target[list.place[row] + i - first];
      });
    }
    grid.wait();
#pragma unroll
    for (int l = 0; l < LISTS; l++) {
      const List& list = lists[l];
      each_pair(l, [&](int i, int row, int first) { list.target[i] = row; });
      for (int i = list.start[list.rows] + grid.thread(); i < list.capacity; i += grid.threads())
        list.target[i] = UNUSED;
    }
  }
};

// state: zeros. Scratch: rows, left, sums, the nodes of both trees, and `spare`, which is the first
// pool if the far list has a smaller capacity than the near list.
template <class S, int DIM, int LISTS, bool LEAF_TARGETS, bool FOREST, int THREADS, int STAGED,
          int STACK, class Arguments>
__device__ void lists(const Arguments& a) {
  const int nodes = 2 * a.target_leaf_capacity - 1,
            far_rows = LEAF_TARGETS ? a.target_leaf_capacity : nodes;
  int* scratch = a.rows;
  auto list = [&](int* target, int* source, int* total, int* start, int capacity, int rows) {
    const List list{target, source, total, start, scratch, scratch + rows, capacity, rows};
    scratch += 2 * rows;
    return list;
  };
  State* state = reinterpret_cast<State*>(a.state);
  Traversal<S, DIM, LISTS, LEAF_TARGETS, FOREST, THREADS, STAGED, STACK> traversal{
      Grid(a.state),
      {a.target_center, a.target_radius, a.target_length, a.target_child, a.target_leaves,
       a.n_target_leaves, a.n_targets, a.target_leaf_capacity,
       reinterpret_cast<Node<S>*>(a.target_nodes)},
      {a.source_center, a.source_radius, a.source_length, a.source_child, a.source_leaves,
       a.n_source_leaves, a.n_sources, a.source_leaf_capacity,
       reinterpret_cast<Node<S>*>(a.source_nodes)},
      {*a.rate, LEAF_TARGETS, LISTS > OUTWARD, a.target_half, a.source_half, DIM},
      a.images,
      a.n_images,
      {a.bits}};
  traversal.lists[FAR] =
      list(a.far_target, a.far_source, a.far_total, a.far_start, a.far_capacity, far_rows);
  traversal.lists[NEAR] = list(a.near_target, a.near_source, a.near_total, a.near_start,
                               a.near_capacity, a.target_leaf_capacity);
  if constexpr (LISTS > OUTWARD) {
    traversal.lists[OUTWARD] = list(a.outward_target, a.outward_source, a.outward_total,
                                    a.outward_start, a.exchange_capacity, a.target_leaf_capacity);
    traversal.lists[INWARD] = list(a.inward_target, a.inward_source, a.inward_total, a.inward_start,
                                   a.exchange_capacity, nodes);
  }
  const bool far_is_larger = a.far_capacity >= a.near_capacity;
  traversal.even = far_is_larger ? Pool{a.far_source, a.far_capacity, FAR}
                                 : Pool{a.spare, a.near_capacity, NEAR};
  traversal.odd = Pool{a.near_source, a.near_capacity, NEAR};
  traversal.parent = a.target_parent;
  traversal.left_place = a.left;
  traversal.left_size = a.left + nodes;
  traversal.state = state;
  traversal.target_roots = a.target_roots;
  traversal.source_roots = a.source_roots;
  traversal.n_segments = a.n_segments;
  traversal.segment_of_root = a.left + 2 * nodes;
  traversal.run(a.wanted, a.level_start, a.levels, a.sums);
}

}  // namespace
