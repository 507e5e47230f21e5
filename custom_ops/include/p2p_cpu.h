// P2P on CPUs: SIMD lanes are targets of a leaf, which take one source after the other.
//
// Only `add` is compiled for every pair body. The walk over the lists, and the loads and stores of
// targets, depend only on the dimension and the number of results of a body; bodies that agree in
// these share their code.
#pragma once
#include "simd.h"

#include "generated/arguments.h"
#include "bodies.h"
#include "counts.h"
#include "lists.h"
#include "near_pairs.h"

namespace {

// GROUPS vectors of targets, their sums, and the rounding errors of the sums.
template <int DIM, int RESULTS, int GROUPS, class V>
struct Targets {
  V x[GROUPS][DIM], sum[GROUPS][RESULTS], lost[GROUPS][RESULTS];

  HD void add(int g, int r, V more) { add_compensated(sum[g][r], lost[g][r], more); }
};

// A source, in all lanes: its coordinates, and behind them its weights.
template <class Body, class V>
struct Source {
  V y[Body::DIM + Body::WEIGHTS];

  template <class S>
  HD Source(const S* points, const S* weights, int64_t s) {
#pragma GCC unroll 64
    for (int c = 0; c < Body::DIM; c++) y[c] = broadcast<V>(points[s * Body::DIM + c]);
#pragma GCC unroll 64
    for (int i = 0; i < Body::WEIGHTS; i++)
      y[Body::DIM + i] = broadcast<V>(weights[s * Body::WEIGHTS + i]);
  }

  HD const V* weights() const { return y + Body::DIM; }
};

// Adds the pairs of the targets with sources [first, last). Sums of `size` sources are added with
// compensation (Kahan 1965), so that the rounding error does not grow with their number.
template <class Body, int GROUPS, class V, class S>
void add(Targets<Body::DIM, Body::RESULTS, GROUPS, V>& t, const S* points, const S* weights,
         const V* parameters, int64_t first, int64_t last, int64_t size) {
  V x[GROUPS][Body::DIM];
  for (int g = 0; g < GROUPS; g++)
    for (int c = 0; c < Body::DIM; c++) x[g][c] = t.x[g][c];
  for (int64_t block = first; block < last; block += size) {
    V part[GROUPS][Body::RESULTS];
    for (int g = 0; g < GROUPS; g++)
      for (int r = 0; r < Body::RESULTS; r++) part[g][r] = V{};
    for (int64_t s = block; s < last && s < block + size; s++) {
      const Source<Body, V> source(points, weights, s);
      V offset[GROUPS][Body::DIM];
      UNROLL_VECTORS
      for (int g = 0; g < GROUPS; g++) {
        UNROLL_VECTORS
        for (int c = 0; c < Body::DIM; c++) offset[g][c] = x[g][c] - source.y[c];
      }
      add_source<Body>(offset, source.weights(), parameters, part);
    }
    for (int g = 0; g < GROUPS; g++)
      for (int r = 0; r < Body::RESULTS; r++) t.add(g, r, part[g][r]);
  }
}

// `add` for bodies with FEW_NEAR.
template <class Body, int GROUPS, class V, class S>
void add_few_near(Targets<Body::DIM, Body::RESULTS, GROUPS, V>& t, const S* points,
                  const S* weights, const V* parameters, int64_t first, int64_t last,
                  int64_t size) {
  NearPairs<Body, GROUPS, V> near(t.x, points, weights, parameters);
  for (int64_t block = first; block < last; block += size) {
    V part[GROUPS][Body::RESULTS];
    for (int g = 0; g < GROUPS; g++)
      for (int r = 0; r < Body::RESULTS; r++) part[g][r] = V{};
    for (int64_t s = block; s < last && s < block + size; s++) {
      const Source<Body, V> source(points, weights, s);
#pragma GCC unroll 64
      for (int g = 0; g < GROUPS; g++) {
        V offset[Body::DIM], nearness, next[Body::RESULTS];
#pragma GCC unroll 64
        for (int c = 0; c < Body::DIM; c++) offset[c] = t.x[g][c] - source.y[c];
        for (int r = 0; r < Body::RESULTS; r++) next[r] = part[g][r];
        Body::simple(offset, source.weights(), parameters, next);
        Body::nearness(offset, source.weights(), parameters, &nearness);
        const mask_t<V> is_near = nearness > V{};
        if (any_(is_near)) {
          near.add(s, g, lanes_of(is_near));
          for (int r = 0; r < Body::RESULTS; r++) next[r] = select_(is_near, part[g][r], next[r]);
        }
        for (int r = 0; r < Body::RESULTS; r++) part[g][r] = next[r];
      }
      near.sum_full_vectors();
    }
    for (int g = 0; g < GROUPS; g++)
      for (int r = 0; r < Body::RESULTS; r++) t.add(g, r, part[g][r]);
  }
  near.sum_rest();
  for (int g = 0; g < GROUPS; g++)
    for (int r = 0; r < Body::RESULTS; r++) t.add(g, r, near.total(g, r));
}

// The sources that act on leaves of targets.
template <int DIM, class S>
struct NearSources {
  const P2PArguments<S>& a;
  Entries entries;

  int source_leaf(int64_t i) const { return a.source_leaves[entries.number(a.list_source[i])]; }

  // Calls add(first, stop) for runs of sources of a leaf of targets; before, move(shift) where
  // these belong to another image: instead of them, the targets move, the other way.
  template <class Move, class Add>
  HD void each_run(int64_t leaf, Move move, Add add) const {
    int last_image = 0;
    for (int64_t i = a.list_begin[leaf]; i < a.list_end[leaf];) {
      const int node = source_leaf(i), image = entries.image(a.list_source[i]);
      if (image != last_image) move(a.images + DIM * image);
      last_image = image;
      const int64_t first = a.source_start[node];
      int64_t stop = first + a.source_count[node];
      // Leaves that follow each other in the list often follow each other in memory: one call of
      // `add` takes them all.
      for (i++; i < a.list_end[leaf] && entries.image(a.list_source[i]) == image; i++) {
        if (a.source_start[source_leaf(i)] != stop) break;
        stop += a.source_count[source_leaf(i)];
      }
      add(first, stop);
    }
  }

  // The coordinates of GROUPS vectors of targets from `at` on. Unused lanes repeat the last target.
  template <int GROUPS, class V>
  HD void load(int64_t at, int64_t last, V (&x)[GROUPS][DIM]) const {
    for (int g = 0; g < GROUPS; g++)
      for (int i = 0; i < lanes<V>; i++) {
        const int64_t row = smaller(at + g * lanes<V> + i, last - 1);
        for (int c = 0; c < DIM; c++) x[g][c][i] = a.targets[row * DIM + c];
      }
  }

  template <int GROUPS, class V>
  HD static void move(const V (&x)[GROUPS][DIM], const S* shift, V (&moved)[GROUPS][DIM]) {
    for (int g = 0; g < GROUPS; g++)
      for (int c = 0; c < DIM; c++) moved[g][c] = x[g][c] - broadcast<V>(shift[c]);
  }

  // Calls run(groups, leaf, at, last) for vectors of targets of the leaves [begin, end), two
  // vectors at a time; the number of vectors is known at compile time.
  template <class V, class Run>
  HD void each_target(int64_t begin, int64_t end, Run run) const {
    constexpr int WIDTH = lanes<V>;
    for (int64_t leaf = begin; leaf < end; leaf++) {
      const int node = a.target_leaves[leaf];
      const int64_t last = a.target_start[node] + a.target_count[node];
      for (int64_t at = a.target_start[node]; at < last;) {
        if (last - at > WIDTH) {
          run(std::integral_constant<int, 2>(), leaf, at, last);
          at += 2 * WIDTH;
        } else {
          run(std::integral_constant<int, 1>(), leaf, at, last);
          at += WIDTH;
        }
      }
    }
  }
};

template <int DIM, int RESULTS, class V, class S>
struct P2P {
  template <int GROUPS>
  using Add = void (*)(Targets<DIM, RESULTS, GROUPS, V>&, const S*, const S*, const V*, int64_t,
                       int64_t, int64_t);

  const P2PArguments<S>& a;
  const V* parameters;
  NearSources<DIM, S> near;

  // Writes the sums at GROUPS vectors of targets from `at` on.
  template <int GROUPS>
  void run(Add<GROUPS> add, int64_t leaf, int64_t at, int64_t last) const {
    constexpr int WIDTH = lanes<V>;
    Targets<DIM, RESULTS, GROUPS, V> t;
    V x[GROUPS][DIM];
    near.load(at, last, x);
    near.load(at, last, t.x);
    for (int g = 0; g < GROUPS; g++)
      for (int r = 0; r < RESULTS; r++) t.sum[g][r] = t.lost[g][r] = V{};
    near.each_run(
        leaf, [&](const S* shift) { near.move(x, shift, t.x); },
        [&](int64_t first, int64_t stop) {
          add(t, a.sources, a.weights, parameters, first, stop, a.block);
        });
    for (int g = 0; g < GROUPS; g++)
      for (int l = 0; l < WIDTH && at + g * WIDTH + l < last; l++) {
        const int64_t row = at + g * WIDTH + l;
        for (int r = 0; r < RESULTS; r++)
          a.out[int64_t(a.place[row]) * RESULTS + r] = a.far[row * RESULTS + r] + t.sum[g][r][l];
      }
  }

  __attribute__((noinline)) void leaves(Add<1> one, Add<2> two, int64_t begin, int64_t end) const {
    near.template each_target<V>(begin, end, [&](auto groups, int64_t leaf, int64_t at,
                                                 int64_t last) {
      if constexpr (groups == 2)
        run<2>(two, leaf, at, last);
      else
        run<1>(one, leaf, at, last);
    });
  }
};

// Points, weights and `far` are in the order of the trees; `place` says where results go in `out`.
template <class Body, class V, class S>
int64_t p2p(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
            int64_t end) {
  const P2PArguments<S> a(buffers, scalars);
  if (phase > 0) return -1;
  if (begin < 0) return *a.n_leaves;
  V parameters[Body::PARAMETERS + 1];
  for (int i = 0; i < Body::PARAMETERS; i++) parameters[i] = broadcast<V>(a.parameters[i]);
  const P2P<Body::DIM, Body::RESULTS, V, S> p{a, parameters, {a, {int(a.bits)}}};
  if constexpr (Body::FEW_NEAR)
    p.leaves(add_few_near<Body, 1, V, S>, add_few_near<Body, 2, V, S>, begin, end);
  else
    p.leaves(add<Body, 1, V, S>, add<Body, 2, V, S>, begin, end);
  return 0;
}

}  // namespace
