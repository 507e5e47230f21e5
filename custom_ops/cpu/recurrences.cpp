// One-dimensional sums of exponentials over sorted points on CPUs: jaxfmm/ops/recurrences/__init__.py says what is
// computed.
//
// Sources and targets merged by position are events. A chunk of them is LANES runs of RUN events: SIMD lanes walk along
// the runs, forwards and backwards at once. First each chunk sums what it holds, then scans over chunks and runs say
// what comes from all the others, then runs are walked again for results. Chunks have one size whatever the number of
// threads, so results do not depend on it. Only short runs are summed in the precision of the points, and the factors
// of a step are kept as what they differ from 1 by: rounding does not grow with the number of points.
#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "generated/arguments.h"
#include "simd.h"

namespace {

constexpr int LANES = RECURRENCE_LANES, CHUNK = RECURRENCE_CHUNK, RUN = CHUNK / LANES;
constexpr int64_t GATHERED = RECURRENCE_GATHERED;  // points brought into order per unit
constexpr int MOST_RHS = 4, MOST_OUTPUTS = 3;      // done in one walk, sharing the factors

template <class S>
struct Constants;

template <>
struct Constants<float> {
  using Bits = unsigned;
  static constexpr float FAR = 18;  // exp(-FAR) is nothing beside 1
  static constexpr float ROUND = 12582912.0f, HALF_PI[] = {1.5703125f, 4.83751296997e-4f, 7.54978995489e-8f};
  static constexpr int TERMS = 4;
};

template <>
struct Constants<double> {
  using Bits = unsigned long long;
  static constexpr double FAR = 40;
  static constexpr double ROUND = 6755399441055744.0;
  static constexpr double HALF_PI[] = {1.57079632673412561417, 6.07710050630396597660e-11, 2.02226624879595063154e-21};
  static constexpr int TERMS = 7;
};

template <class S>
constexpr S inverse_factorial(int n) {
  S value = 1;
  for (int i = 2; i <= n; i++) value /= i;
  return value;
}

// x = q pi / 2 + r with |r| <= pi / 4, and the Taylor series of sin r and cos r. For |x| below 2^10.
template <class V>
HD void sine_cosine(V x, V& sine, V& cosine) {
  using S = typename element<V>::type;
  using C = Constants<S>;
  typedef typename C::Bits B __attribute__((vector_size(sizeof(V))));
  const V shifted = x * S(0.6366197723675814) + C::ROUND, q = shifted - C::ROUND;
  const V r = ((x - q * C::HALF_PI[0]) - q * C::HALF_PI[1]) - q * C::HALF_PI[2], r2 = r * r;
  V s = V{}, c = V{};
#pragma GCC unroll 8
  for (int i = C::TERMS; i > 0; i--) {
    const S sign = i % 2 ? -1 : 1;
    s = s * r2 + sign * inverse_factorial<S>(2 * i + 1);
    c = c * r2 + sign * inverse_factorial<S>(2 * i);
  }
  s = s * (r2 * r) + r;
  c = c * r2 + S(1);
  constexpr int TOP = 8 * sizeof(S) - 1;
  const B quadrant = (B)shifted;
  const auto odd = (quadrant & 1) != 0;
  sine = (V)((B)select_<V>(odd, c, s) ^ (quadrant & 2) << (TOP - 1));
  cosine = (V)((B)select_<V>(odd, s, c) ^ ((quadrant + 1) & 2) << (TOP - 1));
}

// exp(x) - 1 for x <= 0, not below -80.
template <class V>
HD V expm1_of_negative(V x) {
  using B = std::conditional_t<std::is_same_v<V, vf>, bits_f, bits_d>;
  B exponent;
  const V reduced = exp_reduced(x, exponent), power = (V)((B)constant<V>(1) + exponent);
  return power * reduced + (power - constant<V>(1));
}

// What a step over a distance does to exponentials; distances come in units of 1 / scale.
template <class V, class S>
struct Decay {
  S rate, scale;
  const double* frequencies;

  HD V distance(V d) const {
    d = d * scale;
    const V far = constant<V>(Constants<S>::FAR / rate);
    return select_(d > V{}, select_(d < far, d, far), V{});
  }
  // exp(-rate d) - 1
  HD V loss(V d) const { return expm1_of_negative<V>(d * -rate); }
  // exp(-rate d) (exp(-i frequency d) - 1)
  HD void turn(int64_t k, V d, V loss, V& real, V& imaginary) const {
    V sine, cosine;
    sine_cosine<V>(d * S(0.5 * frequencies[k]), sine, cosine);
    const V factor = (loss + constant<V>(1)) * sine * S(-2);
    real = factor * sine;
    imaginary = factor * cosine;
  }
};

template <class V, class S>
V get(const S* p) {
  V v;
  std::memcpy(&v, p, sizeof(V));
  return v;
}

template <class V, class S>
void put(S* p, V v) {
  std::memcpy(p, &v, sizeof(V));
}

// Events of a chunk. Event e stands in slot e % RUN * LANES + e / RUN: a run in a lane.
template <class S, class Point>
struct Chunk {
  int64_t sources, targets, first_source, first_target;  // how many, from which on
  uint16_t source_slot[CHUNK], target_slot[CHUNK];
  S position[CHUNK], gap[CHUNK + LANES];  // gap: before each event, and after the last of a run
  S before, after;                        // positions of the neighbours of the chunk
  double ends[2][LANES];                  // of the runs, in both directions

  void load(const Point* x, const Point* y, int64_t m, int64_t n, int64_t number, const int32_t* border) {
    const int64_t first = number * CHUNK, last = std::min(m + n, first + CHUNK);
    first_source = border[number], sources = border[number + 1] - first_source;
    first_target = first - first_source, targets = last - first - sources;
    y += first_source, x += first_target;
    int64_t i = 0, j = 0;
    auto add = [&](S at) {
      const int slot = int((i + j) % RUN * LANES + (i + j) / RUN);
      position[slot] = at;
      return uint16_t(slot);
    };
    while (i < sources && j < targets) {
      const bool source = y[i] <= x[j];
      source_slot[i] = target_slot[j] = add(source ? y[i] : x[j]);
      i += source, j += !source;
    }
    for (; i < sources; i++) source_slot[i] = add(y[i]);
    for (; j < targets; j++) target_slot[j] = add(x[j]);
    const S end = std::max<S>(sources ? y[sources - 1] : x[targets - 1], targets ? x[targets - 1] : y[sources - 1]);
    for (; i + j < CHUNK; j++) add(end);

    before = position[0], after = end;
    const bool low_y = first_source > 0, low_x = first_target > 0;
    if (low_y || low_x) before = !low_x || (low_y && y[-1] > x[-1]) ? y[-1] : x[-1];
    const bool high_y = first_source + sources < n, high_x = first_target + targets < m;
    if (high_y || high_x) after = !high_x || (high_y && y[sources] < x[targets]) ? y[sources] : x[targets];
    constexpr int END = CHUNK - LANES;
    for (int run = 0; run < LANES; run++) {
      ends[0][run] = position[END + run], ends[1][run] = position[run];
      gap[run] = position[run] - (run ? position[END + run - 1] : before);
      gap[CHUNK + run] = (run + 1 < LANES ? position[run + 1] : after) - position[END + run];
    }
    for (int slot = LANES; slot < CHUNK; slot++) gap[slot] = position[slot] - position[slot - LANES];
  }
};

// A state is L, T, Re D_1 ..., Im D_1 ... (jaxfmm/gaussian/exponential_tables.py, rows) for each stream: each right-hand
// side of each derivative of the sources. There is one for either direction. S: the precision of walks, Point: that of
// the points.
//
// Arguments: rows (directions, outputs, components, length); the scratch is targets, sources and weights in order x, y,
// w; ends (chunks, 2), where chunks end; totals (chunks, state, LANES) of runs; carries (chunks, state), what a chunk
// begins with; border (chunks + 1,), sources before a chunk; disorder (gathers,), whether points fall.
template <class V, class S, class Point>
struct Sums : RecurrencesArguments<S, Point> {
  using Arguments = RecurrencesArguments<S, Point>;
  using Arguments::m, Arguments::n, Arguments::outputs, Arguments::components, Arguments::rhs, Arguments::count;
  using Arguments::rows, Arguments::targets, Arguments::sources, Arguments::weights, Arguments::scale;
  using Arguments::target_order, Arguments::source_order, Arguments::result, Arguments::x, Arguments::y, Arguments::w;
  using Arguments::ends, Arguments::totals, Arguments::carries, Arguments::border, Arguments::disorder;
  static constexpr int WIDTH = lanes<V>;
  const int64_t streams = components * rhs, length = 2 + 2 * count, chunks = (m + n + CHUNK - 1) / CHUNK;
  const Decay<V, S> decay = {S(this->rate), S(*scale), this->frequencies};
  const Decay<vd, double> precise = {this->rate, double(*scale), this->frequencies};

  using Arguments::Arguments;

  int64_t state() const { return 2 * streams * length; }

  struct Room {
    Chunk<S, Point> chunk;
    std::vector<S> states, weight, value;  // (state, LANES), (streams, CHUNK), (right-hand sides, outputs, CHUNK)
    std::vector<V> passed;                 // (streams, directions, RUN)
    V gap[RUN + 1], loss[RUN + 1], stay[RUN + 1], real[RUN + 1], imaginary[RUN + 1];
    std::vector<double> carry, lost, factors;  // factors: of `scan`, (2 + 2 K, LANES)
    explicit Room(const Sums& s)
        : states(s.state() * LANES), weight(s.held() * CHUNK), value(MOST_RHS * MOST_OUTPUTS * CHUNK),
          passed(s.held() * 2 * RUN), carry(s.state()), lost(s.streams * s.length),
          factors((2 + 2 * s.count) * LANES) {}
  };

  int64_t held() const { return std::min<int64_t>(rhs, MOST_RHS) * components; }

  int64_t gathers() const { return (m + n + GATHERED - 1) / GATHERED; }

  // Points and weights in order.
  void gather(int64_t unit) const {
    const int64_t first = unit * GATHERED, last = std::min(m + n, first + GATHERED);
    bool rises = true;
    auto copy = [&](const Point* points, const int32_t* order, Point* sorted, int64_t begin, int64_t end) {
      if (begin >= end) return;
      Point before = points[order[begin ? begin - 1 : 0]];
      for (int64_t i = begin; i < end; i++) {
        sorted[i] = points[order[i]];
        rises &= sorted[i] >= before;
        before = sorted[i];
      }
    };
    copy(targets, target_order, x, first, std::min(last, m));
    const int64_t from = std::max(first, m) - m, upto = last - m;
    copy(sources, source_order, y, from, upto);
    for (int64_t i = from; i < upto; i++)
      for (int64_t s = 0; s < streams; s++) w[i * streams + s] = weights[source_order[i] * streams + s];
    disorder[unit] = !rises;
  }

  // Where the merged points are cut. Borders rise, and by no more than CHUNK, also when points are out of order.
  void find_borders() const {
    for (int64_t unit = 1; unit < gathers(); unit++) disorder[0] |= disorder[unit];
    border[0] = 0;
    for (int64_t chunk = 1; chunk <= chunks; chunk++) {
      const int64_t events = std::min(m + n, chunk * CHUNK), before = border[chunk - 1];
      int64_t low = std::max(events - m, before), high = std::min({events, n, before + CHUNK});
      while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (y[middle] <= x[events - 1 - middle])
          low = middle + 1;
        else
          high = middle;
      }
      border[chunk] = int32_t(low);
    }
  }

  // Walks along the runs of a chunk with right-hand sides [first, last), from room.states. Without OUTPUTS the states
  // at the end take their place, else room.value gets what sources on both sides give to the outputs from `at` on.
  template <int OUTPUTS>
  void walk(Room& room, int64_t first, int64_t last, int64_t at) const {
    for (int64_t r = first; r < last; r++)
      for (int64_t a = 0; a < components; a++) {
        S* weight = room.weight.data() + ((r - first) * components + a) * CHUNK;
        std::fill(weight, weight + CHUNK, S(0));
        const Point* from = w + room.chunk.first_source * streams + a * rhs + r;
        for (int64_t i = 0; i < room.chunk.sources; i++) weight[room.chunk.source_slot[i]] = from[i * streams];
      }
    std::fill_n(room.value.begin(), (last - first) * OUTPUTS * CHUNK, S(0));
    for (int group = 0; group < LANES; group += WIDTH) {
      for (int i = 0; i <= RUN; i++) {
        room.gap[i] = decay.distance(get<V>(room.chunk.gap + i * LANES + group));
        room.loss[i] = decay.loss(room.gap[i]);
      }
      for (int64_t r = first; r < last; r++)
        for (int64_t a = 0; a < components; a++) pass<OUTPUTS>(room, group, r, r - first, a, at);
      for (int64_t k = 0; k < count; k++) {
        for (int i = 0; i <= RUN; i++) {
          decay.turn(k, room.gap[i], room.loss[i], room.real[i], room.imaginary[i]);
          room.stay[i] = room.loss[i] + room.real[i];
        }
        for (int64_t r = first; r < last; r++)
          for (int64_t a = 0; a < components; a++) turn<OUTPUTS>(room, group, k, r, r - first, a, at);
      }
    }
  }

  // The states, coefficients and results of one stream in one direction.
  template <int OUTPUTS>
  struct Stream {
    S* state;
    V coefficients[OUTPUTS + 1][2];
    Stream(const Sums& s, Room& room, int direction, int group, int64_t r, int64_t a, int64_t at, const int64_t* entry)
        : state(room.states.data() + (direction * s.streams + a * s.rhs + r) * s.length * LANES + group) {
      for (int b = 0; b < OUTPUTS; b++)
        for (int e = 0; e < 2; e++)
          coefficients[b][e] = constant<V>(
              s.rows[((direction * s.outputs + at + b) * s.components + a) * s.length + entry[e]]);
    }
    HD void add(S* value, V first, V second) const {
#pragma GCC unroll 3
      for (int b = 0; b < OUTPUTS; b++) {
        S* p = value + b * CHUNK;
        put(p, get<V>(p) + (coefficients[b][0] * first + coefficients[b][1] * second));
      }
    }
  };

  // L and T.
  template <int OUTPUTS>
  void pass(Room& room, int group, int64_t r, int64_t place, int64_t a, int64_t at) const {
    const int64_t entry[] = {0, 1}, h = place * components + a;
    const Stream<OUTPUTS> both[] = {{*this, room, 0, group, r, a, at, entry}, {*this, room, 1, group, r, a, at, entry}};
    const S* weight = room.weight.data() + h * CHUNK + group;
    S* value = room.value.data() + place * OUTPUTS * CHUNK + group;
    V l[2], t[2];
    for (int d = 0; d < 2; d++) l[d] = get<V>(both[d].state), t[d] = get<V>(both[d].state + LANES);
    for (int step = 0; step < RUN; step++)
#pragma GCC unroll 2
      for (int d = 0; d < 2; d++) {
        const int i = d ? RUN - 1 - step : step, g = i + d;
        const V freed = select_(room.gap[g] > V{}, t[d], V{}), passed = l[d] + freed;
        room.passed[(h * 2 + d) * RUN + i] = passed;
        l[d] = passed + room.loss[g] * passed;
        t[d] = t[d] - freed;
        both[d].add(value + i * LANES, l[d], t[d]);
        t[d] = t[d] + get<V>(weight + i * LANES);
      }
    if (!OUTPUTS)
      for (int d = 0; d < 2; d++) put(both[d].state, l[d]), put(both[d].state + LANES, t[d]);
  }

  // D_k: exp(-rate d) (D + (exp(-i frequency d) - 1) (D + L)).
  template <int OUTPUTS>
  void turn(Room& room, int group, int64_t k, int64_t r, int64_t place, int64_t a, int64_t at) const {
    const int64_t entry[] = {2 + k, 2 + count + k}, h = place * components + a;
    const Stream<OUTPUTS> both[] = {{*this, room, 0, group, r, a, at, entry}, {*this, room, 1, group, r, a, at, entry}};
    S* value = room.value.data() + place * OUTPUTS * CHUNK + group;
    V re[2], im[2];
    for (int d = 0; d < 2; d++)
      re[d] = get<V>(both[d].state + entry[0] * LANES), im[d] = get<V>(both[d].state + entry[1] * LANES);
    for (int step = 0; step < RUN; step++)
#pragma GCC unroll 2
      for (int d = 0; d < 2; d++) {
        const int i = d ? RUN - 1 - step : step, g = i + d;
        const V passed = room.passed[(h * 2 + d) * RUN + i], x = re[d], y = im[d];
        re[d] = x + (room.stay[g] * x + (room.real[g] * passed - room.imaginary[g] * y));
        im[d] = y + (room.stay[g] * y + (room.imaginary[g] * passed + room.imaginary[g] * x));
        both[d].add(value + i * LANES, re[d], im[d]);
      }
    if (!OUTPUTS)
      for (int d = 0; d < 2; d++) {
        put(both[d].state + entry[0] * LANES, re[d]);
        put(both[d].state + entry[1] * LANES, im[d]);
      }
  }

  // Scans at most LANES pieces that follow each other in a direction. `at(i, j)`, entry j of the state that piece i
  // ends with when it begins with nothing, becomes that which it begins with; `carry`, the state at position `from`
  // before all of them, becomes that after them, and `lost` what rounding took from it (Kahan 1965): here is the one
  // sum whose length grows with the number of points. ends: where the pieces end.
  template <class At>
  void scan(Room& room, int direction, int pieces, double from, const double* ends, double* carry, double* lost,
            const At& at) const {
    double gap[LANES] = {}, *loss = room.factors.data() + LANES;
    for (int i = 0; i < pieces; i++) gap[i] = (direction ? -1 : 1) * (ends[i] - (i ? ends[i - 1] : from));
    for (int lane = 0; lane < LANES; lane += lanes<vd>) {
      const vd d = precise.distance(get<vd>(gap + lane)), l = precise.loss(d);
      put(room.factors.data() + lane, d);
      put(loss + lane, l);
      for (int64_t k = 0; k < count; k++) {
        vd real, imaginary;
        precise.turn(k, d, l, real, imaginary);
        put(loss + (1 + k) * LANES + lane, real);
        put(loss + (1 + count + k) * LANES + lane, imaginary);
      }
    }
    for (int i = 0; i < pieces; i++)
      for (int64_t s = 0; s < streams; s++) {
        double *state = carry + s * length, *rest = lost + s * length;
        auto grow = [&](int64_t entry, double by) {
          auto& begins = at(i, s * length + entry);
          const double change = by + begins + rest[entry] * (1 + loss[i]), before = state[entry];
          begins = before;
          state[entry] = before + change;
          rest[entry] = change - (state[entry] - before);
        };
        const double freed = room.factors[i] > 0 ? state[1] : 0, passed = state[0] + freed;
        grow(0, freed + loss[i] * passed);
        grow(1, -freed);
        for (int64_t k = 0; k < count; k++) {
          const double real = loss[(1 + k) * LANES + i], imaginary = loss[(1 + count + k) * LANES + i];
          const double re = state[2 + k], im = state[2 + count + k];
          grow(2 + k, loss[i] * re + real * (re + passed) - imaginary * im);
          grow(2 + count + k, loss[i] * im + real * im + imaginary * (re + passed));
        }
      }
  }

  // Scans the runs of the chunk in the room, whose states are in room.states; `carry` is a state of both directions.
  void scan_runs(Room& room, double* carry) const {
    for (int direction = 0; direction < 2; direction++) {
      std::fill(room.lost.begin(), room.lost.end(), 0.0);
      double ends[LANES];
      for (int i = 0; i < LANES; i++) ends[i] = room.chunk.ends[direction][direction ? LANES - 1 - i : i];
      S* states = room.states.data() + direction * streams * length * LANES;
      scan(room, direction, LANES, direction ? room.chunk.after : room.chunk.before, ends,
           carry + direction * streams * length, room.lost.data(),
           [=](int i, int64_t j) -> S& { return states[j * LANES + (direction ? LANES - 1 - i : i)]; });
    }
  }

  // What the sources of a chunk sum to at its ends.
  void sum_chunk(Room& room, int64_t number) const {
    room.chunk.load(x, y, m, n, number, border);
    ends[2 * number] = Point(room.chunk.ends[0][LANES - 1]), ends[2 * number + 1] = Point(room.chunk.ends[1][0]);
    std::fill(room.states.begin(), room.states.end(), S(0));
    for (int64_t r = 0; r < rhs; r += MOST_RHS) walk<0>(room, r, std::min(rhs, r + MOST_RHS), 0);
    std::copy(room.states.begin(), room.states.end(), totals + number * state() * LANES);
    double* carry = carries + number * state();
    std::fill(carry, carry + state(), 0.0);
    scan_runs(room, carry);
  }

  void scan_chunks(Room& room, int direction) const {
    std::vector<double> carry(streams * length), lost(streams * length);
    double from = 0;
    for (int64_t first = 0; first < chunks; first += LANES) {
      const int pieces = int(std::min<int64_t>(LANES, chunks - first));
      auto number = [&](int64_t i) { return direction ? chunks - 1 - first - i : first + i; };
      double at[LANES];
      for (int i = 0; i < pieces; i++) at[i] = ends[2 * number(i) + direction];
      auto entry = [&](int i, int64_t j) -> double& {
        return carries[number(i) * state() + direction * streams * length + j];
      };
      scan(room, direction, pieces, first ? from : at[0], at, carry.data(), lost.data(), entry);
      from = at[pieces - 1];
    }
  }

  void evaluate_chunk(Room& room, int64_t number) const {
    room.chunk.load(x, y, m, n, number, border);
    std::copy_n(totals + number * state() * LANES, state() * LANES, room.states.begin());
    std::copy_n(carries + number * state(), state(), room.carry.begin());
    scan_runs(room, room.carry.data());
    for (int64_t r = 0; r < rhs; r += MOST_RHS)
      for (int64_t b = 0; b < outputs; b += MOST_OUTPUTS) {
        const int64_t last = std::min(rhs, r + MOST_RHS);
        switch (std::min<int64_t>(outputs - b, MOST_OUTPUTS)) {
          case 1: write<1>(room, r, last, b); break;
          case 2: write<2>(room, r, last, b); break;
          default: write<3>(room, r, last, b);
        }
      }
  }

  template <int OUTPUTS>
  void write(Room& room, int64_t first, int64_t last, int64_t at) const {
    walk<OUTPUTS>(room, first, last, at);
    const Chunk<S, Point>& c = room.chunk;
    const Point spoiled = *disorder ? std::numeric_limits<Point>::quiet_NaN() : Point(0);
    for (int64_t j = 0; j < c.targets; j++)
      for (int b = 0; b < OUTPUTS; b++)
        for (int64_t r = first; r < last; r++)
          result[(target_order[c.first_target + j] * outputs + at + b) * rhs + r] =
              Point(room.value[((r - first) * OUTPUTS + b) * CHUNK + c.target_slot[j]]) + spoiled;
  }
};

template <class V, class S, class Point>
int64_t recurrences(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin, int64_t end) {
  const Sums<V, S, Point> sums(buffers, scalars);
  const int64_t units[] = {sums.gathers(), 1, sums.chunks, 2, sums.chunks};
  if (begin < 0) return phase < 5 ? units[phase] : -1;
  if (phase == 0) {
    for (int64_t i = begin; i < end; i++) sums.gather(i);
    return 0;
  }
  if (phase == 1) {
    sums.find_borders();
    return 0;
  }
  const auto room = std::make_unique<typename Sums<V, S, Point>::Room>(sums);
  for (int64_t i = begin; i < end; i++) {
    if (phase == 2) sums.sum_chunk(*room, i);
    if (phase == 3) sums.scan_chunks(*room, int(i));
    if (phase == 4) sums.evaluate_chunk(*room, i);
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(recurrences_f32) { return recurrences<vf, float, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(recurrences_f32_in_f64) { return recurrences<vd, double, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(recurrences_f64) { return recurrences<vd, double, double>(buffers, scalars, phase, begin, end); }
