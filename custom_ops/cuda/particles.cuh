// P2M, P2L, L2P and M2P on CUDA, for the Expansion of a header that is included before (laplace2d.h or laplace3d.h).
// Derivatives act on coefficients (program.h), so a particle costs one walk over the harmonics whatever is asked for.
#pragma once

namespace {

// out += factor * (derivative along `axis` of in), n coefficients each, by `size` threads.
template <class S>
__device__ void derive(const Expansion<S>& e, bool raising, int axis, S factor, const S* in, S* out, int n, int thread,
                       int size) {
  const int* columns = raising ? e.raise_columns : e.lower_columns;
  const S* values = raising ? e.raise_values : e.lower_values;
  for (int i = thread; i < n; i += size) {
    S sum = 0;
    for (int term = 0; term < 2; term++) {
      const int at = (axis * 2 + term) * e.top_n + i;
      if (columns[at] < n) sum += values[at] * in[columns[at]];
    }
    out[i] += factor * sum;
  }
}

// A place relative to a cell's centre in units of its radius.
template <class S, int DIM>
__device__ __forceinline__ void relative(const S* point, const S* center, S unit, S (&u)[DIM]) {
#pragma unroll
  for (int a = 0; a < DIM; a++) u[a] = (point[a] - center[a]) * unit;
}

// Adds harmonics times weights, summed over the lanes of a warp, to sets[component * n + i]. Values of 32 harmonics are
// turned in shared memory, so that each lane sums one harmonic over all lanes.
template <class S>
struct Moments {
  S *sets, *turned;  // turned: 32 x 33
  int* place;        // 32
  const S* weights;
  int components, n, stored, lane;

  __device__ void flush() {
    __syncwarp();
    if (lane < stored) {
      S sum = 0;
#pragma unroll
      for (int q = 0; q < 32; q++) sum += turned[lane * 33 + q];
      sets[place[lane]] += sum;
    }
    __syncwarp();
    stored = 0;
  }
  __device__ void store(int at, S value) {
    turned[stored * 33 + lane] = value;
    if (lane == 0) place[stored] = at;
    if (++stored == 32) flush();
  }
  __device__ void operator()(int i, S harmonic) {
    for (int c = 0; c < components; c++) store(c * n + i, harmonic * weights[c]);
  }
};

// One warp a block. P2M (FAR false): block x is a leaf, the list is unused. P2L: block x is a target cell, its sources
// the leaves of its list. Block y is the right-hand side.
template <class S, int COMPONENTS, bool FAR>
__device__ void gather(const int* ints, const S* reals, const int* steps, const S* points, const S* weights,
                       const int* start, const int* count, const int* leaves, const int* n_cells, const S* center,
                       const S* radius, const int* list_start, const int* list, S* out, int rhs, int row) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ S turned[32 * 33];
  __shared__ int place[32];
  constexpr int DIM = Expansion<S>::DIM;
  const int lane = threadIdx.x, cell = blockIdx.x, r = blockIdx.y;
  if (cell >= *n_cells) return;
  const Expansion<S> e(ints, reals);
  const Program program(steps);
  const int order = FAR ? e.order + program.raised : e.order, n = e.size(order);
  S* sets = reinterpret_cast<S*>(memory);
  for (int i = lane; i < program.sets * n; i += 32) sets[i] = 0;
  __syncwarp();
  const int node = FAR ? cell : leaves[cell];
  const S scale = radius[node], unit = S(1) / scale;
  S middle[DIM];
#pragma unroll
  for (int a = 0; a < DIM; a++) middle[a] = center[DIM * node + a];
  const int begin = FAR ? list_start[cell] : 0, end = FAR ? list_start[cell + 1] : 1;
  S w[COMPONENTS];
  for (int entry = begin; entry < end; entry++) {
    const int from = FAR ? leaves[list[entry]] : node;
    for (int i = 0; i < count[from]; i += 32) {
      const bool valid = i + lane < count[from];
      const long long particle = start[from] + (valid ? i + lane : 0);
      S u[DIM];
      relative(points + DIM * particle, middle, unit, u);
#pragma unroll
      for (int c = 0; c < COMPONENTS; c++) w[c] = valid ? weights[(particle * COMPONENTS + c) * rhs + r] : S(0);
      Moments<S> sink{sets, turned, place, w, COMPONENTS, n, 0, lane};
      e.template harmonics<FAR>(order, u, scale, sink);
      sink.flush();
    }
  }
  for (int s = 0; s < program.steps; s++) {
    const int* step = program.list + 3 * s;
    derive(e, !FAR, step[0], FAR ? -unit : unit, sets + step[1] * n, sets + step[2] * n, n, lane, 32);
    __syncwarp();
  }
  const S* result = sets + program.root * n;
  for (int i = lane; i < e.n; i += 32) out[((long long)node * rhs + r) * row + i] = result[i];
}

// result[c] += sum_i (harmonic i) (coefficient i of set c).
template <class S, int SETS>
struct Evaluate {
  S* result;
  const S* sets;
  int n;
  __device__ void operator()(int i, S harmonic) {
#pragma unroll
    for (int c = 0; c < SETS; c++) result[c] += harmonic * sets[c * n + i];
  }
};

// Block x is a leaf of targets, block y the right-hand side. L2P (FAR false): the coefficients are those of the leaf.
// M2P: those of all cells in its list.
template <class S, int SETS, int THREADS, bool FAR>
__device__ void evaluate(const int* ints, const S* reals, const int* steps, const S* coefficients, const S* points,
                         const int* start, const int* count, const int* leaves, const int* n_leaves, const S* center,
                         const S* radius, const int* list_start, const int* list, S* out, int rhs, int row) {
  extern __shared__ __align__(16) unsigned char memory[];
  constexpr int DIM = Expansion<S>::DIM;
  const int thread = threadIdx.x, leaf = blockIdx.x, r = blockIdx.y;
  if (leaf >= *n_leaves) return;
  const Expansion<S> e(ints, reals);
  const Program program(steps);
  const int order = FAR ? e.order + program.raised : e.order, n = e.size(order);
  S* sets = reinterpret_cast<S*>(memory);
  const int node = leaves[leaf], begin = FAR ? list_start[leaf] : 0, end = FAR ? list_start[leaf + 1] : 1;
  for (int tile = 0; tile < count[node]; tile += THREADS) {
    const bool valid = tile + thread < count[node];
    const long long target = start[node] + (valid ? tile + thread : 0);
    S value[SETS];
#pragma unroll
    for (int c = 0; c < SETS; c++) value[c] = 0;
    for (int entry = begin; entry < end; entry++) {
      const int cell = FAR ? list[entry] : node;
      const S scale = radius[cell], unit = S(1) / scale;
      if (FAR || tile == 0) {
        __syncthreads();
        for (int i = thread; i < SETS * n; i += THREADS)
          sets[i] = i < e.n ? coefficients[((long long)cell * rhs + r) * row + i] : S(0);
        __syncthreads();
        for (int s = 0; s < program.steps; s++) {
          const int* step = program.list + 3 * s;
          derive(e, FAR, step[0], FAR ? -unit : unit, sets + step[1] * n, sets + step[2] * n, n, thread, THREADS);
          __syncthreads();
        }
      }
      S u[DIM];
      relative(points + DIM * target, center + DIM * cell, unit, u);
      Evaluate<S, SETS> sink{value, sets, n};
      e.template harmonics<FAR>(order, u, scale, sink);
    }
    if (valid)
      for (int c = 0; c < program.components; c++) {
        S result = value[0];
#pragma unroll
        for (int s = 1; s < SETS; s++) result = program.outputs[c] == s ? value[s] : result;
        out[(target * program.components + c) * rhs + r] = result;
      }
  }
}

}  // namespace
