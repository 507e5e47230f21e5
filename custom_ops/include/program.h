// How derivatives act on coefficients: views of tables that jaxfmm/expansions/programs.py makes.
#pragma once
#include "functions.h"

namespace {

constexpr int MAX_COMPONENTS = 256;  // of derivatives, and of sets of coefficients for them

// The derivative of coefficients along an axis, of local ones (lower) or of multipoles (raise): row i is the sum of
// values[axis][term][i] times the coefficient columns[axis][term][i], for TERMS terms; `top_n` rows each.
template <class S>
struct Derivatives {
  static constexpr int TERMS = 2;
  int top_n;
  const int *lower_columns, *raise_columns;
  const S *lower_values, *raise_values;
};

// What derivatives are taken of what: `sets` of coefficients; set `outputs[c]` belongs to component c; each step adds
// the derivative along an axis of one set to another (axis, from, to); the result of a P2M is set `root`.
struct Program {
  int components, sets, root, raised, steps;
  const int *outputs, *list;
  HD explicit Program(const int* i)
      : components(i[0]), sets(i[1]), root(i[2]), raised(i[3]), steps(i[4]), outputs(i + 5), list(i + 5 + i[0]) {}
};

// What passes that do not act between cells know of the kernel.
struct NoFunction {
  static constexpr int PARAMETERS = 0, DEGREE = 0, ORDER = 0;
  template <class T>
  HD static void values(T, T, const T*, T*) {}
};

}  // namespace
