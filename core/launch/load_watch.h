// The load of the machine while a run goes on, read twice per second beside it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/machine/load.h"
#include "core/run/event.h"

namespace mlplab {

/// The sources that a watch reads each time beside /proc, on its thread; each may be empty.
struct LoadSources {
  std::function<std::vector<DeviceLoad>()> devices;
  std::function<std::vector<PowerReading>()> power;
  std::function<bool()> paused;  // samples during a pause are left out: they are not the run's
};

class LoadWatch {
 public:
  /// Reads on a thread of its own every `period_s` seconds until it is destroyed.
  explicit LoadWatch(LoadSources sources = {}, double period_s = 0.5);
  ~LoadWatch();
  LoadWatch(const LoadWatch&) = delete;
  LoadWatch& operator=(const LoadWatch&) = delete;

  /// The samples since the last call, to be sent from the thread that sends the run's other events.
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

/// Reads the load of the devices that the run's backend computes on beside the processors; empty where there is none.
std::function<std::vector<DeviceLoad>()> device_load_of(const RunSpec& spec);

}  // namespace mlplab
