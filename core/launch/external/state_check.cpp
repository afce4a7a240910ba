#include "core/launch/external/state_check.h"

#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"

namespace mlplab {
namespace {

constexpr std::size_t slice = 1000;  // of examples: a bound for the engine's memory

/// The best backend of this process that can compute the network; the reference can.
const BackendEntry& evaluator_of(RunSpec spec) {
  set_configuration(spec, {.name = default_backend().name, .options = {}});
  return why_not(spec).empty() ? default_backend() : reference_entry();
}

/// A claim that is no number is none.
bool is_claim(const std::optional<double>& value) { return value && std::isfinite(*value); }

struct ClaimWords {
  const char *accuracy, *loss;
};
constexpr ClaimWords of_test = {to_say("a test accuracy of %1, its weights give %2"),
                                to_say("a test loss of %1, its weights give %2")};
constexpr ClaimWords of_validation = {to_say("a validation accuracy of %1, its weights give %2"),
                                      to_say("a validation loss of %1, its weights give %2")};

/// 'a test accuracy of 98.2 %, its weights give 11.3 %', or '' where they agree or nothing was claimed.
std::string difference(const ClaimWords& words, const std::optional<double>& loss,
                       const std::optional<double>& accuracy, double our_loss, double our_accuracy,
                       std::size_t examples) {
  const double room = claimed_accuracy_tolerance + 1.5 / static_cast<double>(examples);
  if (is_claim(accuracy) && !(std::fabs(*accuracy - our_accuracy) <= room))
    return say(words.accuracy, percent(*accuracy, 4), percent(our_accuracy, 4));
  if (is_claim(loss) && !(std::fabs(*loss - our_loss) <= claimed_loss_tolerance * std::max(our_loss, 1e-3)))
    return say(words.loss, significant(*loss, 5), significant(our_loss, 5));
  return {};
}

}  // namespace

StateCheck::StateCheck(const RunSpec& spec, const Dataset& dataset) : spec_(spec), dataset_(dataset) {}
StateCheck::~StateCheck() = default;

StepTotals StateCheck::evaluate(const Examples& examples) {
  StepTotals sum;
  for (std::size_t first = 0; first < examples.size(); first += slice) {
    const StepTotals part = engine_->evaluate(examples, first, std::min(slice, examples.size() - first));
    sum.loss_sum += part.loss_sum;
    sum.correct += part.correct;
    sum.examples += part.examples;
  }
  return sum;
}

std::string StateCheck::verify(EpochDone& epoch, const TrainingState& state) {
  epoch.claimed_loss_test = epoch.loss_test;
  epoch.claimed_accuracy_test = epoch.accuracy_test;
  const bool claims = epoch.loss_test || epoch.accuracy_test || epoch.loss_validation || epoch.accuracy_validation;
  const bool due = epoch.epoch % spec_.eval_every == 0 || epoch.epoch == spec_.epochs;
  if (!claims && !due) return {};
  if (!engine_) {
    backend_ = make_backend(evaluator_of(spec_), {});
    engine_ =
        make_step_engine(*backend_, {spec_.model, spec_.optimizer, spec_.batch, &dataset_.train, nullptr, nullptr});
  }
  engine_->set_state(state);
  std::string refuted;
  bool evaluated = false;
  const auto check = [&](const ClaimWords& words, const Examples& examples, std::optional<double>& loss,
                         std::optional<double>& accuracy) {
    if (examples.size() == 0) return;
    const StepTotals sum = evaluate(examples);
    evaluated = true;
    const double our_loss = sum.loss_sum / static_cast<double>(sum.examples);
    const double our_accuracy = static_cast<double>(sum.correct) / static_cast<double>(sum.examples);
    const std::string found = difference(words, loss, accuracy, our_loss, our_accuracy, examples.size());
    if (refuted.empty()) refuted = found;
    loss = our_loss;
    accuracy = our_accuracy;
  };
  check(of_test, dataset_.test, epoch.loss_test, epoch.accuracy_test);
  check(of_validation, dataset_.validation, epoch.loss_validation, epoch.accuracy_validation);
  epoch.verification = !evaluated        ? Verification::not_verified  // there are no examples to evaluate it on
                       : refuted.empty() ? Verification::verified
                                         : Verification::refuted;
  if (refuted.empty()) return {};
  return say("after epoch %1 %2 says that it has %3 here: its own figures are not believed", epoch.epoch, spec_.backend,
             refuted);
}

}  // namespace mlplab
