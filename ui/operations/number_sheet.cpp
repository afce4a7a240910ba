#include "ui/operations/number_sheet.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "ui/widgets/decimal_box.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {

namespace {

constexpr int cell_width = 52, cell_height = 28;  // px
constexpr int typed_digits = 7;                   // of a float

/// As it would be typed in the user's language.
QString typed_text(float number) {
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale.toString(double{number}, 'g', typed_digits);
}

}  // namespace

NumberSheet::NumberSheet(const QString& title, const QString& hint, std::vector<int> sides, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(title);
  setModal(false);
  const int most = sides.empty() ? most_typed_side : *std::ranges::max_element(sides);
  auto* column =
      new QVBoxLayout((new DialogArea(this, {most * cell_width + 70, most * cell_height + 190}))->contents());
  auto* words = new QLabel(hint);
  words->setWordWrap(true);
  column->addWidget(words);
  table_ = new QTableWidget(most, most);
  table_->setAccessibleName(title);
  table_->horizontalHeader()->setDefaultSectionSize(cell_width);
  table_->horizontalHeader()->setMinimumSectionSize(cell_width / 2);
  table_->verticalHeader()->setDefaultSectionSize(cell_height);
  table_->installEventFilter(this);
  column->addWidget(table_, 1);
  fault_ = make_error_label();
  fault_->setAccessibleName(tr("What is wrong with the numbers"));
  column->addWidget(fault_);
  auto* buttons = new QHBoxLayout;
  if (!sides.empty()) {
    sides_ = combo_box(tr("Size of the filter"));
    for (const int one : sides) sides_->addItem(QStringLiteral("%1 × %1").arg(one), one);
    buttons->addWidget(sides_);
    connect(sides_, &QComboBox::currentIndexChanged, this, &NumberSheet::choose_side);
  }
  const auto add = [&](const QString& text, const QString& tip, auto act) {
    QPushButton* button = push_button(text, tip);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, act);
    buttons->addWidget(button);
  };
  add(tr("&Paste"),
      tr("Numbers from the clipboard in place of these: rows are lines; tabs, semicolons or commas separate"),
      [this] { paste(QGuiApplication::clipboard()->text()); });
  add(tr("C&lear"), tr("Empty all cells"), [this] { fill({}); });
  buttons->addStretch(1);
  add(tr("&Close"), tr("The numbers stay"), [this] { close(); });
  column->addLayout(buttons);
  connect(table_, &QTableWidget::cellChanged, this, [this] {
    if (!filling_) read();
  });
  choose_side();
}

int NumberSheet::side() const { return sides_ == nullptr ? 0 : sides_->currentData().toInt(); }

QString NumberSheet::fault() const { return fault_->text(); }

void NumberSheet::set_theme(const Theme& theme) {
  theme_ = theme;
  read();
}

void NumberSheet::set_grid(const NumberGrid& grid) {
  if (sides_ != nullptr) {
    const QSignalBlocker blocker(sides_);
    sides_->setCurrentIndex(std::max(0, sides_->findData(grid.width)));
    table_->setRowCount(side());
    table_->setColumnCount(side());
  }
  TypedCells cells;
  for (int row = 0; row < grid.height; ++row) {
    cells.emplace_back();
    for (int column = 0; column < grid.width; ++column)
      cells.back().push_back(
          typed_text(grid.numbers[static_cast<std::size_t>(row * grid.width + column)]).toStdString());
  }
  fill(cells);
}

void NumberSheet::paste(const QString& text) {
  const TypedCells cells = cells_of(text.toStdString());
  try {
    const NumberGrid grid = grid_of(cells, decimal_comma());
    if (sides_ != nullptr) {
      const int found = grid.height == grid.width ? sides_->findData(grid.width) : -1;
      if (found < 0)
        throw UsageError(tr("%1 × %2 numbers were pasted: the weights of a filter are 3 × 3 or 5 × 5")
                             .arg(grid.height)
                             .arg(grid.width)
                             .toStdString());
      sides_->setCurrentIndex(found);
    }
    fill(cells);
  } catch (const Error& error) {
    show_fault(QString::fromUtf8(error.what()));
  }
}

/// A larger filter has the smaller one in its middle, and zeros around it.
void NumberSheet::choose_side() {
  if (sides_ == nullptr) return;
  const int before = table_->columnCount(), now = side(), shift = (now - before) / 2;
  if (now == before && table_->item(0, 0) != nullptr) return;
  TypedCells cells(static_cast<std::size_t>(now), std::vector<std::string>(static_cast<std::size_t>(now), "0"));
  for (int row = 0; row < now; ++row)
    for (int column = 0; column < now; ++column)
      if (const QTableWidgetItem* item = table_->item(row - shift, column - shift))
        cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = item->text().toStdString();
  table_->setRowCount(now);
  table_->setColumnCount(now);
  fill(cells);
}

void NumberSheet::fill(const TypedCells& cells) {
  filling_ = true;
  for (int row = 0; row < table_->rowCount(); ++row)
    for (int column = 0; column < table_->columnCount(); ++column) {
      const auto y = static_cast<std::size_t>(row), x = static_cast<std::size_t>(column);
      const std::string text = y < cells.size() && x < cells[y].size() ? cells[y][x] : std::string();
      auto* item = new QTableWidgetItem(QString::fromStdString(text));
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table_->setItem(row, column, item);
    }
  filling_ = false;
  read();
}

void NumberSheet::read() {
  TypedCells cells;
  filling_ = true;
  for (int row = 0; row < table_->rowCount(); ++row) {
    cells.emplace_back();
    for (int column = 0; column < table_->columnCount(); ++column) {
      QTableWidgetItem* item = table_->item(row, column);
      const QString text = item == nullptr ? QString() : item->text();
      cells.back().push_back(text.toStdString());
      if (item != nullptr)
        item->setForeground(text.trimmed().isEmpty() || typed_decimal(text) ? theme_.text : theme_.error);
    }
  }
  filling_ = false;
  QString why;
  try {
    if (const int square = side(); square > 0)
      for (int i = 0; i < square * square; ++i)
        if (const auto& text = cells[static_cast<std::size_t>(i / square)][static_cast<std::size_t>(i % square)];
            QString::fromStdString(text).trimmed().isEmpty())
          throw UsageError(tr("row %1, column %2 is empty: a filter needs all its weights")
                               .arg(i / square + 1)
                               .arg(i % square + 1)
                               .toStdString());
    NumberGrid grid = grid_of(cells, decimal_comma());
    if (grid != grid_) {
      grid_ = std::move(grid);
      Q_EMIT gridChanged(grid_);
    }
  } catch (const Error& error) {
    why = QString::fromUtf8(error.what());
  }
  show_fault(why);
}

void NumberSheet::show_fault(const QString& why) {
  fault_->setText(why);
  fault_->setVisible(!why.isEmpty());
}

bool NumberSheet::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Paste)) {
      paste(QGuiApplication::clipboard()->text());
      return true;
    }
    if (key->key() == Qt::Key_Delete || key->key() == Qt::Key_Backspace) {
      for (QTableWidgetItem* item : table_->selectedItems()) item->setText({});
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace mlplab
