// The JSON, CSV and chart of a learning-rate search.
#include "core/reporting/find_lr_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab {
namespace {

nlohmann::ordered_json known_or_null(const std::optional<double>& value) {
  return finite_or_null<nlohmann::ordered_json>(value.value_or(not_known));
}

/// The smoothed loss at the tried rate that is nearest.
double smoothed_near(const RateSearch& search, double rate) {
  const auto distance = [rate](const RatePoint& point) { return std::fabs(std::log(point.rate / rate)); };
  return std::ranges::min_element(search.points, {}, distance)->smoothed;
}

}  // namespace

nlohmann::ordered_json rate_search_json(const RateSearch& search) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const RatePoint& point : search.points)
    points.push_back(
        {{"lr", point.rate}, {"loss", known_or_null(point.loss)}, {"smoothed", known_or_null(point.smoothed)}});
  const RateSearchSpec& spec = search.spec;
  return {{"backend", spec.base.backend},
          {"device", search.device},
          {"network", spec.base.model.name()},
          {"optimizer", to_string(spec.base.optimizer.kind)},
          {"batch", spec.base.batch},
          {"seed", spec.base.seed},
          {"from", spec.from},
          {"to", spec.to},
          {"steps", spec.steps},
          {"smoothing", spec.smoothing},
          {"stop_at", spec.stop_at},
          {"suggested_lr", known_or_null(search.suggestion.rate)},
          {"reason", search.suggestion.reason},
          {"steepest_lr", known_or_null(search.suggestion.steepest)},
          {"lowest_lr", known_or_null(search.suggestion.lowest)},
          {"ended", search.ended},
          {"points", points}};
}

Table rate_table_exact(const RateSearch& search) {
  Table table{{"lr", "loss", "smoothed"}, {}};
  for (const RatePoint& point : search.points)
    table.rows.push_back({exact(point.rate), exact(point.loss), exact(point.smoothed)});
  return table;
}

Table rate_table(const RateSearch& search, std::size_t most) {
  Table table{{say("learning rate"), say("loss of the batch"), say("smoothed")}, {}};
  const std::size_t count = search.points.size();
  const std::size_t every = count > most && most > 1 ? (count + most - 2) / (most - 1) : 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % every != 0 && i + 1 != count) continue;
    const RatePoint& point = search.points[i];
    table.rows.push_back({significant(point.rate), significant(point.loss), significant(point.smoothed)});
  }
  return table;
}

std::optional<double> highest_shown_loss(const RateSearch& search) {
  double highest = 0.0;
  for (std::size_t i = 0; i < (search.points.size() + 9) / 10; ++i)  // before it falls or rises
    if (std::isfinite(search.points[i].loss)) highest = std::max(highest, search.points[i].loss);
  return highest > 0.0 ? std::optional(1.5 * highest) : std::nullopt;
}

Chart rate_search_chart(const RateSearch& search) {
  Chart chart;
  chart.title = say("learning-rate search: %1", search.spec.base.model.name());
  chart.x = {.title = say("learning rate"), .logarithmic = true, .log_base = 10};
  chart.y = {.title = say("training loss"), .max = highest_shown_loss(search)};
  ChartSeries loss{.name = say("loss of a batch"), .color = {}}, smoothed{.name = say("smoothed"), .color = {3, 0}};
  for (const RatePoint& point : search.points) {
    loss.add(point.rate, point.loss);
    smoothed.add(point.rate, point.smoothed);
  }
  chart.lines = {loss, smoothed};
  if (const std::optional<double> rate = search.suggestion.rate)
    chart.lines.push_back({.name = say("suggested: %1", significant(*rate, 2)),
                           .color = {2, 0},
                           .line = LineStyle::none,
                           .marker = Marker::triangle,
                           .x = {*rate},
                           .y = {smoothed_near(search, *rate)}});
  return chart;
}

std::string rate_sentence(const RateSearch& search) {
  const RateSuggestion& suggestion = search.suggestion;
  return suggestion.rate ? say("suggested learning rate %1: %2", significant(*suggestion.rate, 2), suggestion.reason)
                         : suggestion.reason;
}

}  // namespace mlplab
