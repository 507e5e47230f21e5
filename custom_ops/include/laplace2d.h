// Circular harmonics of -log r in the normalisation of jaxfmm/expansions/laplace2d/operators.py,
// and views of the constant tables that jaxfmm/expansions/laplace2d/tables.py makes.
#pragma once
#include "program.h"

namespace {

// Coefficient 0 has degree 0; 2k - 1 and 2k are the cosine and the sine of degree k.
template <class S>
struct Expansion : Derivatives<S> {
  static constexpr int DIM = 2;
  int order, n;
  S offset;                 // the kernel is -log(r) - offset
  const S *root, *inverse;  // sqrt(k) and 1 / sqrt(k) for k = 0, 1, ... (inverse[0] = 0)

  HD Expansion(const int* i, const S* r)
      : Derivatives<S>{i[1], i + i[2], i + i[3], r + i[4], r + i[5]}, order(i[0]), n(size(i[0])),
        offset(r[0]), root(r + i[6]), inverse(r + i[7]) {}

  HD static int size(int order) { return 2 * order + 1; }

  // Lets `harmonics` read its constants from another place.
  HD void set_constants(const S* constants) { inverse = constants; }

  // Calls sink(i, harmonic i) for all degrees up to `top`, at u, a place relative to a cell's
  // centre in units of its radius: the regular harmonics 1 and |u|^k (cos, sin)(k phi) / sqrt(k);
  // or (FAR) radius^k times the irregular harmonics, -log(|u| radius) - offset and |u|^-k (cos,
  // sin)(k phi) / sqrt(k).
  template <bool FAR, class T, class Sink>
  HD void harmonics(int top, const T (&u)[DIM], S radius, Sink& sink) const {
    T x = u[0], y = u[1], zeroth = constant<T>(1);
    if constexpr (FAR) zeroth = -(log_(invert(x, y) * broadcast<T>(radius)) + broadcast<T>(offset));
    sink(0, zeroth);
    T real = x, imaginary = y;
    UNROLL
    for (int k = 1; k <= top; k++) {
      sink(2 * k - 1, times(inverse[k], real));
      sink(2 * k, times(inverse[k], imaginary));
      const T turned = x * real - y * imaginary;
      imaginary = x * imaginary + y * real;
      real = turned;
    }
  }

  // The inversion u -> u / |u|^2, which turns regular harmonics into irregular ones; zero at the
  // origin. Returns |u|, or 1 at the origin.
  template <class T>
  HD static T invert(T& x, T& y) {
    const T zero = constant<T>(0), one = constant<T>(1), largest = max_(abs_(x), abs_(y));
    const auto some = largest > zero;
    const T scale = select_(some, largest, one), unit = one / scale;
    x = x * unit;
    y = y * unit;
    const T r2 = select_(some, x * x + y * y, one), square = unit / r2;
    x = x * square;
    y = y * square;
    return scale * sqrt_(r2);
  }
};

}  // namespace
