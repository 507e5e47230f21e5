// The passes of the FMM and the treecode on CPUs, for any expansion. SIMD lanes are particles of a
// leaf (P2M, L2P, M2P, P2L) or pairs of cells (M2M, M2L, L2L). jaxfmm/backends/cpu.py describes the
// arguments.
//
// A source file includes simd.h, the header of its Expansion (laplace2d.h, laplace3d.h, radial.h or
// polyharmonic.h) and this one, and ends with JAXFMM_PASSES(name, Family). A Family has two
// templates:
//
//   Expansion<S>      the expansion with tables of precision S
//   Translator<V, S>  translations of lanes<V> pairs of cells at a time. First the geometry of the
//                     pairs:
//     set_m2l(d, source_radius, target_radius)
//         d: centre of the target minus centre of the source; the result is zero if d is zero
//     set_m2m(d, radius, ratio), set_l2l(d, radius, ratio)
//         d: centre of the child minus centre of the parent; radius: of the parent;
//         ratio: radius of the child divided by radius of the parent
//                     Then m2l<COUNT>(), m2m<COUNT>() or l2l<COUNT>() for COUNT <= COLUMNS columns
//                     at a time, as often as there are more: from coefficients in `a` to
//                     coefficients in `b`, which may be the same memory; coefficient i of column c
//                     is at i * COUNT + c.
#pragma once
#include "columns.h"
#include "counts.h"
#include "generated/arguments.h"
#include "harmonic_sums.h"
#include "lists.h"
#include "program.h"
#include "rows.h"
#include "scratch.h"

namespace {

template <class Family, class S>
using Of = typename Family::template Expansion<S>;

constexpr int NODES_PER_UNIT = 32, LEAVES_PER_UNIT = 8;
constexpr int COLUMNS = 4;  // whose expansions are evaluated together

// The shifts from child to parent, as a Translator takes them, one in each lane.
template <int DIM, class V, class S>
struct Shifts {
  V d[DIM], radius, ratio;
  template <class Point>
  void set(int lane, const Point* center, const Point* radii, int64_t child, int64_t parent) {
    for (int a = 0; a < DIM; a++)
      d[a][lane] = S(center[DIM * child + a]) - S(center[DIM * parent + a]);
    radius[lane] = radii[parent];
    ratio[lane] = S(radii[child]) / S(radii[parent]);
  }
};

// Copies COUNT columns of coefficients from `first` on, of the pairs whose first columns are
// from[lane], to a translator.
template <int COUNT, class Translator, class S, class I>
void columns_to_lanes(const S* coefficients, const I& from, int64_t first, int64_t n,
                      Translator& translator) {
  using V = std::decay_t<decltype(translator.a[0])>;
  for (int c = 0; c < COUNT; c++) {
    const S* rows[lanes<V>];
    for (int i = 0; i < lanes<V>; i++) rows[i] = coefficients + (from[i] + first + c) * n;
    to_lanes<V, S>(rows, n, translator.a + c, COUNT);
  }
}

// Calls use(column, lane, coefficients) for COUNT translated columns of each pair.
template <int COUNT, class Translator, class S, class Use>
void columns_from_lanes(Translator& translator, int64_t n, S* rows, Use use) {
  using V = std::decay_t<decltype(translator.b[0])>;
  for (int c = 0; c < COUNT; c++) {
    from_lanes<V, S>(translator.b + c, n, rows, COUNT);
    for (int i = 0; i < lanes<V>; i++) use(c, i, rows + i * n);
  }
}

// P2M at the leaves (phase 0), M2M level by level (phases 1, 2, ...).
template <class Family, class V, class S>
int64_t upward(const UpwardArguments<S>& a, int64_t phase, int64_t begin, int64_t end) {
  const Of<Family, S> e(a.ints, a.reals);
  const Program program(a.program);
  const int64_t k = a.rhs, levels = a.levels, n = e.n;
  const int *start = a.start, *count = a.count, *child = a.child, *level_start = a.level_start;
  const S *center = a.center, *radius = a.radius;
  S* multipoles = a.multipoles;
  if (phase > levels) return -1;
  if (phase == 0) {
    const int64_t n_leaves = *a.n_leaves;
    if (begin < 0) return ceil_divide(n_leaves, LEAVES_PER_UNIT);
    Moments<false, Of<Family, S>, V, S> moments(e, program);
    for (int64_t leaf = begin * LEAVES_PER_UNIT; leaf < smaller(end * LEAVES_PER_UNIT, n_leaves);
         leaf++) {
      const int node = a.leaves[leaf];
      for (int64_t r = 0; r < k; r += moments.COLUMNS) {
        const int columns = smaller(k - r, moments.COLUMNS);
        S* out = multipoles + (node * k + r) * n;
        for (int i = 0; i < columns * n; i++) out[i] = 0;
        moments(a.points, a.weights + r, k, columns, start[node], start[node] + count[node],
                center + e.DIM * node, radius[node], out);
      }
    }
    return 0;
  }
  const int64_t level = levels - phase, first = level_start[level], stop = level_start[level + 1];
  if (begin < 0) return ceil_divide(stop - first, NODES_PER_UNIT);
  constexpr int width = lanes<V>, DIM = Of<Family, S>::DIM;
  using Translator = typename Family::template Translator<V, S>;
  Translator shift(e);
  Scratch<S> results(width * n);
  int64_t next = first + begin * NODES_PER_UNIT, nodes[width];
  const int64_t last = smaller(first + end * NODES_PER_UNIT, stop);
  while (next < last) {
    int used = 0;
    for (; next < last && used < width; next++)
      if (child[next] >= 0) nodes[used++] = next;
    if (!used) break;
    for (int right = 0; right < 2; right++) {
      Shifts<DIM, V, S> s;
      int64_t from[width];
      for (int i = 0; i < width; i++) {
        const int64_t node = nodes[i < used ? i : 0], c = child[node] + right;
        from[i] = c * k;
        s.set(i, center, radius, c, node);
      }
      shift.set_m2m(s.d, s.radius, s.ratio);
      by_columns<Translator::COLUMNS>(k, [&](auto count, int64_t first) {
        columns_to_lanes<count>(multipoles, from, first, n, shift);
        shift.template m2m<count>();
        columns_from_lanes<count>(shift, n, results.data, [&](int column, int i, const S* row) {
          if (i >= used) return;
          S* out = multipoles + (nodes[i] * k + first + column) * n;
          if (!right)
            for (int c = 0; c < n; c++) out[c] = 0;
          add(row, n, out);
        });
      });
    }
  }
  return 0;
}

// Pairs fill vectors whatever their targets. *a.n_targets may exceed the nodes that there are: such
// a tree is cut off.
template <class Family, class V, class S>
int64_t m2l(const M2LArguments<S>& a, int64_t phase, int64_t begin, int64_t end) {
  const int64_t k = a.rhs, nodes = smaller(*a.n_targets, a.nodes);
  if (phase > 0) return -1;
  if (begin < 0) return ceil_divide(nodes, NODES_PER_UNIT);
  const Of<Family, S> e(a.ints, a.reals);
  const int64_t n = e.n;
  const S *target_center = a.target_center, *source_center = a.source_center;
  const int *start = a.list_start, *source = a.list_source;
  S* local = a.local;
  const Entries entries{int(a.bits)};
  constexpr int width = lanes<V>, DIM = Of<Family, S>::DIM;
  using Translator = typename Family::template Translator<V, S>;
  Translator pair(e);
  Scratch<S> results(width * n);
  Scratch<double> sums(NODES_PER_UNIT * k * n);  // hundreds of pairs act on a node
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t first = unit * NODES_PER_UNIT, last = smaller(first + NODES_PER_UNIT, nodes);
    for (int64_t i = 0; i < (last - first) * k * n; i++) sums[i] = 0;
    int64_t target = first, targets[width], sources[width];
    for (int64_t next = start[first]; next < start[last]; next += width) {
      const int used = smaller(width, start[last] - next);
      V d[DIM], source_radii, target_radii;
      for (int i = 0; i < width; i++) {
        const int64_t p = next + (i < used ? i : used - 1), s = entries.number(source[p]);
        sources[i] = s * k;
        while (p >= start[target + 1]) target++;
        targets[i] = target;
        for (int c = 0; c < DIM; c++)
          d[c][i] = target_center[DIM * target + c] - source_center[DIM * s + c];
        if (const int image = entries.image(source[p]))
          for (int c = 0; c < DIM; c++) d[c][i] -= a.images[DIM * image + c];
        source_radii[i] = a.source_radius[s];
        target_radii[i] = a.target_radius[target];
      }
      pair.set_m2l(d, source_radii, target_radii);
      by_columns<Translator::COLUMNS>(k, [&](auto count, int64_t column) {
        columns_to_lanes<count>(a.multipoles, sources, column, n, pair);
        pair.template m2l<count>();
        columns_from_lanes<count>(pair, n, results.data, [&](int c, int i, const S* row) {
          if (i < used) add(row, n, sums + ((targets[i] - first) * k + column + c) * n);
        });
      });
    }
    for (int64_t i = 0; i < (last - first) * k * n; i++) local[first * k * n + i] = sums[i];
  }
  return 0;
}

// L2L level by level (phases 0 to levels - 1), then L2P at the leaves. S may be double where points
// and results are float.
template <class Family, class V, class S, class Point>
int64_t downward(const DownwardArguments<S, Point>& a, int64_t phase, int64_t begin, int64_t end) {
  const Of<Family, S> e(a.ints, a.reals);
  const Program program(a.program);
  const int64_t k = a.rhs, levels = a.levels, n = e.n;
  const int *start = a.start, *count = a.count, *parent = a.parent, *level_start = a.level_start;
  const Point *points = a.points, *center = a.center, *radius = a.radius, *local = a.local;
  S* sums = a.sums;
  Point* result = a.result;
  constexpr int width = lanes<V>, DIM = Of<Family, S>::DIM;
  if (phase > levels) return -1;
  if (phase < levels) {
    const int64_t first = level_start[phase], stop = level_start[phase + 1];
    if (begin < 0) return ceil_divide(stop - first, NODES_PER_UNIT);
    const int64_t last = smaller(first + end * NODES_PER_UNIT, stop);
    if (phase == 0) {
      for (int64_t i = (first + begin * NODES_PER_UNIT) * k * n; i < last * k * n; i++)
        sums[i] = local[i];
      return 0;
    }
    using Translator = typename Family::template Translator<V, S>;
    Translator shift(e);
    Scratch<S> results(width * n);
    for (int64_t next = first + begin * NODES_PER_UNIT; next < last; next += width) {
      Shifts<DIM, V, S> s;
      int64_t from[width];
      for (int i = 0; i < width; i++) {
        const int64_t node = smaller(next + i, last - 1), p = parent[node];
        from[i] = p * k;
        s.set(i, center, radius, node, p);
      }
      shift.set_l2l(s.d, s.radius, s.ratio);
      by_columns<Translator::COLUMNS>(k, [&](auto count, int64_t column) {
        columns_to_lanes<count>(sums, from, column, n, shift);
        shift.template l2l<count>();
        columns_from_lanes<count>(shift, n, results.data, [&](int c, int i, const S* moved) {
          if (next + i >= last) return;
          const int64_t row = ((next + i) * k + column + c) * n;
          for (int j = 0; j < n; j++) sums[row + j] = local[row + j] + moved[j];
        });
      });
    }
    return 0;
  }
  const int64_t n_leaves = *a.n_leaves;
  if (begin < 0) return ceil_divide(n_leaves, LEAVES_PER_UNIT);
  Scratch<S> sets(COLUMNS * program.sets * n);
  Scratch<V> values(COLUMNS * program.sets);
  for (int64_t leaf = begin * LEAVES_PER_UNIT; leaf < smaller(end * LEAVES_PER_UNIT, n_leaves);
       leaf++) {
    const int node = a.leaves[leaf];
    const int64_t first = start[node], last = first + count[node];
    const S size = radius[node];
    for (int64_t r = 0; r < k; r += COLUMNS) {
      const int columns = smaller(k - r, COLUMNS);
      for (int j = 0; j < columns; j++) {
        S* set = sets + j * program.sets * n;
        for (int i = 0; i < n; i++) set[i] = sums[(node * k + r + j) * n + i];
        differentiate(e, program, false, S(1) / size, 1, set, n);
      }
      for (int64_t p = first; p < last; p += width) {
        const Points<V, S, DIM> batch(points, p, last, center + DIM * node, size);
        for (int c = 0; c < columns * program.sets; c++) values[c] = V{};
        evaluate<false>(e, e.order, batch.u, size, sets.data, columns * program.sets, n,
                        values.data);
        for (int c = 0; c < program.components; c++)
          for (int j = 0; j < columns; j++)
            for (int i = 0; i < width && p + i < last; i++)
              result[((p + i) * program.components + c) * k + r + j] =
                  values[j * program.sets + program.outputs[c]][i];
      }
    }
  }
  return 0;
}

// The derivatives of the multipoles, once for all leaves (phase 0), and their values at the points
// of each leaf (phase 1).
template <class Family, class V, class S>
int64_t m2p(const M2PArguments<S>& a, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 1) return -1;
  const Of<Family, S> e(a.ints, a.reals);
  const Program program(a.program);
  const int top = e.order + program.raised, n = e.size(top);
  const int64_t k = a.rhs, n_leaves = *a.n_leaves, nodes = smaller(*a.n_sources, a.nodes),
                row = program.sets * n;
  const S *points = a.points, *center = a.center, *radius = a.radius;
  if (phase == 0) {
    if (begin < 0) return ceil_divide(nodes, NODES_PER_UNIT);
    for (int64_t s = begin * NODES_PER_UNIT; s < smaller(end * NODES_PER_UNIT, nodes); s++)
      for (int64_t r = s * k; r < (s + 1) * k; r++) {
        S* sets = a.derived + r * row;
        for (int i = 0; i < n; i++) sets[i] = i < e.n ? a.multipoles[r * e.n + i] : S(0);
        differentiate(e, program, true, S(-1) / radius[s], 1, sets, n);
      }
    return 0;
  }
  if (begin < 0) return n_leaves;
  const int *start = a.start, *count = a.count, *leaves = a.leaves, *list_start = a.list_start,
            *source = a.list_source;
  S* result = a.result;
  const Entries entries{int(a.bits)};
  constexpr int width = lanes<V>, DIM = Of<Family, S>::DIM;
  for (int64_t leaf = begin; leaf < end; leaf++) {
    const int node = leaves[leaf];
    const int64_t first = start[node], last = first + count[node],
                  batches = ceil_divide(last - first, width);
    const int64_t most = smaller(k, COLUMNS) * program.sets;
    Scratch<V> values(batches * most), lost(batches * most), at(batches * DIM), part(most);
    for (int64_t b = 0; b < batches; b++) {
      const S origin[DIM] = {};
      const Points<V, S, DIM> batch(points, first + b * width, last, origin, S(1));
      for (int c = 0; c < DIM; c++) at[b * DIM + c] = batch.u[c];
    }
    for (int64_t r = 0; r < k; r += COLUMNS) {
      const int columns = smaller(k - r, COLUMNS), all = columns * program.sets;
      for (int i = 0; i < batches * all; i++) values[i] = lost[i] = V{};
      for (int64_t i = list_start[leaf]; i < list_start[leaf + 1]; i++) {
        const int64_t s = entries.number(source[i]);
        const S unit = S(1) / radius[s];
        S middle[DIM];
        for (int c = 0; c < DIM; c++)
          middle[c] = center[DIM * s + c] + a.images[DIM * entries.image(source[i]) + c];
        for (int64_t b = 0; b < batches; b++) {
          V u[DIM];
          for (int c = 0; c < DIM; c++) u[c] = (at[b * DIM + c] - middle[c]) * unit;
          for (int c = 0; c < all; c++) part[c] = V{};
          evaluate<true>(e, top, u, radius[s], a.derived + (s * k + r) * row, all, n, part.data);
          for (int c = 0; c < all; c++)
            add_compensated(values[b * all + c], lost[b * all + c], part[c]);
        }
      }
      for (int64_t p = first; p < last; p++)
        for (int c = 0; c < program.components; c++)
          for (int j = 0; j < columns; j++) {
            const int64_t entry = (p - first) / width * all + j * program.sets + program.outputs[c];
            result[(p * program.components + c) * k + r + j] = values[entry][(p - first) % width];
          }
    }
  }
  return 0;
}

template <class Family, class V, class S>
int64_t p2l(const P2LArguments<S>& a, int64_t phase, int64_t begin, int64_t end) {
  const int64_t k = a.rhs, nodes = smaller(*a.n_targets, a.nodes);
  if (phase > 0) return -1;
  if (begin < 0) return ceil_divide(nodes, NODES_PER_UNIT);
  const Of<Family, S> e(a.ints, a.reals);
  const Program program(a.program);
  const int *start = a.start, *count = a.count, *leaves = a.leaves, *list_start = a.list_start,
            *source = a.list_source;
  const S *center = a.center, *radius = a.radius;
  S* local = a.local;
  const Entries entries{int(a.bits)};
  Moments<true, Of<Family, S>, V, S> moments(e, program);
  for (int64_t t = begin * NODES_PER_UNIT; t < smaller(end * NODES_PER_UNIT, nodes); t++)
    for (int64_t r = 0; r < k; r += moments.COLUMNS) {
      const int columns = smaller(k - r, moments.COLUMNS);
      S* out = local + (t * k + r) * e.n;
      for (int i = 0; i < columns * e.n; i++) out[i] = 0;
      for (int64_t i = list_start[t]; i < list_start[t + 1]; i++) {
        const int node = leaves[entries.number(source[i])];
        S middle[Of<Family, S>::DIM];  // relative to an image of the sources, the target is shifted
                                       // the other way
        const S* shift = a.images + e.DIM * entries.image(source[i]);
        for (int c = 0; c < e.DIM; c++) middle[c] = center[e.DIM * t + c] - shift[c];
        moments(a.points, a.weights + r, k, columns, start[node], start[node] + count[node], middle,
                radius[t], out);
      }
    }
  return 0;
}

}  // namespace

#define JAXFMM_PASS(label, Family, name, Arguments)                                  \
  JAXFMM_KERNEL(label##_##name##_f32) {                                              \
    return name<Family, vf>(Arguments<float>(buffers, scalars), phase, begin, end);  \
  }                                                                                  \
  JAXFMM_KERNEL(label##_##name##_f64) {                                              \
    return name<Family, vd>(Arguments<double>(buffers, scalars), phase, begin, end); \
  }
#define JAXFMM_DOWNWARD(label, Family, suffix, V, S, Point)                                     \
  JAXFMM_KERNEL(label##_downward_##suffix) {                                                    \
    return downward<Family, V>(DownwardArguments<S, Point>(buffers, scalars), phase, begin, end); \
  }
#define JAXFMM_PASSES_OF_POINTS(label, Family)                    \
  JAXFMM_PASS(label, Family, upward, UpwardArguments)             \
  JAXFMM_DOWNWARD(label, Family, f32, vf, float, float)           \
  JAXFMM_DOWNWARD(label, Family, f64, vd, double, double)         \
  JAXFMM_DOWNWARD(label, Family, f32_in_f64, vd, double, float)
#define JAXFMM_PASSES_BETWEEN(label, Family)    \
  JAXFMM_PASS(label, Family, m2l, M2LArguments) \
  JAXFMM_PASS(label, Family, m2p, M2PArguments) \
  JAXFMM_PASS(label, Family, p2l, P2LArguments)
#define JAXFMM_PASSES(label, Family)     \
  JAXFMM_PASSES_OF_POINTS(label, Family) \
  JAXFMM_PASSES_BETWEEN(label, Family)
