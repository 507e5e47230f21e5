// P2P on CUDA. A block sums the pairs of one target leaf, or of one piece of its list (`Piece`),
// for a tile of its targets at a time:
//
//   1. A thread loads PER targets into registers (`Targets`). If a tile has fewer targets, several
//      groups of threads share them, and each group takes its part of the sources, so that few
//      lanes idle in small leaves.
//   2. The sources of the list pass through shared memory, one window after the other
//      (`SourceRuns`), and each thread adds the pairs of its targets. (Sources that were read
//      through the cache, without windows and barriers, took a fifth longer.)
//   3. The sums of the groups are added in a fixed order (`reduce_groups`), and so are the pieces
//      of a list: without atomics, the results have the same bits in every run.
#pragma once
#include "bodies.h"
#include "copies.cuh"
#include "flags.cuh"
#include "lists.h"
#include "near_pairs.cuh"
#include "warps.cuh"

namespace {

// COUNT numbers, aligned so that the compiler loads and stores 16 bytes at once if they fill whole
// 16 bytes.
template <class S, int COUNT>
struct alignas(COUNT * sizeof(S) % 16 ? sizeof(S) : 16) Numbers {
  S value[COUNT];
};

// A source: its position, its weights, and padding to a multiple of four numbers.
template <class Body, class S>
using Source = Numbers<S, (Body::DIM + Body::WEIGHTS + 3) / 4 * 4>;

// Shared memory of a block: a window of sources first, and afterwards the partial sums of groups in
// the same place.
template <class Source, class S, int WINDOW>
union WindowMemory {
  Source window[WINDOW];
  S partial[WINDOW * sizeof(Source) / sizeof(S)];
};

// The parameters of the pair body, in registers.
template <class Body, class S>
struct Parameters {
  S value[Body::PARAMETERS + 1];  // one more, since arrays of no elements are not allowed

  __device__ __forceinline__ explicit Parameters(const S* parameters) {
#pragma unroll
    for (int i = 0; i < Body::PARAMETERS; i++) value[i] = parameters[i];
  }
};

// How the threads of a block share `count` <= THREADS * PER targets: each of `groups` groups has
// all of them, and thread `slot` of a group has targets slot, slot + slots, ... Threads with group
// >= groups are left over.
template <int THREADS, int PER>
struct Tile {
  int count, slots, groups, slot, group;

  __device__ __forceinline__ explicit Tile(int count)
      : count(count), slots((count + PER - 1) / PER), groups(THREADS / slots),
        slot((int)threadIdx.x % slots), group((int)threadIdx.x / slots) {}
};

// The PER targets of a thread, in registers, and their sums. SHORT: the sums of so many sources are
// added with compensation, as accurately as in twice the precision; 0 for plain sums.
template <class Body, class S, int PER, int SHORT = 0>
struct Targets {
  S x[PER][Body::DIM], sum[PER][Body::RESULTS], lost[SHORT ? PER : 1][Body::RESULTS];

  // Loads points first, first + step, ...; the last of `count` points stands in for those beyond
  // it.
  __device__ Targets(const S* points, int first, int step, int count) {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int c = 0; c < Body::DIM; c++)
        x[j][c] = points[min(first + j * step, count - 1) * Body::DIM + c];
  }

  // The same for the points with these numbers, in rows of so many numbers.
  __device__ Targets(const S* points, int row, const int* numbers, int first, int step,
                     int count) {
#pragma unroll
    for (int j = 0; j < PER; j++) {
      const S* point = points + (long long)numbers[min(first + j * step, count - 1)] * row;
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) x[j][c] = point[c];
    }
  }

  __device__ void clear() {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) sum[j][r] = lost[SHORT ? j : 0][r] = 0;
  }

  // Adds the pairs of one group of threads with the window: its sources number group, group +
  // groups, ...
  __device__ void add_pairs(const Source<Body, S>* window, int filled, int group, int groups,
                            const Parameters<Body, S>& parameters) {
    const Source<Body, S>* next = window + group;
    const int count = (filled - group + groups - 1) / groups;
    if constexpr (SHORT == 0) {
#pragma unroll 4
      for (int i = 0; i < count; i++, next += groups) add_one(*next, parameters, sum);
    } else {
      for (int done = 0; done < count; done += SHORT) {
        S part[PER][Body::RESULTS] = {};
        const int length = min(count - done, SHORT);
#pragma unroll 4
        for (int i = 0; i < length; i++, next += groups) add_one(*next, parameters, part);
        add(part);
      }
    }
  }

  // Adds sums with compensation.
  __device__ __forceinline__ void add(const S (&part)[PER][Body::RESULTS]) {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) add_compensated(sum[j][r], lost[j][r], part[j][r]);
  }

 private:
  __device__ __forceinline__ void add_one(const Source<Body, S> source,
                                          const Parameters<Body, S>& parameters,
                                          S (&total)[PER][Body::RESULTS]) const {
    S offset[PER][Body::DIM];
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) offset[j][c] = x[j][c] - source.value[c];
    add_source<Body>(offset, source.value + Body::DIM, parameters.value, total);
  }
};

// Loads what other blocks of this launch have written: the cache of a multiprocessor may still hold
// older values.
template <class S, int COUNT>
__device__ Numbers<S, COUNT> load_fresh(const Numbers<S, COUNT>* from) {
  Numbers<S, COUNT> numbers;
#pragma unroll
  for (int r = 0; r < COUNT; r++) numbers.value[r] = __ldcg(from->value + r);
  return numbers;
}

HD constexpr int largest_divisor(int number, int most) {
  int divisor = most < number ? most : number;
  while (number % divisor) divisor--;
  return divisor;
}

// Adds the sums that groups of threads have of the same targets, in the order of the groups, and
// calls store(i, first, sums) with `sums.value` for the results first, first + 1, ... of target i.
// `capacity`: how many results of each target of each group fit `memory`; where that is not all,
// the results take turns.
template <class Body, int CAPACITY, class S, int PER, class Tile, class Store>
__device__ void reduce_groups(const S (&sum)[PER][Body::RESULTS], S* memory, const Tile& tile,
                              Store store) {
  static_assert(CAPACITY >= 1, "one result of each target and group must fit the memory");
  constexpr int AT_ONCE = largest_divisor(Body::RESULTS, CAPACITY);
  Numbers<S, AT_ONCE>* partial = reinterpret_cast<Numbers<S, AT_ONCE>*>(memory);
#pragma unroll
  for (int first = 0; first < Body::RESULTS; first += AT_ONCE) {
    __syncthreads();
    if (tile.group < tile.groups) {
#pragma unroll
      for (int j = 0; j < PER; j++)
        if (tile.slot + j * tile.slots < tile.count) {
          Numbers<S, AT_ONCE> mine;
#pragma unroll
          for (int r = 0; r < AT_ONCE; r++) mine.value[r] = sum[j][first + r];
          partial[tile.group * tile.count + tile.slot + j * tile.slots] = mine;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < tile.count; i += blockDim.x) {
      Numbers<S, AT_ONCE> total = partial[i], lost = {};
      for (int g = 1; g < tile.groups; g++) {
        const Numbers<S, AT_ONCE> other = partial[g * tile.count + i];
#pragma unroll
        for (int r = 0; r < AT_ONCE; r++)
          add_compensated(total.value[r], lost.value[r], other.value[r]);
      }
      store(i, first, total);
    }
  }
}

// The sources of up to THREADS consecutive entries of a list, in shared memory. Entries whose
// leaves follow one another in memory, of the same image, make one run, so that few copies move
// many sources: source i of all of them, with before[r] <= i < before[r + 1], is in row i +
// shift[r].
template <int THREADS>
struct SourceRuns {
  int before[THREADS + 1], shift[THREADS], image[THREADS];
  // Of each warp; aligned for vector loads.
  alignas(16) int counts[THREADS / 32], runs[THREADS / 32];
#if __CUDA_ARCH__ >= 900
  Arrivals arrivals;
#endif

  // Must be called before all else. The barrier in `find` makes the counter known to all threads.
  __device__ void start() {
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0) arrivals.initialize();
#endif
  }

  // Finds the runs by a prefix sum over the entries, one for each thread; returns the number of
  // sources. ranges: first row and count of each leaf. shifted: whether any source belongs to an
  // image other than the first, which has no shift.
  __device__ int find(const int* list, int count, const int2* ranges, Entries entries,
                      bool& shifted) {
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int entry = thread < count ? list[thread] : 0, own_image = entries.image(entry);
    const int2 range = thread < count ? ranges[entries.number(entry)] : make_int2(0, 0);
    const int upto = sum_up_to_lane(range.y);
    const int previous_end = __shfl_up_sync(0xffffffffu, range.x + range.y, 1);
    const int previous_image = __shfl_up_sync(0xffffffffu, own_image, 1);
    const bool begins =
        thread < count && (lane == 0 || range.x != previous_end || own_image != previous_image);
    const unsigned beginning = __ballot_sync(0xffffffffu, begins);
    __syncthreads();
    if (lane == 31) {
      counts[warp] = upto;
      runs[warp] = __popc(beginning);
    }
    __syncthreads();
    int first = upto - range.y, run = __popc(beginning & lanes_before()), total = 0, total_runs = 0;
#pragma unroll
    for (int w = 0; w < THREADS / 32; w++) {
      first += w < warp ? counts[w] : 0;
      run += w < warp ? runs[w] : 0;
      total += counts[w];
      total_runs += runs[w];
    }
    if (begins) {
      before[run] = first;
      shift[run] = range.x - first;
      image[run] = own_image;
    }
    for (int run = total_runs + thread; run <= THREADS; run += THREADS) before[run] = total;
    shifted = __syncthreads_or(own_image);
    return total;
  }

  // Loads sources low to low + filled into the window, all copies at once. phase: how many windows
  // came before.
  template <class Source>
  __device__ void load(Source* window, const Source* records, int low, int filled, int phase) {
#if __CUDA_ARCH__ >= 900
    const int run = threadIdx.x, from = max(before[run], low),
              length = min(before[run + 1], low + filled) - from;
    if (run == 0) arrivals.expect(filled * (int)sizeof(Source));
    if (length > 0)
      arrivals.copy(window + (from - low), records + (from + (long long)shift[run]),
                    length * (int)sizeof(Source));
    arrivals.wait(phase);
#else
    for (int i = threadIdx.x, run = 0; i < filled; i += THREADS) {
      while (before[run + 1] <= low + i) run++;
      copy_bytes<sizeof(Source)>(window + i, records + (low + i + (long long)shift[run]));
    }
    wait_for_copies();
    __syncthreads();
#endif
  }

  // Moves the sources in the window to their images.
  template <int DIM, class Source, class S>
  __device__ void move_to_images(Source* window, const S* images, int low, int filled) const {
    for (int i = threadIdx.x, run = 0; i < filled; i += THREADS) {
      while (before[run + 1] <= low + i) run++;
#pragma unroll
      for (int c = 0; c < DIM; c++) window[i].value[c] += images[DIM * image[run] + c];
    }
    __syncthreads();
  }
};

// The piece of a target leaf's list that a block takes. A list is cut into pieces if at least two
// multiples of CUT entries lie in it: the first piece ends before the second of these multiples,
// and every other piece is the CUT entries (at the end fewer) from its multiple on. The first
// `leaves` blocks take the leaves whose lists are whole. One block for each multiple of CUT
// follows: if the multiple lies in a list that is cut, the block takes a piece of this list.
//
// The pieces of a list add to the results one after the other. Tickets hand them out in the order
// in which blocks begin, so a block waits only for blocks that run already. work: zeros at first,
// one number for each multiple of CUT; the place of the first piece is the counter of the tickets,
// and the place of every other is the flag that its predecessor is done.
struct Piece {
  int2 points;             // first one and count of the target leaf
  int number, begin, end;  // the multiple of CUT, and the entries of the list
  bool is_first, is_last;

  // False if there is nothing for this block.
  template <int CUT, class Arguments>
  __device__ __forceinline__ bool take(const Arguments& a, int& ticket) {
    const int multiple = (int)blockIdx.x - a.leaves;
    const bool whole = multiple < 0;
    const int leaf = whole ? blockIdx.x : a.list_target[multiple * CUT];
    if (leaf >= *a.n_leaves) return false;
    points = reinterpret_cast<const int2*>(a.target_ranges)[leaf];
    const int list_end = a.list_end[leaf];
    // The first multiple of CUT that can cut the list.
    const int head = a.list_begin[leaf] / CUT + 1;
    const bool cut = (head + 1) * CUT < list_end;
    if (whole ? cut : !cut || multiple < head || multiple * CUT >= list_end) return false;
    number = head;
    if (!whole) {
      if (threadIdx.x == 0) ticket = take_ticket(a.work + head);
      __syncthreads();
      number += ticket;
    }
    is_first = number == head;
    begin = is_first ? a.list_begin[leaf] : number * CUT;
    end = min(list_end, (number + 1) * CUT);
    is_last = end >= list_end;
    return true;
  }

  __device__ __forceinline__ void wait_for_previous(const int* work) const {
    if (threadIdx.x == 0)
      while (!is_set(work + number)) {
      }
    __syncthreads();
    __threadfence();
  }

  __device__ __forceinline__ void release_next(int* work) const {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) set(work + number + 1);
  }
};

// Calls visit(filled) for each window of the sources of a piece of the list, when they are in
// `window`: WINDOW of them, fewer in the last window. phase: how many windows the block has loaded.
template <int DIM, int WINDOW, int THREADS, class Source, class Arguments, class Visit>
__device__ __forceinline__ void each_window(const Piece& piece, const Arguments& a,
                                            SourceRuns<THREADS>& runs, Source* window, int& phase,
                                            Visit visit) {
  const Source* records = reinterpret_cast<const Source*>(a.rows);
  const int2* ranges = reinterpret_cast<const int2*>(a.source_ranges);
  for (int entry = piece.begin; entry < piece.end; entry += THREADS) {
    bool shifted;
    before_bulk_copies();
    const int count = min(piece.end - entry, THREADS);
    const int total = runs.find(a.list_source + entry, count, ranges, Entries{a.bits}, shifted);
    for (int low = 0; low < total; low += WINDOW) {
      const int filled = min(total - low, WINDOW);
      if (low) {
        before_bulk_copies();
        __syncthreads();
      }
      runs.load(window, records, low, filled, phase++);
      if (shifted) runs.template move_to_images<DIM>(window, a.images, low, filled);
      visit(filled);
    }
  }
}

// Adds the sources of a piece of the list to the targets of a thread. points: the targets of the
// tile.
template <int WINDOW, class Body, class S, int PER, int SHORT, int THREADS, class Arguments>
__device__ __forceinline__ void add_piece(Targets<Body, S, PER, SHORT>& targets,
                                          const Tile<THREADS, PER>& tile, const S* points,
                                          const Piece& piece,
                                          const Arguments& a, const Parameters<Body, S>& parameters,
                                          SourceRuns<THREADS>& runs, Source<Body, S>* window,
                                          int& phase) {
  each_window<Body::DIM, WINDOW>(piece, a, runs, window, phase, [&](int filled) {
    if constexpr (Body::FEW_NEAR) {
      __shared__ unsigned short queue[THREADS / 32][64];
      const int own = tile.group < tile.groups ? filled : 0;
      const auto add_window = [&](S(&sum)[PER][Body::RESULTS]) {
        NearPairs<Body, S, PER> pairs{targets.x, sum,        points,    parameters.value,
                                      tile.slot, tile.slots, tile.count};
        pairs.add(window, tile.group, tile.groups, own, queue[threadIdx.x / 32]);
      };
      if constexpr (SHORT == 0) {
        add_window(targets.sum);
      } else {  // the sum of a window is added with compensation
        S part[PER][Body::RESULTS] = {};
        add_window(part);
        targets.add(part);
      }
    } else if (tile.group < tile.groups) {
      targets.add_pairs(window, filled, tile.group, tile.groups, parameters);
    }
  });
}

// Points, records and `far` are in the order of the trees; `place` says where results go in `out`.
// Ranges are pairs of the first point and the count of each leaf. Entries list_begin[t] to
// list_end[t] of the list belong to target t, as list_target says too.
template <class Body, class S, int THREADS, int PER, int WINDOW, int CUT, int SHORT,
          class Arguments>
__device__ void p2p(const Arguments& a) {
  __shared__ SourceRuns<THREADS> runs;
  __shared__ int ticket;
  __shared__ WindowMemory<Source<Body, S>, S, WINDOW> shared;
  Piece piece;
  if (!piece.template take<CUT>(a, ticket)) return;
  const Parameters<Body, S> parameters(a.parameters);
  int phase = 0;
  runs.start();
  for (int done = 0; done < piece.points.y; done += THREADS * PER) {
    const long long first = piece.points.x + done;
    const Tile<THREADS, PER> tile(min(piece.points.y - done, THREADS * PER));
    const S* const points = a.targets + first * Body::DIM;
    Targets<Body, S, PER, SHORT> targets(points, tile.slot, tile.slots, tile.count);
    targets.clear();
    add_piece<WINDOW>(targets, tile, points, piece, a, parameters, runs, shared.window, phase);
    if (!piece.is_first && done == 0) piece.wait_for_previous(a.work);
    // The first piece starts from the far field, and every other from what the pieces before it
    // have written.
    reduce_groups<Body, sizeof(shared) / sizeof(S) / (THREADS * PER)>(
        targets.sum, shared.partial, tile, [&](int i, int result, auto sums) {
          const long long row = first + i;
          using Part = decltype(sums);
          Part* const out =
              reinterpret_cast<Part*>(a.out + (a.place[row] * (long long)Body::RESULTS + result));
          const Part before =
              piece.is_first
                  ? *reinterpret_cast<const Part*>(a.far + (row * Body::RESULTS + result))
                  : load_fresh(out);
#pragma unroll
          for (int r = 0; r < int(sizeof(Part) / sizeof(S)); r++) sums.value[r] += before.value[r];
          *out = sums;
        });
  }
  if (!piece.is_last) piece.release_next(a.work);
}

}  // namespace
