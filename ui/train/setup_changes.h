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
  /// `usual`: a run for which nothing was said.
  explicit SetupChanges(RunSpec usual, QWidget* parent = nullptr);
  void show_changes(const RunSpec& spec);
  /// The run on the screen; null for none.
  void set_run(const Run* run);
  void set_theme(const Theme& theme);

 Q_SIGNALS:
  /// The form's settings with one change taken back, or all of a line.
  void wanted(const mlplab::RunSpec& spec);

 private:
  void take_back(const QString& link);
  void refresh();

  const RunSpec usual_;
  RunSpec spec_, of_run_;
  int run_ = 0;  // its number; 0: there is none
  Theme theme_ = light_theme();
};

/// `spec` with the setting `id` (DifferingSetting, or 'backend') as `other` has it.
RunSpec with_setting_of(RunSpec spec, const RunSpec& other, const QString& id);

}  // namespace mlplab
