// M2L, M2M and L2L of solid harmonics on CUDA with the coefficients of a lane in a column of shared
// memory, in place (translations_warps.cuh): for orders whose coefficients do not fit the
// registers.
#pragma once
#include "translations_warps.cuh"

namespace {

// The coefficients of a lane.
template <class S>
struct LaneColumn {
  // Odd, so that neither lanes nor the coefficients of one lane share a bank.
  static constexpr int APART = 33;
  S* first;
  __device__ S& operator[](int i) const { return first[i * APART]; }
};

// A column for each lane.
template <class S>
struct Columns : WarpMemory<S, Shape<S>::N * LaneColumn<S>::APART> {
  using G = Shape<S>;
  using WarpMemory<S, G::N * LaneColumn<S>::APART>::WarpMemory;
  using WarpMemory<S, G::N * LaneColumn<S>::APART>::first;

  __device__ LaneColumn<S> of(int lane) const { return {first + lane}; }

  // Calls visit(lane, i, coefficient i of a cell in memory) for the cells of all lanes, by the
  // whole warp.
  template <class Visit>
  __device__ static void visit(int cell, const S* rows, int rhs, int r, int lane, Visit visit) {
    for (int q = 0; q < 32; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
#pragma unroll
      for (int i = lane; i < G::N; i += 32) visit(q, i, from + i);
    }
  }

  // Begins to copy the rows of the lanes' cells.
  __device__ void fetch(int cell, const S* rows, int rhs, int r, int lane) const {
    visit(cell, rows, rhs, r, lane,
          [&](int q, int i, const S* from) { copy_few_bytes<sizeof(S)>(&of(q)[i], from); });
  }

  // Copies the rows of the lanes' cells, which other blocks of this launch have just written.
  __device__ void fetch_fresh(int cell, const S* rows, int rhs, int r, int lane) const {
    visit(cell, rows, rhs, r, lane, [&](int q, int i, const S* from) { of(q)[i] = __ldcg(from); });
    __syncwarp();
  }

  template <class Arguments>
  __device__ __forceinline__ void m2l(const Arguments& a, const Pair<S>& pair, int r,
                                      int lane) const {
    S d[G::DIM];
    pair.offset(a.images, d);
    fetch(pair.source, a.multipoles, a.rhs, r, lane);
    Lane::m2l(of(lane), d, pair.source_radius, pair.target_radius, a.reals,
              [] { Columns::wait_for_fetch(); });
  }
};

// Moves the expansions of a warp's cells from one level to another (levels.cuh).
template <class S>
struct Moves {
  using G = Shape<S>;
  static constexpr int PAIRS = 32;
  static constexpr bool WITH_OWN = false;
  const Columns<S> rows;
  const int lane;

  template <class Arguments>
  __device__ Moves(const Arguments&, unsigned char* memory, int lane) : rows(memory), lane(lane) {}

  template <bool UP>
  __device__ void move(int inner, int outer, unsigned, const S* input, int rhs, int r,
                       const S (&d)[G::DIM], S size, S ratio) const {
    rows.fetch_fresh(UP ? inner : outer, input, rhs, r, lane);
    if constexpr (UP)
      Lane::m2m(rows.of(lane), d, size, ratio, S(1));
    else
      Lane::l2l(rows.of(lane), d, size, S(1), ratio);
  }
};

template <class S, class Arguments>
__device__ void m2l(const Arguments& a) {
  m2l_by_warps<S, Columns<S>>(a);
}

template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  shift_by_warps<S, UP, Moves<S>>(a);
}

}  // namespace
