// M2L, M2M and L2L of 1/r on CUDA by tensor cores, in double precision, for one order at compile
// time. A team is a warp, which takes 8 JAXFMM_EIGHTS pairs of cells at a time (tensor_steps.cuh).
#pragma once
#include "levels.cuh"
#include "pairs.cuh"
#include "tensor_steps.cuh"

namespace {

// Block y is the right-hand side.
template <class S, class Arguments>
__device__ void m2l(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int lane = threadIdx.x % 32, r = blockIdx.y;
  const Share<S> share(a, lane, r);
  const Rows<S> rows(memory);
  const Steps<S> steps(rows, a.reals, lane);
  Sums<S> sums(a.local, a.rhs, r, lane);
  for (int base = share.begin; base < share.end; base += 32) {
    const int place = min(base + lane, share.end - 1);
    const Pair<S> pair(a, a.list_source[place], a.list_target[place]);
    S d[3];
    pair.offset(a.images, d);
    rows.measure(lane, d, [&](S length, S(&number)[NUMBERS]) {
      number[SCALE] = length > 0 ? 1 / length : S(0);
      number[SCALE_BEFORE] = pair.source_radius * number[SCALE];
      number[SCALE_AFTER] = pair.target_radius * number[SCALE];
    });
    const int before = __shfl_up_sync(0xffffffffu, pair.target, 1);
    const unsigned starts =
        __ballot_sync(0xffffffffu, pair.target != (lane ? before : sums.target));
    rows.target[lane] = pair.target;
    __syncwarp();
    for (int first = 0; first < min(share.end - base, 32); first += 8 * EIGHTS) {
      rows.fetch(first, pair.source, a.multipoles, a.rhs, r, lane);
      steps.translate(rows, first);
      const unsigned mine = starts >> first & (0xffffffffu >> (32 - 8 * EIGHTS));
      sums.add(min(share.end - base - first, 8 * EIGHTS), mine, rows.target + first,
               [&](int i, int q) { return rows.of(q)[i]; });
      __syncwarp();
    }
  }
  sums.write();
}

// Moves the expansions of a warp's cells from one level to another (levels.cuh). T has no distance,
// so coefficients are divided by its powers. A distance of zero is replaced by one that is
// negligible relative to the radius.
template <class S>
struct Moves {
  using G = Shape<S>;
  static constexpr int PAIRS = 8 * EIGHTS;
  static constexpr bool WITH_OWN = false;
  // Its powers are no smaller than 1e-270.
  static constexpr S LEAST = G::ORDER <= 18 ? 1e-15 : 1e-11;
  const Rows<S> rows;
  const Steps<S> steps;

  template <class Arguments>
  __device__ Moves(const Arguments& a, unsigned char* memory, int lane)
      : rows(memory), steps(rows, a.reals, lane) {}

  template <bool UP>
  __device__ void move(int inner, int outer, unsigned going, const S* input, int rhs, int r,
                       const S (&d)[3], S size, S ratio) const {
    rows.measure(steps.lane, d, [&](S length, S(&number)[NUMBERS]) {
      const S distance = max(length / size, LEAST);
      number[UP ? SCALE_AFTER : SCALE_BEFORE] = distance;
      number[UP ? SCALE_BEFORE : SCALE_AFTER] = ratio / distance;
      number[SCALE] = 1;
    });
    rows.fetch_fresh(UP ? inner : outer, going, input, rhs, r, steps.lane);
    steps.translate(rows, 0);
  }
};

template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  shift_by_warps<S, UP, Moves<S>>(a);
}

}  // namespace
