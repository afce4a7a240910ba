// The counts of a kernel in CUDA that ran on the host, and what a GPU would pay by them: rows for a table, and JSON. To
// count one more thing: its rows in count_rows() and its member in counts_json().
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/cuda_check/report.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

/// A line of the kernel's source; 0: of another file, or not known.
int line_in(const Work& work, const SourceLine& at);

struct CountRow {
  int line = 0;      // of the kernel's source; 0: of another file
  std::string what;  // in words
  long long counted = 0, against = 0;
  std::string ratio;  // '8.00 ×' the least, '47.0 %'
};

/// Loads, stores and atomic functions against the least possible; divergent branches and idle threads of all.
std::vector<CountRow> count_rows(const Work& work, const CudaReport& report);
/// Sectors of device memory that all loads and stores ask for, of the least possible; 0 where nothing is counted.
double sectors_ratio(const CudaReport& report);
nlohmann::ordered_json counts_json(const Work& work, const CudaReport& report);

}  // namespace mlplab::workshop
