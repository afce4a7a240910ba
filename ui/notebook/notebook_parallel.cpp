// The parallel coordinates of the page Runs: they follow what is found, and the table follows their brushes.
#include <QSettings>
#include <QTableView>
#include <QToolButton>
#include <memory>
#include <set>

#include "ui/notebook/notebook_page.h"
#include "ui/notebook/parallel_card.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr const char* parallel_setting = "runs/parallel";

}  // namespace

void NotebookPage::make_parallel() {
  parallel_home_ = new QWidget;
  QVBoxLayout* room = column_in(parallel_home_);
  parallel_ = new ParallelCard;
  parallel_->hide();
  parallel_home_->hide();
  room->addWidget(parallel_);
  constexpr int brushing_ms = 40;
  brushing_.setSingleShot(true);
  brushing_.setInterval(brushing_ms);
  connect(&brushing_, &QTimer::timeout, this, &NotebookPage::take_brushed);
  connect(parallel_, &ParallelCard::failed, this, &NotebookPage::failed);
  connect(parallel_, &ParallelCard::saved, this, &NotebookPage::saved);
  connect(parallel_, &ParallelCard::closeWanted, this, [this] { show_parallel(false); });
  connect(parallel_->view(), &ParallelView::brushed, this, [this] {
    if (!brushing_.isActive()) brushing_.start();
  });
  connect(parallel_->view(), &ParallelView::runChosen, this, [this](int run) {
    choose({parallel_->view()->runs().paths[static_cast<std::size_t>(run)]});
    table_->scrollTo(table_->currentIndex());
  });
  connect(&model_, &NotebookModel::foundChanged, this, &NotebookPage::fill_parallel);
}

void NotebookPage::restore_parallel() { show_parallel(QSettings().value(QLatin1String(parallel_setting)).toBool()); }

void NotebookPage::show_parallel(bool on) {
  button(QStringLiteral("parallel"))->setChecked(on);
  parallel_->setVisible(on);
  parallel_home_->setVisible(on);
  QSettings().setValue(QLatin1String(parallel_setting), on);
  fill_parallel();
  take_brushed();
}

/// Beside the window: the axes of thousands of runs take longer than a key.
void NotebookPage::fill_parallel() {
  if (parallel_->isHidden()) return placer_.forget();
  auto entries = std::make_shared<std::vector<NotebookEntry>>();
  for (const NotebookEntry* entry : model_.found()) entries->push_back(*entry);
  placer_.ask([this, entries](const std::atomic<bool>&) -> Background::Finish {
    std::vector<const NotebookEntry*> found;
    for (const NotebookEntry& entry : *entries) found.push_back(&entry);
    const auto runs = std::make_shared<const ParallelRuns>(parallel_runs(found));
    return [this, runs] { parallel_->set_runs(runs); };
  });
}

/// The table has the runs within the brushes alone, while there are any brushes to be seen.
void NotebookPage::take_brushed() {
  const ParallelView& view = *parallel_->view();
  if (parallel_->isHidden() || view.brushes().empty()) return model_.set_within(std::nullopt);
  std::set<std::string> paths;
  for (std::size_t run = 0; run < view.runs().size(); ++run)
    if (view.within()[run]) paths.insert(view.runs().paths[run].string());
  model_.set_within(std::move(paths));
}

}  // namespace mlplab
