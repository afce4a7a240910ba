// The text of a kernel: monospaced, with line numbers, and marks at lines that a compiler or a check named. A mark
// stays with its line while the text around it is edited.
#pragma once

#include <QPlainTextEdit>
#include <QTextCursor>
#include <vector>

#include "ui/theme/theme.h"

namespace mlplab {

class CodeColors;
class LineArea;

struct LineMark {
  enum class Kind { error, warning };
  int line = 0;  // from 1
  Kind kind = Kind::error;
  QString text;
};

class CodeEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit CodeEdit(QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  /// In place of those that were there.
  void set_marks(const std::vector<LineMark>& marks);
  /// Where a mark's line is now; 0 where it is not there any more.
  int line_of_mark(int mark) const;
  /// All that is said of a line; '' where nothing is.
  QString said_of(int line) const;
  /// The cursor stands there, in sight.
  void go_to_line(int line);
  /// Replaces the whole text as one change that can be undone; cursor and place stay where there is room for them.
  void replace_text(const QString& text);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  friend class LineArea;
  struct Placed {
    QTextCursor at;
    LineMark mark;
  };
  int area_width() const;
  void fit_area();
  void paint_area(QPaintEvent* event);
  void show_marks();
  int line_at(int y) const;
  void break_line();

  CodeColors* colors_;
  LineArea* area_;
  std::vector<Placed> marks_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
