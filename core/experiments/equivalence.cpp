#include "core/experiments/equivalence.h"

#include <algorithm>
#include <cmath>

namespace mlplab {
namespace {

constexpr double first_tolerance = 1e-4, first_steps = 1000.0, growth = 10.0, max_tolerance = 2e-2,
                 approximate_factor = 20.0;

bool any(const RunLog& log, Verification state) {
  return std::ranges::find(log.epochs, state, &EpochDone::verification) != log.epochs.end();
}

/// Epochs from the first on: one that the log has lost ends them, for what comes after it has another number.
std::span<const EpochDone> first_epochs(const RunLog& log) {
  std::size_t count = 0;
  while (count < log.epochs.size() && log.epochs[count].epoch == static_cast<int>(count) + 1) ++count;
  return std::span(log.epochs).first(count);
}

std::vector<double> losses_of(std::span<const EpochDone> epochs) {
  std::vector<double> losses;
  for (const EpochDone& epoch : epochs) losses.push_back(epoch.loss_train);
  return losses;
}

}  // namespace

double loss_tolerance(int epoch, std::int64_t steps_per_epoch, bool approximate) {
  const double first = first_tolerance * std::max(1.0, static_cast<double>(steps_per_epoch) / first_steps);
  const double exact = std::min(max_tolerance, first * std::pow(growth, std::max(0, epoch - 1)));
  return approximate ? std::min(1.0, approximate_factor * exact) : exact;
}

Equivalence compare_losses(std::span<const double> expected, std::span<const double> got, std::int64_t steps_per_epoch,
                           bool approximate) {
  const std::size_t common = std::min(expected.size(), got.size());
  if (common == 0) return Equivalence::not_compared;
  for (std::size_t e = 0; e < common; ++e) {
    const double tolerance = loss_tolerance(static_cast<int>(e) + 1, steps_per_epoch, approximate);
    const bool close = std::abs(got[e] - expected[e]) <= tolerance * std::abs(expected[e]);
    if (!std::isfinite(expected[e]) || !close) return Equivalence::differs;
  }
  return Equivalence::equal;
}

bool is_confirmed(const RunLog& log) {
  return !any(log, Verification::refuted) &&
         (any(log, Verification::verified) || !any(log, Verification::not_verified));
}

Equivalence compare_losses(const RunLog& expected, const RunLog& got) {
  const bool approximate = is_approximate(expected.started.spec) || is_approximate(got.started.spec);
  if (any(got, Verification::refuted)) return Equivalence::differs;
  if (!is_confirmed(got) || !is_confirmed(expected)) return Equivalence::not_compared;
  const std::int64_t steps = expected.started.steps_per_epoch;
  const std::span<const EpochDone> those = first_epochs(expected), these = first_epochs(got);
  for (std::size_t e = 0; e < std::min(those.size(), these.size()); ++e) {
    const EpochDone &one = those[e], &other = these[e];
    const bool has_other = one.verification == Verification::verified && other.loss_test;
    if (!one.loss_test || (other.verification != Verification::verified && !has_other)) continue;
    const double wanted = *one.loss_test, found = other.loss_test.value_or(NAN);
    const double room = loss_tolerance(static_cast<int>(e) + 2, steps, approximate);
    if (!(std::abs(found - wanted) <= room * std::abs(wanted))) return Equivalence::differs;
  }
  const Equivalence common = compare_losses(losses_of(those), losses_of(these), steps, approximate);
  const bool whole = ran_to_its_end(expected) && ran_to_its_end(got);
  return common == Equivalence::equal && !whole ? Equivalence::not_compared : common;
}

bool ran_to_its_end(const RunLog& log) { return log.ended && log.ended->status == RunStatus::done; }

bool is_approximate(const RunSpec& spec) {
  const auto& table = backend_table();
  const auto entry = std::ranges::find(table, spec.backend, &BackendEntry::name);
  if (entry == table.end()) return false;
  return std::ranges::any_of(entry->options, [&](const BackendOption& option) {
    const auto chosen = spec.options.values.find(option.name);
    return chosen != spec.options.values.end() &&
           std::ranges::find(option.approximate, chosen->second) != option.approximate.end();
  });
}

}  // namespace mlplab
