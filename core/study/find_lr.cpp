// The rule of the range test and its suggestion first, the run that feeds it last.
#include "core/study/find_lr.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/train.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

constexpr int least_rates = 10, most_rates = 10'000;
constexpr double lowest_rate = 1e-30;    // optimisers take a float: far below it is 0
constexpr double highest_rate = 1000.0;  // that an optimiser takes
constexpr double least_fall = 0.05;      // of the loss, for a descent

void check_search(bool valid, const std::string& sentence, const char* field) {
  if (!valid) throw UsageError(sentence, field);
}

/// The number of first points, which show the loss before anything is learned. They are too few for a trustworthy mean
/// loss: one easy batch among them is no lowest loss.
std::size_t first_points(const RateSearchSpec& spec) { return static_cast<std::size_t>(spec.steps) / 10; }

double two_digits(double value) {
  const std::string text = significant(value, 2);
  double rounded = value;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

std::string rate_words(double rate) { return significant(rate, 2); }

std::size_t lowest_point(const RateSearchSpec& spec, const std::vector<RatePoint>& points) {
  std::size_t lowest = first_points(spec);
  for (std::size_t i = lowest; i < points.size(); ++i)
    if (points[i].smoothed < points[lowest].smoothed) lowest = i;
  return lowest;
}

double mean_of_first(const std::vector<RatePoint>& points, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += points[i].loss;
  return sum / static_cast<double>(count);
}

/// Where the smoothed loss falls fastest over the logarithm of the rate, on the lower half of the way down from
/// `before`: further up a mean of few losses wavers as much as it falls.
std::size_t steepest_point(const std::vector<RatePoint>& points, double before, std::size_t lowest) {
  constexpr std::size_t reach = 2;  // points on either side
  const double half = (before + points[lowest].smoothed) / 2.0;
  std::size_t steepest = lowest;
  double most = 0.0;
  for (std::size_t i = lowest; i-- > reach && points[i].smoothed < half;) {
    const std::size_t behind = std::min(i + reach, points.size() - 1);
    const double fall =
        (points[i - reach].smoothed - points[behind].smoothed) / static_cast<double>(behind - i + reach);
    if (fall <= most) continue;  // the same factor lies between all neighbours
    most = fall;
    steepest = i;
  }
  return steepest;
}

}  // namespace

void validate(const RateSearchSpec& spec) {
  check_search(spec.from >= lowest_rate && spec.from < spec.to && spec.to <= highest_rate,
               say("the rates go from at least 1e-30 to a higher one of at most 1000"), "from");
  check_search(spec.steps >= least_rates && spec.steps <= most_rates,
               say("the steps must be between %1 and %2", least_rates, most_rates), "steps");
  check_search(spec.smoothing > 0.0 && spec.smoothing <= 1.0, say("the smoothing must be above 0 and at most 1"),
               "smoothing");
  check_search(spec.stop_at > 1.0 && std::isfinite(spec.stop_at),
               say("the test can stop at more than 1 times the lowest loss"), "stop_at");
}

double rate_of_step(const RateSearchSpec& spec, int step) {
  return spec.from * std::pow(spec.to / spec.from, static_cast<double>(step) / static_cast<double>(spec.steps - 1));
}

RangeTest::RangeTest(const RateSearchSpec& spec) : spec_(spec), lowest_(std::numeric_limits<double>::infinity()) {
  validate(spec_);
}

bool RangeTest::add(double loss) {
  if (!why_over_.empty()) return false;
  const double rate = rate_of_step(spec_, static_cast<int>(points_.size()));
  mean_ = (1.0 - spec_.smoothing) * mean_ + spec_.smoothing * loss;
  unbiased_ = (1.0 - spec_.smoothing) * unbiased_ + spec_.smoothing;
  const double smoothed = mean_ / unbiased_;
  points_.push_back({rate, loss, smoothed});
  if (!std::isfinite(smoothed)) {
    why_over_ = say("the loss was not a finite number any more at the rate %1", rate_words(rate));
  } else if (points_.size() > first_points(spec_)) {
    lowest_ = std::min(lowest_, smoothed);
    if (smoothed > spec_.stop_at * lowest_)
      why_over_ = say("the smoothed loss rose above %1 times its lowest value, at the rate %2",
                      significant(spec_.stop_at, 2), rate_words(rate));
  }
  if (why_over_.empty() && points_.size() == static_cast<std::size_t>(spec_.steps))
    why_over_ = say("all %1 rates were tried, up to %2", spec_.steps, rate_words(spec_.to));
  return why_over_.empty();
}

RateSuggestion suggest_rate(const RateSearchSpec& spec, const std::vector<RatePoint>& given) {
  RateSuggestion suggestion;
  std::vector<RatePoint> points = given;
  while (!points.empty() && !std::isfinite(points.back().smoothed)) points.pop_back();
  const std::size_t first = first_points(spec);
  if (points.size() <= first + 1) {
    suggestion.reason =
        say("no suggestion: the loss blew up at once; begin with a lower rate than %1", rate_words(spec.from));
    return suggestion;
  }
  const std::size_t lowest = lowest_point(spec, points);
  const double before = mean_of_first(points, first), least = points[lowest].smoothed;
  if (!(least < (1.0 - least_fall) * before)) {
    suggestion.reason = say(
        "no suggestion: the loss does not fall (%1 at the first rates, %2 at its lowest); try more steps, a lower or a "
        "higher range of rates",
        significant(before), significant(least));
    return suggestion;
  }
  const std::size_t steepest = steepest_point(points, before, lowest);
  suggestion.lowest = points[lowest].rate;
  suggestion.steepest = points[steepest].rate;
  const double tenth = *suggestion.lowest / 10.0;
  if (tenth < spec.from) {
    suggestion.reason = say(
        "no suggestion: a tenth of %1, where the loss is lowest, is below the lowest rate that was tried; begin with a "
        "lower one",
        rate_words(*suggestion.lowest));
    return suggestion;
  }
  suggestion.rate = two_digits(std::min(tenth, *suggestion.steepest));
  suggestion.reason =
      *suggestion.steepest < tenth
          ? say("there the loss falls fastest, and it is less than a tenth of %1, where the loss is lowest",
                rate_words(*suggestion.lowest))
          : say("a tenth of %1, where the loss is lowest and about to rise; it falls fastest at %2",
                rate_words(*suggestion.lowest), rate_words(*suggestion.steepest));
  if (lowest + 1 == points.size())
    suggestion.reason += ". " + say("The loss was still falling at the highest rate, so a higher one may do");
  return suggestion;
}

namespace {

/// The run whose steps the search is, of `spec.base` with its whole batch: nothing of it is evaluated, for its last
/// epoch is not reached.
RunSpec run_of(const RateSearchSpec& spec, const Dataset& dataset) {
  RunSpec run = spec.base;
  run.batch_per_rank = 0;
  const RunSpec defaults;
  run.optimizer.learning_rate = defaults.optimizer.learning_rate;
  run.optimizer.schedule = defaults.optimizer.schedule;
  run.target_accuracy = std::nullopt;
  run.profile_steps = 0;
  run.epochs = run.eval_every = 1;
  validate(run);
  validate_against(run, dataset);
  run.epochs = run.eval_every = spec.steps / (static_cast<int>(dataset.train.size()) / run.batch) + 1;
  return run;
}

/// Feeds the test with the losses of a run's steps, and stops the run where the test is over.
class SearchSink : public EventSink {
 public:
  SearchSink(const RateSearchSpec& spec, RunControl& control, const std::function<void(const RatePoint&)>& on_point)
      : test_(spec), control_(control), on_point_(on_point) {}

  const RangeTest& test() const { return test_; }
  const std::string& device() const { return device_; }
  bool left_out_steps() const { return left_out_; }

  void on_event(const Event& event) override {
    if (const auto* started = std::get_if<RunStarted>(&event)) device_ = started->device;
    if (const auto* step = std::get_if<StepDone>(&event)) take(*step);
    if (const auto* ended = std::get_if<RunEnded>(&event); ended != nullptr && ended->failure == Failure::diverged)
      add(std::numeric_limits<double>::quiet_NaN());
  }

 private:
  void take(const StepDone& step) {
    if (over()) return;  // processes go on until they hear of it
    left_out_ = step.step != static_cast<std::int64_t>(test_.points().size()) + 1;
    if (left_out_) return control_.stop();
    add(step.loss);
  }

  void add(double loss) {
    if (over()) return;
    if (!test_.add(loss)) control_.stop();
    if (on_point_) on_point_(test_.points().back());
  }

  bool over() const { return left_out_ || !test_.why_over().empty(); }

  RangeTest test_;
  RunControl& control_;
  const std::function<void(const RatePoint&)>& on_point_;
  std::string device_;
  bool left_out_ = false;
};

void throw_failure(const RunEnded& ended) {
  if (ended.status != RunStatus::failed || ended.failure == Failure::diverged) return;
  if (ended.failure == Failure::backend) throw BackendError(ended.reason);
  throw Error(ended.failure.value_or(Failure::other), ended.reason);
}

}  // namespace

RateSearch find_learning_rate(const RateSearchSpec& wanted, const Dataset& dataset, RunControl& control,
                              const std::function<void(const RatePoint&)>& on_point) {
  validate(wanted);
  RateSearchSpec spec = wanted;
  fit_batch(spec.base);
  const RunSpec run = run_of(spec, dataset);
  check_memory(run, memory_left());
  check_can_compute(run);
  StartingPoint from;
  for (int step = 0; step < spec.steps; ++step) from.rates.push_back(static_cast<float>(rate_of_step(spec, step)));
  SearchSink sink(spec, control, on_point);
  const RunEnded ended = train(run, dataset, sink, control, from);
  throw_failure(ended);

  const RangeTest& test = sink.test();
  const bool unfinished = test.why_over().empty(), stopped = unfinished && control.stopped() && !sink.left_out_steps();
  if (unfinished && !stopped)
    throw BackendError(
        say("the program of %1 did not report each step of the search by itself, so that no loss is known of a rate",
            run.backend));
  RateSearch search{.spec = spec,
                    .device = sink.device(),
                    .points = test.points(),
                    .ended = stopped ? say("it was stopped after %1 steps", test.points().size()) : test.why_over(),
                    .stopped = stopped,
                    .suggestion = {}};
  if (stopped)
    search.suggestion.reason = say("no suggestion: the test was stopped before its end");
  else
    search.suggestion = suggest_rate(spec, search.points);
  return search;
}

}  // namespace mlplab
