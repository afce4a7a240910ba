// These functions stand in the place of GCC's own libraries: a program calls them that was compiled with
// -fsanitize=thread (each load and store), -fsanitize=bounds (indices of arrays) and
// -fsanitize-coverage=trace-pc,trace-cmp (basic blocks and comparisons).
#include <cstddef>
#include <cstdint>

#include "now.h"
#include "watch.h"

using host_check::Access;
using host_check::compare;
using host_check::touch;
using host_check::touch_pieces;

namespace {

std::uintptr_t as_number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// GCC writes this beside an array's index.
struct Source {
  const char* file;
  std::uint32_t line, column;
};
struct Type {
  std::uint16_t kind, size;
  char name[1];
};
struct OutOfBounds {
  Source source;
  const Type* array;
  const Type* index;
};

}  // namespace

#define PC as_number(__builtin_return_address(0))

extern "C" {

void __tsan_init() {
  static bool begun = false;  // every file of the program calls this
  if (!begun) host_check::watch_ends();
  begun = true;
}
void __tsan_func_entry(void* /*pc*/) { host_check::check_stack(as_number(__builtin_frame_address(0))); }
void __tsan_func_exit() {}
void __tsan_vptr_update(void** /*object*/, void* /*table*/) {}

#define ACCESS(bytes)                                                                           \
  void __tsan_read##bytes(void* at) { touch(as_number(at), bytes, Access::load, PC); }          \
  void __tsan_write##bytes(void* at) { touch(as_number(at), bytes, Access::store, PC); }        \
  void __tsan_volatile_read##bytes(void* at) { touch(as_number(at), bytes, Access::load, PC); } \
  void __tsan_volatile_write##bytes(void* at) { touch(as_number(at), bytes, Access::store, PC); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
#undef ACCESS
// GCC tells structures so that are larger than 16 bytes or whose alignment is less than their size: as float3.
void __tsan_read_range(void* at, std::size_t bytes) { touch_pieces(as_number(at), bytes, 4, Access::load, PC); }
void __tsan_write_range(void* at, std::size_t bytes) { touch_pieces(as_number(at), bytes, 4, Access::store, PC); }

void __sanitizer_cov_trace_pc() { host_check::step(PC); }
void __sanitizer_cov_trace_cmp1(std::uint8_t, std::uint8_t) { compare(PC); }
void __sanitizer_cov_trace_cmp2(std::uint16_t, std::uint16_t) { compare(PC); }
void __sanitizer_cov_trace_cmp4(std::uint32_t, std::uint32_t) { compare(PC); }
void __sanitizer_cov_trace_cmp8(std::uint64_t, std::uint64_t) { compare(PC); }
void __sanitizer_cov_trace_const_cmp1(std::uint8_t, std::uint8_t) { compare(PC); }
void __sanitizer_cov_trace_const_cmp2(std::uint16_t, std::uint16_t) { compare(PC); }
void __sanitizer_cov_trace_const_cmp4(std::uint32_t, std::uint32_t) { compare(PC); }
void __sanitizer_cov_trace_const_cmp8(std::uint64_t, std::uint64_t) { compare(PC); }
void __sanitizer_cov_trace_cmpf(float, float) { compare(PC); }
void __sanitizer_cov_trace_cmpd(double, double) { compare(PC); }
void __sanitizer_cov_trace_switch(std::uint64_t, void*) { compare(PC); }

void __ubsan_handle_out_of_bounds(OutOfBounds* data, void* index) {
  host_check::report_bounds(static_cast<int>(data->source.line), data->source.file, data->array->name,
                            static_cast<long long>(reinterpret_cast<std::intptr_t>(index)));
}

// Atomic accesses of the host's own code, such as the guards of its static variables.
#define ATOMIC(bits, type)                                                                                      \
  type __tsan_atomic##bits##_load(const volatile type* at, int) { return *at; }                                 \
  void __tsan_atomic##bits##_store(volatile type* at, type value, int) { *at = value; }                         \
  type __tsan_atomic##bits##_exchange(volatile type* at, type value, int) {                                     \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                    \
  }                                                                                                             \
  type __tsan_atomic##bits##_fetch_add(volatile type* at, type value, int) {                                    \
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                             \
  type __tsan_atomic##bits##_fetch_sub(volatile type* at, type value, int) {                                    \
    return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                             \
  type __tsan_atomic##bits##_fetch_and(volatile type* at, type value, int) {                                    \
    return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                             \
  type __tsan_atomic##bits##_fetch_or(volatile type* at, type value, int) {                                     \
    return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                             \
  type __tsan_atomic##bits##_fetch_xor(volatile type* at, type value, int) {                                    \
    return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* at, type* expected, type value, int, int) {  \
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0; \
  }                                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* at, type* expected, type value, int, int) {    \
    return __atomic_compare_exchange_n(at, expected, value, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;  \
  }
ATOMIC(8, std::uint8_t)
ATOMIC(16, std::uint16_t)
ATOMIC(32, std::uint32_t)
ATOMIC(64, std::uint64_t)
#undef ATOMIC
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}
}
