// The sentences; the numbers come from scaling.h and are rounded to three digits here only.
#include "core/experiments/sweep/reading.h"

#include <algorithm>

#include "core/base/numbers.h"

namespace mlplab {

namespace {

std::string between(const Interval& interval, const std::string& unit = "") {
  return significant(interval.low) + " to " + significant(interval.high) + unit;
}

std::string fraction_between(const Interval& interval) {
  return " (95 % confidence: " + significant(100.0 * interval.low) + " to " + percent(interval.high) + ")";
}

const SpeedupPoint* best_of(const std::vector<SpeedupPoint>& points) {
  const SpeedupPoint* best = nullptr;
  for (const SpeedupPoint& point : points) {
    if (std::isfinite(point.speedup) && (best == nullptr || point.speedup > best->speedup)) best = &point;
  }
  return best;
}

void add_best(std::vector<std::string>& sentences, const std::vector<SpeedupPoint>& points) {
  const SpeedupPoint* best = best_of(points);
  if (best == nullptr) return;
  std::string sentence = "The highest speedup measured is " + significant(best->speedup) + "×, with " +
                         count_of(best->workers, "worker") + ": an efficiency of " + percent(best->efficiency);
  if (best->speedup_ci.known() && best->speedup_ci.high > best->speedup_ci.low) {
    sentence += " (95 % confidence: " + between(best->speedup_ci, "×") + ")";
  }
  sentences.push_back(sentence + ".");
}

// Karp and Flatt: a constant e is a serial part; a growing e is overhead.
void add_karp_flatt(std::vector<std::string>& sentences, const std::vector<SpeedupPoint>& points) {
  std::vector<const SpeedupPoint*> known;
  for (const SpeedupPoint& point : points) {
    if (std::isfinite(point.karp_flatt) && !point.oversubscribed) known.push_back(&point);
  }
  if (known.size() < 2) return;
  const double first = known.front()->karp_flatt;
  const double last = known.back()->karp_flatt;
  const std::string values = " (" + percent(first) + " with " + std::to_string(known.front()->workers) + ", " +
                             percent(last) + " with " + count_of(known.back()->workers, "worker") + ")";
  if (first > 1.0 && last > 1.0) {
    sentences.push_back("The Karp–Flatt fraction is above 100 %" + values +
                        ": working together costs more than it gains, so no serial part can explain it.");
  } else if (last > 1.25 * first && last - first > 0.01) {
    sentences.push_back("The Karp–Flatt fraction grows with the workers" + values +
                        ": not only serial work, but also a cost of working together.");
  } else if (std::fabs(last - first) <= std::max(0.25 * std::fabs(first), 0.01)) {
    sentences.push_back("The Karp–Flatt fraction stays about the same" + values +
                        ": what holds the speedup back is serial work.");
  } else {
    sentences.push_back("The Karp–Flatt fraction has no clear trend upwards" + values + ".");
  }
}

std::string first_letter_up(std::string sentence) {
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 32);
  return sentence + ".";
}

}  // namespace

std::vector<std::string> read_strong(const ScalingFit& fit, const std::vector<SpeedupPoint>& points) {
  std::vector<std::string> sentences;
  if (fit.model == ScalingModel::amdahl) {
    const std::string ci = fit.f_ci.known() ? fraction_between(fit.f_ci) : "";
    if (std::isfinite(fit.limit)) {
      sentences.push_back(percent(fit.f) + " of an epoch is serial" + ci + ": no number of workers gets beyond " +
                          significant(fit.limit) + "×.");
      if (fit.workers_for_90 > 1.0)  // else one worker is there already
        sentences.push_back("90 % of that limit takes " +
                            count_of(static_cast<long long>(std::ceil(fit.workers_for_90 - 1e-9)), "worker") + ".");
    } else {
      sentences.push_back("No serial part can be seen" + ci + ": within these measurements the work divides fully.");
    }
    sentences.push_back(first_letter_up(fit.why));
  } else if (fit.model == ScalingModel::amdahl_overhead) {
    sentences.push_back(first_letter_up(fit.why));
    sentences.push_back("Each further worker costs " + significant(1000.0 * fit.overhead_s) + " ms, and " +
                        percent(fit.f) + " is serial" + (fit.f_ci.known() ? fraction_between(fit.f_ci) : "") +
                        ": beyond about " + count_of(std::llround(fit.best_workers), "worker") +
                        " it becomes slower again, so that " + significant(fit.limit) + "× is the most to expect.");
  } else {
    sentences.push_back("No law was fitted: " + fit.why + ".");
  }
  add_best(sentences, points);
  add_karp_flatt(sentences, points);
  return sentences;
}

std::vector<std::string> read_weak(const ScalingFit& fit, const std::vector<SpeedupPoint>& points) {
  std::vector<std::string> sentences;
  if (fit.model == ScalingModel::gustafson) {
    sentences.push_back("With work that grows with the workers, " + percent(fit.f) + " of the time is serial" +
                        (fit.f_ci.known() ? fraction_between(fit.f_ci) : "") + ": each further worker adds " +
                        significant(1.0 - fit.f) + " of a worker's speed.");
    sentences.push_back(first_letter_up(fit.why));
  } else {
    sentences.push_back("No law was fitted: " + fit.why + ".");
  }
  add_best(sentences, points);
  return sentences;
}

}  // namespace mlplab
