// Products of small matrices by the tensor cores of a warp, in double precision.
#pragma once

namespace {

constexpr int TILE = 32;  // numbers of a tile of four by eight, one for each lane

// c += a b, where a is 8 N x 4 K and b is 4 K x 8. Lane 4g + t holds a(n, k) at (8n + g, 4k + t),
// `tile`[TILE k] at (4k + t, g), and c[n] at (8n + g, 2t) and (8n + g, 2t + 1). Hopper has products
// of 16 rows, at twice the speed of products of 8 rows.
template <int K, int N, class A>
__device__ __forceinline__ void multiply(double (&c)[N][2], A a, const double* tile) {
#if __CUDA_ARCH__ >= 900
  constexpr int SIXTEENS = N / 2;
#else
  constexpr int SIXTEENS = 0;
#endif
  double b[K];
#pragma unroll
  for (int k = 0; k < K; k++) b[k] = __ldg(tile + TILE * k);
#pragma unroll
  for (int n = 0; n < 2 * SIXTEENS; n += 2) {
    double *x = c[n], *y = c[n + 1];
#pragma unroll
    for (int k = 0; k + 1 < K; k += 2)
      asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
          "{%8, %9}, "
          "{%0, %1, %2, %3};"
          : "+d"(x[0]), "+d"(x[1]), "+d"(y[0]), "+d"(y[1])
          : "d"(a(n, k)), "d"(a(n + 1, k)), "d"(a(n, k + 1)), "d"(a(n + 1, k + 1)), "d"(b[k]),
            "d"(b[k + 1]));
    if (K % 2)
      asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, "
          "%1, %2, %3};"
          : "+d"(x[0]), "+d"(x[1]), "+d"(y[0]), "+d"(y[1])
          : "d"(a(n, K - 1)), "d"(a(n + 1, K - 1)), "d"(b[K - 1]));
  }
#pragma unroll
  for (int n = 2 * SIXTEENS; n < N; n++)
#pragma unroll
    for (int k = 0; k < K; k++) {
#if __CUDA_ARCH__ >= 800
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
          : "+d"(c[n][0]), "+d"(c[n][1])
          : "d"(a(n, k)), "d"(b[k]));
#else
      const int lane = threadIdx.x % 32;
      for (int j = 0; j < 4; j++) {
        const double x = __shfl_sync(0xffffffffu, a(n, k), (lane & ~3) + j);
        for (int i = 0; i < 2; i++)
          c[n][i] += x * __shfl_sync(0xffffffffu, b[k], 4 * (2 * (lane & 3) + i) + j);
      }
#endif
    }
}

}  // namespace
