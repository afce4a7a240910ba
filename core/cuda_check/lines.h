// Addresses of a program as lines of its source, asked from binutils' addr2line, which comes with g++.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/cuda_check/report.h"

namespace mlplab {

struct AddressLine {
  SourceLine at;
  std::string function;
};

/// By address. Throws BackendError where addr2line is missing or fails.
std::map<std::uint64_t, AddressLine> lines_of(const std::filesystem::path& program,
                                              const std::vector<std::uint64_t>& addresses);

}  // namespace mlplab
