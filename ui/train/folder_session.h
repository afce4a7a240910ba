// For the sheet of one's own images: a look into the folder, and the time of a few steps. Draws nothing.
#pragma once

#include <filesystem>

#include "core/data/folder_look.h"
#include "core/run/run_spec.h"
#include "core/study/step_time.h"
#include "ui/runs/measuring_session.h"

namespace mlplab {

/// Looks into a folder. It measures nothing, so that it may go on beside a run.
class FolderSession : public MeasuringSession {
  Q_OBJECT
 public:
  explicit FolderSession(QObject* parent = nullptr) : MeasuringSession(parent) {}
  /// Nothing happens while one is active.
  void look(const std::filesystem::path& folder);

 Q_SIGNALS:
  void progressed(std::size_t done, std::size_t total);
  /// Not where it was stopped or has failed().
  void found(const mlplab::FolderLook& look);

 private:
  struct Looking;
  void tell_found() { Q_EMIT found(look_); }

  FolderLook look_;
};

/// Times a few steps of a run.
class StepSession : public MeasuringSession {
  Q_OBJECT
 public:
  explicit StepSession(QObject* parent = nullptr) : MeasuringSession(parent) {}
  /// On `images`, at least one, brought to `shape`. Nothing happens while one is active.
  void time(const RunSpec& spec, std::vector<Image> images, const ImageShape& shape);

 Q_SIGNALS:
  void timed(const mlplab::RunSpec& spec, const mlplab::StepTime& time);

 private:
  struct Timing;
  void tell_timed() { Q_EMIT timed(spec_, time_); }

  RunSpec spec_;
  StepTime time_;
};

}  // namespace mlplab
