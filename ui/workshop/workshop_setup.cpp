#include "ui/workshop/workshop_setup.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QPushButton>
#include <QSettings>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/machine/topology.h"
#include "core/workshop/backend.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

namespace {

constexpr int most_recent = 8;
constexpr const char* base_key = "workshop/folder";

QString shown(const std::filesystem::path& folder) { return QString::fromStdString(folder.string()); }

void add_folder(QComboBox* box, const QString& folder) {
  add_item(box, QDir(folder).dirName(), folder, QDir::toNativeSeparators(folder));
}

}  // namespace

WorkshopSetup::WorkshopSetup(WorkshopSession& session, std::filesystem::path folder, QWidget* parent)
    : StudySetup(tr("KERNEL"), new StartBar(tr("&Check"), tr("&Stop"), tr("Progress of the check")), session, parent),
      session_(session),
      usual_base_(std::move(folder)) {
  task_ = add_choice("task", tr("&Task"));
  for (const workshop::Task& task : workshop::tasks()) {
    add_item(task_, QString::fromStdString(say(task.title)), QString::fromStdString(task.name),
             QString::fromStdString(say(task.does)));
  }
  language_ = add_choice("language", tr("&Language"));
  for (const workshop::Language& language : workshop::languages())
    language_->addItem(QString::fromStdString(say(language.title)), QString::fromStdString(language.name));
  base_box_ = add_choice("folder", tr("&In folder"));
  add_new_and_open();
  recent_ = add_choice("recent", tr("&Recent"));
  recent_->setPlaceholderText(tr("none yet"));
  const int logical = machine_topology().logical_cpus();
  threads_ =
      add_number("threads", tr("T&hreads"), {1, std::max(1, logical), std::max(1, machine_topology().physical_cores())},
                 tr("Threads of a kernel that has several, and of what it is compared with"));
  end_form();
  start_->button()->setObjectName(QStringLiteral("workshop.check"));
  buttons_[QStringLiteral("check")] = start_->button();
  start_->button()->setToolTip(
      tr("Compiles the kernel, runs it confined and holds it against the program's own loops"));
  add_acts();

  connect(language_, &QComboBox::currentIndexChanged, this, &WorkshopSetup::refresh);
  connect(base_box_, &QComboBox::activated, this, &WorkshopSetup::choose_base);
  connect(button(QStringLiteral("new")), &QPushButton::clicked, this, &WorkshopSetup::newWanted);
  connect(button(QStringLiteral("open")), &QPushButton::clicked, this, &WorkshopSetup::choose_folder);
  connect(recent_, &QComboBox::activated, this, [this] { Q_EMIT openWanted(recent_->currentData().toString()); });
  set_base(QSettings().value(QLatin1String(base_key), shown(usual_base_)).toString().toStdString());
  list_recent();
  refresh();
}

void WorkshopSetup::add_new_and_open() {
  auto* both = new QWidget;
  QHBoxLayout* row = row_in(both);
  row->addWidget(add_button(QStringLiteral("new"), tr("&New"),
                            tr("Makes a folder with the signature, and a version that is right and slow")));
  row->addWidget(add_button(QStringLiteral("open"), tr("&Open folder…"),
                            tr("Shows a kernel that is there; nothing of it is run")));
  form_->add_wide(both);
}

/// The buttons under the one that checks.
void WorkshopSetup::add_acts() {
  auto* both = new QWidget;
  QHBoxLayout* row = row_in(both);
  row->addWidget(add_button(QStringLiteral("time"), tr("T&ime"), {}));
  row->addWidget(add_button(QStringLiteral("train"), tr("Train &with it"), {}));
  add_control(both);
  QPushButton* of_class =
      add_button(QStringLiteral("class"), tr("Check a class's &folder…"),
                 tr("Checks and times every kernel in the folders of a folder: who is right, and how fast"));
  add_control(of_class);
  connect(button(QStringLiteral("time")), &QPushButton::clicked, this, &WorkshopSetup::timeWanted);
  connect(button(QStringLiteral("train")), &QPushButton::clicked, this, &WorkshopSetup::trainWanted);
  connect(of_class, &QPushButton::clicked, this, &WorkshopSetup::choose_class);
}

QPushButton* WorkshopSetup::add_button(const QString& id, const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(QStringLiteral("workshop.") + id);
  button->setToolTip(tip);
  buttons_[id] = button;
  return button;
}

QPushButton* WorkshopSetup::button(const QString& id) const { return buttons_.at(id); }

const workshop::Task& WorkshopSetup::task() const {
  return workshop::find_task(task_->currentData().toString().toStdString());
}

const workshop::Language& WorkshopSetup::language() const {
  return workshop::find_language(language_->currentData().toString().toStdString());
}

void WorkshopSetup::choose(const std::string& task, const std::string& language) {
  task_->setCurrentIndex(task_->findData(QString::fromStdString(task)));
  language_->setCurrentIndex(language_->findData(QString::fromStdString(language)));
}

std::filesystem::path WorkshopSetup::base() const { return base_box_->currentData().toString().toStdString(); }

void WorkshopSetup::set_base(const std::filesystem::path& folder) {
  base_box_->clear();
  add_folder(base_box_, shown(folder));
  base_box_->addItem(tr("another folder…"), QString());
  base_box_->setCurrentIndex(0);
  base_box_->setToolTip(QDir::toNativeSeparators(shown(folder)));
}

/// The last entry asks for a folder.
void WorkshopSetup::choose_base() {
  if (base_box_->currentIndex() == 0) return;
  base_box_->setCurrentIndex(0);
  make_folder_dialog(this, tr("New kernels are made in"), shown(base()), [this](const QString& folder) {
    set_base(folder.toStdString());
    QSettings().setValue(QLatin1String(base_key), folder);
  })->show();
}

void WorkshopSetup::choose_folder() {
  make_folder_dialog(this, tr("A folder of the workshop"), shown(base()), [this](const QString& folder) {
    Q_EMIT openWanted(folder);
  })->show();
}

void WorkshopSetup::choose_class() {
  make_folder_dialog(this, tr("Every kernel in the folders of this folder is compiled and run"), shown(base()),
                     [this](const QString& folder) { Q_EMIT classWanted(folder); })
      ->show();
}

int WorkshopSetup::threads() const { return threads_->value(); }

void WorkshopSetup::check() {
  is_sound([] {});
  refresh();
}

void WorkshopSetup::list_recent() {
  recent_->clear();
  for (const QString& folder : QSettings().value(QLatin1String(recent_kernels_key)).toStringList()) {
    if (!file_at(std::filesystem::path(folder.toStdString()) / workshop::work_file)) continue;
    add_folder(recent_, folder);
  }
  recent_->setCurrentIndex(work_ ? recent_->findData(shown(work_->folder)) : -1);
  recent_->setEnabled(recent_->count() > 0);
}

void WorkshopSetup::remember(const std::filesystem::path& folder) {
  QSettings settings;
  QStringList recent = settings.value(QLatin1String(recent_kernels_key)).toStringList();
  recent.removeAll(shown(folder));
  recent.prepend(shown(folder));
  settings.setValue(QLatin1String(recent_kernels_key), recent.mid(0, most_recent));
  list_recent();
}

void WorkshopSetup::show_work(const std::optional<workshop::Work>& work) {
  work_ = work;
  if (work_) choose(work_->task->name, work_->language->name);
  list_recent();
  refresh();
}

void WorkshopSetup::refresh() {
  show_state(session_.fraction(), session_.step());
  const bool idle = !session_.active(), open = idle && work_.has_value();
  start_->set_ready(work_.has_value());
  QPushButton *time = button(QStringLiteral("time")), *train = button(QStringLiteral("train"));
  const QString not_timed = work_ ? QString::fromStdString(work_->language->why_not_timed()) : QString();
  const QString never = work_ ? QString::fromStdString(workshop::why_never_trains(*work_)) : QString();
  time->setEnabled(open && not_timed.isEmpty());
  train->setEnabled(open && never.isEmpty());
  time->setToolTip(not_timed.isEmpty()
                       ? tr("Times the kernel beside the plain version and all backends of the processors")
                       : not_timed);
  train->setToolTip(never.isEmpty() ? tr("Makes the kernel the backend of the next run, and shows the page Train")
                                    : never);
  enable({button(QStringLiteral("new")), button(QStringLiteral("open")), button(QStringLiteral("class"))}, idle);
  recent_->setEnabled(idle && recent_->count() > 0);
  form_->set_visible(QStringLiteral("threads"), work_ ? work_->language->sets_threads : language().sets_threads);
}

}  // namespace mlplab
