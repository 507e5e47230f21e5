// The balanced tree on CUDA, from the points in order along each axis. jaxfmm/tree/balanced.py
// describes the tree.
//
// Nodes of many points are halved by the whole grid, level by level: a node is the same range of
// the list of each axis. The list of an axis holds the ranks of its points along the other axes:
// they say which of its points go right, wherever the node splits, and memory is read in order. A
// level moves the points of each list, in order, to both halves of their range. As soon as a node
// fits the shared memory of a block, the block makes all nodes below it.
#pragma once
#include "node_boxes.cuh"

namespace {

// Builds the tree step by step; `run` says in which order. POINTS: so many points fit a block.
template <class S, int DIM, int THREADS, int POINTS, class Arguments>
struct BalancedBuilder {
  static constexpr int WORDS = POINTS / 32;  // of a tile of the lists, a bit for each place
  static constexpr int EACH = POINTS / THREADS;  // places of a tile for each thread
  static constexpr int TILES = 8;  // tiles of a block whose splits are found at the same time
  static constexpr int OTHERS = DIM > 1 ? DIM - 1 : 1;  // axes whose ranks a list holds
  static_assert(WORDS % 32 == 0 && POINTS % THREADS == 0 && THREADS >= 32 * DIM);

  // A node that splits: its range, the axis, the rank along it of the first point that goes right,
  // and how many points before the node go right on this level.
  struct Split {
    int first, size, axis, pivot, right_before;
    __device__ int half() const { return (size + 1) / 2; }
  };

  // Which places of a tile go right, and how many do before each of its words.
  struct Sides {
    unsigned word[WORDS];
    int before[WORDS];
    __device__ bool right(int i) const { return word[i / 32] >> i % 32 & 1; }
    __device__ int right_before(int i) const {
      return before[i / 32] + __popc(word[i / 32] & ((1u << i % 32) - 1));
    }
    // By the lanes of one warp, after the words are known.
    __device__ void count(int lane) {
      int sum = 0;
      for (int w = lane * (WORDS / 32); w < (lane + 1) * (WORDS / 32); w++) {
        before[w] = sum;
        sum += __popc(word[w]);
      }
      const int earlier = sum_up_to_lane(sum) - sum;
      for (int w = lane * (WORDS / 32); w < (lane + 1) * (WORDS / 32); w++) before[w] += earlier;
    }
  };

  const Arguments& a;
  Grid grid;
  int *lists, *spare;  // (DIM, OTHERS, n), now and after a level
  int tiles, lane;

  __device__ explicit BalancedBuilder(const Arguments& a)
      : a(a),
        grid(a.gate),
        lists(a.lists),
        spare(a.spare),
        tiles((a.n + POINTS - 1) / POINTS),
        lane(threadIdx.x % 32) {}

  __device__ void run() {
    __shared__ Splits splits[TILES];
    make_lists();
    for (int level = 0; level < a.top; level++) {
      count_right(level, splits);
      grid.wait();
      move(level, splits);
      grid.wait();
      int* moved = spare;
      spare = lists, lists = moved;
    }
    for (int node = blockIdx.x; node < 1 << a.top; node += gridDim.x) halve_in_block(node);
    const int leaves = 1 << a.levels;
    NodeMeasures<S, DIM, Arguments>{a, grid, a.sorted, a.levels + 1, 2 * leaves - 1, leaves}
        .run_with_boxes();
  }

  // Of the points in order along `axis`, the ranks along the axis (axis + 1 + other) % DIM.
  __device__ int* list(int* lists, int axis, int other) const {
    return lists + (long long)(axis * OTHERS + other) * a.n;
  }

  // The point at this place of the list of the axis.
  __device__ int point(int axis, int place) const {
    return a.orders[(long long)((axis + 1) % DIM) * a.n + list(lists, axis, 0)[place]];
  }

  __device__ void make_lists() {
    for (int place = grid.thread(); place < a.n; place += grid.threads())
      for (int b = 0; b < DIM; b++) {
        const long long at = (long long)b * a.n;
        a.ranks[at + a.orders[at + place]] = place;
      }
    grid.wait();
    for (int place = grid.thread(); place < a.n; place += grid.threads())
      for (int b = 0; b < DIM; b++) {
        const int id = a.orders[(long long)b * a.n + place];
        for (int k = 0; k < OTHERS; k++)
          list(lists, b, k)[place] = a.ranks[(long long)((b + 1 + k) % DIM) * a.n + id];
      }
    grid.wait();
  }

  __device__ Box<S, DIM>* boxes() const { return reinterpret_cast<Box<S, DIM>*>(a.boxes); }

  // The box of a node. point(axis, last): the first or the last of its points along the axis.
  template <class Point>
  __device__ Box<S, DIM> box_of(Point point) const {
    Box<S, DIM> box;
#pragma unroll
    for (int b = 0; b < DIM; b++) {
      box.low[b] = a.points[(long long)DIM * point(b, false) + b];
      box.high[b] = a.points[(long long)DIM * point(b, true) + b];
    }
    return box;
  }

  // How node number `node` of a level splits; writes its box. All sizes of a level are m or m + 1,
  // so that the points before the node that go right can be counted.
  __device__ Split split_of(int level, int node) const {
    const int number = (1 << level) - 1 + node, m = a.n >> level;
    Split split{a.start[number], a.count[number], 0, 0, 0};
    split.right_before = node * (m / 2) + (m % 2 ? split.first - node * m : 0);
    const Box<S, DIM> box = box_of([&](int b, bool last) {
      return point(b, last ? split.first + split.size - 1 : split.first);
    });
    split.axis = box.longest();
    boxes()[number] = box;
    const int pivot = point(split.axis, split.first + split.half());
    split.pivot = a.ranks[(long long)split.axis * a.n + pivot];
    return split;
  }

  // The number of the node of a level that has this place.
  __device__ int node_at(int level, int place) const {
    int node = 0, size = a.n;
    for (int l = 0; l < level; l++) {
      const int half = (size + 1) / 2;
      const bool right = place >= half;
      node = 2 * node + right;
      place -= right ? half : 0;
      size = right ? size - half : half;
    }
    return node;
  }

  // The splits of the nodes of a tile: one or two, since a node that the grid splits is not smaller
  // than a tile.
  struct Splits {
    Split one[2];
    __device__ const Split& at(int place) const { return one[place >= one[1].first]; }
  };

  // Calls visit(tile, splits) for the tiles of this block. `splits` are in shared memory, and hold
  // those of this level if `kept`, unless the block has too many tiles.
  template <class Visit>
  __device__ void each_tile(int level, bool kept, Splits* splits, Visit visit) const {
    const int step = TILES * gridDim.x;
    for (int base = blockIdx.x; base < tiles; base += step) {
      if (!kept || tiles > step) {
        __syncthreads();
        const int tile = base + threadIdx.x / 2 * gridDim.x;
        if (threadIdx.x < 2 * TILES && tile < tiles) {
          const int place = threadIdx.x % 2 ? min(a.n, (tile + 1) * POINTS) - 1 : tile * POINTS;
          splits[threadIdx.x / 2].one[threadIdx.x % 2] = split_of(level, node_at(level, place));
        }
        __syncthreads();
      }
      for (int t = 0; t < TILES && base + t * gridDim.x < tiles; t++)
        visit(base + t * gridDim.x, splits[t]);
    }
  }

  // Whether the point at a place of the list of axis b goes right.
  __device__ bool right(const Split& split, int b, int place) const {
    if (b == split.axis) return place >= split.first + split.half();
    return list(lists, b, (split.axis - b - 1 + DIM) % DIM)[place] >= split.pivot;
  }

  // Writes how many points of each tile of the lists go right.
  __device__ void count_right(int level, Splits* splits) const {
    each_tile(level, false, splits, [&](int tile, const Splits& here) {
      int counts[DIM] = {};
#pragma unroll
      for (int e = 0; e < EACH; e++) {
        const int place = tile * POINTS + e * THREADS + threadIdx.x;
        const Split& split = here.at(place);
        for (int b = 0; b < DIM; b++) counts[b] += place < a.n && right(split, b, place);
      }
      for (int b = 0; b < DIM; b++) {
        const int total = block_sum<THREADS>(counts[b]).total;
        if (threadIdx.x == 0) a.counts[b * tiles + tile] = total;
      }
    });
  }

  // Moves the points of each list to both halves of their nodes, into `spare`.
  __device__ void move(int level, Splits* splits) const {
    __shared__ Sides sides[DIM];
    each_tile(level, true, splits, [&](int tile, const Splits& here) {
      __syncthreads();
      int held[EACH][DIM][OTHERS], before[DIM];
#pragma unroll
      for (int e = 0; e < EACH; e++) {
        const int i = e * THREADS + threadIdx.x, place = tile * POINTS + i;
        const Split& split = here.at(place);
#pragma unroll
        for (int b = 0; b < DIM; b++) {
#pragma unroll
          for (int k = 0; k < OTHERS; k++)
            held[e][b][k] = place < a.n ? list(lists, b, k)[place] : 0;
          const unsigned word = __ballot_sync(0xffffffffu, place < a.n && right(split, b, place));
          if (lane == 0) sides[b].word[i / 32] = word;
        }
      }
      for (int b = 0; b < DIM; b++) {
        int mine = 0;
        for (int t = threadIdx.x; t < tile; t += THREADS) mine += a.counts[b * tiles + t];
        before[b] = block_sum<THREADS>(mine).total;
      }
      if (threadIdx.x / 32 < DIM) sides[threadIdx.x / 32].count(lane);
      __syncthreads();
#pragma unroll
      for (int e = 0; e < EACH; e++) {
        const int i = e * THREADS + threadIdx.x, place = tile * POINTS + i;
        if (place >= a.n) break;
        const Split& split = here.at(place);
#pragma unroll
        for (int b = 0; b < DIM; b++) {
          const int right = before[b] + sides[b].right_before(i) - split.right_before;
          const int to = sides[b].right(i) ? split.first + split.half() + right : place - right;
#pragma unroll
          for (int k = 0; k < OTHERS; k++) list(spare, b, k)[to] = held[e][b][k];
        }
      }
    });
  }

  // Halves a node down to its leaves in shared memory, where its points have numbers of their own:
  // their places in its first list. Writes the order, the leaves and the sorted points.
  __device__ void halve_in_block(int node) const {
    using Number = unsigned short;
    __shared__ int ids[POINTS];                     // the points of these numbers
    __shared__ Number lists[2][DIM][POINTS];        // in order along each axis, now and next
    __shared__ Number ranks[DIM][POINTS];           // the place of each number in these lists
    __shared__ Number nodes[POINTS];                // the node of each place
    __shared__ Number firsts[POINTS / 2 + 1], axes[POINTS / 2], pivots[POINTS / 2];
    __shared__ Sides sides[DIM];
    const int number = (1 << a.top) - 1 + node, first = a.start[number], size = a.count[number];
    const int padded = (size + THREADS - 1) / THREADS * THREADS;  // whole warps for every round
    __syncthreads();
    // A table of hashes, in memory that the next level uses, finds the numbers of the other lists.
    constexpr unsigned SLOTS = 2 * POINTS;
    constexpr Number FREE = 65535;
    static_assert(DIM == 1 || DIM * POINTS >= SLOTS);
    Number* table = lists[1][0];
    const auto slot_of = [](int id) { return (id * 0x9e3779b1u >> 16) % SLOTS; };
    if (DIM > 1)
      for (int i = threadIdx.x; i < SLOTS; i += THREADS) table[i] = FREE;
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += THREADS) {
      const int id = ids[i] = point(0, first + i);
      lists[0][0][i] = ranks[0][i] = i, nodes[i] = 0;
      if (DIM > 1)
        for (unsigned slot = slot_of(id); atomicCAS(table + slot, FREE, Number(i)) != FREE;)
          slot = (slot + 1) % SLOTS;
    }
    __syncthreads();
    for (int b = 1; b < DIM; b++)
      for (int i = threadIdx.x; i < size; i += THREADS) {
        const int id = point(b, first + i);
        unsigned slot = slot_of(id);
        while (ids[table[slot]] != id) slot = (slot + 1) % SLOTS;
        const Number one = table[slot];
        lists[0][b][i] = one, ranks[b][one] = i;
      }
    int now = 0;
    for (int level = a.top;; level++, now = 1 - now) {
      const int here = 1 << (level - a.top), head = (1 << level) - 1 + node * here;
      __syncthreads();
      for (int k = threadIdx.x; k < here; k += THREADS) {
        const int begin = a.start[head + k] - first, length = a.count[head + k];
        const Box<S, DIM> box = box_of([&](int b, bool last) {
          return ids[lists[now][b][last ? begin + length - 1 : begin]];
        });
        boxes()[head + k] = box;
        if (level == a.levels) continue;
        const int axis = box.longest();
        firsts[k] = begin, axes[k] = axis;
        pivots[k] = ranks[axis][lists[now][axis][begin + (length + 1) / 2]];
        if (k == here - 1) firsts[here] = size;
      }
      if (level == a.levels) break;
      __syncthreads();
      for (int b = 0; b < DIM; b++)
        for (int i = threadIdx.x; i < padded; i += THREADS) {
          const bool right =
              i < size && ranks[axes[nodes[i]]][lists[now][b][i]] >= pivots[nodes[i]];
          const unsigned word = __ballot_sync(0xffffffffu, right);
          if (lane == 0) sides[b].word[i / 32] = word;
        }
      __syncthreads();
      for (int b = threadIdx.x / 32; b < DIM; b += THREADS / 32) sides[b].count(lane);
      __syncthreads();
      for (int i = threadIdx.x; i < size; i += THREADS) {
        const int k = nodes[i], begin = firsts[k], half = (firsts[k + 1] - begin + 1) / 2;
        for (int b = 0; b < DIM; b++) {
          const int right = sides[b].right_before(i) - sides[b].right_before(begin);
          const int to = sides[b].right(i) ? begin + half + right : i - right;
          lists[1 - now][b][to] = lists[now][b][i];
        }
        nodes[i] = 2 * k + (i - begin >= half);
      }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += THREADS) {
      const int id = ids[lists[now][0][i]], place = first + i;
      a.order[place] = id;
      a.leaf_of_point[id] = (node << (a.levels - a.top)) + nodes[i];
      for (int c = 0; c < DIM; c++)
        a.sorted[(long long)DIM * place + c] = a.points[(long long)DIM * id + c];
    }
  }
};

// gate: zeros. orders (DIM, n): the points in order along each axis, of equal coordinates the lower
// index first. start, count, parent: of the tree. n: points; leaf_size: of the largest leaf;
// levels: how often the root is halved; top: how often by the grid, until a node has at most POINTS
// points. Others: scratch.
template <class S, int DIM, int THREADS, int POINTS, class Arguments>
__device__ void balanced(const Arguments& a) {
  BalancedBuilder<S, DIM, THREADS, POINTS, Arguments>(a).run();
}

}  // namespace
