#include "ui/draw/model_choice.h"

#include <QComboBox>
#include <QFileInfo>

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
  refresh();
}

bool ModelChoice::follows() const { return which_->currentData().toInt() == newest_model; }

const Run* ModelChoice::run() const {
  const int number = which_->currentData().toInt();
  for (const auto& candidate : training_.runs())
    if (candidate->number == number) return candidate.get();
  return nullptr;
}

void ModelChoice::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) refresh();
}

void ModelChoice::runs_changed() {
  const bool left = which_->currentData().toInt() > 0 && run() == nullptr;
  stale_ = !isVisible() && !left;
  if (!stale_) refresh();
}

void ModelChoice::refresh() {
  stale_ = false;
  const int before = which_->currentData().toInt();
  which_->clear();
  which_->addItem(tr("the newest weights"), newest_model);
  const RunList& runs = training_.runs();
  for (auto r = runs.rbegin(); r != runs.rend(); ++r)
    if (!states_in((*r)->folder, (*r)->log).empty()) which_->addItem(run_title(**r), (*r)->number);
  if (!file_.isEmpty()) which_->addItem(QFileInfo(file_).fileName(), opened_model);
  which_->addItem(tr("a file…"), ask_for_model);
  const int there = which_->findData(before);
  which_->setCurrentIndex(std::max(there, 0));
  before_ = which_->currentIndex();
  list_epochs();
  if (there < 0) choose();  // it left the list
}

/// The last one, or the one that was chosen before where it is there.
void ModelChoice::list_epochs() {
  const int before = epoch_->currentData().toInt();
  epoch_->clear();
  files_.clear();
  const Run* of = run();
  if (of != nullptr) files_ = states_in(of->folder, of->log);
  for (const auto& [epoch, path] : files_)
    epoch_->addItem(epoch == of->log.best_epoch() ? tr("epoch %1, the best").arg(epoch) : tr("epoch %1").arg(epoch),
                    epoch);
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
  } else if (const auto found = files_.find(epoch_->currentData().toInt()); found != files_.end()) {
    load(found->second);
  }
}

void ModelChoice::open(const QString& path) {
  file_ = path;
  refresh();
  which_->setCurrentIndex(which_->findData(opened_model));
  list_epochs();
  choose();
}

void ModelChoice::load(const std::filesystem::path& path) {
  loading_.ask([this, path](const std::atomic<bool>&) -> Background::Finish {
    try {
      return [this, state = std::make_shared<const TrainingState>(load_model(path))] { Q_EMIT chosen(state); };
    } catch (const std::exception& error) {
      return [this, why = QString::fromUtf8(error.what())] { Q_EMIT failed(why); };
    }
  });
}

}  // namespace mlplab
