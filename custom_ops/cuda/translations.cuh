// M2L, M2M and L2L on CUDA, for one order at compile time and the Expansion of a header that is included before
// (laplace2d.h, laplace3d.h or radial.h). A team of threads translates LANES pairs of cells at once, in one of three
// forms:
//
//   in registers  JAXFMM_WARPS: a team is a warp, each lane one pair, and the code is generated (struct Lane, by
//                 expansions/laplace2d/cuda_code.py, generate3d.py or tables_radial.py); the fastest while the coefficients
//                 fit the registers. JAXFMM_STREAMED: its M2L reads the multipole as it goes; JAXFMM_IN_PLACE: from shared
//                 memory, where it leaves the local expansion, which the registers do not hold
//   in columns    JAXFMM_COLUMNS, 3D alone: the same, with the coefficients of a lane in a column of shared memory
//   in shared memory  3D alone: a team is a block whose warps share the rows of the constant tables (translations.h)
//
// A fourth form, for tensor cores, is in tensor.cuh.
//
// M2L: a team takes consecutive pairs of the list, wherever targets begin and end, and adds up those of a target in the
// order of the list: no atomics, and the same bits from run to run. M2M and L2L: see levels.cuh.
#pragma once
#include "copies.cuh"
#include "levels.cuh"
#include "pairs.cuh"

namespace {

// Coefficients of a row; FRESH: as other blocks of this launch have just written them.
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

#if JAXFMM_WARPS
// What a team needs in shared memory: so many coefficients, and numbers of the lanes.
template <class S, int COEFFICIENTS>
struct OfWarp {
  static constexpr int ROOM = (COEFFICIENTS * sizeof(S) + 15) / 16 * 16, BYTES = ROOM + 3 * 32 * sizeof(int);
  S* first;
  int *target, *next_entry, *next_target;  // of the lanes

  __device__ explicit OfWarp(unsigned char* memory) {
    unsigned char* mine = memory + threadIdx.x / 32 * BYTES;
    first = reinterpret_cast<S*>(mine);
    target = reinterpret_cast<int*>(mine + ROOM);
    next_entry = target + 32;
    next_target = next_entry + 32;
  }

  // Waits for what was fetched.
  static __device__ void arrived() {
    wait_for_copies();
    __syncwarp();
  }
};
#endif

#if JAXFMM_COLUMNS
// The coefficients of a lane.
template <class S>
struct OfLane {
  static constexpr int APART = 33;  // so that neither lanes nor the coefficients of one of them share a bank
  S* first;
  __device__ S& operator[](int i) const { return first[i * APART]; }
};

// A column for each lane.
template <class S>
struct Rows : OfWarp<S, Shape<S>::N * OfLane<S>::APART> {
  using G = Shape<S>;
  using OfWarp<S, G::N * OfLane<S>::APART>::OfWarp;
  using OfWarp<S, G::N * OfLane<S>::APART>::first;

  __device__ OfLane<S> of(int lane) const { return {first + lane}; }

  // Calls each(lane, i, coefficient i of a cell in memory) for the cells of all lanes, by the whole warp.
  template <class Each>
  __device__ static void each(int cell, const S* rows, int rhs, int r, int lane, Each each) {
    for (int q = 0; q < 32; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
#pragma unroll
      for (int i = lane; i < G::N; i += 32) each(q, i, from + i);
    }
  }

  // Begins to copy the rows of the lanes' cells.
  __device__ void fetch(int cell, const S* rows, int rhs, int r, int lane) const {
    each(cell, rows, rhs, r, lane, [&](int q, int i, const S* from) { copy_few_bytes<sizeof(S)>(&of(q)[i], from); });
  }

  // The same rows as other blocks of this launch have just written them.
  __device__ void fetch_fresh(int cell, const S* rows, int rhs, int r, int lane) const {
    each(cell, rows, rhs, r, lane, [&](int q, int i, const S* from) { of(q)[i] = __ldcg(from); });
    __syncwarp();
  }
};
#elif JAXFMM_WARPS
// Rows begin an odd number of 16 bytes apart, so that lanes read and write 16 bytes of their own rows at once.
template <class S>
struct OfLane {
  static constexpr int UNIT = 16 / sizeof(S), UNITS = Shape<S>::ROW / UNIT, APART = (UNITS | 1) * UNIT;
};

// A row for each lane.
template <class S>
struct Rows : OfWarp<S, 32 * OfLane<S>::APART> {
  using G = Shape<S>;
  using L = OfLane<S>;
  using OfWarp<S, 32 * L::APART>::OfWarp;
  using OfWarp<S, 32 * L::APART>::first;

  __device__ S* of(int lane) const { return first + lane * L::APART; }

  // ADDED: to what is there.
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

  // Begins to copy the rows of the lanes' cells, by the whole warp.
  __device__ void fetch(int cell, const S* rows, int rhs, int r, int lane) const {
#pragma unroll 4
    for (int q = 0; q < 32; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
#pragma unroll
      for (int u = lane; u < L::UNITS; u += 32) copy_bytes<16>(of(q) + u * L::UNIT, from + u * L::UNIT);
    }
  }

  // Begins to copy a row for this lane alone: `fetch` moves fewer bytes, and takes longer to begin.
  __device__ void fetch_own(int lane, const S* from) const { copy_bytes<G::ROW * sizeof(S)>(of(lane), from); }
};
#else
template <class S>
struct Room {
  S *a, *b;  // N lane arrays each
  Frame<S> frame;
  int *source, *target;  // of the lanes
  int* word;

  // Copies constant tables behind the rest, where JAXFMM_STAGED says that they fit.
  __device__ Tables<S> staged(const Tables<S>& t) const {
    if (!JAXFMM_STAGED) return t;
    S* entries = reinterpret_cast<S*>((reinterpret_cast<unsigned long long>(word) + 31) / 16 * 16);
    int* tiles = reinterpret_cast<int*>(entries + t.exchange_size + t.along_size);
    const int exchange = 8 * t.exchange_count, along = 8 * t.along_count;
    for (int i = threadIdx.x; i < t.exchange_size + t.along_size; i += JAXFMM_THREADS)
      entries[i] = i < t.exchange_size ? t.exchange_entries[i] : t.along_entries[i - t.exchange_size];
    for (int i = threadIdx.x; i < exchange + along; i += JAXFMM_THREADS)
      tiles[i] = i < exchange ? t.exchange_tiles[i] : t.along_tiles[i - exchange];
    __syncthreads();
    return {t.order, t.exchange_count, t.along_count, t.exchange_size, t.along_size,
            tiles, tiles + exchange, entries, entries + t.exchange_size};
  }
  __device__ explicit Room(unsigned char* memory) {
    constexpr int STRIDE = Shape<S>::STRIDE, ONE = (Shape<S>::ORDER + 1) * STRIDE;
    b = reinterpret_cast<S*>(memory);
    a = b + Shape<S>::N * STRIDE;
    S* rest = a + Shape<S>::N * STRIDE;
    frame = {rest, rest + ONE, rest + 2 * ONE, rest + 3 * ONE, rest + 4 * ONE};
    source = reinterpret_cast<int*>(rest + 5 * ONE);
    target = source + Shape<S>::LANES;
    word = target + Shape<S>::LANES;
  }
};

// Multipoles or locals of the lanes' cells into `a`, and their translation into `b`, both in shared memory.
template <bool FRESH, class S>
__device__ void load_lanes(const Room<S>& room, const int* cell, const S* rows, int rhs, int r) {
#pragma unroll 8
  for (int i = threadIdx.x; i < Shape<S>::LANES * Shape<S>::ROW; i += JAXFMM_THREADS) {
    const int lane = i / Shape<S>::ROW, c = i % Shape<S>::ROW;
    if (c >= Shape<S>::N) continue;
    const S* at = Shape<S>::row(rows, cell[lane], rhs, r) + c;
    room.a[c * Shape<S>::STRIDE + lane] = FRESH ? __ldcg(at) : __ldg(at);
  }
  __syncthreads();
}
#endif

// Block y: right-hand side.
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
#if JAXFMM_WARPS
  const Rows<S> rows(memory);
  // The list is read two rounds ahead and cells one, while lanes are added up: nothing else would hide how long that takes.
  // What is read of the list waits in shared memory, for registers are scarce.
  Pair<S> pair(a, list_source[place(begin)], list_target[place(begin)]);
  int entry = list_source[place(begin + 32)], target = list_target[place(begin + 32)];
  for (int base = begin; base < end; base += 32) {
    rows.target[lane] = pair.target;
    rows.next_entry[lane] = entry;
    rows.next_target[lane] = target;
    const S* multipole = G::row(a.multipoles, pair.source, rhs, r);
    S d[G::DIM];
    pair.offset(a.images, d);
#if JAXFMM_IN_PLACE
    rows.fetch(pair.source, a.multipoles, rhs, r, lane);
    Lane::m2l(rows.of(lane), d, pair.source_radius, pair.target_radius, a.reals, [] { Rows<S>::arrived(); });
#else
    S b[G::N];
#if JAXFMM_STREAMED
    Lane::m2l(multipole, b, d, pair.source_radius, pair.target_radius, a.reals);
#else
    S coefficients[G::N];
    load<false>(multipole, coefficients);
    Lane::m2l(coefficients, b, d, pair.source_radius, pair.target_radius, a.reals);
#endif
    rows.template write<false>(lane, b);
#endif
    __syncwarp();
    pair = Pair<S>(a, rows.next_entry[lane], rows.next_target[lane]);
    entry = list_source[place(base + 64)], target = list_target[place(base + 64)];
    const int here = rows.target[lane], before = lane ? rows.target[lane - 1] : sums.target;
    const unsigned starts = __ballot_sync(0xffffffffu, here != before);
    sums.add(min(end - base, 32), starts, rows.target, [&](int i, int q) { return rows.of(q)[i]; });
    __syncwarp();
  }
#else
  const Room<S> room(memory);
  const Tables<S> tables = room.staged(Expansion<S>(a.ints, a.reals).m2l);
  const int rank = thread / G::LANES, size = G::TEAM / G::LANES;
  for (int base = begin; base < end; base += G::LANES) {
    const Pair<S> pair(a, list_source[place(base)], list_target[place(base)]);
    S d[G::DIM];
    pair.offset(a.images, d);
    __syncthreads();
    if (rank == 0) room.source[lane] = pair.source, room.target[lane] = pair.target;
    const Frame<S> f = room.frame.lane(lane);
    const S length = frame(G::ORDER, d[0], d[1], d[2], f, G::STRIDE, rank);
    __syncthreads();
    load_lanes<false>(room, room.source, a.multipoles, rhs, r);
    const S inverse = length > 0 ? 1 / length : S(0);
    S *from = room.a + lane, *to = room.b + lane;
    scale(G::ORDER, pair.source_radius * inverse, S(1), from, G::STRIDE, rank, size);
    __syncthreads();
    translate<false>(tables, f, from, to, G::STRIDE, rank, size);
    scale(G::ORDER, pair.target_radius * inverse, inverse, to, G::STRIDE, rank, size);
    if (threadIdx.x < 32) {
      const bool begins = threadIdx.x < G::LANES && pair.target != (lane ? room.target[lane - 1] : sums.target);
      const unsigned starts = __ballot_sync(0xffffffffu, begins);
      if (threadIdx.x == 0) *room.word = starts;
    }
    __syncthreads();
    const int filled = min(end - base, G::LANES);
    sums.add(filled, *room.word, room.target, [&](int i, int q) { return room.b[i * G::STRIDE + q]; });
  }
#endif
  sums.write();
}

#if JAXFMM_WARPS
// What moves the expansions of a warp's cells from one level to another (levels.cuh).
template <class S>
struct Moves {
  using G = Shape<S>;
  static constexpr int PAIRS = 32;
  static constexpr bool WITH_OWN = !JAXFMM_COLUMNS;
  const Rows<S> rows;
  const int lane;

  template <class Arguments>
  __device__ Moves(const Arguments&, unsigned char* memory, int lane) : rows(memory), lane(lane) {}

  template <bool UP>
  __device__ void move(int inner, int outer, unsigned, const S* given, int rhs, int r, const S (&d)[G::DIM], S size,
                       S ratio) const {
#if JAXFMM_COLUMNS
    rows.fetch_fresh(UP ? inner : outer, given, rhs, r, lane);
    if constexpr (UP)
      Lane::m2m(rows.of(lane), d, size, ratio, S(1));
    else
      Lane::l2l(rows.of(lane), d, size, S(1), ratio);
#else
    S from[G::N], moved[G::N];
    if constexpr (!UP) rows.fetch_own(lane, G::row(given, inner, rhs, r));
    load<true>(G::row(given, UP ? inner : outer, rhs, r), from);
    if constexpr (UP) {
      Lane::m2m(from, moved, d, size, ratio, S(1));
    } else {
      Lane::l2l(from, moved, d, size, S(1), ratio);
      Rows<S>::arrived();
    }
    __syncwarp();
    rows.template write<!UP>(lane, moved);
#endif
  }
};

template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  shift_by_warps<S, UP, Moves<S>>(a);
}
#else
template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  using G = Shape<S>;
  const int *child = a.child, *parent = a.parent, rhs = a.rhs;
  const S *center = a.center, *radius = a.radius;
  S* rows = a.rows;
  int* work = a.work;
  extern __shared__ __align__(16) unsigned char memory[];
  const Room<S> room(memory);
  const int thread = threadIdx.x % G::TEAM, lane = thread % G::LANES, rank = thread / G::LANES;
  const int nodes = *a.n_nodes;
  const Expansion<S> e(a.ints, a.reals);
  const Tables<S> tables = room.staged(UP ? e.m2m : e.l2l);
  const int size = G::TEAM / G::LANES;
  if (threadIdx.x == 0) *room.word = take_ticket(work);
  __syncthreads();
  const int ticket = *room.word;
  __syncthreads();
  const long long place = (long long)ticket * G::LANES + lane;
  const int me = place < nodes ? (UP ? nodes - 1 - (int)place : (int)place) : -1;
  const int left = UP && me >= 0 ? child[me] : -1, above = !UP && me >= 0 ? parent[me] : -1;
  bool done = UP ? left < 0 : above < 0;
  const S* own = nullptr;
  if constexpr (!UP) {
    own = a.own;
    if (ticket == 0) give_root<S>(a);
  }
  const bool left_leaf = UP && !done && child[left] < 0, right_leaf = UP && !done && child[left + 1] < 0;
  while (true) {
    if (__syncthreads_and(done)) return;
    bool ready = !done;
    if (ready && UP) ready = (left_leaf || is_set(work + 1 + left)) && (right_leaf || is_set(work + 2 + left));
    if (ready && !UP) ready = is_set(work + 1 + above);
    if (rank == 0) room.target[lane] = ready;
    __syncthreads();
    ready = room.target[lane];  // one answer for all workers of a lane
    if (!__syncthreads_or(ready)) continue;
    __threadfence();
    for (int side = 0; side < (UP ? 2 : 1); side++) {
      const int from = !ready ? 0 : UP ? left + side : above, inner = UP || !ready ? from : me;
      const int outer = !ready ? 0 : UP ? me : above;
      const S ratio = radius[inner] / radius[outer];
      __syncthreads();
      if (rank == 0) room.source[lane] = from;
      S d[G::DIM];
      apart(center + G::DIM * inner, center + G::DIM * outer, d);
      const Frame<S> f = room.frame.lane(lane);
      const S t = frame(G::ORDER, d[0], d[1], d[2], f, G::STRIDE, rank) / radius[outer];
      if (rank == 0) {
        S power = 1;
        for (int l = 0; l <= G::ORDER; l++, power *= t) f.powers[l * G::STRIDE] = power;
      }
      S *a = room.a + lane, *b = room.b + lane;
      for (int r = 0; r < rhs; r++) {
        __syncthreads();
        load_lanes<true>(room, room.source, rows, rhs, r);
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
    }
    __threadfence();
    __syncthreads();
    if (ready && rank == 0) set(work + 1 + me);
    done = done || ready;
  }
}
#endif

}  // namespace
