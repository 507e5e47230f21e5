// Written by custom_ops/generate.py: the arguments of the kernels, and sizes that Python knows too.
#pragma once
#include "kernel.h"

namespace {

constexpr int SORT_BLOCKS = 64;
constexpr int SORT_BUCKETS = 1024;
constexpr int TRANSPOSE_BLOCKS = 8;
constexpr int MAX_LEVELS = 160;
constexpr int EXACT_RADIUS = 8;
constexpr int MOST_DIMENSIONS = 3;

template <class S>
struct TreeArguments {
  void* const* buffers;
  const int64_t* scalars;
  const S* points = static_cast<const S*>(buffers[0]);
  const S* extent = static_cast<const S*>(buffers[1]);
  int* order = static_cast<int*>(buffers[2]);
  int* start = static_cast<int*>(buffers[3]);
  int* count = static_cast<int*>(buffers[4]);
  int* child = static_cast<int*>(buffers[5]);
  int* parent = static_cast<int*>(buffers[6]);
  S* center = static_cast<S*>(buffers[7]);
  S* radius = static_cast<S*>(buffers[8]);
  int* level_start = static_cast<int*>(buffers[9]);
  int* n_nodes = static_cast<int*>(buffers[10]);
  int* leaves = static_cast<int*>(buffers[11]);
  int* n_leaves = static_cast<int*>(buffers[12]);
  int* leaf_of_point = static_cast<int*>(buffers[13]);
  unsigned* records = static_cast<unsigned*>(buffers[14]);
  unsigned* spare = static_cast<unsigned*>(buffers[15]);
  unsigned* histogram = static_cast<unsigned*>(buffers[16]);
  unsigned* splitter = static_cast<unsigned*>(buffers[17]);
  unsigned short* bucket = static_cast<unsigned short*>(buffers[18]);
  S* sorted = static_cast<S*>(buffers[19]);
  S* box = static_cast<S*>(buffers[20]);
  int* leaf_number = static_cast<int*>(buffers[21]);
  S* block_box = static_cast<S*>(buffers[22]);
  int64_t dim = scalars[0];
  int64_t n = scalars[1];
  int64_t leaf_size = scalars[2];
  int64_t leaf_capacity = scalars[3];
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
  S* radius = static_cast<S*>(buffers[8]);
  int* leaf_of_point = static_cast<int*>(buffers[9]);
  S* buffer = static_cast<S*>(buffers[10]);
  S* other = static_cast<S*>(buffers[11]);
  S* keys = static_cast<S*>(buffers[12]);
  S* sorted = static_cast<S*>(buffers[13]);
  S* box = static_cast<S*>(buffers[14]);
  int64_t dim = scalars[0];
  int64_t n = scalars[1];
  int64_t leaf_size = scalars[2];
  int64_t levels = scalars[3];
  BalancedArguments(void* const* buffers, const int64_t* scalars) : buffers(buffers), scalars(scalars) {}
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

}  // namespace
