// The sentences; the numbers come from scaling.h and are rounded to three digits here only.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/study/sweep/analysis_parts.h"

namespace mlplab {

namespace {

std::string speedup_between(const Interval& interval) {
  return say(" (95 % confidence: %1 to %2×)", significant(interval.low), significant(interval.high));
}

std::string fraction_between(const Interval& interval) {
  if (!interval.known()) return {};
  return say(" (95 % confidence: %1 to %2)", significant(100.0 * interval.low), percent(interval.high));
}

/// A point that trained something else is no faster at this training; a median between two groups is no run's time.
bool counts(const SpeedupPoint& point) {
  return point.same_training && !point.between_groups && std::isfinite(point.speedup);
}

void add_best(std::vector<std::string>& sentences, const std::vector<SpeedupPoint>& points) {
  const SpeedupPoint* best = nullptr;
  for (const SpeedupPoint& point : points)
    if (counts(point) && (best == nullptr || point.speedup > best->speedup)) best = &point;
  if (best == nullptr) return;
  for (const SpeedupPoint& point : points)
    if (!counts(point) && point.speedup > best->speedup)
      sentences.push_back(say(point.same_training
                                  ? "Not counted as the highest speedup: %1× with %2, from times in two groups."
                                  : "Not counted as the highest speedup: %1× with %2, of another training perhaps.",
                              significant(point.speedup), count_of(point.workers, "worker")));
  const std::string workers = count_of(best->workers, "worker");
  if (!best->speedup_ci.known()) {
    sentences.push_back(
        say("The highest speedup measured is %1×, with %2. One run says nothing of the noise: repeats tell whether "
            "that is a gain.",
            significant(best->speedup), workers));
    return;
  }
  const bool wide = best->speedup_ci.high > best->speedup_ci.low;
  if (!wide && best->speedup == 1.0) {  // the baseline, which is as fast as itself
    if (points.size() == 1) return;
    const bool unclear = std::ranges::any_of(
        points, [](const SpeedupPoint& point) { return counts(point) && point.speedup_ci.high > 1.0; });
    sentences.push_back(say(unclear ? "None of the others took a shorter time than %1, but their noise has room for a "
                                      "gain: close other programs and measure more repeats."
                                    : "None of the others took a shorter time than %1.",
                            workers));
    return;
  }
  if (wide && best->speedup_ci.low <= 1.0) {
    sentences.push_back(
        say("The highest speedup measured, with %1, may be none%2: close other programs and measure more repeats.",
            workers, speedup_between(best->speedup_ci)));
    return;
  }
  sentences.push_back(say("The highest speedup measured is %1×, with %2: an efficiency of %3%4.",
                          significant(best->speedup), workers, percent(best->efficiency),
                          wide ? speedup_between(best->speedup_ci) : ""));
}

// Effects that all repeats share, such as where the code lies, move e by about this, and no interval shows it.
constexpr double least_growth = 0.01;

// Karp and Flatt: a constant e is a serial part; a growing e is overhead. A growth that noise explains is neither.
void add_karp_flatt(std::vector<std::string>& sentences, const ScalingFit& fit,
                    const std::vector<SpeedupPoint>& points) {
  std::vector<const SpeedupPoint*> known;
  for (const SpeedupPoint& point : points) {
    if (std::isfinite(point.karp_flatt) && !point.oversubscribed && point.same_training) known.push_back(&point);
  }
  if (known.size() < 2) return;
  // No share of the work is below nothing: faster than the workers allow, serial work is not the question.
  if (std::ranges::any_of(known, [](const SpeedupPoint* point) { return point->karp_flatt < 0.0; })) return;
  std::ranges::stable_sort(known, {}, &SpeedupPoint::workers);
  const SpeedupPoint &fewest = *known.front(), &most = *known.back();
  const std::string values = say("(%1 with %2, %3 with %4)", percent(fewest.karp_flatt), fewest.workers,
                                 percent(most.karp_flatt), count_of(most.workers, "worker"));
  const bool amdahl_alone = fit.model == ScalingModel::amdahl && !fit.both_fit && fit.f_ci.low > 0.0;
  if (fewest.karp_flatt_ci.low > 1.0 && most.karp_flatt_ci.low > 1.0) {
    sentences.push_back(say(
        "The Karp–Flatt fraction is above 100 % %1: working together costs more than it gains, so no serial part can "
        "explain it.",
        values));
  } else if (most.karp_flatt_ci.low > fewest.karp_flatt_ci.high && most.karp_flatt - fewest.karp_flatt > least_growth) {
    sentences.push_back(
        say("The Karp–Flatt fraction grows with the workers %1: more than serial work holds the speedup back, such as "
            "waiting for each other or sharing the memory.",
            values));
  } else if (amdahl_alone) {
    sentences.push_back(
        say("The Karp–Flatt fraction stays about the same %1: what holds the speedup back is serial work.", values));
  } else {
    sentences.push_back(say("The Karp–Flatt fraction has no clear trend upwards %1.", values));
  }
}

std::string why_sentence(const ScalingFit& fit) { return first_letter_up(fit.why) + "."; }

std::string serial_words(const ScalingFit& fit) {
  return say("%1 of an epoch is serial%2", percent(fit.f), fraction_between(fit.f_ci));
}

void add_amdahl(std::vector<std::string>& sentences, const ScalingFit& fit) {
  if (!std::isfinite(fit.limit) && fit.f_ci.known() && fit.f_ci.high > 0.0) {
    sentences.push_back(
        say("The serial part cannot be told from zero%1: the limit, if there is one, is at least %2× by Amdahl's law.",
            fraction_between(fit.f_ci), significant(1.0 / fit.f_ci.high)));
    return;
  }
  if (!std::isfinite(fit.limit)) {
    sentences.push_back(say("No serial part can be seen%1: within these measurements the work divides fully.",
                            fraction_between(fit.f_ci)));
    return;
  }
  sentences.push_back(fit.both_fit ? say("If Amdahl's law holds, %1: no number of workers gets beyond %2×.",
                                         serial_words(fit), significant(fit.limit))
                                   : say("%1: no number of workers gets beyond %2×.",
                                         first_letter_up(serial_words(fit)), significant(fit.limit)));
  if (fit.workers_for_90 > 1.0)  // else one worker is there already
    sentences.push_back(say("90 % of that limit takes %1.",
                            count_of(static_cast<long long>(std::ceil(fit.workers_for_90 - 1e-9)), "worker")));
}

std::string peak_words(const ScalingFit& fit) {
  return say("the peak is at about %1, with %2×", count_of(std::llround(fit.peak_workers), "worker"),
             significant(fit.peak_speedup));
}

// Gunther's law beside Amdahl's, where the points do not tell.
void add_gunther_too(std::vector<std::string>& sentences, const ScalingFit& fit) {
  if (!fit.kappa_ci.known()) return;
  const std::string most = significant(100.0 * fit.kappa_ci.high, 2) + " %";
  if (std::isfinite(fit.peak_workers)) {
    sentences.push_back(say("If Gunther's holds, %1 (σ = %2, κ = %3, at most %4), and more workers are slower.",
                            peak_words(fit), percent(fit.sigma), percent(fit.kappa), most));
  } else {
    sentences.push_back(say(
        "If Gunther's holds, each pair of workers costs something: these points show no such cost, but one of κ = %1 "
        "would not be seen.",
        most));
  }
}

void add_gunther(std::vector<std::string>& sentences, const ScalingFit& fit) {
  sentences.push_back(
      say("By Gunther's universal scalability law %1, σ = %2, and each further worker costs κ = %3 of the one-worker "
          "time (%4 ms): %5%6, and more workers are slower.",
          serial_words(fit), percent(fit.sigma), percent(fit.kappa), significant(1000.0 * fit.overhead_s),
          peak_words(fit), fit.limit_ci.known() ? speedup_between(fit.limit_ci) : ""));
}

}  // namespace

std::vector<std::string> read_strong(const ScalingFit& fit, const std::vector<SpeedupPoint>& points) {
  std::vector<std::string> sentences;
  if (fit.model == ScalingModel::amdahl) {
    add_amdahl(sentences, fit);
    sentences.push_back(why_sentence(fit));
    if (fit.both_fit) add_gunther_too(sentences, fit);
  } else if (fit.model == ScalingModel::amdahl_overhead) {
    sentences.push_back(why_sentence(fit));
    add_gunther(sentences, fit);
  } else {
    sentences.push_back(say("No law was fitted: %1.", fit.why));
  }
  add_best(sentences, points);
  add_karp_flatt(sentences, fit, points);
  return sentences;
}

std::vector<std::string> read_weak(const ScalingFit& fit, const std::vector<SpeedupPoint>& points) {
  std::vector<std::string> sentences;
  if (fit.model == ScalingModel::gustafson) {
    sentences.push_back(say(
        "With work that grows with the workers, %1 of the time is serial%2: each further worker adds %3 of a worker's "
        "speed.",
        percent(fit.f), fraction_between(fit.f_ci), significant(1.0 - fit.f)));
    sentences.push_back(why_sentence(fit));
  } else {
    sentences.push_back(say("No law was fitted: %1.", fit.why));
  }
  add_best(sentences, points);
  return sentences;
}

}  // namespace mlplab
