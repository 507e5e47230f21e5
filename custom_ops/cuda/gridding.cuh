// Sums of windows between points and the nodes of a grid on CUDA (jaxfmm/nufft/gridding/grid.py
// defines them).
//
// Points come sorted by tiles of nodes: by the tile of the first node that each touches. In
// spreading, a block owns a tile, stages the windows of the points that reach it in shared memory,
// and each thread sums a run of nodes in registers. If many points reach a tile, several blocks
// share it, and `add_parts` adds their sums in order. So there are no atomics, and the results have
// the same bits in every run.
#pragma once
#include "functions.h"
#include "warps.cuh"

namespace {

// Grids have three axes: in fewer dimensions, some have a single node, (1, 1, n) and (n, 1, n).
template <int D>
__device__ constexpr int axis_of(int coordinate) {
  return D == 2 ? 2 * coordinate : 3 - D + coordinate;
}

// Nodes of a tile along an axis. The source that includes this defines how many
// (jaxfmm/nufft/gridding/cuda.py).
__device__ constexpr int tile_size(int axis) {
  return axis == 0 ? JAXFMM_TILE_0 : axis == 1 ? JAXFMM_TILE_1 : JAXFMM_TILE_2;
}

constexpr int RUN = JAXFMM_RUN, TILE = JAXFMM_TILE_0 * JAXFMM_TILE_1 * JAXFMM_TILE_2;
constexpr int THREADS = TILE / RUN;  // of a block that owns a tile

// The nodes of a tile that a thread owns: RUN nodes along the first axis from `run` on.
struct OwnNodes {
  int last = (int)threadIdx.x % tile_size(2),
      middle = (int)threadIdx.x / tile_size(2) % tile_size(1);
  int run = (int)threadIdx.x / (tile_size(2) * tile_size(1)) * RUN;
};

template <class S>
struct Grid {
  int shape[3], tiles[3];
  S spacing, inverse;

  template <class Arguments>
  __device__ explicit Grid(const Arguments& a)
      : shape{a.shape0, a.shape1, a.shape2}, spacing(S(a.spacing)), inverse(S(1 / a.spacing)) {
    for (int axis = 0; axis < 3; axis++)
      tiles[axis] = (shape[axis] + tile_size(axis) - 1) / tile_size(axis);
  }
};

// The first nodes that a point touches, and their distances from it in spacings, in [0, 1). The
// nodes come from the very operations of reference.py, because the points are sorted by these.
template <class S, int D, int WIDTH>
struct Place {
  int first[3] = {0, 0, 0};
  S rest[3];

  __device__ Place(const Grid<S>& grid, const S* origin, const S* point) {
#pragma unroll
    for (int c = 0; c < D; c++) {
      const int a = axis_of<D>(c);
      const S node = ceil((point[c] - origin[c]) * grid.inverse), last = grid.shape[a] - WIDTH;
      first[a] = node > 0 ? int(node < last ? node : last) : 0;  // 0 for NaN
      rest[a] = (origin[c] + first[a] * grid.spacing - point[c]) * grid.inverse;
    }
  }
};

// Calls visit(axis, i, value of the window at node i) for all nodes and dimensions; table: (DEGREE
// + 1, WIDTH).
template <class S, int D, int WIDTH, int DEGREE, class Visit>
__device__ void windows(const S* table, const S* rest, Visit visit) {
  S u[D];
#pragma unroll
  for (int c = 0; c < D; c++) u[c] = 2 * rest[axis_of<D>(c)] - 1;
#pragma unroll
  for (int i = 0; i < WIDTH; i++) {
    S value[D];
#pragma unroll
    for (int c = 0; c < D; c++) value[c] = table[DEGREE * WIDTH + i];
#pragma unroll
    for (int power = DEGREE - 1; power >= 0; power--) {
      const S next = table[power * WIDTH + i];
#pragma unroll
      for (int c = 0; c < D; c++) value[c] = value[c] * u[c] + next;
    }
#pragma unroll
    for (int c = 0; c < D; c++) visit(axis_of<D>(c), i, value[c]);
  }
}

// Sets starts[t] to the number of sorted keys below t * within. One thread for each t.
template <class Arguments>
__device__ void find_starts(const Arguments& a) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= a.size) return;
  int low = 0, high = a.n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (a.keys[middle] < t * a.within)
      low = middle + 1;
    else
      high = middle;
  }
  a.starts[t] = low;
}

// The windows of one point along the axes of a tile, with zeros at nodes that it does not touch,
// and its weights. Aligned so that `run` can be loaded as vectors.
template <class S, int COLUMNS>
struct alignas(16) Staged {
  S run[tile_size(0) + 4], weight[COLUMNS], side[tile_size(1) + tile_size(2)];
};

// The tile of a block, and the part of its candidates that the block takes. The first blocks take
// part 0 of each tile; the blocks after them take the other parts, `extra[t]` of which belong to
// tiles before t.
struct TilePart {
  int tile, number;

  // False if there is nothing for this block.
  __device__ bool find(const int* extra, int tiles) {
    tile = blockIdx.x, number = 0;
    if (tile < tiles) return true;
    const int place = tile - tiles;
    if (place >= extra[tiles]) return false;
    int high = tiles;  // the search is for the last tile with extra[tile] <= place
    tile = 0;
    while (high - tile > 1) {
      const int middle = (tile + high) / 2;
      if (extra[middle] <= place)
        tile = middle;
      else
        high = middle;
    }
    number = place - extra[tile] + 1;
    return true;
  }
};

// Spreads `part` candidates (points in the tiles from which a point can reach this one) to a tile.
// Part 0 of a tile writes to the grid, the others write to `parts`. Block y: the columns from
// COLUMNS y on.
//
// Counted for uniform points, w = WIDTH: a point reaches the product over the axes of 1 + (w - 1) /
// tile_size tiles, 5.0 in 3D at w = 8. In each it costs D w DEGREE multiply-adds to stage, RUN
// COLUMNS for each lane of the warps that it touches (2.6 of 4 on average), and about six
// instructions for each warp to find out whether it touches it.
template <class S, int D, int WIDTH, int DEGREE, int COLUMNS, class Arguments>
__device__ void spread(const Arguments& a) {
  __shared__ S coefficients[(DEGREE + 1) * WIDTH];
  __shared__ Staged<S, COLUMNS> staged[THREADS];
  __shared__ int survivors[THREADS / 32];
  const Grid<S> grid(a);
  const int *extra = a.extra, *starts = a.starts;
  const int columns = a.columns, part = a.part;
  const int thread = threadIdx.x, tiles = grid.tiles[0] * grid.tiles[1] * grid.tiles[2];
  TilePart share;
  if (!share.find(extra, tiles)) return;
  const int tile = share.tile, number = share.number;
  const int t[3] = {tile / (grid.tiles[1] * grid.tiles[2]), tile / grid.tiles[2] % grid.tiles[1],
                    tile % grid.tiles[2]};
  int low[3], nearest[3];  // the tile's first nodes, and the first tiles from which points reach it
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    const int size = tile_size(axis);
    low[axis] = t[axis] * size;
    nearest[axis] = grid.shape[axis] == 1 ? 0 : max(0, t[axis] - (WIDTH - 1 + size - 1) / size);
  }
  for (int i = thread; i < (DEGREE + 1) * WIDTH; i += THREADS) coefficients[i] = a.table[i];

  const OwnNodes own;
  S total[COLUMNS][RUN];
#pragma unroll
  for (int c = 0; c < COLUMNS; c++)
#pragma unroll
    for (int r = 0; r < RUN; r++) total[c][r] = 0;

  int before = 0;  // candidates before the row of tiles (b0, b1, nearest[2] ... t[2])
  const int from = number * part;
  for (int b0 = nearest[0]; b0 <= t[0]; b0++)
    for (int b1 = nearest[1]; b1 <= t[1]; b1++) {
      const int row = (b0 * grid.tiles[1] + b1) * grid.tiles[2];
      const int start = starts[row + nearest[2]], count = starts[row + t[2] + 1] - start;
      const int stop = min(count, from + part - before);
      for (int batch = max(0, from - before); batch < stop; batch += THREADS) {
        bool reaches = batch + thread < stop;
        const long long point = start + (reaches ? batch + thread : 0);
        const Place<S, D, WIDTH> place(grid, a.origin, a.points + point * D);
#pragma unroll
        for (int c = 0; c < D; c++) {
          const int axis = axis_of<D>(c), offset = place.first[axis] - low[axis];
          reaches = reaches && offset < tile_size(axis) && offset + WIDTH > 0;
        }
        const unsigned same_warp = __ballot_sync(0xffffffffu, reaches);
        __syncthreads();  // all threads have read the batch before
        if (thread % 32 == 0) survivors[thread / 32] = __popc(same_warp);
        __syncthreads();
        int slot = __popc(same_warp & lanes_before()), filled = 0;
#pragma unroll
        for (int w = 0; w < THREADS / 32; w++) {
          if (w < thread / 32) slot += survivors[w];
          filled += survivors[w];
        }
        if (reaches) {
          Staged<S, COLUMNS>& mine = staged[slot];
#pragma unroll
          for (int c = 0; c < COLUMNS; c++) {
            const int column = blockIdx.y * COLUMNS + c;
            mine.weight[c] = column < columns ? a.weights[point * columns + column] : S(0);
          }
          for (int i = 0; i < tile_size(0); i++) mine.run[i] = D == 1;
          for (int i = 0; i < tile_size(1) + tile_size(2); i++)
            mine.side[i] = D < 3 && i < tile_size(1);
          windows<S, D, WIDTH, DEGREE>(coefficients, place.rest, [&](int axis, int i, S value) {
            const int at = place.first[axis] - low[axis] + i;
            if (at < 0 || at >= tile_size(axis)) return;
            if (axis == 0)
              mine.run[at] = value;
            else
              mine.side[axis == 1 ? at : tile_size(1) + at] = value;
          });
        }
        __syncthreads();
        // The sums of one batch, so that the rounding error does not grow with the number of
        // points.
        S sum[COLUMNS][RUN] = {};
        for (int p = 0; p < filled; p++) {
          const Staged<S, COLUMNS>& point = staged[p];
          const S side = point.side[own.middle] * point.side[tile_size(1) + own.last];
          if (side == 0) continue;
#pragma unroll
          for (int c = 0; c < COLUMNS; c++) {
            const S factor = side * point.weight[c];
#pragma unroll
            for (int r = 0; r < RUN; r++) sum[c][r] += factor * point.run[own.run + r];
          }
        }
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
          for (int r = 0; r < RUN; r++) total[c][r] += sum[c][r];
      }
      before += count;
    }

#pragma unroll
  for (int c = 0; c < COLUMNS; c++) {
    const long long column = blockIdx.y * COLUMNS + c;
    if (column >= columns) break;
#pragma unroll
    for (int r = 0; r < RUN; r++) {
      const int i0 = low[0] + own.run + r, i1 = low[1] + own.middle, i2 = low[2] + own.last;
      if (number > 0)
        a.parts[((blockIdx.x - tiles) * (long long)columns + column) * TILE + r * THREADS +
                thread] = total[c][r];
      else if (i0 < grid.shape[0] && i1 < grid.shape[1] && i2 < grid.shape[2])
        a.nodes[((column * grid.shape[0] + i0) * grid.shape[1] + i1) * grid.shape[2] + i2] =
            total[c][r];
    }
  }
}

// Adds the further parts of tile x and column y to the grid, which holds part 0.
template <class S, class Arguments>
__device__ void add_parts(const Arguments& a) {
  const Grid<S> grid(a);
  const int thread = threadIdx.x, tile = blockIdx.x, begin = a.extra[tile], end = a.extra[tile + 1];
  const long long column = blockIdx.y;
  if (begin == end) return;
  const OwnNodes own;
  const int i1 = tile / grid.tiles[2] % grid.tiles[1] * tile_size(1) + own.middle;
  const int i2 = tile % grid.tiles[2] * tile_size(2) + own.last;
  if (i1 >= grid.shape[1] || i2 >= grid.shape[2]) return;
  for (int r = 0; r < RUN; r++) {
    const int i0 = tile / (grid.tiles[1] * grid.tiles[2]) * tile_size(0) + own.run + r;
    if (i0 >= grid.shape[0]) return;
    S& node = a.nodes[((column * grid.shape[0] + i0) * grid.shape[1] + i1) * grid.shape[2] + i2];
    S sum = node;
    for (int part = begin; part < end; part++)
      sum += a.parts[(part * (long long)a.columns + column) * TILE + r * THREADS + thread];
    node = sum;
  }
}

// One thread for each point, in the sorted order, so that neighbouring threads read the same nodes.
// order: where results go.
template <class S, int D, int WIDTH, int DEGREE, int BLOCK, class Arguments>
__device__ void interpolate(const Arguments& a) {
  __shared__ S coefficients[(DEGREE + 1) * WIDTH];
  __shared__ S slow[2][WIDTH][BLOCK];
  const Grid<S> grid(a);
  const int thread = threadIdx.x;
  for (int i = thread; i < (DEGREE + 1) * WIDTH; i += BLOCK) coefficients[i] = a.table[i];
  __syncthreads();
  const long long point = blockIdx.x * (long long)BLOCK + thread;
  if (point >= a.n) return;
  const Place<S, D, WIDTH> place(grid, a.origin, a.points + point * D);
  S fast[WIDTH];
  windows<S, D, WIDTH, DEGREE>(coefficients, place.rest, [&](int axis, int i, S value) {
    if (axis == 2)
      fast[i] = value;
    else
      slow[axis][i][thread] = value;
  });
  const int planes = D > 1 ? WIDTH : 1, rows = D > 2 ? WIDTH : 1;
  for (long long c = 0; c < a.columns; c++) {
    const S* plane =
        a.nodes + place.first[2] +
        ((c * grid.shape[0] + place.first[0]) * grid.shape[1] + place.first[1]) * grid.shape[2];
    S sum = 0;
    for (int p = 0; p < planes; p++, plane += (long long)grid.shape[1] * grid.shape[2]) {
      S of_plane = 0;
      for (int r = 0; r < rows; r++) {
        const S* row = plane + (long long)r * grid.shape[2];
        S of_row = 0;
#pragma unroll
        for (int i = 0; i < WIDTH; i++) of_row += fast[i] * row[i];
        of_plane += (D > 2 ? slow[1][r][thread] : S(1)) * of_row;
      }
      sum += (D > 1 ? slow[0][p][thread] : S(1)) * of_plane;
    }
    a.result[a.order[point] * (long long)a.columns + c] = sum;
  }
}

}  // namespace
