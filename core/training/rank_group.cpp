#include "core/training/rank_group.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/mixed_hash.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

/// A hash of the bits in which all NaNs are equal: which NaN a sum of two is depends on their order, and so on the
/// rank.
std::uint64_t hash_of(std::span<const float> values) {
  std::uint64_t hash = empty_hash;
  for (const float value : values) {
    const float shown = std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
    hash = mixed(hash, std::bit_cast<std::uint32_t>(shown));
  }
  return hash;
}

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = empty_hash;
  for (const char letter : text) hash = mixed(hash, static_cast<unsigned char>(letter));
  return hash;
}

}  // namespace

void RankGroup::together(const std::function<void()>& work) const {
  if (communicator_ == nullptr) return work();
  std::exception_ptr own;
  std::optional<Error> known;
  try {
    work();
  } catch (const std::exception& error) {
    own = std::current_exception();
    known = as_error(error);
  }
  const std::optional<Error> failure = first_failure(*communicator_, known);
  if (own) std::rethrow_exception(own);
  if (failure) throw *failure;
}

void RankGroup::check_same(const Dataset& dataset) const {
  if (communicator_ == nullptr) return;
  char hash[32] = {};
  std::memcpy(hash, dataset.content_hash.data(), std::min(sizeof hash, dataset.content_hash.size()));
  char first[sizeof hash];
  std::memcpy(first, hash, sizeof hash);
  communicator_->broadcast(first, sizeof first);
  together([&] {
    if (std::memcmp(first, hash, sizeof hash) != 0)
      throw InputError(
          say("this rank has read other data than rank 0; give every machine the same data set %1", dataset.name));
  });
}

void RankGroup::check_same_weights(std::span<const float> parameters, const std::string& when) const {
  if (communicator_ == nullptr) return;
  const std::uint64_t own = hash_of(parameters);
  std::uint64_t first = own;
  communicator_->broadcast(&first, sizeof first);
  together([&] {
    if (first != own)
      throw BackendError(
          say("its weights %1 are not those of rank 0, though all make the same updates: what connects the ranks, or "
              "what computes there, is at fault",
              when));
  });
}

void RankGroup::check_same_code(const std::string& backend, const std::string& code) const {
  if (communicator_ == nullptr) return;
  constexpr std::size_t parts = 4;  // of a rank: halves of two hashes, which a double holds to the bit
  std::vector<double> all(parts * static_cast<std::size_t>(communicator_->size()), 0.0);
  const auto rank = static_cast<std::ptrdiff_t>(communicator_->rank());
  const std::span<double> own(all.begin() + rank * static_cast<std::ptrdiff_t>(parts), parts);
  const std::uint64_t hashes[] = {hash_of(backend), hash_of(code)};
  for (std::size_t i = 0; i < parts; ++i)
    own[i] = static_cast<double>(i % 2 == 0 ? hashes[i / 2] >> 32U : hashes[i / 2] & 0xFFFFFFFFU);
  communicator_->sum(all);
  together([&] {
    for (auto other = all.begin(); other != all.end(); other += parts)
      if (std::equal(other, other + 2, own.begin()) && !std::equal(other, other + parts, own.begin()))
        throw BackendError(
            say("%1 was changed while the processes of the run started, so that they would not all compute the same: "
                "start the run again",
                backend));
  });
}

std::shared_ptr<const TrainingState> RankGroup::share(std::shared_ptr<const TrainingState> state,
                                                      const RunSpec& spec) const {
  if (communicator_ == nullptr) return state;
  struct {
    std::int64_t steps_done, epochs_done, there;
  } header{};
  if (first() && state) header = {state->steps_done, state->epochs_done, 1};
  communicator_->broadcast(&header, sizeof header);
  if (header.there == 0) return nullptr;
  TrainingState shared;
  if (first()) shared = *state;
  const Network network = network_of(spec.model);
  const std::size_t size = network.parameters_size;
  shared.model = spec.model;
  shared.parameters.resize(size);
  shared.statistics.resize(network.statistics_size);
  shared.slots.resize(static_cast<std::size_t>(state_slots(spec.optimizer.kind)));
  communicator_->broadcast(shared.parameters.data(), size * sizeof(float));
  if (!shared.statistics.empty())
    communicator_->broadcast(shared.statistics.data(), shared.statistics.size() * sizeof(float));
  for (std::vector<float>& slot : shared.slots) {
    slot.resize(size);
    communicator_->broadcast(slot.data(), size * sizeof(float));
  }
  shared.steps_done = header.steps_done;
  shared.epochs_done = static_cast<int>(header.epochs_done);
  return std::make_shared<TrainingState>(std::move(shared));
}

std::vector<float> RankGroup::share(std::vector<float> numbers) const {
  if (communicator_ == nullptr) return numbers;
  std::uint64_t count = numbers.size();
  communicator_->broadcast(&count, sizeof count);
  numbers.resize(count);
  if (count > 0) communicator_->broadcast(numbers.data(), count * sizeof(float));
  return numbers;
}

GroupOrder RankGroup::next(RunControl& control, bool at_epoch_start, std::int64_t max_steps) const {
  GroupOrder order;
  if (first()) {
    order.what = control.next(at_epoch_start);
    const bool ends = order.what == RunControl::Order::stop || order.what == RunControl::Order::rewind;
    order.snapshot = !ends && control.take_snapshot_request();
    order.steps = order.what == RunControl::Order::one_step ? 1 : max_steps;
  }
  if (communicator_ != nullptr) {
    std::int64_t packed[] = {static_cast<std::int64_t>(order.what), order.snapshot ? 1 : 0, order.steps};
    communicator_->broadcast(packed, sizeof packed);
    order = {static_cast<RunControl::Order>(packed[0]), packed[1] != 0, packed[2]};
  }
  return order;
}

bool RankGroup::stopped(const RunControl& control) const {
  std::uint8_t stop = control.stopped() ? 1 : 0;
  if (communicator_ != nullptr) communicator_->broadcast(&stop, 1);
  return stop != 0;
}

double RankGroup::greatest(double number) const {
  if (communicator_ == nullptr) return number;
  std::vector<double> all(static_cast<std::size_t>(communicator_->size()), 0.0);
  all[static_cast<std::size_t>(communicator_->rank())] = number;
  communicator_->sum(all);
  return *std::ranges::max_element(all);
}

}  // namespace mlplab
