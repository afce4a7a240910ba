// The strip along the bottom: how far the run is, how long it will take, and on what it runs.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/runs/run_session.h"

class QLabel;
class QProgressBar;

namespace mlplab {

class ElidedLabel;
class LoadStrip;

class StatusStrip : public QWidget {
  Q_OBJECT
 public:
  explicit StatusStrip(const RunSession& session, QWidget* parent = nullptr);

  void set_theme(const Theme& theme);
  /// The title of the page that measures now, '' where none does: the last run is not what is going on.
  void set_measuring(const QString& page);

 Q_SIGNALS:
  /// From a chart in its windows, as ChartCard's signals.
  void failed(const QString& message);
  void saved(const QString& path);

 public Q_SLOTS:
  void refresh();
  /// Within a tenth of a second: a run tells more often than anyone reads.
  void refresh_soon();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit_load();

  const RunSession& session_;
  QTimer soon_;
  QString measuring_;
  QLabel* epoch_;
  QProgressBar* progress_;
  QLabel* percent_;
  QLabel* eta_;
  LoadStrip* load_;
  ElidedLabel* device_;
};

/// Epochs done with the fraction of the one in progress.
double epochs_done(const RunLog& log);
/// Seconds until the last epoch, from the time taken so far; negative when not known yet.
double seconds_left(const Run& run);

}  // namespace mlplab
