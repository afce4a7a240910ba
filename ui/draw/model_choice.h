// Which network predictions on the page Draw: the newest weights of the run that goes on or was last, those of a kept
// epoch of any run, or a model file.
#pragma once

#include <QString>
#include <QWidget>
#include <filesystem>
#include <map>
#include <memory>

#include "core/model/training_state.h"
#include "ui/widgets/background.h"

class QComboBox;

namespace mlplab {

class RunSession;
struct Run;

class ModelChoice : public QWidget {
  Q_OBJECT
 public:
  explicit ModelChoice(RunSession& training, QWidget* parent = nullptr);

  /// Whether the newest weights prediction, whichever they are.
  bool follows() const;
  /// The run whose weights were chosen; null where they are the newest, or a file's.
  const Run* run() const;
  /// Lists the runs whose weights are kept by now. It reads files, so a hidden list waits until it is shown.
  void refresh();
  void open(const QString& path);

 Q_SIGNALS:
  void newestWanted();
  void chosen(std::shared_ptr<const mlplab::TrainingState> state);
  /// Why the chosen one cannot be read, in a sentence.
  void failed(const QString& message);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void runs_changed();
  void list_epochs();
  void choose();
  void load(const std::filesystem::path& path);

  RunSession& training_;
  QComboBox* which_;
  QComboBox* epoch_;
  bool stale_ = false;                          // the runs changed since it was refreshed
  int before_ = 0;                              // the entry that was chosen before a file is asked for
  std::map<int, std::filesystem::path> files_;  // of the chosen run, by epochs
  QString file_;                                // that was opened; '' where none was
  Background loading_;                          // the last member: it ends before what its work looks at
};

}  // namespace mlplab
