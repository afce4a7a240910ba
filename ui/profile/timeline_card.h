// A card with the timeline of a profile: buttons to zoom and to show all, and a menu to save it as a Chrome trace or an
// image, or to read it as a table.
#pragma once

#include "core/study/profile/profile_study.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

class QAction;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mlplab {

class SpanTableModel;
class TimelineView;

class TimelineCard : public Card {
  Q_OBJECT
 public:
  explicit TimelineCard(QWidget* parent = nullptr);
  /// `about`: quiet text beside the title: which steps these are.
  void set_point(const ProfilePoint& point, const QString& about);
  void set_theme(const Theme& theme) override;
  TimelineView* view() const { return view_; }
  QTableView* table() const { return table_; }
  bool table_shown() const;
  /// As a Chrome trace. Throws InputError.
  void save_trace(const QString& path) const { save_chrome_trace(path.toStdString(), point_); }

 public Q_SLOTS:
  void showTable(bool show);

 private:
  void ask_for_trace();
  void show_range();

  ProfilePoint point_;
  QString about_;
  QToolButton* zoom_in_;
  QToolButton* zoom_out_;
  QToolButton* fit_;
  QAction* table_action_;
  QStackedWidget* stack_;
  TimelineView* view_;
  QTableView* table_;
  SpanTableModel* model_;
};

}  // namespace mlplab
