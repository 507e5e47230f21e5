// Taylor expansions of radial kernels on CPUs: translations by tables, for the passes of passes.h.
// The order is known only at run time.
#pragma once
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "passes.h"
#include "radial.h"

namespace {

template <int DIM, class Function, class V, class S>
struct RadialTranslator {
  static constexpr int COLUMNS = MOST_COLUMNS;
  using E = Radial<DIM, Function, S>;
  const E& e;
  Scratch<V> a, b, tensor;
  V before, after, t[DIM];
  explicit RadialTranslator(const E& e)
      : e(e), a(COLUMNS * e.n), b(COLUMNS * e.n), tensor(e.size(e.order + 1)) {}

  void set_m2l(const V (&d)[DIM], V source_radius, V target_radius) {
    const V unit = constant<V>(1) / e.derivatives(e.order + 1, d, tensor.data);
    before = -source_radius * unit, after = target_radius * unit;
  }

  template <int COUNT>
  void m2l() {
    using T = Columns<V, COUNT>;
    T *from = coefficients<T>(a), *to = coefficients<T>(b);
    scale(before, from);
    const int* places = e.products;
    for (int degree = 0, c = 0; degree <= e.order; degree++)
      for (; c < e.size(degree); c++) {
        const int terms = degree ? e.size(e.order + 1 - degree) : e.n;
        T sum = T(), other = T();
        int i = 0;
        for (; i + 1 < terms; i += 2) {
          sum += tensor[places[i]] * from[i];
          other += tensor[places[i + 1]] * from[i + 1];
        }
        if (i < terms) sum += tensor[places[i]] * from[i];
        to[c] = sum + other;
        places += terms;
      }
    scale(after, to);
  }

  void set_m2m(const V (&d)[DIM], V radius, V ratio) { set_shift(d, radius, ratio); }
  void set_l2l(const V (&d)[DIM], V radius, V ratio) { set_shift(d, radius, ratio); }

  // Both shifts go along one axis after the other, in place.
  template <int COUNT>
  void m2m() {
    using T = Columns<V, COUNT>;
    T *from = coefficients<T>(a), *to = coefficients<T>(b);
    scale(before, from);
    for (int axis = 0; axis < DIM; axis++) {
      const int* down = e.down + axis * e.top_n;
      for (int c = e.n - 1; c > 0; c--) {
        V power = t[axis];
        T sum = from[c];
        for (int i = 1, lower = down[c]; lower >= 0;
             lower = down[lower], i++, power = power * (t[axis] * inverse(i)))
          sum += power * from[lower];
        from[c] = sum;
      }
    }
    for (int c = 0; c < e.n; c++) to[c] = from[c];
  }
  template <int COUNT>
  void l2l() {
    using T = Columns<V, COUNT>;
    T *from = coefficients<T>(a), *to = coefficients<T>(b);
    for (int axis = 0; axis < DIM; axis++) {
      const int* down = e.down + axis * e.top_n;
      for (int c = 1; c < e.n; c++) {
        V power = t[axis];
        for (int i = 1, lower = down[c]; lower >= 0;
             lower = down[lower], i++, power = power * (t[axis] * inverse(i)))
          from[lower] += power * from[c];
      }
    }
    scale(before, from);
    for (int c = 0; c < e.n; c++) to[c] = from[c];
  }

 private:
  template <class T>
  static T* coefficients(V* x) {
    return reinterpret_cast<T*>(x);
  }
  V inverse(int i) const { return broadcast<V>(e.inverse[i]); }
  void set_shift(const V (&d)[DIM], V radius, V ratio) {
    for (int axis = 0; axis < DIM; axis++) t[axis] = d[axis] / radius;
    before = ratio;
  }
  template <class T>
  void scale(V factor, T* coefficients) const {
    V power = factor;
    for (int degree = 1, c = 1; degree <= e.order; degree++, power = power * factor)
      for (; c < e.size(degree); c++) coefficients[c] = power * coefficients[c];
  }
};

template <int DIM, class Function>
struct RadialFamily {
  template <class S>
  using Expansion = Radial<DIM, Function, S>;
  template <class V, class S>
  using Translator = RadialTranslator<DIM, Function, V, S>;
};

}  // namespace
