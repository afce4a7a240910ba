#include "ui/lessons/classroom.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/launch/configurations.h"
#include "ui/runs/run_session.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/form.h"
#include "ui/widgets/page.h"

namespace mlplab {

namespace {

constexpr const char* workshop_page = "workshop";
const QString page_prefix = QStringLiteral("page.");

/// Rows of the backend's own options come and go with the backend.
bool is_option_row(const QString& row) {
  if (!row.startsWith(QStringLiteral("options."))) return false;
  const std::string option = row.mid(8).toStdString();
  return std::ranges::any_of(configurations(), [&](const ConfigurationEntry& entry) {
    return std::ranges::find(entry.options, option, &BackendOption::name) != entry.options.end();
  });
}

/// The rows of one form among `names`, without the prefix. A name belongs to the form with the longest fitting prefix.
std::set<QString> rows_of(const std::vector<std::string>& names, const QString& prefix, const Form& form) {
  std::set<QString> rows;
  const std::vector<QString> known = form.names();
  for (const std::string& name : names) {
    const QString control = QString::fromStdString(name);
    if (!control.startsWith(prefix)) continue;
    const QString row = control.mid(prefix.size());
    if (std::ranges::find(known, row) != known.end() || is_option_row(row)) rows.insert(row);
    if (row == QLatin1String("model")) rows.insert(QStringLiteral("layers"));  // which are of it
  }
  return rows;
}

/// Not stopped, and with something to look at: an epoch, or that it diverged. A run that could not begin does not
/// count.
bool came_to_its_end(const Run& run) {
  if (!run.log.ended || run.log.ended->status == RunStatus::stopped) return false;
  return !run.log.epochs.empty() || run.log.ended->failure == Failure::diverged;
}

}  // namespace

Classroom::Classroom(ClassroomParts parts, QObject* parent) : QObject(parent), parts_(std::move(parts)) {
  for (Page* page : parts_.pages) connect(page, &Page::acted, this, &Classroom::tell);
  connect(&parts_.session, &RunSession::stateChanged, this, &Classroom::run_changed);
  connect(&parts_.session, &RunSession::updated, this, &Classroom::run_changed);
  connect(&parts_.session, &RunSession::ended, this, [this](const Run& run) {
    run_changed();
    const bool of_class = run.number > first_run_ && (run.number == begun_run_ || run.number == started_run_);
    if (of_class && came_to_its_end(run)) tell({LessonAct::run_ended, 0.0, "train", run.spec});
  });
}

int Classroom::page_index(const std::string& id) const {
  const auto found = std::ranges::find(parts_.pages, QString::fromStdString(id), &Page::id);
  return found == parts_.pages.end() ? -1 : static_cast<int>(found - parts_.pages.begin());
}

QStringList Classroom::controls() const {
  QStringList names;
  for (Page* page : parts_.pages) {
    names << page_prefix + page->id();
    for (const auto& [prefix, form] : page->lesson_forms())
      for (const QString& row : form->names()) names << prefix + row;
  }
  return names;
}

void Classroom::check_names(const Lesson& lesson) const {
  const QStringList known = controls();
  const auto check = [&](const std::string& name, bool locking) {
    const QString control = QString::fromStdString(name);
    if (locking && control.startsWith(page_prefix))
      throw UsageError(tr("a page can be hidden, not locked: '%1'").arg(control).toStdString());
    if (known.contains(control)) return;
    if (control.startsWith(QStringLiteral("train.")) && is_option_row(control.mid(6))) return;
    throw UsageError(tr("this window has no control '%1'").arg(control).toStdString());
  };
  for (const std::string& name : lesson.hidden) check(name, false);
  for (const std::string& name : lesson.locked) check(name, true);
  const auto check_page = [&](const std::string& page) {
    if (!page.empty() && page_index(page) < 0)
      throw UsageError(tr("this window has no page '%1'").arg(QString::fromStdString(page)).toStdString());
    if (!page.empty() && std::ranges::find(lesson.hidden, "page." + page) != lesson.hidden.end())
      throw UsageError(tr("it needs the page '%1' and hides it").arg(QString::fromStdString(page)).toStdString());
  };
  check_page(lesson.page);
  if (std::ranges::all_of(parts_.pages, [&](const Page* page) {
        return std::ranges::find(lesson.hidden, (page_prefix + page->id()).toStdString()) != lesson.hidden.end();
      }))
    throw UsageError(tr("it hides all pages").toStdString());
  for (const LessonStep& step : lesson.steps)
    if (step.check) check_page(step.check->kernel.empty() ? step.check->page : workshop_page);
}

void Classroom::open(const std::filesystem::path& file) { open(read_lesson(file), file); }

void Classroom::open(const Lesson& lesson, const std::filesystem::path& file) {
  try {
    check_names(lesson);
    for (const Page* page : parts_.pages)
      if (page->measuring())
        throw UsageError(
            tr("the page %1 is measuring; stop it first, or wait for its end").arg(page->title()).toStdString());
  } catch (const Error& error) {
    throw InputError(tr("%1 is not opened: %2")
                         .arg(QString::fromStdString(file.string()), QString::fromUtf8(error.what()))
                         .toStdString());
  }
  if (progress_) {  // the settings, the runs and the page are changed once, to those of this lesson
    end_lesson();
    put_back_pages();
    if (page_index(lesson.page) < 0) parts_.show_page(page_before_);
  } else {
    before_ = forms_now();
    page_before_ = parts_.page_now();
  }
  ways_back_.clear();
  for (Page* page : parts_.pages) ways_back_.push_back(page->way_back());
  first_run_ = started_run_ = begun_run_ = newest_run();
  told_epochs_ = 0;
  parts_.session.set_apart();
  progress_.emplace(lesson);
  parts_.setup.set_spec(lesson.settings);
  putting_on_ = true;  // what the lesson sets is nothing that the class did
  QStringList not_done{take(lesson)};
  if (const std::string why = why_not_here(lesson); !why.empty())
    not_done << tr("The kernels of this lesson cannot be checked here: %1.").arg(QString::fromStdString(why));
  not_done.removeAll(QString());
  hold(lesson);
  if (const int page = page_index(lesson.page); page >= 0) parts_.show_page(page);
  show_a_seen_page();
  putting_on_ = false;
  Q_EMIT changed();
  if (!not_done.isEmpty()) Q_EMIT warned(not_done.join(QLatin1Char(' ')));
}

void Classroom::leave(Then then) {
  if (!progress_) return;
  end_lesson();
  parts_.setup.set_spec(before_.settings);
  put_back_pages();
  parts_.session.show_again();
  if (then == Then::page_before) parts_.show_page(page_before_);
}

void Classroom::end_lesson() {
  progress_.reset();
  Q_EMIT changed();  // the widgets that show it let go of it first
  hold({});
}

void Classroom::put_back_pages() {
  take(before_);
  for (const auto& put_back : ways_back_) put_back();
}

void Classroom::show_step(int step) {
  if (!progress_ || !progress_->can_go(step)) return;
  progress_->set_step(step);
  Q_EMIT changed();
}

void Classroom::begin_kernel() {
  const LessonKernel* kernel = progress_ ? progress_->kernel() : nullptr;
  const int index = page_index(workshop_page);
  if (kernel == nullptr || index < 0) return;
  Page* page = parts_.pages[static_cast<std::size_t>(index)];
  parts_.show_page(index);
  if (page->measuring()) return Q_EMIT warned(tr("The page %1 is busy; wait for its end").arg(page->title()));
  page->begin_kernel(*kernel);
}

const RunSpec& Classroom::own_form() const { return progress_ ? before_.settings : parts_.setup.spec(); }

Lesson Classroom::forms_now() const {
  Lesson now;
  now.settings = parts_.setup.spec();
  for (const Page* page : parts_.pages) page->fill_lesson(now);
  return now;
}

Lesson Classroom::snapshot() const {
  Lesson now = forms_now();
  now.page = parts_.pages.at(static_cast<std::size_t>(parts_.page_now()))->id().toStdString();
  if (!progress_) return now;
  const Lesson& open = progress_->lesson();
  now.title = open.title;
  now.language = open.language;
  now.intro = open.intro;
  now.hidden = open.hidden;
  now.locked = open.locked;
  now.steps = open.steps;
  return now;
}

QString Classroom::take(const Lesson& lesson) {
  QStringList not_done;
  for (Page* page : parts_.pages)
    if (const QString sentence = page->take_lesson(lesson); !sentence.isEmpty()) not_done << sentence;
  return not_done.join(QLatin1Char(' '));
}

void Classroom::hold(const Lesson& lesson) {
  for (std::size_t i = 0; i < parts_.pages.size(); ++i) {
    Page* page = parts_.pages[i];
    const std::string name = (page_prefix + page->id()).toStdString();
    parts_.let_see(static_cast<int>(i), std::ranges::find(lesson.hidden, name) == lesson.hidden.end());
    for (const auto& [prefix, form] : page->lesson_forms())
      form->set_held(rows_of(lesson.hidden, prefix, *form), rows_of(lesson.locked, prefix, *form));
  }
}

/// Leaves a page that the lesson hides for one that it shows.
void Classroom::show_a_seen_page() {
  const auto seen = [this](const Page* page) {
    return std::ranges::find(progress_->lesson().hidden, (page_prefix + page->id()).toStdString()) ==
           progress_->lesson().hidden.end();
  };
  if (seen(parts_.pages.at(static_cast<std::size_t>(parts_.page_now())))) return;
  const auto first = std::ranges::find_if(parts_.pages, seen);
  if (first != parts_.pages.end()) parts_.show_page(static_cast<int>(first - parts_.pages.begin()));
}

void Classroom::tell(const LessonEvent& event) {
  if (!progress_ || putting_on_) return;
  const int seen = progress_->seen(progress_->step());
  if (progress_->tell(event) || progress_->seen(progress_->step()) != seen) Q_EMIT changed();
}

void Classroom::page_opened(int index) {
  tell({LessonAct::page_opened, 0.0, parts_.pages.at(static_cast<std::size_t>(index))->id().toStdString(), {}});
}

int Classroom::newest_run() const {
  int newest = 0;
  for (const auto& run : parts_.session.runs()) newest = std::max(newest, run->number);
  return newest;
}

/// A run that began before the lesson, or was opened in it, is nothing that the class did.
void Classroom::run_changed() {
  const Run* run = parts_.session.current();
  if (!progress_ || run == nullptr || run->number <= first_run_) return;
  const RunSession::State state = parts_.session.state();
  if (state == RunSession::State::loading && run->log.epochs.empty()) begun_run_ = run->number;  // else it is resumed
  if (run->number != begun_run_ && run->number != started_run_) return;
  if (run->number > started_run_ && (state == RunSession::State::running || state == RunSession::State::paused)) {
    started_run_ = run->number;
    told_epochs_ = 0;
    tell({LessonAct::run_started, 0.0, "train", {}});
  }
  if (run->number != started_run_) return;
  if (run->log.epochs.size() < told_epochs_) told_epochs_ = 0;  // it was rewound
  while (told_epochs_ < run->log.epochs.size()) {
    const auto& accuracy = run->log.epochs[told_epochs_++].accuracy_test;
    if (accuracy) tell({LessonAct::accuracy, *accuracy, "train", {}});
  }
}

}  // namespace mlplab
