// The energy of a run, whatever it is trained by: meters read at the edges of its phases, which its events tell.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "core/compute/communicator.h"
#include "core/machine/energy/meter.h"
#include "core/machine/load.h"
#include "core/run/event.h"

namespace mlplab {

/// Opens this machine's meters for a run of `spec`: those of the processors and of the backend that computes. `job`:
/// the ranks that mpirun or srun started for the run, else null. A run on several machines, by a hostfile or by its
/// job, reports that the others are not measured.
EnergyMeters open_energy_meters(const RunSpec& spec, const Communicator* job = nullptr);

/// Opens the meters of the devices that processes of a run on this machine compute on beside the processors, each
/// device once. `computes` [processes].
EnergyMeters open_rank_meters(const std::vector<Compute>& computes);

class EnergyWatch {
 public:
  /// Reads the meters on a thread of its own once a minute, so that no counter wraps twice unseen.
  explicit EnergyWatch(EnergyMeters meters, std::function<double()> clock = now_s);
  ~EnergyWatch();
  EnergyWatch(const EnergyWatch&) = delete;
  EnergyWatch& operator=(const EnergyWatch&) = delete;

  const EnergyScope& scope() const { return scope_; }
  /// Waits so long, or until stopped(), and takes the mean power as that of the idle machine. At once where there is no
  /// meter; nothing is taken where it was stopped.
  void measure_idle(double seconds, const std::function<bool()>& stopped);
  /// As measured, of the meters that could be read; of none where it was stopped, or there is none.
  IdlePower idle_power(double seconds, const std::function<bool()>& stopped);
  /// Takes over what was measured before several runs, if all scopes of this one are among it.
  void take_idle(const IdlePower& idle);
  /// To be called with each event as it comes. RunStarted and EpochDone are returned with what was measured, nothing
  /// for any other event.
  std::optional<Event> taken_in(const Event& event);
  /// The mean power since the last call, of the meters that can be read; the first call begins. From one thread at a
  /// time, beside the one that calls the others.
  std::vector<PowerReading> power();

 private:
  struct Reading {
    double at_s = 0.0;
    std::vector<double> joules;  // [scopes]
  };
  Reading read();
  EpochEnergy energy_of(const EpochDone& epoch);
  void read_now_and_then();

  EnergyMeters meters_;
  std::function<double()> clock_;
  EnergyScope scope_;
  std::int64_t steps_per_epoch_ = 0;
  Reading edge_;                    // the begin of the epoch in progress
  std::optional<Reading> trained_;  // the end of its training
  std::optional<Reading> sampled_;  // at the last power()
  std::mutex reading_, ending_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

/// The meters of all these runs, each once; those of a run on another machine, or of a backend that is not here, are
/// left out.
EnergyMeters open_energy_meters(const std::vector<RunSpec>& runs);

/// No meter is worth a run: where `open` throws, or the meters cannot be read on, the watch has none and says why.
std::unique_ptr<EnergyWatch> watch_energy(const std::function<EnergyMeters()>& open);

}  // namespace mlplab
