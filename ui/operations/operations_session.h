// The measurements of the page Operations: one study per operation. Draws nothing.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/operations/embeddings.h"
#include "core/operations/kept_study.h"
#include "core/operations/pooling.h"
#include "core/run/event.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

/// The measurement to make.
struct OperationPlan {
  LaboratoryKind kind = LaboratoryKind::pooling;
  PoolingCase pooling;  // its n is the one that is drawn
  std::vector<int> sizes;
  int threads = 0;  // of the variants that have several; 0: one for each core
  TimingOptions timing;
  // For embeddings.
  std::shared_ptr<const TrainingState> network;
  std::filesystem::path folder;  // of the images; '': they are generated
  bool of_faces = false;         // the images are the faces in the folder's photographs
  std::size_t images = 2000;     // at most
  EmbeddingPlan embeddings;
  /// The class's guess: how many times as fast as the first variant the fastest will be, or the speedup of the largest
  /// pool.
  std::optional<double> guess = {};
};

/// The threads of the variant that has most; 0 where there is none.
int most_workers(const OperationStudy& study);

class OperationsSession : public MeasuringSession {
  Q_OBJECT
 public:
  /// As its file has it (of embeddings a variant a pool, with the number of images as n), without machine and date
  /// while it is measured here.
  struct Result : KeptStudy {
    std::optional<double> guess = {};  // of the plan
    /// Without the network, which is not kept: to fill a form, not to measure again.
    OperationPlan plan() const {
      return {.kind = kind,
              .pooling = pooling,
              .sizes = sizes,
              .threads = kind == LaboratoryKind::embeddings ? 0 : most_workers(study),
              .timing = timing,
              .folder = folder,
              .of_faces = of_faces,
              .embeddings = embedding_plan};
    }
  };

  /// The study so far, or the last one; no points where there is none.
  const Result& result(LaboratoryKind kind) const { return results_[static_cast<std::size_t>(kind)]; }
  const OperationProgress& progress() const { return progress_; }
  /// The embeddings that were measured last; null before, and for what was measured earlier and opened.
  const std::shared_ptr<const EmbeddedImages>& embedded() const { return embedded_; }
  /// Takes in the newest study of each kind in this folder, and has in it from now on what is measured. failed()
  /// reports files that cannot be read.
  void keep_in(const std::filesystem::path& folder);
  /// The load while embeddings were measured last, twice per second; empty before, and for what was opened.
  const std::vector<LoadSampled>& loads() const { return loads_; }
  /// The kept studies of a kind, the newest first.
  std::vector<std::filesystem::path> kept(LaboratoryKind kind) const;
  /// The file of what result() shows; '' where that is not kept.
  const std::filesystem::path& file_of(LaboratoryKind kind) const { return files_[static_cast<std::size_t>(kind)]; }

 public Q_SLOTS:
  /// Shows a kept study in place of the last one of its kind. Nothing happens while one is active.
  void open(const std::filesystem::path& file);
  /// Nothing happens while one is active.
  void start(const mlplab::OperationPlan& plan);

 Q_SIGNALS:
  void opened(mlplab::LaboratoryKind kind);
  /// The result of what is measured has changed.
  void resultChanged();
  /// There is another file among kept().
  void keptChanged();

 private:
  struct Measurement;
  /// The result of what is measured, or was measured last.
  Result& measured() { return results_[static_cast<std::size_t>(kind_)]; }
  void keep();
  /// The kind of the study; nothing, and a report, where the file cannot be read.
  std::optional<LaboratoryKind> take_in_file(const std::filesystem::path& file);

  std::array<Result, 3> results_;
  std::array<std::filesystem::path, 3> files_;
  std::shared_ptr<const EmbeddedImages> embedded_;
  std::vector<LoadSampled> loads_;
  LaboratoryKind kind_ = LaboratoryKind::pooling;  // of measured()
  OperationProgress progress_;
  std::filesystem::path folder_;  // '': nothing is kept
};

/// As a study of variants: a pool each.
OperationStudy as_variants(const EmbeddingStudy& study);

}  // namespace mlplab
