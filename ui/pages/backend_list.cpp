// Headings are entries without data that cannot be chosen.
#include "ui/pages/backend_list.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QStandardItemModel>
#include <algorithm>
#include <array>

namespace mlplab {

namespace {

constexpr int widest_list = 560;
constexpr std::array kinds{BackendKind::cpu, BackendKind::gpu, BackendKind::processes, BackendKind::external};

QString text(const char* english) { return QCoreApplication::translate("mlplab::BackendList", english); }

}  // namespace

QString kind_title(BackendKind kind) {
  switch (kind) {
    case BackendKind::cpu:
      return text("CPU");
    case BackendKind::gpu:
      return text("GPU");
    case BackendKind::processes:
      return text("Processes");
    case BackendKind::external:
      break;
  }
  return text("External programs");
}

void fill_backend_list(QComboBox* box) {
  const auto& table = backend_table();
  const bool headings = std::ranges::any_of(table, [&](const BackendEntry& e) { return e.kind != table[0].kind; });
  auto* model = new QStandardItemModel(box);
  const QFontMetrics metrics(box->font());
  int widest = 0;
  for (const BackendKind kind : kinds) {
    if (std::ranges::none_of(table, [&](const BackendEntry& e) { return e.kind == kind; })) continue;
    if (headings) {
      auto* heading = new QStandardItem(kind_title(kind).toUpper());
      heading->setFlags(Qt::NoItemFlags);
      model->appendRow(heading);
    }
    for (const BackendEntry& entry : table) {
      if (entry.kind != kind) continue;
      const QString reason = QString::fromStdString(entry.why_not());
      const QString title = QString::fromStdString(entry.title);
      auto* item = new QStandardItem(reason.isEmpty() ? title : text("%1 — %2").arg(title, reason));
      item->setData(QString::fromStdString(entry.name), Qt::UserRole);
      item->setToolTip(reason.isEmpty() ? QString::fromStdString(entry.description) : reason);
      item->setEnabled(reason.isEmpty());
      widest = std::max(widest, metrics.horizontalAdvance(item->text()));
      model->appendRow(item);
    }
  }
  box->setModel(model);
  box->view()->setMinimumWidth(std::min(widest + 40, widest_list));
}

QString why_kind_is_absent(BackendKind kind) {
  QString first;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != kind) continue;
    const std::string reason = entry.why_not();
    if (reason.empty()) return {};
    if (first.isEmpty()) first = text("%1: %2.").arg(kind_title(kind), QString::fromStdString(reason));
  }
  return first;
}

}  // namespace mlplab
