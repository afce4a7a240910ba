// Assembly of the page, and what it shows of the comparison; the numbers are those of core/study. While it runs,
// charts are redrawn at most about 10 times per second.
#include "ui/compare/compare_page.h"

#include <QButtonGroup>
#include <QDir>
#include <QEventLoop>
#include <QLabel>
#include <QSettings>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/hostfile.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "ui/compare/compare_setup.h"
#include "ui/compare/race.h"
#include "ui/compare/race_card.h"
#include "ui/compare/race_view.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"
#include "ui/study/reading.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

namespace {

constexpr int frame_interval_ms = 100;

}  // namespace

ComparePage::ComparePage(std::filesystem::path sweeps_folder, std::filesystem::path resources)
    : StudyPage(QStringLiteral("compare"), tr("Compare"), session_),
      session_(resources),
      sweeps_(std::move(sweeps_folder), resources),
      model_(session_) {
  session_.keep_in(sweeps_.sweeps_folder().parent_path() / "comparisons");
  set_teams(QSettings().value(QLatin1String(teams_setting)).toStringList());
  setup_ = new CompareSetup(session_, sweeps_, published_studies(resources));
  QVBoxLayout* left = make_column();
  left->addWidget(make_table_card(), 5);
  left->addWidget(make_views(), 6);
  lay_out(left, setup_, tr("READING"), tr("What the comparison says"));

  connect(setup_, &CompareSetup::sweepsRequested, this, &ComparePage::start_sweeps);
  connect(setup_, &CompareSetup::specChanged, this, &ComparePage::replan);
  connect(setup_, &StudySetup::publishedChanged, this, [this] {
    model_.set_published(setup_->published());
    show_charts();
    show_sweeps();
    fit_columns();
  });
  connect(&model_, &ComparisonTableModel::chosenChanged, this, &ComparePage::show_rows);
  connect(&session_, &ComparisonSession::updated, this, [this] { stale_ = true; });
  connect(&session_, &ComparisonSession::stateChanged, this, [this] { stale_ = true; });
  connect(&session_, &ComparisonSession::ended, this, [this] {
    if (std::ranges::none_of(session_.comparison().rows, &ComparisonRow::done)) give_guess_back(session_.file());
    show_rows();
    show_charts();
    tell_done();
    Q_EMIT guessMeasured(session_.file());
  });
  connect(&sweeps_, &SweepQueue::changed, this, &ComparePage::show_sweeps);
  connect(&sweeps_, &SweepQueue::progressed, this, &Page::measuringChanged);
  connect(&sweeps_, &SweepQueue::ended, this, &Page::measuringChanged);
  connect(&sweeps_, &SweepQueue::failed, this, &ComparePage::failed);
  frame_timer_.setInterval(frame_interval_ms);
  connect(&frame_timer_, &QTimer::timeout, this, [this] {
    if (!stale_ || !isVisible()) return;
    show_rows();
    show_charts();
  });
  frame_timer_.start();
  show_charts();
  show_sweeps();
}

/// Results, race, workers: three views in one place, chosen by the buttons above them.
QWidget* ComparePage::make_views() {
  auto* box = new QWidget;
  QVBoxLayout* column = column_in(box, 6);
  QHBoxLayout* row = spaced_row(4);
  tabs_ = new QButtonGroup(this);
  const std::array titles{tr("Times and losses"), tr("Race"), tr("Workers")};
  for (int i = 0; i < static_cast<int>(titles.size()); ++i) {
    QToolButton* button = tab_button(titles[static_cast<std::size_t>(i)], {}, true);
    tabs_->addButton(button, i);
    row->addWidget(button);
  }
  tabs_->button(0)->setChecked(true);
  row->addStretch(1);
  column->addLayout(row);

  results_ = take(new ChartGrid);
  results_->add_chart({0, 0});
  results_->add_chart({0, 1});
  QToolButton* log = flat_button(tr("log"), tr("Logarithmic time axis"));
  log->setCheckable(true);
  constexpr const char* log_setting = "charts/axis/compare/times";
  logarithmic_ = QSettings().value(QLatin1String(log_setting), logarithmic_).toBool();
  log->setChecked(logarithmic_);
  connect(log, &QToolButton::toggled, this, [this, log_setting](bool on) {
    logarithmic_ = on;
    QSettings().setValue(QLatin1String(log_setting), on);
    show_charts();
  });
  results_->charts()[0]->add_tool(log);
  results_->charts()[1]->remember_axis_as(QStringLiteral("compare/loss"));
  race_ = take(new RaceCard);
  workers_ = take(new ChartGrid);
  workers_->add_chart({0, 0});
  workers_->add_chart({0, 1});
  workers_->remember_axes_as(QStringLiteral("compare/workers"));
  views_ = new QStackedWidget;
  for (QWidget* view : std::initializer_list<QWidget*>{results_, race_, workers_}) views_->addWidget(view);
  column->addWidget(views_, 1);
  connect(tabs_, &QButtonGroup::idClicked, views_, &QStackedWidget::setCurrentIndex);
  return box;
}

std::vector<ChartCard*> ComparePage::charts() const {
  std::vector<ChartCard*> all = results_->charts();
  all.insert(all.end(), workers_->charts().begin(), workers_->charts().end());
  return all;
}

ComparePage::View ComparePage::view() const { return static_cast<View>(views_->currentIndex()); }

void ComparePage::show_view(View view) {
  tabs_->button(static_cast<int>(view))->setChecked(true);
  views_->setCurrentIndex(static_cast<int>(view));
}

void ComparePage::theme_changed() {
  model_.set_theme(theme_);
  table_card_->setVisible(!theme_.projector);
  fit_columns();
}

void ComparePage::set_base(const RunSpec& base) {
  base_ = base;
  setup_->set_base(base);
  if (opened_) replan();
}

/// Before anything has run, the rows show what could. Results of other settings stay until the next start.
void ComparePage::replan() {
  if (!opened_ || session_.active()) return;
  const bool any =
      std::ranges::any_of(session_.comparison().rows, [](const ComparisonRow& r) { return !r.log.epochs.empty(); });
  if (!any) session_.plan(setup_->spec({}));
}

void ComparePage::set_teams(const QStringList& names) {
  teams_.clear();
  std::vector<std::string> list;
  for (const QString& name : names) {
    try {
      list.push_back(find_configuration(name.toStdString()).name);
      teams_ << name;
    } catch (const UsageError&) {  // of settings that another version has written
    }
  }
  session_.set_teams(list);
  if (opened_) plan_all();
}

void ComparePage::plan_all() {
  ComparisonSpec all = session_.comparison().rows.empty() ? setup_->spec({}) : session_.comparison().spec;
  all.backends.clear();
  session_.plan(all);
}

void ComparePage::open_kept() {
  if (const auto kept = kept_comparisons(session_.folder(), 1); !kept.empty()) session_.open(kept.front());
  read_guess(session_.file());
  list_kept();
  show_charts();
  plan_all();
  sweeps_.find_kept(base_);
  show_rows();
}

void ComparePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_columns();
}

bool ComparePage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport() && event->type() == QEvent::Resize) fit_columns();
  return QWidget::eventFilter(watched, event);
}

void ComparePage::open(const std::filesystem::path& file) {
  session_.open(file);
  read_guess(session_.file());
  list_kept();
  show_rows();
  show_charts();
}

std::vector<std::filesystem::path> ComparePage::kept_studies() const {
  return kept_comparisons(session_.folder(), most_kept);
}

void ComparePage::start() {
  const ComparisonSpec spec = setup_->spec(model_.chosen());
  if (!may_measure(spec.base)) return;
  session_.start(spec);
  if (session_.active()) take_guess(session_.file());
}

void ComparePage::resume() {
  const RunSpec& base = session_.comparison().spec.base;
  if (may_measure(base)) session_.resume(hostfile_of(base));
}

void ComparePage::start_sweeps() {
  attempt(this, [&] {
    const std::vector<SweepSpec> sweeps = setup_->sweep_specs(model_.chosen());
    if (!may_measure(sweeps.empty() ? RunSpec{} : sweeps.front().base)) return;
    sweeps_.start(sweeps);
    show_view(View::workers);
  });
}

void ComparePage::stop_measuring() {
  session_.stop();
  sweeps_.stop();
}

void ComparePage::show_rows() {
  model_.refresh();
  span_reasons();
  fit_columns();
  int parallel = 0;
  const std::vector<std::string> chosen = model_.chosen();
  for (const std::string& name : chosen) {
    parallel += find_configuration(name).is_parallel() ? 1 : 0;
  }
  setup_->set_chosen(static_cast<int>(chosen.size()), parallel);
}

void ComparePage::show_charts() {
  const Comparison& shown = session_.comparison();
  const QString same = tr("same weights, same order of images; training time");
  const bool measured = std::ranges::any_of(shown.rows, [](const ComparisonRow& row) { return !row.runs.empty(); });
  table_card_->note()->setText(
      measured ? QStringLiteral("%1 · %2").arg(
                     work_words(title_of(shown.spec.base.data), images_of(shown), shown.spec.base.epochs), same)
               : same);
  stale_ = false;
  const Comparison& comparison = session_.comparison();
  results_->set_data(comparison_charts(comparison, logarithmic_, setup_->published()));
  std::optional<double> live_s;
  if (const int row = session_.current_row(); row >= 0) {
    const RunLog& log = session_.live();
    if (!comparison.rows[static_cast<std::size_t>(row)].done())  // the race is of the first round until all are in
      live_s = log.train_time_s();
  }
  race_->set_race(race_of(comparison), live_s);
  show_reading();
}

void ComparePage::show_sweeps() {
  workers_->set_data({workers_chart(sweeps_.analyses(), setup_->published(), figures::speedup),
                      workers_chart(sweeps_.analyses(), setup_->published(), figures::efficiency)});
  show_reading();
}

void ComparePage::show_reading() {
  const Comparison& comparison = session_.comparison();
  Reading reading(theme_);
  const std::vector<std::string> sentences = read_comparison(comparison);
  if (sentences.empty())
    reading.add(
        tr("Tick what is to be compared and press Compare all: each is trained with the same network, "
           "weights, order of images and seed, one after the other, in rounds."));
  reading.difference(*table_, cells_of(comparison));
  reading.add(guess_sentence());
  if (!sentences.empty()) reading.warn(other_machine(comparison.machine.cpu));
  const bool noisy = !noise_verdict(comparison).empty();  // the first sentence then says so
  for (const std::string& sentence : sentences) {
    if (noisy && &sentence == &sentences.front())
      reading.warn(sentence);
    else
      reading.add(sentence);
  }
  reading.quiet(comparison_energy_notes(comparison));
  for (const auto& sweep : sweeps_.analyses()) reading.add(workers_sentence(*sweep));
  reading.selection_hint(*table_, cells_of(comparison));
  if (const auto published = setup_->published()) {
    reading.quiet(tr("Published: %1, measured on: %2. Compare shapes, not seconds.")
                      .arg(QString::fromStdString(published->label), QString::fromStdString(published->machine)));
    if (const std::string gap = published_gap(*published, comparison); !gap.empty())
      reading.quiet(tr("Its times are not shown: %1.").arg(QString::fromStdString(gap)));
    reading.published(
        beside_published(*published, {PublishedPart::implementations, PublishedPart::scaling, PublishedPart::energy}));
  }
  read(reading);
}

/// With how many workers it is fastest; '' where that is not known.
QString ComparePage::workers_sentence(const SweepAnalysis& sweep) {
  const SweepPoint* best = nullptr;
  for (const SweepPoint& point : sweep.points)
    if (point.speed.known() && point.same_training() && (!best || point.speed.value > best->speed.value)) best = &point;
  if (!best || best->workers < 1) return {};
  const QString title = backend_title(sweep.spec.base), baseline = QString::fromStdString(sweep.baseline);
  if (std::to_string(best->workers) == sweep.baseline)
    return tr("%1: no number of workers is faster than %2.").arg(title, baseline);
  if (!is_difference(best->speed.interval))
    return tr("%1: no number of workers is faster than %2 by more than the noise.").arg(title, baseline);
  return tr("%1: fastest with %2 workers, %3 times as fast as with %4%5.")
      .arg(title, QString::number(best->workers), display_number(best->speed.value), baseline,
           display_interval(best->speed.interval));
}

void ComparePage::show_next_chart() {
  if (view() == View::results) results_->show_next();
  if (view() == View::workers) workers_->show_next();
}

QStringList ComparePage::save_all(const QString& folder) {
  open_once();
  QStringList written;
  if (!race_->view()->race().lanes.empty()) {
    written += save_cards(results_->charts(), folder, QStringLiteral("compare-"));
    written << QDir(folder).filePath(QStringLiteral("compare-race.png"));
    race_->save_image(written.back());
    written << QDir(folder).filePath(QStringLiteral("compare-table.csv"));
    write_file_atomically(written.back().toStdString(), model_.to_csv().toStdString());
  }
  if (!sweeps_.analyses().empty()) {
    written += save_cards(workers_->charts(), folder, QStringLiteral("compare-workers-"));
  }
  return written;
}

void ComparePage::show_example(ExampleSize size) {
  RunSpec base = base_;
  base.data.train_limit = size == ExampleSize::quick ? 4000 : 0;
  base.data.test_limit = size == ExampleSize::quick ? 1000 : 0;
  base.epochs = 3;
  set_base(base);
  setup_->set_epochs(base.epochs);
  if (session_.comparison().rows.empty()) {  // what is available is still being asked
    QEventLoop loop;
    connect(&session_, &ComparisonSession::updated, &loop, &QEventLoop::quit);
    loop.exec();
    show_rows();
  }
  start();
  wait_for_end();
}

}  // namespace mlplab
