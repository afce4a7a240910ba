// Assembly of the page, and what it shows of the analysis; the numbers are those of core/study.
#include "ui/scale/scale_page.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/launch/processes/hostfile.h"
#include "core/reporting/charts/sweep_charts.h"
#include "core/reporting/measured_guess.h"
#include "ui/scale/sweep_setup.h"
#include "ui/study/reading.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr int point_row_height = 26;
constexpr int room_for_all_columns = 820, room_for_runs = 900;  // px without the side

// An analysis of nothing: axes and ideal lines before the first sweep.
SweepAnalysis empty_analysis(const SweepSpec& spec) {
  SweepAnalysis analysis;
  analysis.spec = spec;
  analysis.baseline = baseline_of(spec);
  if (spec.across)
    for (const SweepSpec& slice : slices_of(spec)) analysis.slices.push_back(empty_analysis(slice));
  for (std::size_t slice = 0; slice < std::max<std::size_t>(1, analysis.slices.size()); ++slice)
    for (const std::string& value : spec.values) {
      SweepPoint& point = analysis.points.emplace_back();
      point.value = value;
      point.across = across_of(spec, slice);
    }
  return analysis;
}

}  // namespace

ScalePage::ScalePage(RunSession& training, std::filesystem::path sweeps_folder, std::filesystem::path resources)
    : StudyPage(QStringLiteral("scale"), tr("Scale"), session_),
      training_(training),
      session_(std::move(sweeps_folder), resources) {
  setup_ = new SweepSetup(session_, published_studies(resources));
  QVBoxLayout* left = make_column();
  grid_ = take(new ChartGrid);
  for (int i = 0; i < 4; ++i) grid_->add_chart({i / 2, i % 2});
  grid_->remember_axes_as(id());
  left->addWidget(grid_, 1);
  left->addWidget(make_table_card());
  lay_out(left, setup_, tr("READING"), tr("What the measurements say"));

  connect(setup_, &SweepSetup::extrasChanged, this, &ScalePage::show_extras);
  connect(setup_, &StudySetup::publishedChanged, this, &ScalePage::show_extras);
  connect(setup_, &SweepSetup::planChanged, this, [this] {
    if (isVisible() && !session_.analysis()) show_analysis();
  });
  connect(&session_, &SweepSession::ended, this, &ScalePage::tell_speedup);
  connect(&session_, &SweepSession::ended, this, [this] { Q_EMIT guessMeasured(session_.folder()); });
  connect(&session_, &SweepSession::analysed, this, [this] {
    if (session_.folder() == guess_of_) return;
    shown_guess_ = read_guess(session_.folder());
    guess_of_ = session_.folder();
  });
  connect(&session_, &SweepSession::analysed, this, &ScalePage::show_analysis);
  connect(&training_, &RunSession::stateChanged, this, [this] {
    if (training_.active() && session_.state() == SweepSession::State::running) {
      Q_EMIT failed(tr("A run was started while the sweep is measuring: the times of both are disturbed."));
    }
  });
  show_analysis();
}

QWidget* ScalePage::make_table_card() {
  table_card_ = new Card(tr("Points"));
  QHBoxLayout* header = table_card_->header();
  baseline_label_ = in_role(new QLabel(tr("&Baseline")), "quiet");
  baseline_ = header_combo(tr("The value that speedups compare with"));
  baseline_label_->setBuddy(baseline_);
  header->addWidget(baseline_label_);
  header->addWidget(baseline_);
  header->addWidget(make_kept_list(tr("Kept sweeps"), tr("Show a sweep that was measured before"),
                                   [this](const std::filesystem::path& folder) { session_.open(folder); }));
  table_ = make_page_table(&model_, tr("Table of the sweep's points"), point_row_height);
  table_->setTextElideMode(Qt::ElideRight);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ScalePage::show_reading);
  QHeaderView* columns = table_->horizontalHeader();
  fit_columns_to_words(*columns);
  columns->setStretchLastSection(true);  // that of the notes
  table_card_->column()->addWidget(table_);
  connect(baseline_, &QComboBox::activated, this,
          [this] { session_.setBaseline(baseline_->currentData().toString()); });
  return table_card_;
}

void ScalePage::theme_changed() {
  show_analysis();
  arrange();
}

void ScalePage::set_base(const RunSpec& base) {
  setup_->set_base(base);
  if (!session_.analysis()) show_analysis();
}

void ScalePage::showEvent(QShowEvent* event) {
  StudyPage::showEvent(event);
  if (!session_.analysis()) show_analysis();  // a lesson or the form may plan other values by now
}

void ScalePage::open_kept() {
  list_kept();
  if (session_.analysis() || session_.active()) return;
  const auto kept = recent_sweeps(session_.sweeps_folder(), 1);
  if (!kept.empty()) session_.open(kept.front());
  if (!anything_at(guess_file(session_.sweeps_folder()))) return;
  guess_is_read_ = true;
  setup_->set_guess(read_guess(session_.sweeps_folder()));
  guess_is_read_ = false;
}

void ScalePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void ScalePage::resume() {
  if (!session_.analysis()) return;
  const RunSpec& base = session_.analysis()->spec.base;
  if (may_measure(base)) session_.resume(hostfile_of(base));
}

void ScalePage::start() {
  const SweepSpec spec = setup_->spec();
  if (!may_measure(spec.base)) return;
  session_.start(spec);
  if (!session_.active()) return;
  save_guess(session_.folder());
  shown_guess_ = setup_->guess();
  setup_->set_guess({});  // the sweep took it with it
  Q_EMIT guessBegan(session_.folder());
  show_analysis();
}

std::optional<GuessQuestion> ScalePage::guess_question() const { return setup_->guess_question(); }

std::optional<MeasuredGuess> ScalePage::measured_guess(const GuessQuestion& question) const {
  return session_.analysis() ? mlplab::measured_guess(*session_.analysis(), question) : std::nullopt;
}

/// A guess lies in the folder of the sweep that it was made for; one that is yet to be measured, in that of all sweeps.
std::filesystem::path ScalePage::guess_file(const std::filesystem::path& folder) { return folder / "guess.json"; }

std::optional<Guess> ScalePage::read_guess(const std::filesystem::path& folder) {
  const Guesses kept = guesses_in(guess_file(folder));
  if (!kept.contains("workers") || !kept.contains("speedup")) return {};
  return Guess{static_cast<int>(kept.at("workers")), kept.at("speedup")};
}

void ScalePage::save_guess(const std::filesystem::path& folder) {
  const std::optional<Guess> guess = setup_->guess();
  Guesses guesses;
  if (guess) guesses = {{"workers", guess->workers}, {"speedup", guess->speedup}};
  keep_guesses(guess_file(folder), guesses);
}

/// A lesson's 'speedup measured', to the end: two points of one sweep at least, to have a ratio.
void ScalePage::tell_speedup() {
  if (!session_.analysis() || session_.was_stopped()) return;
  const auto measured =
      std::ranges::count_if(session_.analysis()->points, [](const SweepPoint& p) { return p.speed.known(); });
  if (measured >= 2) tell(LessonAct::speedup_measured);
}

void ScalePage::fill_lesson(Lesson& lesson) const { lesson.sweep = setup_->lesson_part(); }

QString ScalePage::take_lesson(const Lesson& lesson) {
  if (lesson.sweep) setup_->take_lesson(*lesson.sweep);
  return {};
}

std::vector<std::filesystem::path> ScalePage::kept_studies() const {
  return recent_sweeps(session_.sweeps_folder(), most_kept);
}

void ScalePage::show_extras() {
  if (opened_ && !guess_is_read_) save_guess(session_.sweeps_folder());
  if (session_.analysis() || isVisible()) show_analysis();
}

SweepExtras ScalePage::extras() const {
  SweepExtras extras{session_.analysis() ? shown_guess_ : setup_->guess(), {}};
  if (auto beside = setup_->published()) extras.published.push_back(*std::move(beside));
  return extras;
}

void ScalePage::show_analysis() {
  std::shared_ptr<const SweepAnalysis> analysis = session_.analysis();
  if (!analysis) {
    try {
      analysis = std::make_shared<const SweepAnalysis>(empty_analysis(setup_->spec()));
    } catch (const Error&) {
      return;  // the setup shows what is wrong with it
    }
  }
  grid_->set_data(sweep_charts(*analysis, extras()));
  model_.set_analysis(analysis);
  const QString what = tr("median (95 % interval)");
  table_card_->note()->setText(session_.analysis() ? QStringLiteral("%1 · %2").arg(what, sweep_words(*analysis))
                                                   : what);
  arrange();
  std::vector<std::pair<QString, QVariant>> values;
  for (const std::string& value : analysis->spec.values)
    values.emplace_back(QString::fromStdString(value), QString::fromStdString(value));
  offer(baseline_, values, QString::fromStdString(analysis->baseline));
  baseline_->setEnabled(session_.analysis() != nullptr);
  show_reading();
}

/// Two rows that are selected are held against each other first.
void ScalePage::show_reading() {
  const std::shared_ptr<const SweepAnalysis> analysis = model_.analysis();
  if (!analysis) return;
  const bool measured = session_.analysis() != nullptr;
  const bool one_curve = analysis->spec.axis == SweepAxis::workers && !analysis->spec.across;
  const SweepExtras extras = this->extras();
  Reading reading(theme_);
  if (measured) {
    reading.difference(*table_, cells_of(*analysis));
  } else {
    reading.add(
        tr("Nothing is measured yet. Choose an axis and press Measure; with 'Guess first' the class writes down what "
           "it expects."));
  }
  if (extras.guess && one_curve) {
    reading.add(tr("The guess: %1× with %2 workers, as if %3 % of an epoch were serial.")
                    .arg(display_number(extras.guess->speedup))
                    .arg(extras.guess->workers)
                    .arg(display_number(100.0 * extras.guess->serial_fraction())));
    for (const SweepPoint& point : analysis->points)
      if (point.workers == extras.guess->workers && point.speed.known())
        reading.add(tr("Measured: %1×.").arg(display_number(point.speed.value)));
  }
  if (measured) reading.add(analysis->reading);
  // It disturbed the times, and is no small print.
  for (const std::string& warning : analysis->warnings) reading.warn(warning + '.');
  for (const SweepPoint& point : analysis->points)
    for (const std::string& warning : point.warnings)
      reading.warn((analysis->spec.across ? point_words(*analysis, point) : point.value) + ": " + warning + '.');
  reading.quiet(analysis->energy_notes);
  for (const PublishedOverlay& published : extras.published) {
    if (!one_curve) break;
    reading.add(tr("Published: %1. Measured on: %2; compare shapes, not seconds.")
                    .arg(QString::fromStdString(published.label), QString::fromStdString(published.machine)));
    reading.published(published.beside);
  }
  if (measured) reading.selection_hint(*table_, cells_of(*analysis));
  read(reading);
}

/// In projector mode no table, and of the setup what starts a measurement.
void ScalePage::arrange() {
  table_card_->setVisible(!theme_.projector);
  const int rows = std::clamp(model_.rowCount(), 3, window()->height() < 780 ? 4 : 5);
  table_->setFixedHeight(rows * point_row_height + 30);
  const int room = width() - side_->width();
  const bool narrow = room < room_for_all_columns;
  model_.set_compact(narrow);
  table_->setColumnHidden(SweepTableModel::runs_column, room < room_for_runs && model_.is_complete());
  const int notes = model_.columnCount() - 1;
  for (int column = SweepTableModel::first_figure; column <= notes; ++column)  // of another sweep it may be hidden
    table_->setColumnHidden(column, narrow && column < notes && figure_of(column).spare);
  hide_spare();
}

const Figure& ScalePage::figure_of(int column) const {
  return *model_.figures()[static_cast<std::size_t>(column - SweepTableModel::first_figure)];
}

/// The last ones first, until the others have room. Notes are cut where they are longer than a few words.
void ScalePage::hide_spare() {
  constexpr int padding = 28, few_words = 110;
  const int notes = model_.columnCount() - 1;
  std::vector<int> widths;
  for (int column = 0; column <= notes; ++column) {
    int words = text_width(*table_, column, theme_, {});
    if (column == notes) words = std::min(words, std::max(title_width(*table_, column, theme_), theme_.px(few_words)));
    widths.push_back(table_->isColumnHidden(column) ? 0 : words + padding);
  }
  int total = std::accumulate(widths.begin(), widths.end(), 0);
  for (int column = notes - 1; column >= SweepTableModel::first_figure; --column) {
    if (total <= table_->viewport()->width()) return;
    if (!figure_of(column).spare) continue;
    table_->setColumnHidden(column, true);
    total -= widths[static_cast<std::size_t>(column)];
  }
}

QStringList ScalePage::save_all(const QString& folder) {
  open_once();
  return session_.analysis() ? save_cards(charts(), folder, QStringLiteral("scale-")) : QStringList();
}

void ScalePage::show_example(ExampleSize size) {
  SweepSpec spec;
  spec.base.backend = default_backend().name;
  if (size == ExampleSize::quick) {
    spec.base.data.train_limit = 20000;
    spec.base.data.test_limit = 1000;
  }
  spec.base.epochs = 1;
  spec.values = suggested_workers(machine_topology());
  if (default_backend().workers_max() == 1) {
    spec.axis = SweepAxis::batch;
    spec.values = {"16", "64", "256"};
  }
  spec.repeats = 5;
  setup_->set_spec(spec);
  setup_->set_guess(Guess{2, 1.8});
  start();
  wait_for_end();
}

}  // namespace mlplab
