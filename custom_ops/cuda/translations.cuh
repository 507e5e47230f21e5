// M2L, M2M and L2L on CUDA, for one order at compile time and the Expansion of a header that is included before
// (laplace2d.h, laplace3d.h or radial.h). A team of threads translates LANES pairs of cells at once, in one of two forms:
//
//   in registers  a team is a warp, each lane one pair, and the code is generated (struct Lane, by
//                 expansions/generate2d.py, generate3d.py or tables_radial.py); the fastest while the coefficients
//                 fit the registers. JAXFMM_STREAMED: its M2L reads the multipole as it goes; JAXFMM_ROWS: from shared
//                 memory, where it leaves the local expansion, which the registers do not hold
//   in shared memory  3D alone: a team is a block whose warps share the rows of the constant tables (translations.h)
//
// M2L: a team takes consecutive pairs of the list, wherever targets begin and end, and adds up those of a target in the
// order of the list: no atomics, and the same bits from run to run. M2M and L2L: one launch for all levels; cells are
// taken in an order in which those that a cell needs come first, and wait for them.
#pragma once
#include "flags.cuh"
#include "lists.h"

namespace {

template <class S>
struct Shape {
  static constexpr int DIM = Expansion<S>::DIM;
  static constexpr int ORDER = JAXFMM_ORDER, N = JAXFMM_SIZE, ROW = (N + 3) / 4 * 4;  // ROW: in memory
  static constexpr int LANES = JAXFMM_LANES, TEAM = JAXFMM_REGISTERS ? 32 : JAXFMM_THREADS;
  static constexpr int TEAMS = JAXFMM_THREADS / TEAM, STRIDE = LANES + 1;
};

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

// The centre of a cell minus that of another.
template <class S, int DIM>
__device__ __forceinline__ void apart(const S* center, const S* other, S (&d)[DIM]) {
#pragma unroll
  for (int i = 0; i < DIM; i++) d[i] = center[i] - other[i];
}

#if JAXFMM_ROWS
// What a team needs in shared memory for M2L: a row for each lane. Rows begin an odd number of 16 bytes apart, so that
// lanes read and write 16 bytes of their own rows at once.
template <class S>
struct Rows {
  static constexpr int UNIT = 16 / sizeof(S), UNITS = Shape<S>::ROW / UNIT, APART = (UNITS | 1) * UNIT;
  static constexpr int BYTES = 32 * APART * sizeof(S) + 32 * sizeof(int);
  S* first;
  int* target;  // of the lanes

  __device__ explicit Rows(unsigned char* memory) {
    first = reinterpret_cast<S*>(memory + threadIdx.x / 32 * BYTES);
    target = reinterpret_cast<int*>(first + 32 * APART);
  }

  // Begins to copy the rows of the lanes' cells, by the whole warp.
  __device__ void fetch(int cell, const S* rows, int rhs, int r, int lane) const {
#pragma unroll 4
    for (int q = 0; q < 32; q++) {
      const S* from = rows + ((long long)__shfl_sync(0xffffffffu, cell, q) * rhs + r) * Shape<S>::ROW;
#pragma unroll
      for (int u = lane; u < UNITS; u += 32) {
        const unsigned to = (unsigned)__cvta_generic_to_shared(first + q * APART + u * UNIT);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from + u * UNIT) : "memory");
      }
    }
  }

  // Waits for what was fetched.
  static __device__ void arrived() {
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
  }
};
#endif

#if JAXFMM_REGISTERS
// What a team needs in shared memory.
template <class S>
struct Room {
  S* b;  // N lane arrays
  int* target;  // of the lanes

  __device__ explicit Room(unsigned char* memory) {
    constexpr int ARRAYS = Shape<S>::N * Shape<S>::STRIDE;
    constexpr int BYTES = ARRAYS * sizeof(S) + (2 * Shape<S>::LANES + 4) * 4;
    b = reinterpret_cast<S*>(memory + threadIdx.x / Shape<S>::TEAM * ((BYTES + 15) / 16 * 16));
    target = reinterpret_cast<int*>(b + ARRAYS);
  }
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
    const S* at = rows + ((long long)cell[lane] * rhs + r) * Shape<S>::ROW + c;
    room.a[c * Shape<S>::STRIDE + lane] = FRESH ? __ldcg(at) : __ldg(at);
  }
  __syncthreads();
}
#endif

// The first target before which there are at least so many targets and pairs, or `targets`.
__device__ __forceinline__ int target_after(const int* list_start, int targets, long long work) {
  int low = 0;
  for (int count = targets; count > 0;) {
    const int half = count / 2;
    if ((long long)list_start[low + half] + low + half < work) low += half + 1, count -= half + 1;
    else count = half;
  }
  return low;
}

// Teams take the targets that begin in their PAIRS consecutive places of a list of all targets, each with its pairs
// behind it. Block y: right-hand side.
template <class S, class Arguments>
__device__ void m2l(const Arguments& a) {
  using G = Shape<S>;
  extern __shared__ __align__(16) unsigned char memory[];
#if JAXFMM_ROWS
  const Rows<S> room(memory);
#else
  const Room<S> room(memory);
#endif
  const Entries entries{a.bits};
  const S *multipoles = a.multipoles, *reals = a.reals, *images = a.images;
  const S *target_center = a.target_center, *target_radius = a.target_radius;
  const S *source_center = a.source_center, *source_radius = a.source_radius;
  const int *list_start = a.list_start, *list_target = a.list_target, *list_source = a.list_source, rhs = a.rhs;
  S* local = a.local;
  const int thread = threadIdx.x % G::TEAM, lane = thread % G::LANES, rank = thread / G::LANES, r = blockIdx.y;
  const long long team = (long long)blockIdx.x * G::TEAMS + threadIdx.x / G::TEAM;
  const int first = target_after(list_start, *a.n_targets, team * JAXFMM_PAIRS);
  const int targets = target_after(list_start, *a.n_targets, (team + 1) * JAXFMM_PAIRS);
  for (int t = first; t < targets; t++)
    if (list_start[t] == list_start[t + 1])
      for (int i = thread; i < G::ROW; i += G::TEAM) local[((long long)t * rhs + r) * G::ROW + i] = 0;
  if (first >= targets) return;
#if !JAXFMM_REGISTERS
  const Tables<S> tables = room.staged(Expansion<S>(a.ints, reals).m2l);
  const int size = G::TEAM / G::LANES;
#endif
  constexpr int EACH = (G::N + G::TEAM - 1) / G::TEAM;
  S sum[EACH];
#pragma unroll
  for (int g = 0; g < EACH; g++) sum[g] = 0;
  int current = -1;
  const int end = list_start[targets];
  for (int base = list_start[first]; base < end; base += G::LANES) {
    const int pair = min(base + lane, end - 1), filled = min(end - base, G::LANES);
    const int entry = list_source[pair], s = entries.number(entry), t = list_target[pair];
    S d[G::DIM];
    apart(target_center + G::DIM * t, source_center + G::DIM * s, d);
    if (const int image = entries.image(entry)) apart(d, images + G::DIM * image, d);
#if JAXFMM_REGISTERS
#if JAXFMM_ROWS
    __syncwarp();
    room.fetch(s, multipoles, rhs, r, lane);
    S* row = room.first + lane * Rows<S>::APART;
    Lane::m2l(row, d, source_radius[s], target_radius[t], reals, [] { Rows<S>::arrived(); });
#else
    const S* row = multipoles + ((long long)s * rhs + r) * G::ROW;
    S b[G::N];
#if JAXFMM_STREAMED
    Lane::m2l(row, b, d, source_radius[s], target_radius[t], reals);
#else
    S a[G::N];
    load<false>(row, a);
    Lane::m2l(a, b, d, source_radius[s], target_radius[t], reals);
#endif
    __syncwarp();
#pragma unroll
    for (int i = 0; i < G::N; i++) room.b[i * G::STRIDE + lane] = b[i];
#endif
    const int before = __shfl_up_sync(0xffffffffu, t, 1);
    const unsigned starts = __ballot_sync(0xffffffffu, t != (lane ? before : current));
    room.target[lane] = t;
    __syncwarp();
#else
    __syncthreads();
    if (rank == 0) room.source[lane] = s, room.target[lane] = t;
    const Frame<S> f = room.frame.lane(lane);
    const S length = frame(G::ORDER, d[0], d[1], d[2], f, G::STRIDE, rank);
    __syncthreads();
    load_lanes<false>(room, room.source, multipoles, rhs, r);
    const S inverse = length > 0 ? 1 / length : S(0);
    S *a = room.a + lane, *b = room.b + lane;
    scale(G::ORDER, source_radius[s] * inverse, S(1), a, G::STRIDE, rank, size);
    __syncthreads();
    translate<false>(tables, f, a, b, G::STRIDE, rank, size);
    scale(G::ORDER, target_radius[t] * inverse, inverse, b, G::STRIDE, rank, size);
    if (threadIdx.x < 32) {
      const bool begins = threadIdx.x < G::LANES && t != (lane ? room.target[lane - 1] : current);
      const unsigned starts = __ballot_sync(0xffffffffu, begins);
      if (threadIdx.x == 0) *room.word = starts;
    }
    __syncthreads();
    const unsigned starts = *room.word;
#endif
    for (int q = 0; q < filled;) {  // the lanes of one target after the other
      if (starts >> q & 1) {
        if (current >= 0) {
#pragma unroll
          for (int g = 0; g < EACH; g++) {
            const int i = g * G::TEAM + thread;
            if (i < G::N) local[((long long)current * rhs + r) * G::ROW + i] = sum[g];
            sum[g] = 0;
          }
        }
        current = room.target[q];
      }
      const unsigned later = starts & 0xfffffffeu << q;
      const int stop = later ? __ffs(later) - 1 : filled;
#pragma unroll 4
      for (; q < stop; q++) {
#pragma unroll
        for (int g = 0; g < EACH; g++) {
          const int i = g * G::TEAM + thread;
#if JAXFMM_ROWS
          if (i < G::N) sum[g] += room.first[q * Rows<S>::APART + i];
#else
          if (i < G::N) sum[g] += room.b[i * G::STRIDE + q];
#endif
        }
      }
    }
  }
  if (current >= 0) {
#pragma unroll
    for (int g = 0; g < EACH; g++) {
      const int i = g * G::TEAM + thread;
      if (i < G::N) local[((long long)current * rhs + r) * G::ROW + i] = sum[g];
    }
  }
}

// UP: M2M, multipoles of inner cells from their children, from the last cells to the root. Otherwise L2L, what a local
// expansion gets from its parent's, from the root on. work[0] counts the teams that have begun, work[1 + cell] says
// that a cell is done; zero at the start.
#if JAXFMM_REGISTERS
// Each lane has one child, M2M and L2L alike; brothers are neighbours. Results pass through shared memory, so that rows
// are written at once.
template <class S, bool UP, class Arguments>
__device__ void shift(const Arguments& a) {
  using G = Shape<S>;
  const int *child = a.child, *parent = a.parent, rhs = a.rhs;
  const S *center = a.center, *radius = a.radius;
  S* rows = a.rows;
  int* work = a.work;
  extern __shared__ __align__(16) unsigned char memory[];
  const Room<S> room(memory);
  const int lane = threadIdx.x % 32, nodes = *a.n_nodes;
  int ticket = lane == 0 ? take_ticket(work) : 0;
  ticket = __shfl_sync(0xffffffffu, ticket, 0);
  const long long place = (long long)ticket * 32 + lane;
  const bool exists = place < nodes - 1;
  const int inner = !exists ? 0 : UP ? nodes - 1 - (int)place : 1 + (int)place, outer = exists ? parent[inner] : 0;
  if (!UP && ticket == 0 && lane == 0) set(work + 1);  // the root
  const int* waits = work + 1 + (UP ? inner : outer);
  bool done = !exists, ready = UP && exists && child[inner] < 0;
  while (true) {
    if (__all_sync(0xffffffffu, done)) return;
    ready = ready || (!done && is_set(waits));
    bool go = ready && !done;
    if (UP) go = __shfl_xor_sync(0xffffffffu, go, 1) && go;
    const unsigned going = __ballot_sync(0xffffffffu, go);
    if (!going) continue;
    __threadfence();
    const int from = !go ? 0 : UP ? inner : outer, to = UP ? outer : inner;  // valid where nothing goes, too
    S d[G::DIM];
    apart(center + G::DIM * inner, center + G::DIM * outer, d);
    const S ratio = radius[inner] / radius[outer];
    for (int r = 0; r < rhs; r++) {
      S a[G::N], b[G::N];
      load<true>(rows + ((long long)from * rhs + r) * G::ROW, a);
      if (UP) {
        Lane::m2m(a, b, d, radius[outer], ratio, S(1));
      } else {
        Lane::l2l(a, b, d, radius[outer], S(1), ratio);
        load<true>(rows + ((long long)to * rhs + r) * G::ROW, a);
#pragma unroll
        for (int i = 0; i < G::N; i++) b[i] += a[i];
      }
      __syncwarp();
#pragma unroll
      for (int i = 0; i < G::N; i++) room.b[i * G::STRIDE + lane] = b[i];
      room.target[lane] = to;
      __syncwarp();
#pragma unroll 4
      for (int q = 0; q < 32; q += UP ? 2 : 1) {
        if (!(going >> q & 1)) continue;
        S* out = rows + ((long long)room.target[q] * rhs + r) * G::ROW;
        for (int i = lane; i < G::N; i += 32) {
          const S value = room.b[i * G::STRIDE + q];
          out[i] = UP ? value + room.b[i * G::STRIDE + q + 1] : value;
        }
      }
    }
    __threadfence();
    __syncwarp();
    if (go) set(work + 1 + to);
    done = done || go;
  }
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
  if (!UP && me >= 0 && done && rank == 0) set(work + 1 + me);  // the root
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
            S& out = rows[((long long)me * rhs + r) * G::ROW + i];
            out = UP && side == 0 ? b[i * G::STRIDE] : out + b[i * G::STRIDE];
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
