// The margin is a widget of its own beside the text; what a mark says is a tool tip there and on its line.
#include "ui/workshop/code_edit.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/plain_texts.h"
#include "ui/widgets/spoken.h"
#include "ui/workshop/code_colors.h"

namespace mlplab {

namespace {
constexpr int indent = 2;  // blanks of a Tab
}

/// The line numbers, and a sign at each line that is marked.
class LineArea : public QWidget {
 public:
  explicit LineArea(CodeEdit* edit) : QWidget(edit), edit_(edit) {
    setAccessibleName(CodeEdit::tr("Line numbers"));
    set_spoken(this, QAccessible::Graphic);
  }
  QSize sizeHint() const override { return {edit_->area_width(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { edit_->paint_area(event); }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plain_tip(edit_->said_of(edit_->line_at(help->pos().y()))), this);
    return true;
  }
  void mousePressEvent(QMouseEvent* event) override {
    edit_->go_to_line(edit_->line_at(event->position().toPoint().y()));
  }

 private:
  CodeEdit* edit_;
};

CodeEdit::CodeEdit(QWidget* parent)
    : QPlainTextEdit(parent), colors_(new CodeColors(document())), area_(new LineArea(this)) {
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEdit::fit_area);
  connect(this, &QPlainTextEdit::updateRequest, area_, [this](const QRect& rect, int dy) {
    if (dy != 0)
      area_->scroll(0, dy);
    else
      area_->update(0, rect.y(), area_->width(), rect.height());
  });
  set_theme(theme_);
}

void CodeEdit::set_theme(const Theme& theme) {
  theme_ = theme;
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(theme.font_pt);
  setFont(font);
  setTabStopDistance(indent * QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')));
  colors_->set_theme(theme);
  fit_area();
  show_marks();
}

int CodeEdit::area_width() const {
  const QString widest(std::max(3, static_cast<int>(QString::number(blockCount()).size())), QLatin1Char('9'));
  return fontMetrics().horizontalAdvance(widest) + 2 * fontMetrics().height();
}

void CodeEdit::fit_area() {
  setViewportMargins(area_width(), 0, 0, 0);
  const QRect inside = contentsRect();
  area_->setGeometry(inside.left(), inside.top(), area_width(), inside.height());
}

void CodeEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  fit_area();
}

void CodeEdit::set_marks(const std::vector<LineMark>& marks) {
  marks_.clear();
  for (const LineMark& mark : marks) {
    const QTextBlock block = document()->findBlockByNumber(std::clamp(mark.line, 1, blockCount()) - 1);
    marks_.push_back({QTextCursor(block), mark});
  }
  show_marks();
}

int CodeEdit::line_of_mark(int mark) const {
  const auto index = static_cast<std::size_t>(mark);
  return index < marks_.size() ? marks_[index].at.blockNumber() + 1 : 0;
}

QString CodeEdit::said_of(int line) const {
  QStringList all;
  for (const Placed& placed : marks_)
    if (placed.at.blockNumber() + 1 == line && !all.contains(placed.mark.text)) all << placed.mark.text;
  return all.join(QLatin1Char('\n'));
}

void CodeEdit::show_marks() {
  QList<QTextEdit::ExtraSelection> lines;
  for (const Placed& placed : marks_) {
    QTextEdit::ExtraSelection line;
    line.format.setBackground(placed.mark.kind == LineMark::Kind::error ? theme_.error_ground : theme_.warning_ground);
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    line.cursor = placed.at;
    line.cursor.clearSelection();
    lines << line;
  }
  setExtraSelections(lines);
  area_->update();
}

void CodeEdit::go_to_line(int line) {
  const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 1, blockCount()) - 1);
  setTextCursor(QTextCursor(block));
  centerCursor();
  setFocus();
}

void CodeEdit::replace_text(const QString& text) {
  const int line = textCursor().blockNumber(), column = textCursor().positionInBlock();
  const int scrolled = verticalScrollBar()->value();
  set_marks({});  // they would all be at one place
  QTextCursor whole(document());
  whole.select(QTextCursor::Document);
  whole.insertText(text);
  const QTextBlock block = document()->findBlockByNumber(std::min(line, blockCount() - 1));
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::min(column, block.length() - 1));
  setTextCursor(cursor);
  verticalScrollBar()->setValue(scrolled);
}

int CodeEdit::line_at(int y) const { return cursorForPosition({0, y}).blockNumber() + 1; }

void CodeEdit::paint_area(QPaintEvent* event) {
  QPainter painter(area_);
  painter.fillRect(event->rect(), theme_.ground);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  const int high = fontMetrics().height(), current = textCursor().blockNumber();
  QTextBlock block = firstVisibleBlock();
  for (; block.isValid(); block = block.next()) {
    const QRectF at = blockBoundingGeometry(block).translated(contentOffset());
    if (at.top() > event->rect().bottom()) break;
    painter.setPen(block.blockNumber() == current ? theme_.text : theme_.quiet);
    painter.drawText(QRectF(0, at.top(), area_->width() - high / 2.0, high), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(block.blockNumber() + 1));
    const auto marked = std::ranges::find_if(
        marks_, [&](const Placed& placed) { return placed.at.blockNumber() == block.blockNumber(); });
    if (marked == marks_.end()) continue;
    const QRectF sign(high * 0.25, at.top() + high * 0.2, high * 0.6, high * 0.6);
    painter.setPen(Qt::NoPen);
    if (marked->mark.kind == LineMark::Kind::error) {
      painter.setBrush(theme_.error);
      painter.drawEllipse(sign);
    } else {
      painter.setBrush(theme_.warning);
      painter.drawPolygon(QPolygonF({sign.bottomLeft(), sign.bottomRight(), {sign.center().x(), sign.top()}}));
    }
  }
}

bool CodeEdit::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString said = said_of(line_at(help->pos().y()));
    if (said.isEmpty()) return QPlainTextEdit::event(event);
    QToolTip::showText(help->globalPos(), plain_tip(said), this);
    return true;
  }
  return QPlainTextEdit::event(event);
}

/// A new line begins where the one before begins.
void CodeEdit::break_line() {
  const QString line = textCursor().block().text().left(textCursor().positionInBlock());
  const auto blank = [](QChar c) { return c == QLatin1Char(' ') || c == QLatin1Char('\t'); };
  const auto end = std::ranges::find_if_not(line, blank);
  textCursor().insertText(QLatin1Char('\n') + line.left(end - line.begin()));
  ensureCursorVisible();
}

/// Tab indents; Ctrl+Tab and Shift+Tab leave the text, so that the keyboard is not caught in it.
void CodeEdit::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  if (event->key() == Qt::Key_Backtab) {
    QAbstractScrollArea::focusNextPrevChild(control);
  } else if (event->key() == Qt::Key_Tab && control) {
    QAbstractScrollArea::focusNextPrevChild(true);
  } else if (event->key() == Qt::Key_Tab && !isReadOnly()) {
    const int column = textCursor().positionInBlock();
    textCursor().insertText(QString(indent - column % indent, QLatin1Char(' ')));
  } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !control && !isReadOnly()) {
    break_line();
  } else {
    QPlainTextEdit::keyPressEvent(event);
  }
}

}  // namespace mlplab
