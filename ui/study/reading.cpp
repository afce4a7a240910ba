#include "ui/study/reading.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/study/difference.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {
namespace {

/// Where the words of this file are translated (lupdate sees them), each of a part.
struct PublishedText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Published)
};

struct SelectedCellsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::SelectedCells)
};

/// A row as a line that wraps: a table of several columns is wider than the text beside the charts.
QString line_of(const PublishedTable& table, const std::vector<std::string>& row) {
  QStringList parts;
  for (std::size_t i = 1; i < row.size(); ++i)
    parts << QString::fromStdString(table.header[i]) + QStringLiteral(" ") + QString::fromStdString(row[i]);
  return QString::fromStdString(row.front()) + QStringLiteral(": ") + parts.join(QStringLiteral(" · "));
}

}  // namespace

void Reading::put(const QString& sentence, const QColor& color) {
  if (!sentence.isEmpty()) text_ += paragraph(sentence, color.isValid() ? color.name() : QString());
}

void Reading::put(const std::string& sentence, const QColor& color) { put(QString::fromStdString(sentence), color); }

void Reading::put(const std::vector<std::string>& sentences, const QColor& color) {
  for (const std::string& sentence : sentences) put(sentence, color);
}

void Reading::published(const PublishedBeside& beside) {
  for (const PublishedTable& table : beside.tables) {
    quiet(PublishedText::tr("Published: %1").arg(QString::fromStdString(table.title)));
    for (const auto& row : table.rows) add(line_of(table, row));
  }
  if (!beside.doubts.empty()) quiet(PublishedText::tr("What is doubtful in the published figures:"));
  for (const std::string& doubt : beside.doubts) add("• " + doubt);
}

void Reading::difference(const QTableView& table, const std::vector<Cell>& cells) {
  const QModelIndexList rows = table.selectionModel()->selectedRows();
  if (rows.size() != 2) return;
  const auto cell = [&](int i) -> const Cell& { return cells[static_cast<std::size_t>(rows[i].row())]; };
  add(difference_words(cell(0), cell(1)));
}

void Reading::selection_hint(const QTableView& table, const std::vector<Cell>& cells) {
  const auto done = std::ranges::count_if(cells, [](const Cell& one) { return one.counted > 0; });
  if (done < 2 || table.selectionModel()->selectedRows().size() == 2) return;
  quiet(SelectedCellsText::tr("Select two rows of the table, with Ctrl, to hold them against each other."));
}

}  // namespace mlplab
