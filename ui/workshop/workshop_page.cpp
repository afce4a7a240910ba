#include "ui/workshop/workshop_page.h"

#include <QBoxLayout>
#include <QLabel>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/lessons/lesson_kernel.h"
#include "core/reporting/workshop_report.h"
#include "core/run/run_spec.h"
#include "core/workshop/backend.h"
#include "core/workshop/kept_check.h"
#include "ui/charts/chart_card.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/form_parts.h"
#include "ui/workshop/check_view.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/editor_card.h"
#include "ui/workshop/result_card.h"
#include "ui/workshop/times_view.h"
#include "ui/workshop/work_text.h"
#include "ui/workshop/workshop_setup.h"

namespace mlplab {

WorkshopPage::WorkshopPage(const std::filesystem::path& folder, QWidget* parent)
    : StudyPage(QStringLiteral("workshop"), tr("Workshop"), session_, parent),
      folder_(folder),
      setup_(new WorkshopSetup(session_, folder)),
      editor_(new EditorCard),
      results_(new ResultCard) {
  QVBoxLayout* left = make_column();
  left->addWidget(editor_, 3);
  left->addWidget(results_, 2);
  lay_out(left, setup_, tr("READING"), tr("What is known of the kernel"));
  connect(setup_, &WorkshopSetup::newWanted, this, &WorkshopPage::makeNew);
  connect(setup_, &WorkshopSetup::openWanted, this, &WorkshopPage::open);
  connect(setup_, &WorkshopSetup::timeWanted, this, &WorkshopPage::time);
  connect(setup_, &WorkshopSetup::trainWanted, this, &WorkshopPage::train);
  connect(setup_, &WorkshopSetup::classWanted, this, &WorkshopPage::checkClass);
  connect(editor_, &EditorCard::failed, this, &Page::failed);
  connect(editor_, &EditorCard::told, this, &Page::told);
  connect(&editor_->text(), &WorkText::modifiedChanged, this, &WorkshopPage::show_reading);
  connect(&editor_->text(), &WorkText::reloaded, this, &WorkshopPage::show_reading);
  connect(&results_->check(), &CheckView::markWanted, this, [this](int mark, int line) {
    const int now = editor_->edit().line_of_mark(mark);
    editor_->edit().go_to_line(now > 0 ? now : line);
  });
  connect(results_, &ResultCard::lineWanted, &editor_->edit(), &CodeEdit::go_to_line);
  connect(results_, &ResultCard::folderWanted, this, &WorkshopPage::open);
  pass_on(results_->times().chart());
  connect(&session_, &WorkshopSession::checkDone, this, &WorkshopPage::check_done);
  connect(&session_, &WorkshopSession::timeDone, this, &WorkshopPage::time_done);
  connect(&session_, &WorkshopSession::classChanged, this, [this] {
    results_->show_class(session_.class_folders());
    if (!session_.class_folders().empty()) results_->show_tab(ResultCard::Tab::class_folders);
  });
  connect(&session_, &MeasuringSession::ended, this, &WorkshopPage::run_ended);
  connect(&session_, &MeasuringSession::stateChanged, this, &WorkshopPage::show_reading);
  connect(&session_, &MeasuringSession::stateChanged, editor_, &EditorCard::show_state);
  show_all();
}

WorkshopPage::~WorkshopPage() = default;

/// The text of last time is shown again. It is read, and nothing of it is compiled or run.
void WorkshopPage::open_kept() {
  if (!work_ && setup_->recent()->count() > 0) open(setup_->recent()->itemData(0).toString());
}

void WorkshopPage::makeNew() {
  if (session_.active()) return;
  attempt(this, [this] {
    const workshop::Task& task = setup_->task();
    const workshop::Language& language = setup_->language();
    const std::filesystem::path folder = make_new_folder(setup_->base(), task.name + "-" + language.name);
    open(QString::fromStdString(workshop::new_work(task, language, folder).folder.string()));
  });
}

void WorkshopPage::open(const QString& folder) {
  if (session_.active()) return;
  opened_ = true;
  attempt(this, [&] {
    show_work(folder.toStdString());
    setup_->remember(work_->folder);
  });
}

/// Throws InputError.
void WorkshopPage::show_work(const std::filesystem::path& folder) {
  workshop::Work work = workshop::open_work(folder);
  editor_->open(work.source());
  work_ = std::move(work);
  session_.forget();
  setup_->show_work(work_);
  show_all();
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

std::optional<workshop::Work> WorkshopPage::saved_work() {
  if (!work_ || session_.active() || !editor_->text().save() || !may_measure(RunSpec())) return {};
  const auto open_again = [this] { work_ = workshop::open_work(work_->folder); };  // its flags may be others now
  return attempt(this, open_again) ? work_ : std::nullopt;
}

void WorkshopPage::check() {
  train_next_ = false;
  if (const auto work = saved_work()) session_.check(*work);
}

void WorkshopPage::time() {
  train_next_ = false;
  if (const auto work = saved_work(); work && work->language->why_not_timed().empty())
    session_.time(*work, work->language->sets_threads ? setup_->threads() : 1);
}

void WorkshopPage::train() {
  const auto work = saved_work();
  if (!work) return;
  attempt(this, [&] {
    if (workshop::why_not_checked(*work).empty()) return start_training();
    train_next_ = true;
    session_.check(*work);
  });
}

/// A run that was stopped leaves nothing: what was known before it began is not shown as if it were of this text.
void WorkshopPage::run_ended() {
  if (!session_.checked()) {
    results_->show_check({});
    editor_->edit().set_marks({});
  }
  if (!session_.timed()) results_->show_timed({});
  if (!std::exchange(train_next_, false) || session_.was_stopped()) return;
  attempt(this, [this] {
    if (workshop::why_not_checked(*work_).empty()) start_training();  // else what is wrong is on the page
  });
}

/// The kernel, which has passed, becomes the next run's backend.
void WorkshopPage::start_training() {
  Q_EMIT trainWanted(workshop::backend_name(work_->folder));
  Q_EMIT pageWanted(QStringLiteral("train"));
}

void WorkshopPage::checkClass(const QString& folder) {
  std::vector<std::filesystem::path> folders;
  if (!attempt(this, [&] { folders = workshop::works_in(folder.toStdString()); })) return;
  if (folders.empty()) {
    Q_EMIT failed(
        tr("%1 has no folders of the workshop in it; choose the folder that the class's folders are in").arg(folder));
    return;
  }
  if (session_.active() || (editor_->text().is_open() && !editor_->text().save()) || !may_measure(RunSpec())) return;
  session_.checkClass(folders);
}

void WorkshopPage::check_done() {
  results_->show_check(session_.checked());
  const WorkshopSession::Checked& done = *session_.checked();
  const bool counts_first = done.check.right() && results_->has(ResultCard::Tab::counts);
  results_->show_tab(counts_first ? ResultCard::Tab::counts : ResultCard::Tab::check);
  editor_->edit().set_marks(results_->check().marks());
  show_reading();
  Q_EMIT checked(QString::fromStdString(done.work.task->name), QString::fromStdString(done.work.language->name),
                 done.check.right());
  Q_EMIT acted(checked_event(done.work, done.fingerprint, done.check));
}

void WorkshopPage::time_done() {
  const WorkshopSession::Timed& done = *session_.timed();
  results_->show_timed(done);
  results_->show_tab(ResultCard::Tab::times);
  show_versions();
  show_reading();
  Q_EMIT timed(QString::fromStdString(done.work.task->name), QString::fromStdString(done.work.language->name));
  Q_EMIT acted(timed_event(done.work, done.fingerprint));
}

void WorkshopPage::show_all() {
  results_->show_check(session_.checked());
  results_->show_timed(session_.timed());
  results_->show_tab(ResultCard::Tab::check);
  editor_->edit().set_marks(results_->check().marks());
  show_versions();
  show_reading();
}

void WorkshopPage::show_versions() {
  std::vector<workshop::Version> versions;
  if (work_) attempt(this, [&] { versions = workshop::read_versions(*work_); });
  results_->show_versions(versions);
}

bool WorkshopPage::stale() const { return session_.checked() && !is_now(session_.checked()->fingerprint); }

bool WorkshopPage::is_now(const std::string& fingerprint) const {
  if (!work_ || editor_->text().modified()) return false;
  try {
    return work_->fingerprint() == fingerprint;
  } catch (const Error&) {
    return false;  // the file is not there any more
  }
}

void WorkshopPage::show_reading() {
  Reading reading(theme_);
  const auto& checked = session_.checked();
  if (!work_) {
    reading.add(
        tr("Write a function of your own and see whether it is right, how fast it is, and train a network "
           "with it. It is compiled and run when you press Check, Time or Train with it, and never before."));
  } else if (!checked) {
    reading.add(session_.active() ? tr("Being checked.") : tr("Not checked yet."));
  } else if (checked->check.right()) {
    reading.praise(tr("Right: no fault was found."));
  } else {
    reading.fail(checked->check.compiled ? tr("Not right yet.") : tr("It was not compiled."));
  }
  if (session_.was_stopped() && !session_.active()) reading.quiet(tr("It was stopped before its end."));
  if (stale()) reading.warn(tr("The text has changed since it was checked."));
  if (const auto& timed = session_.timed()) {
    if (!is_now(timed->fingerprint)) reading.warn(tr("Timed before the last change:"));
    reading.add(workshop::timed_sentences(timed->work, timed->study, timed->ceilings));
  }
  if (checked) {
    if (checked->check.counts)
      reading.quiet(tr("What a GPU would pay for is counted on the host: no time is among it."));
    if (!checked->check.output.empty()) reading.add(tr("The kernel printed:"));
    reading.quiet(checked->check.output);
    for (const std::string& command : checked->check.commands) reading.quiet("$ " + command);
    reading.quiet(tr("The check cannot see:"));
    for (const std::string& unseen : checked->work.language->unseen) reading.quiet("– " + say(unseen));
  }
  read(reading);
}

QStringList WorkshopPage::save_all(const QString& folder) {
  ChartCard* chart = results_->times().chart();
  return results_->has(ResultCard::Tab::times) ? save_cards({chart}, folder) : QStringList();
}

void WorkshopPage::theme_changed() {
  editor_->set_theme(theme_);
  results_->set_theme(theme_);
  arrange();
  show_reading();
}

/// In projector mode the text has the page, or what is known of it.
void WorkshopPage::arrange() {
  editor_->setVisible(!theme_.projector || !results_projected_);
  results_->setVisible(!theme_.projector || results_projected_);
}

void WorkshopPage::show_next_chart() {
  results_projected_ = !results_projected_;
  arrange();
}

/// For the program's images: a kernel with a fault that its map shows.
void WorkshopPage::show_example(ExampleSize) {
  if (work_) return;
  attempt(this, [this] {
    const workshop::Task& task = workshop::find_task("matrix_product");
    show_work(workshop::new_work(task, workshop::find_language("openmp"), make_new_folder(folder_, task.name)).folder);
    editor_->edit().replace_text(editor_->edit().toPlainText().replace(
        QStringLiteral("j < n;"), QStringLiteral("j < n - n % 4;")));  // whole blocks of columns alone
    check();
    wait_for_end();
    if (results_->has(ResultCard::Tab::wrong)) results_->show_tab(ResultCard::Tab::wrong);
  });
}

}  // namespace mlplab
