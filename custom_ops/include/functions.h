// The functions of one number that translated code (jaxfmm/codegen/translate.py) calls, for T =
// float and double, on CUDA and on CPUs. simd.h adds vectors T. Masks are the results of
// comparisons: bool, or a vector of 0 and -1.
#pragma once

#ifdef __CUDACC__
#define HD __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define UNROLL_VECTORS UNROLL
#define UNROLL_IF(condition) PRAGMA(unroll((condition) ? 1024 : 1))  // completely, or not at all
#define PRAGMA(text) _Pragma(#text)
#else
#define UNROLL
// With -O2 GCC leaves loops over few vectors alone, and has these in memory.
#define UNROLL_VECTORS _Pragma("GCC unroll 64")
#define UNROLL_IF(condition)
#include <math.h>
#define HD inline __attribute__((always_inline))
#endif

namespace {

template <class T>
using mask_t = decltype(T() < T());

template <class T>
struct element {
  using type = T;
};

// A number in every lane. x - 0 keeps the sign of a zero, so that the compiler can drop it; 0 + x
// does not.
template <class T>
HD T broadcast(typename element<T>::type x) {
  return x - T();
}

template <class T>
HD T constant(double x) {
  return broadcast<T>(static_cast<typename element<T>::type>(x));
}

// A number times a value; dual numbers overload it (harmonic_sums.h).
template <class T>
HD T times(typename element<T>::type number, const T& value) {
  return broadcast<T>(number) * value;
}

// Adds with compensation (Kahan 1965): `lost` is the negative of what rounding took from `sum`.
template <class T>
HD void add_compensated(T& sum, T& lost, T more) {
  const T value = more - lost, next = sum + value;
  lost = (next - sum) - value;
  sum = next;
}

template <class T>
HD T infinity() {
#ifdef __CUDACC__
  return constant<T>(__longlong_as_double(0x7ff0000000000000ll));
#else
  return constant<T>(__builtin_inf());
#endif
}

template <class T>
HD T nan() {
  return infinity<T>() - infinity<T>();
}

template <class T>
HD T select_(mask_t<T> mask, T a, T b) {
  return mask ? a : b;
}

// Whether a mask holds in any lane of a vector (simd.h), or of a warp, whose lanes then take the
// same branch.
HD bool any_(bool mask) {
#ifdef __CUDACC__
  return __any_sync(__activemask(), mask);
#else
  return mask;
#endif
}

// NaN if an operand is NaN.
template <class T>
HD T max_(T a, T b) {
  return select_((a > b) | (a != a), a, b);
}

template <class T>
HD T min_(T a, T b) {
  return select_((a < b) | (a != a), a, b);
}

#define JAXFMM_NAMED(name, of_float, of_double)  \
  HD float name(float x) { return of_float(x); } \
  HD double name(double x) { return of_double(x); }
#define JAXFMM_UNARY(name) JAXFMM_NAMED(name##_, name##f, name)
#define JAXFMM_BINARY(name)                                    \
  HD float name##_(float x, float y) { return name##f(x, y); } \
  HD double name##_(double x, double y) { return name(x, y); }

JAXFMM_NAMED(abs_, fabsf, fabs)
JAXFMM_UNARY(acos)
JAXFMM_UNARY(acosh)
JAXFMM_UNARY(asin)
JAXFMM_UNARY(asinh)
JAXFMM_UNARY(atan)
JAXFMM_UNARY(atanh)
JAXFMM_UNARY(cbrt)
JAXFMM_UNARY(ceil)
JAXFMM_UNARY(cos)
JAXFMM_UNARY(cosh)
JAXFMM_UNARY(erf)
JAXFMM_UNARY(erfc)
#ifdef __CUDACC__
// One instruction and a product. The relative error of |x| 2^-24 is no larger than what the
// rounding of x causes anyway.
JAXFMM_NAMED(exp_, __expf, exp)
#else
JAXFMM_UNARY(exp)
#endif
JAXFMM_UNARY(exp2)
JAXFMM_UNARY(expm1)
JAXFMM_UNARY(floor)
JAXFMM_UNARY(lgamma)
#ifdef __CUDACC__
// One instruction and a product, with an absolute error of 2^-21.4 between 1/2 and 2 and 3 ulp
// elsewhere. Logarithms are summed, so the absolute error counts.
JAXFMM_NAMED(log_, __logf, log)
#else
JAXFMM_UNARY(log)
#endif
JAXFMM_UNARY(log1p)
JAXFMM_UNARY(log2)
JAXFMM_UNARY(rint)
JAXFMM_UNARY(round)
JAXFMM_UNARY(sin)
JAXFMM_UNARY(sinh)
JAXFMM_UNARY(sqrt)
JAXFMM_UNARY(tan)
JAXFMM_UNARY(tanh)
JAXFMM_BINARY(atan2)
JAXFMM_BINARY(fmod)
JAXFMM_BINARY(pow)

// x with its last `bits` bits cleared.
#ifdef __CUDACC__
HD float truncated_(float x, float bits) {
  return __uint_as_float(__float_as_uint(x) & ~0u << static_cast<int>(bits));
}
HD double truncated_(double x, double bits) {
  return __longlong_as_double(__double_as_longlong(x) & ~0ll << static_cast<int>(bits));
}
#else
template <class T, class U>
HD T truncated(T x, U mask) {
  U u;
  __builtin_memcpy(&u, &x, sizeof(x));
  u &= mask;
  __builtin_memcpy(&x, &u, sizeof(x));
  return x;
}

HD float truncated_(float x, float bits) { return truncated(x, ~0u << static_cast<int>(bits)); }
HD double truncated_(double x, double bits) {
  return truncated(x, ~0ull << static_cast<int>(bits));
}
#endif

// Refines an estimate y of 1 / sqrt(x): the relative error becomes its ORDER-th power. The product
// is (x y) y, since y y may overflow. Not valid if x or y is zero or infinite.
template <int ORDER, class T>
HD T refine_rsqrt(T x, T y) {
  const T h = constant<T>(1) - (x * y) * y, half = constant<T>(0.5);
  if (ORDER == 4) return y + (y * h) * (half + h * (constant<T>(0.375) + constant<T>(0.3125) * h));
  return y + y * (ORDER == 2 ? h * half : h * (half + constant<T>(0.375) * h));
}

// As above, with `first` as the result where the step is not valid.
template <int ORDER, class T>
HD T refine_rsqrt(T x, T y, T first) {
  return select_((x * y) * y < constant<T>(2), refine_rsqrt<ORDER>(x, y), first);
}

// Refines an estimate y of 1 / x: the relative error becomes its ORDER-th power. Not valid if x or
// y is zero or infinite.
template <int ORDER, class T>
HD T refine_inverse(T x, T y) {
  const T h = constant<T>(1) - x * y;
  return y + y * (ORDER == 2 ? h : h + h * h);
}

// rsqrt_apart_(r2, e) is 1 / sqrt(r2 + e) and inverse_apart_(r2, e) is 1 / (r2 + e); both are zero
// if r2 is zero. They take most of the time of a pair body, so each platform has its own.
#ifdef __CUDACC__
HD float rsqrt_(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

HD double rsqrt_estimate(double x) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
}

HD double rsqrt_(double x) {
  const double y = rsqrt_estimate(x);
  return refine_rsqrt<3>(x, y, y);
}

// One instruction subtracts an ulp from r2, or turns zero into infinity.
HD float apart(float r2) {
  return __uint_as_float(__viaddmin_u32(__float_as_uint(r2), 0xffffffffu, 0x7f800000u));
}
HD float rsqrt_apart_(float r2) { return rsqrt_(apart(r2)); }
HD float rsqrt_apart_(float r2, float e) { return rsqrt_(apart(r2) + e); }
HD double rsqrt_apart_(double r2) {
  return select_(r2 > 0, refine_rsqrt<3>(r2, rsqrt_estimate(r2)), 0.0);
}
HD double rsqrt_apart_(double r2, double e) {
  return select_(r2 > 0, refine_rsqrt<3>(r2 + e, rsqrt_estimate(r2 + e)), 0.0);
}

HD float inverse(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// The estimate has 20 bits, so the third power of its error is below double precision. For normal
// numbers.
HD double inverse(double x) {
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return refine_inverse<3>(x, y);
}

HD float inverse_apart_(float r2) { return inverse(apart(r2)); }
HD float inverse_apart_(float r2, float e) { return inverse(apart(r2) + e); }
HD double inverse_apart_(double r2) {
  return select_(r2 >= 2.2250738585072014e-308, inverse(r2), 0.0);
}
HD double inverse_apart_(double r2, double e) {
  return select_(r2 >= 2.2250738585072014e-308, inverse(r2 + e), 0.0);
}
#else
HD float rsqrt_(float x) { return 1 / sqrtf(x); }
HD double rsqrt_(double x) { return 1 / sqrt(x); }
HD float rsqrt_apart_(float r2, float e = 0) { return r2 > 0 ? rsqrt_(r2 + e) : 0; }
HD double rsqrt_apart_(double r2, double e = 0) { return r2 > 0 ? rsqrt_(r2 + e) : 0; }
HD float inverse_apart_(float r2, float e = 0) { return r2 > 0 ? 1 / (r2 + e) : 0; }
HD double inverse_apart_(double r2, double e = 0) { return r2 > 0 ? 1 / (r2 + e) : 0; }
#endif

}  // namespace
