#include "core/operations/embeddings.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/launch/processes/transport.h"
#include "core/machine/topology.h"
#include "core/operations/embedding_tasks.h"
#include "core/operations/measure.h"
#include "core/operations/process_pool.h"
#include "core/study/noise_guard.h"

namespace mlplab {
namespace {

constexpr int most_pool = 256, most_embedding_repeats = 100;

/// Keeps the `most` first pairs in an order; one look at each pair.
template <class Before>
class FirstPairs {
 public:
  FirstPairs(std::size_t most, Before before) : most_(most), before_(before) {}

  void offer(const ImagePair& pair) {
    if (most_ == 0 || (pairs_.size() == most_ && !before_(pair, pairs_.back()))) return;
    pairs_.insert(std::ranges::upper_bound(pairs_, pair, before_), pair);
    if (pairs_.size() > most_) pairs_.pop_back();
  }
  std::vector<ImagePair> taken() { return std::move(pairs_); }

 private:
  std::size_t most_;
  Before before_;
  std::vector<ImagePair> pairs_;
};

}  // namespace

std::string pool_in_words(PoolOf pool_of, int workers) {
  switch (pool_of) {
    case PoolOf::threads:
      return count_of(workers, "thread");
    case PoolOf::processes:
      return workers == 1 ? say("1 process") : say("%1 processes", workers);
  }
  unreachable();
}

bool Embeddings::same_bits(const Embeddings& other) const {
  const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
  };
  return dimensions == other.dimensions && same(values, other.values) && same(distances, other.distances) &&
         found == other.found;
}

Embeddings embed(const TrainingState& state, const ImageSource& images, int packet, int workers,
                 const RunControl& control) {
  const std::size_t d = embedding_dimensions(state, images);
  Embeddings all;
  if (images.size() == 0) return all;
  PhaseClock clock(all.phases_s);
  const EmbeddingTasks tasks(state, images, static_cast<std::size_t>(packet), d);
  all.found.resize(tasks.found_bytes());
  for_each_task(tasks.photograph_packets(), workers, control,
                [&](std::size_t task) { tasks.detect(task, all.found.data()); });
  clock.ends(PoolPhase::detection);
  all.dimensions = static_cast<int>(d);
  all.values.resize(images.size() * d);
  for_each_task(tasks.packets(), workers, control,
                [&](std::size_t task) { tasks.embed(task, all.found.data(), all.values.data()); });
  clock.ends(PoolPhase::embedding);
  all.distances.resize(pair_count(all.size()));
  for_each_task(tasks.row_blocks(), workers, control,
                [&](std::size_t task) { tasks.measure(task, all.values.data(), all.distances.data()); });
  clock.ends(PoolPhase::distances);
  if (control.stopped()) return {};
  return all;
}

void check_embedding_plan(const EmbeddingPlan& plan) {
  if (plan.packet < 1 || plan.packet > static_cast<int>(most_embedded))
    throw UsageError(say("a packet must have 1 to %1 images, not %2", most_embedded, plan.packet), "packet");
  if (plan.pools.empty()) throw UsageError(say("name at least one size of the pool, as in 1,2,4"), "pools");
  for (const int workers : plan.pools)
    if (workers < 1 || workers > most_pool)
      throw UsageError(say("a pool must have 1 to %1 workers, not %2", most_pool, workers), "pools");
  for (const int workers : plan.pools)
    if (std::ranges::count(plan.pools, workers) > 1)
      throw UsageError(say("the pool of %1 is named twice; name each size once", count_of(workers, "worker")), "pools");
  if (plan.repeats < 1 || plan.repeats > most_embedding_repeats)
    throw UsageError(say("the repeats must be a number from 1 to %1", most_embedding_repeats), "repeats");
  if (plan.pool_of == PoolOf::processes)
    if (const std::string reason = cli_missing(); !reason.empty()) throw UsageError(reason, "pool_of");
}

bool differs(const EmbeddingStudy& study) {
  return std::ranges::any_of(study.points, [](const EmbeddingPoint& point) { return point.identical == false; });
}

double packet_ceiling(std::size_t packets, int workers) {
  const std::size_t rounds = (packets + static_cast<std::size_t>(workers) - 1) / static_cast<std::size_t>(workers);
  return static_cast<double>(packets) / static_cast<double>(std::max<std::size_t>(rounds, 1));
}

double packet_ceiling(const EmbeddingStudy& study, int workers) {
  const double of_images = packet_ceiling(study.packets, workers);
  return study.faces ? std::max(of_images, packet_ceiling(study.faces->packets, workers)) : of_images;
}

ScalingFit law_of(const EmbeddingStudy& study) {
  std::vector<ScalingPoint> points;
  for (const EmbeddingPoint& point : study.points)
    points.push_back(
        {point.workers, point.times_s, study.cores > 0 && point.workers > study.cores, point.identical.value_or(true)});
  return fit_strong(points);
}

double most_by(const EmbeddingStudy& study, PoolPhase phase) {
  if (study.points.empty()) return not_known;
  double whole_s = 0.0;
  for (const PhasePoint& point : study.points.front().phases)
    if (!point.times_s.empty()) whole_s += point.time_s;
  const PhasePoint& alone = study.points.front().phase(phase);
  return alone.times_s.empty() ? not_known : whole_s / (whole_s - alone.time_s);
}

namespace {

/// The pool is measured to its end. `first` is null where it is the first itself.
void judge_phases(EmbeddingPoint& point, const EmbeddingPoint* first) {
  for (std::size_t i = 0; i < phase_count; ++i) {
    PhasePoint& phase = point.phases[i];
    if (phase.times_s.empty()) continue;
    phase.time_s = median(phase.times_s);
    phase.speedup = (first == nullptr ? phase : first->phases[i]).time_s / phase.time_s;
  }
}

}  // namespace

EmbeddingStudy measure_embeddings(const TrainingState& state, const ImageSource& images, const EmbeddingPlan& plan,
                                  const RunControl& control,
                                  const std::function<void(int workers, int repeat)>& progress) {
  check_embedding_plan(plan);
  EmbeddingStudy study{.pool_of = plan.pool_of, .images = images.size(), .packet = plan.packet};
  study.packets = (study.images + static_cast<std::size_t>(plan.packet) - 1) / static_cast<std::size_t>(plan.packet);
  study.cores = machine_topology().usable_cores();
  const Detection* detection = images.detection();
  if (detection != nullptr) {
    study.faces = detection->count();
    study.faces->packets =
        (study.faces->photographs + static_cast<std::size_t>(plan.packet) - 1) / static_cast<std::size_t>(plan.packet);
  }
  const NoiseReading before = read_noise();
  for (const int workers : plan.pools) {
    EmbeddingPoint point{.workers = workers,
                         .ceiling = packet_ceiling(study, workers) / packet_ceiling(study, plan.pools.front())};
    if (detection != nullptr && plan.pool_of == PoolOf::threads) detection->prepare(workers);
    std::optional<ProcessPool> processes;  // one for all repeats
    for (int repeat = 1; repeat <= plan.repeats; ++repeat) {
      if (progress) progress(workers, repeat);
      if (plan.pool_of == PoolOf::processes && !processes) {
        const double start_s = now_s();
        processes.emplace(state, images, plan.packet, workers, control);
        point.start_s = now_s() - start_s;
      }
      if (processes) processes->clear();
      const double start_s = now_s();
      Embeddings found = processes ? processes->embed(control) : embed(state, images, plan.packet, workers, control);
      if (control.stopped()) return study;
      point.times_s.push_back(now_s() - start_s);
      for (std::size_t i = 0; i < phase_count; ++i)
        if (i != static_cast<std::size_t>(PoolPhase::detection) || detection != nullptr)
          point.phases[i].times_s.push_back(found.phases_s[i]);
      if (study.embeddings.dimensions == 0) {
        study.embeddings = std::move(found);
        study.dimensions = study.embeddings.dimensions;
        study.pairs = study.embeddings.distances.size();
      } else {
        point.identical = point.identical.value_or(true) && study.embeddings.same_bits(found);
      }
    }
    point.time_s = median(point.times_s);
    if (point.times_s.size() > 1)
      point.spread = (quantile(point.times_s, 1.0) - quantile(point.times_s, 0.0)) / point.time_s;
    point.speedup = (study.points.empty() ? point.time_s : study.points.front().time_s) / point.time_s;
    judge_phases(point, study.points.empty() ? nullptr : &study.points.front());
    study.points.push_back(std::move(point));
  }
  study.warnings = judge_noise(before, read_noise(), *std::ranges::max_element(plan.pools), machine_topology());
  return study;
}

PairExtremes extreme_pairs(const Embeddings& embeddings, std::size_t most) {
  FirstPairs nearest(most, [](const ImagePair& one, const ImagePair& other) { return one.distance < other.distance; });
  FirstPairs farthest(most, [](const ImagePair& one, const ImagePair& other) { return one.distance > other.distance; });
  const auto n = static_cast<std::uint32_t>(embeddings.size());
  std::size_t place = 0;
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b, ++place) {
      const ImagePair pair{a, b, embeddings.distances[place]};
      if (!std::isfinite(pair.distance)) continue;
      nearest.offer(pair);
      farthest.offer(pair);
    }
  return {nearest.taken(), farthest.taken()};
}

}  // namespace mlplab
