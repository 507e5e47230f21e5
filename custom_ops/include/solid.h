// Regular solid harmonics in the normalisation of jaxfmm/expansions/laplace3d/operators.py.
#pragma once
#include "functions.h"

namespace {

// Calls visit(l, m, R_lm * first) for all degrees up to `top` at (x, y, z), by a walk over (l, m)
// with m outermost:
//   R_lm = Q_lm(z, r^2) Re (x + iy)^m ,
//   sqrt((l+1)^2 - m^2) Q_{l+1,m} = (2l+1) z Q_lm - sqrt(l^2 - m^2) r^2 Q_{l-1,m} .
// `walk` holds, for each m, the factor of the next power of x + iy, then two factors for each l.
template <class T, class S, class Visit>
HD void solid_harmonics(int top, T x, T y, T z, T first, const S* walk, Visit visit) {
  T real = first, imaginary = constant<T>(0);
  const T r2 = x * x + y * y + z * z;
  const S* constants = walk;
  UNROLL
  for (int m = 0; m <= top; m++) {
    const S next = *constants++;
    T lower = constant<T>(0), q = constant<T>(1);
    UNROLL
    for (int l = m; l <= top; l++) {
      visit(l, m, q * real);
      if (m) visit(l, -m, q * imaginary);
      const T above = times(constants[0], z * q) - times(constants[1], r2 * lower);
      constants += 2;
      lower = q;
      q = above;
    }
    const T turned = times(next, x * real - y * imaginary);
    imaginary = times(next, x * imaginary + y * real);
    real = turned;
  }
}

}  // namespace
