// The data set of the run whose weights the window has, read once and beside the window: its images, their size and
// the names of its classes.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>

#include "core/data/dataset.h"
#include "core/run/run_spec.h"
#include "ui/widgets/background.h"

namespace mlplab {

class RunSession;

class RunData : public QObject {
  Q_OBJECT
 public:
  RunData(RunSession& session, std::filesystem::path resources, QObject* parent = nullptr);

  /// Null until it is read, and where it cannot be (its folder may be gone).
  const std::shared_ptr<const Dataset>& dataset() const { return dataset_; }
  /// Reads that of the current run, where it is not there already.
  void want();
  /// Whether it is being read.
  bool reading() const { return background_.busy(); }

 Q_SIGNALS:
  void changed();

 private:
  RunSession& session_;
  std::filesystem::path resources_;
  RunSpec asked_;
  bool asking_ = false;
  std::shared_ptr<const Dataset> dataset_;
  Background background_;
};

}  // namespace mlplab
