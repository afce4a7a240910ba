// The study's thread leaves its points one by one, and the whole study at its end.
#include "ui/operations/operations_session.h"

#include <algorithm>
#include <optional>

#include "core/operations/product.h"

namespace mlplab {

struct OperationsSession::Measurement : Job {
  struct Values {
    std::optional<OperationProgress> progress;
    std::vector<MeasuredOperation> points;
    std::optional<OperationStudy> study;
    std::optional<EmbeddingStudy> embeddings;
  };
  Measurement(OperationPlan wanted, std::vector<Variant> all) : plan(std::move(wanted)), variants(std::move(all)) {}

  std::string work() override {
    if (plan.kind == LaboratoryKind::embeddings) return embed_pictures();
    OperationStudy study = measure_variants(
        variants, plan.sizes, plan.timing, control,
        [this](const OperationProgress& progress) { inbox.with([&](Values& values) { values.progress = progress; }); },
        [this](const MeasuredOperation& point) {
          inbox.with([&](Values& values) { values.points.push_back(point); });
        });
    inbox.with([&](Values& values) { values.study = std::move(study); });
    return {};
  }

  std::string embed_pictures() {
    const ModelSpec& model = plan.network->model;
    const std::unique_ptr<PictureSource> pictures = plan.folder.empty()
                                                        ? generated_pictures(model, plan.pictures)
                                                        : folder_pictures(model, plan.folder, plan.pictures);
    const int total = static_cast<int>(plan.embeddings.pools.size()) * plan.embeddings.repeats;
    int done = 0;
    EmbeddingStudy study =
        measure_embeddings(*plan.network, *pictures, plan.embeddings, control, [&](int workers, int /*repeat*/) {
          inbox.with([&](Values& values) {
            values.progress = OperationProgress{pool_in_words(plan.embeddings.pool_of, workers),
                                                static_cast<int>(pictures->size()), done++, total};
          });
        });
    study.embeddings = {};
    inbox.with([&](Values& values) {
      values.study = as_variants(study);
      values.embeddings = std::move(study);
    });
    return {};
  }

  OperationPlan plan;
  std::vector<Variant> variants;
  Guarded<Values> inbox;
};

void OperationsSession::start(const OperationPlan& plan) {
  if (active()) return;
  std::vector<Variant> variants;
  if (plan.kind == LaboratoryKind::pooling) variants = pooling_variants(plan.pooling);
  if (plan.kind == LaboratoryKind::product) variants = product_variants();
  measured_ = plan.kind;
  progress_ = {.total = static_cast<int>(std::max<std::size_t>(1, variants.size() * plan.sizes.size()))};
  Result& result = results_[static_cast<std::size_t>(plan.kind)];
  result = {.plan = plan, .study = {.variants = variants}};
  launch(std::make_unique<Measurement>(plan, std::move(variants)));
  Q_EMIT resultChanged();
}

std::function<void()> OperationsSession::take_in(bool over) {
  Measurement::Values values = static_cast<Measurement&>(*job()).inbox.take();
  if (values.progress) progress_ = *values.progress;
  Result& result = results_[static_cast<std::size_t>(measured_)];
  OperationStudy& study = result.study;
  const bool changed = !values.points.empty() || values.study.has_value();
  for (MeasuredOperation& point : values.points) study.points.push_back(std::move(point));
  if (values.study) study = std::move(*values.study);
  if (values.embeddings) result.embeddings = std::move(*values.embeddings);
  result.stopped = over && was_stopped();
  return [this, changed = changed || result.stopped] {
    Q_EMIT progressed();
    if (changed) Q_EMIT resultChanged();
  };
}

OperationStudy as_variants(const EmbeddingStudy& study) {
  OperationStudy all{.warnings = study.warnings};
  for (const EmbeddingPoint& point : study.points) {
    const std::string id = std::to_string(point.workers);
    all.variants.push_back({.id = id, .title = pool_in_words(study.pool_of, point.workers), .workers = point.workers});
    all.points.push_back({.variant = id,
                          .n = static_cast<int>(study.pictures),
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
