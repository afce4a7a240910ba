// What the page Operations measures and has measured: a study for each operation. Draws nothing.
#pragma once

#include <QString>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/operations/embeddings.h"
#include "core/operations/pooling.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

enum class LaboratoryKind { pooling, product, embeddings };

/// What is to be measured.
struct OperationPlan {
  LaboratoryKind kind = LaboratoryKind::pooling;
  PoolingCase pooling;  // its n is the one that is drawn
  std::vector<int> sizes;
  TimingOptions timing;
  // Of embeddings.
  std::shared_ptr<const TrainingState> network;
  std::filesystem::path folder;  // of the pictures; '': they are generated
  std::size_t pictures = 2000;   // at most
  EmbeddingPlan embeddings;
  /// What the class expects: how many times as fast as the first variant the fastest will be, or the speedup of the
  /// largest pool.
  std::optional<double> guess = {};
};

class OperationsSession : public MeasuringSession {
  Q_OBJECT
 public:
  struct Result {
    OperationPlan plan;
    OperationStudy study;       // of embeddings a variant a pool, with the number of pictures as n
    EmbeddingStudy embeddings;  // without the numbers themselves
    bool stopped = false;       // before its end
    QString when;               // it was measured, where that was before this start; else ''
  };
  explicit OperationsSession(QObject* parent = nullptr) : MeasuringSession(parent) {}

  /// What is measured so far, or was last; no points where nothing was.
  const Result& result(LaboratoryKind kind) const { return results_[static_cast<std::size_t>(kind)]; }
  const OperationProgress& progress() const { return progress_; }
  /// Takes in what this folder has of last time, and has in it from now on what is measured. A file that cannot be read
  /// is put aside, and said by failed().
  void keep_in(const std::filesystem::path& folder);

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::OperationPlan& plan);

 Q_SIGNALS:
  void progressed();
  /// The result of what is measured has changed.
  void resultChanged();

 protected:
  std::function<void()> take_in(bool over) override;

 private:
  struct Measurement;
  void keep();

  std::array<Result, 3> results_;
  LaboratoryKind measured_ = LaboratoryKind::pooling;
  OperationProgress progress_;
  std::filesystem::path folder_;  // '': nothing is kept
};

/// As a study of variants: a pool each.
OperationStudy as_variants(const EmbeddingStudy& study);

}  // namespace mlplab
