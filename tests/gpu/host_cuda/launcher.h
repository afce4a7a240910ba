// Runs the blocks of one kernel, one after the other, the threads of a block as fibers.
#pragma once

#include <functional>
#include <string>

#include "cuda_runtime_api.h"

namespace host_cuda {

/// '' or why the kernel is wrong: threads of a block that wait for some which never come. `arrive`: called in each
/// block when its threads have come as far as they can before the kernels ahead of this one have ended; null: it did
/// not start early. Its text is an error, too.
std::string run_grid(dim3 grid, dim3 block, const std::function<void()>& body,
                     const std::function<void()>& begin = nullptr,
                     const std::function<std::string()>& arrive = nullptr);

}  // namespace host_cuda
