// The learning-rate finder: an exponential range test. One step a rate, each rate a fixed factor above the last one,
// until the loss blows up; the curve says which rate to train with. Method: L. Smith, 'Cyclical learning rates for
// training neural networks', WACV 2017 (arXiv 2015), section 3.3; rates that grow by a factor, the smoothing and the
// stop rule are S. Gugger's and the fastai library's. Another rule for the suggestion is a function beside
// suggest_rate().
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"

namespace mlplab {

struct RateSearchSpec {
  RunSpec base;  // its learning rate, schedule and epochs are not looked at
  double from = 1e-7, to = 10.0;
  int steps = 100;          // rates, each of one step on one whole batch
  double smoothing = 0.05;  // weight of the newest loss in the running mean, in (0, 1]; 1: not smoothed
  double stop_at = 4.0;     // the test ends where the smoothed loss is above this multiple of its lowest value
};

/// Throws UsageError naming the first value that is out of its range, and the range.
void validate(const RateSearchSpec& spec);

/// The rate of step `step` (0-based): from·(to/from)^(step / (steps - 1)).
double rate_of_step(const RateSearchSpec& spec, int step);

struct RatePoint {
  double rate = 0.0;
  double loss = 0.0;  // mean over the batch, before the step is taken
  /// Exponential mean of the losses up to here, without the bias of its beginning at 0: with w the weight of the newest
  /// loss, mₙ = (1 - w)·mₙ₋₁ + w·lossₙ, smoothed = mₙ / (1 - (1 - w)ⁿ). Not finite where a loss was not.
  double smoothed = 0.0;
};

/// Smooths the losses as they come and says when to stop.
class RangeTest {
 public:
  explicit RangeTest(const RateSearchSpec& spec);
  /// The loss of the next step. False: the test is over, and why_over() says why.
  bool add(double loss);
  const std::vector<RatePoint>& points() const { return points_; }
  const std::string& why_over() const { return why_over_; }

 private:
  RateSearchSpec spec_;
  std::vector<RatePoint> points_;
  double mean_ = 0.0, unbiased_ = 0.0, lowest_;
  std::string why_over_;
};

struct RateSuggestion {
  std::optional<double> rate;              // two significant digits; none: `reason` says why
  std::string reason;                      // one or two sentences
  std::optional<double> steepest, lowest;  // where the smoothed loss falls fastest and where it is lowest; if it falls
};

/// A tenth of the rate of the lowest smoothed loss, for there the loss is about to rise, or the rate of the steepest
/// descent where that is lower still. None where the loss does not fall by 5 % before its lowest value.
RateSuggestion suggest_rate(const RateSearchSpec& spec, const std::vector<RatePoint>& points);

struct RateSearch {
  RateSearchSpec spec;
  std::string device;  // in words, as of a run
  std::vector<RatePoint> points;
  std::string ended;  // why it ended where it did, in a sentence
  bool stopped = false;
  RateSuggestion suggestion;
};

/// Trains from the spec's own initial weights on any backend, in this process or in others: a run whose rates are those
/// of the search (StartingPoint::rates), which nobody keeps. Ends soon after control.stop(), without a suggestion; at
/// its own end it stops `control` itself, which is then used up. `on_point` (optional) sees each point, on the calling
/// thread. Throws what is wrong with a run of the spec, and BackendError for a trainer of another program that takes no
/// rate for a single step or leaves steps out of what it reports.
RateSearch find_learning_rate(const RateSearchSpec& spec, const Dataset& dataset, RunControl& control,
                              const std::function<void(const RatePoint&)>& on_point = {});

}  // namespace mlplab
