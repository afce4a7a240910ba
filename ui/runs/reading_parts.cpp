#include "ui/runs/reading_parts.h"

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

QString published_paragraphs(const PublishedBeside& beside, const QString& quiet) {
  QString text;
  for (const PublishedTable& table : beside.tables) {
    text += paragraph(PublishedText::tr("Published: %1").arg(QString::fromStdString(table.title)), quiet);
    for (const auto& row : table.rows) text += paragraph(line_of(table, row));
  }
  if (!beside.doubts.empty()) text += paragraph(PublishedText::tr("What is doubtful in the published figures:"), quiet);
  for (const std::string& doubt : beside.doubts)
    text += paragraph(QStringLiteral("• ") + QString::fromStdString(doubt));
  return text;
}

QString selected_difference(const QTableView& table, const std::vector<Cell>& cells) {
  const QModelIndexList rows = table.selectionModel()->selectedRows();
  if (rows.size() != 2) return {};
  const auto cell = [&](int i) -> const Cell& { return cells[static_cast<std::size_t>(rows[i].row())]; };
  return paragraph(QString::fromStdString(difference_words(cell(0), cell(1))));
}

QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color) {
  const auto done = std::ranges::count_if(cells, [](const Cell& one) { return one.counted > 0; });
  if (done < 2 || table.selectionModel()->selectedRows().size() == 2) return {};
  return paragraph(SelectedCellsText::tr("Select two rows of the table, with Ctrl, to hold them against each other."),
                   color);
}

}  // namespace mlplab
