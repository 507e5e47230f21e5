// The 3D harmonic expansions on CPUs, for the passes of passes.h: M2L and shifts by the tables of
// translations.h.
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "laplace3d.h"
#include "passes.h"

namespace {

// Rotations go degree by degree: the coefficients of a degree stay in the fastest memory.
template <class V, class S>
struct Translator {
  static constexpr int COLUMNS = MOST_COLUMNS;
  const Expansion<S>& e;
  Scratch<V> a, b, phases;
  Frame<V> f;
  V *before, *after;  // the factors of the coefficients of each degree
  explicit Translator(const Expansion<S>& e)
      : e(e), a(COLUMNS * e.n), b(COLUMNS * e.n), phases(7 * (e.order + 1)),
        f{part(0), part(1), part(2), part(3), part(4)}, before(part(5)), after(part(6)) {}

  void set_m2l(const V (&d)[3], V source_radius, V target_radius) {
    const V one = constant<V>(1), zero = constant<V>(0);
    const V length = frame(e.order, d[0], d[1], d[2], f, 1, 0);
    const V unit = select_(length > zero, one / select_(length > zero, length, one), zero);
    set_powers(one, source_radius * unit, before);
    set_powers(unit, target_radius * unit, after);
  }
  void set_m2m(const V (&d)[3], V radius, V ratio) { set_shift(d, radius, ratio, constant<V>(1)); }
  void set_l2l(const V (&d)[3], V radius, V ratio) { set_shift(d, radius, constant<V>(1), ratio); }

  template <int COUNT>
  void m2l() {
    run<false, COUNT>(e.m2l);
  }
  template <int COUNT>
  void m2m() {
    run<true, COUNT>(e.m2m);
  }
  template <int COUNT>
  void l2l() {
    run<true, COUNT>(e.l2l);
  }

 private:
  V* part(int i) { return phases + i * (e.order + 1); }
  void set_powers(V first, V factor, V* powers) const {
    for (int l = 0; l <= e.order; l++, first = first * factor) powers[l] = first;
  }
  void set_shift(const V (&d)[3], V radius, V first, V last) {
    const V one = constant<V>(1);
    set_powers(one, frame(e.order, d[0], d[1], d[2], f, 1, 0) / radius, f.powers);
    set_powers(one, first, before);
    set_powers(one, last, after);
  }

  template <bool POWERS, int COUNT>
  void run(const Tables<S>& tables) {
    using T = Columns<V, COUNT>;
    T *from = reinterpret_cast<T*>(a.data), *to = reinterpret_cast<T*>(b.data);
    each_degree(tables, [&](int l, auto exchange) {
      T *x = from + coefficient(l, 0), *other = to + elsewhere(l);
      turn_degree<-1, true>(l, f.cos_phi, f.sin_phi, before[l], x);
      exchange(from, other);
      turn_degree<1, false>(l, f.cos_psi, f.sin_psi, before[l], other + coefficient(l, 0));
      exchange(other, from);
    });
    along_z<POWERS>(tables, f.powers, from, to, 1, 0, 1);
    each_degree(tables, [&](int l, auto exchange) {
      T *x = to + coefficient(l, 0), *other = from + elsewhere(l);
      exchange(to, other);
      turn_degree<-1, false>(l, f.cos_psi, f.sin_psi, after[l], other + coefficient(l, 0));
      exchange(other, to);
      turn_degree<1, true>(l, f.cos_phi, f.sin_phi, after[l], x);
    });
  }

  // All degrees use the same memory for a while, that of the highest degree.
  int elsewhere(int l) const { return e.order * e.order - l * l; }

  // Calls visit(l, exchange), where exchange(from, to) exchanges y and z in the coefficients of
  // degree l. The tables begin with the tiles of the highest degree.
  template <class Visit>
  HD void each_degree(const Tables<S>& tables, Visit visit) const {
    const Tile* tiles = reinterpret_cast<const Tile*>(tables.exchange_tiles);
    for (int l = e.order, first = 0, last = 0; l >= 0; l--, first = last) {
      while (last < tables.exchange_count && tiles[last].out >= l * l) last++;
      visit(l, [&](const auto* from, auto* to) {
        for (int i = first; i < last; i++) exchange_tile(tables, i, from, to, 1);
      });
    }
  }

  // `turn` for one degree, whose coefficient of m = 0 is *x; SCALED: times `factor`.
  template <int SIGN, bool SCALED, class T>
  HD static void turn_degree(int l, const V* cosine, const V* sine, V factor, T* x) {
    if constexpr (SCALED) *x = factor * *x;
    for (int m = 1; m <= l; m++) {
      const V cos = SCALED ? factor * cosine[m] : cosine[m],
              sin = SCALED ? factor * sine[m] : sine[m];
      const T real = x[m], imaginary = x[-m];
      x[m] = SIGN > 0 ? cos * real - sin * imaginary : cos * real + sin * imaginary;
      x[-m] = SIGN > 0 ? cos * imaginary + sin * real : cos * imaginary - sin * real;
    }
  }
};

struct Harmonics {
  template <class S>
  using Expansion = ::Expansion<S>;
  template <class V, class S>
  using Translator = ::Translator<V, S>;
};

}  // namespace

JAXFMM_PASSES(laplace3d, Harmonics)
