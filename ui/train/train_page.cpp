// Charts are redrawn at most about 15 times per second, and only where something changed.
#include "ui/train/train_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QSettings>
#include <QShortcut>
#include <QTableView>
#include <QUrl>
#include <algorithm>

#include "core/base/files.h"
#include "core/lessons/lesson_progress.h"
#include "core/reporting/measured_guess.h"
#include "ui/runs/guess_file.h"
#include "ui/runs/run_charts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/folder_sheet.h"
#include "ui/train/rate_dialog.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/guess_field.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr int chart_interval_ms = 66;
constexpr int run_row_height = 30;
constexpr const char* coloring_setting = "charts/coloring";
constexpr const char* axis_setting = "charts/axis";
constexpr int chart_cards = 4;

RunColoring parse_coloring(const QString& text) {
  if (text.isEmpty()) return {};
  if (text == QLatin1String("backend")) return {RunColoring::By::backend, {}};
  return {RunColoring::By::setting, text.mid(static_cast<int>(QStringLiteral("setting ").size()))};
}

QString coloring_word(const RunColoring& coloring) {
  switch (coloring.by) {
    case RunColoring::By::run:
      break;
    case RunColoring::By::backend:
      return QStringLiteral("backend");
    case RunColoring::By::setting:
      return QStringLiteral("setting ") + coloring.setting;
  }
  return {};
}

constexpr const char *run_guess = "guess.json", *guessed_accuracy = "accuracy_test";

}  // namespace

TrainPage::TrainPage(RunSession& session, SetupPanel& setup, QWidget* parent)
    : Page(QStringLiteral("train"), tr("Train"), parent),
      session_(session),
      setup_(setup),
      model_(session.runs()),
      rates_(session.resources()) {
  QVBoxLayout* left = make_column();
  grid_ = new ChartGrid;
  for (int i = 0; i < chart_cards; ++i) {
    const ChartCard* card = grid_->add_chart({i / 2, i % 2});
    connect(card->view(), &ChartView::keyClicked, this, &TrainPage::toggle_run);
  }
  grid_->remember_axes_as(id());
  connect(grid_, &ChartGrid::failed, this, &TrainPage::failed);
  connect(grid_, &ChartGrid::saved, this, &TrainPage::saved);
  left->addWidget(grid_, 1);
  left->addWidget(make_table_card());

  setup_area_ = setup_area(&setup_);
  setup_area_->setFocusPolicy(Qt::NoFocus);
  set_role(&setup_, "bar");
  setup_.setAttribute(Qt::WA_StyledBackground);
  set_columns(left, setup_area_);

  frame_timer_.setInterval(chart_interval_ms);
  connect(&frame_timer_, &QTimer::timeout, this, &TrainPage::tick);
  frame_timer_.start();
  connect(&setup_, &SetupPanel::rateWanted, this, &TrainPage::open_rate_dialog);
  connect(&rates_, &RateSession::stateChanged, this, &Page::measuringChanged);
  connect(&setup_, &SetupPanel::imagesWanted, this, &TrainPage::open_folder_sheet);
  connect(&steps_, &StepSession::stateChanged, this, &Page::measuringChanged);
  connect(&rates_, &RateSession::ended, this, [this] {
    const RateSearch& search = rates_.search();
    if (!search.stopped && !search.points.empty() && !search.ended.empty())
      Q_EMIT acted({LessonAct::rate_searched, 0.0, "train", {}});
  });
  connect(&session_, &RunSession::updated, this, [this] { stale_ = true; });
  connect(&session_, &RunSession::runsChanged, this, [this] {
    model_.reset();
    list_colorings();
    compare_form();
    stale_ = true;
  });
  connect(&session_, &RunSession::ended, this, [this](const Run& run) {
    if (!run.spec.host.empty() && !run.log.epochs.empty()) setup_.remember_machine(run.spec.host);
    refresh_now();
    show_guess();
    Q_EMIT guessMeasured(run.folder);
  });
  connect(&session_, &RunSession::stateChanged, this, &TrainPage::keep_guess);
  connect(&session_, &RunSession::runsChanged, this, &TrainPage::show_guess);
  connect(setup_.guess(), &GuessField::entered, this, [this] {
    Q_EMIT acted({LessonAct::guess_entered, 0.0, "train", {}});
  });
  model_.reset();
  list_colorings();
  compare_form();
  refresh_charts();
}

/// The form is held against the newest run on the screen.
void TrainPage::compare_form() {
  const auto newest = std::ranges::find_if(session_.runs().rbegin(), session_.runs().rend(),
                                           [](const auto& run) { return run->visible; });
  setup_.compare_with(newest == session_.runs().rend() ? nullptr : newest->get());
}

std::vector<std::pair<QString, Form*>> TrainPage::lesson_forms() {
  return {{QStringLiteral("train."), &setup_.form()}};
}

/// As it stands when a run begins: what is typed later is for the next one.
void TrainPage::keep_guess() {
  const Run* run = session_.current();
  if (!session_.active() || run == nullptr || run->number == guessed_run_ || run->folder.empty()) return;
  if (session_.state() == RunSession::State::loading) return;  // its folder is yet to be made
  guessed_run_ = run->number;
  const std::optional<double> percent = setup_.guess()->value();
  if (percent && run->log.epochs.empty()) {
    attempt(this, [&] {
      write_guesses(run->folder / run_guess, {{guessed_accuracy, 0.01 * *percent}});
      setup_.guess()->set({});  // it was for this run
    });
  }
  if (run->log.epochs.empty()) Q_EMIT guessBegan(run->folder);
  show_guess();
}

std::optional<GuessQuestion> TrainPage::guess_question() const {
  GuessQuestion question = setup_.guess()->question(GuessKind::accuracy);
  question.about = configuration_title(setup_.spec()) + ", " + setup_.spec().model.name();
  return question;
}

std::optional<MeasuredGuess> TrainPage::measured_guess(const GuessQuestion& question) const {
  const Run* run = session_.current();
  return run == nullptr ? std::nullopt : mlplab::measured_guess(run->log, question);
}

/// Shows the guess beside the accuracy reached, for the current run or the last one.
void TrainPage::show_guess() {
  const Run* run = session_.current();
  Guesses guesses;
  attempt(this, [&] {
    if (run != nullptr && !run->folder.empty()) guesses = read_guesses(run->folder / run_guess);
  });
  const auto guess = guesses.find(guessed_accuracy);
  if (guess == guesses.end()) return setup_.show_guess_result({});
  QString sentence = tr("The guess for run %1: %2 %.").arg(run->number).arg(share_figure_text(guess->second));
  if (run->log.ended && !run->log.epochs.empty() && run->log.epochs.back().accuracy_test) {
    const QString reached = share_figure_text(*run->log.epochs.back().accuracy_test);
    const bool whole = run->log.ended->status == RunStatus::done;
    sentence +=
        QLatin1Char(' ') +
        (whole ? tr("Measured: %1 %.").arg(reached)
               : tr("After epoch %1 of %2: %3 %.").arg(run->log.epochs.size()).arg(run->spec.epochs).arg(reached));
  }
  setup_.show_guess_result(sentence);
}

QWidget* TrainPage::make_table_card() {
  table_card_ = new EnlargingCard(tr("Runs"));
  table_card_->note()->setText(tr("newest first; median (quartiles)"));
  coloring_ = header_combo(tr("What gives the runs their colours"));
  connect(coloring_, &QComboBox::activated, this, &TrainPage::choose_coloring);
  session_.set_coloring(parse_coloring(QSettings().value(QLatin1String(coloring_setting)).toString()));
  axis_ = combo_box(tr("What the curves stand over"));
  axis_->setToolTip(tr("What the curves stand over; seconds are those of training, without evaluation and pauses"));
  for (const auto& [words, axis] :
       {std::pair(tr("by epoch"), RunAxis::epochs), std::pair(tr("by step"), RunAxis::steps),
        std::pair(tr("by second"), RunAxis::seconds)})
    axis_->addItem(words, static_cast<int>(axis));
  axis_->setCurrentIndex(std::max(0, axis_->findData(QSettings().value(QLatin1String(axis_setting)).toInt())));
  connect(axis_, &QComboBox::activated, this, &TrainPage::choose_axis);
  QHBoxLayout* header = table_card_->header();
  header->addWidget(axis_);
  header->addWidget(coloring_);
  header->addWidget(table_card_->back_button());
  QMenu* menu = table_card_->add_menu(tr("Menu of the table of runs"));
  menu->addAction(tr("&Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(model_.to_csv()); });
  menu->addAction(tr("&Show all runs"), this, [this] { session_.set_visible([](const Run&) { return true; }); });
  QMenu* columns = menu->addMenu(tr("Co&lumns"));
  connect(columns, &QMenu::aboutToShow, this, [this, columns] { columns_->fill(columns); });
  menu->addAction(table_card_->enlarge_action());

  table_ = make_page_table(&model_, tr("Table of runs"), run_row_height);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  table_->setWordWrap(false);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  leave_space_to_the_run(table_);
  columns_ = std::make_unique<RunColumns>(*table_, model_);
  connect(&model_, &RunTableModel::compared, this, &TrainPage::fit_columns);
  table_->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(table_->horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    QMenu* choice = passing_menu(this);
    columns_->fill(choice);
    choice->popup(table_->horizontalHeader()->mapToGlobal(at));
  });
  table_->viewport()->installEventFilter(this);
  connect(table_, &QTableView::clicked, this, &TrainPage::cell_clicked);
  connect(table_, &QTableView::customContextMenuRequested, this, &TrainPage::show_row_menu);
  const auto add_key = [this](const QKeySequence& key, const std::function<void(Run&)>& act) {
    const auto on_chosen = [this, act] {
      if (Run* run = model_.run_at(table_->currentIndex().row())) act(*run);
    };
    new QShortcut(key, table_, this, on_chosen, Qt::WidgetShortcut);
  };
  add_key(QKeySequence::Delete, [this](Run& run) { session_.remove(run); });
  add_key(Qt::Key_Return, [this](Run& run) { session_.set_visible(run, !run.visible); });
  add_key(Qt::Key_O, [this](Run& run) { show_only(run); });
  table_card_->column()->addWidget(table_);
  table_card_->set_body(table_);
  connect(table_card_, &EnlargingCard::enlargedChanged, this, &TrainPage::arrange);
  return table_card_;
}

void TrainPage::set_theme(const Theme& theme) {
  theme_ = theme;
  grid_->set_theme(theme);
  model_.set_theme(theme);
  table_card_->set_theme(theme);
  setup_.set_theme(theme);
  if (rate_dialog_ != nullptr) rate_dialog_->set_theme(theme);
  if (folder_sheet_ != nullptr) folder_sheet_->set_theme(theme);
  arrange();
}

/// A window of its own beside the form: the rate goes into the settings, which stay to be seen.
void TrainPage::open_rate_dialog() {
  if (rate_dialog_ == nullptr) {
    rate_dialog_ = new RateDialog(rates_, this);
    rate_dialog_->set_theme(theme_);
    const auto show_base = [this] { rate_dialog_->set_base(setup_.spec(), setup_.valid()); };
    show_base();
    connect(&setup_, &SetupPanel::specChanged, rate_dialog_, show_base);
    connect(rate_dialog_, &RateDialog::startWanted, this, [this] {
      if (setup_.valid() && may_measure(setup_.spec())) rates_.start({.base = setup_.spec()});
    });
    connect(rate_dialog_, &RateDialog::rateChosen, this, [this](double rate) {
      RunSpec spec = setup_.spec();
      spec.optimizer.learning_rate = rate;
      setup_.change_spec(spec);
    });
    connect(rate_dialog_, &RateDialog::failed, this, &TrainPage::failed);
    connect(rate_dialog_, &RateDialog::saved, this, &TrainPage::saved);
  }
  rate_dialog_->show();
  rate_dialog_->raise();
}

void TrainPage::open_folder_sheet(const QString& folder) {
  if (folder_sheet_ == nullptr) {
    folder_sheet_ = new FolderSheet(folders_, steps_, setup_.networks(), this);
    folder_sheet_->set_theme(theme_);
    connect(folder_sheet_, &FolderSheet::used, &setup_, &SetupPanel::use_images);
    connect(folder_sheet_, &FolderSheet::timingWanted, this, [this](const RunSpec& spec) {
      if (may_measure(spec)) steps_.time(spec, folder_sheet_->samples(), folder_sheet_->shape());
    });
  }
  folder_sheet_->open(folder.toStdString(), setup_.spec());
  folder_sheet_->show();
  folder_sheet_->raise();
}

/// The table gets as much room as the window has; in projector mode the charts have all of it.
void TrainPage::arrange() {
  table_card_->setVisible(!theme_.projector);
  setup_area_->setVisible(!theme_.projector);
  setup_area_->setFixedWidth(window()->width() >= 1200 ? 288 : 282);
  const int rows = window()->height() < 860 ? 3 : 4;
  const int height = rows * run_row_height + 27;
  table_->setMinimumHeight(height);
  table_->setMaximumHeight(table_card_->enlarged() ? QWIDGETSIZE_MAX : height);
}

void TrainPage::fit_columns() {
  if (columns_) columns_->fit(theme_);
}

void TrainPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

bool TrainPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport() && event->type() == QEvent::Resize) fit_columns();
  return QWidget::eventFilter(watched, event);
}

QStringList TrainPage::save_all(const QString& folder) {
  refresh_now();
  const QString path = QDir(folder).filePath(QStringLiteral("runs.csv"));
  write_file_atomically(path.toStdString(), model_.to_csv().toStdString());
  return save_cards(charts(), folder) << path;
}

void TrainPage::tick() {
  if (!stale_ || !isVisible()) return;
  refresh_charts();
}

void TrainPage::refresh_now() { refresh_charts(); }

void TrainPage::refresh_charts() {
  stale_ = false;
  grid_->set_data(run_charts(session_.runs(), static_cast<RunAxis>(axis_->currentData().toInt())));
  model_.refresh();
  span_reasons();
  fit_columns();
}

/// The reason of a run that failed takes the place of the figures that it has not.
void TrainPage::span_reasons() {
  constexpr int from = RunTableModel::epoch_time_column;
  span_texts(*table_, model_, from, RunTableModel::pin_column - from);
}

void TrainPage::cell_clicked(const QModelIndex& index) {
  Run* run = model_.run_at(index.row());
  if (run == nullptr) return;
  const bool failure = run->log.ended && run->log.ended->status == RunStatus::failed;
  // There is seldom room for all of it in a row.
  if (failure && index.column() < RunTableModel::pin_column) {
    Q_EMIT failed(tr("Run %1: %2").arg(run_title(*run), QString::fromStdString(run->log.ended->reason)));
  }
  if (index.column() == RunTableModel::pin_column) session_.set_pinned(*run, !run->pinned);
  if (index.column() == RunTableModel::only_column) show_only(*run);
  if (index.column() == RunTableModel::visible_column) session_.set_visible(*run, !run->visible);
}

void TrainPage::show_only(Run& run) {
  const RunList& runs = session_.runs();
  const bool alone = model_.is_alone(run);
  if (!alone) {
    shown_before_.clear();
    for (const auto& other : runs)
      if (other->visible) shown_before_.insert(other->number);
  }
  const bool known = std::ranges::any_of(
      runs, [&](const auto& other) { return other.get() != &run && shown_before_.contains(other->number); });
  session_.set_visible(
      [&](const Run& other) { return &other == &run || (alone && (!known || shown_before_.contains(other.number))); });
}

void TrainPage::toggle_run(int number) {
  if (Run* run = session_.run(number)) session_.set_visible(*run, !run->visible);
}

/// By run, by backend, and by each setting in which the listed runs differ.
void TrainPage::list_colorings() {
  std::vector<const Run*> runs;
  for (const auto& run : session_.runs()) runs.push_back(run.get());
  std::vector<std::pair<QString, QString>> wanted{{tr("colours by run"), coloring_word(RunColoring{})},
                                                  {tr("by backend"), coloring_word({RunColoring::By::backend, {}})}};
  for (const DifferingSetting& setting : differing_settings(runs)) {
    wanted.emplace_back(tr("by %1").arg(setting.name), coloring_word({RunColoring::By::setting, setting.id}));
  }
  const QSignalBlocker blocker(coloring_);
  coloring_->clear();
  for (const auto& [text, value] : wanted) coloring_->addItem(text, value);
  coloring_->setCurrentIndex(std::max(0, coloring_->findData(coloring_word(session_.coloring()))));
}

void TrainPage::choose_coloring() {
  const QString chosen = coloring_->currentData().toString();
  QSettings().setValue(QLatin1String(coloring_setting), chosen);
  session_.set_coloring(parse_coloring(chosen));
}

void TrainPage::choose_axis() {
  QSettings().setValue(QLatin1String(axis_setting), axis_->currentData());
  refresh_charts();
}

void TrainPage::show_row_menu(const QPoint& at) {
  Run* run = model_.run_at(table_->indexAt(at).row());
  if (run == nullptr) return;
  QMenu* menu = passing_menu(this);
  connect(&session_, &RunSession::runsChanged, menu, &QMenu::close);  // its entries hold the run
  const bool busy = session_.active();
  menu->addAction(icon(QStringLiteral("eye"), theme_), run->visible ? tr("&Hide") : tr("&Show"), this,
                  [this, run] { session_.set_visible(*run, !run->visible); });
  menu->addAction(icon(QStringLiteral("focus"), theme_),
                  (model_.is_alone(*run) ? tr("Show the &others again") : tr("&Only this run")) + QStringLiteral("\tO"),
                  this, [this, run] { show_only(*run); });
  menu->addAction(icon(QStringLiteral("pin"), theme_), run->pinned ? tr("Un&pin") : tr("&Pin"), this,
                  [this, run] { session_.set_pinned(*run, !run->pinned); });
  menu->addAction(icon(QStringLiteral("edit"), theme_), tr("&Use these settings"), this,
                  [this, run] { setup_.change_spec(session_.with_agreed_hosts(run->spec)); });
  QAction* resume =
      menu->addAction(icon(QStringLiteral("play"), theme_), tr("&Resume from epoch %1").arg(run->log.epochs.size()),
                      this, [this, run] { session_.resume_run(*run); });
  resume->setEnabled(!busy && !run->folder.empty() && static_cast<int>(run->log.epochs.size()) < run->spec.epochs);
  QAction* open = menu->addAction(icon(QStringLiteral("folder"), theme_), tr("Open its &folder"), this, [run] {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(run->folder.string())));
  });
  open->setEnabled(!run->folder.empty());
  menu->addSeparator();
  QAction* remove = menu->addAction(icon(QStringLiteral("trash"), theme_), tr("Re&move from the list"), this,
                                    [this, run] { session_.remove(*run); });
  remove->setEnabled(!(busy && run == session_.current()));
  menu->popup(table_->viewport()->mapToGlobal(at));
}

std::vector<std::filesystem::path> TrainPage::kept() const {
  std::vector<std::filesystem::path> folders;
  for (const auto& run : session_.runs())
    if (run->visible && !run->folder.empty() && !run->log.epochs.empty()) folders.push_back(run->folder);
  return folders;
}

}  // namespace mlplab
