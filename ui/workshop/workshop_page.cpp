#include "ui/workshop/workshop_page.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QTableView>

#include "core/base/files.h"
#include "core/lessons/lesson_kernel.h"
#include "core/run/run_spec.h"
#include "core/workshop/stages.h"
#include "ui/charts/chart_card.h"
#include "ui/theme/icons.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/tables.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/editor_card.h"
#include "ui/workshop/finding_table.h"
#include "ui/workshop/work_text.h"
#include "ui/workshop/workshop_setup.h"

namespace mlplab {

namespace {

constexpr int finding_height = 24, stages_width = 210;

struct StageLook {
  const char* icon;
  QColor color;
};

StageLook look_of(workshop::Stage::State state, const Theme& theme) {
  switch (state) {
    case workshop::Stage::State::passed:
      return {"done", theme.success};
    case workshop::Stage::State::failed:
      return {"close", theme.error};
    case workshop::Stage::State::not_looked:
      break;
  }
  return {"todo", theme.quiet};
}

}  // namespace

WorkshopPage::WorkshopPage(const std::filesystem::path& folder, QWidget* parent)
    : StudyPage(QStringLiteral("workshop"), tr("Workshop"), session_, parent),
      setup_(new WorkshopSetup(session_, folder)),
      editor_(new EditorCard),
      lower_(make_check_card()) {
  QVBoxLayout* left = make_column();
  left->addWidget(editor_, 3);
  left->addWidget(lower_, 2);
  lay_out(left, setup_, tr("READING"), tr("What the check says"));
  connect(setup_, &WorkshopSetup::newWanted, this, &WorkshopPage::makeNew);
  connect(setup_, &WorkshopSetup::openWanted, this, &WorkshopPage::open);
  connect(setup_, &WorkshopSetup::checkWanted, this, &WorkshopPage::check);
  connect(editor_, &EditorCard::failed, this, &Page::failed);
  connect(editor_, &EditorCard::told, this, &Page::told);
  connect(&editor_->text(), &WorkText::modifiedChanged, this, &WorkshopPage::show_reading);
  connect(&session_, &WorkshopSession::checkDone, this, [this] {
    show_check();
    const WorkshopSession::Checked& checked_work = *session_.checked();
    Q_EMIT checked(QString::fromStdString(checked_work.work.task->name),
                   QString::fromStdString(checked_work.work.language->name), checked_work.check.right());
    Q_EMIT acted(checked_event(checked_work.work, checked_work.fingerprint, checked_work.check));
  });
  connect(&session_, &MeasuringSession::stateChanged, this, &WorkshopPage::show_reading);
  show_check();
}

WorkshopPage::~WorkshopPage() = default;

QFrame* WorkshopPage::make_check_card() {
  QVBoxLayout* column = nullptr;
  QFrame* card = make_card_frame(column);
  QLabel *title = nullptr, *unit = nullptr;
  add_card_header(column, title, unit);
  title->setText(tr("Check"));
  auto* row = new QHBoxLayout;
  stages_ = new QListWidget;
  stages_->setAccessibleName(tr("Stages of the check"));
  stages_->setFixedWidth(stages_width);
  stages_->setFrameShape(QFrame::NoFrame);
  stages_->setWordWrap(true);
  leave_space_to_the_run(stages_);
  model_ = new FindingTable(this);
  findings_ = make_page_table(model_, tr("Messages and faults"), finding_height);
  leave_space_to_the_run(findings_);
  findings_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  findings_->horizontalHeader()->setSectionResizeMode(FindingTable::what_column, QHeaderView::Stretch);
  connect(findings_, &QTableView::clicked, this, [this](const QModelIndex& at) { go_to_finding(at.row()); });
  connect(findings_, &QTableView::activated, this, [this](const QModelIndex& at) { go_to_finding(at.row()); });
  row->addWidget(stages_);
  row->addWidget(findings_, 1);
  column->addLayout(row, 1);
  return card;
}

void WorkshopPage::makeNew() {
  attempt(this, [this] {
    const workshop::Task& task = setup_->task();
    const workshop::Language& language = setup_->language();
    const std::filesystem::path folder = make_new_folder(setup_->base(), task.name + "-" + language.name);
    open(QString::fromStdString(workshop::new_work(task, language, folder).folder.string()));
  });
}

void WorkshopPage::open(const QString& folder) {
  if (session_.active()) return;
  attempt(this, [&] {
    workshop::Work work = workshop::open_work(folder.toStdString());
    editor_->open(work.source());
    work_ = std::move(work);
    session_.forget();
    setup_->show_work(work_);
    show_check();
  });
}

bool WorkshopPage::take_dropped(const QStringList& paths) {
  if (paths.size() != 1 || !file_at(std::filesystem::path(paths.front().toStdString()) / workshop::work_file))
    return false;
  open(paths.front());
  return true;
}

void WorkshopPage::begin_kernel(const LessonKernel& kernel) {
  attempt(this, [&] { open(QString::fromStdString(mlplab::begin_kernel(kernel, setup_->base()).folder.string())); });
}

void WorkshopPage::check() {
  if (!work_ || !editor_->text().save() || !may_measure(RunSpec())) return;
  attempt(this, [this] {
    work_ = workshop::open_work(work_->folder);  // its flags may have changed
    session_.check(*work_);
  });
}

void WorkshopPage::show_check() {
  stages_->clear();
  if (const auto& checked = session_.checked()) {
    model_->show_check(checked->work, checked->check);
    for (const workshop::Stage& stage : workshop::stages(checked->work, checked->check)) {
      const StageLook look = look_of(stage.state, theme_);
      stages_->addItem(new QListWidgetItem(icon(QLatin1String(look.icon), look.color),
                                           QString::fromStdString(stage.title + ": " + stage.words)));
    }
  } else {
    model_->clear();
  }
  editor_->edit().set_marks(model_->marks());
  show_reading();
}

void WorkshopPage::show_reading() {
  QString text;
  const auto& checked = session_.checked();
  if (!work_)
    text += paragraph(tr("Write a function of your own. It runs when you press Check, and not before."));
  else if (!checked)
    text += paragraph(tr("Not checked yet."));
  else
    text += paragraph(checked->check.right() ? tr("Right.") : tr("Not right yet."),
                      (checked->check.right() ? theme_.success : theme_.error).name());
  if (checked && !checked->check.commands.empty())
    text +=
        paragraph(QStringLiteral("$ ") + QString::fromStdString(checked->check.commands.front()), theme_.quiet.name());
  side_->text()->setText(text);
}

void WorkshopPage::go_to_finding(int row) {
  std::size_t mark = 0;
  for (int before = 0; before < row; ++before) mark += model_->line_of(before) > 0 ? 1 : 0;
  if (row >= 0 && model_->line_of(row) > 0) editor_->edit().go_to_line(editor_->edit().line_of_mark(mark));
}

std::vector<std::pair<QString, Form*>> WorkshopPage::lesson_forms() {
  return {{QStringLiteral("workshop."), &setup_->form()}};
}

void WorkshopPage::set_theme(const Theme& theme) {
  theme_ = theme;
  editor_->set_theme(theme);
  model_->set_theme(theme);
  side_->set_theme(theme);
  lower_->setVisible(!theme.projector);
  show_check();
}

void WorkshopPage::show_example(ExampleSize) {
  if (work_) return;
  setup_->choose("matrix_product", "openmp");
  makeNew();
  check();
  wait_for_end();
}

}  // namespace mlplab
