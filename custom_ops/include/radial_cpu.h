// Taylor expansions of radial kernels on CPUs: translations by tables, for the passes of passes.h.
// The order is known only at run time.
#pragma once
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "passes.h"
#include "radial.h"

namespace {

template <int DIM, class Function, class V, class S>
struct RadialTranslator {
  using E = Radial<DIM, Function, S>;
  const E& e;
  Scratch<V> a, b, tensor;
  explicit RadialTranslator(const E& e) : e(e), a(e.n), b(e.n), tensor(e.size(e.order + 1)) {}

  void m2l(const V (&d)[DIM], V source_radius, V target_radius) {
    const V unit = constant<V>(1) / e.derivatives(e.order + 1, d, tensor.data);
    scale(-source_radius * unit, a.data);
    const int* places = e.products;
    for (int degree = 0, c = 0; degree <= e.order; degree++)
      for (; c < e.size(degree); c++) {
        const int terms = degree ? e.size(e.order + 1 - degree) : e.n;
        V sum = V{}, other = V{};
        int i = 0;
        for (; i + 1 < terms; i += 2) {
          sum += a[i] * tensor[places[i]];
          other += a[i + 1] * tensor[places[i + 1]];
        }
        if (i < terms) sum += a[i] * tensor[places[i]];
        b[c] = sum + other;
        places += terms;
      }
    scale(target_radius * unit, b.data);
  }

  // Both shifts go along one axis after the other, in place.
  void m2m(const V (&d)[DIM], V radius, V ratio) {
    scale(ratio, a.data);
    for (int axis = 0; axis < DIM; axis++) {
      const int* down = e.down + axis * e.top_n;
      const V t = d[axis] / radius;
      for (int c = e.n - 1; c > 0; c--) {
        V power = t, sum = a[c];
        for (int i = 1, lower = down[c]; lower >= 0;
             lower = down[lower], i++, power = power * (t * inverse(i)))
          sum += power * a[lower];
        a[c] = sum;
      }
    }
    for (int c = 0; c < e.n; c++) b[c] = a[c];
  }
  void l2l(const V (&d)[DIM], V radius, V ratio) {
    for (int axis = 0; axis < DIM; axis++) {
      const int* down = e.down + axis * e.top_n;
      const V t = d[axis] / radius;
      for (int c = 1; c < e.n; c++) {
        V power = t;
        for (int i = 1, lower = down[c]; lower >= 0;
             lower = down[lower], i++, power = power * (t * inverse(i)))
          a[lower] += power * a[c];
      }
    }
    scale(ratio, a.data);
    for (int c = 0; c < e.n; c++) b[c] = a[c];
  }

 private:
  V inverse(int i) const { return broadcast<V>(e.inverse[i]); }
  void scale(V factor, V* coefficients) const {
    V power = factor;
    for (int degree = 1, c = 1; degree <= e.order; degree++, power = power * factor)
      for (; c < e.size(degree); c++) coefficients[c] *= power;
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
