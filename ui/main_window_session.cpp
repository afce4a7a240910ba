// The state that the next window restores: its place, the runs, the form.
#include <QLabel>
#include <QListWidget>
#include <QLockFile>
#include <QSettings>
#include <QTimer>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/put_aside.h"
#include "ui/lessons/classroom.h"
#include "ui/main_window.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page_list.h"

namespace mlplab {

namespace {

constexpr std::size_t restored_runs = 6;

}  // namespace

void MainWindow::restore_settings() {
  QSettings settings;
  const bool first_start = !settings.contains(QStringLiteral("window/geometry"));
  theme_choice_ =
      options_.theme.value_or(parse_theme_choice(settings.value(QStringLiteral("window/theme")).toString()));
  if (!first_start) restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  QString news = not_kept_;
  kept_ = read_session(session_file());
  std::error_code ignored;
  const bool whole = kept_ && kept_->form;
  if (!whole && not_kept_.isEmpty() && std::filesystem::exists(session_file(), ignored)) news = put_session_aside();
  if (kept_ && kept_->form) setup_->set_spec(*kept_->form);
  session_->restore(restored_runs, kept_);
  apply_look();
  navigation_->setCurrentRow(settings.value(QStringLiteral("window/page"), 0).toInt());
  show_state();
  if (session_->interrupted() != nullptr) {
    offer_to_resume(news);
  } else if (!news.isEmpty()) {
    banner_->tell(Banner::Kind::warning, news);
  } else if (first_start && options_.start_by_itself && session_->runs().empty()) {
    QTimer::singleShot(0, this, [this] {
      if (session_->active()) return;
      setup_->set_spec(SetupPanel::demonstration());  // the form shows what is on the screen
      session_->start(setup_->spec());
    });
  }
}

/// One window at a time has the session's file: of two, the one that changes something last would undo the other's.
void MainWindow::take_session_lock() {
  const std::filesystem::path lock = session_file().parent_path() / "session.lock";
  try {
    make_folder(lock.parent_path());
  } catch (const Error&) {
    return;  // said when there is something to keep
  }
  session_lock_ = std::make_unique<QLockFile>(QString::fromStdString(lock.string()));
  session_lock_->setStaleLockTime(0);  // however long the window is open; that of a killed program counts for nothing
  if (session_lock_->tryLock(0) || session_lock_->error() != QLockFile::LockFailedError) return;
  not_kept_ =
      tr("Another window of MLP Lab is open and saves the list of runs, the form and the drawings; this window does "
         "not save its own. All runs are kept.");
}

/// A session that this version cannot read is still the user's, so it is moved and not overwritten.
QString MainWindow::put_session_aside() {
  try {
    return tr("The list of runs and the form of last time could not be read; the file is now %1.")
        .arg(QString::fromStdString(put_aside(session_file()).string()));
  } catch (const Error& error) {
    not_kept_ = tr("The list of runs and the form of last time could not be read, and are not kept this time: %1")
                    .arg(QString::fromUtf8(error.what()));
    return not_kept_;
  }
}

/// The run may leave the list while it is offered, or another one begin: the session is asked again.
void MainWindow::offer_to_resume(const QString& news) {
  const Run& run = *session_->interrupted();
  QString offer = tr("Run %1 was cut off after epoch %2 of %3.")
                      .arg(run_title(run), QString::number(run.log.epochs.size()), QString::number(run.spec.epochs));
  if (!news.isEmpty()) offer += QLatin1Char(' ') + news;
  banner_->tell(Banner::Kind::info, offer, tr("Resume"), [this] {
    if (Run* interrupted = session_->interrupted()) session_->resume_run(*interrupted);
  });
  connect(session_, &RunSession::runsChanged, banner_, [this, offer] {
    if (session_->interrupted() == nullptr && banner_->message() == offer) banner_->dismiss();
  });
}

void MainWindow::store_settings() {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), projector_ ? geometry_before_ : saveGeometry());
  if (!options_.theme) settings.setValue(QStringLiteral("window/theme"), to_string(theme_choice_));
  settings.setValue(QStringLiteral("window/page"), classroom_->own_page());
}

void MainWindow::keep_now() {
  keep_timer_.stop();
  if (!not_kept_.isEmpty()) return;
  KeptSession session = session_->keep();
  // In a lesson the user's own settings are those from before it.
  const bool own = classroom_->active() || setup_->valid();
  session.form = own || !kept_ ? std::optional(classroom_->own_form()) : kept_->form;
  if (session == kept_) return;
  try {
    save_session(session_file(), session);
    kept_ = session;
  } catch (const Error& error) {
    if (!std::exchange(keeping_failed_, true)) banner_->tell(Banner::Kind::warning, QString::fromUtf8(error.what()));
  }
}

}  // namespace mlplab
