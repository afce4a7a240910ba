// Runs the blocks of one kernel, one after the other, the threads of a block as fibers.
#pragma once

#include <functional>
#include <string>

#include "cuda_runtime_api.h"

namespace host_cuda {

/// '' or why the kernel is wrong: threads of a block that wait for some which never come.
std::string run_grid(dim3 grid, dim3 block, const std::function<void()>& body);

}  // namespace host_cuda
