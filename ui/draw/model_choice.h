// Which network predicts on the page Draw: the newest weights of the run that goes on or was last, those of a kept
// epoch of any run, or a model file.
#pragma once

#include <QString>
#include <QWidget>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

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

  /// Whether the newest weights predict, whichever they are.
  bool follows() const;
  /// The run whose weights were chosen; null where they are the newest, or a file's.
  const Run* run() const;
  /// Looks beside the window for the runs whose weights are kept by now, and lists them; a hidden list waits until it
  /// is shown.
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
  struct Listed {
    int number = 0;
    QString title;
    std::filesystem::path folder;
    int last_epoch = 0, best_epoch = 0;
    std::map<int, std::filesystem::path> states;  // by epochs
    friend bool operator==(const Listed&, const Listed&) = default;
  };

  void runs_changed();
  /// The entries, of the runs found last that are still there.
  void fill();
  const Listed* listed() const;
  void list_epochs();
  void choose();
  void load(const std::filesystem::path& path);

  RunSession& training_;
  QComboBox* which_;
  QComboBox* epoch_;
  bool stale_ = false;            // the runs changed since it was refreshed
  int before_ = 0;                // the entry that was chosen before a file is asked for
  std::vector<Listed> listed_;    // the newest first, as they were found last
  QString file_;                  // that was opened; '' where none was
  Background listing_, loading_;  // the last members: they end before what their work looks at
};

}  // namespace mlplab
