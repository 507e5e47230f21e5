// M2L, M2M and L2L on CUDA with the coefficients of a lane in registers (translations_warps.cuh):
// the fastest way while they fit. M2L reads the multipole all at once; or, for JAXFMM_STREAMED, as
// it goes; or, for JAXFMM_IN_PLACE, from a row of shared memory, where it leaves the local
// expansion, which the registers do not hold.
#pragma once
#include "fours.cuh"
#include "translations_warps.cuh"

namespace {

// Loads the coefficients of a row, 16 bytes at once. FRESH: other blocks of this launch have just
// written them.
template <bool FRESH, class S>
__device__ __forceinline__ void load(const S* row, S (&a)[Shape<S>::N]) {
  constexpr int EACH = 16 / sizeof(S);
#pragma unroll
  for (int i = 0; i < Shape<S>::N; i += EACH) {
    const uint4* at = reinterpret_cast<const uint4*>(row + i);
    union {
      uint4 bits;
      S value[EACH];
    };
    bits = FRESH ? __ldcg(at) : __ldg(at);
#pragma unroll
    for (int j = 0; j < EACH; j++)
      if (i + j < Shape<S>::N) a[i + j] = value[j];
  }
}

// The length of a row in shared memory is an odd number of 16 bytes, so that lanes read and write
// 16 bytes of their own rows at once without conflicts of banks.
template <class S>
struct RowLength {
  static constexpr int UNIT = 16 / sizeof(S), UNITS = Shape<S>::ROW / UNIT,
                       APART = (UNITS | 1) * UNIT;
};

// A row of coefficients for each lane, in shared memory.
template <class S>
struct Rows : WarpMemory<S, 32 * RowLength<S>::APART> {
  using G = Shape<S>;
  using L = RowLength<S>;
  using WarpMemory<S, 32 * L::APART>::WarpMemory;
  using WarpMemory<S, 32 * L::APART>::first;

  __device__ S* of(int lane) const { return first + lane * L::APART; }

  // Writes coefficients to a row, or adds them to it (ADDED).
  template <bool ADDED>
  __device__ void write(int lane, const S (&b)[G::N]) const {
#pragma unroll
    for (int i = 0; i < G::ROW; i += 4) {
      S there[4] = {};
      if (ADDED) get<false>(of(lane) + i, there);
      auto value = [&](int j) { return i + j < G::N ? there[j] + b[i + j] : S(0); };
      put(of(lane) + i, value(0), value(1), value(2), value(3));
    }
  }

  // Begins to copy the rows of the lanes' cells; the whole warp copies each row.
  __device__ void fetch(int cell, const S* rows, int rhs, int r, int lane) const {
#pragma unroll 4
    for (int q = 0; q < 32; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
#pragma unroll
      for (int u = lane; u < L::UNITS; u += 32)
        copy_bytes<16>(of(q) + u * L::UNIT, from + u * L::UNIT);
    }
  }

  // Begins to copy a row for this lane alone: `fetch` moves fewer bytes, and takes longer to begin.
  __device__ void fetch_own(int lane, const S* from) const {
    copy_bytes<G::ROW * sizeof(S)>(of(lane), from);
  }

  template <class Arguments>
  __device__ __forceinline__ void m2l(const Arguments& a, const Pair<S>& pair, int r,
                                      int lane) const {
    const S* multipole = G::row(a.multipoles, pair.source, a.rhs, r);
    S d[G::DIM], local[G::N];
    pair.offset(a.images, d);
    if constexpr (JAXFMM_IN_PLACE) {
      fetch(pair.source, a.multipoles, a.rhs, r, lane);
      Lane::m2l(of(lane), d, pair.source_radius, pair.target_radius, a.reals,
                [] { Rows::wait_for_fetch(); });
      return;
    } else if constexpr (JAXFMM_STREAMED) {
      Lane::m2l(multipole, local, d, pair.source_radius, pair.target_radius, a.reals);
    } else {
      S coefficients[G::N];
      load<false>(multipole, coefficients);
      Lane::m2l(coefficients, local, d, pair.source_radius, pair.target_radius, a.reals);
    }
    write<false>(lane, local);
  }
};

// Moves the expansions of a warp's cells from one level to another (levels.cuh).
template <class S>
struct Moves {
  using G = Shape<S>;
  static constexpr int PAIRS = 32;
  static constexpr bool WITH_OWN = true;
  const Rows<S> rows;
  const int lane;

  template <class Arguments>
  __device__ Moves(const Arguments&, unsigned char* memory, int lane) : rows(memory), lane(lane) {}

  template <bool UP>
  __device__ void move(int inner, int outer, unsigned, const S* input, int rhs, int r,
                       const S (&d)[G::DIM], S size, S ratio) const {
    S from[G::N], moved[G::N];
    if constexpr (!UP) rows.fetch_own(lane, G::row(input, inner, rhs, r));
    load<true>(G::row(input, UP ? inner : outer, rhs, r), from);
    if constexpr (UP) {
      Lane::m2m(from, moved, d, size, ratio, S(1));
    } else {
      Lane::l2l(from, moved, d, size, S(1), ratio);
      Rows<S>::wait_for_fetch();
    }
    __syncwarp();
    rows.template write<!UP>(lane, moved);
  }
};

template <class S, class Arguments>
__device__ void m2l(const Arguments& a) {
  m2l_by_warps<S, Rows<S>>(a);
}

template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  shift_by_warps<S, UP, Moves<S>>(a);
}

}  // namespace
