// P2M, P2L, L2P and M2P on CUDA. The Expansion comes from a header that is included before:
// laplace2d.h, laplace3d.h, radial.h or polyharmonic.h. Derivatives act on coefficients
// (program.h), so a particle needs one walk over the harmonics, whatever derivatives are wanted. If
// JAXFMM_ORDER is an order and not -1, the walk is unrolled, with the constants JAXFMM_CONSTANTS in
// the code.
#pragma once
#include "lists.h"

namespace {

#if JAXFMM_ORDER >= 0
__constant__ const JAXFMM_NUMBER CONSTANTS[] = {JAXFMM_CONSTANTS};
#endif

// The expansion of the operands; top() is its order, at compile time if possible.
template <class S>
struct Known : Expansion<S> {
#if JAXFMM_ORDER >= 0
  __device__ Known(const int* ints, const S* reals) : Expansion<S>(ints, reals) {
    this->set_constants(CONSTANTS);
  }
  __device__ static constexpr int top() { return JAXFMM_ORDER; }
#else
  using Expansion<S>::Expansion;
  __device__ int top() const { return this->order; }
#endif
};

// out += factor * (derivative of `in` along `axis`), for n coefficients that lie STRIDE apart, by
// `size` threads; for each of COUNT right-hand sides, whose coefficients are APART from the next.
template <int STRIDE, int COUNT = 1, int APART = 0, class S>
__device__ void derive(const Expansion<S>& e, bool raising, int axis, S factor, const S* in, S* out,
                       int n, int thread, int size) {
  const int* columns = raising ? e.raise_columns : e.lower_columns;
  const S* values = raising ? e.raise_values : e.lower_values;
#pragma unroll 4
  for (int i = thread; i < n; i += size) {
    S sum[COUNT] = {};
#pragma unroll
    for (int term = 0; term < Expansion<S>::TERMS; term++) {
      const int at = (axis * Expansion<S>::TERMS + term) * e.top_n + i,
                column = __ldg(columns + at);
      if (column >= n) continue;
      const S value = __ldg(values + at);
#pragma unroll
      for (int r = 0; r < COUNT; r++) sum[r] += value * in[column * STRIDE + r * APART];
    }
#pragma unroll
    for (int r = 0; r < COUNT; r++) out[i * STRIDE + r * APART] += factor * sum[r];
  }
}

// A place relative to a cell's centre, in units of the cell's radius.
template <class S, int DIM>
__device__ __forceinline__ void relative(const S* point, const S* center, S unit, S (&u)[DIM]) {
#pragma unroll
  for (int a = 0; a < DIM; a++) u[a] = (point[a] - center[a]) * unit;
}

// One number for each of two particles.
template <class S>
struct Two {
  struct Mask {
    bool first, second;
    __device__ friend Mask operator|(Mask a, Mask b) {
      return {a.first || b.first, a.second || b.second};
    }
  };
  S first, second;
  __device__ Two(S both = 0) : first(both), second(both) {}
  __device__ Two(S first, S second) : first(first), second(second) {}
  __device__ friend Two operator+(Two a, Two b) { return {a.first + b.first, a.second + b.second}; }
  __device__ friend Two operator-(Two a, Two b) { return {a.first - b.first, a.second - b.second}; }
  __device__ friend Two operator*(Two a, Two b) { return {a.first * b.first, a.second * b.second}; }
  __device__ friend Two operator/(Two a, Two b) { return {a.first / b.first, a.second / b.second}; }
  __device__ friend Two operator-(Two a) { return {-a.first, -a.second}; }
  __device__ friend Mask operator<(Two a, Two b) {
    return {a.first < b.first, a.second < b.second};
  }
  __device__ friend Mask operator>(Two a, Two b) { return b < a; }
  __device__ friend Mask operator!=(Two a, Two b) {
    return {a.first != b.first, a.second != b.second};
  }
};

template <class S>
__device__ Two<S> select_(typename Two<S>::Mask mask, Two<S> a, Two<S> b) {
  return {mask.first ? a.first : b.first, mask.second ? a.second : b.second};
}
template <class S>
__device__ Two<S> abs_(Two<S> a) {
  return {abs_(a.first), abs_(a.second)};
}
template <class S>
__device__ Two<S> sqrt_(Two<S> a) {
  return {sqrt_(a.first), sqrt_(a.second)};
}
template <class S>
__device__ Two<S> log_(Two<S> a) {
  return {log_(a.first), log_(a.second)};
}

template <class S>
__device__ S total(Two<S> a) {
  return a.first + a.second;
}
template <class S>
__device__ S total(S a) {
  return a;
}

template <class S>
struct element<Two<S>> {
  using type = S;
};

// A sink of harmonics that adds harmonic i times weights, summed over the lanes of a warp, to
// sets[component * n + i]. Values of 32 harmonics are transposed in shared memory, so that each
// lane sums one harmonic over all lanes. T: S for one particle in a lane, or Two<S>.
template <class S, class T>
struct Moments {
  S *sets, *transposed;  // transposed: 32 x 33
  int* place;            // 32: where the sums go
  const T* weights;
  int components, n, stored, lane;

  __device__ void flush() {
    __syncwarp();
    if (lane < stored) {
      S sum = 0;
#pragma unroll
      for (int q = 0; q < 32; q++) sum += transposed[lane * 33 + q];
      sets[place[lane]] += sum;
    }
    __syncwarp();
    stored = 0;
  }
  __device__ void store(int at, S value) {
    transposed[stored * 33 + lane] = value;
    if (lane == 0) place[stored] = at;
    if (++stored == 32) flush();
  }
  __device__ void operator()(int i, T harmonic) {
    for (int c = 0; c < components; c++) store(c * n + i, total(harmonic * weights[c]));
  }
};

// P2M (FAR false) or P2L, by blocks of one warp. Block x is a leaf (P2M), or a target cell with the
// source leaves of its list (P2L). Block y is the right-hand side.
template <class S, int COMPONENTS, bool FAR, class Arguments>
__device__ void gather(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ S transposed[32 * 33];
  __shared__ int place[32];
  constexpr int DIM = Expansion<S>::DIM;
  const int *start = a.start, *count = a.count, *leaves = a.leaves;
  const S *points = a.points, *center = a.center, *radius = a.radius;
  const S *weights = a.weights, *images = a.images;
  const int *list_start = a.list_start, *list = a.list_source, rhs = a.rhs, row = a.row;
  S* out = a.out;
  const int lane = threadIdx.x, cell = blockIdx.x, r = blockIdx.y;
  if (cell >= *a.n_cells) return;
  const Expansion<S> e(a.ints, a.reals);
  const Program program(a.steps);
  const int order = FAR ? e.order + program.raised : e.order, n = e.size(order);
  S* sets = reinterpret_cast<S*>(memory);
  for (int i = lane; i < program.sets * n; i += 32) sets[i] = 0;
  __syncwarp();
  const int node = FAR ? cell : leaves[cell];
  const S scale = radius[node], unit = S(1) / scale;
  S middle[DIM];
#pragma unroll
  for (int c = 0; c < DIM; c++) middle[c] = center[DIM * node + c];
  const Entries entries{a.bits};
  const int begin = FAR ? list_start[cell] : 0, end = FAR ? list_start[cell + 1] : 1;
  for (int entry = begin; entry < end; entry++) {
    const int from = FAR ? leaves[entries.number(list[entry])] : node;
    if (FAR) {  // relative to an image of the sources, the cell is shifted the other way
      const S* shift = images + DIM * entries.image(list[entry]);
#pragma unroll
      for (int a = 0; a < DIM; a++) middle[a] = center[DIM * node + a] - shift[a];
    }
    const int particles = count[from];
    // The place and the weights of particle i + lane of the leaf; weights are zero if there is no
    // such particle.
    auto read = [&](int i, S(&u)[DIM], S(&w)[COMPONENTS]) {
      const bool valid = i + lane < particles;
      const long long particle = start[from] + (valid ? i + lane : 0);
      relative(points + DIM * particle, middle, unit, u);
#pragma unroll
      for (int c = 0; c < COMPONENTS; c++)
        w[c] = valid ? weights[(particle * COMPONENTS + c) * rhs + r] : S(0);
    };
    // Adds the moments of one particle in each lane, or of two; zero: a number of the type of the
    // weights.
    auto add = [&](auto zero, const auto& u, const auto& w) {
      Moments<S, decltype(zero)> sink{sets, transposed, place, w, COMPONENTS, n, 0, lane};
      e.template harmonics<FAR>(order, u, scale, sink);
      sink.flush();
    };
    for (int i = 0; i < particles; i += FAR ? 32 : 64) {
      S u[2][DIM], w[2][COMPONENTS];
      read(i, u[0], w[0]);
      if constexpr (FAR) {
        add(S(0), u[0], w[0]);
      } else {
        read(i + 32, u[1], w[1]);
        Two<S> both[DIM], weight[COMPONENTS];
#pragma unroll
        for (int a = 0; a < DIM; a++) both[a] = {u[0][a], u[1][a]};
#pragma unroll
        for (int c = 0; c < COMPONENTS; c++) weight[c] = {w[0][c], w[1][c]};
        add(Two<S>(0), both, weight);
      }
    }
  }
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive<1>(e, !FAR, step[0], FAR ? -unit : unit, sets + step[1] * n, sets + step[2] * n, n, lane,
              32);
    __syncwarp();
  }
  const S* result = sets + program.root * n;
  for (int i = lane; i < e.n; i += 32) out[((long long)node * rhs + r) * row + i] = result[i];
}

// A sink of harmonics: sum[i] += harmonic i * weight.
template <class S, int N>
struct Add {
  S (&sum)[N];
  S weight;
  __device__ void operator()(int i, S harmonic) { sum[i] += harmonic * weight; }
};

// P2M of charges, with the sums in registers: TEAM lanes take a leaf, and each lane takes every
// TEAM-th particle.
template <class S, int TEAM, int THREADS, class Arguments>
__device__ void moments(const Arguments& a) {
  constexpr int DIM = Expansion<S>::DIM, N = JAXFMM_SIZE;
  const int *start = a.start, *count = a.count, *leaves = a.leaves;
  const S *points = a.points, *center = a.center, *radius = a.radius;
  const S* weights = a.weights;
  const int rhs = a.rhs;
  const int leaf = blockIdx.x * (THREADS / TEAM) + threadIdx.x / TEAM, part = threadIdx.x % TEAM,
            r = blockIdx.y;
  const bool exists = leaf < *a.n_cells;
  const Known<S> e(a.ints, a.reals);
  const int node = exists ? leaves[leaf] : 0, last = exists ? start[node] + count[node] : 0;
  const S scale = radius[node], unit = S(1) / scale;
  S middle[DIM], sum[N];
#pragma unroll
  for (int a = 0; a < DIM; a++) middle[a] = center[DIM * node + a];
#pragma unroll
  for (int i = 0; i < N; i++) sum[i] = 0;
  for (int particle = exists ? start[node] + part : 0; particle < last; particle += TEAM) {
    S u[DIM];
    relative(points + (long long)DIM * particle, middle, unit, u);
    Add<S, N> sink{sum, weights[(long long)particle * rhs + r]};
    e.template harmonics<false>(e.top(), u, scale, sink);
  }
  S* result = a.out + ((long long)node * rhs + r) * a.row;
#pragma unroll
  for (int i = 0; i < N; i++) {
#pragma unroll
    for (int step = TEAM / 2; step > 0; step /= 2)
      sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], step);
    if (exists && i % TEAM == part) result[i] = sum[i];
  }
}

// One coefficient of each set of a cell, side by side.
template <class S, int SETS>
struct alignas(SETS % 2                ? sizeof(S)
               : SETS * sizeof(S) % 16 ? 8
                                       : 16) Values {
  S value[SETS];
};

// The same for several right-hand sides, with padding to an odd number of 16 bytes: lanes that read
// numbers of consecutive coefficients then read from different banks.
template <class S, int SETS, int COLUMNS>
struct alignas(COLUMNS == 1 ? alignof(Values<S, SETS>) : 16) ColumnValues {
  static constexpr int UNITS = (SETS * COLUMNS * sizeof(S) + 15) / 16;
  S value[COLUMNS == 1 ? SETS : (UNITS | 1) * 16 / sizeof(S)];
};

// A sink of the harmonics of one particle or Two: result[c] += harmonic i * coefficient i of set c.
template <class S, class T, int SETS, class Values = Values<S, SETS>>
struct EvaluateValues {
  T* result;
  const Values* sets;
  __device__ void operator()(int i, T harmonic) {
    const Values all = sets[i];
#pragma unroll
    for (int c = 0; c < SETS; c++) result[c] = result[c] + harmonic * all.value[c];
  }
};

// L2P: TEAM lanes take a leaf and COLUMNS right-hand sides. A lane takes two particles at a time,
// and reads each coefficient once for both. Blocks of the other right-hand sides of the same leaves
// follow at once, since results of all of them lie side by side in memory.
template <class S, int SETS, int COLUMNS, int TEAM, int THREADS, class Arguments>
__device__ void fields(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  constexpr int DIM = Expansion<S>::DIM, N = JAXFMM_SIZE;
  const int *start = a.start, *count = a.count, *leaves = a.leaves;
  const S *points = a.points, *center = a.center, *radius = a.radius;
  const int rhs = a.rhs;
  S* out = a.out;
  constexpr int ALL = SETS * COLUMNS;
  using Sets = ColumnValues<S, SETS, COLUMNS>;
  constexpr int APART = sizeof(Sets) / sizeof(S);
  const int team = threadIdx.x / TEAM, lane = threadIdx.x % TEAM,
            runs = (rhs + COLUMNS - 1) / COLUMNS, first = blockIdx.x % runs * COLUMNS;
  const int leaf = blockIdx.x / runs * (THREADS / TEAM) + team;
  const bool exists = leaf < *a.n_cells;
  const Known<S> e(a.ints, a.reals);
  const Program program(a.steps);
  const int node = exists ? leaves[leaf] : 0;
  const S scale = radius[node], unit = S(1) / scale;
  Sets* sets = reinterpret_cast<Sets*>(memory) + team * N;
#pragma unroll
  for (int k = 0; k < COLUMNS; k++) {
    const S* local = a.coefficients + ((long long)node * rhs + min(first + k, rhs - 1)) * a.row;
#pragma unroll 16
    for (int i = lane; i < N; i += TEAM) {
      sets[i].value[k * SETS] = __ldg(local + i);
#pragma unroll
      for (int c = 1; c < SETS; c++) sets[i].value[k * SETS + c] = 0;
    }
  }
  __syncwarp();
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive<APART, COLUMNS, SETS>(e, false, step[0], unit, sets->value + step[1],
                               sets->value + step[2], N, lane, TEAM);
    __syncwarp();
  }
  S middle[DIM];
#pragma unroll
  for (int a = 0; a < DIM; a++) middle[a] = center[DIM * node + a];
  const int last = exists ? start[node] + count[node] : 0;
  for (int target = exists ? start[node] + lane : 0; target < last; target += 2 * TEAM) {
    asm volatile("" ::
                     : "memory");  // otherwise the compiler keeps all sets in registers from target
                                   // to target
    const int other = target + TEAM < last ? target + TEAM : target;
    S u[2][DIM];
    relative(points + (long long)DIM * target, middle, unit, u[0]);
    relative(points + (long long)DIM * other, middle, unit, u[1]);
    Two<S> value[ALL], both[DIM];
#pragma unroll
    for (int a = 0; a < DIM; a++) both[a] = {u[0][a], u[1][a]};
    EvaluateValues<S, Two<S>, ALL, Sets> sink{value, sets};
    e.template harmonics<false>(e.top(), both, scale, sink);
    for (int c = 0; c < program.components; c++) {
      Values<S, COLUMNS> one, next;
#pragma unroll
      for (int k = 0; k < COLUMNS; k++) {
        Two<S> result = value[k * SETS];
#pragma unroll
        for (int s = 1; s < SETS; s++)
          result = program.outputs[c] == s ? value[k * SETS + s] : result;
        one.value[k] = result.first, next.value[k] = result.second;
      }
      auto store = [&](int particle, const Values<S, COLUMNS>& values) {
        S* at = out + ((long long)particle * program.components + c) * rhs + first;
        if (rhs % COLUMNS == 0) {  // all at once
          *reinterpret_cast<Values<S, COLUMNS>*>(at) = values;
        } else {
#pragma unroll
          for (int k = 0; k < COLUMNS; k++)
            if (first + k < rhs) at[k] = values.value[k];
        }
      };
      store(target, one);
      if (other != target) store(other, next);
    }
  }
}

// The sets of coefficients of every cell that M2P evaluates, side by side: WARPS cells a block.
template <class S, int SETS, int WARPS, class Arguments>
__device__ void derived(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  constexpr int N = JAXFMM_SIZE;
  const S *radius = a.radius, *coefficients = a.coefficients;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, rhs = a.rhs, row = a.row;
  const int cell = blockIdx.x * WARPS + warp, r = blockIdx.y;
  if (cell >= *a.n_nodes) return;
  const Expansion<S> e(a.ints, a.reals);
  const Program program(a.steps);
  const S unit = S(1) / radius[cell];
  Values<S, SETS>* sets = reinterpret_cast<Values<S, SETS>*>(memory) + warp * N;
  for (int i = lane; i < N; i += 32) {
    sets[i].value[0] = i < e.n ? coefficients[((long long)cell * rhs + r) * row + i] : S(0);
#pragma unroll
    for (int c = 1; c < SETS; c++) sets[i].value[c] = 0;
  }
  __syncwarp();
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive<SETS>(e, true, step[0], -unit, sets->value + step[1], sets->value + step[2], N, lane,
                 32);
    __syncwarp();
  }
  Values<S, SETS>* out =
      reinterpret_cast<Values<S, SETS>*>(a.sets) + ((long long)cell * rhs + r) * N;
  for (int i = lane; i < N; i += 32) out[i] = sets[i];
}

// The targets of a lane of M2P, one (PER = 1) or two.
template <class S, int PER>
struct Lane {
  using T = S;
  static __device__ S of(const S (&x)[1]) { return x[0]; }
  static __device__ S at(S value, int) { return value; }
};
template <class S>
struct Lane<S, 2> {
  using T = Two<S>;
  static __device__ T of(const S (&x)[2]) { return {x[0], x[1]}; }
  static __device__ S at(T value, int j) { return j ? value.second : value.first; }
};

// M2P: block x is a leaf of targets, block y the right-hand side. A thread has PER targets, for
// which it reads each coefficient once. If the leaf has fewer targets than the block can take,
// groups of threads share them, and each group takes its part of the source cells of the leaf's
// list: at most GROUPS cells, whose sets of coefficients are in shared memory at a time. The sums
// of the groups are added in a fixed order.
template <class S, int SETS, int PER, int THREADS, int GROUPS, class Arguments>
__device__ void evaluate(const Arguments& a) {
  extern __shared__ __align__(16) unsigned char memory[];
  constexpr int DIM = Expansion<S>::DIM, N = JAXFMM_SIZE;
  const int *start = a.start, *count = a.count, *leaves = a.leaves;
  const S *points = a.points, *center = a.center, *radius = a.radius, *images = a.images;
  const Values<S, SETS>* every = reinterpret_cast<const Values<S, SETS>*>(a.sets);
  const int *list_start = a.list_start, *list = a.list_source, rhs = a.rhs;
  S* out = a.out;
  const Entries entries{a.bits};
  const int thread = threadIdx.x, leaf = blockIdx.x, r = blockIdx.y;
  if (leaf >= *a.n_cells) return;
  const Known<S> e(a.ints, a.reals);
  const Program program(a.steps);
  const int node = leaves[leaf], begin = list_start[leaf], end = list_start[leaf + 1];
  const int top = JAXFMM_ORDER < 0 ? e.order + program.raised : JAXFMM_ORDER;
  Values<S, SETS>* sets = reinterpret_cast<Values<S, SETS>*>(memory);
  S* sums = reinterpret_cast<S*>(memory);  // of the groups, in the place of the coefficients
  using Own = Lane<S, PER>;
  using T = typename Own::T;
  for (int tile = 0; tile < count[node]; tile += THREADS * PER) {
    const int targets = min(count[node] - tile, THREADS * PER), slots = (targets + PER - 1) / PER,
              groups = min(THREADS / slots, GROUPS), slot = thread % slots, group = thread / slots;
    const long long first = start[node] + tile;
    T place[DIM], value[SETS], taken[SETS];  // taken: by the roundings of value (Kahan)
#pragma unroll
    for (int c = 0; c < DIM; c++) {
      S of_targets[PER];
#pragma unroll
      for (int j = 0; j < PER; j++)
        of_targets[j] = points[DIM * (first + min(slot + j * slots, targets - 1)) + c];
      place[c] = Own::of(of_targets);
    }
#pragma unroll
    for (int c = 0; c < SETS; c++) value[c] = taken[c] = T(0);
    for (int entry = begin; entry < end; entry += groups) {
      const int cells = min(groups, end - entry);
      __syncthreads();
      for (int i = thread; i < cells * N; i += THREADS) {
        const int cell = entries.number(list[entry + i / N]);
        sets[i] = every[((long long)cell * rhs + r) * N + i % N];
      }
      const bool takes = group < cells;
      const int own = list[entry + (takes ? group : 0)], cell = entries.number(own);
      const S* shift = images + DIM * entries.image(own);
      const S scale = radius[cell], unit = S(1) / scale;
      T u[DIM];
#pragma unroll
      for (int c = 0; c < DIM; c++)
        u[c] = (place[c] - T(center[DIM * cell + c] + shift[c])) * T(unit);
      __syncthreads();
      if (takes) {
        T part[SETS];
#pragma unroll
        for (int c = 0; c < SETS; c++) part[c] = T(0);
        EvaluateValues<S, T, SETS> sink{part, sets + group * N};
        e.template harmonics<true>(top, u, scale, sink);
#pragma unroll
        for (int c = 0; c < SETS; c++) {
          const T more = part[c] - taken[c], after = value[c] + more;
          taken[c] = (after - value[c]) - more, value[c] = after;
        }
      }
    }
#pragma unroll
    for (int j = 0; j < PER; j++) {
      __syncthreads();
      if (group < groups) {
#pragma unroll
        for (int c = 0; c < SETS; c++)
          sums[(group * SETS + c) * slots + slot] = Own::at(value[c], j);
      }
      __syncthreads();
      for (int i = thread; i < slots * program.components; i += THREADS) {
        const int c = i / slots, number = i % slots + j * slots;
        S sum = 0;
        for (int g = 0; g < groups; g++)
          sum += sums[(g * SETS + program.outputs[c]) * slots + i % slots];
        if (number < targets) out[((first + number) * program.components + c) * rhs + r] = sum;
      }
    }
    __syncthreads();
  }
}

}  // namespace
