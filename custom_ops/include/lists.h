// What the traversals of two trees on CPUs and on GPUs share: nodes, entries of lists, and the rule
// by which a pair of nodes is far, near or split. jaxfmm/tree/traverse.py describes it, and its
// `related` is the reference.
#pragma once
#include "functions.h"

namespace {

constexpr int UNUSED = 0x7fffffff;

template <class S>
struct alignas(16) Node {
  S x, y, z, radius, length;  // length: the least distance of its points from those of the other
                              // node in a far pair
  // child: the left child; or the complement of a leaf's position from left to right.
  int child, number;

  HD Node() = default;
  HD Node(const S* center, int dim, S radius, S length, int child, int number)
      : x(center[0]), y(dim > 1 ? center[1] : S(0)), z(dim > 2 ? center[2] : S(0)), radius(radius),
        length(length), child(child), number(number) {}

  HD bool is_leaf() const { return child < 0; }
  HD int leaf() const { return ~child; }

  // Does nothing to inner nodes: unused places of the list of leaves may name these.
  HD void number_leaf(int position) {
    if (is_leaf()) child = ~position;
  }

  HD void move(const S* shift, int dim) {
    x += shift[0];
    if (dim > 1) y += shift[1];
    if (dim > 2) z += shift[2];
  }
};

// An entry of a list: the number of a source in the low `bits` bits, and the number of its image
// above.
struct Entries {
  int bits;
  HD int number(int entry) const { return entry & int((1u << bits) - 1); }
  HD int image(int entry) const { return entry >> bits; }
  HD int same_image(int entry, int number) const { return entry - this->number(entry) + number; }
};

// Where a pair goes: into a list (OUTWARD: the W list of M2P, INWARD: the X list of P2L), or the
// node that must be split.
enum {
  FAR = 0,
  NEAR = 1,
  OUTWARD = 2,
  INWARD = 3,
  MOST_LISTS = 4,
  SPLIT_TARGET = 4,
  SPLIT_SOURCE = 5
};

template <class S>
struct Rule {
  S rate;
  bool leaf_targets, exchange;
  const S *target_half, *source_half;  // half widths of boxes, which are read only if spheres are
                                       // not far enough apart
  int dim;

  // Whether all points are at least the `length` of both nodes apart, by spheres or by boxes.
  // offset: of the centres.
  HD bool apart(const Node<S>& a, const Node<S>& b, const S (&offset)[3], S distance) const {
    const S length = a.length > b.length ? a.length : b.length;
    if (distance - (a.radius + b.radius) >= length) return true;
    if (!(length > 0)) return false;
    S square = 0;
    for (int c = 0; c < dim; c++) {
      const S side = offset[c] < 0 ? -offset[c] : offset[c];
      const S gap = side - (target_half[dim * a.number + c] + source_half[dim * b.number + c]);
      square += gap > 0 ? gap * gap : S(0);
    }
    return square >= length * length;
  }

  // Where a pair of target and source goes.
  HD int operator()(const Node<S>& a, const Node<S>& b) const {
    const S offset[3] = {a.x - b.x, a.y - b.y, a.z - b.z};
    const S distance = sqrt_(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    const S reach = rate * distance;
    const bool wider = a.radius > b.radius, leaf_a = a.is_leaf(), leaf_b = b.is_leaf();
    const S larger = wider ? a.radius : b.radius, smaller = wider ? b.radius : a.radius;
    const bool converges = larger + rate * smaller <= reach && apart(a, b, offset, distance);
    if (converges && (leaf_a || !leaf_targets)) return FAR;
    if (leaf_a && leaf_b) {
      const bool exchanged = exchange && smaller < larger && smaller + rate * larger <= reach &&
                             (converges || apart(a, b, offset, distance));
      return !exchanged ? NEAR : wider ? OUTWARD : INWARD;
    }
    return !leaf_a && (leaf_b || converges || a.radius >= b.radius) ? SPLIT_TARGET : SPLIT_SOURCE;
  }
};

}  // namespace
