#include "core/reporting/charts/workshop_charts.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/charts/operations_charts.h"
#include "core/reporting/charts/profile_charts.h"
#include "core/workshop/kernel_roofline.h"

namespace mlplab::workshop {
namespace {

double operations_at(const Work& work, int n) { return work.task->operations(work.task->timed_shape(n)); }

bool has_operations(const Work& work) { return operations_at(work, work.task->timed.front()) > 0.0; }

/// The lines of the variants, as the page Operations has them.
Chart times(const OperationStudy& study) {
  KeptStudy kept{.kind = LaboratoryKind::product};
  kept.study = study;
  return operation_times_chart(kept, nullptr);
}

const Variant* variant_of(const OperationStudy& study, const ChartSeries& series) {
  const auto found = std::ranges::find(study.variants, series.name, &Variant::title);
  return found == study.variants.end() ? nullptr : &*found;
}

}  // namespace

Chart kernel_times_chart(const Work& work, const OperationStudy& study) {
  Chart chart = times(study);
  chart.id = "kernel-times";
  chart.title = say("Time");
  for (ChartSeries& series : chart.lines) {
    const Variant* variant = variant_of(study, series);
    if (variant == nullptr) continue;
    for (const double n : series.x) {
      const MeasuredOperation* point = study.find(variant->id, static_cast<int>(n));
      series.error_low.push_back(point->fastest_s);
      series.error_high.push_back(point->slowest_s);
    }
  }
  chart.caption += " · " + work.task->name;
  return chart;
}

Chart kernel_rates_chart(const Work& work, const OperationStudy& study, double peak) {
  Chart chart = times(study);
  chart.id = "kernel-rates";
  chart.title = say("Rate");
  chart.y.title = say("rate");
  chart.y.unit = chart.unit = "GFLOP/s";
  chart.caption += " · " + work.task->name;
  if (!has_operations(work)) chart.lines.clear();
  ChartLimits sizes;
  for (ChartSeries& series : chart.lines)
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      series.y[i] = 1e-9 * operations_at(work, static_cast<int>(series.x[i])) / series.y[i];
      sizes.add(series.x[i]);
    }
  if (peak <= 0.0 || !sizes.valid()) return chart;
  ChartSeries line{.name = say("measured peak"), .line = LineStyle::dashed};
  line.role = ChartSeries::Role::computed;
  line.x = {sizes.lo, sizes.hi};
  line.y = {1e-9 * peak, 1e-9 * peak};
  chart.lines.push_back(line);
  return chart;
}

Chart kernel_roofline_chart(const Work& work, const OperationStudy& study, const Ceilings& ceilings) {
  Chart chart;
  chart.id = "kernel-roofline";
  chart.title = say("Roofline");
  chart.caption = times(study).caption + " · " + work.task->name;
  set_roofline_axes(chart);
  if (!has_operations(work) || ceilings.peak_flop_per_s <= 0.0) return chart;
  struct Look {
    const char* variant;
    SeriesColor color;
    Marker marker;
  };
  constexpr Look looks[] = {{own_kernel, {0, 0}, Marker::circle}, {plain_kernel, {3, 0}, Marker::square}};
  std::vector<ChartSeries> all;
  ChartLimits x;
  for (const Look& look : looks) {
    const Variant* variant = study.variant(look.variant);
    if (variant == nullptr) continue;
    ChartSeries series{.name = variant->title, .color = look.color, .line = LineStyle::none, .marker = look.marker};
    for (const KernelPoint& point : roofline_points(*work.task, study, look.variant)) {
      series.x.push_back(point.intensity());
      series.y.push_back(1e-9 * point.flop_per_s());
      x.add(point.intensity());
    }
    if (!series.x.empty()) all.push_back(std::move(series));
  }
  if (all.empty()) return chart;
  for (const ReadingCeiling& reading : ceilings.readings) x.add(ceilings.peak_flop_per_s / reading.bytes_per_s);
  add_ceilings(chart, ceilings, x.lo / 2.0, 2.0 * x.hi);
  chart.lines.insert(chart.lines.end(), all.begin(), all.end());
  return chart;
}

}  // namespace mlplab::workshop
