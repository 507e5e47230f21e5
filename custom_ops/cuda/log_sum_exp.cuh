// Log-sum-exp on CUDA (include/log_sum_exp.h): a warp walks down the tree for each target, or for
// neighbours together (log_sum_exp_crowd.cuh).
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

#include "log_sum_exp_crowd.cuh"

namespace {

template <int WARPS>
__device__ long long number_of_warp() {
  return (long long)blockIdx.x * WARPS + threadIdx.x / 32;
}

// A warp for each leaf, and a block for each larger node.
template <class S, int DIM, int WARPS, class Arguments>
__device__ void upward(const Arguments& a) {
  constexpr int COUNT = Series<DIM, degree_of_series(DIM)>::COUNT;
  __shared__ S part[COUNT][WARPS];
  const Groups<S> tree{a.boxes, nullptr, a.top, a.first, 0, 2 * DIM};
  const int warp = threadIdx.x / 32;
  const auto to = [&](int level, int node, int m) -> S& {
    return series_of<DIM>(a, tree, level, node / GROUP)[m * GROUP + node % GROUP];
  };
  long long number = (long long)blockIdx.x - (a.leaves + WARPS - 1) / WARPS;
  if (number < 0) {
    const long long leaf = number_of_warp<WARPS>();
    if (leaf >= a.leaves) return;
    expand<S, DIM>(a, tree, 0, int(leaf), 0, 1, [&](int m, S sum) {
      if (writes_()) to(0, int(leaf), m) = sum;
    });
    return;
  }
  int level = 1;
  for (; level < a.expanded; level++) {
    const long long nodes = ((a.leaves - 1) >> 5 * level) + 1;
    if (number < nodes) break;
    number -= nodes;
  }
  const int node = int(number);
  expand<S, DIM>(a, tree, level, node, warp, WARPS, [&](int m, S sum) {
    if (writes_()) part[m][warp] = sum;
  });
  __syncthreads();
  for (int m = threadIdx.x; m < COUNT; m += 32 * WARPS) {
    S sum = 0;
    for (int k = 0; k < WARPS; k++) sum += part[m][k];
    to(level, node, m) = sum;
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
// close together. a.left: those that have to walk alone.
template <class S, int DIM, bool EXPANDED, int COUNT, int WARPS, class Arguments>
__device__ void find_together(const Arguments& a) {
  __shared__ Relative<S, DIM> sources[WARPS][GROUP];
  const long long first = number_of_warp<WARPS>() * COUNT;
  if (first >= a.m) return;
  const bool there = first + lane() % COUNT < a.m;
  const int mine = a.number[there ? first + lane() % COUNT : first];
  const bool chosen = there && a.chosen[mine];
  const unsigned some = __ballot_sync(~0u, chosen);
  bool complete = false;
  int anchor = 0;
  S sums[DIM + 1] = {};
  if (some) {
    const int who = __shfl_sync(~0u, mine, chosen ? lane() : lowest_bit_(some));
    Crowd<S, DIM, COUNT, Arguments> crowd(a, sources[threadIdx.x / 32], who);
    complete = crowd.template find<EXPANDED>(anchor, sums);
  }
  if (lane() >= COUNT || !there) return;
  a.anchor[mine] = anchor, a.left[mine] = chosen && !complete;
  UNROLL for (int m = 0; m <= DIM; m++) a.sums[(long long)mine * (DIM + 1) + m] =
      chosen ? sums[m] : S(0);
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
