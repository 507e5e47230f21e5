// M2L, M2M and L2L of real solid harmonics by constant tables, on CPUs and GPUs. The order is known
// only at run time. jaxfmm/expansions/laplace3d/operators.py has the formulas.
//
// A lane is one pair of cells. On a CPU, the array of a lane is `T a[n]` with T a SIMD vector V, or
// several of them (columns.h): many pairs at once. On a GPU it is shared memory, `a[i * STRIDE]` in each thread with the thread's
// offset already added. There, the warps of a block share the work as `rank` of `size` workers,
// with JAXFMM_SYNC() between steps.
#pragma once
#include "functions.h"

#ifndef JAXFMM_SYNC
#define JAXFMM_SYNC()
#endif
#ifdef __CUDACC__
#define JAXFMM_UNROLL _Pragma("unroll")
#define JAXFMM_UNROLL_LOOP _Pragma("unroll 4")
#else
#define JAXFMM_UNROLL _Pragma("GCC unroll 4")
#define JAXFMM_UNROLL_LOOP _Pragma("GCC unroll 2")
#endif

namespace {

// At most four rows of one block of a constant matrix. at: the place of its entries, column by
// column, a multiple of four. A tile is eight integers, so that a GPU reads it in two loads.
struct Tile {
  int rows, columns, in, in_step, out, out_step, at, unused;
};

// The tables of one order, by jaxfmm/expansions/laplace3d/tables.py: tiles of the exchange of y and
// z, and of a step along z. In the latter, `in` is the signed m, `in_step` the degree of the first
// column, and `out` the degree of the first row.
template <class S>
struct Tables {
  // Counts of tiles, sizes of their entries.
  int order, exchange_count, along_count, exchange_size, along_size;
  const int *exchange_tiles, *along_tiles;
  const S *exchange_entries, *along_entries;
};

HD int coefficient(int l, int m) { return l * l + l + m; }

// The entries of column c.
template <class S, int ROWS>
struct Column {
  S row[ROWS];
  HD Column(const S* entries, int c) {
#ifdef __CUDACC__
    if (ROWS == 4) {
      const uint4* from = reinterpret_cast<const uint4*>(entries + c * 4);
      uint4* to = reinterpret_cast<uint4*>(row);
      for (int i = 0; i < int(sizeof(row) / 16); i++) to[i] = from[i];
      return;
    }
#endif
    for (int r = 0; r < ROWS; r++) row[r] = entries[c * ROWS + r];
  }
};

template <class T, class S, int ROWS>
HD void exchange_rows(const S* entries, const Tile& t, const T* a, T* b, int stride) {
  T sum[ROWS];
  JAXFMM_UNROLL
  for (int r = 0; r < ROWS; r++) sum[r] = T();
  const T* from = a + t.in * stride;
  JAXFMM_UNROLL_LOOP
  for (int c = 0; c < t.columns; c++) {
    const T value = from[c * t.in_step * stride];
    const Column<S, ROWS> column(entries, c);
    JAXFMM_UNROLL
    for (int r = 0; r < ROWS; r++) sum[r] = sum[r] + times(column.row[r], value);
  }
  JAXFMM_UNROLL
  for (int r = 0; r < ROWS; r++) b[(t.out + r * t.out_step) * stride] = sum[r];
}

HD Tile tile(const int* tiles, int i) {
#ifdef __CUDACC__
  const int4* t = reinterpret_cast<const int4*>(tiles) + 2 * i;
  const int4 low = t[0], high = t[1];
  return {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#else
  return reinterpret_cast<const Tile*>(tiles)[i];
#endif
}

// b = X a, where X exchanges y and z.
template <class T, class S>
HD void exchange(const Tables<S>& tables, const T* a, T* b, int stride, int rank, int size) {
  for (int i = rank; i < tables.exchange_count; i += size) {
    const Tile t = tile(tables.exchange_tiles, i);
    const S* entries = tables.exchange_entries + t.at;
    if (t.rows == 4)
      exchange_rows<T, S, 4>(entries, t, a, b, stride);
    else if (t.rows == 3)
      exchange_rows<T, S, 3>(entries, t, a, b, stride);
    else if (t.rows == 2)
      exchange_rows<T, S, 2>(entries, t, a, b, stride);
    else
      exchange_rows<T, S, 1>(entries, t, a, b, stride);
  }
  JAXFMM_SYNC();
}

// Rows of b = T a along z for one m. POWERS: entry (l, j) is also multiplied by powers[|l - j|]
// (M2M, L2L).
template <class T, class V, class S, int ROWS, bool POWERS>
HD void along_rows(const S* entries, const Tile& t, const V* powers, const T* a, T* b, int stride) {
  const int m = t.in, first = t.out, lowest = t.in_step;
  T sum[ROWS];
  JAXFMM_UNROLL
  for (int r = 0; r < ROWS; r++) sum[r] = T();
  JAXFMM_UNROLL_LOOP
  for (int c = 0; c < t.columns; c++) {
    const int j = lowest + c;
    const T value = a[coefficient(j, m) * stride];
    const Column<S, ROWS> column(entries, c);
    JAXFMM_UNROLL
    for (int r = 0; r < ROWS; r++) {
      const int apart = first + r - j;
      if constexpr (POWERS)
        sum[r] =
            sum[r] + times(column.row[r], powers[(apart < 0 ? -apart : apart) * stride]) * value;
      else
        sum[r] = sum[r] + times(column.row[r], value);
    }
  }
  JAXFMM_UNROLL
  for (int r = 0; r < ROWS; r++) b[coefficient(first + r, m) * stride] = sum[r];
}

template <bool POWERS, class T, class V, class S>
HD void along_z(const Tables<S>& tables, const V* powers, const T* a, T* b, int stride, int rank,
                int size) {
  for (int i = rank; i < tables.along_count; i += size) {
    const Tile t = tile(tables.along_tiles, i);
    const S* entries = tables.along_entries + t.at;
    if (t.rows == 4)
      along_rows<T, V, S, 4, POWERS>(entries, t, powers, a, b, stride);
    else if (t.rows == 3)
      along_rows<T, V, S, 3, POWERS>(entries, t, powers, a, b, stride);
    else if (t.rows == 2)
      along_rows<T, V, S, 2, POWERS>(entries, t, powers, a, b, stride);
    else
      along_rows<T, V, S, 1, POWERS>(entries, t, powers, a, b, stride);
  }
  JAXFMM_SYNC();
}

// Rotates about z, in place: multiplies the complex number (cosine, sine coefficient) of every l, m
// by (cos + i SIGN sin)^m.
template <int SIGN, class T, class V>
HD void turn(int order, const V* cosine, const V* sine, T* a, int stride, int rank, int size) {
  // So many degrees are loaded before they are stored.
  constexpr int TOGETHER = 4 * sizeof(V) / sizeof(T);
  for (int m = 1 + rank; m <= order; m += size) {
    const V cos = cosine[m * stride], sin = sine[m * stride];
    for (int first = m; first <= order; first += TOGETHER) {
      T real[TOGETHER], imaginary[TOGETHER];
      JAXFMM_UNROLL
      for (int i = 0; i < TOGETHER; i++)
        if (first + i <= order) {
          real[i] = a[coefficient(first + i, m) * stride];
          imaginary[i] = a[coefficient(first + i, -m) * stride];
        }
      JAXFMM_UNROLL
      for (int i = 0; i < TOGETHER; i++)
        if (first + i <= order) {
          const T c =
              SIGN > 0 ? cos * real[i] - sin * imaginary[i] : cos * real[i] + sin * imaginary[i];
          const T s =
              SIGN > 0 ? cos * imaginary[i] + sin * real[i] : cos * imaginary[i] - sin * real[i];
          a[coefficient(first + i, m) * stride] = c;
          a[coefficient(first + i, -m) * stride] = s;
        }
    }
  }
  JAXFMM_SYNC();
}

// a_lm *= first * factor^l.
template <class T, class V>
HD void scale(int order, V factor, V first, T* a, int stride, int rank, int size) {
  V power = first;
  for (int l = 0; l <= order; l++) {
    if (l % size == rank)
      for (int i = l * l; i < (l + 1) * (l + 1); i++) a[i * stride] = power * a[i * stride];
    power = power * factor;
  }
}

// The rotation that takes a shift to the z axis, Q = X Rz(psi) X Rz(-phi), with tan(psi) = rho / z:
// the powers of the phases of phi and psi, `order + 1` of each.
template <class T>
struct Frame {
  // powers: of shift / radius, where M2M and L2L need them.
  T *cos_phi, *sin_phi, *cos_psi, *sin_psi, *powers;
  HD Frame lane(int i) const {
    return {cos_phi + i, sin_phi + i, cos_psi + i, sin_psi + i, powers + i};
  }
};

// The angle and the length of (x, y), without overflow or division by zero.
template <class T>
HD void direction(T x, T y, T& cos, T& sin, T& length) {
  const T largest = max_(abs_(x), abs_(y)), zero = constant<T>(0), one = constant<T>(1);
  const auto some = largest > zero;
  const T inverse = one / select_(some, largest, one);
  x = select_(some, x * inverse, one);
  y = y * inverse;
  const T norm = sqrt_(x * x + y * y), back = one / norm;
  cos = x * back;
  sin = y * back;
  length = select_(some, largest * norm, zero);
}

// Only the first worker of a team calls this; a JAXFMM_SYNC() must follow.
template <class T>
HD void phases(int order, T cos, T sin, T* cosine, T* sine, int stride) {
  T c = constant<T>(1), s = constant<T>(0);
  for (int m = 0; m <= order; m++) {
    cosine[m * stride] = c;
    sine[m * stride] = s;
    const T next = c * cos - s * sin;
    s = s * cos + c * sin;
    c = next;
  }
}

// Every worker returns the length of the shift; the first one writes the phases.
template <class T>
HD T frame(int order, T x, T y, T z, const Frame<T>& f, int stride, int rank) {
  T cos_phi, sin_phi, rho, cos_psi, sin_psi, length;
  direction(x, y, cos_phi, sin_phi, rho);
  direction(z, rho, cos_psi, sin_psi, length);
  if (rank == 0) {
    phases(order, cos_phi, sin_phi, f.cos_phi, f.sin_phi, stride);
    phases(order, cos_psi, sin_psi, f.cos_psi, f.sin_psi, stride);
  }
  return length;
}

// b = Q^T T Q a, with a as scratch. The step T along z is that of M2L, or that of M2M and L2L
// (POWERS).
template <bool POWERS, class T, class V, class S>
HD void translate(const Tables<S>& tables, const Frame<V>& f, T* a, T* b, int stride, int rank,
                  int size) {
  const int p = tables.order;
  turn<-1>(p, f.cos_phi, f.sin_phi, a, stride, rank, size);
  exchange(tables, a, b, stride, rank, size);
  turn<1>(p, f.cos_psi, f.sin_psi, b, stride, rank, size);
  exchange(tables, b, a, stride, rank, size);
  along_z<POWERS>(tables, f.powers, a, b, stride, rank, size);
  exchange(tables, b, a, stride, rank, size);
  turn<-1>(p, f.cos_psi, f.sin_psi, a, stride, rank, size);
  exchange(tables, a, b, stride, rank, size);
  turn<1>(p, f.cos_phi, f.sin_phi, b, stride, rank, size);
}

}  // namespace
