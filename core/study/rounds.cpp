// Times come from the trainer's events alone; the clock here only serves the ETA.
#include "core/study/rounds.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>

#include "core/base/clock.h"
#include "core/launch/demand.h"
#include "core/launch/energy_watch.h"

namespace mlplab {

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// Runs with the same key take about as long.
std::pair<std::size_t, bool> key_of(const Turn& turn) { return {turn.cell, turn.repeat == reference_repeat}; }

}  // namespace

/// Collects the events of a run.
class Rounds::Collector : public EventSink {
 public:
  Collector(bool steps, EventSink* watcher, std::function<void(double)> report)
      : steps_(steps), watcher_(watcher), report_(std::move(report)) {}
  void on_event(const Event& event) override {
    memory.on_event(event);
    log.apply(event);
    if (watcher_ != nullptr) watcher_->on_event(event);
    const StepDone* step = report_of(event);
    if (step == nullptr) return;
    report_(step->epochs / log.started.spec.epochs);
    if (!steps_) log.steps.clear();
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    if (watcher_ != nullptr) watcher_->on_state(state);
  }
  RunLog log;
  MemoryWatch memory;

 private:
  bool steps_;
  EventSink* watcher_;
  std::function<void(double)> report_;
};

Rounds::Rounds(StudyRuns& study, RunControl& control, std::function<NoiseReading()> noise, double idle_s)
    : study_(study), control_(control), noise_(std::move(noise)), idle_s_(idle_s), topology_(machine_topology()) {}

void Rounds::expect(const Turn& turn, double wall_s) { walls_s_[key_of(turn)].push_back(wall_s); }

double Rounds::expected_s(const Turn& turn) const {
  if (const auto found = walls_s_.find(key_of(turn)); found != walls_s_.end()) return mean(found->second);
  std::vector<double> all;
  for (const auto& [other, walls] : walls_s_) all.insert(all.end(), walls.begin(), walls.end());
  return mean(all);
}

void Rounds::begin(const NoiseReading& start) {
  session_ = utc_now();
  start_ = start;
}

std::vector<Finding> Rounds::look(double seconds) {
  const NoiseReading first = noise_();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  begin(noise_());
  return judge_noise(first, start_, 0, topology_);
}

/// Once for all runs: they then have one idle machine, and none waits for another to cool down.
void Rounds::measure_idle(const std::vector<Turn>& turns, int total) {
  std::vector<RunSpec> runs;
  std::set<std::size_t> cells;
  for (const Turn& turn : turns)
    if (const bool again = turn.repeat != reference_repeat && !cells.insert(turn.cell).second; !again)
      if (std::optional<RunSpec> run = study_.spec_of(turn)) runs.push_back(std::move(*run));
  const std::unique_ptr<EnergyWatch> watch = watch_energy([&] { return open_energy_meters(runs); });
  if (watch->scope().scopes.empty()) return;
  StudyProgress progress{.turn = turns.front(), .runs_total = total, .idle = true};
  progress.runs_done = total - static_cast<int>(turns.size());
  progress.fraction = static_cast<double>(progress.runs_done) / total;
  study_.on_progress(progress);
  const NoiseReading before = noise_();
  study_.idle = watch->idle_power(idle_s_, [this] { return control_.stopped(); });
  study_.idle.busy_cpus = busy_cpus(before, noise_());
  session_.clear();  // the runs' begins now
}

bool Rounds::run(const std::vector<Turn>& turns, int total) {
  if (idle_s_ > 0.0 && !turns.empty() && !control_.stopped()) measure_idle(turns, total);
  if (session_.empty()) begin(noise_());
  for (std::size_t at = 0; at < turns.size(); ++at) {
    if (failed_.contains(turns[at].cell)) continue;
    if (control_.stopped() || !make(turns, at, total)) return false;
  }
  return true;
}

void Rounds::report(const std::vector<Turn>& turns, std::size_t at, int total, double run_fraction, double spent_s) {
  StudyProgress progress{.turn = turns[at], .name = study_.name_of(turns[at].cell)};
  progress.runs_total = total;
  progress.runs_done = total - static_cast<int>(turns.size() - at);
  progress.run_fraction = run_fraction;
  progress.fraction = (progress.runs_done + run_fraction) / total;
  progress.eta_s = 0.0;
  for (std::size_t i = at; i < turns.size(); ++i) {
    if (failed_.contains(turns[i].cell)) continue;
    double wall_s = expected_s(turns[i]);
    if (std::isnan(wall_s) && run_fraction > 0.05) wall_s = spent_s / run_fraction;
    progress.eta_s += i == at ? wall_s * (1.0 - run_fraction) : wall_s;
  }
  study_.on_progress(progress);
}

bool Rounds::make(const std::vector<Turn>& turns, std::size_t at, int total) {
  const Turn& turn = turns[at];
  study_.prepare(turn);
  const double start_s = now_s();
  MadeRun run;
  run.started = utc_now();
  report(turns, at, total, 0.0, 0.0);
  Collector collector(study_.keeps_steps(), study_.watcher(turn),
                      [&](double fraction) { report(turns, at, total, fraction, now_s() - start_s); });
  const NoiseReading before = noise_();
  run.ended = study_.train(turn, collector, control_);
  const NoiseReading after = noise_();
  run.wall_s = now_s() - start_s;
  run.memory = collector.memory.memory();
  run.log = std::move(collector.log);
  run.noise = judge_noise(before, after, host_threads(run.log.started).value_or(0), topology_);
  run.session = session_;
  run.session_noise = judge_noise(start_, after, 0, topology_);
  run.too_short = is_too_short_to_judge(before, after);
  run.short_session = is_too_short_to_judge(start_, after);
  const bool goes_on = run.ended.status != RunStatus::stopped;
  // Without a reference cells are not compared, and still timed.
  if (run.ended.status == RunStatus::failed && turn.repeat != reference_repeat) failed_.insert(turn.cell);
  if (run.ended.status == RunStatus::done) expect(turn, run.wall_s);
  study_.take(turn, std::move(run));
  return goes_on;
}

}  // namespace mlplab
