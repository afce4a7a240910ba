// Atomic functions and fences. Threads take turns between basic blocks at most, so plain reading and writing is atomic
// here; what is checked is who touches the same place without them. To add one: a line below.
#pragma once

#include <type_traits>

#include "threads.h"

namespace host_cuda {

/// Before an atomic function touches `bytes` at `target`.
void atomic_access(const void* target, unsigned bytes, bool is_float, int line, const char* file);
/// Makes the stores of this thread visible to threads that see a later atomic function of it.
void fence();

template <class T, class Change>
HOST_CUDA_UNSEEN T change(T* target, const Change& change, int line, const char* file) {
  atomic_access(target, sizeof(T), std::is_floating_point_v<T>, line, file);
  const T before = *target;
  *target = change(before);
  return before;
}

template <class T>
struct Same {
  using type = T;
};

}  // namespace host_cuda

#define HOST_CUDA_ATOMIC(name, expression)                                                                   \
  template <class T>                                                                                         \
  HOST_CUDA_UNSEEN T name(T* target, typename ::host_cuda::Same<T>::type value, int line = __builtin_LINE(), \
                          const char* file = __builtin_FILE()) {                                             \
    return ::host_cuda::change(                                                                              \
        target, [value](T before) HOST_CUDA_UNSEEN { return static_cast<T>(expression); }, line, file);      \
  }
HOST_CUDA_ATOMIC(atomicAdd, before + value)
HOST_CUDA_ATOMIC(atomicSub, before - value)
HOST_CUDA_ATOMIC(atomicMin, before < value ? before : value)
HOST_CUDA_ATOMIC(atomicMax, before < value ? value : before)
HOST_CUDA_ATOMIC(atomicExch, (static_cast<void>(before), value))
HOST_CUDA_ATOMIC(atomicAnd, before& value)
HOST_CUDA_ATOMIC(atomicOr, before | value)
HOST_CUDA_ATOMIC(atomicXor, before ^ value)
HOST_CUDA_ATOMIC(atomicInc, before >= value ? 0 : before + 1)
HOST_CUDA_ATOMIC(atomicDec, before == 0 || before > value ? value : before - 1)
#undef HOST_CUDA_ATOMIC

template <class T>
HOST_CUDA_UNSEEN T atomicCAS(T* target, typename ::host_cuda::Same<T>::type expected,
                             typename ::host_cuda::Same<T>::type value, int line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
  return ::host_cuda::change(
      target, [expected, value](T before) HOST_CUDA_UNSEEN { return before == expected ? value : before; }, line, file);
}
inline void __threadfence() { ::host_cuda::fence(); }
inline void __threadfence_block() { ::host_cuda::fence(); }
inline void __threadfence_system() { ::host_cuda::fence(); }
