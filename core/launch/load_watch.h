// The load of the machine while a run goes on, read twice a second beside it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/machine/load.h"
#include "core/run/event.h"

namespace mlplab {

/// What a watch asks each time beside /proc, on its thread; each may be empty.
struct LoadSources {
  std::function<std::vector<DeviceLoad>()> devices;
  std::function<std::vector<PowerReading>()> power;
  std::function<bool()> paused;  // what is read while it says so is left out: it is not the run's
};

class LoadWatch {
 public:
  /// Reads on a thread of its own every `period_s` seconds until it is destroyed.
  explicit LoadWatch(LoadSources sources = {}, double period_s = 0.5);
  ~LoadWatch();
  LoadWatch(const LoadWatch&) = delete;
  LoadWatch& operator=(const LoadWatch&) = delete;

  /// What was read since the last call, to be sent from the thread that sends the run's other events.
  std::vector<LoadSampled> taken();

 private:
  void read_on();

  LoadSources sources_;
  double period_s_, began_s_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::vector<LoadSampled> samples_;
  std::thread thread_;
};

/// Of what the run's backend computes on beside the processors; empty where that is nothing.
std::function<std::vector<DeviceLoad>()> device_load_of(const RunSpec& spec);

}  // namespace mlplab
