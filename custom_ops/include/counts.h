// Small integer functions of the CPU kernels.
#pragma once
#include <cstdint>

namespace {

inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

inline int64_t ceil_divide(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace
