// The 2D harmonic expansions on CPUs, for the passes of passes.h: M2L and shifts by algorithms 3.4
// to 3.6 of Goude & Engblom (2013), whose additions follow Pascal's triangle.
// jaxfmm/expansions/laplace2d/operators.py has the formulas.
#include "simd.h"  // first: templates need the functions of vectors declared before them

#include "laplace2d.h"
#include "passes.h"

namespace {

template <class V>
struct Complex {
  V re, im;
};

template <class V>
HD Complex<V> operator+(Complex<V> x, Complex<V> y) {
  return {x.re + y.re, x.im + y.im};
}

template <class V>
HD Complex<V> operator*(Complex<V> x, Complex<V> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

template <class V>
HD Complex<V> operator*(Complex<V> x, V y) {
  return {x.re * y, x.im * y};
}

// One step of a triangle, x + t y, for t = 1 (Unit) or any t (Times).
template <class V>
struct Unit {
  HD Complex<V> operator()(Complex<V> x, Complex<V> y) const { return x + y; }
};

template <class V>
struct Times {
  Complex<V> t;
  HD Complex<V> operator()(Complex<V> x, Complex<V> y) const { return x + t * y; }
};

// A triangle is computed by passes over an array. STEPS passes go over it together, so that each
// load and store is used for STEPS additions (four; eight are not faster). s[m] is the last result
// of pass m.

// Passes first, first + 1, ... of `lower`: pass i does x_j += t x_{j+1} for j = count - 2, ..., i,
// in this order.
template <int STEPS, class V, class Step>
HD void lower_passes(Complex<V>* x, int first, int count, Step step) {
  Complex<V> s[STEPS];
#pragma GCC unroll 4
  for (int m = 0; m < STEPS; m++) s[m] = x[count - 1];
  for (int j = count - 2; j >= first + STEPS - 1; j--) {
    Complex<V> v = x[j];
#pragma GCC unroll 4
    for (int m = 0; m < STEPS; m++) s[m] = v = step(v, s[m]);
    x[j] = v;
  }
#pragma GCC unroll 4
  for (int left = STEPS - 1; left > 0; left--) {
    Complex<V> v = x[first + left - 1];
#pragma GCC unroll 4
    for (int m = 0; m < left; m++) s[m] = v = step(v, s[m]);
    x[first + left - 1] = v;
  }
}

// Passes last, last - 1, ... of `raise`: pass i does x_j += t x_{j-1} for j = i, ..., count - 1, in
// this order.
template <int STEPS, class V, class Step>
HD void raise_passes(Complex<V>* x, int last, int count, Step step) {
  Complex<V> s[STEPS];
  s[STEPS - 1] = x[last - STEPS];
#pragma GCC unroll 4
  for (int left = STEPS - 1; left > 0; left--) {
    const Complex<V> before = x[last - left];
    Complex<V> v = before;
#pragma GCC unroll 4
    for (int m = left; m < STEPS; m++) s[m] = v = step(v, s[m]);
    s[left - 1] = before;
    x[last - left] = v;
  }
  for (int j = last; j < count; j++) {
    Complex<V> v = x[j];
#pragma GCC unroll 4
    for (int m = 0; m < STEPS; m++) s[m] = v = step(v, s[m]);
    x[j] = v;
  }
}

// x_j = sum_k C(k, j) t^(k - j) x_k for j = 0, ..., count - 1: the Taylor shift of a polynomial by
// t. Pass i finishes x_i, for i = 0, ..., count - 2.
template <class V, class Step>
void lower(Complex<V>* x, int count, Step step) {
  int i = 0;
  for (; count - 1 - i >= 4; i += 4) lower_passes<4>(x, i, count, step);
  if (count - 1 - i >= 2) lower_passes<2>(x, i, count, step), i += 2;
  if (count - 1 - i >= 1) lower_passes<1>(x, i, count, step);
}

// x_j = sum_k C(j, k) t^(j - k) x_k: the transpose, by passes count - 1, ..., 1.
template <class V, class Step>
void raise(Complex<V>* x, int count, Step step) {
  int i = count > 0 ? count - 1 : 0;
  if (i % 2) raise_passes<1>(x, i, count, step), i -= 1;
  if (i % 4) raise_passes<2>(x, i, count, step), i -= 2;
  for (; i > 0; i -= 4) raise_passes<4>(x, i, count, step);
}

// x, x^2, ...: each power follows from the one before the last, so that the processor works on two
// at the same time.
template <class V>
struct Powers {
  Complex<V> power, before, square;
  HD explicit Powers(Complex<V> x)
      : power(x), before{constant<V>(1), constant<V>(0)}, square(x * x) {}
  HD void next() {
    const Complex<V> above = before * square;
    before = power;
    power = above;
  }
};

// Works in place on a[0] and the complex numbers z_k = a[2k - 1] + i a[2k]. The memory also holds
// z_0 before them, and one more number behind them. All of them are the conjugates of the numbers
// in the formulas.
template <class V, class S>
struct Translator {
  static constexpr int COLUMNS = 1;  // a triangle needs all registers for one
  const Expansion<S>& e;
  Scratch<V> memory;
  V *a, *b;
  Complex<V>* z;
  Scratch<Complex<V>> before, after;  // the factors of the coefficients
  Complex<V> t;                       // shift / radius
  V potential;
  explicit Translator(const Expansion<S>& e)
      : e(e), memory(e.n + 3), a(memory + 1), b(a), z(reinterpret_cast<Complex<V>*>(memory.data)),
        before(e.order + 1), after(e.order + 1) {}

  void set_m2l(const V (&d)[2], V source_radius, V target_radius) {
    Complex<V> inverse = {d[0], d[1]};  // of the conjugate of d
    const V zero = constant<V>(0), length = e.invert(inverse.re, inverse.im);
    potential = select_((d[0] == zero) & (d[1] == zero), zero,
                        -(log_(length) + broadcast<V>(e.offset)));
    Powers<V> source(inverse * source_radius), target(inverse * -target_radius);
    for (int k = 1; k <= e.order; k++, source.next(), target.next()) {
      before[k] = source.power * broadcast<V>(e.inverse[k]);
      after[k] = target.power * broadcast<V>(e.root[k]);
    }
  }

  template <int COUNT>
  void m2l() {
    const V zero = constant<V>(0), charge = a[0];
    for (int k = 1; k <= e.order; k++) z[k] = Complex<V>{z[k].re, -z[k].im} * before[k];
    z[e.order + 1] = {zero, zero};
    lower(z + 1, e.order, Unit<V>());
    raise(z + 1, e.order + 1, Unit<V>());
    b[0] = z[1].re + charge * potential;
    for (int l = 1; l <= e.order; l++) {
      Complex<V> y = z[l + 1];
      y.re = y.re + charge * broadcast<V>(e.inverse[l] * e.inverse[l]);
      z[l] = y * after[l];
    }
  }

  void set_m2m(const V (&d)[2], V radius, V ratio) {
    t = {d[0] / radius, d[1] / radius};
    set_factors(ratio, e.inverse);
  }

  template <int COUNT>
  void m2m() {
    scale();
    raise(z + 1, e.order, Times<V>{t});
    Complex<V> power = t * a[0];
    for (int l = 1; l <= e.order; l++, power = power * t)
      z[l] = (z[l] + power * broadcast<V>(e.inverse[l] * e.inverse[l])) * broadcast<V>(e.root[l]);
  }

  void set_l2l(const V (&d)[2], V radius, V ratio) {
    t = {d[0] / radius, -d[1] / radius};
    set_factors(ratio, e.root);
  }

  template <int COUNT>
  void l2l() {
    for (int k = 1; k <= e.order; k++) z[k] = z[k] * broadcast<V>(e.inverse[k]);
    z[0] = {a[0], constant<V>(0)};
    lower(z, e.order + 1, Times<V>{t});
    a[0] = z[0].re;
    scale();
  }

 private:
  // Sets the factors ratio^k root_k, which are real.
  void set_factors(V ratio, const S* root) {
    V power = ratio;
    for (int k = 1; k <= e.order; k++, power = power * ratio)
      before[k].re = power * broadcast<V>(root[k]);
  }
  void scale() {
    for (int k = 1; k <= e.order; k++) z[k] = z[k] * before[k].re;
  }
};

struct Harmonics {
  template <class S>
  using Expansion = ::Expansion<S>;
  template <class V, class S>
  using Translator = ::Translator<V, S>;
};

}  // namespace

JAXFMM_PASSES(laplace2d, Harmonics)
