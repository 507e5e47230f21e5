// Unsigned integers in the order of floating point numbers, on CUDA and on CPUs: the bits of
// positive numbers rise with the numbers, and the bits of negative numbers fall.
#pragma once
#ifndef __CUDACC__
#include <string.h>
#endif

namespace {

template <class T>
struct KeyType {
  using type = unsigned;
};
template <>
struct KeyType<double> {
  using type = unsigned long long;
};
template <class T>
using Key = typename KeyType<T>::type;

template <class T>
constexpr Key<T> SIGN = Key<T>(1) << (8 * sizeof(T) - 1);

// The key of -0 is less than the key of 0.
template <class T>
inline Key<T> key_of(T x) {
  Key<T> bits;
  memcpy(&bits, &x, sizeof bits);
  return bits & SIGN<T> ? ~bits : bits | SIGN<T>;
}

template <class T>
inline T number_of(Key<T> key) {
  const Key<T> bits = key & SIGN<T> ? key ^ SIGN<T> : ~key;
  T x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace
