// The basis functions of the fast Gauss transform on CUDA (jaxfmm/gaussian/hermite/reference.py
// defines the passes).
#pragma once
#include "functions.h"

namespace {

// P to the power of D.
template <int P, int D>
__device__ constexpr int power() {
  int value = 1;
  for (int i = 0; i < D; i++) value *= P;
  return value;
}

// Factors for n < N: 1 / sqrt(n) and sqrt((n - 1) / n) of the recurrence, and the factor of the
// k-th derivative.
template <class S, int N, int HIGHEST, bool HERMITE>
struct Factors {
  S up[N + 1], down[N + 1], derivative[HIGHEST + 1][N];

  __device__ void fill() {
    for (int n = threadIdx.x; n <= N; n += blockDim.x) {
      up[n] = n ? S(1 / sqrt(double(n))) : S(0);
      down[n] = n ? S(sqrt((n - 1) / double(n))) : S(0);
      double factor = 1;
      for (int k = 0; k <= HIGHEST && n < N; k++) {
        derivative[k][n] = S(factor);
        factor *= HERMITE ? -sqrt(double(n + k + 1)) : sqrt(double(n > k ? n - k : 0));
      }
    }
  }
};

// The basis functions of a number u, for n = 0, 1, 2, ... in turn by recurrence; `at` returns the
// k-th derivative of the present one. They are powers u^n / sqrt(n!), or Hermite functions
// (HERMITE). The first is 1; the Gaussian factor of Hermite functions is `weight`, which one axis
// of a point takes as its `first`.
template <class S, int N, int HIGHEST, bool HERMITE>
struct Basis {
  using Table = Factors<S, N, HIGHEST, HERMITE>;
  S u, window[HIGHEST +
              2];  // functions n - 1, ..., n + HIGHEST (Hermite) or n - HIGHEST - 1, ..., n

  Basis() = default;
  __device__ Basis(S x, const Table& f, S first = 1) : u(x) {
#pragma unroll
    for (int i = 0; i < HIGHEST + 2; i++) window[i] = 0;
    window[HERMITE ? 1 : HIGHEST + 1] = first;
    if (HERMITE)
#pragma unroll
      for (int i = 1; i <= HIGHEST; i++)
        window[i + 1] = u * f.up[i] * window[i] - f.down[i] * window[i - 1];
  }

  // The Gaussian factor exp(-r2 / 2) of Hermite functions; r2: the square of the distance.
  static __device__ S weight(S r2) { return HERMITE ? exp_(S(-0.5) * r2) : S(1); }

  __device__ S at(int k, int n, const Table& f) const {
    const S value = window[HERMITE ? k + 1 : HIGHEST + 1 - k];
    return k ? value * f.derivative[k][n] : value;
  }

  __device__ void advance(int n, const Table& f) {  // from n to n + 1
    const int top = HERMITE ? n + HIGHEST + 1 : n + 1;
    S next = u * f.up[top] * window[HIGHEST + 1];
    if (HERMITE) next -= f.down[top] * window[HIGHEST];
#pragma unroll
    for (int i = 0; i < HIGHEST + 1; i++) window[i] = window[i + 1];
    window[HIGHEST + 1] = next;
  }
};

}  // namespace
