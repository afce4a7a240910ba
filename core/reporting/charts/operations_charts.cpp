#include "core/reporting/charts/operations_charts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/host_info.h"
#include "core/operations/product.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/operations_report.h"

namespace mlplab {

namespace {

constexpr const char* copied_ending = "-copied";  // of the ids of variants whose filter is copied

Chart operation_frame(const KeptStudy& kept, const std::string& title) {
  return {.title = title,
          .x = {.title = "n", .logarithmic = true, .log_base = 2, .integers = true},
          .y = {.logarithmic = true, .log_base = 10},
          .caption = caption_begin + (kept.machine.empty() ? host_info().cpu : kept.machine)};
}

/// One line a variant; `value` of what was measured.
template <class Value>
void add_variants(Chart& chart, const OperationStudy& study, Value value) {
  std::set<std::string> devices;
  const std::vector<VariantLook> looks = looks_of(study);
  bool any_copied = false;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const Variant& variant = study.variants[i];
    const bool copied = looks[i].copied;
    ChartSeries series{.name = variant.title, .color = looks[i].color, .marker = looks[i].marker};
    if (copied) series.line = LineStyle::dashed, series.in_legend = false;
    for (const MeasuredOperation& point : study.points)
      if (point.variant == variant.id && std::isfinite(point.time_s)) series.add(point.n, value(point));
    if (series.x.empty()) continue;
    if (!variant.device.empty() && devices.insert(variant.device).second) chart.caption += " · " + variant.device;
    any_copied |= copied;
    chart.lines.push_back(series);
  }
  if (!any_copied) return;
  chart.keys.push_back({.name = say("dashed: filter copied for each window"), .line = LineStyle::dashed});
}

}  // namespace

std::vector<VariantLook> looks_of(const OperationStudy& study) {
  constexpr int colors = 6;
  std::vector<VariantLook> looks;
  int place = -1;
  for (const Variant& variant : study.variants) {
    const bool copied = variant.id.ends_with(copied_ending);
    if (!copied || place < 0) ++place;  // it follows the one that it is a copy of
    looks.push_back(
        {{place % colors, place / colors}, all_markers[static_cast<std::size_t>(place) % all_markers.size()], copied});
  }
  return looks;
}

bool has_published_curves(const KeptStudy& kept, const PublishedOperations& published) {
  if (kept.study.points.empty() || kept.kind == LaboratoryKind::embeddings) return false;
  if (kept.kind == LaboratoryKind::product) return !published.product_curves.empty();
  PoolingCase theirs = published.pooling;
  theirs.n = kept.pooling.n;
  return !published.pooling_curves.empty() && theirs == kept.pooling;
}

Chart operation_times_chart(const KeptStudy& kept, const PublishedOperations* published) {
  const bool pooling = kept.kind == LaboratoryKind::pooling;
  Chart chart = operation_frame(kept, pooling ? say("Time of a max pooling") : say("Time of a product"));
  chart.y.title = say("time");
  chart.y.unit = "s";
  chart.unit = "s";
  add_variants(chart, kept.study, [](const MeasuredOperation& point) { return point.time_s; });
  if (pooling && !chart.lines.empty())
    chart.caption +=
        say(" · kernel %1, stride %2, padding %3", kept.pooling.kernel, kept.pooling.stride, kept.pooling.padding);
  if (published == nullptr || !has_published_curves(kept, *published)) return chart;
  int count = 0;
  for (const PublishedOperationCurve& curve : pooling ? published->pooling_curves : published->product_curves) {
    if (!curve.shown) continue;
    chart.lines.push_back({.name = published->label + ": " + say(curve.name),
                           .color = {6, count++},
                           .line = LineStyle::dotted,
                           .x = {curve.n.begin(), curve.n.end()},
                           .y = curve.total_s});
  }
  if (count > 0) chart.caption += published_caption(published->label, say(published->machine));
  return chart;
}

Chart product_rate_chart(const KeptStudy& kept) {
  Chart chart = operation_frame(kept, say("Rate of a product"));
  chart.y.title = say("rate");
  chart.y.unit = chart.unit = "GFLOP/s";
  if (kept.kind == LaboratoryKind::product)
    add_variants(chart, kept.study,
                 [](const MeasuredOperation& point) { return 1e-9 * product_operations(point.n) / point.time_s; });
  for (ChartSeries& series : chart.lines) series.in_legend = false;  // the chart beside it has the same lines
  return chart;
}

namespace {

Chart pool_frame(const KeptStudy& kept, const std::string& title, const std::string& y) {
  Chart chart = operation_frame(kept, title);
  chart.x.title = kept.embeddings.pool_of == PoolOf::processes ? say("processes") : say("threads");
  chart.x.logarithmic = chart.y.logarithmic = false;
  chart.y.title = y;
  chart.y.min = 0.0;
  return chart;
}

}  // namespace

Chart embedding_speedup_chart(const KeptStudy& kept, const PublishedOperations* published) {
  const EmbeddingStudy& study = kept.embeddings;
  Chart chart = pool_frame(kept, say("Speedup of the pool"), say("speedup"));
  if (study.points.empty()) return chart;
  chart.y.title = say("speedup over the pool of %1", study.points.front().workers);
  ChartSeries measured{.name = say("measured"), .color = {0, 0}, .marker = Marker::circle};
  int most = 1;
  for (const EmbeddingPoint& point : study.points) {
    measured.add(point.workers, point.speedup);
    most = std::max(most, point.workers);
  }
  // Theirs is over one process, and stands beside what is over one worker.
  const bool comparable = published != nullptr && published->embeddings && study.points.front().workers == 1;
  const PublishedEmbeddings* theirs = comparable ? &*published->embeddings : nullptr;
  if (theirs != nullptr) most = std::max(most, theirs->workers);
  ChartSeries ceiling{
      .name = say("ceiling by packets"), .line = LineStyle::dashed, .role = ChartSeries::Role::computed};
  const double first = packet_ceiling(study, study.points.front().workers);
  for (int workers = 1; workers <= most; ++workers) {
    ceiling.add(workers, packet_ceiling(study, workers) / first);
  }
  chart.lines = {measured, ceiling};
  if (theirs == nullptr) return chart;
  const std::string& name = published->label;
  ChartSeries point{.name = name, .color = {5, 0}, .line = LineStyle::none, .marker = Marker::diamond};
  ChartSeries cap{.name = say("%1, ceiling", name), .color = {5, 1}, .line = LineStyle::none, .marker = Marker::cross};
  point.add(theirs->workers, theirs->speedup());
  cap.add(theirs->workers, packet_ceiling(static_cast<std::size_t>(theirs->packets), theirs->workers));
  chart.lines.insert(chart.lines.end(), {point, cap});
  chart.caption += published_caption(name, say(published->machine));
  return chart;
}

Chart pool_phases_chart(const KeptStudy& kept) {
  struct Look {
    PoolPhase phase;
    SeriesColor color;
    Fill fill;
  };
  constexpr Look looks[] = {{PoolPhase::detection, {0, 0}, Fill::plain},
                            {PoolPhase::embedding, {4, 0}, Fill::dots},
                            {PoolPhase::distances, {3, 0}, Fill::rising}};
  Chart chart = pool_frame(kept, say("Phases of the pool"), say("time"));
  chart.stacked = true;
  double longest_s = 0.0;
  for (const EmbeddingPoint& point : kept.embeddings.points) {
    chart.categories.push_back(pool_in_words(kept.embeddings.pool_of, point.workers));
    longest_s = std::max(longest_s, point.time_s);
  }
  const UnitOfTime unit = unit_of_time(longest_s);
  chart.y.unit = unit.name;
  chart.unit = say("%1, medians by phase", unit.name);
  for (const Look& look : looks) {
    BarSeries bars{.name = phase_in_words(look.phase), .color = look.color, .fill = look.fill};
    for (const EmbeddingPoint& point : kept.embeddings.points) {
      const PhasePoint& timed = point.phase(look.phase);
      bars.values.push_back(timed.times_s.empty() ? not_known : unit.per_second * timed.time_s);
    }
    if (std::ranges::any_of(bars.values, [](double value) { return std::isfinite(value); }))
      chart.bars.push_back(std::move(bars));
  }
  return chart;
}

Chart embedding_time_chart(const KeptStudy& kept) {
  Chart chart = pool_frame(kept, say("Time of the pool"), say("time"));
  chart.y.unit = chart.unit = "s";
  if (kept.embeddings.points.empty()) return chart;
  ChartSeries measured{.name = say("measured"), .color = {0, 0}, .marker = Marker::circle};
  for (const EmbeddingPoint& point : kept.embeddings.points) {
    measured.add(point.workers, point.time_s);
    measured.error_low.push_back(*std::ranges::min_element(point.times_s));
    measured.error_high.push_back(*std::ranges::max_element(point.times_s));
  }
  chart.lines = {measured};
  return chart;
}

}  // namespace mlplab
