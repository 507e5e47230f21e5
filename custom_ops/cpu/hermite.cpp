// The passes of the fast Gauss transform on CPUs (jaxfmm/gaussian/hermite/reference.py defines
// them).
//
// A series of order p has p^D coefficients, in rows of p along the last axis. Series are summed and
// evaluated for one block of points at a time: the basis functions of a block are tables, and the
// rest are products of small matrices. Their lanes are the coefficients of a row (to sum and
// translate series) or points (to evaluate series).
#include <algorithm>
#include <cmath>

#include "simd.h"

#include "generated/arguments.h"
#include "scratch.h"
#include "small_products.h"

namespace {

constexpr int64_t BLOCK = 128;  // points

// The components of derivatives: multi-indices of D numbers each.
struct Components {
  const int* list;
  int count, highest;
  template <class Arguments>
  explicit Components(const Arguments& a)
      : list(a.components), count(int(a.n_components)), highest(int(a.highest)) {}
};

// The basis functions of a block of points: row(axis, derivative, n) holds their values at all
// points.
template <class V, class S, int D>
struct Basis {
  static constexpr int64_t WIDTH = BLOCK / lanes<V>;
  const int p, highest;
  Scratch<V> values;

  Basis(int p, int highest)
      : p(p), highest(highest), values(D * (highest + 1) * p * WIDTH + (p + highest) * WIDTH) {}

  V* row(int axis, int derivative, int n) {
    return values + ((axis * (highest + 1) + derivative) * p + n) * WIDTH;
  }

  // Computes the basis functions of points [first, first + size) relative to a centre: monomials,
  // or Hermite functions (HERMITE). Unused lanes repeat the last point.
  template <bool HERMITE>
  void fill(const S* points, int64_t first, int64_t size, const S* center) {
    V* plain = values + D * (highest + 1) * p * WIDTH;
    const int top = HERMITE ? p + highest : p;
    for (int axis = 0; axis < D; axis++) {
      for (int64_t v = 0; v * lanes<V> < size; v++) {
        V u;
        for (int l = 0; l < lanes<V>; l++)
          u[l] = points[(first + std::min(v * lanes<V> + l, size - 1)) * D + axis] - center[axis];
        V last{}, value = constant<V>(1);
        if (HERMITE) value = exp_(V(u * u * S(-0.5)));
        plain[v] = value;
        for (int n = 1; n < top; n++) {
          V next = u * value * S(1 / std::sqrt(double(n)));
          if (HERMITE) next -= last * S(std::sqrt((n - 1) / double(n)));
          last = value;
          plain[n * WIDTH + v] = value = next;
        }
      }
      for (int k = 0; k <= highest; k++)
        for (int n = 0; n < p; n++) {
          const int from = HERMITE ? n + k : n - k;
          double factor = HERMITE && k % 2 ? -1 : 1;
          for (int i = 0; i < k; i++)
            factor *= std::sqrt(double(HERMITE ? n + k - i : std::max(n - i, 0)));
          V* to = row(axis, k, n);
          for (int64_t v = 0; v * lanes<V> < size; v++)
            to[v] = from < 0 ? V{} : plain[from * WIDTH + v] * S(factor);
        }
    }
  }
};

// Adds up the series of weighted points, one block of points at a time. The rows of the sums are
// padded to whole vectors.
template <class V, class S, int D, bool HERMITE>
struct SeriesOfPoints {
  static constexpr int64_t WIDTH = Basis<V, S, D>::WIDTH;
  const int p, rhs;
  const Components components;
  const int64_t rows, padded;  // rows of coefficients, vectors in one
  Basis<V, S, D> basis;
  Scratch<V> left, right, part, sum, lost;

  SeriesOfPoints(int p, int rhs, Components c)
      : p(p), rhs(rhs), components(c), rows(D == 1   ? 1
                                            : D == 2 ? p
                                                     : p * p),
        padded((p + lanes<V> - 1) / lanes<V>), basis(p, c.highest), left(rows * WIDTH),
        right(BLOCK * padded), part(rows * padded), sum(rhs * rows * padded),
        lost(rhs * rows * padded) {}

  void clear() {
    for (int64_t i = 0; i < rhs * rows * padded; i++) sum[i] = lost[i] = V{};
  }

  void add(const S* points, const S* weights, int64_t first, int64_t last, const S* center) {
    for (int64_t at = first; at < last; at += BLOCK) {
      const int64_t size = std::min(last - at, BLOCK), vectors = (size + lanes<V> - 1) / lanes<V>;
      basis.template fill<HERMITE>(points, at, size, center);
      for (int r = 0; r < rhs; r++) {
        for (int64_t i = 0; i < rows * padded; i++) part[i] = V{};
        for (int k = 0; k <= components.highest; k++) {
          if (!gather(weights, at, size, vectors, r, k)) continue;
          S* transposed = reinterpret_cast<S*>(static_cast<V*>(right));
          for (int64_t s = 0; s < size; s++)
            for (int n = 0; n < padded * lanes<V>; n++)
              transposed[s * padded * lanes<V> + n] =
                  n < p ? reinterpret_cast<const S*>(basis.row(D - 1, k, n))[s] : S(0);
          const S* a = reinterpret_cast<const S*>(static_cast<V*>(left));
          multiply<V, S>(rows, size, padded, a, BLOCK, 1, right, part, padded);
        }
        for (int64_t i = 0; i < rows * padded;
             i++) {  // with compensation (Kahan 1965): a box may hold any number of points
          V *total = sum + r * rows * padded + i, *rest = lost + r * rows * padded + i;
          const V value = part[i] - *rest, next = *total + value;
          *rest = (next - *total) - value;
          *total = next;
        }
      }
    }
  }

  // Sets left[row, point] to the weights times the basis functions of all axes but the last, summed
  // over the components with derivative k along the last axis. Returns false if there are no such
  // components.
  bool gather(const S* weights, int64_t at, int64_t size, int64_t vectors, int r, int k) {
    bool any = false;
    for (int c = 0; c < components.count; c++) {
      const int* order = components.list + c * D;
      if (order[D - 1] != k) continue;
      for (int64_t v = 0; v < vectors; v++) {
        V w{};
        for (int l = 0; l < lanes<V>; l++) {
          const int64_t s = v * lanes<V> + l;
          if (s < size) w[l] = weights[((at + s) * components.count + c) * rhs + r];
        }
        for (int i = 0; i < (D > 2 ? p : 1); i++) {
          const V first = D > 2 ? w * basis.row(0, order[0], i)[v] : w;
          for (int j = 0; j < (D > 1 ? p : 1); j++) {
            const V value = D > 1 ? first * basis.row(D - 2, order[D - 2], j)[v] : first;
            V& to = left[(i * p + j) * WIDTH + v];
            to = any ? to + value : value;
          }
        }
      }
      any = true;
    }
    return any;
  }

  void store(S* series) {
    const S* from = reinterpret_cast<const S*>(static_cast<V*>(sum));
    for (int64_t row = 0; row < rhs * rows; row++)
      for (int n = 0; n < p; n++) series[row * p + n] = from[row * padded * lanes<V> + n];
  }
};

// Evaluates series at blocks of points.
template <class V, class S, int D, bool HERMITE>
struct Evaluator {
  static constexpr int64_t WIDTH = Basis<V, S, D>::WIDTH;
  const int p, rhs;
  const Components components;
  Basis<V, S, D> basis;
  Scratch<V> inner;

  Evaluator(int p, int rhs, Components c)
      : p(p), rhs(rhs), components(c), basis(p, c.highest),
        inner((c.highest + 1) * (D > 1 ? p : 1) * (D > 2 ? p : 1) * WIDTH) {}

  // result[row, component, r] += the series at points [first, first + size), at most BLOCK of them.
  void add(const S* points, int64_t first, int64_t size, const S* center, const S* series,
           S* result) {
    const int64_t rows = D == 1   ? 1
                         : D == 2 ? p
                                  : p * p,
                  vectors = (size + lanes<V> - 1) / lanes<V>;
    basis.template fill<HERMITE>(points, first, size, center);
    for (int r = 0; r < rhs; r++) {
      for (int k = 0; k <= components.highest; k++) {  // the last axis
        V* sums = inner + k * rows * WIDTH;
        for (int64_t i = 0; i < rows * WIDTH; i++) sums[i] = V{};
        multiply<V, S>(rows, p, vectors, series + r * rows * p, p, 1, basis.row(D - 1, k, 0), sums,
                       WIDTH);
      }
      for (int c = 0; c < components.count; c++) {
        const int* order = components.list + c * D;
        const V* sums = inner + order[D - 1] * rows * WIDTH;
        for (int64_t v = 0; v < vectors; v++) {
          V value{};
          if (D == 1) {
            value = sums[v];
          } else {
            for (int i = 0; i < (D > 2 ? p : 1); i++) {
              V row{};
              for (int j = 0; j < p; j++)
                row += sums[(i * p + j) * WIDTH + v] * basis.row(D - 2, order[D - 2], j)[v];
              value += D > 2 ? row * basis.row(0, order[0], i)[v] : row;
            }
          }
          for (int l = 0; l < lanes<V> && v * lanes<V> + l < size; l++)
            result[((first + v * lanes<V> + l) * components.count + c) * rhs + r] += value[l];
        }
      }
    }
  }
};

// Cuts [first, last) to one of `parts` of equal size, so that several threads can share a box with
// many points.
inline void part_of(int64_t part, int64_t parts, int64_t& first, int64_t& last) {
  const int64_t count = last - first, from = first;
  first = from + count * part / parts;
  last = from + count * (part + 1) / parts;
}

template <class V, class S, int D>
int64_t p2m(HermiteP2MArguments<S> a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_full * a.parts;
  SeriesOfPoints<V, S, D, false> sums(a.p, a.rhs, Components(a));
  for (int64_t unit = begin; unit < end; unit++) {
    const int box = a.full[unit / a.parts];
    int64_t first = a.start[box], last = first + a.count[box];
    part_of(unit % a.parts, a.parts, first, last);
    sums.clear();
    sums.add(a.points, a.weights, first, last, a.center + box * D);
    sums.store(a.series + unit * a.rhs * sums.rows * a.p);
  }
  return 0;
}

// start, count: of the sources.
template <class V, class S, int D>
int64_t p2l(HermiteP2LArguments<S> a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_full;
  SeriesOfPoints<V, S, D, true> sums(a.p, a.rhs, Components(a));
  for (int64_t slot = begin; slot < end; slot++) {
    const int box = a.full[slot];
    sums.clear();
    for (int i = a.begin[box]; i < a.end[box]; i++) {
      const int64_t first = a.start[a.source[i]], last = first + a.count[a.source[i]];
      sums.add(a.points, a.weights, first, last, a.center + box * D);
    }
    sums.store(a.series + slot * a.rhs * sums.rows * a.p);
  }
  return 0;
}

template <class V, class S, int D>
int64_t l2p(HermiteL2PArguments<S> a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_full * a.parts;
  Evaluator<V, S, D, false> evaluator(a.p, a.rhs, Components(a));
  int64_t size = a.rhs;
  for (int axis = 0; axis < D; axis++) size *= a.p;
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t slot = unit / a.parts;
    const int box = a.full[slot];
    int64_t first = a.start[box], last = first + a.count[box];
    part_of(unit % a.parts, a.parts, first, last);
    for (int64_t at = first; at < last; at += BLOCK)
      evaluator.add(a.points, at, std::min(last - at, BLOCK), a.center + box * D,
                    a.series + slot * size, a.far);
  }
  return 0;
}

// start, count: of the targets; center, slot: of the sources.
template <class V, class S, int D>
int64_t m2p(HermiteM2PArguments<S> a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_leaves;
  Evaluator<V, S, D, true> evaluator(a.p, a.rhs, Components(a));
  int64_t size = a.rhs;
  for (int axis = 0; axis < D; axis++) size *= a.p;
  for (int64_t box = begin; box < end; box++) {
    const int64_t first = a.start[box], last = first + a.count[box];
    for (int i = a.begin[box]; i < a.end[box]; i++) {
      const int source = a.source[i];
      for (int64_t at = first; at < last; at += BLOCK)
        evaluator.add(a.points, at, std::min(last - at, BLOCK), a.center + source * D,
                      a.series + a.slot[source] * size, a.far);
    }
  }
  return 0;
}

// M2L into one box. Sources come sorted by their cells, so the sources of a row along the last axis
// follow each other: each source is translated along this axis; the sum over a row is translated
// along the next axis, and the sum over a plane along the first.
template <class V, class S, int D>
struct Translator {
  const int64_t p, padded, reach;
  Scratch<V> table, row, plane, sum;

  Translator(int64_t p, int64_t reach, const S* tables)
      : p(p), padded((p + lanes<V> - 1) / lanes<V>), reach(reach),
        table((2 * reach + 1) * p * padded), row(size()), plane(size()), sum(size()) {
    S* to = reinterpret_cast<S*>(static_cast<V*>(table));
    const int64_t width = padded * lanes<V>;
    for (int64_t i = 0; i < (2 * reach + 1) * p; i++)
      for (int64_t m = 0; m < width; m++) to[i * width + m] = m < p ? tables[i * p + m] : S(0);
  }

  int64_t rows() const { return D == 1 ? 1 : D == 2 ? p : p * p; }
  int64_t size() const { return rows() * padded; }
  const V* matrix(int offset) { return table + (offset + reach) * p * padded; }
  static void clear(V* values, int64_t n) { std::fill(values, values + n, V{}); }

  void along_last(const S* series, int offset, V* to) {
    multiply<V, S>(rows(), p, padded, series, p, 1, matrix(offset), to, padded);
  }
  // The matrix is read as (m, n): column m of it is row m of the product.
  void along_middle(const V* from, int offset, V* to) {
    const S* t = reinterpret_cast<const S*>(matrix(offset));
    for (int64_t i = 0; i < rows(); i += p)
      multiply<V, S>(p, p, padded, t, 1, padded * lanes<V>, from + i * padded, to + i * padded,
                     padded);
  }
  void along_first(const V* from, int offset, V* to) {
    const S* t = reinterpret_cast<const S*>(matrix(offset));
    multiply<V, S>(p, p, size() / p, t, 1, padded * lanes<V>, from, to, size() / p);
  }

  // target: the cell of the box; cells, slots of the sources in list[first, last); adds the series
  // to `local`.
  void run(const int* target, const int* cells, const int* slots, const int* list, int first,
           int last, const S* series, int64_t stride, S* local) {
    clear(sum, size());
    for (int i = first; i < last;) {  // planes
      const int plane_cell = cells[list[i] * D];
      if (D > 2) clear(plane, size());
      V* of_plane = D > 2 ? plane : sum;
      do {  // rows
        const int row_cell = cells[list[i] * D + (D > 1 ? D - 2 : 0)];
        if (D > 1) clear(row, size());
        V* of_row = D > 1 ? row : sum;
        do {
          along_last(series + slots[list[i]] * stride, target[D - 1] - cells[list[i] * D + D - 1],
                     of_row);
          i++;
        } while (i < last && (D < 3 || cells[list[i] * D] == plane_cell) &&
                 (D < 2 || cells[list[i] * D + (D > 1 ? D - 2 : 0)] == row_cell));
        if (D == 2) along_first(row, target[0] - row_cell, of_plane);
        if (D == 3) along_middle(row, target[D > 1 ? D - 2 : 0] - row_cell, of_plane);
      } while (i < last && (D < 3 || cells[list[i] * D] == plane_cell));
      if (D == 3) along_first(plane, target[0] - plane_cell, sum);
    }
    const S* from = reinterpret_cast<const S*>(static_cast<V*>(sum));
    for (int64_t r = 0; r < rows(); r++)
      for (int64_t n = 0; n < p; n++) local[r * p + n] = from[r * padded * lanes<V> + n];
  }
};

template <class V, class S, int D>
int64_t m2l(HermiteM2LArguments<S> a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_full * a.rhs;
  Translator<V, S, D> translator(a.p, a.reach, a.table);
  const int64_t size = translator.rows() * a.p;
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t slot = unit / a.rhs, r = unit % a.rhs;
    const int box = a.full[slot];
    translator.run(a.target_cell + box * D, a.source_cell, a.slot, a.source, a.begin[box],
                   a.end[box], a.series + r * size, a.rhs * size, a.local + unit * size);
  }
  return 0;
}

}  // namespace

#define JAXFMM_HERMITE(function, Arguments, suffix, V, S)              \
  JAXFMM_KERNEL(hermite_##function##_##suffix) {                       \
    const Arguments<S> arguments(buffers, scalars);                    \
    switch (arguments.dim) {                                           \
      case 1: return function<V, S, 1>(arguments, phase, begin, end);  \
      case 2: return function<V, S, 2>(arguments, phase, begin, end);  \
      default: return function<V, S, 3>(arguments, phase, begin, end); \
    }                                                                  \
  }
#define JAXFMM_HERMITE_BOTH(function, Arguments)      \
  JAXFMM_HERMITE(function, Arguments, f32, vf, float) \
  JAXFMM_HERMITE(function, Arguments, f64, vd, double)

JAXFMM_HERMITE_BOTH(p2m, HermiteP2MArguments)
JAXFMM_HERMITE_BOTH(p2l, HermiteP2LArguments)
JAXFMM_HERMITE_BOTH(l2p, HermiteL2PArguments)
JAXFMM_HERMITE_BOTH(m2p, HermiteM2PArguments)
JAXFMM_HERMITE_BOTH(m2l, HermiteM2LArguments)
