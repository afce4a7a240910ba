#include "ui/runs/selected_cells.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/study/difference.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {
namespace {

/// Where the words of this file are translated (lupdate sees them).
struct SelectedCellsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::SelectedCells)
};

}  // namespace

QString selected_difference(const QTableView& table, const std::vector<Cell>& cells) {
  const QModelIndexList rows = table.selectionModel()->selectedRows();
  if (rows.size() != 2) return {};
  const auto cell = [&](int i) -> const Cell& { return cells[static_cast<std::size_t>(rows[i].row())]; };
  return paragraph(QString::fromStdString(difference_words(cell(0), cell(1))));
}

QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color) {
  const auto done = std::ranges::count_if(cells, [](const Cell& one) { return one.runs > 0; });
  if (done < 2 || table.selectionModel()->selectedRows().size() == 2) return {};
  return paragraph(SelectedCellsText::tr("Select two rows of the table, with Ctrl, to hold them against each other."),
                   color);
}

}  // namespace mlplab
