#include "ui/train/run_columns.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "ui/widgets/tables.h"

namespace mlplab {
namespace {

struct RunColumnsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::RunColumns)
};

/// In the settings.
constexpr std::array<const char*, RunTableModel::column_count> column_ids{
    "run",      "backend", "workers",    "batch",   "differs", "epoch_time_s", "total_time_s", "images_per_s",
    "accuracy", "epoch_j", "same_start", "speedup", "pinned",  "only",         "visible"};
constexpr const char* chosen_columns = "train/chosen_columns";
constexpr const char* refused_columns = "train/refused_columns";

}  // namespace

RunColumns::RunColumns(QTableView& table, const RunTableModel& model) : table_(table), model_(model) {
  const QSettings settings;
  const QStringList on = settings.value(QLatin1String(chosen_columns)).toStringList();
  const QStringList off = settings.value(QLatin1String(refused_columns)).toStringList();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const QLatin1String id(column_ids[i]);
    if (on.contains(id)) chosen_[i] = true;
    if (off.contains(id)) chosen_[i] = false;
  }
  chosen_[RunTableModel::run_column] = chosen_[RunTableModel::epoch_time_column] = std::nullopt;
}

void RunColumns::keep() const {
  QStringList on, off;
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    if (chosen_[i]) (*chosen_[i] ? on : off) << QLatin1String(column_ids[i]);
  QSettings settings;
  settings.setValue(QLatin1String(chosen_columns), on);
  settings.setValue(QLatin1String(refused_columns), off);
}

void RunColumns::choose(int column, bool on) {
  if (column == RunTableModel::run_column || column == RunTableModel::epoch_time_column) return;
  chosen_[static_cast<std::size_t>(column)] = on;
  keep();
  fit(theme_);
}

void RunColumns::as_usual() {
  chosen_ = {};
  keep();
  fit(theme_);
}

bool RunColumns::has_something(int column) const {
  switch (column) {
    case RunTableModel::differs_column:
      return model_.settings_differ();
    case RunTableModel::energy_column:
      return model_.energy_known();
    case RunTableModel::speedup_column:
      return model_.speedup_known();
    default:
      return true;
  }
}

QString RunColumns::why_fixed(int column) const {
  if (column == RunTableModel::run_column) return RunColumnsText::tr("it names the run");
  if (column == RunTableModel::epoch_time_column) return RunColumnsText::tr("it also says why a run failed");
  if (has_something(column)) return {};
  if (column == RunTableModel::differs_column) return RunColumnsText::tr("no other setting differs");
  if (column == RunTableModel::energy_column) return RunColumnsText::tr("no run has a known energy");
  return RunColumnsText::tr("no run has a speedup over another");
}

void RunColumns::fill(QMenu* menu) {
  menu->clear();
  for (int i = 0; i < RunTableModel::column_count; ++i) {
    QString title = model_.headerData(i, Qt::Horizontal).toString();
    if (title.isEmpty()) title = model_.headerData(i, Qt::Horizontal, Qt::AccessibleTextRole).toString();
    const QString why = why_fixed(i);
    QAction* action = menu->addAction(why.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, why));
    action->setCheckable(true);
    action->setChecked(!table_.isColumnHidden(i));
    action->setEnabled(why.isEmpty());
    QObject::connect(action, &QAction::triggered, &table_, [this, i](bool on) { choose(i, on); });
  }
  menu->addSeparator();
  QAction* usual = menu->addAction(RunColumnsText::tr("As &usual"));
  usual->setEnabled(std::ranges::any_of(chosen_, [](const auto& choice) { return choice.has_value(); }));
  QObject::connect(usual, &QAction::triggered, &table_, [this] { as_usual(); });
}

int RunColumns::cell_width(int column) const {
  constexpr int padding = 20, marker = 22;
  std::vector<int> reasons;  // over several columns
  for (int row = 0; row < model_.rowCount(); ++row) {
    if (model_.is_text_row(row)) reasons.push_back(row);
  }
  return text_width(table_, column, theme_, reasons) + padding + (column == RunTableModel::run_column ? marker : 0);
}

void RunColumns::fit(const Theme& theme) {
  theme_ = theme;
  const int room = table_.viewport()->width();
  QHeaderView* header = table_.horizontalHeader();
  constexpr int icon_width = 26;
  std::array<int, RunTableModel::column_count> wanted{};
  for (int i = 0; i < RunTableModel::column_count; ++i) {
    const bool icon_only = i >= RunTableModel::pin_column;
    wanted[static_cast<std::size_t>(i)] = icon_only ? icon_width : cell_width(i);
  }
  constexpr int widest_difference = 260;  // px; its tip has the rest
  int& differs = wanted[RunTableModel::differs_column];
  differs = std::min(differs, widest_difference);
  int total = std::accumulate(wanted.begin(), wanted.end(), 0);
  std::array<bool, RunTableModel::column_count> hidden{};
  const auto hide = [&](int column, bool on) {
    if (!on || std::exchange(hidden[static_cast<std::size_t>(column)], true)) return;
    total -= wanted[static_cast<std::size_t>(column)];
  };
  for (int i = 0; i < RunTableModel::column_count; ++i)
    hide(i, !chosen(i).value_or(true) || (!has_something(i) && i != RunTableModel::speedup_column));
  // Columns that go where there is no room, those first that the setup repeats, and of them those that say the same of
  // all runs.
  std::vector<int> spare{RunTableModel::total_time_column, RunTableModel::energy_column};
  if (!model_.batch_differs()) spare.push_back(RunTableModel::batch_column);
  if (!model_.workers_differ()) spare.push_back(RunTableModel::workers_column);
  spare.push_back(RunTableModel::rate_column);
  if (model_.batch_differs()) spare.push_back(RunTableModel::batch_column);
  if (model_.workers_differ()) spare.push_back(RunTableModel::workers_column);
  if (!model_.backend_differs()) spare.push_back(RunTableModel::backend_column);
  std::erase_if(spare, [&](int column) { return hidden[static_cast<std::size_t>(column)] || chosen(column); });
  const bool shows_difference = !hidden[RunTableModel::differs_column];
  const auto most_less = [&](int least) { return shows_difference ? std::max(0, differs - least) : 0; };
  // A speedup comes before the icon that shows one run alone, but not before the first words of what differs.
  constexpr int first_words = 80, least_difference = 50;
  int least = total - most_less(first_words) - icon_width;
  for (const int column : spare) least -= wanted[static_cast<std::size_t>(column)];
  const bool has_speedup = model_.speedup_known() && chosen(RunTableModel::speedup_column).value_or(least <= room);
  hide(RunTableModel::speedup_column, !has_speedup);
  for (const int column : spare) hide(column, total > room);
  if (total > room && most_less(least_difference) > 0) {
    const int less = std::clamp(total - room, 0, most_less(has_speedup ? first_words : least_difference));
    differs -= less;
    total -= less;
  }
  hide(RunTableModel::only_column,
       total > room && !chosen(RunTableModel::only_column));  // the menu and the key O do it
  // A name that is cut is in its tip, too; an icon beyond the edge is nowhere.
  constexpr int first_letters = 50;
  if (int& backend = wanted[RunTableModel::backend_column]; total > room && !hidden[RunTableModel::backend_column]) {
    const int less = std::clamp(total - room, 0, std::max(0, backend - first_letters));
    backend -= less;
    total -= less;
  }
  for (int i = 0; i < RunTableModel::column_count; ++i) table_.setColumnHidden(i, hidden[static_cast<std::size_t>(i)]);
  const auto sharing = std::count(hidden.begin(), hidden.begin() + RunTableModel::pin_column, false);
  const int share = std::max(0, (room - total) / std::max(1, static_cast<int>(sharing)));
  for (int i = 0; i < RunTableModel::pin_column; ++i)
    header->resizeSection(i, wanted[static_cast<std::size_t>(i)] + share);
  for (int i = RunTableModel::pin_column; i < RunTableModel::column_count; ++i) header->resizeSection(i, icon_width);
  const bool more = std::ranges::any_of(chosen_, [](const auto& choice) { return choice.value_or(false); });
  table_.setHorizontalScrollBarPolicy(more ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  // Columns that come or go let the table lay itself out, and a scroll bar may have taken of the room meanwhile.
  if (table_.viewport()->width() != room) fit(theme);
}

}  // namespace mlplab
