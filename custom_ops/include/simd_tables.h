// exp and powers of vectors of doubles by tables of sixteen numbers, which AVX-512 looks up in
// registers: polynomials then have a sixteenth of the range and half of the terms that they have in
// simd.h, and logarithms no division. simd.h includes this file.
#pragma once

namespace {

// The numbers of a table at the last four bits of `which`.
HD vd look_up(const double (&table)[16], bits_d which) {
  return _mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)which,
                                _mm512_loadu_pd(table + 8));
}

// 2^(i / 16)
constexpr double POWERS_OF_TWO[16] = {
    1.0, 1.0442737824274138, 1.0905077326652577, 1.1387886347566916, 1.189207115002721,
    1.241857812073484, 1.2968395546510096, 1.3542555469368927, 1.4142135623730951,
    1.4768261459394993, 1.5422108254079407, 1.6104903319492543, 1.681792830507429,
    1.7562521603732995, 1.8340080864093424, 1.9152065613971474};

constexpr double ROUNDING = 6755399441055744.0;  // as in exp_reduced

// The bits of floor(n / 16) in the field of the exponent: added to the bits of a number, they
// multiply it by 2^floor(n / 16). n is in the lowest bits of a shifted number.
HD bits_d whole_part(vd shifted) { return ((bits_d)shifted << 48) & 0xfff0000000000000ull; }

// exp(x - less) / 2^k; `exponent` holds the bits that multiply by 2^k, as in exp_reduced. less: too
// small to matter to n.
// The polynomial interpolates (exp(r) - 1 - r) / r^2 of |r| <= log(2) / 32 at Chebyshev points; the
// relative error is 3e-17. Its terms are paired: a processor holds few vectors at a time, and those
// that wait for others are in its way.
HD vd exp_without_exponent(vd x, bits_d& exponent, vd less = vd()) {
  const vd shifted = x * (16 * 1.4426950408889634) + ROUNDING, n = shifted - ROUNDING;
  const vd r = ((x - n * (6.93145751953125e-1 / 16)) - n * (1.42860682030941723212e-6 / 16)) - less;
  const vd z = r * r, power = look_up(POWERS_OF_TWO, (bits_d)shifted);
  const vd high = 0.0013889034348876907 * z + (0.008333449701475412 * r + 0.041666666664960446);
  const vd p = high * z + (0.16666666665301685 * r + 0.5);
  exponent = whole_part(shifted);
  return power + power * (p * z + r);
}

// 1 / c and log2(c) of c = 1 + i / 16, the second of the first as rounded.
constexpr double INVERSE_POINTS[16] = {
    1.0, 0.9411764705882353, 0.8888888888888888, 0.8421052631578947, 0.8, 0.7619047619047619,
    0.7272727272727273, 0.6956521739130435, 0.6666666666666666, 0.64, 0.6153846153846154,
    0.5925925925925926, 0.5714285714285714, 0.5517241379310345, 0.5333333333333333,
    0.5161290322580645};
constexpr double LOGARITHMS_OF_POINTS[16] = {
    0.0, 0.08746284125033943, 0.16992500144231246, 0.24792751344358557, 0.3219280948873623,
    0.39231742277876036, 0.4594316186372972, 0.523561956057013, 0.5849625007211563,
    0.6438561897747247, 0.7004397181410921, 0.7548875021634687, 0.8073549220576042,
    0.8579809951275721, 0.9068905956085186, 0.9541963103868752};

// x^y = 2^(y n) (c (1 + f))^y: x = 2^n c (1 + f), where c is the multiple of 1/16 that is nearest
// to x / 2^n, and |f| <= 1/32. As in simd.h, the upper half of the bits of y times n is exact, and
// the relative error is about |y| units in the last place. The polynomial interpolates log2(1 + f)
// / f; the absolute error of the logarithm is 4e-17. The library takes a vector in which x is not a
// positive normal number, |y| is above 64, or the result is near the limits of the exponent.
HD vd pow_(vd x, vd y) {
  const bits_d nearest = (bits_d)x + (1ull << 47);
  const vd n = _mm512_getexp_pd((vd)nearest);
  const vd scaled = (vd)((bits_d)x - (nearest & 0xfff0000000000000ull) + 0x3ff0000000000000ull);
  const bits_d which = nearest >> 48;
  const vd f = scaled * look_up(INVERSE_POINTS, which) - 1.0, f2 = f * f;
  const vd high = (-0.18061897210002292 * f + 0.2064127207183868) * f2 +
                  (-0.240449001246639 * f + 0.2885388168108306);
  const vd low = (-0.3606737602558851 * f + 0.4808983470003692) * f2 +
                 (-0.7213475204444807 * f + 1.4426950408889623);
  const vd logarithm = f * (high * (f2 * f2) + low) + look_up(LOGARITHMS_OF_POINTS, which);
  // 16 y log2(x) = m + r, in steps that need the logarithm late
  const vd sixteen = 16.0 * y, upper = (vd)((bits_d)sixteen & ~0x3ffffffull);
  const vd product = upper * n, rounded = product + ROUNDING;
  const vd rest = sixteen * logarithm + ((sixteen - upper) * n + (product - (rounded - ROUNDING)));
  const vd shifted = rounded + rest, r = rest - (shifted - rounded), r2 = r * r;
  const vd first = (1.4676100321836616e-7 * r + 1.3550807777497878e-5) * r2 +
                   (0.0009383847928089873 * r + 0.04332169878499661);
  const vd q = (9.181335017255803e-12 * r + 1.2716085134406318e-9) * (r2 * r2) + first;
  const vd power = look_up(POWERS_OF_TWO, (bits_d)shifted);
  vd z = (vd)((bits_d)(power + (power * r) * q) + whole_part(shifted));
  constexpr unsigned long long least = 0x0010000000000000ull, infinite = 0x7ff0000000000000ull;
  const __mmask8 small = _mm512_cmp_pd_mask(abs_(y), constant<vd>(64), _CMP_LE_OQ);
  const __mmask8 normal = _mm512_mask_cmplt_epu64_mask(small, (__m512i)((bits_d)x - least),
                                                       _mm512_set1_epi64(infinite - least));
  const __mmask8 usual = _mm512_mask_cmp_pd_mask(normal, abs_(shifted - ROUNDING),
                                                 constant<vd>(16 * 900.0), _CMP_LE_OQ);
  if (usual != 0xff) z = each(JAXFMM_LANES(pow_), x, y);
  return z;
}

}  // namespace
