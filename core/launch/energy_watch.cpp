#include "core/launch/energy_watch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backends.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"
#include "core/machine/energy/meter.h"

namespace mlplab {
namespace {

/// A window that is longer than what was trained in it by more than this holds something else.
constexpr double window_slack = 0.05, window_slack_s = 0.25;

std::vector<double> joules_between(const std::vector<double>& begin, const std::vector<double>& end) {
  std::vector<double> spent(end.size());
  std::ranges::transform(end, begin, spent.begin(), std::minus());
  return spent;
}

/// '' where it has none.
std::string name_of_this_machine() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), HOST_NAME_MAX) == 0 ? name.data() : "";
}

/// As it is kept: untranslated.
std::string scope_of(const EnergyMeter& meter, const EnergyMeters& all) {
  return all.machine.empty() ? meter.scope() : meter.scope() + " of " + all.machine;
}

/// A meter whose scope names its machine.
class MeterOfMachine : public EnergyMeter {
 public:
  MeterOfMachine(std::string scope, std::unique_ptr<EnergyMeter> meter)
      : scope_(std::move(scope)), meter_(std::move(meter)) {}
  std::string scope() const override { return scope_; }
  double joules() override { return meter_->joules(); }

 private:
  std::string scope_;
  std::unique_ptr<EnergyMeter> meter_;
};

void add(EnergyMeters& all, EnergyMeters more) {
  std::ranges::move(more.meters, std::back_inserter(all.meters));
  std::ranges::move(more.missing, std::back_inserter(all.missing));
}

}  // namespace

EnergyMeters open_rank_meters(const std::vector<Compute>& computes) {
  EnergyMeters all;
  std::set<std::string> told;
  std::optional<Compute> shared;  // whose ranks have met all devices there are
  for (const Compute& compute : with_devices(computes)) {
    Compute alike = compute;
    alike.options.local_rank = 0;
    const DeviceMeters* meters = meters_of(compute.backend);
    if (meters == nullptr || shared == alike) continue;
    EnergyMeters more = meters->energy(compute.options);
    const auto is_told = [&](const std::string& scope) { return !told.insert(scope).second; };
    std::erase_if(more.meters, [&](const auto& meter) { return is_told(meter->scope()); });
    std::erase_if(more.missing, is_told);
    if (more.meters.empty() && more.missing.empty()) shared = alike;
    add(all, std::move(more));
  }
  return all;
}

EnergyMeters open_energy_meters(const RunSpec& spec, const Communicator* job) {
  EnergyMeters all = open_powercap();
  const BackendEntry& entry = find_backend(spec.backend);
  std::vector<Compute> computes = computes_of(spec);
  if (job != nullptr && spec.team) {  // those of this machine
    const auto first =
        computes.begin() + std::min<std::ptrdiff_t>(job->rank() - job->local_rank(), std::ssize(computes));
    computes = {first, first + std::min<std::ptrdiff_t>(job->local_size(), computes.end() - first)};
  }
  add(all, open_rank_meters(computes));
  if (entry.program)
    all.missing.push_back(say("only processors are measured, not other devices that %1 computes on", entry.name));
  const bool spread = job != nullptr && job->local_size() < job->size();
  if (spread || !hostfile_of(spec).empty()) {
    all.machine = name_of_this_machine();
    all.missing.push_back(say("of the machines of the run only this one is measured"));
  }
  return all;
}

EnergyMeters open_energy_meters(const std::vector<RunSpec>& runs) {
  EnergyMeters all;
  std::set<std::string> told;
  for (const RunSpec& run : runs) {
    if (!run.host.empty() || known_backend(run.backend) == nullptr) continue;
    EnergyMeters more = open_energy_meters(run);
    for (std::unique_ptr<EnergyMeter>& meter : more.meters)
      if (std::string scope = scope_of(*meter, more); told.insert(scope).second)
        all.meters.push_back(std::make_unique<MeterOfMachine>(std::move(scope), std::move(meter)));
  }
  return all;
}

EnergyWatch::EnergyWatch(EnergyMeters meters, std::function<double()> clock)
    : meters_(std::move(meters)), clock_(std::move(clock)) {
  for (const auto& meter : meters_.meters) scope_.scopes.push_back(scope_of(*meter, meters_));
  scope_.missing = meters_.missing;
  if (!meters_.meters.empty()) thread_ = std::thread([this] { read_now_and_then(); });
}

EnergyWatch::~EnergyWatch() {
  {
    const std::lock_guard lock(ending_);
    over_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void EnergyWatch::read_now_and_then() {
  std::unique_lock lock(ending_);
  while (!ended_.wait_for(lock, std::chrono::minutes(1), [this] { return over_; })) {
    const std::lock_guard reading(reading_);
    for (const auto& meter : meters_.meters) meter->joules();
  }
}

EnergyWatch::Reading EnergyWatch::read() {
  const std::lock_guard lock(reading_);
  Reading reading{.at_s = clock_(), .joules = {}};
  for (const auto& meter : meters_.meters) reading.joules.push_back(meter->joules());
  return reading;
}

void EnergyWatch::measure_idle(double seconds, const std::function<bool()>& stopped) {
  take_idle(idle_power(seconds, stopped));
}

IdlePower EnergyWatch::idle_power(double seconds, const std::function<bool()>& stopped) {
  if (meters_.meters.empty()) return {};
  const Reading begin = read();
  while (clock_() - begin.at_s < seconds) {
    if (stopped()) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const Reading end = read();
  IdlePower idle{.time_s = end.at_s - begin.at_s};
  const std::vector<double> joules = joules_between(begin.joules, end.joules);
  for (std::size_t i = 0; i < joules.size(); ++i) {
    if (!std::isfinite(joules[i])) continue;
    idle.scopes.push_back(scope_.scopes[i]);
    idle.watts.push_back(joules[i] / idle.time_s);
  }
  return idle;
}

void EnergyWatch::take_idle(const IdlePower& idle) {
  scope_.idle_w = idle.watts_of(scope_.scopes);
  if (!scope_.idle_w) return;
  scope_.idle_time_s = idle.time_s;
  scope_.idle_busy_cpus = idle.busy_cpus;
}

EpochEnergy EnergyWatch::energy_of(const EpochDone& epoch) {
  const Reading end = read();
  EpochEnergy energy{.scopes = scope_.scopes, .train_j = {}, .eval_j = {}, .why_not = {}};
  const Reading begin = std::exchange(edge_, end);
  const std::optional<Reading> trained = std::exchange(trained_, std::nullopt);
  if (!trained) {
    energy.why_not = say("the run did not say when the training of the epoch ended");
    return energy;
  }
  energy.train_j = joules_between(begin.joules, trained->joules);
  energy.eval_j = joules_between(trained->joules, end.joules);
  energy.train_window_s = trained->at_s - begin.at_s;
  energy.eval_window_s = end.at_s - trained->at_s;
  if (energy.train_window_s > (1.0 + window_slack) * epoch.epoch_time_s + window_slack_s)
    energy.why_not =
        say("epoch %1 took %2 of training in a window of %3: it was paused or waited, and the joules are those of the "
            "waiting too",
            epoch.epoch, duration(epoch.epoch_time_s), duration(energy.train_window_s));
  return energy;
}

std::optional<Event> EnergyWatch::taken_in(const Event& event) {
  if (const auto* started = std::get_if<RunStarted>(&event)) {
    steps_per_epoch_ = started->steps_per_epoch;
    trained_.reset();
    edge_ = read();
    RunStarted with = *started;
    with.energy = scope_;
    return with;
  }
  if (meters_.meters.empty()) return std::nullopt;
  if (const auto* step = std::get_if<StepDone>(&event)) {
    // The trainer has waited for its device; what follows is the evaluation.
    if (!trained_ && step->step == (std::int64_t{step->epoch} + 1) * steps_per_epoch_) trained_ = read();
  }
  if (std::holds_alternative<Rewound>(event)) {
    trained_.reset();
    edge_ = read();
  }
  if (const auto* epoch = std::get_if<EpochDone>(&event)) {
    EpochDone with = *epoch;
    with.energy = energy_of(*epoch);
    return with;
  }
  return std::nullopt;
}

std::vector<PowerReading> EnergyWatch::power() {
  std::vector<PowerReading> all;
  if (meters_.meters.empty()) return all;
  const Reading now = read();
  const std::optional<Reading> before = std::exchange(sampled_, now);
  if (!before || now.at_s <= before->at_s) return all;
  for (std::size_t i = 0; i < scope_.scopes.size(); ++i) {
    const double watts = (now.joules[i] - before->joules[i]) / (now.at_s - before->at_s);
    if (std::isfinite(watts)) all.push_back({scope_.scopes[i], watts});
  }
  return all;
}

std::unique_ptr<EnergyWatch> watch_energy(const std::function<EnergyMeters()>& open) {
  try {
    return std::make_unique<EnergyWatch>(open());
  } catch (const std::exception& error) {
    EnergyMeters none;
    none.missing.push_back(say("the energy meters could not be opened: %1", error.what()));
    return std::make_unique<EnergyWatch>(std::move(none));
  }
}

}  // namespace mlplab
