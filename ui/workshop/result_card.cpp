#include "ui/workshop/result_card.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "core/base/typed_number.h"
#include "core/reporting/workshop_report.h"
#include "core/workshop/words.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/workshop/check_view.h"
#include "ui/workshop/plain_table.h"
#include "ui/workshop/times_view.h"
#include "ui/workshop/versions_view.h"
#include "ui/workshop/wrong_map.h"

namespace mlplab {

namespace {
constexpr int folder_column = 0, speed_column = 5, source_column = 1, what_column = 2;
}

ResultCard::ResultCard(QWidget* parent) : QFrame(parent), stack_(new QStackedWidget) {
  set_role(this, "card");
  QVBoxLayout* column = column_in(this, 4, {12, 6, 8, 8});
  QHBoxLayout* row = spaced_row(4);
  column->addLayout(row);
  column->addWidget(stack_, 1);
  // Buttons before views: the keyboard goes through them in the order in which they are made.
  const std::pair<Tab, QString> titles[] = {{Tab::check, tr("Check")},       {Tab::wrong, tr("Wrong numbers")},
                                            {Tab::counts, tr("Counts")},     {Tab::times, tr("Times")},
                                            {Tab::versions, tr("Versions")}, {Tab::class_folders, tr("Class")}};
  for (const auto& [tab, title] : titles) {
    tabs_[tab] = tab_button(title, {}, true);
    row->addWidget(tabs_[tab]);
    connect(tabs_[tab], &QToolButton::clicked, this, [this, tab = tab] { show_tab(tab); });
  }
  row->addStretch(1);
  check_ = new CheckView;
  counts_model_ = new PlainTable({1, 2}, this);
  class_model_ = new PlainTable({0, 1, 2, 3, 6}, this);
  counts_ = make_plain_view(counts_model_, tr("Counts of the kernel by line"));
  counts_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);  // two lines where it is narrow
  class_model_->shorten(speed_column, tr("speed"));
  class_ = make_plain_view(class_model_, tr("The folders of the class"));
  times_ = new TimesView;
  versions_ = new VersionsView;
  for (QWidget* view : std::initializer_list<QWidget*>{check_, make_wrong_view(), counts_, times_, versions_, class_})
    stack_->addWidget(view);  // in the order of Tab
  connect(counts_, &QTableView::clicked, this, [this](const QModelIndex& at) {
    const std::string line = at.siblingAtColumn(0).data().toString().toStdString();  // '–' where it is not known
    if (const auto number = typed_whole<int>(line)) Q_EMIT lineWanted(*number);
  });
  connect(class_, &QTableView::activated, this, [this](const QModelIndex& at) {
    Q_EMIT folderWanted(QString::fromStdString(class_folders_[static_cast<std::size_t>(at.row())]));
  });
  show_check({});
  show_timed({});
  show_versions({});
  show_class({});
}

QWidget* ResultCard::make_wrong_view() {
  auto* view = new QWidget;
  QHBoxLayout* row = row_in(view, 12);
  map_ = new WrongMap;
  row->addWidget(map_, 3);
  map_words_ = reading_label(tr("Where the output is wrong"));
  row->addWidget(map_words_, 2);
  return view;
}

void ResultCard::show_tab(Tab tab) {
  for (const auto& [each, button] : tabs_) button->setChecked(each == tab);
  stack_->setCurrentIndex(static_cast<int>(tab));
}

bool ResultCard::has(Tab tab) const { return !tabs_.at(tab)->isHidden(); }

void ResultCard::offer(Tab tab, bool on) {
  tabs_.at(tab)->setVisible(on);
  if (!on && stack_->currentIndex() == static_cast<int>(tab)) show_tab(Tab::check);
}

void ResultCard::show_check(const std::optional<WorkshopSession::Checked>& checked) {
  check_->show_check(checked);
  const bool wrong = checked && checked->check.wrong && checked->check.largest;
  QString words;
  if (wrong) {
    const workshop::WrongElement& first = *checked->check.wrong;
    words = QString::fromStdString(workshop::map_in_words(checked->work, *checked->check.largest));
    words[0] = words[0].toUpper();
    const workshop::Difference& difference = first.difference;
    const QString found =
        difference.never_written
            ? tr("nothing was written to it")
            : tr("found is %1").arg(QString::fromStdString(workshop::value_in_words(difference.found)));
    words += QStringLiteral(".\n\n") +
             tr("The first wrong number of all calls: %1 (%2). Expected is %3, %4.")
                 .arg(QString::fromStdString(first.element), QString::fromStdString(first.where),
                      QString::fromStdString(workshop::value_in_words(difference.expected)), found);
  }
  map_->show_wrong(wrong ? checked->check.largest : std::nullopt, words);
  map_words_->setText(words);
  offer(Tab::wrong, wrong);
  const bool counted = checked && checked->check.counts;
  counts_model_->set_table(counted ? workshop::count_table(checked->work, *checked->check.counts) : Table());
  offer(Tab::counts, counts_model_->rowCount() > 0);
  fit_columns(counts_, {source_column, what_column});
}

void ResultCard::show_timed(const std::optional<WorkshopSession::Timed>& timed) {
  times_->show_timed(timed);
  offer(Tab::times, timed && !timed->study.points.empty());
}

void ResultCard::show_versions(const std::vector<workshop::Version>& versions) {
  versions_->show_versions(versions);
  offer(Tab::versions, !versions.empty());
}

void ResultCard::show_class(const std::vector<workshop::CheckedFolder>& folders) {
  Table table = workshop::class_table(folders);
  class_folders_.clear();
  for (std::vector<std::string>& row : table.rows) {
    class_folders_.push_back(row[folder_column]);
    row[folder_column] = std::filesystem::path(row[folder_column]).filename().string();
  }
  class_model_->set_table(std::move(table));
  fit_columns(class_, {});
  offer(Tab::class_folders, !folders.empty());
}

void ResultCard::set_theme(const Theme& theme) {
  check_->set_theme(theme);
  map_->set_theme(theme);
  times_->set_theme(theme);
  versions_->set_theme(theme);
}

}  // namespace mlplab
