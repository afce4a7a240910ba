// The groups of the rows, and their headings in words.
#include "ui/notebook/group_row.h"
#include "ui/notebook/notebook_model.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

/// ' (97.1 to 97.6)', or '' for one run.
QString spread_words(const GroupFigure& figure, QString (*in_words)(double)) {
  if (figure.runs < 2) return {};
  return QLatin1Char(' ') + NotebookModel::tr("(%1 to %2)").arg(in_words(figure.low), in_words(figure.high));
}

/// '5 runs, 4 complete · median accuracy 97.4 % (97.1 to 97.6) · …'
QString words_of(const RunGroup& group) {
  const auto count = static_cast<int>(group.members.size());
  QStringList parts;
  if (group.runs == 0)
    parts << (count == 1 ? NotebookModel::tr("1 entry") : NotebookModel::tr("%L1 entries").arg(count));
  else
    parts << (count == 1 ? NotebookModel::tr("1 run") : NotebookModel::tr("%L1 runs").arg(group.runs));
  if (group.runs > 0 && static_cast<int>(group.runs) < count)
    parts.back() = NotebookModel::tr("%L1 entries, %L2 of them runs").arg(count).arg(group.runs);
  if (group.complete < group.runs) parts.back() += NotebookModel::tr(", %L1 complete").arg(group.complete);
  if (const GroupFigure& accuracy = group.accuracy_test; accuracy.runs > 0) {
    const auto percent = [](double share) { return share_text(share, 2); };
    const QString spread = spread_words(accuracy, [](double share) { return share_figure_text(share, 2); });
    parts << (accuracy.runs > 1 ? NotebookModel::tr("median accuracy %1") : NotebookModel::tr("accuracy %1"))
                     .arg(percent(accuracy.median)) +
                 spread;
  }
  if (const GroupFigure& time = group.epoch_time_s; time.runs > 0) {
    parts << (time.runs > 1 ? NotebookModel::tr("median time per epoch %1") : NotebookModel::tr("time per epoch %1"))
                     .arg(display_time(time.median)) +
                 spread_words(time, display_time);
  }
  return parts.join(QStringLiteral("  ·  "));
}

}  // namespace

void NotebookModel::lay_out() {
  rows_.clear();
  if (groups_.empty()) {
    for (const std::size_t entry : listed_) rows_.push_back({entry});
    return;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    rows_.push_back({0, static_cast<int>(group)});
    if (is_folded(groups_[group])) continue;
    for (const std::size_t entry : groups_[group].members) rows_.push_back({entry});
  }
}

void NotebookModel::set_grouping(const std::string& way) {
  if (way == grouping_) return;
  beginResetModel();
  grouping_ = way;
  folded_.clear();
  arrange();
}

void NotebookModel::fold(const RunGroup& group, bool folded) {
  if (is_folded(group) == folded) return;
  beginResetModel();
  if (folded)
    folded_.insert(group.key);
  else
    folded_.erase(group.key);
  lay_out();
  endResetModel();
  Q_EMIT arranged();
}

void NotebookModel::fold_all(bool folded) {
  beginResetModel();
  folded_.clear();
  if (folded)
    for (const RunGroup& group : groups_) folded_.insert(group.key);
  lay_out();
  endResetModel();
  Q_EMIT arranged();
}

std::vector<const NotebookEntry*> NotebookModel::listed() const {
  std::vector<const NotebookEntry*> listed;
  for (const std::size_t entry : listed_) listed.push_back(&entries_[entry]);
  return listed;
}

std::vector<std::filesystem::path> NotebookModel::paths_of(const RunGroup& group) const {
  std::vector<std::filesystem::path> paths;
  for (const std::size_t entry : group.members) paths.push_back(entries_[entry].path);
  return paths;
}

QVariant NotebookModel::heading(const RunGroup& group, int column, int role) const {
  const QString title = QString::fromStdString(group.title);
  switch (role) {
    case heading_title_role:
      return title;
    case heading_figures_role:
      return words_of(group);
    case heading_folded_role:
      return is_folded(group);
    case Qt::ToolTipRole:
      return tr("%1: %2. Figures are of complete runs, in brackets the lowest and the highest. A click folds the "
                "group.")
          .arg(title, words_of(group));
    case Qt::AccessibleTextRole:
      if (column != name_column && column != kind_column) return {};
      return is_folded(group) ? tr("Group %1, folded: %2").arg(title, words_of(group))
                              : tr("Group %1: %2").arg(title, words_of(group));
    default:
      return {};
  }
}

}  // namespace mlplab
