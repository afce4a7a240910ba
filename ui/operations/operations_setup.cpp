// Reads the fields into an OperationPlan and says beside them what is wrong.
#include "ui/operations/operations_setup.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QStandardItemModel>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/typed_number.h"
#include "core/data/shapes.h"
#include "core/machine/topology.h"
#include "core/operations/faces/face_finder.h"
#include "core/operations/product.h"
#include "ui/runs/run_session.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/guess_field.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

namespace {

constexpr int largest_drawn = 32, most_threads = 256, of_faces_role = Qt::UserRole + 1;  // of an entry of the source
constexpr int largest_sizes[] = {64, 256, 1024, 2048, 4096};

/// Its list shows the entries whole, however narrow the field is.
void widen_list(QComboBox& box) {
  constexpr int widest = 620, frame = 40;
  int width = 0;
  for (int i = 0; i < box.count(); ++i)
    width = std::max(width, QFontMetrics(box.font()).horizontalAdvance(box.itemText(i)));
  box.view()->setMinimumWidth(std::min(widest, width + frame));
}

}  // namespace

OperationsSetup::OperationsSetup(OperationsSession& session, RunSession* training, QWidget* parent)
    : StudySetup(tr("OPERATION"), new StartBar(tr("Me&asure"), tr("&Stop"), tr("Progress of the measurement")), session,
                 parent),
      session_(session),
      training_(training) {
  operation_ = narrow_combo();
  operation_->addItem(tr("max pooling"), static_cast<int>(LaboratoryKind::pooling));
  operation_->addItem(tr("matrix product"), static_cast<int>(LaboratoryKind::product));
  operation_->addItem(tr("embeddings"), static_cast<int>(LaboratoryKind::embeddings));
  form_->add(QStringLiteral("operation"), tr("&Operation"), operation_);
  const PoolingCase usual;
  n_ = number_box(1, largest_drawn, usual.n, tr("Side of the image that is drawn"));
  n_->setToolTip(n_->accessibleName());
  form_->add(QStringLiteral("n"), tr("&Drawn n"), n_);
  kernel_ = number_box(1, largest_drawn, usual.kernel, tr("Side of the window"));
  form_->add(QStringLiteral("kernel"), tr("&Kernel"), kernel_);
  stride_ = number_box(1, largest_drawn, usual.stride, tr("From one window to the next"));
  form_->add(QStringLiteral("stride"), tr("Str&ide"), stride_);
  padding_ = number_box(0, largest_drawn, usual.padding, tr("Zeros around the image"));
  form_->add(QStringLiteral("padding"), tr("&Padding"), padding_);
  largest_ = narrow_combo();
  for (const int n : largest_sizes) largest_->addItem(tr("4 … %1").arg(n), n);
  largest_->setCurrentIndex(2);
  largest_->setAccessibleName(tr("The sizes that are measured, each twice the one before"));
  largest_->setToolTip(largest_->accessibleName());
  form_->add(QStringLiteral("largest"), tr("Si&zes n"), largest_);
  threads_ =
      number_box(1, most_threads, machine_topology().usable_cores(), tr("Threads of the variants that have several"));
  threads_->setToolTip(threads_->accessibleName());
  form_->add(QStringLiteral("threads"), tr("&Threads"), threads_);
  repeats_ = number_box(1, 1000, TimingOptions().repeats, tr("Repeats of each measurement"));
  repeats_->setToolTip(repeats_->accessibleName());
  form_->add(QStringLiteral("repeats"), tr("R&epeats"), repeats_);
  limit_ = number_box(1, 600, 2, tr("Seconds for a variant at one size: what would take longer is left out"));
  limit_->setToolTip(limit_->accessibleName());
  form_->add(QStringLiteral("limit_s"), tr("&Limit / s"), limit_);
  add_embedding_rows();
  published_ = narrow_combo();
  published_->addItem(tr("nothing"));
  published_->addItem(tr("the study"));
  published_->setCurrentIndex(1);
  form_->add(QStringLiteral("published"), tr("Pu&blished"), published_);
  guess_ = new GuessField(*form_, {}, {.low = 0.1, .high = 100000.0, .start = 10.0}, {}, this);
  end_form();

  connect(operation_, &QComboBox::currentIndexChanged, this, &OperationsSetup::choose_kind);
  check_with({n_, kernel_, stride_, padding_, threads_, repeats_, limit_, images_, packet_});
  connect(published_, &QComboBox::currentIndexChanged, this, &OperationsSetup::publishedChanged);
  connect(start_, &StartBar::startWanted, this, &OperationsSetup::start);
  connect(&session_, &OperationsSession::progressed, this, &OperationsSetup::refresh);
  choose_kind();
  refresh();
}

void OperationsSetup::add_embedding_rows() {
  const EmbeddingPlan usual;
  source_ = narrow_combo();
  source_->addItem(tr("shapes (generated)"));
  source_->addItem(tr("a folder…"));
  source_->addItem(tr("faces in photographs…"));
  if (const std::string reason = why_no_faces(); !reason.empty()) {
    const int last = source_->count() - 1;
    qobject_cast<QStandardItemModel*>(source_->model())->item(last)->setEnabled(false);
    source_->setItemText(last, tr("faces in photographs — %1").arg(QString::fromStdString(reason)));
    source_->setItemData(last, QString::fromStdString(reason), Qt::ToolTipRole);
  }
  widen_list(*source_);
  form_->add(QStringLiteral("folder"), tr("Ima&ges"), source_);
  images_ = number_box(1, static_cast<int>(most_embedded), 2000, tr("First N images"));
  images_->setToolTip(images_->accessibleName());
  form_->add(QStringLiteral("pictures"), tr("At &most"), images_);
  packet_ = number_box(1, static_cast<int>(most_embedded), usual.packet, tr("Images that a worker takes at once"));
  packet_->setToolTip(packet_->accessibleName());
  form_->add(QStringLiteral("packet"), tr("Pac&ket"), packet_);
  pools_ = new QLineEdit(QStringLiteral("1, 2, 4"));
  pools_->setToolTip(tr("Sizes of the pool; the first is what the others are compared with"));
  let_shrink(pools_);
  form_->add(QStringLiteral("pools"), tr("&Workers"), pools_);
  pool_of_ = narrow_combo();
  pool_of_->addItem(tr("threads"), static_cast<int>(PoolOf::threads));
  pool_of_->addItem(tr("processes"), static_cast<int>(PoolOf::processes));
  pool_of_->setAccessibleName(tr("Workers are threads or processes; starting processes is not timed"));
  pool_of_->setToolTip(pool_of_->accessibleName());
  form_->add(QStringLiteral("pool_of"), tr("Pool o&f"), pool_of_);
  connect(pool_of_, &QComboBox::currentIndexChanged, this, &OperationsSetup::check);
  connect(source_, &QComboBox::activated, this, &OperationsSetup::choose_source);
  connect(pools_, &QLineEdit::textChanged, this, &OperationsSetup::check);
  if (training_ != nullptr) connect(training_, &RunSession::weightsChanged, this, &OperationsSetup::check);
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
  widen_list(*source_);
  source_->setCurrentIndex(folder.isEmpty() ? 0 : 1);
  check();
}

std::vector<int> OperationsSetup::pools() const {
  std::vector<int> sizes;
  for (const QString& part : pools_->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const std::optional<int> size = typed_whole<int>(part.toStdString());
    if (!size)
      throw UsageError(tr("'%1' is not a size of a pool: write whole numbers from 1, as in 1, 2, 4")
                           .arg(part.trimmed())
                           .toStdString(),
                       "pools");
    sizes.push_back(*size);
  }
  return sizes;
}

/// A lesson can be saved while the field is wrong.
std::vector<int> OperationsSetup::pools_or_usual() const {
  try {
    return pools();
  } catch (const UsageError&) {
    return EmbeddingPlan().pools;
  }
}

void OperationsSetup::show_pools(const std::vector<int>& pools) {
  QStringList sizes;
  for (const int size : pools) sizes << QString::number(size);
  pools_->setText(sizes.join(QStringLiteral(", ")));
}

LaboratoryKind OperationsSetup::kind() const { return static_cast<LaboratoryKind>(operation_->currentData().toInt()); }

bool OperationsSetup::with_published() const { return published_->currentIndex() > 0; }

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
    show_pools(plan.embeddings.pools);
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
  show_pools(part.pools);
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

void OperationsSetup::start() {
  start_with([this] {
    Q_EMIT startRequested(plan());
    if (session_.active()) guess_->set({});  // the measurement took it with it
  });
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
