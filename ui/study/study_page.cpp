#include "ui/study/study_page.h"

#include <QEventLoop>
#include <QLabel>

#include "core/base/files.h"
#include "core/lessons/lesson_progress.h"
#include "core/machine/host_info.h"
#include "ui/study/study_setup.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {

StudyPage::StudyPage(const QString& id, const QString& title, MeasuringSession& session, QWidget* parent)
    : Page(id, title, parent), measurement_(session) {}

void StudyPage::lay_out(QVBoxLayout* left, StudySetup* setup, const QString& heading, const QString& text_name) {
  measuring_setup_ = setup;
  side_ = new SideColumn(setup, heading, text_name);
  for (QWidget* part : setup->controls()) side_->keep(part);
  set_columns(left, side_);
  connect(&measurement_, &MeasuringSession::failed, this, &Page::failed);
  connect(&measurement_, &MeasuringSession::stateChanged, this, &Page::measuringChanged);
  connect(&measurement_, &MeasuringSession::stateChanged, this, &StudyPage::list_kept);
  connect(setup, &StudySetup::startWanted, this, [this, setup] { setup->start_with([this] { start(); }); });
  connect(setup, &StudySetup::resumeWanted, this, [this] { resume(); });
  if (setup->guess_field() == nullptr) return;
  connect(setup->guess_field(), &GuessField::entered, this, [this] { tell(LessonAct::guess_entered); });
}

void StudyPage::set_theme(const Theme& theme) {
  theme_ = theme;
  for (const auto& dress : dress_) dress(theme);
  side_->set_theme(theme);
  theme_changed();
}

void StudyPage::read(const Reading& reading) { side_->text()->setText(reading.text()); }

std::vector<std::pair<QString, Form*>> StudyPage::lesson_forms() {
  return {{id() + QLatin1Char('.'), &measuring_setup_->form()}};
}

std::function<void()> StudyPage::way_back() { return measuring_setup_->way_back(); }

QString StudyPage::reading() const { return side_->text()->text(); }

void StudyPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  open_once();
}

void StudyPage::open_once() {
  if (!std::exchange(opened_, true)) open_kept();
}

void StudyPage::wait_for_end() {
  if (!measurement_.active()) return;
  QEventLoop loop;
  connect(&measurement_, &MeasuringSession::ended, &loop, &QEventLoop::quit);
  loop.exec();
}

void StudyPage::tell(LessonAct act) { Q_EMIT acted({act, 0.0, id().toStdString(), {}}); }

QComboBox* StudyPage::make_kept_list(const QString& name, const QString& tip,
                                     const std::function<void(const std::filesystem::path&)>& open) {
  kept_ = header_combo(name);
  kept_->setToolTip(tip);
  connect(kept_, &QComboBox::activated, this, [this, open] { open(kept_->currentData().toString().toStdString()); });
  return kept_;
}

void StudyPage::list_kept() {
  if (kept_ == nullptr) return;
  std::vector<std::pair<QString, QVariant>> entries;
  for (const std::filesystem::path& study : kept_studies()) {
    const std::filesystem::path name = study.extension() == ".json" ? study.stem() : study.filename();
    entries.emplace_back(QString::fromStdString(name.string()), QString::fromStdString(study.string()));
  }
  offer(kept_, entries, QString::fromStdString(shown_study().string()));
  kept_->setVisible(kept_->count() >= least_kept_);
  kept_->setEnabled(!measurement_.active());
}

Guesses StudyPage::guesses_in(const std::filesystem::path& file) {
  Guesses guesses;
  attempt(this, [&] { guesses = read_guesses(file); });
  return guesses;
}

void StudyPage::keep_guesses(const std::filesystem::path& file, const Guesses& guesses) {
  attempt(this, [&] { write_guesses(file, guesses); });
}

void StudyPage::take_guess(const std::filesystem::path& file) {
  GuessField& field = *measuring_setup_->guess_field();
  guess_ = field.value();
  if (guess_) *guess_ *= guess_unit_;
  field.set({});  // it is for this one
  if (file.empty()) return;
  keep_guesses(guess_beside(file), guess_ ? Guesses{{guess_name_, *guess_}} : Guesses{});
  Q_EMIT guessBegan(file);
}

void StudyPage::give_guess_back(const std::filesystem::path& file) {
  if (!guess_) return;
  measuring_setup_->guess_field()->set(*guess_ / guess_unit_);
  guess_.reset();
  if (!file.empty()) keep_guesses(guess_beside(file), {});
}

void StudyPage::read_guess(const std::filesystem::path& file) {
  guess_.reset();
  if (file.empty()) return;
  const Guesses guesses = guesses_in(guess_beside(file));
  if (const auto guess = guesses.find(guess_name_); guess != guesses.end()) guess_ = guess->second;
}

QString StudyPage::other_machine(const std::string& cpu) {
  if (cpu.empty() || cpu == host_info().cpu) return {};
  return tr("Measured on another machine: %1.").arg(QString::fromStdString(cpu));
}

/// It may have been deleted since.
std::vector<std::filesystem::path> StudyPage::kept() const {
  const std::filesystem::path shown = shown_study();
  if (shown.empty() || !anything_at(shown)) return {};
  return {shown};
}

}  // namespace mlplab
