// The shown entries, and when they are read. The actions on them are in notebook_acts.cpp.
#include "ui/notebook/notebook_page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEventLoop>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "ui/notebook/group_row.h"
#include "ui/notebook/parallel_card.h"
#include "ui/notebook/run_comparison.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"
#include "ui/widgets/worded_buttons.h"

namespace mlplab {
namespace {

constexpr int notebook_row_height = 28, buttons_spacing = 8;
constexpr int look_again_ms = 500;  // while a page measures
constexpr const char* columns_setting = "runs/hidden_columns";
constexpr const char* order_setting = "runs/sorted_by";

/// The name says when and on which backend, as other columns do.
QStringList usually_hidden() { return {QStringLiteral("name"), QStringLiteral("data"), QStringLiteral("seed")}; }

}  // namespace

NotebookPage::NotebookPage(RunSession& training, NotebookFolders folders, QWidget* parent)
    : Page(QStringLiteral("runs"), tr("Runs"), parent),
      training_(training),
      folders_(std::move(folders)),
      trash_(folders_.runs.parent_path() / "trash"),
      deleted_(kept_deletions(trash_)) {
  QVBoxLayout* column = make_column();
  splitter_ = new QSplitter(Qt::Vertical);
  splitter_->setChildrenCollapsible(false);
  make_parallel();
  splitter_->addWidget(parallel_home_);
  splitter_->addWidget(make_table_card());
  comparison_ = new RunComparison;
  comparison_->hide();
  splitter_->addWidget(comparison_);
  for (const auto& [part, share] : {std::pair(0, 3), std::pair(1, 3), std::pair(2, 2)})
    splitter_->setStretchFactor(part, share);
  column->addWidget(splitter_, 1);
  setLayout(column);

  connect(comparison_, &RunComparison::closeWanted, comparison_, &QWidget::hide);
  connect(comparison_, &RunComparison::failed, this, &NotebookPage::failed);
  connect(comparison_, &RunComparison::saved, this, &NotebookPage::saved);
  connect(&model_, &NotebookModel::failed, this, &NotebookPage::failed);
  connect(&model_, &NotebookModel::noted, this, [this] { ++changes_; });
  connect(&model_, &NotebookModel::modelAboutToBeReset, this, [this] {
    choice_ = chosen();
    arranging_ = true;
  });
  connect(&model_, &NotebookModel::arranged, this, [this] {
    choose(choice_);
    arranging_ = false;
    show_choice();
  });
  connect(&training_, &RunSession::stateChanged, this, [this] {
    show_choice();
    refresh();
  });
  tick_.setInterval(look_again_ms);
  connect(&tick_, &QTimer::timeout, this, &NotebookPage::refresh);
  restore_columns();
  make_groups();
  show_choice();
  restore_parallel();
}

QWidget* NotebookPage::make_table_card() {
  QVBoxLayout* column = nullptr;
  QFrame* card = make_card_frame(column);
  QHBoxLayout* header = spaced_row(buttons_spacing);
  search_ = new QLineEdit;
  search_->setPlaceholderText(tr("Search: name, setting, tag, note"));
  search_->setAccessibleName(tr("Search"));
  search_->setToolTip(tr("All of these words, as 'openmp batch 64 lesson' (Ctrl+F; Esc clears it)"));
  connect(search_, &QLineEdit::textChanged, &model_, &NotebookModel::set_search);
  new QShortcut(QKeySequence::Find, this, [this] {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
  });
  new QShortcut(QKeySequence(Qt::Key_Escape), search_, search_, &QLineEdit::clear, Qt::WidgetShortcut);
  header->addWidget(search_, 1);
  kind_ = combo_box(tr("Which kind is shown"));
  kind_->addItem(tr("everything"), -1);
  kind_->addItem(tr("runs"), static_cast<int>(EntryKind::run));
  kind_->addItem(tr("sweeps"), static_cast<int>(EntryKind::sweep));
  kind_->addItem(tr("comparisons"), static_cast<int>(EntryKind::comparison));
  kind_->addItem(tr("profiles"), static_cast<int>(EntryKind::profile));
  kind_->addItem(tr("operations"), static_cast<int>(EntryKind::operations));
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    const int kind = kind_->currentData().toInt();
    model_.set_kind(kind < 0 ? std::nullopt : std::optional(static_cast<EntryKind>(kind)));
  });
  header->addWidget(kind_);
  const auto add = [&](const char* name, const QString& text, const char* image, const QString& tip, auto act) {
    QToolButton* made = add_button(QLatin1String(name), text, QLatin1String(image), tip);
    connect(made, &QToolButton::clicked, this, act);
    header->addWidget(made);
  };
  add("compare", tr("Compare"), "compare", tr("Settings, figures and curves of the chosen runs side by side"),
      &NotebookPage::compare_chosen);
  add("parallel", tr("Plot"), "parallel", tr("The listed runs over their settings and results, to choose by brushing"),
      [this] { show_parallel(parallel_->isHidden()); });
  button(QStringLiteral("parallel"))->setCheckable(true);
  add("group", tr("Group"), "group", tr("The rows by kind, day, tags or a setting, with the median of each group"),
      [] {});
  add("show", tr("Show"), "eye", tr("On the page that it was made on (Return)"), &NotebookPage::show_chosen);
  add("again", tr("Run again"), "play", tr("The same settings, the same seed: the same run"), &NotebookPage::run_again);
  add("export", tr("Export"), "export", tr("Copies of the chosen ones, in a folder"),
      [this] { ask_where_to_export(false); });
  add("report", tr("Report"), "report", tr("A lab report of the chosen ones: HTML, PDF and Markdown"),
      [this] { Q_EMIT reportWanted(); });
  add("delete", tr("Delete"), "trash", tr("Into the trash: it can be undone (Del)"), &NotebookPage::delete_chosen);
  add("undo", tr("Undo"), "undo", tr("Puts back what was deleted last"), &NotebookPage::undo_delete);
  more_ = make_menu_button(tr("Menu of the table of what was kept"));
  auto* menu = new QMenu(more_);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill_menu(menu); });
  more_->setMenu(menu);
  header->addWidget(more_);
  column->addLayout(header);
  words_ = new WordedButtons(card, header, buttons_);

  table_ = make_page_table(&model_, tr("What was kept"), notebook_row_height);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setWordWrap(false);
  headings_ = new GroupRow(table_);
  table_->setItemDelegate(headings_);
  connect(headings_, &GroupRow::pressed, this, &NotebookPage::toggle);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  QHeaderView* titles = table_->horizontalHeader();
  titles->setSectionsClickable(true);
  titles->setSectionsMovable(true);
  titles->setSortIndicatorShown(true);
  titles->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(titles, &QHeaderView::sortIndicatorChanged, this, [this](int section, Qt::SortOrder order) {
    model_.sort(section, order);
    QSettings().setValue(
        QLatin1String(order_setting),
        QStringLiteral("%1 %2").arg(NotebookModel::column_id(section),
                                    order == Qt::AscendingOrder ? QStringLiteral("up") : QStringLiteral("down")));
  });
  connect(titles, &QWidget::customContextMenuRequested, this, [this, titles](const QPoint& at) {
    QMenu* choice = passing_menu(this);
    fill_menu(choice);
    choice->popup(titles->mapToGlobal(at));
  });
  connect(table_, &QWidget::customContextMenuRequested, this, &NotebookPage::show_row_menu);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (arranging_) return;
    show_choice();
    show_reason();
  });
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == NotebookModel::pin_column) model_.setData(index, !model_.entry_at(index.row()).notes.pinned);
  });
  connect(table_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    const bool other = index.column() != NotebookModel::pin_column && !(model_.flags(index) & Qt::ItemIsEditable);
    if (other) show_chosen();
  });
  new QShortcut(QKeySequence::Delete, table_, this, &NotebookPage::delete_chosen, Qt::WidgetShortcut);
  const auto open = [this] {
    const int row = table_->currentIndex().row();
    row >= 0 && model_.is_heading(row) ? toggle(row) : show_chosen();
  };
  new QShortcut(QKeySequence(Qt::Key_Return), table_, this, open, Qt::WidgetShortcut);
  column->addWidget(table_, 1);
  QHBoxLayout* foot = spaced_row(12);
  count_ = small_label();
  sentence_ = small_label();
  sentence_->setAccessibleName(tr("What happened"));
  count_->setWordWrap(false);
  foot->addWidget(count_);
  foot->addWidget(sentence_, 1);
  column->addLayout(foot);
  return card;
}

QToolButton* NotebookPage::add_button(const QString& name, const QString& text, const QString& image,
                                      const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setProperty("image", image);
  button->setToolTip(QStringLiteral("%1: %2").arg(text, tip));
  button->setAccessibleName(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  buttons_.push_back(button);
  return button;
}

QToolButton* NotebookPage::button(const QString& name) const {
  const auto found = std::ranges::find(buttons_, name, [](const QToolButton* made) { return made->objectName(); });
  return found == buttons_.end() ? nullptr : *found;
}

void NotebookPage::restore_columns() {
  QSettings settings;
  const QStringList hidden = settings.value(QLatin1String(columns_setting), usually_hidden()).toStringList();
  const QStringList order = settings.value(QLatin1String(order_setting)).toString().split(QLatin1Char(' '));
  QHeaderView* titles = table_->horizontalHeader();
  titles->setSortIndicator(NotebookModel::when_column, Qt::DescendingOrder);
  for (int i = 0; i < NotebookModel::column_count; ++i) {
    table_->setColumnHidden(i, hidden.contains(NotebookModel::column_id(i)));
    if (order.size() == 2 && order[0] == NotebookModel::column_id(i))
      titles->setSortIndicator(i, order[1] == QLatin1String("up") ? Qt::AscendingOrder : Qt::DescendingOrder);
  }
  titles->setStretchLastSection(true);
  fit_columns();
}

/// As wide as the letters and the words over it ask for: at the size that the user gave them, when these are as large
/// as before.
void NotebookPage::fit_columns() {
  constexpr std::array<int, NotebookModel::column_count> widths{30, 225, 108, 160, 100, 106, 100, 90,
                                                                60, 108, 50,  74,  100, 74,  100, 220};
  if (std::exchange(fitted_pt_, theme_.font_pt) == theme_.font_pt) return;
  constexpr int padding = 18;  // of a title, by the style sheet
  const double scale = theme_.font_pt / light_theme().font_pt;
  for (int i = 0; i < NotebookModel::column_count; ++i)
    table_->horizontalHeader()->resizeSection(i, std::max(static_cast<int>(scale * widths[static_cast<std::size_t>(i)]),
                                                          title_width(*table_, i, theme_) + padding));
}

void NotebookPage::show_column(int column, bool on) {
  table_->setColumnHidden(column, !on);
  QStringList hidden;
  for (int i = 0; i < NotebookModel::column_count; ++i) {
    if (table_->isColumnHidden(i)) hidden << NotebookModel::column_id(i);
  }
  QSettings().setValue(QLatin1String(columns_setting), hidden);
}

void NotebookPage::show_usual_columns() {
  for (int i = 0; i < NotebookModel::column_count; ++i)
    table_->setColumnHidden(i, usually_hidden().contains(NotebookModel::column_id(i)));
  QSettings().remove(QLatin1String(columns_setting));
}

std::vector<int> NotebookPage::shown_columns() const {
  std::vector<int> columns;
  for (int i = 0; i < NotebookModel::column_count; ++i) {
    const int column = table_->horizontalHeader()->logicalIndex(i);
    if (!table_->isColumnHidden(column)) columns.push_back(column);
  }
  return columns;
}

void NotebookPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  refresh();
}

/// Not while a page measures: thousands of files read would be in its times.
void NotebookPage::refresh() {
  const bool measuring = !training_.active() && !why_busy().isEmpty();
  const bool waits = measuring && isVisible();
  if (waits != tick_.isActive()) waits ? tick_.start() : tick_.stop();
  if (!isVisible()) return;
  if (measuring) return show_sentence(tr("%1 What is new is read after it.").arg(why_busy()));
  read();
  if (model_.entries().empty()) show_sentence();
}

void NotebookPage::read_ahead() {
  if (model_.entries().empty() && !reader_.busy() && why_busy().isEmpty()) read();
}

void NotebookPage::read() {
  const auto known = std::make_shared<const std::vector<NotebookEntry>>(model_.entries());
  reader_.ask(
      [this, known, folders = folders_, changes = changes_](const std::atomic<bool>& stop) -> Background::Finish {
        auto entries = std::make_shared<std::vector<NotebookEntry>>(read_notebook(folders, *known, &stop));
        const auto words = std::make_shared<std::vector<QString>>(NotebookModel::search_words(*entries));
        return [this, entries, words, changes] {
          if (changes != changes_) return refresh();
          take(std::move(*entries), std::move(*words));
        };
      });
}

/// Where nothing has changed nothing moves; and what is being typed in is not taken away.
void NotebookPage::take(std::vector<NotebookEntry> entries, std::vector<QString> words) {
  const auto same = [](const NotebookEntry& a, const NotebookEntry& b) {
    return a.path == b.path && a.fingerprint == b.fingerprint && a.state == b.state;
  };
  if (!std::ranges::equal(entries, model_.entries(), same) && table_->findChild<QLineEdit*>() == nullptr) {
    const int scrolled = table_->verticalScrollBar()->value();
    model_.set_entries(std::move(entries), std::move(words));
    table_->verticalScrollBar()->setValue(scrolled);
  }
  show_reason();
  Q_EMIT wasRead();
}

std::vector<std::filesystem::path> NotebookPage::chosen() const {
  std::vector<std::filesystem::path> paths;
  for (const NotebookEntry* entry : chosen_entries()) paths.push_back(entry->path);
  return paths;
}

std::vector<const NotebookEntry*> NotebookPage::chosen_entries() const {
  std::vector<const NotebookEntry*> entries;
  QModelIndexList rows = table_->selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::row);
  for (const QModelIndex& index : rows) entries.push_back(&model_.entry_at(index.row()));
  return entries;
}

void NotebookPage::choose(const std::vector<std::filesystem::path>& paths) {
  std::set<std::string> wanted;
  for (const std::filesystem::path& path : paths) wanted.insert(path.string());
  QItemSelection selection;
  int first = -1;
  for (int row = 0; !wanted.empty() && row < model_.rowCount(); ++row) {
    if (model_.is_heading(row) || !wanted.contains(model_.entry_at(row).path.string())) continue;
    selection.select(model_.index(row, 0), model_.index(row, NotebookModel::column_count - 1));
    if (first < 0) first = row;
  }
  if (first >= 0)
    table_->selectionModel()->setCurrentIndex(model_.index(first, NotebookModel::name_column),
                                              QItemSelectionModel::NoUpdate);
  table_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void NotebookPage::show_choice() {
  const std::vector<const NotebookEntry*> entries = chosen_entries();
  const auto all = [&](auto fits) { return !entries.empty() && std::ranges::all_of(entries, fits); };
  const bool runs = all([](const NotebookEntry* e) { return e->kind == EntryKind::run; });
  const bool readable = all([](const NotebookEntry* e) { return e->state != EntryState::unreadable; });
  button(QStringLiteral("compare"))->setEnabled(runs && readable && entries.size() > 1);
  button(QStringLiteral("show"))->setEnabled(readable && entries.size() == 1);
  button(QStringLiteral("again"))->setEnabled(runs && readable && entries.size() == 1 && !training_.active());
  button(QStringLiteral("delete"))->setEnabled(!entries.empty());
  button(QStringLiteral("export"))->setEnabled(!entries.empty());
  button(QStringLiteral("report"))->setEnabled(!entries.empty() && readable);
  button(QStringLiteral("undo"))->setEnabled(!deleted_.empty());
  const auto whole = static_cast<int>(model_.entries().size());
  const auto listed = static_cast<int>(model_.listed_count());
  QString text = listed == whole ? tr("%L1 kept").arg(whole) : tr("%L1 of %L2").arg(listed).arg(whole);
  if (entries.size() > 1) text += tr(", %L1 chosen").arg(entries.size());
  count_->setText(text);
}

/// Why the chosen one failed or cannot be read, whole.
void NotebookPage::show_reason() {
  const std::vector<const NotebookEntry*> entries = chosen_entries();
  if (entries.size() != 1) return show_sentence();
  const NotebookEntry& entry = *entries.front();
  const std::string& reason = entry.reason.empty() ? entry.notes_unreadable : entry.reason;
  show_sentence(QString::fromStdString(reason), entry.state != EntryState::stopped);
}

void NotebookPage::show_sentence(const QString& text, bool wrong) {
  QString shown = text;
  if (shown.isEmpty() && reader_.busy() && model_.entries().empty()) shown = tr("Reading the folders…");
  if (shown.isEmpty() && !reader_.busy() && model_.entries().empty())
    shown = tr("Nothing is kept yet: press Run on the page Train.");
  sentence_->setText(shown);
  sentence_->setStyleSheet(wrong ? QStringLiteral("color: %1").arg(theme_.error.name()) : QString());
}

void NotebookPage::set_theme(const Theme& theme) {
  theme_ = theme;
  model_.set_theme(theme);
  headings_->set_theme(theme);
  comparison_->set_theme(theme);
  parallel_->set_theme(theme);
  for (QToolButton* made : buttons_) show_icon(made, made->property("image").toString(), theme);
  show_more_icon(more_, theme);
  button(QStringLiteral("group"))->setVisible(!theme.projector);  // the table's menu has it, too
  constexpr int least_search = 110, least_between_large = 78;     // px
  search_->setMinimumWidth(theme.projector ? least_between_large : least_search);
  words_->fit();
  fit_columns();
}

void NotebookPage::show_example(ExampleSize /*size*/) {
  if (!isVisible()) return;
  QEventLoop loop;
  connect(this, &NotebookPage::wasRead, &loop, &QEventLoop::quit);
  refresh();
  if (reading()) loop.exec();
  std::vector<std::filesystem::path> runs;
  for (const NotebookEntry& entry : model_.entries()) {
    if (entry.kind == EntryKind::run && entry.state == EntryState::done && runs.size() < 3) runs.push_back(entry.path);
  }
  choose(runs);
  if (runs.size() < 2) return;
  compare_chosen();
  while (comparison_->busy()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

}  // namespace mlplab
