// Interaction lists on CPUs: the pairs that jaxfmm/tree/traverse.py defines.
//
// Whether a pair of nodes is far, near or split depends on the pair alone, so the pairs may be
// visited target by target: a target meets the sources that its parent could not settle, and leaves
// to its children the sources against which it must be split itself. Nodes are numbered level by
// level, so children of sources in ascending order ascend as well, and a merge of two queues meets
// all sources in ascending order. Subtrees of targets are independent tasks. One thread walks the
// nodes above them first; the sources that these leave to the tasks are kept in the memory of the
// sources of a list. Multiplications and additions are rounded separately (CMakeLists.txt), so that
// the lists are the same with every instruction set.
#include <cstdlib>
#include <initializer_list>
#include <type_traits>

#include "counts.h"
#include "generated/arguments.h"
#include "lists.h"

namespace {

constexpr int64_t TASKS = 128, NODES_OF_TASK = 32, CHUNK = 1024;

// An array that grows. New elements are not initialised.
template <class E>
struct Array {
  E* data = nullptr;
  int64_t size = 0;
  Array() = default;
  Array(const Array&) = delete;
  ~Array() { std::free(data); }
  void grow(int64_t wanted) {
    if (wanted <= size) return;
    size = 2 * wanted;
    data = static_cast<E*>(std::realloc(data, size * sizeof(E)));
    if (!data) std::abort();
  }
};

// Sorts n numbers that consist of few ascending runs; `other` is scratch for n numbers.
void merge_runs(int32_t* a, int32_t* other, int64_t n) {
  auto run_end = [n](const int32_t* x, int64_t i) {
    if (i < n) i++;
    while (i < n && x[i - 1] <= x[i]) i++;
    return i;
  };
  int32_t *from = a, *to = other;
  while (run_end(from, 0) < n) {
    for (int64_t first = 0; first < n;) {
      const int64_t middle = run_end(from, first), last = run_end(from, middle);
      int64_t i = first, j = middle;
      for (int64_t k = first; k < last; k++)
        to[k] = j == last || (i < middle && from[i] <= from[j]) ? from[i++] : from[j++];
      first = last;
    }
    int32_t* swap = from;
    from = to;
    to = swap;
  }
  if (from != a) std::memcpy(a, from, n * sizeof(int32_t));
}

template <class T>
struct Tree {
  const T *center, *radius, *length;
  const int32_t *child, *leaves, *n_leaves, *n_nodes;
  int64_t dim, leaf_capacity, capacity;
  Node<T>* nodes;

  Tree(const T* center, const T* radius, const T* length, const int32_t* child,
       const int32_t* leaves, const int32_t* n_leaves, const int32_t* n_nodes, int64_t dim,
       int64_t leaf_capacity, T* nodes)
      : center(center), radius(radius), length(length), child(child), leaves(leaves),
        n_leaves(n_leaves), n_nodes(n_nodes), dim(dim), leaf_capacity(leaf_capacity),
        capacity(2 * leaf_capacity - 1), nodes(reinterpret_cast<Node<T>*>(nodes)) {}

  int64_t used() const { return smaller(*n_nodes, capacity); }

  void pack(int64_t first, int64_t last) {
    for (int64_t i = first; i < smaller(last, used()); i++)
      nodes[i] = Node<T>(center + dim * i, int(dim), radius[i], length[i], child[i], int(i));
  }

  void number_leaves(int64_t first, int64_t last) {
    for (int64_t i = first; i < smaller(last, smaller(*n_leaves, leaf_capacity)); i++)
      nodes[leaves[i]].number_leaf(int(i));
  }
};

// A list under construction: its rows first go to a pool in any order, and then to their places.
struct List {
  int32_t *target, *source, *total, *start;
  int32_t *place, *count, *pool;  // scratch: (rows,), (rows,), (capacity,)
  int64_t capacity, rows;
  bool of_leaves;  // whether rows are of leaves, and not of nodes

  void clear(int64_t first, int64_t last) {
    for (int64_t i = first; i < smaller(last, rows); i++) count[i] = 0;
  }

  // Appends a row to the pool. used: how many slots of the pool all rows need.
  void store(int64_t row, const int32_t* sources, int64_t n, int64_t* used) {
    if (!n) return;
    const int64_t at = __atomic_fetch_add(used, n, __ATOMIC_RELAXED);
    count[row] = int32_t(n);
    place[row] = int32_t(smaller(at, UNUSED));
    if (at + n <= capacity) std::memcpy(pool + at, sources, n * sizeof(int32_t));
  }

  // Computes where rows begin. A list that does not fit has no pairs.
  void scan(int64_t used) {
    const bool fits = used <= capacity;
    int64_t sum = 0;
    for (int64_t row = 0; row < rows; row++) {
      start[row] = int32_t(sum);
      if (fits) sum += count[row];
    }
    start[rows] = int32_t(sum);
    *total = int32_t(smaller(used, UNUSED));
  }

  // Writes unit i: some rows, or some slots behind the last pair.
  int64_t write_units() const {
    return ceil_divide(rows, CHUNK) + ceil_divide(capacity, CHUNK * 64);
  }

  void write(int64_t i) {
    if (i < ceil_divide(rows, CHUNK)) {
      for (int64_t row = i * CHUNK; row < smaller(rows, (i + 1) * CHUNK); row++) {
        const int64_t first = start[row], n = start[row + 1] - first;
        if (!n) continue;
        std::memcpy(source + first, pool + place[row], n * sizeof(int32_t));
        for (int64_t j = 0; j < n; j++) target[first + j] = int32_t(row);
      }
      return;
    }
    const int64_t slot = (i - ceil_divide(rows, CHUNK)) * CHUNK * 64,
                  last = smaller(capacity, slot + CHUNK * 64);
    for (int64_t j = slot > start[rows] ? slot : start[rows]; j < last; j++)
      target[j] = source[j] = UNUSED;
  }
};

struct State {  // in scratch
  int64_t tasks, used[MOST_LISTS];
};

template <class T>
struct Traversal {
  Tree<T> targets, sources;
  const int32_t* count;  // of targets
  const T *target_half, *source_half, *images, *rate;
  const bool* wanted;
  const int32_t *target_roots, *source_roots;  // of segments
  int32_t* task;
  State* state;
  bool leaf_targets;
  int64_t n_lists, n_images, n_segments;
  Entries entries;
  List lists[MOST_LISTS];

  explicit Traversal(const ListsArguments<T>& a)
      : targets(a.target_center, a.target_radius, a.target_length, a.target_child, a.target_leaves,
                a.n_target_leaves, a.n_targets, a.dim, a.target_leaf_capacity, a.target_nodes),
        sources(a.source_center, a.source_radius, a.source_length, a.source_child, a.source_leaves,
                a.n_source_leaves, a.n_sources, a.dim, a.source_leaf_capacity, a.source_nodes),
        count(a.target_count), target_half(a.target_half), source_half(a.source_half),
        images(a.images), rate(a.rate), wanted(a.wanted), target_roots(a.target_roots),
        source_roots(a.source_roots), task(a.task), state(reinterpret_cast<State*>(a.state)),
        leaf_targets(a.leaf_targets), n_lists(a.exchange_capacity ? MOST_LISTS : 2),
        n_images(a.n_images), n_segments(a.n_segments), entries{int(a.bits)} {
    const int64_t nodes = targets.capacity, leaves = targets.leaf_capacity;
    auto list = [&](int kind, int64_t capacity, bool of_leaves, int32_t* target, int32_t* source,
                    int32_t* total, int32_t* start, int32_t* place, int32_t* count, int32_t* pool) {
      lists[kind] = {
          target,   source, total, start, place, count, pool, capacity, of_leaves ? leaves : nodes,
          of_leaves};
    };
    list(FAR, a.far_capacity, leaf_targets, a.far_target, a.far_source, a.far_total, a.far_start,
         a.far_place, a.far_count, a.far_pool);
    list(NEAR, a.near_capacity, true, a.near_target, a.near_source, a.near_total, a.near_start,
         a.near_place, a.near_count, a.near_pool);
    list(OUTWARD, a.exchange_capacity, true, a.outward_target, a.outward_source, a.outward_total,
         a.outward_start, a.outward_place, a.outward_count, a.outward_pool);
    list(INWARD, a.exchange_capacity, false, a.inward_target, a.inward_source, a.inward_total,
         a.inward_start, a.inward_place, a.inward_count, a.inward_pool);
  }

  int64_t prepare_units() const {
    return ceil_divide(targets.capacity > sources.capacity ? targets.capacity : sources.capacity,
                       CHUNK);
  }

  void prepare(int64_t i) {
    targets.pack(i * CHUNK, (i + 1) * CHUNK);
    sources.pack(i * CHUNK, (i + 1) * CHUNK);
    for (int64_t l = 0; l < n_lists; l++) lists[l].clear(i * CHUNK, (i + 1) * CHUNK);
  }

  void number_leaves(int64_t i) {
    targets.number_leaves(i * CHUNK, (i + 1) * CHUNK);
    sources.number_leaves(i * CHUNK, (i + 1) * CHUNK);
  }

  // Memory that the tasks of one thread use in turn. row: of each list, for one target.
  struct Memory {
    Array<int32_t> met, queue, row[MOST_LISTS], spare;
    Memory(int64_t most, int64_t n_lists) {
      queue.grow(most), spare.grow(most);
      for (int64_t l = 0; l < n_lists; l++) row[l].grow(most);
    }
  };

  struct Visit {
    int32_t node;
    int64_t first, n;  // the node's sources in `met`
  };

  // The most entries that a target meets: no image of a source twice.
  int64_t most() const { return sources.used() * images_of_root(); }

  // Images of the sources that a root meets. Images of segments stand one segment after the other.
  int64_t images_of_root() const {
    return n_segments && n_images > 1 ? n_images / n_segments : n_images;
  }

  // Lets target `a` meet the n sources at memory.met[first]. Writes the sources that it leaves to
  // its children behind them, and returns their number.
  int64_t meet(int32_t a, int64_t first, int64_t n, Memory& memory) {
    const Node<T> ta = targets.nodes[a];
    const Rule<T> rule{*rate,       leaf_targets, n_lists == MOST_LISTS,
                       target_half, source_half,  int(sources.dim)};
    memory.met.grow(first + n + most());
    const int32_t* in = memory.met.data + first;
    int32_t *left = memory.met.data + first + n, *queue = memory.queue.data;
    int64_t i = 0, head = 0, tail = 0, n_left = 0, sizes[MOST_LISTS] = {};
    while (i < n || head < tail) {
      const bool from_parent = head == tail || (i < n && in[i] < queue[head]);
      const int32_t b = from_parent ? in[i++] : queue[head++];
      Node<T> sb = sources.nodes[entries.number(b)];
      if (const int image = entries.image(b))
        sb.move(images + sources.dim * image, int(sources.dim));
      const int kind = rule(ta, sb);
      if (kind == SPLIT_TARGET) {
        left[n_left++] = b;
      } else if (kind == SPLIT_SOURCE) {
        const int32_t child = entries.same_image(b, sb.child);
        queue[tail++] = child;
        queue[tail++] = child + 1;
      } else {
        const bool of_leaf = kind == NEAR || kind == INWARD;
        memory.row[kind].data[sizes[kind]++] = of_leaf ? entries.same_image(b, sb.leaf()) : b;
      }
    }
    for (int64_t l = 0; l < n_lists; l++) {
      int32_t* row = memory.row[l].data;
      if (l == NEAR || l == INWARD)
        merge_runs(row, memory.spare.data, sizes[l]);  // positions of leaves do not ascend
      lists[l].store(lists[l].of_leaves ? ta.leaf() : a, row, sizes[l], &state->used[l]);
    }
    return n_left;
  }

  // Visits `root`, which meets the n sources at memory.met[first], and all targets below it, except
  // for the subtrees for which put_off(visit) is true.
  template <class PutOff>
  void walk(int32_t root, int64_t first, int64_t n, Memory& memory, PutOff put_off) {
    // Depth first: behind the sources of the present visit, `met` holds only those of subtrees that
    // are done.
    Array<Visit> visits;
    int64_t depth = 0;
    auto push = [&](int32_t node, int64_t at, int64_t size) {
      visits.grow(depth + 1);
      visits.data[depth++] = {node, at, size};
    };
    push(root, first, n);
    while (depth > 0) {
      const Visit visit = visits.data[--depth];
      if (put_off(visit)) continue;
      const int64_t behind = visit.first + visit.n,
                    left = meet(visit.node, visit.first, visit.n, memory);
      if (!left) continue;
      push(targets.child[visit.node] + 1, behind, left);
      push(targets.child[visit.node], behind, left);
    }
  }

  void walk(int32_t root, int64_t first, int64_t n, Memory& memory) {
    walk(root, first, n, memory, [](const Visit&) { return false; });
  }

  // The list whose memory keeps the sources of tasks. What it holds in the end comes from its pool.
  const List& kept() const {
    return lists[lists[FAR].capacity > lists[NEAR].capacity ? FAR : NEAR];
  }

  // Tasks are the largest subtrees with at most a TASKS-th of the targets, or with a larger share
  // if there are few nodes. Subtrees whose sources cannot be kept are done at once.
  void walk_to_tasks() {
    state->tasks = 0;
    for (int64_t l = 0; l < n_lists; l++) state->used[l] = 0;
    if (!*wanted) return;
    const int64_t parts = smaller(TASKS, targets.used() / NODES_OF_TASK + 1),
                  limit = count[0] / parts;
    int64_t kept_so_far = 0;
    Memory memory(most(), n_lists);
    const int64_t images = images_of_root();
    memory.met.grow(images);
    auto put_off = [&](const Visit& visit) {
      if (count[visit.node] > limit) return false;
      if (kept_so_far + visit.n > kept().capacity) {
        walk(visit.node, visit.first, visit.n, memory);
        return true;
      }
      int32_t* t = task + 3 * state->tasks++;
      t[0] = visit.node, t[1] = int32_t(kept_so_far), t[2] = int32_t(visit.n);
      std::memcpy(kept().source + kept_so_far, memory.met.data + visit.first,
                  visit.n * sizeof(int32_t));
      kept_so_far += visit.n;
      return true;
    };
    if (!n_segments) {
      for (int64_t i = 0; i < n_images; i++) memory.met.data[i] = int32_t(i << entries.bits);
      walk(0, 0, n_images, memory, put_off);
    }
    for (int64_t i = 0; i < n_segments; i++) {
      if (target_roots[i] < 0 || source_roots[i] < 0) continue;
      for (int64_t j = 0; j < images; j++) {
        const int64_t image = n_images > 1 ? i * images + j : 0;
        memory.met.data[j] = int32_t(image << entries.bits) | source_roots[i];
      }
      walk(target_roots[i], 0, images, memory, put_off);
    }
  }

  void run_task(const int32_t* t, Memory& memory) {
    memory.met.grow(t[2]);
    std::memcpy(memory.met.data, kept().source + t[1], t[2] * sizeof(int32_t));
    walk(t[0], 0, t[2], memory);
  }

  int64_t units(int64_t phase) const {
    switch (phase) {
      case 0: return prepare_units();
      case 1: return prepare_units();
      case 2: return 1;
      case 3: return state->tasks;
      case 4: return n_lists;
      default: return phase < 5 + n_lists ? lists[phase - 5].write_units() : -1;
    }
  }

  void run(int64_t phase, int64_t begin, int64_t end) {
    if (phase == 3) {
      Memory memory(most(), n_lists);
      for (int64_t i = begin; i < end; i++) run_task(task + 3 * i, memory);
      return;
    }
    for (int64_t i = begin; i < end; i++) switch (phase) {
        case 0: prepare(i); break;
        case 1: number_leaves(i); break;
        case 2: walk_to_tasks(); break;
        case 4: lists[i].scan(state->used[i]); break;
        default: lists[phase - 5].write(i);
      }
  }
};

template <class T>
int64_t lists(void* const* buffers, const int64_t* scalars, int64_t phase, int64_t begin,
              int64_t end) {
  Traversal<T> traversal(ListsArguments<T>(buffers, scalars));
  if (begin < 0) return traversal.units(phase);
  traversal.run(phase, begin, end);
  return 0;
}

// Exchanges targets and sources by a stable counting sort; blocks of pairs are counted and moved
// apart.
struct Transposition {
  TransposeArguments a;
  Entries entries{int(a.bits)};

  // A list that did not fit has no pairs.
  int64_t used() const { return *a.count <= a.capacity ? *a.count : 0; }

  int64_t edge(int64_t block) const { return used() * block / TRANSPOSE_BLOCKS; }

  void run(int64_t phase, int64_t block) {
    int32_t* p = a.place + block * a.rows;
    if (phase == 0) {
      for (int64_t row = 0; row < a.rows; row++) p[row] = 0;
      for (int64_t i = edge(block); i < edge(block + 1); i++) p[entries.number(a.old_source[i])]++;
    } else if (phase == 1) {
      int32_t sum = 0;
      for (int64_t row = 0; row < a.rows; row++) {
        a.start[row] = sum;
        for (int64_t other = 0; other < TRANSPOSE_BLOCKS; other++) {
          const int32_t here = a.place[other * a.rows + row];
          a.place[other * a.rows + row] = sum;
          sum += here;
        }
      }
      a.start[a.rows] = sum;
    } else {
      for (int64_t i = edge(block); i < edge(block + 1); i++) {
        const int32_t from = entries.number(a.old_source[i]), at = p[from]++;
        a.target[at] = from;
        a.source[at] = entries.same_image(a.old_source[i], a.old_target[i]);
      }
      const int64_t free = a.capacity - used();
      auto edge = [&](int64_t block) { return used() + free * block / TRANSPOSE_BLOCKS; };
      for (int64_t i = edge(block); i < edge(block + 1); i++) a.target[i] = a.source[i] = UNUSED;
    }
  }
};

}  // namespace

JAXFMM_KERNEL(lists_f32) { return lists<float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(lists_f64) { return lists<double>(buffers, scalars, phase, begin, end); }

JAXFMM_KERNEL(transpose_list) {
  if (begin < 0) return phase == 1 ? 1 : phase < 3 ? TRANSPOSE_BLOCKS : -1;
  Transposition transposition{TransposeArguments(buffers, scalars)};
  for (int64_t i = begin; i < end; i++) transposition.run(phase, i);
  return 0;
}
