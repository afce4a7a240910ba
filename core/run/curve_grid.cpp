#include "core/run/curve_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mlplab {
namespace {

constexpr double rounding = 1e-9;  // of an epoch

double tenths(double epochs) { return std::floor(epochs * curve_points_per_epoch + rounding); }

}  // namespace

std::int64_t next_curve_point(std::int64_t step, std::int64_t steps_per_epoch) {
  // Numbers that no run has come from damaged files only.
  if (step < 0 || steps_per_epoch > std::numeric_limits<std::int64_t>::max() / (2 * curve_points_per_epoch))
    return steps_per_epoch;
  if (step >= steps_per_epoch) return steps_per_epoch;
  const std::int64_t point = step * curve_points_per_epoch / steps_per_epoch + 1;
  return (point * steps_per_epoch + curve_points_per_epoch - 1) / curve_points_per_epoch;
}

bool is_curve_point(std::int64_t step, std::int64_t steps_per_epoch) {
  return step > 0 && step <= steps_per_epoch && next_curve_point(step - 1, steps_per_epoch) == step;
}

CurveGrid::CurveGrid(const RunStarted& started, double begin_epochs, double begin_time_s)
    : examples_(static_cast<double>(started.train_examples)),
      steps_(static_cast<double>(started.steps_per_epoch)),
      batch_(started.spec.batch),
      begin_(begin_epochs),
      end_(begin_epochs),
      begin_time_s_(begin_time_s) {}

double CurveGrid::examples_until(double epochs) const {
  if (examples_ <= 0.0 || steps_ <= 0.0 || batch_ <= 0.0) return epochs;
  const double whole = std::floor(epochs + rounding);
  return whole * examples_ + std::min((epochs - whole) * steps_ * batch_, examples_);  // the last batch may be smaller
}

std::optional<StepDone> CurveGrid::add(const StepDone& report) {
  if (!std::isfinite(report.epochs) || report.epochs <= end_ + rounding) return std::nullopt;
  const double weight = examples_until(report.epochs) - examples_until(end_);
  if (joined_) {
    const auto mean = [&](double before, double now) { return (weight_ * before + weight * now) / (weight_ + weight); };
    StepDone joined = report;
    joined.loss = mean(joined_->loss, report.loss);
    joined.accuracy = mean(joined_->accuracy, report.accuracy);
    const double time_s = report.train_time_s - begin_time_s_;
    const double examples = weight_ + weight;
    if (time_s > 0.0 && examples_ > 0.0) joined.images_per_s = examples / time_s;
    joined_ = joined;
  } else {
    joined_ = report;
  }
  weight_ += weight;
  end_ = report.epochs;
  if (tenths(end_) > tenths(begin_)) return rest();
  return std::nullopt;
}

std::optional<StepDone> CurveGrid::rest() {
  if (joined_) begin_time_s_ = joined_->train_time_s;
  begin_ = end_;
  weight_ = 0.0;
  return std::exchange(joined_, std::nullopt);
}

TrainingCurve training_curve(const RunLog& log) {
  TrainingCurve curve;
  CurveGrid grid(log.started);
  const std::int64_t steps = log.started.steps_per_epoch;
  const auto take = [&](const std::optional<StepDone>& point) {
    if (!point) return;
    const std::int64_t before = std::int64_t{point->epoch} * steps;
    curve.on_grid = curve.on_grid && is_curve_point(point->step - before, steps);
    curve.points.push_back(*point);
  };
  for (const StepDone& step : log.steps) take(grid.add(step));
  take(grid.rest());
  if (log.live && !log.ended && (curve.points.empty() || log.live->epochs > curve.points.back().epochs))
    curve.points.push_back(*log.live);
  return curve;
}

}  // namespace mlplab
