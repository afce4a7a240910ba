#include "core/reporting/charts/course_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/language.h"
#include "core/reporting/charts/training_curves.h"

namespace mlplab {
namespace {

using OfEpoch = std::optional<double> (*)(const EpochDone&);

std::optional<double> percent_of(const std::optional<double>& share) {
  return share ? std::optional(100.0 * *share) : std::nullopt;
}

/// A figure of the course: how it is read of the training, of the test and of the validation set.
struct Quantity {
  const char* id;
  const char* title;             // of its chart
  const char* validation_title;  // of that of the validation set
  const char* axis;
  double (*of_step)(const StepDone&);
  OfEpoch of_training, of_test, of_validation;
};
constexpr Quantity loss{"loss",
                        to_say("Loss"),
                        to_say("Validation loss"),
                        to_say("loss"),
                        [](const StepDone& step) { return step.loss; },
                        [](const EpochDone& epoch) { return std::optional(epoch.loss_train); },
                        [](const EpochDone& epoch) { return epoch.loss_test; },
                        [](const EpochDone& epoch) { return epoch.loss_validation; }};
constexpr Quantity accuracy{"accuracy",
                            to_say("Accuracy"),
                            to_say("Validation accuracy"),
                            to_say("accuracy"),
                            [](const StepDone& step) { return 100.0 * step.accuracy; },
                            [](const EpochDone& epoch) { return percent_of(epoch.accuracy_train); },
                            [](const EpochDone& epoch) { return percent_of(epoch.accuracy_test); },
                            [](const EpochDone& epoch) { return percent_of(epoch.accuracy_validation); }};

/// Values that are no numbers are no points.
void add_epochs(ChartSeries& series, const RunLog& log, OfEpoch value) {
  for (const EpochDone& epoch : log.epochs)
    if (const std::optional<double> known = value(epoch); known && std::isfinite(*known))
      series.add(epoch.epoch, *known);
}

/// Equal curves lie on one another: with a dash of its own, each still shows through the one above it.
LineStyle dash(std::size_t place) {
  constexpr std::array styles{LineStyle::solid, LineStyle::dashed, LineStyle::dotted};
  return styles[place % styles.size()];
}

Chart empty_chart(const Quantity& of, int epochs) {
  Chart chart{.id = of.id, .title = say(of.title)};
  chart.x = {.title = say("epoch"), .integers = true, .min = 0.0, .max = std::max(1, epochs)};
  chart.y.title = say(of.axis);
  return chart;
}

Chart training_chart(const Quantity& of, const std::vector<Course>& courses, int epochs) {
  Chart chart = empty_chart(of, epochs);
  chart.unit = say("curves: training / markers: test");
  std::size_t shown = 0;
  for (const Course& course : courses) {
    const RunLog& log = *course.log;
    if (log.epochs.empty() && log.steps.empty()) continue;
    ChartSeries curve{.name = course.name, .color = course.color, .line = dash(shown++)};
    ChartSeries epochs_of = curve;
    epochs_of.line = LineStyle::none;
    epochs_of.marker = course.marker;
    epochs_of.in_legend = false;
    epochs_of.name += say(", test");
    ChartSeries key = curve;
    key.marker = course.marker;
    curve.in_legend = false;
    if (log.steps.empty()) {
      curve.note = say("mean of each epoch");
      add_epochs(curve, log, of.of_training);
    } else {
      add_training(curve, log, of.of_step);
    }
    add_epochs(epochs_of, log, of.of_test);
    chart.lines.push_back(curve);
    chart.lines.push_back(epochs_of);
    chart.keys.push_back(key);
  }
  return chart;
}

std::string validation_id(const Quantity& of) { return std::string(of.id) + "_validation"; }

Chart validation_chart(const Quantity& of, const std::vector<Course>& courses, int epochs) {
  Chart chart = empty_chart(of, epochs);
  chart.id = validation_id(of);
  chart.title = say(of.validation_title);
  chart.unit = say("images held out");
  for (const Course& course : courses) {
    ChartSeries curve{
        .name = course.name, .color = course.color, .line = dash(chart.lines.size()), .marker = course.marker};
    add_epochs(curve, *course.log, of.of_validation);
    if (!curve.x.empty()) chart.lines.push_back(std::move(curve));
  }
  return chart;
}

/// The wild beginning is outside, so that the rest can be read; what an epoch gave is inside.
void fit_losses(Chart& chart, const std::vector<Course>& courses) {
  double top = 0.0;
  for (const Course& course : courses)
    for (const EpochDone& epoch : course.log->epochs)
      for (const double loss_of : {epoch.loss_train, epoch.loss_test.value_or(0.0)})
        if (std::isfinite(loss_of)) top = std::max(top, loss_of);
  chart.y.min = 0.0;
  if (top > 0.0) chart.y.max = 1.05 * top;
}

void fit_accuracies(Chart& chart) {
  chart.y.unit = "%";
  chart.y.max = 100.0;
}

}  // namespace

std::vector<Chart> course_charts(const std::vector<Course>& courses, int epochs) {
  std::vector<Chart> charts{training_chart(loss, courses, epochs), training_chart(accuracy, courses, epochs),
                            validation_chart(loss, courses, epochs), validation_chart(accuracy, courses, epochs)};
  fit_losses(charts[0], courses);
  fit_accuracies(charts[1]);
  charts[2].y.min = 0.0;
  fit_accuracies(charts[3]);
  if (charts[2].lines.empty()) charts.resize(2);
  return charts;
}

std::string course_caption(const Chart& chart, const std::string& runs) {
  if (chart.id == loss.id) return say("Training loss (curves) and loss on the test set (marks), %1.", runs);
  if (chart.id == accuracy.id)
    return say(
        "Accuracy on the training images (curves), while the weights still change, and on the test set (marks), "
        "%1.",
        runs);
  if (chart.id == validation_id(loss)) return say("Loss on the images that were held out, %1.", runs);
  return say("Accuracy on the images that were held out, %1.", runs);
}

}  // namespace mlplab
