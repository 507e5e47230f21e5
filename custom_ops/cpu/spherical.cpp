// M2L, M2M and L2L of spherical waves on CPUs. jaxfmm/expansions/helmholtz/operators3d.py has the
// formulas.
//
// A lane is a pair of cells. The shift is turned to the z axis by the tables of translations.h.
// Along the axis, the numbers w_ln of each m follow from their recurrence, are kept, and are
// multiplied by all right-hand sides.
#include <algorithm>
#include <cmath>
#include <vector>

#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "generated/arguments.h"
#include "passes.h"
#include "translations.h"

namespace {

template <class V, class S>
struct Waves : SphericalArguments<S> {
  using Base = SphericalArguments<S>;
  static constexpr int LANES = lanes<V>;
  static constexpr int TILE = 4;  // sums at the same time
  // Kinds of translations, besides M2L of the imaginary part: M2L of the real part, M2M and L2L.
  static constexpr int OUTGOING = WAVES_OUTGOING, SHIFT = WAVES_SHIFT,
                       SHIFT_TRANSPOSED = WAVES_SHIFT_TRANSPOSED;
  const int p, n, k, top;  // degree, coefficients, right-hand sides, degrees of the numbers w_ln
  const Tables<S> tables;
  std::vector<S> root;  // sqrt(i)

  Waves(void* const* buffers, const int64_t* scalars)
      : Base(buffers, scalars), p(int(Base::order)), n((p + 1) * (p + 1)), k(int(Base::rhs)),
        top(2 * p + 2),
        tables{p, int(Base::count), 0, 0, 0, Base::tiles, nullptr, Base::entries, nullptr},
        root(4 * p + 8) {
    for (size_t i = 0; i < root.size(); i++) root[i] = S(std::sqrt(double(i)));
  }

  bool far() const { return Base::kind != SHIFT && Base::kind != SHIFT_TRANSPOSED; }
  int64_t groups() const { return (Base::pairs + LANES - 1) / LANES; }

  struct Memory {
    Scratch<V> a, b, phases, next, lengths, bessel, up, down, rise, fall, rows, sector, w;
    Frame<V> f;
    explicit Memory(const Waves& t)
        : a(t.n * t.k), b(t.n * t.k), phases(4 * (t.p + 1)), next(t.p + 2), lengths(t.top + 1),
          bessel(t.top), up(t.top), down(t.top), rise(t.top), fall(t.top), rows(3 * (t.top + 2)),
          sector(2 * (t.top + 2)), w((t.p + 1 + TILE) * (t.p + 1)),
          f{phases + 0, phases + (t.p + 1), phases + 2 * (t.p + 1), phases + 3 * (t.p + 1),
            nullptr} {}
  };

  V load(const S* array, const int64_t (&pair)[LANES]) const {
    V value;
    for (int i = 0; i < LANES; i++) value[i] = array[pair[i]];
    return value;
  }

  // min((2l + 1) / k, r) for l = 0, ..., last.
  void lengths(V k, V radius, int last, V* out) const {
    const V inverse =
        select_(k > V{}, constant<V>(1) / select_(k > V{}, k, constant<V>(1)), infinity<V>());
    for (int l = 0; l <= last; l++) out[l] = min_(inverse * S(2 * l + 1), radius);
  }

  // j_l(x) / A_l(x) for l < count; see `spherical` of jaxfmm/expansions/helmholtz/bessel.py.
  static void spherical_bessel(V x, int count, V* out) {
    const V one = constant<V>(1), zero = V{};
    const auto upward = x > constant<V>(count);
    const V small = select_(upward, one, x),
            inverse = select_(small > zero, one / select_(small > zero, small, one), infinity<V>());
    const int last = count + 9 + int(8 * std::cbrt(double(count)));
    V here = one, above = zero, a_above = zero;
    for (int l = last; l > 0; l--) {
      const V a = min_(one, small * S(1.0 / (2 * l + 1)));
      if (l < count) out[l] = here;
      const V below = min_(one, inverse * S(2 * l + 1)) * here - a * a_above * above;
      above = here, here = below, a_above = a;
    }
    out[0] = here;
    const V cosine = here - small * a_above * above, sine = small * here;
    const V factor = (sine * sin_(small) + cosine * cos_(small)) / (sine * sine + cosine * cosine);
    for (int l = 0; l < count; l++) out[l] = out[l] * factor;
    if (!any_(upward)) return;
    const V large = select_(upward, x, constant<V>(count + 1)), back = one / large;
    V a = min_(one, large), before = a * cos_(large) * back, now = sin_(large) * back;
    for (int l = 0; l < count; l++) {
      out[l] = select_(upward, now, out[l]);
      const V next_a = min_(one, large * S(1.0 / (2 * l + 3)));
      const V next = (now * back * S(2 * l + 1) - before / a) / next_a;
      before = now, now = next, a = next_a;
    }
  }

  // Sets `start` to w_l0 of m = 0, and the factors of the recurrence: memory.next to p / k,
  // memory.up to U k, memory.down to V k.
  void begin(Memory& memory, V distance, const int64_t (&pair)[LANES], V* start) const {
    const V k = broadcast<V>(*Base::wavenumber), one = constant<V>(1), square = k * k,
            x = k * distance;
    const V first = load(Base::first, pair), second = load(Base::second, pair);
    V* q = memory.lengths;
    lengths(k, first, p + 1, memory.next);
    lengths(k, second, top, q);
    for (int l = 0; l < top; l++) {
      const V inverse = one / q[Base::kind == SHIFT || Base::kind == SHIFT_TRANSPOSED ? l : l + 1];
      if (far()) {
        memory.up[l] = inverse;
        memory.down[l] = square * q[l] * S(l ? 1.0 / ((2.0 * l + 1) * (2 * l - 1)) : 0.0);
      } else {
        memory.up[l] = square * q[l + 1] * S(1.0 / ((2.0 * l + 1) * (2 * l + 3)));
        memory.down[l] = inverse;
      }
    }
    if (Base::kind == OUTGOING) {
      const V back = one / distance;
      V below = -sin_(x) * k * back, here = cos_(x) * back;
      V b = select_(square > V{}, one / select_(square > V{}, square, one), V{});
      for (int l = 0; l < top; l++) {
        start[l] = here * S(l % 2 ? -(2 * l + 1) : 2 * l + 1);
        const V next_b = q[l + 1] * S(1.0 / (2 * l + 3)),
                next = next_b * (here * back * S(2 * l + 1) - square * b * below);
        below = here, here = next, b = next_b;
      }
      return;
    }
    spherical_bessel(x, top, memory.bessel);
    V product = far() ? k : one;
    const V z = k * second, ratio = distance / second;
    for (int l = 0; l < top; l++) {
      const S odd = S(1.0 / (2 * l + 1));
      if (l)
        product = product * (far() ? min_(one, x * odd) * (k * q[l] * odd)
                                   : ratio * max_(one, z * odd) / max_(one, x * odd));
      start[l] = memory.bessel[l] * product * (far() ? S(l % 2 ? -(2 * l + 1) : 2 * l + 1) : S(1));
    }
  }

  void group(Memory& memory, int64_t number) const {
    int64_t pair[LANES];
    const int used = int(std::min<int64_t>(LANES, Base::pairs - number * LANES));
    for (int i = 0; i < LANES; i++) pair[i] = number * LANES + std::min(i, used - 1);
    V d[3];
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < LANES; i++) d[axis][i] = Base::shift[pair[i] * 3 + axis];
    const V distance = frame(p, d[0], d[1], d[2], memory.f, 1, 0);
    for (int r = 0; r < k; r++) {
      V *a = memory.a + r * n, *b = memory.b + r * n;
      for (int j = 0; j < n; j++)
        for (int i = 0; i < LANES; i++) a[j][i] = Base::coefficients[(pair[i] * k + r) * n + j];
      turn<-1>(p, memory.f.cos_phi, memory.f.sin_phi, a, 1, 0, 1);
      exchange(tables, a, b, 1, 0, 1);
      turn<1>(p, memory.f.cos_psi, memory.f.sin_psi, b, 1, 0, 1);
      exchange(tables, b, a, 1, 0, 1);
    }
    begin(memory, distance, pair, memory.sector + 1);
    along_axis(memory);
    for (int r = 0; r < k; r++) {
      V *a = memory.a + r * n, *b = memory.b + r * n;
      exchange(tables, b, a, 1, 0, 1);
      turn<-1>(p, memory.f.cos_psi, memory.f.sin_psi, a, 1, 0, 1);
      exchange(tables, a, b, 1, 0, 1);
      turn<1>(p, memory.f.cos_phi, memory.f.sin_phi, b, 1, 0, 1);
      for (int j = 0; j < n; j++)
        for (int i = 0; i < used; i++) Base::translated[(pair[i] * k + r) * n + j] = b[j][i];
    }
  }

  // Translates memory.a along the z axis, to memory.b.
  void along_axis(Memory& memory) const {
    const V square = broadcast<V>(*Base::wavenumber * *Base::wavenumber);
    // The w_lm of m and of m + 1, from l = -1 on.
    V *sector = memory.sector + 1, *above = sector + top + 2;
    for (int m = 0; m <= p; m++) {
      const int last = 2 * p + 1 - m;  // the highest degree whose number is still correct
      sector[last + 1] = V{};
      for (int l = m; l <= last; l++) {
        memory.rise[l] = memory.up[l] * (root[l + 1 - m] * root[l + 1 + m]);
        memory.fall[l] = memory.down[l] * (root[l - m] * root[l + m]);
      }
      numbers(memory, m, last, sector, square);
      for (int r = 0; r < k; r++)
        for (int sign = 0; sign < (m ? 2 : 1); sign++) {
          const int side = sign ? -m : m;
          const V* in = memory.a + r * n;
          V* out = memory.b + r * n;
          if (Base::kind == SHIFT_TRANSPOSED)
            sums<true>(memory, m, side, in, out);
          else
            sums<false>(memory, m, side, in, out);
        }
      const S first = root[2 * m + 1] / root[2 * m + 2] / S(2 * m + 1);
      for (int l = m + 1; l < last; l++)
        above[l] = memory.next[m + 1] * first *
                   (memory.up[l] * (root[l + 1 - m] * root[l - m]) * sector[l + 1] +
                    memory.down[l] * (root[l + m + 1] * root[l + m]) * sector[l - 1]);
      std::swap(sector, above);
    }
  }

  // Sets w[(l - m) (p + 1 - m) + n - m] for l, n = m, ..., p.
  void numbers(Memory& memory, int m, int last, const V* sector, V square) const {
    const int width = p + 1 - m;
    V *below = memory.rows + 1, *here = below + top + 2, *above = here + top + 2;
    std::fill(below - 1, below + last + 1, V{});
    std::copy(sector + m, sector + last + 1, here + m);
    for (int i = m; i <= p; i++) {
      for (int l = m; l <= p; l++) memory.w[(l - m) * width + i - m] = here[l];
      if (i == p) break;
      const S c = 1 / (root[i + 1 - m] * root[i + 1 + m]);
      const V by = memory.next[i + 1] * c;
      const V back = i > m ? square * by * memory.next[i] *
                                 S(root[i - m] * root[i + m] / ((2 * i + 1) * (2 * i - 1)))
                           : V{};
      const int stop = last - 1 - (i - m);
      above[m] = back * below[m] - by * (memory.rise[m] * here[m + 1]);
      for (int l = m + 1; l <= stop; l++)
        above[l] =
            back * below[l] - by * (memory.rise[l] * here[l + 1] - memory.fall[l] * here[l - 1]);
      V* oldest = below;
      below = here, here = above, above = oldest;
    }
  }

  // Sums over n for each (l, m), or over l for each (n, m) (TRANSPOSED).
  template <bool TRANSPOSED>
  void sums(const Memory& memory, int m, int side, const V* in, V* out) const {
    const int width = p + 1 - m, row = TRANSPOSED ? 1 : width, step = TRANSPOSED ? width : 1;
    for (int first = 0; first < width; first += TILE) {
      V sum[TILE] = {};
      const V* w = memory.w.data + first * row;
      if (first + TILE <= width) {
        for (int j = 0; j < width; j++) {
          const V value = in[coefficient(m + j, side)];
          for (int i = 0; i < TILE; i++) sum[i] += w[i * row + j * step] * value;
        }
        for (int i = 0; i < TILE; i++) out[coefficient(m + first + i, side)] = sum[i];
        continue;
      }
      for (int i = 0; first + i < width; i++) {
        for (int j = 0; j < width; j++)
          sum[i] += w[i * row + j * step] * in[coefficient(m + j, side)];
        out[coefficient(m + first + i, side)] = sum[i];
      }
    }
  }
};

template <class V, class S>
int64_t spherical(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
                  int64_t end) {
  const Waves<V, S> waves(buffers, scalars);
  if (begin < 0) return phase ? -1 : waves.groups();
  typename Waves<V, S>::Memory memory(waves);
  for (int64_t i = begin; i < end; i++) waves.group(memory, i);
  return 0;
}

}  // namespace

JAXFMM_KERNEL(spherical_f32) { return spherical<vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(spherical_f64) { return spherical<vd, double>(buffers, scalars, phase, begin, end); }
