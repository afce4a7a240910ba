#include "ui/charts/note_edit.h"

#include <QKeyEvent>
#include <QLocale>
#include <QToolTip>
#include <algorithm>

#include "core/base/typed_number.h"

namespace mlplab {

NoteEdit::NoteEdit(QWidget* chart, const QPoint& at, const QString& name, std::function<QString(const QString&)> take)
    : QLineEdit(chart), take_(std::move(take)) {
  constexpr int longest = 120, width = 220;
  setMaxLength(longest);
  setAccessibleName(name);
  setPlaceholderText(name);
  resize(std::min(width, chart->width()), sizeHint().height());
  move(std::clamp(at.x(), 0, std::max(0, chart->width() - this->width())),
       std::clamp(at.y(), 0, std::max(0, chart->height() - height())));
  connect(this, &QLineEdit::returnPressed, this, [this] {
    const QString wrong = text().trimmed().isEmpty() ? QString() : take_(text().trimmed());
    if (wrong.isEmpty()) return back_to_the_chart();
    QToolTip::showText(mapToGlobal(QPoint(0, height())), wrong, this);
  });
  show();
  setFocus(Qt::ShortcutFocusReason);
}

void NoteEdit::back_to_the_chart() {
  parentWidget()->setFocus(Qt::ShortcutFocusReason);
  close_edit();
}

void NoteEdit::close_edit() {
  hide();
  deleteLater();
}

/// Escape and Return are the field's own: the chart's end an enlargement and begin one.
bool NoteEdit::event(QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return QLineEdit::event(event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key != Qt::Key_Escape) {
    const bool done = QLineEdit::event(event);
    if (key == Qt::Key_Return || key == Qt::Key_Enter) event->accept();
    return done;
  }
  event->accept();
  if (event->type() == QEvent::KeyPress) back_to_the_chart();
  return true;
}

void NoteEdit::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) close_edit();
}

std::optional<ChartNote> line_across(const QString& text, const ChartAxis& y) {
  const std::string words = text.toStdString();
  const bool comma = QLocale().decimalPoint() == QLatin1String(",");
  const std::optional<double> height =
      typed_number(words.substr(0, words.find(' ')), comma ? DecimalComma::accepted : DecimalComma::refused);
  if (!height || (y.logarithmic && *height <= 0.0)) return std::nullopt;
  return ChartNote{.y = *height, .text = words, .across = true, .axes = y.label()};
}

}  // namespace mlplab
