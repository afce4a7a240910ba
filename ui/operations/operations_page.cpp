// Assembly of the page, and what it shows of a study; numbers and sentences are those of core/operations.
#include "ui/operations/operations_page.h"

#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "core/base/files.h"
#include "core/base/unreachable.h"
#include "core/data/image_file.h"
#include "core/reporting/charts/operations_charts.h"
#include "core/reporting/operations_report.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"
#include "ui/charts/chart_card.h"
#include "ui/operations/embedding_card.h"
#include "ui/operations/operations_setup.h"
#include "ui/operations/operations_table.h"
#include "ui/operations/windows_card.h"
#include "ui/runs/load_strip.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr int operation_row_height = 24;

const std::vector<std::string>& notes_about(const PublishedOperations& study, LaboratoryKind kind) {
  switch (kind) {
    case LaboratoryKind::pooling:
      return study.pooling_notes;
    case LaboratoryKind::product:
      return study.product_notes;
    case LaboratoryKind::embeddings:
      return study.embedding_notes;
  }
  unreachable();
}

}  // namespace

QString OperationsPage::introduction(LaboratoryKind kind) {
  switch (kind) {
    case LaboratoryKind::pooling:
      return tr(
          "Nothing is measured yet. Each variant computes the same pooling of an image of numbers from 0 to 9: those "
          "of the study multiply each window by the identity first.");
    case LaboratoryKind::product:
      return tr(
          "Nothing is measured yet. Each variant computes the same product of two matrices of numbers from 0 to 9, "
          "which no order of summing rounds.");
    case LaboratoryKind::embeddings:
      return tr(
          "Nothing is measured yet. The run's network reads each image; the numbers of its last hidden layer are the "
          "embedding. Threads or processes take the images in packets, then the distances of all pairs are computed.");
  }
  unreachable();
}

OperationsPage::OperationsPage(const std::filesystem::path& resources, RunSession* training)
    : StudyPage(QStringLiteral("operations"), tr("Operations"), session_), published_(published_operations(resources)) {
  setup_ = new OperationsSetup(session_, training);
  setup_->form().set_visible(QStringLiteral("published"), !published_.empty());
  left_ = make_column();
  upper_ = new QStackedWidget;
  drawing_ = take(new WindowsCard(resources));
  upper_->addWidget(drawing_);
  rates_ = take(new ChartCard);
  upper_->addWidget(rates_);
  times_ = take(new ChartCard);
  map_ = take(new EmbeddingCard);
  QHBoxLayout* charts = spaced_row(10);
  charts->addWidget(upper_, 1);
  charts->addWidget(times_, 1);
  charts->addWidget(map_, 1);
  left_->addLayout(charts, 5);
  table_card_ = make_table_card();
  left_->addWidget(table_card_, 4);
  lay_out(left_, setup_, tr("READING"), tr("What the measurement says"));

  connect(drawing_, &WindowsCard::sourceChanged, this,
          [this] { setup_->draw_numbers(drawing_->source() == WindowsCard::Source::numbers); });
  connect(setup_, &OperationsSetup::caseChanged, drawing_, &WindowsCard::set_case);
  connect(setup_, &StudySetup::publishedChanged, this, &OperationsPage::show_result);
  connect(setup_, &OperationsSetup::kindChanged, this, [this] {
    size_chosen_ = false;
    show_result();
    list_kept();
    arrange();
  });
  connect(&session_, &OperationsSession::resultChanged, this, &OperationsPage::show_result);
  connect(&session_, &OperationsSession::opened, this, [this](LaboratoryKind kind) {
    size_chosen_ = false;
    setup_->set_plan(session_.result(kind).plan());
    show_result();
    list_kept();
  });
  connect(&session_, &OperationsSession::keptChanged, this, &OperationsPage::list_kept);
  connect(&session_, &OperationsSession::stateChanged, this, &OperationsPage::show_reading);
  connect(&session_, &OperationsSession::stateChanged, this, &OperationsPage::show_load);
  connect(&session_, &OperationsSession::progressed, this, &OperationsPage::show_load);
  show_result();
  list_kept();
  arrange();
}

QWidget* OperationsPage::make_table_card() {
  auto* card = new Card(tr("Variants"));
  card->note()->setText(tr("each verified, then timed"));
  size_ = header_combo(tr("The size that the table shows"));
  size_->setMinimumWidth(104);
  load_ = take(new LoadStrip(nullptr, LoadOf::measurement));
  card->header()->addWidget(load_);
  card->header()->addWidget(make_kept_list(tr("Kept measurements"), tr("Show what was measured before"),
                                           [this](const std::filesystem::path& file) { session_.open(file); }));
  card->header()->addWidget(size_);
  model_ = new OperationsTableModel(this);
  table_ = make_page_table(model_, tr("Variants"), operation_row_height);
  leave_space_to_the_run(table_);
  QHeaderView* columns = table_->horizontalHeader();
  fit_columns_to_words(*columns);
  columns->setSectionResizeMode(OperationsTableModel::name_column, QHeaderView::Stretch);
  card->column()->addWidget(table_, 1);
  connect(size_, &QComboBox::activated, this, [this] {
    size_chosen_ = true;
    show_table();
  });
  return card;
}

const OperationsSession::Result& OperationsPage::result() const { return session_.result(setup_->kind()); }

const PublishedOperations* OperationsPage::published_of(LaboratoryKind kind) const {
  const auto found = std::ranges::find_if(
      published_, [kind](const PublishedOperations& study) { return !notes_about(study, kind).empty(); });
  return found == published_.end() ? nullptr : &*found;
}

const PublishedOperations* OperationsPage::published() const {
  return setup_->with_published() ? published_of(setup_->kind()) : nullptr;
}

/// That of times, and the other one where there is one.
std::vector<Chart> OperationsPage::charts_of(const OperationsSession::Result& result,
                                             const PublishedOperations* beside) const {
  switch (result.kind) {
    case LaboratoryKind::pooling:
      return {operation_times_chart(result, beside)};
    case LaboratoryKind::product:
      return {operation_times_chart(result, beside), product_rate_chart(result)};
    case LaboratoryKind::embeddings:
      return {result.embeddings.faces ? pool_phases_chart(result) : embedding_time_chart(result),
              embedding_speedup_chart(result, beside)};
  }
  unreachable();
}

QString OperationsPage::take_lesson(const Lesson& lesson) {
  if (lesson.operations) setup_->take_lesson(*lesson.operations);
  return {};
}

void OperationsPage::fill_lesson(Lesson& lesson) const { lesson.operations = setup_->lesson_part(); }

void OperationsPage::theme_changed() {
  model_->set_theme(theme_);
  arrange();
  show_reading();
}

void OperationsPage::start() {
  const OperationPlan plan = setup_->plan();
  if (!may_measure(RunSpec())) return;
  size_chosen_ = false;
  session_.start(plan);
  if (session_.active()) setup_->guess_field()->set({});  // the measurement took it with it
}

void OperationsPage::show_result() {
  const bool pooling = setup_->kind() == LaboratoryKind::pooling;
  upper_->setCurrentIndex(pooling ? 0 : 1);
  OperationsSession::Result shown = result();
  shown.kind = setup_->kind();  // also of what was not measured yet
  const std::vector<Chart> charts = charts_of(shown, published());
  times_->set_data(charts.front());
  if (shown.kind == LaboratoryKind::embeddings)
    rates_->set_data({charts[1], charts[0]});  // to choose from: the map has the place of the times
  else if (charts.size() > 1)
    rates_->set_data(charts[1]);
  const std::vector<int> sizes = shown.study.sizes();
  const int wanted = size_chosen_ ? size_->currentData().toInt() : compared_size(shown.study).value_or(0);
  const bool there = std::ranges::find(sizes, wanted) != sizes.end();
  std::vector<std::pair<QString, QVariant>> entries;
  for (const int n : sizes) entries.emplace_back(tr("n = %1").arg(n), n);
  offer(size_, entries, there || sizes.empty() ? wanted : sizes.back());
  size_->setEnabled(sizes.size() > 1);
  show_table();
  show_map();
  show_load();
  show_reading();
}

/// The load of a pool: bar by bar while it works, the mean afterwards. Other operations are not watched.
void OperationsPage::show_load() {
  const bool embeds = setup_->kind() == LaboratoryKind::embeddings;
  RunLog log;
  log.loads = session_.loads();
  load_->show_run(log, session_.active());
  load_->setVisible(embeds && load_->has_load());
  size_->setVisible(!embeds);  // a pool has one number of images
}

void OperationsPage::show_map() {
  if (setup_->kind() != LaboratoryKind::embeddings) return;
  map_->set_images(session_.embedded(),
                   result().study.points.empty()
                       ? tr("After a measurement the images stand here as points, and the nearest pairs beside them.")
                       : tr("There is no map of what was measured before: measure again."));
}

/// Those of the kind that is chosen.
std::vector<std::filesystem::path> OperationsPage::kept_studies() const {
  std::vector<std::filesystem::path> files = session_.kept(setup_->kind());
  if (files.size() > most_kept) files.resize(most_kept);
  return files;
}

std::filesystem::path OperationsPage::shown_study() const { return session_.file_of(setup_->kind()); }

void OperationsPage::show_table() {
  const OperationStudy& study = result().study;
  const bool lines = setup_->kind() != LaboratoryKind::embeddings;  // of those a pool is a point, and no line
  model_->set_study(study, size_->currentData().toInt(), lines ? looks_of(study) : std::vector<VariantLook>());
  constexpr int from = OperationsTableModel::time_column;
  span_texts(*table_, *model_, from, OperationsTableModel::column_count - from);
}

/// '' where nothing was guessed for what is shown.
QString OperationsPage::guess_sentence() const {
  const OperationsSession::Result& shown = result();
  if (!shown.guess) return {};
  const QString guess = display_number(*shown.guess);
  if (setup_->kind() == LaboratoryKind::embeddings) {
    const std::vector<EmbeddingPoint>& points = shown.embeddings.points;
    const QString sentence = tr("The guess: a speedup of %1× with the largest pool.").arg(guess);
    if (points.size() < 2 || points.size() < shown.embedding_plan.pools.size()) return sentence;
    const EmbeddingPoint& largest = *std::ranges::max_element(points, {}, &EmbeddingPoint::workers);
    return sentence + QLatin1Char(' ') + tr("Measured: %1×.").arg(display_number(largest.speedup));
  }
  const QString sentence = tr("The guess: the fastest is %1 times as fast as the first variant.").arg(guess);
  const std::optional<int> n = compared_size(shown.study);
  const double gain = n ? greatest_gain(shown.study, *n) : not_known;
  if (!std::isfinite(gain) || shown.stopped || session_.active()) return sentence;
  return sentence + QLatin1Char(' ') + tr("Measured at n = %1: %2 times.").arg(*n).arg(display_number(gain));
}

void OperationsPage::show_reading() {
  const OperationStudy& study = result().study;
  const LaboratoryKind kind = setup_->kind();
  Reading reading(theme_);
  if (study.points.empty()) reading.add(introduction(kind));
  if (!result().when.empty()) reading.quiet(tr("Measured on %1.").arg(QString::fromStdString(result().when)));
  for (const std::string& warning : in_words(study.warnings)) reading.warn(warning + ".");
  reading.warn(other_machine(result().machine));
  reading.add(guess_sentence());
  for (const MeasuredOperation& point : study.points)
    if (point.wrong) reading.fail(study.variant(point.variant)->title + ": " + point.why_not);
  if (kind == LaboratoryKind::embeddings && !study.points.empty())
    reading.add(embedding_sentences(result().embeddings));
  else if (const std::optional<int> n = compared_size(study))
    reading.add(fastest_sentence(study, *n));
  if (result().stopped) reading.quiet(tr("It was stopped before its end."));
  if (const PublishedOperations* theirs = published()) {
    if (theirs->embeddings)
      reading.quiet(published_embedding_sentence(*theirs));
    else if (has_published_curves(result(), *theirs))
      reading.quiet(tr("Published: %1, measured on: %2; compare shapes, not seconds.")
                        .arg(QString::fromStdString(theirs->label), QString::fromStdString(theirs->machine)));
    reading.quiet(notes_about(*theirs, kind));
  }
  read(reading);
}

/// In projector mode one chart alone, and of the setup what starts a measurement.
void OperationsPage::arrange() {
  const bool right = !theme_.projector || !upper_projected_;
  const bool embeds = setup_->kind() == LaboratoryKind::embeddings;
  table_card_->setVisible(!theme_.projector);
  upper_->setVisible(!theme_.projector || upper_projected_);
  times_->setVisible(right && !embeds);
  map_->setVisible(right && embeds);
  left_->setStretch(1, embeds ? 1 : 4);  // a pool has one row of the table, and there are few
}

void OperationsPage::show_next_chart() {
  upper_projected_ = !upper_projected_;
  arrange();
}

QStringList OperationsPage::save_all(const QString& folder) {
  QStringList written;
  for (const LaboratoryKind kind : {LaboratoryKind::pooling, LaboratoryKind::product, LaboratoryKind::embeddings}) {
    const OperationsSession::Result& result = session_.result(kind);
    if (result.study.points.empty()) continue;
    for (const Chart& chart : charts_of(result, setup_->with_published() ? published_of(kind) : nullptr))
      written << save_chart_as(chart, folder, QStringLiteral("operations-"));
  }
  if (!written.isEmpty()) {
    written << QDir(folder).filePath(QStringLiteral("operations-windows.png"));
    drawing_->save_image(written.back());
    if (map_->view().points().size() > 0) {
      written << QDir(folder).filePath(QStringLiteral("operations-embeddings.png"));
      map_->save_image(written.back());
    }
  }
  return written;
}

bool OperationsPage::takes_images() const { return setup_->kind() == LaboratoryKind::pooling && !theme_.projector; }

bool OperationsPage::take_dropped(const QStringList& paths) {
  const std::filesystem::path first = paths.value(0).toStdString();
  if (!takes_images() || !has_image_name(first) || !file_at(first)) return false;
  drawing_->open_image(first);
  if (paths.size() > 1)
    Q_EMIT told(tr("%1 files were dropped, and the windows take one image: the first, %2.")
                    .arg(QString::number(paths.size()), QString::fromStdString(first.filename().string())));
  return true;
}

void OperationsPage::show_example(ExampleSize size) {
  OperationPlan plan = setup_->plan();
  plan.kind = LaboratoryKind::pooling;
  plan.sizes = {size == ExampleSize::quick ? 256 : 2048};
  setup_->set_plan(plan);
  start();
  if (!session_.active()) return;
  wait_for_end();
  drawing_->view().setWindow(5);
}

}  // namespace mlplab
