// Polyharmonic expansions on CPUs: translations by tables, for the passes of passes.h. The order is
// known only at run time.
#pragma once
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "passes.h"
#include "polyharmonic.h"

namespace {

template <class Function, class V, class S>
struct PolyharmonicTranslator {
  static constexpr int COLUMNS = MOST_COLUMNS;
  using E = Polyharmonic<S>;
  const E& e;
  Scratch<V> a, b, phases, numbers;
  Frame<V> f;
  V before, after;
  // The first number behind those of `derivatives`, and where the tables go on.
  V* next;
  const int* places;
  const S* values;
  explicit PolyharmonicTranslator(const E& e)
      : e(e), a(COLUMNS * e.n), b(COLUMNS * e.n), phases(5 * (e.order + 1)),
        numbers(e.scratch), f{part(0), part(1), part(2), part(3), part(4)} {}

  void set_m2l(const V (&d)[3], V source_radius, V target_radius) {
    const V one = constant<V>(1), zero = constant<V>(0),
            length = frame(e.order, d[0], d[1], d[2], f, 1, 0);
    const auto apart = length > zero;
    const V distance = select_(apart, length, one), unit = select_(apart, one / distance, zero);
    before = -source_radius * unit, after = target_radius * unit;
    derivatives(distance, unit);
  }
  void set_m2m(const V (&d)[3], V radius, V ratio) { set_shift(d, radius, ratio, constant<V>(1)); }
  void set_l2l(const V (&d)[3], V radius, V ratio) { set_shift(d, radius, constant<V>(1), ratio); }

  template <int COUNT>
  void m2l() {
    using T = Columns<V, COUNT>;
    T *from = reinterpret_cast<T*>(a.data), *to = reinterpret_cast<T*>(b.data);
    scale(before, e.factors, from);
    to_axis(from, to);
    between(from, to);
    from_axis(from, to);
    scale(after, e.factors, to);
  }
  template <int COUNT>
  void m2m() {
    shift<Columns<V, COUNT>>(e.up);
  }
  template <int COUNT>
  void l2l() {
    shift<Columns<V, COUNT>>(e.down);
  }

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
  template <class T>
  void scale(V factor, const S* c, T* x) const {
    V first = constant<V>(1);
    each([&](int, int top, int) {
      V power = first;
      for (int l = 0; l <= top; l++, power = power * factor) {
        const V number = c ? times(*c++, power) : power;
        for (int m = -l; m <= l; m++, x++) *x = number * *x;
      }
      first = first * factor * factor;
    });
  }

  template <int SIGN, class T>
  void turn_all(const V* cosine, const V* sine, T* x) const {
    each([&](int, int top, int first) { turn<SIGN>(top, cosine, sine, x + first, 1, 0, 1); });
  }

  // Turns the shift in `from` to the z axis; the result is in `from`.
  template <class T>
  void to_axis(T* from, T* to) {
    turn_all<-1>(f.cos_phi, f.sin_phi, from);
    exchange(e.exchanged, from, to, 1, 0, 1);
    turn_all<1>(f.cos_psi, f.sin_psi, to);
    exchange(e.exchanged, to, from, 1, 0, 1);
  }
  // Turns `to` back; the result is in `to`.
  template <class T>
  void from_axis(T* from, T* to) {
    exchange(e.exchanged, to, from, 1, 0, 1);
    turn_all<-1>(f.cos_psi, f.sin_psi, from);
    exchange(e.exchanged, from, to, 1, 0, 1);
    turn_all<1>(f.cos_phi, f.sin_phi, to);
  }

  // M2L along z.
  template <class T>
  void between(const T* from, T* to) {
    const int* place = places;
    const S* value = values;
    const V* g = numbers;
    V* u = next;
    for (int m = 0; m <= e.order; m++) {
      const int rows = *place++, *cosines = place, *sines = place + rows;
      place += m ? 2 * rows : rows;
      V* end = u;
      for (int kinds = *place++; kinds > 0; kinds--) {
        const int terms = *place++, count = *place++;
        if (terms == 1)
          combine<1>(count, terms, place, value, g, end);
        else if (terms == 2)
          combine<2>(count, terms, place, value, g, end);
        else if (terms == 3)
          combine<3>(count, terms, place, value, g, end);
        else
          combine<0>(count, terms, place, value, g, end);
      }
      *end = V{};
      int row = 0;
      for (; row + 4 <= rows; row += 4)
        mix<4>(row, rows, place + row * rows, u, cosines, m ? sines : nullptr, from, to);
      for (; row < rows; row++)
        mix<1>(row, rows, place + row * rows, u, cosines, m ? sines : nullptr, from, to);
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
  template <int SOME, class T>
  void mix(int row, int rows, const int* places, const V* u, const int* cosines, const int* sines,
           const T* from, T* to) {
    T cosine[SOME] = {}, sine[SOME] = {};
    for (int c = 0; c < rows; c++) {
      const T x = from[cosines[c]], y = sines ? from[sines[c]] : T{};
#pragma GCC unroll 4
      for (int r = 0; r < SOME; r++) {
        const V one = u[places[r * rows + c]];
        cosine[r] += one * x;
        if (sines) sine[r] += one * y;
      }
    }
    for (int r = 0; r < SOME; r++) {
      to[cosines[row + r]] = cosine[r];
      if (sines) to[sines[row + r]] = sine[r];
    }
  }

  // Computes the g_j,n (jaxfmm/expansions/polyharmonic/operators.py).
  void derivatives(V distance, V unit) {
    const int* place = e.between.places;
    const S* value = e.between.values;
    const int count = *place++;
    V *g = numbers, p[Function::PARAMETERS + 1], all[Function::ORDER + 1], factor = constant<V>(1);
    for (int i = 0; i < Function::PARAMETERS; i++) p[i] = broadcast<V>(e.parameters[i]);
    Function::values(constant<V>(1), distance, p, all);
    for (int k = 0; k < Function::DEGREE; k++) factor = factor * distance;
    for (int k = 0; k > Function::DEGREE; k--) factor = factor * unit;
    for (int i = 0; i < count; i++, place += 3)
      g[i] = place[0] ? times(*value++, g[place[1]]) + g[place[2]] : factor * all[place[1]];
    next = g + count, places = place, values = value;
  }

  void set_shift(const V (&d)[3], V radius, V first, V last) {
    const V t = frame(e.order, d[0], d[1], d[2], f, 1, 0) / radius;
    V power = constant<V>(1);
    for (int l = 0; l <= e.order; l++, power = power * t) f.powers[l] = power;
    before = first, after = last;
  }

  template <class T>
  void shift(const typename E::Terms& along) {
    T *from = reinterpret_cast<T*>(a.data), *to = reinterpret_cast<T*>(b.data);
    scale(before, nullptr, from);
    to_axis(from, to);
    const int* place = along.places;
    const S* value = along.values;
    for (int row = 0; row < e.n; row++) {
      T sum = T{};
      for (int terms = *place++; terms > 0; terms--, place += 2)
        sum += times(*value++, f.powers[place[1]]) * from[place[0]];
      to[row] = sum;
    }
    from_axis(from, to);
    scale(after, nullptr, to);
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
