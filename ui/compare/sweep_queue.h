// Several sweeps over workers, one after the other: a backend each, for laying threads and processes side by side.
// Keeps the newest analysis of each backend.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/study/sweep_session.h"

namespace mlplab {

class SweepQueue : public QObject {
  Q_OBJECT
 public:
  SweepQueue(std::filesystem::path sweeps_folder, std::filesystem::path resources);

  bool active() const { return session_.active() || !waiting_.empty(); }
  bool stopping() const { return session_.state() == SweepSession::State::stopping; }
  SweepSession& session() { return session_; }
  /// One per backend, in the order in which they were measured or found.
  const std::vector<std::shared_ptr<const SweepAnalysis>>& analyses() const { return analyses_; }
  /// The fraction of all sweeps that is done, in [0, 1]; and the sweep in progress: 'sweep 2 of 3 · OpenMP'.
  double fraction() const;
  QString text() const;
  /// The newest kept sweep of each backend with the network and batch of `base`.
  void find_kept(const RunSpec& base);

 public Q_SLOTS:
  void start(const std::vector<mlplab::SweepSpec>& sweeps);
  /// Finished runs stay.
  void stop();
  const std::filesystem::path& sweeps_folder() const { return session_.sweeps_folder(); }

 Q_SIGNALS:
  void changed();
  void progressed();
  void ended();
  void failed(const QString& message);

 private:
  void next();
  void keep(const std::shared_ptr<const SweepAnalysis>& analysis);

  SweepSession session_;
  std::vector<SweepSpec> waiting_;
  std::size_t total_ = 0;
  std::vector<std::shared_ptr<const SweepAnalysis>> analyses_;
};

}  // namespace mlplab
