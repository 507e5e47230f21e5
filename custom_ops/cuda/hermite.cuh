// The passes of the fast Gauss transform on CUDA (jaxfmm/gaussian/hermite/reference.py says what they compute). Orders,
// dimensions and components are known when a kernel is compiled. No atomics: the same bits from run to run.
//
// C is a struct with the multi-indices of derivatives: COUNT, HIGHEST and order(component, axis).
#pragma once
#include "functions.h"

namespace {

template <int P, int D>
__device__ constexpr int power() {
  int value = 1;
  for (int i = 0; i < D; i++) value *= P;
  return value;
}

// Factors of the recurrences and of derivatives, for n < N.
template <class S, int N, int HIGHEST, bool HERMITE>
struct Factors {
  S up[N + 1], down[N + 1], derivative[HIGHEST + 1][N];  // 1 / sqrt(n), sqrt((n - 1) / n), of the k-th derivative of n

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

// The basis functions of one number for n = 0, 1, 2, ... in turn, by recurrence: `at` gives their k-th derivatives. Those
// of order zero are 1; `weight` makes them Hermite functions, and belongs to one axis of a point.
template <class S, int N, int HIGHEST, bool HERMITE>
struct Basis {
  using Table = Factors<S, N, HIGHEST, HERMITE>;
  S u, window[HIGHEST + 2];  // functions n - 1, ..., n + HIGHEST (Hermite) or n - HIGHEST - 1, ..., n

  Basis() = default;
  __device__ Basis(S x, const Table& f, S first = 1) : u(x) {
#pragma unroll
    for (int i = 0; i < HIGHEST + 2; i++) window[i] = 0;
    window[HERMITE ? 1 : HIGHEST + 1] = first;
    if (HERMITE)
#pragma unroll
      for (int i = 1; i <= HIGHEST; i++) window[i + 1] = u * f.up[i] * window[i] - f.down[i] * window[i - 1];
  }

  // exp(-r2 / 2) for Hermite functions, where r2 is the square of the distance.
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

template <class S>
struct alignas(16) Quad {
  S value[4];
};

// Evaluates series at points: L2P (FAR false: the series of each full box) or M2P (those of the boxes in a list).
//
// A thread holds PER points. For a row of coefficients, which it reads from shared memory in fours, it needs the basis
// functions of the last axis in registers, and those of the other axes by recurrence: in three dimensions
//
//   2 p^3 + 2 p^2 + 2 p (sums)  +  4 (p^2 + 2 p) (recurrences)   operations, and one exponential,
//
// for a point and a series without derivatives; nearly all are fused multiply-adds. Where points are few, groups of
// threads take every `groups`-th plane of coefficients each. Planes pass through shared memory PLANES at a time.
//
// Block x is a box of targets (FAR) or a full one, blocks y take tiles of its points in turn, block z is the right-hand side.
template <class C, class S, int D, int P, bool FAR, int THREADS, int PER, int PLANES, class Arguments>
__device__ void evaluate(const Arguments& a) {
  constexpr int OUTER = D > 1 ? P : 1, INNER = D > 2 ? P : 1, PADDED = (P + 3) / 4 * 4, H = C::HIGHEST, N = P + H;
  using Row = Basis<S, N, H, FAR>;
  __shared__ typename Row::Table factors;
  __shared__ Quad<S> planes[PLANES * INNER * PADDED / 4];
  __shared__ S partial[THREADS * PER];
  if (int(blockIdx.x) >= *a.n_boxes) return;
  const int thread = threadIdx.x, r = blockIdx.z, box = FAR ? blockIdx.x : a.full[blockIdx.x];
  const int here = a.count[box], first = FAR ? a.begin[box] : 0, last = FAR ? a.end[box] : 1;
  if (first == last) return;
  factors.fill();
  for (int low = blockIdx.y * THREADS * PER; low < here; low += gridDim.y * THREADS * PER) {
    const int size = min(here - low, THREADS * PER), slots = (size + PER - 1) / PER;
    const int groups = min(THREADS / slots, PLANES), slot = thread % slots, group = thread / slots;
    const S* mine[PER];
    S sum[C::COUNT][PER];
#pragma unroll
    for (int j = 0; j < PER; j++) {
      mine[j] = a.points + (a.start[box] + low + min(slot + j * slots, size - 1)) * (long long)D;
#pragma unroll
      for (int c = 0; c < C::COUNT; c++) sum[c][j] = 0;
    }
    for (int entry = first; entry < last; entry++) {
      const int source = FAR ? a.source[entry] : box;
      const S* from = a.series + ((long long)(FAR ? a.slot[source] : blockIdx.x) * a.rhs + r) * power<P, D>();
      for (int base = 0; base < OUTER; base += PLANES) {
        const int present = min(PLANES, OUTER - base);
        __syncthreads();
        S* to = reinterpret_cast<S*>(planes);
        for (int i = thread; i < present * INNER * PADDED; i += THREADS)
          to[i] = i % PADDED < P ? from[(base * INNER + i / PADDED) * P + i % PADDED] : S(0);
        __syncthreads();
        if (group >= groups) continue;
        S u[PER][D], weight[PER];
#pragma unroll
        for (int j = 0; j < PER; j++) {
          S r2 = 0;
#pragma unroll
          for (int axis = 0; axis < D; axis++) {
            u[j][axis] = mine[j][axis] - a.center[source * D + axis];
            r2 += u[j][axis] * u[j][axis];
          }
          weight[j] = Row::weight(r2);
        }
#pragma unroll
        for (int k = 0; k <= H; k++) {
          S row[PER][PADDED];
          Row outer[PER];  // of the first axis, at n = base + plane
#pragma unroll
          for (int j = 0; j < PER; j++) {
            Row basis(u[j][D - 1], factors, D == 1 ? weight[j] : S(1));
#pragma unroll
            for (int n = 0; n < P; n++) {
              row[j][n] = basis.at(k, n, factors);
              basis.advance(n, factors);
            }
            outer[j] = Row(u[j][0], factors, weight[j]);
          }
          if (D > 1)
            for (int n = 0; n < base + group; n++)
#pragma unroll
              for (int j = 0; j < PER; j++) outer[j].advance(n, factors);
          if (D == 1) {
#pragma unroll
            for (int j = 0; j < PER; j++) {
              S value = 0;
#pragma unroll
              for (int n = 0; n < P; n++) value += planes[n / 4].value[n % 4] * row[j][n];
#pragma unroll
              for (int c = 0; c < C::COUNT; c++)
                if (C::order(c, D - 1) == k) sum[c][j] += value;
            }
            continue;
          }
          for (int plane = group; plane < present; plane += groups) {
            S middle[H + 1][PER];
            Row second[PER];
#pragma unroll
            for (int j = 0; j < PER; j++) {
              second[j] = Row(u[j][D - 2 + (D == 1)], factors);
#pragma unroll
              for (int o = 0; o <= H; o++) middle[o][j] = 0;
            }
#pragma unroll 2
            for (int n = 0; n < INNER; n++) {
              S value[PER];
#pragma unroll
              for (int j = 0; j < PER; j++) value[j] = 0;
#pragma unroll
              for (int q = 0; q < PADDED / 4; q++) {
                const Quad<S> quad = planes[(plane * INNER + n) * (PADDED / 4) + q];
#pragma unroll
                for (int i = 0; i < 4; i++)
#pragma unroll
                  for (int j = 0; j < PER; j++)
                    if (4 * q + i < P) value[j] += quad.value[i] * row[j][4 * q + i];
              }
#pragma unroll
              for (int j = 0; j < PER; j++) {
                if (D == 2) {
                  middle[0][j] = value[j];
                  continue;
                }
#pragma unroll
                for (int o = 0; o <= H - k; o++) middle[o][j] += value[j] * second[j].at(o, n, factors);
                second[j].advance(n, factors);
              }
            }
#pragma unroll
            for (int c = 0; c < C::COUNT; c++)
              if (C::order(c, D - 1) == k)
#pragma unroll
                for (int j = 0; j < PER; j++)
                  sum[c][j] += outer[j].at(C::order(c, 0), base + plane, factors) *
                               middle[D > 2 ? C::order(c, D - 2 + (D == 1)) : 0][j];
            for (int n = base + plane; n < base + min(plane + groups, present); n++)
#pragma unroll
              for (int j = 0; j < PER; j++) outer[j].advance(n, factors);
          }
        }
      }
    }
#pragma unroll
    for (int c = 0; c < C::COUNT; c++) {
      __syncthreads();
      if (group < groups)
#pragma unroll
        for (int j = 0; j < PER; j++)
          if (slot + j * slots < size) partial[group * size + slot + j * slots] = sum[c][j];
      __syncthreads();
      for (int i = thread; i < size; i += THREADS) {
        S& to = a.far[((a.start[box] + low + i) * (long long)C::COUNT + c) * a.rhs + r];
        S value = to;
        for (int g = 0; g < groups; g++) value += partial[g * size + i];
        to = value;
      }
    }
  }
}

// Makes series of weighted points: P2M (FAR false: of each full box from its own points) or P2L (from those of the boxes in
// a list). A thread holds PER rows of P coefficients; the basis functions of WINDOW points at a time are in shared memory, and
// where rows are few, groups of threads take every `groups`-th point each.
//
// Block x is a full box; blocks y are parts of its points (P2M) with a series each, block z is the right-hand side.
template <class C, class S, int D, int P, bool FAR, int THREADS, int PER, int WINDOW, class Arguments>
__device__ void gather(const Arguments& a) {
  constexpr int ROWS = power<P, D - 1>(), H = C::HIGHEST, N = P + H, PADDED = (P + 3) / 4 * 4;
  constexpr int SLOTS = (ROWS + PER - 1) / PER < THREADS ? (ROWS + PER - 1) / PER : THREADS;
  constexpr int GROUPS = THREADS / SLOTS < WINDOW ? THREADS / SLOTS : WINDOW;
  using Row = Basis<S, N, H, FAR>;
  __shared__ typename Row::Table factors;
  __shared__ Quad<S> last_axis[H + 1][WINDOW][PADDED / 4];
  __shared__ S others[D > 1 ? D - 1 : 1][H + 1][WINDOW][P], weight[C::COUNT][WINDOW], partial[THREADS];
  if (int(blockIdx.x) >= *a.n_full) return;
  const int thread = threadIdx.x, r = blockIdx.z, box = a.full[blockIdx.x], slot = thread % SLOTS, group = thread / SLOTS;
  const int first = FAR ? a.begin[box] : 0, last = FAR ? a.end[box] : 1;
  S* out = a.series + (((long long)blockIdx.x * gridDim.y + blockIdx.y) * a.rhs + r) * power<P, D>();
  factors.fill();
  for (int pass = 0; pass < ROWS; pass += SLOTS * PER) {
    S sum[PER][PADDED];
#pragma unroll
    for (int i = 0; i < PER; i++)
#pragma unroll
      for (int n = 0; n < PADDED; n++) sum[i][n] = 0;
    for (int entry = first; entry < last; entry++) {
      const int source = FAR ? a.source[entry] : box;
      const long long total = a.count[source];
      const int from = a.start[source] + int(total * blockIdx.y / gridDim.y);
      const int upto = a.start[source] + int(total * (blockIdx.y + 1) / gridDim.y);
      for (int low = from; low < upto; low += WINDOW) {
        const int size = min(upto - low, WINDOW);
        __syncthreads();
        for (int i = thread; i < D * size; i += THREADS) {
          const int axis = i / size, j = i % size;
          const S u = a.points[(low + j) * (long long)D + axis] - a.center[box * D + axis];
          Row basis(u, factors, Row::weight(u * u));
          for (int n = 0; n < P; n++) {
#pragma unroll
            for (int k = 0; k <= H; k++) {
              S* to = axis == D - 1 ? reinterpret_cast<S*>(last_axis[k][j]) : others[axis][k][j];
              to[n] = basis.at(k, n, factors);
            }
            basis.advance(n, factors);
          }
        }
        for (int i = thread; i < C::COUNT * size; i += THREADS)
          weight[i / size][i % size] = a.weights[((low + i % size) * (long long)C::COUNT + i / size) * a.rhs + r];
        __syncthreads();
        if (group >= GROUPS) continue;
        for (int j = group; j < size; j += GROUPS) {
#pragma unroll
          for (int k = 0; k <= H; k++) {
            S factor[PER];
#pragma unroll
            for (int i = 0; i < PER; i++) {
              const int row = min(pass + slot + i * SLOTS, ROWS - 1);
              factor[i] = 0;
#pragma unroll
              for (int c = 0; c < C::COUNT; c++)
                if (C::order(c, D - 1) == k) {
                  S value = weight[c][j];
                  if (D > 1) value *= others[0][C::order(c, 0)][j][D > 2 ? row / P : row];
                  if (D > 2) value *= others[D > 2 ? 1 : 0][C::order(c, D > 2 ? 1 : 0)][j][row % P];
                  factor[i] += value;
                }
            }
#pragma unroll
            for (int q = 0; q < PADDED / 4; q++) {
              const Quad<S> quad = last_axis[k][j][q];
#pragma unroll
              for (int n = 0; n < 4; n++)
#pragma unroll
                for (int i = 0; i < PER; i++)
                  if (4 * q + n < P) sum[i][4 * q + n] += factor[i] * quad.value[n];
            }
          }
        }
      }
    }
#pragma unroll
    for (int i = 0; i < PER; i++)
#pragma unroll
      for (int n = 0; n < P; n++) {
        __syncthreads();
        partial[thread] = sum[i][n];
        __syncthreads();
        const int row = pass + slot + i * SLOTS;
        if (group == 0 && row < ROWS) {
          S value = partial[slot];
          for (int g = 1; g < GROUPS; g++) value += partial[g * SLOTS + slot];
          out[row * P + n] = value;
        }
      }
  }
}

// Numbers of a tensor that a block translates along one of its axes, and where they are in shared memory: rows of the last
// axis are an odd number apart, so that neighbouring threads read from different banks.
template <class S, int D, int P, int THREADS>
struct Tensor {
  static constexpr int STRIDE = P | 1, FIBERS = power<P, D - 1>(), QUADS = (P + 3) / 4, PADDED = 4 * QUADS;
  static constexpr int EACH = (FIBERS * QUADS + THREADS - 1) / THREADS, SIZE = FIBERS * STRIDE;

  // A thread owns the numbers 4 quad, ..., 4 quad + 3 along the axis of some fibers.
  S sum[EACH][4];

  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
      for (int j = 0; j < 4; j++) sum[i][j] = 0;
  }

  static __device__ int step(int axis) { return axis == D - 1 ? 1 : axis == D - 2 ? STRIDE : P * STRIDE; }

  // The first number of a fiber along `axis`.
  static __device__ int place(int axis, int fiber) {
    if (D == 1) return 0;
    if (D == 2) return axis == 1 ? fiber * STRIDE : fiber;
    const int a = fiber / P, b = fiber % P;
    return axis == 2 ? fiber * STRIDE : axis == 1 ? a * P * STRIDE + b : a * STRIDE + b;
  }

  // sum += from times a matrix (n, m) along `axis`.
  __device__ void add(int axis, const S* from, const Quad<S>* matrix) {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int item = threadIdx.x + i * THREADS, quad = item / FIBERS;
      if (quad >= QUADS) continue;
      const S* fiber = from + place(axis, item % FIBERS);
#pragma unroll 4
      for (int n = 0; n < P; n++) {
        const Quad<S> row = matrix[n * QUADS + quad];
        const S value = fiber[n * step(axis)];
#pragma unroll
        for (int j = 0; j < 4; j++) sum[i][j] += value * row.value[j];
      }
    }
  }

  // Visits the numbers that this thread owns: their places and values, of a sum along `axis`.
  template <class Visit>
  __device__ void visit(int axis, Visit visit) const {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      const int item = threadIdx.x + i * THREADS, quad = item / FIBERS;
      if (quad >= QUADS) continue;
#pragma unroll
      for (int j = 0; j < 4; j++)
        if (4 * quad + j < P) visit(place(axis, item % FIBERS) + (4 * quad + j) * step(axis), sum[i][j]);
    }
  }
};

// Translations: block x is a full box of targets, block y the right-hand side. Sources come sorted by their cells: each is
// translated along the last axis and added up, rows of them along the next, planes along the first.
template <class S, int D, int P, int THREADS, class Arguments>
__device__ void m2l(const Arguments& a) {
  using T = Tensor<S, D, P, THREADS>;
  extern __shared__ __align__(16) unsigned char memory[];
  if (int(blockIdx.x) >= *a.n_full) return;
  Quad<S>* matrix = reinterpret_cast<Quad<S>*>(memory);
  S* buffer = reinterpret_cast<S*>(matrix + P * T::QUADS);
  const int thread = threadIdx.x, r = blockIdx.y, box = a.full[blockIdx.x], first = a.begin[box], last = a.end[box];
  const int* source_cell = a.source_cell;
  T sums[D];  // along the first axis, ..., the last
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
    for (int n = thread; n < T::FIBERS * P; n += THREADS) buffer[n / P * T::STRIDE + n % P] = from[n];
    stage_matrix(D - 1, source);
    __syncthreads();
    sums[D - 1].add(D - 1, buffer, matrix);
    // the axes before the one along which the next source follows this one: their rows and planes end here
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
  sums[0].visit(0, [&](int place, S value) { to[place / T::STRIDE * P + place % T::STRIDE] = value; });
}

}  // namespace
