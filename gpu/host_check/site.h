// Where in the source something is done: an address of the program, or a line that a word of CUDA was told. The reader
// of the report turns addresses into lines (core/cuda_check/report.cpp).
#pragma once

#include <cstdint>

namespace host_check {

struct Site {
  std::uintptr_t pc = 0;  // behind the call that told it; 0: by line
  unsigned part = 0;      // of an access that the device makes in several
  int line = 0;
  const char* file = "";
};

using SiteId = std::uint32_t;  // 0: none

SiteId site_of(std::uintptr_t pc, unsigned part = 0);
SiteId site_of(int line, const char* file);
const Site& site(SiteId id);

}  // namespace host_check
