// Memory that a CPU kernel needs for a while.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace {

// An array that is not initialised, aligned for vectors. One more vector behind its end may be
// touched.
template <class T>
struct Scratch {
  T* data;
  explicit Scratch(int64_t size)
      : data(static_cast<T*>(std::aligned_alloc(64, (size * sizeof(T) + 63) / 64 * 64 + 64))) {}
  ~Scratch() { std::free(data); }
  Scratch(const Scratch&) = delete;
  operator T*() { return data; }
};

}  // namespace
