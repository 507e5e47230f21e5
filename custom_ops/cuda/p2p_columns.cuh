// P2P on CUDA for several columns of weights, by tensor cores. A pair body gives the numbers by
// which the weights of a source are multiplied, without weights: for each result one number for
// each weight of a source. They are computed once, and the sums are products of small matrices:
//
//   (targets, sources) of numbers x (sources, columns) of weights.
//
// A warp has 16 targets, and takes eight sources at a time. A lane computes the numbers that it
// holds of the first matrix: those of two targets and two sources. Pieces, windows and the order of
// sums are as in p2p.cuh.
#pragma once
#include "p2p.cuh"
#include "tensor_columns.cuh"

namespace {

// A source: its position, its weights (WEIGHTS, COLUMNS), and padding to a multiple of four
// numbers.
template <class Body, class S, int WEIGHTS, int COLUMNS>
using ColumnSource = Numbers<S, (Body::DIM + WEIGHTS * COLUMNS + 3) / 4 * 4>;

// How the warps of a block share `count` <= 16 WARPS targets: each of `groups` groups has all of
// them, and warp `slot` of a group has targets 16 slot, 16 slot + 1, ... Warps with group >= groups
// are left over.
template <int WARPS>
struct WarpTile {
  int count, slots, groups, slot, group;

  __device__ __forceinline__ explicit WarpTile(int count)
      : count(count), slots((count + 15) / 16), groups(WARPS / slots),
        slot((int)threadIdx.x / 32 % slots), group((int)threadIdx.x / 32 / slots) {}
};

// The sums of 16 targets and all columns, in the registers of a warp (tensor_columns.cuh). Rows are
// the results of a target for one column.
template <class Body, class S, int WEIGHTS, int COLUMNS>
struct ColumnSums {
  static constexpr int ROWS = Body::RESULTS / WEIGHTS, EIGHTS = (COLUMNS + 7) / 8;
  using Sums = S[ROWS][EIGHTS][4];
  S x[2][Body::DIM];
  Sums sum = {};
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  // The last of `count` points stands in for those beyond it.
  __device__ ColumnSums(const S* points, int first, int count) {
#pragma unroll
    for (int j = 0; j < 2; j++)
#pragma unroll
      for (int c = 0; c < Body::DIM; c++)
        x[j][c] = points[min(first + g + 8 * j, count - 1) * Body::DIM + c];
  }

  // Adds the pairs of one group of warps with the window: its eights of sources number group, group
  // + groups, ...
  template <class Source>
  __device__ void add_pairs(const Source* window, int filled, int group, int groups,
                            const Parameters<Body, S>& parameters) {
    const int step = 8 * groups;
    int first = 8 * group;
    for (; first + (TENSOR_STEPS - 1) * step + 8 <= filled; first += TENSOR_STEPS * step) {
      Sums part = {};
#pragma unroll UNROLLED
      for (int i = 0; i < TENSOR_STEPS; i++)
        add_eight<true>(window, first + i * step, filled, parameters, part);
      add(part);
    }
    Sums part = {};
#pragma unroll 1
    for (; first < filled; first += step)
      add_eight<false>(window, first, filled, parameters, part);
    add(part);
  }

 private:
  static constexpr int UNROLLED = 2, TURN = 4;

  __device__ __forceinline__ void add(const Sums& part) {
#pragma unroll
    for (int b = 0; b < ROWS; b++)
#pragma unroll
      for (int e = 0; e < EIGHTS; e++)
#pragma unroll
        for (int i = 0; i < 4; i++) sum[b][e][i] += part[b][e][i];
  }

  // Adds the pairs with the sources first, ..., first + 7. Unless they are WHOLE, those from
  // `filled` on have the place of another and no weight.
  template <bool WHOLE, class Source>
  __device__ __forceinline__ void add_eight(const Source* window, int first, int filled,
                                            const Parameters<Body, S>& parameters,
                                            Sums& total) const {
    // From -0, to which the compiler knows that it need not add.
    S numbers[2][2][Body::RESULTS];
#pragma unroll
    for (int i = 0; i < 4 * Body::RESULTS; i++)
      numbers[i / 2 / Body::RESULTS][i / Body::RESULTS % 2][i % Body::RESULTS] = -S(0);
    const S* weights[2];
    bool exists[2];
#pragma unroll
    for (int k = 0; k < 2; k++) {
      const int at = first + t + 4 * k;
      exists[k] = WHOLE || at < filled;
      const Source& source = window[exists[k] ? at : first];
      weights[k] = source.value + Body::DIM;
      S y[Body::DIM], offset[2][Body::DIM];
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) y[c] = source.value[c];
#pragma unroll
      for (int j = 0; j < 2; j++)
#pragma unroll
        for (int c = 0; c < Body::DIM; c++) offset[j][c] = x[j][c] - y[c];
      add_source<Body>(offset, weights[k], parameters.value, numbers[k]);
    }
#pragma unroll
    for (int w = 0; w < WEIGHTS; w++) {
      Split<S, 2, true> factors[EIGHTS];
#pragma unroll
      for (int e = 0; e < EIGHTS; e++)
#pragma unroll
        for (int k = 0; k < 2; k++) {
          const int column = 8 * e + g;
          const bool used = exists[k] && (8 * e + 8 <= COLUMNS || column < COLUMNS);
          factors[e].set(k, used ? weights[k][w * COLUMNS + column] : S(0));
        }
      // A product waits for the one before it with the same sum, so the rows take turns.
#pragma unroll
      for (int first_row = 0; first_row < ROWS; first_row += TURN) {
        Split<S, 4, false> of_pairs[TURN];
#pragma unroll
        for (int b = first_row; b < ROWS && b < first_row + TURN; b++)
#pragma unroll
          for (int i = 0; i < 4; i++)
            of_pairs[b - first_row].set(i, numbers[i / 2][i % 2][b * WEIGHTS + w]);
#pragma unroll
        for (int part = 0; part < PARTS<S>; part++)
#pragma unroll
          for (int e = 0; e < EIGHTS; e++)
#pragma unroll
            for (int b = first_row; b < ROWS && b < first_row + TURN; b++)
              add_product(total[b][e], of_pairs[b - first_row], factors[e], part);
      }
    }
  }
};

// Adds the sums that groups of warps have of the same targets, in the order of the groups, and
// calls store(target, result, column, numbers) with the sums of consecutive columns. memory: for
// 128 numbers of each warp.
template <int WARPS, class Sums, class S, class Store>
__device__ void reduce_columns(Sums& sums, S* memory, const WarpTile<WARPS>& tile, int columns,
                               Store store) {
  using Four = Numbers<S, 4>;
  Four* partial = reinterpret_cast<Four*>(memory);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int b = 0; b < Sums::ROWS; b++)
#pragma unroll
    for (int e = 0; e < Sums::EIGHTS; e++) {
      Four total;
#pragma unroll
      for (int i = 0; i < 4; i++) total.value[i] = sums.sum[b][e][i];
      if (tile.groups > 1) {
        __syncthreads();
        partial[warp * 32 + lane] = total;
        __syncthreads();
        Four lost = {};
        for (int g = 1; g < tile.groups; g++) {
          const Four other = partial[(g * tile.slots + tile.slot) * 32 + lane];
#pragma unroll
          for (int i = 0; i < 4; i++)
            add_compensated(total.value[i], lost.value[i], other.value[i]);
        }
      }
      if (tile.group > 0) continue;
#pragma unroll
      for (int j = 0; j < 2; j++) {
        const int target = 16 * tile.slot + sums.g + 8 * j, column = 8 * e + 2 * sums.t;
        if (target < tile.count && column < columns)
          store(target, b, column, total.value[2 * j], total.value[2 * j + 1]);
      }
    }
}

// As `p2p`; results are (n, rows, COLUMNS).
template <class Body, class S, int WEIGHTS, int COLUMNS, int THREADS, int WINDOW, int CUT,
          class Arguments>
__device__ void p2p_columns(const Arguments& a) {
  using Source = ColumnSource<Body, S, WEIGHTS, COLUMNS>;
  using Sums = ColumnSums<Body, S, WEIGHTS, COLUMNS>;
  constexpr int WARPS = THREADS / 32, TARGETS = 16 * WARPS;
  // Two columns at once, where they lie side by side in every row.
  using Part = Numbers<S, COLUMNS % 2 ? 1 : 2>;
  __shared__ SourceRuns<THREADS> runs;
  __shared__ int ticket;
  __shared__ WindowMemory<Source, S, WINDOW> shared;
  static_assert(sizeof(shared) >= 128 * WARPS * sizeof(S), "sums of all warps must fit the memory");
  Piece piece;
  if (!piece.template take<CUT>(a, ticket)) return;
  const Parameters<Body, S> parameters(a.parameters);
  int phase = 0;
  runs.start();
  for (int done = 0; done < piece.points.y; done += TARGETS) {
    const long long first = piece.points.x + done;
    const WarpTile<WARPS> tile(min(piece.points.y - done, TARGETS));
    Sums sums(a.targets + first * Body::DIM, 16 * tile.slot, tile.count);
    each_window<Body::DIM, WINDOW>(piece, a, runs, shared.window, phase, [&](int filled) {
      if (tile.group < tile.groups)
        sums.add_pairs(shared.window, filled, tile.group, tile.groups, parameters);
    });
    if (!piece.is_first && done == 0) piece.wait_for_previous(a.work);
    const auto store = [&](int target, int result, int column, S one, S other) {
      constexpr long long ROW = Sums::ROWS * COLUMNS;
      const long long row = first + target;
      const int at = result * COLUMNS + column;
      const S value[2] = {one, other};
      Part* const out = reinterpret_cast<Part*>(a.out + (a.place[row] * ROW + at));
      const Part* const far = reinterpret_cast<const Part*>(a.far + (row * ROW + at));
#pragma unroll
      for (int p = 0; p < int(2 * sizeof(S) / sizeof(Part)); p++) {
        if (column + p >= COLUMNS) break;
        Part sum = piece.is_first ? far[p] : load_fresh(out + p);
#pragma unroll
        for (int i = 0; i < int(sizeof(Part) / sizeof(S)); i++) sum.value[i] += value[p + i];
        out[p] = sum;
      }
    };
    reduce_columns(sums, shared.partial, tile, COLUMNS, store);
  }
  if (!piece.is_last) piece.release_next(a.work);
}

}  // namespace
