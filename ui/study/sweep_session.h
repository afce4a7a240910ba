// The sweep of the window: keeps the analysis of what is measured so far. Draws nothing.
#pragma once

#include <filesystem>
#include <memory>

#include "core/study/sweep/sweep.h"
#include "core/study/sweep/sweep_analysis.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

/// The training in words, for captions: work_words() of the sweep, its warm-up epochs apart.
QString sweep_words(const SweepAnalysis& analysis);

class SweepSession : public MeasuringSession {
  Q_OBJECT
 public:
  /// `sweeps_folder`: where sweeps are kept; `resources`: for the shipped data sets.
  SweepSession(std::filesystem::path sweeps_folder, std::filesystem::path resources)
      : sweeps_folder_(std::move(sweeps_folder)), resources_(std::move(resources)) {}

  /// The analysis of the sweep in progress or shown; null before the first.
  const std::shared_ptr<const SweepAnalysis>& analysis() const { return analysis_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& sweeps_folder() const { return sweeps_folder_; }
  /// Runs of the shown sweep are missing: it can be resumed.
  bool incomplete() const { return incomplete_; }

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::SweepSpec& spec);
  /// Shows a kept sweep.
  void open(const std::filesystem::path& folder);
  /// Goes on with the shown one; `hostfile` is the one whose machines were agreed to.
  void resume(const std::string& hostfile = {});
  /// The value that speedups compare with; '' for the sweep's own.
  void setBaseline(const QString& value);

 Q_SIGNALS:
  void analysed();

 private:
  struct Measurement;
  void measure(std::unique_ptr<SweepStore> store);

  std::filesystem::path sweeps_folder_, resources_, folder_;
  std::shared_ptr<const SweepAnalysis> analysis_;
  std::string baseline_;
  bool incomplete_ = false;
};

}  // namespace mlplab
