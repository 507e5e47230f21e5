// The steps of a translation of 1/r by tensor cores, for eight pairs of cells or sixteen at a time
// (8 JAXFMM_EIGHTS): the steps of laplace3d/operators.py, in which X and T are products of small
// matrices with the coefficients of eight pairs. expansions/laplace3d/tensor_cores.py makes the
// matrices, in tiles of four by eight as lanes hold them.
//
// The coefficients lie in rows of shared memory, and pass through the registers three times: degree
// by degree on the way to the z axis, order m by order m along it, and degree by degree back. Lanes
// 4g to 4g + 3 hold pair number g of each eight. Of a degree, lane 4g + t holds cosines and sines
// of the orders m = 2i and 2i + 1 with i = t + 4k, so that the result of a product is already in
// the lane where the next product needs it.
#pragma once
#include "copies.cuh"
#include "pairs.cuh"
#include "tensor_products.cuh"

namespace {

constexpr int EIGHTS = JAXFMM_EIGHTS;

// The numbers of a pair: the angles of both turns; the factors whose powers, by degree, scale
// coefficients before and after T; and one more factor.
enum { COS_OUTER, SIN_OUTER, COS_INNER, SIN_INNER, SCALE_BEFORE, SCALE_AFTER, SCALE, NUMBERS };

// Cosines and sines of m times the angle of a turn, for the orders m of a lane.
template <class S>
struct Turn {
  static constexpr int FOURS = JAXFMM_ORDER / 8 + 1;
  S u[2][FOURS], v[2][FOURS];  // of m even and odd, for each k

  // Sets them from the cosine x and the sine y of the angle.
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

// The shared memory of a warp.
template <class S>
struct Rows {
  using G = Shape<S>;
  // Lanes 4g + t read places 2t apart, of four pairs at once: rows are so far apart that these
  // places are in different banks. Lanes also read numbers next to those of a degree, which they
  // multiply by zero; before the first row there are BEFORE zeros.
  static constexpr int APART = (G::N + 14) / 16 * 16, BEFORE = 8;
  static constexpr int CAPACITY = 8 * EIGHTS * APART + 32 * EIGHTS + 16;
  static constexpr int BYTES = (CAPACITY + NUMBERS * 32) * sizeof(S) + 32 * sizeof(int);
  S *first, *numbers;  // numbers: of 32 pairs
  int* target;         // of 32 pairs

  __device__ explicit Rows(unsigned char* memory) {
    S* start = reinterpret_cast<S*>(memory + threadIdx.x / 32 * BYTES);
    first = start + BEFORE;
    numbers = start + CAPACITY;
    target = reinterpret_cast<int*>(numbers + NUMBERS * 32);
    for (int i = threadIdx.x % 32; i < CAPACITY; i += 32) start[i] = 0;
    __syncwarp();
  }

  __device__ S* of(int pair) const {
    return first + pair * APART + pair / 4 * 16 + (pair & 1) + (pair & 2) * 4;
  }

  // Writes the NUMBERS of the lane's pair; scales(distance, numbers) sets the last three.
  template <class Scales>
  __device__ void measure(int lane, const S (&d)[3], Scales scales) const {
    S rho, length, value[NUMBERS];
    direction(d[0], d[1], value[COS_OUTER], value[SIN_OUTER], rho);
    direction(d[2], rho, value[COS_INNER], value[SIN_INNER], length);
    scales(length, value);
#pragma unroll
    for (int i = 0; i < NUMBERS; i++) numbers[i * 32 + lane] = value[i];
  }

  // Copies the multipoles of 8 EIGHTS pairs from number `first` on. source: that of the lane's
  // pair.
  __device__ void fetch(int first, int source, const S* rows, int rhs, int r, int lane) const {
#pragma unroll
    for (int q = 0; q < 8 * EIGHTS; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, source, first + q), rhs, r) + lane;
      copy_by_warp<sizeof(S), G::N>(of(q) + lane, from, lane);
    }
    wait_for_copies();
    __syncwarp();
  }

  // Copies the rows of the first 8 EIGHTS lanes' cells, which other blocks of this launch have just
  // written; zeros for lanes whose bit in `written` is not set.
  __device__ void fetch_fresh(int cell, unsigned written, const S* rows, int rhs, int r,
                              int lane) const {
#pragma unroll 4
    for (int q = 0; q < 8 * EIGHTS; q++) {
      const S* from = G::row(rows, __shfl_sync(0xffffffffu, cell, q), rhs, r);
      const bool ready = written >> q & 1;
#pragma unroll
      for (int i = lane; i < G::N; i += 32) of(q)[i] = ready ? __ldcg(from + i) : S(0);
    }
    __syncwarp();
  }
};

// The steps for eight pairs, EIGHTS times.
template <class S>
struct Steps {
  static constexpr int ORDER = JAXFMM_ORDER;
  static constexpr int APART = 8 * Rows<S>::APART + 32;  // from one row of a lane to the next
  S* row;                                                // the first row of the lane
  const S* tiles;  // of X, degree by degree, then of T, order by order
  int t, lane;

  __device__ Steps(const Rows<S>& rows, const S* tiles, int lane)
      : row(rows.of(lane / 4)), tiles(tiles), t(lane % 4), lane(lane) {}

  template <int K>
  // One degree l in registers: cosines and sines, with l + m even and odd, of each i.
  using Held = S[EIGHTS][2][2][K];

  // Calls visit(e, sine, odd, k) for all numbers of Held<K>.
  template <int K, class Visit>
  static __device__ __forceinline__ void each(Visit visit) {
#pragma unroll
    for (int e = 0; e < EIGHTS; e++)
#pragma unroll
      for (int sine = 0; sine < 2; sine++)
#pragma unroll
        for (int odd = 0; odd < 2; odd++)
#pragma unroll
          for (int k = 0; k < K; k++) visit(e, sine, odd, k);
  }

  // Turns a degree of each pair about z. PARITY: of the degree.
  template <bool BACK, int PARITY, int K>
  static __device__ __forceinline__ void turn(Held<K>& a, const Turn<S> (&by)[EIGHTS]) {
#pragma unroll
    for (int e = 0; e < EIGHTS; e++)
#pragma unroll
      for (int odd = 0; odd < 2; odd++)
#pragma unroll
        for (int k = 0; k < K; k++) {
          if (8 * k + (odd ^ PARITY) > ORDER) continue;
          const S u = by[e].u[odd ^ PARITY][k],
                  v = BACK ? -by[e].v[odd ^ PARITY][k] : by[e].v[odd ^ PARITY][k];
          S &c = a[e][0][odd][k], &s = a[e][1][odd][k];
          const S before = c;
          c = u * c - v * s;
          s = u * s + v * before;
        }
  }

  // Applies X, which maps cosines and sines with l + m even, or odd, to cosines, or sines, with l +
  // m even and odd.
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
          multiply<K>(
              sum, [&](int e, int k) { return a[e][odd][sine][k]; },
              tile + ((2 * sine + odd) * COLUMNS + c) * K * TILE);
#pragma unroll
          for (int e = 0; e < EIGHTS; e++)
#pragma unroll
            for (int i = 0; i < 2; i++) out[e][sine][odd][2 * c + i] = sum[e][i];
        }
    each<K>([&](int e, int sine, int odd, int k) { a[e][sine][odd][k] = out[e][sine][odd][k]; });
  }

  // Degree l, which is even, and COUNT - 1 more, on the way to the z axis or BACK. Two degrees take
  // turns, because then they wait for each other least.
  template <bool BACK, int K, int COUNT>
  __device__ __forceinline__ void degrees(int l, const S* tile, const Turn<S> (&outer)[EIGHTS],
                                          const Turn<S> (&inner)[EIGHTS], S (&power)[EIGHTS],
                                          const S (&factor)[EIGHTS]) const {
    constexpr int STEP = tiles_of(K) * TILE;
    Held<K> a, b;
    // Where the lane's cosines or sines of degree l + more begin; number k, with l + m odd or even,
    // is at `place` from there.
    auto at = [&](int more, int sine) {
      return row + (l + more) * (l + more + 1) + (sine ? -2 * t : 2 * t);
    };
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
        if (i <= l + more - 2 * t && (i > 0 || !sine || t > 0))
          to[sine][e * APART + (sine ? -i : i)] = a[e][sine][odd][k];
      });
    };
    load(a, 0);
    if (COUNT > 1) load(b, 1);
    __syncwarp();  // before other lanes overwrite the numbers that were read next to the degree
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

  // All degrees from 8 (K - 1) on. Returns the end of their tiles.
  template <bool BACK, int K = 1>
  __device__ __forceinline__ const S* sweep(const S* tile, const Turn<S> (&outer)[EIGHTS],
                                            const Turn<S> (&inner)[EIGHTS], S (&power)[EIGHTS],
                                            const S (&factor)[EIGHTS]) const {
    constexpr int STEP = tiles_of(K) * TILE, FIRST = 8 * (K - 1),
                  LAST = 8 * K - 1 < ORDER ? 8 * K - 1 : ORDER;
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

  // The degree minus m of row t of tile number k of K. Of two tiles together, one has the even and
  // one the odd degrees, so that lanes read from different banks.
  static __device__ __forceinline__ int along_degree(int K, int k, int t) {
    return K % 2 && k == K - 1 ? 4 * k + t : 8 * (k / 2) + 2 * t + k % 2;
  }

  // Applies T for order m and COUNT - 1 more. Two orders take turns, because then they wait for
  // each other least.
  template <int K, int COUNT>
  __device__ __forceinline__ void orders(int m, const S* tile) const {
    constexpr int COLUMNS = (K + 1) / 2;
    S a[COUNT][2 * EIGHTS][K];  // of m and then of -m, twice the same if m is 0
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
        multiply<K>(
            sum[n], [&](int e, int k) { return a[n][e][k]; }, tile + (n * COLUMNS + c) * K * TILE);
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

  // Applies T for the orders m with 4 (K - 1) < ORDER - m + 1 <= 4 K, and for all larger m.
  template <int K = (ORDER + 4) / 4>
  __device__ __forceinline__ void along(const S* tile) const {
    constexpr int STEP = K * ((K + 1) / 2) * TILE, END = ORDER + 1 - 4 * (K - 1);
    // Two orders at once fit the registers only in these cases.
    constexpr int AT_ONCE = K < 4 && END > 3 && ORDER < 16 ? 2 : 1;
#pragma unroll 1
    for (int m = END < 4 ? 0 : END - 4; m < END; m += AT_ONCE, tile += AT_ONCE * STEP)
      orders<K, AT_ONCE>(m, tile);
    if constexpr (K > 1) along<K - 1>(tile);
  }

  // Translates the expansions in the rows, in place; they belong to the pairs from number `first`
  // of 32 on.
  __device__ __forceinline__ void translate(const Rows<S>& rows, int first) const {
    auto number = [&](int which, int e) {
      return rows.numbers[which * 32 + first + 8 * e + lane / 4];
    };
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
    for (int e = 0; e < EIGHTS; e++)
      power[e] = number(SCALE, e), factor[e] = number(SCALE_AFTER, e);
    sweep<true>(tiles + lane, outer, inner, power, factor);
  }
};

}  // namespace
