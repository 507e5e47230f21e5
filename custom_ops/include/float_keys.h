// Unsigned integers in the order of floating point numbers: the bits of positive numbers rise with
// the numbers, and the bits of negative numbers fall.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace {

template <class T>
using Key = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <class T>
constexpr Key<T> SIGN = Key<T>(1) << (8 * sizeof(T) - 1);

// The key of -0 is less than the key of 0.
template <class T>
inline Key<T> key_of(T x) {
  Key<T> bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits & SIGN<T> ? ~bits : bits | SIGN<T>;
}

template <class T>
inline T number_of(Key<T> key) {
  const Key<T> bits = key & SIGN<T> ? key ^ SIGN<T> : ~key;
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace
