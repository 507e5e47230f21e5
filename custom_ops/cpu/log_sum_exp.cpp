// Log-sum-exp on CPUs (include/log_sum_exp.h). The units of work are targets, or packets of
// neighbouring targets (include/packets.h). In `spread` they are fixed shares of targets, each with
// its own copy of the sums; the copies are added at the end.
#include <algorithm>
#include <type_traits>

#include "generated/arguments.h"
#include "morton.h"
#include "simd.h"
#include "sort.h"

namespace {

template <class T>
constexpr int PARTS = 32 / lanes<T>;

template <class S, class T>
void add_(S* to, T v) {
  store_<T>(to, load_<T>(to) + v);
}

// Joins the lanes in pairs, then the results in pairs, and so on.
template <class T, class Join>
typename element<T>::type reduce(T v, Join join) {
  typename element<T>::type lane[lanes<T>];
  std::memcpy(lane, &v, sizeof(T));
#pragma GCC unroll 8
  for (int half = lanes<T> / 2; half; half /= 2)
#pragma GCC unroll 16
    for (int i = 0; i < half; i++) lane[i] = join(lane[i], lane[i + half]);
  return lane[0];
}

template <class T>
typename element<T>::type sum_(T v) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, vf>) return _mm512_reduce_add_ps(v);
  if constexpr (std::is_same_v<T, vd>) return _mm512_reduce_add_pd(v);
#endif
  return reduce(v, [](auto a, auto b) { return a + b; });
}

template <class T>
typename element<T>::type largest_(T v) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, vf>) return _mm512_reduce_max_ps(v);
  if constexpr (std::is_same_v<T, vd>) return _mm512_reduce_max_pd(v);
#endif
  return reduce(v, [](auto a, auto b) { return a > b ? a : b; });
}

template <class T>
unsigned bits_(mask_t<T> mask) {
  if constexpr (sizeof(mask[0]) == 4) {
#if defined(__AVX512F__)
    return _mm512_movepi32_mask((__m512i)mask);
#elif defined(__AVX__)
    return _mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)mask);
#elif defined(JAXFMM_NEON)
    return vaddvq_u32((uint32x4_t)mask & uint32x4_t{1, 2, 4, 8});
#endif
  } else {
#if defined(__AVX512F__)
    return _mm512_movepi64_mask((__m512i)mask);
#elif defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask);
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask);
#elif defined(JAXFMM_NEON)
    return vaddvq_u64((uint64x2_t)mask & uint64x2_t{1, 2});
#endif
  }
  unsigned bits = 0;
  for (int i = 0; i < lanes<T>; i++) bits |= unsigned(mask[i] != 0) << i;
  return bits;
}

inline int lowest_bit_(unsigned bits) { return __builtin_ctz(bits); }
inline int count_bits_(unsigned bits) { return __builtin_popcount(bits); }

template <class T>
T where_(unsigned bits, T set, T clear) {
  using B = std::conditional_t<std::is_same_v<T, vf>, bits_f, bits_d>;
  B one;
  for (int i = 0; i < lanes<T>; i++) one[i] = 1u << i;
  return select_<T>((one & bits) != 0, set, clear);
}

inline bool writes_() { return true; }

constexpr int degree_of_series(int dim) {
  return dim == 1 ? SERIES_DEGREE_1 : dim == 2 ? SERIES_DEGREE_2 : SERIES_DEGREE_3;
}

}  // namespace

#include "boxes.h"
#include "log_sum_exp_together.h"

namespace {

struct List {
  static constexpr int CAPACITY = TAIL_MONOMIALS;
  int size;
  const int* table;
  int count() const { return size; }
  int parent(int m) const { return table[2 * m]; }
  int variable(int m) const { return table[2 * m + 1]; }
};

// Calls call(tails) for a target, with the Tails for its dimensions and monomials.
template <class T, class A, class Call>
void of_kind(const A& a, int64_t i, Call call) {
  const int dim = int(a.dim);
  if (a.linear && !a.scaled) {
    if (dim == 1) return call(Tails<T, 1, false, Linear<1>, A>(a, {dim}, i, dim));
    if (dim == 2) return call(Tails<T, 2, false, Linear<2>, A>(a, {dim}, i, dim));
    if (dim == 3) return call(Tails<T, 3, false, Linear<3>, A>(a, {dim}, i, dim));
    return call(Tails<T, -1, false, Linear<-1>, A>(a, {dim}, i, dim));
  }
  const Monomials<List> powers{{int(a.monomials), a.program}};
  if (a.scaled) return call(Tails<T, -1, true, Monomials<List>, A>(a, powers, i, dim));
  call(Tails<T, -1, false, Monomials<List>, A>(a, powers, i, dim));
}

template <class S>
using vector_of = std::conditional_t<sizeof(S) == 4, vf, vd>;

// The chosen targets along a curve, so that neighbours fall into one box or packet.
template <class S, int DIM>
struct Packets : SampleSort<TailsFindArguments<S>> {
  using Sort = SampleSort<TailsFindArguments<S>>;
  using InBox = Box<vector_of<S>, DIM, TailsFindArguments<S>>;
  using One = Packet<vector_of<S>, DIM, TailsFindArguments<S>>;
  static constexpr int FEW = 4;  // targets that share a walk
  using Few = Together<vector_of<S>, DIM, FEW, TailsFindArguments<S>>;
  using Sort::m, Sort::targets, Sort::points, Sort::inverse, Sort::chosen, Sort::number,
      Sort::records;
  static constexpr double CELL = 1.0 / BOX_CELLS;  // the size of the curve's cells, in bandwidths
  // Targets in a unit of work, more where there are many units; in a box at least.
  static constexpr int SMALL_BLOCK = 128, BLOCK = 512, MANY = 1 << 16, FEWEST = 12;

  Packets(void* const* buffers, const int64_t* scalars, int64_t chosen)
      : Sort(buffers, scalars, chosen) {}

  int block_size() const { return this->n < MANY ? SMALL_BLOCK : BLOCK; }

  int64_t count() const { return ceil_divide(this->n, block_size()); }

  auto key() const {
    constexpr double width = CELL * double(int64_t(1) << Keys<double, DIM>::BITS);
    double low[DIM];
    for (int c = 0; c < DIM; c++) low[c] = double(points[c * GROUP]) * inverse[c] - 0.5 * width;
    return [this, keys = Keys<double, DIM>(low, width)](int64_t i) {
      double at[DIM];
      for (int c = 0; c < DIM; c++)
        at[c] = double(targets[int64_t(number[i]) * DIM + c]) * inverse[c];
      return keys(at);
    };
  }

  void find(int64_t block) const {
    const int64_t first = block * block_size();
    const int size = int(smaller(block_size(), this->n - first));
    Record who[BLOCK];
    for (int k = 0; k < size; k++)
      who[k] = {records[first + k].key, uint64_t(number[records[first + k].value])};
    const int rest = find_in_boxes(who, size, int(this->cell));
    int left[BLOCK], count = 0;
    for (int begin = 0; begin < rest; begin += FEW) {
      const int size = int(smaller(FEW, rest - begin));
      int some[FEW];
      for (int k = 0; k < FEW; k++) some[k] = int(who[begin + (k < size ? k : 0)].value);
      unsigned todo = (1u << size) - 1;
      if (size > 1) todo = Few::template find<true>(*this, some, todo);
      for (; todo; todo &= todo - 1) left[count++] = some[lowest_bit_(todo)];
    }
    for (int begin = 0; begin < count; begin += One::MOST)
      One::find(*this, int(smaller(One::MOST, count - begin)), left + begin);
  }

  // Tries boxes of 2^k cells, and smaller ones for those that are left over; returns the number of
  // targets that are left over at last, which come first then.
  int find_in_boxes(Record* who, int size, int k) const {
    if (k < 0) return size;
    const int shift = k * DIM + 64 - DIM * Keys<double, DIM>::BITS;
    int left = 0;
    for (int begin = 0, end = 0; begin < size; begin = end) {
      const uint64_t key = who[begin].key >> shift;
      while (end < size && who[end].key >> shift == key) end++;
      int rest = end - begin;
      if (rest >= FEWEST) rest = InBox::find(*this, rest, who + begin);
      if (rest >= FEWEST) rest = find_in_boxes(who + begin, rest, k - 1);
      std::copy_n(who + begin, rest, who + left);
      left += rest;
    }
    return left;
  }
};

template <class S, int DIM>
int64_t find_packets(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
                     int64_t end) {
  const TailsFindArguments<S> a(buffers, scalars);
  if (phase == 0) {
    if (begin < 0) return 1;
    int& count = a.number[a.m] = 0;
    for (int64_t i = 0; i < a.m; i++) {
      a.anchor[i] = 0;
      std::fill_n(a.sums + i * a.monomials, a.monomials, S(0));
      if (a.chosen[i]) a.number[count++] = int(i);
    }
    return 0;
  }
  Packets<S, DIM> packets(buffers, scalars, a.number[a.m]);
  const int64_t step = phase - 1;
  if (begin < 0) {
    if (!packets.count() || step > packets.STEPS + 1) return -1;
    return step < packets.STEPS    ? packets.units(step)
           : step == packets.STEPS ? packets.buckets
                                   : packets.count();
  }
  for (int64_t i = begin; i < end; i++) {
    if (step < packets.STEPS)
      packets.run(step, i, packets.key());
    else if (step == packets.STEPS)
      packets.sort_bucket(i);
    else
      packets.find(i);
  }
  return 0;
}

template <class S>
int64_t find(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
             int64_t end) {
  using T = vector_of<S>;
  const TailsFindArguments<S> a(buffers, scalars);
  if (a.linear && !a.scaled && a.dim <= 3) {
    const auto pass = a.dim == 1   ? find_packets<S, 1>
                      : a.dim == 2 ? find_packets<S, 2>
                                   : find_packets<S, 3>;
    return pass(buffers, scalars, phase, begin, end);
  }
  if (begin < 0) return phase ? -1 : a.m;
  for (int64_t i = begin; i < end; i++) {
    S* sums = a.sums + i * a.monomials;
    a.anchor[i] = 0;
    std::fill(sums, sums + a.monomials, S(0));
    if (!a.chosen[i]) continue;
    of_kind<T>(a, i, [&](auto tails) {
      a.anchor[i] = tails.nearest(S(a.gain));
      tails.template find<false>(S(a.slack), a.anchor[i], sums);
    });
  }
  return 0;
}

template <class S>
int64_t upward(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
               int64_t end) {
  using T = vector_of<S>;
  const TailsUpwardArguments<S> a(buffers, scalars);
  if (begin < 0) return phase < a.expanded ? ((a.leaves - 1) >> 5 * phase) + 1 : -1;
  const Groups<S> tree{a.boxes, nullptr, a.top, a.first, 0, int(2 * a.dim)};
  const auto of_dimension = [&](auto dim) {
    constexpr int DIM = decltype(dim)::value;
    for (int64_t node = begin; node < end; node++) {
      S* series = series_of<DIM>(a, tree, int(phase), int(node / GROUP)) + node % GROUP;
      expand<T, DIM>(a, tree, int(phase), int(node), 0, 1,
                     [&](int m, S sum) { series[m * GROUP] = sum; });
    }
  };
  if (a.dim == 1) of_dimension(std::integral_constant<int, 1>());
  if (a.dim == 2) of_dimension(std::integral_constant<int, 2>());
  if (a.dim == 3) of_dimension(std::integral_constant<int, 3>());
  return 0;
}

template <class S>
int64_t moments(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
                int64_t end) {
  using T = vector_of<S>;
  const TailsMomentsArguments<S> a(buffers, scalars);
  if (begin < 0) return phase ? -1 : a.m;
  const int64_t size = a.monomials * a.columns, known = a.dim + a.scaled;
  for (int64_t i = begin; i < end; i++) {
    S* sums = a.sums + i * size;
    std::fill(sums, sums + size, S(0));
    if (!a.chosen[i]) continue;
    const S *anchor = a.anchor + i * known, level = a.level[i], least = a.least[i];
    of_kind<T>(a, i, [&](auto tails) {
      if (a.columns == 1) return moments<1, T>(tails, anchor, level, least, 1, sums);
      moments<TAIL_COLUMNS, T>(tails, anchor, level, least, int(a.columns), sums);
    });
  }
  return 0;
}

template <class S>
int64_t spread(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
               int64_t end) {
  using T = vector_of<S>;
  const TailsSpreadArguments<S> a(buffers, scalars);
  const int64_t size = a.monomials * a.columns, known = a.dim + a.scaled, row = a.columns * 32;
  if (begin < 0) return phase == 0 ? a.shares : phase == 1 ? a.leaves : -1;
  for (int64_t unit = begin; unit < end; unit++) {
    if (phase == 1) {
      S* to = a.sums + unit * row;
      std::copy(a.copies + unit * row, a.copies + (unit + 1) * row, to);
      for (int64_t share = 1; share < a.shares; share++)
        for (int64_t j = 0; j < row; j++) to[j] += a.copies[(share * a.leaves + unit) * row + j];
      continue;
    }
    S* to = a.copies + unit * a.leaves * row;
    std::fill(to, to + a.leaves * row, S(0));
    for (int64_t i = unit; i < a.m; i += a.shares) {
      if (!a.chosen[i]) continue;
      of_kind<T>(a, i, [&](auto tails) {
        spread<T>(tails, a.anchor + i * known, a.level[i], a.least[i], int(a.columns),
                  a.given + i * size, to);
      });
    }
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(tails_upward_f32) { return upward<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_upward_f64) { return upward<double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_find_f32) { return find<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_find_f64) { return find<double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_moments_f32) { return moments<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_moments_f64) { return moments<double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_spread_f32) { return spread<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(tails_spread_f64) { return spread<double>(buffers, scalars, phase, begin, end); }
