#include "ui/workshop/check_view.h"

#include <QHeaderView>
#include <QListWidget>
#include <QTableView>

#include "core/workshop/words.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables.h"
#include "ui/workshop/finding_table.h"

namespace mlplab {

namespace {

constexpr int finding_height = 24, stages_width = 232;

QIcon icon_of(workshop::Stage::State state, const Theme& theme) {
  switch (state) {
    case workshop::Stage::State::passed:
      return icon(QStringLiteral("done"), theme.success);
    case workshop::Stage::State::failed:
      return icon(QStringLiteral("close"), theme.error);
    case workshop::Stage::State::not_looked:
      break;
  }
  return icon(QStringLiteral("todo"), theme.quiet);
}

}  // namespace

CheckView::CheckView(QWidget* parent) : QWidget(parent) {
  QHBoxLayout* row = row_in(this);
  stages_ = new QListWidget;
  stages_->setAccessibleName(tr("Stages of the check"));
  stages_->setFrameShape(QFrame::NoFrame);
  stages_->setWordWrap(true);
  stages_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  stages_->setSelectionMode(QAbstractItemView::NoSelection);
  leave_space_to_the_run(stages_);
  model_ = new FindingTable(this);
  findings_ = make_page_table(model_, tr("Messages and faults"), finding_height);
  leave_space_to_the_run(findings_);
  findings_->setWordWrap(true);
  QHeaderView* columns = findings_->horizontalHeader();
  fit_columns_to_words(*columns);
  columns->setSectionResizeMode(FindingTable::what_column, QHeaderView::Stretch);
  QSizePolicy keeps_its_place = findings_->sizePolicy();  // where there is nothing in it, it is hidden
  keeps_its_place.setRetainSizeWhenHidden(true);
  findings_->setSizePolicy(keeps_its_place);
  findings_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  connect(findings_, &QTableView::clicked, this, [this](const QModelIndex& at) { choose(at.row()); });
  connect(findings_, &QTableView::activated, this, [this](const QModelIndex& at) { choose(at.row()); });
  row->addWidget(stages_);
  row->addWidget(findings_, 1);
  set_theme(theme_);
}

void CheckView::set_theme(const Theme& theme) {
  theme_ = theme;
  stages_->setFixedWidth(theme.px(stages_width));
  model_->set_theme(theme);
  show_stages();
}

void CheckView::show_check(const std::optional<WorkshopSession::Checked>& checked) {
  checked_ = checked;
  if (checked_)
    model_->show_check(checked_->work, checked_->check);
  else
    model_->clear();
  findings_->setVisible(model_->rowCount() > 0);
  show_stages();
}

void CheckView::show_stages() {
  stages_->clear();
  if (!checked_) {
    stages_->addItem(tr("Not checked yet."));
    return;
  }
  for (const workshop::Stage& stage : workshop::stages(checked_->work, checked_->check)) {
    QString words = QString::fromStdString(stage.title + ": " + stage.words);
    words[0] = words[0].toUpper();
    stages_->addItem(new QListWidgetItem(icon_of(stage.state, theme_), words));
  }
}

std::vector<LineMark> CheckView::marks() const { return model_->marks(); }

void CheckView::choose(int row) {
  if (row < 0 || model_->line_of(row) == 0) return;
  int mark = 0;
  for (int before = 0; before < row; ++before) mark += model_->line_of(before) > 0 ? 1 : 0;
  Q_EMIT markWanted(mark, model_->line_of(row));
}

}  // namespace mlplab
