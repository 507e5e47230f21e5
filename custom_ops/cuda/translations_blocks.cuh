// M2L, M2M and L2L of solid harmonics on CUDA by whole blocks: for orders whose coefficients fit
// neither the registers nor a column of shared memory for each lane of a warp. A team is a block,
// whose warps share the rows of the constant tables (translations.h); LANES pairs of cells have
// their coefficients in shared memory.
#pragma once
#include "levels.cuh"
#include "pairs.cuh"

namespace {

template <class S>
struct BlockMemory {
  S *a, *b;  // N lane arrays each
  Frame<S> frame;
  int *source, *target;  // of the lanes
  int* word;             // one number for the whole block

  __device__ explicit BlockMemory(unsigned char* memory) {
    constexpr int STRIDE = Shape<S>::STRIDE, ONE = (Shape<S>::ORDER + 1) * STRIDE;
    b = reinterpret_cast<S*>(memory);
    a = b + Shape<S>::N * STRIDE;
    S* rest = a + Shape<S>::N * STRIDE;
    frame = {rest, rest + ONE, rest + 2 * ONE, rest + 3 * ONE, rest + 4 * ONE};
    source = reinterpret_cast<int*>(rest + 5 * ONE);
    target = source + Shape<S>::LANES;
    word = target + Shape<S>::LANES;
  }

  // Copies the constant tables to shared memory, behind the rest, if JAXFMM_STAGED says that they
  // fit.
  __device__ Tables<S> stage(const Tables<S>& t) const {
    if (!JAXFMM_STAGED) return t;
    S* entries = reinterpret_cast<S*>((reinterpret_cast<unsigned long long>(word) + 31) / 16 * 16);
    int* tiles = reinterpret_cast<int*>(entries + t.exchange_size + t.along_size);
    const int exchange = 8 * t.exchange_count, along = 8 * t.along_count;
    for (int i = threadIdx.x; i < t.exchange_size + t.along_size; i += JAXFMM_THREADS)
      entries[i] =
          i < t.exchange_size ? t.exchange_entries[i] : t.along_entries[i - t.exchange_size];
    for (int i = threadIdx.x; i < exchange + along; i += JAXFMM_THREADS)
      tiles[i] = i < exchange ? t.exchange_tiles[i] : t.along_tiles[i - exchange];
    __syncthreads();
    return {t.order, t.exchange_count, t.along_count, t.exchange_size,          t.along_size,
            tiles,   tiles + exchange, entries,       entries + t.exchange_size};
  }

  // Loads the multipoles or local expansions of the lanes' cells into `a`. FRESH: other blocks of
  // this launch have just written them.
  template <bool FRESH>
  __device__ void load(const int* cell, const S* rows, int rhs, int r) const {
#pragma unroll 8
    for (int i = threadIdx.x; i < Shape<S>::LANES * Shape<S>::ROW; i += JAXFMM_THREADS) {
      const int lane = i / Shape<S>::ROW, c = i % Shape<S>::ROW;
      if (c >= Shape<S>::N) continue;
      const S* at = Shape<S>::row(rows, cell[lane], rhs, r) + c;
      a[c * Shape<S>::STRIDE + lane] = FRESH ? __ldcg(at) : __ldg(at);
    }
    __syncthreads();
  }
};

// Block y is the right-hand side.
template <class S, class Arguments>
__device__ void m2l(const Arguments& a) {
  using G = Shape<S>;
  extern __shared__ __align__(16) unsigned char memory[];
  const int *list_target = a.list_target, *list_source = a.list_source, rhs = a.rhs;
  const int thread = threadIdx.x % G::TEAM, lane = thread % G::LANES, r = blockIdx.y;
  const Share<S> share(a, thread, r);
  const int begin = share.begin, end = share.end;
  if (begin == end) return;
  auto place = [&](int base) { return min(base + lane, end - 1); };
  Sums<S> sums(a.local, rhs, r, thread);
  const BlockMemory<S> shared(memory);
  const Tables<S> tables = shared.stage(Expansion<S>(a.ints, a.reals).m2l);
  const int rank = thread / G::LANES, size = G::TEAM / G::LANES;
  for (int base = begin; base < end; base += G::LANES) {
    const Pair<S> pair(a, list_source[place(base)], list_target[place(base)]);
    S d[G::DIM];
    pair.offset(a.images, d);
    __syncthreads();
    if (rank == 0) shared.source[lane] = pair.source, shared.target[lane] = pair.target;
    const Frame<S> f = shared.frame.lane(lane);
    const S length = frame(G::ORDER, d[0], d[1], d[2], f, G::STRIDE, rank);
    __syncthreads();
    shared.template load<false>(shared.source, a.multipoles, rhs, r);
    const S inverse = length > 0 ? 1 / length : S(0);
    S *from = shared.a + lane, *to = shared.b + lane;
    scale(G::ORDER, pair.source_radius * inverse, S(1), from, G::STRIDE, rank, size);
    __syncthreads();
    translate<false>(tables, f, from, to, G::STRIDE, rank, size);
    scale(G::ORDER, pair.target_radius * inverse, inverse, to, G::STRIDE, rank, size);
    if (threadIdx.x < 32) {
      const bool begins =
          threadIdx.x < G::LANES && pair.target != (lane ? shared.target[lane - 1] : sums.target);
      const unsigned starts = __ballot_sync(0xffffffffu, begins);
      if (threadIdx.x == 0) *shared.word = starts;
    }
    __syncthreads();
    const int filled = min(end - base, G::LANES);
    sums.add(filled, *shared.word, shared.target,
             [&](int i, int q) { return shared.b[i * G::STRIDE + q]; });
  }
  sums.write();
}

// M2M (UP) or L2L: see levels.cuh. A block takes LANES cells, and works on those whose turn it is
// until all are done.
template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  using G = Shape<S>;
  const int *child = a.child, *parent = a.parent, rhs = a.rhs, r = blockIdx.y;
  const S *center = a.center, *radius = a.radius;
  S* rows = a.rows;
  int* work = work_of(a, r);
  extern __shared__ __align__(16) unsigned char memory[];
  const BlockMemory<S> shared(memory);
  const int thread = threadIdx.x % G::TEAM, lane = thread % G::LANES, rank = thread / G::LANES;
  const int nodes = *a.n_nodes;
  const Expansion<S> e(a.ints, a.reals);
  const Tables<S> tables = shared.stage(UP ? e.m2m : e.l2l);
  const int size = G::TEAM / G::LANES;
  if (threadIdx.x == 0) *shared.word = take_ticket(work);
  __syncthreads();
  const int ticket = *shared.word;
  __syncthreads();
  const long long place = (long long)ticket * G::LANES + lane;
  const int me = place < nodes ? (UP ? nodes - 1 - (int)place : (int)place) : -1;
  const int left = UP && me >= 0 ? child[me] : -1, above = !UP && me >= 0 ? parent[me] : -1;
  bool done = UP ? left < 0 : above < 0;
  const S* own = nullptr;
  if constexpr (!UP) {
    own = a.own;
    if (ticket == 0) copy_root<S>(a, r);
  }
  const bool left_leaf = UP && !done && child[left] < 0,
             right_leaf = UP && !done && child[left + 1] < 0;
  while (true) {
    if (__syncthreads_and(done)) return;
    bool ready = !done;
    if (ready && UP)
      ready = (left_leaf || is_set(work + 1 + left)) && (right_leaf || is_set(work + 2 + left));
    if (ready && !UP) ready = is_set(work + 1 + above);
    if (rank == 0) shared.target[lane] = ready;
    __syncthreads();
    ready = shared.target[lane];  // one answer for all workers of a lane
    if (!__syncthreads_or(ready)) continue;
    __threadfence();
    for (int side = 0; side < (UP ? 2 : 1); side++) {
      const int from = !ready ? 0 : UP ? left + side : above, inner = UP || !ready ? from : me;
      const int outer = !ready ? 0 : UP ? me : above;
      const S ratio = radius[inner] / radius[outer];
      __syncthreads();
      if (rank == 0) shared.source[lane] = from;
      S d[G::DIM];
      apart(center + G::DIM * inner, center + G::DIM * outer, d);
      const Frame<S> f = shared.frame.lane(lane);
      const S t = frame(G::ORDER, d[0], d[1], d[2], f, G::STRIDE, rank) / radius[outer];
      if (rank == 0) {
        S power = 1;
        for (int l = 0; l <= G::ORDER; l++, power *= t) f.powers[l * G::STRIDE] = power;
      }
      S *a = shared.a + lane, *b = shared.b + lane;
      __syncthreads();
      shared.template load<true>(shared.source, rows, rhs, r);
      scale(G::ORDER, UP ? ratio : S(1), S(1), a, G::STRIDE, rank, size);
      __syncthreads();
      translate<true>(tables, f, a, b, G::STRIDE, rank, size);
      scale(G::ORDER, UP ? S(1) : ratio, S(1), b, G::STRIDE, rank, size);
      __syncthreads();
      if (ready)
        for (int i = rank; i < G::N; i += size) {
          S& out = G::row(rows, me, rhs, r)[i];
          const S there = !UP ? G::row(own, me, rhs, r)[i] : side ? out : S(0);
          out = there + b[i * G::STRIDE];
        }
    }
    __threadfence();
    __syncthreads();
    if (ready && rank == 0) set(work + 1 + me);
    done = done || ready;
  }
}

}  // namespace
