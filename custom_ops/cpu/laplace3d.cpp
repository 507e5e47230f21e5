// The 3D harmonic expansions on CPUs, for the passes of passes.h: M2L and shifts by the tables of
// translations.h.
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "laplace3d.h"
#include "passes.h"

namespace {

template <class V, class S>
struct Translator {
  static constexpr int COLUMNS = MOST_COLUMNS;
  const Expansion<S>& e;
  Scratch<V> a, b, phases;
  Frame<V> f;
  V before, after, unit;
  explicit Translator(const Expansion<S>& e)
      : e(e), a(COLUMNS * e.n), b(COLUMNS * e.n), phases(5 * (e.order + 1)),
        f{part(0), part(1), part(2), part(3), part(4)} {}

  void set_m2l(const V (&d)[3], V source_radius, V target_radius) {
    const V one = constant<V>(1), zero = constant<V>(0);
    const V length = frame(e.order, d[0], d[1], d[2], f, 1, 0);
    unit = select_(length > zero, one / select_(length > zero, length, one), zero);
    before = source_radius * unit, after = target_radius * unit;
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
  void set_shift(const V (&d)[3], V radius, V first, V last) {
    const V t = frame(e.order, d[0], d[1], d[2], f, 1, 0) / radius;
    V power = constant<V>(1);
    for (int l = 0; l <= e.order; l++, power = power * t) f.powers[l] = power;
    before = first, after = last, unit = constant<V>(1);
  }
  template <bool POWERS, int COUNT>
  void run(const Tables<S>& tables) {
    using T = Columns<V, COUNT>;
    T *from = reinterpret_cast<T*>(a.data), *to = reinterpret_cast<T*>(b.data);
    scale(e.order, before, constant<V>(1), from, 1, 0, 1);
    translate<POWERS>(tables, f, from, to, 1, 0, 1);
    scale(e.order, after, unit, to, 1, 0, 1);
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
