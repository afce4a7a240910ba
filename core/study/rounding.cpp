// The trainings go on epoch by epoch, each from the state that its last epoch left; then the rule that uses them.
#include "core/study/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/random.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/processes/transport.h"
#include "core/launch/train.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

// docs/marks.md has the measurements that these three come from.
constexpr int most_draws = 8;
constexpr int moved_by = 16;             // floats: a sum of some hundred products can be off by as much
constexpr double covering_factor = 3.0;  // times what rounding moves a loss is what it may account for
constexpr double most_flop = 1e13;       // of all trainings together: some minutes on one thread

constexpr const char* rounding_file = "rounding.json";

constexpr double loss_of_divergence = std::numeric_limits<double>::infinity();

/// The fastest backend of this process that has one thread; null where none can run.
const BackendEntry* fastest_of_one_thread() {
  const BackendEntry* best = nullptr;
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.on_host() || !entry.make || !entry.why_not().empty() || entry.workers_max() != 1) continue;
    if (best == nullptr || entry.rank > best->rank) best = &entry;
  }
  return best;
}

/// Moves each weight upwards or downwards, by the draw. Zeros (biases, padding) stay.
void move_weights(std::vector<float>& weights, int draw) {
  Random random(static_cast<std::uint64_t>(draw), RandomStream::rounding, 0);
  for (float& weight : weights) {
    const float towards = random.next() % 2 == 0 ? INFINITY : -INFINITY;
    for (int i = 0; i < moved_by && weight != 0.0F; ++i) weight = std::nextafter(weight, towards);
  }
}

/// A training that is continued an epoch at a time.
class EpochByEpoch : public EventSink {
 public:
  EpochByEpoch(const RunSpec& spec, const Dataset& dataset, RunControl& control, TrainingState begin)
      : spec_(spec), dataset_(dataset), control_(control) {
    state_ = std::make_shared<const TrainingState>(std::move(begin));
  }

  int epochs() const { return static_cast<int>(losses_.size()); }
  double loss(int epoch) const { return losses_[static_cast<std::size_t>(epoch - 1)]; }
  bool has_diverged() const { return !losses_.empty() && losses_.back() == loss_of_divergence; }

  /// Trains one more epoch. Throws Error where it does not come to its end, but for a divergence, which is a loss.
  void advance() {
    RunControl own;
    own_ = &own;
    epoch_is_done_ = false;
    const RunEnded ended = train(spec_, dataset_, *this, own, {.state = state_});
    own_ = nullptr;
    if (epoch_is_done_) return;
    if (control_.stopped()) throw Error(Failure::other, say("it was stopped"));
    if (ended.failure != Failure::diverged) throw Error(ended.failure.value_or(Failure::other), ended.reason);
    losses_.push_back(loss_of_divergence);
  }

  void on_event(const Event& event) override {
    if (const auto* epoch = std::get_if<EpochDone>(&event)) {
      losses_.push_back(epoch->loss_train);
      epoch_is_done_ = true;
    }
    if (epoch_is_done_ || control_.stopped()) own_->stop();
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override { state_ = state; }

 private:
  const RunSpec& spec_;
  const Dataset& dataset_;
  RunControl& control_;
  RunControl* own_ = nullptr;
  std::shared_ptr<const TrainingState> state_;
  std::vector<double> losses_;
  bool epoch_is_done_ = false;
};

RunSpec spec_to_move(RunSpec spec) {
  const BackendEntry* entry = fastest_of_one_thread();
  if (entry == nullptr) throw BackendError(say("no backend of one thread can run here"));
  set_configuration(spec, {.name = entry->name, .options = {}});
  spec.batch_per_rank = 0;
  spec.profile_steps = 0;
  spec.target_accuracy.reset();
  spec.eval_every = spec.epochs;
  return spec;
}

double flop_of_epoch(const RunSpec& spec, const Dataset& dataset) {
  double flop = 0.0;
  for (const double node : network_of(spec.model).flops) flop += node;
  constexpr double passes = 3.0;
  return passes * flop * static_cast<double>(dataset.train.size());
}

class RoundingStudy {
 public:
  RoundingStudy(const RunSpec& spec, const Dataset& dataset, RunControl& control)
      : spec_(spec_to_move(spec)), dataset_(dataset), control_(control) {
    validate(spec_);
    validate_against(spec_, dataset);
    if (const std::string reason = why_not(spec_); !reason.empty()) throw BackendError(reason);
    flop_of_epoch_ = flop_of_epoch(spec_, dataset);
    refuse_too_large(2.0 * flop_of_epoch_);
    check_memory(spec_, memory_left());
    begin_ = fresh_state(spec_, dataset);
  }

  void measure(Rounding& rounding, const std::function<int(const Rounding&)>& wanted) {
    EpochByEpoch plain(spec_, dataset_, control_, begin_);
    for (int draw = 1; draw <= most_draws && wanted(rounding) > 0; ++draw) {
      rounding.draws = draw;
      TrainingState begin = begin_;
      move_weights(begin.parameters, draw);
      EpochByEpoch moved(spec_, dataset_, control_, std::move(begin));
      while (wanted(rounding) > moved.epochs() && !moved.has_diverged()) {
        const int epoch = moved.epochs() + 1;
        if (plain.epochs() < epoch && plain.has_diverged()) break;
        if (plain.epochs() < epoch) advance(plain);
        advance(moved);
        if (plain.has_diverged() && plain.epochs() == epoch && moved.has_diverged()) break;
        note(rounding, epoch, plain.loss(epoch), moved.loss(epoch));
      }
    }
    if (wanted(rounding) > static_cast<int>(rounding.moved.size()))
      rounding.why_not = say("the trainings diverge before that epoch");
  }

 private:
  void advance(EpochByEpoch& training) {
    flop_ += flop_of_epoch_;
    refuse_too_large(flop_);
    training.advance();
  }

  static void refuse_too_large(double flop) {
    if (flop > most_flop) throw UsageError(say("the network and the data are too large to train them again for it"));
  }

  static void note(Rounding& rounding, int epoch, double expected, double got) {
    const bool both = std::isfinite(expected) && std::isfinite(got);
    const double share = both ? std::abs(got - expected) / std::abs(expected) : loss_of_divergence;
    if (rounding.moved.size() < static_cast<std::size_t>(epoch)) rounding.moved.push_back(0.0);
    double& most = rounding.moved[static_cast<std::size_t>(epoch - 1)];
    most = std::max(most, share);
  }

  RunSpec spec_;
  const Dataset& dataset_;
  RunControl& control_;
  TrainingState begin_;
  double flop_of_epoch_ = 0.0, flop_ = 0.0;
};

/// How far rounding moves what is beyond its bound; nothing where it was not measured that far.
std::optional<double> moved_by_rounding(const EpochDifference& difference, const Rounding& rounding) {
  // The test loss is that of the epoch's end, as far on as the next epoch's mean.
  const std::optional<double> moved = rounding.up_to(difference.epoch);
  return moved && difference.test_beyond ? rounding.up_to(difference.epoch + 1).value_or(*moved) : moved;
}

/// Whether rounding may make as much of a difference as the epoch has; nothing where it was not measured that far.
std::optional<bool> is_covered(const EpochDifference& difference, const Rounding& rounding, double factor) {
  const std::optional<double> moved = rounding.up_to(difference.epoch);
  if (!moved) return std::nullopt;
  return (!difference.train_beyond || difference.train <= factor * *moved) &&
         (!difference.test_beyond || difference.test <= factor * *moved_by_rounding(difference, rounding));
}

/// Where what differs may be rounding: the differences that are beyond their bounds.
std::vector<EpochDifference> differences_to_judge(const RunLog& expected, const RunLog& got) {
  const auto is_local = [](const RunLog& log) { return has_local_statistics(log.started.spec, log.started.workers); };
  const bool refuted =
      std::ranges::find(got.epochs, Verification::refuted, &EpochDone::verification) != got.epochs.end();
  if (refuted || is_local(expected) || is_local(got) || compare_losses(expected, got) != Equivalence::differs)
    return {};
  std::vector<EpochDifference> beyond = differences_of(expected, got);
  std::erase_if(beyond, [](const EpochDifference& one) { return !one.train_beyond && !one.test_beyond; });
  return beyond;
}

double factor_of(const RunLog& expected, const RunLog& got) {
  return any_approximate(expected, got) ? covering_factor * approximate_factor : covering_factor;
}

}  // namespace

std::optional<double> Rounding::up_to(int epoch) const {
  if (epoch < 1 || static_cast<std::size_t>(epoch) > moved.size()) return std::nullopt;
  return *std::max_element(moved.begin(), moved.begin() + epoch);
}

Rounding measure_rounding(const RunSpec& spec, const Dataset& dataset, RunControl& control,
                          const std::function<int(const Rounding& so_far)>& wanted) {
  Rounding rounding;
  try {
    RoundingStudy(spec, dataset, control).measure(rounding, wanted);
  } catch (const std::exception& error) {
    rounding.why_not = as_error(error).what();
  }
  return rounding;
}

std::string LossVerdict::reason() const {
  if (open) return say("it is not measured yet whether rounding accounts for its other losses");
  if (epoch == 0) return {};
  if (!std::isfinite(moved))
    return say(
        "rounding alone decides whether this training diverges: its losses cannot tell whether the same was "
        "computed");
  return say(state == Equivalence::within_rounding
                 ? "rounding alone moves these losses by %1 up to epoch %2, about as far as they are apart: an error "
                   "that does no more would not be seen"
                 : "rounding alone moves these losses by %1 up to epoch %2: they cannot tell whether the same was "
                   "computed",
             percent(moved, 2), epoch);
}

LossVerdict judge_losses(const RunLog& expected, const RunLog& got, const Rounding* rounding, bool awaited) {
  if (rounding == nullptr && awaited && is_open(expected, got, nullptr))
    return {.state = Equivalence::not_compared, .open = true};
  const LossVerdict plain{.state = compare_losses(expected, got)};
  if (rounding == nullptr) return plain;
  LossVerdict verdict = plain;
  const bool whole = ran_to_its_end(expected) && ran_to_its_end(got);
  const double factor = factor_of(expected, got), most = largest_loss_tolerance(any_approximate(expected, got));
  for (const EpochDifference& difference : differences_to_judge(expected, got)) {
    const std::optional<bool> covered = is_covered(difference, *rounding, factor);
    if (!covered) {
      if (verdict.epoch > 0) verdict.state = Equivalence::not_compared;
      break;
    }
    if (!*covered) return plain;
    const bool tells = whole && factor * *moved_by_rounding(difference, *rounding) <= most;
    if (verdict.epoch > 0 && (tells || verdict.state == Equivalence::not_compared)) continue;
    verdict = {tells ? Equivalence::within_rounding : Equivalence::not_compared, difference.epoch,
               *rounding->up_to(difference.epoch)};
  }
  return verdict;
}

int epoch_to_measure(const RunLog& expected, const RunLog& got, const Rounding& so_far) {
  for (const EpochDifference& difference : differences_to_judge(expected, got)) {
    const bool is_number = std::isfinite(difference.train) && std::isfinite(difference.test);
    if (!is_number || is_covered(difference, so_far, factor_of(expected, got)).value_or(false)) continue;
    return difference.epoch;
  }
  return 0;
}

bool is_open(const RunLog& expected, const RunLog& got, const Rounding* known) {
  const Rounding so_far = known != nullptr ? *known : Rounding{};
  const int epoch = epoch_to_measure(expected, got, so_far);
  if (epoch == 0 || !so_far.why_not.empty()) return false;
  return so_far.draws < most_draws || !so_far.up_to(epoch);
}

bool any_open(const RunLog& expected, const std::vector<RunLog>& got, const Rounding* known) {
  return std::ranges::any_of(got, [&](const RunLog& run) { return is_open(expected, run, known); });
}

Rounding measure_rounding(const RunSpec& spec, const Dataset& dataset, RunControl& control, const RunLog& expected,
                          const std::vector<RunLog>& got) {
  return measure_rounding(spec, dataset, control, [&](const Rounding& so_far) {
    int epoch = 0;
    for (const RunLog& run : got) epoch = std::max(epoch, epoch_to_measure(expected, run, so_far));
    return epoch;
  });
}

void keep_rounding(const std::filesystem::path& folder, const Rounding& rounding) {
  write_file_atomically(folder / rounding_file, dump_json(nlohmann::json(rounding)) + "\n");
}

std::optional<Rounding> kept_rounding(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / rounding_file;
  if (folder.empty() || !file_at(file)) return std::nullopt;
  try {
    return parse_json(read_file(file)).get<Rounding>();
  } catch (const std::exception&) {
    return std::nullopt;  // as if nobody had looked: it can be measured again
  }
}

void to_json(nlohmann::json& json, const Rounding& rounding) {
  nlohmann::json moved = nlohmann::json::array();
  for (const double share : rounding.moved) moved.push_back(finite_or_null(share));
  json = {{"moved", moved}, {"draws", rounding.draws}, {"why_not", rounding.why_not}};
}

void from_json(const nlohmann::json& json, Rounding& rounding) {
  rounding.moved.clear();
  for (const nlohmann::json& share : json.at("moved"))
    rounding.moved.push_back(share.is_null() ? loss_of_divergence : share.get<double>());
  json.at("draws").get_to(rounding.draws);
  json.at("why_not").get_to(rounding.why_not);
}

}  // namespace mlplab
