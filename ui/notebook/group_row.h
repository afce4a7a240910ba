// The headings of groups in the table of Runs: painted over the whole row, whichever columns are shown in which order;
// a press on one chooses nothing and takes no choice away.
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/theme.h"

class QTableView;

namespace mlplab {

/// The roles that a heading has beside Qt's own.
enum HeadingRole { heading_title_role = Qt::UserRole + 1, heading_figures_role, heading_folded_role };

class GroupRow : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit GroupRow(QTableView* table);
  void set_theme(const Theme& theme) { theme_ = theme; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 Q_SIGNALS:
  void pressed(int row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QTableView* table_;
  const QObject* viewport_;  // outlives what table_->viewport() asks, and still has events then
  Theme theme_ = light_theme();
};

}  // namespace mlplab
