// Runs the blocks of one kernel, one after the other or as a cluster, the threads of a block as fibers.
#pragma once

#include <functional>
#include <string>

#include "cuda_runtime_api.h"

namespace host_cuda {

/// '' or why the kernel is wrong: threads of a block that wait for some which never come. `begin` and `arrive`: called
/// in each block before its threads begin, and when they have come as far as they can before the kernels ahead of this
/// one have ended; null: it did not start early. The text of `arrive` is an error, too.
std::string run_grid(dim3 grid, dim3 block, const std::function<void()>& body,
                     const std::function<void()>& begin = nullptr,
                     const std::function<std::string()>& arrive = nullptr);
/// Runs one cluster of blocks together, each with `shared_bytes` of memory (cluster.cpp); returns as run_grid(). A
/// cluster does not start early.
std::string run_cluster(unsigned blocks, dim3 block, std::size_t shared_bytes, const std::function<void()>& body);

}  // namespace host_cuda
