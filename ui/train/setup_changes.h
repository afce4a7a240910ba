// In what the form differs from a run for which nothing was said, and from the run on the screen: a line of words each,
// whose parts are links that take the change back.
#pragma once

#include <QLabel>

#include "ui/runs/run.h"
#include "ui/theme/theme.h"

namespace mlplab {

class SetupChanges : public QLabel {
  Q_OBJECT
 public:
  explicit SetupChanges(QWidget* parent = nullptr);
  /// `usual`: a run for which nothing was said.
  void show_changes(const RunSpec& spec, const RunSpec& usual);
  /// The run on the screen; null for none.
  void set_run(const Run* run);
  void set_theme(const Theme& theme);

 Q_SIGNALS:
  /// The form's settings with one change taken back, or all of a line.
  void wanted(const mlplab::RunSpec& spec);

 private:
  void take_back(const QString& link);
  void refresh();

  RunSpec spec_, usual_, of_run_;
  int run_ = 0;  // its number; 0: there is none
  Theme theme_ = light_theme();
};

/// `spec` with the setting `id` (DifferingSetting) as `other` has it.
RunSpec with_setting_of(RunSpec spec, const RunSpec& other, const QString& id);

}  // namespace mlplab
