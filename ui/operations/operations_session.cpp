// The study's thread leaves its points one by one, and the whole study at its end.
#include "ui/operations/operations_session.h"

#include <QDateTime>
#include <algorithm>
#include <optional>

#include "core/base/files.h"
#include "core/launch/load_watch.h"
#include "core/machine/host_info.h"
#include "core/operations/faces/face_images.h"
#include "core/operations/product.h"
#include "ui/widgets/attempt.h"

namespace mlplab {

int most_workers(const OperationStudy& study) {
  int most = 0;
  for (const Variant& variant : study.variants) most = std::max(most, variant.workers);
  return most;
}

namespace {
constexpr std::size_t pairs_shown = 5;  // the nearest ones, and the farthest ones
}

struct OperationsSession::Measurement : Job {
  Measurement(OperationsSession& owner, OperationPlan wanted) : session(owner), plan(std::move(wanted)) {
    if (plan.kind == LaboratoryKind::embeddings) watch.emplace();
  }

  std::string work() override {
    if (plan.kind == LaboratoryKind::embeddings) return embed_images();
    // Which there are is known when the GPU's libraries are loaded.
    const std::vector<Variant> variants = plan.kind == LaboratoryKind::product
                                              ? product_variants(plan.threads)
                                              : pooling_variants(plan.pooling, plan.threads);
    leave([this, variants] { session.measured().study.variants = variants; }, &OperationsSession::resultChanged);
    const OperationStudy study = measure_variants(
        variants, plan.sizes, plan.timing, control, [this](const OperationProgress& progress) { tell(progress); },
        [this](const MeasuredOperation& point) {
          leave([this, point] { session.measured().study.points.push_back(point); }, &OperationsSession::resultChanged);
        });
    leave([this, study] { session.measured().study = study; }, &OperationsSession::resultChanged);
    return {};
  }

  void tell(const OperationProgress& progress) {
    leave([this, progress] { session.progress_ = progress; }, &OperationsSession::progressed);
  }

  void look() override {
    if (!watch) return;
    for (const LoadSampled& sample : watch->taken())
      leave([this, sample] { session.loads_.push_back(sample); }, &OperationsSession::progressed);
  }

  void finish() override {
    leave([this] { session.measured().stopped = session.was_stopped(); }, &OperationsSession::resultChanged);
  }

  /// Its progress has no number of images, which is what is found out.
  std::unique_ptr<ImageSource> counted_faces() {
    return face_images(*plan.network, plan.folder, plan.images, control, [this](std::size_t done, std::size_t of) {
      tell({{}, 0, static_cast<int>(done) - 1, static_cast<int>(of)});
    });
  }

  std::string embed_images() {
    const std::shared_ptr<const ImageSource> images = plan.of_faces ? counted_faces()
                                                      : plan.folder.empty()
                                                          ? generated_images(plan.network->model, plan.images)
                                                          : folder_images(*plan.network, plan.folder, plan.images);
    if (!images) return {};  // stopped
    const int total = static_cast<int>(plan.embeddings.pools.size()) * plan.embeddings.repeats;
    int done = 0;
    EmbeddingStudy study =
        measure_embeddings(*plan.network, *images, plan.embeddings, control, [&](int workers, int /*repeat*/) {
          tell({pool_in_words(plan.embeddings.pool_of, workers), static_cast<int>(images->size()), done++, total});
        });
    std::shared_ptr<const EmbeddedImages> embedded;
    if (study.embeddings.size() > 0) {
      PairExtremes pairs = extreme_pairs(study.embeddings, pairs_shown);
      embedded = std::make_shared<const EmbeddedImages>(
          EmbeddedImages{images, study.embeddings.dimensions, std::move(study.embeddings.values), std::move(pairs)});
    }
    study.embeddings = {};
    leave(
        [this, study, embedded] {
          session.measured().study = as_variants(study);
          session.measured().embeddings = study;
          if (embedded) session.embedded_ = embedded;
        },
        &OperationsSession::resultChanged);
    return {};
  }

  OperationsSession& session;
  OperationPlan plan;
  std::optional<LoadWatch> watch;  // of pools, core by core; beside the workers, which know nothing of it
};

void OperationsSession::start(const OperationPlan& plan) {
  if (active()) return;
  kind_ = plan.kind;
  progress_ = {.total = 1};
  Result& result = measured();
  result = {};
  result.kind = plan.kind;
  result.pooling = plan.pooling;
  result.sizes = plan.sizes;
  result.timing = plan.timing;
  result.folder = plan.folder;
  result.of_faces = plan.of_faces;
  result.embedding_plan = plan.embeddings;
  result.guess = plan.guess;
  if (plan.kind == LaboratoryKind::embeddings) embedded_.reset(), loads_.clear();
  files_[static_cast<std::size_t>(plan.kind)].clear();
  launch(std::make_unique<Measurement>(*this, plan));
  Q_EMIT resultChanged();
}

namespace {

constexpr std::array laboratory_kinds{LaboratoryKind::pooling, LaboratoryKind::product, LaboratoryKind::embeddings};

bool is_dated(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return !name.empty() && name.front() >= '0' && name.front() <= '9';
}

}  // namespace

void OperationsSession::keep_in(const std::filesystem::path& folder) {
  folder_ = folder;
  connect(this, &MeasuringSession::ended, this, &OperationsSession::keep);
  for (const LaboratoryKind kind : laboratory_kinds) {
    for (const std::filesystem::path& file : kept(kind))
      if (take_in_file(file)) break;  // the newest that can be read
  }
  Q_EMIT resultChanged();
  Q_EMIT keptChanged();
}

std::vector<std::filesystem::path> OperationsSession::kept(LaboratoryKind kind) const {
  std::vector<std::filesystem::path> files = files_in(folder_, ".json");
  // Dated '2026-11-25-143005-pooling.json', with '-2' for another of that second; or the last one of an earlier
  // version, 'pooling.json'.
  std::erase_if(files, [&](const std::filesystem::path& file) {
    return file.stem().string().find(to_string(kind)) == std::string::npos;
  });
  std::ranges::sort(files, [](const std::filesystem::path& a, const std::filesystem::path& b) {
    const bool dated_a = is_dated(a), dated_b = is_dated(b);
    return dated_a != dated_b ? dated_a : a.stem() > b.stem();
  });
  return files;
}

std::optional<LaboratoryKind> OperationsSession::take_in_file(const std::filesystem::path& file) {
  std::optional<LaboratoryKind> kind;
  attempt(this, [&] {
    const KeptStudy kept = read_study(file);
    kind = kept.kind;
    results_[static_cast<std::size_t>(*kind)] = {kept, {}};
    files_[static_cast<std::size_t>(*kind)] = file;
    if (kind == LaboratoryKind::embeddings) embedded_.reset(), loads_.clear();
  });
  return kind;
}

void OperationsSession::open(const std::filesystem::path& file) {
  if (active()) return;
  if (const std::optional<LaboratoryKind> kind = take_in_file(file)) Q_EMIT opened(*kind);
}

void OperationsSession::keep() {
  const Result& result = measured();
  if (folder_.empty() || result.study.points.empty()) return;
  // untranslated: as files have dates
  const QString now = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
  try {
    const std::filesystem::path file = new_study_file(folder_, kind_);
    KeptStudy kept = result;
    kept.machine = host_info().cpu;
    kept.when = now.toStdString();
    save_study(file, kept);
    files_[static_cast<std::size_t>(kind_)] = file;
    Q_EMIT keptChanged();
  } catch (const std::exception& error) {
    Q_EMIT failed(tr("What was measured is not kept: %1").arg(QString::fromUtf8(error.what())));
  }
}

OperationStudy as_variants(const EmbeddingStudy& study) {
  OperationStudy all{.warnings = study.warnings};
  for (const EmbeddingPoint& point : study.points) {
    const std::string id = std::to_string(point.workers);
    all.variants.push_back({.id = id, .title = pool_in_words(study.pool_of, point.workers), .workers = point.workers});
    all.points.push_back({.variant = id,
                          .n = static_cast<int>(study.images),
                          .why_not = point.identical != false
                                         ? ""
                                         : OperationsSession::tr("other bits than the first pool's").toStdString(),
                          .wrong = point.identical == false,
                          .repeats = static_cast<int>(point.times_s.size()),
                          .time_s = point.time_s,
                          .spread = point.spread});
  }
  return all;
}

}  // namespace mlplab
