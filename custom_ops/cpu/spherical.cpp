// Translations of spherical waves on CPUs (jaxfmm/expansions/waves3d.py says what they compute, and how).
//
// A lane is a pair of cells. The shift is turned to the z axis by the tables of translations.h; along it the numbers w_ln
// of an m are made by their recurrence, kept, and multiplied with all right-hand sides.
#include <algorithm>
#include <cmath>
#include <vector>

#include "simd.h"  // first: templates find the functions of vectors only where these come before them

#include "arguments.h"
#include "passes.h"
#include "translations.h"

namespace {

template <class V, class S>
struct Waves : SphericalArguments<S> {
  using Base = SphericalArguments<S>;
  static constexpr int LANES = lanes<V>;
  static constexpr int TILE = 4;  // sums at a time
  const int p, n, k, top;         // degree, coefficients, right-hand sides, degrees of the numbers
  const Tables<S> tables;
  std::vector<S> root;  // sqrt(i)

  Waves(void* const* buffers, const int64_t* scalars)
      : Base(buffers, scalars), p(int(Base::order)), n((p + 1) * (p + 1)), k(int(Base::rhs)), top(2 * p + 2),
        tables{p, int(Base::count), 0, 0, 0, Base::tiles, nullptr, Base::entries, nullptr}, root(4 * p + 8) {
    for (size_t i = 0; i < root.size(); i++) root[i] = S(std::sqrt(double(i)));
  }

  int64_t groups() const { return (Base::pairs + LANES - 1) / LANES; }

  struct Room {
    Scratch<V> a, b, phases, next, up, down, rise, fall, rows, sector, w;
    Frame<V> f;
    explicit Room(const Waves& t)
        : a(t.n * t.k), b(t.n * t.k), phases(4 * (t.p + 1)), next(t.p + 2), up(t.top), down(t.top), rise(t.top),
          fall(t.top), rows(3 * (t.top + 2)), sector(2 * (t.top + 2)), w((t.p + 1 + TILE) * (t.p + 1)),
          f{phases + 0, phases + (t.p + 1), phases + 2 * (t.p + 1), phases + 3 * (t.p + 1), nullptr} {}
  };

  // Column-wise arrays (rows, pairs), at the pairs of a group; the last pair fills unused lanes.
  V load(const S* array, int row, const int64_t (&pair)[LANES]) const {
    V value;
    for (int i = 0; i < LANES; i++) value[i] = array[row * Base::pairs + pair[i]];
    return value;
  }

  void group(Room& room, int64_t number) const {
    int64_t pair[LANES];
    const int used = int(std::min<int64_t>(LANES, Base::pairs - number * LANES));
    for (int i = 0; i < LANES; i++) pair[i] = number * LANES + std::min(i, used - 1);
    V d[3];
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < LANES; i++) d[axis][i] = Base::shift[pair[i] * 3 + axis];
    frame(p, d[0], d[1], d[2], room.f, 1, 0);
    for (int r = 0; r < k; r++) {
      V *a = room.a + r * n, *b = room.b + r * n;
      for (int j = 0; j < n; j++)
        for (int i = 0; i < LANES; i++) a[j][i] = Base::coefficients[(pair[i] * k + r) * n + j];
      turn<-1>(p, room.f.cos_phi, room.f.sin_phi, a, 1, 0, 1);
      exchange(tables, a, b, 1, 0, 1);
      turn<1>(p, room.f.cos_psi, room.f.sin_psi, b, 1, 0, 1);
      exchange(tables, b, a, 1, 0, 1);
    }
    along_axis(room, pair);
    for (int r = 0; r < k; r++) {
      V *a = room.a + r * n, *b = room.b + r * n;
      exchange(tables, b, a, 1, 0, 1);
      turn<-1>(p, room.f.cos_psi, room.f.sin_psi, a, 1, 0, 1);
      exchange(tables, a, b, 1, 0, 1);
      turn<1>(p, room.f.cos_phi, room.f.sin_phi, b, 1, 0, 1);
      for (int j = 0; j < n; j++)
        for (int i = 0; i < used; i++) Base::translated[(pair[i] * k + r) * n + j] = b[j][i];
    }
  }

  // From room.a to room.b.
  void along_axis(Room& room, const int64_t (&pair)[LANES]) const {
    const V square = broadcast<V>(*Base::square);
    for (int l = 0; l < top; l++) room.up[l] = load(Base::up, l, pair), room.down[l] = load(Base::down, l, pair);
    for (int i = 0; i <= p + 1; i++) room.next[i] = load(Base::p, i, pair);
    V *sector = room.sector + 1, *above = sector + top + 2;  // of m and of m + 1, from l = -1 on
    for (int l = 0; l < top; l++) sector[l] = load(Base::start, l, pair);
    for (int m = 0; m <= p; m++) {
      const int last = 2 * p + 1 - m;  // of the degrees that are right
      sector[last + 1] = V{};
      for (int l = m; l <= last; l++) {
        room.rise[l] = room.up[l] * (root[l + 1 - m] * root[l + 1 + m]);
        room.fall[l] = room.down[l] * (root[l - m] * root[l + m]);
      }
      numbers(room, m, last, sector, square);
      for (int r = 0; r < k; r++)
        for (int sign = 0; sign < (m ? 2 : 1); sign++) {
          const int side = sign ? -m : m;
          const V* in = room.a + r * n;
          V* out = room.b + r * n;
          if (Base::transposed) sums<true>(room, m, side, in, out);
          else sums<false>(room, m, side, in, out);
        }
      const S first = root[2 * m + 1] / root[2 * m + 2] / S(2 * m + 1);
      for (int l = m + 1; l < last; l++)
        above[l] = room.next[m + 1] * first *
                   (room.up[l] * (root[l + 1 - m] * root[l - m]) * sector[l + 1] +
                    room.down[l] * (root[l + m + 1] * root[l + m]) * sector[l - 1]);
      std::swap(sector, above);
    }
  }

  // w[(l - m) (p + 1 - m) + n - m] for l, n = m, ..., p.
  void numbers(Room& room, int m, int last, const V* sector, V square) const {
    const int width = p + 1 - m;
    V *below = room.rows + 1, *here = below + top + 2, *above = here + top + 2;
    std::fill(below - 1, below + last + 1, V{});
    std::copy(sector + m, sector + last + 1, here + m);
    for (int i = m; i <= p; i++) {
      for (int l = m; l <= p; l++) room.w[(l - m) * width + i - m] = here[l];
      if (i == p) break;
      const S c = 1 / (root[i + 1 - m] * root[i + 1 + m]);
      const V by = room.next[i + 1] * c;
      const V back = i > m ? square * by * room.next[i] * S(root[i - m] * root[i + m] / ((2 * i + 1) * (2 * i - 1))) : V{};
      const int stop = last - 1 - (i - m);
      above[m] = back * below[m] - by * (room.rise[m] * here[m + 1]);
      for (int l = m + 1; l <= stop; l++)
        above[l] = back * below[l] - by * (room.rise[l] * here[l + 1] - room.fall[l] * here[l - 1]);
      V* free = below;
      below = here, here = above, above = free;
    }
  }

  // The sums over n of an (l, m), or over l of an (n, m).
  template <bool TRANSPOSED>
  void sums(const Room& room, int m, int side, const V* in, V* out) const {
    const int width = p + 1 - m, row = TRANSPOSED ? 1 : width, step = TRANSPOSED ? width : 1;
    for (int first = 0; first < width; first += TILE) {
      V sum[TILE] = {};
      const V* w = room.w.data + first * row;
      if (first + TILE <= width) {
        for (int j = 0; j < width; j++) {
          const V value = in[coefficient(m + j, side)];
          for (int i = 0; i < TILE; i++) sum[i] += w[i * row + j * step] * value;
        }
        for (int i = 0; i < TILE; i++) out[coefficient(m + first + i, side)] = sum[i];
        continue;
      }
      for (int i = 0; first + i < width; i++) {
        for (int j = 0; j < width; j++) sum[i] += w[i * row + j * step] * in[coefficient(m + j, side)];
        out[coefficient(m + first + i, side)] = sum[i];
      }
    }
  }
};

template <class V, class S>
int64_t spherical(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const Waves<V, S> waves(buffers, scalars);
  if (begin < 0) return phase ? -1 : waves.groups();
  typename Waves<V, S>::Room room(waves);
  for (int64_t i = begin; i < end; i++) waves.group(room, i);
  return 0;
}

}  // namespace

JAXFMM_KERNEL(spherical_f32) { return spherical<vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(spherical_f64) { return spherical<vd, double>(buffers, scalars, phase, begin, end); }
