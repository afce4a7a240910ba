// Many small pieces of work on several threads of their own: reading, drawing and augmenting images.
#pragma once

#include <cstddef>
#include <functional>

namespace mlplab {

/// As many as this process may use processors.
int loading_threads();

/// Calls work(i) for every i in [0, count), each once, on `threads` threads, and returns when all are done. Where some
/// throw, the exception of the smallest such i is thrown here, and no larger i is begun. `progress` (may be empty) is
/// told how many of them are done, on the calling thread, some ten times per second and at the end.
void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
                    const std::function<void(std::size_t done, std::size_t total)>& progress = {});

}  // namespace mlplab
