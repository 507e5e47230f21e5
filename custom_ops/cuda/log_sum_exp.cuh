// Log-sum-exp on CUDA (include/log_sum_exp.h): a warp walks down the tree for each target, or for a
// few neighbours together.
// Monomials come as a struct List with COUNT, count(), parent(m) and variable(m).
#pragma once
#include "functions.h"

namespace {

template <class T>
constexpr int PARTS = 1;

__device__ __forceinline__ int lane() { return threadIdx.x % 32; }

template <class T>
HD T load_(const T* p) {
  return __ldg(p + lane());
}

template <class T>
HD void add_(T* to, T v) {
  atomicAdd(to + lane(), v);
}

template <class T>
HD T sum_(T v) {
  UNROLL for (int by = 16; by; by /= 2) v += __shfl_xor_sync(~0u, v, by);
  return v;
}

template <class T>
HD T largest_(T v) {
  UNROLL for (int by = 16; by; by /= 2) v = max(v, __shfl_xor_sync(~0u, v, by));
  return v;
}

template <class T>
HD unsigned bits_(bool mask) {
  return __ballot_sync(~0u, mask);
}

HD int lowest_bit_(unsigned bits) { return __ffs(bits) - 1; }
HD int count_bits_(unsigned bits) { return __popc(bits); }

template <class T>
HD T where_(unsigned bits, T set, T clear) {
  return bits >> lane() & 1 ? set : clear;
}

HD bool writes_() { return lane() == 0; }

HD constexpr int degree_of_series(int) { return JAXFMM_SERIES_DEGREE; }

constexpr int TAIL_APART = JAXFMM_TAIL_APART;

}  // namespace

#include "log_sum_exp_together.h"

namespace {

template <int WARPS>
__device__ long long number_of_warp() {
  return (long long)blockIdx.x * WARPS + threadIdx.x / 32;
}

template <class S, int DIM, int WARPS, class Arguments>
__device__ void upward(const Arguments& a) {
  const Groups<S> tree{a.boxes, nullptr, a.top, a.first, 0, 2 * DIM};
  const long long number = number_of_warp<WARPS>();
  long long before = 0;
  for (int level = 0; level < a.expanded; level++) {
    const long long nodes = ((a.leaves - 1) >> 5 * level) + 1;
    if (number >= before && number < before + nodes)
      expand<S, DIM>(a, tree, level, int(number - before), a.series);
    before += nodes;
  }
}

template <class S, int DIM, bool SCALED, class P, bool EXPANDED, class Arguments>
__device__ void find_alone(const Arguments& a, long long i) {
  const P powers{};
  S* sums = a.sums + i * powers.count();
  if (a.chosen[i]) {
    Tails<S, DIM, SCALED, P, Arguments> tails(a, powers, i, DIM);
    int anchor = tails.nearest(S(a.gain));
    tails.template find<EXPANDED>(S(a.slack), anchor, sums);
    if (writes_()) a.anchor[i] = anchor;
  } else {
    if (writes_()) a.anchor[i] = 0;
    for (int m = lane(); m < powers.count(); m += 32) sums[m] = 0;
  }
}

template <class S, int DIM, bool SCALED, class P, bool EXPANDED, int WARPS, class Arguments>
__device__ void find(const Arguments& a) {
  const long long i = number_of_warp<WARPS>();
  if (i < a.m) find_alone<S, DIM, SCALED, P, EXPANDED>(a, i);
}

// COUNT targets for each warp. a.number: the targets, in an order in which consecutive ones are
// close together.
template <class S, int DIM, bool EXPANDED, int COUNT, int WARPS, class Arguments>
__device__ void find_together(const Arguments& a) {
  const long long first = number_of_warp<WARPS>() * COUNT;
  if (first >= a.m) return;
  int who[COUNT], one = 0;
  unsigned all = 0, chosen = 0;
  UNROLL for (int k = 0; k < COUNT; k++) {
    const bool there = first + k < a.m;
    who[k] = a.number[there ? first + k : first];
    all |= unsigned(there) << k;
    if (there && a.chosen[who[k]]) chosen |= 1u << k, one = who[k];
  }
  UNROLL for (int k = 0; k < COUNT; k++) if (!(chosen >> k & 1)) who[k] = one;
  unsigned left = all & ~chosen;
  if (chosen & (chosen - 1))
    left |= Together<S, DIM, COUNT, Arguments>::template find<EXPANDED>(a, who, chosen);
  else
    left |= chosen;
  for (; left; left &= left - 1)
    find_alone<S, DIM, false, Linear<DIM>, EXPANDED>(a, a.number[first + lowest_bit_(left)]);
}

template <class S, int DIM, bool SCALED, class P, int COLUMNS, int WARPS, class Arguments>
__device__ void moments_of(const Arguments& a) {
  const long long i = number_of_warp<WARPS>();
  if (i >= a.m) return;
  const P powers{};
  const int size = powers.count() * COLUMNS;
  S* sums = a.sums + i * size;
  if (a.chosen[i]) {
    Tails<S, DIM, SCALED, P, Arguments> tails(a, powers, i, DIM);
    moments<COLUMNS, S>(tails, a.anchor + i * (DIM + SCALED), a.level[i], a.least[i], COLUMNS,
                        sums);
  } else {
    for (int j = lane(); j < size; j += 32) sums[j] = 0;
  }
}

// Adds in the order in which warps arrive: the last bits differ from run to run.
template <class S, int DIM, bool SCALED, class P, int COLUMNS, int WARPS, class Arguments>
__device__ void spread_of(const Arguments& a) {
  const long long i = number_of_warp<WARPS>();
  if (i >= a.m || !a.chosen[i]) return;
  const P powers{};
  Tails<S, DIM, SCALED, P, Arguments> tails(a, powers, i, DIM);
  const S* coefficients = a.given + i * powers.count() * COLUMNS;
  spread<S>(tails, a.anchor + i * (DIM + SCALED), a.level[i], a.least[i], COLUMNS, coefficients,
            a.sums);
}

}  // namespace
