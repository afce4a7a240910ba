// A kernel's calls in a process of its own, confined and limited (resources/workshop/confine.h), and what came of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/workshop/cases.h"
#include "core/workshop/language.h"
#include "core/workshop/limited_command.h"
#include "resources/workshop/exchange.h"

namespace mlplab::workshop {

/// The most that one process may take.
struct Limits {
  double time_s = 20.0;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  std::uint64_t output_bytes = std::uint64_t{1} << 20;
  Stop stop = {};  // (optional) ends it before
};

struct Call {
  const CheckCase* one = nullptr;
  int threads = 0;  // 0: as many as the kernel takes
};

/// Repeats of a timed call; none: the calls are checked.
struct Timing {
  int repeats = 0;
  double repeat_s = 0.02;
};

struct CallResult {
  mlplab_workshop::Case seen{};
  Operands found{{}};  // the outputs as the kernel left them
};

struct KernelRun {
  mlplab_workshop::Head head{};
  std::vector<CallResult> calls;  // in the order of those asked for
  std::string output;             // of the kernel and of a sanitizer: its beginning
  bool ended = false;             // by itself and with code 0
  int signal = 0;                 // that ended it
  std::size_t done() const;       // calls that came to their end
};

/// Throws BackendError: the process cannot be started, or not be confined on this system. Stopped.
KernelRun run_kernel(const Build& build, const std::filesystem::path& process, const std::filesystem::path& library,
                     const std::vector<Call>& calls, const Task& task, const Limits& limits, const Timing& timing = {});

/// '' or why kernels cannot be run here, since this system cannot confine their process, in one sentence without a full
/// stop. Asked without starting one.
std::string why_not_confined();

}  // namespace mlplab::workshop
