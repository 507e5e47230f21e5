// Taylor expansions of a radial kernel in the normalisation of
// jaxfmm/expansions/taylor/operators.py, and views of the constant tables that
// jaxfmm/expansions/taylor/tables.py makes.
//
// jaxfmm/codegen/bodies.py writes a Function for the kernel:
//
//   PARAMETERS, DEGREE, ORDER
//   values(r2, unit, p, f)   f_0, ..., f_ORDER of the kernel with parameters p, with lengths in
//                            units of `unit`
//
// On CUDA it is called Function, and Expansion is the family for the dimension.
#pragma once
#include "program.h"

namespace {

// The number of multi-indices up to an order.
template <int DIM>
HD constexpr int count_of(int order) {
  return DIM == 1   ? order + 1
         : DIM == 2 ? (order + 1) * (order + 2) / 2
                    : (order + 1) * (order + 2) * (order + 3) / 6;
}

template <int DIMENSION, class Function, class S>
struct Radial : Derivatives<S> {
  static constexpr int DIM = DIMENSION, MOST = count_of<DIM>(Function::ORDER);
  int order, n;
  const S *parameters, *inverse;       // inverse: 1 / i for i = 0, 1, ... (0 for 0)
  const int *steps, *down, *products;  // see tables.py

  HD Radial(const int* i, const S* r)
      : Derivatives<S>{i[1], i + i[2], i + i[3], r + i[4], r + i[5]}, order(i[0]), n(size(i[0])),
        parameters(r), inverse(r + i[6]), steps(i + i[7]), down(i + i[8]), products(i + i[9]) {}

  HD static constexpr int size(int order) { return count_of<DIM>(order); }

  // Lets `harmonics` read its constants from another place.
  HD void set_constants(const S* constants) { inverse = constants; }

  // Calls sink(c, value c) for all degrees up to `top`, at u, a place relative to a cell's centre
  // in units of its radius: the powers R_c(u) = u^c / c!, or (FAR) radius^|c| I_c at the place.
  template <bool FAR, class T, class Sink>
  HD void harmonics(int top, const T (&u)[DIM], S radius, Sink& sink) const {
    if constexpr (FAR)
      far(top, u, radius, sink);
    else
      powers(top, u, sink);
  }

  // Sets `out` to K_c(d) in units of |d|, times |d|^DEGREE, for |c| <= top. Returns |d|, or 1 if d
  // is zero.
  template <class T>
  HD T derivatives(int top, const T (&d)[DIM], T* out) const {
    T p[Function::PARAMETERS + 1], f[Function::ORDER + 1], u[DIM];
    for (int i = 0; i < Function::PARAMETERS; i++) p[i] = broadcast<T>(parameters[i]);
    const T distance = in_units(d, u);
    T r2 = constant<T>(0), factor = constant<T>(1);
    for (int a = 0; a < DIM; a++) r2 = r2 + u[a] * u[a];
    Function::values(r2, distance, p, f);
    for (int k = 0; k < Function::DEGREE; k++) factor = factor * distance;
    for (int k = 0; k > Function::DEGREE; k--) factor = factor / distance;
    for (int k = top; k >= 0; k--) {
      for (int c = size(top - k) - 1; c > 0; c--) {
        const int* step = steps + 4 * (c - 1);
        T value = u[step[0]] * out[step[1]];
        if (step[3]) value = value + constant<T>(step[3]) * out[step[2]];
        out[c] = value;
      }
      out[0] = factor * f[k];
    }
    return distance;
  }

  // Sets u to d / |d|. Returns |d|, or 1 if d is zero.
  template <class T>
  HD static T in_units(const T (&d)[DIM], T (&u)[DIM]) {
    T r2 = constant<T>(0);
    for (int a = 0; a < DIM; a++) r2 = r2 + d[a] * d[a];
    const T distance = sqrt_(select_(r2 > constant<T>(0), r2, constant<T>(1))),
            unit = constant<T>(1) / distance;
    for (int a = 0; a < DIM; a++) u[a] = d[a] * unit;
    return distance;
  }

 private:
  // The number of a multi-index, in the order of `indices` of operators.py.
  HD static constexpr int number(int i, int j, int k) {
    const int m = j + k, degree = i + m;
    if (DIM == 1) return i;
    if (DIM == 2) return degree * (degree + 1) / 2 + j;
    return degree * (degree + 1) * (degree + 2) / 6 + m * (m + 1) / 2 + k;
  }

  template <class T, class Sink>
  HD void powers(int top, const T (&u)[DIM], Sink& sink) const {
    T z = constant<T>(1);
    UNROLL
    for (int k = 0; k <= (DIM > 2 ? top : 0); k++) {
      T yz = z;
      UNROLL
      for (int j = 0; j <= (DIM > 1 ? top - k : 0); j++) {
        T xyz = yz;
        UNROLL
        for (int i = 0; i <= top - k - j; i++) {
          sink(number(i, j, k), xyz);
          if (i < top - k - j) xyz = xyz * times(inverse[i + 1], u[0]);
        }
        if (DIM > 1 && j < top - k) yz = yz * times(inverse[j + 1], u[DIM > 1]);
      }
      if (DIM > 2 && k < top) z = z * times(inverse[k + 1], u[DIM - 1]);
    }
  }

  template <class T, class Sink>
  HD void far(int top, const T (&u)[DIM], S radius, Sink& sink) const {
    T tensor[MOST], d[DIM];
    for (int a = 0; a < DIM; a++) d[a] = u[a] * broadcast<T>(radius);
    const T ratio = broadcast<T>(-radius) / derivatives(top, d, tensor);
    T power = constant<T>(1);
    for (int k = 0, c = 0; k <= top; k++, power = power * ratio)
      for (; c < size(k); c++) sink(c, power * tensor[c]);
  }
};

}  // namespace
