#include "core/launch/load_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/clock.h"
#include "core/compute/backends.h"
#include "core/launch/processes/transport.h"

namespace mlplab {

LoadWatch::LoadWatch(LoadSources sources, double period_s)
    : sources_(std::move(sources)), period_s_(period_s), began_s_(now_s()), thread_([this] { read_on(); }) {}

LoadWatch::~LoadWatch() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void LoadWatch::read_on() {
  LoadMeter meter;
  if (!meter.why_not().empty()) return;
  const auto more = [this](LoadReading& reading) {
    if (sources_.devices) reading.devices = sources_.devices();
    if (sources_.power) reading.power = sources_.power();
  };
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::chrono::duration<double>(period_s_), [this] { return over_; })) {
    lock.unlock();
    LoadSampled sample{.at_s = now_s() - began_s_, .load = meter.read(more)};
    const bool counts = !sources_.paused || !sources_.paused();
    lock.lock();
    if (counts) samples_.push_back(std::move(sample));
  }
}

std::vector<LoadSampled> LoadWatch::taken() {
  const std::lock_guard lock(mutex_);
  return std::exchange(samples_, {});
}

std::function<std::vector<DeviceLoad>()> device_load_of(const RunSpec& spec) {
  std::vector<Compute> computes = with_devices(computes_of(spec));
  std::erase_if(computes, [](const Compute& compute) { return meters_of(compute.backend) == nullptr; });
  if (computes.empty()) return {};
  return [computes] {
    std::vector<DeviceLoad> all;
    for (const Compute& compute : computes) {
      DeviceLoad one = meters_of(compute.backend)->load(compute.options);
      if (std::ranges::none_of(all, [&](const DeviceLoad& known) { return known.device == one.device; }))
        all.push_back(std::move(one));
    }
    return all;
  };
}

}  // namespace mlplab
