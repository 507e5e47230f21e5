// The passes of the fast Gauss transform on CUDA (jaxfmm/gaussian/hermite/reference.py defines
// them). Orders, dimensions and components are known when a kernel is compiled. There are no
// atomics: the results have the same bits in every run.
//
// C is a struct with the multi-indices of derivatives: COUNT, HIGHEST and order(component, axis).
#pragma once
#include "fours.cuh"
#include "hermite_basis.cuh"
#include "hermite_m2l.cuh"

namespace {

// Evaluates series at points: L2P (FAR false), with the series of each full box, or M2P, with those
// of the boxes in a list.
//
// A thread holds PER points. For each row of coefficients, which it reads from shared memory in
// fours, it has the basis functions of the last axis in registers, and computes those of the other
// axes by recurrence. In three dimensions, a point and a series without derivatives take one
// exponential and
//
//   2 p^3 + 2 p^2 + 2 p (sums)  +  4 (p^2 + 2 p) (recurrences)   operations,
//
// nearly all of them fused multiply-adds. If points are few, each of several groups of threads
// takes every `groups`-th plane of coefficients. PLANES planes at a time are in shared memory.
//
// Block x is a box of targets (FAR) or a full box, blocks y take tiles of its points in turn, and
// block z is the right-hand side.
template <class C, class S, int D, int P, bool FAR, int THREADS, int PER, int PLANES,
          class Arguments>
__device__ void evaluate(const Arguments& a) {
  constexpr int OUTER = D > 1 ? P : 1, INNER = D > 2 ? P : 1, PADDED = (P + 3) / 4 * 4,
                H = C::HIGHEST, N = P + H;
  using Row = Basis<S, N, H, FAR>;
  __shared__ typename Row::Table factors;
  __shared__ Four<S> planes[PLANES * INNER * PADDED / 4];
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
      const S* from =
          a.series + ((long long)(FAR ? a.slot[source] : blockIdx.x) * a.rhs + r) * power<P, D>();
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
                const Four<S> four = planes[(plane * INNER + n) * (PADDED / 4) + q];
#pragma unroll
                for (int i = 0; i < 4; i++)
#pragma unroll
                  for (int j = 0; j < PER; j++)
                    if (4 * q + i < P) value[j] += four.value[i] * row[j][4 * q + i];
              }
#pragma unroll
              for (int j = 0; j < PER; j++) {
                if (D == 2) {
                  middle[0][j] = value[j];
                  continue;
                }
#pragma unroll
                for (int o = 0; o <= H - k; o++)
                  middle[o][j] += value[j] * second[j].at(o, n, factors);
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

// Adds up series of weighted points: P2M (FAR false), of the points of each full box, or P2L, of
// the points of the boxes in its list. A thread holds PER rows of P coefficients. The basis
// functions of WINDOW points at a time are in shared memory; if rows are few, each of several
// groups of threads takes every GROUPS-th point.
//
// Block x is a full box, blocks y are parts of its points (P2M) with a series each, and block z is
// the right-hand side.
template <class C, class S, int D, int P, bool FAR, int THREADS, int PER, int WINDOW,
          class Arguments>
__device__ void gather(const Arguments& a) {
  constexpr int ROWS = power<P, D - 1>(), H = C::HIGHEST, N = P + H, PADDED = (P + 3) / 4 * 4;
  constexpr int SLOTS = (ROWS + PER - 1) / PER < THREADS ? (ROWS + PER - 1) / PER : THREADS;
  constexpr int GROUPS = THREADS / SLOTS < WINDOW ? THREADS / SLOTS : WINDOW;
  using Row = Basis<S, N, H, FAR>;
  __shared__ typename Row::Table factors;
  __shared__ Four<S> last_axis[H + 1][WINDOW][PADDED / 4];
  __shared__ S others[D > 1 ? D - 1 : 1][H + 1][WINDOW][P], weight[C::COUNT][WINDOW],
      partial[THREADS];
  if (int(blockIdx.x) >= *a.n_full) return;
  const int thread = threadIdx.x, r = blockIdx.z, box = a.full[blockIdx.x], slot = thread % SLOTS,
            group = thread / SLOTS;
  const int first = FAR ? a.begin[box] : 0, last = FAR ? a.end[box] : 1;
  S* out =
      a.series + (((long long)blockIdx.x * gridDim.y + blockIdx.y) * a.rhs + r) * power<P, D>();
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
          weight[i / size][i % size] =
              a.weights[((low + i % size) * (long long)C::COUNT + i / size) * a.rhs + r];
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
              const Four<S> four = last_axis[k][j][q];
#pragma unroll
              for (int n = 0; n < 4; n++)
#pragma unroll
                for (int i = 0; i < PER; i++)
                  if (4 * q + n < P) sum[i][4 * q + n] += factor[i] * four.value[n];
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

}  // namespace
