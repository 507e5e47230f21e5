// What the traversals of two trees on CPUs and on GPUs share: nodes, entries of lists, and what a pair of nodes is.
// jaxfmm/tree/traverse.py says it in words, and its `related` is the reference.
#pragma once
#include "functions.h"

namespace {

constexpr int UNUSED = 0x7fffffff;

template <class S>
struct alignas(16) Node {
  S x, y, z, radius, length;  // length: to which its points must be apart from others in a far pair
  int child, number;          // child: the left one; of a leaf, the complement of its position from left to right

  HD Node() = default;
  HD Node(const S* center, int dim, S radius, S length, int child, int number)
      : x(center[0]), y(dim > 1 ? center[1] : S(0)), z(dim > 2 ? center[2] : S(0)), radius(radius), length(length),
        child(child), number(number) {}

  HD bool is_leaf() const { return child < 0; }
  HD int leaf() const { return ~child; }

  // Does nothing to other nodes, which a list of leaves may name in places that are not used.
  HD void number_leaf(int position) {
    if (is_leaf()) child = ~position;
  }

  HD void move(const S* shift, int dim) {
    x += shift[0];
    if (dim > 1) y += shift[1];
    if (dim > 2) z += shift[2];
  }
};

// A source in a list: its number, and above it the number of its image.
struct Entries {
  int bits;
  HD int number(int entry) const { return entry & int((1u << bits) - 1); }
  HD int image(int entry) const { return entry >> bits; }
  HD int same_image(int entry, int number) const { return entry - this->number(entry) + number; }
};

// The lists of a traversal, then what is to be split.
enum { FAR = 0, NEAR = 1, OUTWARD = 2, INWARD = 3, MOST_LISTS = 4, SPLIT_TARGET = 4, SPLIT_SOURCE = 5 };

template <class S>
struct Rule {
  S rate;
  bool leaf_targets, exchange;
  const S *target_half, *source_half;  // of boxes, which are read only where spheres are not far enough apart
  int dim;

  // Whether points are as far apart as both nodes ask, by their spheres or by their boxes. offset: of the centres.
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
