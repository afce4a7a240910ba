// A card with the timeline of a profile: buttons to zoom and to show all, and a menu to save it as a Chrome trace or an
// image, or to read it as a table.
#pragma once

#include <QFrame>

#include "core/study/profile/profile_study.h"
#include "ui/theme/theme.h"

class QAction;
class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mlplab {

class SpanTableModel;
class TimelineView;

class TimelineCard : public QFrame {
  Q_OBJECT
 public:
  explicit TimelineCard(QWidget* parent = nullptr);
  /// `about`: quiet text beside the title: which steps these are.
  void set_point(const ProfilePoint& point, const QString& about);
  void set_theme(const Theme& theme);
  TimelineView* view() const { return view_; }
  QTableView* table() const { return table_; }
  QMenu* menu() const { return menu_; }
  bool table_shown() const;
  /// PNG, or a Chrome trace for 'json'. Throws InputError.
  void save(const QString& path) const;

 public Q_SLOTS:
  void showTable(bool show);
  void copyImage();

 Q_SIGNALS:
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  void choose_file(const QString& suffix, const QString& filter);
  void show_range();

  ProfilePoint point_;
  QString about_;
  QLabel* unit_;
  QToolButton* zoom_in_;
  QToolButton* zoom_out_;
  QToolButton* fit_;
  QToolButton* more_;
  QMenu* menu_;
  QAction* table_action_;
  QList<QPair<QAction*, QString>> menu_icons_;
  QStackedWidget* stack_;
  TimelineView* view_;
  QTableView* table_;
  SpanTableModel* model_;
};

}  // namespace mlplab
