// The charts of the Train page as pure functions of the runs: what each visible run looks like as a ChartData.
#pragma once

#include <optional>
#include <vector>

#include "ui/charts/chart_data.h"
#include "ui/runs/run.h"

namespace mlplab {

ChartData loss_chart(const RunList& runs);
ChartData accuracy_chart(const RunList& runs);
ChartData epoch_time_chart(const RunList& runs);
ChartData throughput_chart(const RunList& runs);
/// Joules of the training of each epoch; nothing where no shown run has any.
std::optional<ChartData> run_energy_chart(const RunList& runs);
/// All of them, in the order of the page.
std::vector<ChartData> run_charts(const RunList& runs);

/// Adds the training loss, each point the mean of a tenth of an epoch.
void add_training_loss(ChartSeries& series, const RunLog& log);

/// 'ms' with 1000 or 's' with 1 and so on: the unit in which `typical_s` reads best, and its factor.
struct TimeUnit {
  QString name;
  double per_second = 1.0;
};
TimeUnit time_unit(double typical_s);

}  // namespace mlplab
