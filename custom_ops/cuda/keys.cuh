// The order of points along the Morton curve on CUDA, from their order by the first word of their
// keys: as `sort_by_key` of jaxfmm/tree/keys.py. Where nowhere too many points share that word, as
// is usual, the kernel ends at once.
#pragma once
#include "box.cuh"
#include "float_keys.h"
#include "grid.cuh"

namespace {

// From the source that includes this: of jaxfmm/tree/keys.py.
constexpr int BITS = JAXFMM_BITS;  // of a cell along an axis
constexpr unsigned TOP_CELL = JAXFMM_TOP_CELL;
constexpr double TINY = JAXFMM_TINY;

// Finds the order by the whole grid, step by step; `run` says in which order. A run of points is
// a range of places whose keys are equal as far as they are known.
template <class S, int DIM, int THREADS, class Arguments>
struct KeySorter {
  static constexpr int DIGITS = 256, WARPS = THREADS / 32;
  static_assert(THREADS >= DIGITS);

  const Arguments& a;
  Grid grid;
  int lane;
  const int* order;   // now
  int known = 1;      // words of the keys
  unsigned* crowded;  // whether runs of one and of two known words are

  __device__ explicit KeySorter(const Arguments& a)
      : a(a), grid(a.state), lane(threadIdx.x % 32), order(a.given), crowded(a.state + a.flags) {}

  __device__ void run() {
    for (; known < 4 && is_crowded(); known *= 2) {
      write_starts();
      grid.wait();
      if (known == 2) write_further_words();
      sort_runs();
    }
    for (int i = grid.thread(); i < a.n; i += grid.threads()) {
      const int point = order[i];
      reinterpret_cast<uint4*>(a.keys)[i] = uint4{
          a.high[i], known > 1 ? a.low[point] : 0, known > 2 ? a.third[point] : 0,
          known > 2 ? a.fourth[point] : 0};
      a.order[i] = point;
    }
  }

  // Whether the points of two places have the same known words. Sorts are inside of runs, so the
  // first words stay in their places.
  __device__ bool same(int i, int j) const {
    return a.high[i] == a.high[j] && (known == 1 || a.low[order[i]] == a.low[order[j]]);
  }

  // Whether the run that begins at this place has more points than a leaf.
  __device__ bool crowds(int start) const {
    return start < a.n - a.leaf_size && same(start, start + a.leaf_size);
  }

  __device__ bool is_crowded() {
    for (int i = grid.thread(); i < a.n; i += grid.threads())
      if (crowds(i)) crowded[known - 1] = 1;
    grid.wait();
    return crowded[known - 1];
  }

  // Where the run of a place begins: in steps that double, and then by halves.
  __device__ int start_of(int place) const {
    int start = place, step = 1;
    for (; step <= start && same(start - step, place); step *= 2) start -= step;
    for (; step > 0; step /= 2)
      if (step <= start && same(start - step, place)) start -= step;
    return start;
  }

  __device__ void write_starts() {
    for (int i = grid.thread(); i < a.n; i += grid.threads()) a.start[order[i]] = start_of(i);
  }

  // Sorts the points of each run by the words that come next.
  __device__ void sort_runs() {
    const unsigned* words[] = {a.low, a.start, a.fourth, a.third, a.start};
    const int last = known == 1 ? 1 : 4;
#pragma unroll 1
    for (int w = known == 1 ? 0 : 2; w <= last; w++) {  // the least significant first
      const unsigned largest = w == last ? a.n - 1 : ~0u;
#pragma unroll 1
      for (int shift = 0; shift < 32 && largest >> shift; shift += 8) sort_by(words[w], shift);
    }
  }

  // Sorts all points by eight bits of their words. The sort is stable.
  __device__ void sort_by(const unsigned* word, int shift) {
    __shared__ int next[DIGITS];  // how many points have a digit, later the place of the next one
    __shared__ int of_warp[WARPS][DIGITS];
    int* to = order == a.order ? a.spare : a.order;
    const int digit = threadIdx.x, warp = threadIdx.x / 32;
    const auto digit_of = [&](int point) { return word[point] >> shift & (DIGITS - 1); };

    if (digit < DIGITS) next[digit] = 0;
    __syncthreads();
    const Running<THREADS> share(a.sums, 0, a.n), counts(a.sums, 0, DIGITS * gridDim.x);
    for (int i = share.first + threadIdx.x; i < share.last; i += THREADS)
      atomicAdd(next + digit_of(order[i]), 1);
    __syncthreads();
    int* mine = a.counts + digit * gridDim.x + blockIdx.x;
    if (digit < DIGITS) *mine = next[digit];
    grid.wait();
    counts.add([&](int i) { return a.counts[i]; });
    grid.wait();
    counts.give([&](int i) { return a.counts[i]; },
                [&](int i, int before, int) { a.counts[i] = before; });
    grid.wait();
    if (digit < DIGITS) next[digit] = *mine;

    for (int tile = share.first; tile < share.last; tile += THREADS) {
      const int i = tile + threadIdx.x;
      const bool exists = i < share.last;
      const int point = exists ? order[i] : 0;
      const unsigned here = exists ? digit_of(point) : 0;
      unsigned equal = __ballot_sync(0xffffffffu, exists);  // lanes of the same digit
#pragma unroll
      for (int bit = 1; bit < DIGITS; bit *= 2) {
        const unsigned set = __ballot_sync(0xffffffffu, here & bit);
        equal &= here & bit ? set : ~set;
      }
      const int rank = __popc(equal & lanes_before());
      for (int d = lane; d < DIGITS; d += 32) of_warp[warp][d] = 0;
      __syncwarp();
      if (exists && rank == 0) of_warp[warp][here] = __popc(equal);
      __syncthreads();
      if (digit < DIGITS) {
        int place = next[digit];
        for (int w = 0; w < WARPS; w++) {
          const int count = of_warp[w][digit];
          of_warp[w][digit] = place;
          place += count;
        }
        next[digit] = place;
      }
      __syncthreads();
      if (exists) to[of_warp[warp][here] + rank] = point;
      __syncwarp();
    }
    grid.wait();
    order = to;
  }

  // The box of the crowded run that begins at a place. Such a run holds a multiple of the leaf
  // size, which is its number.
  __device__ Box<Key<S>, DIM>& box_of(int start) const {
    return reinterpret_cast<Box<Key<S>, DIM>*>(a.boxes)[(start + a.leaf_size - 1) / a.leaf_size];
  }

  // Finds the boxes of crowded runs, in the integers of float_keys.h.
  __device__ void find_boxes() {
    for (int i = grid.thread(); i <= (a.n - 1) / a.leaf_size; i += grid.threads())
      for (int c = 0; c < DIM; c++) {
        auto& box = reinterpret_cast<Box<Key<S>, DIM>*>(a.boxes)[i];
        box.low[c] = ~Key<S>(0), box.high[c] = 0;
      }
    grid.wait();
    for (int first = 32 * grid.warp(); first < a.n; first += 32 * grid.warps()) {
      const int i = first + lane, start = i < a.n ? a.start[order[i]] : -1;
      const bool used = i < a.n && crowds(start);
      Box<S, DIM> box;
      box.clear();
      if (used) {
        const S* point = a.points + (long long)DIM * order[i];
        box.add(point, point);
      }
      const int other = __shfl_sync(0xffffffffu, start, 0);
      const bool together = __all_sync(0xffffffffu, used && start == other);
      if (together) box.unite_lanes();
      if (!used || (together && lane > 0)) continue;
      Box<Key<S>, DIM>& all = box_of(start);
      for (int c = 0; c < DIM; c++) {
        atomicMin(all.low + c, key_of(box.low[c]));
        atomicMax(all.high + c, key_of(box.high[c]));
      }
    }
    grid.wait();
  }

  // The third and fourth words of all points: of their cells inside of the boxes of crowded runs.
  __device__ void write_further_words() {
    find_boxes();
    for (int i = grid.thread(); i < a.n; i += grid.threads()) {
      const int point = order[i], start = a.start[point];
      unsigned words[2] = {};
      if (crowds(start)) {
        const Box<Key<S>, DIM>& box = box_of(start);
        S width = 0;
        for (int c = 0; c < DIM; c++)
          width = max(width, number_of<S>(box.high[c]) - number_of<S>(box.low[c]));
        const S scale = 1 / (width >= S(TINY) ? width : S(1));
#pragma unroll
        for (int c = 0; c < DIM; c++) {
          const S low = number_of<S>(box.low[c]);
          const S scaled = (a.points[(long long)DIM * point + c] - low) * scale * S(1ll << BITS);
          const unsigned cell = unsigned(min(max(scaled, S(0)), S(TOP_CELL)));
#pragma unroll
          for (int b = 0; b < BITS; b++) {
            const int place = b * DIM + c;  // from the most significant
            words[place / 32] |= (cell >> (BITS - 1 - b) & 1) << (31 - place % 32);
          }
        }
      }
      a.third[point] = words[0], a.fourth[point] = words[1];
    }
    grid.wait();
  }
};

// state: zeros, `flags` numbers of a Gate and two more. points (n, DIM). high (n,): the first words
// of their keys, in order; given (n,): the points in that order. low (n,): the second words, of the
// points. leaf_size: the most points of a leaf. order (n,) and keys (n, 4): of the points in order.
// boxes (ceil(n / leaf_size), 2 DIM), counts (256 for each block), sums (one for each block), and
// others (n,): scratch.
template <class S, int DIM, int THREADS, class Arguments>
__device__ void sort_by_key(const Arguments& a) {
  KeySorter<S, DIM, THREADS, Arguments>(a).run();
}

}  // namespace
