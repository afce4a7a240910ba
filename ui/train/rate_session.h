// The learning-rate search of the window: keeps the one that is measured or was measured last. Draws nothing.
#pragma once

#include <filesystem>

#include "core/study/find_lr.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

class RateSession : public MeasuringSession {
  Q_OBJECT
 public:
  /// `resources`: for the shipped data sets.
  explicit RateSession(std::filesystem::path resources, QObject* parent = nullptr);

  /// The rates so far of the search going on, or the one that was measured last; `ended` is '' until it has ended.
  const RateSearch& search() const { return search_; }

 public Q_SLOTS:
  /// Nothing happens while one is active.
  void start(const mlplab::RateSearchSpec& spec);

 Q_SIGNALS:
  void searchChanged();

 private:
  struct Measurement;

  std::filesystem::path resources_;
  RateSearch search_;
};

}  // namespace mlplab
