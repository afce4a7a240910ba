#include "ui/workshop/versions_view.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableView>

#include "core/reporting/workshop_report.h"
#include "ui/widgets/layouts.h"
#include "ui/workshop/plain_table.h"

namespace mlplab {

namespace {
constexpr int machine_column = 2, machine_width = 90;
}

VersionsView::VersionsView(QWidget* parent) : QWidget(parent) {
  QHBoxLayout* row = row_in(this, 8);
  model_ = new PlainTable({1, 2}, this);
  table_ = make_plain_view(model_, tr("Versions of this kernel"));
  row->addWidget(table_, 1);
  changes_ = new QPlainTextEdit;
  changes_->setReadOnly(true);
  changes_->setLineWrapMode(QPlainTextEdit::NoWrap);
  changes_->setTabChangesFocus(true);
  changes_->setAccessibleName(tr("What changed from the version before"));
  row->addWidget(changes_, 1);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &VersionsView::show_changes);
  set_theme(light_theme());
}

void VersionsView::set_theme(const Theme& theme) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(theme.font_pt);
  changes_->setFont(font);
}

void VersionsView::show_versions(std::vector<workshop::Version> versions) {
  versions_ = std::move(versions);
  model_->set_table(versions_.empty() ? Table() : workshop::version_table(versions_));
  fit_columns(table_, {});
  if (model_->columnCount() > machine_column) {
    table_->horizontalHeader()->setSectionResizeMode(machine_column, QHeaderView::Fixed);
    table_->setColumnWidth(machine_column, machine_width);
  }
  table_->selectRow(model_->rowCount() - 1);
  show_changes();
}

void VersionsView::show_changes() {
  const QModelIndex chosen = table_->currentIndex();
  QStringList lines;
  if (chosen.isValid() && !versions_.empty())
    for (const std::string& line : workshop::changes_in_words(
             versions_, workshop::first_shown_version(versions_) + static_cast<std::size_t>(chosen.row())))
      lines << QString::fromStdString(line);
  changes_->setPlainText(lines.isEmpty() ? tr("No version before this one is kept.") : lines.join(QLatin1Char('\n')));
}

}  // namespace mlplab
