// P2P on CUDA: one block for each leaf of targets, several if its list is long. The sources of the list pass through
// shared memory in windows; a thread holds PER targets in registers and takes every `groups`-th source, so that few lanes
// idle whatever the sizes of leaves. (Sources read through the cache, without windows and barriers, were a fifth slower.)
// Partial sums are added in a fixed order: no atomics, and the same bits from run to run.
#pragma once
#include "bodies.h"
#include "copies.cuh"
#include "flags.cuh"
#include "lists.h"

namespace {

// Numbers that are moved at once where they are whole 16 bytes.
template <class S, int COUNT>
struct alignas(COUNT * sizeof(S) % 16 ? sizeof(S) : 16) Numbers {
  S value[COUNT];
};

// A source: its position, then its weights, then padding.
template <class Body, class S>
using Source = Numbers<S, (Body::DIM + Body::WEIGHTS + 3) / 4 * 4>;

// PER targets in the registers of a thread, and their sums.
template <class Body, class S, int PER>
struct Targets {
  S x[PER][Body::DIM], sum[PER][Body::RESULTS];

  // Points number at, at + step, ...; the last of `count` again in place of those beyond.
  __device__ Targets(const S* points, int at, int step, int count) {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int c = 0; c < Body::DIM; c++) x[j][c] = points[min(at + j * step, count - 1) * Body::DIM + c];
  }

  __device__ void clear() {
#pragma unroll
    for (int j = 0; j < PER; j++)
#pragma unroll
      for (int r = 0; r < Body::RESULTS; r++) sum[j][r] = 0;
  }

  // Adds what `steps` sources give, `stride` apart.
  __device__ void add(const Source<Body, S>* sources, int steps, int stride, const S* parameters) {
#pragma unroll 4
    for (int i = 0; i < steps; i++, sources += stride) {
      const Source<Body, S> source = *sources;
      S offset[PER][Body::DIM];
#pragma unroll
      for (int j = 0; j < PER; j++)
#pragma unroll
        for (int c = 0; c < Body::DIM; c++) offset[j][c] = x[j][c] - source.value[c];
      add_source<Body>(offset, source.value + Body::DIM, parameters, sum);
    }
  }
};

// As other blocks of this launch have written them.
template <class S, int COUNT>
__device__ Numbers<S, COUNT> fresh(const Numbers<S, COUNT>* from) {
  Numbers<S, COUNT> read;
#pragma unroll
  for (int r = 0; r < COUNT; r++) read.value[r] = __ldcg(from->value + r);
  return read;
}

// The largest divisor of `results` that is at most `room`.
HD constexpr int most_at_once(int results, int room) {
  int most = room < results ? room : results;
  while (results % most) most--;
  return most;
}

// Adds up the sums of the groups of threads that share targets: store(i, first, sums) for results first, first + 1, ... of
// target i < here, `sums.value`. Thread `slot` of a group has the targets slot, slot + slots, ...; the memory holds ROOM
// results of each of all.
template <class Body, int ROOM, class S, int PER, class Store>
__device__ void add_groups(const S (&sum)[PER][Body::RESULTS], S* memory, int group, int groups, int slot, int slots,
                           int here, Store store) {
  static_assert(ROOM >= 1, "partial sums of a result fit the memory");
  constexpr int AT_ONCE = most_at_once(Body::RESULTS, ROOM);
  Numbers<S, AT_ONCE>* partial = reinterpret_cast<Numbers<S, AT_ONCE>*>(memory);
#pragma unroll
  for (int low = 0; low < Body::RESULTS; low += AT_ONCE) {
    __syncthreads();
    if (group < groups) {
#pragma unroll
      for (int j = 0; j < PER; j++)
        if (slot + j * slots < here) {
          Numbers<S, AT_ONCE> mine;
#pragma unroll
          for (int r = 0; r < AT_ONCE; r++) mine.value[r] = sum[j][low + r];
          partial[group * here + slot + j * slots] = mine;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < here; i += blockDim.x) {
      Numbers<S, AT_ONCE> total = partial[i];
      for (int g = 1; g < groups; g++) {
        const Numbers<S, AT_ONCE> other = partial[g * here + i];
#pragma unroll
        for (int r = 0; r < AT_ONCE; r++) total.value[r] += other.value[r];
      }
      store(i, low, total);
    }
  }
}

// The sources of up to THREADS places of a list. Leaves of one image that follow one another there and in memory are one
// run: source number i of all, before[r] <= i < before[r + 1], is in row i + shift[r].
template <int THREADS>
struct Sources {
  int before[THREADS + 1], shift[THREADS], image[THREADS];
  alignas(16) int counts[THREADS / 32], runs[THREADS / 32];  // of each warp; so that vector loads stay within
#if __CUDA_ARCH__ >= 900
  Arrivals arrivals;
#endif

  // Before all else; all threads know of the arrivals once `find` is done.
  __device__ void start() {
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0) arrivals.make();
#endif
  }

  // How many there are. ranges: first row and count of each leaf. `moved`: whether any is of an image that is not at
  // the place of the sources.
  __device__ int find(const int* list, int places, const int2* ranges, Entries entries, bool& moved) {
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int entry = thread < places ? list[thread] : 0, here = entries.image(entry);
    const int2 range = thread < places ? ranges[entries.number(entry)] : make_int2(0, 0);
    int upto = range.y;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const int other = __shfl_up_sync(0xffffffffu, upto, step);
      if (lane >= step) upto += other;
    }
    const int last = __shfl_up_sync(0xffffffffu, range.x + range.y, 1);
    const int beside = __shfl_up_sync(0xffffffffu, here, 1);
    const bool begins = thread < places && (lane == 0 || range.x != last || here != beside);
    const unsigned all = __ballot_sync(0xffffffffu, begins);
    __syncthreads();
    if (lane == 31) {
      counts[warp] = upto;
      runs[warp] = __popc(all);
    }
    __syncthreads();
    int from = upto - range.y, run = __popc(all & ((1u << lane) - 1)), total = 0, total_runs = 0;
#pragma unroll
    for (int w = 0; w < THREADS / 32; w++) {
      from += w < warp ? counts[w] : 0;
      run += w < warp ? runs[w] : 0;
      total += counts[w];
      total_runs += runs[w];
    }
    if (begins) {
      before[run] = from;
      shift[run] = range.x - from;
      image[run] = here;
    }
    for (int run = total_runs + thread; run <= THREADS; run += THREADS) before[run] = total;
    moved = __syncthreads_or(here);
    return total;
  }

  // Sources number low to low + filled into the window, for the time number `phase`. All copies are under way at once.
  template <class Source>
  __device__ void copy(Source* window, const Source* records, int low, int filled, int phase) {
#if __CUDA_ARCH__ >= 900
    const int run = threadIdx.x, from = max(before[run], low), length = min(before[run + 1], low + filled) - from;
    if (run == 0) arrivals.expect(filled * (int)sizeof(Source));
    if (length > 0)
      arrivals.copy(window + (from - low), records + (from + (long long)shift[run]), length * (int)sizeof(Source));
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
  __device__ void move(Source* window, const S* images, int low, int filled) const {
    for (int i = threadIdx.x, run = 0; i < filled; i += THREADS) {
      while (before[run + 1] <= low + i) run++;
#pragma unroll
      for (int c = 0; c < DIM; c++) window[i].value[c] += images[DIM * image[run] + c];
    }
    __syncthreads();
  }
};

// Lists are cut at the multiples of CUT places, but for the first one or two of them, where that makes several pieces:
// piece c ends before multiple c + 1, and all but a list's first begin at multiple c. The first `leaves` blocks take a
// leaf each whose list is whole. Behind them is a block for every multiple: those within a list that is cut take its
// pieces by tickets, so each waits only for blocks that have begun, and nobody takes one where nothing is cut. The pieces
// of a list add to the results one after the other, in its order. work: zeros; in the place of a list's first piece is
// the counter of its tickets, in that of every other the flag that those before it are done.
//
// Points, records and `far` are in the order of the trees, `out` in that given by `place`. Ranges: first point and count
// of each leaf, as pairs. The places of the list from list_begin[t] to list_end[t] are of target t, as list_target says.
template <class Body, class S, int THREADS, int PER, int WINDOW, int CUT, class Arguments>
__device__ void p2p(const Arguments& a) {
  constexpr int LENGTH = sizeof(Source<Body, S>) / sizeof(S);
  __shared__ Sources<THREADS> sources;
  __shared__ int ticket;
  __shared__ union {
    Source<Body, S> window[WINDOW];
    S partial[WINDOW * LENGTH];
  } shared;
  const Source<Body, S>* records = reinterpret_cast<const Source<Body, S>*>(a.rows);
  const int *list = a.list_source, *list_begin = a.list_begin, *list_end = a.list_end, *place = a.place;
  const S* far = a.far;
  S* out = a.out;
  int* work = a.work;
  const int thread = threadIdx.x, multiple = (int)blockIdx.x - a.leaves;
  const bool whole = multiple < 0;
  const int leaf = whole ? blockIdx.x : a.list_target[multiple * CUT];
  if (leaf >= *a.n_leaves) return;
  const int2 range = reinterpret_cast<const int2*>(a.target_ranges)[leaf];
  const int last = list_end[leaf], head = list_begin[leaf] / CUT + 1;  // the first multiple that is within, if any is
  const bool cut = (head + 1) * CUT < last;
  if (whole ? cut : !cut || multiple < head || multiple * CUT >= last) return;
  if (!whole) {
    if (thread == 0) ticket = take_ticket(work + head);
    __syncthreads();
  }
  const int piece = whole ? head : head + ticket;
  const bool first_piece = piece == head;
  const int begin = first_piece ? list_begin[leaf] : piece * CUT, end = min(last, (piece + 1) * CUT);
  S p[Body::PARAMETERS + 1];
#pragma unroll
  for (int i = 0; i < Body::PARAMETERS; i++) p[i] = a.parameters[i];

  int phase = 0;
  sources.start();
  for (int tile = 0; tile < range.y; tile += THREADS * PER) {
    const long long first = range.x + tile;
    const int here = min(range.y - tile, THREADS * PER);
    const int slots = (here + PER - 1) / PER, groups = THREADS / slots, slot = thread % slots, group = thread / slots;
    Targets<Body, S, PER> mine(a.targets + first * Body::DIM, slot, slots, here);
    mine.clear();
    for (int entry = begin; entry < end; entry += THREADS) {
      bool moved;
      before_bulk_copies();
      const int total = sources.find(list + entry, min(end - entry, THREADS),
                                     reinterpret_cast<const int2*>(a.source_ranges), Entries{a.bits}, moved);
      for (int low = 0; low < total; low += WINDOW) {
        const int filled = min(total - low, WINDOW);
        if (low) {
          before_bulk_copies();
          __syncthreads();
        }
        sources.copy(shared.window, records, low, filled, phase++);
        if (moved) sources.template move<Body::DIM>(shared.window, a.images, low, filled);
        if (group < groups) mine.add(shared.window + group, (filled - group + groups - 1) / groups, groups, p);
      }
    }
    if (!first_piece && tile == 0) {
      if (thread == 0)
        while (!is_set(work + piece)) {
        }
      __syncthreads();
      __threadfence();
    }
    add_groups<Body, WINDOW * LENGTH / (THREADS * PER)>(
        mine.sum, shared.partial, group, groups, slot, slots, here, [&](int i, int low, auto sums) {
          const long long row = first + i;
          using Part = decltype(sums);
          Part* const to = reinterpret_cast<Part*>(out + (place[row] * (long long)Body::RESULTS + low));
          const Part before = first_piece ? *reinterpret_cast<const Part*>(far + (row * Body::RESULTS + low)) : fresh(to);
#pragma unroll
          for (int r = 0; r < int(sizeof(Part) / sizeof(S)); r++) sums.value[r] += before.value[r];
          *to = sums;
        });
  }
  if (end < last) {
    __threadfence();
    __syncthreads();
    if (thread == 0) set(work + piece + 1);
  }
}

}  // namespace
