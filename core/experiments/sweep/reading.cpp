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
    // What trained something else is fast at that, not at this.
    if (point.same_training && std::isfinite(point.speedup) && (best == nullptr || point.speedup > best->speedup))
      best = &point;
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
    if (std::isfinite(point.karp_flatt) && !point.oversubscribed && point.same_training) known.push_back(&point);
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

std::string serial_words(const ScalingFit& fit) {
  return percent(fit.f) + " of an epoch is serial" + (fit.f_ci.known() ? fraction_between(fit.f_ci) : "");
}

void add_amdahl(std::vector<std::string>& sentences, const ScalingFit& fit) {
  const std::string condition = fit.both_fit ? "If Amdahl's law holds, " : "";
  if (!std::isfinite(fit.limit)) {
    const std::string ci = fit.f_ci.known() ? fraction_between(fit.f_ci) : "";
    sentences.push_back("No serial part can be seen" + ci + ": within these measurements the work divides fully.");
    return;
  }
  sentences.push_back(condition + serial_words(fit) + ": no number of workers gets beyond " + significant(fit.limit) +
                      "×.");
  if (fit.workers_for_90 > 1.0)  // else one worker is there already
    sentences.push_back("90 % of that limit takes " +
                        count_of(static_cast<long long>(std::ceil(fit.workers_for_90 - 1e-9)), "worker") + ".");
}

std::string peak_words(const ScalingFit& fit) {
  return "the peak is at about " + count_of(std::llround(fit.peak_workers), "worker") + ", with " +
         significant(fit.peak_speedup) + "×";
}

// Gunther's law beside Amdahl's, where the points do not tell.
void add_gunther_too(std::vector<std::string>& sentences, const ScalingFit& fit) {
  if (!fit.kappa_ci.known()) return;
  const std::string most = significant(100.0 * fit.kappa_ci.high, 2) + " %";
  if (std::isfinite(fit.peak_workers)) {
    sentences.push_back("If Gunther's holds, " + peak_words(fit) + " (σ = " + percent(fit.sigma) +
                        ", κ = " + percent(fit.kappa) + ", at most " + most + "), and more workers are slower.");
  } else {
    sentences.push_back("If Gunther's holds, each pair of workers costs something: these points show no such cost, " +
                        std::string("but one of κ = ") + most + " would not be seen.");
  }
}

void add_gunther(std::vector<std::string>& sentences, const ScalingFit& fit) {
  sentences.push_back("By Gunther's universal scalability law " + serial_words(fit) + ", σ = " + percent(fit.sigma) +
                      ", and working together costs κ = " + percent(fit.kappa) + " of it for each further worker (" +
                      significant(1000.0 * fit.overhead_s) + " ms): " + peak_words(fit) +
                      (fit.limit_ci.known() ? " (95 % confidence: " + between(fit.limit_ci, "×") + ")" : "") +
                      ", and more are slower.");
}

}  // namespace

std::vector<std::string> read_strong(const ScalingFit& fit, const std::vector<SpeedupPoint>& points) {
  std::vector<std::string> sentences;
  if (fit.model == ScalingModel::amdahl) {
    add_amdahl(sentences, fit);
    sentences.push_back(first_letter_up(fit.why));
    if (fit.both_fit) add_gunther_too(sentences, fit);
  } else if (fit.model == ScalingModel::amdahl_overhead) {
    sentences.push_back(first_letter_up(fit.why));
    add_gunther(sentences, fit);
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
