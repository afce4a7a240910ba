// The table under the charts: one row per run, newest first.
#pragma once

#include <QTimer>

#include "core/statistics/statistics.h"
#include "core/study/figure.h"
#include "ui/runs/run_speedups.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class RunTableModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column {
    run_column,
    backend_column,
    workers_column,
    batch_column,
    differs_column,
    epoch_time_column,
    total_time_column,
    rate_column,
    accuracy_column,
    energy_column,
    same_start_column,
    speedup_column,
    pin_column,
    only_column,
    visible_column,
    column_count
  };

  explicit RunTableModel(const RunList& runs, QObject* parent = nullptr);
  /// The list changed.
  void reset();
  /// Only numbers changed.
  void refresh();
  Run* run_at(int row) const;
  int row_of(const Run& run) const;
  /// Whether the row has no figures, and why the run failed instead; it begins at the column of the epochs' times.
  bool is_text_row(int row) const;
  /// Whether any of the listed runs differ in this: a column that says the same of all can go first.
  bool workers_differ() const { return workers_differ_; }
  bool batch_differs() const { return batch_differs_; }
  bool backend_differs() const { return backend_differs_; }
  bool settings_differ() const;
  /// Whether the joules of any of them are known.
  bool energy_known() const;
  /// Whether any of them has a speedup over another.
  bool speedup_known() const;
  /// Whether the run is shown and no other is.
  bool is_alone(const Run& run) const;
  /// All rows as CSV, C locale.
  QString to_csv();

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 Q_SIGNALS:
  /// The speedups of many runs, which come a part at a time, are all known.
  void compared();

 private:
  QString cell(const Run& run, int column) const;
  QString hint(const Run& run, int column) const;
  static QString phase_words(const RunLog& log);
  static QString best_words(const RunLog& log);
  QVariant decoration(const Run& run, int column) const;
  StartMark same_start(const Run& run) const;

  void compare();
  void compare_times(std::size_t epochs);
  void compare_rest();
  std::optional<RunSpeedup> speedup(const Run& run) const;

  const RunList& runs_;
  std::vector<QString> differences_;  // of the runs in their own order, as the next
  std::vector<StartMark> same_starts_;
  RunSpeedups speedups_;
  QTimer rest_;  // until the speedups of all are known
  bool workers_differ_ = false, batch_differs_ = false, backend_differs_ = false;
};

/// Median and quartiles of the epochs' times.
struct EpochTimes {
  double median_s = 0, lower_s = 0, upper_s = 0;
  int count = 0;
};
EpochTimes epoch_times(const RunLog& log);
/// The time of a phase over all epochs: &EpochDone::test_time_s, &EpochDone::validation_time_s.
double phase_time_s(const RunLog& log, double EpochDone::*phase);

/// '1.93 M', '508 k', '42': images per second with 3 digits.
QString display_rate(double images_per_s);
/// '14.0× (13.6–14.3)'; of what is not told '≈ 1× (0.95–1.1)' or 'uncertain (0.8–2.9)': noise is no figure to quote.
/// `compact`: without the interval.
QString display_speed(double factor, const Interval& interval, bool told, bool compact = false);
/// The speed of a study's cell.
QString display_speed(const Measured& speed, bool compact);
/// ' (1.18–1.25)', for after a figure; two digits where the interval is wide. '' where there is none.
QString display_interval(const Interval& interval, double scale = 1.0);
/// '12.3 ms', '0:42', '1:02:03'
QString display_duration(double seconds);

}  // namespace mlplab
