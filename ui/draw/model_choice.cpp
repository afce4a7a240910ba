#include "ui/draw/model_choice.h"

#include <QComboBox>
#include <QFileInfo>
#include <algorithm>
#include <ranges>

#include "core/model/model_file.h"
#include "core/run/epoch_states.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

// In place of a run's number.
constexpr int newest_model = 0, ask_for_model = -1, opened_model = -2;

}  // namespace

ModelChoice::ModelChoice(RunSession& training, QWidget* parent) : QWidget(parent), training_(training) {
  QHBoxLayout* row = row_in(this, 6);
  which_ = narrow_combo(tr("Network used for predictions"));
  epoch_ = narrow_combo(tr("After which epoch"));
  for (QComboBox* box : {which_, epoch_}) {
    box->setToolTip(box->accessibleName());
    let_shrink(box);
  }
  row->addWidget(which_, 3);
  row->addWidget(epoch_, 2);
  connect(which_, &QComboBox::activated, this, [this] {
    list_epochs();
    choose();
  });
  connect(epoch_, &QComboBox::activated, this, &ModelChoice::choose);
  connect(&training_, &RunSession::runsChanged, this, &ModelChoice::runs_changed);
  connect(&training_, &RunSession::stateChanged, this, &ModelChoice::runs_changed);
  fill();
  refresh();
}

bool ModelChoice::follows() const { return which_->currentData().toInt() == newest_model; }

const Run* ModelChoice::run() const { return training_.run(which_->currentData().toInt()); }

void ModelChoice::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) refresh();
}

void ModelChoice::runs_changed() {
  if (which_->currentData().toInt() > 0 && run() == nullptr) fill();  // the chosen one left
  stale_ = !isVisible();
  if (!stale_) refresh();
}

void ModelChoice::refresh() {
  stale_ = false;
  std::vector<Listed> runs;
  for (const auto& run : std::views::reverse(training_.runs()))
    runs.push_back({run->number, run_title(*run), run->folder, run->log.last_epoch(), run->log.best_epoch(), {}});
  listing_.ask([this, runs = std::move(runs)](const std::atomic<bool>& stop) mutable -> Background::Finish {
    std::erase_if(runs, [&stop](Listed& run) {
      if (!stop) run.states = states_in(run.folder, run.last_epoch);
      return run.states.empty();
    });
    return [this, runs = std::move(runs)]() mutable {
      if (runs == listed_) return;  // an open list stays as it is
      listed_ = std::move(runs);
      fill();
    };
  });
}

void ModelChoice::fill() {
  const int before = which_->currentData().toInt();
  which_->clear();
  which_->addItem(tr("the newest weights"), newest_model);
  for (const Listed& each : listed_)
    if (training_.run(each.number) != nullptr) which_->addItem(each.title, each.number);
  if (!file_.isEmpty()) which_->addItem(QFileInfo(file_).fileName(), opened_model);
  which_->addItem(tr("a file…"), ask_for_model);
  const int there = which_->findData(before);
  which_->setCurrentIndex(std::max(there, 0));
  before_ = which_->currentIndex();
  list_epochs();
  if (there < 0) choose();  // it left the list
}

const ModelChoice::Listed* ModelChoice::listed() const {
  const auto found = std::ranges::find(listed_, which_->currentData().toInt(), &Listed::number);
  return found == listed_.end() ? nullptr : &*found;
}

/// The last one, or the one that was chosen before where it is there.
void ModelChoice::list_epochs() {
  const int before = epoch_->currentData().toInt();
  epoch_->clear();
  const Listed* of = listed();
  if (of != nullptr)
    for (const auto& [epoch, path] : of->states)
      epoch_->addItem(epoch == of->best_epoch ? tr("epoch %1, the best").arg(epoch) : tr("epoch %1").arg(epoch), epoch);
  const int there = epoch_->findData(before);
  epoch_->setCurrentIndex(there >= 0 ? there : epoch_->count() - 1);
  epoch_->setVisible(of != nullptr);
}

void ModelChoice::choose() {
  const int what = which_->currentData().toInt();
  if (what == ask_for_model) {
    which_->setCurrentIndex(before_);  // until there is one
    list_epochs();
    ask_for_file(this, tr("Open a model"), tr("Models (*.safetensors)"), [this](const QString& path) { open(path); });
    return;
  }
  before_ = which_->currentIndex();
  if (what == newest_model) {
    loading_.forget();
    Q_EMIT newestWanted();
  } else if (what == opened_model) {
    load(file_.toStdString());
  } else if (const Listed* of = listed(); of != nullptr) {
    const auto found = of->states.find(epoch_->currentData().toInt());
    if (found != of->states.end()) load(found->second);
  }
}

void ModelChoice::open(const QString& path) {
  file_ = path;
  fill();
  which_->setCurrentIndex(which_->findData(opened_model));
  list_epochs();
  choose();
}

void ModelChoice::load(const std::filesystem::path& path) {
  loading_.ask([path](const std::atomic<bool>&) { return std::make_shared<const TrainingState>(load_model(path)); },
               [this](const auto& state) { Q_EMIT chosen(state); }, [this](const QString& why) { Q_EMIT failed(why); });
}

}  // namespace mlplab
