#include "core/reporting/charts/class_charts.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"

namespace mlplab {
namespace {

constexpr std::size_t nearest_shown = 3;

/// The bins as one outline: up and down at their edges.
ChartSeries outline_of(const GuessBins& bins) {
  ChartSeries outline{.name = say("guesses"), .color = {0}, .x = {bins.edges.front()}, .y = {0}};
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    outline.add(bins.edges[i], static_cast<double>(bins.counts[i]));
    outline.add(bins.edges[i + 1], static_cast<double>(bins.counts[i]));
  }
  outline.add(bins.edges.back(), 0);
  return outline;
}

ChartSeries upright(const std::string& name, double x, double top, LineStyle line) {
  return {.name = name, .color = {1}, .line = line, .x = {x, x}, .y = {0, top}, .role = ChartSeries::Role::guide};
}

/// 'Ada (5.5×), Bob (5.8×)'; without a name the guess alone.
std::string list_of_nearest(const KeptRound& round, double measured) {
  return joined(nearest_guesses(round.guesses, measured, nearest_shown), ", ", [&](std::size_t i) {
    const ClassGuess& guess = round.guesses[i];
    const std::string value = guess_words(round.question, guess.value);
    return guess.name.empty() ? value : guess.name + " (" + value + ")";
  });
}

}  // namespace

std::string words_of(const GuessQuestion& question) {
  switch (question.kind) {
    case GuessKind::accuracy:
      return say("test accuracy");
    case GuessKind::speedup:
      return say("speedup with %1 workers", question.workers);
    case GuessKind::kernel_share:
      return say("share of a step in kernels");
    case GuessKind::factor:
      break;
  }
  return say("speedup of the fastest over the baseline");
}

std::string guess_words(const GuessQuestion& question, double value) {
  return with_minus(with_decimals(value, question.decimals)) + (is_percentage(question.kind) ? " %" : "×");
}

Chart guesses_chart(const KeptRound& round, const std::optional<MeasuredGuess>& measured) {
  Chart chart{.id = "class_guesses", .title = say("Guesses of the class"), .unit = words_of(round.question)};
  chart.x = {.title = words_of(round.question), .unit = is_percentage(round.question.kind) ? "%" : ""};
  chart.y = {.title = say("people"), .integers = true, .min = 0};
  const GuessBins bins = bins_of(round.guesses, measured ? std::optional(measured->value) : std::nullopt);
  if (bins.counts.empty()) return chart;
  chart.x.logarithmic = bins.logarithmic;
  chart.lines.push_back(outline_of(bins));
  const double top = 1.0 + static_cast<double>(*std::ranges::max_element(bins.counts));
  if (measured && std::isfinite(measured->value)) {
    chart.lines.push_back(upright(say("measured"), measured->value, top, LineStyle::solid));
    if (measured->interval.known())
      for (const double end : {measured->interval.low, measured->interval.high})
        chart.lines.push_back(upright(say("its 95 % interval"), end, top, LineStyle::dashed));
    if (measured->interval.known()) chart.lines.back().in_legend = false;
  }
  return chart;
}

std::string guesses_reading(const KeptRound& round, const std::optional<MeasuredGuess>& measured) {
  if (round.guesses.empty()) return say("Nobody guessed.");
  const std::vector<double> values = mapped(round.guesses, &ClassGuess::value);
  const auto words = [&](double value) { return guess_words(round.question, value); };
  std::string text = say("%1 guesses: half of them between %2 and %3, the median is %4.", round.guesses.size(),
                         words(quantile(values, 0.25)), words(quantile(values, 0.75)), words(median(values)));
  if (!measured || !std::isfinite(measured->value)) return text;
  const Interval& interval = measured->interval;
  text += " " + (interval.known() ? say("Measured: %1 (95 % interval %2 to %3).", words(measured->value),
                                        words(interval.low), words(interval.high))
                                  : say("Measured: %1.", words(measured->value)));
  return text + " " + say("Nearest: %1.", list_of_nearest(round, measured->value));
}

}  // namespace mlplab
