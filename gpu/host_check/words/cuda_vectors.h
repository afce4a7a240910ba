// CUDA's vector types, whose assignments are seen: GCC tells no store of a structure that a function returns, as in
// out[i] = make_float4(…), so the assignment itself does. To add a type: gpu/host_cuda/words/vectors.h.
#pragma once

#include <cstddef>

#include "threads.h"

namespace host_cuda {

/// A structure is to be copied, in pieces of its alignment, in the line that the address `pc` is of.
void note_assignment(void* to, const void* from, std::size_t bytes, std::size_t alignment, void* pc);

}  // namespace host_cuda

#define HOST_CUDA_ASSIGNED(name)                                                                          \
  __attribute__((noinline)) HOST_CUDA_UNSEEN name& operator=(const name& other) {                         \
    ::host_cuda::note_assignment(this, &other, sizeof *this, alignof(name), __builtin_return_address(0)); \
    __builtin_memcpy(static_cast<void*>(this), &other, sizeof *this);                                     \
    return *this;                                                                                         \
  }

#include "vectors.h"
