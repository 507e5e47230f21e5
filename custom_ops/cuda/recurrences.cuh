// One-dimensional sums of exponentials over sorted points on CUDA;
// jaxfmm/gaussian/recurrences/reference.py defines them.
//
// Sources and targets, merged by position, are events. A thread takes ITEMS events, and a warp
// takes a chunk of 32 * ITEMS. Three kernels run one after the other: `walk` sums the sources of
// each chunk, `scan` turns these sums into the state with which each chunk begins, and `walk`
// computes results. All sums have a fixed order.
//
// The source that includes this defines constants of type S, the precision of the sums:
//   DECAY,  FREQUENCIES[K] / (2 pi),  ROWS[2][OUTPUTS][COMPONENTS][K][4]
// A row holds the coefficients of L, T, Re D_k and Im D_k; those of L and T are zero except for the
// first k.
#pragma once
#include "functions.h"

namespace {

HD void sine_cosine_pi(float x, float& s, float& c) { sincospif(x, &s, &c); }
HD void sine_cosine_pi(double x, double& s, double& c) { sincospi(x, &s, &c); }

// The factors by which a step over a distance changes L and D_k.
template <class S>
struct Step {
  bool apart;
  S loss, real, imaginary;

  __device__ Step() {}
  __device__ Step(S distance, S scale, int k) {
    // Farther, L vanishes.
    const S d = min(max(distance * scale, S(0)), S(sizeof(S) == 4 ? 18 : 40) / DECAY);
    S sine, cosine;
    sine_cosine_pi(FREQUENCIES[k] * d, sine, cosine);
    apart = d > 0;
    loss = expm1_(-DECAY * d);
    const S factor = S(-2) * (loss + S(1)) * sine;
    real = factor * sine;
    imaginary = factor * cosine;
  }
};

template <class S>
struct State {
  S l, t, re, im;

  __device__ void take(const Step<S>& step) {
    const S passed = l + (step.apart ? t : S(0)), x = re;
    l = passed + step.loss * passed;
    t = step.apart ? S(0) : t;
    re = x + (step.loss * x + (step.real * (x + passed) - step.imaginary * im));
    im = im + (step.loss * im + (step.real * im + step.imaginary * (x + passed)));
  }
  __device__ void add(const State& other) {
    l += other.l, t += other.t, re += other.re, im += other.im;
  }
};

// A piece of the line: its end in the direction of the walk, and the state there of its own
// sources.
template <class S>
struct Piece {
  S end;
  State<S> state;

  // Adds the state of the piece before this one.
  __device__ void follow(const Piece& before, bool down, S scale, int k) {
    State<S> moved = before.state;
    moved.take(Step<S>(down ? before.end - end : end - before.end, scale, k));
    state.add(moved);
  }
  // The piece of the lane that is `by` lanes behind in the direction.
  __device__ Piece behind(int by, bool down) const {
    auto of = [=](S value) {
      return down ? __shfl_down_sync(~0u, value, by) : __shfl_up_sync(~0u, value, by);
    };
    return {of(end), {of(state.l), of(state.t), of(state.re), of(state.im)}};
  }
  // Joins the pieces of all lanes up to this one.
  __device__ void scan(bool down, S scale, int k) {
    const int rank = down ? 31 - threadIdx.x % 32 : threadIdx.x % 32;
#pragma unroll 1
    for (int by = 1; by < 32; by *= 2) {
      const Piece other = behind(by, down);
      if (rank >= by) follow(other, down, scale, k);
    }
  }
};

// How many of the first `events` events are sources. At equal positions, sources come before
// targets.
template <class Point>
__device__ long long sources_before(const Point* x, const Point* y, long long m, long long n,
                                    long long events) {
  long long low = max(events - m, 0ll), high = min(events, n);
  while (low < high) {
    const long long middle = (low + high) / 2;
    if (y[middle] <= x[events - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The events of a thread. No access leaves the arrays even if the points are not sorted.
template <class S, class Point, int ITEMS>
struct Events {
  long long first_source, first_target;  // of the chunk
  int which[ITEMS];  // i for source i of the chunk, -2 - j for target j, -1 for no event
  S first, last, before, after;  // positions: of own events, and of the neighbours' events
  S gap[ITEMS + 1];              // the distance before each event, and after the last

  __device__ void load(const Point* x, const Point* y, long long m, long long n, long long chunk,
                       Point* stage) {
    const int lane = threadIdx.x % 32;
    const long long begin = chunk * 32 * ITEMS, end = min(begin + 32 * ITEMS, m + n);
    const int events = int(end - begin);
    first_source = sources_before(x, y, m, n, begin);
    first_target = begin - first_source;
    const int sources =
        int(min(max(sources_before(x, y, m, n, end) - first_source, 0ll), (long long)events));
    for (int i = lane; i < events; i += 32)
      stage[i] = i < sources ? y[first_source + i] : x[first_target + i - sources];
    __syncwarp();
    const Point *from_y = stage, *from_x = stage + sources;
    const int targets = events - sources, place = min(lane * ITEMS, events);
    int i = int(sources_before(from_x, from_y, targets, sources, place)), j = place - i;
    const S edge = max(S(sources ? from_y[sources - 1] : from_x[0]),
                       S(targets ? from_x[targets - 1] : from_y[0]));
    S previous = 0;
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
      const bool any = i + j < events,
                 source = any && (j == targets || (i < sources && from_y[i] <= from_x[j]));
      const S here = !any ? edge : source ? S(from_y[i]) : S(from_x[j]);
      which[item] = !any ? -1 : source ? i++ : -2 - j++;
      if (item == 0) first = here;
      gap[item] = here - previous;
      previous = last = here;
    }
    before = __shfl_up_sync(~0u, last, 1);
    after = __shfl_down_sync(~0u, first, 1);
    if (lane == 0) {
      before = first;
      if (begin > 0) {
        const long long s = first_source - 1, t = first_target - 1;
        before = t < 0 || (s >= 0 && y[s] > x[t]) ? y[s] : x[t];
      }
    }
    if (lane == 31) {
      after = last;
      if (end < m + n) {
        const long long s = first_source + sources, t = first_target + targets;
        after = t >= m || (s < n && y[s] < x[t]) ? y[s] : x[t];
      }
    }
    gap[0] = first - before;
    gap[ITEMS] = after - last;
  }
};

// Block y is the right-hand side. states: (directions, COMPONENTS, right-hand sides, K, chunks).
// With RESULTS false, sets it to the sums of the sources of each chunk, and `ends` to the ends of
// chunks, upwards and downwards. With RESULTS, reads from it the state with which each chunk
// begins, and writes results.
template <class S, class Point, int ITEMS, int WARPS, int K, int COMPONENTS, int OUTPUTS,
          bool RESULTS, class Arguments>
__device__ void walk(const Arguments& arguments) {
  __shared__ Point stage[WARPS][32 * ITEMS];
  const Point *x = arguments.x, *y = arguments.y, *w = arguments.w, *scale = arguments.scale;
  const long long m = arguments.m, n = arguments.n;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, r = blockIdx.y, rhs = arguments.rhs;
  const long long chunks = (m + n + 32 * ITEMS - 1) / (32 * ITEMS),
                  chunk = (long long)blockIdx.x * WARPS + warp;
  if (chunk >= chunks) return;
  Events<S, Point, ITEMS> e;
  e.load(x, y, m, n, chunk, stage[warp]);
  S value[OUTPUTS][ITEMS];
#pragma unroll
  for (int b = 0; b < OUTPUTS; b++)
#pragma unroll
    for (int item = 0; item < ITEMS; item++) value[b][item] = 0;
#pragma unroll 1
  for (int a = 0; a < COMPONENTS; a++) {
    S weight[ITEMS];
#pragma unroll
    for (int item = 0; item < ITEMS; item++)
      weight[item] = e.which[item] < 0
                         ? S(0)
                         : S(w[((e.first_source + e.which[item]) * COMPONENTS + a) * rhs + r]);
#pragma unroll 1
    for (int k = 0; k < K; k++) {
      Step<S> step[ITEMS + 1];
#pragma unroll
      for (int item = 0; item <= ITEMS; item++) step[item] = Step<S>(e.gap[item], S(*scale), k);
#pragma unroll
      for (int down = 0; down < 2; down++) {
        Piece<S> piece{down ? e.first : e.last, {}};
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
          const int item = down ? ITEMS - 1 - i : i;
          piece.state.take(step[item + down]);
          piece.state.t += weight[item];
        }
        piece.scan(down, S(*scale), k);
        const long long place =
            ((((long long)down * COMPONENTS + a) * rhs + r) * K + k) * chunks + chunk;
        if constexpr (!RESULTS) {
          if (lane == (down ? 0 : 31)) {
            reinterpret_cast<State<S>*>(arguments.states)[place] = piece.state;
            arguments.ends[2 * chunk + down] = piece.end;
          }
          continue;
        }
        const State<S>* carry = reinterpret_cast<const State<S>*>(arguments.states) + place;
        const S from = __shfl_sync(~0u, down ? e.after : e.before, down ? 31 : 0);
        Piece<S> begin = piece.behind(1, down);
        if (lane == (down ? 31 : 0))
          begin.state = *carry;
        else
          begin.follow({from, *carry}, down, S(*scale), k);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
          const int item = down ? ITEMS - 1 - i : i;
          State<S>& s = begin.state;
          s.take(step[item + down]);
#pragma unroll
          for (int b = 0; b < OUTPUTS; b++) {
            const S* row = ROWS[down][b][a][k];
            value[b][item] += (row[0] * s.l + row[1] * s.t) + (row[2] * s.re + row[3] * s.im);
          }
          s.t += weight[item];
        }
      }
    }
  }
  if constexpr (RESULTS) {
#pragma unroll
    for (int item = 0; item < ITEMS; item++)
      if (e.which[item] < -1) {
        const long long target = arguments.order[e.first_target - 2 - e.which[item]];
#pragma unroll
        for (int b = 0; b < OUTPUTS; b++)
          arguments.out[(target * OUTPUTS + b) * rhs + r] = Point(value[b][item]);
      }
  }
}

// Turns the sums of chunks into the states with which they begin. A block takes one direction,
// component, right-hand side and k; a thread takes consecutive chunks.
template <class S, int THREADS, int K, class Arguments>
__device__ void scan(const Arguments& arguments) {
  __shared__ Piece<S> warps[THREADS / 32];
  const int k = blockIdx.x % K, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool down = 2 * blockIdx.x >= gridDim.x;
  const S *ends = arguments.ends, factor = *arguments.scale;
  const long long chunks = arguments.chunks;
  State<S>* states = reinterpret_cast<State<S>*>(arguments.states) + blockIdx.x * chunks;
  const int rank = down ? THREADS - 1 - threadIdx.x : threadIdx.x;  // in the direction of the walk
  const long long per = (chunks + THREADS - 1) / THREADS;
  const long long begin = min(rank * per, chunks), end = min(begin + per, chunks);
  auto number = [=](long long i) { return down ? chunks - 1 - i : i; };
  auto end_of = [=](long long i) { return ends[2 * number(i) + down]; };
  const S from = end_of(max(min(begin, chunks) - 1, 0ll));
  Piece<S> all{from, {}};
  for (long long i = begin; i < end; i++) {
    Piece<S> next{end_of(i), states[number(i)]};
    next.follow(all, down, factor, k);
    all = next;
  }
  all.scan(down, factor, k);
  if (lane == (down ? 0 : 31)) warps[warp] = all;
  __syncthreads();
  Piece<S> before{end_of(0), {}};
  for (int w = down ? THREADS / 32 - 1 : 0; w != warp; w += down ? -1 : 1) {
    Piece<S> next = warps[w];
    next.follow(before, down, factor, k);
    before = next;
  }
  Piece<S> own = all.behind(1, down);
  if (lane == (down ? 31 : 0))
    own = before;
  else
    own.follow(before, down, factor, k);
  for (long long i = begin; i < end; i++) {
    Piece<S> next{end_of(i), states[number(i)]};
    states[number(i)] = own.state;
    next.follow(own, down, factor, k);
    own = next;
  }
}

}  // namespace
