// One-dimensional sums of exponentials over sorted points on CPUs;
// jaxfmm/gaussian/recurrences/reference.py defines them.
//
// Sources and targets, merged by position, are events. A chunk is LANES runs of RUN events: SIMD
// lanes walk along the runs, forwards and backwards at the same time. First, each chunk sums its
// own sources. Then scans over chunks and runs yield the contributions of all others. At last, the
// runs are walked again for results. The size of chunks does not depend on the number of threads,
// so the results do not either. Only short runs are summed in the precision of the points, and the
// factors of a step are kept as differences from 1, so that the rounding error does not grow with
// the number of points.
#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "generated/arguments.h"
#include "recurrence_events.h"
#include "simd.h"

namespace {

constexpr int64_t GATHERED = RECURRENCE_GATHERED;  // points that a unit of work copies into order
constexpr int MOST_RHS = 4, MOST_OUTPUTS = 3;      // of one walk, which share the factors

// The state of a stream is L, T, Re D_1 ..., Im D_1 ... (jaxfmm/gaussian/exponential_tables.py,
// rows); a stream is one right-hand side of one derivative of the sources. There is a state for
// each direction. S: the precision of walks. Point: the precision of the points.
//
// Arguments: rows (directions, outputs, components, length). Scratch: targets, sources and weights
// in order (x, y, w); ends (chunks, 2), the ends of chunks; totals (chunks, state, LANES), the
// states of runs; carries (chunks, state), the states with which chunks begin; border (chunks +
// 1,), how many sources come before each chunk; disorder (gathers,), whether points fall.
template <class V, class S, class Point>
struct Sums : RecurrencesArguments<S, Point> {
  using Arguments = RecurrencesArguments<S, Point>;
  using Arguments::ends, Arguments::totals, Arguments::carries, Arguments::border,
      Arguments::disorder;
  using Arguments::m, Arguments::n, Arguments::outputs, Arguments::components, Arguments::rhs,
      Arguments::count;
  using Arguments::rows, Arguments::targets, Arguments::sources, Arguments::weights,
      Arguments::scale;
  using Arguments::target_order, Arguments::source_order, Arguments::result, Arguments::x,
      Arguments::y, Arguments::w;
  static constexpr int WIDTH = lanes<V>;
  const int64_t streams = components * rhs, length = 2 + 2 * count,
                chunks = (m + n + CHUNK - 1) / CHUNK;
  const Decay<V, S> decay = {S(this->rate), S(*scale), this->frequencies};
  const Decay<vd, double> precise = {this->rate, double(*scale), this->frequencies};

  using Arguments::Arguments;

  int64_t state() const { return 2 * streams * length; }

  struct Memory {
    Chunk<S, Point> chunk;
    std::vector<S> states, weight,
        value;              // (state, LANES), (streams, CHUNK), (right-hand sides, outputs, CHUNK)
    std::vector<V> passed;  // (streams, directions, RUN)
    V gap[RUN + 1], loss[RUN + 1], stay[RUN + 1], real[RUN + 1], imaginary[RUN + 1];
    std::vector<double> carry, lost, factors;  // factors: of `scan`, (2 + 2 K, LANES)
    explicit Memory(const Sums& s)
        : states(s.state() * LANES), weight(s.held() * CHUNK),
          value(MOST_RHS * MOST_OUTPUTS * CHUNK), passed(s.held() * 2 * RUN), carry(s.state()),
          lost(s.streams * s.length), factors((2 + 2 * s.count) * LANES) {}
  };

  int64_t held() const { return std::min<int64_t>(rhs, MOST_RHS) * components; }

  int64_t gathers() const { return (m + n + GATHERED - 1) / GATHERED; }

  // Copies points and weights into order.
  void gather(int64_t unit) const {
    const int64_t first = unit * GATHERED, last = std::min(m + n, first + GATHERED);
    bool rises = true;
    auto copy = [&](const Point* points, const int32_t* order, Point* sorted, int64_t begin,
                    int64_t end) {
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
      for (int64_t s = 0; s < streams; s++)
        w[i * streams + s] = weights[source_order[i] * streams + s];
    disorder[unit] = !rises;
  }

  // Finds where the merged points are cut. Borders rise by at most CHUNK, even if the points are
  // not sorted.
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

  // Walks along the runs of a chunk with right-hand sides [first, last), from the states in
  // memory.states. Without OUTPUTS it writes the states at the end there; with OUTPUTS it sets
  // memory.value to the OUTPUTS results from number `at` on.
  template <int OUTPUTS>
  void walk(Memory& memory, int64_t first, int64_t last, int64_t at) const {
    for (int64_t r = first; r < last; r++)
      for (int64_t a = 0; a < components; a++) {
        S* weight = memory.weight.data() + ((r - first) * components + a) * CHUNK;
        std::fill(weight, weight + CHUNK, S(0));
        const Point* from = w + memory.chunk.first_source * streams + a * rhs + r;
        for (int64_t i = 0; i < memory.chunk.sources; i++)
          weight[memory.chunk.source_slot[i]] = from[i * streams];
      }
    std::fill_n(memory.value.begin(), (last - first) * OUTPUTS * CHUNK, S(0));
    for (int group = 0; group < LANES; group += WIDTH) {
      for (int i = 0; i <= RUN; i++) {
        memory.gap[i] = decay.distance(load_<V>(memory.chunk.gap + i * LANES + group));
        memory.loss[i] = decay.loss(memory.gap[i]);
      }
      for (int64_t r = first; r < last; r++)
        for (int64_t a = 0; a < components; a++) pass<OUTPUTS>(memory, group, r, r - first, a, at);
      for (int64_t k = 0; k < count; k++) {
        for (int i = 0; i <= RUN; i++) {
          decay.turn(k, memory.gap[i], memory.loss[i], memory.real[i], memory.imaginary[i]);
          memory.stay[i] = memory.loss[i] + memory.real[i];
        }
        for (int64_t r = first; r < last; r++)
          for (int64_t a = 0; a < components; a++)
            turn<OUTPUTS>(memory, group, k, r, r - first, a, at);
      }
    }
  }

  // The states, coefficients and results of one stream in one direction.
  template <int OUTPUTS>
  struct Stream {
    S* state;
    V coefficients[OUTPUTS + 1][2];
    Stream(const Sums& s, Memory& memory, int direction, int group, int64_t r, int64_t a,
           int64_t at, const int64_t* entry)
        : state(memory.states.data() + (direction * s.streams + a * s.rhs + r) * s.length * LANES +
                group) {
      for (int b = 0; b < OUTPUTS; b++)
        for (int e = 0; e < 2; e++)
          coefficients[b][e] = constant<V>(
              s.rows[((direction * s.outputs + at + b) * s.components + a) * s.length + entry[e]]);
    }
    HD void add(S* value, V first, V second) const {
#pragma GCC unroll 3
      for (int b = 0; b < OUTPUTS; b++) {
        S* p = value + b * CHUNK;
        store_(p, load_<V>(p) + (coefficients[b][0] * first + coefficients[b][1] * second));
      }
    }
  };

  // Walks with L and T.
  template <int OUTPUTS>
  void pass(Memory& memory, int group, int64_t r, int64_t place, int64_t a, int64_t at) const {
    const int64_t entry[] = {0, 1}, h = place * components + a;
    const Stream<OUTPUTS> both[] = {{*this, memory, 0, group, r, a, at, entry},
                                    {*this, memory, 1, group, r, a, at, entry}};
    const S* weight = memory.weight.data() + h * CHUNK + group;
    S* value = memory.value.data() + place * OUTPUTS * CHUNK + group;
    V l[2], t[2];
    for (int d = 0; d < 2; d++)
      l[d] = load_<V>(both[d].state), t[d] = load_<V>(both[d].state + LANES);
    for (int step = 0; step < RUN; step++)
#pragma GCC unroll 2
      for (int d = 0; d < 2; d++) {
        const int i = d ? RUN - 1 - step : step, g = i + d;
        const V freed = select_(memory.gap[g] > V{}, t[d], V{}), passed = l[d] + freed;
        memory.passed[(h * 2 + d) * RUN + i] = passed;
        l[d] = passed + memory.loss[g] * passed;
        t[d] = t[d] - freed;
        both[d].add(value + i * LANES, l[d], t[d]);
        t[d] = t[d] + load_<V>(weight + i * LANES);
      }
    if (!OUTPUTS)
      for (int d = 0; d < 2; d++) store_(both[d].state, l[d]), store_(both[d].state + LANES, t[d]);
  }

  // Walks with D_k: a step makes it exp(-rate d) (D + (exp(-i frequency d) - 1) (D + L)).
  template <int OUTPUTS>
  void turn(Memory& memory, int group, int64_t k, int64_t r, int64_t place, int64_t a,
            int64_t at) const {
    const int64_t entry[] = {2 + k, 2 + count + k}, h = place * components + a;
    const Stream<OUTPUTS> both[] = {{*this, memory, 0, group, r, a, at, entry},
                                    {*this, memory, 1, group, r, a, at, entry}};
    S* value = memory.value.data() + place * OUTPUTS * CHUNK + group;
    V re[2], im[2];
    for (int d = 0; d < 2; d++)
      re[d] = load_<V>(both[d].state + entry[0] * LANES),
      im[d] = load_<V>(both[d].state + entry[1] * LANES);
    for (int step = 0; step < RUN; step++)
#pragma GCC unroll 2
      for (int d = 0; d < 2; d++) {
        const int i = d ? RUN - 1 - step : step, g = i + d;
        const V passed = memory.passed[(h * 2 + d) * RUN + i], x = re[d], y = im[d];
        re[d] = x + (memory.stay[g] * x + (memory.real[g] * passed - memory.imaginary[g] * y));
        im[d] = y + (memory.stay[g] * y + (memory.imaginary[g] * passed + memory.imaginary[g] * x));
        both[d].add(value + i * LANES, re[d], im[d]);
      }
    if (!OUTPUTS)
      for (int d = 0; d < 2; d++) {
        store_(both[d].state + entry[0] * LANES, re[d]);
        store_(both[d].state + entry[1] * LANES, im[d]);
      }
  }

  // Scans at most LANES pieces that follow each other in a direction. at(i, j) is entry j of the
  // state at the end of piece i that comes from its own sources; it becomes that of the state with
  // which the piece begins. `carry` is the state at position `from` before all pieces; it becomes
  // the state after them, with its rounding errors in `lost` (Kahan 1965): this is the only sum
  // whose length grows with the number of points. ends: where the pieces end.
  template <class At>
  void scan(Memory& memory, int direction, int pieces, double from, const double* ends,
            double* carry, double* lost, const At& at) const {
    double gap[LANES] = {}, *loss = memory.factors.data() + LANES;
    for (int i = 0; i < pieces; i++)
      gap[i] = (direction ? -1 : 1) * (ends[i] - (i ? ends[i - 1] : from));
    for (int lane = 0; lane < LANES; lane += lanes<vd>) {
      const vd d = precise.distance(load_<vd>(gap + lane)), l = precise.loss(d);
      store_(memory.factors.data() + lane, d);
      store_(loss + lane, l);
      for (int64_t k = 0; k < count; k++) {
        vd real, imaginary;
        precise.turn(k, d, l, real, imaginary);
        store_(loss + (1 + k) * LANES + lane, real);
        store_(loss + (1 + count + k) * LANES + lane, imaginary);
      }
    }
    for (int i = 0; i < pieces; i++)
      for (int64_t s = 0; s < streams; s++) {
        double *state = carry + s * length, *rest = lost + s * length;
        auto add = [&](int64_t entry, double by) {
          auto& begins = at(i, s * length + entry);
          const double change = by + begins + rest[entry] * (1 + loss[i]), before = state[entry];
          begins = before;
          state[entry] = before + change;
          rest[entry] = change - (state[entry] - before);
        };
        const double freed = memory.factors[i] > 0 ? state[1] : 0, passed = state[0] + freed;
        add(0, freed + loss[i] * passed);
        add(1, -freed);
        for (int64_t k = 0; k < count; k++) {
          const double real = loss[(1 + k) * LANES + i],
                       imaginary = loss[(1 + count + k) * LANES + i];
          const double re = state[2 + k], im = state[2 + count + k];
          add(2 + k, loss[i] * re + real * (re + passed) - imaginary * im);
          add(2 + count + k, loss[i] * im + real * im + imaginary * (re + passed));
        }
      }
  }

  // Scans the runs of the chunk in memory, whose states are in memory.states; carry: the states of
  // both directions.
  void scan_runs(Memory& memory, double* carry) const {
    for (int direction = 0; direction < 2; direction++) {
      std::fill(memory.lost.begin(), memory.lost.end(), 0.0);
      double ends[LANES];
      for (int i = 0; i < LANES; i++)
        ends[i] = memory.chunk.ends[direction][direction ? LANES - 1 - i : i];
      S* states = memory.states.data() + direction * streams * length * LANES;
      scan(memory, direction, LANES, direction ? memory.chunk.after : memory.chunk.before, ends,
           carry + direction * streams * length, memory.lost.data(), [=](int i, int64_t j) -> S& {
             return states[j * LANES + (direction ? LANES - 1 - i : i)];
           });
    }
  }

  // Computes the states at the ends of a chunk that come from its own sources.
  void sum_chunk(Memory& memory, int64_t number) const {
    memory.chunk.load(x, y, m, n, number, border);
    ends[2 * number] = Point(memory.chunk.ends[0][LANES - 1]),
             ends[2 * number + 1] = Point(memory.chunk.ends[1][0]);
    std::fill(memory.states.begin(), memory.states.end(), S(0));
    for (int64_t r = 0; r < rhs; r += MOST_RHS) walk<0>(memory, r, std::min(rhs, r + MOST_RHS), 0);
    std::copy(memory.states.begin(), memory.states.end(), totals + number * state() * LANES);
    double* carry = carries + number * state();
    std::fill(carry, carry + state(), 0.0);
    scan_runs(memory, carry);
  }

  void scan_chunks(Memory& memory, int direction) const {
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
      scan(memory, direction, pieces, first ? from : at[0], at, carry.data(), lost.data(), entry);
      from = at[pieces - 1];
    }
  }

  void evaluate_chunk(Memory& memory, int64_t number) const {
    memory.chunk.load(x, y, m, n, number, border);
    std::copy_n(totals + number * state() * LANES, state() * LANES, memory.states.begin());
    std::copy_n(carries + number * state(), state(), memory.carry.begin());
    scan_runs(memory, memory.carry.data());
    for (int64_t r = 0; r < rhs; r += MOST_RHS)
      for (int64_t b = 0; b < outputs; b += MOST_OUTPUTS) {
        const int64_t last = std::min(rhs, r + MOST_RHS);
        switch (std::min<int64_t>(outputs - b, MOST_OUTPUTS)) {
          case 1: write<1>(memory, r, last, b); break;
          case 2: write<2>(memory, r, last, b); break;
          default: write<3>(memory, r, last, b);
        }
      }
  }

  template <int OUTPUTS>
  void write(Memory& memory, int64_t first, int64_t last, int64_t at) const {
    walk<OUTPUTS>(memory, first, last, at);
    const Chunk<S, Point>& c = memory.chunk;
    const Point spoiled = *disorder ? std::numeric_limits<Point>::quiet_NaN() : Point(0);
    for (int64_t j = 0; j < c.targets; j++)
      for (int b = 0; b < OUTPUTS; b++)
        for (int64_t r = first; r < last; r++)
          result[(target_order[c.first_target + j] * outputs + at + b) * rhs + r] =
              Point(memory.value[((r - first) * OUTPUTS + b) * CHUNK + c.target_slot[j]]) + spoiled;
  }
};

template <class V, class S, class Point>
int64_t recurrences(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
                    int64_t end) {
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
  const auto memory = std::make_unique<typename Sums<V, S, Point>::Memory>(sums);
  for (int64_t i = begin; i < end; i++) {
    if (phase == 2) sums.sum_chunk(*memory, i);
    if (phase == 3) sums.scan_chunks(*memory, int(i));
    if (phase == 4) sums.evaluate_chunk(*memory, i);
  }
  return 0;
}

}  // namespace

JAXFMM_KERNEL(recurrences_f32) {
  return recurrences<vf, float, float>(buffers, scalars, phase, begin, end);
}
JAXFMM_KERNEL(recurrences_f32_in_f64) {
  return recurrences<vd, double, float>(buffers, scalars, phase, begin, end);
}
JAXFMM_KERNEL(recurrences_f64) {
  return recurrences<vd, double, double>(buffers, scalars, phase, begin, end);
}
