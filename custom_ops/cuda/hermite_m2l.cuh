// Translations of series of the fast Gauss transform on CUDA: one matrix product along each axis.
#pragma once
#include "fours.cuh"
#include "hermite_basis.cuh"

namespace {

// A tensor of P^D coefficients, which a block translates along one of its axes. In shared memory,
// the length of the rows of the last axis is odd, so that neighbouring threads read from different
// banks. A fiber is a row along any axis.
template <class S, int D, int P, int THREADS>
struct Tensor {
  static constexpr int STRIDE = P | 1, FIBERS = power<P, D - 1>(), QUADS = (P + 3) / 4,
                       PADDED = 4 * QUADS;
  static constexpr int EACH = (FIBERS * QUADS + THREADS - 1) / THREADS, SIZE = FIBERS * STRIDE;

  // Of some fibers, a thread owns the numbers 4 quad, ..., 4 quad + 3.
  S sum[EACH][4];

  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
      for (int j = 0; j < 4; j++) sum[i][j] = 0;
  }

  static __device__ int step(int axis) {
    return axis == D - 1 ? 1 : axis == D - 2 ? STRIDE : P * STRIDE;
  }

  // The first number of a fiber along `axis`.
  static __device__ int place(int axis, int fiber) {
    if (D == 1) return 0;
    if (D == 2) return axis == 1 ? fiber * STRIDE : fiber;
    const int a = fiber / P, b = fiber % P;
    return axis == 2 ? fiber * STRIDE : axis == 1 ? a * P * STRIDE + b : a * STRIDE + b;
  }

  // sum += `from` times `matrix` (n, m) along `axis`.
  __device__ void add(int axis, const S* from, const Four<S>* matrix) {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int item = threadIdx.x + i * THREADS, quad = item / FIBERS;
      if (quad >= QUADS) continue;
      const S* fiber = from + place(axis, item % FIBERS);
#pragma unroll 4
      for (int n = 0; n < P; n++) {
        const Four<S> row = matrix[n * QUADS + quad];
        const S value = fiber[n * step(axis)];
#pragma unroll
        for (int j = 0; j < 4; j++) sum[i][j] += value * row.value[j];
      }
    }
  }

  // Calls visit(place, value) for the sums along `axis` that this thread owns.
  template <class Visit>
  __device__ void visit(int axis, Visit visit) const {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int item = threadIdx.x + i * THREADS, quad = item / FIBERS;
      if (quad >= QUADS) continue;
#pragma unroll
      for (int j = 0; j < 4; j++)
        if (4 * quad + j < P)
          visit(place(axis, item % FIBERS) + (4 * quad + j) * step(axis), sum[i][j]);
    }
  }
};

// M2L: block x is a full box of targets, block y the right-hand side. Sources come sorted by their
// cells: each source is translated along the last axis; the sum over a row of sources is translated
// along the next axis, and the sum over a plane of them along the first. So the matrices of the
// first axes are applied once for many sources.
template <class S, int D, int P, int THREADS, class Arguments>
__device__ void m2l(const Arguments& a) {
  using T = Tensor<S, D, P, THREADS>;
  extern __shared__ __align__(16) unsigned char memory[];
  if (int(blockIdx.x) >= *a.n_full) return;
  Four<S>* matrix = reinterpret_cast<Four<S>*>(memory);
  S* buffer = reinterpret_cast<S*>(matrix + P * T::QUADS);
  const int thread = threadIdx.x, r = blockIdx.y, box = a.full[blockIdx.x], first = a.begin[box],
            last = a.end[box];
  const int* source_cell = a.source_cell;
  T sums[D];  // along each axis
#pragma unroll
  for (int axis = 0; axis < D; axis++) sums[axis].clear();

  const auto stage_matrix = [&](int axis, int source) {
    const int offset = a.target_cell[box * D + axis] - source_cell[source * D + axis];
    const S* from = a.table + (long long)(offset + a.reach) * P * P;
    S* to = reinterpret_cast<S*>(matrix);
    for (int i = thread; i < P * T::PADDED; i += THREADS)
      to[i] = i % T::PADDED < P ? from[i / T::PADDED * P + i % T::PADDED] : S(0);
  };
  for (int i = first; i < last; i++) {
    const int source = a.source[i];
    const S* from = a.series + ((long long)a.slot[source] * a.rhs + r) * (T::FIBERS * P);
    __syncthreads();
    for (int n = thread; n < T::FIBERS * P; n += THREADS)
      buffer[n / P * T::STRIDE + n % P] = from[n];
    stage_matrix(D - 1, source);
    __syncthreads();
    sums[D - 1].add(D - 1, buffer, matrix);
    // Rows and planes that end with this source are translated along the axes before.
    bool ends = i + 1 == last;
    int next = ends ? source : a.source[i + 1], changed = D;
    for (int axis = D - 2; axis >= 0; axis--)
      if (ends || source_cell[next * D + axis] != source_cell[source * D + axis]) changed = axis;
#pragma unroll
    for (int axis = D - 2; axis >= 0; axis--)
      if (changed <= axis) {
        __syncthreads();
        sums[axis + 1].visit(axis + 1, [&](int place, S value) { buffer[place] = value; });
        stage_matrix(axis, source);
        __syncthreads();
        sums[axis].add(axis, buffer, matrix);
        sums[axis + 1].clear();
      }
  }
  S* to = a.local + ((long long)blockIdx.x * a.rhs + r) * (T::FIBERS * P);
  sums[0].visit(0,
                [&](int place, S value) { to[place / T::STRIDE * P + place % T::STRIDE] = value; });
}

}  // namespace
