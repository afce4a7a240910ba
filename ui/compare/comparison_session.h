// The comparison of the window: keeps what is known of every row, the run going on included. Draws nothing.
#pragma once

#include <filesystem>

#include "core/study/comparison/comparison.h"
#include "ui/runs/measuring_session.h"
#include "ui/widgets/background.h"

namespace mlplab {

class ComparisonStore;
class RunLock;

class ComparisonSession : public MeasuringSession {
  Q_OBJECT
 public:
  /// `resources`: for the shipped data sets.
  explicit ComparisonSession(std::filesystem::path resources) : resources_(std::move(resources)) {}
  /// From now on each comparison is kept as a file in this folder, run by run.
  void keep_in(const std::filesystem::path& folder) { folder_ = folder; }
  const std::filesystem::path& folder() const { return folder_; }
  /// The file of the comparison in progress or shown; '' for none.
  const std::filesystem::path& file() const { return file_; }
  /// Teams that have a row from the next plan() or start() on.
  void set_teams(std::vector<std::string> names) { teams_ = std::move(names); }
  /// Shows a kept one.
  void open(const std::filesystem::path& file);

  /// Every row with what is known of it; before a row has a finished run, it has the events of the run in progress.
  const Comparison& comparison() const { return comparison_; }
  /// The row that runs now; -1 for none.
  int current_row() const { return current_row_; }
  /// Whether the row is still to run in the comparison going on.
  bool waiting(int row) const;
  /// The baseline of relative speeds; '' while nothing is measured.
  std::string baseline() const;
  /// Runs of the shown one are missing: it can go on.
  bool incomplete() const;
  /// The run in progress.
  const RunLog& live() const { return live_; }
 public Q_SLOTS:
  /// Trains the named backends in turn; with equal settings, other rows keep their results. Nothing happens while one
  /// is active.
  void start(const mlplab::ComparisonSpec& spec);
  /// Goes on with the shown one; `hostfile` is the one whose machines were agreed to.
  void resume(const std::string& hostfile = {});
  /// Shows what is available, with what is measured where something is; on a thread, for asking may start programs:
  /// updated() comes later.
  void plan(const mlplab::ComparisonSpec& spec);
  /// Shows another one. Nothing happens while one is active.
  void show(const mlplab::Comparison& comparison);
  /// Sets the baseline of relative speeds: a row's backend.
  void setBaseline(const QString& backend);

 Q_SIGNALS:
  /// A row has changed; at most once per tick.
  void updated();

 private:
  struct Measurement;
  void measure(std::unique_ptr<RunLock> lock, bool resumed);
  void take_in_file();
  void rebase_now();
  void take_plan(Comparison planned);
  void take_event(int row, const Event& event);
  void end_rows();

  std::filesystem::path resources_, folder_, file_;
  Comparison comparison_;
  std::string baseline_;
  std::vector<std::string> teams_;
  int current_row_ = -1;
  RunLog live_;
  std::shared_ptr<ComparisonStore> store_;  // the job's while one is active
  Background planning_;                     // the last member: it ends before what its work tells
};

}  // namespace mlplab
