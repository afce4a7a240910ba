// The setup of a study at the side of its page: a form under a heading, and below it the button that starts it.
#pragma once

#include <QWidget>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "core/run/run_spec.h"
#include "ui/runs/measuring_session.h"
#include "ui/widgets/form.h"
#include "ui/widgets/form_parts.h"

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace mlplab {

class NumberBox;

class StudySetup : public QWidget {
  Q_OBJECT
 public:
  /// Its rows are named after the study's members: 'base.epochs', 'repeats', 'published'.
  const Form& form() const { return *form_; }
  Form& form() { return *form_; }
  QPushButton* start_button() const { return start_->button(); }
  /// The buttons that start, stop and resume, with the progress: they stay in sight.
  const std::vector<QWidget*>& controls() const { return controls_; }
  void set_published(int index);  // -1: none
  /// (optional) Puts back what stands in the form now and has no part in a lesson. Default: nothing.
  virtual std::function<void()> way_back() {
    return [] {};
  }

 protected:
  /// `session`: of the study; the start bar stops it, and refresh() hears when its state changes.
  StudySetup(const QString& heading, StartBar* start, MeasuringSession& session, QWidget* parent);
  QVBoxLayout* column() const { return column_; }
  void add_heading(const QString& text);
  /// Says under the heading which settings come from the page Train.
  void say_base(const QString& text);
  /// A row 'published' with nothing and these, each with its tip.
  void add_published(const std::vector<std::pair<QString, QString>>& labels_and_tips);
  int published_index() const;  // -1: none
  /// After the last row: what is wrong with no row of its own, and the start.
  void end_form();
  void add_control(QWidget* control);
  /// A row 'base.backend'. It follows the run of the page Train until another backend is chosen.
  void add_backend();
  void follow(const RunSpec& base);
  std::string chosen_backend() const;
  void choose_backend(const RunSpec& run);
  /// The run of the page Train with the chosen backend. Throws UsageError where there is none.
  RunSpec run_with_backend() const;
  /// Throws UsageError where the chosen backend cannot run here.
  void refuse_absent_backend() const;

  /// Says beside the fields what is wrong with them, and whether the start may be pressed.
  virtual void check() = 0;
  /// Shows what the session does, and lets nobody change the study that is measured.
  virtual void refresh() = 0;
  void check_with(const std::vector<NumberBox*>& boxes);
  /// `read` throws what is wrong. Whether all is well; then it can be started.
  bool is_sound(const std::function<void()>& read);
  /// `start` may throw an Error: then check() says it.
  void start_with(const std::function<void()>& start);
  static void enable(std::initializer_list<QWidget*> widgets, bool on);
  /// The session's state on the start bar; `words` tells of the run in progress.
  void show_state(double fraction, const QString& words);
  void show_incomplete(int done, int total);

  std::unique_ptr<Form> form_;
  StartBar* start_;
  QComboBox* published_box_ = nullptr;  // null before add_published()
  QComboBox* backend_ = nullptr;        // null before add_backend()
  RunSpec base_;                        // of the page Train

 private:
  MeasuringSession& measurement_;
  QVBoxLayout* column_;
  QLabel* base_label_;
  std::vector<QWidget*> controls_;
};

}  // namespace mlplab
