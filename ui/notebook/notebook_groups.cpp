// The groups of the page Runs: how the table is grouped, and what a heading does.
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "ui/notebook/notebook_page.h"
#include "ui/widgets/tables.h"

namespace mlplab {
namespace {

constexpr const char* grouping_setting = "runs/grouped_by";

}  // namespace

void NotebookPage::make_groups() {
  QToolButton* made = button(QStringLiteral("group"));
  made->setPopupMode(QToolButton::InstantPopup);
  made->setCheckable(true);  // shows that there are groups
  auto* menu = new QMenu(made);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill_grouping_menu(menu); });
  made->setMenu(menu);
  set_grouping(QSettings().value(QLatin1String(grouping_setting)).toString());
}

void NotebookPage::set_grouping(const QString& way) {
  model_.set_grouping(way.toStdString());
  button(QStringLiteral("group"))->setChecked(!way.isEmpty());
  QSettings().setValue(QLatin1String(grouping_setting), way);
}

/// The ways are those of what is found, and the one that is chosen.
void NotebookPage::fill_grouping_menu(QMenu* menu) {
  menu->clear();
  std::vector<GroupWay> ways = ways_to_group(model_.found());
  ways.insert(ways.begin(), {{}, tr("no groups").toStdString()});
  if (std::ranges::find(ways, model_.grouping(), &GroupWay::id) == ways.end())
    ways.push_back({model_.grouping(), tr("as now").toStdString()});
  for (const GroupWay& way : ways) {
    const QString id = QString::fromStdString(way.id);
    QAction* action = menu->addAction(QString::fromStdString(way.title), this, [this, id] { set_grouping(id); });
    action->setCheckable(true);
    action->setChecked(way.id == model_.grouping());
    if (way.id.empty() || way.id == "repeats") menu->addSeparator();
  }
  menu->addSeparator();
  add_folding(menu);
}

void NotebookPage::add_folding(QMenu* menu) {
  for (const bool folded : {true, false})
    menu->addAction(folded ? tr("&Fold all groups") : tr("&Unfold all groups"), this,
                    [this, folded] { model_.fold_all(folded); })
        ->setEnabled(!model_.groups().empty());
}

/// The heading stays where it is, and has the focus.
void NotebookPage::toggle(int row) {
  const std::string key = model_.group_at(row).key;
  model_.fold(model_.group_at(row), !model_.is_folded(model_.group_at(row)));
  for (int at = 0; at < model_.rowCount(); ++at) {
    if (!model_.is_heading(at) || model_.group_at(at).key != key) continue;
    table_->selectionModel()->setCurrentIndex(model_.index(at, table_->horizontalHeader()->logicalIndexAt(0)),
                                              QItemSelectionModel::NoUpdate);
  }
}

void NotebookPage::show_heading_menu(int row, const QPoint& at) {
  QMenu* menu = passing_menu(this);
  const std::string key = model_.group_at(row).key;
  const std::vector<std::filesystem::path> paths = model_.paths_of(model_.group_at(row));
  menu->addAction(tr("&Choose all %L1 of the group").arg(paths.size()), this, [this, key, paths] {
    const auto group = std::ranges::find(model_.groups(), key, &RunGroup::key);
    if (group != model_.groups().end()) model_.fold(*group, false);
    choose(paths);
  });
  add_folding(menu);
  menu->popup(table_->viewport()->mapToGlobal(at));
}

}  // namespace mlplab
