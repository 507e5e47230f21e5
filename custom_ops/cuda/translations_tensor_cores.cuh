// M2L, M2M and L2L of 1/r by tensor cores, in double precision, for one order at compile time: the steps of laplace3d, of
// which X and T are products of small matrices with the coefficients of eight pairs of cells. expansions/laplace3d/tensor_cores.py makes
// the matrices, in tiles of four by eight as lanes hold them.
//
// A warp takes 8 JAXFMM_EIGHTS pairs at a time. Their coefficients are in rows of shared memory, from which they pass
// through the registers three times: degree by degree on the way to the z axis, order m by order m along it, and degree by
// degree back. Lanes 4g to 4g + 3 hold pair number g of each eight. Of a degree, lane 4g + t holds cosines and sines of the
// orders m = 2i and 2i + 1 with i = t + 4k: then what a product leaves in a lane is what the next one asks of it.
#pragma once
#include "copies.cuh"
#include "levels.cuh"
#include "pairs.cuh"

namespace {

constexpr int EIGHTS = JAXFMM_EIGHTS, TILE = 32;

// c += a b, of 8 N x 4 K and 4 K x 8. Lane 4g + t holds a(n, k) at (8n + g, 4k + t), `tile`[TILE k] at (4k + t, g), and c[n]
// at (8n + g, 2t) and (8n + g, 2t + 1). Hopper has products of 16 rows at twice the speed of those of 8.
template <int K, int N, class A>
__device__ __forceinline__ void multiply(double (&c)[N][2], A a, const double* tile) {
#if __CUDA_ARCH__ >= 900
  constexpr int SIXTEENS = N / 2;
#else
  constexpr int SIXTEENS = 0;
#endif
  double b[K];
#pragma unroll
  for (int k = 0; k < K; k++) b[k] = __ldg(tile + TILE * k);
#pragma unroll
  for (int n = 0; n < 2 * SIXTEENS; n += 2) {
    double *x = c[n], *y = c[n + 1];
#pragma unroll
    for (int k = 0; k + 1 < K; k += 2)
      asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
          "{%0, %1, %2, %3};"
          : "+d"(x[0]), "+d"(x[1]), "+d"(y[0]), "+d"(y[1])
          : "d"(a(n, k)), "d"(a(n + 1, k)), "d"(a(n, k + 1)), "d"(a(n + 1, k + 1)), "d"(b[k]), "d"(b[k + 1]));
    if (K % 2)
      asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
          : "+d"(x[0]), "+d"(x[1]), "+d"(y[0]), "+d"(y[1])
          : "d"(a(n, K - 1)), "d"(a(n + 1, K - 1)), "d"(b[K - 1]));
  }
#pragma unroll
  for (int n = 2 * SIXTEENS; n < N; n++)
#pragma unroll
    for (int k = 0; k < K; k++) {
#if __CUDA_ARCH__ >= 800
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
          : "+d"(c[n][0]), "+d"(c[n][1])
          : "d"(a(n, k)), "d"(b[k]));
#else
      const int lane = threadIdx.x % 32;
      for (int j = 0; j < 4; j++) {
        const double x = __shfl_sync(0xffffffffu, a(n, k), (lane & ~3) + j);
        for (int i = 0; i < 2; i++) c[n][i] += x * __shfl_sync(0xffffffffu, b[k], 4 * (2 * (lane & 3) + i) + j);
      }
#endif
    }
}

// Of a pair: the angles of both turns, by what to the power of the degree it is scaled before and after T, and by what
// besides.
enum { COS_OUTER, SIN_OUTER, COS_INNER, SIN_INNER, SCALE_BEFORE, SCALE_AFTER, SCALE, NUMBERS };

// Cosines and sines of m times the angle of a turn, for the orders m that a lane holds.
template <class S>
struct Turn {
  static constexpr int FOURS = JAXFMM_ORDER / 8 + 1;
  S u[2][FOURS], v[2][FOURS];  // of m even and odd, for each k

  // Of the angle with the cosine x and the sine y.
  __device__ void set(S x, S y, int t) {
    const S x2 = x * x - y * y, y2 = 2 * x * y, x4 = x2 * x2 - y2 * y2, y4 = 2 * x2 * y2;
    const S x8 = x4 * x4 - y4 * y4, y8 = 2 * x4 * y4;
    S p = 1, q = 0;
    auto times = [&](S c, S s) {
      const S before = p;
      p = p * c - q * s;
      q = before * s + q * c;
    };
    if (t & 1) times(x2, y2);
    if (t & 2) times(x4, y4);
#pragma unroll
    for (int k = 0; k < FOURS; k++, times(x8, y8)) {
      u[0][k] = p, v[0][k] = q;
      u[1][k] = p * x - q * y, v[1][k] = p * y + q * x;
    }
  }
};

// What a warp needs in shared memory.
template <class S>
struct Rows {
  using G = Shape<S>;
  // Lanes 4g + t read places 2t apart, of four pairs at once: rows begin where all of them are in banks of their own. Lanes
  // also read what is beside a degree, and multiply it by zero: for the first row it is BEFORE zeros.
  static constexpr int APART = (G::N + 14) / 16 * 16, BEFORE = 8;
  static constexpr int ROOM = 8 * EIGHTS * APART + 32 * EIGHTS + 16;
  static constexpr int BYTES = (ROOM + NUMBERS * 32) * sizeof(S) + 32 * sizeof(int);
  S *first, *numbers;  // numbers: of 32 pairs
  int* target;         // of 32 pairs

  __device__ explicit Rows(unsigned char* memory) {
    S* room = reinterpret_cast<S*>(memory + threadIdx.x / 32 * BYTES);
    first = room + BEFORE;
    numbers = room + ROOM;
    target = reinterpret_cast<int*>(numbers + NUMBERS * 32);
    for (int i = threadIdx.x % 32; i < ROOM; i += 32) room[i] = 0;
    __syncwarp();
  }

  __device__ S* of(int pair) const { return first + pair * APART + pair / 4 * 16 + (pair & 1) + (pair & 2) * 4; }

  // Notes the NUMBERS of the lane's pair, of which scales(distance, numbers) sets the last three.
  template <class Scales>
  __device__ void measure(int lane, const S (&d)[3], Scales scales) const {
    S rho, length, value[NUMBERS];
    direction(d[0], d[1], value[COS_OUTER], value[SIN_OUTER], rho);
    direction(d[2], rho, value[COS_INNER], value[SIN_INNER], length);
    scales(length, value);
#pragma unroll
    for (int i = 0; i < NUMBERS; i++) numbers[i * 32 + lane] = value[i];
  }

  // Copies the multipoles of the pairs from number `first` on. source: of the lane's pair of 32.
  __device__ void fetch(int first, int source, const S* rows, int rhs, int r, int lane) const {
#pragma unroll
    for (int q = 0; q < 8 * EIGHTS; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, source, first + q), rhs, r) + lane;
      copy_by_warp<sizeof(S), G::N>(of(q) + lane, from, lane);
    }
    wait_for_copies();
    __syncwarp();
  }

  // Copies the rows of the first lanes' cells, as other blocks of this launch have just written them, and zeros where the
  // bits of `some` say that a row is not yet written.
  __device__ void fetch_fresh(int cell, unsigned some, const S* rows, int rhs, int r, int lane) const {
#pragma unroll 4
    for (int q = 0; q < 8 * EIGHTS; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
      const bool written = some >> q & 1;
#pragma unroll
      for (int i = lane; i < G::N; i += 32) of(q)[i] = written ? __ldcg(from + i) : S(0);
    }
    __syncwarp();
  }
};

// The steps for eight pairs, EIGHTS times.
template <class S>
struct Steps {
  static constexpr int ORDER = JAXFMM_ORDER;
  static constexpr int APART = 8 * Rows<S>::APART + 32;  // of the rows of a lane
  S* row;          // the first one
  const S* tiles;  // of X, degree by degree, then of T, order by order
  int t, lane;

  __device__ Steps(const Rows<S>& rows, const S* tiles, int lane)
      : row(rows.of(lane / 4)), tiles(tiles), t(lane % 4), lane(lane) {}

  template <int K>
  using Held = S[EIGHTS][2][2][K];  // of a degree l: cosines and sines, with l + m even and odd, of each i

  // Calls act(e, sine, odd, k) for all that is held.
  template <int K, class Act>
  static __device__ __forceinline__ void each(Act act) {
#pragma unroll
    for (int e = 0; e < EIGHTS; e++)
#pragma unroll
      for (int sine = 0; sine < 2; sine++)
#pragma unroll
        for (int odd = 0; odd < 2; odd++)
#pragma unroll
          for (int k = 0; k < K; k++) act(e, sine, odd, k);
  }

  // The two phases of each pair, of degrees that are even (0) or odd.
  template <bool BACK, int PARITY, int K>
  static __device__ __forceinline__ void turn(Held<K>& a, const Turn<S> (&by)[EIGHTS]) {
#pragma unroll
    for (int e = 0; e < EIGHTS; e++)
#pragma unroll
      for (int odd = 0; odd < 2; odd++)
#pragma unroll
        for (int k = 0; k < K; k++) {
          if (8 * k + (odd ^ PARITY) > ORDER) continue;
          const S u = by[e].u[odd ^ PARITY][k], v = BACK ? -by[e].v[odd ^ PARITY][k] : by[e].v[odd ^ PARITY][k];
          S &c = a[e][0][odd][k], &s = a[e][1][odd][k];
          const S before = c;
          c = u * c - v * s;
          s = u * s + v * before;
        }
  }

  // X maps cosines and sines with l + m even or odd to even and odd ones of cosines or sines.
  template <int K>
  static __device__ __forceinline__ void exchange(Held<K>& a, const S* tile) {
    constexpr int COLUMNS = (K + 1) / 2;
    S out[EIGHTS][2][2][2 * COLUMNS];
#pragma unroll
    for (int sine = 0; sine < 2; sine++)
#pragma unroll
      for (int odd = 0; odd < 2; odd++)
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
          S sum[EIGHTS][2] = {};
          multiply<K>(sum, [&](int e, int k) { return a[e][odd][sine][k]; },
                      tile + ((2 * sine + odd) * COLUMNS + c) * K * TILE);
#pragma unroll
          for (int e = 0; e < EIGHTS; e++)
#pragma unroll
            for (int i = 0; i < 2; i++) out[e][sine][odd][2 * c + i] = sum[e][i];
        }
    each<K>([&](int e, int sine, int odd, int k) { a[e][sine][odd][k] = out[e][sine][odd][k]; });
  }

  // Degree l and COUNT - 1 more, from an even l on, on the way to the z axis, or BACK: they wait for each other least
  // if their steps take turns.
  template <bool BACK, int K, int COUNT>
  __device__ __forceinline__ void degrees(int l, const S* tile, const Turn<S> (&outer)[EIGHTS],
                                          const Turn<S> (&inner)[EIGHTS], S (&power)[EIGHTS],
                                          const S (&factor)[EIGHTS]) const {
    constexpr int STEP = tiles_of(K) * TILE;
    Held<K> a, b;
    // Where cosines or sines of the lane are of degree l + more; those of number k, with l + m odd or even, are at `place`.
    auto at = [&](int more, int sine) { return row + (l + more) * (l + more + 1) + (sine ? -2 * t : 2 * t); };
    auto place = [](int more, int odd, int k) { return 8 * k + (odd ^ more); };
    auto load = [&](Held<K>& a, int more) {
      S* const from[2] = {at(more, 0), at(more, 1)};
      each<K>([&](int e, int sine, int odd, int k) {
        const int i = place(more, odd, k);
        a[e][sine][odd][k] = power[e] * from[sine][e * APART + (sine ? -i : i)];
      });
#pragma unroll
      for (int e = 0; e < EIGHTS; e++) power[e] *= factor[e];
    };
    auto store = [&](const Held<K>& a, int more) {
      S* const to[2] = {at(more, 0), at(more, 1)};
      each<K>([&](int e, int sine, int odd, int k) {
        const int i = place(more, odd, k);
        if (i <= l + more - 2 * t && (i > 0 || !sine || t > 0)) to[sine][e * APART + (sine ? -i : i)] = a[e][sine][odd][k];
      });
    };
    load(a, 0);
    if (COUNT > 1) load(b, 1);
    __syncwarp();  // before other lanes write what was read beside a degree
    if (!BACK) turn<true, 0, K>(a, outer);
    if (!BACK && COUNT > 1) turn<true, 1, K>(b, outer);
    exchange<K>(a, tile);
    if (COUNT > 1) exchange<K>(b, tile + STEP);
    turn<BACK, 0, K>(a, inner);
    if (COUNT > 1) turn<BACK, 1, K>(b, inner);
    exchange<K>(a, tile);
    if (COUNT > 1) exchange<K>(b, tile + STEP);
    if (BACK) turn<false, 0, K>(a, outer);
    if (BACK && COUNT > 1) turn<false, 1, K>(b, outer);
    store(a, 0);
    if (COUNT > 1) store(b, 1);
    __syncwarp();
  }

  static constexpr __device__ int tiles_of(int k) { return 4 * k * ((k + 1) / 2); }

  // All degrees from 8 (K - 1) on. Returns where the tiles end.
  template <bool BACK, int K = 1>
  __device__ __forceinline__ const S* sweep(const S* tile, const Turn<S> (&outer)[EIGHTS],
                                            const Turn<S> (&inner)[EIGHTS], S (&power)[EIGHTS],
                                            const S (&factor)[EIGHTS]) const {
    constexpr int STEP = tiles_of(K) * TILE, FIRST = 8 * (K - 1), LAST = 8 * K - 1 < ORDER ? 8 * K - 1 : ORDER;
#pragma unroll 1
    for (int l = FIRST; l < LAST; l += 2, tile += 2 * STEP)
      degrees<BACK, K, 2>(l, tile, outer, inner, power, factor);
    if constexpr ((LAST - FIRST) % 2 == 0) {
      degrees<BACK, K, 1>(LAST, tile, outer, inner, power, factor);
      tile += STEP;
    }
    if constexpr (LAST < ORDER)
      return sweep<BACK, K + 1>(tile, outer, inner, power, factor);
    else
      return tile;
  }

  // The degree, above m, of row t of the tile number k of K: of two tiles together one has the even and one the odd, so that
  // lanes read from banks of their own.
  static __device__ __forceinline__ int along_degree(int K, int k, int t) {
    return K % 2 && k == K - 1 ? 4 * k + t : 8 * (k / 2) + 2 * t + k % 2;
  }

  // T of order m and COUNT - 1 more, which wait for each other least if their steps take turns.
  template <int K, int COUNT>
  __device__ __forceinline__ void orders(int m, const S* tile) const {
    constexpr int COLUMNS = (K + 1) / 2;
    S a[COUNT][2 * EIGHTS][K];  // of m and then -m, twice the same if m is 0
#pragma unroll
    for (int n = 0; n < COUNT; n++)
#pragma unroll
      for (int k = 0; k < K; k++) {
        const int j = m + n + along_degree(K, k, t);
        const S* const at = row + j * j + j;
#pragma unroll
        for (int e = 0; e < EIGHTS; e++) {
          a[n][e][k] = j <= ORDER ? at[e * APART + m + n] : S(0);
          a[n][EIGHTS + e][k] = j <= ORDER ? at[e * APART - m - n] : S(0);
        }
      }
    __syncwarp();
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
      S sum[COUNT][2 * EIGHTS][2] = {};
#pragma unroll
      for (int n = 0; n < COUNT; n++)
        multiply<K>(sum[n], [&](int e, int k) { return a[n][e][k]; }, tile + (n * COLUMNS + c) * K * TILE);
#pragma unroll
      for (int n = 0; n < COUNT; n++)
#pragma unroll
        for (int i = 0; i < 2; i++) {
          const int l = m + n + 8 * c + 2 * t + i;
          S* const to = row + l * l + l;
          if (l > ORDER) continue;
#pragma unroll
          for (int e = 0; e < EIGHTS; e++) {
            to[e * APART + m + n] = sum[n][e][i];
            to[e * APART - m - n] = sum[n][EIGHTS + e][i];
          }
        }
    }
  }

  // T of the orders with 4 (K - 1) < ORDER - m + 1 <= 4 K and those above.
  template <int K = (ORDER + 4) / 4>
  __device__ __forceinline__ void along(const S* tile) const {
    constexpr int STEP = K * ((K + 1) / 2) * TILE, END = ORDER + 1 - 4 * (K - 1);
    constexpr int AT_ONCE = K < 4 && END > 3 && ORDER < 16 ? 2 : 1;  // more do not fit the registers
#pragma unroll 1
    for (int m = END < 4 ? 0 : END - 4; m < END; m += AT_ONCE, tile += AT_ONCE * STEP) orders<K, AT_ONCE>(m, tile);
    if constexpr (K > 1) along<K - 1>(tile);
  }

  // The expansions of the pairs from number `first` of 32 on, in place of what they are made from.
  __device__ __forceinline__ void translate(const Rows<S>& rows, int first) const {
    auto number = [&](int which, int e) { return rows.numbers[which * 32 + first + 8 * e + lane / 4]; };
    Turn<S> outer[EIGHTS], inner[EIGHTS];
    S power[EIGHTS], factor[EIGHTS];
#pragma unroll
    for (int e = 0; e < EIGHTS; e++) {
      outer[e].set(number(COS_OUTER, e), number(SIN_OUTER, e), t);
      inner[e].set(number(COS_INNER, e), number(SIN_INNER, e), t);
      power[e] = 1, factor[e] = number(SCALE_BEFORE, e);
    }
    const S* along_z = sweep<false>(tiles + lane, outer, inner, power, factor);
    along(along_z);
    __syncwarp();
#pragma unroll
    for (int e = 0; e < EIGHTS; e++) power[e] = number(SCALE, e), factor[e] = number(SCALE_AFTER, e);
    sweep<true>(tiles + lane, outer, inner, power, factor);
  }
};

// Block y: right-hand side.
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
    const unsigned starts = __ballot_sync(0xffffffffu, pair.target != (lane ? before : sums.target));
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

// What moves the expansions of a warp's cells from one level to another (levels.cuh). T has no distance, so coefficients
// are divided by the powers of one: where it is nothing, by those of what is nothing beside the radius.
template <class S>
struct Moves {
  using G = Shape<S>;
  static constexpr int PAIRS = 8 * EIGHTS;
  static constexpr bool WITH_OWN = false;
  static constexpr S LEAST = G::ORDER <= 18 ? 1e-15 : 1e-11;  // its powers are no smaller than 1e-270
  const Rows<S> rows;
  const Steps<S> steps;

  template <class Arguments>
  __device__ Moves(const Arguments& a, unsigned char* memory, int lane) : rows(memory), steps(rows, a.reals, lane) {}

  template <bool UP>
  __device__ void move(int inner, int outer, unsigned going, const S* input, int rhs, int r, const S (&d)[3], S size,
                       S ratio) const {
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
