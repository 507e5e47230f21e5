// What the traversals of two trees on CPUs and on GPUs share: nodes, entries of lists, and what a pair of nodes is.
// jaxfmm/tree/traverse.py says it in words, and its `related` is the reference.
#pragma once
#include "functions.h"

namespace {

constexpr int UNUSED = 0x7fffffff;

template <class S>
struct alignas(16) Node {
  S x, y, z, radius, length;  // length: to which its points must be apart from others in a far pair
  int child, leaf;            // leaf: the position of a leaf from left to right

  HD Node() = default;
  HD Node(const S* center, int dim, S radius, S length, int child)
      : x(center[0]), y(dim > 1 ? center[1] : S(0)), z(dim > 2 ? center[2] : S(0)), radius(radius), length(length),
        child(child), leaf(-1) {}

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

  // Where a pair of target and source goes.
  HD int operator()(const Node<S>& a, const Node<S>& b) const {
    const S dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    const S distance = sqrt_(dx * dx + dy * dy + dz * dz), reach = rate * distance;
    const bool wider = a.radius > b.radius, leaf_a = a.child < 0, leaf_b = b.child < 0;
    const S larger = wider ? a.radius : b.radius, smaller = wider ? b.radius : a.radius;
    const S length = a.length > b.length ? a.length : b.length;
    const bool apart = distance - (a.radius + b.radius) >= length;
    const bool converges = larger + rate * smaller <= reach && apart;
    if (converges && (leaf_a || !leaf_targets)) return FAR;
    if (leaf_a && leaf_b) {
      const bool exchanged = exchange && smaller + rate * larger <= reach && apart && smaller < larger;
      return !exchanged ? NEAR : wider ? OUTWARD : INWARD;
    }
    return !leaf_a && (leaf_b || converges || a.radius >= b.radius) ? SPLIT_TARGET : SPLIT_SOURCE;
  }
};

}  // namespace
