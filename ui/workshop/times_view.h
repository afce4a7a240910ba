// A timed kernel beside its rungs: times, rates and the roofline as charts, and a table at one size.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/theme/theme.h"
#include "ui/workshop/workshop_session.h"

class QComboBox;
class QTableView;

namespace mlplab {

class ChartCard;
class PlainTable;

class TimesView : public QWidget {
  Q_OBJECT
 public:
  explicit TimesView(QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  void show_timed(const std::optional<WorkshopSession::Timed>& timed);
  ChartCard* chart() const { return chart_; }
  QTableView* table() const { return table_; }

 private:
  void show_table();

  std::optional<WorkshopSession::Timed> timed_;
  ChartCard* chart_;
  QComboBox* size_;
  QTableView* table_;
  PlainTable* model_;
};

}  // namespace mlplab
