// CUDA's functions of one thread: least and greatest, quick mathematics, bits, caches. The quick ones are exact here.
// To add one: here; each is HOST_CUDA_UNSEEN, because it is no load or store of the kernel.
#pragma once

#include <cmath>
#include <cstring>

#include "threads.h"

#define HOST_CUDA_LEAST(type)                                                \
  HOST_CUDA_UNSEEN inline type min(type a, type b) { return b < a ? b : a; } \
  HOST_CUDA_UNSEEN inline type max(type a, type b) { return a < b ? b : a; }
HOST_CUDA_LEAST(int)
HOST_CUDA_LEAST(unsigned)
HOST_CUDA_LEAST(long)
HOST_CUDA_LEAST(unsigned long)
HOST_CUDA_LEAST(long long)
HOST_CUDA_LEAST(unsigned long long)
#undef HOST_CUDA_LEAST
HOST_CUDA_UNSEEN inline float min(float a, float b) { return std::fmin(a, b); }
HOST_CUDA_UNSEEN inline float max(float a, float b) { return std::fmax(a, b); }
HOST_CUDA_UNSEEN inline double min(double a, double b) { return std::fmin(a, b); }
HOST_CUDA_UNSEEN inline double max(double a, double b) { return std::fmax(a, b); }

HOST_CUDA_UNSEEN inline float rsqrtf(float x) { return 1.0F / std::sqrt(x); }
HOST_CUDA_UNSEEN inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
HOST_CUDA_UNSEEN inline float __expf(float x) { return std::exp(x); }
HOST_CUDA_UNSEEN inline float __logf(float x) { return std::log(x); }
HOST_CUDA_UNSEEN inline float __powf(float x, float y) { return std::pow(x, y); }
HOST_CUDA_UNSEEN inline float __sinf(float x) { return std::sin(x); }
HOST_CUDA_UNSEEN inline float __cosf(float x) { return std::cos(x); }
HOST_CUDA_UNSEEN inline float __fdividef(float x, float y) { return x / y; }
HOST_CUDA_UNSEEN inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
HOST_CUDA_UNSEEN inline float __saturatef(float x) { return !(x > 0.0F) ? 0.0F : x < 1.0F ? x : 1.0F; }

HOST_CUDA_UNSEEN inline int __popc(unsigned x) { return __builtin_popcount(x); }
HOST_CUDA_UNSEEN inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
HOST_CUDA_UNSEEN inline int __ffs(int x) { return __builtin_ffs(x); }
HOST_CUDA_UNSEEN inline float __int_as_float(int bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
HOST_CUDA_UNSEEN inline int __float_as_int(float value) {
  int bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
HOST_CUDA_UNSEEN inline float __uint_as_float(unsigned bits) { return __int_as_float(static_cast<int>(bits)); }
HOST_CUDA_UNSEEN inline unsigned __float_as_uint(float value) { return static_cast<unsigned>(__float_as_int(value)); }

/// A load through the cache for what nobody writes: a load like any other here, in the line that calls it.
#define __ldg(pointer) (*(pointer))
