// An experiment as a value and as JSON: one run, varied along one axis, repeated.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run_spec.h"
#include "core/statistics/scaling.h"
#include "core/study/sweep/axis.h"

namespace mlplab {

/// Every value of a second axis is measured with all values of the first.
struct SecondAxis {
  SweepAxis axis = SweepAxis::batch;
  std::vector<std::string> values;
  bool operator==(const SecondAxis&) const = default;
};

struct SweepSpec {
  RunSpec base;  // base.epochs are the measured epochs of each run
  SweepAxis axis = SweepAxis::workers;
  /// In the order of the table: '1', '2', '4', names of backends, sizes of images, '64' or '197x148', …
  std::vector<std::string> values;
  int repeats = 5;
  int warmup_epochs = 1;  // at the start of every run, trained but not timed
  /// Weak (workers only): the batch is base.batch for each worker, and the time is that of one step.
  Scaling scaling = Scaling::strong;
  std::string baseline;  // one of the values; '' for the first
  /// Hold the losses against those of the first backend of the table, the sequential one, which trains once for it;
  /// else against the baseline's, where all points compute the same thing.
  bool against_reference = false;
  std::optional<SecondAxis> across;
  bool by_epoch = false;  // evaluated every base.eval_every epochs, for curves; else at the end of a run alone
  bool operator==(const SweepSpec&) const = default;
};

/// Throws UsageError naming the first thing that is wrong and what is valid.
void validate(const SweepSpec& spec);
/// The part of validate() that holds wherever a kept sweep is read: a backend that is not here is no fault of its file.
void check_figures(const SweepSpec& spec);

/// The sweeps over the first axis that it is made of, one for each value of the second; itself where there is none. All
/// functions below but unless_varied() and in_words take one of these.
std::vector<SweepSpec> slices_of(const SweepSpec& spec);
/// The value of the second axis that slices_of(spec)[slice] has; '' where there is none.
std::string across_of(const SweepSpec& spec, std::size_t slice);
/// The run that measures values[point]: warm-up epochs before base.epochs, evaluated at its end, and by epoch where the
/// sweep asks for that.
RunSpec run_of(const SweepSpec& spec, std::size_t point);
/// Each value has a data set of its own: images of another size or number, or chosen by another seed.
bool has_own_data(SweepAxis axis);
/// The run whose losses values[point] is held against, and the points that need one of their own: the first for all
/// where all compute the same thing; none where the sweep asks for no reference.
RunSpec reference_of(const SweepSpec& spec, std::size_t point);
std::vector<std::size_t> reference_points(const SweepSpec& spec);
std::string baseline_of(const SweepSpec& spec);
/// The examples that each worker takes, where the batch grows with them; 0 where one batch is that of all points.
int batch_of_each(const SweepSpec& spec);
/// `of_base`, which all runs have, or the values where it is what varies, along any axis: '16, 64'.
std::string unless_varied(const SweepSpec& spec, SweepAxis::Kind axis, const std::string& of_base);
/// Along one of its axes.
bool varies(const SweepSpec& spec, SweepAxis axis);
/// 'workers', or 'workers/batch' with a second axis.
std::string axes_in_words(const SweepSpec& spec);
/// The network's name; where its widths or its input vary, their values.
std::string network_in_words(const SweepSpec& spec);
/// 'batch 64', 'batch 16 of each worker' or 'batch 16, 64'.
std::string batch_in_words(const SweepSpec& spec);
/// True where every point computes the same thing, so that the losses must agree: workers (strong, one batch shared),
/// backend.
bool losses_must_agree(const SweepSpec& spec);

std::string to_string(Scaling scaling);
/// 'strong' or 'weak'. Throws UsageError.
Scaling parse_scaling(const std::string& text);
void to_json(nlohmann::json& json, const SecondAxis& across);
void from_json(const nlohmann::json& json, SecondAxis& across);  // Throws UsageError
void to_json(nlohmann::json& json, const SweepSpec& spec);
void from_json(const nlohmann::json& json, SweepSpec& spec);  // Throws UsageError

}  // namespace mlplab
