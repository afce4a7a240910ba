#include "core/study/measured_memory.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/compute/backend_table.h"
#include "core/launch/load_watch.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"

namespace mlplab {
namespace {

constexpr double least_pause_s = 0.1;
constexpr double most_share = 0.01;  // of the time, that looking may take

bool runs_in_processes(const RunSpec& spec) {
  const BackendEntry* entry = known_backend(spec.backend);
  return spec.team.has_value() || (entry != nullptr && entry->program != nullptr);
}

/// The memory in use on all of them together; nothing where one cannot be read.
std::optional<std::int64_t> used_on(const std::vector<DeviceLoad>& devices) {
  std::int64_t used = 0;
  for (const DeviceLoad& device : devices) {
    if (!device.why_not.empty()) return std::nullopt;
    used += static_cast<std::int64_t>(device.memory_bytes);
  }
  return devices.empty() ? std::nullopt : std::optional(used);
}

double median_of(const std::vector<RunMemory>& runs, std::optional<std::int64_t> RunMemory::*bytes) {
  std::vector<double> known;
  for (const RunMemory& run : runs)
    if (run.*bytes) known.push_back(static_cast<double>(*(run.*bytes)));
  return median(known);
}

}  // namespace

MedianMemory memory_of_runs(const std::vector<RunMemory>& runs) {
  return {median_of(runs, &RunMemory::peak_bytes), median_of(runs, &RunMemory::device_bytes)};
}

MemoryWatch::MemoryWatch(std::function<Devices(const RunSpec&)> devices_of)
    : devices_of_(devices_of ? std::move(devices_of) : device_load_of) {}

void MemoryWatch::begin(const RunSpec& spec) {
  began_ = true;
  in_processes_ = runs_in_processes(spec);
  try {
    elsewhere_ = !remote_hosts_of(spec).empty();
    if (in_processes_) processes_ = 1 + static_cast<std::size_t>(spec.team ? ranks_of(spec) : 1);
    if (!elsewhere_) devices_ = devices_of_(spec);
  } catch (const Error&) {  // its hostfile cannot be read any more
    elsewhere_ = true;
  }
}

/// The mark of this process is read at the end alone: where it computes by itself, nothing is to be seen before.
void MemoryWatch::look(bool anew) {
  const double start_s = now_s();
  if (in_processes_) anew ? host_.look() : host_.look_again();
  if (devices_)
    if (const std::optional<std::int64_t> used = used_on(devices_()))
      device_bytes_ = std::max(*used, device_bytes_.value_or(0));
  const double end_s = now_s();
  next_s_ = end_s + std::max(least_pause_s, (end_s - start_s) / most_share);
}

void MemoryWatch::on_event(const Event& event) {
  const auto* started = std::get_if<RunStarted>(&event);
  if (started != nullptr) begin(started->spec);
  const bool epoch = std::holds_alternative<EpochDone>(event);
  if (started == nullptr && !epoch && !std::holds_alternative<StepDone>(event)) return;
  if (elsewhere_ || (!in_processes_ && !devices_)) return;
  // A run may be over with its first epoch; its processes compute on meanwhile, and are timed.
  const bool in_time = started != nullptr || now_s() >= next_s_;
  const bool first = epoch && !trained_;
  trained_ = trained_ || epoch;
  if (!in_time && !first) return;
  look(in_time || host_.present() < processes_);
  seen_all_ = seen_all_ || (trained_ && host_.present() >= processes_);
}

RunMemory MemoryWatch::memory() {
  if (!began_ || elsewhere_) return {};
  const std::optional<std::int64_t> peak_bytes = host_.bytes();
  return {in_processes_ && !seen_all_ ? std::nullopt : peak_bytes, device_bytes_};
}

}  // namespace mlplab
