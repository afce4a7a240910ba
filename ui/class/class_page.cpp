#include "ui/class/class_page.h"

#include <QFrame>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "ui/charts/chart_card.h"
#include "ui/class/class_panel.h"
#include "ui/class/guess_view.h"
#include "ui/class/wall_view.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr std::size_t watched_points = 100;  // of a curve, on a phone
constexpr double between_watches_s = 2;      // both curves go to every phone: 60 fill a classroom's network else

/// The curves as phones draw them: training loss at steps, test accuracy at epochs.
ClassWatch watch_of(const Run& run, bool running) {
  ClassWatch watch{.network = run.spec.model.name(), .running = running, .epochs = run.spec.epochs};
  const auto add = [&](double epoch, double loss, double accuracy) {
    watch.epoch.push_back(epoch);
    watch.loss.push_back(loss);
    watch.accuracy.push_back(accuracy);
  };
  const std::vector<EpochDone>& epochs = run.log.epochs;
  if (epochs.size() < 8)
    for (std::size_t i = 0, every = 1 + run.log.steps.size() / watched_points; i < run.log.steps.size(); i += every)
      add(run.log.steps[i].epochs, run.log.steps[i].loss, not_known);
  for (std::size_t i = 0, every = 1 + epochs.size() / watched_points; i < epochs.size(); ++i)
    if (i % every == 0 || i + 1 == epochs.size())
      add(epochs[i].epoch, epochs.size() < 8 ? not_known : epochs[i].loss_train,
          epochs[i].accuracy_test.value_or(not_known));
  return watch;
}

}  // namespace

ClassPage::ClassPage(RunSession& training, RunData* run_data, const std::filesystem::path& resources,
                     const std::vector<Page*>& guessing, QWidget* parent)
    : Page(QStringLiteral("class"), tr("Class"), parent),
      training_(training),
      data_(run_data),
      server_(resources),
      panel_(new ClassPanel(server_)),
      guesses_(new GuessView(server_)),
      wall_(new WallView(server_)),
      stack_(new QStackedWidget) {
  QVBoxLayout* column = nullptr;
  QFrame* card = make_card_frame(column);
  QHBoxLayout* row = spaced_row(4);
  const QStringList titles{tr("Guesses"), tr("Drawings")};
  for (int i = 0; i < titles.size(); ++i) {
    QToolButton* button = tab_button(titles[i], {}, true);
    tabs_.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, i] { show_view(static_cast<View>(i)); });
    row->addWidget(button);
  }
  row->addStretch(1);
  column->addLayout(row);
  stack_->addWidget(guesses_);
  stack_->addWidget(wall_);
  column->addWidget(stack_, 1);
  QVBoxLayout* left = make_column();
  left->addWidget(card, 1);
  set_columns(left, panel_);
  show_view(View::guesses);

  for (Page* page : guessing) guesses_->add_page(*page);
  connect(panel_, &ClassPanel::failed, this, &Page::failed);
  connect(guesses_, &GuessView::failed, this, &Page::failed);
  connect(guesses_, &GuessView::saved, this, &Page::saved);
  connect(wall_, &WallView::failed, this, &Page::failed);
  connect(wall_, &WallView::told, this, &Page::told);
  connect(&server_, &ClassServer::started, this, &ClassPage::class_started);
  connect(&server_, &ClassServer::stopped, this, &ClassPage::class_stopped);
  // Phones tell of changes ten times a second: nothing of it is drawn while the page is hidden.
  const auto if_seen = [this] {
    if (isVisible()) refresh();
  };
  connect(&server_, &ClassServer::changed, this, if_seen);
  connect(&training_, &RunSession::weightsChanged, this, &ClassPage::pass_weights);
  watch_timer_.setSingleShot(true);
  connect(&watch_timer_, &QTimer::timeout, this, &ClassPage::pass_run);
  const auto soon = [this] {
    if (!server_.running() || watch_timer_.isActive()) return;
    const double wait_s = std::max(0.05, watched_s_ + between_watches_s - now_s());
    watch_timer_.start(std::chrono::milliseconds(std::lround(1e3 * wait_s)));
  };
  connect(&training_, &RunSession::updated, this, soon);
  connect(&training_, &RunSession::stateChanged, this, soon);
  weights_timer_.setInterval(1000);
  connect(&weights_timer_, &QTimer::timeout, this, &ClassPage::ask_for_weights);
  people_timer_.setInterval(3000);  // some leave without a word
  connect(&people_timer_, &QTimer::timeout, this, if_seen);
}

ClassPage::~ClassPage() {
  server_.disconnect(this);
  server_.stop();
}

void ClassPage::class_started() {
  drawings_ = 0;
  quiet_ticks_ = 0;
  training_.requestWeights();
  weights_timer_.start();
  pass_weights();
  pass_run();
  people_timer_.start();
  refresh();
}

void ClassPage::class_stopped() {
  weights_timer_.stop();
  people_timer_.stop();
  refresh();
}

/// A snapshot costs the training about a thousandth of a second: one each second while the class draws, and fewer while
/// it does not, so that the first drawing of the next digit meets weights of a few seconds ago.
void ClassPage::ask_for_weights() {
  constexpr int drawing_ticks = 30, seldom_ticks = 5;
  const ClassSession::Counts counts = server_.session()->counts(now_s());
  quiet_ticks_ = std::exchange(drawings_, counts.drawings) == counts.drawings ? quiet_ticks_ + 1 : 0;
  if (counts.present > 0 && (quiet_ticks_ < drawing_ticks || quiet_ticks_ % seldom_ticks == 0))
    training_.requestWeights();
}

/// Phones are replied to by a snapshot, so that the training never waits for them.
void ClassPage::pass_weights() {
  if (!server_.running()) return;
  const std::shared_ptr<const TrainingState>& state = training_.weights();
  const Dataset* known = data_ == nullptr ? nullptr : data_->dataset().get();
  server_.session()->predictor().set(state, state == nullptr ? std::nullopt : preparation_for(*state, known));
}

void ClassPage::pass_run() {
  if (!server_.running()) return;
  watched_s_ = now_s();
  const Run* run = training_.current();
  server_.session()->set_watch(run == nullptr ? ClassWatch() : watch_of(*run, training_.active()));
}

void ClassPage::refresh() {
  if (server_.session() != nullptr) panel_->show_counts(server_.session()->counts(now_s()));
  // A hidden view is brought up to date when it is shown.
  if (stack_->currentWidget() == wall_) {
    wall_->refresh();
  } else {
    guesses_->refresh();
  }
}

void ClassPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  refresh();
}

void ClassPage::show_view(View view) {
  for (std::size_t i = 0; i < tabs_.size(); ++i) tabs_[i]->setChecked(i == static_cast<std::size_t>(view));
  stack_->setCurrentIndex(static_cast<int>(view));
  refresh();
}

void ClassPage::set_theme(const Theme& theme) {
  panel_->set_theme(theme);
  guesses_->set_theme(theme);
  wall_->set_theme(theme);
}

QStringList ClassPage::save_all(const QString& folder) {
  return guesses_->chart()->data().empty() ? QStringList() : save_cards({guesses_->chart()}, folder);
}

/// For the program's images: a class on this machine alone, with some guesses.
void ClassPage::show_example(ExampleSize) {
  if (server_.running()) return;
  server_.start(QStringLiteral("127.0.0.1"));
  ClassSession& session = *server_.session();
  guesses_->ask();
  const std::optional<GuessRound> round = session.round();
  if (!round) return;
  const double middle = 0.94 * round->question().high, spread = 0.006 * round->question().high;
  for (int i = 0; i < 24; ++i) {
    const auto joined = session.join({}, now_s());
    if (joined) session.guess(joined->token, round->id(), middle + spread * ((i * 7) % 11 - 6), now_s());
  }
  guesses_->close_round();
  refresh();
}

}  // namespace mlplab
