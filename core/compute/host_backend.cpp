#include "core/compute/host_backend.h"

#include <cstdlib>
#include <cstring>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {

Buffer HostBackend::allocate(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  void* data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (data == nullptr)
    throw BackendError(say("not enough memory: %1 bytes were asked for; use a smaller network or batch", bytes));
  return {data, bytes, [](void* memory) { std::free(memory); }};
}

void HostBackend::upload(const void* host, std::size_t bytes, void* target) { std::memcpy(target, host, bytes); }
void HostBackend::download(const void* source, std::size_t bytes, void* host) { std::memcpy(host, source, bytes); }
void HostBackend::fill_zero(void* target, std::size_t bytes) { std::memset(target, 0, bytes); }

}  // namespace mlplab
