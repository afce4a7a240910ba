// The form beside the Compare page's charts: how long to train, what to compare with, start and stop of the comparison
// and of the sweeps over workers. Network, data, batch and seed are those of the Train page.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/study/comparison/published.h"
#include "ui/compare/comparison_session.h"
#include "ui/compare/sweep_queue.h"
#include "ui/study/study_setup.h"
#include "ui/widgets/number_box.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace mlplab {

class CompareSetup : public StudySetup {
  Q_OBJECT
 public:
  CompareSetup(ComparisonSession& session, SweepQueue& sweeps, std::vector<PublishedStudy> published);

  void set_base(const RunSpec& base);
  /// The comparison that the form describes, for these rows. Throws UsageError.
  ComparisonSpec spec(const std::vector<std::string>& backends) const;
  /// One sweep over workers for each of these backends that has more than one worker.
  std::vector<SweepSpec> sweep_specs(const std::vector<std::string>& backends) const;
  int epochs() const { return epochs_->value(); }
  int repeats() const { return rounds_->value(); }
  void set_epochs(int epochs) { epochs_->setValue(epochs); }
  void set_repeats(int repeats) { rounds_->setValue(repeats); }
  std::function<void()> way_back() override;
  void set_sweep(const QString& workers, int repeats);
  std::optional<PublishedStudy> published() const { return published_in(published_); }
  /// How many rows are ticked: none, and there is nothing to start.
  void set_chosen(int rows, int parallel_rows);
  QPushButton* sweep_button() const { return sweep_->button(); }
  /// Those of the sweeps: 'values', 'repeats'.
  const Form& sweep_form() const { return *sweep_form_; }
  Form& sweep_form() { return *sweep_form_; }
  QComboBox* baseline() const { return baseline_; }
  void refresh() override;

 Q_SIGNALS:
  void sweepsRequested();
  /// The form's settings changed: rows, not yet trained, may look different.
  void specChanged();

 private:
  void check() override;
  void list_baselines();

  ComparisonSession& session_;
  SweepQueue& sweeps_;
  std::vector<PublishedStudy> published_;
  int chosen_ = 0, parallel_ = 0;
  bool epochs_edited_ = false;
  NumberBox* epochs_;
  NumberBox* rounds_;
  QDoubleSpinBox* target_;
  QComboBox* baseline_;
  std::unique_ptr<Form> sweep_form_;
  QLineEdit* workers_;
  NumberBox* repeats_;
  StartBar* sweep_;
};

}  // namespace mlplab
