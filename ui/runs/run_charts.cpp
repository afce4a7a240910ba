#include "ui/runs/run_charts.h"

#include "ui/runs/run_difference.h"

namespace mlplab {

std::vector<DrawnRun> drawn_runs(const RunList& runs) {
  std::vector<const Run*> list;
  for (const auto& run : runs)
    if (run->visible || run->set_aside) list.push_back(run.get());
  const std::vector<QString> titles = titles_among(list);
  std::vector<DrawnRun> drawn;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Run& run = *list[i];
    drawn.push_back({.name = run_title(run).toStdString(),
                     .title = titles[i].toStdString(),
                     .spec = &run.spec,
                     .log = &run.log,
                     .color = run.color,
                     .marker = run.marker,
                     .key = run.number,
                     .visible = run.visible,
                     .diverged = diverged(run)});
  }
  return drawn;
}

std::vector<Chart> run_charts(const RunList& runs, RunAxis axis) {
  const std::vector<DrawnRun> drawn = drawn_runs(runs);
  std::vector<Chart> charts = {run_loss_chart(drawn, axis), run_accuracy_chart(drawn, axis), run_time_chart(drawn),
                               run_rate_chart(drawn, axis)};
  if (std::optional<Chart> energy = run_energy_chart(drawn)) charts.push_back(std::move(*energy));
  return charts;
}

}  // namespace mlplab
