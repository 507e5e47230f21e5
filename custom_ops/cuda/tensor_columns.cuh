// Products of 16 x 8 and 8 x 8 matrices by the tensor cores of a warp, as accurate as the precision
// of the numbers: c += a b. Lane 4g + t holds
//
//   a at (g, t), (g + 8, t), (g, t + 4) and (g + 8, t + 4),
//   b at (t, g) and (t + 4, g),
//   c at (g, 2t), (g, 2t + 1), (g + 8, 2t) and (g + 8, 2t + 1).
//
// Tensor cores multiply the first 11 bits of numbers of float32, exactly. So a number is split into
// its first bits and the rest, and of the four products all but the one of both rests are added
// (Ootomo & Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the
// FP32 theoretical peak performance", 2022).
#pragma once

namespace {

// The tensor cores round sums of float32 towards zero, so that sums of many products drift. Only
// the products of so many steps are added there.
constexpr int TENSOR_STEPS = 8;

__device__ __forceinline__ void add_tensor_product(float (&c)[4], const float (&a)[4],
                                                   const float (&b)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
        "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

__device__ __forceinline__ void add_tensor_product(double (&c)[4], const double (&a)[4],
                                                   const double (&b)[2]) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
#pragma unroll
  for (int i = 0; i < 4; i++)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[2 * (i % 2)]), "+d"(c[2 * (i % 2) + 1])
        : "d"(a[i]), "d"(b[i / 2]));
#endif
}

// The numbers of a lane, split. NEAREST: the first bits are rounded to the nearest and not towards
// zero, so that products of the rests, which are left out, vanish in the mean.
template <class S, int COUNT, bool NEAREST>
struct Split {
  S first[COUNT], rest[COUNT];

  __device__ __forceinline__ void set(int i, S value) {
    const unsigned bits = __float_as_uint(value) + (NEAREST ? 0x1000u : 0u);
    first[i] = __uint_as_float(bits & 0xffffe000u);
    rest[i] = value - first[i];
  }
};

template <int COUNT, bool NEAREST>
struct Split<double, COUNT, NEAREST> {
  double first[COUNT];

  __device__ __forceinline__ void set(int i, double value) { first[i] = value; }
};

// A product has so many parts, the smallest first.
template <class S>
constexpr int PARTS = sizeof(S) == 4 ? 3 : 1;

__device__ __forceinline__ void add_product(float (&c)[4], const Split<float, 4, false>& a,
                                            const Split<float, 2, true>& b, int part) {
  add_tensor_product(c, part == 0 ? a.rest : a.first, part == 1 ? b.rest : b.first);
}

__device__ __forceinline__ void add_product(double (&c)[4], const Split<double, 4, false>& a,
                                            const Split<double, 2, true>& b, int) {
  add_tensor_product(c, a.first, b.first);
}

}  // namespace
