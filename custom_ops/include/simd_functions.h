// More functions of vectors vf and vd: error functions, hyperbolic functions and their inverses,
// angles, roots, rounding. simd.h includes this file. Errors are stated in units in the last place
// (ulp), for floats and doubles; tests/test_translate.py measures them. Results below the normal
// numbers may be zero.
#pragma once

namespace {

// A positive number with the sign of x.
template <class V>
HD V signed_as(V magnitude, V x) {
  return (V)((bits<V>)magnitude | ((bits<V>)x & (bits<V>)(-V())));
}

// x with its last `last` bits cleared.
template <class V>
HD V truncated_(V x, V last) {
  const bits<V> all = ~bits<V>();
  return (V)((bits<V>)x & all << __builtin_convertvector(last, bits<V>));
}

// x rounded to the nearest integer, for halves to the even one. Adding 2^(bits of the mantissa)
// to a number from 0 to there rounds it.
template <class V>
HD V rint_(V x) {
  const V large = constant<V>(single<V> ? 8388608.0 : 4503599627370496.0), size = abs_(x);
  return select_(size < large, signed_as<V>((size + large) - large, x), x);
}

template <class V>
HD V floor_(V x) {
  const V nearest = rint_(x);
  return nearest - select_<V>(nearest > x, constant<V>(1), V());
}

template <class V>
HD V ceil_(V x) {
  const V nearest = rint_(x);
  return nearest + select_<V>(nearest < x, constant<V>(1), V());
}

// Halves are rounded away from zero.
template <class V>
HD V round_(V x) {
  const V size = abs_(x), nearest = rint_(size);
  const V more = select_<V>(size - nearest == constant<V>(0.5), constant<V>(1), V());
  return signed_as<V>(nearest + more, x);
}

// exp(x) - 1 = (2^(n - 1) (exp(r) - 1) + (2^(n - 1) - 1/2)) 2. Errors: 2 ulp.
template <class V>
HD V expm1_(V x) {
  constexpr double largest = single<V> ? 88.72283 : 709.782712893384;
  bits<V> exponent;
  const V least = constant<V>(-40), half = constant<V>(0.5);
  const V m = exp_reduced(select_(x < least, least, x), exponent);
  const V scale = (V)((bits<V>)half + exponent);
  return select_<V>(x > constant<V>(largest), infinity<V>(),
                    (scale * m + (scale - half)) * constant<V>(2));
}

// 2^x = 2^n exp((x - n) log(2)). Errors: 2 ulp.
template <class V>
HD V exp2_(V x) {
  constexpr int mantissa = single<V> ? 23 : 52;
  constexpr double top = single<V> ? 128 : 1024;
  const V shift = constant<V>(single<V> ? 12582912.0 : 6755399441055744.0), shifted = x + shift;
  bits<V> exponent;
  const V m = exp_reduced((x - (shifted - shift)) * constant<V>(0.69314718055994531), exponent);
  const V y =
      (V)((bits<V>)(m + constant<V>(1)) + exponent + ((bits<V>)shifted << mantissa));
  return select_<V>(x < constant<V>(2 - top), V(),
                    select_<V>(x < constant<V>(top), y, x + infinity<V>()));
}

// Errors: 2 ulp.
template <class V>
HD V log2_(V x) {
  V n, f, h;
  const V t = log_reduced(x, n, f, h);
  return logarithm<V>(x, n + (f - (h - t)) * constant<V>(1.4426950408889634));
}

// log(1 + x) = log(u) + (1 + x - u) / u with u = 1 + x, rounded. Errors: 3 ulp.
template <class V>
HD V log1p_(V x) {
  const V one = constant<V>(1), u = one + x, y = log_(u);
  return select_((u > V()) & (u < infinity<V>()), y + (x - (u - one)) / u, y);
}

// Of e = exp(2 |x|) - 1. Errors: 3 ulp.
template <class V>
HD V tanh_(V x) {
  const V size = abs_(x), flat = constant<V>(20);
  const V e = expm1_(select_(size > flat, flat, size) * constant<V>(2));
  return signed_as<V>(e / (e + constant<V>(2)), x);
}

// Errors: 3 ulp, and of cosh_ 2.
template <class V>
HD V sinh_(V x) {
  const V size = abs_(x);
  if (beyond(size, single<V> ? 88 : 709)) return each(JAXFMM_LANES(sinh_), x);
  const V e = expm1_(size);
  return signed_as<V>(constant<V>(0.5) * (e + e / (e + constant<V>(1))), x);
}

template <class V>
HD V cosh_(V x) {
  const V size = abs_(x);
  if (beyond(size, single<V> ? 88 : 709)) return each(JAXFMM_LANES(cosh_), x);
  const V e = exp_(size);
  return constant<V>(0.5) * (e + constant<V>(1) / e);
}

// Errors of the three: 4 ulp.
template <class V>
HD V asinh_(V x) {
  const V size = abs_(x), one = constant<V>(1), square = x * x;
  if (beyond(size, 1e18)) return each(JAXFMM_LANES(asinh_), x);
  return signed_as<V>(log1p_(size + square / (one + sqrt_(one + square))), x);
}

template <class V>
HD V acosh_(V x) {
  const V one = constant<V>(1), above = x - one;
  if (beyond(x, 1e18)) return each(JAXFMM_LANES(acosh_), x);
  return log1p_(above + sqrt_(above * (x + one)));
}

template <class V>
HD V atanh_(V x) {
  const V size = abs_(x);
  return signed_as<V>(
      constant<V>(0.5) * log1p_(constant<V>(2) * size / (constant<V>(1) - size)), x);
}

// The angle between the x axis and a point (x, y), x, y >= 0. An angle above pi / 4 is pi / 2 less
// the angle of (y, x), one above pi / 8 is pi / 4 less the angle of (x + y, x - y). The polynomial
// interpolates (atan(s) / s - 1) / s^2 in s^2 at Chebyshev points; the relative error of the angle
// is 3e-9 and 6e-18.
template <class V>
HD V angle(V y, V x) {
  const mask_t<V> steep = y > x;
  const V low = select_(steep, x, y), high = select_(steep, y, x);
  const mask_t<V> turned = low > constant<V>(0.41421356237309505) * high;
  const V s = select_<V>(turned, low - high, low) / select_<V>(turned, low + high, high);
  const V z = s * s;
  V p;
  if constexpr (single<V>)
    p = polynomial(z, -0.0645192821, 0.107437315, -0.142639556, 0.199995405, -0.333333318);
  else
    p = polynomial(z, -0.019176887119062259, 0.039231658295587191, -0.050854497379402599,
                   0.058581489128022099, -0.06664511447381948, 0.076921831908260866,
                   -0.090909045781239019, 0.11111111015256362, -0.14285714284666543,
                   0.19999999999995521, -0.3333333333333333);
  V a = s + s * (z * p);
  a = select_<V>(turned, constant<V>(0.78539816339744831) + a, a);
  return select_<V>(steep, constant<V>(1.5707963267948966) - a, a);
}

// Errors of angles: 3 ulp.
template <class V>
HD V atan_(V x) {
  return signed_as(angle(abs_(x), constant<V>(1)), x);
}

template <class V>
HD V atan2_(V y, V x) {
  const V larger = max_(abs_(x), abs_(y));
  constexpr double most = single<V> ? 1.7e38 : 8.9e307;  // low + high is finite
  if (any_(~((larger >= constant<V>(SMALLEST_NORMAL[!single<V>])) & (larger <= constant<V>(most)))))
    return each(JAXFMM_LANES(atan2_), y, x);
  const V a = angle(abs_(y), abs_(x));
  return signed_as(select_<V>(x < V(), constant<V>(3.1415926535897931) - a, a), y);
}

template <class V>
HD V asin_(V x) {
  const V one = constant<V>(1), size = abs_(x);
  return signed_as(angle<V>(size, sqrt_((one - size) * (one + size))), x);
}

template <class V>
HD V acos_(V x) {
  const V one = constant<V>(1);
  return constant<V>(2) * angle<V>(sqrt_(one - x), sqrt_(one + x));
}

template <class V>
HD V tan_(V x) {
  return sin_(x) / cos_(x);
}

// One step of Newton's method from x^(1/3). Errors: 2 ulp.
template <class V>
HD V cbrt_(V x) {
  const V size = abs_(x), tiny = constant<V>(SMALLEST_NORMAL[!single<V>]);
  const mask_t<V> usual = (size >= tiny) & (size < infinity<V>());
  const V a = select_(usual, size, constant<V>(1)), y = pow_(a, constant<V>(1.0 / 3)), z = y * y;
  return select_(usual, signed_as<V>(y - (y * z - a) / (constant<V>(3) * z), x), x);
}

// rest = x^2 - square. With FMA `square` is x^2 rounded, otherwise the square of the upper half of
// the bits of x.
template <class V>
HD void square_with_rest(V x, V& square, V& rest) {
#ifdef __FMA__
  square = x * x;
  if constexpr (single<V>)
    rest = (V)JAXFMM_SIMD(fmsub_ps)(x, x, square);
  else
    rest = (V)JAXFMM_SIMD(fmsub_pd)(x, x, square);
#else
  const V h = (V)((bits<V>)x & ~bits<V>() << (single<V> ? 12 : 27));
  square = h * h;
  rest = (x - h) * (x + h);
#endif
}

// erfc(x) of x >= 0. With w = 1 / (x + c), exp(x^2) erfc(x) / w is a polynomial in a number from -1
// to 1 that is linear in x w (Shepherd & Laframboise, Math. Comput. 36 (1981) 249), which
// interpolates at Chebyshev points up to where erfc(x) underflows; its relative error is 7e-9 and
// 5e-17. The rounding of x^2 would be an error of many ulp of exp(-x^2).
template <class V>
HD V complement(V x) {
  const V one = constant<V>(1);
  V square, rest;
  square_with_rest(x, square, rest);
  bits<V> exponent;
  const V y = exp_without_exponent(-square, exponent, rest);
  V p, w;
  if constexpr (single<V>) {
    w = inverse_of_normal(x + constant<V>(3));
    p = polynomial(x * w * constant<V>(2.57142854) - one, -3.47008499e-05, 2.26536395e-05,
                   0.00058045669, -0.00141417037,
                   -0.00620991224, 0.0538678281, -0.202047303, 0.505417287, -0.931218207,
                   1.30317664);
  } else {
    // AVX-512 divides while it multiplies: that takes less than an estimate and its refinement
    w = one / (x + constant<V>(4));
    p = polynomial(x * w * constant<V>(2.290909090909091) - one, -1.8905878947246787e-10,
                   -4.1808095516898243e-10, 2.833267503903199e-9,
                   5.7058824612618e-9, -3.180469770302471e-8, -4.4177415411402846e-8,
                   3.622373234639761e-7, 8.061886996792819e-8, -4.090539467943732e-6,
                   6.407091504798316e-6, 3.4968578670849765e-5, -0.0001784249844561709,
                   0.00013301699036943724, 0.0020392625689180798, -0.01260596733751654,
                   0.04542431527694831, -0.12264282447753397, 0.26825826664200886,
                   -0.49260631478506844, 0.7736942963528748, -1.0493955751986048,
                   1.2336693816306283);
  }
  return select_<V>(square > constant<V>(single<V> ? 87.33654 : 708.3964), V(),
                    (V)((bits<V>)y + exponent) * (p * w));
}

// Errors: 5 ulp.
template <class V>
HD V erfc_(V x) {
  const V y = complement(abs_(x));
  return select_<V>(x < V(), constant<V>(2) - y, y);
}

// Up to 1, erf(x) / x is a polynomial in x^2, which interpolates at Chebyshev points; the relative
// error is 2e-9 and 9e-18. Errors: 3 ulp.
template <class V>
HD V erf_(V x) {
  const V size = abs_(x), one = constant<V>(1), z = x * x;
  V p;
  if constexpr (single<V>)
    p = polynomial(z, 7.87587506e-5, -0.000801686429, 0.00518908742, -0.026854212, 0.112835947,
                   -0.376126267, 1.12837917);
  else
    p = polynomial(z, -7.7958988270021422e-10, 1.3720064546777686e-8, -1.6208483801871706e-7,
                   1.6447424703317362e-6, -1.492473690741966e-5, 0.00012055294904839708,
                   -0.00085483259753896921, 0.0052239776071164227, -0.02686617064323777,
                   0.11283791670945006, -0.3761263890318354, 1.1283791670955126);
  const V near = x * p;
  if (!any_(~(size <= one))) return near;
  return select_<V>(size <= one, near, signed_as<V>(one - complement(size), x));
}

template <class V>
HD V fmod_(V x, V y) {
  return each(JAXFMM_LANES(fmod_), x, y);
}

template <class V>
HD V lgamma_(V x) {
  return each(JAXFMM_LANES(lgamma_), x);
}

}  // namespace
