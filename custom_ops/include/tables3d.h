// Views of the constant tables that jaxfmm/expansions/tables3d.py makes.
#pragma once
#include "translations.h"

namespace {

constexpr int MAX_COMPONENTS = 256;

// `ints` begins with the places of everything else, in this order; see tables3d.py.
template <class S>
struct Expansion {
  int order, n, top_n;  // top_n: rows of the derivative tables, those of the order plus the highest derivative
  Tables<S> m2l, m2m, l2l;
  const int *lower_columns, *raise_columns;
  const S *lower_values, *raise_values, *walk;

  HD Expansion(const int* i, const S* r)
      : order(i[0]), n((i[0] + 1) * (i[0] + 1)), top_n(i[1]),
        m2l{i[0], i[2], i[5], i + i[3], i + i[4], r}, m2m{i[0], i[2], i[7], i + i[3], i + i[6], r},
        l2l{i[0], i[2], i[9], i + i[3], i + i[8], r}, lower_columns(i + i[10]), raise_columns(i + i[11]),
        lower_values(r + i[12]), raise_values(r + i[13]), walk(r + i[14]) {}
};

// How derivatives are taken on coefficients: `sets` of them; set `outputs[c]` belongs to component c; each step adds
// the derivative along an axis of one set to another (axis, from, to); the result of a P2M is set `root`.
struct Program {
  int components, sets, root, raised, steps;
  const int *outputs, *list;
  HD explicit Program(const int* i)
      : components(i[0]), sets(i[1]), root(i[2]), raised(i[3]), steps(i[4]), outputs(i + 5), list(i + 5 + i[0]) {}
};

}  // namespace
