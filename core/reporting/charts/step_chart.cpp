#include "core/reporting/charts/step_chart.h"

#include <algorithm>

#include "core/base/language.h"

namespace mlplab {

namespace {

/// The values of a curve between two steps, and both ends of a line that passes through.
void add_between(ChartLimits& limits, const ChartSeries& series, double from, double to) {
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool inside = series.x[i] >= from && series.x[i] <= to;
    const bool passes = i + 1 < series.x.size() && series.x[i] < to && series.x[i + 1] > from;
    if (inside || passes) limits.add(series.y[i]);
    if (passes) limits.add(series.y[i + 1]);
  }
}

}  // namespace

Chart step_chart(const DrawnRun& run, const std::vector<SteppedBatch>& stepped) {
  Chart chart = run_loss_chart({run}, RunAxis::steps);
  chart.id = "step";
  chart.title = say("The batch on the curve");
  // As many steps as were taken one by one, and as many before them.
  const auto last = static_cast<double>(stepped.back().step);
  auto first = stepped.rbegin();
  while (std::next(first) != stepped.rend() && std::next(first)->step == first->step - 1) ++first;
  constexpr double fewest = 12.0;
  const double shown = std::max(fewest, 2.0 * (last - static_cast<double>(first->step)));
  const double from = std::max(0.0, last - shown), to = last + 0.1 * shown;

  ChartSeries before{
      .name = say("a batch before its step"), .color = run.color, .line = LineStyle::none, .marker = Marker::circle};
  ChartSeries after = before;
  after.name = say("the batch after it");
  after.marker = Marker::cross;
  for (const SteppedBatch& batch : stepped) {
    before.add(static_cast<double>(batch.step), batch.before);
    after.add(static_cast<double>(batch.step), batch.after);
  }
  after.highlight = static_cast<int>(after.x.size()) - 1;
  ChartLimits limits;
  for (const ChartSeries& series : chart.lines) add_between(limits, series, from, to);
  for (ChartSeries* series : {&before, &after}) {
    add_between(limits, *series, from, to);
    chart.lines.push_back(std::move(*series));
  }
  chart.x.min = from;
  chart.x.max = std::max(to, from + fewest);
  const double margin = limits.valid() ? std::max(0.05 * (limits.hi - limits.lo), 1e-3 * limits.hi) : 0.0;
  if (limits.valid()) {
    chart.y.min = std::max(0.0, limits.lo - margin);
    chart.y.max = limits.hi + margin;
  }
  if (run.spec->data.augmentation.any()) chart.caption += say(" · the single batches: as they are in the data");
  return chart;
}

}  // namespace mlplab
