#include "ui/operations/operations_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/language.h"
#include "core/machine/host_info.h"
#include "core/operations/product.h"

namespace mlplab {

namespace {

struct OperationsChartsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::OperationsCharts)
};

constexpr const char* copied_ending = "-copied";  // of the ids of variants whose filter is copied

ChartData operation_frame(const OperationsSession::Result& result, const QString& title) {
  ChartData chart;
  chart.title = title;
  chart.x.title = QStringLiteral("n");
  chart.x.integers = chart.x.logarithmic = true;
  chart.x.log_base = 2;
  chart.y.logarithmic = true;
  chart.y.log_base = 10;
  // untranslated: names
  chart.caption = QStringLiteral("MLP Lab · ") +
                  (result.machine.isEmpty() ? QString::fromStdString(host_info().cpu) : result.machine);
  return chart;
}

/// One line a variant; `value` of what was measured.
template <class Value>
void add_variants(ChartData& chart, const OperationStudy& study, Value value) {
  std::set<std::string> devices;
  const std::vector<VariantLook> looks = looks_of(study);
  bool any_copied = false;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const Variant& variant = study.variants[i];
    const bool copied = looks[i].copied;
    ChartSeries series;
    series.name = QString::fromStdString(variant.title);
    series.color = looks[i].color;
    series.marker = looks[i].marker;
    if (copied) series.line = LineStyle::dashed, series.in_legend = false;
    for (const MeasuredOperation& point : study.points) {
      if (point.variant != variant.id || !std::isfinite(point.time_s)) continue;
      series.x.push_back(point.n);
      series.y.push_back(value(point));
    }
    if (series.x.empty()) continue;
    if (!variant.device.empty() && devices.insert(variant.device).second)
      chart.caption += QStringLiteral(" · ") + QString::fromStdString(variant.device);
    any_copied |= copied;
    chart.lines.push_back(series);
  }
  if (!any_copied) return;
  ChartSeries key;
  key.name = OperationsChartsText::tr("dashed: filter copied for each window");
  key.line = LineStyle::dashed;
  chart.keys.push_back(key);
}

}  // namespace

std::vector<VariantLook> looks_of(const OperationStudy& study) {
  constexpr std::array markers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond, Marker::cross};
  constexpr int colors = 6;
  std::vector<VariantLook> looks;
  int place = -1;
  for (const Variant& variant : study.variants) {
    const bool copied = variant.id.ends_with(copied_ending);
    if (!copied || place < 0) ++place;  // it follows the one that it is a copy of
    looks.push_back(
        {{place % colors, place / colors}, markers[static_cast<std::size_t>(place) % markers.size()], copied});
  }
  return looks;
}

bool has_published_curves(const OperationsSession::Result& result, const PublishedOperations& published) {
  if (result.study.points.empty() || result.plan.kind == LaboratoryKind::embeddings) return false;
  if (result.plan.kind == LaboratoryKind::product) return !published.product_curves.empty();
  PoolingCase theirs = published.pooling;
  theirs.n = result.plan.pooling.n;
  return !published.pooling_curves.empty() && theirs == result.plan.pooling;
}

ChartData operation_times_chart(const OperationsSession::Result& result, const PublishedOperations* published) {
  const bool pooling = result.plan.kind == LaboratoryKind::pooling;
  ChartData chart = operation_frame(result, pooling ? OperationsChartsText::tr("Time of a max pooling")
                                                    : OperationsChartsText::tr("Time of a product"));
  chart.y.title = OperationsChartsText::tr("time");
  chart.y.unit = QStringLiteral("s");
  chart.unit = QStringLiteral("s");
  add_variants(chart, result.study, [](const MeasuredOperation& point) { return point.time_s; });
  if (pooling && !chart.lines.empty())
    chart.caption += OperationsChartsText::tr(" · kernel %1, stride %2, padding %3")
                         .arg(result.plan.pooling.kernel)
                         .arg(result.plan.pooling.stride)
                         .arg(result.plan.pooling.padding);
  if (published == nullptr || !has_published_curves(result, *published)) return chart;
  int count = 0;
  for (const PublishedOperationCurve& curve : pooling ? published->pooling_curves : published->product_curves) {
    if (!curve.shown) continue;
    ChartSeries series;
    series.name =
        QStringLiteral("%1: %2").arg(QString::fromStdString(published->label), QString::fromStdString(say(curve.name)));
    series.line = LineStyle::dotted;
    series.color = {6, count++};
    series.x.assign(curve.n.begin(), curve.n.end());
    series.y = curve.total_s;
    chart.lines.push_back(series);
  }
  if (count > 0)
    chart.caption += OperationsChartsText::tr(" · published: %1, measured on: %2")
                         .arg(QString::fromStdString(published->label), QString::fromStdString(published->machine));
  return chart;
}

ChartData product_rate_chart(const OperationsSession::Result& result) {
  ChartData chart = operation_frame(result, OperationsChartsText::tr("Rate of a product"));
  chart.y.title = OperationsChartsText::tr("rate");
  chart.y.unit = chart.unit = QStringLiteral("GFLOP/s");
  if (result.plan.kind == LaboratoryKind::product)
    add_variants(chart, result.study,
                 [](const MeasuredOperation& point) { return 1e-9 * product_operations(point.n) / point.time_s; });
  for (ChartSeries& series : chart.lines) series.in_legend = false;  // the chart beside it has the same lines
  return chart;
}

namespace {

ChartData pool_frame(const OperationsSession::Result& result, const QString& title, const QString& y) {
  ChartData chart = operation_frame(result, title);
  chart.x.title = result.embeddings.pool_of == PoolOf::processes ? OperationsChartsText::tr("processes")
                                                                 : OperationsChartsText::tr("threads");
  chart.x.logarithmic = chart.y.logarithmic = false;
  chart.y.title = y;
  chart.y.min = 0.0;
  return chart;
}

}  // namespace

ChartData embedding_speedup_chart(const OperationsSession::Result& result, const PublishedOperations* published) {
  const EmbeddingStudy& study = result.embeddings;
  ChartData chart =
      pool_frame(result, OperationsChartsText::tr("Speedup of the pool"), OperationsChartsText::tr("speedup"));
  if (study.points.empty()) return chart;
  chart.y.title = OperationsChartsText::tr("speedup over the pool of %1").arg(study.points.front().workers);
  ChartSeries measured{.name = OperationsChartsText::tr("measured"), .color = {0, 0}, .marker = Marker::circle};
  int most = 1;
  for (const EmbeddingPoint& point : study.points) {
    measured.x.push_back(point.workers);
    measured.y.push_back(point.speedup);
    most = std::max(most, point.workers);
  }
  // Theirs is over one process, and stands beside what is over one worker.
  const bool comparable = published != nullptr && published->embeddings && study.points.front().workers == 1;
  const PublishedEmbeddings* theirs = comparable ? &*published->embeddings : nullptr;
  if (theirs != nullptr) most = std::max(most, theirs->workers);
  ChartSeries ceiling{.name = OperationsChartsText::tr("ceiling by packets"), .line = LineStyle::dashed};
  ceiling.role = ChartSeries::Role::computed;
  const double first = packet_ceiling(study.packets, study.points.front().workers);
  for (int workers = 1; workers <= most; ++workers) {
    ceiling.x.push_back(workers);
    ceiling.y.push_back(packet_ceiling(study.packets, workers) / first);
  }
  chart.lines = {measured, ceiling};
  if (theirs == nullptr) return chart;
  ChartSeries point{.name = QString::fromStdString(published->label),
                    .color = {5, 0},
                    .line = LineStyle::none,
                    .marker = Marker::diamond};
  point.x = {static_cast<double>(theirs->workers)};
  point.y = {theirs->speedup()};
  ChartSeries cap{.name = OperationsChartsText::tr("%1, ceiling").arg(point.name),
                  .color = {5, 1},
                  .line = LineStyle::none,
                  .marker = Marker::cross};
  cap.x = point.x;
  cap.y = {packet_ceiling(static_cast<std::size_t>(theirs->packets), theirs->workers)};
  chart.lines.push_back(point);
  chart.lines.push_back(cap);
  chart.caption += OperationsChartsText::tr(" · published: %1, measured on: %2")
                       .arg(point.name, QString::fromStdString(published->machine));
  return chart;
}

ChartData embedding_time_chart(const OperationsSession::Result& result) {
  ChartData chart = pool_frame(result, OperationsChartsText::tr("Time of the pool"), OperationsChartsText::tr("time"));
  chart.y.unit = chart.unit = QStringLiteral("s");
  if (result.embeddings.points.empty()) return chart;
  ChartSeries measured{.name = OperationsChartsText::tr("measured"), .color = {0, 0}, .marker = Marker::circle};
  for (const EmbeddingPoint& point : result.embeddings.points) {
    measured.x.push_back(point.workers);
    measured.y.push_back(point.time_s);
    measured.error_low.push_back(*std::ranges::min_element(point.times_s));
    measured.error_high.push_back(*std::ranges::max_element(point.times_s));
  }
  chart.lines = {measured};
  return chart;
}

}  // namespace mlplab
