// Polyharmonic expansions in the normalisation of jaxfmm/expansions/polyharmonic/operators.py, and
// views of the constant tables that jaxfmm/expansions/polyharmonic/tables.py makes and describes.
// On CUDA it is called Expansion.
#pragma once
#include "program.h"
#include "solid.h"
#include "translations.h"

namespace {

template <class S>
struct Polyharmonic : Derivatives<S> {
  static constexpr int DIM = 3, TERMS = 4, KINDS = 4;

  // Terms of a step along z, as integers and as reals.
  struct Terms {
    const int* places;
    const S* values;
  };

  int order, n, scratch;  // scratch: how many numbers a translation needs
  const S *walk, *parameters, *factors;
  Tables<S> exchanged;
  Terms between, up, down;

  HD Polyharmonic(const int* i, const S* r)
      : Derivatives<S>{i[1], i + i[4], i + i[5], r + i[10], r + i[11]}, order(i[0]), n(size(i[0])),
        scratch(i[3]), walk(r + i[12]), parameters(r), factors(r + i[17]),
        exchanged{i[0], i[2], 0, 0, 0, i + i[6], nullptr, r + i[13], nullptr},
        between{i + i[7], r + i[14]}, up{i + i[8], r + i[15]}, down{i + i[9], r + i[16]} {}

  // The highest l of |u|^(2k) R_lm, negative if there is none.
  HD static constexpr int highest(int order, int k) { return k ? order - 1 - 2 * k : order; }
  HD static constexpr int size(int order) {
    int all = 0;
    for (int k = 0; k < KINDS && highest(order, k) >= 0; k++)
      all += (highest(order, k) + 1) * (highest(order, k) + 1);
    return all;
  }

  // Lets `harmonics` read its constants from another place.
  HD void set_constants(const S* constants) { walk = constants; }

  // Calls sink(i, R_i(u)) for all degrees up to `top`, at u, a place relative to a cell's centre in
  // units of its radius.
  template <bool FAR, class T, class Sink>
  HD void harmonics(int top, const T (&u)[DIM], S, Sink& sink) const {
    static_assert(!FAR, "these expansions have no M2P and no P2L");
    const T r2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    solid_harmonics(top, u[0], u[1], u[2], constant<T>(1), walk, [&](int l, int m, T value) {
      int first = 0;
      UNROLL
      for (int k = 0; k < KINDS; k++) {
        const int most = highest(top, k);
        if (l <= most) sink(first + l * l + l + m, value);
        first += most < 0 ? 0 : (most + 1) * (most + 1);
        value = value * r2;
      }
    });
  }
};

}  // namespace
