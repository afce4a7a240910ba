// The reports of AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer on a kernel: one finding with its
// line. To understand one more kind of report: a line in kinds() of sanitizer_report.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace mlplab::workshop {

struct SanitizerReport {
  std::string code;      // 'race', 'address', 'undefined', 'memory'
  std::string sentence;  // in words, without the line
  int line = 0;          // in the kernel's source; 0: not known
  int other_line = 0;    // of a race: the other access
};

/// The first report in `output`; nothing where there is none.
std::optional<SanitizerReport> report_in(const std::string& output, const std::filesystem::path& source);

}  // namespace mlplab::workshop
