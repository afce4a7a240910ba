// Headings are entries without data that cannot be chosen.
#include "ui/widgets/backend_list.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSettings>
#include <QStandardItemModel>
#include <algorithm>
#include <array>
#include <map>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/workshop/backend.h"
#include "ui/widgets/background.h"

namespace mlplab {

namespace {

constexpr std::array kinds{ConfigurationKind::cpu, ConfigurationKind::gpu, ConfigurationKind::processes,
                           ConfigurationKind::external};

/// Where the words of this file are translated (lupdate sees them).
struct BackendListText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::BackendList)
};

void show_reason(QStandardItem& item, const ConfigurationEntry& entry, const QString& reason) {
  const QString title = QString::fromStdString(say(entry.title));
  item.setText(reason.isEmpty() ? title : BackendListText::tr("%1 — %2").arg(title, reason));
  item.setToolTip(reason.isEmpty() ? QString::fromStdString(say(entry.description)) : reason);
  item.setEnabled(reason.isEmpty());
}

/// None is below the end of a list that shows no scrollbar.
void fit_list(QComboBox* box) { box->setMaxVisibleItems(std::max(10, box->count())); }

/// Asks the external programs' reasons on a thread and puts them into the list when they are all there.
void check_programs(QComboBox* box) {
  auto* background = new Background(box);
  background->ask([box, background](const std::atomic<bool>&) -> Background::Finish {
    std::map<std::string, std::string> reasons;
    for (const ConfigurationEntry& entry : configurations())
      if (entry.is_program()) reasons[entry.name] = entry.why_not();
    return [box, background, reasons] {
      auto* model = qobject_cast<QStandardItemModel*>(box->model());
      for (const auto& [name, reason] : reasons) {
        const int row = box->findData(QString::fromStdString(name));
        if (row >= 0) show_reason(*model->item(row), find_configuration(name), QString::fromStdString(reason));
      }
      fit_list(box);
      background->deleteLater();
    };
  });
}

}  // namespace

QString kind_title(ConfigurationKind kind) {
  switch (kind) {
    case ConfigurationKind::cpu:
      return BackendListText::tr("CPU");
    case ConfigurationKind::gpu:
      return BackendListText::tr("GPU");
    case ConfigurationKind::processes:
      return BackendListText::tr("Processes");
    case ConfigurationKind::external:
      break;
  }
  return BackendListText::tr("External programs");
}

void allow_every_backend(QComboBox* box) {
  auto* model = qobject_cast<QStandardItemModel*>(box->model());
  for (int row = 0; row < model->rowCount(); ++row)
    if (const std::string name = box->itemData(row).toString().toStdString(); !name.empty())
      show_reason(*model->item(row), find_configuration(name), {});
}

void fill_backend_list(QComboBox* box, Teams teams) {
  const auto& table = configurations();
  const bool headings =
      std::ranges::any_of(table, [&](const ConfigurationEntry& e) { return e.kind != table[0].kind; });
  auto* model = new QStandardItemModel(box);
  bool external = false;
  for (const ConfigurationKind kind : kinds) {
    if (kind == ConfigurationKind::processes && teams == Teams::not_here) continue;
    if (std::ranges::none_of(table, [&](const ConfigurationEntry& e) { return e.kind == kind; })) continue;
    if (headings) {
      auto* heading = new QStandardItem(kind_title(kind).toUpper());
      heading->setFlags(Qt::NoItemFlags);
      model->appendRow(heading);
    }
    external = external || kind == ConfigurationKind::external;
    for (const ConfigurationEntry& entry : table) {
      if (entry.kind != kind) continue;
      auto* item = new QStandardItem;
      item->setData(QString::fromStdString(entry.name), Qt::UserRole);
      show_reason(*item, entry,
                  kind == ConfigurationKind::external ? BackendListText::tr("being checked")
                                                      : QString::fromStdString(entry.why_not()));
      model->appendRow(item);
    }
  }
  box->setModel(model);
  fit_list(box);
  if (external) check_programs(box);
}

void offer_backend(QComboBox* box, const std::string& name) {
  if (std::ranges::any_of(configurations(), [&](const ConfigurationEntry& entry) { return entry.name == name; }))
    return;
  const BackendEntry* entry = known_backend(name);
  if (entry == nullptr) return;
  auto* model = qobject_cast<QStandardItemModel*>(box->model());
  int row = box->findData(QString::fromStdString(name));
  if (row < 0) {
    auto* item = new QStandardItem;
    item->setData(QString::fromStdString(name), Qt::UserRole);
    model->appendRow(item);
    row = model->rowCount() - 1;
  }
  const QString reason = QString::fromStdString(entry->why_not());
  QStandardItem* item = model->item(row);
  item->setText(QString::fromStdString(say(entry->title)));
  item->setToolTip(reason.isEmpty() ? QString::fromStdString(name) : reason);
  fit_list(box);
}

void offer_recent_kernels(QComboBox* box) {
  for (const QString& folder : QSettings().value(QLatin1String(recent_kernels_key)).toStringList()) {
    try {
      const workshop::Work work = workshop::open_work(folder.toStdString());
      if (workshop::why_never_trains(work).empty()) offer_backend(box, workshop::backend_name(work.folder));
    } catch (const Error&) {  // it is no folder of the workshop any more
      continue;
    }
  }
}

int most_workers_of(const std::string& backend) {
  const BackendEntry* entry = known_backend(backend);
  return entry != nullptr && entry->why_not().empty() ? std::max(1, entry->workers_max()) : 1;
}

QString why_kind_is_absent(ConfigurationKind kind) {
  QString first;
  for (const ConfigurationEntry& entry : configurations()) {
    if (entry.kind != kind) continue;
    const std::string reason = entry.why_not();
    if (reason.empty()) return {};
    if (first.isEmpty()) first = BackendListText::tr("%1: %2.").arg(kind_title(kind), QString::fromStdString(reason));
  }
  return first;
}

}  // namespace mlplab
