#include "core/launch/external/claimed_times.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/clock.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/affinity.h"

namespace mlplab {
namespace {

constexpr double least_share_of_passed = 0.2, least_share_ever = 1e-3;  // of the time that passed here
constexpr double room_s = 0.1;                                          // that a time may be off in either direction
constexpr double most_images_per_s = 1e9;                               // no machine trains so many

bool is_within(double value, double most) { return value >= 0.0 && value <= most; }  // false for NaN

}  // namespace

void ClaimedTimes::process_started() { process_since_s_ = epoch_since_s_ = now_s(); }
void ClaimedTimes::run_started() { run_since_s_ = now_s(); }
void ClaimedTimes::may_go_on() { epoch_since_s_ = now_s(); }

std::optional<Warned> ClaimedTimes::check(EpochDone& epoch, double stood_s) {
  const double now = now_s(), possible_s = now - epoch_since_s_;
  const double passed_s = now - std::max(epoch_since_s_, run_since_s_);
  const double ran_s = std::max(0.0, passed_s - stood_s);
  const double said_s = epoch.train_time_s - std::exchange(said_s_, epoch.train_time_s);
  const auto is_possible = [&](double time_s) {
    const bool much_less = time_s < least_share_of_passed * ran_s && ran_s - time_s > room_s;
    return time_s > least_share_ever * ran_s && !much_less && time_s <= possible_s + room_s;
  };
  std::optional<Warned> told;
  if (!(is_possible(said_s) && is_possible(epoch.epoch_time_s)) && !std::exchange(doubted_, true)) {
    const double wrong_s = is_possible(said_s) ? epoch.epoch_time_s : said_s;
    told =
        Warned{say("after epoch %1 %2 says that it trained for %3 s, and %4 s passed here: its times are not "
                   "verified; the times shown are those of this program's clock, with what it does beside training",
                   epoch.epoch, name_, std::isfinite(wrong_s) ? significant(wrong_s) : say("no number of"),
                   significant(passed_s))};
  }
  accepted_s_ += doubted_ ? passed_s : said_s;
  if (doubted_) epoch.epoch_time_s = passed_s, epoch.train_time_s = accepted_s_;
  epoch.images_per_s = examples_ / std::max(epoch.epoch_time_s, 1e-9);
  for (double* time_s : {&epoch.eval_time_s, &epoch.test_time_s, &epoch.validation_time_s})
    if (!is_within(*time_s, possible_s + room_s)) *time_s = 0.0;
  return told;
}

void ClaimedTimes::check(StepDone& step) const {
  const double passed_s = now_s() - process_since_s_;
  if (doubted_ || !is_within(step.train_time_s, passed_s + room_s)) step.train_time_s = accepted_s_;
  if (doubted_ || !is_within(step.images_per_s, most_images_per_s))
    step.images_per_s = static_cast<double>(step.step) * batch_ / std::max(passed_s, 1e-9);
}

/// A run that was stopped within an epoch has trained for longer than its epochs took.
void ClaimedTimes::check(RunEnded& end) const {
  const bool is_possible = end.train_time_s >= accepted_s_ && end.train_time_s <= now_s() - process_since_s_ + room_s;
  if (doubted_ || !is_possible) end.train_time_s = accepted_s_;
  if (doubted_) end.time_to_target_s.reset();
}

std::optional<Warned> check_claimed_workers(RunStarted& start, const std::string& name, int asked) {
  const int most = std::max(asked, static_cast<int>(allowed_cpus().size()));  // 0: the system does not tell
  const bool contradicts = asked > 0 && start.workers != asked;
  if (start.workers >= 1 && !contradicts && (most == 0 || start.workers <= most)) return std::nullopt;
  const std::string said = count_of(std::exchange(start.workers, std::max(asked, 1)), "worker");
  return Warned{
      contradicts
          ? say("%1 says that it has %2, and %3 were asked for: its own number is not believed", name, said, asked)
          : say("%1 says that it has %2, which this machine cannot have: its own number is not believed", name, said)};
}

void StopsWatch::look(const ChildProcesses& children) {
  constexpr double look_every_s = 0.05;
  const double now = now_s(), passed_s = now - looked_at_s_;
  if (passed_s < look_every_s) return;
  if (looked_at_s_ > 0.0 && children.any_stopped()) stopped_s_ += passed_s;
  looked_at_s_ = now;
}

double StopsWatch::stood_s() {
  return std::max(stopped_s_, ours_.total_s() - ours_before_s_);  // stopped together, both say it of the same time
}

std::optional<Warned> StopsWatch::epoch_done(int epoch, const std::string& name) {
  const double stood_s = this->stood_s();
  if (stood_s < Standstill::least_s) return std::nullopt;
  return Warned{
      say("epoch %1: the program of %2 did not run for %3 s (Ctrl-Z, SIGSTOP, a computer that slept): the times of "
          "this epoch are not its own",
          epoch, name, significant(stood_s, 2))};
}

void StopsWatch::may_go_on() {
  stopped_s_ = 0.0;
  ours_before_s_ = ours_.total_s();
}

}  // namespace mlplab
