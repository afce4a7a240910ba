// Reads the fields into an OperationPlan and says beside them what is wrong.
#include "ui/operations/operations_setup.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <algorithm>

#include "core/base/error.h"
#include "core/data/shapes.h"
#include "core/machine/topology.h"
#include "core/operations/faces/face_finder.h"
#include "core/operations/product.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

namespace {

constexpr int largest_drawn = 32, most_threads = 256, of_faces_role = Qt::UserRole + 1;  // of an entry of the source
constexpr int largest_sizes[] = {64, 256, 1024, 2048, 4096};

}  // namespace

OperationsSetup::OperationsSetup(OperationsSession& session, RunSession* training)
    : StudySetup(tr("OPERATION"), new StartBar(tr("Me&asure"), tr("&Stop"), tr("Progress of the measurement")),
                 session),
      session_(session),
      training_(training) {
  const auto number_of = [](auto kind) { return QVariant(static_cast<int>(kind)); };
  operation_ = add_choice("operation", tr("&Operation"),
                          {{tr("max pooling"), number_of(LaboratoryKind::pooling)},
                           {tr("matrix product"), number_of(LaboratoryKind::product)},
                           {tr("embeddings"), number_of(LaboratoryKind::embeddings)}});
  const PoolingCase usual;
  n_ = add_number("n", tr("&Drawn n"), {1, largest_drawn, usual.n}, tr("Side of the image that is drawn"));
  kernel_ = add_number("kernel", tr("&Kernel"), {1, largest_drawn, usual.kernel}, tr("Side of the window"));
  stride_ = add_number("stride", tr("Str&ide"), {1, largest_drawn, usual.stride}, tr("From one window to the next"));
  padding_ = add_number("padding", tr("&Padding"), {0, largest_drawn, usual.padding}, tr("Zeros around the image"));
  largest_ = add_choice("largest", tr("Si&zes n"), {}, tr("The sizes that are measured, each twice the one before"));
  for (const int n : largest_sizes) largest_->addItem(tr("4 … %1").arg(n), n);
  largest_->setCurrentIndex(2);
  threads_ = add_number("threads", tr("&Threads"), {1, most_threads, machine_topology().usable_cores()},
                        tr("Threads of the variants that have several"));
  repeats_ =
      add_number("repeats", tr("R&epeats"), {1, 1000, TimingOptions().repeats}, tr("Repeats of each measurement"));
  limit_ = add_number("limit_s", tr("&Limit / s"), {1, 600, 2},
                      tr("Seconds for a variant at one size: what would take longer is left out"));
  add_embedding_rows();
  add_published({{tr("the study"), {}}}, tr("Pu&blished"));
  set_published(0);
  add_guess({}, {.low = 0.1, .high = 100000.0, .start = 10.0}, {});
  end_form();

  connect(operation_, &QComboBox::currentIndexChanged, this, &OperationsSetup::choose_kind);
  choose_kind();
  refresh();
}

void OperationsSetup::add_embedding_rows() {
  const EmbeddingPlan usual;
  source_ = add_choice("folder", tr("Ima&ges"),
                       {{tr("shapes (generated)"), {}}, {tr("a folder…"), {}}, {tr("faces in photographs…"), {}}});
  if (const std::string reason = why_no_faces(); !reason.empty()) {
    const int last = source_->count() - 1;
    enable_item(source_, last, false);
    source_->setItemText(last, tr("faces in photographs — %1").arg(QString::fromStdString(reason)));
    source_->setItemData(last, QString::fromStdString(reason), Qt::ToolTipRole);
  }
  const int most = static_cast<int>(most_embedded);
  images_ = add_number("pictures", tr("At &most"), {1, most, 2000}, tr("First N images"));
  packet_ = add_number("packet", tr("Pac&ket"), {1, most, usual.packet}, tr("Images that a worker takes at once"));
  pools_ = add_text("pools", tr("&Workers"), QStringLiteral("1, 2, 4"));
  pools_->setToolTip(tr("Sizes of the pool; the first is what the others are compared with"));
  pool_of_ = add_choice(
      "pool_of", tr("Pool o&f"),
      {{tr("threads"), static_cast<int>(PoolOf::threads)}, {tr("processes"), static_cast<int>(PoolOf::processes)}},
      tr("Workers are threads or processes; starting processes is not timed"));
  connect(pool_of_, &QComboBox::currentIndexChanged, this, &OperationsSetup::check);
  connect(source_, &QComboBox::activated, this, &OperationsSetup::choose_source);
  if (training_ == nullptr) return;
  connect(training_, &RunSession::weightsChanged, this, [this] {
    if (isVisible()) check();  // else when it is shown
  });
}

void OperationsSetup::showEvent(QShowEvent* event) {
  StudySetup::showEvent(event);
  check();
}

/// The last two entries ask for a folder, which is then an entry of its own.
void OperationsSetup::choose_source() {
  const int chosen = source_->currentIndex();
  if (chosen < source_->count() - 2) return check();
  const bool of_faces = chosen == source_->count() - 1;
  source_->setCurrentIndex(0);
  check();
  make_folder_dialog(this, of_faces ? tr("Photographs in which faces are found") : tr("Images to be embedded"), {},
                     [this, of_faces](const QString& path) { set_folder(path, of_faces); })
      ->open();
}

void OperationsSetup::set_folder(const QString& folder, bool of_faces) {
  while (source_->count() > 3) source_->removeItem(1);
  if (!folder.isEmpty()) {
    const QString name = QFileInfo(folder).fileName();
    source_->insertItem(1, of_faces ? tr("faces in %1").arg(name) : name, folder);
    source_->setItemData(1, folder, Qt::ToolTipRole);
    source_->setItemData(1, of_faces, of_faces_role);
  }
  source_->setCurrentIndex(folder.isEmpty() ? 0 : 1);
  check();
}

std::vector<int> OperationsSetup::pools() const {
  return numbers_in(*pools_, tr("'%1' is not a size of a pool: write whole numbers from 1, as in 1, 2, 4"), "pools");
}

/// A lesson can be saved while the field is wrong.
std::vector<int> OperationsSetup::pools_or_usual() const {
  try {
    return pools();
  } catch (const UsageError&) {
    return EmbeddingPlan().pools;
  }
}

LaboratoryKind OperationsSetup::kind() const { return static_cast<LaboratoryKind>(operation_->currentData().toInt()); }

PoolingCase OperationsSetup::pooling_case() const {
  PoolingCase c{n_->value(), kernel_->value(), stride_->value(), padding_->value()};
  if (!draws_numbers_) c.n = std::max(c.n, c.kernel);
  check_pooling(c);
  return c;
}

OperationPlan OperationsSetup::plan() const {
  OperationPlan plan{.kind = kind(),
                     .timing = {.repeats = repeats_->value(), .limit_s = 1.0 * limit_->value()},
                     .guess = guess_->value()};
  if (plan.kind == LaboratoryKind::embeddings) {
    plan.network = training_ == nullptr ? nullptr : training_->weights();
    if (!plan.network)
      throw UsageError(
          tr("train a network first: the numbers of its last hidden layer are the embedding").toStdString());
    plan.folder = source_->currentData().toString().toStdString();
    plan.of_faces = source_->currentData(of_faces_role).toBool();
    if (plan.of_faces)
      if (const std::string reason = why_no_faces(); !reason.empty()) throw UsageError(reason, "folder");
    plan.images = static_cast<std::size_t>(images_->value());
    plan.embeddings = {.pool_of = static_cast<PoolOf>(pool_of_->currentData().toInt()),
                       .packet = packet_->value(),
                       .pools = pools(),
                       .repeats = repeats_->value()};
    check_embedding_plan(plan.embeddings);
    if (plan.folder.empty() && plan.images > shapes_train)
      throw UsageError(tr("there are at most %1 generated images").arg(shapes_train).toStdString(), "pictures");
    return plan;
  }
  plan.threads = threads_->value();
  plan.sizes = doubled_sizes(largest_->currentData().toInt());
  if (plan.kind != LaboratoryKind::pooling) return plan;
  plan.pooling = pooling_case();
  std::erase_if(plan.sizes, [&](int n) { return n + 2 * plan.pooling.padding < plan.pooling.kernel; });
  return plan;
}

void OperationsSetup::set_plan(const OperationPlan& plan) {
  operation_->setCurrentIndex(operation_->findData(static_cast<int>(plan.kind)));
  n_->setValue(plan.pooling.n);
  kernel_->setValue(plan.pooling.kernel);
  stride_->setValue(plan.pooling.stride);
  padding_->setValue(plan.pooling.padding);
  if (!plan.sizes.empty()) largest_->setCurrentIndex(std::max(0, largest_->findData(plan.sizes.back())));
  if (plan.threads > 0) threads_->setValue(plan.threads);
  repeats_->setValue(plan.kind == LaboratoryKind::embeddings ? plan.embeddings.repeats : plan.timing.repeats);
  if (plan.kind == LaboratoryKind::embeddings) {
    pools_->setText(typed_list(plan.embeddings.pools));
    pool_of_->setCurrentIndex(pool_of_->findData(static_cast<int>(plan.embeddings.pool_of)));
    packet_->setValue(plan.embeddings.packet);
    images_->setValue(static_cast<int>(plan.images));
    set_folder(QString::fromStdString(plan.folder.string()), plan.of_faces);
  }
  limit_->setValue(static_cast<int>(plan.timing.limit_s));
}

LessonOperations OperationsSetup::lesson_part() const {
  return {.kind = kind(),
          .largest = largest_->currentData().toInt(),
          .kernel = kernel_->value(),
          .stride = stride_->value(),
          .padding = padding_->value(),
          .repeats = repeats_->value(),
          .limit_s = limit_->value(),
          .images = images_->value(),
          .packet = packet_->value(),
          .pools = pools_or_usual(),
          .pool_of = static_cast<PoolOf>(pool_of_->currentData().toInt())};
}

void OperationsSetup::take_lesson(const LessonOperations& part) {
  operation_->setCurrentIndex(operation_->findData(static_cast<int>(part.kind)));
  largest_->setCurrentIndex(std::max(0, largest_->findData(part.largest)));
  kernel_->setValue(part.kernel);
  stride_->setValue(part.stride);
  padding_->setValue(part.padding);
  repeats_->setValue(part.repeats);
  limit_->setValue(part.limit_s);
  images_->setValue(part.images);
  packet_->setValue(part.packet);
  pools_->setText(typed_list(part.pools));
  pool_of_->setCurrentIndex(pool_of_->findData(static_cast<int>(part.pool_of)));
}

void OperationsSetup::choose_kind() {
  for (const char* row : {"kernel", "stride", "padding"})
    form_->set_visible(QLatin1String(row), kind() == LaboratoryKind::pooling);
  form_->set_visible(QStringLiteral("n"), kind() == LaboratoryKind::pooling && draws_numbers_);
  for (const char* row : {"largest", "threads", "limit_s"})
    form_->set_visible(QLatin1String(row), kind() != LaboratoryKind::embeddings);
  for (const char* row : {"folder", "pictures", "packet", "pools", "pool_of"})
    form_->set_visible(QLatin1String(row), kind() == LaboratoryKind::embeddings);
  guess_->set({});
  guess_->describe(kind() == LaboratoryKind::embeddings
                       ? tr("Your guess: the speedup of the largest pool over the first")
                       : tr("Your guess: how many times as fast as the first variant the fastest is"),
                   QStringLiteral("×"));
  check();
  Q_EMIT kindChanged();
}

void OperationsSetup::draw_numbers(bool on) {
  draws_numbers_ = on;
  form_->set_visible(QStringLiteral("n"), kind() == LaboratoryKind::pooling && on);
  check();
}

void OperationsSetup::check() {
  const bool sound = is_sound([this] { (void)plan(); });
  if (sound && kind() == LaboratoryKind::pooling) Q_EMIT caseChanged(pooling_case());
}

void OperationsSetup::refresh() {
  const bool active = session_.active();
  enable({operation_, largest_, threads_, repeats_, limit_, source_, images_, packet_, pools_, pool_of_}, !active);
  guess_->set_enabled(!active);
  const OperationProgress& progress = session_.progress();
  const bool counting = progress.n == 0 && kind() == LaboratoryKind::embeddings && session_.result(kind()).of_faces;
  const QString words = !counting ? tr("%1 of %2 · n = %3") : tr("counting faces: %1 of %2 photographs");
  const QString counted = words.arg(progress.done + 1).arg(progress.total);
  show_state(static_cast<double>(progress.done) / std::max(1, progress.total),
             counting ? counted : counted.arg(progress.n));
}

}  // namespace mlplab
