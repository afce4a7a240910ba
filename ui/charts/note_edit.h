// Where a person writes on a chart.
#pragma once

#include <QLineEdit>
#include <functional>
#include <optional>

#include "core/reporting/chart.h"

namespace mlplab {

/// A field over a chart. Return hands its text to `take`, which says what is wrong with it or '', and then it is gone;
/// Escape, or the focus elsewhere, writes nothing.
class NoteEdit : public QLineEdit {
  Q_OBJECT
 public:
  NoteEdit(QWidget* chart, const QPoint& at, const QString& name, std::function<QString(const QString&)> take);

 protected:
  bool event(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close_edit();
  void back_to_the_chart();
  std::function<QString(const QString&)> take_;
};

/// '97.5 our goal': a line across at 97.5, with the comma where the user's language has it; nothing where the text does
/// not begin with a number that the axis has.
std::optional<ChartNote> line_across(const QString& text, const ChartAxis& y);

}  // namespace mlplab
