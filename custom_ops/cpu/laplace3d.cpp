// The 3D harmonic expansions on CPUs, for the passes of passes.h: M2L and shifts by the tables of
// translations.h.
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "laplace3d.h"
#include "passes.h"

namespace {

template <class V, class S>
struct Translator {
  const Expansion<S>& e;
  Scratch<V> a, b, phases;
  Frame<V> f;
  explicit Translator(const Expansion<S>& e)
      : e(e), a(e.n), b(e.n), phases(5 * (e.order + 1)),
        f{part(0), part(1), part(2), part(3), part(4)} {}

  void m2l(const V (&d)[3], V source_radius, V target_radius) {
    const V one = constant<V>(1), zero = constant<V>(0);
    const V length = frame(e.order, d[0], d[1], d[2], f, 1, 0);
    const V inverse = select_(length > zero, one / select_(length > zero, length, one), zero);
    scale(e.order, source_radius * inverse, one, a.data, 1, 0, 1);
    translate<false>(e.m2l, f, a.data, b.data, 1, 0, 1);
    scale(e.order, target_radius * inverse, inverse, b.data, 1, 0, 1);
  }
  void m2m(const V (&d)[3], V radius, V ratio) { shift(e.m2m, d, radius, ratio, constant<V>(1)); }
  void l2l(const V (&d)[3], V radius, V ratio) { shift(e.l2l, d, radius, constant<V>(1), ratio); }

 private:
  V* part(int i) { return phases + i * (e.order + 1); }
  void shift(const Tables<S>& tables, const V (&d)[3], V radius, V before, V after) {
    const V t = frame(e.order, d[0], d[1], d[2], f, 1, 0) / radius;
    V power = constant<V>(1);
    for (int l = 0; l <= e.order; l++, power = power * t) f.powers[l] = power;
    scale(e.order, before, constant<V>(1), a.data, 1, 0, 1);
    translate<true>(tables, f, a.data, b.data, 1, 0, 1);
    scale(e.order, after, constant<V>(1), b.data, 1, 0, 1);
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
