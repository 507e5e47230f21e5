// Regular solid harmonics in the normalisation of expansions/laplace3d.py, without storing them: a walk over (l, m).
#pragma once
#include "functions.h"

namespace {

// Calls sink(l, m, R_lm, R_l-m) for 0 <= m <= l <= order, m outermost. `first` multiplies all values.
//   R_lm = Q_lm(z, r^2) Re (x + iy)^m,  sqrt((l+1)^2 - m^2) Q_{l+1,m} = (2l+1) z Q_lm - sqrt(l^2 - m^2) r^2 Q_{l-1,m} .
// `constants` are laplace3d.py's `walk_constants`: for each m the factor of the next power of x + iy, then two factors
// for each l.
template <class T, class S, class Sink>
HD void walk(int order, T x, T y, T z, T first, const S* constants, Sink& sink) {
  const T r2 = x * x + y * y + z * z;
  T real = first, imaginary = constant<T>(0);
  for (int m = 0; m <= order; m++) {
    const T next = broadcast<T>(*constants++);
    T lower = constant<T>(0), q = constant<T>(1);
    for (int l = m; l <= order; l++) {
      sink(l, m, q * real, q * imaginary);
      const T above = broadcast<T>(constants[0]) * (z * q) - broadcast<T>(constants[1]) * (r2 * lower);
      constants += 2;
      lower = q;
      q = above;
    }
    const T turned = next * (x * real - y * imaginary);
    imaginary = next * (x * imaginary + y * real);
    real = turned;
  }
}

// The inversion u -> u / |u|^2 and 1 / |u|, which make irregular harmonics of regular ones; zero at the origin.
template <class T>
HD T invert(T& x, T& y, T& z) {
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

}  // namespace
