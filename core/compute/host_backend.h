// The base of every backend on ordinary memory: allocation, copies, small vectors. CPU backends derive from it and add
// operations.
#pragma once

#include "core/compute/backend.h"

namespace mlplab {

class HostBackend : public Backend {
 public:
  bool host_memory() const override { return true; }
  Buffer allocate(std::size_t bytes) override;  // aligned to 64 bytes: a cache line, a 512-bit register
  void upload(const void* host, std::size_t bytes, void* target) override;
  void download(const void* source, std::size_t bytes, void* host) override;
  void fill_zero(void* target, std::size_t bytes) override;
  void wait() override {}  // operations return when they are done
};

}  // namespace mlplab
