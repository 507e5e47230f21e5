// Real solid harmonics of 1 / r in the normalisation of jaxfmm/expansions/laplace3d/operators.py,
// and views of the constant tables that jaxfmm/expansions/laplace3d/tables.py makes.
#pragma once
#include "program.h"
#include "solid.h"
#include "translations.h"

namespace {

constexpr int HEADER = 24;

// `ints` begins with the places of everything else, in the order of tables.py. The derivative
// tables have rows for the order plus the highest derivative.
template <class S>
struct Expansion : Derivatives<S> {
  static constexpr int DIM = 3;
  int order, n;
  Tables<S> m2l, m2m, l2l;
  const S* walk;

  HD Expansion(const int* i, const S* r)
      : Derivatives<S>{i[1], i + i[16], i + i[17], r + i[18], r + i[19]}, order(i[0]),
        n(size(i[0])), m2l(tables(i, r, 4)), m2m(tables(i, r, 8)), l2l(tables(i, r, 12)),
        walk(r + i[20]) {}

  // at: where the header has the step along z: count and place of its tiles, size and place of its
  // entries.
  HD static Tables<S> tables(const int* i, const S* r, int at) {
    return {i[0], i[2], i[at], i[3], i[at + 2], i + HEADER, i + i[at + 1], r, r + i[at + 3]};
  }

  HD static int size(int order) { return (order + 1) * (order + 1); }

  // Lets `harmonics` read its constants from another place.
  HD void set_constants(const S* constants) { walk = constants; }

  // Calls sink(i, harmonic i) for all degrees up to `top`, at u, a place relative to a cell's
  // centre in units of its radius: the regular harmonics R_i(u), or (FAR) radius^l times the
  // irregular harmonics of the place, which is I_i(u) / radius.
  template <bool FAR, class T, class Sink>
  HD void harmonics(int top, const T (&u)[DIM], S radius, Sink& sink) const {
    T x = u[0], y = u[1], z = u[2], first = constant<T>(1);
    if constexpr (FAR) first = invert(x, y, z) * broadcast<T>(S(1) / radius);
    solid_harmonics(top, x, y, z, first, walk,
                    [&](int l, int m, T value) { sink(l * l + l + m, value); });
  }

  // The inversion u -> u / |u|^2, which turns regular harmonics into irregular ones; zero at the
  // origin. Returns 1 / |u|.
  template <class T>
  HD static T invert(T& x, T& y, T& z) {
    const T zero = constant<T>(0), one = constant<T>(1);
    const T largest = max_(max_(abs_(x), abs_(y)), abs_(z));
    const auto some = largest > zero;
    const T unit = select_(some, one / select_(some, largest, one), zero);
    x = x * unit;
    y = y * unit;
    z = z * unit;
    const T r2 = x * x + y * y + z * z;
    const T inverse = select_(some, unit / sqrt_(select_(some, r2, one)), zero);  // 1 / |u|
    const T square = select_(some, unit / select_(some, r2, one), zero);
    x = x * square;
    y = y * square;
    z = z * square;
    return inverse;
  }
};

}  // namespace
