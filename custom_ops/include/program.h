// Derivatives of expansions, which act on coefficients: views of tables that
// jaxfmm/expansions/programs.py makes.
//
// Every Expansion calls sink(i, harmonic i) for each harmonic at a place, whatever the sink does
// with it.
#pragma once
#include "functions.h"

namespace {

// Most components of derivatives, and most sets of coefficients.
constexpr int MAX_COMPONENTS = 256;

// The derivative of local coefficients (lower) or of multipoles (raise) along an axis: coefficient
// i of the derivative is the sum over TERMS terms of values[axis][term][i] times coefficient
// columns[axis][term][i]; i < top_n.
template <class S>
struct Derivatives {
  static constexpr int TERMS = 2;
  int top_n;
  const int *lower_columns, *raise_columns;
  const S *lower_values, *raise_values;
};

// The derivatives of `sets` sets of coefficients: each step (axis, from, to) adds the derivative of
// one set along an axis to another set. Component c belongs to set outputs[c]; the result of a P2M
// is set `root`. raised: the highest derivative.
struct Program {
  int components, sets, root, raised, steps;
  const int *outputs, *list;
  HD explicit Program(const int* i)
      : components(i[0]), sets(i[1]), root(i[2]), raised(i[3]), steps(i[4]), outputs(i + 5),
        list(i + 5 + i[0]) {}
};

// The kernel of passes that do not act between cells, which need no function of it.
struct NoFunction {
  static constexpr int PARAMETERS = 0, DEGREE = 0, ORDER = 0;
  template <class T>
  HD static void values(T, T, const T*, T*) {}
};

}  // namespace
