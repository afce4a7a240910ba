// Times are those of training alone: evaluation and start-up are no part of the race, as nowhere in the program.
#include "ui/compare/race.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/charts/comparison_charts.h"
#include "ui/runs/run.h"

namespace mlplab {

double Race::end_s() const {
  double end = 0.0;
  for (const RaceLane& lane : lanes) {
    if (!lane.time_s.empty()) end = std::max(end, lane.time_s.back());
  }
  return end;
}

Race race_of(const Comparison& comparison) {
  Race race;
  for (const ComparisonRow& row : comparison.rows) {
    if (row.log.steps.empty() && row.log.epochs.empty()) continue;
    RaceLane lane;
    lane.name = QString::fromStdString(say(row.title));
    lane.color = {std::max(0, backend_index(row.backend)), 0};
    lane.epochs_total =
        std::max(1, row.log.started.spec.epochs > 0 ? row.log.started.spec.epochs : comparison.spec.base.epochs);
    lane.time_s = {0.0};
    lane.epochs = {0.0};
    const auto add = [&](double time_s, double epochs) {
      if (time_s < lane.time_s.back() || epochs < lane.epochs.back()) return;
      lane.time_s.push_back(time_s);
      lane.epochs.push_back(epochs);
    };
    std::size_t epoch = 0;
    for (const StepDone& step : row.log.steps) {
      for (; epoch < row.log.epochs.size() && row.log.epochs[epoch].train_time_s <= step.train_time_s; ++epoch) {
        add(row.log.epochs[epoch].train_time_s, row.log.epochs[epoch].epoch);
      }
      add(step.train_time_s, step.epochs);
    }
    for (; epoch < row.log.epochs.size(); ++epoch) {
      add(row.log.epochs[epoch].train_time_s, row.log.epochs[epoch].epoch);
    }
    lane.complete = lane.epochs.back() >= lane.epochs_total - 1e-9;
    race.lanes.push_back(std::move(lane));
  }
  race.caption = QString::fromStdString(comparison_caption(comparison));
  return race;
}

double epochs_at(const RaceLane& lane, double clock_s) {
  if (lane.time_s.empty() || clock_s <= lane.time_s.front()) return lane.epochs.empty() ? 0.0 : lane.epochs.front();
  if (clock_s >= lane.time_s.back()) return lane.epochs.back();
  const auto next = std::ranges::upper_bound(lane.time_s, clock_s);
  const auto i = static_cast<std::size_t>(next - lane.time_s.begin());
  const double share = (clock_s - lane.time_s[i - 1]) / (lane.time_s[i] - lane.time_s[i - 1]);
  return lane.epochs[i - 1] + share * (lane.epochs[i] - lane.epochs[i - 1]);
}

std::optional<double> finish_s(const RaceLane& lane) {
  if (!lane.complete) return {};
  const auto done = std::ranges::find_if(lane.epochs, [&](double e) { return e >= lane.epochs_total - 1e-9; });
  return lane.time_s[static_cast<std::size_t>(done - lane.epochs.begin())];
}

int place_at(const Race& race, std::size_t lane, double clock_s) {
  const std::optional<double> own = finish_s(race.lanes[lane]);
  if (!own || *own > clock_s) return 0;
  int place = 1;
  for (const RaceLane& other : race.lanes) {
    const std::optional<double> finished = finish_s(other);
    if (finished && *finished < *own) ++place;
  }
  return place;
}

}  // namespace mlplab
