// Vectors vf of floats and vd of doubles, as wide as those of the instruction set, with the
// functions of functions.h. Arithmetic, comparisons and selection are those of GCC's vectors.
#pragma once
#include "functions.h"

#ifdef __SSE2__
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#define JAXFMM_NEON
#endif

#if defined(__AVX512F__)
#define JAXFMM_VECTOR_BYTES 64
#define JAXFMM_SIMD(name) _mm512_##name
#elif defined(__AVX__)
#define JAXFMM_VECTOR_BYTES 32
#define JAXFMM_SIMD(name) _mm256_##name
#else
#define JAXFMM_VECTOR_BYTES 16
#define JAXFMM_SIMD(name) _mm_##name
#endif

namespace {

typedef float vf __attribute__((vector_size(JAXFMM_VECTOR_BYTES)));
typedef double vd __attribute__((vector_size(JAXFMM_VECTOR_BYTES)));
typedef unsigned bits_f __attribute__((vector_size(JAXFMM_VECTOR_BYTES)));
typedef unsigned long long bits_d __attribute__((vector_size(JAXFMM_VECTOR_BYTES)));

template <>
struct element<vf> {
  using type = float;
};

template <>
struct element<vd> {
  using type = double;
};

// The integers that hold the bits of a vector.
template <class V>
struct integers;

template <>
struct integers<vf> {
  using type = bits_f;
};

template <>
struct integers<vd> {
  using type = bits_d;
};

template <class V>
using bits = typename integers<V>::type;

template <class V>
constexpr bool single = sizeof(typename element<V>::type) == 4;

template <class M>
HD bool any_(M mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
#elif defined(__AVX__)
  return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#elif defined(JAXFMM_NEON)
  return vmaxvq_u32((uint32x4_t)mask) != 0;
#else
  bool any = false;
  for (unsigned i = 0; i < sizeof(M) / sizeof(mask[0]); ++i) any |= mask[i] != 0;
  return any;
#endif
}

template <class V>
constexpr int lanes = sizeof(V) / sizeof(typename element<V>::type);

// Whether a number is above the limit, or none.
template <class V>
HD bool beyond(V x, double limit) {
  return any_(~(x <= constant<V>(limit)));
}

// Loads and stores without alignment.
template <class V>
HD V load_(const typename element<V>::type* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof(V));
  return v;
}

template <class V>
HD void store_(typename element<V>::type* to, V v) {
  __builtin_memcpy(to, &v, sizeof(V));
}

// What vectors leave to the library, lane by lane. A function of its own: Clang would call the
// library ahead of a branch, for all vectors, since sin and others have no effects without errno.
template <class F, class V, class... W>
__attribute__((noinline, cold)) V each(F function, V x, W... others) {
  for (int i = 0; i < lanes<V>; ++i) x[i] = function(x[i], others[i]...);
  return x;
}

#define JAXFMM_LANES(name) [](auto... x) { return name(x...); }

HD vf abs_(vf x) { return (vf)((bits_f)x & ~0u >> 1); }
HD vd abs_(vd x) { return (vd)((bits_d)x & ~0ull >> 1); }

// The polynomial with these coefficients, which begin with the highest power. A long one is the sum
// of its even and its odd powers: where each step waits for the last one, a processor holds too few
// vectors at a time to keep busy (erfc_ of doubles: 1.25 times as fast).
template <class V, class... C>
HD V polynomial(V z, C... coefficients) {
  constexpr int count = sizeof...(C);
  const double c[] = {coefficients...};
  if constexpr (count < 8) {
    V p = constant<V>(c[0]);
#pragma GCC unroll 8
    for (int i = 1; i < count; i++) p = p * z + constant<V>(c[i]);
    return p;
  } else {
    const V square = z * z;
    V p[2] = {constant<V>(c[0]), constant<V>(c[1])};
#pragma GCC unroll 32
    for (int i = 2; i < count; i++) p[i % 2] = p[i % 2] * square + constant<V>(c[i]);
    // the last coefficient is the constant
    return p[count % 2] * z + p[1 - count % 2];
  }
}

// exp(x) = 2^n exp(r), |r| <= log(2) / 2. Adding 1.5 * 2^(bits of the mantissa) rounds x / log(2)
// to n and leaves n in the lowest bits, from where it is added to the exponent of exp(r). Results
// below the normal numbers become zero. The polynomials interpolate (exp(r) - 1 - r) / r^2 at
// Chebyshev points; the relative error is 9e-9 and 2e-17. exp_reduced is of x - less: it returns
// exp(r) - 1, and sets `exponent` to the bits that multiply a number by 2^n when added to its bits.
HD vf exp_reduced(vf x, bits_f& exponent, vf less = vf()) {
  const vf shifted = (x - less) * 1.44269504f + 12582912.0f, n = shifted - 12582912.0f;
  const vf r = ((x - n * 0.693359375f) - n * -2.12194440e-4f) - less;
  exponent = (bits_f)shifted << 23;
  vf p = 1.39262133e-3f * r + 8.36320297e-3f;
  p = p * r + 4.16665544e-2f;
  p = p * r + 1.66665768e-1f;
  p = p * r + 0.5f;
  return p * (r * r) + r;
}

HD vd exp_reduced(vd x, bits_d& exponent, vd less = vd()) {
  const vd shifted = (x - less) * 1.4426950408889634 + 6755399441055744.0,
           n = shifted - 6755399441055744.0;
  const vd r = ((x - n * 6.93145751953125e-1) - n * 1.42860682030941723212e-6) - less;
  exponent = (bits_d)shifted << 52;
  const vd p = polynomial(
      r, 2.5100424157005066788e-8, 2.7620138719733995569e-7, 2.7557268378684192873e-6,
      2.4801521190217727651e-5, 1.9841269863105968749e-4, 1.3888888917281793308e-3,
      8.3333333333300513464e-3, 4.1666666666623991516e-2, 1.6666666666666667456e-1, 0.5);
  return p * (r * r) + r;
}

// exp(x - less), but for the factor `exponent`.
HD vf exp_without_exponent(vf x, bits_f& exponent, vf less = vf()) {
  return exp_reduced(x, exponent, less) + 1.0f;
}

HD vf exp_(vf x) {
  bits_f exponent;
  const vf y = (vf)((bits_f)exp_without_exponent(x, exponent) + exponent);
  return select_(x < constant<vf>(-87.33654), vf(),
                 select_<vf>(x <= 88.72283f, y, x + infinity<vf>()));
}

#ifdef __AVX512F__
}  // namespace
#include "simd_tables.h"
namespace {
#else
HD vd exp_without_exponent(vd x, bits_d& exponent, vd less = vd()) {
  return exp_reduced(x, exponent, less) + 1.0;
}
#endif

HD vd exp_(vd x) {
  bits_d exponent;
  const vd y = (vd)((bits_d)exp_without_exponent(x, exponent) + exponent);
  return select_<vd>(x < -708.3964, vd(),
                     select_<vd>(x <= 709.782712893384, y, x + infinity<vd>()));
}

// sin(x) and cos(x) from r = x - n pi / 2, |r| <= pi / 4. n is in the lowest bits of a shifted
// number, as above; its last two bits say which function of r the result is, and with which sign.
// pi / 2 is a sum of three numbers; n times the first two is exact. The polynomials interpolate
// (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4 at Chebyshev points; the relative error
// is 1.4e-8 and 1.4e-17. Larger numbers are left to the library, one by one. quarter: 0 for sin(x),
// 1 for cos(x); the compiler shares the common parts of both for one x.
HD vf quarter_wave(vf x, unsigned quarter) {
  const vf shifted = x * 0.636619772f + 12582912.0f, n = shifted - 12582912.0f;
  const vf r = ((x - n * 1.5703125f) - n * 4.837512969970703125e-4f) -
               n * 7.5497899548918821692e-8f,
           z = r * r;
  const bits_f turn = (bits_f)shifted + quarter;
  const vf sine = r + r * z * ((-1.95878909e-4f * z + 8.33274827e-3f) * z - 0.166666647f);
  const vf cosine =
      1.0f - (0.5f * z - z * z * ((2.45479421e-5f * z - 1.3888303e-3f) * z + 4.16666647e-2f));
  const bits_f odd = 0u - (turn & 1u);
  return (vf)((((bits_f)cosine & odd) | ((bits_f)sine & ~odd)) ^ ((turn & 2u) << 30));
}

HD vd quarter_wave(vd x, unsigned quarter) {
  const vd shifted = x * 0.63661977236758134308 + 6755399441055744.0,
           n = shifted - 6755399441055744.0;
  const vd r = ((x - n * 1.5707963267341256142) - n * 6.0771005063039659766e-11) -
               n * 2.0222662487959507324e-21;
  const vd z = r * r;
  const bits_d turn = (bits_d)shifted + (unsigned long long)quarter;
  vd p = 1.5918129294866609e-10 * z - 2.5051131845003624e-8;
  p = p * z + 2.755731610255244e-6;
  p = p * z - 1.9841269836758574e-4;
  p = p * z + 8.3333333333309485e-3;
  p = p * z - 0.16666666666666665;
  vd q = -1.1382632425521718e-11 * z + 2.0876146268403198e-9;
  q = q * z - 2.7557317271729793e-7;
  q = q * z + 2.4801587298765688e-5;
  q = q * z - 1.3888888888887397e-3;
  q = q * z + 4.1666666666666665e-2;
  const vd sine = r + r * z * p, cosine = 1.0 - (0.5 * z - z * z * q);
  const bits_d odd = 0ull - (turn & 1ull);
  return (vd)((((bits_d)cosine & odd) | ((bits_d)sine & ~odd)) ^ ((turn & 2ull) << 62));
}

// Whether x is too large for quarter_wave.
template <class V>
HD bool beyond_waves(V x) {
  return beyond(abs_(x), single<V> ? 6e3 : 1e6);
}

template <class V>
HD V sin_(V x) {
  return beyond_waves(x) ? each(JAXFMM_LANES(sin_), x) : quarter_wave(x, 0);
}

template <class V>
HD V cos_(V x) {
  return beyond_waves(x) ? each(JAXFMM_LANES(cos_), x) : quarter_wave(x, 1);
}

#ifdef __SSE2__
HD vf sqrt_(vf x) { return (vf)JAXFMM_SIMD(sqrt_ps)(x); }
HD vd sqrt_(vd x) { return (vd)JAXFMM_SIMD(sqrt_pd)(x); }
#elif defined(JAXFMM_NEON)
HD vf sqrt_(vf x) { return (vf)vsqrtq_f32((float32x4_t)x); }
HD vd sqrt_(vd x) { return (vd)vsqrtq_f64((float64x2_t)x); }
#else
template <class V>
HD V sqrt_(V x) {
  return each(JAXFMM_LANES(sqrt_), x);
}
#endif

// Not valid for zero, infinity and, except with AVX-512, for subnormal numbers.
#if defined(__AVX512F__)
HD vf rsqrt_of_normal(vf x) { return refine_rsqrt<2, vf>(x, _mm512_rsqrt14_ps(x)); }
HD vd rsqrt_of_normal(vd x) { return refine_rsqrt<4, vd>(x, _mm512_rsqrt14_pd(x)); }

HD vf rsqrt_(vf x) {
  const vf y = _mm512_rsqrt14_ps(x);
  return refine_rsqrt<2>(x, y, y);
}

HD vd rsqrt_(vd x) {
  const vd y = _mm512_rsqrt14_pd(x);
  return refine_rsqrt<2>(x, refine_rsqrt<3>(x, y, y), y);
}
#elif defined(__SSE2__)
HD vf rsqrt_of_normal(vf x) { return refine_rsqrt<3, vf>(x, JAXFMM_SIMD(rsqrt_ps)(x)); }

HD vf rsqrt_(vf x) {
  const vf y = JAXFMM_SIMD(rsqrt_ps)(x);
  return refine_rsqrt<3>(x, y, y);
}

HD vd rsqrt_(vd x) { return 1.0 / sqrt_(x); }
HD vd rsqrt_of_normal(vd x) { return rsqrt_(x); }
#elif defined(JAXFMM_NEON)
// The relative error of the estimates is below 2^-8.
HD vf rsqrt_of_normal(vf x) { return refine_rsqrt<4>(x, (vf)vrsqrteq_f32((float32x4_t)x)); }
HD vd rsqrt_of_normal(vd x) {
  return refine_rsqrt<3>(x, refine_rsqrt<3>(x, (vd)vrsqrteq_f64((float64x2_t)x)));
}

HD vf rsqrt_(vf x) {
  const vf y = (vf)vrsqrteq_f32((float32x4_t)x);
  return refine_rsqrt<2>(x, refine_rsqrt<3>(x, y, y), y);
}

HD vd rsqrt_(vd x) {
  const vd y = (vd)vrsqrteq_f64((float64x2_t)x);
  return refine_rsqrt<3>(x, refine_rsqrt<3>(x, y, y), y);
}
#else
template <class V>
HD V rsqrt_(V x) {
  return each(JAXFMM_LANES(rsqrt_), x);
}
template <class V>
HD V rsqrt_of_normal(V x) {
  return rsqrt_(x);
}
#endif

HD vf rsqrt_apart_(vf r2) {
  return select_(r2 >= constant<vf>(1.17549435e-38), rsqrt_of_normal(r2), vf());
}
HD vd rsqrt_apart_(vd r2) {
  return select_(r2 >= constant<vd>(2.2250738585072014e-308), rsqrt_of_normal(r2), vd());
}
HD vf rsqrt_apart_(vf r2, vf e) {
  return select_(r2 >= constant<vf>(1.17549435e-38), rsqrt_of_normal(r2 + e), vf());
}
HD vd rsqrt_apart_(vd r2, vd e) {
  return select_(r2 >= constant<vd>(2.2250738585072014e-308), rsqrt_of_normal(r2 + e), vd());
}

// Not valid for zero, infinity and, except with AVX-512, for subnormal numbers.
#if defined(__AVX512F__)
HD vf inverse_of_normal(vf x) { return refine_inverse<2, vf>(x, _mm512_rcp14_ps(x)); }
HD vd inverse_of_normal(vd x) {
  return refine_inverse<2>(x, refine_inverse<3, vd>(x, _mm512_rcp14_pd(x)));
}
#else
#ifdef __SSE2__
HD vf inverse_of_normal(vf x) { return refine_inverse<3, vf>(x, JAXFMM_SIMD(rcp_ps)(x)); }
#elif defined(JAXFMM_NEON)
HD vf inverse_of_normal(vf x) {
  return refine_inverse<2>(x, refine_inverse<2>(x, (vf)vrecpeq_f32((float32x4_t)x)));
}
#else
HD vf inverse_of_normal(vf x) { return 1.0f / x; }
#endif
HD vd inverse_of_normal(vd x) { return 1.0 / x; }
#endif

HD vf inverse_apart_(vf r2) {
  return select_(r2 >= constant<vf>(1.17549435e-38), inverse_of_normal(r2), vf());
}
HD vd inverse_apart_(vd r2) {
  return select_(r2 >= constant<vd>(2.2250738585072014e-308), inverse_of_normal(r2), vd());
}
HD vf inverse_apart_(vf r2, vf e) {
  return select_(r2 >= constant<vf>(1.17549435e-38), inverse_of_normal(r2 + e), vf());
}
HD vd inverse_apart_(vd r2, vd e) {
  return select_(r2 >= constant<vd>(2.2250738585072014e-308), inverse_of_normal(r2 + e), vd());
}

// log(x) = n log(2) + log(1 + f) with x = 2^n (1 + f), 1 + f between sqrt(1/2) and sqrt(2). With s
// = f / (2 + f) and h = f^2 / 2 (as in FreeBSD's libm) log(1 + f) = 2 atanh(s) = f - (h - s (h +
// R(s^2))), R(z) = 2 z (1/3 + z/5 + ...). Subtracting the bits of sqrt(1/2) puts n into the bits of
// the exponent. With n in its lowest bits, 2^(bits of the mantissa) becomes a number from which a
// subtraction leaves n. The polynomials interpolate R(z) / z at Chebyshev points of 0 <= z <=
// 0.0294373, in rational arithmetic; the relative error of log(1 + f) is 3e-9 and 5e-18. Subnormal
// numbers count as zero.
//
// log_reduced gives f, h and s (h + R), and n.
HD vf log_reduced(vf x, vf& n, vf& f, vf& h) {
  const bits_f bits = (bits_f)x - 0x3f3504f3u + 0x3f800000u;  // biased, so that n is never negative
  n = (vf)(bits >> 23 | 0x4b000000u) - 8388735.0f;            // 2^23 + 127
  f = (vf)((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
  h = 0.5f * f * f;
  const vf s = f * inverse_of_normal(2.0f + f), z = s * s;
  vf p = 0.295799494f * z + 0.399887806f;
  p = p * z + 0.66666685f;
  return s * (h + z * p);
}

HD vd log_reduced(vd x, vd& n, vd& f, vd& h) {
  const bits_d bits = (bits_d)x - 0x3fe6a09e667f3bcdull + 0x3ff0000000000000ull;
  n = (vd)(bits >> 52 | 0x4330000000000000ull) - 4503599627371519.0;  // 2^52 + 1023
  f = (vd)((bits & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  h = 0.5 * f * f;
  const vd s = f * inverse_of_normal(2.0 + f), z = s * s;
  vd p = 0.14616449685043406 * z + 0.15331721600556042;
  p = p * z + 0.18182889125261723;
  p = p * z + 0.22222211134795081;
  p = p * z + 0.28571428625975487;
  p = p * z + 0.39999999999899505;
  p = p * z + 0.66666666666666696;
  return s * (h + z * p);
}

constexpr double SMALLEST_NORMAL[] = {1.17549435e-38, 2.2250738585072014e-308};

// The logarithm y of x, or what it is where x is not a positive normal number.
template <class V>
HD V logarithm(V x, V y) {
  const V tiny = constant<V>(SMALLEST_NORMAL[!single<V>]);
  const V special = select_<V>(x < V(), nan<V>(), select_<V>(x < tiny, -infinity<V>(), x));
  return select_((x >= tiny) & (x < infinity<V>()), y, special);
}

HD vf log_(vf x) {
  vf n, f, h;
  const vf t = log_reduced(x, n, f, h);
  return logarithm<vf>(x, n * 0.693359375f - ((h - (t + n * -2.12194440e-4f)) - f));
}

HD vd log_(vd x) {
  vd n, f, h;
  const vd t = log_reduced(x, n, f, h);
  const vd below = h - (t + n * 1.42860682030941723212e-6);
  return logarithm<vd>(x, n * 6.93145751953125e-1 - (below - f));
}

// x^y = 2^(y n) (1 + f)^y with n and f as above. The upper half of the bits of y times n is exact,
// so that its whole part m can be taken off: the relative error is about |y| units in the last
// place, however large the result. The library takes a vector in which x is not a positive normal
// number, |y| exceeds 64, or m is near the limits of the exponent.
HD vf pow_(vf x, vf y) {
  vf n, f, h;
  const vf t = log_reduced(x, n, f, h), upper = (vf)((bits_f)y & ~0xfffu), product = upper * n;
  const vf shifted = product + 12582912.0f, m = shifted - 12582912.0f;
  const vf rest = (product - m) + (y - upper) * n;
  vf z = exp_(rest * 0.693147181f + y * (f - (h - t))) * (vf)(((bits_f)shifted + 127u) << 23);
  if (any_(~((x >= 1.17549435e-38f) & (x < infinity<vf>()) & (abs_(y) <= 64.0f) &
             (abs_(m) <= 90.0f))))
    z = each(JAXFMM_LANES(pow_), x, y);
  return z;
}

#ifndef __AVX512F__
HD vd pow_(vd x, vd y) {
  vd n, f, h;
  const vd t = log_reduced(x, n, f, h), upper = (vd)((bits_d)y & ~0x3ffffffull);
  const vd product = upper * n, shifted = product + 6755399441055744.0,
           m = shifted - 6755399441055744.0;
  const vd rest = (product - m) + (y - upper) * n;
  vd z = exp_(rest * 0.6931471805599453 + y * (f - (h - t))) *
         (vd)(((bits_d)shifted + 1023ull) << 52);
  if (any_(~((x >= 2.2250738585072014e-308) & (x < infinity<vd>()) & (abs_(y) <= 64.0) &
             (abs_(m) <= 900.0))))
    z = each(JAXFMM_LANES(pow_), x, y);
  return z;
}
#endif

}  // namespace

#include "simd_functions.h"
