// CUDA's vector types on the host, aligned as on the device: one access moves a whole one. To add a type: its line.
#pragma once

/// Members of a vector: gpu/host_check/words sees its assignments through one.
#ifndef HOST_CUDA_ASSIGNED
#define HOST_CUDA_ASSIGNED(name)
#endif

#define HOST_CUDA_VECTORS(type, name, of_2, of_4)                             \
  struct name##1 {                                                            \
    type x;                                                                   \
  };                                                                          \
  struct alignas(of_2) name##2 {                                              \
    type x, y;                                                                \
    HOST_CUDA_ASSIGNED(name##2)                                               \
  };                                                                          \
  struct name##3 {                                                            \
    type x, y, z;                                                             \
    HOST_CUDA_ASSIGNED(name##3)                                               \
  };                                                                          \
  struct alignas(of_4) name##4 {                                              \
    type x, y, z, w;                                                          \
    HOST_CUDA_ASSIGNED(name##4)                                               \
  };                                                                          \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

HOST_CUDA_VECTORS(float, float, 8, 16)
HOST_CUDA_VECTORS(double, double, 16, 16)
HOST_CUDA_VECTORS(int, int, 8, 16)
HOST_CUDA_VECTORS(unsigned, uint, 8, 16)
HOST_CUDA_VECTORS(unsigned char, uchar, 2, 4)

#undef HOST_CUDA_VECTORS
