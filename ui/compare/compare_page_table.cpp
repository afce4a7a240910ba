// The page's table: its card, its columns, and the reasons that stand in place of numbers.
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <numeric>
#include <ranges>

#include "core/run/configuration.h"
#include "core/study/comparison/ladder.h"
#include "core/study/kinds/comparison.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_setup.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tables.h"
#include "ui/widgets/team_dialog.h"

namespace mlplab {

namespace {

constexpr int comparison_row_height = 26;

/// One's own, without those of a lesson that is open.
QStringList kept_teams() { return QSettings().value(QLatin1String(ComparePage::teams_setting)).toStringList(); }
void keep_teams(const QStringList& names) { QSettings().setValue(QLatin1String(ComparePage::teams_setting), names); }

}  // namespace

QWidget* ComparePage::make_table_card() {
  table_card_ = take(new Card(tr("Implementations")));
  least_kept_ = 2;  // the one there is, is shown
  table_card_->header()->addWidget(make_kept_list(tr("Kept comparisons"),
                                                  tr("Show a comparison that was measured before"),
                                                  [this](const std::filesystem::path& file) { open(file); }));
  QMenu* menu = table_card_->add_menu(tr("Menu of the table of implementations"));
  menu->addAction(tr("&Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(model_.to_csv()); });
  const auto tick = [this](bool on) {
    for (const ComparisonRow& r : session_.comparison().rows) {
      if (r.available) model_.set_chosen(r.backend, on);
    }
  };
  menu->addAction(tr("Tick &all"), this, [tick] { tick(true); });
  menu->addAction(tr("Tick &none"), this, [tick] { tick(false); });
  QAction* ladder = menu->addAction(tr("Tick a &ladder: where a speedup comes from"), this, &ComparePage::tick_ladder);
  menu->addSeparator();
  QAction* add_team = menu->addAction(tr("Add a &team…"), this, &ComparePage::ask_for_team);
  QAction* remove_team = menu->addAction(tr("&Remove the selected teams"), this, &ComparePage::remove_team);
  connect(menu, &QMenu::aboutToShow, this, [this, add_team, remove_team, ladder] {
    ladder->setEnabled(!session_.active());
    add_team->setEnabled(!session_.active());  // its rows are fixed until it has ended
    remove_team->setEnabled(!session_.active() && !selected_teams().isEmpty());
  });
  table_ = make_page_table(&model_, tr("Table of implementations"), comparison_row_height);
  table_->setWordWrap(false);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ComparePage::show_reading);
  table_->setIconSize({14, 14});
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->viewport()->installEventFilter(this);
  table_card_->column()->addWidget(table_, 1);
  return table_card_;
}

/// Exactly the rungs; those that are a backend with options of its own become rows.
void ComparePage::tick_ladder() {
  const std::vector<std::string> rungs = ladder_names(setup_->spec({}).base);
  QStringList rows = teams_;
  for (const std::string& name : rungs)
    if (names_options(name) && !rows.contains(QString::fromStdString(name))) rows << QString::fromStdString(name);
  if (rows != teams_) set_teams(rows);
  for (const ComparisonRow& row : session_.comparison().rows) model_.set_chosen(row.backend, false);
  for (const std::string& name : rungs) model_.set_chosen(name, true);
}

QStringList ComparePage::selected_teams() const {
  QStringList names;
  for (const QModelIndex& row : table_->selectionModel()->selectedRows()) {
    const std::string& name = session_.comparison().rows[static_cast<std::size_t>(row.row())].backend;
    if (teams_.contains(QString::fromStdString(name))) names << QString::fromStdString(name);
  }
  return names;
}

/// A team as a row of its own, beside the same team with other shares or another number of processes.
void ComparePage::ask_for_team() {
  if (auto* open = findChild<TeamDialog*>()) {
    open->raise();
    open->activateWindow();
    return;
  }
  auto* dialog = new TeamDialog(std::nullopt, {default_backend().name, {}}, this);
  dialog->make_addition();
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &TeamDialog::chosen, this, [this](const Team& team) {
    const QString name = QString::fromStdString(name_of_members(team));
    model_.set_chosen(name.toStdString(), true);
    if (!teams_.contains(name)) set_teams(teams_ + QStringList{name});
    if (QStringList own = kept_teams(); !own.contains(name)) keep_teams(own << name);
  });
  dialog->show();
}

/// Results that are shown stay until others are measured.
void ComparePage::remove_team() {
  QStringList left = teams_, own = kept_teams();
  for (const QString& name : selected_teams()) left.removeAll(name), own.removeAll(name);
  set_teams(left);
  keep_teams(own);
}

/// The reason takes the place of all the numbers that are not there.
void ComparePage::span_reasons() {
  span_texts(*table_, model_, model_.text_column(), ComparisonTableModel::published_column - model_.text_column());
}

/// Every column gets what its texts need and a share of the rest; what the name says already goes first.
void ComparePage::fit_columns() {
  const int room = table_->viewport()->width();
  constexpr int room_for_intervals = 640;
  model_.set_compact(room < room_for_intervals);
  std::vector<int> text_rows;
  for (int row = 0; row < model_.rowCount(); ++row) {
    if (model_.is_text_row(row)) text_rows.push_back(row);
  }
  std::array<int, ComparisonTableModel::column_count> wanted{};
  for (int column = 0; column < ComparisonTableModel::column_count; ++column) {
    const bool spanned =
        column >= ComparisonTableModel::workers_column && column != ComparisonTableModel::published_column;
    const int widest = text_width(*table_, column, theme_, spanned ? text_rows : std::vector<int>());
    constexpr int padding = 20, tick_and_marker = 48;
    wanted[static_cast<std::size_t>(column)] =
        widest + padding + (column == ComparisonTableModel::name_column ? tick_and_marker : 0);
  }
  int total = std::accumulate(wanted.begin(), wanted.end(), 0);
  int shown = ComparisonTableModel::column_count;
  const auto hide = [&](int column, bool on) {
    table_->setColumnHidden(column, on);
    if (!on) return;
    total -= wanted[static_cast<std::size_t>(column)];
    --shown;
  };
  hide(ComparisonTableModel::published_column, !setup_->published());
  const std::vector<const Figure*> known = table_figures(session_.comparison());
  const auto is_known = [&](const Figure* figure) { return std::ranges::find(known, figure) != known.end(); };
  for (const Figure* figure : ComparisonTableModel::shown_figures())
    if (!is_known(figure)) hide(ComparisonTableModel::column_of(*figure), true);
  // Those that are spare, the last of them first.
  for (const Figure* figure : std::views::reverse(ComparisonTableModel::shown_figures()))
    if (is_known(figure)) hide(ComparisonTableModel::column_of(*figure), figure->spare && total > room);
  for (const int column : {ComparisonTableModel::technology_column, ComparisonTableModel::parallelism_column,
                           ComparisonTableModel::rate_column, ComparisonTableModel::target_column,
                           ComparisonTableModel::accuracy_column, ComparisonTableModel::workers_column}) {
    hide(column, total > room);
  }
  const auto text_column = table_->isColumnHidden(ComparisonTableModel::workers_column)
                               ? ComparisonTableModel::time_column
                               : ComparisonTableModel::workers_column;
  if (text_column != model_.text_column()) {
    model_.set_text_column(text_column);
    span_reasons();
  }
  // Where even that is too much, the names end in '…'.
  constexpr int least_name = 120;
  int& name = wanted[ComparisonTableModel::name_column];
  if (total > room) name = std::max(least_name, name - (total - room));
  const int share = std::max(0, (room - total) / std::max(1, shown));
  for (int column = 0; column < ComparisonTableModel::column_count; ++column) {
    table_->horizontalHeader()->resizeSection(column, wanted[static_cast<std::size_t>(column)] + share);
  }
}

}  // namespace mlplab
