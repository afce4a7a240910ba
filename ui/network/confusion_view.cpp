#include "ui/network/confusion_view.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/ink_colors.h"
#include "ui/widgets/plain_texts.h"

namespace mlplab {
namespace {

/// Where things lie in `area`.
struct MatrixLayout {
  QRectF cells;
  double cell = 0;
  double row_names = 0, column_names = 0;  // px
  bool upright = false;                    // the names of the columns, which are wider than those

  MatrixLayout(const QRectF& area, int classes, const QStringList& names, const QFontMetricsF& metrics) {
    if (classes == 0) return;
    double widest = metrics.horizontalAdvance(QStringLiteral("0"));
    for (const QString& name : names) widest = std::max(widest, metrics.horizontalAdvance(name));
    const double title = metrics.height() + 4;
    row_names = std::min(widest + 8, area.width() * 0.25);
    column_names = metrics.height() + 4;
    const auto room = [&] {
      return QSizeF(area.width() - title - row_names - 1, area.height() - title - column_names - 1);
    };
    cell = std::min(room().width(), room().height()) / classes;
    upright = widest > cell - 4 && widest > 2 * metrics.horizontalAdvance(QStringLiteral("00"));
    if (upright) {
      column_names = std::min(widest + 8, area.height() * 0.25);
      cell = std::min(room().width(), room().height()) / classes;
    }
    if (cell > 4) cell = std::floor(cell);
    cells = {area.left() + title + row_names + std::floor((room().width() - cell * classes) / 2),
             area.top() + title + column_names + std::floor((room().height() - cell * classes) / 2), cell * classes,
             cell * classes};
  }
  QRectF of(int truth, int predicted) const {
    return {cells.left() + predicted * cell, cells.top() + truth * cell, cell, cell};
  }
};

QString cell_count(std::int64_t count) { return QLocale().toString(static_cast<qlonglong>(count)); }

QString label_name(const QStringList& names, int label) {
  return label < names.size() ? names[label] : QString::number(label);
}

/// The colour of each cell, and of the count on it.
class MatrixColors {
 public:
  MatrixColors(const Confusion& confusion, const Theme& theme) : confusion_(confusion), theme_(theme) {
    for (int truth = 0; truth < confusion.classes; ++truth) {
      std::int64_t row = 0;
      for (int predicted = 0; predicted < confusion.classes; ++predicted) {
        row += confusion.at(truth, predicted);
        if (predicted != truth) most_wrong_ = std::max(most_wrong_, confusion.at(truth, predicted));
      }
      rows_.push_back(row);
    }
  }
  QColor ground(int truth, int predicted) const {
    const std::int64_t count = confusion_.at(truth, predicted);
    const QColor off = mix(theme_.card, theme_.line, 0.35);
    if (count == 0) return off;
    if (truth == predicted) {
      const double share = double(count) / double(rows_[static_cast<std::size_t>(truth)]);
      return mix(off, theme_.accent, 0.15 + 0.85 * share * share);  // most rows are nearly all right
    }
    return mix(off, theme_.series_color(2), 0.15 + 0.85 * std::sqrt(double(count) / double(most_wrong_)));
  }

 private:
  const Confusion& confusion_;
  const Theme& theme_;
  std::vector<std::int64_t> rows_;
  std::int64_t most_wrong_ = 1;
};

/// Thousands, where the whole number would not fit its cell.
QString short_count(std::int64_t count) {
  return count < 1000 ? cell_count(count)
                      : QLocale().toString(1e-3 * static_cast<double>(count), 'f', 1) + QLatin1Char('k');
}

/// Somewhat smaller where the largest count would not fit its cell; in projector mode counts are shortened instead.
QFont count_font(QFont font, const Confusion& confusion, double cell, const Theme& theme) {
  const double smallest = theme.projector ? 1.0 : 0.65;
  const double room = cell - 4;
  const double wide = QFontMetricsF(font).horizontalAdvance(cell_count(*std::ranges::max_element(confusion.counts)));
  if (wide > room && wide * smallest <= room) font.setPointSizeF(font.pointSizeF() * room / wide);
  return font;
}

void paint_names(QPainter& painter, const MatrixLayout& layout, const QRectF& area, int classes,
                 const QStringList& names, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  painter.setPen(theme.quiet);
  const double line = metrics.height() + 4;
  // With many classes only every n-th name has room.
  const int step = std::max(1, static_cast<int>(std::ceil(metrics.height() / layout.cell)));
  for (int label = 0; label < classes; label += step) {
    const QRectF row = layout.of(label, 0), column = layout.of(0, label);
    const QRectF left(row.left() - layout.row_names, row.center().y() - line / 2, layout.row_names - 6, line);
    painter.drawText(left, Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(label_name(names, label), Qt::ElideRight, left.width()));
    if (layout.upright) {
      painter.save();
      painter.translate(column.center().x(), column.top() - 6);
      painter.rotate(-90);
      painter.drawText(QRectF(0, -line / 2, layout.column_names - 8, line), Qt::AlignLeft | Qt::AlignVCenter,
                       metrics.elidedText(label_name(names, label), Qt::ElideRight, layout.column_names - 8));
      painter.restore();
      continue;
    }
    const double wide = std::max(layout.cell * step - 4, 8.0);
    const QRectF above(column.center().x() - wide / 2, column.top() - layout.column_names, wide, layout.column_names);
    painter.drawText(above, Qt::AlignCenter, metrics.elidedText(label_name(names, label), Qt::ElideRight, wide));
  }
  painter.drawText(
      QRectF(layout.cells.left(), layout.cells.top() - layout.column_names - line, layout.cells.width(), line),
      Qt::AlignCenter, ConfusionView::tr("prediction"));
  painter.save();
  painter.translate(layout.cells.left() - layout.row_names - line / 2, layout.cells.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, -line / 2, area.height(), line), Qt::AlignCenter,
                   ConfusionView::tr("true class"));
  painter.restore();
}

}  // namespace

QColor readable_on(const QColor& ground, const Theme& theme) {
  constexpr double enough = 4.5;  // WCAG AA
  for (const QColor& color : {theme.text, theme.card})
    if (contrast_ratio(color, ground) >= enough) return color;
  return contrast_ratio(Qt::black, ground) >= contrast_ratio(Qt::white, ground) ? Qt::black : Qt::white;
}

void paint_confusion(QPainter& painter, const QRectF& area, const Confusion& confusion, const QStringList& names,
                     const Theme& theme, int truth, int predicted) {
  const MatrixLayout layout(area, confusion.classes, names, QFontMetricsF(painter.font()));
  if (layout.cell <= 0) return;
  paint_names(painter, layout, area, confusion.classes, names, theme);
  const MatrixColors colors(confusion, theme);
  const QFont usual = painter.font();
  painter.setFont(count_font(usual, confusion, layout.cell, theme));
  const QFontMetricsF metrics(painter.font());
  const double gap = layout.cell > 8 ? 1 : 0;
  for (int row = 0; row < confusion.classes; ++row)
    for (int column = 0; column < confusion.classes; ++column) {
      const QRectF cell = layout.of(row, column);
      const QColor ground = colors.ground(row, column);
      painter.fillRect(cell.adjusted(0, 0, -gap, -gap), ground);
      const std::int64_t count = confusion.at(row, column);
      QString text = cell_count(count);
      if (theme.projector && metrics.horizontalAdvance(text) > cell.width() - 2) text = short_count(count);
      if (count == 0 || metrics.height() > cell.height() || metrics.horizontalAdvance(text) > cell.width() - 2)
        continue;
      painter.setPen(readable_on(ground, theme));
      painter.drawText(cell.adjusted(0, 0, -gap, -gap), Qt::AlignCenter, text);
    }
  painter.setFont(usual);
  if (truth < 0 || predicted < 0) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, 2));
  painter.drawRect(layout.of(truth, predicted).adjusted(-1, -1, 0, 0));
}

ConfusionView::ConfusionView(QWidget* parent) : PaintedView(tr("Confusion matrix"), QAccessible::Graphic, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void ConfusionView::set_confusion(const Confusion& confusion, const QStringList& names) {
  confusion_ = confusion;
  names_ = names;
  choose(truth_, predicted_);
}

void ConfusionView::choose(int truth, int predicted) {
  const bool there = truth >= 0 && predicted >= 0 && truth < confusion_.classes && predicted < confusion_.classes;
  truth_ = there ? truth : -1, predicted_ = there ? predicted : -1;
  setAccessibleDescription(confusion_.classes == 0 ? tr("nothing counted yet")
                           : !there                ? tr("%1 classes; arrow keys choose a cell").arg(confusion_.classes)
                                                   : words(truth, predicted));
  update();
}

QRectF ConfusionView::cell(int truth, int predicted) const {
  return MatrixLayout(rect(), confusion_.classes, names_, QFontMetricsF(font())).of(truth, predicted);
}

bool ConfusionView::cell_at(const QPointF& point, int& truth, int& predicted) const {
  const MatrixLayout layout(rect(), confusion_.classes, names_, QFontMetricsF(font()));
  if (layout.cell <= 0 || !layout.cells.contains(point)) return false;
  truth = std::min(confusion_.classes - 1, static_cast<int>((point.y() - layout.cells.top()) / layout.cell));
  predicted = std::min(confusion_.classes - 1, static_cast<int>((point.x() - layout.cells.left()) / layout.cell));
  return true;
}

QString ConfusionView::words(int truth, int predicted) const {
  const QString count = cell_count(confusion_.at(truth, predicted));
  return truth == predicted ? tr("true class %1, correct: %2").arg(label_name(names_, truth), count)
                            : tr("true class %1, predicted %2: %3")
                                  .arg(label_name(names_, truth), label_name(names_, predicted), count);
}

void ConfusionView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (confusion_.total() == 0) return paint_instead(painter, rect(), tr("nothing counted yet"), theme_);
  paint_confusion(painter, rect(), confusion_, names_, theme_, truth_, predicted_);
  if (!hasFocus() || truth_ >= 0) return;
  painter.setPen(QPen(theme_.accent, 1));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void ConfusionView::mousePressEvent(QMouseEvent* event) {
  int truth = 0, predicted = 0;
  if (!cell_at(event->position(), truth, predicted)) return;
  choose(truth, predicted);
  Q_EMIT cellChosen(truth, predicted);
}

void ConfusionView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && truth_ >= 0) {
    choose(-1, -1);
    Q_EMIT cellChosen(-1, -1);
    return;
  }
  const QPoint way = arrow_step(event->key());
  if (way.isNull() || confusion_.classes == 0) return QWidget::keyPressEvent(event);
  const int last = confusion_.classes - 1;
  const bool none = truth_ < 0;
  choose(none ? 0 : std::clamp(truth_ + way.y(), 0, last), none ? 0 : std::clamp(predicted_ + way.x(), 0, last));
  Q_EMIT cellChosen(truth_, predicted_);
}

std::optional<QString> ConfusionView::tip_at(const QPoint& place) const {
  int truth = 0, predicted = 0;
  return cell_at(place, truth, predicted) ? plain_tip(words(truth, predicted)) : QString();
}

}  // namespace mlplab
