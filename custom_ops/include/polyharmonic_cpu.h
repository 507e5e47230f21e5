// Polyharmonic expansions on CPUs: translations by tables, for the passes of passes.h. The order is
// known only at run time.
#pragma once
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "passes.h"
#include "polyharmonic.h"

namespace {

template <class Function, class V, class S>
struct PolyharmonicTranslator {
  using E = Polyharmonic<S>;
  const E& e;
  Scratch<V> a, b, phases, numbers;
  Frame<V> f;
  explicit PolyharmonicTranslator(const E& e)
      : e(e), a(e.n), b(e.n), phases(5 * (e.order + 1)), numbers(e.scratch),
        f{part(0), part(1), part(2), part(3), part(4)} {}

  void m2l(const V (&d)[3], V source_radius, V target_radius) {
    const V one = constant<V>(1), zero = constant<V>(0),
            length = frame(e.order, d[0], d[1], d[2], f, 1, 0);
    const auto apart = length > zero;
    const V distance = select_(apart, length, one), unit = select_(apart, one / distance, zero);
    scale(-source_radius * unit, e.factors, a.data);
    to_axis();
    between(distance, unit);
    from_axis();
    scale(target_radius * unit, e.factors, b.data);
  }
  void m2m(const V (&d)[3], V radius, V ratio) { shift(e.up, d, radius, ratio, constant<V>(1)); }
  void l2l(const V (&d)[3], V radius, V ratio) { shift(e.down, d, radius, constant<V>(1), ratio); }

 private:
  V* part(int i) { return phases + i * (e.order + 1); }

  // Calls visit(k, its highest l, its first coefficient).
  template <class Visit>
  void each(Visit visit) const {
    for (int k = 0, first = 0; k < E::KINDS; k++) {
      const int top = E::highest(e.order, k);
      if (top < 0) return;
      visit(k, top, first);
      first += (top + 1) * (top + 1);
    }
  }

  // Multiplies coefficients by factor^(l + 2k), and by c_kl unless c is null.
  void scale(V factor, const S* c, V* x) const {
    V first = constant<V>(1);
    each([&](int, int top, int) {
      V power = first;
      for (int l = 0; l <= top; l++, power = power * factor) {
        const V number = c ? times(*c++, power) : power;
        for (int m = -l; m <= l; m++, x++) *x = *x * number;
      }
      first = first * factor * factor;
    });
  }

  template <int SIGN>
  void turn_all(const V* cosine, const V* sine, V* x) const {
    each([&](int, int top, int first) { turn<SIGN>(top, cosine, sine, x + first, 1, 0, 1); });
  }

  // Turns the shift in `a` to the z axis; the result is in `a`.
  void to_axis() {
    turn_all<-1>(f.cos_phi, f.sin_phi, a);
    exchange(e.exchanged, a.data, b.data, 1, 0, 1);
    turn_all<1>(f.cos_psi, f.sin_psi, b);
    exchange(e.exchanged, b.data, a.data, 1, 0, 1);
  }
  // Turns `b` back; the result is in `b`.
  void from_axis() {
    exchange(e.exchanged, b.data, a.data, 1, 0, 1);
    turn_all<-1>(f.cos_psi, f.sin_psi, a);
    exchange(e.exchanged, a.data, b.data, 1, 0, 1);
    turn_all<1>(f.cos_phi, f.sin_phi, b);
  }

  // M2L along z, from a to b.
  void between(V distance, V unit) {
    const int* place = e.between.places;
    const S* value = e.between.values;
    const int count = *place++;
    V *g = numbers, *u = g + count;
    derivatives(distance, unit, count, place, value, g);
    for (int m = 0; m <= e.order; m++) {
      const int rows = *place++, *cosines = place, *sines = place + rows;
      place += m ? 2 * rows : rows;
      V* next = u;
      for (int kinds = *place++; kinds > 0; kinds--) {
        const int terms = *place++, count = *place++;
        if (terms == 1)
          combine<1>(count, terms, place, value, g, next);
        else if (terms == 2)
          combine<2>(count, terms, place, value, g, next);
        else if (terms == 3)
          combine<3>(count, terms, place, value, g, next);
        else
          combine<0>(count, terms, place, value, g, next);
      }
      *next = V{};
      int row = 0;
      for (; row + 4 <= rows; row += 4)
        mix<4>(row, rows, place + row * rows, u, cosines, m ? sines : nullptr);
      for (; row < rows; row++)
        mix<1>(row, rows, place + row * rows, u, cosines, m ? sines : nullptr);
      place += rows * rows;
    }
  }

  // Computes `count` numbers U of `terms` terms each; TERMS is the same number at compile time, or
  // 0.
  template <int TERMS>
  static void combine(int count, int terms, const int*& place, const S*& value, const V* g, V*& u) {
    const int all = TERMS ? TERMS : terms;
    for (; count > 0; count--, place += all, value += all) {
      V sum = times(value[0], g[place[0]]);
#pragma GCC unroll 4
      for (int i = 1; i < all; i++) sum += times(value[i], g[place[i]]);
      *u++ = sum;
    }
  }

  // Computes SOME rows of one m; places: where their numbers U are.
  template <int SOME>
  void mix(int row, int rows, const int* places, const V* u, const int* cosines, const int* sines) {
    V cosine[SOME] = {}, sine[SOME] = {};
    for (int c = 0; c < rows; c++) {
      const V x = a[cosines[c]], y = sines ? a[sines[c]] : V{};
#pragma GCC unroll 4
      for (int r = 0; r < SOME; r++) {
        const V one = u[places[r * rows + c]];
        cosine[r] += one * x;
        if (sines) sine[r] += one * y;
      }
    }
    for (int r = 0; r < SOME; r++) {
      b[cosines[row + r]] = cosine[r];
      if (sines) b[sines[row + r]] = sine[r];
    }
  }

  // Computes the g_j,n (jaxfmm/expansions/polyharmonic/operators.py).
  void derivatives(V distance, V unit, int count, const int*& place, const S*& value, V* g) const {
    V p[Function::PARAMETERS + 1], all[Function::ORDER + 1], factor = constant<V>(1);
    for (int i = 0; i < Function::PARAMETERS; i++) p[i] = broadcast<V>(e.parameters[i]);
    Function::values(constant<V>(1), distance, p, all);
    for (int k = 0; k < Function::DEGREE; k++) factor = factor * distance;
    for (int k = 0; k > Function::DEGREE; k--) factor = factor * unit;
    for (int i = 0; i < count; i++, place += 3)
      g[i] = place[0] ? times(*value++, g[place[1]]) + g[place[2]] : factor * all[place[1]];
  }

  void shift(const typename E::Terms& along, const V (&d)[3], V radius, V before, V after) {
    const V t = frame(e.order, d[0], d[1], d[2], f, 1, 0) / radius;
    V power = constant<V>(1);
    for (int l = 0; l <= e.order; l++, power = power * t) f.powers[l] = power;
    scale(before, nullptr, a.data);
    to_axis();
    const int* place = along.places;
    const S* value = along.values;
    for (int row = 0; row < e.n; row++) {
      V sum = V{};
      for (int terms = *place++; terms > 0; terms--, place += 2)
        sum += times(*value++, f.powers[place[1]]) * a[place[0]];
      b[row] = sum;
    }
    from_axis();
    scale(after, nullptr, b.data);
  }
};

template <class Function>
struct PolyharmonicFamily {
  template <class S>
  using Expansion = Polyharmonic<S>;
  template <class V, class S>
  using Translator = PolyharmonicTranslator<Function, V, S>;
};

}  // namespace
