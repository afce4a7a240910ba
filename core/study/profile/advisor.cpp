// The advice of a profile, in sentences with its values. A new piece of advice is a function below that returns a
// Advice for a point, or nothing, and a line in advise(): no value, no sentence.
#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {
namespace {

// A part below these shares of a step is not worth a sentence.
constexpr double worth_copies = 0.10, worth_waiting = 0.05, worth_exchange = 0.05, worth_host = 0.10,
                 worth_computing = 0.30, worth_fixed = 0.30, worth_cost = 0.10, worth_unequal = 0.05;

struct Advice {
  double share = 0.0;    // of the step: the largest comes first
  std::string sentence;  // '' for nothing to say
};

std::string amount(double bytes) {
  if (bytes < 1e3) return significant(bytes) + " B";
  return bytes < 1e6 ? significant(1e-3 * bytes) + " kB" : significant(1e-6 * bytes) + " MB";
}

std::string amount_at(double bytes, double rate) {
  return say("%1 at %2 GB/s", amount(bytes), significant(1e-9 * rate));
}

std::string copy_of(const char* direction, double share, double bytes, double rate) {
  const std::string text = say(direction, percent(share));
  return bytes > 0.0 && rate > 0.0 ? text + ", " + amount_at(bytes, rate) : text;
}

double of_operation(const StepProfile& p, const std::string& name) {
  double time_s = 0.0;
  for (const ProfileOperation& operation : p.operations) time_s += operation.name == name ? operation.time_s : 0.0;
  return time_s;
}

/// Other points of the same backend and number of workers, measured.
template <class Wanted>
std::vector<const ProfilePoint*> others(const ProfileStudy& study, const ProfilePoint& point, Wanted wanted) {
  std::vector<const ProfilePoint*> found;
  for (const ProfilePoint& other : study.points)
    if (other.failure.empty() && other.backend == point.backend && other.workers == point.workers &&
        other.profile.wall_s > 0.0 && wanted(other))
      found.push_back(&other);
  return found;
}

/// The points of the same placement with a larger batch, smallest first.
std::vector<const ProfilePoint*> larger(const ProfileStudy& study, const ProfilePoint& point) {
  auto found = others(study, point, [&](const ProfilePoint& other) {
    return other.placement == point.placement && other.batch > point.batch;
  });
  std::ranges::sort(found, {}, &ProfilePoint::batch);
  return found;
}

/// '; at batch 512 it is 8.10 %', for the larger batch where `share` is smallest, if that is smaller than here.
template <class Share>
std::string better_at(const ProfileStudy& study, const ProfilePoint& point, Share share) {
  const ProfilePoint* best = &point;
  for (const ProfilePoint* other : larger(study, point))
    if (share(other->profile) < share(best->profile)) best = other;
  return best == &point ? "" : say("; at batch %1 it is %2", best->batch, percent(share(best->profile)));
}

Advice copies(const ProfileStudy& study, const ProfilePoint& point) {
  const StepProfile& p = point.profile;
  const double share = (p.h2d_s + p.d2h_s) / p.wall_s;
  if (share < worth_copies) return {};
  const std::string text =
      say("Copies take %1 of a step of %2 (%3; %4)", percent(share), duration(p.wall_s),
          copy_of(to_say("host to device %1"), p.h2d_s / p.wall_s, p.h2d_bytes, bytes_per_s(p, ProfilePart::h2d)),
          copy_of(to_say("device to host %1"), p.d2h_s / p.wall_s, p.d2h_bytes, bytes_per_s(p, ProfilePart::d2h)));
  const ProfilePoint* best = nullptr;
  for (const ProfilePoint* other : others(study, point, [&](const ProfilePoint& o) {
         return o.batch == point.batch && o.placement != point.placement && o.profile.wall_s < point.profile.wall_s;
       }))
    if (best == nullptr || other->profile.wall_s < best->profile.wall_s) best = other;
  if (best != nullptr)
    return {share, say("%1: with the placement %2 the same step takes %3.", text, best->placement,
                       duration(best->profile.wall_s))};
  std::string placements;
  for (const BackendEntry& entry : backend_table())
    for (const BackendOption& option : entry.options)
      if (entry.name == point.backend && option.name == "placement")
        for (const std::string& value : option.values)
          if (value != point.placement) placements += (placements.empty() ? "" : ", ") + value;
  return {share, placements.empty() ? say("%1: the device waits for its data.", text)
                                    : say("%1: compare with the placements %2.", text, placements)};
}

Advice waiting(const ProfileStudy& study, const ProfilePoint& point) {
  const auto share = [](const StepProfile& p) { return of_operation(p, "barrier") / p.wall_s; };
  const double here = share(point.profile);
  if (here < worth_waiting) return {};
  return {here,
          say("The %1 workers wait for each other %2 of a step of %3%4: fewer workers or a larger batch give each "
              "more to do between two meetings.",
              point.workers, percent(here), duration(point.profile.wall_s), better_at(study, point, share))};
}

/// Members of unequal speed: all wait for the slowest.
Advice unequal_ranks(const ProfilePoint& point) {
  const std::vector<double>& waits_s = point.profile.waits_s;
  if (waits_s.empty()) return {};
  const auto longest = std::ranges::max_element(waits_s), least = std::ranges::min_element(waits_s);
  const double share = *longest / point.profile.wall_s;
  if (share < worth_unequal) return {};
  return {
      share,
      say("Rank %1 waits %2 of a step of %3 for rank %4, which is done last: other programs disturb that one, or its "
          "share is too large for it (--shares fitted finds one that is not).",
          longest - waits_s.begin(), percent(share), duration(point.profile.wall_s), least - waits_s.begin())};
}

Advice exchange(const ProfileStudy& study, const ProfilePoint& point) {
  const auto share = [](const StepProfile& p) { return (p.communication_s - of_operation(p, "barrier")) / p.wall_s; };
  const StepProfile& p = point.profile;
  const double here = share(p);
  if (here < worth_exchange) return {};
  const double rate = bytes_per_s(p, ProfilePart::communication);
  const std::string bytes = rate > 0.0 ? " (" + amount_at(p.communication_bytes, rate) + ")" : "";
  return {here, say("Exchanging data between workers takes %1 of a step of %2%3%4: the gradients are as large whatever "
                    "the batch, so larger batches exchange less for an image.",
                    percent(here), duration(p.wall_s), bytes, better_at(study, point, share))};
}

Advice host(const ProfileStudy& study, const ProfilePoint& point) {
  const auto share = [](const StepProfile& p) { return p.host_s / p.wall_s; };
  const double here = share(point.profile);
  if (here < worth_host) return {};
  const auto longest = std::ranges::find(point.profile.operations, ProfilePart::host, &ProfileOperation::part);
  const std::string most =
      longest == point.profile.operations.end() ? "" : say(", the most of it '%1'", say(longest->name));
  return {here, say("The host takes %1 of a step (%2%3)%4: time in which nothing is computed.", percent(here),
                    duration(point.profile.host_s), most, better_at(study, point, share))};
}

/// Step time = a + b·batch through this batch and the next measured one: a's share is what no image causes.
Advice fixed_costs(const ProfileStudy& study, const ProfilePoint& point) {
  const auto next = larger(study, point);
  if (next.empty()) return {};
  const ProfilePoint& other = *next.front();
  const double images = static_cast<double>(other.batch) / point.batch;
  const double time = other.profile.wall_s / point.profile.wall_s;
  const double share = std::min((images - time) / (images - 1.0), 1.0);
  if (share < worth_fixed) return {};
  const std::string update = of_operation(point.profile, "update") > 0.0
                                 ? say(", among it the update, which reads and writes every weight (%1)",
                                       percent(of_operation(point.profile, "update") / point.profile.wall_s))
                                 : "";
  return {share, say("About %1 of a step at batch %2 does not depend on the batch%3: a step of batch %4 takes only %5 "
                     "times as long for %6 times the images. Larger batches are faster.",
                     percent(share, 2), point.batch, update, other.batch, significant(time), significant(images))};
}

Advice computing(const ProfilePoint& point) {
  const StepProfile& p = point.profile;
  const double share = p.kernel_s / p.wall_s;
  if (share < worth_computing) return {};
  const auto longest = std::ranges::find(p.operations, ProfilePart::kernel, &ProfileOperation::part);
  if (longest == p.operations.end()) return {};
  const std::string what = say("Computing takes %1 of a step of %2, the most of it '%3' (%4)", percent(share),
                               duration(p.wall_s), say(longest->name), percent(longest->time_s / p.wall_s));
  return {share, say(longest->name == "update" ? "%1: it reads and writes every weight once per step, so the memory's "
                                                 "bandwidth decides, and a larger batch does it less often."
                                               : "%1: a faster backend or more workers help, other copies do not.",
                     what)};
}

/// Speed has a price: fewer updates per epoch.
std::string accuracy(const ProfileStudy& study, const ProfilePoint& point) {
  const ProfilePoint* fastest = &point;
  for (const ProfilePoint* other : larger(study, point))
    if (other->images_per_s > fastest->images_per_s) fastest = other;
  if (fastest == &point || !point.accuracy_test || !fastest->accuracy_test || point.images_per_s <= 0.0) return {};
  return say(
      "Batch %1 trains %2 times as many images per second as batch %3; after as many epochs its test accuracy is %4, "
      "here %5.",
      fastest->batch, significant(fastest->images_per_s / point.images_per_s), point.batch,
      percent(*fastest->accuracy_test), percent(*point.accuracy_test));
}

std::string own_cost(const ProfilePoint& point) {
  if (point.unprofiled_step_s <= 0.0)
    return say("The epoch has no other whole step than the profiled: what profiling costs is not known.");
  const double cost = point.profile.wall_s / point.unprofiled_step_s - 1.0;
  if (std::fabs(cost) < worth_cost) return {};
  return say(cost > 0.0
                 ? "The profiled steps took %1, the others of the epoch %2 (median): the clocks, or a "
                   "disturbance, added %3; read the shares with that in mind."
                 : "The profiled steps took %1, the others of the epoch %2 (median): they were faster by %3; read "
                   "the shares with that in mind.",
             duration(point.profile.wall_s), duration(point.unprofiled_step_s), percent(std::fabs(cost)));
}

}  // namespace

std::vector<std::string> cautions_of(const ProfilePoint& point) {
  std::vector<std::string> cautions = in_words(point.noise);
  if (point.cold)
    cautions.insert(cautions.begin(),
                    say("the first step of the run is among these figures, cold: it touches its memory for the first "
                        "time, and an epoch has too few others; train a second epoch, whose profile is shown then"));
  return cautions;
}

std::vector<std::string> advise(const ProfileStudy& study, const ProfilePoint& point) {
  if (!point.failure.empty()) return {say("Batch %1 could not be measured: %2.", point.batch, point.failure)};
  if (point.profile.wall_s <= 0.0) return {};
  std::vector<Advice> findings = {copies(study, point),   waiting(study, point), unequal_ranks(point),
                                  exchange(study, point), host(study, point),    fixed_costs(study, point),
                                  computing(point)};
  std::erase_if(findings, [](const Advice& finding) { return finding.sentence.empty(); });
  std::ranges::stable_sort(findings, std::ranges::greater{}, &Advice::share);
  std::vector<std::string> sentences;
  if (const std::string why = distrust(point.profile); !why.empty())
    sentences.push_back(
        say("%1: close other programs and measure again, or profile more work in a step.", first_letter_up(why)));
  for (const std::string& caution : cautions_of(point)) sentences.push_back(first_letter_up(caution) + ".");
  for (const Advice& finding : findings) sentences.push_back(finding.sentence);
  for (std::string last : {accuracy(study, point), own_cost(point)})
    if (!last.empty()) sentences.push_back(std::move(last));
  return sentences;
}

}  // namespace mlplab
