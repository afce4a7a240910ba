// The comparison of the window: owns its thread, takes in the events of the run going on about 20 times a second, and
// keeps what is known of every row. Draws nothing.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <future>
#include <memory>

#include "core/experiments/comparison/comparison.h"

namespace mlplab {

class ComparisonSession : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, stopping };

  /// `resources`: for the shipped data sets.
  explicit ComparisonSession(std::filesystem::path resources, QObject* parent = nullptr);
  /// Stops a comparison that is going on, and waits for it.
  ~ComparisonSession() override;

  State state() const { return state_; }
  bool active() const { return state_ != State::idle; }
  /// Every row with what is known of it, the events of the run going on included.
  const Comparison& comparison() const { return comparison_; }
  /// The row that runs now; -1 for none.
  int current_row() const { return current_row_; }
  /// Whether the row is still to run in the comparison going on.
  bool waiting(int row) const;
  const ComparisonProgress& progress() const { return progress_; }
  /// What relative speeds compare with; '' while nothing is measured.
  std::string baseline() const;
  /// Of the row going on, in [0, 1]; and seconds of training that it still needs, NaN before it is known.
  double row_fraction() const;
  double row_eta_s() const;

 public Q_SLOTS:
  /// Trains the named backends in turn; with the same settings, other rows keep what they have. Nothing happens while
  /// one is active.
  void start(const mlplab::ComparisonSpec& spec);
  void stop();
  /// Shows what is available, before anything has run; on a thread, for asking may start programs: updated() comes
  /// later.
  void plan(const mlplab::ComparisonSpec& spec);
  /// Shows another one. Nothing happens while one is active.
  void show(const mlplab::Comparison& comparison);
  /// What relative speeds compare with: a row's backend.
  void setBaseline(const QString& backend);

 Q_SIGNALS:
  void stateChanged();
  /// A row has changed; at most once a tick.
  void updated();
  void ended();
  /// One sentence for the banner.
  void failed(const QString& message);

 private:
  struct Job;
  void set_state(State state);
  void drain();
  void rebase_now();
  void take_plan();
  int row_of(const std::string& backend) const;

  std::filesystem::path resources_;
  Comparison comparison_;
  ComparisonProgress progress_;
  std::string baseline_;
  std::vector<int> row_map_;  // from the rows of the comparison going on to those of comparison_
  int current_row_ = -1;
  State state_ = State::idle;
  std::unique_ptr<Job> job_;
  std::future<Comparison> plan_;
  std::optional<ComparisonSpec> next_plan_;  // asked for while another one is made
  QTimer plan_timer_;
  QTimer drain_timer_;
};

}  // namespace mlplab
