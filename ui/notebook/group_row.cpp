// Each cell paints its part of the one line.
#include "ui/notebook/group_row.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <algorithm>

namespace mlplab {

GroupRow::GroupRow(QTableView* table) : QStyledItemDelegate(table), table_(table), viewport_(table->viewport()) {
  // The frame of the focus is around the row, of which Qt repaints one cell.
  QObject::connect(table->selectionModel(), &QItemSelectionModel::currentChanged, table->viewport(),
                   [table] { table->viewport()->update(); });
  table->viewport()->installEventFilter(this);
}

bool GroupRow::eventFilter(QObject* watched, QEvent* event) {
  const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (watched != viewport_) return QStyledItemDelegate::eventFilter(watched, event);
  if (!press) return false;
  const auto* mouse = static_cast<QMouseEvent*>(event);
  const QModelIndex index = table_->indexAt(mouse->position().toPoint());
  if (!index.isValid() || !index.data(heading_title_role).isValid()) return false;
  table_->setFocus(Qt::MouseFocusReason);
  table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
  if (mouse->button() == Qt::LeftButton) Q_EMIT pressed(index.row());
  return true;
}

void GroupRow::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant title = index.data(heading_title_role);
  if (!title.isValid()) return QStyledItemDelegate::paint(painter, option, index);
  QRect row = option.rect;
  row.setLeft(-table_->horizontalHeader()->offset());
  row.setRight(row.left() + table_->horizontalHeader()->length() - 1);
  painter->save();
  painter->setClipRect(option.rect);
  painter->fillRect(option.rect, theme_.ground);
  painter->setPen(theme_.line);
  painter->drawLine(row.bottomLeft(), row.bottomRight());

  constexpr int margin = 8, between = 12;
  const qreal half = option.fontMetrics.height() / 4.0;
  const QPointF middle(row.left() + margin + half, row.center().y() + 1);
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme_.quiet, 1.5));
  if (index.data(heading_folded_role).toBool())
    painter->drawPolyline(QPolygonF{middle + QPointF(-half / 2, -half), middle + QPointF(half / 2, 0),
                                    middle + QPointF(-half / 2, half)});
  else
    painter->drawPolyline(QPolygonF{middle + QPointF(-half, -half / 2), middle + QPointF(0, half / 2),
                                    middle + QPointF(half, -half / 2)});

  // The figures have their room, and the title what is left of the part of the row that is seen.
  QFont bold = option.font;
  bold.setBold(true);
  QRect text = row.adjusted(2 * margin + static_cast<int>(2 * half), 0, -margin, 0);
  text.setRight(std::min(text.right(), row.left() + table_->viewport()->width() - margin));
  const QString figures = index.data(heading_figures_role).toString();
  const int figures_width = option.fontMetrics.horizontalAdvance(figures);
  const QFontMetrics metrics(bold);
  const QString shown = metrics.elidedText(title.toString(), Qt::ElideRight,
                                           std::max(text.width() - figures_width - between, text.width() / 3));
  painter->setFont(bold);
  painter->setPen(theme_.text);
  painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, shown);
  text.setLeft(text.left() + metrics.horizontalAdvance(shown) + between);
  painter->setFont(option.font);
  painter->setPen(theme_.quiet);
  painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(figures, Qt::ElideRight, text.width()));
  if (table_->hasFocus() && table_->currentIndex().row() == index.row()) {
    painter->setPen(theme_.accent);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->drawRect(row.adjusted(0, 0, -1, -1));
  }
  painter->restore();
}

}  // namespace mlplab
