#include "core/study/equivalence.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mlplab {
namespace {

constexpr double first_tolerance = 1e-4, first_steps = 1000.0, growth = 10.0, max_tolerance = 2e-2;

bool any(const RunLog& log, Verification state) {
  return std::ranges::find(log.epochs, state, &EpochDone::verification) != log.epochs.end();
}

/// Infinite where one of the two is no number; NaN differs from everything.
double difference(double wanted, double found) {
  return std::isfinite(wanted) && std::isfinite(found) ? std::abs(found - wanted) : INFINITY;
}

bool is_close(double wanted, double found, double tolerance) {
  const double apart = difference(wanted, found);
  return std::isfinite(apart) && apart <= tolerance * std::abs(wanted);
}

/// As a share of what was wanted.
double share_of(double wanted, double found) {
  const double apart = difference(wanted, found);
  return apart > 0.0 ? apart / std::abs(wanted) : 0.0;
}

/// The epochs of the same number, in their order: a log may have lost some.
std::vector<std::pair<const EpochDone*, const EpochDone*>> common_epochs(const RunLog& a, const RunLog& b) {
  std::vector<std::pair<const EpochDone*, const EpochDone*>> common;
  for (auto one = a.epochs.begin(), other = b.epochs.begin(); one != a.epochs.end() && other != b.epochs.end();) {
    if (one->epoch == other->epoch) common.emplace_back(&*one, &*other);
    const int at = std::min(one->epoch, other->epoch);
    if (one->epoch == at) ++one;
    if (other->epoch == at) ++other;
  }
  return common;
}

/// The test losses too, where one of the two was computed here from an external trainer's weights.
EpochDifference difference_of(const EpochDone& one, const EpochDone& other, std::int64_t steps, bool approximate) {
  EpochDifference found{.epoch = one.epoch, .train = share_of(one.loss_train, other.loss_train)};
  found.train_beyond = !is_close(one.loss_train, other.loss_train, loss_tolerance(one.epoch, steps, approximate));
  const bool has_other = one.verification == Verification::verified && other.loss_test;
  if (!one.loss_test || (other.verification != Verification::verified && !has_other)) return found;
  const double other_test = other.loss_test.value_or(NAN);
  found.test = share_of(*one.loss_test, other_test);
  found.test_beyond = !is_close(*one.loss_test, other_test, loss_tolerance(one.epoch + 1, steps, approximate));
  return found;
}

}  // namespace

double loss_tolerance(int epoch, std::int64_t steps_per_epoch, bool approximate) {
  const double first = first_tolerance * std::max(1.0, static_cast<double>(steps_per_epoch) / first_steps);
  const double exact = std::min(max_tolerance, first * std::pow(growth, std::max(0, epoch - 1)));
  return approximate ? std::min(1.0, approximate_factor * exact) : exact;
}

double largest_loss_tolerance(bool approximate) { return loss_tolerance(1000, 1, approximate); }

Equivalence compare_losses(std::span<const double> expected, std::span<const double> got, std::int64_t steps_per_epoch,
                           bool approximate) {
  const std::size_t common = std::min(expected.size(), got.size());
  if (common == 0) return Equivalence::not_compared;
  for (std::size_t e = 0; e < common; ++e) {
    const double tolerance = loss_tolerance(static_cast<int>(e) + 1, steps_per_epoch, approximate);
    if (!is_close(expected[e], got[e], tolerance)) return Equivalence::differs;
  }
  return Equivalence::equal;
}

bool is_confirmed(const RunLog& log) {
  return !any(log, Verification::refuted) &&
         (any(log, Verification::verified) ? log.epochs.back().verification != Verification::not_verified
                                           : !any(log, Verification::not_verified));
}

std::vector<EpochDifference> differences_of(const RunLog& expected, const RunLog& got) {
  const bool approximate = any_approximate(expected, got);
  std::vector<EpochDifference> differences;
  for (const auto& [one, other] : common_epochs(expected, got))
    differences.push_back(difference_of(*one, *other, expected.started.steps_per_epoch, approximate));
  return differences;
}

Equivalence compare_losses(const RunLog& expected, const RunLog& got) {
  if (any(got, Verification::refuted)) return Equivalence::differs;
  if (!is_confirmed(got) || !is_confirmed(expected)) return Equivalence::not_compared;
  const std::vector<EpochDifference> common = differences_of(expected, got);
  for (const EpochDifference& epoch : common)
    if (epoch.train_beyond || epoch.test_beyond) return Equivalence::differs;
  const bool whole = ran_to_its_end(expected) && ran_to_its_end(got);
  return common.empty() || !whole ? Equivalence::not_compared : Equivalence::equal;
}

bool ran_to_its_end(const RunLog& log) { return log.ended && log.ended->status == RunStatus::done; }

bool any_approximate(const RunLog& expected, const RunLog& got) {
  return is_approximate(expected.started.spec) || is_approximate(got.started.spec);
}

bool is_approximate(const RunSpec& spec) {
  const auto rounds = [](const Compute& compute) {
    const BackendEntry* entry = known_backend(compute.backend);
    if (entry == nullptr) return false;
    return std::ranges::any_of(entry->options, [&](const BackendOption& option) {
      const auto chosen = compute.options.values.find(option.name);
      return chosen != compute.options.values.end() &&
             std::ranges::find(option.approximate, chosen->second) != option.approximate.end();
    });
  };
  if (spec.team && std::ranges::any_of(spec.team->members, rounds, &TeamMember::compute)) return true;
  return rounds({spec.backend, spec.options});
}

}  // namespace mlplab
