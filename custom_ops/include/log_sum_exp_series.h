// Taylor series of the terms of log-sum-exp, on both platforms.
#pragma once
#include "functions.h"

namespace {

// Taylor series in the plane wave factor of Gaussians: monomials of degree <= P, sorted by degree.
// Monomial m is monomial parent[m] times coordinate variable[m]; its derivative in coordinate c is
// power[m][c] times monomial lower[m][c].
template <int DIM, int P>
struct Series {
  static constexpr int count() {
    int value = 1;
    for (int c = 1; c <= DIM; c++) value = value * (P + c) / c;
    return value;
  }
  static constexpr int COUNT = count();
  int parent[COUNT], variable[COUNT], lower[COUNT][DIM], power[COUNT][DIM];
  double factor[COUNT];  // 1 over the product of the factorials of the powers

  HD constexpr Series() : parent(), variable(), lower(), power(), factor() {
    int count = 1, begin = 0;
    factor[0] = 1;
    for (int degree = 1; degree <= P; degree++) {
      const int end = count;
      for (int m = begin; m < end; m++)
        for (int c = variable[m]; c < DIM; c++, count++) {
          parent[count] = m, variable[count] = c;
          for (int k = 0; k < DIM; k++) power[count][k] = power[m][k] + (k == c);
          factor[count] = factor[m] / power[count][c];
        }
      begin = end;
    }
    for (int m = 0; m < COUNT; m++)
      for (int c = 0; c < DIM; c++)
        for (int k = 0; k < m && power[m][c]; k++) {
          bool same = true;
          for (int j = 0; j < DIM; j++) same = same && power[k][j] == power[m][j] - (j == c);
          if (same) lower[m][c] = k;
        }
  }

  // The largest coordinate for which no monomial overflows.
  template <class S>
  static constexpr S farthest() {
    S value = 1;
    for (int bit = 0; bit < (sizeof(S) == 4 ? 120 : 1000) / P; bit++) value *= 2;
    return value;
  }

  // The value and the slopes of the series with the coefficients coefficient(m).
  template <class T, class Coefficient>
  static HD void at(const T* x, Coefficient coefficient, T& value, T* slope) {
    using S = typename element<T>::type;
    constexpr Series list{};
    T monomial[COUNT];
    monomial[0] = constant<T>(1), value = monomial[0] * coefficient(0);
    UNROLL for (int c = 0; c < DIM; c++) slope[c] = T();
    UNROLL for (int m = 1; m < COUNT; m++) {
      const auto here = coefficient(m);
      monomial[m] = monomial[list.parent[m]] * x[list.variable[m]];
      value += here * monomial[m];
      UNROLL for (int c = 0; c < DIM; c++) if (list.power[m][c]) slope[c] +=
          S(list.power[m][c]) * (here * monomial[list.lower[m][c]]);
    }
  }
};

}  // namespace
