// A sweep's runs turned into what is shown: medians, speedups, the fit, sentences. The page, the terminal and the files
// all show this one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/statistics/scaling.h"
#include "core/study/equivalence.h"
#include "core/study/figure.h"
#include "core/study/sweep/sweep_store.h"

namespace mlplab {

/// Efficiency is of workers only, and the Karp–Flatt fraction of strong scaling over them. Names, phases and whether it
/// is comparable: cells_of().
struct SweepPoint : Cell {
  std::string value;
  std::string across;           // of the second axis; '' where there is none
  std::vector<SweepRun> runs;   // the finished ones, by repeat
  Summary time;                 // of runs[i].time_s
  int host_threads = 0;         // on the processors of the machine; 0 where they are not known
  bool oversubscribed = false;  // more of them than cores
  std::string judged_by;        // whose losses its own are held against, in English: 'sequential', 'the baseline 1'
  /// The worst of its runs; nothing where they are held against none. Rounding, where it decides: in the warnings.
  std::optional<Equivalence> losses;
  bool not_verified = false;  // another program's times were doubted, or its weights not seen: it has no speedup
  std::vector<std::string> warnings;  // each once, with how many runs it concerns
  std::string failure;                // '' or why there is no run
  std::string incomplete;             // '' or what failed, where some of its runs are done: 'run 2: …'
  /// In the fit, unless oversubscribed.
  bool same_training() const { return !not_verified && (!losses || is_same_training(*losses)); }
};

/// How far chance alone moves the accuracy at the end of a run: one figure for each seed.
struct AccuracyOverSeeds {
  int seeds = 0;
  double mean = 0.0, min = 0.0, max = 0.0;
  std::string value = {};  // of the first axis, where seeds are the second
};

struct SweepAnalysis {
  SweepSpec spec;
  std::string id;
  MeasuredMachine machine;
  std::string baseline;
  std::string unit;                // 's per epoch', or 's per step' for weak scaling: in English, as in files
  std::vector<SweepPoint> points;  // in the order of spec.values
  ScalingFit fit;
  std::optional<AccuracyOverSeeds> over_seeds;     // of a sweep over seeds
  std::vector<AccuracyOverSeeds> each_over_seeds;  // of every value, where seeds are the second axis
  std::vector<std::string> reading;
  std::vector<std::string> energy_notes;  // what the joules are, or why there are none; once for all points
  std::vector<std::string> warnings;      // about the sweep as a whole
  /// With a second axis: a sweep over the first for each of its values. `points` has all of theirs in this order, each
  /// against the baseline of its own slice; a law is in its slice alone.
  std::vector<SweepAnalysis> slices;
};

/// 'workers 4', or 'workers 4, batch 64' with a second axis.
std::string point_words(const SweepAnalysis& analysis, const SweepPoint& point);
/// The analysis that has points[index]: a slice, or the whole.
const SweepAnalysis& slice_with(const SweepAnalysis& analysis, std::size_t index);

/// The reference of the points' losses, in the language that was set: 'sequential', 'the baseline 1'; '' where they are
/// not compared.
std::string judge_in_words(const SweepAnalysis& analysis);
/// Training images per epoch, the fewest and the most of all points; 0 where no run says it.
std::pair<std::int64_t, std::int64_t> images_of(const SweepAnalysis& analysis);
/// Whether the joules of any point are known.
bool has_energy(const SweepAnalysis& analysis);
/// `baseline`: one of the values, '' for the sweep's own. Throws UsageError for another.
SweepAnalysis analyse(const SweepStore& store, const std::string& baseline = "");

/// The run that the losses of values[point] are held against, with the sweep's own baseline; nothing where there is no
/// finished one, or where they are held against none.
std::optional<RunLog> expected_log(const SweepStore& store, std::size_t point);

}  // namespace mlplab
