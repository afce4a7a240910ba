// The load while the current run goes on, in the strip along the bottom: one bar per CPU (with many CPUs, one for
// several), and the run's share of them and of memory in words. A press opens a window with the processes, threads and
// devices.
#pragma once

#include <QAbstractButton>
#include <QDialog>

#include "core/reporting/chart.h"
#include "core/run/load.h"
#include "core/run/run_log.h"
#include "ui/theme/theme.h"

class QLabel;
class QTableWidget;

namespace mlplab {

class ChartCard;

/// Whose load it is, in words: the strip of a run, or of a measurement on a page of its own.
enum class LoadOf { run, measurement };

/// 'run 1.93 of 2 CPUs · 212 MB · GPU 0 93 % · 41 W', the last of all meters that could be read.
QString load_words(const LoadReading& load, LoadOf of = LoadOf::run);
/// The load over the whole time observed: 'mean 1.93 of 2 CPUs · up to 212 MB'.
QString load_words(const LoadSummary& load);

/// The power of each meter over the time since the run began; no lines where there is none.
Chart power_chart(const RunLog& log);

class LoadWindow : public QDialog {
  Q_OBJECT
 public:
  explicit LoadWindow(QWidget* parent, LoadOf of = LoadOf::run);
  /// `going_on`: `sample` is the load now, and not the run's last reading.
  void show_load(const LoadSampled& sample, bool going_on);
  /// Shown where it has lines.
  void show_power(const Chart& power);
  const ChartCard& power() const { return *power_; }
  void set_theme(const Theme& theme);

 private:
  LoadOf of_;
  QLabel* words_;
  QTableWidget *cpus_, *threads_, *devices_;
  ChartCard* power_;
};

class LoadStrip : public QAbstractButton {
  Q_OBJECT
 public:
  explicit LoadStrip(QWidget* parent = nullptr, LoadOf of = LoadOf::run);
  /// Takes the last reading of a run in progress, or the mean of a run that is paused or over. It is not shown by it:
  /// who has the room for it does.
  void show_run(const RunLog& log, bool going_on);
  bool has_load() const { return has_load_; }
  void set_theme(const Theme& theme);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  /// From the window's chart, as ChartCard's signals.
  void failed(const QString& message);
  void saved(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void open_window();

  LoadOf of_;
  LoadSampled last_;
  Chart power_;
  Theme theme_ = light_theme();
  bool bars_ = false, has_load_ = false;
  LoadWindow* window_ = nullptr;  // once it was asked for
};

}  // namespace mlplab
