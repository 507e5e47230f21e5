// The passes of the 3D harmonic FMM and treecode on CPUs: SIMD lanes are particles of a leaf (P2M, L2P, M2P, P2L) or
// pairs of cells (M2M, M2L, L2L). Layouts as in jaxfmm/ops/native3d.py.
#include <cstdlib>

#include "simd.h"  // first: templates find the functions of vectors only where these come before them

#include "harmonics.h"
#include "kernel.h"
#include "tables3d.h"
#include "translations.h"

namespace {

template <class T>
struct Scratch {
  T* data;
  explicit Scratch(int64_t size) : data(static_cast<T*>(std::aligned_alloc(64, (size * sizeof(T) + 63) / 64 * 64 + 64))) {}
  ~Scratch() { std::free(data); }
  Scratch(const Scratch&) = delete;
  operator T*() { return data; }
};

template <class V>
inline auto total(V v) {
  auto sum = v[0];
  for (int i = 1; i < lanes<V>; i++) sum += v[i];
  return sum;
}

// Up to lanes<V> points of rows [first, last) relative to a centre, divided by `unit`; repeats the last one.
template <class V, class S>
struct Points {
  V x, y, z;
  Points(const S* points, int64_t first, int64_t last, const S* center, S unit) {
    for (int i = 0; i < lanes<V>; i++) {
      const S* p = points + 3 * (first + i < last ? first + i : last - 1);
      x[i] = (p[0] - center[0]) * unit;
      y[i] = (p[1] - center[1]) * unit;
      z[i] = (p[2] - center[2]) * unit;
    }
  }
};

// sum[c * n + i] += harmonic i at the lanes times weight c of the lanes.
template <class V>
struct Accumulate {
  V* sum;
  const V* weights;
  int components, n;
  void operator()(int l, int m, V cosine, V sine) {
    for (int c = 0; c < components; c++) {
      V* s = sum + c * n + l * l + l;
      s[m] += cosine * weights[c];
      if (m) s[-m] += sine * weights[c];
    }
  }
};

// result[c] += sum_i harmonic i at the lanes times coefficient i of set c.
template <class V, class S>
struct Evaluate {
  V* result;
  const S* sets;
  int components, n;
  void operator()(int l, int m, V cosine, V sine) {
    for (int c = 0; c < components; c++) {
      const S* s = sets + c * n + l * l + l;
      result[c] += m ? cosine * s[m] + sine * s[-m] : cosine * s[0];
    }
  }
};

// out += the derivative along `axis` of coefficients, both of `n`, times `factor`.
template <class S>
void derive(const Expansion<S>& e, bool raising, int axis, S factor, const S* in, S* out, int n) {
  const int* columns = raising ? e.raise_columns : e.lower_columns;
  const S* values = raising ? e.raise_values : e.lower_values;
  const int all = e.top_n;
  for (int i = 0; i < n; i++) {
    S sum = 0;
    for (int term = 0; term < 2; term++) {
      const int column = columns[(axis * 2 + term) * all + i];
      if (column < n) sum += values[(axis * 2 + term) * all + i] * in[column];
    }
    out[i] += factor * sum;
  }
}

// Derivatives of the coefficients in the first sets (`given` of them, n coefficients each) in the further sets, or added
// to each other: the steps of the program.
template <class S>
void differentiate(const Expansion<S>& e, const Program& program, bool raising, S unit, int given, S* sets, int n) {
  for (int i = given * n; i < program.sets * n; i++) sets[i] = 0;
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive(e, raising, step[0], unit, sets + step[1] * n, sets + step[2] * n, n);
  }
}

// Coefficients, n of them, of the weighted sources [first, last) with one right-hand side; adds to `out`.
template <class V, class S>
void moments(const Expansion<S>& e, const Program& program, bool far, int order, const S* points, const S* weights,
             int64_t stride, int64_t component_stride, int64_t first, int64_t last, const S* center, S radius,
             V* sum, S* sets, S* out) {
  const int n = (order + 1) * (order + 1), width = lanes<V>;
  V w[MAX_COMPONENTS];
  for (int i = 0; i < program.components * n; i++) sum[i] = V{};
  for (int64_t at = first; at < last; at += width) {
    Points<V, S> u(points, at, last, center, S(1) / radius);
    V factor = constant<V>(1);
    if (far) factor = invert(u.x, u.y, u.z);
    for (int c = 0; c < program.components; c++)
      for (int i = 0; i < width; i++)
        w[c][i] = at + i < last ? weights[(at + i) * stride + c * component_stride] : S(0);
    Accumulate<V> sink{sum, w, program.components, n};
    walk(order, u.x, u.y, u.z, factor, e.walk, sink);
  }
  for (int i = 0; i < program.components * n; i++) sets[i] = total(sum[i]);
  differentiate(e, program, !far, S(1) / (far ? -radius : radius), program.components, sets, n);
  const S* result = sets + program.root * n;
  for (int i = 0; i < e.n; i++) out[i] += far ? result[i] / radius : result[i];
}

// A translation of up to lanes<V> pairs at a time; arrays of the team of one.
template <class V, class S>
struct Translator {
  const Expansion<S>& e;
  Scratch<V> a, b, phases;
  Frame<V> f;
  explicit Translator(const Expansion<S>& e)
      : e(e), a(e.n), b(e.n), phases(5 * (e.order + 1)),
        f{phases, phases + (e.order + 1), phases + 2 * (e.order + 1), phases + 3 * (e.order + 1), phases + 4 * (e.order + 1)} {}

  void load(int lane, const S* coefficients) {
    for (int i = 0; i < e.n; i++) a[i][lane] = coefficients[i];
  }
  void m2l(V x, V y, V z, V source_radius, V target_radius, V used) {
    const V one = constant<V>(1), zero = constant<V>(0);
    const V length = frame(e.order, x, y, z, f, 1, 0);
    const V inverse = select_(length > zero, one / select_(length > zero, length, one), zero);
    scale(e.order, source_radius * inverse, used, a.data, 1, 0, 1);
    translate<false>(e.m2l, f, a.data, b.data, 1, 0, 1);
    scale(e.order, target_radius * inverse, inverse, b.data, 1, 0, 1);
  }
  // M2M: `before` = child / parent radius, `after` = 1. L2L: the other way round. `radius` is the parent's.
  void shift(const Tables<S>& tables, V x, V y, V z, V radius, V before, V after) {
    const V t = frame(e.order, x, y, z, f, 1, 0) / radius;
    V power = constant<V>(1);
    for (int l = 0; l <= e.order; l++, power = power * t) f.powers[l] = power;
    scale(e.order, before, constant<V>(1), a.data, 1, 0, 1);
    translate<true>(tables, f, a.data, b.data, 1, 0, 1);
    scale(e.order, after, constant<V>(1), b.data, 1, 0, 1);
  }
};

template <class T>
const T* at(void* const* buffers, int i) { return static_cast<const T*>(buffers[i]); }

inline int64_t units(int64_t count, int64_t each) { return (count + each - 1) / each; }

// A tree that needs more nodes than there is room for is cut off.
inline int64_t used_nodes(int64_t needed, int64_t room) { return needed < room ? needed : room; }

constexpr int NODES_PER_UNIT = 32, LEAVES_PER_UNIT = 8;

// P2M at the leaves (phase 0), M2M level by level (phases 1, 2, ...).
// ints, reals, program, points, weights, start, count, child, center, radius, level_start, leaves, n_leaves
// -> multipoles. scalars: right-hand sides, levels.
template <class V, class S>
int64_t upward(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const Expansion<S> e(at<int>(buffers, 0), at<S>(buffers, 1));
  const Program program(at<int>(buffers, 2));
  const int64_t k = scalars[0], levels = scalars[1], n = e.n;
  const S *points = at<S>(buffers, 3), *weights = at<S>(buffers, 4);
  const int *start = at<int>(buffers, 5), *count = at<int>(buffers, 6), *child = at<int>(buffers, 7);
  const S *center = at<S>(buffers, 8), *radius = at<S>(buffers, 9);
  const int *level_start = at<int>(buffers, 10), *leaves = at<int>(buffers, 11);
  S* multipoles = static_cast<S*>(buffers[13]);
  if (phase > levels) return -1;
  if (phase == 0) {
    if (begin < 0) return units(*at<int>(buffers, 12), LEAVES_PER_UNIT);
    Scratch<V> sum(program.components * n);
    Scratch<S> sets(program.sets * n);
    const int64_t last = *at<int>(buffers, 12);
    for (int64_t leaf = begin * LEAVES_PER_UNIT; leaf < end * LEAVES_PER_UNIT && leaf < last; leaf++) {
      const int node = leaves[leaf];
      for (int64_t r = 0; r < k; r++) {
        S* out = multipoles + (node * k + r) * n;
        for (int i = 0; i < n; i++) out[i] = 0;
        moments<V, S>(e, program, false, e.order, points, weights + r, program.components * k, k, start[node],
                      start[node] + count[node], center + 3 * node, radius[node], sum, sets, out);
      }
    }
    return 0;
  }
  const int64_t level = levels - phase, first = level_start[level], stop = level_start[level + 1];
  if (begin < 0) return units(stop - first, NODES_PER_UNIT);
  Translator<V, S> shift(e);
  constexpr int width = lanes<V>;
  int nodes[width];
  int64_t next = first + begin * NODES_PER_UNIT;
  const int64_t last = first + end * NODES_PER_UNIT < stop ? first + end * NODES_PER_UNIT : stop;
  while (next < last) {
    int used = 0;
    for (; next < last && used < width; next++)
      if (child[next] >= 0) nodes[used++] = next;
    if (!used) break;
    for (int64_t r = 0; r < k; r++)
      for (int right = 0; right < 2; right++) {
        V x, y, z, parent_radius, ratio;
        for (int i = 0; i < width; i++) {
          const int node = nodes[i < used ? i : 0], c = child[node] + right;
          shift.load(i, multipoles + (c * k + r) * n);
          x[i] = center[3 * c] - center[3 * node];
          y[i] = center[3 * c + 1] - center[3 * node + 1];
          z[i] = center[3 * c + 2] - center[3 * node + 2];
          parent_radius[i] = radius[node];
          ratio[i] = radius[c] / radius[node];
        }
        shift.shift(e.m2m, x, y, z, parent_radius, ratio, constant<V>(1));
        for (int i = 0; i < used; i++) {
          S* out = multipoles + (nodes[i] * k + r) * n;
          for (int c = 0; c < n; c++) out[c] = (right ? out[c] : S(0)) + shift.b[c][i];
        }
      }
  }
  return 0;
}

// ints, reals, multipoles, target center, radius, source center, radius, list start, list source, target nodes
// -> local. scalars: right-hand sides, room for target nodes.
template <class V, class S>
int64_t m2l(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const int64_t k = scalars[0], nodes = used_nodes(*at<int>(buffers, 9), scalars[1]);
  if (phase > 0) return -1;
  if (begin < 0) return units(nodes, NODES_PER_UNIT);
  const Expansion<S> e(at<int>(buffers, 0), at<S>(buffers, 1));
  const int64_t n = e.n;
  const S* multipoles = at<S>(buffers, 2);
  const S *target_center = at<S>(buffers, 3), *target_radius = at<S>(buffers, 4);
  const S *source_center = at<S>(buffers, 5), *source_radius = at<S>(buffers, 6);
  const int *start = at<int>(buffers, 7), *source = at<int>(buffers, 8);
  S* local = static_cast<S*>(buffers[10]);
  Translator<V, S> pair(e);
  Scratch<V> sum(n);
  constexpr int width = lanes<V>;
  for (int64_t t = begin * NODES_PER_UNIT; t < end * NODES_PER_UNIT && t < nodes; t++)
    for (int64_t r = 0; r < k; r++) {
      for (int i = 0; i < n; i++) sum[i] = V{};
      for (int64_t first = start[t]; first < start[t + 1]; first += width) {
        V x, y, z, unit, used;
        for (int i = 0; i < width; i++) {
          const bool valid = first + i < start[t + 1];
          const int64_t s = source[valid ? first + i : first];
          pair.load(i, multipoles + (s * k + r) * n);
          x[i] = target_center[3 * t] - source_center[3 * s];
          y[i] = target_center[3 * t + 1] - source_center[3 * s + 1];
          z[i] = target_center[3 * t + 2] - source_center[3 * s + 2];
          unit[i] = source_radius[s];
          used[i] = valid ? S(1) : S(0);
        }
        pair.m2l(x, y, z, unit, constant<V>(0) + target_radius[t], used);
        for (int i = 0; i < n; i++) sum[i] += pair.b[i];
      }
      S* out = local + (t * k + r) * n;
      for (int i = 0; i < n; i++) out[i] = total(sum[i]);
    }
  return 0;
}

// L2L level by level (phases 0 to levels - 1), then L2P at the leaves.
// ints, reals, program, local, points, start, count, parent, center, radius, level_start, leaves, n_leaves
// -> local (the same memory), result (points, components, right-hand sides). scalars: right-hand sides, levels.
template <class V, class S>
int64_t downward(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const Expansion<S> e(at<int>(buffers, 0), at<S>(buffers, 1));
  const Program program(at<int>(buffers, 2));
  const int64_t k = scalars[0], levels = scalars[1], n = e.n;
  const S* points = at<S>(buffers, 4);
  const int *start = at<int>(buffers, 5), *count = at<int>(buffers, 6), *parent = at<int>(buffers, 7);
  const S *center = at<S>(buffers, 8), *radius = at<S>(buffers, 9);
  const int *level_start = at<int>(buffers, 10), *leaves = at<int>(buffers, 11);
  S *local = static_cast<S*>(buffers[13]), *result = static_cast<S*>(buffers[14]);
  constexpr int width = lanes<V>;
  if (phase > levels) return -1;
  if (phase < levels) {
    const int64_t first = level_start[phase], stop = level_start[phase + 1];
    if (begin < 0) return phase == 0 ? 0 : units(stop - first, NODES_PER_UNIT);
    Translator<V, S> shift(e);
    const int64_t last = first + end * NODES_PER_UNIT < stop ? first + end * NODES_PER_UNIT : stop;
    for (int64_t next = first + begin * NODES_PER_UNIT; next < last; next += width)
      for (int64_t r = 0; r < k; r++) {
        V x, y, z, unit, ratio;
        for (int i = 0; i < width; i++) {
          const int64_t node = next + i < last ? next + i : last - 1, p = parent[node];
          shift.load(i, local + (p * k + r) * n);
          x[i] = center[3 * node] - center[3 * p];
          y[i] = center[3 * node + 1] - center[3 * p + 1];
          z[i] = center[3 * node + 2] - center[3 * p + 2];
          unit[i] = radius[p];
          ratio[i] = radius[node] / radius[p];
        }
        shift.shift(e.l2l, x, y, z, unit, constant<V>(1), ratio);
        for (int i = 0; i < width && next + i < last; i++) {
          S* out = local + ((next + i) * k + r) * n;
          for (int c = 0; c < n; c++) out[c] += shift.b[c][i];
        }
      }
    return 0;
  }
  const int64_t n_leaves = *at<int>(buffers, 12);
  if (begin < 0) return units(n_leaves, LEAVES_PER_UNIT);
  Scratch<S> sets(program.sets * n);
  V values[MAX_COMPONENTS];
  for (int64_t leaf = begin * LEAVES_PER_UNIT; leaf < end * LEAVES_PER_UNIT && leaf < n_leaves; leaf++) {
    const int node = leaves[leaf];
    const S unit = S(1) / radius[node];
    const int64_t first = start[node], last = first + count[node];
    for (int64_t r = 0; r < k; r++) {
      for (int i = 0; i < n; i++) sets[i] = local[(node * k + r) * n + i];
      differentiate(e, program, false, unit, 1, sets.data, n);
      for (int64_t p = first; p < last; p += width) {
        Points<V, S> u(points, p, last, center + 3 * node, unit);
        for (int c = 0; c < program.sets; c++) values[c] = V{};
        Evaluate<V, S> sink{values, sets, program.sets, int(n)};
        walk(e.order, u.x, u.y, u.z, constant<V>(1), e.walk, sink);
        for (int c = 0; c < program.components; c++)
          for (int i = 0; i < width && p + i < last; i++)
            result[((p + i) * program.components + c) * k + r] = values[program.outputs[c]][i];
      }
    }
  }
  return 0;
}

// ints, reals, program, multipoles, points, target start, count, leaves, n_leaves, source center, radius, list start,
// list source -> result (points, components, right-hand sides). scalars: right-hand sides.
template <class V, class S>
int64_t m2p(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  if (phase > 0) return -1;
  const int64_t k = scalars[0], n_leaves = *at<int>(buffers, 8);
  if (begin < 0) return n_leaves;
  const Expansion<S> e(at<int>(buffers, 0), at<S>(buffers, 1));
  const Program program(at<int>(buffers, 2));
  const S *multipoles = at<S>(buffers, 3), *points = at<S>(buffers, 4);
  const int *start = at<int>(buffers, 5), *count = at<int>(buffers, 6), *leaves = at<int>(buffers, 7);
  const S *center = at<S>(buffers, 9), *radius = at<S>(buffers, 10);
  const int *list_start = at<int>(buffers, 11), *source = at<int>(buffers, 12);
  S* result = static_cast<S*>(buffers[13]);
  constexpr int width = lanes<V>;
  const int order = e.order + program.raised, n = (order + 1) * (order + 1);
  Scratch<S> sets(program.sets * n);
  for (int64_t leaf = begin; leaf < end; leaf++) {
    const int node = leaves[leaf];
    const int64_t first = start[node], last = first + count[node], batches = units(last - first, width);
    Scratch<V> values(batches * program.sets);
    for (int64_t r = 0; r < k; r++) {
      for (int i = 0; i < batches * program.sets; i++) values[i] = V{};
      for (int64_t i = list_start[leaf]; i < list_start[leaf + 1]; i++) {
        const int64_t s = source[i];
        const S unit = S(1) / radius[s];
        for (int c = 0; c < n; c++) sets[c] = c < e.n ? multipoles[(s * k + r) * e.n + c] * unit : S(0);
        differentiate(e, program, true, -unit, 1, sets.data, n);
        for (int64_t b = 0; b < batches; b++) {
          Points<V, S> u(points, first + b * width, last, center + 3 * s, unit);
          const V factor = invert(u.x, u.y, u.z);
          Evaluate<V, S> sink{values + b * program.sets, sets, program.sets, n};
          walk(order, u.x, u.y, u.z, factor, e.walk, sink);
        }
      }
      for (int64_t p = first; p < last; p++)
        for (int c = 0; c < program.components; c++)
          result[(p * program.components + c) * k + r] =
              values[(p - first) / width * program.sets + program.outputs[c]][(p - first) % width];
    }
  }
  return 0;
}

// ints, reals, program, points, weights, source start, count, leaves, target center, radius, list start, list source,
// target nodes -> local. scalars: right-hand sides, room for target nodes.
template <class V, class S>
int64_t p2l(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const int64_t k = scalars[0], nodes = used_nodes(*at<int>(buffers, 12), scalars[1]);
  if (phase > 0) return -1;
  if (begin < 0) return units(nodes, NODES_PER_UNIT);
  const Expansion<S> e(at<int>(buffers, 0), at<S>(buffers, 1));
  const Program program(at<int>(buffers, 2));
  const S *points = at<S>(buffers, 3), *weights = at<S>(buffers, 4);
  const int *start = at<int>(buffers, 5), *count = at<int>(buffers, 6), *leaves = at<int>(buffers, 7);
  const S *center = at<S>(buffers, 8), *radius = at<S>(buffers, 9);
  const int *list_start = at<int>(buffers, 10), *source = at<int>(buffers, 11);
  S* local = static_cast<S*>(buffers[13]);
  const int order = e.order + program.raised, n = (order + 1) * (order + 1);
  Scratch<V> sum(program.components * n);
  Scratch<S> sets(program.sets * n);
  for (int64_t t = begin * NODES_PER_UNIT; t < end * NODES_PER_UNIT && t < nodes; t++)
    for (int64_t r = 0; r < k; r++) {
      S* out = local + (t * k + r) * e.n;
      for (int i = 0; i < e.n; i++) out[i] = 0;
      for (int64_t i = list_start[t]; i < list_start[t + 1]; i++) {
        const int node = leaves[source[i]];
        moments<V, S>(e, program, true, order, points, weights + r, program.components * k, k, start[node],
                      start[node] + count[node], center + 3 * t, radius[t], sum, sets, out);
      }
    }
  return 0;
}

}  // namespace

#define JAXFMM_PASS(name)                                                                     \
  JAXFMM_KERNEL(laplace3d_##name##_f32) { return name<vf, float>(buffers, scalars, phase, begin, end); } \
  JAXFMM_KERNEL(laplace3d_##name##_f64) { return name<vd, double>(buffers, scalars, phase, begin, end); }

JAXFMM_PASS(upward)
JAXFMM_PASS(m2l)
JAXFMM_PASS(downward)
JAXFMM_PASS(m2p)
JAXFMM_PASS(p2l)
