// Sums over the harmonics of an expansion at particles, on CPUs: lanes of vectors are particles of
// a leaf. Expansions call a sink for each harmonic (program.h).
#pragma once
#include "columns.h"
#include "program.h"
#include "rows.h"
#include "scratch.h"

namespace {

template <class S, class R>
void add(const S* from, int n, R* to) {
  for (int i = 0; i < n; i++) to[i] += from[i];
}

// Up to lanes<V> points of rows [first, last) relative to a centre, divided by a radius. Unused
// lanes repeat the last point.
template <class V, class S, int DIM>
struct Points {
  V u[DIM];
  template <class Point>
  Points(const Point* points, int64_t first, int64_t last, const Point* center, S radius) {
    const S unit = S(1) / radius;
    for (int i = 0; i < lanes<V>; i++) {
      const Point* p = points + DIM * (first + i < last ? first + i : last - 1);
      for (int a = 0; a < DIM; a++) u[a][i] = (S(p[a]) - S(center[a])) * unit;
    }
  }
};

// A sink of harmonics: sum[c * n + i] += harmonic i times weight c, lane by lane, for `count`
// weights.
template <class V>
struct Accumulate {
  V* sum;
  const V* weights;
  int count, n;
  void operator()(int i, V harmonic) {
    for (int c = 0; c < count; c++) sum[c * n + i] += harmonic * weights[c];
  }
};

template <class V, int COUNT>
struct AccumulateFew {
  V* sum;
  const V* weights;
  int n;
  void operator()(int i, V harmonic) {
#pragma GCC unroll 4
    for (int c = 0; c < COUNT; c++) sum[c * n + i] += harmonic * weights[c];
  }
};

// A dual number: a value and its directional derivative.
template <class V>
struct Dual {
  V value, slope;
  friend HD Dual operator+(const Dual& x, const Dual& y) {
    return {x.value + y.value, x.slope + y.slope};
  }
  friend HD Dual operator-(const Dual& x, const Dual& y) {
    return {x.value - y.value, x.slope - y.slope};
  }
  friend HD Dual operator*(const Dual& x, const Dual& y) {
    return {x.value * y.value, x.slope * y.value + x.value * y.slope};
  }
  friend HD Dual operator-(typename element<V>::type x, const Dual& y) {
    return {x - y.value, V{} - y.slope};
  }
};

template <class V>
struct element<Dual<V>> : element<V> {};

template <class V>
HD Dual<V> times(typename element<V>::type number, const Dual<V>& x) {
  return {times(number, x.value), times(number, x.slope)};
}

// A sink of harmonics whose slope is along the dipole of each lane: sum[i] += charge * harmonic i +
// its slope.
template <class V>
struct AccumulateDual {
  V* sum;
  V charge;
  void operator()(int i, const Dual<V>& harmonic) {
    sum[i] += harmonic.value * charge + harmonic.slope;
  }
};

// A sink of harmonics: result[c] += harmonic i times coefficient i of set c, for COUNT sets, whose
// results stay in registers.
template <class V, class S, int COUNT>
struct Evaluate {
  V result[COUNT];
  const S* sets;
  int n;
  void operator()(int i, V harmonic) {
#pragma GCC unroll 16
    for (int c = 0; c < COUNT; c++) result[c] += harmonic * sets[c * n + i];
  }
};

// result[c] += the value of set c at places u, in units of the radius, for `count` sets of n
// coefficients, up to degree `top`.
template <bool FAR, class Expansion, class V, class S, int DIM>
void evaluate(const Expansion& e, int top, const V (&u)[DIM], S radius, const S* sets, int count,
              int n, V* result) {
  const auto run = [&](auto some) {
    Evaluate<V, S, some> sink{{}, sets, n};
    e.template harmonics<FAR>(top, u, radius, sink);
    for (int c = 0; c < some; c++) result[c] += sink.result[c];
    sets += some * n, result += some, count -= some;
  };
  if constexpr (MOST_COLUMNS == 4)
    while (count >= 16) run(std::integral_constant<int, 16>());
  while (count >= 8) run(std::integral_constant<int, 8>());
  // potential and gradient in two dimensions
  while (count % 3 == 0 && count) run(std::integral_constant<int, 3>());
  while (count >= 4) run(std::integral_constant<int, 4>());  // and in three
  while (count) run(std::integral_constant<int, 1>());
}

// out += factor times the derivative of `in` along `axis`, n coefficients each. Columns from n on
// are not there; the loop has no branch for them.
template <class Expansion, class S>
void derive(const Expansion& e, bool raising, int axis, S factor, const S* in, S* __restrict out,
            int n) {
  const int* columns = raising ? e.raise_columns : e.lower_columns;
  const S* values = raising ? e.raise_values : e.lower_values;
  for (int i = 0; i < n; i++) {
    S sum = 0;
    for (int term = 0; term < Expansion::TERMS; term++) {
      const int place = (axis * Expansion::TERMS + term) * e.top_n + i, column = columns[place];
      const S value = values[place] * in[column < n ? column : 0];
      sum += column < n ? value : S(0);
    }
    out[i] += factor * sum;
  }
}

// Runs the steps of the program, which derive sets of n coefficients from the first `inputs` sets.
template <class Expansion, class S>
void differentiate(const Expansion& e, const Program& program, bool raising, S unit, int inputs,
                   S* sets, int n) {
  for (int i = inputs * n; i < program.sets * n; i++) sets[i] = 0;
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive(e, raising, step[0], unit, sets + step[1] * n, sets + step[2] * n, n);
  }
}

// Adds the moments of weighted sources [first, last) to the coefficients `out` of a cell: to its
// multipole (P2M), or to its local expansion (FAR, P2L). Weights (n, components, k), of which
// `columns` columns are used, at most COLUMNS; coefficients (columns, e.n).
template <bool FAR, class Expansion, class V, class S>
struct Moments {
  static constexpr int DIM = Expansion::DIM, COLUMNS = 4;
  const Expansion& e;
  const Program& program;
  int top, n;
  Scratch<V> sum, w;
  Scratch<S> sets;
  Moments(const Expansion& e, const Program& program)
      : e(e), program(program), top(FAR ? e.order + program.raised : e.order), n(e.size(top)),
        sum(COLUMNS * program.components * n), w(COLUMNS * program.components),
        sets(program.sets * n) {}

  void operator()(const S* points, const S* weights, int64_t k, int columns, int64_t first,
                  int64_t last, const S* center, S radius, S* out) {
    // Charges and dipoles take one set of sums, and not one for each component: of harmonics as
    // dual numbers.
    const bool dual = !FAR && program.raised == 1;
    const int width = lanes<V>, components = program.components, count = columns * components,
              size = dual ? n : components * n;
    for (int i = 0; i < columns * size; i++) sum[i] = V{};
    for (int64_t at = first; at < last; at += width) {
      const Points<V, S, DIM> p(points, at, last, center, radius);
      for (int c = 0; c < components; c++)
        for (int j = 0; j < columns; j++)
          for (int i = 0; i < width; i++)
            w[j * components + c][i] =
                at + i < last ? weights[((at + i) * components + c) * k + j] : S(0);
      if (dual) {
        for (int j = 0; j < columns; j++)
          accumulate_dipoles(p.u, radius, w + j * components, sum + j * n);
      } else if (count == 1) {
        accumulate(p.u, radius, AccumulateFew<V, 1>{sum, w, n});
      } else if (count == 4) {
        accumulate(p.u, radius, AccumulateFew<V, 4>{sum, w, n});
      } else {
        accumulate(p.u, radius, Accumulate<V>{sum, w, count, n});
      }
    }
    for (int j = 0; j < columns; j++, out += e.n) {
      totals<V, S>(sum + j * size, size, sets);
      if (!dual)
        differentiate(e, program, !FAR, S(1) / (FAR ? -radius : radius), components, sets.data, n);
      add(sets + (dual ? 0 : program.root) * n, e.n, out);
    }
  }

 private:
  template <class Sink>
  void accumulate(const V (&u)[DIM], S radius, Sink sink) {
    e.template harmonics<FAR>(top, u, radius, sink);
  }
  // The steps of the program say along which axis each dipole's component is.
  void accumulate_dipoles(const V (&u)[DIM], S radius, const V* w, V* sum) {
    Dual<V> place[DIM];
    for (int a = 0; a < DIM; a++) place[a] = {u[a], V{}};
    for (int s = 0; s < program.steps; s++)
      place[program.list[3 * s]].slope = w[program.list[3 * s + 1]] * (S(1) / radius);
    AccumulateDual<V> sink{sum, program.root < program.components ? w[program.root] : V{}};
    e.template harmonics<false>(top, place, radius, sink);
  }
};

}  // namespace
