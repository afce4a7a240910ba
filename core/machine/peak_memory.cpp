// The formats are those of proc(5): status, smaps_rollup, cmdline, stat, clear_refs.
#include "core/machine/peak_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/base/files.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_name = "VmHWM";

/// The lines 'NAME: N kB' of a file, in bytes.
std::map<std::string, std::int64_t> sizes_in(const fs::path& file) {
  std::map<std::string, std::int64_t> sizes;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t name_end = line.find(':');
    if (name_end == std::string::npos || !line.ends_with(" kB")) continue;
    sizes[line.substr(0, name_end)] = std::atoll(line.c_str() + name_end + 1) << 10;
  }
  return sizes;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// 0 where it is gone.
int parent_of(const fs::path& process) {
  const std::string stat = text_of(process / "stat");
  const std::size_t name_end = stat.rfind(") ");  // the state follows, then the parent; a name may have brackets
  return name_end == std::string::npos ? 0 : std::atoi(stat.c_str() + std::min(name_end + 4, stat.size()));
}

void return_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace

PeakMemory::PeakMemory(fs::path proc, int process)
    : proc_(std::move(proc)), process_(process > 0 ? process : ::getpid()) {
  return_freed_memory();
  constexpr const char* put_mark_back = "5";
  const fs::path folder = proc_ / std::to_string(process_);
  if (std::ofstream refs(folder / "clear_refs"); refs << put_mark_back << std::flush) return;
  mark_before_ = sizes_in(folder / "status")[mark_name];
}

/// By their parents, who are those of the process itself: not every kernel lists the children of a thread.
std::map<int, int> PeakMemory::find_started() const {
  std::map<int, int> parents, found{{process_, 0}};
  for (const fs::path& entry : entries_in(proc_))
    if (const int process = std::atoi(entry.filename().c_str()); process > 0) parents[process] = parent_of(entry);
  for (bool more = true; more;) {
    more = false;
    for (const auto& [process, parent] : parents)
      if (found.contains(parent)) more = found.emplace(process, parent).second || more;
  }
  return found;
}

std::optional<PeakMemory::ProcessMemory> PeakMemory::memory_of(int process, int parent) const {
  const fs::path folder = proc_ / std::to_string(process);
  std::map<std::string, std::int64_t> status = sizes_in(folder / "status");
  if (!status.contains(mark_name)) return std::nullopt;  // it has ended
  const std::int64_t most = status[mark_name];
  const ProcessMemory memory{most, std::min(most, status["RssFile"] + status["RssShmem"])};
  if (parent == 0) return memory;
  // A fork without a program of its own has its parent's pages until one of the two writes to them.
  const std::string words = text_of(folder / "cmdline");
  if (words.empty() || words != text_of(proc_ / std::to_string(parent) / "cmdline")) return memory;
  std::map<std::string, std::int64_t> pages = sizes_in(folder / "smaps_rollup");
  if (pages.empty()) return memory;
  return ProcessMemory{pages["Private_Clean"] + pages["Private_Dirty"], 0};
}

void PeakMemory::look() {
  started_ = find_started();
  look_again();
}

void PeakMemory::look_again() {
  std::int64_t own = 0, shared = 0;
  present_ = 0;
  for (const auto& [process, parent] : started_) {
    ProcessMemory& known = seen_[process];
    if (const std::optional<ProcessMemory> now = memory_of(process, parent)) {
      known = {std::max(known.most, now->most), now->shared};
      ++present_;
    }
    own += known.most - known.shared;
    shared = std::max(shared, known.shared);
  }
  most_ = std::max(most_, own + shared);
}

std::optional<std::int64_t> PeakMemory::bytes() {
  look();
  if (most_ <= 0) return std::nullopt;
  if (mark_before_ && sizes_in(proc_ / std::to_string(process_) / "status")[mark_name] <= *mark_before_)
    return std::nullopt;
  return most_;
}

}  // namespace mlplab
