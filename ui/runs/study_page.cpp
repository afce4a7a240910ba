#include "ui/runs/study_page.h"

#include <QEventLoop>
#include <QLabel>

#include "core/base/files.h"
#include "core/lessons/lesson_progress.h"
#include "core/machine/host_info.h"
#include "ui/runs/study_setup.h"
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
}

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

void StudyPage::list_kept_studies(const std::vector<std::filesystem::path>& studies, const std::filesystem::path& shown,
                                  int least) {
  std::vector<std::pair<QString, QVariant>> entries;
  for (const std::filesystem::path& study : studies) {
    const std::filesystem::path name = study.extension() == ".json" ? study.stem() : study.filename();
    entries.emplace_back(QString::fromStdString(name.string()), QString::fromStdString(study.string()));
  }
  offer(kept_, entries, QString::fromStdString(shown.string()));
  kept_->setVisible(kept_->count() >= least);
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

QString StudyPage::other_machine(const std::string& cpu) const {
  if (cpu.empty() || cpu == host_info().cpu) return {};
  return paragraph(tr("Measured on another machine: %1.").arg(QString::fromStdString(cpu)), theme_.warning.name());
}

std::vector<std::filesystem::path> StudyPage::those_there(const std::filesystem::path& study) {
  if (study.empty() || !anything_at(study)) return {};
  return {study};
}

}  // namespace mlplab
