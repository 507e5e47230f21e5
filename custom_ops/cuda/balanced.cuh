// The balanced tree on CUDA, from the points in order along each axis. jaxfmm/tree/balanced.py
// describes the tree.
//
// Nodes of many points are halved by the whole grid, level by level: a node is the same range of
// the list of each axis. In the list of the axis that a node splits, its second half goes right. A
// byte of each point says so, which the other lists look up: the bytes of millions of points stay
// in the second-level cache. A level moves the points of each list, in order, to both halves of
// their range. As soon as a node fits the shared memory of a block, the block makes all nodes below
// it.
#pragma once
#include "node_boxes.cuh"

namespace {

// Builds the tree step by step; `run` says in which order. POINTS: so many points fit a block.
template <class S, int DIM, int THREADS, int POINTS, class Arguments>
struct BalancedBuilder {
  static constexpr int WORDS = POINTS / 32;  // of a tile of the lists, a bit for each place
  static_assert(WORDS % 32 == 0);

  // A node that splits: its range, the axis, and how many points before the node go right on this
  // level.
  struct Split {
    int first, size, axis, right_before;
    __device__ int half() const { return (size + 1) / 2; }
    // Whether the point at this place of the list of the axis goes right.
    __device__ bool right(int place) const { return place >= first + half(); }
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
  int *lists, *spare;  // (DIM, n): the points in order along each axis, now and after a level
  int tiles, lane;

  __device__ explicit BalancedBuilder(const Arguments& a)
      : a(a),
        grid(a.gate),
        lists(a.lists),
        spare(a.spare),
        tiles((a.n + POINTS - 1) / POINTS),
        lane(threadIdx.x % 32) {}

  __device__ void run() {
    for (int level = 0; level < a.top; level++) {
      mark(level);
      grid.wait();
      find_sides(level);
      grid.wait();
      move(level);
      grid.wait();
      int* moved = spare;
      spare = lists, lists = moved;
    }
    for (int node = blockIdx.x; node < 1 << a.top; node += gridDim.x) halve_in_block(node);
    grid.wait();
    const int leaves = 1 << a.levels;
    NodeMeasures<S, DIM, Arguments>{a, grid, a.sorted, a.levels + 1, 2 * leaves - 1, leaves}.run();
  }

  __device__ int* list(int axis) const { return lists + (long long)axis * a.n; }
  __device__ unsigned* sides(int axis) const {
    return a.sides + (long long)axis * tiles * WORDS;
  }

  // How node number `node` of a level splits. All sizes of a level are m or m + 1, so that the
  // points before the node that go right can be counted.
  __device__ Split split_of(int level, int node) const {
    const int number = (1 << level) - 1 + node, m = a.n >> level;
    Split split{a.start[number], a.count[number], 0, 0};
    split.right_before = node * (m / 2) + (m % 2 ? split.first - node * m : 0);
    S longest = -1;
    for (int b = 0; b < DIM; b++) {
      const int low = list(b)[split.first], high = list(b)[split.first + split.size - 1];
      const S length = a.points[(long long)DIM * high + b] - a.points[(long long)DIM * low + b];
      if (length > longest) longest = length, split.axis = b;
    }
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
  // than a tile. All threads of a block call this.
  __device__ void find_splits(int level, int tile, Split* splits) const {
    __syncthreads();
    if (threadIdx.x < 2) {
      const int last = min(a.n, (tile + 1) * POINTS) - 1;
      splits[threadIdx.x] =
          split_of(level, node_at(level, threadIdx.x == 0 ? tile * POINTS : last));
    }
    __syncthreads();
  }

  // Writes which points go right.
  __device__ void mark(int level) const {
    __shared__ Split splits[2];
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find_splits(level, tile, splits);
      for (int place = tile * POINTS + threadIdx.x; place < min(a.n, (tile + 1) * POINTS);
           place += THREADS) {
        const Split& split = splits[place >= splits[1].first];
        a.right[list(split.axis)[place]] = split.right(place);
      }
    }
  }

  // Writes which places of the lists go right, and how many of each tile.
  __device__ void find_sides(int level) const {
    __shared__ Split splits[2];
    __shared__ int tally[DIM];
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find_splits(level, tile, splits);
      if (threadIdx.x < DIM) tally[threadIdx.x] = 0;
      __syncthreads();
      for (int b = 0; b < DIM; b++) {
        int count = 0;
        for (int i = threadIdx.x; i < POINTS; i += THREADS) {
          const int place = tile * POINTS + i;
          const Split& split = splits[place >= splits[1].first];
          const bool right = place < a.n && (b == split.axis ? split.right(place)
                                                             : a.right[list(b)[place]]);
          const unsigned word = __ballot_sync(0xffffffffu, right);
          if (lane == 0) sides(b)[tile * WORDS + i / 32] = word, count += __popc(word);
        }
        if (lane == 0) atomicAdd(&tally[b], count);
      }
      __syncthreads();
      if (threadIdx.x < DIM) a.counts[threadIdx.x * tiles + tile] = tally[threadIdx.x];
    }
  }

  // Moves the points of each list to both halves of their nodes, into `spare`.
  __device__ void move(int level) const {
    __shared__ Split splits[2];
    __shared__ Sides side;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find_splits(level, tile, splits);
      for (int b = 0; b < DIM; b++) {
        int mine = 0;
        for (int t = threadIdx.x; t < tile; t += THREADS) mine += a.counts[b * tiles + t];
        const int before = block_sum<THREADS>(mine).total;
        for (int w = threadIdx.x; w < WORDS; w += THREADS)
          side.word[w] = sides(b)[tile * WORDS + w];
        __syncthreads();
        if (threadIdx.x < 32) side.count(lane);
        __syncthreads();
        int* to = spare + (long long)b * a.n;
        for (int i = threadIdx.x; i < POINTS; i += THREADS) {
          const int place = tile * POINTS + i;
          if (place >= a.n) break;
          const Split& split = splits[place >= splits[1].first];
          const int right = before + side.right_before(i) - split.right_before;
          to[side.right(i) ? split.first + split.half() + right : place - right] = list(b)[place];
        }
        __syncthreads();
      }
    }
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
    for (int i = threadIdx.x; i < size; i += THREADS) {
      const int id = list(0)[first + i];
      ids[i] = id, a.numbers[id] = i;
      lists[0][0][i] = ranks[0][i] = i, nodes[i] = 0;
    }
    __syncthreads();
    for (int b = 1; b < DIM; b++)
      for (int i = threadIdx.x; i < size; i += THREADS) {
        const Number one = a.numbers[list(b)[first + i]];
        lists[0][b][i] = one, ranks[b][one] = i;
      }
    int now = 0;
    for (int level = a.top; level < a.levels; level++, now = 1 - now) {
      const int here = 1 << (level - a.top), head = (1 << level) - 1 + node * here;
      __syncthreads();
      for (int k = threadIdx.x; k < here; k += THREADS) {
        const int begin = a.start[head + k] - first, length = a.count[head + k];
        int axis = 0;
        S longest = -1;
        for (int b = 0; b < DIM; b++) {
          const int low = ids[lists[now][b][begin]], high = ids[lists[now][b][begin + length - 1]];
          const S side = a.points[(long long)DIM * high + b] - a.points[(long long)DIM * low + b];
          if (side > longest) longest = side, axis = b;
        }
        firsts[k] = begin, axes[k] = axis;
        pivots[k] = ranks[axis][lists[now][axis][begin + (length + 1) / 2]];
        if (k == here - 1) firsts[here] = size;
      }
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

// gate: zeros. lists (DIM, n): the points in order along each axis, of equal coordinates the lower
// index first. start, count, child, leaves, level_start: of the tree. n: points; leaf_size: of the
// largest leaf; levels: how often the root is halved; top: how often by the grid, until a node has
// at most POINTS points. Others: scratch.
template <class S, int DIM, int THREADS, int POINTS, class Arguments>
__device__ void balanced(const Arguments& a) {
  BalancedBuilder<S, DIM, THREADS, POINTS, Arguments>(a).run();
}

}  // namespace
