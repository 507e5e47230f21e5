// Views of the constant tables that jaxfmm/expansions/tables3d.py makes.
#pragma once
#include "translations.h"

namespace {

constexpr int MAX_COMPONENTS = 256;  // of derivatives, and of sets of coefficients for them
constexpr int HEADER = 24;

// `ints` begins with the places of everything else, in this order; see tables3d.py.
template <class S>
struct Expansion {
  int order, n, top_n;  // top_n: rows of the derivative tables, those of the order plus the highest derivative
  Tables<S> m2l, m2m, l2l;
  const int *lower_columns, *raise_columns;
  const S *lower_values, *raise_values, *walk;

  HD Expansion(const int* i, const S* r)
      : order(i[0]), n((i[0] + 1) * (i[0] + 1)), top_n(i[1]), m2l(tables(i, r, 4)), m2m(tables(i, r, 8)),
        l2l(tables(i, r, 12)), lower_columns(i + i[16]), raise_columns(i + i[17]), lower_values(r + i[18]),
        raise_values(r + i[19]), walk(r + i[20]) {}

  // at: where the header speaks of the step along z: count and place of its tiles, size and place of its entries.
  HD static Tables<S> tables(const int* i, const S* r, int at) {
    return {i[0], i[2], i[at], i[3], i[at + 2], i + HEADER, i + i[at + 1], r, r + i[at + 3]};
  }
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
