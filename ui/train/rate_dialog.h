// The learning-rate finder: the curve of a search as it is measured, the suggestion with its reason, and a button that
// takes it into the settings. Not modal.
#pragma once

#include <QDialog>

#include "core/reporting/chart.h"
#include "core/run/run_spec.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;

namespace mlplab {

class ChartCard;
class RateSession;
class StartBar;

/// Both losses over the rate, all rates of the search along the axis, the suggestion marked.
Chart rate_chart(const RateSession& session);

class RateDialog : public QDialog {
  Q_OBJECT
 public:
  /// `session` outlives it.
  RateDialog(RateSession& session, QWidget* parent);
  void set_theme(const Theme& theme);
  /// The settings that the next search begins with; what is shown stays until then.
  void set_base(const RunSpec& base, bool valid);

  StartBar* start_bar() const { return start_; }
  QPushButton* use_button() const { return use_; }
  ChartCard* chart() const { return chart_; }
  QString reading() const;

 public Q_SLOTS:
  /// Also stops what is measured.
  void reject() override;

 Q_SIGNALS:
  void startWanted();
  void rateChosen(double rate);
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  void show_search();
  void show_reading();
  void show_state();

  RateSession& session_;
  QLabel* settings_;
  ChartCard* chart_;
  QLabel* reading_;
  StartBar* start_;
  QPushButton* use_;
  QString failure_;
  RunSpec base_;
};

}  // namespace mlplab
