#include "core/launch/external/stops_watch.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab {

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
