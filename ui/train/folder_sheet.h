// The sheet of one's own images, before they become the data of a run: what the folder holds, how the images are
// brought to one size, how they are split, which network learns from them, and what that takes of memory and time. Not
// modal.
#pragma once

#include <QDialog>
#include <QString>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/data/folder_look.h"
#include "core/run/run_spec.h"
#include "core/study/step_time.h"
#include "ui/theme/theme.h"
#include "ui/train/setting_field.h"
#include "ui/widgets/form.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace mlplab {

class FolderSession;
class FolderTable;
class NumberBox;
class StepSession;

/// A run to begin with on the images of a folder: `base` with one size for all of them where they have several, a small
/// network of convolutions where `networks` has one that they fit, a batch with which an epoch has some steps and the
/// memory suffices, and a learning rate at which such networks learn.
RunSpec suggested_run(const FolderLook& look, const std::filesystem::path& folder, RunSpec base,
                      const std::vector<ModelSpec>& networks);

class FolderSheet : public QDialog {
  Q_OBJECT
 public:
  /// The sessions outlive it. `networks`: those that are offered beside an MLP.
  FolderSheet(FolderSession& folders, StepSession& steps, std::vector<ModelSpec> networks, QWidget* parent);
  /// Looks into `folder`, for a run that is else like `base`.
  void open(const std::filesystem::path& folder, const RunSpec& base);
  void set_theme(const Theme& theme);

  /// The run as the sheet has it; of the folder once it was looked into.
  const RunSpec& spec() const { return spec_; }
  const FolderTable& table() const { return *model_; }
  /// The images that are shown, at least one where a run is wanted.
  std::vector<Image> samples() const;
  /// That of the run's images.
  ImageShape shape() const;
  Form& form() { return *form_; }
  QString reading() const;
  QString time_text() const;
  QPushButton* use_button() const { return use_; }
  QPlainTextEdit* unreadable() const { return unreadable_; }
  QPushButton* time_button() const { return time_; }

 public Q_SLOTS:
  /// Also stops what is looked at and timed.
  void reject() override;

 Q_SIGNALS:
  void used(const mlplab::RunSpec& spec);
  /// The time of a few steps is wanted; the page knows whether anything may be measured now.
  void timingWanted(const mlplab::RunSpec& spec);

 private:
  void add_field(const char* path);
  void take(const FolderLook& look);
  void edited();
  void show_run();
  std::size_t train_images() const;
  Faults faults() const;
  QString words_on_files() const;
  QString words_on_memory() const;
  void show_reading();
  void show_time();

  FolderSession& folders_;
  StepSession& steps_;
  std::vector<ModelSpec> networks_;
  std::filesystem::path folder_;
  FolderLook look_;  // as it was found; the table has it without what the run leaves out
  RunSpec base_, spec_;
  bool looked_ = false, showing_ = false, valid_ = false;
  QString failure_;
  Faults parse_faults_;
  std::optional<std::pair<RunSpec, StepTime>> timed_;
  FolderTable* model_;
  QTableView* table_;
  QLabel* title_;
  std::unique_ptr<Form> form_;
  std::deque<SettingField> fields_;
  QComboBox* network_;
  NumberBox* batch_;
  QPlainTextEdit* unreadable_;
  QLabel* reading_;
  QPushButton* time_;
  QLabel* time_text_;
  QPushButton* use_;
};

}  // namespace mlplab
