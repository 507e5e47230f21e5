// Sums of windows between points and the nodes of a grid on CPUs (jaxfmm/nufft/gridding/grid.py
// defines them).
//
// All arithmetic is in double, so that the rounding error stays small for any number of points;
// float is only loaded and stored. The nodes along the last axis are the lanes of vectors. Points
// are copied in the order of tiles of nodes; weights and results move there and back by the rank of
// each point, in the original order of the points, so that memory is touched in only as many places
// as there are tiles. (Interpolation that fetched points one by one in the order of tiles took four
// times as long.)
#include <cmath>
#include <type_traits>

#include "simd.h"

#include "counts.h"
#include "generated/arguments.h"

namespace {

// A grid of fewer than three dimensions has axes of a single node: (1, 1, n) and (n, 1, n).
struct Grid {
  int64_t shape[3], tile[3], tiles[3], plane;
  int width, degree;
  double spacing, inverse;

  template <class Arguments>
  explicit Grid(const Arguments& a)
      : shape{a.shape0, a.shape1, a.shape2}, tile{a.tile0, a.tile1, a.tile2},
        plane(a.shape1 * a.shape2), width(int(a.width)), degree(int(a.degree)), spacing(a.spacing),
        inverse(1 / spacing) {
    for (int axis = 0; axis < 3; axis++) tiles[axis] = (shape[axis] + tile[axis] - 1) / tile[axis];
  }
};

// The axis of the grid that belongs to coordinate `a` of D.
template <int D>
constexpr int axis_of(int a) {
  return D == 2 ? 2 * a : 3 - D + a;
}

// The first nodes that a point touches, and their distances from it in spacings, in [0, 1).
template <int D>
struct Place {
  int64_t first[3] = {0, 0, 0};
  double rest[3];

  template <class T>
  Place(const Grid& grid, int reach, const T* origin, const T* point) {
    for (int c = 0; c < D; c++) {
      const int a = axis_of<D>(c);
      const double x = double(point[c]) - double(origin[c]), node = std::ceil(x * grid.inverse);
      const double last = double(grid.shape[a] - (a == 2 ? reach : grid.width));
      first[a] = int64_t(node > 0 ? (node < last ? node : last) : 0.0);  // 0 for NaN
      rest[a] = (double(first[a]) * grid.spacing - x) * grid.inverse;
    }
  }
};

// A vector of doubles from as many numbers.
vd doubles(const double* from) { return load_<vd>(from); }

// GCC 12 makes two or more conversions of __builtin_convertvector, and joins their results.
vd doubles(const float* from) {
#if defined(__AVX512F__)
  return _mm512_cvtps_pd(_mm256_loadu_ps(from));
#elif defined(__AVX__)
  return _mm256_cvtps_pd(_mm_loadu_ps(from));
#elif defined(__SSE2__)
  return _mm_cvtps_pd(__m128{from[0], from[1], 0, 0});
#elif defined(JAXFMM_NEON)
  return (vd)vcvt_f64_f32(vld1_f32(from));
#else
  vd to;
  for (int i = 0; i < lanes<vd>; i++) to[i] = from[i];
  return to;
#endif
}

// W nodes along the last axis.
template <int W>
struct Row {
  static constexpr int N = W / lanes<vd>;
  vd v[N];

  template <class T>
  static Row load(const T* from) {
    Row row;
    for (int i = 0; i < N; i++) row.v[i] = doubles(from + i * lanes<vd>);
    return row;
  }
  void store(double* to) const { std::memcpy(to, v, sizeof(v)); }
  void add(double factor, const Row& row) {
    for (int i = 0; i < N; i++) v[i] += factor * row.v[i];
  }
  double dot(const Row& row) const {
    vd sum = v[0] * row.v[0];
    for (int i = 1; i < N; i++) sum += v[i] * row.v[i];
    double total = sum[0];
    for (int i = 1; i < lanes<vd>; i++) total += sum[i];
    return total;
  }
};

// The values of the window at the nodes of a point.
template <int D, int W>
struct Windows {
  alignas(64) double planes[W], rows[W];
  Row<W> row;

  Windows(const Grid& grid, const double* table, const double* rest) {
    Row<W> value[D];
    table += grid.degree * W;
    for (int c = 0; c < D; c++) value[c] = Row<W>::load(table);
#pragma GCC unroll 1  // Clang unrolls it by four, and then spends more time on what is left over
    for (int power = grid.degree; power > 0; power--) {
      table -= W;
      const Row<W> next = Row<W>::load(table);
      for (int c = 0; c < D; c++)
        for (int i = 0; i < Row<W>::N; i++)
          value[c].v[i] = value[c].v[i] * (2 * rest[axis_of<D>(c)] - 1) + next.v[i];
    }
    planes[0] = rows[0] = 1;
    if (D > 1) value[0].store(planes);
    if (D > 2) value[1].store(rows);
    row = value[D - 1];
  }
};

// Stable counting sort by tiles, the first axis first. counts (blocks, tiles) and starts (tiles)
// are scratch; `rank` first holds the tile of each point.
//
// Arguments come by value: the compiler then knows that stores through pointers do not change them.
template <class T, int D, int W>
int64_t sort(GriddingSortArguments<T> a, int64_t phase, int64_t begin, int64_t end) {
  const Grid grid(a);
  const int64_t n = a.n, blocks = a.blocks, tiles = grid.tiles[0] * grid.tiles[1] * grid.tiles[2];
  const T *points = a.points, *origin = a.origin;
  T* sorted = a.sorted;
  unsigned *rank = a.rank, *counts = a.counts, *starts = a.starts;
  if (phase > 2) return -1;
  if (begin < 0) return phase == 1 ? 1 : blocks;
  if (phase == 1) {  // the count of each block becomes the count of all blocks before it
    std::memset(starts, 0, tiles * sizeof(*starts));
    for (int64_t block = 0; block < blocks; block++)
      for (int64_t t = 0; t < tiles; t++) {
        uint32_t& count = counts[block * tiles + t];
        const uint32_t here = count;
        count = starts[t];
        starts[t] += here;
      }
    uint32_t sum = 0;
    for (int64_t t = 0; t < tiles; t++) {
      const uint32_t here = starts[t];
      starts[t] = sum;
      sum += here;
    }
    return 0;
  }
  for (int64_t block = begin; block < end; block++) {
    uint32_t* count = counts + block * tiles;
    const int64_t low = n * block / blocks, high = n * (block + 1) / blocks;
    if (phase == 0) {
      std::memset(count, 0, tiles * sizeof(*count));
      for (int64_t i = low; i < high; i++) {
        const Place<D> place(grid, W, origin, points + D * i);
        int64_t tile = 0;
        for (int a = 0; a < 3; a++)  // division is faster in 32 bits
          tile = tile * grid.tiles[a] + uint32_t(place.first[a]) / uint32_t(grid.tile[a]);
        rank[i] = uint32_t(tile);
        count[tile]++;
      }
    } else {
      for (int64_t t = 0; t < tiles; t++) count[t] += starts[t];
      for (int64_t i = low; i < high; i++) {
        rank[i] = count[rank[i]]++;
        for (int c = 0; c < D; c++) sorted[D * int64_t(rank[i]) + c] = points[D * i + c];
      }
    }
  }
  return 0;
}

constexpr int64_t MOVED = 4096;  // points at a time

// Points are cut into chunks of equal numbers, however they cluster; the number of chunks does not
// depend on the number of threads. A chunk owns the planes (nodes with one index along the first
// axis) from its own first tile to the first tile of the next chunk. What it adds beyond goes to a
// halo, and the last phase adds the halos to the planes in order.
//
// points: in the order of tiles. Scratch: sums, the grid in double unless it is double already;
// halos (chunks, columns, height, plane); edges (chunks), the first planes of chunks; sorted, the
// weights in the order of tiles.
template <class T, int D, int W>
int64_t spread(GriddingSpreadArguments<T> a, int64_t phase, int64_t begin, int64_t end) {
  const Grid grid(a);
  const int64_t n = a.n, columns = a.columns, chunks = a.chunks, height = a.height;
  const int64_t plane = grid.plane, planes = grid.shape[0];
  T *result = a.nodes, *sorted = a.sorted;
  double* sums = std::is_same<T, double>::value ? reinterpret_cast<double*>(result) : a.sums;
  double* halos = a.halos;
  int* edges = a.edges;
  if (phase > 2) return -1;
  if (begin < 0) return phase == 0 ? (n + MOVED - 1) / MOVED : phase == 1 ? chunks : planes;

  if (phase == 0) {
    for (int64_t i = begin * MOVED; i < smaller(n, end * MOVED); i++)
      for (int64_t c = 0; c < columns; c++)
        sorted[a.rank[i] * columns + c] = a.weights[i * columns + c];
    return 0;
  }
  if (phase == 2) {
    for (int64_t p = begin; p < end; p++)
      for (int64_t c = 0; c < columns; c++) {
        double* sum = sums + (c * planes + p) * plane;
        for (int64_t chunk = 0; chunk + 1 < chunks; chunk++) {
          const int64_t level = p - edges[chunk + 1];
          if (level < 0 || level >= height) continue;
          const double* halo = halos + ((chunk * columns + c) * height + level) * plane;
          for (int64_t i = 0; i < plane; i++) sum[i] += halo[i];
        }
        if (!std::is_same<T, double>::value)
          for (int64_t i = 0; i < plane; i++) result[(c * planes + p) * plane + i] = T(sum[i]);
      }
    return 0;
  }

  const auto first_plane = [&](int64_t chunk) {
    if (chunk == 0) return int64_t(0);
    if (chunk == chunks) return planes;
    const Place<D> place(grid, W, a.origin, a.points + D * (n * chunk / chunks));
    return place.first[0] / grid.tile[0] * grid.tile[0];
  };
  for (int64_t chunk = begin; chunk < end; chunk++) {
    const int64_t low = first_plane(chunk), high = first_plane(chunk + 1);
    edges[chunk] = int32_t(low);
    double* halo = halos + chunk * columns * height * plane;
    for (int64_t c = 0; c < columns; c++)
      std::memset(sums + (c * planes + low) * plane, 0, (high - low) * plane * sizeof(double));
    if (chunk + 1 < chunks) std::memset(halo, 0, columns * height * plane * sizeof(double));
    const int64_t last = n * (chunk + 1) / chunks;
    for (int64_t i = n * chunk / chunks; i < last; i++) {
      const Place<D> place(grid, W, a.origin, a.points + D * i);
      const Windows<D, W> window(grid, a.table, place.rest);
      for (int64_t c = 0; c < columns; c++) {
        const double weight = double(sorted[i * columns + c]);
        for (int p = 0; p < (D > 1 ? grid.width : 1); p++) {
          const int64_t level = place.first[0] + p;
          double* node = level < high ? sums + (c * planes + level) * plane
                                      : halo + (c * height + level - high) * plane;
          node += place.first[1] * grid.shape[2] + place.first[2];
          for (int r = 0; r < (D > 2 ? grid.width : 1); r++, node += grid.shape[2]) {
            Row<W> row = Row<W>::load(node);
            row.add(weight * window.planes[p] * window.rows[r], window.row);
            row.store(node);
          }
        }
      }
    }
  }
  return 0;
}

// points: in the order of tiles, as is `sorted`, the scratch for results.
template <class T, int D, int W>
int64_t interpolate(GriddingInterpolateArguments<T> a, int64_t phase, int64_t begin, int64_t end) {
  const Grid grid(a);
  const int64_t n = a.n, columns = a.columns;
  const int64_t first = begin * MOVED, last = smaller(n, end * MOVED);
  if (phase > 1) return -1;
  if (begin < 0) return (n + MOVED - 1) / MOVED;
  const int planes = D > 1 ? grid.width : 1, rows = D > 2 ? grid.width : 1;
  if (phase == 1) {
    for (int64_t i = first; i < last; i++)
      for (int64_t c = 0; c < columns; c++)
        a.result[i * columns + c] = a.sorted[a.rank[i] * columns + c];
    return 0;
  }
  for (int64_t i = first; i < last; i++) {
    const Place<D> place(grid, W, a.origin, a.points + D * i);
    const Windows<D, W> window(grid, a.table, place.rest);
    for (int64_t c = 0; c < columns; c++) {
      const T* node = a.nodes + (c * grid.shape[0] + place.first[0]) * grid.plane +
                      place.first[1] * grid.shape[2];
      node += place.first[2];
      Row<W> sum{};
      for (int p = 0; p < planes; p++, node += grid.plane) {
        Row<W> part{};
        for (int r = 0; r < rows; r++)
          part.add(window.rows[r], Row<W>::load(node + r * grid.shape[2]));
        sum.add(window.planes[p], part);
      }
      a.sorted[i * columns + c] = T(sum.dot(window.row));
    }
  }
  return 0;
}

}  // namespace

#define JAXFMM_GRIDDING(function, Arguments, suffix, T)                                         \
  JAXFMM_KERNEL(gridding_##function##_##suffix) {                                               \
    const Arguments<T> a(buffers, scalars);                                                     \
    const bool wide = a.lanes > FEW_LANES;                                                      \
    switch (a.dim) {                                                                            \
      case 1:                                                                                   \
        return (wide ? function<T, 1, MOST_LANES> : function<T, 1, FEW_LANES>)(a, phase, begin, \
                                                                               end);            \
      case 2:                                                                                   \
        return (wide ? function<T, 2, MOST_LANES> : function<T, 2, FEW_LANES>)(a, phase, begin, \
                                                                               end);            \
      default:                                                                                  \
        return (wide ? function<T, 3, MOST_LANES> : function<T, 3, FEW_LANES>)(a, phase, begin, \
                                                                               end);            \
    }                                                                                           \
  }
#define JAXFMM_GRIDDING_BOTH(function, Arguments)  \
  JAXFMM_GRIDDING(function, Arguments, f32, float) \
  JAXFMM_GRIDDING(function, Arguments, f64, double)

JAXFMM_GRIDDING_BOTH(sort, GriddingSortArguments)
JAXFMM_GRIDDING_BOTH(spread, GriddingSpreadArguments)
JAXFMM_GRIDDING_BOTH(interpolate, GriddingInterpolateArguments)
