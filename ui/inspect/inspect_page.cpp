// The choices of the page, and when an inspection is requested. Beside a run, one thread of the lowest priority
// computes, a fifth of the time at most; while a page measures, nothing is computed.
#include "ui/inspect/inspect_page.h"

#include <QComboBox>
#include <QEventLoop>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/run/epoch_states.h"
#include "ui/inspect/class_table.h"
#include "ui/inspect/image_list.h"
#include "ui/inspect/inspect_files.h"
#include "ui/inspect/map_view.h"
#include "ui/network/confusion_view.h"
#include "ui/network/image_view.h"
#include "ui/network/probability_bars.h"
#include "ui/network/tile_view.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr int tick_ms = 300, image_width = 190;  // ms, px at most
constexpr int newest_epoch = -1;                 // in place of an epoch: the weights of this moment
constexpr double rest_per_work = 4;              // while a run goes on
constexpr std::uint64_t megabyte = 1'000'000;
constexpr const char* keep_setting = "inspect/epoch_states_mb";

QString megabytes(double bytes) {
  return mlplab::InspectPage::tr("%1 MB").arg(QLocale().toString(bytes / double(megabyte), 'g', 3));
}

}  // namespace

InspectPage::InspectPage(RunSession& training, RunData* run_data, std::filesystem::path resources, QWidget* parent)
    : Page(QStringLiteral("inspect"), tr("Inspect"), parent),
      training_(training),
      data_(run_data),
      inspector_(std::move(resources)) {
  QVBoxLayout* page = make_column();
  page->addWidget(make_choices_card());
  QHBoxLayout* row = spaced_row(10);
  row->addWidget(make_view_card(), 6);
  QVBoxLayout* right = spaced_column(10);
  right->addWidget(make_images_card(), 3);
  right->addWidget(make_image_card(), 2);
  row->addLayout(right, 5);
  page->addLayout(row, 1);
  setLayout(page);

  keep_->addItem(tr("keep the best and the last epoch"), 0);
  for (const int room : {64, 256, 1024}) keep_->addItem(tr("keep epochs, at most %1 MB per run").arg(room), room);
  const int chosen = keep_->findData(QSettings().value(QLatin1String(keep_setting), 64).toInt());
  keep_->setCurrentIndex(std::max(chosen, 0));
  const auto keep = [this] {
    training_.set_epoch_states_bytes(std::uint64_t(keep_->currentData().toInt()) * megabyte);
  };
  keep();
  connect(keep_, &QComboBox::currentIndexChanged, this, [this, keep] {
    QSettings().setValue(QLatin1String(keep_setting), keep_->currentData().toInt());
    keep();
    refresh_keep_note();
  });

  connect(run_, &QComboBox::currentIndexChanged, this, [this] {
    follows_ = run() == training_.current();
    refresh_epochs();
    epoch_->setValue(epoch_->maximum());
    refresh_splits();
    ask();
  });
  connect(split_, &QComboBox::currentIndexChanged, this, [this] { ask(); });
  connect(epoch_, &QSlider::valueChanged, this, [this] {
    refresh_keep_note();
    ask();
  });
  connect(confusion_, &ConfusionView::cellChosen, this,
          [this](int truth) { show_images(truth < 0 ? Images::mistakes : Images::cell); });
  connect(map_, &MapView::imageChosen, this, &InspectPage::choose_map_image);
  connect(filter_, &QComboBox::activated, this, [this](int item) { show_images(static_cast<Images>(item)); });
  connect(class_, &QComboBox::activated, this, [this] { show_list(); });
  connect(number_, &QSpinBox::valueChanged, this, &InspectPage::go_to_image);
  connect(list_, &ImageList::rowChosen, this, &InspectPage::show_detail);
  connect(layers_button_, &QToolButton::clicked, this, [this] {
    Q_EMIT layersWanted(image_shown_);
    Q_EMIT pageWanted(QStringLiteral("layers"));
  });
  connect(&inspector_, &Inspector::changed, this, &InspectPage::found);
  connect(&training_, &RunSession::runsChanged, this, &InspectPage::refresh_runs);
  connect(&training_, &RunSession::stateChanged, this, [this] {
    asked_.clear();  // with as many threads as there are for it now
    want();
  });
  connect(&training_, &RunSession::weightsChanged, this, [this] {
    if (!isVisible() || !live()) return;
    show_weights();
    tick();
  });
  // Queued: it is also told where reading only begins.
  if (data_ != nullptr) connect(data_, &RunData::changed, this, &InspectPage::want, Qt::QueuedConnection);
  connect(this, &InspectPage::stateWanted, &training_, &RunSession::setStateWanted);
  timer_.setInterval(tick_ms);
  connect(&timer_, &QTimer::timeout, this, &InspectPage::tick);
  show_view(View::confusion);
  refresh_runs();
  found();
}

InspectPage::~InspectPage() = default;

void InspectPage::set_theme(const Theme& theme) {
  theme_ = theme;
  confusion_->set_theme(theme);
  map_->set_theme(theme);
  weights_->set_theme(theme);
  list_->set_theme(theme);
  list_model_->set_theme(theme);
  image_->set_theme(theme);
  image_->setMaximumWidth(theme.px(image_width));
  bars_->set_theme(theme);
  view_card_->set_theme(theme);
  images_card_->setVisible(!theme.projector);
  make_room();
  show_sentence();
}

void InspectPage::show_next_chart() {
  show_view(static_cast<View>((static_cast<int>(view_) + 1) % static_cast<int>(tabs_.size())));
}

void InspectPage::show_example(ExampleSize /*size*/) {
  constexpr int patience_ms = 60000;
  for (int waited_ms = 0; waited_ms < patience_ms && (inspector_.busy() || !shown()); waited_ms += tick_ms) {
    QEventLoop loop;
    QTimer::singleShot(tick_ms, &loop, &QEventLoop::quit);
    connect(this, &InspectPage::inspected, &loop, &QEventLoop::quit);
    loop.exec();
  }
}

void InspectPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  Q_EMIT stateWanted(true);
  timer_.start();
  refresh_runs();
  want();
}

void InspectPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT stateWanted(false);
  timer_.stop();
  inspector_.stop();
  asked_.clear();
}

void InspectPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  make_room();
}

/// Two counts that the matrix has too make room for the figures, and words that the fields say themselves.
void InspectPage::make_room() {
  constexpr int wide = 1080, small = 800;
  const double room = width() * light_theme().font_pt / theme_.font_pt;
  for (QWidget* widget : spare_) widget->setVisible(room >= small);
  for (const int column : {ClassTableModel::predicted_column, ClassTableModel::right_column})
    class_table_->setColumnHidden(column, room < wide);
}

const Run* InspectPage::run() const { return training_.run(run_->currentData().toInt()); }

void InspectPage::choose_run(int number) { run_->setCurrentIndex(run_->findData(number)); }

void InspectPage::choose_epoch(int place) { epoch_->setValue(place); }

int InspectPage::chosen_epoch() const {
  return epochs_.empty() ? newest_epoch : epochs_[static_cast<std::size_t>(epoch_->value())];
}

bool InspectPage::live() const {
  return training_.active() && run() == training_.current() && chosen_epoch() == newest_epoch;
}

QString InspectPage::sentence() const { return sentence_->text(); }

/// The training's weights, where the chosen run is the current one and has begun; else null.
std::shared_ptr<const TrainingState> InspectPage::newest_weights() const {
  const bool of_this_run = run() == training_.current() && training_.state() != RunSession::State::loading;
  return of_this_run ? training_.weights() : nullptr;
}

void InspectPage::refresh_runs() {
  const int before = run_->currentData().toInt();
  {
    const QSignalBlocker blocker(run_);
    run_->clear();
    const RunList& runs = training_.runs();
    for (auto r = runs.rbegin(); r != runs.rend(); ++r)
      run_->addItem(QStringLiteral("%1, %2").arg(run_title(**r), QString::fromStdString((*r)->spec.model.name())),
                    (*r)->number);
    int place = run_->findData(before);
    if ((follows_ || place < 0) && training_.current() != nullptr) place = run_->findData(training_.current()->number);
    run_->setCurrentIndex(std::max(place, run_->count() > 0 ? 0 : -1));
    run_->setEnabled(run_->count() > 0);
  }
  const bool other = run_->currentData().toInt() != before;
  refresh_epochs();
  if (other) {
    const QSignalBlocker blocker(epoch_);
    epoch_->setValue(epoch_->maximum());
  }
  refresh_splits();
  want();
}

void InspectPage::refresh_splits() {
  const Run* chosen = run();
  const bool validation =
      chosen != nullptr && (chosen->spec.data.validation_fraction > 0 || chosen->log.started.validation_examples > 0);
  const int item = split_->findData(int(Split::validation));
  enable_item(split_, item, validation);
  if (!validation && split_->currentIndex() == item) split_->setCurrentIndex(0);
}

/// The slider stays on its epoch, or at the end where it was there.
void InspectPage::refresh_epochs() {
  const Run* chosen = run();
  const int before = chosen_epoch();
  const bool at_end = epochs_.empty() || epoch_->value() == epoch_->maximum();
  epochs_.clear();
  files_.clear();
  if (chosen != nullptr) {
    files_ = states_in(chosen->folder, chosen->log.last_epoch());
    for (const auto& [epoch, path] : files_) epochs_.push_back(epoch);
    const bool goes_on = training_.active() && chosen == training_.current();
    if (goes_on || (files_.empty() && newest_weights() != nullptr)) epochs_.push_back(newest_epoch);
  }
  const auto found = std::ranges::find(epochs_, before);
  const int last = std::max(0, static_cast<int>(epochs_.size()) - 1);
  {
    const QSignalBlocker blocker(epoch_);
    epoch_->setRange(0, last);
    epoch_->setValue(at_end || found == epochs_.end() ? last : static_cast<int>(found - epochs_.begin()));
    epoch_->setEnabled(epochs_.size() > 1);
  }
  refresh_keep_note();
}

void InspectPage::refresh_keep_note() {
  const Run* chosen = run();
  const int epoch = chosen_epoch();
  if (chosen == nullptr || epochs_.empty())
    epoch_text_->clear();
  else if (epoch == newest_epoch)
    epoch_text_->setText(tr("now"));
  else
    epoch_text_->setText(
        tr("%1 of %2").arg(epoch).arg(chosen->log.epochs.empty() ? epoch : chosen->log.epochs.back().epoch));
  if (chosen == nullptr) {
    keep_note_->clear();
    return;
  }
  const auto each = static_cast<double>(epoch_state_bytes(chosen->spec.model));
  const auto room = static_cast<double>(keep_->currentData().toInt()) * double(megabyte);
  const int there = static_cast<int>(files_.size()), done = static_cast<int>(chosen->log.epochs.size());
  QString note;
  if (room > 0 && each > room)
    note = tr("one epoch takes %1: more than this room").arg(megabytes(each));
  else if (there < done)
    note = tr("%1 of %2 epochs are kept, %3 each").arg(there).arg(done).arg(megabytes(each));
  else
    note = tr("%1 per epoch, %2 for this run").arg(megabytes(each), megabytes(each * there));
  keep_note_->setText(note);
}

/// Asks for what is not there yet.
void InspectPage::want() {
  if (isVisible()) ask();
}

void InspectPage::ask(bool finish_first) {
  const Run* chosen = run();
  waiting_ = false;
  if (!isVisible()) return;
  if (!training_.active() && !why_busy().isEmpty()) {
    waiting_ = true;
    inspector_.stop();
    asked_.clear();
    show_sentence();
    return;
  }
  InspectionSubject subject;
  const int epoch = chosen_epoch();
  if (chosen != nullptr && epoch == newest_epoch) subject.state = newest_weights();
  if (chosen != nullptr && epoch != newest_epoch) subject.state_file = files_[epoch], subject.epoch = epoch;
  if (chosen == nullptr || (subject.state == nullptr && subject.state_file.empty())) {
    inspector_.stop();
    inspector_.forget_found();
    asked_.clear();
    found();
    return;
  }
  subject.run = chosen->number;
  subject.data_spec = chosen->spec.data;
  subject.seed = chosen->spec.seed;
  subject.dataset_hash = chosen->log.started.dataset_hash;
  for (const std::shared_ptr<const Dataset>& known :
       {training_.dataset_of(chosen->spec), data_ == nullptr ? nullptr : data_->dataset()})
    if (known != nullptr && known->content_hash == subject.dataset_hash) subject.data = known;
  if (!subject.data && training_.active() && chosen == training_.current() && data_ != nullptr) {
    data_->want();  // once for all pages, and sooner than with what a run leaves of the processor
    if (data_->reading()) {
      inspector_.forget_found();  // of what was chosen before
      asked_.clear();
      found();
      return;
    }
  }
  subject.split = static_cast<Split>(split_->currentData().toInt());
  subject.with_map = view_ == View::map || images_shown_ == Images::near;
  subject.beside_run = training_.active();
  if (shown() && (shown()->run != subject.run || shown()->split != subject.split)) {
    inspector_.forget_found();  // under the name of this one they would be taken for its own
    found();
  }
  const QString key = QStringLiteral("%1 %2 %3 %4")
                          .arg(subject.run)
                          .arg(epoch)
                          .arg(int(subject.split))
                          .arg(subject.state == nullptr ? 0 : qulonglong(std::uintptr_t(subject.state.get())));
  if (key == asked_ && (asked_map_ || !subject.with_map)) return;
  asked_ = key;
  asked_map_ = subject.with_map;
  inspector_.ask(subject, finish_first);
  show_sentence();
}

void InspectPage::tick() {
  if (!isVisible()) return;
  const bool measuring = !training_.active() && !why_busy().isEmpty();
  if (measuring != waiting_) {
    ask();
    return;
  }
  refresh_epochs();
  if (!live()) ask();  // its epoch may have gone: they are thinned out, or a rewind made them void
  // Not more than a share of the time while a run goes on.
  const double rest_s = inspector_.found() ? rest_per_work * inspector_.took_s() : 0.0;
  const bool rested =
      !inspector_.since_found().isValid() || static_cast<double>(inspector_.since_found().elapsed()) >= 1000.0 * rest_s;
  if (live() && !inspector_.busy() && rested) ask(/*finish_first=*/true);
  if (inspector_.busy()) show_sentence();
}

void InspectPage::found() {
  const QStringList names = shown() ? class_names_of(*shown()->data) : QStringList();
  const bool there = shown() != nullptr;
  confusion_->set_confusion(there ? shown()->confusion : Confusion(), names);
  class_model_->set_figures(there ? shown()->classes : std::vector<ClassFigures>(), names);
  {
    const QSignalBlocker blocker(number_);
    number_->setRange(1, there ? std::max(1, int(shown()->predictions.size())) : 1);
  }
  if (there) list_classes(names);
  for (QWidget* field : std::initializer_list<QWidget*>{filter_, class_, number_, view_card_->more()})
    field->setEnabled(there);
  bars_->setNames(names);
  list_->set_names(names);
  if (images_shown_ == Images::near && map_->chosen() >= 0 && there && shown()->predictions.mapped() > 0) {
    const int image = map_->chosen();
    map_->set_inspection(shown(), {});
    choose_map_image(image);
  } else {
    map_->set_inspection(there && !shown()->map.x.empty() ? shown() : nullptr,
                         !there || (view_ == View::map && inspector_.busy()) ? tr("nothing to show yet")
                         : last_hidden_node(shown()->state->model)
                             ? tr("no map yet")
                             : tr("This network has no hidden layer: there is nothing to map."));
    show_list(/*other_predictions=*/true);
  }
  show_weights();
  show_view_note();
  show_sentence();
  Q_EMIT inspected();
}

/// Where they are others: someone may have the list open while predictions come.
void InspectPage::list_classes(const QStringList& names) {
  QStringList entries = {tr("every class")};
  entries << names;
  QStringList before;
  for (int i = 0; i < class_->count(); ++i) before << class_->itemText(i);
  if (entries == before) return;
  const int label = std::max(0, class_->currentIndex());
  class_->clear();
  class_->addItems(entries);
  class_->setCurrentIndex(label < class_->count() ? label : 0);
}

void InspectPage::show_sentence() {
  QString text;
  bool wrong = false;
  const auto [done, total] = inspector_.progress();
  const Run* chosen = run();
  if (chosen == nullptr) {
    text = tr("No run yet: press Run, or open one with the File menu.");
  } else if (waiting_) {
    text = tr("%1 The predictions come by themselves after it.").arg(why_busy());
  } else if (epochs_.empty()) {
    text = chosen->ended() ? tr("Nothing of this run was kept: it ended before its first epoch.")
                           : tr("The run is about to begin.");
  } else if (!inspector_.busy() && !inspector_.refused().isEmpty()) {
    text = inspector_.refused();
    wrong = true;
  } else if (inspector_.busy() && total > 0 && !live()) {
    text = tr("Predicting: %L1 of %L2 images").arg(done).arg(total);
  } else if (!shown() || (inspector_.busy() && !live())) {
    text = tr("Reading the images and the weights…");
  } else {
    text = right_words(shown()->confusion);
    for (const EpochDone& epoch : chosen->log.epochs) {
      const auto told = shown()->split == Split::test         ? epoch.accuracy_test
                        : shown()->split == Split::validation ? epoch.accuracy_validation
                                                              : std::nullopt;  // counted while the weights changed
      const bool same = epoch.epoch == shown()->state->epochs_done && chosen_epoch() == epoch.epoch;
      if (!same || !told || shown()->run != chosen->number) continue;
      const auto count = std::llround(*told * double(shown()->confusion.total()));
      if (count != shown()->confusion.right())
        text += tr(" (the run itself counted %L1: its sums were rounded otherwise)").arg(count);
    }
  }
  sentence_->setText(text);
  sentence_->setStyleSheet(wrong ? QStringLiteral("color: %1").arg(theme_.error.name()) : QString());
}

}  // namespace mlplab
