// The kernels of the shipped lessons: the finding that each begins with, and what the class changes so that it is
// right, as the lesson's text says. To add one: a line in the table; every kernel of a shipped lesson has one.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mlplab::test {

struct MendedKernel {
  const char *lesson, *kernel;  // the name of the file, and of the kernel in it
  const char* finds;
  const char* at;                                            // in the line that the finding is at
  std::vector<std::pair<std::string, std::string>> changes;  // in the text that begins it: each stands there once
};

inline const std::vector<MendedKernel>& mended_kernels() {
  static const std::vector<MendedKernel> all = {
      {"7-parallel-loop", "sum", "race", "total += x[i]", {{"parallel for", "parallel for reduction(+ : total)"}}},
      {"7-parallel-loop",
       "product",
       "race",
       "sum = 0.0f",
       {{"  float sum;\n", ""}, {"sum = 0.0f", "float sum = 0.0f"}}},
      {"8-gpu-kernel",
       "transpose",
       "out-of-range",
       "y[j * rows + i] = x[i * columns + j]",
       {{"  y[j * rows + i]", "  if (i < rows && j < columns)\n    y[j * rows + i]"}}},
      {"8-gpu-kernel",
       "tile",
       "race",
       "= tile[threadIdx.x][threadIdx.y]",
       {{"\n\n  j = ", "\n  __syncthreads();\n  j = "}}}};
  return all;
}

inline const MendedKernel* find_mended(const std::string& kernel) {
  for (const MendedKernel& one : mended_kernels())
    if (one.kernel == kernel) return &one;
  return nullptr;
}

/// `text` with all changes; '' where one does not fit once.
inline std::string mended(const MendedKernel& kernel, std::string text) {
  for (const auto& [before, now] : kernel.changes) {
    const std::size_t at = text.find(before);
    if (at == std::string::npos || text.find(before, at + 1) != std::string::npos) return {};
    text.replace(at, before.size(), now);
  }
  return text;
}

}  // namespace mlplab::test
