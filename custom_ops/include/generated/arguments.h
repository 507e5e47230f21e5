// Written by custom_ops/generate.py: arguments of kernels, and sizes that Python has.
#pragma once
#include "kernel.h"

namespace {

constexpr auto SORT_BLOCKS = 64;
constexpr auto SORT_BUCKETS = 1024;
constexpr auto TRANSPOSE_BLOCKS = 8;
constexpr auto MAX_LEVELS = 160;
constexpr auto EXACT_RADIUS = 8;
constexpr auto MOST_DIMENSIONS = 3;
constexpr auto CROWD = 256;
constexpr auto EVEN_LEAF = 0.65;
constexpr auto FEWER_CUBES = 0.25;
constexpr auto CUBE_MARGIN = 3.814697265625e-06;
constexpr auto MORE_CUBES = 1.041;
constexpr auto FEW_LANES = 8;
constexpr auto MOST_LANES = 16;
constexpr auto RECURRENCE_LANES = 32;
constexpr auto RECURRENCE_CHUNK = 2048;
constexpr auto RECURRENCE_GATHERED = 4096;
constexpr auto TAIL_MONOMIALS = 128;
constexpr auto TAIL_COLUMNS = 4;
constexpr auto TAIL_APART = 64;
constexpr auto SERIES_DEGREE_1 = 12;
constexpr auto SERIES_DEGREE_2 = 8;
constexpr auto SERIES_DEGREE_3 = 5;
constexpr auto BOX_DEGREE_1 = 12;
constexpr auto BOX_DEGREE_2 = 10;
constexpr auto BOX_DEGREE_3 = 6;
constexpr auto BOX_CELLS = 4;
constexpr auto WAVES_OUTGOING = 0;
constexpr auto WAVES_SHIFT = 2;
constexpr auto WAVES_SHIFT_TRANSPOSED = 3;

template <class S>
struct TreeArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* extent = static_cast<const S*>(buffers[1]);
  const int* segments = static_cast<const int*>(buffers[2]);
  int* order = static_cast<int*>(buffers[3]);
  int* start = static_cast<int*>(buffers[4]);
  int* count = static_cast<int*>(buffers[5]);
  int* child = static_cast<int*>(buffers[6]);
  int* parent = static_cast<int*>(buffers[7]);
  S* center = static_cast<S*>(buffers[8]);
  S* half = static_cast<S*>(buffers[9]);
  S* radius = static_cast<S*>(buffers[10]);
  int* level_start = static_cast<int*>(buffers[11]);
  int* n_nodes = static_cast<int*>(buffers[12]);
  int* leaves = static_cast<int*>(buffers[13]);
  int* n_leaves = static_cast<int*>(buffers[14]);
  int* leaf_of_point = static_cast<int*>(buffers[15]);
  int* roots = static_cast<int*>(buffers[16]);
  unsigned* records = static_cast<unsigned*>(buffers[17]);
  unsigned* spare = static_cast<unsigned*>(buffers[18]);
  unsigned* histogram = static_cast<unsigned*>(buffers[19]);
  unsigned* splitter = static_cast<unsigned*>(buffers[20]);
  unsigned short* bucket = static_cast<unsigned short*>(buffers[21]);
  S* sorted = static_cast<S*>(buffers[22]);
  S* box = static_cast<S*>(buffers[23]);
  int* leaf_number = static_cast<int*>(buffers[24]);
  S* block_box = static_cast<S*>(buffers[25]);
  int64_t dim = scalars[0];
  int64_t n = scalars[1];
  int64_t leaf_size = scalars[2];
  int64_t leaf_capacity = scalars[3];
  int64_t n_segments = scalars[4];
  TreeArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct BalancedArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* extent = static_cast<const S*>(buffers[1]);
  const int* start = static_cast<const int*>(buffers[2]);
  const int* count = static_cast<const int*>(buffers[3]);
  const int* child = static_cast<const int*>(buffers[4]);
  const int* parent = static_cast<const int*>(buffers[5]);
  int* order = static_cast<int*>(buffers[6]);
  S* center = static_cast<S*>(buffers[7]);
  S* half = static_cast<S*>(buffers[8]);
  S* radius = static_cast<S*>(buffers[9]);
  int* leaf_of_point = static_cast<int*>(buffers[10]);
  S* buffer = static_cast<S*>(buffers[11]);
  S* other = static_cast<S*>(buffers[12]);
  S* keys = static_cast<S*>(buffers[13]);
  S* sorted = static_cast<S*>(buffers[14]);
  S* box = static_cast<S*>(buffers[15]);
  int64_t dim = scalars[0];
  int64_t n = scalars[1];
  int64_t leaf_size = scalars[2];
  int64_t levels = scalars[3];
  BalancedArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct ListsArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* target_center = static_cast<const S*>(buffers[0]);
  const S* target_half = static_cast<const S*>(buffers[1]);
  const S* target_radius = static_cast<const S*>(buffers[2]);
  const S* target_length = static_cast<const S*>(buffers[3]);
  const int* target_count = static_cast<const int*>(buffers[4]);
  const int* target_child = static_cast<const int*>(buffers[5]);
  const int* target_leaves = static_cast<const int*>(buffers[6]);
  const int* n_target_leaves = static_cast<const int*>(buffers[7]);
  const int* n_targets = static_cast<const int*>(buffers[8]);
  const S* source_center = static_cast<const S*>(buffers[9]);
  const S* source_half = static_cast<const S*>(buffers[10]);
  const S* source_radius = static_cast<const S*>(buffers[11]);
  const S* source_length = static_cast<const S*>(buffers[12]);
  const int* source_child = static_cast<const int*>(buffers[13]);
  const int* source_leaves = static_cast<const int*>(buffers[14]);
  const int* n_source_leaves = static_cast<const int*>(buffers[15]);
  const int* n_sources = static_cast<const int*>(buffers[16]);
  const S* images = static_cast<const S*>(buffers[17]);
  const S* rate = static_cast<const S*>(buffers[18]);
  const bool* wanted = static_cast<const bool*>(buffers[19]);
  const int* target_roots = static_cast<const int*>(buffers[20]);
  const int* source_roots = static_cast<const int*>(buffers[21]);
  int* far_target = static_cast<int*>(buffers[22]);
  int* far_source = static_cast<int*>(buffers[23]);
  int* far_total = static_cast<int*>(buffers[24]);
  int* far_start = static_cast<int*>(buffers[25]);
  int* near_target = static_cast<int*>(buffers[26]);
  int* near_source = static_cast<int*>(buffers[27]);
  int* near_total = static_cast<int*>(buffers[28]);
  int* near_start = static_cast<int*>(buffers[29]);
  int* outward_target = static_cast<int*>(buffers[30]);
  int* outward_source = static_cast<int*>(buffers[31]);
  int* outward_total = static_cast<int*>(buffers[32]);
  int* outward_start = static_cast<int*>(buffers[33]);
  int* inward_target = static_cast<int*>(buffers[34]);
  int* inward_source = static_cast<int*>(buffers[35]);
  int* inward_total = static_cast<int*>(buffers[36]);
  int* inward_start = static_cast<int*>(buffers[37]);
  int* far_place = static_cast<int*>(buffers[38]);
  int* far_count = static_cast<int*>(buffers[39]);
  int* far_pool = static_cast<int*>(buffers[40]);
  int* near_place = static_cast<int*>(buffers[41]);
  int* near_count = static_cast<int*>(buffers[42]);
  int* near_pool = static_cast<int*>(buffers[43]);
  int* outward_place = static_cast<int*>(buffers[44]);
  int* outward_count = static_cast<int*>(buffers[45]);
  int* outward_pool = static_cast<int*>(buffers[46]);
  int* inward_place = static_cast<int*>(buffers[47]);
  int* inward_count = static_cast<int*>(buffers[48]);
  int* inward_pool = static_cast<int*>(buffers[49]);
  S* target_nodes = static_cast<S*>(buffers[50]);
  S* source_nodes = static_cast<S*>(buffers[51]);
  int* task = static_cast<int*>(buffers[52]);
  int* state = static_cast<int*>(buffers[53]);
  int64_t dim = scalars[0];
  int64_t leaf_targets = scalars[1];
  int64_t target_leaf_capacity = scalars[2];
  int64_t source_leaf_capacity = scalars[3];
  int64_t far_capacity = scalars[4];
  int64_t near_capacity = scalars[5];
  int64_t exchange_capacity = scalars[6];
  int64_t n_images = scalars[7];
  int64_t bits = scalars[8];
  int64_t n_segments = scalars[9];
  ListsArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

struct TransposeArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* old_target = static_cast<const int*>(buffers[0]);
  const int* old_source = static_cast<const int*>(buffers[1]);
  const int* count = static_cast<const int*>(buffers[2]);
  int* target = static_cast<int*>(buffers[3]);
  int* source = static_cast<int*>(buffers[4]);
  int* start = static_cast<int*>(buffers[5]);
  int* place = static_cast<int*>(buffers[6]);
  int64_t capacity = scalars[0];
  int64_t rows = scalars[1];
  int64_t bits = scalars[2];
  TransposeArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct GriddingSortArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* origin = static_cast<const S*>(buffers[1]);
  unsigned* rank = static_cast<unsigned*>(buffers[2]);
  S* sorted = static_cast<S*>(buffers[3]);
  unsigned* counts = static_cast<unsigned*>(buffers[4]);
  unsigned* starts = static_cast<unsigned*>(buffers[5]);
  int64_t dim = scalars[0];
  int64_t lanes = scalars[1];
  int64_t shape0 = scalars[2];
  int64_t shape1 = scalars[3];
  int64_t shape2 = scalars[4];
  int64_t tile0 = scalars[5];
  int64_t tile1 = scalars[6];
  int64_t tile2 = scalars[7];
  int64_t width = scalars[8];
  int64_t degree = scalars[9];
  int64_t n = scalars[10];
  double spacing = as_double(scalars[11]);
  int64_t blocks = scalars[12];
  GriddingSortArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct GriddingSpreadArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* origin = static_cast<const S*>(buffers[1]);
  const S* weights = static_cast<const S*>(buffers[2]);
  const unsigned* rank = static_cast<const unsigned*>(buffers[3]);
  const double* table = static_cast<const double*>(buffers[4]);
  S* nodes = static_cast<S*>(buffers[5]);
  double* sums = static_cast<double*>(buffers[6]);
  double* halos = static_cast<double*>(buffers[7]);
  int* edges = static_cast<int*>(buffers[8]);
  S* sorted = static_cast<S*>(buffers[9]);
  int64_t dim = scalars[0];
  int64_t lanes = scalars[1];
  int64_t shape0 = scalars[2];
  int64_t shape1 = scalars[3];
  int64_t shape2 = scalars[4];
  int64_t tile0 = scalars[5];
  int64_t tile1 = scalars[6];
  int64_t tile2 = scalars[7];
  int64_t width = scalars[8];
  int64_t degree = scalars[9];
  int64_t n = scalars[10];
  double spacing = as_double(scalars[11]);
  int64_t columns = scalars[12];
  int64_t chunks = scalars[13];
  int64_t height = scalars[14];
  GriddingSpreadArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct GriddingInterpolateArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* nodes = static_cast<const S*>(buffers[0]);
  const S* points = static_cast<const S*>(buffers[1]);
  const S* origin = static_cast<const S*>(buffers[2]);
  const unsigned* rank = static_cast<const unsigned*>(buffers[3]);
  const double* table = static_cast<const double*>(buffers[4]);
  S* result = static_cast<S*>(buffers[5]);
  S* sorted = static_cast<S*>(buffers[6]);
  int64_t dim = scalars[0];
  int64_t lanes = scalars[1];
  int64_t shape0 = scalars[2];
  int64_t shape1 = scalars[3];
  int64_t shape2 = scalars[4];
  int64_t tile0 = scalars[5];
  int64_t tile1 = scalars[6];
  int64_t tile2 = scalars[7];
  int64_t width = scalars[8];
  int64_t degree = scalars[9];
  int64_t n = scalars[10];
  double spacing = as_double(scalars[11]);
  int64_t columns = scalars[12];
  GriddingInterpolateArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct HermiteP2MArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* weights = static_cast<const S*>(buffers[1]);
  const S* center = static_cast<const S*>(buffers[2]);
  const int* components = static_cast<const int*>(buffers[3]);
  const int* start = static_cast<const int*>(buffers[4]);
  const int* count = static_cast<const int*>(buffers[5]);
  const int* full = static_cast<const int*>(buffers[6]);
  const int* n_full = static_cast<const int*>(buffers[7]);
  S* series = static_cast<S*>(buffers[8]);
  int64_t dim = scalars[0];
  int64_t p = scalars[1];
  int64_t rhs = scalars[2];
  int64_t n_components = scalars[3];
  int64_t highest = scalars[4];
  int64_t parts = scalars[5];
  HermiteP2MArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct HermiteP2LArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* weights = static_cast<const S*>(buffers[1]);
  const S* center = static_cast<const S*>(buffers[2]);
  const int* components = static_cast<const int*>(buffers[3]);
  const int* start = static_cast<const int*>(buffers[4]);
  const int* count = static_cast<const int*>(buffers[5]);
  const int* full = static_cast<const int*>(buffers[6]);
  const int* n_full = static_cast<const int*>(buffers[7]);
  const int* begin = static_cast<const int*>(buffers[8]);
  const int* end = static_cast<const int*>(buffers[9]);
  const int* source = static_cast<const int*>(buffers[10]);
  S* series = static_cast<S*>(buffers[11]);
  int64_t dim = scalars[0];
  int64_t p = scalars[1];
  int64_t rhs = scalars[2];
  int64_t n_components = scalars[3];
  int64_t highest = scalars[4];
  int64_t parts = scalars[5];
  HermiteP2LArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct HermiteM2LArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* series = static_cast<const S*>(buffers[0]);
  const S* table = static_cast<const S*>(buffers[1]);
  const int* full = static_cast<const int*>(buffers[2]);
  const int* n_full = static_cast<const int*>(buffers[3]);
  const int* target_cell = static_cast<const int*>(buffers[4]);
  const int* source_cell = static_cast<const int*>(buffers[5]);
  const int* slot = static_cast<const int*>(buffers[6]);
  const int* begin = static_cast<const int*>(buffers[7]);
  const int* end = static_cast<const int*>(buffers[8]);
  const int* source = static_cast<const int*>(buffers[9]);
  S* local = static_cast<S*>(buffers[10]);
  int64_t dim = scalars[0];
  int64_t p = scalars[1];
  int64_t rhs = scalars[2];
  int64_t reach = scalars[3];
  HermiteM2LArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct HermiteM2PArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* series = static_cast<const S*>(buffers[1]);
  const S* center = static_cast<const S*>(buffers[2]);
  S* far = static_cast<S*>(buffers[12]);
  const int* components = static_cast<const int*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* n_leaves = static_cast<const int*>(buffers[7]);
  const int* slot = static_cast<const int*>(buffers[8]);
  const int* begin = static_cast<const int*>(buffers[9]);
  const int* end = static_cast<const int*>(buffers[10]);
  const int* source = static_cast<const int*>(buffers[11]);
  int64_t dim = scalars[0];
  int64_t p = scalars[1];
  int64_t rhs = scalars[2];
  int64_t n_components = scalars[3];
  int64_t highest = scalars[4];
  int64_t parts = scalars[5];
  HermiteM2PArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct HermiteL2PArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* series = static_cast<const S*>(buffers[1]);
  const S* center = static_cast<const S*>(buffers[2]);
  S* far = static_cast<S*>(buffers[9]);
  const int* components = static_cast<const int*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* full = static_cast<const int*>(buffers[7]);
  const int* n_full = static_cast<const int*>(buffers[8]);
  int64_t dim = scalars[0];
  int64_t p = scalars[1];
  int64_t rhs = scalars[2];
  int64_t n_components = scalars[3];
  int64_t highest = scalars[4];
  int64_t parts = scalars[5];
  HermiteL2PArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct OrderArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  int* order = static_cast<int*>(buffers[1]);
  unsigned* records = static_cast<unsigned*>(buffers[2]);
  unsigned* spare = static_cast<unsigned*>(buffers[3]);
  unsigned* histogram = static_cast<unsigned*>(buffers[4]);
  unsigned* splitter = static_cast<unsigned*>(buffers[5]);
  unsigned short* bucket = static_cast<unsigned short*>(buffers[6]);
  int64_t n = scalars[0];
  OrderArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S, class Point>
struct RecurrencesArguments {
  void* const* buffers;
  const int64_t* scalars;
  const Point* targets = static_cast<const Point*>(buffers[0]);
  const Point* sources = static_cast<const Point*>(buffers[1]);
  const Point* weights = static_cast<const Point*>(buffers[2]);
  const Point* scale = static_cast<const Point*>(buffers[3]);
  const int* target_order = static_cast<const int*>(buffers[4]);
  const int* source_order = static_cast<const int*>(buffers[5]);
  const double* frequencies = static_cast<const double*>(buffers[6]);
  const double* rows = static_cast<const double*>(buffers[7]);
  Point* result = static_cast<Point*>(buffers[8]);
  Point* x = static_cast<Point*>(buffers[9]);
  Point* y = static_cast<Point*>(buffers[10]);
  Point* w = static_cast<Point*>(buffers[11]);
  Point* ends = static_cast<Point*>(buffers[12]);
  S* totals = static_cast<S*>(buffers[13]);
  double* carries = static_cast<double*>(buffers[14]);
  int* border = static_cast<int*>(buffers[15]);
  int* disorder = static_cast<int*>(buffers[16]);
  int64_t m = scalars[0];
  int64_t n = scalars[1];
  int64_t outputs = scalars[2];
  int64_t components = scalars[3];
  int64_t rhs = scalars[4];
  int64_t count = scalars[5];
  double rate = as_double(scalars[6]);
  RecurrencesArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct UpwardArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* ints = static_cast<const int*>(buffers[0]);
  const S* reals = static_cast<const S*>(buffers[1]);
  const int* program = static_cast<const int*>(buffers[2]);
  const S* points = static_cast<const S*>(buffers[3]);
  const S* weights = static_cast<const S*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* child = static_cast<const int*>(buffers[7]);
  const S* center = static_cast<const S*>(buffers[8]);
  const S* radius = static_cast<const S*>(buffers[9]);
  const int* level_start = static_cast<const int*>(buffers[10]);
  const int* leaves = static_cast<const int*>(buffers[11]);
  const int* n_leaves = static_cast<const int*>(buffers[12]);
  S* multipoles = static_cast<S*>(buffers[13]);
  int64_t rhs = scalars[0];
  int64_t levels = scalars[1];
  UpwardArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct M2LArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* ints = static_cast<const int*>(buffers[0]);
  const S* reals = static_cast<const S*>(buffers[1]);
  const S* multipoles = static_cast<const S*>(buffers[2]);
  const S* target_center = static_cast<const S*>(buffers[3]);
  const S* target_radius = static_cast<const S*>(buffers[4]);
  const S* source_center = static_cast<const S*>(buffers[5]);
  const S* source_radius = static_cast<const S*>(buffers[6]);
  const int* n_targets = static_cast<const int*>(buffers[7]);
  const int* list_start = static_cast<const int*>(buffers[8]);
  const int* list_source = static_cast<const int*>(buffers[9]);
  const S* images = static_cast<const S*>(buffers[10]);
  S* local = static_cast<S*>(buffers[11]);
  int64_t rhs = scalars[0];
  int64_t nodes = scalars[1];
  int64_t bits = scalars[2];
  M2LArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S, class Point>
struct DownwardArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* ints = static_cast<const int*>(buffers[0]);
  const S* reals = static_cast<const S*>(buffers[1]);
  const int* program = static_cast<const int*>(buffers[2]);
  const Point* local = static_cast<const Point*>(buffers[3]);
  const Point* points = static_cast<const Point*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* parent = static_cast<const int*>(buffers[7]);
  const Point* center = static_cast<const Point*>(buffers[8]);
  const Point* radius = static_cast<const Point*>(buffers[9]);
  const int* level_start = static_cast<const int*>(buffers[10]);
  const int* leaves = static_cast<const int*>(buffers[11]);
  const int* n_leaves = static_cast<const int*>(buffers[12]);
  Point* result = static_cast<Point*>(buffers[13]);
  S* sums = static_cast<S*>(buffers[14]);
  int64_t rhs = scalars[0];
  int64_t levels = scalars[1];
  DownwardArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct M2PArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* ints = static_cast<const int*>(buffers[0]);
  const S* reals = static_cast<const S*>(buffers[1]);
  const int* program = static_cast<const int*>(buffers[2]);
  const S* multipoles = static_cast<const S*>(buffers[3]);
  const S* points = static_cast<const S*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* leaves = static_cast<const int*>(buffers[7]);
  const int* n_leaves = static_cast<const int*>(buffers[8]);
  const int* n_sources = static_cast<const int*>(buffers[9]);
  const S* center = static_cast<const S*>(buffers[10]);
  const S* radius = static_cast<const S*>(buffers[11]);
  const int* list_start = static_cast<const int*>(buffers[12]);
  const int* list_source = static_cast<const int*>(buffers[13]);
  const S* images = static_cast<const S*>(buffers[14]);
  S* result = static_cast<S*>(buffers[15]);
  S* derived = static_cast<S*>(buffers[16]);
  int64_t rhs = scalars[0];
  int64_t nodes = scalars[1];
  int64_t bits = scalars[2];
  M2PArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct P2LArguments {
  void* const* buffers;
  const int64_t* scalars;
  const int* ints = static_cast<const int*>(buffers[0]);
  const S* reals = static_cast<const S*>(buffers[1]);
  const int* program = static_cast<const int*>(buffers[2]);
  const S* points = static_cast<const S*>(buffers[3]);
  const S* weights = static_cast<const S*>(buffers[4]);
  const int* start = static_cast<const int*>(buffers[5]);
  const int* count = static_cast<const int*>(buffers[6]);
  const int* leaves = static_cast<const int*>(buffers[7]);
  const int* n_targets = static_cast<const int*>(buffers[8]);
  const S* center = static_cast<const S*>(buffers[9]);
  const S* radius = static_cast<const S*>(buffers[10]);
  const int* list_start = static_cast<const int*>(buffers[11]);
  const int* list_source = static_cast<const int*>(buffers[12]);
  const S* images = static_cast<const S*>(buffers[13]);
  S* local = static_cast<S*>(buffers[14]);
  int64_t rhs = scalars[0];
  int64_t nodes = scalars[1];
  int64_t bits = scalars[2];
  P2LArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct P2PArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* targets = static_cast<const S*>(buffers[0]);
  const S* sources = static_cast<const S*>(buffers[1]);
  const S* weights = static_cast<const S*>(buffers[2]);
  const S* parameters = static_cast<const S*>(buffers[3]);
  const int* target_start = static_cast<const int*>(buffers[4]);
  const int* target_count = static_cast<const int*>(buffers[5]);
  const int* target_leaves = static_cast<const int*>(buffers[6]);
  const int* n_leaves = static_cast<const int*>(buffers[7]);
  const int* source_start = static_cast<const int*>(buffers[8]);
  const int* source_count = static_cast<const int*>(buffers[9]);
  const int* source_leaves = static_cast<const int*>(buffers[10]);
  const int* list_begin = static_cast<const int*>(buffers[11]);
  const int* list_end = static_cast<const int*>(buffers[12]);
  const int* list_source = static_cast<const int*>(buffers[13]);
  const S* images = static_cast<const S*>(buffers[14]);
  const int* place = static_cast<const int*>(buffers[15]);
  const S* far = static_cast<const S*>(buffers[16]);
  S* out = static_cast<S*>(buffers[17]);
  int64_t bits = scalars[0];
  int64_t block = scalars[1];
  int64_t columns = scalars[2];
  P2PArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct TailsUpwardArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* logs = static_cast<const S*>(buffers[1]);
  const S* boxes = static_cast<const S*>(buffers[2]);
  const S* top = static_cast<const S*>(buffers[3]);
  const S* inverse = static_cast<const S*>(buffers[4]);
  const S* values = static_cast<const S*>(buffers[5]);
  const int* first = static_cast<const int*>(buffers[6]);
  S* series = static_cast<S*>(buffers[7]);
  int64_t leaves = scalars[0];
  int64_t dim = scalars[1];
  int64_t expanded = scalars[2];
  int64_t weighted = scalars[3];
  TailsUpwardArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct TailsFindArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* values = static_cast<const S*>(buffers[0]);
  const S* series = static_cast<const S*>(buffers[1]);
  const S* points = static_cast<const S*>(buffers[2]);
  const S* logs = static_cast<const S*>(buffers[3]);
  const S* boxes = static_cast<const S*>(buffers[4]);
  const S* height = static_cast<const S*>(buffers[5]);
  const S* top = static_cast<const S*>(buffers[6]);
  const S* targets = static_cast<const S*>(buffers[7]);
  const S* inverse = static_cast<const S*>(buffers[8]);
  const int* first = static_cast<const int*>(buffers[9]);
  const int* own = static_cast<const int*>(buffers[10]);
  const int* chosen = static_cast<const int*>(buffers[11]);
  const int* program = static_cast<const int*>(buffers[12]);
  int* anchor = static_cast<int*>(buffers[13]);
  S* sums = static_cast<S*>(buffers[14]);
  int* number = static_cast<int*>(buffers[15]);
  unsigned* records = static_cast<unsigned*>(buffers[16]);
  unsigned* spare = static_cast<unsigned*>(buffers[17]);
  unsigned* histogram = static_cast<unsigned*>(buffers[18]);
  unsigned* splitter = static_cast<unsigned*>(buffers[19]);
  unsigned short* bucket = static_cast<unsigned short*>(buffers[20]);
  int64_t m = scalars[0];
  int64_t dim = scalars[1];
  int64_t scaled = scalars[2];
  int64_t linear = scalars[3];
  int64_t levels = scalars[4];
  int64_t monomials = scalars[5];
  int64_t weighted = scalars[6];
  int64_t expanded = scalars[7];
  int64_t cell = scalars[8];
  double slack = as_double(scalars[9]);
  double gain = as_double(scalars[10]);
  double wave = as_double(scalars[11]);
  double widest = as_double(scalars[12]);
  double rise = as_double(scalars[13]);
  double remainder = as_double(scalars[14]);
  TailsFindArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct TailsMomentsArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* values = static_cast<const S*>(buffers[0]);
  const S* anchor = static_cast<const S*>(buffers[1]);
  const S* level = static_cast<const S*>(buffers[2]);
  const S* least = static_cast<const S*>(buffers[3]);
  const S* points = static_cast<const S*>(buffers[4]);
  const S* logs = static_cast<const S*>(buffers[5]);
  const S* boxes = static_cast<const S*>(buffers[6]);
  const S* height = static_cast<const S*>(buffers[7]);
  const S* top = static_cast<const S*>(buffers[8]);
  const S* targets = static_cast<const S*>(buffers[9]);
  const S* inverse = static_cast<const S*>(buffers[10]);
  const int* first = static_cast<const int*>(buffers[11]);
  const int* own = static_cast<const int*>(buffers[12]);
  const int* chosen = static_cast<const int*>(buffers[13]);
  const int* program = static_cast<const int*>(buffers[14]);
  S* sums = static_cast<S*>(buffers[15]);
  int64_t m = scalars[0];
  int64_t dim = scalars[1];
  int64_t scaled = scalars[2];
  int64_t linear = scalars[3];
  int64_t levels = scalars[4];
  int64_t monomials = scalars[5];
  int64_t weighted = scalars[6];
  int64_t columns = scalars[7];
  TailsMomentsArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct TailsSpreadArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* given = static_cast<const S*>(buffers[0]);
  const S* anchor = static_cast<const S*>(buffers[1]);
  const S* level = static_cast<const S*>(buffers[2]);
  const S* least = static_cast<const S*>(buffers[3]);
  const S* points = static_cast<const S*>(buffers[4]);
  const S* logs = static_cast<const S*>(buffers[5]);
  const S* boxes = static_cast<const S*>(buffers[6]);
  const S* height = static_cast<const S*>(buffers[7]);
  const S* top = static_cast<const S*>(buffers[8]);
  const S* targets = static_cast<const S*>(buffers[9]);
  const S* inverse = static_cast<const S*>(buffers[10]);
  const int* first = static_cast<const int*>(buffers[11]);
  const int* own = static_cast<const int*>(buffers[12]);
  const int* chosen = static_cast<const int*>(buffers[13]);
  const int* program = static_cast<const int*>(buffers[14]);
  S* sums = static_cast<S*>(buffers[15]);
  S* copies = static_cast<S*>(buffers[16]);
  int64_t m = scalars[0];
  int64_t dim = scalars[1];
  int64_t scaled = scalars[2];
  int64_t linear = scalars[3];
  int64_t levels = scalars[4];
  int64_t monomials = scalars[5];
  int64_t weighted = scalars[6];
  int64_t columns = scalars[7];
  int64_t leaves = scalars[8];
  int64_t shares = scalars[9];
  TailsSpreadArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

template <class S>
struct SphericalArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* coefficients = static_cast<const S*>(buffers[0]);
  const S* shift = static_cast<const S*>(buffers[1]);
  const S* first = static_cast<const S*>(buffers[2]);
  const S* second = static_cast<const S*>(buffers[3]);
  const S* wavenumber = static_cast<const S*>(buffers[4]);
  const S* entries = static_cast<const S*>(buffers[5]);
  const int* tiles = static_cast<const int*>(buffers[6]);
  S* translated = static_cast<S*>(buffers[7]);
  int64_t order = scalars[0];
  int64_t pairs = scalars[1];
  int64_t rhs = scalars[2];
  int64_t count = scalars[3];
  int64_t kind = scalars[4];
  SphericalArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
};

}  // namespace
